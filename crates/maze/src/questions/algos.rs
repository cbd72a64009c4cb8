//! The algorithms.

use crate::Algorithm;
use crate::surface::{Kind, check};
use dedale_question::{Answer, Control, Question, Reader, Refusal};
use dedale_text::{Say, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List the algorithms.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Algos {}

/// All algorithms.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MazeAlgorithms")]
pub struct Algorithms(Vec<Row>);

/// An algorithm.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MazeAlgorithm")]
pub struct Row {
    name: &'static str,
    /// What it does, in the reader's language.
    summary: String,
    /// Whether its mazes are connected and without cycles.
    perfect: bool,
    /// Whether every perfect maze has the same chance.
    uniform: bool,
    /// Whether it writes mazes of any number of rows.
    streaming: bool,
    /// The surfaces that it works on.
    surfaces: Vec<&'static str>,
}

impl Question for Algos {
    type Answer = Algorithms;
    const NAME: &'static str = "algos";
    const EXAMPLE: &'static str = "{}";
    const COMMANDS: &'static [&'static str] = &["dedale maze algos", "dedale maze algos --json"];

    fn about() -> Text {
        Text::new("List the algorithms", "Lister les algorithmes")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Algorithms, Refusal> {
        let row = |algorithm: Algorithm| Row {
            name: algorithm.name(),
            summary: algorithm.summary().say(control.reader.lang),
            perfect: algorithm.is_perfect(),
            uniform: algorithm.is_uniform(),
            streaming: algorithm.rows().is_some(),
            surfaces: Kind::ALL.into_iter().filter(|&kind| check(algorithm, kind).is_ok()).map(Kind::name).collect(),
        };
        Ok(Algorithms(Algorithm::ALL.map(row).into()))
    }
}

impl Answer for Algorithms {
    fn text(&self, reader: &Reader) -> String {
        let mut text = String::new();
        for Row { name, summary, uniform, streaming, surfaces, .. } in &self.0 {
            let notes = [
                (uniform, reader.lang.pick("uniform", "uniforme")),
                (streaming, reader.lang.pick("any number of rows", "autant de lignes qu'on veut")),
            ];
            let notes: Vec<&str> = notes.into_iter().filter(|(holds, _)| **holds).map(|(_, note)| note).collect();
            let notes = if notes.is_empty() { String::new() } else { format!(" [{}]", notes.join(", ")) };
            text += &format!("{name:<14} {summary}{notes}\n");
            let on = reader.lang.pick("on", "sur");
            text += &match surfaces.len() {
                all if all == Kind::ALL.len() => {
                    format!("{:<14} {}\n", "", reader.lang.pick("on every surface", "sur toute surface"))
                }
                _ => format!("{:<14} {on} {}\n", "", surfaces.join(", ")),
            };
        }
        let pairs: usize = self.0.iter().map(|row| row.surfaces.len()).sum();
        text += &format!(
            "{pairs} {}\n",
            reader.lang.pick("pairs of an algorithm and a surface", "paires d'un algorithme et d'une surface")
        );
        text
    }
}
