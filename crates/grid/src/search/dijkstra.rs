//! Cheapest paths (Dijkstra, 1959; bucket queue by Dial, 1969).

use super::{AStar, Graph, Tree};
use crate::Cell;

/// The cheapest paths when steps have different costs. O(cells + costs) while
/// single steps cost less than 1024, O(cells · log cells) beyond.
///
/// ```
/// use dedale_grid::search::Dijkstra;
/// use dedale_grid::{Cell, Size};
/// let size = Size::new(2, 3)?;
/// let toll = [0, 9, 1, 1, 1, 1]; // what it costs to enter each cell
/// let mut search = Dijkstra::new();
/// search.run(&size, [Cell::new(0)], |_, to| toll[to.index()], |_| false);
/// assert_eq!(search.tree().cost(Cell::new(2)), Some(4));
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Dijkstra {
    /// A guided search without a guide.
    search: AStar,
}

impl Dijkstra {
    /// A search without buffers yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches until `stop` holds for a cell, and gives that cell: it is one
    /// of the cheapest for which it holds. `cost(from, to)` is the cost of a
    /// step; a path of cost 2³² or more counts as no path.
    pub fn run(
        &mut self,
        graph: &impl Graph,
        sources: impl IntoIterator<Item = Cell>,
        cost: impl FnMut(Cell, Cell) -> u32,
        stop: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        self.search.run(graph, sources, cost, |_| 0, stop)
    }

    /// Costs and paths of the cells reached.
    pub fn tree(&self) -> &Tree {
        self.search.tree()
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
        fn agrees_with_relaxation(seed: u64, largest in prop_oneof![1..10u64, 1000..3000u64]) {
            let mut rng = Rng::new(seed);
            let board = random_board(&mut rng, 12);
            let tolls: Vec<u32> = (0..board.size().area() * 4).map(|_| rng.below(largest) as u32).collect();
            let cost = |from: Cell, to: Cell| tolls[(from.index() * 31 + to.index()) % tolls.len()];
            let sources = [random_cell(&mut rng, board.size()), random_cell(&mut rng, board.size())];
            let expected = slow_costs(&board, &sources, cost);
            let mut search = Dijkstra::new();
            search.run(&board, sources, cost, |_| false);
            for cell in board.size().cells() {
                prop_assert_eq!(search.tree().cost(cell), expected[cell.index()]);
                prop_assert_eq!(walk(&board, &search.tree().path(cell), cost), expected[cell.index()].unwrap_or(0));
            }
            let goal = random_cell(&mut rng, board.size());
            let found = search.run(&board, sources, cost, |cell| cell == goal);
            prop_assert_eq!(found.and_then(|cell| search.tree().cost(cell)), expected[goal.index()]);
        }
    }

    #[test]
    fn costs_beyond_32_bits_are_no_path() {
        let size = crate::Size::new(1, 3).unwrap();
        let mut search = Dijkstra::new();
        search.run(&size, [Cell::new(0)], |_, _| u32::MAX, |_| false);
        assert_eq!(search.tree().cost(Cell::new(1)), Some(u32::MAX));
        assert_eq!(search.tree().cost(Cell::new(2)), None);
    }
}
