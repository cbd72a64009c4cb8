//! `dedale race show`, and pictures for the other verbs.

use super::input;
use crate::args::OutputArg;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::output;
use dedale_draw::{Theme, png, svg};
use dedale_grid::Cell;
use dedale_race::picture::{self, Marks};
use dedale_race::{Board, Distances};
use dedale_text::tr;
use std::path::Path;

#[derive(clap::Args)]
pub struct Args {
    #[arg(value_name = "FILE", help = tr("The board, `-` for standard input", "Le plateau, « - » pour l'entrée standard"))]
    file: String,

    #[arg(long, help = tr("Draw every player's shortest path", "Dessiner le plus court chemin de chaque joueur"))]
    solution: bool,

    #[command(flatten)]
    output: OutputArg,
}

pub fn run(args: &Args, _context: &Context) -> Answer {
    let board = input::board(&args.file)?;
    let distances = Distances::to(&board.labyrinth, board.target);
    let paths: Vec<Vec<Cell>> = match args.solution {
        true => board.starts.iter().map(|&start| distances.path(start)).collect(),
        false => Vec::new(),
    };
    let path = args.output.output.as_deref();
    match args.output.format("txt").as_str() {
        "txt" => {
            // The last path first, so that the first is seen where they meet.
            let numbered = paths.iter().enumerate().rev();
            let marked: Vec<(Cell, u8)> =
                numbered.flat_map(|(index, path)| path.iter().map(move |&cell| (cell, b'1' + index as u8))).collect();
            output::result(path, with_marks(&board, &marked).as_bytes())?;
        }
        format => {
            write_picture(&board, &Marks { players: &board.starts, paths: &paths, opened: &[] }, format, path)?;
        }
    }
    Ok(Done::Yes)
}

/// The board as text with letters on free cells that carry none.
pub fn with_marks(board: &Board, marks: &[(Cell, u8)]) -> String {
    let mut rows: Vec<Vec<u8>> = board.rows().into_iter().map(String::into_bytes).collect();
    for &(cell, letter) in marks {
        let point = board.point(cell);
        let place = &mut rows[point.row as usize][point.col as usize];
        if *place != b'C' {
            *place = letter;
        }
    }
    rows.iter().map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
}

/// Writes a board as `svg` or `png`.
pub fn write_picture(board: &Board, marks: &Marks<'_>, format: &str, path: Option<&Path>) -> Result<(), Failure> {
    let scene = picture::draw(board, marks);
    let bytes = match format {
        "svg" => svg(&scene).into_bytes(),
        "png" => png(&scene, 16.0, Theme::Light).map_err(Failure::broken)?,
        _ => {
            return Err(Failure::new(
                format!("found the format `{format}`, expected txt, json, svg or png"),
                format!("trouvé le format « {format} », attendu txt, json, svg ou png"),
            ));
        }
    };
    output::result(path, &bytes)
}
