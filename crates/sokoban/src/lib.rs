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
//! The way through the crate: [`Level`] is what is written, `Board` what the
//! solvers work on, `Position` where the boxes are; `deadlock` says what is
//! hopeless, `search` holds the exact searches, `fess` the one that plans;
//! [`solve`] runs them in turns. Time is told by the caller ([`Limits`]); no
//! function here reads a clock.
//!
//! Every idea of the field that is used, where it is done, and the name that
//! switches it off (`--without`, and a row each of `dedale sokoban
//! ablation`):
//!
//! | idea | where | switch |
//! |---|---|---|
//! | state: boxes and the player's zone | `Position`, `Zone` | |
//! | exhaustive search, breadth first, depth first | `search::best_first` | |
//! | cycles: transposition table, Zobrist numbers | `Store`, `Zobrist` | |
//! | dead tiles by pulling from every target | `Board` | `dead-squares` |
//! | tunnels: at most two children, one if one-way, one box at most, bends | `Passage` | `tunnels` |
//! | rooms: all that is not tunnel | `Terrain` | |
//! | packing order, rooms with any number of entrances | `Packing` | `packing` |
//! | macro moves into goal rooms | `Packing`, `Expander` | `goal-rooms` |
//! | packing order with parking, for whole levels | `fess::Plan` | |
//! | dead sets of boxes, learned during the search | `fess` | |
//! | freeze deadlocks | `deadlock::freeze` | `freeze` |
//! | PI-corrals: only their pushes | `deadlock::corral` | `corral-pruning` |
//! | PI-corrals as small levels, with a limit | `deadlock::corral` | `corral-deadlocks` |
//! | corrals in one pass by union-find | `deadlock::corral::regions` | |
//! | backwards, by distance and by novelty: what has not been seen comes first | `search::backward`, `search::novelty` | |
//! | backwards in cells of features: squares of the start that want a box or can get none | `search::homeward`, `search::lost` | |
//! | backwards to what planners have reached | `fess::relay` | |
//! | short runs with other plans, weights and seeds when long ones stay open | `solve::restarts` | |
//! | parts between which no box can go or few squares lie, solved alone and woven | `solve::parts` | |
//! | A* | `search::best_first`, `search::deepening` | |
//! | simple, greedy and Hungarian lower bound | `Bounds` | `--heuristic` |
//! | conflicts of two boxes: a pattern database of pairs | `Conflicts` | `conflicts` |
//! | a bound with frozen boxes as walls | `search::walls` | `frozen-walls` |
//! | boxes delivered at once where that loses nothing | `search::delivery`, `room`, `filling` | `delivery` |
//! | what boxes cost more together | `search::surplus`, `core` | `cores` |
//! | fewest pushes proved from below and from above | [`solve`] | |
//! | bipartite deadlocks | `deadlock::matching` | `bipartite` |
//! | marks cleared in O(1), safe at wrap-around | [`dedale_grid::Marks`] | |
//! | diagonal deadlocks | `deadlock::diagonal` | `diagonals` |
//! | small patterns: all pairs, all windows of 3 × 3 | `deadlock::pairs`, `deadlock::patterns` | `pairs`, `patterns` |
//!
//! Tunnels lose no push in exact searches, where they leave one more choice;
//! goal rooms and the packing order are left out of exact searches; everything
//! else never loses a solution, and the tests replay solutions to see that.

mod analyze;
mod audit;
mod board;
mod bound;
mod collection;
mod conflicts;
mod control;
mod deadlock;
mod diagnose;
pub mod engine;
mod expand;
mod fess;
pub mod format;
pub mod game;
mod generate;
mod level;
mod lone;
mod moves;
mod optimize;
mod packing;
pub mod picture;
mod position;
#[cfg(feature = "questions")]
pub mod questions;
mod search;
mod shorten;
mod solve;
mod store;
mod symmetry;
mod tally;
mod technique;
mod terrain;
mod travel;
mod verify;
mod zobrist;

pub use analyze::{Analysis, CorralCells, RoomCells, TunnelCells};
pub use audit::{Wrong, audit};
pub use board::BoardError;
pub use bound::Heuristic;
pub use collection::{SHIPPED, Theme, shipped, themes};
pub use control::{Limits, Progress, Snapshot, Stop};
pub use diagnose::{DiagnoseOptions, Loss, Reason, diagnose};
pub use format::{
    Collection, Entry, FormatError, FormatProblem, Solution, read, read_lenient, read_solutions, write_level,
    write_slc, write_text,
};
pub use generate::{
    Difficulty, Effort, Generated, NoLevel, Recipe, RecipeError, Wish, generate, rate, rate_within, sample_many,
};
pub use level::{Ground, Level, LevelError, MAX_AREA, MAX_SIDE};
pub use moves::{MAX_MOVES, Moves, MovesError, Step};
pub use optimize::{Goal, OptimizeOptions};
pub use shorten::{ShortenError, shorten, shorten_with};
pub use solve::{Answer, Method, Options, Verdict, solve};
pub use symmetry::{canonical, duplicates};
pub use tally::{Deadlocks, Tally};
pub use technique::Techniques;
pub use travel::Travel;
pub use verify::{Metrics, Replay, ReplayError, replay};
