//! Sokoban.
mod board;
pub mod deadlock;
pub mod format;
mod level;
mod moves;
mod position;
mod symmetry;
mod verify;
mod zobrist;
pub use board::*;
pub use format::*;
pub use level::*;
pub use moves::*;
pub use position::*;
pub use symmetry::*;
pub use verify::*;
pub use zobrist::*;
