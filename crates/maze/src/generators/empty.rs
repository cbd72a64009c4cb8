//! No inner walls at all.
//!
//! Each step takes away the remaining walls of one more cell, row by row.

use super::Maker;
use crate::plan::Plan;
use crate::watch::{Change, Mark, Watch};
use dedale_grid::{Cell, Dir, Walls};

pub(crate) struct Empty {
    walls: Walls,
    absent: Option<dedale_grid::BitGrid>,
    next: usize,
}

impl Empty {
    pub fn new(plan: &Plan) -> Self {
        Self { walls: plan.closed(), absent: plan.absent().cloned(), next: 0 }
    }
}

impl Maker for Empty {
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        let gone = |cell: Cell| self.absent.as_ref().is_some_and(|absent| absent.get(cell));
        while self.walls.size().cell_at(self.next).is_some_and(gone) {
            self.next += 1;
        }
        let Some(cell) = self.walls.size().cell_at(self.next) else { return false };
        self.next += 1;
        watch.change(Change::Current(cell));
        watch.mark(cell, Mark::Fresh, Mark::Visited);
        for dir in Dir::ALL {
            if !self.walls.is_open(cell, dir) && self.walls.open(cell, dir) {
                watch.change(Change::Open(cell, dir));
            }
        }
        true
    }
}
