//! The wall follower: the right hand stays on the wall. It finds every goal on
//! the wall that it follows, so always in a perfect maze; elsewhere it may come
//! back to where it was, heading the same way, and give up.

use super::{Question, Solver, trace};
use crate::field::{JOINED, ROOT};
use crate::generators::Maker;
use crate::nibbles::Nibbles;
use crate::watch::{Change, Mark, Watch};

pub(crate) struct Follower {
    question: Question,
    at: usize,
    heading: usize,
    /// The headings with which each cell was left.
    left: Nibbles,
    /// The side by which each cell was left last: the way without its loops.
    exits: Nibbles,
    state: State,
}

#[derive(PartialEq)]
enum State {
    Walking,
    Arrived,
    Lost,
}

impl Follower {
    pub fn new(question: Question) -> Self {
        let none = Nibbles::new(question.frame().size, 0, 0);
        let state = if question.is_goal(question.from) { State::Arrived } else { State::Walking };
        // Facing right, as if one had come in from the left.
        Self { at: question.from, heading: 1, left: none.clone(), exits: none, state, question }
    }
}

impl Maker for Follower {
    #[inline(always)]
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        if self.state != State::Walking {
            return false;
        }
        let sides = self.question.passages.get(self.at);
        // Right, straight on, left, back.
        let turn = [1, 0, 3, 2].into_iter().map(|turn| (self.heading + turn) & 3).find(|dir| sides >> dir & 1 == 1);
        let Some(dir) = turn.filter(|dir| self.left.get(self.at) >> dir & 1 == 0) else {
            self.state = State::Lost;
            return false;
        };
        self.left.set(self.at, self.left.get(self.at) | 1 << dir);
        self.exits.set(self.at, JOINED | dir as u8);
        let next = self.question.frame().step(self.at, dir);
        if W::ON {
            let frame = self.question.frame();
            let first = self.left.get(self.at).count_ones() == 1;
            watch.mark(frame.cell(self.at), if first { Mark::Fresh } else { Mark::Visited }, Mark::Visited);
            watch.change(Change::Current(frame.cell(next)));
        }
        (self.at, self.heading) = (next, dir);
        if self.question.is_goal(next) {
            self.exits.set(next, ROOT);
            self.state = State::Arrived;
        }
        true
    }
}

impl Solver for Follower {
    fn path(&self) -> Option<Vec<usize>> {
        (self.state == State::Arrived).then(|| trace(&self.exits, self.question.from))
    }

    fn question(&self) -> &Question {
        &self.question
    }
}
