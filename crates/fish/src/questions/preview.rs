//! The roads that a construction would make.

use super::board::{PICTURES, RuledBoard, write_picture};
use crate::{Board, Good, Layout, Tile, hint, picture, roads};
use dedale_question::{Answer, At, Control, Question, Reader, Refusal};
use dedale_text::{Lang, Say, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Preview a construction.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Preview {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: RuledBoard,

    /// Where to build.
    #[arg(long, value_name = "R,C", help = tr("Where to build", "Où aménager"))]
    pub at: At,

    /// What to build.
    #[arg(long, value_enum, default_value_t = Piece::Tree, help = tr("What to build", "Quoi aménager"))]
    #[serde(default)]
    pub piece: Piece,
}

/// What can be built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// A tree.
    #[default]
    Tree,
    /// A shop of any good.
    Shop,
}

/// What building on a cell would do.
#[derive(Serialize, JsonSchema)]
pub struct Previewed {
    /// Where one would build.
    cell: At,
    /// Whether one may: it is free and no road.
    possible: bool,
    /// Why one may not, in the reader's language.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The cells that would become roads.
    roads: Vec<At>,
    /// The reservations that would go back to their owners, with their seats.
    returned: Vec<(At, usize)>,
    #[serde(skip)]
    drawn: Drawn,
}

struct Drawn {
    seen: hint::Preview,
    layout: Layout,
    /// The board with the roads that it must have.
    before: Board,
    /// The board with what was built and the new roads.
    after: Board,
}

impl Question for Preview {
    type Answer = Previewed;
    const NAME: &'static str = "preview";
    const EXAMPLE: &'static str = r#"{"board":"...\n.A.\n..a\n","at":[0,0]}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale fish preview board.txt --at 3,4", "dedale fish preview game.jsonl --at 3,4 -o preview.svg"];

    fn about() -> Text {
        Text::new(
            "Show which roads a construction would make",
            "Montrer quelles routes un aménagement ferait apparaître",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<Previewed, Refusal> {
        let subject = self.board.read_any(control)?;
        let areas = subject.game.as_ref().filter(|game| game.config().areas);
        let (tile, built) = match self.piece {
            Piece::Tree => (Tile::Tree, crate::Piece::Tree),
            Piece::Shop => (Tile::Shop(Good::ALL[0], None), crate::Piece::Shop(Good::ALL[0])),
        };
        let (size, At(point)) = (subject.board.size(), self.at);
        let mut before = subject.board.clone();
        let seen = if let Some(game) = areas {
            game.state().preview(point, built)
        } else {
            // A text alone does not say which roads its areas must have.
            self.board.roads_appear(&subject)?;
            let found = roads::find(&before, subject.access).map_err(|error| subject.unsound(error))?;
            roads::lay(&mut before, &found);
            hint::preview(&subject.board, point, tile, subject.access).map_err(|error| subject.unsound(error))?
        };
        let (Some(seen), Some(cell)) = (seen, size.cell(point)) else {
            let (rows, cols) = (size.rows(), size.cols());
            return Err(Refusal::new(
                format!("found --at {point}, expected a cell of the board of {rows} rows and {cols} columns"),
                format!("trouvé --at {point}, attendu une case du plateau de {rows} lignes et {cols} colonnes"),
            ));
        };
        let mut after = subject.board;
        for road in seen.roads.iter().filter_map(|road| size.cell(road.0)) {
            after.set(road, Tile::Road);
        }
        if seen.possible {
            after.set(cell, tile);
        }
        Ok(Previewed {
            cell: self.at,
            possible: seen.possible,
            reason: seen.refused.as_ref().map(|why| why.say(control.reader.lang)),
            roads: seen.roads.iter().map(|road| At(road.0)).collect(),
            returned: seen.returned.iter().map(|(road, seat)| (At(road.0), seat.index())).collect(),
            drawn: Drawn { seen, layout: subject.layout, before, after },
        })
    }
}

impl Answer for Previewed {
    const FORMATS: &'static [&'static str] = PICTURES;

    fn yes(&self) -> bool {
        self.possible
    }

    fn text(&self, _: &Reader) -> String {
        self.drawn.layout.write(&self.drawn.after)
    }

    fn note(&self, lang: Lang) -> Option<String> {
        self.drawn.seen.refused.as_ref().map(|why| why.say(lang))
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        let scene = || {
            let mut scene = picture::board(&self.drawn.before);
            picture::add_preview(&mut scene, &self.drawn.seen);
            scene
        };
        write_picture(format, out, || self.text(&Reader::default()), scene)
    }
}
