//! Two trees of values, one from each side.
//!
//! Forwards a planner, backwards pulls that head for the start, both with their
//! moves in a tree in which values are backed up (`fess::tree`) instead of
//! cells. They take turns, and meet in the table of all searches.

use super::meeting::MeetingTable;
use super::search::{Fess, FessOptions};
use super::unfold::Unfold;
use crate::control::Control;
use crate::expand::Knowledge;
use crate::search::{Engine, Status};
use std::sync::Arc;

/// The work of a turn.
const TURN: u64 = 50_000;

/// The search.
pub struct Trees {
    forward: Option<Fess>,
    backward: Option<Unfold>,
    forwards: bool,
    left: u64,
}

impl Trees {
    /// A search that has not begun; only for boards that fit two sides.
    pub fn new(forward: Fess, knowledge: Arc<Knowledge>, table: Arc<MeetingTable>) -> Self {
        let backward = Unfold::in_tree(knowledge, Arc::clone(&table));
        Self { forward: Some(forward.meeting(table)), backward: Some(backward), forwards: true, left: TURN }
    }

    /// The options of its planner, given another's.
    pub fn options(planner: FessOptions) -> FessOptions {
        FessOptions { tree: true, ..planner }
    }
}

impl Engine for Trees {
    fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
        let mut work = work;
        while work > 0 {
            let slice = work.min(self.left);
            // A side at its end leaves its turns to the other.
            let forwards = self.forward.is_some() && (self.forwards || self.backward.is_none());
            let status = match (&mut self.forward, &mut self.backward) {
                (Some(forward), _) if forwards => forward.run(slice, control),
                (_, Some(backward)) => backward.run(slice, control),
                _ => return Status::Exhausted,
            };
            match status {
                Status::Paused => {}
                Status::Exhausted if forwards => {
                    control.memory(self.forward.take().map_or(0, |forward| forward.memory()), 0);
                }
                Status::Exhausted => {
                    control.memory(self.backward.take().map_or(0, |backward| backward.counted()), 0);
                }
                other => return other,
            }
            work -= slice;
            self.left -= slice;
            if self.left == 0 {
                self.forwards = !self.forwards;
                self.left = TURN;
            }
        }
        Status::Paused
    }

    fn complete(&self) -> bool {
        false
    }

    fn memory(&self) -> usize {
        self.forward.as_ref().map_or(0, Engine::memory) + self.backward.as_ref().map_or(0, Unfold::counted)
    }

    fn name(&self) -> &'static str {
        "trees"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fess::easy::solves_easy_levels;

    #[test]
    fn what_meets_is_a_solution() {
        solves_easy_levels(|knowledge| {
            let planner = Fess::new(Arc::clone(&knowledge), Trees::options(FessOptions::default()));
            Trees::new(planner, knowledge, Arc::default())
        });
    }
}
