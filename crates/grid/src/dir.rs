//! The four directions.

use std::fmt;
use std::str::FromStr;

/// One of the four directions, in the order up, right, down, left (clockwise).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Dir {
    /// Towards row 0.
    Up,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
    /// Towards column 0.
    Left,
}

impl Dir {
    /// All four, clockwise from [`Dir::Up`].
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The direction with this index, modulo four: 0 up, 1 right, 2 down, 3 left.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index & 3]
    }

    /// 0 up, 1 right, 2 down, 3 left.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The way back.
    pub const fn opposite(self) -> Self {
        Self::from_index(self.index() + 2)
    }

    /// A quarter turn clockwise.
    pub const fn right(self) -> Self {
        Self::from_index(self.index() + 1)
    }

    /// A quarter turn counter-clockwise.
    pub const fn left(self) -> Self {
        Self::from_index(self.index() + 3)
    }

    /// True for [`Dir::Left`] and [`Dir::Right`].
    pub const fn is_horizontal(self) -> bool {
        self.index() & 1 == 1
    }

    /// The change of (row, column) of one step.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
        }
    }

    /// `"up"`, `"right"`, `"down"` or `"left"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Right => "right",
            Self::Down => "down",
            Self::Left => "left",
        }
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text was not `up`, `right`, `down` or `left`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirError(String);

impl DirError {
    /// The text that was found.
    pub fn found(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DirError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found `{}`, expected up, right, down or left", self.0)
    }
}

impl std::error::Error for DirError {}

impl FromStr for Dir {
    type Err = DirError;

    fn from_str(text: &str) -> Result<Self, DirError> {
        Self::ALL.into_iter().find(|dir| dir.name() == text).ok_or_else(|| DirError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_form_a_group() {
        for dir in Dir::ALL {
            assert_eq!(dir.right().left(), dir);
            assert_eq!(dir.opposite().opposite(), dir);
            assert_eq!(dir.right().right(), dir.opposite());
            let (row, col) = dir.delta();
            assert_eq!(dir.opposite().delta(), (-row, -col));
            assert_eq!(dir.name().parse(), Ok(dir));
        }
        assert!("north".parse::<Dir>().is_err());
    }
}
