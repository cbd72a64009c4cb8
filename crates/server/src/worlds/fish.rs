//! Fresh Fish in the studio.

use super::{Hosted, World};
use dedale_fish::Fish;

/// Shops, trees and auctions; roads appear by themselves.
pub fn world() -> World {
    World { name: "fish", game: Some(Hosted::of::<Fish>((2, 5))), verbs: Vec::new(), work: Vec::new() }
}
