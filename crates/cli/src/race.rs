//! The labyrinth race: `dedale race …`.

mod analyse;
mod input;
mod lines;
mod new;
mod play;
mod replay;
mod show;
mod simulate;

use crate::context::Context;
use crate::failure::Answer;
use crate::help;
use clap::Subcommand;
use dedale_text::tr;

#[derive(Subcommand)]
pub enum Verb {
    #[command(about = tr("Make a board that every player can win", "Fabriquer un plateau que chaque joueur peut gagner"))]
    #[command(after_help = help::examples(&[
        "dedale race new --size 31 --density 0.65 --players 4 --seed 7",
        "dedale race new --size 31 --density 0.45 --repair --json",
        "dedale race new --seed today -o board.svg",
    ]))]
    New(new::Args),

    #[command(about = tr("Find a shortest path between two cells", "Trouver un plus court chemin entre deux cases"))]
    #[command(after_help = help::examples(&[
        "dedale race path board.txt --from 1,1 --to 15,15",
        "dedale race path board.txt --from 1,1 --to 15,15 --json --predecessors",
    ]))]
    Path(analyse::PathArgs),

    #[command(about = tr(
        "Find the fewest blocked cells to free between two cells, or for all players",
        "Trouver le moins de cases bloquées à libérer entre deux cases, ou pour tous les joueurs"
    ))]
    #[command(after_help = help::examples(&[
        "dedale race open board.txt --from 1,1 --to 15,15",
        "dedale race open board.txt --json",
    ]))]
    Open(analyse::OpenArgs),

    #[command(about = tr("Find the free cell nearest to a cell", "Trouver la case libre la plus proche d'une case"))]
    #[command(after_help = help::examples(&["dedale race nearest board.txt --at 15,15"]))]
    Nearest(analyse::NearestArgs),

    #[command(about = tr(
        "Analyse two players who block each other", "Analyser deux joueurs qui se bloquent la route"
    ))]
    #[command(after_help = help::examples(&["dedale race duel board.txt --first 2 --json"]))]
    Duel(analyse::DuelArgs),

    #[command(about = tr("Show a board, with its best paths if wanted", "Montrer un plateau, avec ses meilleurs chemins au besoin"))]
    #[command(after_help = help::examples(&["dedale race show board.txt --solution", "dedale race show board.txt -o board.png"]))]
    Show(show::Args),

    #[command(about = tr("Play, with people and bots at one keyboard", "Jouer, à plusieurs et avec des robots sur un clavier"))]
    #[command(after_help = help::examples(&[
        "dedale race play --players 2 --rounds 3",
        "dedale race play --seats human,best --block --seed today",
        "echo 'down right down finish' | dedale race play --players 1 --rounds 1",
    ]))]
    Play(Box<play::Args>),

    #[command(about = tr("Print a saved match round by round", "Afficher une partie enregistrée manche par manche"))]
    #[command(after_help = help::examples(&["dedale race replay match.jsonl", "dedale race replay match.jsonl --steps"]))]
    Replay(replay::Args),

    #[command(about = tr("Let bots race and count who wins", "Faire courir des robots et compter les victoires"))]
    #[command(after_help = help::examples(&[
        "dedale race simulate --rounds 10000 --noise 0.1 --players 4",
        "dedale race simulate --rounds 1000 --block --bots best,stray --json",
    ]))]
    Simulate(simulate::Args),
}

pub fn run(verb: &Verb, context: &Context) -> Answer {
    match verb {
        Verb::New(args) => new::run(args, context),
        Verb::Path(args) => analyse::path(args, context),
        Verb::Open(args) => analyse::open(args, context),
        Verb::Nearest(args) => analyse::nearest(args),
        Verb::Duel(args) => analyse::duel(args, context),
        Verb::Show(args) => show::run(args, context),
        Verb::Play(args) => play::run(args, context),
        Verb::Replay(args) => replay::run(args, context),
        Verb::Simulate(args) => simulate::run(args, context),
    }
}
