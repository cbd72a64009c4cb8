//! The graph of a board, cell by cell: neighbours, what lies there, and whether
//! an arc leads there. One leaves open cells only.

use super::board::{BoardSource, at};
use crate::Tile;
use dedale_grid::Dir;
use dedale_question::{Answer, At, Control, Question, Reader, Refusal};
use dedale_text::{Say, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List the neighbours.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Neighbours {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSource,
}

/// A neighbour of a cell.
#[derive(Serialize, JsonSchema)]
pub struct Neighbour {
    /// Where it lies.
    dir: &'static str,
    cell: At,
    /// Its letter on a compact board.
    content: char,
    /// Whether one can walk there.
    arc: bool,
}

/// A cell and its neighbours.
#[derive(Serialize, JsonSchema)]
pub struct CellListed {
    cell: At,
    content: char,
    neighbours: Vec<Neighbour>,
}

/// All cells.
#[derive(Serialize, JsonSchema)]
pub struct CellsListed {
    /// Row by row.
    cells: Vec<CellListed>,
    /// How many arcs the graph has.
    arcs: usize,
}

impl Question for Neighbours {
    type Answer = CellsListed;
    const NAME: &'static str = "neighbours";
    const EXAMPLE: &'static str = r#"{"board":"..\n.A\n"}"#;
    const COMMANDS: &'static [&'static str] = &["dedale fish neighbours board.txt"];

    fn about() -> Text {
        Text::new(
            "List each cell's neighbours, their contents and the arcs between them",
            "Lister les voisines de chaque case, leur contenu et les arcs entre elles",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<CellsListed, Refusal> {
        let subject = self.board.read(control)?;
        let (board, size) = (&subject.board, subject.board.size());
        let letters: Vec<char> = board.to_string().chars().filter(|letter| *letter != '\n').collect();
        let mut arcs = 0;
        let cells = board
            .tiles()
            .map(|(cell, tile): (_, Tile)| CellListed {
                cell: at(size, cell),
                content: letters[cell.index()],
                neighbours: size
                    .neighbours(cell)
                    .map(|(dir, beside): (Dir, _)| {
                        arcs += usize::from(tile.is_open());
                        let content = letters[beside.index()];
                        Neighbour { dir: dir.name(), cell: at(size, beside), content, arc: tile.is_open() }
                    })
                    .collect(),
            })
            .collect();
        Ok(CellsListed { cells, arcs })
    }
}

impl Answer for CellsListed {
    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let way = |dir: &str| dir.parse().map_or_else(|_| dir.to_owned(), |dir: Dir| dir.say(lang));
        let mut text = String::new();
        for CellListed { cell: At(cell), content, neighbours } in &self.cells {
            text += &format!("{cell} {content}");
            for Neighbour { dir, cell: At(beside), content, arc } in neighbours {
                let arrow = if *arc { "->" } else { "--" };
                text += &format!("  {} {arrow} {beside} {content}", way(dir));
            }
            text.push('\n');
        }
        text + &format!("{} {}\n", self.arcs, lang.pick("arcs", "arcs"))
    }
}
