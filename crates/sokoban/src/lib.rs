//! Sokoban: levels in every usual spelling, what can be known about them
//! beforehand, solvers, an optimiser, a generator, and the game.
//!
//! Read, solve, and believe nothing that was not replayed:
//!
//! ```
//! use dedale_sokoban::{Limits, Options, read, replay, solve};
//!
//! let text = "; one\n\n#######\n#@ $ .#\n#######\n";
//! let level = &read(text)?.entries[0].level;
//! let answer = solve(level, &Options::default(), Limits::default())?;
//! let (moves, metrics) = answer.solution.expect("an easy level");
//! assert_eq!((moves.to_string().as_str(), metrics.pushes), ("rRR", 2));
//! assert!(replay(level, &moves).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Ask for a proof that nothing shorter exists:
//!
//! ```
//! use dedale_sokoban::{Goal, Level, Limits, Options, solve};
//!
//! let level = Level::from_rows(["#######", "#.$  @#", "#######"])?;
//! let options = Options { optimal: Some(Goal::Moves), ..Options::default() };
//! let answer = solve(&level, &options, Limits::default())?;
//! assert!(answer.proved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The way through the crate: [`Level`] is what is written, [`Board`] what the
//! solvers work on, [`Position`] where the boxes are; [`deadlock`] says what is
//! hopeless, [`search`] holds the exact searches, [`fess`] the one that plans;
//! [`solve`] runs them in turns. Time is told by the caller ([`Limits`]); no
//! function here reads a clock.

mod analyze;
mod audit;
mod board;
mod bound;
mod collection;
mod control;
pub mod deadlock;
mod expand;
pub mod fess;
pub mod format;
pub mod game;
mod generate;
mod level;
mod moves;
mod optimize;
pub mod picture;
mod position;
pub mod search;
mod shorten;
mod solve;
mod store;
mod symmetry;
mod technique;
mod terrain;
mod travel;
mod verify;
mod zobrist;

pub use analyze::{Analysis, CorralCells, RoomCells, TunnelCells};
pub use audit::{Wrong, audit, pushes_of};
pub use board::{Board, BoardError, FAR, MAX_SQUARES, Square};
pub use bound::{Bounds, Heuristic};
pub use collection::{SHIPPED, shipped};
pub use control::{Control, Limits, Progress, Stop};
pub use expand::{Child, Expander, Knowledge};
pub use format::{
    Collection, Entry, FormatError, FormatProblem, Solution, read, read_solutions, write_level, write_slc, write_text,
};
pub use generate::{Difficulty, Generated, Recipe, RecipeError, generate, rate};
pub use level::{Ground, Level, LevelError, MAX_AREA, MAX_SIDE};
pub use moves::{MAX_MOVES, Moves, MovesError, Step};
pub use optimize::{Goal, optimize};
pub use position::{Position, Push, Zone};
pub use shorten::{ShortenError, shorten};
pub use solve::{Answer, Method, Options, Verdict, solve, variant};
pub use store::{Id, NO_ID, Store};
pub use symmetry::{canonical, duplicates};
pub use technique::{Switch, Techniques};
pub use terrain::{Passage, Room, Terrain, Tunnel};
pub use travel::Travel;
pub use verify::{Metrics, Replay, ReplayError, replay};
pub use zobrist::Zobrist;
