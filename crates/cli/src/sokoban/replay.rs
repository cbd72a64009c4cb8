//! `dedale sokoban replay`: a kept match or solution on paper, the same file
//! that the studio's pages of replays hand out.

use crate::failure::{Answer, Done};
use crate::input::Source;
use crate::output;
use dedale_play::{Match, Viewer, file};
use dedale_sokoban::game::{Sokoban, View};
use dedale_text::tr;

#[derive(clap::Args)]
pub struct ReplayArgs {
    #[arg(value_name = "FILE", help = tr("The match, `-` for standard input", "La partie, « - » pour l'entrée standard"))]
    file: String,

    #[arg(long, help = tr("Show every step", "Montrer chaque pas"))]
    steps: bool,

    #[arg(long, value_name = "N", help = tr("Show the match after so many steps only", "Ne montrer la partie qu'après tant de pas"))]
    at: Option<usize>,
}

pub fn run(args: &ReplayArgs) -> Answer {
    let source = Source::read(&args.file)?;
    let loaded = file::read::<Sokoban>(source.text()?).map_err(|error| source.at(&error))?;
    if let Some(line) = loaded.cut {
        let text = tr("the last line was cut short", "la dernière ligne était coupée");
        anstream::eprintln!("{}:{line}: {text}", args.file);
    }
    let game = loaded.game;
    let last = game.log().len();
    let wanted: Vec<usize> = match args.at {
        Some(at) => vec![at.min(last)],
        None if args.steps => (0..=last).collect(),
        None if last == 0 => vec![0],
        None => vec![0, last],
    };
    for at in wanted {
        print(&game.at(at))?;
    }
    Ok(Done::Yes)
}

fn print(game: &Match<Sokoban>) -> Result<(), crate::failure::Failure> {
    let view = game.view(Viewer::Spectator);
    let counts = format!(
        "{} {}, {} {}{}\n\n",
        view.moves,
        tr("moves", "coups"),
        view.pushes,
        tr("pushes", "poussées"),
        if view.solved { tr(", solved", ", résolu") } else { "" },
    );
    output::stdout((rows(&view) + &counts).as_bytes())
}

/// The position in the usual characters.
fn rows(view: &View) -> String {
    let mut cells: Vec<Vec<char>> =
        view.rows.iter().map(|row| row.chars().map(|cell| if cell == '#' { '#' } else { ' ' }).collect()).collect();
    let mut paint = |[row, col]: [i32; 2], bare: char, home: char| {
        let place = usize::try_from(row).ok().zip(usize::try_from(col).ok());
        let Some(cell) = place.and_then(|(row, col)| cells.get_mut(row)?.get_mut(col)) else { return };
        *cell = if *cell == '.' { home } else { bare };
    };
    view.targets.iter().for_each(|&target| paint(target, '.', '.'));
    view.boxes.iter().for_each(|&cell| paint(cell, '$', '*'));
    paint(view.player, '@', '+');
    cells.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned() + "\n").collect()
}
