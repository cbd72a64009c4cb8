//! A rectangle of values.

use crate::{Cell, Point, Size};
use std::ops::{Index, IndexMut};

/// A value for every cell, in one flat array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    size: Size,
    values: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid filled with copies of one value.
    pub fn new(size: Size, value: T) -> Self
    where
        T: Clone,
    {
        Self { size, values: vec![value; size.area()] }
    }

    /// A grid whose values are computed from their points.
    pub fn from_fn(size: Size, mut value: impl FnMut(Point) -> T) -> Self {
        Self { size, values: size.cells().map(|cell| value(size.point(cell))).collect() }
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The value at a point, `None` outside.
    pub fn get(&self, point: Point) -> Option<&T> {
        self.size.cell(point).map(|cell| &self[cell])
    }

    /// The value at a point to change, `None` outside.
    pub fn get_mut(&mut self, point: Point) -> Option<&mut T> {
        self.size.cell(point).map(|cell| &mut self[cell])
    }

    /// All values, row by row.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// All values to change, row by row.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The rows, top to bottom.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[T]> + ExactSizeIterator {
        self.values.chunks_exact(self.size.cols())
    }

    /// The cells with their values, row by row.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Cell, &T)> + ExactSizeIterator {
        self.size.cells().zip(&self.values)
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.values[cell.index()]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.values[cell.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_points_agree() {
        let grid = Grid::from_fn(Size::new(2, 3).unwrap(), |point| point.row * 10 + point.col);
        assert_eq!(grid.rows().collect::<Vec<_>>(), [&[0, 1, 2], &[10, 11, 12]]);
        assert_eq!(grid.get(Point::new(1, 2)), Some(&12));
        assert_eq!(grid.get(Point::new(2, 0)), None);
        assert_eq!(grid.iter().filter(|(_, value)| **value > 9).count(), 3);
    }
}
