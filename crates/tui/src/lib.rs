//! The terminal screens of Dédale.
//!
//! One frame ([`run`]) owns the terminal: it enters the alternate screen, reads
//! keys, keeps time and gives the terminal back whatever happens. A world
//! brings a [`Screen`] and nothing else.

mod axes;
mod board;
pub mod effort;
pub mod fish;
mod frame;
mod journal;
pub mod magic;
pub mod maze;
mod overlay;
pub mod race;
pub mod sokoban;
mod words;

pub use board::{Board, color, role_style};
pub use frame::{Ending, Flow, Screen, Stage, render, run};
pub use journal::Journal;
