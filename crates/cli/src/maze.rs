//! `dedale maze`: wall mazes.

mod algos;
mod animate;
mod check;
mod draw;
mod file;
mod generate;
mod limit;
mod recipe;
mod solve;

use crate::context::Context;
use crate::failure::Answer;
use crate::help::examples;
use clap::Subcommand;
use dedale_text::tr;

#[derive(Subcommand)]
pub enum Verb {
    #[command(about = tr("List the algorithms", "Lister les algorithmes"))]
    #[command(after_help = examples(&["dedale maze algos", "dedale maze algos --json"]))]
    Algos(algos::Algos),

    #[command(about = tr("Make a maze", "Créer un labyrinthe"))]
    #[command(after_help = examples(&[
        "dedale maze generate wilson --size 40x30 --seed 42",
        "dedale maze generate backtracker --size 60x40 --solution --paint distance -o maze.svg",
        "dedale maze generate prim --size 30x20 -o growing.gif",
        "dedale maze generate eller --size 10000x10000000 -o huge.maz",
        "dedale maze generate dfs --size 40x40 --best-of 50 --by decisions",
        "dedale maze generate wilson --mask heart.png --size 60x60 -o heart.svg",
    ]))]
    Generate(generate::Generate),

    #[command(about = tr("Say whether a maze is perfect", "Dire si un labyrinthe est parfait"))]
    #[command(after_help = examples(&["dedale maze check maze.maz", "dedale maze check --json - < maze.maz"]))]
    Check(check::Check),

    #[command(about = tr("Measure a maze and its solution", "Mesurer un labyrinthe et sa solution"))]
    #[command(after_help = examples(&["dedale maze measure maze.maz", "dedale maze measure maze.maz --json"]))]
    Measure(check::MeasureVerb),

    #[command(about = tr("Find a way through a maze", "Trouver un chemin dans un labyrinthe"))]
    #[command(after_help = examples(&[
        "dedale maze solve maze.maz",
        "dedale maze solve maze.maz --from 0,0 --to 9,14 --json",
        "dedale maze solve maze.maz --method tremaux --watch",
        "dedale maze solve maze.maz -o solved.svg",
    ]))]
    Solve(solve::Solve),

    #[command(about = tr("Print how far every cell is", "Afficher la distance de chaque case"))]
    #[command(after_help = examples(&["dedale maze distances maze.maz --from 0,0", "dedale maze distances maze.maz --json"]))]
    Distances(solve::Distances),

    #[command(about = tr("Change the format of a maze", "Changer le format d'un labyrinthe"))]
    #[command(after_help = examples(&[
        "dedale maze convert contest.maz -o contest.json",
        "dedale maze convert maze.maz -o maze.num",
        "dedale maze convert maze.maz --paint class -o maze.png",
    ]))]
    Convert(draw::Convert),

    #[command(about = tr("Show a maze in the terminal", "Montrer un labyrinthe dans le terminal"))]
    #[command(after_help = examples(&["dedale maze show maze.maz", "dedale maze show maze.maz --solution --paint distance"]))]
    Show(draw::Show),

    #[command(about = tr("Watch a maze being made in the terminal", "Observer la création d'un labyrinthe dans le terminal"))]
    #[command(after_help = examples(&[
        "dedale maze animate wilson --size 30x15",
        "dedale maze animate division --size 30x15 --method astar",
    ]))]
    Animate(animate::Animate),
}

pub fn run(verb: Verb, context: &Context) -> Answer {
    match verb {
        Verb::Algos(verb) => verb.run(context),
        Verb::Generate(verb) => verb.run(context),
        Verb::Check(verb) => verb.run(context),
        Verb::Measure(verb) => verb.run(context),
        Verb::Solve(verb) => verb.run(context),
        Verb::Distances(verb) => verb.run(),
        Verb::Convert(verb) => verb.run(),
        Verb::Show(verb) => verb.run(context),
        Verb::Animate(verb) => verb.run(context),
    }
}
