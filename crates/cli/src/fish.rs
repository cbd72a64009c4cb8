//! Fresh Fish at the terminal: `dedale fish …`.

mod play;
mod replay;

use crate::context::Context;
use crate::failure::Answer;
use crate::help;
use clap::Subcommand;
use dedale_text::tr;

#[derive(Subcommand)]
pub enum Verb {
    #[command(about = tr("Play against people and bots", "Jouer contre des personnes et des robots"))]
    #[command(after_help = help::examples(&[
        "dedale fish play",
        "dedale fish play --players human,strong,greedy --seed 7",
        "dedale fish play --rules 2014 --players human,expert --budget 1s",
        "dedale fish play --resume",
        "printf 'reserve 3,4\\nquit\\n' | dedale fish play --plain --seed 7",
    ]))]
    Play(play::Play),

    #[command(about = tr("Show a saved game step by step", "Montrer pas à pas une partie enregistrée"))]
    #[command(after_help = help::examples(&["dedale fish replay game.jsonl", "dedale fish replay game.jsonl --step 20"]))]
    Replay(replay::Replay),
}

pub fn run(verb: Verb, context: &Context) -> Answer {
    match verb {
        Verb::Play(args) => args.run(context),
        Verb::Replay(args) => args.run(context),
    }
}
