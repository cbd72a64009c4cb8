//! The maze of a question: a text, or the recipe of one. The text of a million
//! cells has eight megabytes; its recipe a line.

use super::recipe::Recipe;
use crate::{Maze, formats};
use dedale_grid::{Cell, Point};
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
    pub fn read(&self, control: &Control<'_>) -> Result<Maze, Refusal> {
        match (&self.maze, &self.recipe) {
            (Some(source), None) => read(source, control),
            (None, Some(recipe)) => {
                // Nobody could ask the same again.
                let seed = recipe
                    .seed
                    .seed
                    .ok_or_else(|| Refusal::new("expected `seed` in `recipe`", "attendu `seed` dans `recipe`"))?;
                Ok(recipe.prepare(control)?.maze(seed))
            }
            _ => Err(Refusal::new("expected either `maze` or `recipe`", "attendu ou bien `maze` ou bien `recipe`")),
        }
    }
}

/// Reads a maze of any format; the memory it takes is in proportion to its text.
pub fn read(source: &Source, control: &Control<'_>) -> Result<Maze, Refusal> {
    let input = source.read()?;
    let maze = formats::read(&input.bytes).map_err(|error| input.at(&error))?;
    control.cells(maze.size().area() as u64)?;
    Ok(maze)
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
    pub fn ends(&self, maze: &Maze) -> Result<(Cell, Vec<Cell>), Refusal> {
        let goals = match self.to {
            Some(at) => vec![cell(maze, at)?],
            None => maze.goals(),
        };
        Ok((start(maze, self.from)?, goals))
    }
}

/// The cell to begin at.
pub fn start(maze: &Maze, from: Option<At>) -> Result<Cell, Refusal> {
    let none = || Refusal::new("found a maze without cells", "trouvé un labyrinthe sans case");
    from.map_or_else(|| maze.start().ok_or_else(none), |at| cell(maze, at))
}

fn cell(maze: &Maze, At(point): At) -> Result<Cell, Refusal> {
    let size = maze.size();
    size.cell(point).filter(|&cell| maze.contains(cell)).ok_or_else(|| {
        let (row, col) = (size.rows() - 1, size.cols() - 1);
        Refusal::new(
            format!("found cell {point}, expected one of the maze: rows 0 to {row}, columns 0 to {col}"),
            format!("trouvé la case {point}, attendu une case du labyrinthe : lignes 0 à {row}, colonnes 0 à {col}"),
        )
    })
}

/// `[row, column]`.
pub fn at(maze: &Maze, cell: Cell) -> [i32; 2] {
    let Point { row, col } = maze.size().point(cell);
    [row, col]
}

/// `[[row, column], …]`.
pub fn all_at(maze: &Maze, cells: &[Cell]) -> Vec<[i32; 2]> {
    cells.iter().map(|&cell| at(maze, cell)).collect()
}
