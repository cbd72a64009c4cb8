//! A maze and its solution in numbers.

use super::check::Check;
use crate::analysis::{self, Difficulty, Measures};
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Say, Text, decimal};
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
        Ok(self.what.read(control)?.measure())
    }
}

impl Answer for Measures {
    fn text(&self, reader: &Reader) -> String {
        let mut text = self.survey.text(reader);
        for measure in analysis::Measure::ALL {
            let mut value = measure.value(self).map_or_else(|| "-".to_owned(), number);
            if measure == analysis::Measure::Diameter && !self.diameter_exact {
                value.insert_str(0, "≥ ");
            }
            text += &format!("{:<20} {value:>14}  {}\n", measure.name(), measure.summary().say(reader.lang));
        }
        if !self.diameter_exact {
            text += reader.lang.pick(
                "The diameter is a lower bound: on large mazes with cycles it is not searched from every cell.\n",
                "Le diamètre est un minorant : sur un grand labyrinthe à cycles, on ne le cherche pas depuis chaque case.\n",
            );
        }
        if let Some(difficulty) = &self.difficulty {
            text += &explained(difficulty, reader);
        }
        text
    }
}

/// What the rating of a maze is made of.
fn explained(difficulty: &Difficulty, reader: &Reader) -> String {
    let Difficulty { rating, winding, choices, deception, river } = difficulty;
    let [rating, winding, choices, deception, river] =
        [rating, winding, choices, deception, river].map(|number| decimal(reader.lang, number));
    reader
        .lang
        .pick(
            &format!(
                "Difficulty {rating} = 1 + 9 × (0.4 × {winding} winding + 0.35 × {choices} choices + 0.25 × {deception} deception):\n\
                 how long the way is, how often it offers a wrong turn of more than three cells, and how large those are,\n\
                 each from 0 to 1 against the side of the board. River {river}: cells for each dead end.\n"
            ),
            &format!(
                "Difficulté {rating} = 1 + 9 × (0,4 × {winding} détours + 0,35 × {choices} choix + 0,25 × {deception} leurres) :\n\
                 la longueur du chemin, le nombre de fausses pistes de plus de trois cases qu'il offre, et leur taille,\n\
                 chacune de 0 à 1 rapportée au côté de la grille. Rivière {river} : cases par cul-de-sac.\n"
            ),
        )
        .to_owned()
}

/// A number with two digits after the point, or none if it is whole.
fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimated_diameter_says_so() {
        for (braid, estimated) in [(0.0, false), (1.0, true)] {
            let recipe = serde_json::json!({"algo": "wilson", "size": "150x150", "seed": 1, "braid": braid});
            let question: Measure =
                serde_json::from_value(serde_json::json!({ "recipe": recipe })).expect("a question");
            let measures = question.answer(&Control::default()).expect("a maze");
            assert_eq!(measures.diameter_exact, !estimated);
            let text = measures.text(&Reader::default());
            assert_eq!(text.contains("≥ ") && text.contains("lower bound"), estimated, "{text}");
        }
    }
}
