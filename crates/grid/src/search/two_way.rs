//! Breadth-first search from both ends (Pohl, 1971).

use super::{Graph, Tree};
use crate::Cell;

/// The shortest path between two cells by two searches that meet.
///
/// Each round extends the smaller front by one whole level, and the first
/// contact is a shortest path. It pays where fronts grow fast and the goal is
/// far from the border; corner to corner on an open board both searches cover
/// half of it and nothing is won. Steps must lead both ways.
///
/// ```
/// use dedale_grid::search::TwoWayBfs;
/// use dedale_grid::{Cell, Size};
/// let size = Size::new(9, 9)?;
/// let mut search = TwoWayBfs::new();
/// assert_eq!(search.run(&size, Cell::new(0), Cell::new(80)), Some(16));
/// assert_eq!(search.path().len(), 17);
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TwoWayBfs {
    sides: [Side; 2],
    /// The neighbouring cells where the searches met, of the first side and of
    /// the second.
    contact: Option<[Cell; 2]>,
}

#[derive(Clone, Debug)]
struct Side {
    tree: Tree,
    front: Vec<Cell>,
    next: Vec<Cell>,
    /// The distance of the front.
    level: u32,
}

impl Side {
    fn new() -> Self {
        Self { tree: Tree::new(), front: Vec::new(), next: Vec::new(), level: 0 }
    }

    fn start(&mut self, graph: &impl Graph, source: Cell) {
        self.tree.reset(graph.area());
        self.front.clear();
        self.level = 0;
        if graph.contains(source) {
            self.tree.arrive(source, 0, source);
            self.front.push(source);
        }
    }

    /// Extends the front by one level; gives the first step that leads to a
    /// cell the other side has reached.
    fn advance(&mut self, graph: &impl Graph, other: &Tree) -> Option<[Cell; 2]> {
        self.level += 1;
        let mut contact = None;
        for &at in &self.front {
            graph.for_each_neighbour(at, |next| {
                if self.tree.arrive(next, self.level, at) {
                    self.next.push(next);
                }
                if contact.is_none() && other.cost(next).is_some() {
                    contact = Some([at, next]);
                }
            });
            if contact.is_some() {
                break;
            }
        }
        self.front.clear();
        std::mem::swap(&mut self.front, &mut self.next);
        contact
    }
}

impl TwoWayBfs {
    /// A search without buffers yet.
    pub fn new() -> Self {
        Self { sides: [Side::new(), Side::new()], contact: None }
    }

    /// The distance between two cells, `None` if no path joins them.
    pub fn run(&mut self, graph: &impl Graph, from: Cell, to: Cell) -> Option<u32> {
        let [first, second] = &mut self.sides;
        first.start(graph, from);
        second.start(graph, to);
        self.contact = None;
        if from == to && graph.contains(from) {
            self.contact = Some([from, to]);
            return Some(0);
        }
        while !first.front.is_empty() && !second.front.is_empty() {
            self.contact = if first.front.len() <= second.front.len() {
                first.advance(graph, &second.tree)
            } else {
                second.advance(graph, &first.tree).map(|[second, first]| [first, second])
            };
            if self.contact.is_some() {
                return Some(first.level + second.level);
            }
        }
        None
    }

    /// The shortest path of the last run, both ends included; empty if there
    /// was none.
    pub fn path(&self) -> Vec<Cell> {
        let Some([last, first]) = self.contact else { return Vec::new() };
        let mut path = self.sides[0].tree.path(last);
        let back = self.sides[1].tree.path(first);
        path.extend(back.into_iter().rev().skip(usize::from(last == first)));
        path
    }
}

impl Default for TwoWayBfs {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{random_board, random_cell, slow_costs, walk};
    use super::*;
    use crate::Rng;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_relaxation(seed: u64) {
            let mut rng = Rng::new(seed);
            let mut search = TwoWayBfs::new();
            for _ in 0..4 {
                let board = random_board(&mut rng, 14);
                let (from, to) = (random_cell(&mut rng, board.size()), random_cell(&mut rng, board.size()));
                let expected = slow_costs(&board, &[from], |_, _| 1)[to.index()];
                prop_assert_eq!(search.run(&board, from, to), expected);
                let path = search.path();
                prop_assert_eq!(walk(&board, &path, |_, _| 1), expected.unwrap_or(0));
                prop_assert_eq!(path.first().copied(), expected.map(|_| from));
                prop_assert_eq!(path.last().copied(), expected.map(|_| to));
            }
        }
    }
}
