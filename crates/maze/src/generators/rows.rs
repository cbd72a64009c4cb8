//! Mazes made row by row: `binary-tree`, `sidewinder` and `eller`.
//!
//! They need to know only the row they are in, so a maze of any number of rows
//! takes O(columns) memory. The rows of the first two do not depend on each
//! other: each has its own stream of random numbers, 64 cells are decided by a
//! few operations on words, and rows are made on all cores.
//!
//! * **binary-tree**: each cell opens its east or its south wall, chosen among
//!   those of the two that may be opened.
//! * **sidewinder**: a row falls into runs of cells joined eastwards at random;
//!   each run opens one wall to the south. A coin is thrown for each cell of a
//!   run from the west: the first head opens; without a head, the last cell.
//! * **eller** (Eller, 1982): neighbours of different sets are joined at
//!   random, then each set opens at least one wall to the south. The sets of a
//!   row never cross, so each is a ring of its members in order, and all
//!   questions are answered in O(1) from two arrays.

use super::Maker;
use crate::dice::Bias;
use crate::plan::{Plan, edge};
use crate::watch::{Change, Mark, Watch};
use dedale_grid::{Cell, Dir, Rng};

/// Which of the three algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// East or south for each cell.
    BinaryTree,
    /// Runs to the east, one opening each to the south.
    Sidewinder,
    /// Sets of cells that are already connected.
    Eller,
}

/// Makes rows of a maze from the top, as words of east and south walls (a bit
/// of 1 is a wall; bits past the last column are 1).
///
/// ```
/// use dedale_maze::rows::{RowKind, RowMaker};
/// let mut maker = RowMaker::new(RowKind::Eller, 100, 7, 0.5);
/// let (mut east, mut south) = (vec![0; 2], vec![0; 2]);
/// maker.row(&mut east, &mut south, false);
/// assert_eq!(east[1] >> 35, u64::MAX >> 35); // the border and beyond
/// maker.row(&mut east, &mut south, true);
/// assert_eq!(south, [u64::MAX; 2]);
/// ```
#[derive(Clone, Debug)]
pub struct RowMaker {
    kind: RowKind,
    cols: usize,
    seed: u64,
    bias: Bias,
    row: u64,
    sets: Rings,
    rng: Rng,
}

impl RowMaker {
    /// A maker of rows of so many columns. `bias` is the share of openings to
    /// the east, 0.5 when no direction is preferred.
    pub fn new(kind: RowKind, cols: usize, seed: u64, bias: f64) -> Self {
        Self::with(kind, cols, seed, Bias::new(bias))
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Goes to a row; only where rows do not depend on each other.
    pub(crate) fn jump(&mut self, row: u64) {
        self.row = row;
    }

    pub(crate) fn with(kind: RowKind, cols: usize, seed: u64, bias: Bias) -> Self {
        let sets = Rings::new(if kind == RowKind::Eller { cols } else { 0 });
        Self { kind, cols, seed, bias, row: 0, sets, rng: Rng::new(seed) }
    }

    /// The next row, the last or not.
    ///
    /// # Panics
    /// If the slices are not the words of a row.
    pub fn row(&mut self, east: &mut [u64], south: &mut [u64], last: bool) {
        let cols = self.cols;
        self.fenced_row(east, south, last, |word| {
            let edge = edge(cols, word);
            (edge, if last { u64::MAX } else { edge << 1 })
        });
    }

    /// The next row, with the unbreakable east and south walls of each word.
    #[inline]
    pub(crate) fn fenced_row(
        &mut self,
        east: &mut [u64],
        south: &mut [u64],
        last: bool,
        fixed: impl Fn(usize) -> (u64, u64),
    ) {
        match self.kind {
            RowKind::BinaryTree => binary_tree(self.seed, self.row, self.bias, east, south, fixed),
            RowKind::Sidewinder => sidewinder(self.seed, self.row, self.bias, east, south, last, fixed),
            RowKind::Eller => self.eller(east, south, last, fixed),
        }
        self.row += 1;
    }

    fn eller(&mut self, east: &mut [u64], south: &mut [u64], last: bool, fixed: impl Fn(usize) -> (u64, u64)) {
        let mut sets = self.sets.row();
        for (word, (east, south)) in east.iter_mut().zip(south).enumerate() {
            let (fixed_east, fixed_south) = fixed(word);
            let join = if last { u64::MAX } else { self.bias.word(&mut self.rng) } & !fixed_east;
            let leave = if last { 0 } else { self.rng.bits() | fixed_south };
            let base = word * 64;
            let (mut open, mut closed) = (0, 0);
            for bit in 0..(self.cols - base).min(64) {
                // East is decided first: a cell that leaves its set for the
                // row below is still of the set in this row.
                if join >> bit & 1 == 1 && sets.join_next(base + bit) {
                    open |= 1 << bit;
                }
                if leave >> bit & 1 == 1 && (sets.leave(base + bit) || fixed_south >> bit & 1 == 1) {
                    closed |= 1 << bit;
                }
            }
            *east = !open;
            *south = if last { u64::MAX } else { closed | fixed_south };
        }
    }
}

/// The sets of a row, each a ring of its members from west to east.
#[derive(Clone, Debug)]
pub(crate) struct Rings {
    next: Vec<u32>,
    before: Vec<u32>,
}

impl Rings {
    pub fn new(cols: usize) -> Self {
        let alone: Vec<u32> = (0..cols as u32).collect();
        Self { next: alone.clone(), before: alone }
    }

    /// The same as slices, which stay in registers while a row is made.
    pub fn row(&mut self) -> Row<'_> {
        Row { next: &mut self.next, before: &mut self.before }
    }
}

pub(crate) struct Row<'a> {
    next: &'a mut [u32],
    before: &'a mut [u32],
}

impl Row<'_> {
    /// Joins the set of a member with that of its east neighbour; false if
    /// they are one already.
    #[inline(always)]
    pub fn join_next(&mut self, col: usize) -> bool {
        let east = col as u32 + 1;
        let follower = self.next[col];
        if follower == east {
            return false;
        }
        let last = self.before[col + 1];
        self.next[last as usize] = follower;
        self.before[follower as usize] = last;
        self.next[col] = east;
        self.before[col + 1] = col as u32;
        true
    }

    /// Takes a member out of its set; false if it is the only one.
    #[inline(always)]
    pub fn leave(&mut self, col: usize) -> bool {
        let (before, next) = (self.before[col], self.next[col]);
        if next == col as u32 {
            return false;
        }
        self.next[before as usize] = next;
        self.before[next as usize] = before;
        (self.next[col], self.before[col]) = (col as u32, col as u32);
        true
    }
}

#[inline]
fn binary_tree(
    seed: u64,
    row: u64,
    bias: Bias,
    east: &mut [u64],
    south: &mut [u64],
    fixed: impl Fn(usize) -> (u64, u64),
) {
    let mut rng = Rng::stream(seed, row);
    for (word, (east, south)) in east.iter_mut().zip(south).enumerate() {
        let (fixed_east, fixed_south) = fixed(word);
        let open_east = (bias.word(&mut rng) | fixed_south) & !fixed_east;
        *east = !open_east;
        *south = fixed_south | open_east;
    }
}

#[inline]
fn sidewinder(
    seed: u64,
    row: u64,
    bias: Bias,
    east: &mut [u64],
    south: &mut [u64],
    last: bool,
    fixed: impl Fn(usize) -> (u64, u64),
) {
    let mut rng = Rng::stream(seed, row);
    let all = if last { u64::MAX } else { 0 };
    // Whether the run goes on from the word before, and the borrow of the
    // subtraction below.
    let (mut joined, mut borrow) = (0, false);
    for (word, (east, south)) in east.iter_mut().zip(south).enumerate() {
        let (fixed_east, fixed_south) = fixed(word);
        let links = (bias.word(&mut rng) | all) & !fixed_east;
        let starts = !(links << 1 | joined);
        let heads = rng.bits() & !fixed_south | !links;
        // Taking 1 away from the part of a number that belongs to a run flips
        // its bits up to its lowest 1, the first head. Each run has one, at its
        // end if nowhere else, so nothing is borrowed beyond it.
        let (less, under) = heads.overflowing_sub(starts);
        let (less, under_again) = less.overflowing_sub(u64::from(borrow));
        borrow = under | under_again;
        joined = links >> 63;
        *east = !links;
        *south = fixed_south | !(heads & !less);
    }
}

/// The rows of a plan, cell by cell for those who watch.
pub(crate) struct RowSteps {
    plan: Plan,
    maker: RowMaker,
    east: Vec<u64>,
    south: Vec<u64>,
    row: usize,
    col: usize,
}

impl RowSteps {
    pub fn new(plan: Plan, maker: RowMaker) -> Self {
        let words = vec![0; plan.size().cols().div_ceil(64)];
        Self { plan, maker, east: words.clone(), south: words, row: 0, col: 0 }
    }
}

impl Maker for RowSteps {
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        let size = self.plan.size();
        loop {
            if self.row == size.rows() {
                return false;
            }
            if self.col == 0 {
                let (plan, row) = (&self.plan, self.row);
                let last = row + 1 == size.rows();
                self.maker.fenced_row(&mut self.east, &mut self.south, last, |word| plan.fixed_words(row, word));
            }
            let (row, col) = (self.row, self.col);
            self.col += 1;
            if self.col == size.cols() {
                (self.row, self.col) = (row + 1, 0);
            }
            let cell = Cell::new((row * size.cols() + col) as u32);
            if !self.plan.contains(cell) {
                continue;
            }
            watch.change(Change::Current(cell));
            watch.mark(cell, Mark::Fresh, Mark::Visited);
            for (words, dir) in [(&self.east, Dir::Right), (&self.south, Dir::Down)] {
                if words[col / 64] >> (col % 64) & 1 == 0 {
                    watch.change(Change::Open(cell, dir));
                }
            }
            return true;
        }
    }
}
