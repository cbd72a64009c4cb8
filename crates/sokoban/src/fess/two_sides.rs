//! Two sides that meet: backwards to an open picture, then forwards to it.
//!
//! The goal area of a hard level is hard to fill and hard to empty, but what
//! lies between is often easy. So the solved board is unfolded first
//! (`fess::unfold`); then a forward search brings boxes to the squares of
//! the most open position found, until one of its positions is among those
//! the backward search has seen. Both go on in turn, one part backwards and two
//! forwards, each time longer and with a fresh picture.

use super::meeting::MeetingTable;
use super::plan::PlanCache;
use super::search::{Fess, FessOptions};
pub use super::unfold::Away;
use super::unfold::Unfold;
use crate::board::Square;
use crate::control::Control;
use crate::expand::Knowledge;
use crate::search::{Engine, Status};
use std::sync::Arc;

/// The work of the first turn backwards.
const FIRST: u64 = 100_000;

/// The search.
pub struct TwoSides {
    knowledge: Arc<Knowledge>,
    table: Arc<MeetingTable>,
    plans: Arc<PlanCache>,
    options: FessOptions,
    backward: Unfold,
    forward: Option<Fess>,
    picture: Vec<Square>,
    /// Work left before the other side has its turn, and whose turn it is.
    left: u64,
    forwards: bool,
    turn: u64,
    home: bool,
    /// Whether the backward side has nothing left.
    done: bool,
}

impl TwoSides {
    /// A search that has not begun. Heading home it has no forward side of its
    /// own, and meets what others have seen.
    pub fn new(
        knowledge: Arc<Knowledge>,
        table: Arc<MeetingTable>,
        plans: Arc<PlanCache>,
        options: FessOptions,
        away: Away,
    ) -> Self {
        Self {
            backward: Unfold::new(Arc::clone(&knowledge), Arc::clone(&table), away),
            table,
            plans,
            options,
            forward: None,
            picture: Vec::new(),
            left: FIRST,
            forwards: false,
            turn: FIRST,
            home: away == Away::Home,
            done: false,
            knowledge,
        }
    }

    /// Whether the method fits a board: a picture needs every target.
    pub fn fits(knowledge: &Knowledge) -> bool {
        let board = &knowledge.board;
        board.boxes.len() == board.targets.len() && board.boxes.len() <= 128
    }

    /// The other side's turn.
    fn change(&mut self) {
        self.forwards = !self.forwards;
        if self.forwards {
            self.left = self.turn * 2;
            let best = self.backward.best.as_ref().map(|(_, boxes)| boxes);
            if let Some(boxes) = best.filter(|boxes| self.forward.is_none() || **boxes != self.picture) {
                self.picture.clone_from(boxes);
                let fess = Fess::new(Arc::clone(&self.knowledge), self.options);
                let fess = fess.sharing(Arc::clone(&self.plans)).meeting(Arc::clone(&self.table));
                self.forward = Some(fess.towards(self.picture.clone()));
            }
        } else {
            self.turn *= 2;
            self.left = self.turn;
        }
    }
}

impl Engine for TwoSides {
    fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
        if self.home {
            return self.backward.run(work, control);
        }
        let mut work = work;
        while work > 0 {
            let slice = work.min(self.left);
            let status = match &mut self.forward {
                Some(forward) if self.forwards => forward.run(slice, control),
                _ if self.done => return Status::Exhausted,
                _ => self.backward.run(slice, control),
            };
            match status {
                Status::Paused => {}
                // One side at its end leaves the other.
                Status::Exhausted if self.forwards => self.left = 0,
                Status::Exhausted if self.forward.is_none() || !self.done => {
                    self.done = true;
                    self.left = 0;
                }
                other => return other,
            }
            work = work.saturating_sub(slice);
            self.left = self.left.saturating_sub(slice);
            if self.left == 0 {
                if self.done && self.forwards {
                    return Status::Exhausted;
                }
                self.change();
            }
        }
        Status::Paused
    }

    fn complete(&self) -> bool {
        false
    }

    fn memory(&self) -> usize {
        self.backward.counted() + self.forward.as_ref().map_or(0, Engine::memory)
    }

    fn name(&self) -> &'static str {
        "two-sides"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::control::Limits;
    use crate::level::Level;
    use crate::position::Position;
    use crate::search::to_moves;
    use crate::verify::replay;

    #[test]
    fn what_meets_is_a_solution() {
        let levels: [&[&str]; 3] = [
            &["  ####", "###  ####", "#   $   #", "# #  #$ #", "# . .#@ #", "#########"],
            &["####", "# .#", "#  ###", "#*@  #", "#  $ #", "#  ###", "####"],
            &["#########", "#   #   #", "# $   $ #", "##$ @ ###", " # ..  # ", " # ..$ # ", " ####### "],
        ];
        for rows in levels {
            for away in [Away::Far, Away::Off, Away::Home] {
                let level = Level::from_rows(rows).expect("a level");
                let board = Board::new(&level).expect("a board");
                let knowledge = Arc::new(Knowledge::new(board.clone(), &|| true));
                assert!(TwoSides::fits(&knowledge));
                let control = Control::new(Limits::default()).with_nodes(1_000_000);
                let mut engine = TwoSides::new(knowledge, Arc::default(), Arc::default(), FessOptions::default(), away);
                let Status::Solved(pushes) = engine.run(u64::MAX, &control) else { panic!("{rows:?} is easy") };
                let moves = to_moves(&board, &Position::start(&board), &pushes).expect("moves");
                assert!(replay(&level, &moves).is_ok(), "{rows:?}");
            }
        }
    }
}
