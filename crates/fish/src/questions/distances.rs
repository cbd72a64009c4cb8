//! How far a shop would be on each cell.

use super::board::{BoardSource, PICTURES, by_rows, table, write_picture};
use crate::{Board, Good, hint, picture};
use dedale_grid::Grid;
use dedale_question::{Answer, Control, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Measure the cells.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Distances {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSource,

    /// The good that the shop sells.
    #[arg(long, value_name = "A-E", help = tr("The good", "La denrée"))]
    pub good: Good,
}

/// How far a shop would be on each cell.
#[derive(Serialize, JsonSchema)]
pub struct DistancesFound {
    good: Good,
    /// Row by row; nothing where no way leads.
    #[serde(serialize_with = "by_rows")]
    #[schemars(with = "Vec<Vec<Option<u32>>>")]
    distances: Grid<Option<u32>>,
    #[serde(skip)]
    board: Board,
}

impl Question for Distances {
    type Answer = DistancesFound;
    const NAME: &'static str = "distances";
    const EXAMPLE: &'static str = r#"{"board":"...\n.A.\n..a\n","good":"A"}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale fish distances board.txt --good A", "dedale fish distances board.txt --good A -o a.svg"];

    fn about() -> Text {
        Text::new(
            "Show how far a shop would be on each cell",
            "Montrer à quelle distance serait une boutique sur chaque case",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<DistancesFound, Refusal> {
        let subject = self.board.read(control)?;
        let good = self.good;
        // A game whose ways run outside knows more than its board.
        let game = subject
            .game
            .as_ref()
            .filter(|game| game.config().outside > 0 && game.state().goods().any(|own| own == good));
        let known = game.map(|game| game.state().distances(good));
        let distances = known.or_else(|| hint::distances(&subject.board, good)).ok_or_else(|| {
            subject.wrong(
                format!("found no producer of {good}, expected one"),
                format!("trouvé aucun producteur de {good}, attendu un"),
            )
        })?;
        Ok(DistancesFound { good, distances, board: subject.board })
    }
}

impl Answer for DistancesFound {
    const FORMATS: &'static [&'static str] = PICTURES;

    fn text(&self, _: &Reader) -> String {
        table(&self.board, &self.distances, |distance| {
            distance.map_or_else(|| "-".to_owned(), |distance| distance.to_string())
        })
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        let scene = || {
            let mut scene = picture::board(&self.board);
            picture::add_distances(&mut scene, &self.board, self.good, &self.distances);
            scene
        };
        write_picture(format, out, || self.text(&Reader::default()), scene)
    }
}
