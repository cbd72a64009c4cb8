//! `dedale fish`: roads, scores, pictures, games and contests of Fresh Fish.

mod advise;
mod board;
mod explain;
mod play;
mod replay;
mod simulate;
mod subject;

use crate::context::Context;
use crate::failure::Answer;
use crate::help;
use clap::{Subcommand, ValueEnum};
use dedale_fish::{Access, Rules};
use dedale_text::tr;

#[derive(Subcommand)]
pub enum Verb {
    #[command(about = tr("Find the roads of a board", "Trouver les routes d'un plateau"))]
    #[command(after_help = help::examples(&["dedale fish roads board.txt", "dedale fish roads board.txt --algo naive --json"]))]
    Roads(board::Roads),

    #[command(about = tr(
        "Show the search that finds the roads: depths, low-links, arcs, reasons",
        "Montrer le parcours qui trouve les routes : profondeurs, remontées, arcs, raisons"
    ))]
    #[command(after_help = help::examples(&["dedale fish explain board.txt -o search.svg", "dedale fish explain board.txt --start 0,3 --json"]))]
    Explain(explain::Explain),

    #[command(about = tr("Measure the walk from each shop to its producer", "Mesurer le chemin de chaque boutique à son producteur"))]
    #[command(after_help = help::examples(&["dedale fish score board.txt --max 10 --json"]))]
    Score(board::Score),

    #[command(about = tr("Show a board or a saved game", "Montrer un plateau ou une partie enregistrée"))]
    #[command(after_help = help::examples(&["dedale fish show board.txt", "dedale fish show board.txt -o board.svg"]))]
    Show(board::Show),

    #[command(about = tr(
        "Show which roads a construction would make", "Montrer quelles routes un aménagement ferait apparaître"
    ))]
    #[command(after_help = help::examples(&["dedale fish preview board.txt --at 3,4", "dedale fish preview game.jsonl --at 3,4 -o preview.svg"]))]
    Preview(advise::Preview),

    #[command(about = tr(
        "Show how likely each cell is to become a road", "Montrer la probabilité de chaque case de devenir une route"
    ))]
    #[command(after_help = help::examples(&["dedale fish risk board.txt --pieces 20 -o risk.svg", "dedale fish risk game.jsonl --json"]))]
    Risk(advise::Risk),

    #[command(about = tr(
        "Show how far a shop would be on each cell", "Montrer à quelle distance serait une boutique sur chaque case"
    ))]
    #[command(after_help = help::examples(&["dedale fish distances board.txt --good A", "dedale fish distances board.txt --good A -o a.svg"]))]
    Distances(advise::Distances),

    #[command(about = tr("Play against people and bots", "Jouer contre des personnes et des robots"))]
    #[command(after_help = help::examples(&[
        "dedale fish play",
        "dedale fish play --players human,strong,greedy --seed 7",
        "printf 'reserve 3,4\\nquit\\n' | dedale fish play --plain --seed 7",
    ]))]
    Play(play::Play),

    #[command(about = tr("Show a saved game step by step", "Montrer pas à pas une partie enregistrée"))]
    #[command(after_help = help::examples(&["dedale fish replay game.jsonl", "dedale fish replay game.jsonl --step 20"]))]
    Replay(replay::Replay),

    #[command(about = tr("Let bots play many games and rank them", "Faire jouer des robots et les classer"))]
    #[command(after_help = help::examples(&[
        "dedale fish simulate --players strong,greedy,greedy --games 30 --seed 1",
        "dedale fish simulate --ladder --games 60",
    ]))]
    Simulate(simulate::Simulate),
}

pub fn run(verb: Verb, context: &Context) -> Answer {
    match verb {
        Verb::Roads(args) => args.run(),
        Verb::Explain(args) => args.run(),
        Verb::Score(args) => args.run(),
        Verb::Show(args) => args.run(context),
        Verb::Preview(args) => args.run(),
        Verb::Risk(args) => args.run(),
        Verb::Distances(args) => args.run(),
        Verb::Play(args) => args.run(context),
        Verb::Replay(args) => args.run(),
        Verb::Simulate(args) => args.run(context),
    }
}

/// The rule book, for boards that do not say it themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Book {
    /// Everything built must stay within reach.
    Course,
    /// Trees may be walled in.
    Classic,
}

impl Book {
    fn access(self) -> Access {
        match self {
            Self::Course => Access::Everything,
            Self::Classic => Access::Traders,
        }
    }

    fn rules(self) -> Rules {
        match self {
            Self::Course => Rules::Course,
            Self::Classic => Rules::Classic,
        }
    }
}
