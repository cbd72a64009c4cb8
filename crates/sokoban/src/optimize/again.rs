//! Other solutions of the same level, to begin again from.
//!
//! No optimiser gets from one way of solving a level to a quite different one
//! push by push. The planners of the portfolio do: each has its own order of
//! filling the targets, so their solutions differ by a third and more in
//! length. They also solve a level from the middle of a solution, which gives
//! it another end.

use crate::board::Board;
use crate::control::{Control, Limits};
use crate::expand::Knowledge;
use crate::fess::{Fess, FessOptions};
use crate::position::{Position, Push};
use crate::search::{Engine, Status};
use std::sync::{Arc, OnceLock};

/// Bytes a planner may take here; its work is limited too.
const MEMORY: usize = 256 << 20;

/// The planners of a board.
pub(super) struct Planners<'a> {
    board: &'a Board,
    knowledge: OnceLock<Arc<Knowledge>>,
}

impl<'a> Planners<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        Self { board, knowledge: OnceLock::new() }
    }

    /// The pushes by which a planner solves the level after `begin`, if so
    /// much work suffices, and the work done.
    pub(super) fn solve(
        &self,
        begin: &[Push],
        options: FessOptions,
        work: u64,
        keep_on: &(dyn Fn() -> bool + Sync),
    ) -> (Option<Vec<Push>>, u64) {
        // The planner asks for the time; it is over when nobody wants more.
        let clock = || if keep_on() { 0.0 } else { 2.0 };
        let control = Control::new(Limits { seconds: 1.0, memory: MEMORY, clock: &clock, ..Limits::default() });
        let knowledge = self.knowledge.get_or_init(|| Arc::new(Knowledge::new(self.board.clone(), keep_on)));
        let mut knowledge = Arc::clone(knowledge);
        if !begin.is_empty() {
            let mut position = Position::start(self.board);
            begin.iter().for_each(|&push| position.push(self.board, push));
            // What is known of a board does not depend on where it begins.
            let stage = Arc::make_mut(&mut knowledge);
            stage.board.player = position.player;
            stage.board.boxes = position.boxes;
        }
        let mut engine = Fess::new(knowledge, options);
        let mut done = 0;
        while done < work {
            let slice = SLICE.min(work - done);
            match engine.run(slice, &control) {
                Status::Solved(end) => return (Some(begin.iter().copied().chain(end).collect()), done + slice),
                Status::Paused => done += slice,
                Status::Exhausted | Status::Stopped(_) => break,
            }
        }
        (None, done.max(SLICE))
    }
}

/// The work of a planner between two looks at its limit.
const SLICE: u64 = 10_000;
