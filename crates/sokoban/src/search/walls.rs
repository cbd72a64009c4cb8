//! A bound with frozen boxes as walls.
//!
//! A box that can no longer move stands on its target for ever, and the others
//! go round it: their ways may be longer then, or there may be none. The ways
//! are measured once for each set of frozen boxes.

use crate::board::{Board, FAR, Square};
use crate::deadlock::freeze::frozen;
use crate::deadlock::matching::Assignment;
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::zobrist::Zobrist;
use rustc_hash::FxHashMap;

/// The most bytes of ways that are remembered.
const MOST_BYTES: usize = 64 << 20;

/// The bound with its memory.
pub(super) struct Walls {
    zobrist: Zobrist,
    generator: MacroGenerator,
    macros: Vec<BoxMacro>,
    frozen: Vec<Square>,
    /// For each set of frozen boxes the ways from every square to every target,
    /// or nothing if they are as short as without.
    known: FxHashMap<u64, Option<Vec<u16>>>,
    bytes: usize,
    assignment: Assignment,
}

/// What frozen boxes do to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing that the plain matching does not see.
    Nothing,
    /// So many pushes are needed at least.
    AtLeast(u32),
    /// Some box can no longer be served.
    Dead,
}

impl Walls {
    pub(super) fn new(board: &Board) -> Self {
        Self {
            zobrist: Zobrist::new(board.squares),
            generator: MacroGenerator::new(board),
            macros: Vec::new(),
            frozen: Vec::new(),
            known: FxHashMap::default(),
            bytes: 0,
            assignment: Assignment::default(),
        }
    }

    /// Bytes that are remembered.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The bound of a position; `solid` has the boxes on it.
    pub(super) fn look(&mut self, board: &Board, solid: &[u8], boxes: &[Square]) -> Verdict {
        if !boxes.iter().any(|&square| board.is_target[square as usize]) {
            return Verdict::Nothing;
        }
        frozen(board, solid, boxes, false, &mut self.frozen);
        if self.frozen.is_empty() {
            return Verdict::Nothing;
        }
        if self.frozen.iter().any(|&square| !board.is_target[square as usize]) {
            return Verdict::Dead;
        }
        self.bound(board, boxes)
    }

    /// The bound if these boxes, all on targets, stayed where they are for ever.
    pub(super) fn with(&mut self, board: &Board, fixed: &[Square], boxes: &[Square]) -> Verdict {
        self.frozen.clear();
        self.frozen.extend_from_slice(fixed);
        self.bound(board, boxes)
    }

    fn bound(&mut self, board: &Board, boxes: &[Square]) -> Verdict {
        let key = self.zobrist.boxes(&self.frozen);
        if !self.known.contains_key(&key) {
            if self.bytes > MOST_BYTES {
                self.known.clear();
                self.bytes = 0;
            }
            let ways = self.measure(board);
            self.bytes += 64 + ways.as_ref().map_or(0, Vec::len) * size_of::<u16>();
            self.known.insert(key, ways);
        }
        let Some(ways) = &self.known[&key] else { return Verdict::Nothing };
        let targets = board.targets.len();
        let total = self
            .assignment
            .solve_with(boxes.len(), targets, |row, target| ways[boxes[row] as usize * targets + target]);
        total.map_or(Verdict::Dead, Verdict::AtLeast)
    }

    /// The ways of a lone box between the frozen ones, unless they are as short
    /// as without; a frozen box has no way but to stay.
    fn measure(&mut self, board: &Board) -> Option<Vec<u16>> {
        let targets = board.targets.len();
        let mut ways = vec![FAR; (board.squares + 1) * targets];
        let mut solid = board.solid(&[]);
        for &square in &self.frozen {
            solid[square as usize] = 2;
        }
        for (index, &target) in board.targets.iter().enumerate() {
            ways[target as usize * targets + index] = 0;
            if self.frozen.contains(&target) {
                continue;
            }
            self.macros.clear();
            self.generator.pull(board, &solid, target, |_| true, &mut self.macros);
            for carry in &self.macros {
                let way = &mut ways[carry.to as usize * targets + index];
                *way = (*way).min(carry.pushes);
            }
        }
        let open = |target: usize| !self.frozen.contains(&board.targets[target]);
        let longer = (0..board.squares as Square).any(|square| {
            let free = !self.frozen.contains(&square);
            (0..targets).any(|target| {
                free && open(target) && ways[square as usize * targets + target] != board.distance(square, target)
            })
        });
        longer.then_some(ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn frozen_boxes_make_ways_longer_or_shut_them() {
        let rows = ["########", "#   #..#", "# $ ..##", "# $ ..##", "# $$@ ##", "# $   ##", "########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let at = |row: usize, col: usize| board.square_of[row * 8 + col];
        let mut walls = Walls::new(&board);
        let open = [at(2, 2), at(3, 2), at(4, 2), at(4, 3), at(5, 2)];
        assert_eq!(walls.look(&board, &board.solid(&open), &open), Verdict::Nothing);
        let shut = [at(2, 4), at(2, 5), at(3, 4), at(3, 5), at(4, 2)];
        assert_eq!(walls.look(&board, &board.solid(&shut), &shut), Verdict::Dead);
    }
}
