//! Bots that play whole games, counted.

use crate::bots::{Guide, Strategy};
use crate::game::Config;
use crate::simulate::{Pace, play_at};
use dedale_grid::Rng;
use dedale_play::ConfigError;
use dedale_question::{Answer, Control, Cost, Progress, Question, Reader, Refusal, Seed};
use dedale_text::{Text, counted, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Instant;

/// Let bots play.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Simulate {
    /// Players, 1 to 8; 3 to 9 in scenario 9.
    #[arg(long, default_value_t = Self::default().players, value_name = "N", help = tr("Players, 1 to 8; 3 to 9 in scenario 9", "Joueurs, 1 à 8 ; 3 à 9 au scénario 9"))]
    pub players: usize,

    /// How they play: base on foot, jump the same with teleporters, joint
    /// together.
    #[arg(long, value_enum, default_value_t = Self::default().strategy, help = tr(
        "How they play: base on foot, jump the same with teleporters, joint together",
        "Comment ils jouent : base à pied, jump de même avec les téléporteurs, joint ensemble"
    ))]
    pub strategy: Strategy,

    /// How many games.
    #[arg(long, default_value_t = Self::default().games, value_name = "N", help = tr("How many games", "Combien de parties"))]
    pub games: u64,

    /// Tiles a game, the start tile counted.
    #[arg(long, value_name = "N", help = tr("Tiles a game, the start tile counted", "Tuiles par partie, celle de départ comprise"))]
    pub tiles: Option<usize>,

    /// The rules, 0 to 17: 0 is the game without what the scenarios add.
    #[arg(long, default_value_t = 0, value_name = "0-17", help = tr("The rules: 0 is the plain game", "Les règles : 0 est le jeu simple"))]
    pub scenario: usize,

    /// Seconds of sand in the timer, one second a round; 0 for no limit.
    #[arg(long, default_value_t = 0, value_name = "SECONDS", help = tr(
        "Sand in the timer, one second a round; 0 for no limit", "Sable du sablier, une seconde par tour ; 0 sans limite"
    ))]
    pub time: u64,

    /// Seconds that a player needs for an action: a round lasts as long.
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", help = tr(
        "Seconds that a player needs for an action", "Secondes dont un joueur a besoin pour une action"
    ))]
    pub pace: f64,

    /// The chance that the first player does anything legal instead.
    #[arg(long, default_value_t = 0.0, value_name = "P", help = tr(
        "The chance that the first player errs: does anything legal instead",
        "La probabilité que le premier joueur se trompe : fasse n'importe quoi de permis"
    ))]
    pub err: f64,

    /// The chance in each round that the first player sleeps for ten.
    #[arg(long, default_value_t = 0.0, value_name = "P", help = tr(
        "The chance in each round that the first player sleeps for ten",
        "La probabilité à chaque tour que le premier joueur dorme pendant dix"
    ))]
    pub doze: f64,

    /// Teleporters of each colour.
    #[arg(long, value_name = "N", help = tr("Teleporters of each colour", "Téléporteurs de chaque couleur"))]
    pub teleporters: Option<usize>,

    /// The seed from which those of the games are drawn.
    #[command(flatten)]
    #[serde(flatten)]
    pub seed: Seed,
}

impl Default for Simulate {
    fn default() -> Self {
        let seed = Seed::default();
        let strategy = Strategy::Base;
        Self {
            players: 4,
            strategy,
            games: 100,
            tiles: None,
            scenario: 0,
            time: 0,
            pace: 1.0,
            err: 0.0,
            doze: 0.0,
            teleporters: None,
            seed,
        }
    }
}

/// The moves of the games.
#[derive(Serialize, JsonSchema)]
pub struct MoveFigures {
    mean: f64,
    p50: u32,
    p95: u32,
    max: u32,
}

/// How long bots think, in microseconds.
#[derive(Serialize, JsonSchema)]
pub struct DecisionTimes {
    p50: f64,
    p99: f64,
}

/// How the games went.
#[derive(Serialize, JsonSchema)]
pub struct GamesSimulated {
    games: u64,
    wins: u64,
    /// Games in which nobody knew what to do.
    stuck: u64,
    moves: MoveFigures,
    decision_us: DecisionTimes,
    seed: u64,
    config: String,
    strategy: Strategy,
}

impl Question for Simulate {
    type Answer = GamesSimulated;
    const NAME: &'static str = "simulate";
    const EXAMPLE: &'static str = r#"{"players":2,"strategy":"base","games":1,"seed":1}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale magic simulate --players 4 --strategy joint --games 100 --seed 1"];
    const COST: Cost = Cost::Job;

    fn about() -> Text {
        Text::new("Let bots play whole games", "Faire jouer des parties entières par des robots")
    }

    fn answer(&self, control: &Control<'_>) -> Result<GamesSimulated, Refusal> {
        let config = self.config()?;
        let pace = self.pace()?;
        let seed = self.seed.get();
        let mut guide = Guide::default();
        let (mut wins, mut stuck) = (0, 0);
        let (mut moves, mut tenths) = (Tally::default(), Tally::default());
        for game in 0..self.games {
            control.progress(|| Progress { done: game, total: Some(self.games), ..Progress::default() });
            // Neighbouring seeds share no games.
            let own = Rng::stream(seed, game).bits();
            let report = play_at(&config, own, pace, &mut guide, |guide, open, seat| {
                // With nobody deciding, the game ends at once.
                if control.stopped() {
                    return None;
                }
                let begun = Instant::now();
                let action = guide.decide(open, seat, self.strategy);
                let nanos = begun.elapsed().as_nanos() as f64;
                tenths.add((nanos / 100.0).round() as u32);
                action
            });
            if control.stopped() {
                break;
            }
            wins += u64::from(report.won);
            stuck += u64::from(report.stuck);
            moves.add(report.moves);
        }
        let micros = |percent| f64::from(tenths.quantile(percent)) / 10.0;
        Ok(GamesSimulated {
            games: moves.count,
            wins,
            stuck,
            moves: MoveFigures {
                mean: (moves.mean() * 100.0).round() / 100.0,
                p50: moves.quantile(50),
                p95: moves.quantile(95),
                max: moves.quantile(100),
            },
            decision_us: DecisionTimes { p50: micros(50), p99: micros(99) },
            seed,
            config: config.to_string(),
            strategy: self.strategy,
        })
    }
}

impl Simulate {
    fn pace(&self) -> Result<Pace, Refusal> {
        let chance = |name: &str, value: f64| {
            if (0.0..=1.0).contains(&value) {
                return Ok(());
            }
            Err(Refusal::new(
                format!("found {value} for `{name}`, expected 0 to 1"),
                format!("trouvé {value} pour `{name}`, attendu de 0 à 1"),
            ))
        };
        chance("err", self.err)?;
        chance("doze", self.doze)?;
        if !(0.01..=60.0).contains(&self.pace) {
            return Err(Refusal::new(
                format!("found {} for `pace`, expected 0.01 to 60 seconds", self.pace),
                format!("trouvé {} pour `pace`, attendu de 0.01 à 60 secondes", self.pace),
            ));
        }
        if self.time == 0 && self.pace != 1.0 {
            return Err(Refusal::no_effect("pace", "without `time`", "sans `time`"));
        }
        Ok(Pace { round_ms: (self.pace * 1000.0).round() as u64, err: self.err, doze: self.doze })
    }

    fn config(&self) -> Result<Config, ConfigError> {
        let mut text = format!("players={},scenario={},time={}", self.players, self.scenario, self.time);
        for (name, value) in [("tiles", self.tiles), ("teleporters", self.teleporters)] {
            if let Some(value) = value {
                text += &format!(",{name}={value}");
            }
        }
        text.parse()
    }
}

/// How often each number came up; small however many there were.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<u32, u64>,
    count: u64,
}

impl Tally {
    fn add(&mut self, number: u32) {
        *self.counts.entry(number).or_default() += 1;
        self.count += 1;
    }

    /// The number below which this share of them lies; 0 if there are none.
    fn quantile(&self, percent: u64) -> u32 {
        let mut before = (self.count * percent / 100).min(self.count.saturating_sub(1));
        for (number, count) in &self.counts {
            match before.checked_sub(*count) {
                Some(left) => before = left,
                None => return *number,
            }
        }
        0
    }

    fn mean(&self) -> f64 {
        let sum: f64 = self.counts.iter().map(|(number, count)| f64::from(*number) * *count as f64).sum();
        sum / self.count.max(1) as f64
    }
}

impl Answer for GamesSimulated {
    fn text(&self, reader: &Reader) -> String {
        let tr = |en, fr| reader.lang.pick(en, fr);
        let (games, strategy, seed) = (self.games, self.strategy.name(), self.seed);
        let MoveFigures { mean, p50, p95, max } = self.moves;
        let DecisionTimes { p50: half, p99 } = self.decision_us;
        [
            format!(
                "{} ({strategy}, {} {seed})\n",
                counted(reader.lang, games, ["game", "games"], ["partie", "parties"]),
                tr("seed", "graine")
            ),
            format!("{} {}, {} {}\n", tr("won", "gagnées"), self.wins, tr("stuck", "bloquées"), self.stuck),
            format!("{} {} {mean}, p50 {p50}, p95 {p95}, max {max}\n", tr("moves:", "coups :"), tr("mean", "moyenne")),
            format!("{} p50 {half} µs, p99 {p99} µs\n", tr("decision:", "décision :")),
        ]
        .concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_sorted_list() {
        let mut tally = Tally::default();
        assert_eq!((tally.quantile(50), tally.mean()), (0, 0.0));
        let mut list = [5, 1, 9, 1, 7, 3, 3, 3, 8, 2];
        list.into_iter().for_each(|number| tally.add(number));
        list.sort_unstable();
        for percent in 0..=100 {
            let place = (list.len() * percent / 100).min(list.len() - 1);
            assert_eq!(tally.quantile(percent as u64), list[place], "{percent}");
        }
        assert_eq!(tally.mean(), 4.2);
    }
}
