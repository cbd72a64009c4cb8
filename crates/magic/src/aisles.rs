//! Aisles: the maximal straight runs of cells.
//!
//! A pawn may stop anywhere on a slide, so one move reaches every cell of the
//! two aisles it stands in, the one along its row and the one along its
//! column. Breadth-first search over aisles instead of slides looks at each
//! aisle once and at each cell at most three times (the escalator is an aisle
//! of two cells), so a map of distances is linear in the cells.

use crate::{Colour, Market, Spot};
use dedale_grid::Dir;

/// No way there.
pub const FAR: u16 = u16::MAX;

const NONE: u32 = u32::MAX;

/// The aisles of a supermarket for pawns of a colour.
#[derive(Clone, Debug, Default)]
pub struct Aisles {
    /// The aisles through a cell: along the row, along the column, escalator.
    of: Vec<[u32; 3]>,
    /// Where the cells of each aisle begin in `cells`, and a last end.
    begins: Vec<u32>,
    cells: Vec<u32>,
}

impl Aisles {
    /// The aisles for a pawn; only orange has more than the others.
    pub fn new(market: &Market, pawn: Colour) -> Self {
        let mut aisles = Self::default();
        aisles.rebuild(market, pawn);
        aisles
    }

    /// As [`Aisles::new`], reusing the memory.
    pub fn rebuild(&mut self, market: &Market, pawn: Colour) {
        self.of.clear();
        self.of.resize(market.spots(), [NONE; 3]);
        self.begins.clear();
        self.cells.clear();
        for spot in (0..market.spots() as u32).map(Spot) {
            for (axis, back, ahead) in [(0, Dir::Left, Dir::Right), (1, Dir::Up, Dir::Down)] {
                if self.of[spot.index()][axis] != NONE || market.step_as(spot, back, pawn).is_some() {
                    continue;
                }
                let aisle = self.begins.len() as u32;
                self.begins.push(self.cells.len() as u32);
                let mut at = Some(spot);
                while let Some(here) = at {
                    self.of[here.index()][axis] = aisle;
                    self.cells.push(here.0);
                    at = market.step_as(here, ahead, pawn);
                }
            }
            if let Some(other) = market.escalator(spot).filter(|other| spot < *other) {
                let aisle = self.begins.len() as u32;
                self.begins.push(self.cells.len() as u32);
                self.cells.extend([spot.0, other.0]);
                self.of[spot.index()][2] = aisle;
                self.of[other.index()][2] = aisle;
            }
        }
        self.begins.push(self.cells.len() as u32);
    }

    /// How many moves from every cell to a goal, other pawns apart; with
    /// teleporters that the pawn may jump to from anywhere.
    pub fn distances(&self, goal: Spot, teleporters: &[Spot], map: &mut DistanceMap) {
        map.reset(self, goal);
        // Nothing is farther than a jump and the way from the teleporter.
        let mut cap = if teleporters.contains(&goal) { 1 } else { FAR };
        let mut head = 0;
        while let Some(&at) = map.queue.get(head) {
            head += 1;
            let next = map.moves[at as usize] + 1;
            if next >= cap {
                break;
            }
            self.reach(at, next, map, |cell| {
                if cap == FAR && teleporters.contains(&Spot(cell)) {
                    cap = next + 1;
                }
            });
        }
        if cap != FAR {
            for moves in map.moves.iter_mut().filter(|moves| **moves == FAR) {
                *moves = cap;
            }
        }
    }

    /// How many moves from a start to every cell, with teleporters.
    pub fn distances_from(&self, start: Spot, teleporters: &[Spot], map: &mut DistanceMap) {
        map.reset(self, start);
        let mut head = 0;
        while let Some(&at) = map.queue.get(head) {
            head += 1;
            let next = map.moves[at as usize] + 1;
            self.reach(at, next, map, |_| {});
            if head == 1 {
                for jump in teleporters {
                    if map.moves[jump.index()] == FAR {
                        map.moves[jump.index()] = 1;
                        map.queue.push(jump.0);
                    }
                }
            }
        }
    }

    /// Gives a count to all cells not yet reached in the aisles of a cell.
    #[inline]
    fn reach(&self, at: u32, next: u16, map: &mut DistanceMap, mut reached: impl FnMut(u32)) {
        for aisle in self.of[at as usize] {
            if aisle == NONE || std::mem::replace(&mut map.seen[aisle as usize], true) {
                continue;
            }
            let cells = self.begins[aisle as usize] as usize..self.begins[aisle as usize + 1] as usize;
            for &cell in &self.cells[cells] {
                if map.moves[cell as usize] == FAR {
                    map.moves[cell as usize] = next;
                    map.queue.push(cell);
                    reached(cell);
                }
            }
        }
    }
}

/// Moves to a goal from every cell, and the memory to compute them.
#[derive(Clone, Debug, Default)]
pub struct DistanceMap {
    moves: Vec<u16>,
    queue: Vec<u32>,
    seen: Vec<bool>,
}

impl DistanceMap {
    /// The moves from a cell, [`FAR`] if there is no way.
    #[inline]
    pub fn get(&self, spot: Spot) -> u16 {
        self.moves[spot.index()]
    }

    fn reset(&mut self, aisles: &Aisles, from: Spot) {
        self.moves.clear();
        self.moves.resize(aisles.of.len(), FAR);
        self.seen.clear();
        self.seen.resize(aisles.begins.len(), false);
        self.queue.clear();
        self.queue.push(from.0);
        self.moves[from.index()] = 0;
    }

    /// A map without a goal: nothing is far from anywhere.
    pub fn clear(&mut self, spots: usize) {
        self.moves.clear();
        self.moves.resize(spots, 0);
    }
}
