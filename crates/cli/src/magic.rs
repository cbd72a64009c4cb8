//! `dedale magic`: tiles, supermarkets, plans and games of Magic Maze.

mod market;
mod plan;
mod play;
mod simulate;
mod tile;

use crate::context::Context;
use crate::failure::{Answer, Failure};
use crate::help;
use clap::Subcommand;
use dedale_text::tr;
use std::sync::Mutex;

#[derive(Subcommand)]
pub enum Magic {
    #[command(subcommand, about = tr("Tiles of four by four cells", "Les tuiles de quatre cases sur quatre"))]
    Tile(tile::Tile),

    #[command(subcommand, about = tr("Supermarkets of many tiles", "Les supermarchés de plusieurs tuiles"))]
    Market(market::Market),

    #[command(about = tr("Plan the moves of up to four pawns", "Planifier les coups de quatre pions au plus"))]
    #[command(after_help = help::examples(&[
        "dedale magic market build --tiles 12 --seed 1 -o m.txt",
        "dedale magic plan m.txt --pawns y=1,1,p=1,2 --goals y=1,2,p=1,1 --joint",
    ]))]
    Plan(plan::Plan),

    #[command(about = tr("Let bots play whole games", "Faire jouer des parties entières par des robots"))]
    #[command(after_help = help::examples(&["dedale magic simulate --players 4 --strategy joint --games 100 --seed 1"]))]
    Simulate(simulate::Simulate),

    #[command(about = tr("Play in the terminal, with bots in the free seats", "Jouer dans le terminal, des robots aux places libres"))]
    #[command(after_help = help::examples(&[
        "dedale magic play --players 4 --seats 1,2 --bot joint",
        "dedale magic play --scenario 2 --save game.jsonl",
        "dedale magic play --replay game.jsonl",
        "echo plan | dedale magic play --plain --seed 1",
    ]))]
    Play(play::Play),
}

/// The first line that could not be printed.
static UNSAID: Mutex<Option<Failure>> = Mutex::new(None);

/// Prints a line; a reader who has gone away is no failure, a full disk is one
/// at the end.
fn say(line: impl std::fmt::Display) {
    if let Err(failure) = crate::output::stdout(format!("{line}\n").as_bytes())
        && let Ok(mut unsaid) = UNSAID.lock()
    {
        unsaid.get_or_insert(failure);
    }
}

pub fn run(magic: Magic, context: &Context) -> Answer {
    let answer = match magic {
        Magic::Tile(tile) => tile::run(tile, context),
        Magic::Market(market) => market::run(market, context),
        Magic::Plan(plan) => plan::run(&plan, context),
        Magic::Simulate(simulate) => simulate::run(&simulate, context),
        Magic::Play(play) => play::run(&play, context),
    };
    match UNSAID.lock().ok().and_then(|mut unsaid| unsaid.take()) {
        Some(failure) => answer.and(Err(failure)),
        None => answer,
    }
}
