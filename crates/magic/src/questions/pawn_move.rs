//! Moves in a supermarket as answers give them.

use crate::Market;
use crate::path::{Means, Move};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// A move of a pawn.
#[derive(Serialize, JsonSchema)]
pub struct PawnMove {
    /// `up`, `right`, `down`, `left`, `escalator` or `teleport`.
    dir: &'static str,
    /// The cells of a slide; 0 for an escalator or a teleporter.
    cells: u32,
    /// The cell where it ends.
    to: [i32; 2],
}

impl PawnMove {
    /// A move with absolute coordinates.
    pub fn of(market: &Market, step: Move) -> Self {
        let (dir, cells) = match step.by {
            Means::Slide(dir, cells) => (dir.name(), cells),
            Means::Escalator => ("escalator", 0),
            Means::Teleport => ("teleport", 0),
        };
        let to = market.point(step.to);
        Self { dir, cells, to: [to.row, to.col] }
    }
}

impl fmt::Display for PawnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [row, col] = self.to;
        write!(f, "{} {} -> {row},{col}", self.dir, self.cells)
    }
}
