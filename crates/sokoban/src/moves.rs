//! Solutions in LURD notation, plain or run-length encoded.
//!
//! Lower case letters walk, upper case letters push. Readers also accept an
//! all-lower-case text (who pushes is then seen in the replay), digits before
//! a letter (`4r`) and groups (`2(dlurul)`), as other programs write them.

use crate::format::rle;
use dedale_grid::Dir;
use dedale_text::{Lang, Say};
use std::fmt;

/// The most moves of a solution.
pub const MAX_MOVES: usize = 10_000_000;

/// One step of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where to.
    pub dir: Dir,
    /// Whether a box is pushed.
    pub push: bool,
}

impl Step {
    /// The letter: `l u r d` for a walk, `L U R D` for a push.
    pub fn letter(self) -> char {
        let letter = match self.dir {
            Dir::Up => 'u',
            Dir::Right => 'r',
            Dir::Down => 'd',
            Dir::Left => 'l',
        };
        if self.push { letter.to_ascii_uppercase() } else { letter }
    }

    /// The step of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let dir = match letter.to_ascii_lowercase() {
            'u' => Dir::Up,
            'r' => Dir::Right,
            'd' => Dir::Down,
            'l' => Dir::Left,
            _ => return None,
        };
        Some(Self { dir, push: letter.is_ascii_uppercase() })
    }
}

/// Why a text is not a list of moves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MovesError {
    /// A character that is no move.
    Character {
        /// The character.
        found: char,
        /// Its place in the text, counted from 0.
        index: usize,
    },
    /// A run-length code that cannot be expanded.
    Runs(rle::RunError),
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for MovesError {}

impl Say for MovesError {
    fn say(&self, lang: Lang) -> String {
        match (self, lang) {
            (Self::Runs(error), _) => error.say(lang),
            (Self::Character { found, .. }, Lang::En) => {
                format!(
                    "found `{found}`, expected one of `l`, `u`, `r`, `d` (a push in upper case), a number or a group"
                )
            }
            (Self::Character { found, .. }, Lang::Fr) => format!(
                "trouvé « {found} », attendu l'un de « l », « u », « r », « d » (une poussée en majuscule), un nombre ou un groupe"
            ),
        }
    }
}

impl MovesError {
    /// The place in the text, counted from 0.
    pub fn index(&self) -> usize {
        match self {
            Self::Character { index, .. } => *index,
            Self::Runs(error) => error.index(),
        }
    }
}

/// A list of steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves(pub Vec<Step>);

impl Moves {
    /// Reads LURD, plain or run-length encoded; blanks are skipped.
    ///
    /// ```
    /// use dedale_sokoban::Moves;
    /// let moves = Moves::parse("2(rU) l")?;
    /// assert_eq!(moves.to_string(), "rUrUl");
    /// # Ok::<(), dedale_sokoban::MovesError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, MovesError> {
        for (index, found) in text.chars().enumerate() {
            let known = found.is_ascii_digit() || found.is_whitespace() || matches!(found, '(' | ')');
            if !known && Step::from_letter(found).is_none() {
                return Err(MovesError::Character { found, index });
            }
        }
        let plain = rle::expand(text, MAX_MOVES).map_err(MovesError::Runs)?;
        Ok(Self(plain.chars().filter_map(Step::from_letter).collect()))
    }

    /// The number of steps, pushes included.
    pub fn moves(&self) -> usize {
        self.0.len()
    }

    /// The number of pushes.
    pub fn pushes(&self) -> usize {
        self.0.iter().filter(|step| step.push).count()
    }

    /// Run-length encoded: `4rU` for `rrrrU`.
    pub fn to_runs(&self) -> String {
        rle::compress(&self.to_string())
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.0.iter().map(|step| step.letter()).collect();
        f.write_str(&text)
    }
}

impl FromIterator<Step> for Moves {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_notations_read_back(text in "[lurdLURD]{0,80}") {
            let moves = Moves::parse(&text).expect("letters");
            prop_assert_eq!(moves.to_string(), text);
            prop_assert_eq!(Moves::parse(&moves.to_runs()).expect("own runs"), moves);
        }

        #[test]
        fn no_text_panics(text in ".{0,60}") {
            let _ = Moves::parse(&text);
        }
    }

    #[test]
    fn refuses_what_is_no_move() {
        assert_eq!(Moves::parse("lux"), Err(MovesError::Character { found: 'x', index: 2 }));
        assert!(matches!(Moves::parse("2(lu"), Err(MovesError::Runs(_))));
        assert!(matches!(Moves::parse("99999999999l"), Err(MovesError::Runs(_))));
    }
}
