//! The fewest blocked cells to free, between two cells or for all players.

use super::board::{BoardSource, all_at, cell, marked, write_picture};
use crate::picture::Marks;
use crate::repair::{self, open_path};
use crate::{Board, Drawing, Labyrinth, Predecessors};
use dedale_grid::Cell;
use dedale_question::{Answer, At, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Text, plural, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Find the fewest cells to free.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Open {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSource,

    /// Where the path begins; without it, all players are led to the target.
    #[arg(long, value_name = "R,C", requires = "to", help = tr(
        "Where the path begins; without it, all players are led to the target",
        "Où le chemin commence ; sans elle, tous les joueurs sont menés à la cible"
    ))]
    #[serde(default)]
    pub from: Option<At>,

    /// Where the path ends.
    #[arg(long, value_name = "R,C", requires = "from", help = tr("Where the path ends", "Où le chemin finit"))]
    #[serde(default)]
    pub to: Option<At>,
}

/// The steps of a player once the cells are free.
#[derive(Serialize, JsonSchema)]
pub struct Led {
    id: usize,
    length: Option<usize>,
}

/// The cells to free.
#[derive(Serialize, JsonSchema)]
pub struct Opened {
    /// How many; nothing if the ring is in the way.
    opened: Option<usize>,
    cells: Option<Vec<[i32; 2]>>,
    /// The steps of the path; only between two cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<Option<usize>>,
    /// Whether no fewer would do; only for all players.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<Vec<Led>>,
    #[serde(skip)]
    picture: String,
    #[serde(skip)]
    free: Option<(Drawing, Vec<Cell>)>,
}

impl Question for Open {
    type Answer = Opened;
    const NAME: &'static str = "open";
    const EXAMPLE: &'static str = r#"{"board":"*****\n*1*C*\n*****\n","from":[1,1],"to":[1,3]}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale race open board.txt --from 1,1 --to 15,15", "dedale race open board.txt --json"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new(
            "Find the fewest blocked cells to free between two cells, or for all players",
            "Trouver le moins de cases bloquées à libérer entre deux cases, ou pour tous les joueurs",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<Opened, Refusal> {
        match (self.from, self.to) {
            (Some(from), Some(to)) => self.between(from, to, control),
            (None, None) => self.for_all(control),
            _ => Err(Refusal::new(
                "expected both `from` and `to`, or neither",
                "attendu `from` et `to` ensemble, ou aucun des deux",
            )),
        }
    }
}

impl Open {
    fn between(&self, from: At, to: At, control: &Control<'_>) -> Result<Opened, Refusal> {
        let drawing = self.board.drawing(control)?;
        let size = drawing.labyrinth.size();
        let (from, to) = (cell(size, "--from", from)?, cell(size, "--to", to)?);
        let found = open_path(&drawing.labyrinth, from, to);
        Ok(Opened {
            opened: found.as_ref().map(|found| found.cells.len()),
            cells: found.as_ref().map(|found| all_at(size, &found.cells)),
            length: Some(found.as_ref().map(|found| found.path.len() - 1)),
            minimum: None,
            at_least: None,
            players: None,
            picture: found.as_ref().map(|found| marked(&drawing, &found.path, &found.cells)).unwrap_or_default(),
            free: found.map(|found| (opened(&drawing, &found.cells), found.cells)),
        })
    }

    fn for_all(&self, control: &Control<'_>) -> Result<Opened, Refusal> {
        let drawing = self.board.drawing(control)?;
        let size = drawing.labyrinth.size();
        let board =
            Board::try_from(drawing.clone()).map_err(|error| Refusal::from(error).within(self.board.board.name()))?;
        let repair = repair::connect(&board.labyrinth, board.target, &board.starts);
        let free = opened(&drawing, &repair.cells);
        let search = Predecessors::search(&free.labyrinth, board.target, None);
        let length = |start: &Cell| search.path(*start).map(|path| path.len() - 1);
        let players = board.starts.iter().zip(1..).map(|(start, id)| Led { id, length: length(start) }).collect();
        Ok(Opened {
            opened: Some(repair.cells.len()),
            cells: Some(all_at(size, &repair.cells)),
            length: None,
            minimum: Some(repair.is_minimum()),
            at_least: Some(repair.at_least),
            players: Some(players),
            picture: marked(&drawing, &[], &repair.cells),
            free: Some((free, repair.cells)),
        })
    }
}

/// The drawing with these cells freed.
fn opened(drawing: &Drawing, cells: &[Cell]) -> Drawing {
    let mut labyrinth: Labyrinth = drawing.labyrinth.clone();
    cells.iter().for_each(|&cell| labyrinth.open(cell));
    Drawing { labyrinth, ..drawing.clone() }
}

impl Answer for Opened {
    const FORMATS: &'static [&'static str] = &["txt", "svg", "png"];

    fn yes(&self) -> bool {
        self.opened.is_some()
    }

    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let Some(count) = self.opened else {
            // Cells of the ring are never freed.
            return lang
                .pick("no path: the outer ring stays blocked\n", "aucun chemin : le bord reste bloqué\n")
                .to_owned();
        };
        let (one, many) = (lang.pick("cell to free", "case à libérer"), lang.pick("cells to free", "cases à libérer"));
        let mut text = format!("{}\n{count} {}\n", self.picture, plural(lang, count as u64, one, many));
        if let (Some(false), Some(least)) = (self.minimum, self.at_least) {
            text += lang.pick("no repair frees fewer than ", "aucune réparation n'en libère moins de ");
            text += &format!("{least}\n");
        }
        text
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        let Some((free, cells)) = &self.free else { return Ok(()) };
        match format {
            "txt" => out.write_all(marked(free, &[], &[]).as_bytes()).map_err(Refusal::broken),
            _ => {
                let board = Board::try_from(free.clone())?;
                write_picture(&board, &Marks { players: &board.starts, paths: &[], opened: cells }, format, out)
            }
        }
    }
}
