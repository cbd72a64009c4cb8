//! A board: a labyrinth, its target and where the players start. As text: `*`
//! blocked, a space free, `C` the target, `1` to `4` the players.

use crate::Labyrinth;
use dedale_grid::{BitGrid, Cell, Point, Size};
use dedale_text::{Located, messages};
use std::fmt;
use std::str::FromStr;

/// The most players of a race.
pub const MAX_PLAYERS: usize = 4;

/// A labyrinth as someone drew it: the target and the players may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The cells.
    pub labyrinth: Labyrinth,
    /// The target, if one is drawn.
    pub target: Option<Cell>,
    /// The players that are drawn, by number.
    pub players: [Option<Cell>; MAX_PLAYERS],
}

/// A board ready for a race: a target and one to four players, all on
/// different free cells. Whether they can reach the target is another
/// question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The cells.
    pub labyrinth: Labyrinth,
    /// Where everybody wants to go.
    pub target: Cell,
    /// Where player 1, 2, 3, 4 start.
    pub starts: Vec<Cell>,
}

messages! {
    /// Why a text is no board.
    pub enum BoardError {
        /// Nothing in it.
        Empty => "found no board, expected rows of cells", "trouvé aucun plateau, attendu des lignes de cases";
        /// Too small for a ring and something inside.
        Small { rows: usize, cols: usize } =>
            "found {rows} rows of {cols} columns, expected at least 3 of each",
            "trouvé {rows} lignes de {cols} colonnes, attendu au moins 3 de chaque";
        /// Too many cells.
        Large { rows: usize, cols: usize } =>
            "found {rows} rows of {cols} columns, expected fewer than 2^32 cells",
            "trouvé {rows} lignes de {cols} colonnes, attendu moins de 2^32 cases";
        /// Rows of different lengths.
        Ragged { found: usize, expected: usize } =>
            "found a row of {found} cells, expected {expected} as in the first row",
            "trouvé une ligne de {found} cases, attendu {expected} comme à la première ligne";
        /// Not a character of a board.
        Unknown { found: char } =>
            "found `{found}`, expected `*` (blocked), a space (free), `C` (target) or `1` to `4` (players)",
            "trouvé « {found} », attendu « * » (bloqué), une espace (libre), « C » (cible) ou « 1 » à « 4 » (joueurs)";
        /// A hole in the ring.
        Open => "found a free cell on the outer ring, expected `*`", "trouvé une case libre sur le bord, attendu « * »";
        /// The second of something there is one of.
        Twice { found: char } => "found a second `{found}`, expected one", "trouvé un deuxième « {found} », attendu un seul";
        /// No target.
        NoTarget => "found no target, expected one `C`", "trouvé aucune cible, attendu un « C »";
        /// A player is missing.
        NoPlayer { id: usize } => "found no player {id}, expected one `{id}`", "trouvé aucun joueur {id}, attendu un « {id} »";
    }
}

impl FromStr for Drawing {
    type Err = Located<BoardError>;

    /// Reads a board; lines may end with CRLF, and empty lines may follow.
    fn from_str(text: &str) -> Result<Self, Located<BoardError>> {
        let text = text.trim_end_matches(['\n', '\r']);
        let rows: Vec<&str> = text.split('\n').map(|row| row.strip_suffix('\r').unwrap_or(row)).collect();
        let cols = rows[0].chars().count();
        let refuse = |row: usize, col: usize, error| Err(Located::new(row + 1, col + 1, error));
        if cols == 0 {
            return refuse(0, 0, BoardError::Empty);
        }
        if rows.len() < 3 || cols < 3 {
            return refuse(0, 0, BoardError::Small { rows: rows.len(), cols });
        }
        let Ok(size) = Size::new(rows.len(), cols) else {
            return refuse(0, 0, BoardError::Large { rows: rows.len(), cols });
        };
        let mut free = BitGrid::new(size);
        let (mut target, mut players) = (None, [None; MAX_PLAYERS]);
        for (row, line) in rows.iter().enumerate() {
            for (col, found) in line.chars().enumerate().take(cols) {
                let cell = Cell::new((row * cols + col) as u32);
                let once = match found {
                    '*' => continue,
                    ' ' => None,
                    'C' => Some(&mut target),
                    '1'..='4' => Some(&mut players[found as usize - '1' as usize]),
                    _ => return refuse(row, col, BoardError::Unknown { found }),
                };
                if row == 0 || col == 0 || row + 1 == rows.len() || col + 1 == cols {
                    // A row that is too short says so rather than complain of its ring.
                    let length = line.chars().count();
                    if length == cols {
                        return refuse(row, col, BoardError::Open);
                    }
                }
                if once.is_some_and(|place| place.replace(cell).is_some()) {
                    return refuse(row, col, BoardError::Twice { found });
                }
                free.set(cell);
            }
            let length = line.chars().count();
            if length != cols {
                return refuse(row, length.min(cols), BoardError::Ragged { found: length, expected: cols });
            }
        }
        let labyrinth = Labyrinth::new(free).map_err(|_| Located::new(1, 1, BoardError::Open))?;
        Ok(Self { labyrinth, target, players })
    }
}

impl TryFrom<Drawing> for Board {
    type Error = BoardError;

    fn try_from(drawing: Drawing) -> Result<Self, BoardError> {
        let target = drawing.target.ok_or(BoardError::NoTarget)?;
        let last = drawing.players.iter().rposition(Option::is_some).map_or(1, |last| last + 1);
        let start = |(index, cell): (usize, &Option<Cell>)| cell.ok_or(BoardError::NoPlayer { id: index + 1 });
        let starts = drawing.players.iter().take(last).enumerate().map(start).collect::<Result<_, _>>()?;
        Ok(Self { labyrinth: drawing.labyrinth, target, starts })
    }
}

impl Board {
    /// The size, the ring included.
    pub fn size(&self) -> Size {
        self.labyrinth.size()
    }

    /// Where a cell lies.
    pub fn point(&self, cell: Cell) -> Point {
        self.size().point(cell)
    }

    /// The rows as text, with the players at these cells (1 first; of several
    /// on one cell the first is seen).
    pub fn rows_with(&self, players: &[Cell]) -> Vec<String> {
        (0..self.size().rows()).map(|row| self.row_with(row, players)).collect()
    }

    /// One row as text.
    fn row_with(&self, row: usize, players: &[Cell]) -> String {
        let words = self.labyrinth.free().row(row);
        let letter = |col: usize| if words[col / 64] >> (col % 64) & 1 == 1 { b' ' } else { b'*' };
        let mut text: Vec<u8> = (0..self.size().cols()).map(letter).collect();
        let players = players.iter().enumerate().rev().map(|(index, &cell)| (cell, b'1' + index as u8));
        for (cell, letter) in players.chain([(self.target, b'C')]) {
            let point = self.point(cell);
            if point.row as usize == row {
                text[point.col as usize] = letter;
            }
        }
        String::from_utf8(text).expect("a board is written in ASCII")
    }

    /// The rows as text, with the players where they start.
    pub fn rows(&self) -> Vec<String> {
        self.rows_with(&self.starts)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.size().rows()).try_for_each(|row| writeln!(f, "{}", self.row_with(row, &self.starts)))
    }
}

impl FromStr for Board {
    type Err = Located<BoardError>;

    fn from_str(text: &str) -> Result<Self, Located<BoardError>> {
        let drawing: Drawing = text.parse()?;
        Self::try_from(drawing).map_err(|error| Located::new(1, 1, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SMALL: &str = "*****\n*1 2*\n* C *\n*** *\n*****\n";

    #[test]
    fn text_parses_back() {
        let board: Board = SMALL.parse().unwrap();
        assert_eq!((board.target, board.starts.as_slice()), (Cell::new(12), [Cell::new(6), Cell::new(8)].as_slice()));
        assert_eq!(board.to_string(), SMALL);
        assert_eq!(SMALL.replace('\n', "\r\n").parse(), Ok(board));
    }

    #[test]
    fn bad_boards_are_refused_where_they_are_bad() {
        use BoardError::*;
        let cases: [(&str, usize, usize, BoardError); 11] = [
            ("", 1, 1, Empty),
            ("***\n***", 1, 1, Small { rows: 2, cols: 3 }),
            ("****\n* *\n****", 2, 4, Ragged { found: 3, expected: 4 }),
            ("****\n*  **\n****", 2, 5, Ragged { found: 5, expected: 4 }),
            ("****\n*x *\n****", 2, 2, Unknown { found: 'x' }),
            ("****\n*5 *\n****", 2, 2, Unknown { found: '5' }),
            ("*****\n*C C*\n*****", 2, 4, Twice { found: 'C' }),
            ("*****\n*1 1*\n*****", 2, 4, Twice { found: '1' }),
            ("** **\n*   *\n*****", 1, 3, Open),
            ("*****\n*1  *\n*****", 1, 1, NoTarget),
            ("*****\n*C 2*\n*****", 1, 1, NoPlayer { id: 1 }),
        ];
        for (text, line, column, error) in cases {
            assert_eq!(text.parse::<Board>(), Err(Located::new(line, column, error)), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[*\n 1-5Cx\r]{0,60}") {
            let _ = text.parse::<Board>();
        }
    }
}
