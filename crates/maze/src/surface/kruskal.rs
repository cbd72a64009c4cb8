//! A random spanning tree by Kruskal's algorithm (1956): walls in random order
//! are opened if they separate two trees.

use super::Change;
use super::graph::Edge;
use super::growth::{Growth, Maker};
use crate::watch::Mark;
use dedale_grid::UnionFind;

#[derive(Default)]
pub(super) struct Kruskal {
    /// The walls still to look at, the next last.
    walls: Option<(Vec<Edge>, UnionFind)>,
}

impl Maker for Kruskal {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        let (walls, trees) = self.walls.get_or_insert_with(|| {
            let cells = growth.graph().len();
            (in_random_order(growth), UnionFind::new(cells))
        });
        let Some(edge) = walls.pop() else { return false };
        let [a, b] = growth.graph().ends(edge);
        growth.onlooker.tell(Change::Current(a));
        if trees.union(a.index(), b.index()) {
            growth.open(edge);
            growth.onlooker.mark(a, Mark::Visited);
            growth.onlooker.mark(b, Mark::Visited);
        }
        true
    }
}

/// All walls; the more a wall weighs, the later it stands, and so the sooner
/// it comes.
fn in_random_order(growth: &mut Growth) -> Vec<Edge> {
    let edges = growth.graph().edges() as u32;
    let mut keys: Vec<(u64, Edge)> = (0..edges)
        .map(|number| {
            let edge = Edge::new(number);
            // 40 bits times a weight of at most 255.
            ((growth.rng.bits() >> 24) * growth.weight(edge), edge)
        })
        .collect();
    keys.sort_unstable();
    keys.into_iter().map(|(_, edge)| edge).collect()
}
