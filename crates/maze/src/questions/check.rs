//! Whether a maze is perfect.

use super::board::Board;
use super::recipe::read_mask;
use super::source::MazeSource;
use crate::analysis::Survey;
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal, Source};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Say whether a maze is perfect.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Check {
    /// The maze.
    #[command(flatten)]
    #[serde(flatten)]
    pub source: MazeSource,

    /// Text or PNG: cells that do not count.
    #[arg(long, value_name = "FILE", help = tr(
        "Text or PNG: cells that do not count", "Texte ou PNG : cases qui ne comptent pas"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<Source>,
}

impl Check {
    /// The maze with the cells that count.
    pub fn read(&self, control: &Control<'_>) -> Result<Board, Refusal> {
        let mut board = self.source.read(control)?;
        match (&self.mask, &mut board) {
            (Some(mask), Board::Squares(maze)) => maze.absent = Some(read_mask(mask, Some(maze.size()), control)?),
            (Some(_), Board::Surface(_)) => {
                return Err(Refusal::no_effect(
                    "mask",
                    "on a surface, which knows its cells",
                    "sur une surface, qui connaît ses cases",
                ));
            }
            (None, _) => {}
        }
        Ok(board)
    }
}

impl Question for Check {
    type Answer = Survey;
    const NAME: &'static str = "check";
    const EXAMPLE: &'static str = r#"{"maze":"o---o---o\n|       |\no---o---o\n"}"#;
    const COMMANDS: &'static [&'static str] = &["dedale maze check maze.maz", "dedale maze check --json - < maze.maz"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Say whether a maze is perfect", "Dire si un labyrinthe est parfait")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Survey, Refusal> {
        Ok(self.read(control)?.survey())
    }
}

impl Answer for Survey {
    fn yes(&self) -> bool {
        self.perfect
    }

    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let verdict = match (self.connected, self.cycles) {
            (true, 0) => lang.pick("perfect", "parfait"),
            (true, _) => lang.pick("connected, with cycles", "connexe, avec des cycles"),
            (false, _) => lang.pick("not connected", "non connexe"),
        };
        let mut text = format!("{}x{}: {verdict}\n", self.columns, self.rows);
        for (name, value) in [
            (lang.pick("components", "composantes"), Some(self.components)),
            (lang.pick("cycles", "cycles"), Some(self.cycles)),
            (lang.pick("dead ends", "culs-de-sac"), Some(self.dead_ends)),
            (lang.pick("junctions", "carrefours"), Some(self.junctions)),
            (lang.pick("solution", "solution"), self.solution_length),
        ] {
            text += &match value {
                Some(value) => format!("{name:<12} {value}\n"),
                None => format!("{name:<12} {}\n", lang.pick("none", "aucune")),
            };
        }
        text
    }
}
