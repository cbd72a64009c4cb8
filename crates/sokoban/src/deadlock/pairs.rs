//! Pairs of boxes that are dead whatever the rest does.
//!
//! Working backwards from every pair of targets, boxes are pulled wherever
//! they can go; a pair of squares never met on the way is dead. The table
//! holds one bit a pair. Cost: one flood for every pair and player zone, so
//! it is made only for boards with at most [`MAX_LIVE`] live squares.

use super::corral::regions;
use crate::board::{Board, Square};
use crate::position::Zone;
use rustc_hash::FxHashSet;

/// The most live squares a table is made for.
pub const MAX_LIVE: usize = 260;

/// The dead pairs of a board.
#[derive(Clone, Debug)]
pub struct Pairs {
    words: usize,
    bits: Vec<u64>,
}

impl Pairs {
    /// Computes the table of pairs that cannot be pushed to targets; `None` if
    /// the board is too large for it, has too few boxes to need it, or
    /// `keep_on` says stop.
    pub fn new(board: &Board, keep_on: &dyn Fn() -> bool) -> Option<Self> {
        Self::search(board, &board.targets, true, keep_on)
    }

    /// The same backwards: pairs that cannot be pulled to squares of the start.
    pub fn mirrored(board: &Board, keep_on: &dyn Fn() -> bool) -> Option<Self> {
        Self::search(board, &board.boxes, false, keep_on)
    }

    /// Spreads from all pairs of `homes`, by pulling or by pushing.
    fn search(board: &Board, homes: &[Square], pull: bool, keep_on: &dyn Fn() -> bool) -> Option<Self> {
        if board.live_squares.len() > MAX_LIVE || board.boxes.len() < 2 {
            return None;
        }
        let words = (board.squares + 1).div_ceil(64);
        let mut table = Self { words, bits: vec![0; (board.squares + 1) * words] };
        for &a in &board.live_squares {
            for &b in &board.live_squares {
                table.set(a, b, a != b);
            }
        }
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let mut stack: Vec<(Square, Square, Square)> = Vec::new();
        let mut solid = board.solid(&[]);
        let mut zone = Zone::new(board);
        let mut later = Zone::new(board);
        let key = |a: Square, b: Square, zone: Square| {
            let (a, b) = (a.min(b), a.max(b));
            u64::from(a) << 32 | u64::from(b) << 16 | u64::from(zone)
        };
        for (index, &a) in homes.iter().enumerate() {
            for &b in &homes[index + 1..] {
                solid[a as usize] = 1;
                solid[b as usize] = 1;
                if !keep_on() {
                    return None;
                }
                let region = regions(board, &solid);
                for start in 0..board.squares as Square {
                    let first = solid[start as usize] == 0 && region[start as usize] == start;
                    if first && seen.insert(key(a, b, start)) {
                        stack.push((a, b, start));
                    }
                }
                solid[a as usize] = 0;
                solid[b as usize] = 0;
            }
        }
        let mut count = 0u32;
        while let Some((a, b, player)) = stack.pop() {
            count += 1;
            if count.is_multiple_of(256) && !keep_on() {
                return None;
            }
            table.set(a, b, false);
            table.set(b, a, false);
            solid[a as usize] = 1;
            solid[b as usize] = 1;
            zone.flood(board, &solid, player);
            for (moved, other) in [(a, b), (b, a)] {
                for dir in 0..4 {
                    let to = board.next[moved as usize][dir];
                    let (stand, end) = if pull {
                        (to, board.next[to as usize][dir])
                    } else {
                        (board.next[moved as usize][(dir + 2) & 3], moved)
                    };
                    let room = if pull { solid[end as usize] == 0 } else { solid[to as usize] == 0 };
                    if !zone.contains(stand) || !room || !board.live[to as usize] {
                        continue;
                    }
                    solid[moved as usize] = 0;
                    solid[to as usize] = 1;
                    let name = later.flood(board, &solid, end);
                    if seen.insert(key(to, other, name)) {
                        stack.push((to, other, name));
                    }
                    solid[to as usize] = 0;
                    solid[moved as usize] = 1;
                }
            }
            solid[a as usize] = 0;
            solid[b as usize] = 0;
        }
        Some(table)
    }

    fn set(&mut self, a: Square, b: Square, dead: bool) {
        let word = &mut self.bits[a as usize * self.words + b as usize / 64];
        let bit = 1u64 << (b % 64);
        if dead {
            *word |= bit;
        } else {
            *word &= !bit;
        }
    }

    /// Whether boxes on these two squares are dead.
    #[inline]
    pub fn dead(&self, a: Square, b: Square) -> bool {
        self.bits[a as usize * self.words + b as usize / 64] >> (b % 64) & 1 == 1
    }

    /// Whether a box on a square is dead together with any of the boxes.
    #[inline]
    pub fn kills(&self, square: Square, boxes: &[Square]) -> bool {
        boxes.iter().any(|&other| other != square && self.dead(square, other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn side_by_side_on_the_wall() {
        let rows = ["########", "#. .   #", "#  $$ .#", "#   @ .#", "########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let pairs = Pairs::new(&board, &|| true).expect("a small board");
        let at = |row: usize, col: usize| board.square_of[row * 8 + col];
        assert!(pairs.dead(at(1, 4), at(1, 5)), "two boxes along the upper wall");
        assert!(!pairs.dead(at(2, 3), at(2, 4)));
        assert!(!pairs.dead(at(1, 1), at(1, 3)), "both on targets");
    }
}
