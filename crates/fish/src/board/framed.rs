//! The framed picture of the specification, three characters a cell.

use super::compact::{digit, seat};
use super::text::{TextError, blank};
use super::{Board, Tile};
use crate::Good;
use dedale_grid::Cell;
use dedale_text::Located;

/// Writes a board.
pub(super) fn write(board: &Board) -> String {
    let (rows, cols) = (board.size().rows(), board.size().cols());
    let mut text = String::with_capacity((2 * rows + 1) * (4 * cols + 2));
    text += &rule(cols, "---");
    for row in 0..rows {
        text.push('|');
        for col in 0..cols {
            if col > 0 {
                text.push(' ');
            }
            text.extend(mark(board.tile(Cell::new((row * cols + col) as u32))));
        }
        text += "|\n";
        text += &rule(cols, if row + 1 == rows { "---" } else { "   " });
    }
    text
}

/// Reads a board from its lines.
pub(super) fn read(lines: &[&str]) -> Result<Board, Located<TextError>> {
    let width = lines.first().map_or(0, |line| line.chars().count());
    let (rows, cols) = ((lines.len() / 2).max(1), (width / 4).max(1));
    let mut board = blank(rows, cols)?;
    let expected = 4 * cols + 1;
    for (index, line) in lines.iter().enumerate() {
        let marks: Vec<char> = line.chars().collect();
        if marks.len() != expected {
            let column = marks.len().min(expected) + 1;
            return Err(Located::new(index + 1, column, TextError::Ragged { found: marks.len(), expected }));
        }
        if index % 2 == 1 {
            read_row(&mut board, index / 2, &marks)?;
            continue;
        }
        let wanted = rule(cols, if index == 0 || index == 2 * rows { "---" } else { "   " });
        if let Some(column) = marks.iter().zip(wanted.chars()).position(|(found, wanted)| *found != wanted) {
            let error = TextError::Frame { found: (*line).to_owned(), expected: wanted.trim_end().to_owned() };
            return Err(Located::new(index + 1, column + 1, error));
        }
    }
    if lines.len() != 2 * rows + 1 {
        let expected = rule(cols, "---").trim_end().to_owned();
        return Err(Located::new(lines.len() + 1, 1, TextError::Cut { expected }));
    }
    Ok(board)
}

fn read_row(board: &mut Board, row: usize, marks: &[char]) -> Result<(), Located<TextError>> {
    let cols = board.size().cols();
    for (column, found) in marks.iter().enumerate().filter(|(column, _)| column % 4 == 0) {
        let expected = if column == 0 || column == 4 * cols { '|' } else { ' ' };
        if *found != expected {
            let error = TextError::Frame { found: found.to_string(), expected: expected.to_string() };
            return Err(Located::new(2 * row + 2, column + 1, error));
        }
    }
    for col in 0..cols {
        let found = &marks[4 * col + 1..4 * col + 4];
        let tile = tile(found)
            .ok_or_else(|| Located::new(2 * row + 2, 4 * col + 2, TextError::Mark { found: found.iter().collect() }))?;
        board.set(Cell::new((row * cols + col) as u32), tile);
    }
    Ok(())
}

fn rule(cols: usize, side: &str) -> String {
    let mut line = String::from("+");
    for _ in 0..cols {
        line += side;
        line.push('+');
    }
    line.push('\n');
    line
}

fn mark(tile: Tile) -> [char; 3] {
    match tile {
        Tile::Free => [' '; 3],
        Tile::Road => ['#'; 3],
        Tile::Tree => ['{', ':', '}'],
        Tile::Reserved(seat) => ['(', digit(seat), ')'],
        Tile::Producer(good) => ['+', good.letter(), '+'],
        Tile::Shop(good, owner) => ['$', good.letter(), owner.map_or('$', digit)],
        Tile::Outside => ['~'; 3],
    }
}

fn tile(marks: &[char]) -> Option<Tile> {
    Some(match *marks {
        [' ', ' ', ' '] => Tile::Free,
        ['#', '#', '#'] => Tile::Road,
        ['{', ':', '}'] => Tile::Tree,
        ['~', '~', '~'] => Tile::Outside,
        ['(', digit, ')'] => Tile::Reserved(seat(digit)?),
        ['+', letter @ 'A'..='E', '+'] => Tile::Producer(Good::from_letter(letter)?),
        ['$', letter @ 'A'..='E', '$'] => Tile::Shop(Good::from_letter(letter)?, None),
        ['$', letter @ 'A'..='E', digit] => Tile::Shop(Good::from_letter(letter)?, Some(seat(digit)?)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Layout, Tile};
    use super::*;
    use dedale_grid::{Point, Size};

    const SPECIFICATION: &str = "\
+---+---+---+---+---+---+---+---+---+---+
|                                       |
+   +   +   +   +   +   +   +   +   +   +
|    {:}                                |
+   +   +   +   +   +   +   +   +   +   +
|                                       |
+   +   +   +   +   +   +   +   +   +   +
|                            +A+        |
+   +   +   +   +   +   +   +   +   +   +
|                                       |
+   +   +   +   +   +   +   +   +   +   +
|                                       |
+   +   +   +   +   +   +   +   +   +   +
|                                       |
+   +   +   +   +   +   +   +   +   +   +
|                                       |
+   +   +   +   +   +   +   +   +   +   +
|        $E$                            |
+   +   +   +   +   +   +   +   +   +   +
|                                       |
+---+---+---+---+---+---+---+---+---+---+
";

    #[test]
    fn the_example_of_the_specification() {
        let size = Size::new(10, 10).unwrap();
        let mut board = Board::new(size);
        let mut put = |row, col, tile| board.set(size.cell(Point::new(row, col)).unwrap(), tile);
        put(1, 1, Tile::Tree);
        put(3, 7, Tile::Producer(Good::ALL[0]));
        put(8, 2, Tile::Shop(Good::ALL[4], None));
        assert_eq!(Layout::Framed.write(&board), SPECIFICATION);
        assert_eq!(SPECIFICATION.parse::<Board>(), Ok(board));
    }

    #[test]
    fn every_mark_round_trips() {
        let text = "\
+---+---+---+---+
|    ### {:} (3)|
+   +   +   +   +
|+E+ $B$ $C5    |
+---+---+---+---+
";
        let board: Board = text.parse().unwrap();
        assert_eq!(Layout::Framed.write(&board), text);
        assert_eq!(board.to_string(), ".#T3\nEbc.\n");
    }

    #[test]
    fn refusals_say_where() {
        for (text, line, column) in [
            ("+---+\n|   |\n", 3, 1),
            ("+---+\n", 2, 1),
            ("+---+\n|{.}|\n+---+\n", 2, 2),
            ("+---+\n|  |\n+---+\n", 2, 5),
            ("+---+\n.   |\n+---+\n", 2, 1),
            ("+---+\n|   |\n+-+-+\n", 3, 3),
            ("+---+\n|   |\n+---+\n|   |\n+---+\n", 3, 2),
            ("+-", 1, 3),
            ("+---+---+\n|+A+ +A+|\n+---+---+\n", 2, 6),
        ] {
            let error = text.parse::<Board>().unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        }
    }
}
