//! Hunt and kill.
//!
//! Walk at random over fresh cells, opening walls, until stuck; then hunt row
//! by row for a fresh cell beside the maze, join it, and walk on from there.
//! The walk begins in the first cell, so on a full board the first fresh cell is
//! always beside the maze: the hunt goes on where the last one ended, and all
//! hunts together read every cell once. O(cells).

use super::Maker;
use crate::dice::Dice;
use crate::field::{FRESH, Field, Ground, JOINED, is_in};
use crate::watch::{Change, Mark, Watch};
use dedale_grid::Dir;

pub(crate) struct HuntAndKill<G> {
    pub field: Field,
    ground: G,
    dice: Dice,
    at: usize,
    /// Where the hunt stands.
    hunter: usize,
    /// Places looked at since the last success.
    missed: usize,
    begun: bool,
}

impl<G: Ground> HuntAndKill<G> {
    pub fn new(field: Field, ground: G, dice: Dice) -> Self {
        let hunter = field.frame().first();
        Self { field, ground, dice, at: 0, hunter, missed: 0, begun: false }
    }

    /// A fresh cell and its sides towards the maze; nothing after a whole
    /// round without success.
    fn hunt(&mut self) -> Option<(usize, u8)> {
        let first = self.field.frame().first();
        let end = self.field.frame().words(self.field.frame().size.rows()).start * 16;
        while self.missed < end - first {
            if self.hunter >= end {
                self.hunter = first;
            }
            if self.field.get(self.hunter) == FRESH {
                let sides = self.field.states.around(self.hunter, is_in) & self.ground.sides(self.hunter);
                if sides != 0 {
                    self.missed = 0;
                    return Some((self.hunter, sides));
                }
            }
            self.hunter += 1;
            self.missed += 1;
        }
        None
    }
}

impl<G: Ground> Maker for HuntAndKill<G> {
    #[inline(always)]
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        if self.begun {
            let sides = self.field.fresh_sides(&self.ground, self.at);
            if sides != 0 {
                self.at = self.field.carve(self.at, self.dice.choose(sides), watch);
                return true;
            }
            if let Some((prey, sides)) = self.hunt() {
                let dir = self.dice.choose(sides);
                self.field.states.set(prey, JOINED | dir as u8);
                if W::ON {
                    let cell = self.field.frame().cell(prey);
                    watch.change(Change::Open(cell, Dir::from_index(dir)));
                    watch.mark(cell, Mark::Fresh, Mark::Visited);
                    watch.change(Change::Current(cell));
                }
                self.at = prey;
                return true;
            }
        }
        let Some(root) = self.field.next_fresh(self.field.frame().first()) else { return false };
        self.begun = true;
        self.missed = 0;
        self.field.plant(root, watch);
        self.at = root;
        true
    }
}
