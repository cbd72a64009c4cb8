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
//!
//! # Versions of the rules
//!
//! A match file names the [`Game::VERSION`] it was played by, and its digests
//! notice a replay that goes astray. When rules change:
//!
//! - What is only *shown* changes freely: the view is not hashed.
//! - A state that grows a field which follows from the rest keeps its old
//!   digest by [`Game::digest`]; the version stays.
//! - If some old log would be refused or lead elsewhere, `VERSION` is raised.
//!   If the old way can be had as a setting (`rules=1`), [`Game::upgrade`]
//!   turns the settings of an old file into today's and old matches replay;
//!   read again and written, they are files of today.
//! - Otherwise an old file is refused by a message that says so. Nothing is
//!   lost: a server keeps and hands out the file as it was written, and the
//!   version of the program that wrote it replays it.

pub mod bot;
mod config;
mod digest;
pub mod file;
mod game;
mod id;
pub mod kit;
mod matches;
mod seat;
mod seed;
mod table;

pub use bot::{Bot, Budget};
pub use config::{ConfigError, Params};
pub use digest::digest;
pub use game::{Game, Outcome};
pub use id::GameId;
pub use matches::{Entry, EntryKind, Match, Rejected, Replay, Undo};
pub use seat::{Seat, Seats, Viewer};
pub use seed::Seed;
pub use table::{Happened, Moment, Table, Thought};
