//! What the verbs are about: a board in either layout, or a saved game.

use super::Book;
use crate::failure::Failure;
use crate::input::Source;
use crate::output;
use clap::Args;
use dedale_draw::{Scene, Theme, png, svg};
use dedale_fish::{Access, Board, Fish, Layout, Unsound};
use dedale_play::{Match, file};
use dedale_text::{Located, tr};
use serde::Serialize;
use std::path::Path;

/// Pixels of a cell in PNG pictures.
const PIXELS: f32 = 64.0;

#[derive(Args)]
pub struct BoardArg {
    #[arg(value_name = "FILE", help = tr(
        "The board, compact or framed, or a saved game; `-` for standard input",
        "Le plateau, compact ou encadré, ou une partie enregistrée ; « - » pour l'entrée standard"
    ))]
    file: String,

    #[arg(long, value_enum, default_value_t = Book::Course, help = tr(
        "The rules: in `classic`, trees need no access", "Les règles : dans « classic », les arbres n'ont pas besoin d'accès"
    ))]
    rules: Book,
}

/// What was read.
pub struct Subject {
    source: Source,
    layout: Layout,
    pub board: Board,
    pub access: Access,
    /// The whole game, when it was one.
    pub game: Option<Match<Fish>>,
}

impl BoardArg {
    pub fn read(&self) -> Result<Subject, Failure> {
        let source = Source::read(&self.file)?;
        let text = source.text()?;
        if text.starts_with('{') {
            let game = file::read::<Fish>(text).map_err(|error| source.at(&error))?.game;
            let (board, access) = (game.state().board(), game.state().config().access());
            return Ok(Subject { source, layout: Layout::Compact, board, access, game: Some(game) });
        }
        let layout = Layout::of(text);
        let board = text.parse().map_err(|error| source.at(&error))?;
        Ok(Subject { source, layout, board, access: self.rules.access(), game: None })
    }
}

impl Subject {
    /// A failure at the place of the cell that an unsound board names.
    pub fn unsound(&self, error: Unsound) -> Failure {
        let (line, column) = self.layout.position(error.at());
        self.source.at(&Located::new(line, column, error))
    }

    /// A failure about this input as a whole.
    pub fn wrong(&self, en: &str, fr: &str) -> Failure {
        let name = &self.source.name;
        Failure::new(format!("{name}: {en}"), format!("{name} : {fr}"))
    }

    /// The board in the layout in which it was read.
    pub fn write(&self, board: &Board) -> String {
        self.layout.write(board)
    }
}

/// Writes an answer in the format that was asked for: `txt`, `json`, `svg` or
/// `png`.
pub fn answer(
    path: Option<&Path>,
    format: &str,
    text: impl FnOnce() -> String,
    json: &impl Serialize,
    scene: impl FnOnce() -> Scene,
) -> Result<(), Failure> {
    let bytes = match format {
        "txt" => text().into_bytes(),
        "json" => {
            let mut line = serde_json::to_vec(json).map_err(Failure::broken)?;
            line.push(b'\n');
            line
        }
        "svg" => svg(&scene()).into_bytes(),
        "png" => png(&scene(), PIXELS, Theme::Light).map_err(Failure::broken)?,
        other => {
            return Err(Failure::new(
                format!("found the format `{other}`, expected txt, json, svg or png"),
                format!("trouvé le format « {other} », attendu txt, json, svg ou png"),
            ));
        }
    };
    output::result(path, &bytes)
}

/// The format of an answer: JSON when asked for, else that of the output.
pub fn format(json: bool, output: &crate::args::OutputArg) -> String {
    output.format(if json { "json" } else { "txt" })
}
