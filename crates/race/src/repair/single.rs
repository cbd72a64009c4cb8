//! The fewest cells to free between two cells, and the shortest path then.
//!
//! A 0-1 breadth-first search that keeps steps in order too: level by level of
//! freed cells, and within a level by steps. The blocked cells met in a level
//! are met in the order of their steps, so they start the next level as a
//! sorted queue, merged with the first-in-first-out queue of the free cells.
//! Every cell is entered once: O(cells) time, one byte a cell and the fronts.

use crate::Labyrinth;
use dedale_grid::{Cell, Dir, Queue};

/// A path and the cells to free for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The blocked cells on the path, row by row.
    pub cells: Vec<Cell>,
    /// The path, both ends included.
    pub path: Vec<Cell>,
}

/// Among the paths that need the fewest blocked inner cells freed, a shortest
/// one. `None` if an end lies on the ring.
pub fn open_path(labyrinth: &Labyrinth, from: Cell, to: Cell) -> Option<Opening> {
    let size = labyrinth.size();
    if !labyrinth.is_inner(from) || !labyrinth.is_inner(to) {
        return None;
    }
    // How a cell was entered: 0 not yet, 1 + direction, or the ring and the
    // first cell, which nothing enters again.
    const CLOSED: u8 = 9;
    let mut entered = vec![0; size.area()];
    let cols = size.cols();
    for row in entered.chunks_exact_mut(cols) {
        (row[0], row[cols - 1]) = (CLOSED, CLOSED);
    }
    entered[..cols].fill(CLOSED);
    let last_row = size.area() - cols;
    entered[last_row..].fill(CLOSED);
    entered[from.index()] = CLOSED;

    let mut blocked_now = Queue::new();
    let mut blocked_next = Queue::new();
    let mut free_now: Queue<(u32, Cell)> = Queue::new();
    free_now.push((0, from));
    while entered[to.index()] == 0 {
        let use_free = match (free_now.peek(), blocked_now.peek()) {
            (Some((free, _)), Some((blocked, _))) => free <= blocked,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => {
                if blocked_next.is_empty() {
                    break;
                }
                std::mem::swap(&mut blocked_now, &mut blocked_next);
                continue;
            }
        };
        let Some((steps, at)) = (if use_free { free_now.pop() } else { blocked_now.pop() }) else { break };
        for (dir, next) in size.neighbours(at) {
            let place = &mut entered[next.index()];
            if *place == 0 {
                *place = 1 + dir.index() as u8;
                let queue = if labyrinth.is_free(next) { &mut free_now } else { &mut blocked_next };
                queue.push((steps + 1, next));
            }
        }
    }
    let mut path = vec![to];
    let mut at = to;
    while at != from {
        let dir = Dir::from_index(usize::from(entered[at.index()]) - 1);
        at = size.step(at, dir.opposite())?;
        path.push(at);
    }
    path.reverse();
    let mut cells: Vec<Cell> = path.iter().copied().filter(|&cell| !labyrinth.is_free(cell)).collect();
    cells.sort_unstable();
    Some(Opening { cells, path })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_labyrinth;
    use dedale_grid::Rng;

    /// Freed cells and steps by relaxing until nothing changes.
    fn slow(labyrinth: &Labyrinth, from: Cell, to: Cell) -> (u32, u32) {
        let size = labyrinth.size();
        let toll = |cell| u32::from(!labyrinth.is_free(cell));
        let mut best = vec![(u32::MAX, u32::MAX); size.area()];
        best[from.index()] = (toll(from), 0);
        loop {
            let before = best.clone();
            for at in size.cells().filter(|&cell| labyrinth.is_inner(cell)) {
                for (_, near) in size.neighbours(at) {
                    let (freed, steps) = best[near.index()];
                    if freed < u32::MAX {
                        best[at.index()] = best[at.index()].min((freed + toll(at), steps + 1));
                    }
                }
            }
            if best == before {
                return best[to.index()];
            }
        }
    }

    #[test]
    fn fewest_cells_then_fewest_steps() {
        let mut rng = Rng::new(21);
        for _ in 0..2000 {
            let labyrinth = random_labyrinth(&mut rng, 12);
            let size = labyrinth.size();
            let cell = |rng: &mut Rng| Cell::new(rng.below(size.area() as u64) as u32);
            let (from, to) = (cell(&mut rng), cell(&mut rng));
            let opening = open_path(&labyrinth, from, to);
            if !labyrinth.is_inner(from) || !labyrinth.is_inner(to) {
                assert_eq!(opening, None);
                continue;
            }
            let Opening { cells, path } = opening.unwrap();
            assert_eq!((cells.len() as u32, path.len() as u32 - 1), slow(&labyrinth, from, to));
            assert_eq!((path[0], path[path.len() - 1]), (from, to));
            for step in path.windows(2) {
                assert_eq!(size.point(step[0]).manhattan(size.point(step[1])), 1);
            }
            for at in path {
                assert!(labyrinth.is_inner(at) && (labyrinth.is_free(at) || cells.contains(&at)));
            }
        }
    }
}
