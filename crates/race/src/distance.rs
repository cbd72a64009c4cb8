//! Steps to the target from everywhere, by one search.

use crate::Labyrinth;
use dedale_grid::{Cell, Dir};

/// The steps to one cell from every cell, computed by one breadth-first search
/// from it: O(cells), and no memory taken anew for boards of the same size.
///
/// Whoever holds the map walks a shortest path from anywhere without another
/// search: any step to a smaller distance is one.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    steps: Vec<u32>,
    /// The cells reached, in order: the queue is its tail.
    order: Vec<u32>,
    cols: usize,
}

impl PartialEq for Distances {
    fn eq(&self, other: &Self) -> bool {
        self.cols == other.cols && self.steps == other.steps
    }
}

/// The distance of a free cell from which the target cannot be reached.
const NEVER: u32 = u32::MAX;
/// The distance of a blocked cell: the inner loop asks one array only.
const BLOCKED: u32 = NEVER - 1;

impl Distances {
    /// The distances to a cell.
    pub fn to(labyrinth: &Labyrinth, target: Cell) -> Self {
        let mut map = Self::default();
        map.compute(labyrinth, target, &[]);
        map
    }

    /// Computes the distances anew, in the same memory; cells in `barred`
    /// count as blocked.
    pub fn compute(&mut self, labyrinth: &Labyrinth, target: Cell, barred: &[Cell]) {
        let size = labyrinth.size();
        let (free, cols) = (labyrinth.free(), size.cols());
        self.cols = cols;
        self.steps.resize(size.area(), NEVER);
        for (row, steps) in self.steps.chunks_exact_mut(cols).enumerate() {
            for (steps, &word) in steps.chunks_mut(64).zip(free.row(row)) {
                for (bit, steps) in steps.iter_mut().enumerate() {
                    *steps = BLOCKED + (word >> bit & 1) as u32;
                }
            }
        }
        for cell in barred {
            self.steps[cell.index()] = BLOCKED;
        }
        // A neighbour is always written to the end of the queue and only
        // counted if it is new: no branch to guess wrongly. The last place is
        // for neighbours of the last cell that are not new.
        self.order.resize(size.area() + 1, 0);
        let (mut head, mut tail) = (0, 0);
        if self.steps[target.index()] == NEVER {
            self.steps[target.index()] = 0;
            self.order[0] = target.index() as u32;
            tail = 1;
        }
        while head < tail {
            let at = self.order[head] as usize;
            head += 1;
            let next_steps = self.steps[at] + 1;
            // The ring is blocked, so all four neighbours exist.
            for next in [at - cols, at + 1, at + cols, at - 1] {
                let steps = &mut self.steps[next];
                let fresh = *steps == NEVER;
                *steps = if fresh { next_steps } else { *steps };
                self.order[tail] = next as u32;
                tail += usize::from(fresh);
            }
        }
    }

    /// The steps from a cell, `None` if the target cannot be reached.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<u32> {
        self.steps.get(cell.index()).copied().filter(|&steps| steps < BLOCKED)
    }

    /// The directions from a cell that come one step nearer, as bits by
    /// [`Dir::index`].
    #[inline]
    pub fn nearer(&self, cell: Cell) -> u8 {
        let at = cell.index();
        let here = self.steps[at];
        if here >= BLOCKED || here == 0 {
            return 0;
        }
        let neighbours = [at - self.cols, at + 1, at + self.cols, at - 1];
        let bit = |dir: usize| u8::from(self.steps[neighbours[dir]] == here - 1) << dir;
        bit(0) | bit(1) | bit(2) | bit(3)
    }

    /// A shortest path from a cell to the target, both included: at every fork
    /// the first of up, right, down, left. Empty if there is none.
    pub fn path(&self, from: Cell) -> Vec<Cell> {
        if self.get(from).is_none() {
            return Vec::new();
        }
        let mut path = vec![from];
        let mut at = from;
        loop {
            let nearer = self.nearer(at);
            if nearer == 0 {
                return path;
            }
            at = self.beside(at, Dir::from_index(nearer.trailing_zeros() as usize));
            path.push(at);
        }
    }

    /// The cell beside an inner cell.
    #[inline]
    fn beside(&self, cell: Cell, dir: Dir) -> Cell {
        let at = cell.index();
        let next = match dir {
            Dir::Up => at - self.cols,
            Dir::Right => at + 1,
            Dir::Down => at + self.cols,
            Dir::Left => at - 1,
        };
        Cell::new(next as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{random_labyrinth, slow_distances};
    use dedale_grid::Rng;

    #[test]
    fn agrees_with_relaxation() {
        let mut rng = Rng::new(11);
        let mut map = Distances::default();
        for _ in 0..2000 {
            let labyrinth = random_labyrinth(&mut rng, 12);
            let target = Cell::new(rng.below(labyrinth.size().area() as u64) as u32);
            map.compute(&labyrinth, target, &[]);
            let expected = slow_distances(&labyrinth, target);
            for cell in labyrinth.size().cells() {
                assert_eq!(map.get(cell), expected[cell.index()]);
                assert_eq!(map.path(cell).len(), expected[cell.index()].map_or(0, |steps| steps as usize + 1));
            }
        }
    }
}
