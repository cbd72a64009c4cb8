//! The mazes of the specification, by name.

use super::board::{Board, serialize};
use super::drawing::{collected, is_document};
use crate::formats::{self, Origin};
use crate::samples::{Sample, maze};
use dedale_question::{Answer, Control, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::io::Write;

/// Show an example by name.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct GetSample {
    /// `snake`, `snail` or `unperfect`.
    #[arg(value_name = "NAME", value_enum, help = tr("The example", "L'exemple"))]
    pub name: Sample,
}

/// An example, ready to be written.
pub struct Example {
    board: Board,
}

impl Question for GetSample {
    type Answer = Example;
    const NAME: &'static str = "sample";
    const EXAMPLE: &'static str = r#"{"name":"snail"}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale maze sample snake", "dedale maze sample unperfect | dedale maze check -"];

    fn about() -> Text {
        Text::new(
            "Give an example: snake, snail (one long way each) or unperfect (a closed middle)",
            "Donner un exemple : snake, snail (un seul long chemin) ou unperfect (un milieu fermé)",
        )
    }

    fn answer(&self, _: &Control<'_>) -> Result<Example, Refusal> {
        Ok(Example { board: maze(self.name).into() })
    }
}

impl Serialize for Example {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.board, &Origin::default(), serializer)
    }
}

is_document!(Example);

impl Answer for Example {
    const FORMATS: &'static [&'static str] = &["maz"];

    fn text(&self, _: &Reader) -> String {
        collected(|out| self.write("maz", out))
    }

    fn write(&self, _: &str, mut out: &mut dyn Write) -> Result<(), Refusal> {
        match &self.board {
            Board::Squares(maze) => formats::write_text(maze, &mut out).map_err(Refusal::broken),
            Board::Surface(_) => Ok(()),
        }
    }
}
