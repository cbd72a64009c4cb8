//! The labyrinth race: up to four players start at the corners of a random
//! labyrinth and run for the target at its centre.
//!
//! A board comes from a recipe and a seed; its density is exact and every
//! player can reach the target:
//!
//! ```
//! use dedale_race::{Recipe, shortest_path};
//!
//! let recipe = Recipe { size: 31, density: 0.65, players: 2, repair: false };
//! let made = recipe.make(42)?;
//! let path = shortest_path(&made.board.labyrinth, made.board.starts[0], made.board.target);
//! assert_eq!(path.map(|path| path.len() as u32 - 1), Some(made.best[0]));
//! # Ok::<(), dedale_race::RecipeError>(())
//! ```
//!
//! On request nobody is nearer to the target than another, but for a step:
//!
//! ```
//! use dedale_race::Recipe;
//!
//! let recipe = Recipe { size: 31, density: 0.65, players: 3, repair: false };
//! let made = recipe.make_fair(42)?;
//! assert!(made.gap() <= 1 && recipe.make(42)?.gap() > 1);
//! # Ok::<(), dedale_race::RecipeError>(())
//! ```
//!
//! Where rubble cuts someone off, the fewest cells are freed, exactly:
//!
//! ```
//! use dedale_race::{Board, repair};
//!
//! let board: Board = "*****\n*1*2*\n*****\n* C *\n*****".parse()?;
//! let repair = repair::connect(&board.labyrinth, board.target, &board.starts);
//! assert_eq!(repair.cells.len(), 2);
//! # Ok::<(), dedale_text::Located<dedale_race::BoardError>>(())
//! ```
//!
//! The game itself is a [`dedale_play::Game`]; its three screens are drawn by
//! one function:
//!
//! ```
//! use dedale_play::{Match, Viewer};
//! use dedale_race::{Mode, Race, screen};
//! use dedale_text::Lang;
//!
//! let game: Match<Race> = Match::new("size=9,density=1,players=1,rounds=1".parse()?, 1)?;
//! let view = game.view(Viewer::Spectator);
//! let text = screen(&view.course.unwrap(), &view.scores, Mode::FromStart, Lang::Fr);
//! assert!(text.contains("Joueur 1 : pos=(1,1); score=0; nb coups=6"));
//! # Ok::<(), dedale_play::ConfigError>(())
//! ```

pub mod board;
pub mod bots;
mod distance;
pub mod duel;
pub mod game;
pub mod generate;
pub mod labyrinth;
mod path;
pub mod picture;
#[cfg(feature = "questions")]
pub mod questions;
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
