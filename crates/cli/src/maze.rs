//! `dedale maze`: wall mazes.

mod animate;

use crate::context::Context;
use crate::failure::Answer;
use crate::help::examples;
use clap::Subcommand;
use dedale_text::tr;

#[derive(Subcommand)]
pub enum Verb {
    #[command(about = tr(
        "Watch a maze being made or solved in the terminal",
        "Observer la création ou la résolution d'un labyrinthe dans le terminal"
    ))]
    #[command(after_help = examples(&[
        "dedale maze animate wilson --size 30x15",
        "dedale maze animate division --size 30x15 --method astar",
        "dedale maze animate prim --surface polar --size 6x9 --method bfs",
        "dedale maze animate --maze maze.maz --method tremaux",
    ]))]
    Animate(Box<animate::Animate>),
}

pub fn run(verb: Verb, context: &Context) -> Answer {
    match verb {
        Verb::Animate(verb) => verb.run(context),
    }
}
