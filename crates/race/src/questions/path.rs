//! A shortest path between two cells.

use super::board::{BoardSource, all_at, cell, marked};
use crate::Predecessors;
use dedale_question::{Answer, At, Control, Question, Reader, Refusal};
use dedale_text::{Text, plural, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Find a shortest path.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Path {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSource,

    /// Where the path begins.
    #[arg(long, value_name = "R,C", help = tr("Where the path begins", "Où le chemin commence"))]
    pub from: At,

    /// Where the path ends.
    #[arg(long, value_name = "R,C", help = tr("Where the path ends", "Où le chemin finit"))]
    pub to: At,

    /// Adds the array C: `C[i]` is the cell before i, i itself for the first
    /// cell, -1 outside the path (or the search).
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, default_missing_value = "path", require_equals = true, help = tr(
        "Add the array C: C[i] is the cell before i, i itself for the first cell, -1 outside the path (or the search)",
        "Ajouter le tableau C : C[i] est la case avant i, i lui-même pour la première case, -1 hors du chemin (ou de la recherche)"
    ))]
    #[serde(default)]
    pub predecessors: Option<Which>,
}

/// Which predecessors to answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Which {
    /// Those of the path only.
    Path,
    /// Those of the whole search.
    Search,
}

/// A shortest path, if there is a path.
#[derive(Serialize, JsonSchema)]
pub struct PathFound {
    /// Its steps.
    length: Option<usize>,
    /// Its cells.
    path: Option<Vec<[i32; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    predecessors: Option<Vec<i64>>,
    #[serde(skip)]
    picture: String,
}

impl Question for Path {
    type Answer = PathFound;
    const NAME: &'static str = "path";
    const EXAMPLE: &'static str = r#"{"board":"*****\n*1 C*\n*****\n","from":[1,1],"to":[1,3]}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale race path board.txt --from 1,1 --to 15,15",
        "dedale race path board.txt --from 1,1 --to 15,15 --json --predecessors",
    ];

    fn about() -> Text {
        Text::new("Find a shortest path between two cells", "Trouver un plus court chemin entre deux cases")
    }

    fn answer(&self, control: &Control<'_>) -> Result<PathFound, Refusal> {
        let drawing = self.board.drawing(control)?;
        let labyrinth = &drawing.labyrinth;
        let size = labyrinth.size();
        let (from, to) = (cell(size, "--from", self.from)?, cell(size, "--to", self.to)?);
        let search = Predecessors::search(labyrinth, from, Some(to));
        let path = search.path(to);
        let predecessors = self.predecessors.map(|which| match which {
            Which::Search => search.array().iter().map(|&before| before.into()).collect(),
            Which::Path => {
                let path = Predecessors::of_path(size.area(), path.as_deref().unwrap_or_default());
                path.array().iter().map(|&before| before.into()).collect()
            }
        });
        Ok(PathFound {
            length: path.as_ref().map(|path| path.len() - 1),
            path: path.as_ref().map(|path| all_at(size, path)),
            predecessors,
            picture: marked(&drawing, path.as_deref().unwrap_or_default(), &[]),
        })
    }
}

impl Answer for PathFound {
    fn yes(&self) -> bool {
        self.path.is_some()
    }

    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let mut text = match self.length {
            None => lang.pick("no path\n", "aucun chemin\n").to_owned(),
            Some(steps) => {
                let word = plural(lang, steps as u64, lang.pick("step", "pas"), lang.pick("steps", "pas"));
                format!("{}\n{steps} {word}\n", self.picture)
            }
        };
        if let Some(array) = &self.predecessors {
            let array: Vec<String> = array.iter().map(ToString::to_string).collect();
            text += &format!("C = {}\n", array.join(" "));
        }
        text
    }
}
