//! A board as a picture, with its best paths if wanted.

use super::board::{BoardSource, all_at, write_picture};
use crate::picture::Marks;
use crate::{Board, Distances};
use dedale_grid::Cell;
use dedale_question::{Answer, Control, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Show a board.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Show {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSource,

    /// Draw every player's shortest path.
    #[arg(long, help = tr("Draw every player's shortest path", "Dessiner le plus court chemin de chaque joueur"))]
    #[serde(default)]
    pub solution: bool,
}

/// A board and the paths on it.
#[derive(Serialize, JsonSchema)]
pub struct Shown {
    /// Its rows as text.
    board: Vec<String>,
    /// The path of each player, if they were asked for.
    paths: Vec<Vec<[i32; 2]>>,
    #[serde(skip)]
    drawn: (Board, Vec<Vec<Cell>>),
}

impl Question for Show {
    type Answer = Shown;
    const NAME: &'static str = "show";
    const EXAMPLE: &'static str = r#"{"board":"*****\n*1 C*\n*****\n","solution":true}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale race show board.txt --solution", "dedale race show board.txt -o board.png"];

    fn about() -> Text {
        Text::new(
            "Show a board, with its best paths if wanted",
            "Montrer un plateau, avec ses meilleurs chemins au besoin",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<Shown, Refusal> {
        let board = self.board.board(control)?;
        let distances = Distances::to(&board.labyrinth, board.target);
        let paths: Vec<Vec<Cell>> = match self.solution {
            true => board.starts.iter().map(|&start| distances.path(start)).collect(),
            false => Vec::new(),
        };
        let size = board.size();
        Ok(Shown {
            board: board.rows(),
            paths: paths.iter().map(|path| all_at(size, path)).collect(),
            drawn: (board, paths),
        })
    }
}

impl Answer for Shown {
    const FORMATS: &'static [&'static str] = &["txt", "svg", "png"];

    fn text(&self, _: &Reader) -> String {
        let (board, paths) = &self.drawn;
        let mut rows: Vec<Vec<u8>> = board.rows().into_iter().map(String::into_bytes).collect();
        // The last path first, so that the first is seen where they meet.
        for (index, path) in paths.iter().enumerate().rev() {
            for &cell in path {
                let point = board.point(cell);
                let place = &mut rows[point.row as usize][point.col as usize];
                if *place != b'C' {
                    *place = b'1' + index as u8;
                }
            }
        }
        rows.iter().map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        let (board, paths) = &self.drawn;
        match format {
            "txt" => out.write_all(self.text(&Reader::default()).as_bytes()).map_err(Refusal::broken),
            _ => write_picture(board, &Marks { players: &board.starts, paths, opened: &[] }, format, out),
        }
    }
}
