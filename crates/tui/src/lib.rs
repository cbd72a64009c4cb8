//! The terminal screens of Dédale.
//!
//! One frame ([`run`]) owns the terminal: it enters the alternate screen, reads
//! keys, keeps time and gives the terminal back whatever happens. A world
//! brings a [`Screen`] and nothing else.

mod board;
pub mod fish;
mod frame;
pub mod magic;
pub mod maze;
pub mod race;
pub mod sokoban;
mod words;

pub use board::{Board, color, role_style};
pub use frame::{Flow, Screen, Stage, render, run};
