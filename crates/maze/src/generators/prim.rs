//! The specification's version of Prim's algorithm.
//!
//! The frontier holds the cells beside the maze. Each step draws one of them,
//! joins it to one of its neighbours in the maze, drawn too, and adds its fresh
//! neighbours to the frontier. O(cells).

use super::Maker;
use crate::dice::Dice;
use crate::field::{FRONTIER, Field, Ground, JOINED, is_in};
use crate::watch::{Change, Mark, Watch};
use dedale_grid::Dir;

pub(crate) struct Prim<G> {
    pub field: Field,
    ground: G,
    dice: Dice,
    frontier: Vec<u32>,
    begun: bool,
}

impl<G: Ground> Prim<G> {
    pub fn new(field: Field, ground: G, dice: Dice) -> Self {
        Self { field, ground, dice, frontier: Vec::new(), begun: false }
    }

    /// Adds the fresh neighbours of a cell to the frontier.
    #[inline(always)]
    fn reach<W: Watch>(&mut self, at: usize, watch: &mut W) {
        let sides = self.field.fresh_sides(&self.ground, at);
        for dir in (0..4).filter(|dir| sides >> dir & 1 == 1) {
            let next = self.field.frame().step(at, dir);
            self.field.states.set(next, FRONTIER);
            self.frontier.push(next as u32);
            if W::ON {
                watch.mark(self.field.frame().cell(next), Mark::Fresh, Mark::Frontier);
            }
        }
    }
}

impl<G: Ground> Maker for Prim<G> {
    #[inline(always)]
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        if self.frontier.is_empty() {
            let root = if self.begun {
                self.field.next_fresh(self.field.frame().first())
            } else {
                self.field.random_fresh(self.dice.rng())
            };
            self.begun = true;
            let Some(root) = root else { return false };
            self.field.plant(root, watch);
            self.reach(root, watch);
            return true;
        }
        let drawn = self.dice.rng().index(self.frontier.len());
        let at = self.frontier.swap_remove(drawn) as usize;
        let sides = self.field.states.around(at, is_in) & self.ground.sides(at);
        let dir = self.dice.choose(sides);
        self.field.states.set(at, JOINED | dir as u8);
        if W::ON {
            let cell = self.field.frame().cell(at);
            watch.change(Change::Open(cell, Dir::from_index(dir)));
            watch.mark(cell, Mark::Frontier, Mark::Visited);
            watch.change(Change::Current(cell));
        }
        self.reach(at, watch);
        true
    }
}
