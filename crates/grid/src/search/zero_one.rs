//! Breadth-first search where some steps are free.

use super::{Graph, Tree};
use crate::Cell;

/// The cheapest paths when every step costs 0 or 1, in O(cells): for instance
/// the fewest blocked cells that must be opened.
///
/// The usual double-ended queue holds at most two costs at a time, so two
/// stacks do: the cells of the present cost, and those that cost one more.
///
/// ```
/// use dedale_grid::search::ZeroOneBfs;
/// use dedale_grid::{BitGrid, Cell};
/// let free: BitGrid = "#..#".parse()?;
/// let mut search = ZeroOneBfs::new();
/// search.run(&free.size(), [Cell::new(0)], |_, to| !free.get(to), |_| false);
/// assert_eq!(search.tree().cost(Cell::new(3)), Some(2));
/// # Ok::<(), dedale_grid::BitGridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ZeroOneBfs {
    tree: Tree,
    now: Vec<Cell>,
    later: Vec<Cell>,
}

impl ZeroOneBfs {
    /// A search without buffers yet.
    pub fn new() -> Self {
        Self { tree: Tree::new(), now: Vec::new(), later: Vec::new() }
    }

    /// Searches until `stop` holds for a cell, and gives that cell: it is one
    /// of the cheapest for which it holds. `pays(from, to)` says whether a step
    /// costs 1.
    pub fn run(
        &mut self,
        graph: &impl Graph,
        sources: impl IntoIterator<Item = Cell>,
        mut pays: impl FnMut(Cell, Cell) -> bool,
        mut stop: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        let Self { tree, now, later } = self;
        tree.reset(graph.area());
        now.clear();
        later.clear();
        now.extend(sources.into_iter().filter(|&cell| graph.contains(cell) && tree.arrive(cell, 0, cell)));
        let mut cost = 0;
        loop {
            while let Some(at) = now.pop() {
                if !tree.is_best(at, cost) {
                    continue;
                }
                if stop(at) {
                    return Some(at);
                }
                graph.for_each_neighbour(at, |next| {
                    let step = pays(at, next);
                    if tree.improve(next, cost + u32::from(step), at) {
                        if step { &mut *later } else { &mut *now }.push(next);
                    }
                });
            }
            if later.is_empty() {
                return None;
            }
            std::mem::swap(now, later);
            cost += 1;
        }
    }

    /// Costs and paths of the cells reached.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }
}

impl Default for ZeroOneBfs {
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
            let mut search = ZeroOneBfs::new();
            for _ in 0..3 {
                let board = random_board(&mut rng, 14);
                let size = board.size();
                let cost = |_, to| u32::from(!board.get(to));
                let sources = [random_cell(&mut rng, size), random_cell(&mut rng, size)];
                let expected = slow_costs(&size, &sources, cost);
                search.run(&size, sources, |_, to| !board.get(to), |_| false);
                for cell in size.cells() {
                    prop_assert_eq!(search.tree().cost(cell), expected[cell.index()]);
                    prop_assert_eq!(Some(walk(&size, &search.tree().path(cell), cost)), expected[cell.index()]);
                }
                let goal = random_cell(&mut rng, size);
                let found = search.run(&size, sources, |_, to| !board.get(to), |cell| cell == goal);
                prop_assert_eq!(found, Some(goal));
                prop_assert_eq!(search.tree().cost(goal), expected[goal.index()]);
            }
        }
    }

    #[test]
    fn nothing_comes_from_nowhere() {
        let size = crate::Size::new(2, 2).unwrap();
        assert_eq!(ZeroOneBfs::default().run(&size, [Cell::new(4)], |_, _| true, |_| true), None);
    }
}
