//! Mazes on surfaces in files: a JSON document with a plain graph in it.
//!
//! Cells are numbered row by row. `centres` and `walls` are there for other
//! programs; whoever reads the document back builds the surface from its name
//! and sides and opens the `passages`.

use super::graph::Edge;
use super::maze::GraphMaze;
use super::{Kind, Surface, SurfaceError};
use crate::formats::Origin;
use dedale_grid::Cell;
use dedale_text::{Located, Text, messages};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(crate) const FORMAT: &str = "dedale-graph-1";

messages! {
    /// Why a document is not a maze on a surface.
    pub enum JsonError {
        /// Not the document.
        Document { en: String, fr: String } =>
            "{en}; expected an object with format, surface, columns, rows and passages",
            "{fr} ; attendu un objet avec format, surface, columns, rows et passages";
        /// Not a surface.
        Surface { en: String, fr: String } => "{en}", "{fr}";
        /// Cells that are not neighbours.
        Passage { a: u32, b: u32 } =>
            "found a passage from cell {a} to cell {b}, which are no neighbours",
            "trouvé un passage de la case {a} à la case {b}, qui ne sont pas voisines";
        /// No such cell.
        Cell { found: u32, cells: usize } =>
            "found cell {found}, expected less than {cells}", "trouvé la case {found}, attendu moins de {cells}";
    }
}

/// A maze on a surface.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "MazeGraph"))]
pub(crate) struct GraphDocument {
    /// Cells that are not part of the maze.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<u32>,
    /// The algorithm that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// The middle of every cell.
    #[serde(default)]
    pub centres: Vec<[f32; 2]>,
    pub columns: u32,
    /// Pairs of neighbours whose wall may not be opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<[u32; 2]>,
    /// Always `dedale-graph-1`.
    pub format: String,
    /// The floors of a stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<u32>,
    /// The parts that the surface falls into, if it is more than one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<usize>,
    /// Pairs of cells with a way between them.
    pub passages: Vec<[u32; 2]>,
    pub rows: u32,
    /// The seed that it was made with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The surface, such as `hex`.
    pub surface: String,
    /// The seed that the surface itself was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface_seed: Option<u64>,
    /// Pairs of neighbours with a wall between them.
    #[serde(default)]
    pub walls: Vec<[u32; 2]>,
}

impl GraphDocument {
    pub fn of(maze: &GraphMaze, origin: &Origin) -> Self {
        let graph = maze.graph();
        let surface = graph.surface();
        let (mut passages, mut walls) = (Vec::with_capacity(graph.len()), Vec::new());
        for edge in (0..graph.edges() as u32).map(Edge::new) {
            let pair = graph.ends(edge).map(|cell| cell.index() as u32);
            if maze.is_open(edge) { passages.push(pair) } else { walls.push(pair) }
        }
        let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
        Self {
            absent: graph.absent().map(|cell| cell.index() as u32).collect(),
            algorithm: origin.algorithm.clone(),
            centres: graph.all().map(|cell| graph.centre(cell).map(rounded)).collect(),
            columns: surface.columns(),
            fixed: graph.fixed().to_vec(),
            format: FORMAT.to_owned(),
            levels: (surface.kind() == Kind::Stack).then_some(surface.floors()),
            parts: Some(graph.parts()).filter(|parts| *parts != 1),
            passages,
            rows: surface.rows(),
            seed: origin.seed,
            surface: surface.kind().name().to_owned(),
            surface_seed: surface.kind().is_seeded().then_some(surface.seed()),
            walls,
        }
    }

    /// The surface, before anything is built.
    pub fn surface(&self) -> Result<Surface, JsonError> {
        let refused = |error: SurfaceError| {
            let Text { en, fr } = Text::of(&error);
            JsonError::Surface { en, fr }
        };
        let kind: Kind = self.surface.parse().map_err(refused)?;
        let surface = Surface::new(kind, self.columns, self.rows).map_err(refused)?;
        Ok(surface.levels(self.levels.unwrap_or(1)).map_err(refused)?.seeded(self.surface_seed.unwrap_or(0)))
    }

    fn maze(&self) -> Result<GraphMaze, JsonError> {
        let surface = self.surface()?;
        let cells = surface.cells() as usize;
        let check = |&number: &u32| {
            if (number as usize) < cells { Ok(()) } else { Err(JsonError::Cell { found: number, cells }) }
        };
        let pairs = self.passages.iter().chain(&self.fixed).flatten();
        pairs.chain(&self.absent).try_for_each(check)?;
        let mut absent = vec![false; cells];
        self.absent.iter().for_each(|&cell| absent[cell as usize] = true);
        let mut graph = surface.without(&absent);
        if !self.fixed.is_empty() {
            let sorted = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
            let fixed: std::collections::HashSet<[u32; 2]> = self.fixed.iter().map(|&pair| sorted(pair)).collect();
            if let Some(&[a, b]) =
                self.fixed.iter().find(|[a, b]| graph.between(Cell::new(*a), Cell::new(*b)).is_none())
            {
                return Err(JsonError::Passage { a, b });
            }
            graph = graph.fenced(|ends| !fixed.contains(&sorted(ends.map(|cell| cell.index() as u32))));
        }
        let mut maze = GraphMaze::closed(Arc::new(graph));
        for &[a, b] in &self.passages {
            let edge = maze.graph().between(Cell::new(a), Cell::new(b)).ok_or(JsonError::Passage { a, b })?;
            maze.set(edge, true);
        }
        Ok(maze)
    }
}

/// The maze as a JSON document.
pub fn to_json(maze: &GraphMaze, origin: &Origin) -> serde_json::Value {
    serde_json::to_value(GraphDocument::of(maze, origin)).expect("a maze has a JSON form")
}

/// Whether a file is a document of a maze on a surface, or a map that keeps one.
pub(crate) fn is_graph(bytes: &[u8]) -> bool {
    matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'<'))
        && bytes.windows(FORMAT.len()).any(|part| part == FORMAT.as_bytes())
}

/// Reads a document, after a look at how many cells it asks for.
pub(crate) fn read_checked<E: From<Located<JsonError>>>(
    bytes: &[u8],
    allowed: impl FnOnce(u64) -> Result<(), E>,
) -> Result<GraphMaze, E> {
    let document: GraphDocument = serde_json::from_slice(bytes).map_err(|error| {
        let (line, column) = (error.line().max(1), error.column().max(1));
        let said = error.to_string();
        let said = said.split(" at line").next().unwrap_or_default().to_owned();
        Located::new(line, column, JsonError::Document { en: said.clone(), fr: said })
    })?;
    let located = |error| Located::new(1, 1, error);
    if document.format != FORMAT {
        let found = &document.format;
        return Err(located(JsonError::Document {
            en: format!("found format `{found}`"),
            fr: format!("trouvé le format `{found}`"),
        })
        .into());
    }
    allowed(document.surface().map_err(located)?.cells())?;
    Ok(document.maze().map_err(located)?)
}

/// Reads a document.
pub fn read_json(bytes: &[u8]) -> Result<GraphMaze, Located<JsonError>> {
    read_checked(bytes, |_| Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::generate;
    use crate::{Algorithm, Options};

    #[test]
    fn every_surface_reads_back() {
        for kind in Kind::ALL {
            let surface = Surface::new(kind, 6, 5).unwrap().levels(if kind == Kind::Stack { 3 } else { 1 }).unwrap();
            let graph = surface.seeded(9).masked(|x, y| x < 0.3 && y < 0.3);
            let graph = graph.fenced(|[a, _]| a.index() % 7 != 3);
            let maze = generate(Algorithm::Wilson, &Arc::new(graph), &Options::default(), 4);
            let text = to_json(&maze, &Origin::default()).to_string();
            assert!(is_graph(text.as_bytes()));
            let read = read_json(text.as_bytes()).unwrap();
            assert_eq!(read.graph().surface(), maze.graph().surface());
            assert!(read.passages() == maze.passages() && read == maze, "{kind}");
        }
    }

    #[test]
    fn wrong_documents_are_refused() {
        let refused = |text: &str| read_json(text.as_bytes()).unwrap_err().error.to_string();
        let document = |rest: &str| format!(r#"{{"format":"dedale-graph-1","surface":"hex","columns":2,{rest}}}"#);
        assert!(refused("{").contains("expected an object"));
        assert!(refused(&document(r#""rows":2,"passages":[[0,4]]"#)).contains("cell 4"));
        assert!(refused(&document(r#""rows":2,"passages":[[0,0]]"#)).contains("no neighbours"));
        assert!(refused(&document(r#""rows":4000000000,"passages":[]"#)).contains("at most"));
        assert!(refused(&document(r#""rows":2,"passages":[],"levels":2"#)).contains("stack"));
        assert!(refused(&document(r#""rows":2,"passages":[],"fixed":[[0,3]]"#)).contains("no neighbours"));
    }
}
