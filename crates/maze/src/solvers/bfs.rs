//! Breadth-first search, from one end and from both.

use super::{Question, Solver, trace};
use crate::field::{JOINED, ROOT};
use crate::generators::Maker;
use crate::nibbles::Nibbles;
use crate::watch::{Change, Mark, Watch};

/// Cells in the order of their distance; one step looks at one cell.
pub(crate) struct Bfs {
    question: Question,
    parents: Nibbles,
    queue: Vec<u32>,
    next: Vec<u32>,
    at: usize,
    found: Option<usize>,
}

impl Bfs {
    pub fn new(question: Question) -> Self {
        let mut parents = Nibbles::new(question.frame().size, 0, 0);
        parents.set(question.from, ROOT);
        let queue = vec![question.from as u32];
        Self { question, parents, queue, next: Vec::new(), at: 0, found: None }
    }
}

impl Maker for Bfs {
    #[inline(always)]
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        if self.found.is_some() {
            return false;
        }
        if self.at == self.queue.len() {
            std::mem::swap(&mut self.queue, &mut self.next);
            self.next.clear();
            self.at = 0;
        }
        let Some(&place) = self.queue.get(self.at) else { return false };
        let place = place as usize;
        self.at += 1;
        if W::ON {
            let cell = self.question.frame().cell(place);
            let before = if place == self.question.from { Mark::Fresh } else { Mark::Frontier };
            watch.mark(cell, before, Mark::Visited);
            watch.change(Change::Current(cell));
        }
        if self.question.is_goal(place) {
            self.found = Some(place);
            return true;
        }
        for (dir, other) in self.question.around(place) {
            if self.parents.get(other) == 0 {
                self.parents.set(other, JOINED | (dir as u8 ^ 2));
                self.next.push(other as u32);
                if W::ON {
                    watch.mark(self.question.frame().cell(other), Mark::Fresh, Mark::Frontier);
                }
            }
        }
        true
    }
}

impl Solver for Bfs {
    fn path(&self) -> Option<Vec<usize>> {
        let mut path = trace(&self.parents, self.found?);
        path.reverse();
        Some(path)
    }

    fn question(&self) -> &Question {
        &self.question
    }
}

/// Two searches that grow level by level, the smaller front first; the first
/// contact is a shortest way.
pub(crate) struct Bidirectional {
    question: Question,
    sides: [Side; 2],
    /// Which side is growing.
    turn: usize,
    contact: Option<[usize; 2]>,
}

struct Side {
    parents: Nibbles,
    front: Vec<u32>,
    next: Vec<u32>,
    at: usize,
}

impl Bidirectional {
    pub fn new(question: Question) -> Self {
        let side = |places: &[usize]| {
            let mut parents = Nibbles::new(question.frame().size, 0, 0);
            places.iter().for_each(|&place| parents.set(place, ROOT));
            let front = places.iter().map(|&place| place as u32).collect();
            Side { parents, front, next: Vec::new(), at: 0 }
        };
        let sides = [side(&[question.from]), side(&question.goals)];
        let contact = question.is_goal(question.from).then_some([question.from; 2]);
        Self { question, sides, turn: 0, contact }
    }
}

impl Maker for Bidirectional {
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        if self.contact.is_some() {
            return false;
        }
        if self.sides[self.turn].at == self.sides[self.turn].front.len() {
            let side = &mut self.sides[self.turn];
            if side.at > 0 {
                std::mem::swap(&mut side.front, &mut side.next);
                side.next.clear();
                side.at = 0;
            }
            self.turn = usize::from(self.sides[1].front.len() < self.sides[0].front.len());
            if self.sides.iter().any(|side| side.front.is_empty()) {
                return false;
            }
        }
        let [first, second] = &mut self.sides;
        let (side, other) = if self.turn == 0 { (first, second) } else { (second, first) };
        let place = side.front[side.at] as usize;
        side.at += 1;
        if W::ON {
            let cell = self.question.frame().cell(place);
            let root = side.parents.get(place) == ROOT;
            watch.mark(cell, if root { Mark::Fresh } else { Mark::Frontier }, Mark::Visited);
            watch.change(Change::Current(cell));
        }
        for (dir, beyond) in self.question.around(place) {
            if other.parents.get(beyond) != 0 {
                self.contact = Some(if self.turn == 0 { [place, beyond] } else { [beyond, place] });
                return true;
            }
            if side.parents.get(beyond) == 0 {
                side.parents.set(beyond, JOINED | (dir as u8 ^ 2));
                side.next.push(beyond as u32);
                if W::ON {
                    watch.mark(self.question.frame().cell(beyond), Mark::Fresh, Mark::Frontier);
                }
            }
        }
        true
    }
}

impl Solver for Bidirectional {
    fn path(&self) -> Option<Vec<usize>> {
        let [near, far] = self.contact?;
        let mut path = trace(&self.sides[0].parents, near);
        path.reverse();
        let rest = trace(&self.sides[1].parents, far);
        path.extend(rest.into_iter().filter(|_| near != far));
        Some(path)
    }

    fn question(&self) -> &Question {
        &self.question
    }
}
