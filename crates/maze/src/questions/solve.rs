//! A way through a maze.

use super::board::{Board, BoardDrawing};
use super::drawing::{Look, Paint};
use super::physical::Physical;
use super::source::{MazeSource, Way};
use super::words::named;
use crate::solvers::Method;
use dedale_grid::Cell;
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::sync::atomic::AtomicUsize;

/// Find a way through a maze.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Solve {
    /// The maze.
    #[command(flatten)]
    #[serde(flatten)]
    pub source: MazeSource,

    /// Where the way begins and ends.
    #[command(flatten)]
    #[serde(flatten)]
    pub way: Way,

    /// The method; `bfs` unless given.
    #[arg(long = "method", value_name = "METHOD", value_parser = named::<Method>, help = tr(
        "bfs (default), bidirectional, astar, dead-end-filling, wall-follower or tremaux",
        "bfs (par défaut), bidirectional, astar, dead-end-filling, wall-follower ou tremaux"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<Method>,

    /// Colour cells by distance or class.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT", help = tr(
        "Colour cells by distance or class", "Colorer les cases par distance ou classe"
    ))]
    pub paint: Paint,
}

/// A way, if there is one.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MazeSolved")]
pub struct Solved {
    /// Its steps.
    length: Option<usize>,
    /// Its cells.
    path: Option<Vec<[i32; 2]>>,
    /// The method, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<Method>,
    /// The steps that the method took.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    #[serde(skip)]
    drawn: Drawn,
}

/// What a picture of the way needs.
struct Drawn {
    board: Board,
    path: Vec<Cell>,
    paint: Paint,
    memory: u64,
    lifts: AtomicUsize,
}

impl Question for Solve {
    type Answer = Solved;
    const NAME: &'static str = "solve";
    const EXAMPLE: &'static str = r#"{"maze":"o---o---o\n|       |\no---o---o\n","solver":"astar"}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale maze solve maze.maz",
        "dedale maze solve maze.maz --from 0,0 --to 9,14 --json",
        "dedale maze solve maze.maz --method tremaux --json",
        "dedale maze solve maze.maz -o solved.svg",
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Find a way through a maze", "Trouver un chemin dans un labyrinthe")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Solved, Refusal> {
        self.paint.of_finished()?;
        let board = self.source.read(control)?;
        let (from, goals) = self.way.ends(&board)?;
        let solution = board.solve(self.solver.unwrap_or_default(), from, &goals);
        Ok(Solved {
            length: solution.path.as_ref().map(|path| path.len() - 1),
            path: solution.path.as_ref().map(|path| board.all_at(path)),
            method: self.solver,
            steps: self.solver.map(|_| solution.steps),
            drawn: Drawn {
                board,
                path: solution.path.unwrap_or_default(),
                paint: self.paint,
                memory: control.limits.memory,
                lifts: AtomicUsize::new(0),
            },
        })
    }
}

impl Drawn {
    fn drawing(&self) -> BoardDrawing<'_> {
        let look = Look { solution: true, paint: self.paint, pixels: None };
        BoardDrawing {
            board: &self.board,
            look,
            path: Some(&self.path),
            generation: None,
            memory: self.memory,
            physical: Physical::default(),
            about: (String::new(), None),
            lifts: &self.lifts,
        }
    }
}

impl Answer for Solved {
    const FORMATS: &'static [&'static str] = &["svg", "png"];

    fn yes(&self) -> bool {
        self.length.is_some()
    }

    fn text(&self, reader: &Reader) -> String {
        let Some(length) = self.length else { return reader.lang.pick("no way\n", "aucun chemin\n").to_owned() };
        let shown = self.drawn.board.cells() <= 1 << 20;
        let board = if shown { self.drawn.drawing().text(reader) } else { String::new() };
        format!("{board}{} {length}\n", reader.lang.pick("steps:", "pas :"))
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        self.drawn.drawing().write(format, out)
    }
}
