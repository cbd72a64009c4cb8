//! Feature-space search with macro moves.
//!
//! After "The FESS algorithm" (Shoham & Schaeffer, CoG 2020). A move carries
//! one box anywhere it can go. Every position falls into a cell of a coarse
//! space of features; the search goes round the cells and in each plays the
//! move with the least weight, so that anything new gets its share of time and
//! what leads nowhere only gathers weight. Moves that an advisor names cost
//! nothing, all others one.
//!
//! Plans come in two families: boxes leave the solved board anywhere ([`plan`])
//! or through one sink while the rest is parked (`sink`). [`two_sides`] needs
//! no plan: it unfolds the solved board and heads for the open picture that
//! comes of it. [`relay`] heads backwards for what planners have reached. All
//! searches of a board share plans, dead patterns and the table in which both
//! sides meet ([`meeting`]).
//!
//! Features: steps of the packing plan fulfilled, regions into which boxes cut
//! the floor, passages between rooms that are blocked (or pairs of rooms that
//! lost their link), boxes that no step of the plan can use any more or that
//! stand where it will shut them in; in a tidy search also boxes on targets whose turn
//! has not come.
//!
//! Where the order of a plan does not matter, some searches do not keep to it
//! (`out_of_turn`): levels with several goal rooms are filled as they come.
//!
//! While the search is stuck in its best cell, positions of that cell are
//! doubted: an exhaustive search with a small limit tries to prove them dead,
//! then the positions they come from. What is proved dead is never continued,
//! and the few boxes that make it so become a pattern (`learned`), which holds
//! for every position and is shared by all searches on the board.

mod advisors;
mod cells;
#[cfg(test)]
pub(crate) mod easy;
mod features;
mod floor;
pub mod hotspot;
mod join;
pub(crate) mod learned;
pub(crate) mod lifted;
mod links;
pub mod macros;
pub mod meeting;
mod out_of_turn;
mod picture;
pub mod plan;
pub mod relay;
mod relink;
mod search;
mod sink;
mod thin;
pub mod two_sides;
mod unfold;
mod zones;

pub use advisors::Advisors;
pub use features::Order;
pub use plan::{Exit, Plan, PlanCache, PlanStrategy};
pub use search::{Fess, FessOptions};
