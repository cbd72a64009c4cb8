//! Contests of bots.

use super::Book;
use crate::args::{self, JsonArg};
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::seed::SeedArg;
use crate::{output, progress};
use clap::Args;
use dedale_fish::{Config, Contest, Fish, Standing, simulate};
use dedale_play::{Bot, Budget, Game};
use dedale_text::tr;
use serde::Serialize;
use std::sync::atomic::Ordering;

#[derive(Args)]
pub struct Simulate {
    #[arg(long, value_name = "BOT,BOT,…", value_delimiter = ',', required_unless_present = "ladder", help = tr(
        "The bots, two to five of random, greedy and strong", "Les robots, de deux à cinq parmi random, greedy et strong"
    ))]
    players: Vec<String>,

    #[arg(long, conflicts_with = "players", help = tr(
        "Every bot against two of each weaker one: the ladder table",
        "Chaque robot contre deux de chaque plus faible : le tableau de l'échelle"
    ))]
    ladder: bool,

    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000), help = tr(
        "How many games; each pile is played once from every seat",
        "Combien de parties ; chaque pioche est jouée une fois depuis chaque siège"
    ))]
    games: u64,

    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000), help = tr(
        "What a bot may spend on a decision, in games played out", "Ce qu'un robot peut dépenser par décision, en parties simulées"
    ))]
    budget: Option<u64>,

    #[arg(long, value_enum, default_value_t = Book::Course, help = tr("The rules", "Les règles"))]
    rules: Book,

    #[arg(long, value_name = "KEY=VALUE,…", default_value = "", help = tr(
        "More settings, such as ties=after", "D'autres réglages, comme ties=after"
    ))]
    config: String,

    #[command(flatten)]
    seed: SeedArg,

    #[command(flatten)]
    json: JsonArg,
}

/// A line of the answer.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    standing: Standing,
    /// Who sat at the table.
    players: String,
    seed: u64,
}

impl Simulate {
    pub fn run(self, context: &Context) -> Answer {
        let seed = self.seed.get();
        let contests = if self.ladder { ladder() } else { vec![self.players.clone()] };
        let bar = progress::bar(context, self.games * contests.len() as u64);
        let interrupted = context.interrupt();
        let go_on = || {
            bar.inc(1);
            !interrupted.load(Ordering::SeqCst)
        };
        let mut tables = Vec::new();
        for players in &contests {
            let contest = self.contest(players, seed)?;
            tables.push(simulate(&contest, go_on)?);
            if interrupted.load(Ordering::SeqCst) {
                break;
            }
        }
        bar.finish_and_clear();
        if self.json.json {
            let line = |standing, players: &[String]| Line { standing, players: players.join(","), seed };
            let lines: Vec<Line> = contests
                .iter()
                .zip(tables)
                .flat_map(|(players, table)| table.into_iter().map(move |standing| line(standing, players)))
                .collect();
            output::json(&lines)?;
        } else {
            let mut text = format!("{} {seed}\n", tr("seed", "graine"));
            for table in &tables {
                text += &write(table);
            }
            output::stdout(text.as_bytes())?;
        }
        Ok(if interrupted.load(Ordering::SeqCst) { Done::Interrupted } else { Done::Yes })
    }

    fn contest(&self, players: &[String], seed: u64) -> Result<Contest, Failure> {
        let bots = players.iter().map(|name| bot(name)).collect::<Result<Vec<_>, _>>()?;
        if !(2..=5).contains(&bots.len()) {
            return Err(Failure::new(
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
pub fn config(rules: Book, players: usize, more: &str) -> Result<Config, Failure> {
    let base = Config::new(rules.rules(), players as u8);
    let separator = if more.is_empty() { "" } else { "," };
    Ok(format!("{base}{separator}{more}").parse::<Config>()?)
}

/// The bot with a name.
pub fn bot(name: &str) -> Result<&'static Bot<Fish>, Failure> {
    Bot::named(name).ok_or_else(|| {
        let names = Fish::bots().iter().map(|bot| bot.name);
        let known = names.clone().collect::<Vec<_>>().join(", ");
        let near = args::nearest(name, names);
        let did_you = |text: &str, end: &str| near.map_or_else(String::new, |near| format!("{text}{near}{end}"));
        Failure::new(
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

fn write(table: &[Standing]) -> String {
    let mut text = format!(
        "{:<8} {:>6} {:>6} {:>15} {:>8} {:>16} {:>6}\n",
        tr("bot", "robot"),
        tr("games", "parties"),
        tr("wins", "gagnées"),
        tr("win rate", "taux"),
        tr("score", "score"),
        tr("lead", "avance"),
        tr("rank", "rang"),
    );
    let unknown = || "?".to_owned();
    for line in table {
        text += &format!(
            "{:<8} {:>6} {:>6} {:>6.1} % ± {:<4} {:>8.2} {:>8.2} ± {:<5} {:>6.2}\n",
            line.bot,
            line.games,
            line.wins,
            line.win_rate * 100.0,
            line.win_rate_ci.map_or(unknown(), |half| format!("{:.1}", half * 100.0)),
            line.mean_score,
            line.mean_lead,
            line.mean_lead_ci.map_or(unknown(), |half| format!("{half:.2}")),
            line.mean_rank,
        );
    }
    text
}
