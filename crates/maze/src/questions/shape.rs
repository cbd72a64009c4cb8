//! The cells of a maze as polygons, for those who draw it themselves.

use super::board::Board;
use super::source::MazeSource;
use crate::makers::graph_of;
use crate::surface::Edge;
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Text, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tell the cells of a maze as polygons.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Shape {
    /// The maze.
    #[command(flatten)]
    #[serde(flatten)]
    pub source: MazeSource,
}

/// Cells and walls; a cell is about 1 wide.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MazeShape")]
pub struct Polygons {
    /// The surface.
    surface: &'static str,
    width: f32,
    height: f32,
    /// The cells of each row.
    rows: Vec<usize>,
    /// The middle of each cell.
    centres: Vec<[f32; 2]>,
    /// The corners of each cell, clockwise: x, y, x, y, …
    outlines: Vec<Vec<f32>>,
    /// For each side of each cell, from a corner to the next, the number of
    /// the wall that may be opened there; -1 at the border.
    sides: Vec<Vec<i64>>,
    /// The two cells of each wall.
    walls: Vec<[u32; 2]>,
    /// The walls that are open.
    open: Vec<u32>,
    /// Cells that are not part of the maze.
    absent: Vec<u32>,
}

impl Question for Shape {
    type Answer = Polygons;
    const NAME: &'static str = "shape";
    const EXAMPLE: &'static str = r#"{"maze":"o---o---o\n|       |\no---o---o\n"}"#;
    const COMMANDS: &'static [&'static str] = &["dedale maze shape rings.json --json"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Tell the cells of a maze as polygons", "Donner les cases d'un labyrinthe en polygones")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Polygons, Refusal> {
        let maze = match self.source.read(control)? {
            Board::Surface(maze) => maze,
            Board::Squares(maze) => graph_of(&maze)?,
        };
        let graph = maze.graph();
        let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
        let number = |edge: Option<Edge>| edge.map_or(-1, |edge| edge.index() as i64);
        Ok(Polygons {
            surface: graph.surface().kind().name(),
            width: rounded(graph.width()),
            height: rounded(graph.height()),
            rows: (0..graph.rows()).map(|row| graph.row(row).len()).collect(),
            centres: graph.all().map(|cell| graph.centre(cell).map(rounded)).collect(),
            outlines: graph.all().map(|cell| graph.outline(cell).flatten().map(rounded).collect()).collect(),
            sides: graph.all().map(|cell| graph.sides(cell).iter().map(|side| number(side.edge)).collect()).collect(),
            walls: (0..graph.edges() as u32)
                .map(|at| graph.ends(Edge::new(at)).map(|cell| cell.index() as u32))
                .collect(),
            open: maze.open_edges().map(|edge| edge.index() as u32).collect(),
            absent: graph.absent().map(|cell| cell.index() as u32).collect(),
        })
    }
}

impl Answer for Polygons {
    fn text(&self, reader: &Reader) -> String {
        let (cells, walls) = (self.centres.len(), self.walls.len());
        let Self { surface, width, height, .. } = self;
        let lang = reader.lang;
        let cells = counted(lang, cells as u64, ["cell", "cells"], ["case", "cases"]);
        let walls = counted(lang, walls as u64, ["wall", "walls"], ["mur", "murs"]);
        reader
            .lang
            .pick(
                &format!("{surface}, {width} by {height}: {cells}, {walls}; `--json` has the polygons\n"),
                &format!("{surface}, {width} sur {height} : {cells}, {walls} ; « --json » donne les polygones\n"),
            )
            .to_owned()
    }
}
