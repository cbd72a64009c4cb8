//! Contests of bots.

use super::board::bounded;
use crate::{Config, Contest, Fish, Rules, Standing, simulate};
use dedale_play::{Bot, Budget, Game};
use dedale_question::{Answer, Control, Cost, Progress, Question, Reader, Refusal, Seed, nearest};
use dedale_text::{Lang, Text, tr};
use rayon::ThreadPoolBuilder;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most games of a contest.
const GAMES: u64 = 1_000_000;
/// What the results of a game take in memory, at most.
const BYTES: u64 = 512;

/// Let bots play.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Simulate {
    /// The bots, two to five of random, greedy, strong and
    /// expert.
    #[arg(long, value_name = "BOT,BOT,…", value_delimiter = ',', required_unless_present = "ladder", help = tr(
        "The bots, two to five of random, greedy, strong and expert", "Les robots, de deux à cinq parmi random, greedy, strong et expert"
    ))]
    pub players: Vec<String>,

    /// Instead, every bot against two of each weaker one.
    #[arg(long, conflicts_with = "players", help = tr(
        "Every bot against two of each weaker one: the ladder table",
        "Chaque robot contre deux de chaque plus faible : le tableau de l'échelle"
    ))]
    pub ladder: bool,

    /// How many games; each pile is played once from every seat.
    #[arg(long, value_name = "N", default_value_t = Self::default().games, help = tr(
        "How many games; each pile is played once from every seat",
        "Combien de parties ; chaque pioche est jouée une fois depuis chaque siège"
    ))]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub games: u64,

    /// What a bot may spend on a decision, in games played out; its usual
    /// budget unless given.
    #[arg(long, value_name = "N", help = tr(
        "What a bot may spend on a decision, in games played out", "Ce qu'un robot peut dépenser par décision, en parties simulées"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100_000_000))]
    pub budget: Option<u64>,

    /// The rules.
    #[arg(long, value_enum, default_value_t = Rules::Standard, help = tr("The rules", "Les règles"))]
    pub rules: Rules,

    /// More settings, such as `ties=after`.
    #[arg(long, value_name = "KEY=VALUE,…", default_value = "", help = tr(
        "More settings, such as ties=after", "D'autres réglages, comme ties=after"
    ))]
    pub config: String,

    /// The seed of everything.
    #[command(flatten)]
    #[serde(flatten)]
    pub seed: Seed,
}

impl Default for Simulate {
    fn default() -> Self {
        let (rules, config, seed) = (Rules::Standard, String::new(), Seed::default());
        Self { players: Vec::new(), ladder: false, games: 60, budget: None, rules, config, seed }
    }
}

/// How one of the bots did.
#[derive(Serialize, JsonSchema)]
pub struct Line {
    #[serde(flatten)]
    standing: Standing,
    /// Who sat at the table.
    players: String,
    seed: u64,
}

/// All bots of all contests.
#[derive(Serialize, JsonSchema)]
pub struct Simulated(Vec<Line>);

impl Question for Simulate {
    type Answer = Simulated;
    const NAME: &'static str = "simulate";
    const EXAMPLE: &'static str = r#"{"players":["greedy","greedy"],"games":1,"seed":1}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale fish simulate --players strong,greedy,greedy --games 30 --seed 1",
        "dedale fish simulate --ladder --games 60",
    ];
    const COST: Cost = Cost::Job;

    fn about() -> Text {
        Text::new("Let bots play many games and rank them", "Faire jouer des robots et les classer")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Simulated, Refusal> {
        bounded("games", self.games, 1, GAMES.min(control.limits.memory / BYTES))?;
        if let Some(budget) = self.budget {
            bounded("budget", budget, 1, 100_000_000)?;
        }
        if self.ladder && !self.players.is_empty() {
            return Err(Refusal::no_effect("players", "beside `ladder`", "à côté de `ladder`"));
        }
        let seed = self.seed.get();
        let tables = if self.ladder { ladder() } else { vec![self.players.clone()] };
        let contests = tables.iter().map(|players| self.contest(players, seed)).collect::<Result<Vec<_>, _>>()?;
        // None given is as many as the machine has.
        let threads = control.limits.threads.unwrap_or(0);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(Refusal::broken)?;
        let (done, total) = (AtomicU64::new(0), self.games * contests.len() as u64);
        let mut lines = Vec::new();
        for (players, contest) in tables.iter().map(|players| players.join(",")).zip(contests) {
            let go_on = || {
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                let message = || players.clone();
                control.progress(|| Progress { done, total: Some(total), message: message(), ..Progress::default() });
                !control.stopped()
            };
            let standings = pool.install(|| simulate(&contest, go_on))?;
            lines.extend(standings.into_iter().map(|standing| Line { standing, players: players.clone(), seed }));
            if control.stopped() {
                break;
            }
        }
        Ok(Simulated(lines))
    }
}

impl Simulate {
    fn contest(&self, players: &[String], seed: u64) -> Result<Contest, Refusal> {
        let bots = players.iter().map(|name| bot(name)).collect::<Result<Vec<_>, _>>()?;
        if !(2..=5).contains(&bots.len()) {
            return Err(Refusal::new(
                format!("found {} players, expected 2 to 5", bots.len()),
                format!("trouvé {} joueurs, attendu de 2 à 5", bots.len()),
            ));
        }
        let config = config(self.rules, bots.len(), &self.config)?;
        let budget = self.budget.map(|nodes| Budget { nodes });
        Ok(Contest { config, bots, games: self.games, seed, budget })
    }
}

/// The settings of a rule book and a number of players, changed by more of
/// them.
pub fn config(rules: Rules, players: usize, more: &str) -> Result<Config, Refusal> {
    let base = Config::new(rules, players as u8);
    let separator = if more.is_empty() { "" } else { "," };
    Ok(format!("{base}{separator}{more}").parse::<Config>()?)
}

/// The bot with a name.
pub fn bot(name: &str) -> Result<&'static Bot<Fish>, Refusal> {
    Bot::named(name).ok_or_else(|| {
        let names = Fish::bots().iter().map(|bot| bot.name);
        let known = names.clone().collect::<Vec<_>>().join(", ");
        let near = nearest(name, names);
        let did_you = |text: &str, end: &str| near.map_or_else(String::new, |near| format!("{text}{near}{end}"));
        Refusal::new(
            format!("found the bot `{name}`, expected one of {known}{}", did_you("; did you mean `", "`?")),
            format!(
                "trouvé le robot « {name} », attendu un parmi {known}{}",
                did_you(" ; vouliez-vous dire « ", " » ?")
            ),
        )
    })
}

/// Each bot against two of each weaker one, strongest first.
fn ladder() -> Vec<Vec<String>> {
    let names: Vec<&str> = Fish::bots().iter().map(|bot| bot.name).collect();
    let mut contests = Vec::new();
    for (index, strong) in names.iter().enumerate().rev() {
        for weak in names[..index].iter().rev() {
            contests.push([*strong, *weak, *weak].map(str::to_owned).to_vec());
        }
    }
    contests
}

impl Answer for Simulated {
    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let mut text = String::new();
        if let Some(Line { seed, .. }) = self.0.first() {
            text += &format!("{} {seed}\n", lang.pick("seed", "graine"));
        }
        for contest in self.0.chunk_by(|a, b| a.players == b.players) {
            text += &heading(lang);
            for Line { standing, .. } in contest {
                text += &row(standing);
            }
        }
        text
    }
}

fn heading(lang: Lang) -> String {
    format!(
        "{:<8} {:>6} {:>6} {:>21} {:>8} {:>16} {:>6}\n",
        lang.pick("bot", "robot"),
        lang.pick("games", "parties"),
        lang.pick("wins", "gagnées"),
        lang.pick("win rate", "taux"),
        "score",
        lang.pick("lead", "avance"),
        lang.pick("rank", "rang"),
    )
}

/// No minus before what is shown as zero.
fn unsigned(number: f64) -> f64 {
    if number.abs() < 0.005 { 0.0 } else { number }
}

fn row(standing: &Standing) -> String {
    let unknown = || "?".to_owned();
    format!(
        "{:<8} {:>6} {:>6} {:>5.1} % ({:>5.1}–{:>5.1}) {:>8.2} {:>8.2} ± {:<5} {:>6.2}\n",
        standing.bot,
        standing.games,
        standing.wins,
        standing.win_rate * 100.0,
        standing.win_rate_low * 100.0,
        standing.win_rate_high * 100.0,
        unsigned(standing.mean_score),
        unsigned(standing.mean_lead),
        standing.mean_lead_ci.map_or_else(unknown, |half| format!("{half:.2}")),
        standing.mean_rank,
    )
}
