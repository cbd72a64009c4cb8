//! Other solutions of the same level, to begin again from.
//!
//! No optimiser gets from one way of solving a level to a quite different one
//! push by push. The planners of the portfolio do: each has its own order of
//! filling the targets, so their solutions differ by a third and more in
//! length. Here they are thrifty: of two ways to the same features they go on with the
//! one that wastes fewer pushes. They also solve a level from the middle of a
//! solution, which gives it another end.

use super::line::MOST_MATCHED;
use super::roster::Assigned;
use crate::board::Board;
use crate::control::Control;
use crate::expand::Knowledge;
use crate::fess::{Fess, PlanCache};
use crate::position::{Position, Push};
use crate::search::{Engine, Status};
use crate::solve::variant;
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
        let make = || {
            let knowledge = Knowledge::new(self.board.clone(), &|| control.keep_on());
            control.memory(0, knowledge.bytes().0);
            Arc::new(knowledge)
        };
        Arc::clone(self.knowledge.get_or_init(make))
    }

    /// The solution that begins with some pushes and goes on as a planner
    /// says, if its work suffices, and the work done.
    pub(super) fn solve(&self, assigned: &Assigned, control: &Control<'_>) -> (Option<Vec<Push>>, u64) {
        let begin = &assigned.begin[..];
        let mut options = variant(assigned.planner);
        options.strategy.seed += assigned.seed * SEEDS;
        let mut knowledge = self.knowledge(control);
        let copy = if begin.is_empty() { 0 } else { knowledge.bytes().0 };
        if !control.memory(0, copy) {
            control.memory(copy, 0);
            return (None, assigned.work);
        }
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
        if self.board.boxes.len() <= MOST_MATCHED {
            engine = engine.thrifty(assigned.price, assigned.below.saturating_sub(begin.len() as u32));
        }
        let (mut done, mut found) = (0, None);
        while done < assigned.work {
            done += SLICE;
            match engine.run(SLICE, control) {
                Status::Solved(end) => found = Some(begin.iter().copied().chain(end).collect()),
                Status::Paused => continue,
                Status::Exhausted | Status::Stopped(_) => {}
            }
            break;
        }
        control.memory(engine.memory() + copy, 0);
        (found, done)
    }
}

/// The work of a planner between two looks at its limit.
const SLICE: u64 = 10_000;
/// No planner of the portfolio has a seed as large.
const SEEDS: u64 = 100;
