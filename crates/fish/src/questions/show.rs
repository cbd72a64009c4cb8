//! A board as a picture.

use super::board::{BoardSource, PICTURES, write_picture};
use crate::{Board, Layout, picture};
use dedale_draw::{Raster, Theme, term};
use dedale_question::{Answer, Control, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Show a board.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Show {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSource,

    /// One character a cell instead of the frame.
    #[arg(long, help = tr("One character a cell instead of the frame", "Un caractère par case au lieu du cadre"))]
    #[serde(default)]
    pub compact: bool,
}

/// A board.
#[derive(Serialize, JsonSchema)]
pub struct Shown {
    rows: usize,
    cols: usize,
    /// Its rows as text, compact.
    board: Vec<String>,
    #[serde(skip)]
    shown: (Board, Layout),
}

impl Question for Show {
    type Answer = Shown;
    const NAME: &'static str = "show";
    const EXAMPLE: &'static str = r#"{"board":"...\n.A.\n..a\n"}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale fish show board.txt", "dedale fish show board.txt -o board.svg"];

    fn about() -> Text {
        Text::new("Show a board or a saved game", "Montrer un plateau ou une partie enregistrée")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Shown, Refusal> {
        let board = self.board.read(control)?.board;
        let size = board.size();
        let layout = if self.compact { Layout::Compact } else { Layout::Framed };
        Ok(Shown {
            rows: size.rows(),
            cols: size.cols(),
            board: board.to_string().lines().map(str::to_owned).collect(),
            shown: (board, layout),
        })
    }
}

impl Answer for Shown {
    const FORMATS: &'static [&'static str] = PICTURES;

    fn text(&self, _: &Reader) -> String {
        let (board, layout) = &self.shown;
        layout.write(board)
    }

    /// A terminal with colours shows the picture itself.
    fn write_text(&self, reader: &Reader, out: &mut dyn Write) -> Result<(), Refusal> {
        let text = match &self.shown {
            (board, Layout::Framed) if reader.color => {
                let raster = Raster::draw(&picture::board(board), 6.0, Theme::Dark, true).map_err(Refusal::broken)?;
                term::picture(&raster, term::Style { color: true, unicode: reader.unicode })
            }
            _ => self.text(reader),
        };
        out.write_all(text.as_bytes()).map_err(Refusal::broken)
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        write_picture(format, out, || self.text(&Reader::default()), || picture::board(&self.shown.0))
    }
}
