//! The random walk of Aldous and Broder (1989, 1990).
//!
//! Walk to a random neighbour, over and over; the first time a cell is entered,
//! the wall crossed is opened. Every spanning tree has the same chance (without
//! bias). The walk is long: about ln² of the cells, some hundred steps a cell.

use super::{GoOn, Maker, OFTEN};
use crate::dice::Dice;
use crate::field::{FRESH, Field, Ground, JOINED, OUTSIDE};
use crate::watch::{Change, Silent, Watch};

pub(crate) struct RandomWalk<G> {
    pub field: Field,
    ground: G,
    dice: Dice,
    at: usize,
    /// Cells of this part not yet visited.
    left: usize,
    /// Whether every cell can be reached from every other.
    whole: bool,
    begun: bool,
}

impl<G: Ground> RandomWalk<G> {
    pub fn new(field: Field, ground: G, dice: Dice, whole: bool) -> Self {
        Self { field, ground, dice, at: 0, left: 0, whole, begun: false }
    }

    fn begin<W: Watch>(&mut self, watch: &mut W) -> bool {
        let root = if self.begun {
            self.field.next_fresh(self.field.frame().first())
        } else {
            self.field.random_fresh(self.dice.rng())
        };
        self.begun = true;
        let Some(root) = root else { return false };
        let cells =
            if self.whole { self.field.frame().size.area() } else { self.field.part(&self.ground, root, |_| ()) };
        self.left = cells - 1;
        self.field.plant(root, watch);
        self.at = root;
        true
    }
}

impl<G: Ground> Maker for RandomWalk<G> {
    #[inline(always)]
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        if self.left == 0 {
            return self.begin(watch);
        }
        loop {
            let dir = self.dice.direction();
            if self.ground.sides(self.at) >> dir & 1 == 0 {
                continue;
            }
            let next = self.field.frame().step(self.at, dir);
            match self.field.get(next) {
                OUTSIDE => continue,
                FRESH => {
                    self.field.carve(self.at, dir, watch);
                    self.left -= 1;
                }
                _ if W::ON => watch.change(Change::Current(self.field.frame().cell(next))),
                _ => {}
            }
            self.at = next;
            return true;
        }
    }

    fn finish(&mut self) {
        self.run::<false>(&mut |_| true);
    }

    fn finish_telling(&mut self, go_on: &mut GoOn<'_>) -> bool {
        self.run::<true>(go_on)
    }
}

impl<G: Ground> RandomWalk<G> {
    /// The same walk with its state in registers.
    #[inline(always)]
    fn run<const TELLING: bool>(&mut self, go_on: &mut GoOn<'_>) -> bool {
        while self.left > 0 || self.begin(&mut Silent) {
            let (mut dice, mut at, mut left) = (self.dice.clone(), self.at, self.left);
            let rest = if TELLING { left.saturating_sub(OFTEN as usize / 8) } else { 0 };
            let states = &mut self.field.states;
            let frame = states.frame;
            while left > rest {
                let dir = dice.direction();
                let next = frame.step(at, dir);
                let state = states.get(next);
                if state == OUTSIDE || self.ground.sides(at) >> dir & 1 == 0 {
                    continue;
                }
                if state == FRESH {
                    states.set(next, JOINED | (dir as u8 ^ 2));
                    left -= 1;
                }
                at = next;
            }
            let done = self.left - left;
            (self.dice, self.at, self.left) = (dice, at, left);
            if TELLING && !go_on(done as u64) {
                return false;
            }
        }
        true
    }
}
