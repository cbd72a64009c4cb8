//! The labyrinth race.
//!
//! Up to four players start at the corners of a random labyrinth and race to
//! the target at its centre. This crate holds the labyrinths, the searches,
//! the game and its bots, the screens and the simulator.

pub mod board;
pub mod bots;
mod distance;
pub mod duel;
pub mod game;
pub mod generate;
pub mod labyrinth;
mod path;
pub mod picture;
pub mod repair;
pub mod screen;
pub mod simulate;
#[cfg(test)]
mod testing;

pub use board::{Board, BoardError, Drawing, MAX_PLAYERS};
pub use distance::Distances;
pub use game::Race;
pub use generate::{Made, Recipe, RecipeError};
pub use labyrinth::{Labyrinth, LabyrinthError};
pub use path::{Predecessors, shortest_path};
pub use screen::{Mode, screen};
