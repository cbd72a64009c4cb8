//! A maze in the terminal.

use super::convert::{Convert, Converted};
use dedale_question::{Control, Cost, Question, Refusal};
use dedale_text::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Show a maze in the terminal.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Show {
    /// The maze and what is shown of it.
    #[command(flatten)]
    pub what: Convert,
}

impl Question for Show {
    type Answer = Converted;
    const NAME: &'static str = "show";
    const EXAMPLE: &'static str = Convert::EXAMPLE;
    const COMMANDS: &'static [&'static str] =
        &["dedale maze show maze.maz", "dedale maze show maze.maz --solution --paint distance"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Show a maze in the terminal", "Montrer un labyrinthe dans le terminal")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Converted, Refusal> {
        self.what.read(control, true)
    }
}
