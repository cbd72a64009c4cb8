//! Boards and cells from files and arguments, and cells for JSON.

use crate::failure::Failure;
use crate::input::Source;
use dedale_grid::{Cell, Point, Size};
use dedale_race::{Board, Drawing};
use dedale_text::Located;

/// `[row, column]`.
pub fn at(size: Size, cell: Cell) -> [i32; 2] {
    let Point { row, col } = size.point(cell);
    [row, col]
}

/// `[[row, column], …]`.
pub fn all_at(size: Size, cells: &[Cell]) -> Vec<[i32; 2]> {
    cells.iter().map(|&cell| at(size, cell)).collect()
}

/// A labyrinth that may lack target and players.
pub fn drawing(file: &str) -> Result<Drawing, Failure> {
    let source = Source::read(file)?;
    source.text()?.parse().map_err(|error| source.at(&error))
}

/// A board with target and players.
pub fn board(file: &str) -> Result<Board, Failure> {
    let source = Source::read(file)?;
    let drawing: Drawing = source.text()?.parse().map_err(|error| source.at(&error))?;
    Board::try_from(drawing).map_err(|error| source.at(&Located::new(1, 1, error)))
}

/// A cell of the board that an option names.
pub fn cell(size: Size, option: &str, point: Point) -> Result<Cell, Failure> {
    let (rows, cols) = (size.rows(), size.cols());
    size.cell(point).ok_or_else(|| {
        Failure::new(
            format!("found {option} {point}, expected a cell of the board of {rows} rows and {cols} columns"),
            format!("trouvé {option} {point}, attendu une case du plateau de {rows} lignes et {cols} colonnes"),
        )
    })
}
