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
//! Values lie in a [`Grid`], sets of cells in a [`BitGrid`] that works on 64
//! cells at a time, the walls of a maze in [`Walls`], two bits a cell:
//!
//! ```
//! use dedale_grid::{Cell, Dir, Size, Walls};
//!
//! let mut walls = Walls::closed(Size::new(1, 3)?);
//! walls.open(Cell::new(0), Dir::Right);
//! assert!(walls.is_open(Cell::new(1), Dir::Left));   // one wall, two sides
//! assert!(!walls.open(Cell::new(0), Dir::Left));     // the border stays
//! assert_eq!(walls.passages(), 1);
//! # Ok::<(), dedale_grid::SizeError>(())
//! ```
//!
//! [`search`] finds ways, on anything that knows its neighbours; [`cuts`] finds
//! the cells that hold a region together:
//!
//! ```
//! use dedale_grid::cuts::CutSearch;
//! use dedale_grid::search::TileBfs;
//! use dedale_grid::{BitGrid, Cell};
//!
//! let free: BitGrid = "##.##\n#####\n##.##".parse()?;
//! let mut search = TileBfs::new();
//! assert_eq!(search.run(&free, [Cell::new(0)], Some(Cell::new(14))), Some(6));
//! let mut cuts = CutSearch::new();
//! cuts.run(&free);
//! assert_eq!(cuts.cuts().collect::<Vec<_>>(), [6, 7, 8].map(Cell::new));
//! # Ok::<(), dedale_grid::BitGridError>(())
//! ```
//!
//! Disjoint sets ([`UnionFind`]), marks forgotten in O(1) ([`Marks`]), a queue
//! that keeps its memory ([`Queue`]) and a bag to draw from ([`Bag`]) are the
//! small structures all the rest is made of. Randomness is seeded and ours, so
//! that a seed gives the same board for ever:
//!
//! ```
//! use dedale_grid::{Bag, Marks, Rng, UnionFind};
//!
//! let mut rng = Rng::new(42);
//! let mut bag: Bag<usize> = (0..5).collect();
//! let (mut sets, mut drawn) = (UnionFind::new(5), Marks::new(5));
//! while let Some(number) = bag.draw(&mut rng) {
//!     assert!(drawn.insert(number));
//!     sets.union(number, 0);
//! }
//! assert_eq!((sets.sets(), sets.set_size(3)), (1, 5));
//! ```
//!
//! The crate depends on nothing but the standard library and knows no game; with
//! the feature `serde` points, directions, sizes and generators are data.

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
#[cfg(feature = "serde")]
mod serial;
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
