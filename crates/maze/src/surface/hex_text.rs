//! Hexagons as text: bricks, every other row shifted by half of one.
//!
//! ```text
//! o-o-o-o-o
//! |   |   |
//! o-o o-o-o-o
//!   |       |
//!   o-o-o-o-o
//! ```
//!
//! Two lines a row and four characters a cell, as on squares: a line of upright
//! walls, then one of the halves below each cell, south-west and south-east.

use super::hex_rows::{EAST, SOUTH_EAST, SOUTH_WEST};
use super::{GraphMaze, Kind, Surface, SurfaceError};
use dedale_grid::Cell;
use dedale_text::{Located, Text, messages};
use std::io::{self, Write};
use std::sync::Arc;

messages! {
    /// Why a text is not a maze on hexagons.
    pub enum HexError {
        /// Not a post.
        Post { found: String } => "found {found}, expected a post `o`", "trouvé {found}, attendu un poteau `o`";
        /// Not half of a wall below.
        Half { found: String } => "found {found}, expected `-` or a space", "trouvé {found}, attendu `-` ou une espace";
        /// Not an upright wall.
        Upright { found: String } => "found {found}, expected `|` or a space", "trouvé {found}, attendu `|` ou une espace";
        /// Not empty.
        Inside { found: String } => "found {found}, expected a space", "trouvé {found}, attendu une espace";
        /// A gap in the border.
        Border { found: String } =>
            "found {found} in the border, expected a wall", "trouvé {found} dans le bord, attendu un mur";
        /// Something after the end of a line.
        Beyond { found: String } =>
            "found {found}, expected the end of the line", "trouvé {found}, attendu la fin de la ligne";
        /// The file stops too early.
        End => "found the end of the file, expected a row of walls", "trouvé la fin du fichier, attendu une ligne de murs";
        /// No such surface.
        Surface { en: String, fr: String } => "{en}", "{fr}";
    }
}

/// The text of four cells for each pattern of their south-west walls (low four
/// bits) and south-east walls (high four).
static HALVES: [[u8; 16]; 256] = {
    let mut table = [[b'o'; 16]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let mut cell = 0;
        while cell < 4 {
            table[pattern][cell * 4] = if pattern >> cell & 1 == 1 { b'-' } else { b' ' };
            table[pattern][cell * 4 + 2] = if pattern >> (cell + 4) & 1 == 1 { b'-' } else { b' ' };
            cell += 1;
        }
        pattern += 1;
    }
    table
};

/// Adds the line above the first row.
pub(crate) fn write_top(cols: usize, out: &mut Vec<u8>) {
    out.extend(std::iter::repeat_n(*b"o-", cols * 2).flatten());
    out.extend_from_slice(b"o\n");
}

/// Adds the two lines of a row, given its words of walls.
pub(crate) fn write_row(walls: &[u64], cols: usize, odd: bool, last: bool, out: &mut Vec<u8>) {
    let words = cols.div_ceil(64);
    out.extend_from_slice(if odd { b"  |" } else { b"|" });
    crate::formats::upright(&walls[EAST * words..][..words], cols, out);
    out.push(b'\n');
    let (before, after): (&[u8], &[u8]) = match (odd, last) {
        (false, false) => (b"o", b"-o\n"),
        (true, false) => (b"o-o", b"\n"),
        (false, true) => (b"o", b"\n"),
        (true, true) => (b"  o", b"\n"),
    };
    out.extend_from_slice(before);
    let start = out.len();
    for word in 0..words {
        let (mut west, mut east) = (walls[SOUTH_WEST * words + word], walls[SOUTH_EAST * words + word]);
        for _ in 0..16 {
            out.extend_from_slice(&HALVES[(west & 15 | (east & 15) << 4) as usize]);
            (west, east) = (west >> 4, east >> 4);
        }
    }
    out.truncate(start + cols * 4);
    out.extend_from_slice(after);
}

/// Writes a maze on hexagons as text.
///
/// # Panics
/// If the surface is another, or a mask leaves cells out: see
/// [`fits_hex_text`].
pub fn write_hex_text(maze: &GraphMaze, out: &mut impl Write) -> io::Result<()> {
    assert!(fits_hex_text(maze), "the text has a hexagon in every place");
    let graph = maze.graph();
    let (cols, rows) = (graph.surface().columns() as usize, graph.rows());
    let words = cols.div_ceil(64);
    let mut text = Vec::new();
    write_top(cols, &mut text);
    for row in 0..rows {
        let mut walls = vec![u64::MAX; 3 * words];
        for (col, number) in graph.row(row).enumerate() {
            for link in maze.around(Cell::new(number)).filter(|link| link.cell.index() as u32 > number) {
                let beside = link.cell.index() as u32 - number;
                let side = match graph.at(link.cell) {
                    [at, _] if at as usize == row => EAST,
                    _ if beside as usize == cols + row % 2 => SOUTH_EAST,
                    _ => SOUTH_WEST,
                };
                walls[side * words + col / 64] &= !(1 << (col % 64));
            }
        }
        write_row(&walls, cols, row % 2 == 1, row + 1 == rows, &mut text);
        out.write_all(&text)?;
        text.clear();
    }
    Ok(())
}

/// Whether a maze can be written as text: hexagons without a mask.
pub fn fits_hex_text(maze: &GraphMaze) -> bool {
    maze.graph().surface().kind() == Kind::Hex && maze.graph().absent().next().is_none()
}

/// Whether a text looks like hexagons: posts two characters apart.
pub fn is_hex_text(bytes: &[u8]) -> bool {
    matches!(bytes, [b'o', b'-', b'o', ..])
}

/// Reads a maze on hexagons.
///
/// ```
/// use dedale_maze::surface::{read_hex_text, write_hex_text};
/// let text = "o-o-o-o-o\n|   |   |\no-o o-o-o-o\n  |       |\n  o-o-o-o-o\n";
/// let maze = read_hex_text(text.as_bytes())?;
/// assert_eq!(maze.passages(), 2);
/// let mut again = Vec::new();
/// write_hex_text(&maze, &mut again)?;
/// assert_eq!(again, text.as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_hex_text(bytes: &[u8]) -> Result<GraphMaze, Located<HexError>> {
    read_hex_checked(bytes, |_| Ok(()))
}

/// Reads a maze on hexagons, after a look at how many cells it has.
pub(crate) fn read_hex_checked<E: From<Located<HexError>>>(
    bytes: &[u8],
    allowed: impl FnOnce(u64) -> Result<(), E>,
) -> Result<GraphMaze, E> {
    let lines: Vec<Line<'_>> = lines(bytes).collect();
    let first = lines.first().map_or(0, |line| line.text.len());
    let cols = first / 4;
    let rows = lines.len().saturating_sub(1) / 2;
    if first % 4 != 1 || rows == 0 || lines.len().is_multiple_of(2) {
        let (number, at) = if first % 4 == 1 { (lines.len() + 1, 1) } else { (1, first + 1) };
        return Err(Located::new(number, at, HexError::End).into());
    }
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    let refused = |error: SurfaceError| {
        let Text { en, fr } = Text::of(&error);
        Located::new(1, 1, HexError::Surface { en, fr })
    };
    let surface = Surface::new(Kind::Hex, side(cols), side(rows)).map_err(refused)?;
    allowed(surface.cells())?;
    let graph = Arc::new(surface.graph());
    let mut maze = GraphMaze::closed(Arc::clone(&graph));
    lines[0].halves(0, cols * 2, true, |_, _| Ok(()))?;
    for row in 0..rows {
        let (upright, below) = (&lines[2 * row + 1], &lines[2 * row + 2]);
        let (odd, last) = (row % 2, row + 1 == rows);
        let mut open = |col: usize, at: [i32; 2]| {
            let cell = graph.cell([row as i32, col as i32]);
            let edge = cell.zip(graph.cell(at)).and_then(|(cell, other)| graph.between(cell, other));
            edge.is_some_and(|edge| {
                maze.set(edge, true);
                true
            })
        };
        for at in upright.upright(2 * odd, cols)? {
            open(at, [row as i32, at as i32 + 1]);
        }
        let (start, halves) = if last { (2 * odd, cols * 2) } else { (0, cols * 2 + 1) };
        below.halves(start, halves, last, |half, fault| {
            // Halves are counted from the left end of the line.
            let half = half as i32 - odd as i32;
            let (col, under) = (half.div_euclid(2), half.rem_euclid(2) + odd as i32 - 1);
            let there = usize::try_from(col).is_ok_and(|at| open(at, [row as i32 + 1, col + under]));
            if there { Ok(()) } else { Err(fault(|found| HexError::Border { found })) }
        })?;
    }
    Ok(maze)
}

struct Line<'a> {
    text: &'a [u8],
    number: usize,
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    bytes
        .trim_ascii_end()
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii_end)
        .enumerate()
        .map(|(index, text)| Line { text, number: index + 1 })
}

type Fault = Located<HexError>;

impl Line<'_> {
    fn at(&self, column: usize) -> u8 {
        self.text.get(column).copied().unwrap_or(b' ')
    }

    fn fault(&self, column: usize, error: impl FnOnce(String) -> HexError) -> Fault {
        let column = column.min(self.text.len());
        let rest = &self.text[column..];
        let letter = String::from_utf8_lossy(&rest[..rest.len().min(8)]).chars().next().unwrap_or('\n');
        Located::new(self.number, column + 1, error(format!("`{}`", letter.escape_debug())))
    }

    fn ends_at(&self, column: usize) -> Result<(), Fault> {
        if self.text.len() <= column { Ok(()) } else { Err(self.fault(column, |found| HexError::Beyond { found })) }
    }

    /// Calls `open` with every half that is open, from a column on; all are
    /// walls if they are the border.
    fn halves(
        &self,
        start: usize,
        count: usize,
        border: bool,
        mut open: impl FnMut(usize, &dyn Fn(fn(String) -> HexError) -> Fault) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.blank(0..start)?;
        for half in 0..=count {
            let at = start + half * 2;
            if self.at(at) != b'o' {
                return Err(self.fault(at, |found| HexError::Post { found }));
            }
            if half == count {
                break;
            }
            match self.at(at + 1) {
                b'-' => {}
                b' ' if border => return Err(self.fault(at + 1, |found| HexError::Border { found })),
                b' ' => open(half, &|error| self.fault(at + 1, error))?,
                _ => return Err(self.fault(at + 1, |found| HexError::Half { found })),
            }
        }
        self.ends_at(start + count * 2 + 1)
    }

    /// The cells that are open to the east.
    fn upright(&self, start: usize, cols: usize) -> Result<Vec<usize>, Fault> {
        self.blank(0..start)?;
        let mut open = Vec::new();
        for col in 0..=cols {
            let at = start + col * 4;
            match self.at(at) {
                b'|' => {}
                b' ' if col == 0 || col == cols => return Err(self.fault(at, |found| HexError::Border { found })),
                b' ' => open.push(col - 1),
                _ => return Err(self.fault(at, |found| HexError::Upright { found })),
            }
            if col < cols {
                self.blank(at + 1..at + 4)?;
            }
        }
        self.ends_at(start + cols * 4 + 1)?;
        Ok(open)
    }

    fn blank(&self, mut range: std::ops::Range<usize>) -> Result<(), Fault> {
        match range.find(|&at| self.at(at) != b' ') {
            Some(at) => Err(self.fault(at, |found| HexError::Inside { found })),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::generate;
    use crate::{Algorithm, Options};
    use dedale_grid::Rng;

    #[test]
    fn what_is_written_is_read_back() {
        let mut rng = Rng::new(4);
        for round in 0..120 {
            let (cols, rows) = (1 + rng.index(if round == 0 { 130 } else { 9 }), 1 + rng.index(7));
            let graph = Arc::new(Surface::new(Kind::Hex, cols as u32, rows as u32).unwrap().graph());
            let algorithm = [Algorithm::Wilson, Algorithm::Empty, Algorithm::Eller][round % 3];
            let maze = generate(algorithm, &graph, &Options::default(), rng.bits());
            let mut text = Vec::new();
            write_hex_text(&maze, &mut text).unwrap();
            assert!(is_hex_text(&text));
            assert_eq!(read_hex_text(&text).unwrap(), maze, "{}", String::from_utf8_lossy(&text));
            // Any byte that is changed is refused or makes another maze.
            let at = rng.index(text.len() - 1);
            let before = std::mem::replace(&mut text[at], b"x -|o\n"[rng.index(6)]);
            if let Ok(other) = read_hex_text(&text)
                && text[at] != before
            {
                assert_ne!(other, maze, "byte {at} of {}", String::from_utf8_lossy(&text));
            }
        }
    }

    #[test]
    fn faults_are_found_where_they_are() {
        let fault = |text: &str| {
            let fault = read_hex_text(text.as_bytes()).unwrap_err();
            (fault.line, fault.column)
        };
        let good = "o-o-o-o-o\n|   |   |\no-o o-o-o-o\n  |       |\n  o-o-o-o-o\n";
        assert!(read_hex_text(good.as_bytes()).is_ok());
        assert!(read_hex_text(good.replace('\n', "\r\n").as_bytes()).is_ok());
        assert_eq!(fault("o-o-o\n"), (2, 1));
        assert_eq!(fault("o-o-o\n|   |\n"), (3, 1));
        assert_eq!(fault("o-o-\n|   |\no-o-o\n"), (1, 5));
        assert_eq!(fault("o-o-o\n|   |\no o-o\n"), (3, 2));
        assert_eq!(fault("o-o-o\n    |\no-o-o\n"), (2, 1));
        assert_eq!(fault("o-o-o\n| x |\no-o-o\n"), (2, 3));
        assert_eq!(fault("o-o-o\n|   |x\no-o-o\n"), (2, 6));
        assert_eq!(fault(&good.replacen("o-o o", "o o-o", 1)), (3, 2));
        assert_eq!(fault(&good.replacen("o-o-o-o\n  |", "o-o-o o\n  |", 1)), (3, 10));
    }
}
