//! Other solutions of the same level, to begin again from.
//!
//! No optimiser gets from one way of solving a level to a quite different one
//! push by push. The planners of the portfolio do: each has its own order of
//! filling the targets, so their solutions differ by a third and more in
//! length. They also solve a level from the middle of a solution, which gives
//! it another end.

use crate::board::Board;
use crate::control::Control;
use crate::expand::Knowledge;
use crate::fess::{Fess, FessOptions, PlanCache};
use crate::position::{Position, Push};
use crate::search::{Engine, Status};
use std::sync::{Arc, OnceLock};

/// The planners of a board.
pub(super) struct Planners<'a> {
    board: &'a Board,
    knowledge: OnceLock<Arc<Knowledge>>,
    /// Those for the start.
    plans: Arc<PlanCache>,
}

impl<'a> Planners<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        Self { board, knowledge: OnceLock::new(), plans: Arc::default() }
    }

    /// The same with what is already known of the board.
    pub(super) fn knowing(self, knowledge: Arc<Knowledge>) -> Self {
        Self { knowledge: knowledge.into(), ..self }
    }

    /// What is known of the board.
    pub(super) fn knowledge(&self, control: &Control<'_>) -> Arc<Knowledge> {
        let make = || Arc::new(Knowledge::new(self.board.clone(), &|| control.keep_on()));
        Arc::clone(self.knowledge.get_or_init(make))
    }

    /// The solution that begins with some pushes and goes on as a planner
    /// says, if so much work suffices, and the work done.
    pub(super) fn solve(
        &self,
        begin: &[Push],
        options: FessOptions,
        work: u64,
        control: &Control<'_>,
    ) -> (Option<Vec<Push>>, u64) {
        let mut knowledge = self.knowledge(control);
        let mut plans = Arc::clone(&self.plans);
        if !begin.is_empty() {
            plans = Arc::default();
            let mut position = Position::start(self.board);
            begin.iter().for_each(|&push| position.push(self.board, push));
            // What is known of a board does not depend on where it begins.
            let stage = Arc::make_mut(&mut knowledge);
            stage.board.player = position.player;
            stage.board.boxes = position.boxes;
        }
        let mut engine = Fess::new(knowledge, options).sharing(plans);
        let (mut done, mut found) = (0, None);
        while done < work {
            done += SLICE;
            match engine.run(SLICE, control) {
                Status::Solved(end) => found = Some(begin.iter().copied().chain(end).collect()),
                Status::Paused => continue,
                Status::Exhausted | Status::Stopped(_) => {}
            }
            break;
        }
        control.memory(engine.memory(), 0);
        (found, done)
    }
}

/// The work of a planner between two looks at its limit.
const SLICE: u64 = 10_000;
