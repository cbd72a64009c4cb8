//! The goods that producers grow and shops sell.

use dedale_text::tr;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

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

impl FromStr for Good {
    type Err = String;

    /// One letter of either case; what is wrong is said in the current
    /// language.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut letters = text.chars();
        let good = letters.next().and_then(Self::from_letter).filter(|_| letters.next().is_none());
        good.ok_or_else(|| tr("expected a letter from A to E", "attendu une lettre de A à E").to_owned())
    }
}

impl<'de> Deserialize<'de> for Good {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Good {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}
