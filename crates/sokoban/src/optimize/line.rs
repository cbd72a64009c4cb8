//! A solution in the pool: its pushes, the names of its positions, and how far
//! each kind of search is with it.

use super::beam::Width;
use crate::board::{Board, Square};
use crate::position::{Position, Push, Zone};
use crate::zobrist::Zobrist;
use std::ops::Range;
use std::sync::Arc;

/// Positions of one beam, roughly.
const BEAM: usize = 400_000;

/// A solution in the pool.
#[derive(Clone)]
pub(super) struct Line {
    pub pushes: Arc<Vec<Push>>,
    /// The name of every position on the way, the first and last included.
    pub keys: Arc<Vec<u64>>,
    pub beam: Pass,
    pub windows: Pass,
    /// Whether somebody works on it.
    pub busy: bool,
}

/// How far a kind of search is with a solution. It goes through it stretch by
/// stretch, and again with more work if it has found nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pass {
    pub step: usize,
    /// Where the next stretch begins.
    pub at: usize,
    pub gained: bool,
}

impl Pass {
    /// The next pass: larger, or small again if there was something to gain.
    pub(super) fn over(self) -> Self {
        Self { step: if self.gained { 0 } else { self.step + 1 }, ..Self::default() }
    }
}

impl Line {
    pub(super) fn new(pushes: Vec<Push>, keys: Vec<u64>) -> Self {
        Self {
            pushes: Arc::new(pushes),
            keys: Arc::new(keys),
            beam: Pass::default(),
            windows: Pass::default(),
            busy: false,
        }
    }

    /// The next beam: how wide, and through what.
    pub(super) fn next_beam(&self) -> (Width, Range<usize>) {
        let Pass { step, at, .. } = self.beam;
        let width =
            Width { positions: 8 << step, lag: 8 << (step / 2), displaced: 2 + step / 2, slack: step as u32 * 2 };
        let length = (BEAM / (width.positions * (width.lag as usize + 8))).max(40);
        // A short rest at the end belongs to the last stretch.
        let most = self.pushes.len();
        let end = if at + length + length / 2 >= most { most } else { at + length };
        (width, at.min(end)..end)
    }
}

/// Names positions: boxes and the player's zone.
pub(super) struct Names<'a> {
    board: &'a Board,
    zobrist: Zobrist,
    zone: Zone,
}

impl<'a> Names<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        Self { board, zobrist: Zobrist::new(board.squares), zone: Zone::new(board) }
    }

    /// The names of all positions along some pushes; `None` if they cannot be
    /// made or solve nothing.
    pub(super) fn along(&mut self, pushes: &[Push]) -> Option<Vec<u64>> {
        let board = self.board;
        let mut position = Position::start(board);
        let mut boxes = self.zobrist.boxes(&position.boxes);
        let mut keys = Vec::with_capacity(pushes.len() + 1);
        for &push in pushes {
            keys.push(boxes ^ self.zobrist.player(self.zone.flood(board, &position.solid, position.player)));
            let to: Square = board.next[push.from as usize][push.dir as usize];
            let stand = board.next[push.from as usize][(push.dir as usize + 2) & 3];
            let fits = position.solid[push.from as usize] == 1 && position.solid[to as usize] == 0;
            if !fits || !self.zone.contains(stand) {
                return None;
            }
            position.push(board, push);
            boxes ^= self.zobrist.of(push.from) ^ self.zobrist.of(to);
        }
        keys.push(boxes ^ self.zobrist.player(self.zone.flood(board, &position.solid, position.player)));
        board.solved(&position.boxes).then_some(keys)
    }
}
