//! Random labyrinths and the slow, obvious search that fast ones are held
//! against.

use crate::Labyrinth;
use crate::labyrinth::is_inner;
use dedale_grid::{BitGrid, Cell, Rng, Size};

/// A labyrinth of random size with a random share of free cells.
pub fn random_labyrinth(rng: &mut Rng, largest: usize) -> Labyrinth {
    let mut side = || 3 + rng.index(largest - 2);
    let size = Size::new(side(), side()).unwrap();
    let share = rng.unit();
    let free = BitGrid::from_fn(size, |point| is_inner(size, size.cell(point).unwrap()) && rng.chance(share));
    Labyrinth::new(free).unwrap()
}

/// Distances by relaxing every step until nothing changes.
pub fn slow_distances(labyrinth: &Labyrinth, from: Cell) -> Vec<Option<u32>> {
    let size = labyrinth.size();
    let mut best = vec![None; size.area()];
    best[from.index()] = labyrinth.is_free(from).then_some(0);
    loop {
        let before = best.clone();
        for at in labyrinth.free().cells() {
            for (_, next) in size.neighbours(at) {
                if let Some(steps) = best[next.index()].map(|steps| steps + 1) {
                    best[at.index()] = Some(best[at.index()].map_or(steps, |old: u32| old.min(steps)));
                }
            }
        }
        if best == before {
            return best;
        }
    }
}
