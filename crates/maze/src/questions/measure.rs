//! A maze and its solution in numbers.

use super::check::Check;
use crate::analysis::{self, Measures, measure};
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Say, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Measure a maze and its solution.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Measure {
    /// The maze with the cells that count.
    #[command(flatten)]
    pub what: Check,
}

impl Question for Measure {
    type Answer = Measures;
    const NAME: &'static str = "measure";
    const EXAMPLE: &'static str = Check::EXAMPLE;
    const COMMANDS: &'static [&'static str] = &["dedale maze measure maze.maz", "dedale maze measure maze.maz --json"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Measure a maze and its solution", "Mesurer un labyrinthe et sa solution")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Measures, Refusal> {
        Ok(measure(&self.what.read(control)?))
    }
}

impl Answer for Measures {
    fn text(&self, reader: &Reader) -> String {
        let mut text = self.survey.text(reader);
        for measure in analysis::Measure::ALL {
            let value = measure.value(self).map_or_else(|| "-".to_owned(), number);
            text += &format!("{:<20} {value:>14}  {}\n", measure.name(), measure.summary().say(reader.lang));
        }
        text
    }
}

/// A number with two digits after the point, or none if it is whole.
fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}
