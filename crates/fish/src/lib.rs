//! Fresh Fish: shops, trees and auctions; roads appear by themselves.
//!
//! Everything built on the board must stay within reach of someone who walks
//! on free cells. A cell that can no longer be built upon without breaking
//! that becomes a road at once.
//!
//! ```
//! use dedale_fish::{Access, Board, roads};
//!
//! // The free corner and the producer both hang on the cell between them.
//! let board: Board = ".A.\n...\n...\n".parse()?;
//! let roads = roads::find(&board, Access::Everything)?;
//! let roads: Vec<String> = roads.iter().map(|road| board.size().point(*road).to_string()).collect();
//! assert_eq!(roads, ["1,0", "1,2"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From the bottom up: [`Board`] and its text forms; [`roads`], the naive
//! search and the single depth-first search; [`Explanation`], the same search
//! told step by step; [`Ground`], a board of at most 128 bits on which a
//! construction costs a tenth of a microsecond; the game itself, [`Fish`], with
//! its bots.

mod board;
pub mod bots;
mod explain;
mod game;
mod good;
mod ground;
pub mod hint;
mod market;
mod outlook;
pub mod picture;
#[cfg(feature = "questions")]
pub mod questions;
pub mod roads;
mod score;
mod simulate;
mod standings;

pub use board::{Access, Board, Layout, MAX_CELLS, MAX_PLAYERS, TextError, Tile, Unsound};
pub use explain::{Arc, ArcKind, Explanation, Reason, StartError, Visit};
pub use game::{
    Action, ActionError, At, Bid, Config, Event, Fish, Phase, Piece, Player, Refusal, Rules, Shop, State, Ties, Touch,
    View,
};
pub use good::Good;
pub use ground::{Frame, Ground, Spot, Spots};
pub use hint::Preview;
pub use market::{Area, Market, Outside};
pub use outlook::Outlook;
pub use score::{Distances, ShopDistance, shops};
pub use simulate::{Contest, Standing, simulate, wilson};
pub use standings::{Place, Standings, Walk, standings};
