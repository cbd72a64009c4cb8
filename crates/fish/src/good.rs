//! The goods that producers grow and shops sell.

use serde::{Serialize, Serializer};
use std::fmt;

/// One of the five goods, `A` to `E`: avocados, broccoli, carrots, dates and
/// shallots (échalotes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Good(u8);

impl Good {
    /// All five.
    pub const ALL: [Self; 5] = [Self(0), Self(1), Self(2), Self(3), Self(4)];

    /// The good with this number, from 0; `None` past the last.
    pub const fn new(index: usize) -> Option<Self> {
        if index < Self::ALL.len() { Some(Self(index as u8)) } else { None }
    }

    /// The good of a letter of either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            upper @ 'A'..='E' => Some(Self(upper as u8 - b'A')),
            _ => None,
        }
    }

    /// The number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `A` to `E`.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The name, in English and in French.
    pub const fn name(self) -> (&'static str, &'static str) {
        match self.0 {
            0 => ("avocados", "avocats"),
            1 => ("broccoli", "brocolis"),
            2 => ("carrots", "carottes"),
            3 => ("dates", "dattes"),
            _ => ("shallots", "échalotes"),
        }
    }
}

impl fmt::Display for Good {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl Serialize for Good {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}
