//! Paths whose steps have different costs.

use super::{board, last};
use crate::measure::Race;
use dedale_grid::search::{Dijkstra, ZeroOneBfs};
use dedale_grid::{Cell, Grid, Rng};

/// Races on a square board from corner to corner. Each answer is the cost of
/// the cheapest path.
pub fn run(side: usize) {
    let free = board(side, side, 1);
    let size = free.size();
    let (from, to) = (Cell::new(0), last(size));
    let near = |at: Cell| size.neighbours(at).map(|(_, next)| next);

    let mut rng = Rng::new(4);
    let tolls = Grid::from_fn(size, |_| 1 + rng.below(9) as u32);
    let mut search = Dijkstra::new();
    Race::new(format!("steps that cost 1 to 9, {size}"), "Dijkstra", || {
        search.run(&size, [from], |_, next| tolls[next], |at| at == to);
        search.tree().cost(to)
    })
    .against("pathfinding dijkstra", None, || {
        let steps = |&at: &Cell| near(at).map(|next| (next, tolls[next]));
        pathfinding::directed::dijkstra::dijkstra(&from, steps, |&at| at == to).map(|(_, cost)| cost)
    })
    .run();

    // The free cells of the board stand for blocked ones: 70 % of them.
    let mut search = ZeroOneBfs::new();
    Race::new(format!("fewest cells to open, {size}, 70 % blocked"), "ZeroOneBfs", || {
        search.run(&size, [from], |_, next| free.get(next), |at| at == to);
        search.tree().cost(to)
    })
    .against("pathfinding dijkstra", None, || {
        let steps = |&at: &Cell| near(at).map(|next| (next, u32::from(free.get(next))));
        pathfinding::directed::dijkstra::dijkstra(&from, steps, |&at| at == to).map(|(_, cost)| cost)
    })
    .run();
}
