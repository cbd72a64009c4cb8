//! How large a grid is, and the compact names of its cells.

use crate::{Dir, Point};
use std::fmt;

/// A cell of a grid, named by its index in row-major order.
///
/// Four bytes, so that arrays of cells stay small. A cell only means something
/// together with the [`Size`] that gave it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u32);

impl Cell {
    /// The cell with this index. The caller vouches that it lies in the grid;
    /// [`Size::cell_at`] checks.
    #[inline]
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// The index in row-major order, for use in arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The rows and columns of a grid: at least one of each, and fewer than 2³²
/// cells, so that a [`Cell`] is a `u32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::serial::Sides", into = "crate::serial::Sides")
)]
pub struct Size {
    rows: u32,
    cols: u32,
}

/// Why a size was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeError {
    /// No rows or no columns.
    Empty,
    /// Too many cells for 32-bit indices, or a side beyond `i32`.
    TooLarge {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        cols: usize,
    },
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("found a grid without rows or columns, expected at least one of each"),
            Self::TooLarge { rows, cols } => {
                write!(f, "found {rows} rows of {cols} columns, expected fewer than {} cells", u32::MAX)
            }
        }
    }
}

impl std::error::Error for SizeError {}

impl Size {
    /// A size of `rows` × `cols`, refused when it is empty or overflows.
    pub const fn new(rows: usize, cols: usize) -> Result<Self, SizeError> {
        if rows == 0 || cols == 0 {
            return Err(SizeError::Empty);
        }
        match rows.checked_mul(cols) {
            Some(area) if area < u32::MAX as usize && rows <= i32::MAX as usize && cols <= i32::MAX as usize => {
                Ok(Self { rows: rows as u32, cols: cols as u32 })
            }
            _ => Err(SizeError::TooLarge { rows, cols }),
        }
    }

    /// The number of rows.
    #[inline]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    #[inline]
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// The number of cells.
    #[inline]
    pub const fn area(self) -> usize {
        self.rows() * self.cols()
    }

    /// Whether the point lies in the grid.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        (point.row as u32) < self.rows && (point.col as u32) < self.cols && point.row >= 0 && point.col >= 0
    }

    /// The cell at a point, `None` outside.
    #[inline]
    pub const fn cell(self, point: Point) -> Option<Cell> {
        if self.contains(point) { Some(Cell(point.row as u32 * self.cols + point.col as u32)) } else { None }
    }

    /// The cell with an index, `None` past the end.
    #[inline]
    pub const fn cell_at(self, index: usize) -> Option<Cell> {
        if index < self.area() { Some(Cell(index as u32)) } else { None }
    }

    /// Where a cell lies.
    #[inline]
    pub const fn point(self, cell: Cell) -> Point {
        Point::new((cell.0 / self.cols) as i32, (cell.0 % self.cols) as i32)
    }

    /// The neighbouring cell, or nothing beyond the border.
    #[inline]
    pub const fn step(self, cell: Cell, dir: Dir) -> Option<Cell> {
        match dir {
            Dir::Up if cell.0 >= self.cols => Some(Cell(cell.0 - self.cols)),
            Dir::Down if cell.0 < (self.rows - 1) * self.cols => Some(Cell(cell.0 + self.cols)),
            Dir::Left if !cell.0.is_multiple_of(self.cols) => Some(Cell(cell.0 - 1)),
            Dir::Right if cell.0 % self.cols != self.cols - 1 => Some(Cell(cell.0 + 1)),
            _ => None,
        }
    }

    /// The neighbours of a cell with their directions, up, right, down, left.
    #[inline]
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = (Dir, Cell)> {
        Dir::ALL.into_iter().filter_map(move |dir| Some((dir, self.step(cell, dir)?)))
    }

    /// The neighbours on the sides whose bits are 1; the caller vouches that
    /// there is a neighbour on each of them.
    #[inline]
    pub(crate) fn through(self, cell: Cell, sides: u8) -> impl Iterator<Item = (Dir, Cell)> {
        let index = cell.0;
        let next = [index.wrapping_sub(self.cols), index + 1, index.wrapping_add(self.cols), index.wrapping_sub(1)];
        Dir::ALL
            .into_iter()
            .filter(move |dir| sides >> dir.index() & 1 != 0)
            .map(move |dir| (dir, Cell(next[dir.index()])))
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.area()).map(|index| Cell(index as u32))
    }
}

impl fmt::Display for Size {
    /// Columns first, as the command writes sizes: `40x30`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.cols, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_sizes_are_refused() {
        assert_eq!(Size::new(0, 5), Err(SizeError::Empty));
        assert_eq!(Size::new(5, 0), Err(SizeError::Empty));
        for (rows, cols) in [(1 << 16, 1 << 16), (usize::MAX, 2), (1, 1 << 32), (1 << 31, 1)] {
            assert_eq!(Size::new(rows, cols), Err(SizeError::TooLarge { rows, cols }));
        }
        assert!(Size::new(30_000, 30_000).is_ok());
    }

    #[test]
    fn step_agrees_with_points() {
        for (rows, cols) in [(1, 1), (1, 5), (5, 1), (3, 4)] {
            let size = Size::new(rows, cols).unwrap();
            for cell in size.cells() {
                assert_eq!(size.cell(size.point(cell)), Some(cell));
                for dir in Dir::ALL {
                    assert_eq!(size.step(cell, dir), size.cell(size.point(cell).step(dir)));
                }
            }
            assert_eq!(size.cell_at(size.area()), None);
        }
    }
}
