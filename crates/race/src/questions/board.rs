//! Boards and cells as questions take them and answers give them.

use crate::picture::{self, Marks};
use crate::{Board, Drawing, Recipe};
use dedale_draw::{Theme, png, svg};
use dedale_grid::{Cell, Point, Size};
use dedale_question::{At, Control, Refusal, Source};
use dedale_text::{Located, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// A board as text.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardSource {
    /// The board: `*` blocked, space free, `C` target, `1`–`4` players.
    #[arg(value_name = "FILE", help = tr("The board, `-` for standard input", "Le plateau, « - » pour l'entrée standard"))]
    pub board: Source,
}

impl BoardSource {
    /// A labyrinth that may lack target and players.
    pub fn drawing(&self, control: &Control<'_>) -> Result<Drawing, Refusal> {
        let input = self.board.read()?;
        // A cell is at least a letter.
        control.cells(input.bytes.len() as u64)?;
        input.text()?.parse().map_err(|error| input.at(&error))
    }

    /// A board with target and players.
    pub fn board(&self, control: &Control<'_>) -> Result<Board, Refusal> {
        let drawing = self.drawing(control)?;
        Board::try_from(drawing).map_err(|error| Refusal::located(self.board.name(), &Located::new(1, 1, error)))
    }
}

/// What a board should be like.
#[derive(clap::Args, Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct BoardSettings {
    /// Side of the square board, its ring included.
    #[arg(long, value_name = "N", default_value_t = Self::default().size, help = tr(
        "Side of the square board, its ring included", "Côté du plateau carré, bord compris"
    ))]
    pub size: usize,

    /// Share of the inner cells that are free: above 0, up to 1.
    #[arg(long, value_name = "D", default_value_t = Self::default().density, help = tr(
        "Share of the inner cells that are free: above 0, up to 1", "Part des cases intérieures libres : plus de 0, au plus 1"
    ))]
    pub density: f64,

    /// Number of players, 1 to 4.
    #[arg(long, value_name = "P", default_value_t = Self::default().players, help = tr(
        "Number of players, 1 to 4", "Nombre de joueurs, 1 à 4"
    ))]
    pub players: usize,

    /// Free the fewest cells instead of drawing again.
    #[arg(long, help = tr(
        "Free the fewest cells that let everybody reach the target instead of drawing again",
        "Libérer le moins de cases pour que chacun atteigne la cible au lieu de retirer un plateau"
    ))]
    pub repair: bool,
}

impl Default for BoardSettings {
    fn default() -> Self {
        Self { size: 31, density: 0.65, players: 2, repair: false }
    }
}

impl BoardSettings {
    /// The recipe, of a size that may be asked for here.
    pub fn recipe(&self, control: &Control<'_>) -> Result<Recipe, Refusal> {
        let recipe = Recipe { size: self.size, density: self.density, players: self.players, repair: self.repair };
        control.cells((self.size as u64).saturating_mul(self.size as u64))?;
        recipe.check()?;
        Ok(recipe)
    }
}

/// `[row, column]`.
pub fn at(size: Size, cell: Cell) -> [i32; 2] {
    let Point { row, col } = size.point(cell);
    [row, col]
}

/// `[[row, column], …]`.
pub fn all_at(size: Size, cells: &[Cell]) -> Vec<[i32; 2]> {
    cells.iter().map(|&cell| at(size, cell)).collect()
}

/// A cell of the board that a setting names.
pub fn cell(size: Size, setting: &str, At(point): At) -> Result<Cell, Refusal> {
    let (rows, cols) = (size.rows(), size.cols());
    size.cell(point).ok_or_else(|| {
        Refusal::new(
            format!("found {setting} {point}, expected a cell of the board of {rows} rows and {cols} columns"),
            format!("trouvé {setting} {point}, attendu une case du plateau de {rows} lignes et {cols} colonnes"),
        )
    })
}

/// Writes a board as `svg` or `png`.
pub fn write_picture(board: &Board, marks: &Marks<'_>, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
    let scene = picture::draw(board, marks);
    let bytes = match format {
        "svg" => svg(&scene).into_bytes(),
        _ => png(&scene, 16.0, Theme::Light).map_err(Refusal::broken)?,
    };
    out.write_all(&bytes).map_err(Refusal::broken)
}

/// The drawing as text with `.` on a path and `o` on freed cells.
pub fn marked(drawing: &Drawing, path: &[Cell], freed: &[Cell]) -> String {
    let size = drawing.labyrinth.size();
    let mut text: Vec<Vec<u8>> = Vec::with_capacity(size.rows());
    for row in 0..size.rows() {
        let words = drawing.labyrinth.free().row(row);
        text.push((0..size.cols()).map(|c| if words[c / 64] >> (c % 64) & 1 == 1 { b' ' } else { b'*' }).collect());
    }
    let players =
        drawing.players.iter().enumerate().filter_map(|(index, cell)| Some((cell.as_ref()?, b'1' + index as u8)));
    let marks = (path.iter().map(|cell| (cell, b'.'))).chain(freed.iter().map(|cell| (cell, b'o')));
    for (cell, letter) in marks.chain(players).chain(drawing.target.iter().map(|cell| (cell, b'C'))) {
        let point = size.point(*cell);
        text[point.row as usize][point.col as usize] = letter;
    }
    text.iter().map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
}
