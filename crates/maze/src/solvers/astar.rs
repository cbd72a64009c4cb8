//! A* (Hart, Nilsson & Raphael, 1968) with the Manhattan distance to the
//! nearest goal, which is never too large and changes by one a step, so the
//! first time a cell is taken its way is a shortest one.

use super::{Question, Solver, trace};
use crate::field::{JOINED, ROOT};
use crate::generators::Maker;
use crate::nibbles::Nibbles;
use crate::watch::{Change, Mark, Watch};
use dedale_grid::Point;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub(crate) struct AStar {
    question: Question,
    parents: Nibbles,
    goals: Vec<Point>,
    /// Guessed length first, then the longest way already gone.
    open: BinaryHeap<(Reverse<u32>, u32, usize, u8)>,
    found: Option<usize>,
}

impl AStar {
    pub fn new(question: Question) -> Self {
        let frame = *question.frame();
        let goals = question.goals.iter().map(|&goal| frame.size.point(frame.cell(goal))).collect();
        let parents = Nibbles::new(frame.size, 0, 0);
        let mut solver = Self { question, parents, goals, open: BinaryHeap::new(), found: None };
        if let Some(guess) = solver.guess(solver.question.from) {
            solver.open.push((Reverse(guess), 0, solver.question.from, ROOT));
        }
        solver
    }

    fn guess(&self, place: usize) -> Option<u32> {
        let frame = self.question.frame();
        let point = frame.size.point(frame.cell(place));
        self.goals.iter().map(|goal| goal.manhattan(point)).min()
    }
}

impl Maker for AStar {
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        if self.found.is_some() {
            return false;
        }
        let (length, place, parent) = loop {
            let Some((_, length, place, parent)) = self.open.pop() else { return false };
            if self.parents.get(place) < ROOT {
                break (length, place, parent);
            }
        };
        let reached = self.parents.get(place) != 0;
        self.parents.set(place, parent);
        if W::ON {
            let cell = self.question.frame().cell(place);
            watch.mark(cell, if reached { Mark::Frontier } else { Mark::Fresh }, Mark::Visited);
            watch.change(Change::Current(cell));
        }
        if self.question.is_goal(place) {
            self.found = Some(place);
            return true;
        }
        for (dir, other) in self.question.around(place) {
            if self.parents.get(other) < ROOT
                && let Some(guess) = self.guess(other)
            {
                self.open.push((Reverse(length + 1 + guess), length + 1, other, JOINED | (dir as u8 ^ 2)));
                if self.parents.get(other) == 0 {
                    // 1: in the queue.
                    self.parents.set(other, 1);
                    if W::ON {
                        watch.mark(self.question.frame().cell(other), Mark::Fresh, Mark::Frontier);
                    }
                }
            }
        }
        true
    }
}

impl Solver for AStar {
    fn path(&self) -> Option<Vec<usize>> {
        let mut path = trace(&self.parents, self.found?);
        path.reverse();
        Some(path)
    }

    fn question(&self) -> &Question {
        &self.question
    }
}
