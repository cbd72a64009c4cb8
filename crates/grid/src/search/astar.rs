//! Guided search (Hart, Nilsson & Raphael, 1968).

use super::{BucketQueue, Graph, Tree};
use crate::Cell;

/// The cheapest path, looking first where a guess says the goal is near.
///
/// The guess may never be too large; it need not be consistent: a cell is
/// opened again when a cheaper way to it turns up, and keys that would go down
/// are raised to the present one (Mérő's pathmax), which keeps the answer
/// optimal. Of equal keys the newest is taken, which runs straight at the goal
/// on open boards. On boards with more than a third of the cells blocked the
/// guess helps little and [`super::Bfs`] is faster.
///
/// ```
/// use dedale_grid::search::AStar;
/// use dedale_grid::{Point, Size};
/// let size = Size::new(50, 50)?;
/// let (from, to) = (Point::new(3, 3), Point::new(40, 30));
/// let cell = |point| size.cell(point).unwrap();
/// let mut search = AStar::new();
/// let guess = |at| size.point(at).manhattan(to);
/// search.run(&size, [cell(from)], |_, _| 1, guess, |at| at == cell(to));
/// assert_eq!(search.tree().cost(cell(to)), Some(64));
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AStar {
    tree: Tree,
    /// Cells with the cost at which they were put in.
    queue: BucketQueue<(Cell, u32)>,
}

impl AStar {
    /// A search without buffers yet.
    pub fn new() -> Self {
        Self { tree: Tree::new(), queue: BucketQueue::new() }
    }

    /// Searches until `goal` holds for a cell, and gives that cell.
    /// `cost(from, to)` is the cost of a step, `guess(cell)` never more than
    /// the cost from there to the nearest goal. A path of cost 2³² or more
    /// counts as no path.
    pub fn run(
        &mut self,
        graph: &impl Graph,
        sources: impl IntoIterator<Item = Cell>,
        mut cost: impl FnMut(Cell, Cell) -> u32,
        mut guess: impl FnMut(Cell) -> u32,
        mut goal: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        let Self { tree, queue } = self;
        tree.reset(graph.area());
        queue.clear();
        for source in sources {
            if graph.contains(source) && tree.arrive(source, 0, source) {
                queue.push(guess(source), (source, 0));
            }
        }
        while let Some((_, (at, paid))) = queue.pop() {
            if !tree.is_best(at, paid) {
                continue;
            }
            if goal(at) {
                return Some(at);
            }
            graph.for_each_neighbour(at, |next| {
                if let Some(total) = paid.checked_add(cost(at, next))
                    && tree.improve(next, total, at)
                {
                    queue.push(total.saturating_add(guess(next)), (next, total));
                }
            });
        }
        None
    }

    /// Costs and paths of the cells reached.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }
}

impl Default for AStar {
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
        /// Guesses are any numbers up to the true cost, consistent or not.
        #[test]
        fn is_optimal_for_any_modest_guess(seed: u64, largest in 1..9u64) {
            let mut rng = Rng::new(seed);
            let mut search = AStar::new();
            for _ in 0..3 {
                let board = random_board(&mut rng, 12);
                let size = board.size();
                let tolls: Vec<u32> = size.cells().map(|_| 1 + rng.below(largest) as u32).collect();
                let cost = |from: Cell, to: Cell| tolls[from.index()].max(tolls[to.index()]);
                let (from, to) = (random_cell(&mut rng, size), random_cell(&mut rng, size));
                // Steps cost the same both ways, so costs from the goal are costs to it.
                let truth = slow_costs(&board, &[to], cost);
                let share = rng.unit();
                let guesses: Vec<u32> = truth
                    .iter()
                    .map(|cost| cost.map_or(0, |cost| if rng.chance(share) { cost } else { rng.below(u64::from(cost) + 1) as u32 }))
                    .collect();
                let found = search.run(&board, [from], cost, |cell| guesses[cell.index()], |cell| cell == to);
                let expected = if board.get(from) { truth[from.index()] } else { None };
                prop_assert_eq!(found.and_then(|cell| search.tree().cost(cell)), expected);
                if found.is_some() {
                    prop_assert_eq!(Some(walk(&board, &search.tree().path(to), cost)), expected);
                }
                let guess = |cell| size.point(cell).manhattan(size.point(to));
                let found = search.run(&board, [from], |_, _| 1, guess, |cell| cell == to);
                let truth = slow_costs(&board, &[from], |_, _| 1)[to.index()];
                prop_assert_eq!(found.and_then(|cell| search.tree().cost(cell)), truth);
            }
        }
    }
}
