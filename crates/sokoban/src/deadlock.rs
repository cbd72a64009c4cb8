//! Positions that can never be solved, found without solving them.
//!
//! From cheap to dear: dead squares (in [`crate::Board`]), pairs of boxes,
//! small patterns, frozen groups, targets that cannot all be served, closed diagonals, corrals.

pub mod corral;
pub mod diagonal;
pub mod freeze;
pub mod matching;
pub mod pairs;
pub mod patterns;
pub mod triples;
