//! Wilson's algorithm (1996): loop-erased random walks.
//!
//! From a cell outside the maze walk at random until the maze is met, keeping
//! for every cell only the direction in which it was left last: following these
//! directions from the start is the walk without its loops, and joins the maze.
//! Every spanning tree has the same chance (without bias), as with the random
//! walk, for about nine steps a cell.

use super::{GoOn, Maker, OFTEN};
use crate::dice::Dice;
use crate::field::{Field, Ground, JOINED, OUTSIDE, ROOT, is_in};
use crate::watch::{Change, Mark, Silent, Watch};
use dedale_grid::{BitGrid, Dir};

pub(crate) struct Wilson<G> {
    pub field: Field,
    ground: G,
    dice: Dice,
    /// All cells before this place are in the maze.
    before: usize,
    /// Where the present walk began and where it is.
    walk: Option<(usize, usize)>,
    /// The walk without its loops, kept for those who watch.
    path: Vec<usize>,
    on_path: Option<BitGrid>,
}

impl<G: Ground> Wilson<G> {
    pub fn new(mut field: Field, ground: G, mut dice: Dice, whole: bool) -> Self {
        let first = field.frame().first();
        if let Some(root) = field.random_fresh(dice.rng()) {
            if whole {
                field.states.set(root, ROOT);
            } else {
                let mut known = BitGrid::new(field.frame().size);
                let mut next = Some(root);
                while let Some(root) = next {
                    field.part(&ground, root, |place| {
                        known.set(field.frame().cell(place));
                    });
                    field.states.set(root, ROOT);
                    let frame = *field.frame();
                    next = frame
                        .places_from(first)
                        .find(|&place| field.get(place) != OUTSIDE && !known.get(frame.cell(place)));
                }
            }
        }
        Self { field, ground, dice, before: first, walk: None, path: Vec::new(), on_path: None }
    }

    /// Shows the walk without its loops.
    fn show<W: Watch>(&mut self, next: usize, watch: &mut W) {
        let frame = *self.field.frame();
        let on_path = self.on_path.get_or_insert_with(|| BitGrid::new(frame.size));
        watch.change(Change::Current(frame.cell(next)));
        if is_in(self.field.get(next)) {
            return;
        }
        if on_path.set(frame.cell(next)) {
            self.path.push(next);
            watch.mark(frame.cell(next), Mark::Fresh, Mark::Walk);
        } else {
            while let Some(last) = self.path.pop_if(|last| *last != next) {
                on_path.clear(frame.cell(last));
                watch.mark(frame.cell(last), Mark::Walk, Mark::Fresh);
            }
        }
    }

    /// Joins the walk to the maze.
    #[inline(always)]
    fn join<W: Watch>(&mut self, start: usize, watch: &mut W) {
        let mut at = start;
        while !is_in(self.field.get(at)) {
            let dir = self.field.get(at);
            self.field.states.set(at, JOINED | dir);
            if W::ON {
                let cell = self.field.frame().cell(at);
                watch.change(Change::Open(cell, Dir::from_index(usize::from(dir))));
                watch.mark(cell, Mark::Walk, Mark::Visited);
            }
            at = self.field.frame().step(at, usize::from(dir));
        }
        if W::ON {
            for place in self.path.drain(..) {
                let cell = self.field.states.frame.cell(place);
                self.on_path.as_mut().map(|on_path| on_path.clear(cell));
            }
        }
    }
}

impl<G: Ground> Maker for Wilson<G> {
    #[inline(always)]
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        let Some((start, at)) = self.walk else {
            let end = self.field.frame().words(self.field.frame().size.rows()).start * 16;
            let Some(start) = (self.before..end).find(|&place| self.field.get(place) < OUTSIDE) else {
                return false;
            };
            self.before = start;
            self.walk = Some((start, start));
            if W::ON {
                self.show(start, watch);
            }
            return true;
        };
        loop {
            let dir = self.dice.direction();
            if self.ground.sides(at) >> dir & 1 == 0 {
                continue;
            }
            let next = self.field.frame().step(at, dir);
            let state = self.field.get(next);
            if state == OUTSIDE {
                continue;
            }
            self.field.states.set(at, dir as u8);
            if W::ON {
                self.show(next, watch);
            }
            self.walk = Some((start, next));
            if is_in(state) {
                self.join(start, watch);
                self.walk = None;
            }
            return true;
        }
    }

    fn finish(&mut self) {
        self.finish_telling(&mut |_| true);
    }

    /// The same walks with their state in registers.
    fn finish_telling(&mut self, go_on: &mut GoOn<'_>) -> bool {
        let mut told = self.before;
        while self.advance(&mut Silent) {
            let Some((start, mut at)) = self.walk.take() else { continue };
            // Walks begin row by row; all cells before are in the maze.
            if start - told > OFTEN as usize {
                if !go_on((start - told) as u64) {
                    return false;
                }
                told = start;
            }
            let mut dice = self.dice.clone();
            let states = &mut self.field.states;
            let frame = states.frame;
            loop {
                let dir = dice.direction();
                let next = frame.step(at, dir);
                let state = states.get(next);
                if state == OUTSIDE || self.ground.sides(at) >> dir & 1 == 0 {
                    continue;
                }
                states.set(at, dir as u8);
                at = next;
                if is_in(state) {
                    break;
                }
            }
            self.dice = dice;
            self.join(start, &mut Silent);
        }
        true
    }
}
