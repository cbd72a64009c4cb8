//! Mazes as JSON: the text lines, and what they cannot say.

use super::write::Lines;
use super::{Fault, FormatError};
use crate::maze::Maze;
use dedale_grid::{BitGrid, Cell, Dir, Point, Wall};
use dedale_text::Located;
use serde::{Deserialize, Serialize};

/// How a maze was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// The name of the algorithm.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub algorithm: Option<String>,
    /// The seed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seed: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct Document {
    format: String,
    columns: usize,
    rows: usize,
    #[serde(flatten)]
    origin: Origin,
    #[serde(default)]
    marks: Vec<Letter>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unbreakable: Vec<Side>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    absent: Vec<[i32; 2]>,
    lines: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Letter {
    cell: [i32; 2],
    mark: char,
}

#[derive(Serialize, Deserialize)]
struct Side {
    cell: [i32; 2],
    dir: String,
}

const FORMAT: &str = "dedale-maze-1";

/// The maze as a JSON document.
pub fn to_json(maze: &Maze, origin: &Origin) -> serde_json::Value {
    let size = maze.size();
    let cell = |cell: Cell| {
        let Point { row, col } = size.point(cell);
        [row, col]
    };
    let unbreakable = maze.walls.inner().filter(|&(at, dir)| maze.walls.is_unbreakable(at, dir));
    let document = Document {
        format: FORMAT.to_owned(),
        columns: size.cols(),
        rows: size.rows(),
        origin: origin.clone(),
        marks: maze.marks.iter().map(|(&at, &mark)| Letter { cell: cell(at), mark }).collect(),
        unbreakable: unbreakable.map(|(at, dir)| Side { cell: cell(at), dir: dir.name().to_owned() }).collect(),
        absent: maze.absent.iter().flat_map(BitGrid::cells).map(cell).collect(),
        lines: Lines::new(maze).collect(),
    };
    serde_json::to_value(document).expect("a maze has a JSON form")
}

pub(super) fn read(bytes: &[u8]) -> Result<Maze, Fault> {
    let document: Document = serde_json::from_slice(bytes).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" at line").next().unwrap_or_default().to_owned();
        Located::new(error.line().max(1), error.column().max(1), FormatError::Json { reason })
    })?;
    let refused = |reason: String| Located::new(1, 1, FormatError::Json { reason });
    if document.format != FORMAT {
        return Err(refused(format!("found format `{}`, expected `{FORMAT}`", document.format)));
    }
    let text = document.lines.join("\n");
    let mut maze = super::text::read(text.as_bytes())
        .map_err(|fault| refused(format!("lines[{}], column {}: {}", fault.line - 1, fault.column, fault.error)))?;
    let size = maze.size();
    if (size.cols(), size.rows()) != (document.columns, document.rows) {
        return Err(refused(format!("found lines of {size}, expected {}x{}", document.columns, document.rows)));
    }
    let cell = |[row, col]: [i32; 2]| {
        size.cell(Point::new(row, col)).ok_or_else(|| refused(format!("found cell [{row},{col}] outside {size}")))
    };
    for Letter { cell: at, mark } in document.marks {
        if !mark.is_ascii_alphanumeric() {
            return Err(refused(format!("found mark `{mark}`, expected a letter or a digit")));
        }
        maze.marks.insert(cell(at)?, mark);
    }
    for Side { cell: at, dir } in document.unbreakable {
        let dir: Dir = dir.parse().map_err(|error: dedale_grid::DirError| refused(error.to_string()))?;
        let at = cell(at)?;
        if maze.walls.is_open(at, dir) {
            return Err(refused(format!("found an unbreakable wall {dir} of {at:?}, where the lines have none")));
        }
        maze.walls.set(at, dir, Wall::Unbreakable);
    }
    for at in document.absent {
        let at = cell(at)?;
        maze.absent.get_or_insert_with(|| BitGrid::new(size)).set(at);
    }
    Ok(maze)
}
