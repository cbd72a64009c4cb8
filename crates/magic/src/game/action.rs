//! What players do, and its short text form.

use crate::Colour;
use dedale_grid::{Dir, Point};
use dedale_play::Seat;
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
        }
    }
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let parse = || -> Option<Self> {
            Some(match words[..] {
                ["move", pawn, dir, cells] => Self::Move(pawn.parse().ok()?, dir.parse().ok()?, cells.parse().ok()?),
                ["escalator", pawn] => Self::Escalator(pawn.parse().ok()?),
                ["teleport", pawn, to] => Self::Teleport(pawn.parse().ok()?, to.parse().ok()?),
                ["explore", pawn] => Self::Explore(pawn.parse().ok()?),
                ["crystal", door] => Self::Crystal(door.parse().ok()?),
                ["point", seat] => {
                    let number: usize = seat.parse().ok()?;
                    Self::Point(Seat::new(number.checked_sub(1).filter(|number| *number < 8)?))
                }
                ["next"] => Self::Next,
                _ => return None,
            })
        };
        parse().ok_or_else(|| {
            "expected `move PAWN DIRECTION CELLS`, `escalator PAWN`, `teleport PAWN ROW,COLUMN`, `explore PAWN`, \
             `crystal ROW,COLUMN`, `point SEAT` or `next`"
                .into()
        })
    }
}
