//! A maze in another format.

use super::board::{Board, BoardDrawing, lifts_note, serialize};
use super::drawing::{Look, collected, is_document};
use super::physical::Physical;
use super::source::MazeSource;
use crate::formats::Origin;
use dedale_draw::Raster;
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Lang, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::io::Write;
use std::sync::atomic::AtomicUsize;

/// Change the format of a maze.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Convert {
    /// The maze.
    #[command(flatten)]
    #[serde(flatten)]
    pub source: MazeSource,

    /// What pictures show.
    #[command(flatten)]
    #[serde(flatten)]
    pub look: Look,

    /// How large it is outside the machine.
    #[command(flatten)]
    #[serde(flatten)]
    pub physical: Physical,
}

/// A maze, ready to be written.
pub struct Converted {
    board: Board,
    look: Look,
    physical: Physical,
    lifts: AtomicUsize,
    memory: u64,
    /// Whether people look at it in a terminal.
    terminal: bool,
}

impl Question for Convert {
    type Answer = Converted;
    const NAME: &'static str = "convert";
    const EXAMPLE: &'static str = r#"{"maze":"o---o---o\n|       |\no---o---o\n"}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale maze convert contest.maz -o contest.json",
        "dedale maze convert maze.maz -o maze.num",
        "dedale maze convert maze.maz --paint class -o maze.png",
        "dedale maze convert rings.json --cell-mm 12 --wall-mm 2 -o rings.stl",
        "dedale maze convert maze.maz --format plotter -o strokes.svg",
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Change the format of a maze", "Changer le format d'un labyrinthe")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Converted, Refusal> {
        self.read(control, false)
    }
}

impl Convert {
    /// Reads the maze, for a file or for a terminal.
    pub fn read(&self, control: &Control<'_>, terminal: bool) -> Result<Converted, Refusal> {
        self.look.paint.of_finished()?;
        let board = self.source.read(control)?;
        Ok(Converted {
            board,
            look: self.look,
            physical: self.physical,
            lifts: AtomicUsize::new(0),
            memory: control.limits.memory,
            terminal,
        })
    }
}

impl Converted {
    fn title(&self) -> String {
        match &self.board {
            Board::Squares(maze) => maze.size().to_string(),
            Board::Surface(maze) => maze.graph().surface().to_string(),
        }
    }

    /// What can be read back.
    fn write_document(&self, mut out: &mut dyn Write) -> Result<(), Refusal> {
        serde_json::to_writer(&mut out, self).map_err(Refusal::broken)?;
        out.write_all(b"\n").map_err(Refusal::broken)
    }

    fn drawing(&self) -> BoardDrawing<'_> {
        BoardDrawing {
            board: &self.board,
            look: self.look,
            path: None,
            generation: None,
            memory: self.memory,
            physical: self.physical,
            about: (self.title(), None),
            lifts: &self.lifts,
        }
    }
}

impl Serialize for Converted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.board, &Origin::default(), serializer)
    }
}

is_document!(Converted);

impl Answer for Converted {
    const FORMATS: &'static [&'static str] =
        &["maz", "txt", "num", "svg", "png", "pdf", "plotter", "gcode", "stl", "3mf", "tmj", "tmx", "map"];

    fn text(&self, reader: &Reader) -> String {
        collected(|out| self.write_text(reader, out))
    }

    fn write_text(&self, reader: &Reader, out: &mut dyn Write) -> Result<(), Refusal> {
        if !self.terminal {
            return match self.board {
                Board::Squares(_) => self.write("maz", out),
                Board::Surface(_) => self.write_document(out),
            };
        }
        self.physical.check("terminal")?;
        if self.look.pixels.is_some() {
            return Err(Refusal::no_effect("pixels", "in a terminal", "dans un terminal"));
        }
        // Beyond this a terminal shows nothing useful, and a picture does.
        let (cells, most) = (self.board.cells(), Raster::LARGEST / 100);
        if cells > most {
            return Err(Refusal::too_large(
                format!("found {cells} cells, a terminal shows at most {most}; try `maze convert -o maze.png`"),
                format!(
                    "trouvé {cells} cases, un terminal en montre au plus {most} ; essayez « maze convert -o maze.png »"
                ),
            ));
        }
        out.write_all(self.drawing().text(reader).as_bytes()).map_err(Refusal::broken)
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        self.drawing().write(format, out)
    }

    fn note(&self, lang: Lang) -> Option<String> {
        lifts_note(&self.lifts, lang)
    }
}
