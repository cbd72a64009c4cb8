//! The maze of a question: a text, or the recipe of one. The text of a million
//! cells has eight megabytes; its recipe a line.

use super::board::Board;
use super::recipe::Recipe;
use crate::makers::kept_graph;
use crate::surface::{is_graph, is_hex_text, read_checked, read_hex_checked};
use crate::{Maze, formats};
use dedale_grid::Cell;
use dedale_question::{At, Control, Refusal, Source};
use dedale_text::tr;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// A maze as text, or how it is made.
#[derive(clap::Args, Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MazeSource {
    /// The maze in any format that is read.
    #[arg(value_name = "FILE", required = true, help = tr(
        "The maze, `-` for standard input", "Le labyrinthe, « - » pour l'entrée standard"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maze: Option<Source>,

    /// In its stead, how it is made; with a seed.
    #[arg(skip)]
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "known_settings")]
    pub recipe: Option<Box<Recipe>>,
}

impl MazeSource {
    /// Reads or makes the maze.
    pub fn read(&self, control: &Control<'_>) -> Result<Board, Refusal> {
        match (&self.maze, &self.recipe) {
            (Some(source), None) => read_any(source, control),
            (None, Some(recipe)) => {
                // Nobody could ask the same again.
                let seed = recipe
                    .seed
                    .seed
                    .ok_or_else(|| Refusal::new("expected `seed` in `recipe`", "attendu `seed` dans `recipe`"))?;
                match recipe.surface(control)? {
                    Some(prepared) => Ok(Board::Surface(prepared.maze(seed))),
                    None => Ok(recipe.prepare(control)?.maze(seed).into()),
                }
            }
            _ => Err(Refusal::new("expected either `maze` or `recipe`", "attendu ou bien `maze` ou bien `recipe`")),
        }
    }
}

/// Reads a maze of any format; the memory it takes is in proportion to its text.
pub fn read_any(source: &Source, control: &Control<'_>) -> Result<Board, Refusal> {
    let input = source.read()?;
    let named = |refusal: Refusal| if refusal.place.is_some() { refusal.within(source.name()) } else { refusal };
    if is_graph(&input.bytes) {
        let kept = std::str::from_utf8(&input.bytes).ok().and_then(kept_graph);
        let document = kept.as_ref().map_or(&input.bytes[..], String::as_bytes);
        return read_checked(document, |cells| control.cells(cells)).map(Board::Surface).map_err(named);
    }
    if is_hex_text(&input.bytes) {
        return read_hex_checked(&input.bytes, |cells| control.cells(cells)).map(Board::Surface).map_err(named);
    }
    let maze = formats::read(&input.bytes).map_err(|error| input.at(&error))?;
    control.cells(maze.size().area() as u64)?;
    Ok(maze.into())
}

/// Reads a maze on squares.
pub fn read(source: &Source, control: &Control<'_>) -> Result<Maze, Refusal> {
    match read_any(source, control)? {
        Board::Squares(maze) => Ok(*maze),
        Board::Surface(maze) => {
            let surface = maze.graph().surface();
            Err(Refusal::new(
                format!("found a maze on {surface}, expected one on squares here"),
                format!("trouvé un labyrinthe sur {surface}, attendu ici des carrés"),
            )
            .within(source.name()))
        }
    }
}

/// A recipe inside a question has no settings that it does not know either.
fn known_settings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<Recipe>>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let schema = Recipe::json_schema(&mut SchemaSettings::draft2020_12().into_generator());
    let known = schema.get("properties").and_then(Value::as_object);
    let unknown = |name: &&String| known.is_some_and(|known| !known.contains_key(*name));
    if let Some(name) = value.as_object().and_then(|fields| fields.keys().find(unknown)) {
        let name: String = name.chars().take(40).collect();
        let said = tr("which a recipe does not have", "qu'une recette n'a pas");
        return Err(D::Error::custom(format!("`{name}`, {said}")));
    }
    serde_json::from_value(value).map(Some).map_err(D::Error::custom)
}

/// Where a way begins and ends.
#[derive(clap::Args, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Way {
    /// Where to begin; the mark S or the first cell without it.
    #[arg(long, value_name = "R,C", allow_hyphen_values = true, help = tr(
        "Where to begin; the mark S or the first cell without it", "Où commencer ; à défaut la marque S ou la première case"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<At>,

    /// Where to go; the nearest mark G or the last cell without it.
    #[arg(long, value_name = "R,C", allow_hyphen_values = true, help = tr(
        "Where to go; the nearest mark G or the last cell without it",
        "Où aller ; à défaut la marque G la plus proche ou la dernière case"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<At>,
}

impl Way {
    /// The first cell, and the cells where the way may end.
    pub fn ends(&self, maze: &Board) -> Result<(Cell, Vec<Cell>), Refusal> {
        let goals = maze.goals(self.to)?;
        Ok((maze.start(self.from)?, goals))
    }
}
