//! `magic simulate`.

use super::say;
use crate::args::JsonArg;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::seed::SeedArg;
use crate::{output, progress};
use clap::{Args, ValueEnum};
use dedale_magic::bots::{Guide, Strategy};
use dedale_magic::game::Config;
use dedale_magic::simulate::{Report, play};
use dedale_text::tr;
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::Instant;

#[derive(Clone, Copy, ValueEnum)]
pub enum StrategyArg {
    Base,
    Jump,
    Joint,
}

impl StrategyArg {
    pub const fn get(self) -> Strategy {
        match self {
            Self::Base => Strategy::Base,
            Self::Jump => Strategy::Jump,
            Self::Joint => Strategy::Joint,
        }
    }
}

#[derive(Args)]
pub struct Simulate {
    #[arg(long, default_value_t = 4, value_name = "N", help = tr("Players, 1 to 8", "Joueurs, 1 à 8"))]
    players: usize,
    #[arg(long, value_enum, default_value_t = StrategyArg::Base, help = tr("How they play: base on foot, jump the same with teleporters, joint together", "Comment ils jouent : base à pied, jump de même avec les téléporteurs, joint ensemble"))]
    strategy: StrategyArg,
    #[arg(long, default_value_t = 100, value_name = "N", help = tr("How many games", "Combien de parties"))]
    games: u64,
    #[arg(long, value_name = "N", help = tr("Tiles a game, the start tile counted", "Tuiles par partie, celle de départ comprise"))]
    tiles: Option<usize>,
    #[arg(long, default_value_t = 0, value_name = "0-7", help = tr("The rules: 0 is the course's game", "Les règles : 0 est le jeu du cours"))]
    scenario: usize,
    #[arg(long, default_value_t = 0, value_name = "SECONDS", help = tr("Sand in the timer, one second a round; 0 for no limit", "Sable du sablier, une seconde par tour ; 0 sans limite"))]
    time: u64,
    #[arg(long, value_name = "N", help = tr("Teleporters of each colour", "Téléporteurs de chaque couleur"))]
    teleporters: Option<usize>,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    json: JsonArg,
}

pub fn run(args: &Simulate, context: &Context) -> Answer {
    let seed = args.seed.get();
    let mut text = format!("players={},scenario={},time={}", args.players, args.scenario, args.time);
    for (name, value) in [("tiles", args.tiles), ("teleporters", args.teleporters)] {
        if let Some(value) = value {
            text += &format!(",{name}={value}");
        }
    }
    let config: Config = text.parse().map_err(|error: dedale_play::ConfigError| Failure::from(error))?;
    let strategy = args.strategy.get();
    let interrupt = context.interrupt();
    let bar = progress::bar(context, args.games);
    let mut guide = Guide::default();
    let mut reports: Vec<Report> = Vec::new();
    let mut decisions: Vec<u32> = Vec::new();
    for game in 0..args.games {
        if interrupt.load(Ordering::Relaxed) {
            break;
        }
        reports.push(play(&config, seed.wrapping_add(game), &mut guide, |guide, open, seat| {
            let begun = Instant::now();
            let action = guide.decide(open, seat, strategy);
            decisions.push(begun.elapsed().as_nanos().min(u128::from(u32::MAX)) as u32);
            action
        }));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut moves: Vec<u32> = reports.iter().map(|report| report.moves).collect();
    moves.sort_unstable();
    decisions.sort_unstable();
    let at = |sorted: &[u32], percent: usize| {
        sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1))).copied().unwrap_or(0)
    };
    let micros = |nanos: u32| (f64::from(nanos) / 100.0).round() / 10.0;
    let mean = moves.iter().map(|moves| f64::from(*moves)).sum::<f64>() / moves.len().max(1) as f64;
    let mean = (mean * 100.0).round() / 100.0;
    let count = |wanted: fn(&Report) -> bool| reports.iter().filter(|report| wanted(report)).count();
    let (wins, stuck) = (count(|report| report.won), count(|report| report.stuck));
    if args.json.json {
        output::json(&json!({
            "games": reports.len(), "wins": wins, "stuck": stuck,
            "moves": {"mean": mean, "p50": at(&moves, 50), "p95": at(&moves, 95), "max": moves.last().copied().unwrap_or(0)},
            "decision_us": {"p50": micros(at(&decisions, 50)), "p99": micros(at(&decisions, 99))},
            "seed": seed, "config": config.to_string(), "strategy": strategy.name(),
        }))?;
    } else {
        say(format!(
            "{} {} ({}, {} {seed})",
            reports.len(),
            tr("games", "parties"),
            strategy.name(),
            tr("seed", "graine")
        ));
        say(format!("{} {wins}, {} {stuck}", tr("won", "gagnées"), tr("stuck", "bloquées")));
        say(format!(
            "{}: {} {mean}, p50 {}, p95 {}, max {}",
            tr("moves", "coups"),
            tr("mean", "moyenne"),
            at(&moves, 50),
            at(&moves, 95),
            moves.last().copied().unwrap_or(0)
        ));
        say(format!(
            "{}: p50 {} µs, p99 {} µs",
            tr("decision", "décision"),
            micros(at(&decisions, 50)),
            micros(at(&decisions, 99))
        ));
    }
    Ok(if interrupt.load(Ordering::Relaxed) { Done::Interrupted } else { Done::Yes })
}
