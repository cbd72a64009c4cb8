//! The free cell nearest to a cell.

use super::board::{BoardSource, at, cell};
use dedale_question::{Answer, At, Control, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Find the nearest free cell.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Nearest {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSource,

    /// The cell to start from.
    #[arg(long, value_name = "R,C", help = tr("The cell to start from", "La case de départ"))]
    pub at: At,
}

/// The nearest free cell, if there is one.
#[derive(Serialize, JsonSchema)]
pub struct NearestCell {
    cell: Option<[i32; 2]>,
    /// In rows and columns, as a taxi drives.
    distance: Option<u32>,
}

impl Question for Nearest {
    type Answer = NearestCell;
    const NAME: &'static str = "nearest";
    const EXAMPLE: &'static str = r#"{"board":"*****\n*1*C*\n*****\n","at":[1,2]}"#;
    const COMMANDS: &'static [&'static str] = &["dedale race nearest board.txt --at 15,15"];

    fn about() -> Text {
        Text::new("Find the free cell nearest to a cell", "Trouver la case libre la plus proche d'une case")
    }

    fn answer(&self, control: &Control<'_>) -> Result<NearestCell, Refusal> {
        let drawing = self.board.drawing(control)?;
        let size = drawing.labyrinth.size();
        cell(size, "--at", self.at)?;
        let (cell, distance) =
            drawing.labyrinth.nearest(self.at.0, &[]).map(|(cell, distance)| (at(size, cell), distance)).unzip();
        Ok(NearestCell { cell, distance })
    }
}

impl Answer for NearestCell {
    fn yes(&self) -> bool {
        self.cell.is_some()
    }

    fn text(&self, reader: &Reader) -> String {
        match (self.cell, self.distance) {
            (Some([row, col]), Some(distance)) => format!("{row},{col} ({distance})\n"),
            _ => reader.lang.pick("no free cell\n", "aucune case libre\n").to_owned(),
        }
    }
}
