//! Depth-first search with a stack of cells.
//!
//! The cell on top of the stack is taken off; its neighbours are looked at in
//! random order, and every fresh one is joined to it, marked and pushed. Unlike
//! the backtracker, a cell opens towards all its fresh neighbours at once, so
//! corridors are shorter. O(cells).

use super::Maker;
use crate::dice::Dice;
use crate::field::{Field, Ground};
use crate::watch::{Change, Mark, Watch};

pub(crate) struct Dfs<G> {
    pub field: Field,
    ground: G,
    dice: Dice,
    stack: Vec<u32>,
    before: usize,
}

impl<G: Ground> Dfs<G> {
    pub fn new(field: Field, ground: G, dice: Dice) -> Self {
        let before = field.frame().first();
        Self { field, ground, dice, stack: Vec::new(), before }
    }
}

impl<G: Ground> Maker for Dfs<G> {
    #[inline(always)]
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        let Some(at) = self.stack.pop() else {
            let Some(root) = self.field.next_fresh(self.before) else { return false };
            self.before = root;
            self.field.plant(root, watch);
            self.stack.push(root as u32);
            return true;
        };
        let at = at as usize;
        if W::ON {
            let cell = self.field.frame().cell(at);
            watch.mark(cell, Mark::Visited, Mark::Done);
            watch.change(Change::Current(cell));
        }
        let mut sides = self.field.fresh_sides(&self.ground, at);
        while sides != 0 {
            let dir = self.dice.choose(sides);
            sides &= !(1 << dir);
            let next = self.field.carve(at, dir, watch);
            self.stack.push(next as u32);
        }
        true
    }
}
