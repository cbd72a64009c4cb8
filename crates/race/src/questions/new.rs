//! A board that every player can win.

use super::board::{BoardSettings, all_at, at, write_picture};
use crate::Made;
use crate::picture::Marks;
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal, Seed};
use dedale_text::{Lang, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Make a board.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct New {
    /// What it should be like.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSettings,
    /// Its seed.
    #[command(flatten)]
    #[serde(flatten)]
    pub seed: Seed,
}

/// A player of a new board.
#[derive(Serialize, JsonSchema)]
pub struct Player {
    /// From 1.
    id: usize,
    /// Where they start.
    start: [i32; 2],
    /// The steps of their shortest path.
    best: u32,
}

/// A new board.
#[derive(Serialize, JsonSchema)]
pub struct NewBoard {
    size: usize,
    density: f64,
    seed: u64,
    /// Its rows as text.
    board: Vec<String>,
    target: [i32; 2],
    players: Vec<Player>,
    /// The cells that were freed, if it was to be repaired or had to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    opened: Option<Vec<[i32; 2]>>,
    #[serde(skip)]
    made: Made,
}

impl Question for New {
    type Answer = NewBoard;
    const NAME: &'static str = "new";
    const EXAMPLE: &'static str = r#"{"size":15,"density":0.7,"players":2,"seed":1}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale race new --size 31 --density 0.65 --players 4 --seed 7",
        "dedale race new --size 31 --density 0.45 --repair --json",
        "dedale race new --seed today -o board.svg",
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Make a board that every player can win", "Fabriquer un plateau que chaque joueur peut gagner")
    }

    fn answer(&self, control: &Control<'_>) -> Result<NewBoard, Refusal> {
        let seed = self.seed.get();
        let made = self.board.recipe(control)?.make(seed)?;
        let size = made.board.size();
        let players = made.board.starts.iter().zip(&made.best).zip(1..);
        Ok(NewBoard {
            size: self.board.size,
            density: self.board.density,
            seed,
            board: made.board.rows(),
            target: at(size, made.board.target),
            players: players.map(|((&start, &best), id)| Player { id, start: at(size, start), best }).collect(),
            opened: (self.board.repair || !made.opened.is_empty()).then(|| all_at(size, &made.opened)),
            made,
        })
    }
}

impl Answer for NewBoard {
    const FORMATS: &'static [&'static str] = &["txt", "svg", "png"];

    fn text(&self, _: &Reader) -> String {
        self.made.board.to_string()
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        let board = &self.made.board;
        match format {
            "txt" => out.write_all(board.to_string().as_bytes()).map_err(Refusal::broken),
            _ => write_picture(board, &Marks { players: &board.starts, ..Marks::default() }, format, out),
        }
    }

    fn note(&self, lang: Lang) -> Option<String> {
        let seed = format!("{} {}", lang.pick("seed", "graine"), self.seed);
        if self.made.opened.is_empty() || self.made.tries == 1 {
            return Some(seed);
        }
        let (tries, freed) = (self.made.tries, self.made.opened.len());
        Some(match lang {
            Lang::En => format!(
                "{seed}\nnone of {tries} boards let every player reach the target: {freed} cells of the first were freed"
            ),
            Lang::Fr => format!(
                "{seed}\naucun des {tries} plateaux ne laisse chaque joueur atteindre la cible : {freed} cases du premier ont été libérées"
            ),
        })
    }
}
