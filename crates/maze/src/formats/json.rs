//! Mazes as JSON: the text lines, and what they cannot say.

use super::write::Lines;
use super::{Fault, FormatError};
use crate::maze::Maze;
use dedale_grid::{BitGrid, Cell, Dir, Point, Wall};
use dedale_text::{Located, Text};
use serde::{Deserialize, Serialize};
use serde_json::error::Category;

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

/// A maze as a JSON document, its fields in the order of their names; `L` are
/// its lines, which may be made while they are written.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "MazeDocument"))]
pub(crate) struct Document<L = Vec<String>> {
    /// Cells that are not part of the maze.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<[i32; 2]>,
    /// The algorithm that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    pub columns: u64,
    /// Always `dedale-maze-1`.
    pub format: String,
    /// The lines of the text form.
    pub lines: L,
    /// Letters in cells.
    #[serde(default)]
    pub marks: Vec<Letter>,
    /// The parts that its board falls into, if it is more than one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<usize>,
    pub rows: u64,
    /// The seed that it was made with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Walls that may not be broken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unbreakable: Vec<Side>,
}

/// A letter in a cell.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "MazeMark"))]
pub(crate) struct Letter {
    cell: [i32; 2],
    mark: char,
}

/// A wall on one side of a cell.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "MazeWall"))]
pub(crate) struct Side {
    cell: [i32; 2],
    dir: String,
}

const FORMAT: &str = "dedale-maze-1";

impl<L> Document<L> {
    /// A plain board of any size.
    pub fn new(columns: u64, rows: u64, origin: &Origin, lines: L) -> Self {
        Self {
            absent: Vec::new(),
            algorithm: origin.algorithm.clone(),
            columns,
            format: FORMAT.to_owned(),
            lines,
            marks: Vec::new(),
            parts: None,
            rows,
            seed: origin.seed,
            unbreakable: Vec::new(),
        }
    }
}

impl<'a> Document<Lines<'a>> {
    /// The document of a maze.
    pub fn of(maze: &'a Maze, origin: &Origin) -> Self {
        let size = maze.size();
        let cell = |cell: Cell| {
            let Point { row, col } = size.point(cell);
            [row, col]
        };
        let unbreakable = maze.walls.inner().filter(|&(at, dir)| maze.walls.is_unbreakable(at, dir));
        Self {
            marks: maze.marks.iter().map(|(&at, &mark)| Letter { cell: cell(at), mark }).collect(),
            unbreakable: unbreakable.map(|(at, dir)| Side { cell: cell(at), dir: dir.name().to_owned() }).collect(),
            absent: maze.absent.iter().flat_map(BitGrid::cells).map(cell).collect(),
            ..Self::new(size.cols() as u64, size.rows() as u64, origin, Lines::new(maze))
        }
    }
}

/// The maze as a JSON document.
pub fn to_json(maze: &Maze, origin: &Origin) -> serde_json::Value {
    serde_json::to_value(Document::of(maze, origin)).expect("a maze has a JSON form")
}

pub(super) fn read(bytes: &[u8]) -> Result<Maze, Fault> {
    let document: Document = serde_json::from_slice(bytes).map_err(|error| {
        let reason = match error.classify() {
            Category::Data => Text::new(
                "expected an object with format, columns, rows and lines, and if need be marks, unbreakable and absent",
                "attendu un objet avec format, columns, rows et lines, et au besoin marks, unbreakable et absent",
            ),
            Category::Eof => Text::new("it stops too early", "il s'arrête trop tôt"),
            Category::Syntax | Category::Io => Text::new("this is no JSON", "ceci n'est pas du JSON"),
        };
        Located::new(error.line().max(1), error.column().max(1), refusal(reason))
    })?;
    let refused = |en: String, fr: String| Located::new(1, 1, refusal(Text { en, fr }));
    if document.format != FORMAT {
        let found = document.format;
        return Err(refused(
            format!("found format `{found}`, expected `{FORMAT}`"),
            format!("trouvé le format `{found}`, attendu `{FORMAT}`"),
        ));
    }
    let text = document.lines.join("\n");
    let mut maze = super::text::read(text.as_bytes()).map_err(|Located { line, column, error }| {
        let line = line - 1;
        let Text { en, fr } = Text::of(&error);
        refused(format!("lines[{line}], column {column}: {en}"), format!("lines[{line}], colonne {column} : {fr}"))
    })?;
    let size = maze.size();
    let (cols, rows) = (document.columns, document.rows);
    if (size.cols() as u64, size.rows() as u64) != (cols, rows) {
        return Err(refused(
            format!("found lines of {size}, expected {cols}x{rows}"),
            format!("trouvé des lignes de {size}, attendu {cols}x{rows}"),
        ));
    }
    let cell = |[row, col]: [i32; 2]| {
        size.cell(Point::new(row, col)).ok_or_else(|| {
            refused(
                format!("found cell [{row},{col}], expected one inside {size}"),
                format!("trouvé la case [{row},{col}], attendu une case de {size}"),
            )
        })
    };
    for Letter { cell: at, mark } in document.marks {
        if !mark.is_ascii_alphanumeric() {
            return Err(refused(
                format!("found mark `{mark}`, expected a letter or a digit"),
                format!("trouvé la marque `{mark}`, attendu une lettre ou un chiffre"),
            ));
        }
        maze.marks.insert(cell(at)?, mark);
    }
    for Side { cell: [row, col], dir } in document.unbreakable {
        let dir: Dir = dir.parse().map_err(|error: dedale_grid::DirError| {
            let Text { en, fr } = Text::of(&error);
            refused(en, fr)
        })?;
        let at = cell([row, col])?;
        if maze.walls.is_open(at, dir) {
            return Err(refused(
                format!("found an unbreakable wall {dir} of [{row},{col}], where the lines have none"),
                format!("trouvé un mur incassable {dir} de [{row},{col}], où les lignes n'en ont pas"),
            ));
        }
        maze.walls.set(at, dir, Wall::Unbreakable);
    }
    for at in document.absent {
        let at = cell(at)?;
        maze.absent.get_or_insert_with(|| BitGrid::new(size)).set(at);
    }
    Ok(maze)
}

fn refusal(Text { en, fr }: Text) -> FormatError {
    FormatError::Json { en, fr }
}
