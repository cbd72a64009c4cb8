//! Coordinates that may lie outside a grid.

use crate::Dir;
use std::fmt;
use std::str::FromStr;

/// A row and a column, row 0 at the top. It may lie outside any grid, so that
/// a neighbour can be named before anyone asks whether it exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "[i32; 2]", into = "[i32; 2]")
)]
pub struct Point {
    /// The row, counted downwards from 0.
    pub row: i32,
    /// The column, counted rightwards from 0.
    pub col: i32,
}

impl From<[i32; 2]> for Point {
    fn from([row, col]: [i32; 2]) -> Self {
        Self { row, col }
    }
}

impl From<Point> for [i32; 2] {
    fn from(point: Point) -> Self {
        [point.row, point.col]
    }
}

impl Point {
    /// A point from its row and column.
    pub const fn new(row: i32, col: i32) -> Self {
        Self { row, col }
    }

    /// The point one step away; `{0, 3}` going up is `{-1, 3}`.
    #[must_use]
    pub const fn step(self, dir: Dir) -> Self {
        self.steps(dir, 1)
    }

    /// The point `count` steps away.
    #[must_use]
    pub const fn steps(self, dir: Dir, count: i32) -> Self {
        let (row, col) = dir.delta();
        Self { row: self.row + row * count, col: self.col + col * count }
    }

    /// The number of steps between two points when nothing is in the way.
    pub const fn manhattan(self, other: Self) -> u32 {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

/// The text was not `ROW,COLUMN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointError(String);

impl PointError {
    /// The text that was found.
    pub fn found(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found `{}`, expected ROW,COLUMN such as 0,3", self.0)
    }
}

impl std::error::Error for PointError {}

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        let parse = || {
            let (row, col) = text.split_once(',')?;
            Some(Self::new(row.trim().parse().ok()?, col.trim().parse().ok()?))
        };
        parse().ok_or_else(|| PointError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_come_up_right_down_left_and_may_leave_the_board() {
        let steps = Dir::ALL.map(|dir| Point::new(0, 3).step(dir));
        assert_eq!(steps, [Point::new(-1, 3), Point::new(0, 4), Point::new(1, 3), Point::new(0, 2)]);
    }

    #[test]
    fn text_form() {
        assert_eq!("-1, 7".parse(), Ok(Point::new(-1, 7)));
        assert_eq!(Point::new(4, 5).to_string(), "4,5");
        for bad in ["", "4", "4,", "4,5,6", "a,b", "4 5", "99999999999,0"] {
            assert!(bad.parse::<Point>().is_err(), "{bad}");
        }
    }
}
