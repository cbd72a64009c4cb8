//! Recursive division.
//!
//! The board begins without inner walls, as one chamber. A chamber is split by
//! a wall with one door, first by a vertical wall, the two halves by horizontal
//! ones, and so on, the left or upper half first; chambers of one row or one
//! column are left as they are. O(cells): a word of a horizontal wall is built
//! at once.

use super::Maker;
use crate::dice::Bias;
use crate::plan::Plan;
use crate::watch::{Change, Mark, Watch};
use dedale_grid::{Cell, Dir, Rng, Walls};

#[derive(Clone, Copy)]
struct Chamber {
    row: u32,
    col: u32,
    rows: u32,
    cols: u32,
    vertical: bool,
}

pub(crate) struct Division<'a> {
    plan: std::borrow::Cow<'a, Plan>,
    rng: Rng,
    bias: Bias,
    /// Words of the east and south walls, a bit of 1 being a wall.
    east: Vec<u64>,
    south: Vec<u64>,
    stride: usize,
    chambers: Vec<Chamber>,
}

impl<'a> Division<'a> {
    pub fn new(plan: std::borrow::Cow<'a, Plan>, rng: Rng, bias: Bias) -> Self {
        let size = plan.size();
        let stride = size.cols().div_ceil(64);
        let words = vec![0; stride * size.rows()];
        let whole = Chamber { row: 0, col: 0, rows: size.rows() as u32, cols: size.cols() as u32, vertical: true };
        Self { plan, rng, bias, east: words.clone(), south: words, stride, chambers: vec![whole] }
    }

    pub fn walls(self) -> Walls {
        let Self { plan, east, south, stride, .. } = self;
        plan.build(|row, e, s| {
            e.copy_from_slice(&east[row * stride..][..stride]);
            s.copy_from_slice(&south[row * stride..][..stride]);
        })
    }

    /// Whether the wall right of (or below) a cell may be opened.
    fn breakable(&self, row: usize, col: usize, vertical: bool) -> bool {
        let (east, south) = self.plan.fixed_words(row, col / 64);
        (if vertical { east } else { south }) >> (col % 64) & 1 == 0
    }

    /// A door among those of a wall that may be opened: the one drawn, or the
    /// next one after it.
    fn door(&mut self, length: u32, breakable: impl Fn(&Self, u32) -> bool) -> Option<u32> {
        let drawn = self.rng.below(u64::from(length)) as u32;
        if self.plan.is_plain() {
            return Some(drawn);
        }
        (drawn..length).chain(0..drawn).find(|&at| breakable(self, at))
    }

    fn split_by_column<W: Watch>(&mut self, chamber: Chamber, watch: &mut W) -> [Chamber; 2] {
        let Chamber { row, col, rows, cols, .. } = chamber;
        let left = 1 + self.rng.below(u64::from(cols) - 1) as u32;
        let wall = (col + left - 1) as usize;
        let door = self.door(rows, |this, at| this.breakable((row + at) as usize, wall, true));
        let bit = 1 << (wall % 64);
        let mut word = row as usize * self.stride + wall / 64;
        for at in 0..rows {
            if door != Some(at) {
                self.east[word] |= bit;
                if W::ON && self.breakable((row + at) as usize, wall, true) {
                    watch.change(Change::Close(self.cell(row + at, wall as u32), Dir::Right));
                }
            }
            word += self.stride;
        }
        let half = Chamber { vertical: false, ..chamber };
        [Chamber { cols: left, ..half }, Chamber { col: col + left, cols: cols - left, ..half }]
    }

    fn split_by_row<W: Watch>(&mut self, chamber: Chamber, watch: &mut W) -> [Chamber; 2] {
        let Chamber { row, col, rows, cols, .. } = chamber;
        let upper = 1 + self.rng.below(u64::from(rows) - 1) as u32;
        let wall = (row + upper - 1) as usize;
        let door = self.door(cols, |this, at| this.breakable(wall, (col + at) as usize, false));
        let (from, to) = (col as usize, (col + cols) as usize);
        for index in from / 64..=(to - 1) / 64 {
            let low = from.max(index * 64) - index * 64;
            let high = to.min(index * 64 + 64) - index * 64;
            self.south[wall * self.stride + index] |= u64::MAX >> (64 - (high - low)) << low;
        }
        if let Some(door) = door {
            let at = (col + door) as usize;
            self.south[wall * self.stride + at / 64] &= !(1 << (at % 64));
        }
        if W::ON {
            for at in (0..cols).filter(|&at| door != Some(at)) {
                if self.breakable(wall, (col + at) as usize, false) {
                    watch.change(Change::Close(self.cell(wall as u32, col + at), Dir::Down));
                }
            }
        }
        let half = Chamber { vertical: true, ..chamber };
        [Chamber { rows: upper, ..half }, Chamber { row: row + upper, rows: rows - upper, ..half }]
    }

    fn cell(&self, row: u32, col: u32) -> Cell {
        Cell::new(row * self.plan.size().cols() as u32 + col)
    }
}

impl Maker for Division<'_> {
    #[inline(always)]
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        let Some(mut chamber) = self.chambers.pop() else { return false };
        if W::ON {
            watch.change(Change::Current(self.cell(chamber.row, chamber.col)));
        }
        if chamber.rows == 1 || chamber.cols == 1 {
            if W::ON {
                for at in 0..chamber.rows * chamber.cols {
                    let (down, across) = (at / chamber.cols, at % chamber.cols);
                    let cell = self.cell(chamber.row + down, chamber.col + across);
                    if self.plan.contains(cell) {
                        watch.mark(cell, Mark::Fresh, Mark::Done);
                    }
                }
            }
            return true;
        }
        if !self.bias.is_even() {
            chamber.vertical = self.rng.below(256) < self.bias.vertical();
        }
        let halves =
            if chamber.vertical { self.split_by_column(chamber, watch) } else { self.split_by_row(chamber, watch) };
        for half in halves.into_iter().rev() {
            // Nothing more happens in a chamber of one row or column; without
            // an onlooker it need not be remembered.
            if W::ON || (half.rows > 1 && half.cols > 1) {
                self.chambers.push(half);
            }
        }
        true
    }
}
