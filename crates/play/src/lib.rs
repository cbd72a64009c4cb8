//! What a game is, and everything that follows from it.
//!
//! A game supplies pure rules by implementing [`Game`]: how a state comes from
//! a configuration and a seed, who may act, what an action does, what each
//! seat sees. It never reads a clock and never draws a random number that is
//! not in its state. From that, this crate gives matches with undo and replay
//! ([`Match`]), files that survive a crash ([`mod@file`]), bots ([`Bot`]), a face
//! without type parameters for servers and terminals ([`Table`]), and a test
//! kit that any game passes with one call ([`kit`]).
//!
//! The log is the truth: saving, sharing, replaying, undoing and recovering
//! from a crash are all "fold the log".
//!
//! ```
//! # mod nim { include!("../tests/nim/game.rs"); }
//! use dedale_play::{Match, Seat, file};
//! use nim::Nim;
//!
//! let mut game = Match::<Nim>::new("heap=5".parse().unwrap(), 1).unwrap();
//! game.act(Seat::new(0), &"take 2".parse().unwrap(), 100).unwrap();
//! game.act(Seat::new(1), &"take 3".parse().unwrap(), 900).unwrap();
//! assert!(game.outcome().unwrap().winners.contains(Seat::new(1)));
//!
//! let saved = file::write(&game);
//! let again = file::read::<Nim>(&saved).unwrap();
//! assert_eq!(again.game.digest(), game.digest());
//! ```

pub mod bot;
mod config;
mod digest;
pub mod file;
mod game;
mod id;
pub mod kit;
mod matches;
mod seat;
mod table;

pub use bot::{Bot, Budget};
pub use config::{ConfigError, Params};
pub use game::{Game, Outcome};
pub use id::GameId;
pub use matches::{Entry, EntryKind, Match, Rejected, Replay, Undo};
pub use seat::{Seat, Seats, Viewer};
pub use table::{Happened, Moment, Table, Thought};
