//! Squares on which a box stands in another box's way for good.
//!
//! Square Y is a hotspot for square X if a box that never leaves Y takes some
//! target away from a box on X. The table holds one bit a pair of squares; it
//! costs one pull from every target for every square.

use super::macros::{BoxMacro, MacroGenerator};
use crate::board::{Board, Square};

/// The most live squares a table is made for, and the most squares in words of
/// 64.
const MAX_LIVE: usize = 260;
const MAX_WORDS: usize = 16;

/// The hotspots of a board.
#[derive(Clone, Debug, Default)]
pub struct Hotspots {
    words: usize,
    /// For each square Y the squares X that suffer.
    bits: Vec<u64>,
}

impl Hotspots {
    /// Computes the table; an empty one if the board is too large, has more
    /// than 128 targets, or `keep_on` says stop.
    pub fn new(board: &Board, keep_on: &dyn Fn() -> bool) -> Self {
        let words = (board.squares + 1).div_ceil(64);
        if board.live_squares.len() > MAX_LIVE || words > MAX_WORDS || board.targets.len() > 128 {
            return Self::default();
        }
        let mut table = Self { words, bits: vec![0; (board.squares + 1) * words] };
        let mut generator = MacroGenerator::new(board);
        let mut macros: Vec<BoxMacro> = Vec::new();
        let mut solid = board.solid(&[]);
        let mut reach = vec![0u128; board.squares + 1];
        let mut pull = |solid: &[u8], reach: &mut Vec<u128>| {
            reach.fill(0);
            for (bit, &target) in board.targets.iter().enumerate() {
                if solid[target as usize] != 0 {
                    continue;
                }
                reach[target as usize] |= 1 << bit;
                macros.clear();
                generator.pull(board, solid, target, |_| true, &mut macros);
                for carry in &macros {
                    reach[carry.to as usize] |= 1 << bit;
                }
            }
        };
        let mut free = vec![0u128; board.squares + 1];
        pull(&solid, &mut free);
        let mark: Vec<u128> = {
            let mut mark = vec![0; board.squares + 1];
            for (bit, &target) in board.targets.iter().enumerate() {
                mark[target as usize] = 1 << bit;
            }
            mark
        };
        for &y in &board.live_squares {
            if !keep_on() {
                return Self::default();
            }
            solid[y as usize] = 2;
            pull(&solid, &mut reach);
            solid[y as usize] = 0;
            for &x in &board.live_squares {
                // The target under Y itself is no loss.
                if x != y && free[x as usize] & !reach[x as usize] & !mark[y as usize] != 0 {
                    table.bits[y as usize * words + x as usize / 64] |= 1 << (x % 64);
                }
            }
        }
        table
    }

    /// How many of the boxes stand in some other box's way.
    pub fn count(&self, boxes: &[Square]) -> u16 {
        if self.words == 0 {
            return 0;
        }
        let mut held = [0u64; MAX_WORDS];
        for &square in boxes {
            held[square as usize / 64] |= 1 << (square % 64);
        }
        let hot = |y: Square| {
            let line = &self.bits[y as usize * self.words..][..self.words];
            line.iter().zip(&held).any(|(suffer, held)| suffer & held != 0)
        };
        boxes.iter().filter(|&&y| hot(y)).count() as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn a_box_in_the_corridor_is_hot() {
        let rows = ["####   ####", "#  #####  #", "# @$  $ ..#", "#  #####  #", "####   ####"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let hot = Hotspots::new(&board, &|| true);
        assert_eq!(hot.count(&board.boxes), 1, "the box ahead is in the way of the one behind");
        assert_eq!(hot.count(&board.boxes[..1]), 0);
    }
}
