//! Sets of cells as text, for tests, examples and debugging.

use super::BitGrid;
use crate::{Point, Size};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for BitGrid {
    /// `#` for a cell in the set, `.` for another, one line a row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size.rows() {
            for col in 0..self.size.cols() {
                f.write_str(if self.at(Point::new(row as i32, col as i32)) { "#" } else { "." })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// The text was not lines of `#` and `.` of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitGridError {
    line: usize,
    reason: String,
}

impl fmt::Display for BitGridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for BitGridError {}

impl FromStr for BitGrid {
    type Err = BitGridError;

    /// Reads what [`fmt::Display`] writes.
    fn from_str(text: &str) -> Result<Self, BitGridError> {
        let error = |line, reason| BitGridError { line, reason };
        let (rows, cols) = (text.lines().count(), text.lines().next().map_or(0, str::len));
        let size = Size::new(rows, cols).map_err(|reason| error(1, reason.to_string()))?;
        let mut grid = Self::new(size);
        for (row, line) in text.lines().enumerate() {
            if line.len() != cols {
                return Err(error(row + 1, format!("found {} characters, expected {cols}", line.len())));
            }
            for (col, byte) in line.bytes().enumerate() {
                match byte {
                    b'#' => grid.words[row * grid.stride + col / 64] |= 1 << (col % 64),
                    b'.' => {}
                    _ => return Err(error(row + 1, format!("column {}: expected `#` or `.`", col + 1))),
                }
            }
        }
        Ok(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_text_is_refused_with_its_line() {
        for (text, message) in [
            ("", "line 1: found a grid without rows or columns, expected at least one of each"),
            ("##\n#", "line 2: found 1 characters, expected 2"),
            ("##\n#x", "line 2: column 2: expected `#` or `.`"),
        ] {
            assert_eq!(text.parse::<BitGrid>().unwrap_err().to_string(), message);
        }
    }
}
