//! Breadth-first search (Moore, 1959): cells in the order of their distance.

use super::{Graph, Tree};
use crate::Cell;

/// Breadth-first search from one or several sources, in O(cells).
///
/// Among equally short paths it keeps the one it met first, in the order of
/// the sources and of the graph's neighbours, so the answer is always the same.
#[derive(Clone, Debug)]
pub struct Bfs {
    tree: Tree,
    /// The cells in the order in which they were reached: the queue is its
    /// tail.
    order: Vec<Cell>,
}

impl Bfs {
    /// A search without buffers yet.
    pub fn new() -> Self {
        Self { tree: Tree::new(), order: Vec::new() }
    }

    /// Searches until `stop` holds for a cell, and gives that cell: it is one
    /// of the nearest for which it holds. `None` once everything is explored.
    pub fn run(
        &mut self,
        graph: &impl Graph,
        sources: impl IntoIterator<Item = Cell>,
        mut stop: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        let Self { tree, order } = self;
        tree.reset(graph.area());
        order.clear();
        for source in sources {
            if graph.contains(source) && tree.arrive(source, 0, source) {
                order.push(source);
                if stop(source) {
                    return Some(source);
                }
            }
        }
        let mut head = 0;
        let mut found = None;
        while let (Some(&at), None) = (order.get(head), found) {
            head += 1;
            let cost = tree.cost(at).expect("a cell in the queue was reached") + 1;
            graph.for_each_neighbour(at, |next| {
                if found.is_none() && tree.arrive(next, cost, at) {
                    order.push(next);
                    if stop(next) {
                        found = Some(next);
                    }
                }
            });
        }
        found
    }

    /// Explores everything that can be reached.
    pub fn explore(&mut self, graph: &impl Graph, sources: impl IntoIterator<Item = Cell>) {
        self.run(graph, sources, |_| false);
    }

    /// Distances and paths of the cells reached.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The cells reached, nearest first.
    pub fn reached(&self) -> &[Cell] {
        &self.order
    }
}

impl Default for Bfs {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{random_board, random_cell, slow_costs, walk};
    use super::*;
    use crate::{Dir, Rng, Size, Walls};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_relaxation(seed: u64) {
            let mut rng = Rng::new(seed);
            let mut bfs = Bfs::new();
            for _ in 0..3 {
                let board = random_board(&mut rng, 14);
                let sources = [random_cell(&mut rng, board.size()), random_cell(&mut rng, board.size())];
                let expected = slow_costs(&board, &sources, |_, _| 1);
                bfs.explore(&board, sources);
                for cell in board.size().cells() {
                    prop_assert_eq!(bfs.tree().cost(cell), expected[cell.index()]);
                    let path = bfs.tree().path(cell);
                    prop_assert_eq!(path.is_empty(), expected[cell.index()].is_none());
                    prop_assert_eq!(walk(&board, &path, |_, _| 1), expected[cell.index()].unwrap_or(0));
                }
                prop_assert_eq!(bfs.reached().len(), expected.iter().flatten().count());
                let goal = random_cell(&mut rng, board.size());
                let found = bfs.run(&board, sources, |cell| cell == goal);
                prop_assert_eq!(found.and_then(|cell| bfs.tree().cost(cell)), expected[goal.index()]);
            }
        }

        #[test]
        fn passes_no_wall(seed: u64) {
            let mut rng = Rng::new(seed);
            let size = Size::new(1 + rng.index(9), 1 + rng.index(9)).unwrap();
            let mut walls = Walls::closed(size);
            for _ in 0..size.area() {
                walls.open(random_cell(&mut rng, size), Dir::from_index(rng.index(4)));
            }
            let source = random_cell(&mut rng, size);
            let expected = slow_costs(&walls, &[source], |_, _| 1);
            let mut bfs = Bfs::new();
            bfs.explore(&walls, [source]);
            for cell in size.cells() {
                prop_assert_eq!(bfs.tree().cost(cell), expected[cell.index()]);
            }
        }
    }

    #[test]
    fn sources_that_may_not_be_stood_on_are_ignored() {
        let board = "#.#".parse::<crate::BitGrid>().unwrap();
        let mut bfs = Bfs::default();
        assert_eq!(bfs.run(&board, [Cell::new(1), Cell::new(99)], |_| true), None);
        assert!(bfs.reached().is_empty());
        assert_eq!(bfs.tree().cost(Cell::new(99)), None);
        assert_eq!(bfs.run(&board, [Cell::new(2), Cell::new(2)], |_| false), None);
        assert_eq!(bfs.reached(), [Cell::new(2)]);
    }
}
