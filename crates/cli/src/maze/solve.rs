//! `maze solve` and `maze distances`.

use super::draw::{Painted, Picture, PictureArg};
use super::file;
use super::recipe::named;
use crate::args::{JsonArg, OutputArg, point};
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::output;
use clap::Args;
use dedale_grid::{Cell, Point};
use dedale_maze::Maze;
use dedale_maze::analysis;
use dedale_maze::formats::Origin;
use dedale_maze::solvers::{Method, Solving, solve};
use dedale_text::tr;
use serde::Serialize;

#[derive(Args)]
pub struct Solve {
    #[arg(value_name = "FILE", help = tr("The maze, `-` for standard input", "Le labyrinthe, « - » pour l'entrée standard"))]
    file: String,

    #[arg(long, value_name = "R,C", value_parser = point, allow_hyphen_values = true, help = tr(
        "Where to begin; the mark S or the first cell without it", "Où commencer ; à défaut la marque S ou la première case"
    ))]
    from: Option<Point>,

    #[arg(long, value_name = "R,C", value_parser = point, allow_hyphen_values = true, help = tr(
        "Where to go; the nearest mark G or the last cell without it",
        "Où aller ; à défaut la marque G la plus proche ou la dernière case"
    ))]
    to: Option<Point>,

    #[arg(long, value_name = "METHOD", value_parser = named::<Method>, help = tr(
        "bfs (default), bidirectional, astar, dead-end-filling, wall-follower or tremaux",
        "bfs (par défaut), bidirectional, astar, dead-end-filling, wall-follower ou tremaux"
    ))]
    method: Option<Method>,

    #[arg(long, help = tr("Watch the solver in the terminal", "Observer la résolution dans le terminal"))]
    watch: bool,

    #[command(flatten)]
    json: JsonArg,

    #[command(flatten)]
    output: OutputArg,

    #[arg(long, value_enum, default_value_t, value_name = "WHAT", help = tr(
        "Colour cells by distance or class", "Colorer les cases par distance ou classe"
    ))]
    paint: Painted,
}

#[derive(Serialize)]
struct Found {
    length: Option<usize>,
    path: Option<Vec<[i32; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
}

impl Solve {
    pub fn run(self, context: &Context) -> Answer {
        let maze = file::read(&self.file)?;
        let from = match self.from {
            Some(point) => cell(&maze, point)?,
            None => maze.start().ok_or_else(no_cells)?,
        };
        let goals = match self.to {
            Some(point) => vec![cell(&maze, point)?],
            None => maze.goals(),
        };
        let method = self.method.unwrap_or_default();
        if self.watch {
            let title = format!("{method} {}", maze.size());
            let solving = Solving::new(&maze, method, from, &goals);
            return super::animate::show(dedale_tui::maze::Watching::solving(&maze, solving, title), context);
        }
        let solution = solve(&maze, method, from, &goals);
        let size = maze.size();
        let found = Found {
            length: solution.path.as_ref().map(|path| path.len() - 1),
            path: solution
                .path
                .as_ref()
                .map(|path| path.iter().map(|&cell| size.point(cell)).map(|Point { row, col }| [row, col]).collect()),
            method: self.method.map(Method::name),
            steps: self.method.map(|_| solution.steps),
        };
        if self.output.output.is_some() || self.output.format.is_some() {
            let args = PictureArg { solution: true, paint: self.paint, pixels: None };
            let path = solution.path.as_deref().unwrap_or_default();
            let picture = Picture { args, generation: None, path: Some(path) };
            let format = file::format(&self.output)?;
            file::write(&maze, &Origin::default(), &self.output, format, &picture)?;
        }
        if self.json.json {
            output::json(&found)?;
        } else if self.output.output.is_none() && self.output.format.is_none() {
            output::stdout(self.text(&maze, &solution.path, found.length, context)?.as_bytes())?;
        }
        Ok(if found.length.is_some() { Done::Yes } else { Done::No })
    }

    fn text(
        &self,
        maze: &Maze,
        path: &Option<Vec<Cell>>,
        length: Option<usize>,
        context: &Context,
    ) -> Result<String, Failure> {
        let (Some(path), Some(length)) = (path, length) else {
            return Ok(format!("{}\n", tr("no way", "aucun chemin")));
        };
        let args = PictureArg { solution: true, paint: self.paint, pixels: None };
        let picture = Picture { args, generation: None, path: Some(path) };
        let board = if maze.size().area() <= 1 << 20 { picture.text(maze, context)? } else { String::new() };
        Ok(format!("{board}{} {length}\n", tr("steps:", "pas :")))
    }
}

#[derive(Args)]
pub struct Distances {
    #[arg(value_name = "FILE", help = tr("The maze, `-` for standard input", "Le labyrinthe, « - » pour l'entrée standard"))]
    file: String,

    #[arg(long, value_name = "R,C", value_parser = point, allow_hyphen_values = true, help = tr(
        "From where; the mark S or the first cell without it", "D'où ; à défaut la marque S ou la première case"
    ))]
    from: Option<Point>,

    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
struct Map {
    from: [i32; 2],
    farthest: [i32; 2],
    longest: u32,
    /// A row of numbers for each row of cells, `null` where there is no way.
    distances: Vec<Vec<Option<u32>>>,
}

impl Distances {
    pub fn run(self) -> Answer {
        let maze = file::read(&self.file)?;
        let from = match self.from {
            Some(point) => cell(&maze, point)?,
            None => maze.start().ok_or_else(no_cells)?,
        };
        let map = analysis::distances(&maze, &[from]);
        let (farthest, longest) = analysis::farthest(&map).unwrap_or((from, 0));
        let pair = |cell: Cell| {
            let Point { row, col } = maze.size().point(cell);
            [row, col]
        };
        if self.json.json {
            let distances = map.rows().map(<[_]>::to_vec).collect();
            output::json(&Map { from: pair(from), farthest: pair(farthest), longest, distances })?;
        } else {
            let width = longest.to_string().len();
            let mut text = String::new();
            for row in map.rows() {
                let row: Vec<String> =
                    row.iter().map(|d| d.map_or_else(|| "-".to_owned(), |d| d.to_string())).collect();
                let row: Vec<String> = row.into_iter().map(|text| format!("{text:>width$}")).collect();
                text += &row.join(" ");
                text.push('\n');
            }
            output::stdout(text.as_bytes())?;
        }
        Ok(Done::Yes)
    }
}

/// The cell at a point that people named.
fn cell(maze: &Maze, point: Point) -> Result<Cell, Failure> {
    maze.size().cell(point).filter(|&cell| maze.contains(cell)).ok_or_else(|| {
        let size = maze.size();
        Failure::new(
            format!(
                "found cell {point}, expected one of the maze: rows 0 to {}, columns 0 to {}",
                size.rows() - 1,
                size.cols() - 1
            ),
            format!(
                "trouvé la case {point}, attendu une case du labyrinthe : lignes 0 à {}, colonnes 0 à {}",
                size.rows() - 1,
                size.cols() - 1
            ),
        )
    })
}

fn no_cells() -> Failure {
    Failure::new("found a maze without cells", "trouvé un labyrinthe sans case")
}
