//! The fewest slides between two cells of a tile.

use super::pawn_move::means;
use super::source::TilesSource;
use crate::Square;
use crate::slides::{Slide, SlideGraph};
use dedale_question::{Answer, Control, Question, Reader, Refusal};
use dedale_text::{Text, counted, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Find the fewest slides on a tile.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TilePath {
    /// The tiles.
    #[command(flatten)]
    #[serde(flatten)]
    pub tiles: TilesSource,

    /// Which tile, from 0.
    #[arg(long, default_value_t = 0, value_name = "I", help = tr("Which tile, from 0", "Quelle tuile, à partir de 0"))]
    #[serde(default)]
    pub tile: usize,

    /// From this cell, 0 to 15.
    #[arg(long, value_name = "CELL", help = tr("From this cell, 0 to 15", "De cette case, 0 à 15"))]
    #[schemars(range(max = 15))]
    pub from: u8,

    /// To this cell, 0 to 15.
    #[arg(long, value_name = "CELL", help = tr("To this cell, 0 to 15", "À cette case, 0 à 15"))]
    #[schemars(range(max = 15))]
    pub to: u8,
}

/// A slide on a tile.
#[derive(Serialize, JsonSchema)]
pub struct TileMove {
    /// `up`, `right`, `down`, `left` or `escalator`.
    dir: &'static str,
    cells: usize,
    /// The cell where it ends, 0 to 15.
    to: usize,
}

impl TileMove {
    fn of(slide: &Slide) -> Self {
        let dir = slide.dir.map_or("escalator", dedale_grid::Dir::name);
        Self { dir, cells: slide.cells, to: slide.to.index() }
    }
}

/// The fewest slides, if there is a path.
#[derive(Serialize, JsonSchema)]
pub struct TilePathFound {
    count: Option<usize>,
    moves: Vec<TileMove>,
}

impl Question for TilePath {
    type Answer = TilePathFound;
    const NAME: &'static str = "tile path";
    const EXAMPLE: &'static str =
        r#"{"tiles":"tuile\nsite 2 porte vert\nsite 13 porte aucune\nfin\n","from":13,"to":2}"#;
    const COMMANDS: &'static [&'static str] = &["dedale magic tile path tiles.txt --from 13 --to 2"];

    fn about() -> Text {
        Text::new("Find the fewest slides between two cells", "Trouver le moins de glissades entre deux cases")
    }

    fn answer(&self, control: &Control<'_>) -> Result<TilePathFound, Refusal> {
        let tiles = self.tiles.tiles(control)?;
        let last = tiles.len() - 1;
        let tile = tiles.get(self.tile).ok_or_else(|| {
            Refusal::new(
                format!("found tile {}, expected 0 to {last}", self.tile),
                format!("trouvé la tuile {}, attendu 0 à {last}", self.tile),
            )
        })?;
        let cell = |number: u8| {
            Square::new(number).ok_or_else(|| {
                Refusal::new(
                    format!("found the cell {number}, expected 0 to 15"),
                    format!("trouvé la case {number}, attendu 0 à 15"),
                )
            })
        };
        let slides = SlideGraph::new(tile).path(cell(self.from)?, cell(self.to)?);
        Ok(TilePathFound {
            count: slides.as_ref().map(Vec::len),
            moves: slides.iter().flatten().map(TileMove::of).collect(),
        })
    }
}

impl Answer for TilePathFound {
    fn yes(&self) -> bool {
        self.count.is_some()
    }

    fn text(&self, reader: &Reader) -> String {
        let Some(count) = self.count else { return reader.lang.pick("no path\n", "aucun chemin\n").to_owned() };
        let mut text = String::new();
        for TileMove { dir, cells, to } in &self.moves {
            let _ = writeln!(text, "{} {cells} -> {to}", means(dir, reader.lang));
        }
        text + &counted(reader.lang, count as u64, ["move", "moves"], ["coup", "coups"]) + "\n"
    }
}
