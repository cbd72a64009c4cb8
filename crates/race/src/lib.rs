//! The labyrinth race.
//!
//! Up to four players start at the corners of a random labyrinth and race to
//! the target at its centre. This crate holds the labyrinths, the searches,

pub mod board;
mod distance;
pub mod generate;
pub mod labyrinth;
mod path;
pub mod repair;
#[cfg(test)]
mod testing;

pub use board::{Board, BoardError, Drawing, MAX_PLAYERS};
pub use distance::Distances;
pub use generate::{Made, Recipe, RecipeError};
pub use labyrinth::{Labyrinth, LabyrinthError};
pub use path::{Predecessors, shortest_path};
