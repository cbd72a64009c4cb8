//! One bit a cell.

mod text;

pub use text::BitGridError;

use crate::{Cell, Dir, Point, Size};
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign};

/// A set of cells, one bit each, every row in whole 64-bit words.
///
/// Column `c` of a row is bit `c % 64` of its word `c / 64`; the bits past the
/// last column are always 0, so that words can be counted and compared as they
/// are. Set operations and shifts work on 64 cells at a time.
///
/// ```
/// use dedale_grid::{BitGrid, Dir};
/// let ring: BitGrid = "###\n#.#\n###".parse()?;
/// let mut moved = ring.shifted(Dir::Right);
/// moved &= &ring;
/// assert_eq!(moved.to_string(), ".##\n...\n.##\n");
/// assert_eq!(ring.count(), 8);
/// # Ok::<(), dedale_grid::BitGridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitGrid {
    size: Size,
    /// Words in a row.
    stride: usize,
    /// ⌊(2⁶⁴ − 1) / columns⌋, which turns the division by the columns into a
    /// multiplication.
    reciprocal: u64,
    words: Vec<u64>,
}

impl BitGrid {
    /// No cell is in the set.
    pub fn new(size: Size) -> Self {
        let stride = size.cols().div_ceil(64);
        let reciprocal = u64::MAX / size.cols() as u64;
        Self { size, stride, reciprocal, words: vec![0; stride * size.rows()] }
    }

    /// Every cell is in the set.
    pub fn full(size: Size) -> Self {
        let mut grid = Self::new(size);
        grid.fill(true);
        grid
    }

    /// The cells whose points satisfy a condition, asked row by row.
    pub fn from_fn(size: Size, mut holds: impl FnMut(Point) -> bool) -> Self {
        let mut grid = Self::new(size);
        for (row, words) in grid.words.chunks_exact_mut(grid.stride).enumerate() {
            for col in 0..size.cols() {
                words[col / 64] |= u64::from(holds(Point::new(row as i32, col as i32))) << (col % 64);
            }
        }
        grid
    }

    /// The size.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The word and the bit of a cell.
    #[inline]
    pub(crate) fn place(&self, cell: Cell) -> (usize, u32) {
        // Exact for every 32-bit index: with n = qd + s the product lies in
        // [q, q + 1) · 2⁶⁴ because d(n + 1) ≤ 2⁶⁴.
        let index = cell.index() as u64;
        let row = (u128::from(index + 1) * u128::from(self.reciprocal)) >> 64;
        let row = row as usize;
        let col = cell.index() - row * self.size.cols();
        (row * self.stride + col / 64, (col % 64) as u32)
    }

    /// Whether a cell is in the set.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    #[inline]
    pub fn get(&self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        self.words[word] >> bit & 1 != 0
    }

    /// Whether a point is in the set; false outside the grid.
    #[inline]
    pub fn at(&self, point: Point) -> bool {
        self.size.contains(point) && {
            let (row, col) = (point.row as usize, point.col as usize);
            self.words[row * self.stride + col / 64] >> (col % 64) & 1 != 0
        }
    }

    /// Puts a cell in; true if it was not there before.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    #[inline]
    pub fn set(&mut self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        let before = self.words[word];
        self.words[word] = before | 1 << bit;
        before >> bit & 1 == 0
    }

    /// Takes a cell out; true if it was there.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    #[inline]
    pub fn clear(&mut self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        let before = self.words[word];
        self.words[word] = before & !(1 << bit);
        before >> bit & 1 != 0
    }

    /// Puts a cell in or takes it out.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    #[inline]
    pub fn put(&mut self, cell: Cell, value: bool) {
        if value {
            self.set(cell)
        } else {
            self.clear(cell)
        };
    }

    /// Which of a cell's neighbours are in the set: bit [`Dir::index`] is 1 for
    /// those that are.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    #[inline]
    pub fn sides(&self, cell: Cell) -> u8 {
        let (at, bit) = self.place(cell);
        let (words, stride) = (&self.words, self.stride);
        let word = words[at];
        let up = if at >= stride { words[at - stride] >> bit & 1 } else { 0 };
        let down = words.get(at + stride).map_or(0, |word| word >> bit & 1);
        let right = match bit {
            63 => words.get(at + 1).map_or(0, |next| next & u64::from(!(at + 1).is_multiple_of(stride))),
            _ => word >> (bit + 1) & 1,
        };
        let left = match bit {
            0 if at.is_multiple_of(stride) => 0,
            0 => words[at - 1] >> 63,
            _ => word >> (bit - 1) & 1,
        };
        (up | right << 1 | down << 2 | left << 3) as u8
    }

    /// Which of the eight cells around a cell are in the set, clockwise from
    /// the one above: bit 0 is up, bit 1 up and right, bit 2 right, and so on.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    #[inline]
    pub fn ring(&self, cell: Cell) -> u8 {
        let (at, bit) = self.place(cell);
        let (left, right) = match bit {
            0 => (!at.is_multiple_of(self.stride), false),
            63 => (false, !(at + 1).is_multiple_of(self.stride)),
            _ => (false, false),
        };
        // Left, middle and right of the word at `at`, in bits 0 to 2.
        let three = |at: usize| {
            let middle = (u128::from(self.words[at]) << 1 >> bit) as u64;
            let before = if left { self.words[at - 1] >> 63 } else { 0 };
            let after = if right { (self.words[at + 1] & 1) << 2 } else { 0 };
            (middle & 7 | before | after) as u8
        };
        let here = three(at);
        let above = if at >= self.stride { three(at - self.stride) } else { 0 };
        let below = if at + self.stride < self.words.len() { three(at + self.stride) } else { 0 };
        above >> 1
            | (here & 4)
            | (below & 4) << 1
            | (below & 2) << 3
            | (below & 1) << 5
            | (here & 1) << 6
            | (above & 1) << 7
    }

    /// Puts every cell in or takes every cell out.
    pub fn fill(&mut self, value: bool) {
        self.words.fill(if value { u64::MAX } else { 0 });
        self.trim();
    }

    /// Replaces the set by the cells that were not in it.
    pub fn invert(&mut self) {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self.trim();
    }

    /// How many cells are in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The cells in the set, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.words.iter().enumerate().flat_map(move |(at, &word)| {
            let first = at / self.stride * self.size.cols() + at % self.stride * 64;
            bits(word).map(move |bit| Cell::new(first as u32 + bit))
        })
    }

    /// Takes out the cells of another set.
    ///
    /// # Panics
    /// If the sizes differ.
    pub fn and_not(&mut self, other: &Self) {
        self.combine(other, |a, b| a & !b);
    }

    fn combine(&mut self, other: &Self, op: impl Fn(u64, u64) -> u64) {
        assert_eq!(self.size, other.size, "sets of cells of different grids do not combine");
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a = op(*a, *b);
        }
    }

    /// Moves every cell of the set one step; those that leave the grid are lost.
    pub fn shift(&mut self, dir: Dir) {
        let stride = self.stride;
        let rest = self.words.len() - stride;
        match dir {
            Dir::Up => {
                self.words.copy_within(stride.., 0);
                self.words[rest..].fill(0);
            }
            Dir::Down => {
                self.words.copy_within(..rest, stride);
                self.words[..stride].fill(0);
            }
            Dir::Right => {
                for row in self.words.chunks_exact_mut(stride) {
                    row.iter_mut().fold(0, |carry, word| {
                        let out = *word >> 63;
                        *word = *word << 1 | carry;
                        out
                    });
                }
                self.trim();
            }
            Dir::Left => {
                for row in self.words.chunks_exact_mut(stride) {
                    row.iter_mut().rev().fold(0, |carry, word| {
                        let out = *word << 63;
                        *word = *word >> 1 | carry;
                        out
                    });
                }
            }
        }
    }

    /// The set with every cell moved one step.
    #[must_use]
    pub fn shifted(&self, dir: Dir) -> Self {
        let mut moved = self.clone();
        moved.shift(dir);
        moved
    }

    /// How many words make a row.
    pub fn words_per_row(&self) -> usize {
        self.stride
    }

    /// The words of a row, leftmost first; the bits past the last column are 0.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..][..self.stride]
    }

    /// All words, [`BitGrid::words_per_row`] of them a row.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Hands out all words to be changed, then clears whatever was written
    /// past the last column.
    pub fn edit<R>(&mut self, change: impl FnOnce(&mut [u64]) -> R) -> R {
        let result = change(&mut self.words);
        self.trim();
        result
    }

    /// The words to be changed by those who keep the bits past the last column
    /// at 0 themselves.
    #[inline]
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// The columns that exist in the last word of a row.
    #[inline]
    pub(crate) fn last_word_mask(&self) -> u64 {
        u64::MAX >> ((64 - self.size.cols() % 64) % 64)
    }

    fn trim(&mut self) {
        let mask = self.last_word_mask();
        if mask != u64::MAX {
            self.words.chunks_exact_mut(self.stride).for_each(|row| row[self.stride - 1] &= mask);
        }
    }
}

/// The places of the bits of a word, lowest first.
#[inline]
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}

impl BitAndAssign<&Self> for BitGrid {
    /// Keeps the cells that both sets have; panics if the sizes differ.
    fn bitand_assign(&mut self, other: &Self) {
        self.combine(other, |a, b| a & b);
    }
}

impl BitOrAssign<&Self> for BitGrid {
    /// Adds the cells of the other set; panics if the sizes differ.
    fn bitor_assign(&mut self, other: &Self) {
        self.combine(other, |a, b| a | b);
    }
}

impl BitXorAssign<&Self> for BitGrid {
    /// Keeps the cells that exactly one set has; panics if the sizes differ.
    fn bitxor_assign(&mut self, other: &Self) {
        self.combine(other, |a, b| a ^ b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn grids() -> impl Strategy<Value = (Size, BTreeSet<u32>, BTreeSet<u32>)> {
        (1..5usize, 1..140usize).prop_flat_map(|(rows, cols)| {
            let size = Size::new(rows, cols).unwrap();
            let set = prop::collection::btree_set(0..size.area() as u32, 0..=size.area());
            (Just(size), set.clone(), set)
        })
    }

    fn build(size: Size, cells: &BTreeSet<u32>) -> BitGrid {
        let mut grid = BitGrid::new(size);
        for &cell in cells {
            assert!(grid.set(Cell::new(cell)));
            assert!(!grid.set(Cell::new(cell)));
        }
        grid
    }

    fn list(grid: &BitGrid) -> BTreeSet<u32> {
        grid.cells().map(|cell| cell.index() as u32).collect()
    }

    proptest! {
        #[test]
        fn agrees_with_a_set_of_numbers((size, a, b) in grids()) {
            let (grid, other) = (build(size, &a), build(size, &b));
            prop_assert_eq!(list(&grid), a.clone());
            prop_assert_eq!(grid.count(), a.len());
            prop_assert_eq!(grid.is_empty(), a.is_empty());
            for cell in size.cells() {
                prop_assert_eq!(grid.get(cell), a.contains(&(cell.index() as u32)));
                prop_assert_eq!(grid.at(size.point(cell)), grid.get(cell));
                let sides = Dir::ALL.map(|dir| u8::from(grid.at(size.point(cell).step(dir))) << dir.index());
                prop_assert_eq!(grid.sides(cell), sides.iter().sum::<u8>());
                let ring = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
                let Point { row, col } = size.point(cell);
                let ring = ring.map(|(down, right)| grid.at(Point::new(row + down, col + right)));
                prop_assert_eq!(grid.ring(cell), (0..8).map(|i| u8::from(ring[i]) << i).sum::<u8>());
            }
            let combine = |op: fn(&mut BitGrid, &BitGrid)| {
                let mut result = grid.clone();
                op(&mut result, &other);
                list(&result)
            };
            prop_assert_eq!(combine(|x, y| *x &= y), &a & &b);
            prop_assert_eq!(combine(|x, y| *x |= y), &a | &b);
            prop_assert_eq!(combine(|x, y| *x ^= y), &a ^ &b);
            prop_assert_eq!(combine(BitGrid::and_not), &a - &b);
            let mut inverse = grid.clone();
            inverse.invert();
            prop_assert_eq!(inverse.count(), size.area() - a.len());
            prop_assert_eq!(&BitGrid::from_fn(size, |point| grid.at(point)), &grid);
            prop_assert_eq!(grid.to_string().parse(), Ok(grid.clone()));
            let mut emptied = grid;
            for &cell in &a {
                prop_assert!(emptied.clear(Cell::new(cell)) && !emptied.clear(Cell::new(cell)));
            }
            prop_assert_eq!(emptied, BitGrid::new(size));
        }

        #[test]
        fn shifts_move_every_cell((size, a, _) in grids()) {
            let grid = build(size, &a);
            for dir in Dir::ALL {
                let moved = a.iter().filter_map(|&cell| size.step(Cell::new(cell), dir)).map(|c| c.index() as u32);
                prop_assert_eq!(list(&grid.shifted(dir)), moved.collect::<BTreeSet<_>>());
            }
        }

        #[test]
        fn the_row_of_a_cell_needs_no_division(cols in 1..=i32::MAX as usize, pick: u32) {
            let size = Size::new(1, cols).unwrap();
            let mut grid = BitGrid::new(Size::new(1, 1).unwrap());
            grid.size = size;
            grid.stride = 1 << 32;
            grid.reciprocal = u64::MAX / cols as u64;
            let edges = [pick as usize, pick as usize / cols * cols, (pick as usize / cols * cols).saturating_sub(1)];
            for index in edges {
                let (word, bit) = grid.place(Cell::new(index as u32));
                prop_assert_eq!(word >> 32, index / cols);
                prop_assert_eq!(((word & u32::MAX as usize) * 64) + bit as usize, index % cols);
            }
        }
    }

    #[test]
    fn full_grids_and_edits_stay_inside_the_columns() {
        for cols in [1, 63, 64, 65, 128] {
            let size = Size::new(3, cols).unwrap();
            let mut grid = BitGrid::full(size);
            assert_eq!(grid.count(), size.area());
            assert_eq!(grid.words_per_row() * 3, grid.words().len());
            grid.edit(|words| words.fill(u64::MAX));
            assert_eq!(grid, BitGrid::full(size));
            assert_eq!(grid.row(2), grid.row(0));
            grid.put(Cell::new(0), false);
            assert!(!grid.at(Point::new(0, 0)) && !grid.at(Point::new(0, -1)) && !grid.at(Point::new(3, 0)));
        }
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn a_cell_outside_is_a_mistake_of_the_caller() {
        BitGrid::new(Size::new(2, 70).unwrap()).get(Cell::new(140));
    }
}
