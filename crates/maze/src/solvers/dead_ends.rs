//! Filling of dead ends: a cell with one passage that is neither start nor
//! goal leads nowhere and is walled up, which may make its neighbour a dead
//! end. What remains are the ways and the loops; a shortest way is looked for
//! among them.

use super::{Question, Solver, bfs::Bfs};
use crate::generators::Maker;
use crate::nibbles::Nibbles;
use crate::watch::{Change, Mark, Watch};

pub(crate) struct DeadEnds {
    question: Question,
    /// The passages that are left.
    left: Nibbles,
    /// The next cell to fill, if the last one made it a dead end.
    chain: Option<usize>,
    /// Where the search for dead ends stands.
    scan: usize,
}

impl DeadEnds {
    pub fn new(question: Question) -> Self {
        let (left, scan) = (question.passages.clone(), question.frame().first());
        Self { question, left, chain: None, scan }
    }

    fn is_dead_end(&self, place: usize) -> bool {
        self.left.get(place).count_ones() == 1 && place != self.question.from && !self.question.is_goal(place)
    }
}

impl Maker for DeadEnds {
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        let frame = *self.question.frame();
        let place = match self.chain.take() {
            Some(place) => place,
            None => {
                let end = frame.words(frame.size.rows()).start * 16;
                let Some(place) = (self.scan..end).find(|&place| self.is_dead_end(place)) else { return false };
                self.scan = place + 1;
                place
            }
        };
        let dir = self.left.get(place).trailing_zeros() as usize;
        let next = frame.step(place, dir);
        self.left.set(place, 0);
        self.left.set(next, self.left.get(next) & !(1 << (dir ^ 2)));
        if W::ON {
            watch.mark(frame.cell(place), Mark::Fresh, Mark::Done);
            watch.change(Change::Current(frame.cell(place)));
        }
        self.chain = self.is_dead_end(next).then_some(next);
        true
    }
}

impl Solver for DeadEnds {
    fn path(&self) -> Option<Vec<usize>> {
        let Question { from, goals, .. } = &self.question;
        let rest = Question { passages: self.left.clone(), from: *from, goals: goals.clone() };
        let mut search = Bfs::new(rest);
        search.finish();
        search.path()
    }

    fn question(&self) -> &Question {
        &self.question
    }
}
