//! Wall mazes: made, watched, measured, solved, drawn.
//!
//! A maze is made from an [`Algorithm`], a [`Plan`] (the board, its mask and its
//! unbreakable walls), [`Options`] and a seed, at once:
//!
//! ```
//! use dedale_grid::Size;
//! use dedale_maze::{Algorithm, Options, Plan, generate};
//!
//! let plan = Plan::new(Size::new(10, 20)?);
//! let walls = generate(Algorithm::Backtracker, &plan, &Options::default(), 1);
//! assert_eq!(walls.passages(), 199);
//! # Ok::<(), dedale_grid::SizeError>(())
//! ```
//!
//! or step by step, to be watched, with [`Generation`]; both give the same maze.

mod algorithm;
pub mod analysis;
mod dice;
mod field;
mod finish;
pub mod formats;
mod generation;
mod generators;
pub mod makers;
pub mod mask;
mod maze;
pub mod mouse;
mod nibbles;
mod options;
pub mod picture;
mod plan;
#[cfg(feature = "questions")]
pub mod questions;
mod reel;
pub mod samples;
pub mod solvers;
pub mod steps;
pub mod surface;
mod view;
mod watch;
mod watched;

pub use algorithm::{Algorithm, AlgorithmError, nearest};
pub use generation::{Generation, generate, generate_telling};
pub use generators::rows;
pub use maze::Maze;
pub use options::{Options, OptionsError, Pick, Policy};
pub use plan::Plan;
pub use reel::Reel;
pub use view::View;
pub use watch::{Change, Mark, Silent, Step, Watch};
pub use watched::Watched;
