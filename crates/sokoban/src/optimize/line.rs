//! A solution in the pool: its pushes, the names of its positions, and how far
//! each kind of search is with it.

use super::beam::Width;
use crate::board::{Board, Square};
use crate::deadlock::matching::Assignment;
use crate::position::{Position, Push, Zone};
use crate::zobrist::Zobrist;
use std::ops::Range;
use std::sync::Arc;

/// Positions of one beam, roughly.
const BEAM: usize = 400_000;

/// So many squares are walked over between two looks at the clock.
const PACE: usize = 20_000_000;
/// With more boxes than this a matching takes its time.
pub(super) const MOST_MATCHED: usize = 128;

/// A solution in the pool.
#[derive(Clone)]
pub(super) struct Line {
    pub pushes: Arc<Vec<Push>>,
    /// The name of every position on the way, the first and last included.
    pub keys: Arc<Vec<u64>>,
    pub beam: Pass,
    pub windows: Pass,
    /// After so many pushes each brings a box nearer to its target, and there is
    /// nothing left to gain.
    pub wasteful: usize,
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
        let wasteful = pushes.len();
        Self {
            pushes: Arc::new(pushes),
            keys: Arc::new(keys),
            beam: Pass::default(),
            windows: Pass::default(),
            wasteful,
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
    assignment: Assignment,
}

impl<'a> Names<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        let (zobrist, zone) = (Zobrist::new(board.squares), Zone::new(board));
        Self { board, zobrist, zone, assignment: Assignment::default() }
    }

    /// A solution for the pool; `None` if the pushes solve nothing, or the time
    /// is over.
    pub(super) fn line(&mut self, pushes: Vec<Push>, keep_on: &dyn Fn() -> bool) -> Option<Line> {
        let keys = self.along(&pushes, keep_on)?;
        let wasteful = self.wasteful(&pushes);
        Some(Line { wasteful, ..Line::new(pushes, keys) })
    }

    /// After how many pushes of a solution no more are made than boxes matched
    /// to targets need.
    fn wasteful(&mut self, pushes: &[Push]) -> usize {
        let board = self.board;
        if board.boxes.len() > MOST_MATCHED {
            return pushes.len();
        }
        let mut least = |after: &usize| {
            let mut position = Position::start(board);
            pushes[..*after].iter().for_each(|&push| position.push(board, push));
            self.assignment.solve(board, &position.boxes)
        };
        // From there on it is so everywhere.
        let (mut low, mut high) = (0, pushes.len());
        while low < high {
            let middle = (low + high) / 2;
            if least(&middle) == Some((pushes.len() - middle) as u32) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        high
    }

    /// The names of all positions along some pushes; `None` if they cannot be
    /// made or solve nothing, or the time is over.
    pub(super) fn along(&mut self, pushes: &[Push], keep_on: &dyn Fn() -> bool) -> Option<Vec<u64>> {
        let board = self.board;
        let mut position = Position::start(board);
        let mut boxes = self.zobrist.boxes(&position.boxes);
        let mut keys = Vec::with_capacity(pushes.len() + 1);
        let pace = PACE / board.squares.max(1);
        for (index, &push) in pushes.iter().enumerate() {
            if (index + 1).is_multiple_of(pace.max(1)) && !keep_on() {
                return None;
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    /// Where waste ends, by counting it push by push.
    #[test]
    fn waste_ends_where_every_push_counts() {
        let rows = ["########", "#      #", "#@$   .#", "#      #", "########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        for text in ["RRRR", "RRurrdLulldRRR"] {
            let moves = crate::Moves::parse(text).expect("moves");
            let pushes = crate::audit::pushes_of(&board, &moves);
            let Some(line) = Names::new(&board).line(pushes.clone(), &|| true) else { panic!("no solution: {text}") };
            let mut position = Position::start(&board);
            let mut naive = 0;
            for (index, &push) in pushes.iter().enumerate() {
                let least = |position: &Position| Assignment::default().solve(&board, &position.boxes);
                let before = least(&position);
                position.push(&board, push);
                if least(&position).map(|least| least + 1) != before {
                    naive = index + 1;
                }
            }
            assert_eq!(line.wasteful, naive, "{text}");
        }
    }
}
