//! Trémaux's method (before 1882): a mark is left at both ends of a passage
//! each time it is taken.
//!
//! In a cell never seen before, take any passage without marks. In a cell seen
//! before, reached by a passage taken for the first time, turn back. Otherwise
//! take a passage without marks, or else one with a single mark; none is taken
//! a third time. Works on every board; in the end the passages with one mark
//! lead from the start to the goal.

use super::{Question, Solver};
use crate::generators::Maker;
use crate::nibbles::Nibbles;
use crate::watch::{Change, Mark, Watch};

pub(crate) struct Tremaux {
    question: Question,
    at: usize,
    /// The side by which one came, none at the start.
    came: Option<usize>,
    /// Sides of cells with at least one mark, and with two.
    once: Nibbles,
    twice: Nibbles,
    arrived: bool,
}

impl Tremaux {
    pub fn new(question: Question) -> Self {
        let none = Nibbles::new(question.frame().size, 0, 0);
        let arrived = question.is_goal(question.from);
        Self { at: question.from, came: None, once: none.clone(), twice: none, arrived, question }
    }

    fn mark(&mut self, place: usize, dir: usize) {
        let bit = 1 << dir;
        if self.once.get(place) & bit == 0 {
            self.once.set(place, self.once.get(place) | bit);
        } else {
            self.twice.set(place, self.twice.get(place) | bit);
        }
    }

    /// The side by which to leave, if there is any.
    fn choose(&self) -> Option<usize> {
        let sides = self.question.passages.get(self.at);
        let (once, twice) = (self.once.get(self.at), self.twice.get(self.at));
        let lowest = |set: u8| (set != 0).then(|| set.trailing_zeros() as usize);
        if let Some(came) = self.came {
            let bit = 1 << came;
            let seen_before = once & !bit != 0 || (self.at == self.question.from);
            if seen_before && twice & bit == 0 {
                return Some(came);
            }
        }
        lowest(sides & !once).or_else(|| lowest(sides & once & !twice))
    }
}

impl Maker for Tremaux {
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        if self.arrived {
            return false;
        }
        let Some(dir) = self.choose() else { return false };
        let next = self.question.frame().step(self.at, dir);
        if W::ON {
            let frame = self.question.frame();
            let known = |place: usize| self.once.get(place) != 0;
            let again = self.once.get(self.at) >> dir & 1 == 1;
            let before = if !known(self.at) { Mark::Fresh } else { Mark::Visited };
            watch.mark(frame.cell(self.at), before, if again { Mark::Done } else { Mark::Visited });
            if !known(next) {
                watch.mark(frame.cell(next), Mark::Fresh, Mark::Visited);
            }
            watch.change(Change::Current(frame.cell(next)));
        }
        self.mark(self.at, dir);
        self.mark(next, dir ^ 2);
        (self.at, self.came) = (next, Some(dir ^ 2));
        self.arrived = self.question.is_goal(next);
        true
    }
}

impl Solver for Tremaux {
    fn path(&self) -> Option<Vec<usize>> {
        if !self.arrived {
            return None;
        }
        let mut path = vec![self.question.from];
        let (mut at, mut came) = (self.question.from, 4);
        while !self.question.is_goal(at) {
            let sides = self.once.get(at) & !self.twice.get(at);
            let dir = (0..4).find(|&dir| sides >> dir & 1 == 1 && dir != came)?;
            at = self.question.frame().step(at, dir);
            came = dir ^ 2;
            path.push(at);
        }
        Some(path)
    }

    fn question(&self) -> &Question {
        &self.question
    }
}
