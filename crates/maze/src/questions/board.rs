//! A maze of a question: on squares, or on another surface.

use super::drawing::{Drawing, Look, Paint};
use super::physical::Physical;
use crate::Algorithm;
use crate::analysis::{Measures, Survey, measure, survey};
use crate::formats::{Document, Lines, Origin};
use crate::makers::paper::{self, Layout, Paper, Printed};
use crate::makers::{Solid, Strokes, graph_of, to_dungeon, to_tmj, to_tmx};
use crate::solvers::{Method, Solution, solve};
use crate::surface::{self, GraphDocument, GraphMaze};
use crate::{Generation, Maze};
use dedale_draw::term::{Style, braille};
use dedale_draw::{Raster, Scene, Theme};
use dedale_grid::{Cell, Point};
use dedale_question::{At, Reader, Refusal};
use dedale_text::Lang;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A maze on squares or on another surface.
pub enum Board {
    /// On squares.
    Squares(Box<Maze>),
    /// On a surface.
    Surface(GraphMaze),
}

impl Board {
    /// How many cells there are, those left out included.
    pub fn cells(&self) -> usize {
        match self {
            Self::Squares(maze) => maze.size().area(),
            Self::Surface(maze) => maze.graph().len(),
        }
    }

    /// Its shape.
    pub fn survey(&self) -> Survey {
        match self {
            Self::Squares(maze) => survey(maze),
            Self::Surface(maze) => surface::survey(maze),
        }
    }

    /// Everything that is measured.
    pub fn measure(&self) -> Measures {
        match self {
            Self::Squares(maze) => measure(maze),
            Self::Surface(maze) => surface::measure(maze),
        }
    }

    /// `[row, column]`.
    pub fn at(&self, cell: Cell) -> [i32; 2] {
        match self {
            Self::Squares(maze) => {
                let Point { row, col } = maze.size().point(cell);
                [row, col]
            }
            Self::Surface(maze) => maze.graph().at(cell),
        }
    }

    /// `[[row, column], …]`.
    pub fn all_at(&self, cells: &[Cell]) -> Vec<[i32; 2]> {
        cells.iter().map(|&cell| self.at(cell)).collect()
    }

    /// The cell of a place.
    pub fn cell(&self, At(point): At) -> Result<Cell, Refusal> {
        let (found, rows, columns) = match self {
            Self::Squares(maze) => {
                let size = maze.size();
                (size.cell(point).filter(|&cell| maze.contains(cell)), size.rows(), size.cols())
            }
            Self::Surface(maze) => {
                let graph = maze.graph();
                let columns = usize::try_from(point.row).ok().filter(|row| *row < graph.rows());
                let columns = columns.map_or(1, |row| graph.row(row).len());
                let cell = graph.cell([point.row, point.col]).filter(|&cell| graph.contains(cell));
                (cell, graph.rows(), columns)
            }
        };
        found.ok_or_else(|| {
            let (row, col) = (rows - 1, columns - 1);
            Refusal::new(
                format!("found cell {point}, expected one of the maze: rows 0 to {row}, columns 0 to {col}"),
                format!(
                    "trouvé la case {point}, attendu une case du labyrinthe : lignes 0 à {row}, colonnes 0 à {col}"
                ),
            )
        })
    }

    /// The cell to begin at.
    pub fn start(&self, from: Option<At>) -> Result<Cell, Refusal> {
        let none = || Refusal::new("found a maze without cells", "trouvé un labyrinthe sans case");
        let first = match self {
            Self::Squares(maze) => maze.start(),
            Self::Surface(maze) => maze.start(),
        };
        from.map_or_else(|| first.ok_or_else(none), |at| self.cell(at))
    }

    /// The cells where a way may end.
    pub fn goals(&self, to: Option<At>) -> Result<Vec<Cell>, Refusal> {
        Ok(match (to, self) {
            (Some(at), _) => vec![self.cell(at)?],
            (None, Self::Squares(maze)) => maze.goals(),
            (None, Self::Surface(maze)) => maze.goal().into_iter().collect(),
        })
    }

    /// A way from a cell to the nearest of some others.
    pub fn solve(&self, method: Method, from: Cell, goals: &[Cell]) -> Solution {
        match self {
            Self::Squares(maze) => solve(maze, method, from, goals),
            Self::Surface(maze) => surface::solve(maze, method, from, goals.first().copied().unwrap_or(from)),
        }
    }

    /// How far every cell is, row by row.
    pub fn distances(&self, from: Cell) -> Vec<Vec<Option<u32>>> {
        match self {
            Self::Squares(maze) => crate::analysis::distances(maze, &[from]).rows().map(<[_]>::to_vec).collect(),
            Self::Surface(maze) => {
                let (graph, far) = (maze.graph(), surface::distances(maze, from));
                (0..graph.rows()).map(|row| graph.row(row).map(|cell| far[cell as usize]).collect()).collect()
            }
        }
    }

    /// The document of the maze.
    pub(crate) fn document(&self, origin: &Origin) -> AnyDocument<Lines<'_>> {
        match self {
            Self::Squares(maze) => AnyDocument::Squares(Document::of(maze, origin)),
            Self::Surface(maze) => AnyDocument::Surface(GraphDocument::of(maze, origin)),
        }
    }
}

impl From<Maze> for Board {
    fn from(maze: Maze) -> Self {
        Self::Squares(Box::new(maze))
    }
}

/// The JSON of a maze.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AnyMaze")]
pub(crate) enum AnyDocument<L> {
    Squares(Document<L>),
    Surface(GraphDocument),
}

/// A board to be drawn.
pub struct BoardDrawing<'a> {
    pub board: &'a Board,
    pub look: Look,
    /// A way already found.
    pub path: Option<&'a [Cell]>,
    /// How the maze was made, for colours by age.
    pub generation: Option<Making<'a>>,
    /// The most bytes of memory for a picture.
    pub memory: u64,
    /// How large it is outside the machine.
    pub physical: Physical,
    /// What stands above it on paper, and what its QR code says.
    pub about: (String, Option<String>),
    /// Where the lifts of a pen are counted.
    pub lifts: &'a AtomicUsize,
}

/// The making of a maze, begun anew whenever it is asked for.
#[derive(Clone, Copy)]
pub enum Making<'a> {
    Squares(&'a dyn Fn() -> Generation),
    Surface(&'a dyn Fn() -> surface::Generation),
}

impl<'a> BoardDrawing<'a> {
    fn squares(&self, maze: &'a Maze) -> Drawing<'a> {
        let generation = match self.generation {
            Some(Making::Squares(again)) => Some(again),
            _ => None,
        };
        Drawing { maze, look: self.look, path: self.path, generation, memory: self.memory }
    }

    /// Writes the maze in a format.
    pub fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        self.physical.check(format)?;
        if MAKERS.contains(&format) {
            self.look.check(format)?;
            return out.write_all(&self.made(format)?).map_err(Refusal::broken);
        }
        let maze = match self.board {
            Board::Squares(maze) => return self.squares(maze).write(format, out),
            Board::Surface(maze) => maze,
        };
        self.look.check(format)?;
        match format {
            "svg" => out.write_all(dedale_draw::svg(&self.scene(maze)).as_bytes()).map_err(Refusal::broken),
            "png" => out.write_all(&self.look.png(&self.scene(maze), self.memory)?).map_err(Refusal::broken),
            "txt" => {
                let reader = Reader { unicode: true, ..Reader::default() };
                out.write_all(self.text(&reader).as_bytes()).map_err(Refusal::broken)
            }
            "maz" if surface::fits_hex_text(maze) => {
                let mut text = Vec::new();
                surface::write_hex_text(maze, &mut text).map_err(Refusal::broken)?;
                out.write_all(&text).map_err(Refusal::broken)
            }
            _ => Err(only_squares(format)),
        }
    }

    /// The maze for paper, a machine or a game.
    fn made(&self, format: &str) -> Result<Vec<u8>, Refusal> {
        let squares;
        let maze = match self.board {
            Board::Surface(_) if format == "map" => return Err(only_squares(format)),
            Board::Squares(maze) if format == "map" => return Ok(to_dungeon(maze)?.into_bytes()),
            Board::Surface(maze) => maze,
            Board::Squares(maze) => {
                squares = graph_of(maze)?;
                &squares
            }
        };
        Ok(match format {
            "pdf" => {
                let (caption, link) = self.about.clone();
                let title = caption.clone();
                let layout = Layout { paper: Paper::A4, per_page: 1, poster: (1, 1), title, lang: Lang::current() };
                paper::document(&[Printed::maze(maze, String::new(), link)], &layout)
            }
            "plotter" | "gcode" => {
                let (cell, sand) = (self.physical.pen(), format == "gcode" && !self.physical.lift);
                let strokes = if sand { Strokes::one_line(maze, cell) } else { Strokes::new(maze, cell) };
                self.lifts.store(strokes.lifts(), Ordering::Relaxed);
                if format == "gcode" { strokes.gcode(!sand) } else { strokes.svg() }.into_bytes()
            }
            "stl" => Solid::new(maze, &self.physical.solid())?.stl(),
            "3mf" => Solid::new(maze, &self.physical.solid())?.to_3mf().map_err(Refusal::broken)?,
            "tmx" => to_tmx(maze).into_bytes(),
            _ => to_tmj(maze).to_string().into_bytes(),
        })
    }

    fn scene(&self, maze: &GraphMaze) -> Scene {
        use crate::surface::picture::{self, Look};
        let ends = maze.start().zip(maze.goal());
        let paints = match self.look.paint {
            Paint::None => None,
            Paint::Distance => maze.start().map(|start| picture::by_distance(maze, start)),
            Paint::Class => Some(picture::by_class(maze)),
            Paint::Age => match self.generation {
                Some(Making::Surface(again)) => Some(picture::by_age(again())),
                _ => None,
            },
        };
        let path = match (self.path, ends) {
            (Some(path), _) => path.to_vec(),
            (None, Some((from, to))) if self.look.solution => {
                surface::solve(maze, Method::Bfs, from, to).path.unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let ends = match path[..] {
            [first, .., last] => Some((first, last)),
            _ => ends,
        };
        picture::scene(maze, &Look { paints, path: &path, ends, current: None })
    }

    /// The maze as characters.
    pub fn text(&self, reader: &Reader) -> String {
        match self.board {
            Board::Squares(maze) => self.squares(maze).text(reader),
            Board::Surface(maze) => {
                let style = Style { color: reader.color, unicode: reader.unicode };
                let scene = self.scene(maze);
                let pixels = if reader.unicode { 6.0 } else { 5.0 };
                match Raster::draw(&scene, pixels, Theme::Light, false) {
                    Ok(raster) => braille(&raster, style),
                    Err(error) => format!("{error}\n"),
                }
            }
        }
    }
}

/// The formats that leave the screen.
const MAKERS: [&str; 8] = ["pdf", "plotter", "gcode", "stl", "3mf", "tmj", "tmx", "map"];

/// What stands above a maze on paper.
pub fn caption(algorithm: Algorithm, maze: &GraphMaze, seed: u64, lang: Lang) -> String {
    format!("{algorithm} {}, {} {seed}", maze.graph().surface(), lang.pick("seed", "graine"))
}

/// How often a pen was lifted, if one was asked for.
pub fn lifts_note(lifts: &AtomicUsize, lang: Lang) -> Option<String> {
    let lifts = lifts.load(Ordering::Relaxed);
    (lifts > 0).then(|| format!("{} {lifts}", lang.pick("pen lifts", "levers de stylo")))
}

/// Why a surface is not written in a format of squares.
pub fn only_squares(format: &str) -> Refusal {
    let (en, fr) = match format {
        "maz" => ("squares and whole boards of hexagons", "de carrés et d'hexagones sans masque"),
        _ => ("squares", "de carrés"),
    };
    Refusal::new(
        format!("only mazes on {en} are written as {format}; json keeps any surface, txt draws it"),
        format!("seuls les labyrinthes {fr} s'écrivent en {format} ; json garde toute surface, txt la dessine"),
    )
}

/// Writes an answer whose JSON is the document of a maze.
pub fn serialize<S: Serializer>(board: &Board, origin: &Origin, serializer: S) -> Result<S::Ok, S::Error> {
    board.document(origin).serialize(serializer)
}
