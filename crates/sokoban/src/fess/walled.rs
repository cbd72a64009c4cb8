//! Boxes that can no longer move become walls; can the others still be served?
//!
//! A frozen group with all its boxes on targets is no deadlock by itself, but
//! it may cut the way to other targets. With the frozen boxes as walls, every
//! other target is pulled from again, and boxes are matched to the targets
//! they can still reach. What is found is kept for each set of frozen boxes.

use super::macros::{BoxMacro, MacroGenerator};
use crate::board::{Board, Square};
use crate::deadlock::freeze::frozen;
use crate::zobrist::Zobrist;
use rustc_hash::FxHashMap;

/// The most sets of frozen boxes that are remembered.
const MEMORY: usize = 4_096;
/// And the most bytes for them.
const MOST_BYTES: usize = 8 << 20;

/// The test with its memory.
#[derive(Clone, Debug)]
pub struct Walled {
    zobrist: Zobrist,
    generator: MacroGenerator,
    macros: Vec<BoxMacro>,
    frozen: Vec<Square>,
    /// For each set of frozen boxes: per square the targets a box can reach.
    known: FxHashMap<u64, Vec<u128>>,
    owner: Vec<u16>,
}

impl Walled {
    /// Working memory for a board.
    pub fn new(board: &Board) -> Self {
        Self {
            zobrist: Zobrist::new(board.squares),
            generator: MacroGenerator::new(board),
            macros: Vec::new(),
            frozen: Vec::new(),
            known: FxHashMap::default(),
            owner: vec![u16::MAX; 128],
        }
    }

    /// Bytes that are remembered.
    pub fn bytes(&self, board: &Board) -> usize {
        self.known.len() * ((board.squares + 1) * 16 + 64)
    }

    /// Whether the position is dead because of what is frozen in it.
    pub fn dead(&mut self, board: &Board, solid: &[u8], boxes: &[Square]) -> bool {
        frozen(board, solid, boxes, false, &mut self.frozen);
        if self.frozen.is_empty() || board.targets.len() > 128 {
            return false;
        }
        if self.frozen.iter().any(|&square| !board.is_target[square as usize]) {
            return true;
        }
        let key = self.zobrist.boxes(&self.frozen);
        if !self.known.contains_key(&key) {
            if self.known.len() >= MEMORY.min(MOST_BYTES / (board.squares * 16)) {
                self.known.clear();
            }
            let reach = self.reach(board);
            self.known.insert(key, reach);
        }
        let reach = &self.known[&key];
        self.owner.fill(u16::MAX);
        for row in 0..boxes.len() {
            let mut tried = 0u128;
            if !self.frozen.contains(&boxes[row]) && !give(reach, &mut self.owner, boxes, row, &mut tried) {
                return true;
            }
        }
        false
    }

    fn reach(&mut self, board: &Board) -> Vec<u128> {
        let mut reach = vec![0u128; board.squares + 1];
        let mut solid = board.solid(&[]);
        for &square in &self.frozen {
            solid[square as usize] = 2;
        }
        for (bit, &target) in board.targets.iter().enumerate() {
            if self.frozen.contains(&target) {
                continue;
            }
            reach[target as usize] |= 1 << bit;
            self.macros.clear();
            self.generator.pull(board, &solid, target, |_| true, &mut self.macros);
            for carry in &self.macros {
                reach[carry.to as usize] |= 1 << bit;
            }
        }
        reach
    }
}

/// Gives a box a target, moving others on if need be.
fn give(reach: &[u128], owner: &mut [u16], boxes: &[Square], row: usize, tried: &mut u128) -> bool {
    loop {
        let choices = reach[boxes[row] as usize] & !*tried;
        if choices == 0 {
            return false;
        }
        let bit = choices.trailing_zeros() as usize;
        *tried |= 1 << bit;
        if owner[bit] == u16::MAX || give(reach, owner, boxes, owner[bit] as usize, tried) {
            owner[bit] = row as u16;
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn a_frozen_pair_shuts_the_way() {
        // The two boxes in the mouth are home for ever; a target lies behind.
        let rows = ["########", "#   #..#", "# $ ..##", "# $ ..##", "# $$@ ##", "# $   ##", "########"];
        let level = Level::from_rows(rows);
        let board = Board::new(&level.expect("a level")).expect("a board");
        let at = |row: usize, col: usize| board.square_of[row * 8 + col];
        let mut walled = Walled::new(&board);
        let open = [at(2, 2), at(3, 2), at(4, 2), at(4, 3)];
        assert!(!walled.dead(&board, &board.solid(&open), &open));
        let shut = [at(2, 4), at(2, 5), at(3, 4), at(3, 5), at(4, 2), at(4, 3)];
        assert!(walled.dead(&board, &board.solid(&shut), &shut));
    }
}
