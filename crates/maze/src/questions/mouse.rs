//! A mouse in a contest maze.

use super::source::{MazeSource, read};
use super::steps::Recorder;
use crate::Maze;
use crate::mouse::{Timing, explore_watched, fastest};
use dedale_grid::{Cell, Point, Walls};
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Let a mouse explore a maze, and compare it with the fastest run.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Mouse {
    /// The maze.
    #[command(flatten)]
    #[serde(flatten)]
    pub source: MazeSource,

    /// The run may be diagonal.
    #[arg(long, help = tr("The run may be diagonal", "La course peut passer en diagonale"))]
    pub diagonals: bool,

    /// Seconds for a cell straight on.
    #[arg(long, value_name = "SECONDS", default_value_t = Self::default().cell_time, help = tr(
        "Seconds for a cell straight on", "Secondes pour une case en ligne droite"
    ))]
    pub cell_time: f64,

    /// Seconds for each turn by 45 degrees.
    #[arg(long, value_name = "SECONDS", default_value_t = Self::default().turn_time, help = tr(
        "Seconds for each turn by 45 degrees", "Secondes par virage de 45 degrés"
    ))]
    pub turn_time: f64,
}

impl Default for Mouse {
    fn default() -> Self {
        let Timing { cell, turn, diagonals } = Timing::default();
        Self { source: MazeSource::default(), diagonals, cell_time: cell, turn_time: turn }
    }
}

/// What the mouse did.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MazeMouse")]
pub struct Told {
    /// Whether it found a goal.
    arrived: bool,
    /// Its walk through the unknown maze, to the goal and home again.
    walk: Vec<[i32; 2]>,
    /// Cells that it entered.
    seen: usize,
    /// How often a wall made it think again.
    floods: usize,
    /// Steps of the shortest way through the cells that it knows.
    known_length: Option<usize>,
    /// Seconds of the fastest run, for one who knows every wall.
    seconds: Option<f64>,
    /// Turns by 45 degrees in it.
    turns: Option<u32>,
    /// Its cells.
    path: Option<Vec<[i32; 2]>>,
    /// The film of its walk: what it knows, step by step.
    #[serde(skip)]
    film: Vec<u8>,
}

impl Question for Mouse {
    type Answer = Told;
    const NAME: &'static str = "mouse";
    const EXAMPLE: &'static str =
        r#"{"maze":"o---o---o\n| S     |\no---o   o\n| G     |\no---o---o\n","diagonals":true}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale maze mouse contest.maz",
        "dedale maze mouse contest.maz --diagonals --turn-time 0.05 --json",
        "dedale maze mouse contest.maz -o exploring.steps",
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new(
            "Let a mouse explore a maze, and compare it with the fastest run",
            "Laisser une souris explorer un labyrinthe, et la comparer à la course la plus rapide",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<Told, Refusal> {
        for (found, setting) in [(self.cell_time, "cell_time"), (self.turn_time, "turn_time")] {
            if !(0.0..=1000.0).contains(&found) {
                return Err(Refusal::new(
                    format!("found {setting} {found}, expected seconds from 0 to 1000"),
                    format!("trouvé {setting} {found}, attendu des secondes de 0 à 1000"),
                ));
            }
        }
        let maze = self.maze(control)?;
        let size = maze.size();
        if size.area() > MOST {
            let cells = size.area();
            return Err(Refusal::too_large(
                format!("found {cells} cells, expected at most {MOST} for a mouse"),
                format!("trouvé {cells} cases, attendu au plus {MOST} pour une souris"),
            ));
        }
        let places = |cells: &[Cell]| -> Vec<[i32; 2]> {
            let place = |&cell: &Cell| {
                let Point { row, col } = size.point(cell);
                [row, col]
            };
            cells.iter().map(place).collect()
        };
        let none = || Refusal::new("found a maze without cells", "trouvé un labyrinthe sans case");
        let mut film = Vec::new();
        let mut recorder = Recorder::new(&Walls::opened(size), control.limits.bytes, &mut film)?;
        let mut recorded = Ok(());
        let explored = explore_watched(&maze, |step| {
            if recorded.is_ok() {
                recorded = recorder.add_under(step, control);
            }
        });
        let explored = explored.ok_or_else(none)?;
        recorded?;
        recorder.finish()?;
        let timing = Timing { cell: self.cell_time, turn: self.turn_time, diagonals: self.diagonals };
        let run = fastest(&maze, &timing);
        Ok(Told {
            arrived: explored.arrived,
            walk: places(&explored.walk),
            seen: explored.seen,
            floods: explored.floods,
            known_length: explored.known.as_ref().map(|path| path.len() - 1),
            seconds: run.as_ref().map(|run| run.seconds),
            turns: run.as_ref().map(|run| run.turns),
            path: run.map(|run| places(&run.path)),
            film,
        })
    }
}

/// The most cells for a mouse, which floods the board again and again.
const MOST: usize = 65_536;

impl Mouse {
    fn maze(&self, control: &Control<'_>) -> Result<Maze, Refusal> {
        match (&self.source.maze, &self.source.recipe) {
            (Some(source), None) => read(source, control),
            _ => match self.source.read(control)? {
                super::Board::Squares(maze) => Ok(*maze),
                super::Board::Surface(_) => {
                    Err(Refusal::new("mice run on squares", "les souris courent sur des carrés"))
                }
            },
        }
    }
}

impl Answer for Told {
    const FORMATS: &'static [&'static str] = &["steps"];

    fn write(&self, _: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        out.write_all(&self.film).map_err(Refusal::broken)
    }

    fn yes(&self) -> bool {
        self.arrived
    }

    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        if !self.arrived {
            return lang.pick("no way\n", "aucun chemin\n").to_owned();
        }
        let walked = self.walk.len() - 1;
        let known = self.known_length.unwrap_or(0);
        let (seconds, turns) = (self.seconds.unwrap_or(0.0), self.turns.unwrap_or(0));
        let steps = self.path.as_ref().map_or(0, |path| path.len() - 1);
        let Self { seen, floods, .. } = self;
        lang.pick(
            &format!(
                "exploring, to the goal and home: {walked} steps, {seen} cells seen, {floods} floods\n\
                 shortest way it knows then: {known} steps\n\
                 fastest run: {seconds:.2} s, {steps} steps, {turns} turns of 45 degrees\n"
            ),
            &format!(
                "exploration, aller et retour : {walked} pas, {seen} cases vues, {floods} inondations\n\
                 plus court chemin connu alors : {known} pas\n\
                 course la plus rapide : {seconds:.2} s, {steps} pas, {turns} virages de 45 degrés\n"
            ),
        )
        .to_owned()
    }
}
