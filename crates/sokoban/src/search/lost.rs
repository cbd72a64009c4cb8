//! Squares of the start that no box can come to any more.
//!
//! A search backwards brings boxes to the squares of the start, and a box that
//! is there too early shuts out others. So with the boxes at home as walls, each
//! square still empty is asked from where a box comes to it; empty squares
//! without a box in a matching of both are *lost* until some box leaves its home
//! again. That is a measure, not a proof: boxes at home may well leave it.
//!
//! The player has to come to the start, too: if asked for, each box at home that must
//! step aside for that counts like a lost square.
//!
//! Cost: a push of a lone box for each empty square and each set of boxes at
//! home, which is kept, since the same sets come again and again; then a flood and
//! a matching a position; for the player a walk over the board.

use crate::board::{Board, Square};
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::fess::plan::give;
use crate::position::Zone;
use crate::zobrist::Zobrist;
use dedale_grid::Marks;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The most bytes of sets that are kept; then all are forgotten.
const MOST_BYTES: usize = 32 << 20;
/// Up to so many boxes on their way, each is in the player's way itself.
const FEW: usize = 4;

/// For each square of a box and side of the player the empty squares of the
/// start from which it is pushed there.
type Sources = Box<[u128]>;

/// Tells how many squares are lost.
#[derive(Clone, Debug)]
pub(crate) struct LostSquares {
    /// Which number a square of the start has.
    start: Vec<Option<u8>>,
    known: FxHashMap<u64, Sources>,
    generator: MacroGenerator,
    macros: Vec<BoxMacro>,
    zone: Zone,
    /// The boxes at home, and the others.
    solid: Vec<u8>,
    away: Vec<Square>,
    rows: Vec<u128>,
    owner: Vec<u16>,
    /// Whether boxes in the player's way count too.
    player_counts: bool,
    /// Squares to look at, by the boxes on the way there, and those looked at.
    queue: VecDeque<(Square, u16)>,
    seen: Marks,
}

impl LostSquares {
    /// For a board of at most 128 boxes.
    pub(crate) fn new(board: &Board) -> Self {
        let mut start = vec![None; board.squares + 1];
        for (index, &square) in board.boxes.iter().enumerate() {
            start[square as usize] = Some(index as u8);
        }
        Self {
            start,
            known: FxHashMap::default(),
            generator: MacroGenerator::new(board),
            macros: Vec::new(),
            zone: Zone::new(board),
            solid: board.solid(&[]),
            away: Vec::new(),
            rows: Vec::new(),
            owner: Vec::new(),
            player_counts: false,
            queue: VecDeque::new(),
            seen: Marks::new(board.squares + 1),
        }
    }

    /// Counts boxes at home that stand between the player and the start as well.
    pub(crate) fn with_player(self) -> Self {
        Self { player_counts: true, ..self }
    }

    /// How many boxes of a position are not at home.
    pub(crate) fn away(&self, boxes: &[Square]) -> u16 {
        boxes.iter().filter(|&&square| self.start[square as usize].is_none()).count() as u16
    }

    /// How many squares are lost, if that takes no time to speak of.
    pub(crate) fn peek(&mut self, board: &Board, zobrist: &Zobrist, boxes: &[Square], player: Square) -> Option<u16> {
        let key = self.part(board, zobrist, boxes);
        let known = self.away.is_empty() || self.known.contains_key(&key);
        known.then(|| self.unmatched(board, key, player) + self.in_the_way(board, player))
    }

    /// How many squares are lost.
    pub(crate) fn count(&mut self, board: &Board, zobrist: &Zobrist, boxes: &[Square], player: Square) -> u16 {
        let key = self.part(board, zobrist, boxes);
        if !self.away.is_empty() && !self.known.contains_key(&key) {
            self.learn(board, key);
        }
        self.unmatched(board, key, player) + self.in_the_way(board, player)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.known.len() * (self.solid.len() * 4 * size_of::<u128>() + 64)
    }

    /// Tells boxes at home from others; the name of the set of the former.
    fn part(&mut self, board: &Board, zobrist: &Zobrist, boxes: &[Square]) -> u64 {
        self.away.clear();
        self.solid[..board.squares].fill(0);
        let mut key = 0;
        for &square in boxes {
            if self.start[square as usize].is_some() {
                self.solid[square as usize] = 1;
                key ^= zobrist.of(square);
            } else {
                self.away.push(square);
            }
        }
        key
    }

    /// How many of the boxes on their way get no square.
    fn unmatched(&mut self, board: &Board, key: u64, player: Square) -> u16 {
        let Some(sources) = self.known.get(&key) else { return 0 };
        let Self { away, solid, zone, rows, owner, .. } = self;
        let few = away.len() <= FEW;
        if !few {
            zone.flood(board, solid, player);
        }
        rows.clear();
        for &square in away.iter() {
            if few {
                solid[square as usize] = 1;
                zone.flood(board, solid, player);
                solid[square as usize] = 0;
            }
            let sides = (0..4).filter(|&side| zone.contains(board.next[square as usize][side]));
            rows.push(sides.fold(0, |set, side| set | sources[square as usize * 4 + side]));
        }
        owner.clear();
        owner.resize(board.boxes.len(), u16::MAX);
        (0..rows.len()).filter(|&row| !give(rows, owner, row, &mut 0)).count() as u16
    }

    /// How many boxes at home the player must pass at least to come to the start.
    fn in_the_way(&mut self, board: &Board, player: Square) -> u16 {
        if !self.player_counts {
            return 0;
        }
        self.seen.clear();
        self.queue.clear();
        self.queue.push_back((player, 0));
        while let Some((square, passed)) = self.queue.pop_front() {
            if square == board.player {
                return passed;
            }
            if !self.seen.insert(square as usize) {
                continue;
            }
            for &to in board.next[square as usize].iter().filter(|&&to| to != board.wall()) {
                match self.solid[to as usize] {
                    _ if self.seen.contains(to as usize) => {}
                    0 => self.queue.push_front((to, passed)),
                    _ => self.queue.push_back((to, passed + 1)),
                }
            }
        }
        0
    }

    /// Finds out where boxes are pushed to from the empty squares.
    fn learn(&mut self, board: &Board, key: u64) {
        if self.bytes() > MOST_BYTES {
            self.known.clear();
        }
        let mut sources = vec![0u128; self.solid.len() * 4].into_boxed_slice();
        for (index, &square) in board.boxes.iter().enumerate() {
            if self.solid[square as usize] != 0 {
                continue;
            }
            self.macros.clear();
            self.generator.push_by(board, &self.solid, square, |_| true, None, &mut self.macros);
            for found in &self.macros {
                sources[found.to as usize * 4 + found.side as usize] |= 1 << index;
            }
        }
        self.known.insert(key, sources);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn board(rows: &[&str]) -> Board {
        Board::new(&Level::from_rows(rows).expect("a level")).expect("a board")
    }

    /// A box at home in the passage shuts out the one that belongs behind it.
    #[test]
    fn a_box_in_the_passage_loses_the_square_behind_it() {
        let board = board(&["###########", "#    #   .#", "# $  $   .#", "#  @ #    #", "###########"]);
        let at = |row: usize, col: usize| board.square_of[row * 11 + col];
        let (mut lost, zobrist) = (LostSquares::new(&board), Zobrist::new(board.squares));
        let behind = [at(2, 5), at(1, 8)];
        assert_eq!(lost.away(&behind), 1);
        assert_eq!(lost.peek(&board, &zobrist, &behind, at(2, 8)), None, "nobody has looked yet");
        assert_eq!(lost.count(&board, &zobrist, &behind, at(2, 8)), 1);
        assert_eq!(lost.peek(&board, &zobrist, &behind, at(2, 8)), Some(1));
        // The other way round, and with both on their way, nothing is lost.
        assert_eq!(lost.count(&board, &zobrist, &[at(2, 2), at(2, 7)], at(2, 8)), 0);
        assert_eq!(lost.count(&board, &zobrist, &[at(2, 7), at(1, 8)], at(2, 8)), 0);
        assert_eq!(lost.count(&board, &zobrist, &[at(2, 2), at(2, 5)], at(2, 8)), 0);
    }

    /// The same passage shuts the player off from the start, but not when its box is away.
    #[test]
    fn a_box_in_the_passage_shuts_the_player_off() {
        let board = board(&["###########", "#    #   .#", "# $  $   .#", "#  @ #    #", "###########"]);
        let at = |row: usize, col: usize| board.square_of[row * 11 + col];
        let (mut lost, zobrist) = (LostSquares::new(&board).with_player(), Zobrist::new(board.squares));
        assert_eq!(lost.count(&board, &zobrist, &[at(2, 2), at(2, 5)], at(2, 8)), 1);
        assert_eq!(lost.count(&board, &zobrist, &[at(2, 2), at(2, 5)], at(1, 1)), 0);
        assert_eq!(lost.count(&board, &zobrist, &[at(2, 5), at(1, 8)], at(2, 8)), 2, "and the square behind it");
        assert_eq!(lost.count(&board, &zobrist, &[at(2, 2), at(2, 7)], at(2, 8)), 0);
    }
}
