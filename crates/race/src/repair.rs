//! The fewest cells to free.
//!
//! For one pair of cells [`open_path`] is exact and gives the shortest of the
//! cheapest paths. For several players [`connect`] is exact up to
//! [`EXACT_CELLS`] cells by dynamic programming over sets of players
//! (the module `steiner`); on larger boards it frees the path of one player after the
//! other, which is at most as many times the minimum as there are players, and
//! it says how far from the minimum it can be at most.

mod single;
mod steiner;

pub use single::{Opening, open_path};

use crate::Labyrinth;
use dedale_grid::Cell;

/// The largest board, in cells, on which [`connect`] is exact.
pub const EXACT_CELLS: usize = 1 << 22;

/// The most rows and columns together on which [`connect`] is exact: four
/// straight paths through rubble are counted in 16 bits.
const LONGEST_SIDES: usize = 16_000;

/// Cells to free so that everybody reaches the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The blocked cells to free, row by row.
    pub cells: Vec<Cell>,
    /// No repair frees fewer cells than this; equal to the number of cells
    /// when the repair is the minimum.
    pub at_least: usize,
}

impl Repair {
    /// Whether no repair with fewer cells exists.
    pub fn is_minimum(&self) -> bool {
        self.cells.len() == self.at_least
    }
}

/// The fewest cells to free so that every player reaches the target, on boards
/// up to [`EXACT_CELLS`]; beyond, few cells and a bound. All given cells lie
/// inside the ring; those that are blocked are freed as well.
pub fn connect(labyrinth: &Labyrinth, target: Cell, players: &[Cell]) -> Repair {
    let size = labyrinth.size();
    if size.area() <= EXACT_CELLS && size.rows() + size.cols() <= LONGEST_SIDES {
        let cells = steiner::tree(labyrinth, target, players);
        Repair { at_least: cells.len(), cells }
    } else {
        connect_in_turn(labyrinth, target, players)
    }
}

/// Frees the cheapest path of one player after the other; a later one uses
/// what an earlier one freed. Each costs at most its own minimum, and no
/// repair is cheaper than the dearest player's.
fn connect_in_turn(labyrinth: &Labyrinth, target: Cell, players: &[Cell]) -> Repair {
    let mut open = labyrinth.clone();
    let mut at_least = 0;
    let mut cells = Vec::new();
    for &player in players {
        let alone = open_path(labyrinth, player, target).map_or(0, |opening| opening.cells.len());
        at_least = at_least.max(alone);
        let opening = open_path(&open, player, target).map_or(Vec::new(), |opening| opening.cells);
        opening.iter().for_each(|&cell| open.open(cell));
        cells.extend(opening);
    }
    cells.sort_unstable();
    Repair { cells, at_least }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{random_labyrinth, slow_distances};
    use dedale_grid::Rng;

    /// The fewest cells whose freeing connects everybody, by trying all sets
    /// of blocked inner cells.
    fn brute_force(labyrinth: &Labyrinth, target: Cell, players: &[Cell]) -> usize {
        let blocked: Vec<Cell> =
            labyrinth.size().cells().filter(|&cell| labyrinth.is_inner(cell) && !labyrinth.is_free(cell)).collect();
        let connects = |set: u32| {
            let mut open = labyrinth.clone();
            blocked.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).for_each(|(_, &cell)| open.open(cell));
            let steps = slow_distances(&open, target);
            players.iter().all(|player| steps[player.index()].is_some())
        };
        let sets = (0..1u32 << blocked.len()).filter(|&set| connects(set));
        sets.map(|set| set.count_ones() as usize).min().expect("freeing everything connects everybody")
    }

    #[test]
    fn exact_against_brute_force() {
        let mut rng = Rng::new(77);
        let mut checked = [0; 5];
        while checked[1..].iter().any(|&count| count < 25) {
            let labyrinth = random_labyrinth(&mut rng, 7);
            let size = labyrinth.size();
            let blocked = size.cells().filter(|&c| labyrinth.is_inner(c) && !labyrinth.is_free(c)).count();
            let mut inner: Vec<Cell> = size.cells().filter(|&cell| labyrinth.is_inner(cell)).collect();
            let count = 1 + rng.index(4);
            if blocked > 10 || inner.len() <= count || checked[count] >= 60 {
                continue;
            }
            checked[count] += 1;
            rng.shuffle(&mut inner);
            let (target, players) = (inner[0], &inner[1..=count]);
            let expected = brute_force(&labyrinth, target, players);
            let repair = connect(&labyrinth, target, players);
            assert_eq!(repair.cells.len(), expected, "{}{target:?} {players:?}", labyrinth.free());
            assert!(repair.is_minimum());
            let in_turn = connect_in_turn(&labyrinth, target, players);
            assert!(in_turn.at_least <= expected && expected <= in_turn.cells.len());
            assert!(in_turn.cells.len() <= expected * count);
            for repair in [repair, in_turn] {
                let mut open = labyrinth.clone();
                for &cell in &repair.cells {
                    assert!(!labyrinth.is_free(cell));
                    open.open(cell);
                }
                let steps = slow_distances(&open, target);
                assert!(players.iter().all(|player| steps[player.index()].is_some()));
            }
            if count == 1 {
                assert_eq!(open_path(&labyrinth, players[0], target).unwrap().cells.len(), expected);
            }
        }
    }
}
