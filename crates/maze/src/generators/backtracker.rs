//! The recursive backtracker, without recursion.
//!
//! From the current cell go to a random fresh neighbour, opening the wall; from
//! a cell without one go back the way one came. The way back is the parent's
//! direction, which the maze needs anyway, so there is no stack: half a byte a
//! cell while it runs. O(cells).

use super::{GoOn, Maker, OFTEN};
use crate::dice::Dice;
use crate::field::{Field, Ground, JOINED};
use crate::watch::{Change, Mark, Silent, Watch};

pub(crate) struct Backtracker<G> {
    pub field: Field,
    ground: G,
    dice: Dice,
    /// The current cell, nothing before each part of the maze.
    at: Option<usize>,
    /// All cells before this place are in the maze.
    before: usize,
}

impl<G: Ground> Backtracker<G> {
    pub fn new(field: Field, ground: G, dice: Dice) -> Self {
        let before = field.frame().first();
        Self { field, ground, dice, at: None, before }
    }
}

impl<G: Ground> Maker for Backtracker<G> {
    #[inline(always)]
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        let Some(at) = self.at else {
            let Some(root) = self.field.next_fresh(self.before) else { return false };
            self.before = root;
            self.field.plant(root, watch);
            self.at = Some(root);
            return true;
        };
        let sides = self.field.fresh_sides(&self.ground, at);
        if sides != 0 {
            self.at = Some(self.field.carve(at, self.dice.choose(sides), watch));
            return true;
        }
        let state = self.field.get(at);
        let back = (state >= JOINED).then(|| self.field.frame().step(at, usize::from(state & 3)));
        if W::ON {
            let cell = self.field.frame().cell(at);
            watch.mark(cell, Mark::Visited, Mark::Done);
            watch.change(Change::Current(self.field.frame().cell(back.unwrap_or(at))));
        }
        self.at = back;
        true
    }

    fn finish(&mut self) {
        self.run::<false>(&mut |_| true);
    }

    fn finish_telling(&mut self, go_on: &mut GoOn<'_>) -> bool {
        self.run::<true>(go_on)
    }
}

impl<G: Ground> Backtracker<G> {
    /// The same steps with their state in registers.
    #[inline(always)]
    fn run<const TELLING: bool>(&mut self, go_on: &mut GoOn<'_>) -> bool {
        let mut done = 0;
        while self.advance(&mut Silent) {
            let Some(mut at) = self.at.take() else { continue };
            let mut dice = self.dice.clone();
            let field = &mut self.field;
            loop {
                let sides = field.fresh_sides(&self.ground, at);
                if sides != 0 {
                    at = field.carve(at, dice.choose(sides), &mut Silent);
                    continue;
                }
                let state = field.get(at);
                if state < JOINED {
                    break;
                }
                at = field.frame().step(at, usize::from(state & 3));
                // Every cell is left behind once.
                if TELLING {
                    done += 1;
                    if done == OFTEN {
                        done = 0;
                        if !go_on(OFTEN) {
                            return false;
                        }
                    }
                }
            }
            self.dice = dice;
        }
        true
    }
}
