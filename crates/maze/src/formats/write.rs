//! Writing the text format, eight cells at a time.
//!
//! Thirty-two characters for every pattern of eight walls stand ready in a
//! table, so writing is copying.

use crate::generators::rows::RowMaker;
use crate::maze::Maze;
use dedale_grid::{Cell, Dir};
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// The text of eight cells for each pattern of walls.
const fn table(wall: [u8; 4], none: [u8; 4]) -> [[u8; 32]; 256] {
    let mut table = [[0; 32]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let mut at = 0;
        while at < 32 {
            table[pattern][at] = if pattern >> (at / 4) & 1 == 1 { wall[at % 4] } else { none[at % 4] };
            at += 1;
        }
        pattern += 1;
    }
    table
}

static ACROSS: [[u8; 32]; 256] = table(*b"---o", *b"   o");
static UPRIGHT: [[u8; 32]; 256] = table(*b"   |", *b"    ");

/// Adds a line: a first character, the cells of the words, a newline.
fn line(first: u8, table: &[[u8; 32]; 256], words: &[u64], cols: usize, out: &mut Vec<u8>) {
    out.push(first);
    cells(table, words, cols, out);
    out.push(b'\n');
}

fn cells(table: &[[u8; 32]; 256], words: &[u64], cols: usize, out: &mut Vec<u8>) {
    let start = out.len();
    out.reserve(words.len() * 256);
    for word in words {
        for byte in word.to_le_bytes() {
            out.extend_from_slice(&table[usize::from(byte)]);
        }
    }
    out.truncate(start + cols * 4);
}

/// Adds cells with their walls to the right.
pub(crate) fn upright(words: &[u64], cols: usize, out: &mut Vec<u8>) {
    cells(&UPRIGHT, words, cols, out);
}

/// Writes a maze as text.
pub fn write_text(maze: &Maze, out: &mut impl Write) -> io::Result<()> {
    let size = maze.size();
    let (cols, rows) = (size.cols(), size.rows());
    let mut buffer = Vec::with_capacity((cols * 4 + 64) * 2);
    let gap = |row: usize, col: usize, dir: Dir| maze.gaps.contains(&(Cell::new((row * cols + col) as u32), dir));
    let clear = |buffer: &mut [u8], row: usize, dir: Dir| {
        if !maze.gaps.is_empty() {
            for col in (0..cols).filter(|&col| gap(row, col, dir)) {
                buffer[col * 4 + 1..col * 4 + 4].fill(b' ');
            }
        }
    };
    write_top(cols, &mut buffer);
    clear(&mut buffer, 0, Dir::Up);
    out.write_all(&buffer)?;
    for row in 0..rows {
        buffer.clear();
        line(b'|', &UPRIGHT, maze.walls.east().row(row), cols, &mut buffer);
        if !maze.gaps.is_empty() {
            if gap(row, 0, Dir::Left) {
                buffer[0] = b' ';
            }
            if gap(row, cols - 1, Dir::Right) {
                buffer[cols * 4] = b' ';
            }
        }
        if !maze.marks.is_empty() {
            let range = Cell::new((row * cols) as u32)..=Cell::new((row * cols + cols - 1) as u32);
            for (cell, mark) in maze.marks.range(range) {
                buffer[(cell.index() - row * cols) * 4 + 2] = *mark as u8;
            }
        }
        let below = buffer.len();
        line(b'o', &ACROSS, maze.walls.south().row(row), cols, &mut buffer);
        if row + 1 == rows {
            clear(&mut buffer[below..], row, Dir::Down);
        }
        out.write_all(&buffer)?;
    }
    Ok(())
}

/// Adds the line above the first row.
pub(super) fn write_top(cols: usize, out: &mut Vec<u8>) {
    line(b'o', &ACROSS, &vec![u64::MAX; cols.div_ceil(64)], cols, out);
}

/// Adds the two lines of a row, given its words of walls.
pub(super) fn write_row(east: &[u64], south: &[u64], cols: usize, out: &mut Vec<u8>) {
    line(b'|', &UPRIGHT, east, cols, out);
    line(b'o', &ACROSS, south, cols, out);
}

/// The lines of a maze as text, one after the other, without newlines: rows of
/// horizontal and of vertical walls in turns.
///
/// ```
/// use dedale_grid::{Size, Walls};
/// use dedale_maze::Maze;
/// use dedale_maze::formats::Lines;
/// let maze = Maze::from(Walls::opened(Size::new(1, 2)?));
/// assert_eq!(Lines::new(&maze).collect::<Vec<_>>(), ["o---o---o", "|       |", "o---o---o"]);
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    maze: &'a Maze,
    next: usize,
}

impl<'a> Lines<'a> {
    /// From the first line on.
    pub fn new(maze: &'a Maze) -> Self {
        Self { maze, next: 0 }
    }
}

impl Iterator for Lines<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let size = self.maze.size();
        let (index, cols) = (self.next, size.cols());
        if index > size.rows() * 2 {
            return None;
        }
        self.next += 1;
        let row = index / 2;
        let cell = |row: usize, col: usize| Cell::new((row * cols + col) as u32);
        let open = |row: usize, col: usize, dir: Dir| {
            self.maze.walls.is_open(cell(row, col), dir) || self.maze.gaps.contains(&(cell(row, col), dir))
        };
        let mut line = String::with_capacity(cols * 4 + 1);
        if index % 2 == 0 {
            line.push('o');
            for col in 0..cols {
                let open = if row == 0 { open(0, col, Dir::Up) } else { open(row - 1, col, Dir::Down) };
                line += if open { "   o" } else { "---o" };
            }
        } else {
            line.push(if open(row, 0, Dir::Left) { ' ' } else { '|' });
            for col in 0..cols {
                let mark = self.maze.marks.get(&cell(row, col)).copied().unwrap_or(' ');
                line.extend([' ', mark, ' ', if open(row, col, Dir::Right) { ' ' } else { '|' }]);
            }
        }
        Some(line)
    }
}

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.clone())
    }
}

/// The lines of a maze of any number of rows, made one after the other.
#[derive(Clone, Debug)]
pub struct RowLines {
    maker: RowMaker,
    /// Rows still to make.
    left: u64,
    east: Vec<u64>,
    south: Vec<u64>,
    /// Whether the cells of the row that was made come next.
    upright: bool,
    done: bool,
}

impl RowLines {
    /// From the first line on.
    pub fn new(maker: RowMaker, rows: u64) -> Self {
        let walls = vec![u64::MAX; maker.cols().div_ceil(64)];
        Self { maker, left: rows, east: walls.clone(), south: walls, upright: false, done: false }
    }
}

impl Iterator for RowLines {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        if self.done {
            return None;
        }
        let (first, table, words) =
            if self.upright { (b'|', &UPRIGHT, &self.east) } else { (b'o', &ACROSS, &self.south) };
        let mut text = Vec::with_capacity(words.len() * 256 + 2);
        line(first, table, words, self.maker.cols(), &mut text);
        text.pop();
        if !self.upright {
            self.done = self.left == 0;
            if !self.done {
                self.left -= 1;
                self.maker.row(&mut self.east, &mut self.south, self.left == 0);
            }
        }
        self.upright = !self.upright;
        Some(String::from_utf8(text).expect("walls are ASCII"))
    }
}
