//! What a player can do, and its text form.

use dedale_grid::{Dir, Point};
use dedale_text::messages;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// One step: `up`, `right`, `down`, `left`.
    Go(Dir),
    /// Nothing, when blocked in: `pass`.
    Pass,
    /// Propose an end of the round: `finish`, `reveal`.
    Propose(Ending),
    /// Agree to what is proposed: `agree`.
    Agree,
    /// Refuse what is proposed: `refuse`.
    Refuse,
    /// Go on to the next round: `ready`.
    Ready,
    /// Put a block on a free cell near by: `wall ROW,COLUMN`.
    Wall(Point),
    /// Free a cell near by: `bomb ROW,COLUMN`.
    Bomb(Point),
    /// Bet on the steps of the round's winner: `bet STEPS`.
    Bet(u32),
    /// Choose the next board, where the first player is asked:
    /// `board SIZE DENSITY`.
    Board {
        /// The side of the square.
        size: usize,
        /// The share of free cells.
        density: f64,
    },
}

/// An end of a round that all must agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// Show the ways that are left; the fewest steps in all win.
    Finish,
    /// Show the best ways from the start; the round is cancelled.
    Reveal,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Finish => "finish",
            Self::Reveal => "reveal",
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Go(dir) => dir.fmt(f),
            Self::Pass => f.write_str("pass"),
            Self::Propose(ending) => ending.fmt(f),
            Self::Agree => f.write_str("agree"),
            Self::Refuse => f.write_str("refuse"),
            Self::Ready => f.write_str("ready"),
            Self::Wall(at) => write!(f, "wall {at}"),
            Self::Bomb(at) => write!(f, "bomb {at}"),
            Self::Bet(steps) => write!(f, "bet {steps}"),
            Self::Board { size, density } => write!(f, "board {size} {density}"),
        }
    }
}

messages! {
    /// The text is no action.
    pub enum ActionError {
        /// No such word.
        Unknown { found: String } =>
            "found `{found}`, expected up, right, down, left, pass, finish, reveal, agree, refuse, ready, wall ROW,COLUMN, bomb ROW,COLUMN, bet STEPS or board SIZE DENSITY",
            "trouvé « {found} », attendu haut, droite, bas, gauche, passer, terminer, solution, oui, non, suite, bloc LIGNE,COLONNE, bombe LIGNE,COLONNE, parier COUPS ou plateau TAILLE DENSITÉ";
    }
}

impl FromStr for Action {
    type Err = ActionError;

    /// The words of files, or their French ones.
    fn from_str(text: &str) -> Result<Self, ActionError> {
        let token = || {
            let (verb, rest) = text.split_once(' ')?;
            let rest = rest.trim();
            Some(match verb {
                "wall" | "bloc" => Self::Wall(rest.parse().ok()?),
                "bomb" | "bombe" => Self::Bomb(rest.parse().ok()?),
                "bet" | "parier" => Self::Bet(rest.parse().ok()?),
                _ => return None,
            })
        };
        let board = || {
            let (size, density) = text.strip_prefix("board ")?.trim().split_once(' ')?;
            Some(Self::Board { size: size.parse().ok()?, density: density.trim().parse().ok()? })
        };
        Ok(match text {
            "pass" => Self::Pass,
            "finish" => Self::Propose(Ending::Finish),
            "reveal" => Self::Propose(Ending::Reveal),
            "agree" => Self::Agree,
            "refuse" => Self::Refuse,
            "ready" => Self::Ready,
            _ => match text.parse() {
                Ok(dir) => Self::Go(dir),
                Err(_) => token().or_else(board).ok_or_else(|| ActionError::Unknown { found: text.to_owned() })?,
            },
        })
    }
}
