//! The game: rounds on random boards, one step each in turn.
//!
//! A match has a number of rounds. Each round has a new board and a new random
//! order of play. A player steps in one of four directions; a step into rubble
//! is refused and does not cost the turn. A round ends in one of three ways:
//!
//! - a player stands on the target and scores 1;
//! - all agree to *finish*: everybody's shortest path from where they stand is
//!   shown, and whoever needs the fewest steps in all (steps made, steps left,
//!   turns of handicap) scores 1. Players with equally few **each** score 1;
//! - all agree to *reveal*: the shortest paths from the start are shown and
//!   nobody scores. The round counts as played, so every match ends.
//!
//! Whoever's turn it is may propose to finish or to reveal; the others agree or
//! refuse, and after a refusal nothing is proposed again before the next step.
//! After the last round the highest score wins; equal scores share the win, and
//! if nobody scored nobody wins.
//!
//! With `block`, nobody may enter a cell where another player stands, and a
//! player who cannot move at all passes. With `handicap`, a player sits out the
//! first turns of every round. With `ask`, the first player chooses size and
//! density before every round. With `fair`, boards are drawn again until nobody
//! is more than a step nearer to the target than another. With `together`, all
//! choose their steps in secret and make them at once; with `fog`, each sees
//! only what they have been near; `walls` and `bombs` are blocks to put and
//! cells to free within three steps, each in place of a step; with `bets`,
//! whoever foretells the winner's steps scores a point. Between rounds everybody
//! says that they are ready, so that nobody misses the solutions.

mod action;
mod config;
mod course;
mod drawn;
mod extras;
mod rules;
mod tell;

pub use action::{Action, ActionError, Ending};
pub use config::Config;
#[cfg(feature = "questions")]
pub(crate) use config::fair_alone;
pub use course::{Course, End, Ended, Extras, Runner, Track};
pub use drawn::DrawnBoard;
pub use extras::REACH;
pub use rules::{Event, Phase, Race, Refusal, State, View};
pub use tell::{tell, tell_action, tell_outcome};
