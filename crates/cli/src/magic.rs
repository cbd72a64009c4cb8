//! Magic Maze: `dedale magic …`.

mod play;
mod replay;

use crate::context::Context;
use crate::failure::Answer;
use crate::help;
use clap::Subcommand;
use dedale_text::tr;

#[derive(Subcommand)]
pub enum Magic {
    #[command(about = tr("Play in the terminal, with bots in the free seats", "Jouer dans le terminal, des robots aux places libres"))]
    #[command(after_help = help::examples(&[
        "dedale magic play",
        "dedale magic play --players 4 --seats 1,2 --bot joint",
        "dedale magic play --scenario 2 --save game.jsonl",
        "dedale magic play --resume",
        "echo plan | dedale magic play --plain --seed 1",
    ]))]
    Play(play::Play),

    #[command(about = tr("Tell a saved match, or look at it step by step", "Raconter une partie enregistrée, ou la regarder pas à pas"))]
    #[command(after_help = help::examples(&["dedale magic replay game.jsonl", "dedale magic replay game.jsonl --plain --step 20"]))]
    Replay(replay::Replay),
}

pub fn run(magic: &Magic, context: &Context) -> Answer {
    match magic {
        Magic::Play(play) => play::run(play, context),
        Magic::Replay(replay) => replay.run(context),
    }
}
