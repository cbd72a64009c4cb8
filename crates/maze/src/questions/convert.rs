//! A maze in another format.

use super::drawing::{Drawing, Look, collected, is_document};
use super::source::MazeSource;
use crate::Maze;
use crate::formats::{Document, Origin};
use dedale_draw::Raster;
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::io::Write;

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
}

/// A maze, ready to be written.
pub struct Converted {
    maze: Maze,
    look: Look,
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
        let maze = self.source.read(control)?;
        Ok(Converted { maze, look: self.look, memory: control.limits.memory, terminal })
    }
}

impl Converted {
    fn drawing(&self) -> Drawing<'_> {
        Drawing { maze: &self.maze, look: self.look, path: None, generation: None, memory: self.memory }
    }
}

impl Serialize for Converted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Document::of(&self.maze, &Origin::default()).serialize(serializer)
    }
}

is_document!(Converted);

impl Answer for Converted {
    const FORMATS: &'static [&'static str] = &["maz", "txt", "num", "svg", "png"];

    fn text(&self, reader: &Reader) -> String {
        collected(|out| self.write_text(reader, out))
    }

    fn write_text(&self, reader: &Reader, out: &mut dyn Write) -> Result<(), Refusal> {
        if !self.terminal {
            return self.write("maz", out);
        }
        if self.look.pixels.is_some() {
            return Err(Refusal::no_effect("pixels", "in a terminal", "dans un terminal"));
        }
        // Beyond this a terminal shows nothing useful, and a picture does.
        let (cells, most) = (self.maze.size().area(), Raster::LARGEST / 100);
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
}
