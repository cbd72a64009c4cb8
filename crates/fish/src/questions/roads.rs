//! The cells that must be roads.

use super::board::{PICTURES, RuledBoard, at, write_picture};
use crate::{Board, Layout, picture, roads};
use dedale_question::{Answer, At, Control, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Find the roads.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Roads {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: RuledBoard,

    /// One depth-first search, or a search for each cell.
    #[arg(long, value_enum, default_value_t = Algorithm::Lowlink, help = tr(
        "The algorithm: one depth-first search, or a search for each cell",
        "L'algorithme : un seul parcours en profondeur, ou un parcours par case"
    ))]
    #[serde(default)]
    pub algo: Algorithm,
}

/// How roads are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// By one depth-first search.
    #[default]
    Lowlink,
    /// By a search for each cell.
    Naive,
}

/// All roads.
#[derive(Serialize, JsonSchema)]
pub struct RoadsFound {
    /// Their cells, those given included, sorted.
    roads: Vec<At>,
    #[serde(skip)]
    laid: (Board, Layout),
}

impl Question for Roads {
    type Answer = RoadsFound;
    const NAME: &'static str = "roads";
    const EXAMPLE: &'static str = r#"{"board":"...\n.A.\n..a\n"}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale fish roads board.txt", "dedale fish roads board.txt --algo naive --json"];

    fn about() -> Text {
        Text::new("Find the roads of a board", "Trouver les routes d'un plateau")
    }

    fn answer(&self, control: &Control<'_>) -> Result<RoadsFound, Refusal> {
        let subject = self.board.read(control)?;
        let size = subject.board.size();
        let find = match self.algo {
            Algorithm::Lowlink => roads::find,
            Algorithm::Naive => {
                // It searches as many boards as there are cells.
                let (area, most) = (size.area() as u64, control.limits.cells.isqrt());
                if area > most {
                    return Err(Refusal::too_large(
                        format!("found {area} cells, expected at most {most} for the naive search here"),
                        format!("trouvé {area} cases, attendu au plus {most} pour la recherche naïve ici"),
                    ));
                }
                roads::find_naive
            }
        };
        let found = find(&subject.board, subject.access).map_err(|error| subject.unsound(error))?;
        let mut board = subject.board;
        roads::lay(&mut board, &found);
        Ok(RoadsFound { roads: found.iter().map(|&road| at(size, road)).collect(), laid: (board, subject.layout) })
    }
}

impl Answer for RoadsFound {
    const FORMATS: &'static [&'static str] = PICTURES;

    fn text(&self, _: &Reader) -> String {
        let (board, layout) = &self.laid;
        layout.write(board)
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        write_picture(format, out, || self.text(&Reader::default()), || picture::board(&self.laid.0))
    }
}
