//! The labyrinth race: `dedale race …`.

mod lines;
mod play;
mod replay;

use crate::context::Context;
use crate::failure::Answer;
use crate::help;
use clap::Subcommand;
use dedale_text::tr;

#[derive(Subcommand)]
pub enum Verb {
    #[command(about = tr("Play, with people and bots at one keyboard", "Jouer, à plusieurs et avec des robots sur un clavier"))]
    #[command(after_help = help::examples(&[
        "dedale race play",
        "dedale race play --players 2 --rounds 3 --fair",
        "dedale race play --resume",
        "dedale race play --seats human,best --block --seed today",
        "echo 'down right down finish' | dedale race play --players 1 --rounds 1",
    ]))]
    Play(Box<play::Args>),

    #[command(about = tr("Print a saved match round by round", "Afficher une partie enregistrée manche par manche"))]
    #[command(after_help = help::examples(&["dedale race replay match.jsonl", "dedale race replay match.jsonl --steps"]))]
    Replay(replay::Args),
}

pub fn run(verb: &Verb, context: &Context) -> Answer {
    match verb {
        Verb::Play(args) => play::run(args, context),
        Verb::Replay(args) => replay::run(args, context),
    }
}
