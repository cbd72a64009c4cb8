//! Shorter solutions of a level.
//!
//! The optimiser works on the pushes of a prepared board; people hold moves
//! on a level. This is the bridge, with the referee at both ends.

use crate::audit::pushes_of;
use crate::board::{Board, BoardError};
use crate::level::Level;
use crate::moves::Moves;
use crate::optimize::{Goal, OptimizeOptions, optimize};
use crate::position::Position;
use crate::search::to_moves;
use crate::verify::{Metrics, ReplayError, replay};
use dedale_text::{Lang, Say};
use std::fmt;

/// Why a solution cannot be shortened.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShortenError {
    /// It is no solution to begin with.
    Replay(ReplayError),
    /// The level is not one the tables can hold.
    Board(BoardError),
}

impl fmt::Display for ShortenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for ShortenError {}

impl Say for ShortenError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Replay(error) => error.say(lang),
            Self::Board(error) => error.say(lang),
        }
    }
}

/// Shortens a solution so long as `keep_on`; the answer is never worse than
/// what was given and passes the referee.
///
/// ```
/// use dedale_sokoban::{OptimizeOptions, Goal, Level, Moves, shorten};
/// let level = Level::from_rows(["########", "#      #", "#@$   .#", "#      #", "########"])?;
/// let long = Moves::parse("RRurrdLulldRRR")?;
/// let (short, metrics) = shorten(&level, &long, OptimizeOptions::new(Goal::Pushes), &|| true)?;
/// assert_eq!((short.to_string().as_str(), metrics.pushes), ("RRRR", 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shorten(
    level: &Level,
    moves: &Moves,
    options: OptimizeOptions,
    keep_on: &(dyn Fn() -> bool + Sync),
) -> Result<(Moves, Metrics), ShortenError> {
    shorten_with(level, moves, options, keep_on, &mut |_, _| {})
}

/// The same; every improvement is told as soon as the referee has passed it,
/// so that whoever stops has the best so far.
pub fn shorten_with(
    level: &Level,
    moves: &Moves,
    options: OptimizeOptions,
    keep_on: &(dyn Fn() -> bool + Sync),
    better: &mut dyn FnMut(&Moves, &Metrics),
) -> Result<(Moves, Metrics), ShortenError> {
    let mut best = replay(level, moves).map_err(ShortenError::Replay)?;
    let Some(board) = Board::prepare(level, keep_on).map_err(ShortenError::Board)? else { return Ok(best) };
    let start = Position::start(&board);
    let cost = |metrics: &Metrics| match options.goal {
        Goal::Pushes => (metrics.pushes, metrics.moves),
        Goal::Moves => (metrics.moves, metrics.pushes),
    };
    let given = pushes_of(&board, &best.0);
    optimize(&board, &given, options, keep_on, &mut |pushes| {
        let found = to_moves(&board, &start, pushes).and_then(|moves| replay(level, &moves).ok());
        if let Some(found) = found.filter(|found| cost(&found.1) < cost(&best.1)) {
            better(&found.0, &found.1);
            best = found;
        }
    });
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_solution_is_refused() {
        let level = Level::from_rows(["#####", "#@$.#", "#####"]).expect("a level");
        let bad = Moves::parse("l").expect("moves");
        let error = shorten(&level, &bad, OptimizeOptions::new(Goal::Moves), &|| true).expect_err("a wall");
        assert_eq!(error.to_string(), "move 1 (l) runs into a wall");
        assert_eq!(error.say(Lang::Fr), "le coup 1 (l) va dans un mur");
    }
}
