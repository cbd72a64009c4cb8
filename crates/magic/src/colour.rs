//! The four adventurers' colours.

use dedale_text::Lang;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A colour: of a pawn, and of the doors, objectives and exits that are its.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Colour {
    /// *Jaune*, the sword.
    Yellow,
    /// *Violet*, the vial.
    Purple,
    /// *Vert*, the bow.
    Green,
    /// *Orange*, the axe.
    Orange,
}

impl Colour {
    /// All four, in the order of every table indexed by colour.
    pub const ALL: [Self; 4] = [Self::Yellow, Self::Purple, Self::Green, Self::Orange];

    /// The place in [`Colour::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of commands and screens: `y`, `p`, `g` or `o`.
    pub const fn letter(self) -> char {
        ['y', 'p', 'g', 'o'][self as usize]
    }

    /// The word of the common file format.
    pub const fn word(self) -> &'static str {
        ["jaune", "violet", "vert", "orange"][self as usize]
    }

    /// The name in a language.
    pub const fn name(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => ["yellow", "purple", "green", "orange"][self as usize],
            Lang::Fr => self.word(),
        }
    }

    /// The colour with this word in the common file format.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.word() == word)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Colour {
    type Err = String;

    /// A letter or a name in either language; `v` alone would be ambiguous.
    fn from_str(text: &str) -> Result<Self, String> {
        let is = |colour: &Self| {
            text == colour.letter().encode_utf8(&mut [0; 4]) || text == colour.word() || text == colour.name(Lang::En)
        };
        Self::ALL.into_iter().find(is).ok_or_else(|| format!("found `{text}`, expected y, p, g or o"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_back() {
        for colour in Colour::ALL {
            assert_eq!(colour.to_string().parse(), Ok(colour));
            assert_eq!(Colour::from_word(colour.word()), Some(colour));
            assert_eq!(colour.name(Lang::En).parse(), Ok(colour));
        }
        assert!("v".parse::<Colour>().is_err());
    }
}
