//! Bots that race, counted.

use super::board::BoardSettings;
use crate::simulate::{Setup, Simulation, Summary, Tally, Walker};
use dedale_question::{Answer, Control, Cost, Kind, Progress, Question, Reader, Refusal, Seed};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Let bots race.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Simulate {
    /// Rounds to play.
    #[arg(long, value_name = "N", default_value_t = Self::default().rounds, help = tr("Rounds to play", "Manches à jouer"))]
    pub rounds: u64,

    /// Probability that a step is a random one.
    #[arg(long, value_name = "P", default_value_t = Self::default().noise, help = tr(
        "Probability that a step is a random one", "Probabilité qu'un pas soit au hasard"
    ))]
    pub noise: f64,

    /// Players block each other's cells.
    #[arg(long, help = tr("Players block each other's cells", "Les joueurs se bloquent la route"))]
    pub block: bool,

    /// How each player walks.
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', help = tr(
        "How each player walks: stray follows a shortest path and strays, best never strays and thinks about blocking",
        "Comment marche chaque joueur : stray suit un plus court chemin en s'égarant, best ne s'égare pas et pense à bloquer"
    ))]
    pub bots: Vec<Bot>,

    /// The boards.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSettings,
    /// The seed of the first board.
    #[command(flatten)]
    #[serde(flatten)]
    pub seed: Seed,
}

impl Default for Simulate {
    fn default() -> Self {
        let (board, seed) = (BoardSettings::default(), Seed::default());
        Self { rounds: 1000, noise: 0.1, block: false, bots: Vec::new(), board, seed }
    }
}

/// How a player walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Bot {
    /// Along a shortest path, straying now and then.
    Stray,
    /// Never astray, and with an eye on the others.
    Best,
}

/// A distribution in five numbers.
#[derive(Serialize, JsonSchema)]
pub struct Figures {
    mean: f64,
    min: Option<u32>,
    p50: Option<u32>,
    p95: Option<u32>,
    max: Option<u32>,
}

impl Figures {
    fn of(tally: &Tally) -> Self {
        let (min, max) = (tally.min(), tally.max());
        Self { mean: tally.mean(), min, p50: tally.quantile(0.5), p95: tally.quantile(0.95), max }
    }
}

/// A bar of a histogram.
#[derive(Serialize, JsonSchema)]
pub struct Bin {
    from: u32,
    to: u32,
    count: u64,
}

/// Who won how often.
#[derive(Serialize, JsonSchema)]
pub struct Simulated {
    rounds: u64,
    players: usize,
    size: usize,
    density: f64,
    noise: f64,
    block: bool,
    seed: u64,
    wins: Vec<u64>,
    wins_by_turn: Vec<u64>,
    abandoned: u64,
    boards: u64,
    opened: u64,
    moves: Figures,
    best: Figures,
    extra: Figures,
    histogram: Vec<Bin>,
}

impl Question for Simulate {
    type Answer = Simulated;
    const NAME: &'static str = "simulate";
    const EXAMPLE: &'static str = r#"{"rounds":10,"size":11,"seed":1}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale race simulate --rounds 10000 --noise 0.1 --players 4",
        "dedale race simulate --rounds 1000 --block --bots best,stray --json",
    ];
    const COST: Cost = Cost::Job;

    fn about() -> Text {
        Text::new("Let bots race and count who wins", "Faire courir des robots et compter les victoires")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Simulated, Refusal> {
        let seed = self.seed.get();
        let recipe = self.board.recipe(control)?;
        if self.bots.len() > recipe.players {
            let (found, expected) = (self.bots.len(), recipe.players);
            return Err(Refusal::new(
                format!("found {found} bots, expected at most {expected}, one a player"),
                format!("trouvé {found} robots, attendu au plus {expected}, un par joueur"),
            ));
        }
        let walker = |bot: &Bot| match bot {
            Bot::Stray => Walker::Stray,
            Bot::Best => Walker::Best,
        };
        let walkers = self.bots.iter().map(walker).collect();
        let mut simulation = Simulation::new(Setup { recipe, noise: self.noise, block: self.block, walkers, seed })?;
        for round in 0..self.rounds {
            if round % 256 == 0 {
                control.progress(|| Progress { done: round, total: Some(self.rounds), ..Progress::default() });
                if control.stopped() {
                    break;
                }
            }
            // No playable board: a good question whose answer is no.
            simulation.round().map_err(|error| Refusal::of(Kind::No, Text::of(&error)))?;
        }
        Ok(self.summed_up(simulation.summary(), seed))
    }
}

impl Simulate {
    fn summed_up(&self, summary: &Summary, seed: u64) -> Simulated {
        Simulated {
            rounds: summary.rounds,
            players: self.board.players,
            size: self.board.size,
            density: self.board.density,
            noise: self.noise,
            block: self.block,
            seed,
            wins: summary.wins.clone(),
            wins_by_turn: summary.wins_by_turn.clone(),
            abandoned: summary.abandoned,
            boards: summary.boards,
            opened: summary.opened,
            moves: Figures::of(&summary.moves),
            best: Figures::of(&summary.best),
            extra: Figures::of(&summary.extra),
            histogram: (summary.moves.bins(20).into_iter()).map(|(from, to, count)| Bin { from, to, count }).collect(),
        }
    }
}

impl Answer for Simulated {
    fn text(&self, reader: &Reader) -> String {
        let (lang, rounds) = (reader.lang, self.rounds);
        let mut text = String::new();
        let share = |count: u64| 100.0 * count as f64 / rounds.max(1) as f64;
        let mut line = |en: String, fr: String| text += &(lang.pick(&en, &fr).to_owned() + "\n");
        line(format!("{rounds} rounds, seed {}", self.seed), format!("{rounds} manches, graine {}", self.seed));
        for (&wins, id) in self.wins.iter().zip(1..) {
            let percent = share(wins);
            line(
                format!("player {id} won {wins} ({percent:.1} %)"),
                format!("le joueur {id} en a gagné {wins} ({percent:.1} %)"),
            );
        }
        for (&wins, turn) in self.wins_by_turn.iter().zip(1..) {
            let percent = share(wins);
            line(
                format!("number {turn} in the order of play won {wins} ({percent:.1} %)"),
                format!("le numéro {turn} dans l'ordre de jeu en a gagné {wins} ({percent:.1} %)"),
            );
        }
        if self.abandoned > 0 {
            line(format!("abandoned: {}", self.abandoned), format!("abandonnées : {}", self.abandoned));
        }
        let boards = self.boards as f64 / rounds.max(1) as f64;
        line(format!("boards drawn a round: {boards:.2}"), format!("plateaux tirés par manche : {boards:.2}"));
        let (moves, best, extra) = (self.moves.mean, self.best.mean, self.extra.mean);
        line(
            format!("the winner's steps: {moves:.1} on average, {extra:.1} beyond the best path of {best:.1}"),
            format!("coups du gagnant : {moves:.1} en moyenne, {extra:.1} de plus que le meilleur chemin de {best:.1}"),
        );
        let most = self.histogram.iter().map(|bin| bin.count).max().unwrap_or(1).max(1);
        for Bin { from, to, count } in &self.histogram {
            let length = (count * 50).div_ceil(most) as usize;
            let _ = writeln!(text, "{from:>6}–{to:<6} {count:>8} {}", "#".repeat(length));
        }
        text
    }
}
