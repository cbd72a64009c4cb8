//! Magic Maze: four pawns in a supermarket that grows as it is explored.
//!
//! A [`Tile`] is made by a [`Generator`](generate::Generator), tiles lie
//! joined in a [`Market`], pawns slide through it.
//!
//! ```
//! use dedale_magic::{deck::Extras, grow::grow};
//!
//! let market = grow(24, Extras::default(), 42);
//! assert_eq!(market.len(), 24);
//! ```

pub mod aisles;
pub mod bots;
mod careful;
mod colour;
pub mod deck;
pub mod doors;
pub mod format;
pub mod game;
pub mod generate;
pub mod grow;
pub mod joint;
pub mod market;
pub mod market_format;
pub mod path;
pub mod picture;
#[cfg(feature = "questions")]
pub mod questions;
pub mod rules;
pub mod show;
pub mod simulate;
pub mod slides;
mod solo;
mod square;
pub mod swap;
mod tile;
pub mod time;
mod worth;

pub use colour::Colour;
pub use market::{Lot, Market, Spot};
pub use square::{Square, Wall};
pub use tile::{Openings, Site, Tile};
