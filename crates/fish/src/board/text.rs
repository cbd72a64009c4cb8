//! Boards as text: which of the two layouts a text has, and what is wrong
//! with it.

use super::{Board, MAX_CELLS, Tile, compact, framed};
use dedale_grid::{Point, Size};
use dedale_text::{Located, messages};
use std::fmt;
use std::str::FromStr;

/// How a board is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One character a cell: `.` free, `#` road, `T` tree, `A`–`E` producers,
    /// `a`–`e` shops, `1`–`5` reservations, `_` outside the board. Shops
    /// forget their owner.
    Compact,
    /// The framed picture of the specification, three characters a cell:
    /// `{:}` tree, `+A+` producer, `$E$` shop, and our own marks: `###` road,
    /// `(2)` a reservation of player 2, `$E2` the shop of player 2, `~~~`
    /// outside the board.
    Framed,
}

impl Layout {
    /// The layout of a text, seen from its first line.
    pub fn of(text: &str) -> Self {
        if text.starts_with("+-") { Self::Framed } else { Self::Compact }
    }

    /// The line and the column (from 1) where a cell is written.
    pub const fn position(self, cell: Point) -> (usize, usize) {
        let (row, col) = (cell.row as usize, cell.col as usize);
        match self {
            Self::Compact => (row + 1, col + 1),
            Self::Framed => (2 * row + 2, 4 * col + 2),
        }
    }

    /// Writes a board, each line ended by a newline.
    pub fn write(self, board: &Board) -> String {
        match self {
            Self::Compact => compact::write(board),
            Self::Framed => framed::write(board),
        }
    }
}

messages! {
    /// Why a text is no board.
    pub enum TextError {
        /// No line at all.
        Empty => "found an empty text, expected a board", "trouvé un texte vide, attendu un plateau";
        /// A character that means nothing.
        Character { found: char } =>
            "found `{found}`, expected one of . # T A-E a-e 1-5 _",
            "trouvé « {found} », attendu un caractère parmi . # T A-E a-e 1-5 _";
        /// A cell of the framed picture that means nothing.
        Mark { found: String } =>
            "found the cell `{found}`, expected three spaces, ###, ~~~, {{:}}, +A+, $A$, $A1 or (1)",
            "trouvé la case « {found} », attendu trois espaces, ###, ~~~, {{:}}, +A+, $A$, $A1 ou (1)";
        /// A line that is shorter or longer than the first.
        Ragged { found: usize, expected: usize } =>
            "found a line of {found} characters, expected {expected}",
            "trouvé une ligne de {found} caractères, attendu {expected}";
        /// Something else where the frame should be.
        Frame { found: String, expected: String } =>
            "found `{found}`, expected `{expected}`", "trouvé « {found} », attendu « {expected} »";
        /// The picture ends in the middle.
        Cut { expected: String } =>
            "found the end of the text, expected `{expected}`", "trouvé la fin du texte, attendu « {expected} »";
        /// The good already has a producer.
        Producer { good: char } =>
            "found a second producer of {good}, expected one", "trouvé un second producteur de {good}, attendu un seul";
        /// More cells than a board may have.
        Large { rows: usize, cols: usize } =>
            "found {rows} rows of {cols} columns, expected at most 16777216 cells",
            "trouvé {rows} lignes de {cols} colonnes, attendu au plus 16777216 cases";
    }
}

impl fmt::Display for Board {
    /// The compact layout.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Layout::Compact.write(self))
    }
}

impl FromStr for Board {
    type Err = Located<TextError>;

    /// Reads either layout; CRLF and a missing last newline are taken too.
    fn from_str(text: &str) -> Result<Self, Located<TextError>> {
        let layout = Layout::of(text);
        let lines: Vec<&str> = text.trim_end().lines().map(|line| line.trim_end_matches('\r')).collect();
        let board = match layout {
            Layout::Compact => compact::read(&lines)?,
            Layout::Framed => framed::read(&lines)?,
        };
        let mut known = [false; 5];
        for (cell, tile) in board.tiles() {
            if let Tile::Producer(good) = tile
                && std::mem::replace(&mut known[good.index()], true)
            {
                let (line, column) = layout.position(board.size().point(cell));
                return Err(Located::new(line, column, TextError::Producer { good: good.letter() }));
            }
        }
        Ok(board)
    }
}

/// An empty board, unless it would be too large.
pub(super) fn blank(rows: usize, cols: usize) -> Result<Board, Located<TextError>> {
    let large = || Located::new(1, 1, TextError::Large { rows, cols });
    if rows == 0 || cols == 0 {
        return Err(Located::new(1, 1, TextError::Empty));
    }
    if rows.checked_mul(cols).is_none_or(|cells| cells > MAX_CELLS) {
        return Err(large());
    }
    Size::new(rows, cols).map(Board::new).map_err(|_| large())
}
