//! The searches and what they stand on, one by one.
//!
//! For laboratories and benchmarks, which run a search without the portfolio
//! around it. Nothing here is promised to the next version; whoever wants
//! levels solved takes [`crate::solve`].

pub use crate::board::{Board, Square};
pub use crate::control::Control;
pub use crate::expand::Knowledge;
pub use crate::fess::meeting::MeetingTable;
pub use crate::fess::relay::{Relay, Ways};
pub use crate::fess::two_sides::TwoSides;
pub use crate::fess::{Exit, Fess, FessOptions, Order as FeatureOrder};
pub use crate::packing::Packing;
pub use crate::position::{Position, Push, Zone};
pub use crate::search::backward::Backward;
pub use crate::search::best_first::{BestFirst, Order};
pub use crate::search::homeward::Homeward;
pub use crate::search::{Engine, Status};
pub use crate::solve::parts::Parts;
pub use crate::solve::variant;
