//! The surfaces.

use crate::surface::{Kind, check};
use crate::{Algorithm, surface::Surface};
use dedale_grid::Cell;
use dedale_question::{Answer, Control, Question, Reader, Refusal};
use dedale_text::{Say, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List the surfaces.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Surfaces {}

/// All surfaces.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MazeSurfaces")]
pub struct List(Vec<Row>);

/// A surface.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MazeSurface")]
pub struct Row {
    name: &'static str,
    /// What it is, in the reader's language.
    summary: String,
    /// The algorithms that work on it.
    algorithms: Vec<&'static str>,
    /// Whether passages have directions that a bias can prefer.
    directions: bool,
    /// The most neighbours of a cell.
    neighbours: usize,
}

impl Question for Surfaces {
    type Answer = List;
    const NAME: &'static str = "surfaces";
    const EXAMPLE: &'static str = "{}";
    const COMMANDS: &'static [&'static str] = &["dedale maze surfaces", "dedale maze surfaces --json"];

    fn about() -> Text {
        Text::new("List the surfaces", "Lister les surfaces")
    }

    fn answer(&self, control: &Control<'_>) -> Result<List, Refusal> {
        let row = |kind: Kind| {
            let works = Algorithm::ALL.into_iter().filter(|&algorithm| check(algorithm, kind).is_ok());
            let sample = Surface::new(kind, 6, 5).map(|surface| surface.graph());
            let most = sample.map_or(0, |graph| {
                let inner = graph.all().skip(usize::from(kind == Kind::Polar));
                inner.map(|cell: Cell| graph.links(cell).len()).max().unwrap_or(0)
            });
            Row {
                name: kind.name(),
                summary: kind.summary().say(control.reader.lang),
                algorithms: works.map(Algorithm::name).collect(),
                directions: kind.has_directions(),
                neighbours: if kind == Kind::Stack { most + 2 } else { most },
            }
        };
        Ok(List(Kind::ALL.map(row).into()))
    }
}

impl Answer for List {
    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let mut text = String::new();
        for Row { name, summary, algorithms, .. } in &self.0 {
            let missing: Vec<&str> =
                Algorithm::ALL.map(Algorithm::name).into_iter().filter(|name| !algorithms.contains(name)).collect();
            let works = if missing.is_empty() {
                lang.pick("every algorithm", "tous les algorithmes").to_owned()
            } else {
                format!("{} {}", lang.pick("every algorithm but", "tous les algorithmes sauf"), missing.join(", "))
            };
            text += &format!("{name:<10} {summary} [{works}]\n");
        }
        text
    }
}
