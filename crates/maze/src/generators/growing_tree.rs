//! The growing tree.
//!
//! Keep the cells that may still have fresh neighbours; each step picks one by
//! the [`Policy`], joins a random fresh neighbour to it, or drops it if it has
//! none. Always the newest is the backtracker, always a random one is close to
//! Prim; mixes lie between. O(cells).

use super::Maker;
use crate::dice::Dice;
use crate::field::{Field, Ground};
use crate::options::{Pick, Policy};
use crate::watch::{Change, Mark, Watch};

pub(crate) struct GrowingTree<G> {
    pub field: Field,
    ground: G,
    dice: Dice,
    policy: Policy,
    active: Vec<u32>,
    /// The oldest active cell.
    head: usize,
    begun: bool,
}

impl<G: Ground> GrowingTree<G> {
    pub fn new(field: Field, ground: G, dice: Dice, policy: Policy) -> Self {
        Self { field, ground, dice, policy, active: Vec::new(), head: 0, begun: false }
    }

    #[inline(always)]
    fn pick(&mut self) -> usize {
        match self.policy.pick(self.dice.rng()) {
            Pick::Newest => self.active.len() - 1,
            Pick::Oldest => self.head,
            Pick::Random => self.head + self.dice.rng().index(self.active.len() - self.head),
        }
    }

    #[inline(always)]
    fn drop(&mut self, index: usize) {
        if index == self.head && index + 1 < self.active.len() {
            self.head += 1;
        } else {
            self.active.swap_remove(index);
        }
        if self.head == self.active.len() {
            self.active.clear();
            self.head = 0;
        } else if self.head > 1024 && self.head * 2 > self.active.len() {
            self.active.drain(..self.head);
            self.head = 0;
        }
    }
}

impl<G: Ground> Maker for GrowingTree<G> {
    #[inline(always)]
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        if self.active.is_empty() {
            let root = if self.begun {
                self.field.next_fresh(self.field.frame().first())
            } else {
                self.field.random_fresh(self.dice.rng())
            };
            self.begun = true;
            let Some(root) = root else { return false };
            self.field.plant(root, watch);
            self.active.push(root as u32);
            return true;
        }
        let index = self.pick();
        let at = self.active[index] as usize;
        let sides = self.field.fresh_sides(&self.ground, at);
        if sides == 0 {
            self.drop(index);
            if W::ON {
                let cell = self.field.frame().cell(at);
                watch.mark(cell, Mark::Visited, Mark::Done);
                watch.change(Change::Current(cell));
            }
        } else {
            let next = self.field.carve(at, self.dice.choose(sides), watch);
            self.active.push(next as u32);
        }
        true
    }
}
