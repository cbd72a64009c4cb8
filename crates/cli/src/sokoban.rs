//! Sokoban: `dedale sokoban …`.

mod bench;
mod compare;
mod farm;
pub mod festival;
mod play;
mod replay;

use crate::context::Context;
use crate::failure::Answer;
use crate::help::examples;
use clap::Subcommand;
use dedale_text::tr;

#[derive(Subcommand)]
pub enum Verb {
    #[command(about = tr("Measure the solver on collections", "Mesurer le solveur sur des collections"))]
    #[command(after_help = examples(&[
        "dedale sokoban bench a.xsb b.xsb --time-limit 10s --csv results.csv",
        "dedale sokoban bench --compare before.csv after.csv -o cactus.svg",
    ]))]
    Bench(bench::BenchArgs),

    #[command(about = tr("Play in the terminal", "Jouer dans le terminal"))]
    #[command(after_help = examples(&["dedale sokoban play", "dedale sokoban play levels.xsb --level 3"]))]
    Play(play::PlayArgs),

    #[command(about = tr("Show a kept match or solution", "Montrer une partie ou une solution gardée"))]
    #[command(after_help = examples(&["dedale sokoban replay match.jsonl", "dedale sokoban replay match.jsonl --at 20"]))]
    Replay(replay::ReplayArgs),
}

pub fn run(verb: Verb, context: &Context) -> Answer {
    match verb {
        Verb::Bench(args) => bench::run(&args, context),
        Verb::Play(args) => play::run(&args, context),
        Verb::Replay(args) => replay::run(&args),
    }
}
