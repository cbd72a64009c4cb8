//! Rectangular grids for games, mazes and searches.
//!
//! The vocabulary first: a [`Size`] says how large a grid is, a [`Cell`] names
//! one of its cells by a compact index, a [`Point`] is a row and a column that
//! may lie outside, a [`Dir`] is one of four directions.
//!
//! ```
//! use dedale_grid::{Dir, Point, Size};
//!
//! let size = Size::new(3, 4)?;                      // 3 rows, 4 columns
//! let corner = size.cell(Point::new(0, 0)).unwrap();
//! assert_eq!(size.step(corner, Dir::Up), None);     // beyond the border: nothing
//! assert_eq!(size.point(size.step(corner, Dir::Right).unwrap()), Point::new(0, 1));
//! # Ok::<(), dedale_grid::SizeError>(())
//! ```
//!
//! Randomness is seeded and ours, so that a seed gives the same board for ever:
//!
//! ```
//! use dedale_grid::{Bag, Rng};
//!
//! let mut rng = Rng::new(42);
//! let mut bag: Bag<char> = "abc".chars().collect();
//! while let Some(letter) = bag.draw(&mut rng) {
//!     assert!("abc".contains(letter));
//! }
//! ```
//!
//! The crate depends on nothing but the standard library and knows no game.

mod bag;
mod bit_grid;
pub mod cuts;
mod dir;
mod grid;
mod marks;
mod point;
mod queue;
mod rng;
pub mod search;
mod size;
mod union_find;
mod walls;

pub use bag::Bag;
pub use bit_grid::{BitGrid, BitGridError};
pub use dir::{Dir, DirError};
pub use grid::Grid;
pub use marks::Marks;
pub use point::{Point, PointError};
pub use queue::Queue;
pub use rng::Rng;
pub use size::{Cell, Size, SizeError};
pub use union_find::UnionFind;
pub use walls::{Wall, Walls};
