//! How searches differ.

use crate::fess::advisors::Advisors;
use crate::fess::features::Order;
use crate::fess::plan::PlanStrategy;

/// How a search differs from its sisters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FessOptions {
    /// How the plan is made.
    pub strategy: PlanStrategy,
    /// Which feature counts before which.
    pub order: Order,
    /// Whether, within a cell, those that began with different moves take turns.
    pub fair: bool,
    /// Whether every other move comes from the best cell instead of the next.
    pub eager: bool,
    /// Whether cells are asked by their place among the best instead.
    pub spread: bool,
    /// Whether a box on a target before its turn counts as stray.
    pub tidy: bool,
    /// Whether steps of the plan count though their turn has not come.
    pub any_order: bool,
    /// Whether pairs of rooms that lost their link count as blocked instead of
    /// passages with a box in them.
    pub room_pairs: bool,
    /// Whether what is blocked orders positions but makes no cells.
    pub coarse: bool,
    /// Who advises besides packing, connectivity, passages and stray boxes.
    pub advisors: Advisors,
}
