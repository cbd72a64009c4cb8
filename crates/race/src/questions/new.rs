//! A board that every player can win.

use super::board::{BoardSettings, all_at, at, write_picture};
use crate::Made;
use crate::game::fair_alone;
use crate::generate::FAIR_GAP;
use crate::picture::Marks;
use dedale_question::{Answer, Control, Cost, Kind, Question, Reader, Refusal, Seed};
use dedale_text::{Lang, Text, tr};
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

    /// Draw again until everybody's shortest way is as long, to a step.
    #[arg(long, help = tr(
        "Draw again until the shortest ways of all players differ by one step at most; the fairest board where none does",
        "Retirer un plateau jusqu'à ce que les plus courts chemins de tous diffèrent d'un pas au plus ; le plus équitable si aucun n'y arrive"
    ))]
    pub fair: bool,

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
    /// By how many steps the ways differ where they were to be alike.
    #[serde(skip)]
    gap: Option<u32>,
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
        "dedale race new --players 3 --fair",
        "dedale race new --seed today -o board.svg",
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Make a board that every player can win", "Fabriquer un plateau que chaque joueur peut gagner")
    }

    fn answer(&self, control: &Control<'_>) -> Result<NewBoard, Refusal> {
        let seed = self.seed.get();
        let recipe = self.board.recipe(control)?;
        if self.fair && self.board.players == 1 {
            return Err(Refusal::of(Kind::Wrong, fair_alone()));
        }
        let made = if self.fair { recipe.make_fair(seed)? } else { recipe.make(seed)? };
        let gap = self.fair.then(|| made.gap());
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
            gap,
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
        let tries = self.made.tries;
        if let Some(gap) = self.gap.filter(|&gap| gap > FAIR_GAP) {
            return Some(match lang {
                Lang::En => format!("{seed}\nthe fairest of {tries} boards: the shortest ways differ by {gap} steps"),
                Lang::Fr => {
                    format!(
                        "{seed}\nle plus équitable de {tries} plateaux : les plus courts chemins diffèrent de {gap} pas"
                    )
                }
            });
        }
        if self.made.opened.is_empty() || tries == 1 || self.gap.is_some() {
            return Some(seed);
        }
        let freed = self.made.opened.len();
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
