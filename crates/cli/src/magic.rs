//! Magic Maze: `dedale magic …`.

mod play;

use crate::context::Context;
use crate::failure::Answer;
use crate::help;
use clap::Subcommand;
use dedale_text::tr;

#[derive(Subcommand)]
pub enum Magic {
    #[command(about = tr("Play in the terminal, with bots in the free seats", "Jouer dans le terminal, des robots aux places libres"))]
    #[command(after_help = help::examples(&[
        "dedale magic play --players 4 --seats 1,2 --bot joint",
        "dedale magic play --scenario 2 --save game.jsonl",
        "dedale magic play --replay game.jsonl",
        "echo plan | dedale magic play --plain --seed 1",
    ]))]
    Play(play::Play),
}

pub fn run(magic: Magic, context: &Context) -> Answer {
    let Magic::Play(play) = magic;
    play::run(&play, context)
}
