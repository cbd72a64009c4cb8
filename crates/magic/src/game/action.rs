//! What players do, and its short text form.

use crate::Colour;
use dedale_grid::{Dir, Point};
use dedale_play::Seat;
use dedale_text::{Lang, Say, messages};
use std::fmt;
use std::str::FromStr;

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// `move y up 3`: a pawn slides.
    Move(Colour, Dir, u32),
    /// `escalator y`: to the other end.
    Escalator(Colour),
    /// `teleport y 3,4`: to a teleporter of its colour.
    Teleport(Colour, Point),
    /// `explore y`: turns a tile over behind the door the pawn stands on.
    Explore(Colour),
    /// `crystal 3,4`: turns a tile over behind any door.
    Crystal(Point),
    /// `point 2`: puts the *Do something!* pawn before a player.
    Point(Seat),
    /// `next`: the single player turns the next card.
    Next,
    /// `discard 3`: a tile goes under the deck; counted from 1.
    Discard(usize),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(pawn, dir, cells) => write!(f, "move {pawn} {dir} {cells}"),
            Self::Escalator(pawn) => write!(f, "escalator {pawn}"),
            Self::Teleport(pawn, to) => write!(f, "teleport {pawn} {to}"),
            Self::Explore(pawn) => write!(f, "explore {pawn}"),
            Self::Crystal(door) => write!(f, "crystal {door}"),
            Self::Point(seat) => write!(f, "point {seat}"),
            Self::Next => f.write_str("next"),
            Self::Discard(tile) => write!(f, "discard {}", tile + 1),
        }
    }
}

messages! {
    /// The text is no action.
    pub enum ActionError {
        /// Not one of the forms.
        Form { found: String } =>
            "found `{found}`, expected move PAWN DIRECTION CELLS, escalator PAWN, teleport PAWN ROW,COLUMN, explore PAWN, crystal ROW,COLUMN, point SEAT, discard TILE or next",
            "trouvé « {found} », attendu déplacer PION DIRECTION CASES, escalator PION, téléporter PION LIGNE,COLONNE, explorer PION, cristal LIGNE,COLONNE, désigner PLACE, défausser TUILE ou suivante";
    }
}

impl FromStr for Action {
    type Err = ActionError;

    /// The words of files, or their French ones.
    fn from_str(text: &str) -> Result<Self, ActionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let dir = |word: &str| Dir::ALL.into_iter().find(|dir| dir.name() == word || dir.say(Lang::Fr) == word);
        let parse = || -> Option<Self> {
            Some(match words[..] {
                ["move" | "déplacer", pawn, way, cells] => {
                    Self::Move(pawn.parse().ok()?, dir(way)?, cells.parse().ok()?)
                }
                ["escalator", pawn] => Self::Escalator(pawn.parse().ok()?),
                ["teleport" | "téléporter", pawn, to] => Self::Teleport(pawn.parse().ok()?, to.parse().ok()?),
                ["explore" | "explorer", pawn] => Self::Explore(pawn.parse().ok()?),
                ["crystal" | "cristal", door] => Self::Crystal(door.parse().ok()?),
                ["point" | "désigner", seat] => {
                    let number: usize = seat.parse().ok()?;
                    Self::Point(Seat::new(number.checked_sub(1).filter(|number| *number < 9)?))
                }
                ["next" | "suivante"] => Self::Next,
                ["discard" | "défausser", tile] => Self::Discard(tile.parse::<usize>().ok()?.checked_sub(1)?),
                _ => return None,
            })
        };
        parse().ok_or_else(|| ActionError::Form { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_words_are_understood() {
        for (french, english) in [
            ("déplacer jaune haut 3", "move y up 3"),
            ("explorer vert", "explore g"),
            ("téléporter o 3,-4", "teleport o 3,-4"),
            ("désigner 2", "point 2"),
            ("suivante", "next"),
            ("défausser 3", "discard 3"),
        ] {
            assert_eq!(french.parse::<Action>().unwrap(), english.parse().unwrap());
        }
        assert!("move y nowhere 3".parse::<Action>().is_err() && "point 0".parse::<Action>().is_err());
    }
}
