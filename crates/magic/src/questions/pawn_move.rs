//! Moves in a supermarket as answers give them.

use crate::Market;
use crate::path::{Means, Move};
use dedale_grid::Dir;
use dedale_text::{Lang, Say};
use schemars::JsonSchema;
use serde::Serialize;

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

    /// The move in words.
    pub fn text(&self, lang: Lang) -> String {
        let [row, col] = self.to;
        format!("{} {} -> {row},{col}", means(self.dir, lang), self.cells)
    }
}

/// How a pawn goes, in the reader's words.
pub fn means(name: &str, lang: Lang) -> String {
    match name.parse::<Dir>() {
        Ok(dir) => dir.say(lang),
        Err(_) => lang.pick(name, if name == "teleport" { "téléporteur" } else { name }).to_owned(),
    }
}
