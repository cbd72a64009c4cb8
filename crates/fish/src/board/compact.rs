//! One character a cell.

use super::text::{TextError, blank};
use super::{Board, MAX_PLAYERS, Tile};
use crate::Good;
use dedale_grid::Cell;
use dedale_play::Seat;
use dedale_text::Located;

/// Writes a board.
pub(super) fn write(board: &Board) -> String {
    let cols = board.size().cols();
    let mut text = String::with_capacity(board.size().area() + board.size().rows());
    for (cell, tile) in board.tiles() {
        text.push(mark(tile));
        if (cell.index() + 1).is_multiple_of(cols) {
            text.push('\n');
        }
    }
    text
}

/// Reads a board from its lines.
pub(super) fn read(lines: &[&str]) -> Result<Board, Located<TextError>> {
    let cols = lines.first().map_or(0, |line| line.chars().count());
    let mut board = blank(lines.len(), cols)?;
    for (row, line) in lines.iter().enumerate() {
        let found = line.chars().count();
        if found != cols {
            let column = found.min(cols) + 1;
            return Err(Located::new(row + 1, column, TextError::Ragged { found, expected: cols }));
        }
        for (col, found) in line.chars().enumerate() {
            let tile = tile(found).ok_or(Located::new(row + 1, col + 1, TextError::Character { found }))?;
            board.set(Cell::new((row * cols + col) as u32), tile);
        }
    }
    Ok(board)
}

/// The character of a tile.
fn mark(tile: Tile) -> char {
    match tile {
        Tile::Free => '.',
        Tile::Road => '#',
        Tile::Tree => 'T',
        Tile::Reserved(seat) => digit(seat),
        Tile::Producer(good) => good.letter(),
        Tile::Shop(good, _) => good.letter().to_ascii_lowercase(),
        Tile::Outside => '_',
    }
}

fn tile(mark: char) -> Option<Tile> {
    Some(match mark {
        '.' => Tile::Free,
        '#' => Tile::Road,
        'T' => Tile::Tree,
        '_' => Tile::Outside,
        '1'..='5' => Tile::Reserved(seat(mark)?),
        'A'..='E' => Tile::Producer(Good::from_letter(mark)?),
        'a'..='e' => Tile::Shop(Good::from_letter(mark)?, None),
        _ => return None,
    })
}

/// A seat as players count: `1` to `5`.
pub(super) fn digit(seat: Seat) -> char {
    (b'1' + seat.index() as u8) as char
}

/// The seat of a digit.
pub(super) fn seat(digit: char) -> Option<Seat> {
    let number = digit.to_digit(10)? as usize;
    (1..=MAX_PLAYERS).contains(&number).then(|| Seat::new(number - 1))
}

#[cfg(test)]
mod tests {
    use super::super::{Board, TextError};
    use dedale_text::Located;

    #[test]
    fn round_trip() {
        for text in [".#TAe\n12345\n..___\n", ".\n", "AbCdE\n"] {
            assert_eq!(text.parse::<Board>().unwrap().to_string(), text);
        }
        assert_eq!("..\r\n.T".parse::<Board>().unwrap().to_string(), "..\n.T\n");
    }

    #[test]
    fn refusals_say_where() {
        for (text, line, column, error) in [
            ("", 1, 1, TextError::Empty),
            ("..\n.x\n", 2, 2, TextError::Character { found: 'x' }),
            ("..\n.6\n", 2, 2, TextError::Character { found: '6' }),
            ("...\n..\n", 2, 3, TextError::Ragged { found: 2, expected: 3 }),
            ("..\n...\n", 2, 3, TextError::Ragged { found: 3, expected: 2 }),
            ("A.\n.A\n", 2, 2, TextError::Producer { good: 'A' }),
        ] {
            assert_eq!(text.parse::<Board>(), Err(Located::new(line, column, error)), "{text}");
        }
    }
}
