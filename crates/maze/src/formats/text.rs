//! Reading the text format.
//!
//! Rows of horizontal walls alternate with rows of vertical ones, each cell
//! four characters wide. Taken as well: `+` posts, CRLF, missing or extra
//! spaces at the end of a line, a letter in the middle of a cell, and dots for
//! walls that a robot has not seen yet, which count as no wall. One pass,
//! O(characters).

use super::{Fault, FormatError, shown};
use crate::maze::Maze;
use dedale_grid::{BitGrid, Cell, Dir, Size, Walls};
use dedale_text::Located;
use std::collections::{BTreeMap, BTreeSet};

/// A line and its number.
struct Line<'a> {
    text: &'a [u8],
    number: usize,
}

impl Line<'_> {
    /// The byte at a column from 0; the line goes on with spaces.
    #[inline(always)]
    fn at(&self, column: usize) -> u8 {
        self.text.get(column).copied().unwrap_or(b' ')
    }

    /// What is wrong at a column, or before it if there is a letter that no
    /// maze has: columns count characters, not bytes.
    fn fault(&self, column: usize, error: impl FnOnce(String) -> FormatError) -> Fault {
        let strange = self.text.iter().take(column + 1).position(|byte| !byte.is_ascii());
        let column = strange.unwrap_or(column).min(self.text.len());
        let rest = self.text.get(column..).unwrap_or(&[]);
        let letter = String::from_utf8_lossy(&rest[..rest.len().min(8)]).chars().next();
        Located::new(self.number, column + 1, error(shown(letter)))
    }

    /// The text without spaces at the end.
    fn trimmed(&self) -> usize {
        self.text.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1)
    }
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let text = bytes.trim_ascii_end();
    text.split(|&byte| byte == b'\n')
        .enumerate()
        .map(|(index, line)| Line { text: line.strip_suffix(b"\r").unwrap_or(line), number: index + 1 })
}

pub(super) fn read(bytes: &[u8]) -> Result<Maze, Fault> {
    let mut lines = lines(bytes);
    let Some(first) = lines.next() else { return Err(Located::new(1, 1, FormatError::Empty)) };
    let post = first.at(0);
    if post != b'o' && post != b'+' {
        return Err(first.fault(0, |found| FormatError::Start { found }));
    }
    let length = first.trimmed();
    let cols = length / 4;
    if length % 4 != 1 || cols == 0 {
        // The line stops in the middle of a wall, or where one should begin.
        check_across(&first, cols.max(1) + 1, post)?;
        return Err(first.fault(length, |found| FormatError::Across { found }));
    }
    let mut reader = Reader::new(cols, post);
    let top = reader.across(&first)?;
    reader.gaps.extend(top.into_iter().map(|col| (0, col, Dir::Up)));
    let mut number = first.number;
    while let Some(upright) = lines.next() {
        reader.upright(&upright)?;
        number = upright.number;
        let Some(across) = lines.next() else {
            return Err(Located::new(number + 1, 1, FormatError::End));
        };
        reader.across(&across)?;
        number = across.number;
    }
    if reader.rows == 0 {
        return Err(Located::new(number + 1, 1, FormatError::End));
    }
    reader.finish()
}

fn check_across(line: &Line<'_>, cols: usize, post: u8) -> Result<(), Fault> {
    for col in 0..cols {
        let at = col * 4;
        if line.at(at) != post {
            return Err(line.fault(at, |found| FormatError::Post { found, expected: char::from(post) }));
        }
        across(line, at + 1)?;
    }
    Ok(())
}

/// Whether a horizontal wall stands at a column.
#[inline(always)]
fn across(line: &Line<'_>, at: usize) -> Result<bool, Fault> {
    let three = [line.at(at), line.at(at + 1), line.at(at + 2)];
    match &three {
        b"---" => Ok(true),
        b"   " | b" . " | b"..." => Ok(false),
        _ => {
            let wall = three[0] == b'-';
            let bad = three.iter().position(|&byte| byte != if wall { b'-' } else { b' ' }).unwrap_or(0);
            Err(line.fault(at + bad, |found| FormatError::Across { found }))
        }
    }
}

struct Reader {
    cols: usize,
    post: u8,
    stride: usize,
    rows: usize,
    east: Vec<u64>,
    south: Vec<u64>,
    marks: Vec<(usize, usize, char)>,
    gaps: Vec<(usize, usize, Dir)>,
}

impl Reader {
    fn new(cols: usize, post: u8) -> Self {
        let stride = cols.div_ceil(64);
        let none = Vec::new;
        Self { cols, post, stride, rows: 0, east: none(), south: none(), marks: Vec::new(), gaps: Vec::new() }
    }

    /// Reads a row of horizontal walls; gives the columns without one.
    fn across(&mut self, line: &Line<'_>) -> Result<Vec<usize>, Fault> {
        let start = self.south.len();
        self.south.resize(start + self.stride, 0);
        let mut open = Vec::new();
        for col in 0..self.cols {
            let at = col * 4;
            if line.at(at) != self.post {
                return Err(line.fault(at, |found| FormatError::Post { found, expected: char::from(self.post) }));
            }
            if across(line, at + 1)? {
                self.south[start + col / 64] |= 1 << (col % 64);
            } else if self.rows == 0 {
                open.push(col);
            }
        }
        let end = self.cols * 4;
        if line.at(end) != self.post {
            return Err(line.fault(end, |found| FormatError::Post { found, expected: char::from(self.post) }));
        }
        self.check_end(line)?;
        if self.rows == 0 {
            // The top border belongs to no row.
            self.south.clear();
        }
        Ok(open)
    }

    /// Reads a row of cells and vertical walls.
    fn upright(&mut self, line: &Line<'_>) -> Result<(), Fault> {
        let row = self.rows;
        self.rows += 1;
        if self.rows.saturating_mul(self.cols) >= u32::MAX as usize {
            let error = FormatError::TooLarge { rows: self.rows, cols: self.cols };
            return Err(Located::new(line.number, 1, error));
        }
        let start = self.east.len();
        self.east.resize(start + self.stride, 0);
        let wall = |at: usize| match line.at(at) {
            b'|' => Ok(true),
            b' ' | b'.' => Ok(false),
            _ => Err(line.fault(at, |found| FormatError::Upright { found })),
        };
        if !wall(0)? {
            self.gaps.push((row, 0, Dir::Left));
        }
        for col in 0..self.cols {
            let at = col * 4 + 1;
            let cell = [line.at(at), line.at(at + 1), line.at(at + 2)];
            if cell != *b"   " {
                let bad = [0, 2].into_iter().find(|&side| cell[side] != b' ');
                if let Some(bad) = bad.or((!cell[1].is_ascii_alphanumeric()).then_some(1)) {
                    return Err(line.fault(at + bad, |found| FormatError::Inside { found }));
                }
                self.marks.push((row, col, char::from(cell[1])));
            }
            if wall(at + 3)? {
                self.east[start + col / 64] |= 1 << (col % 64);
            } else if col + 1 == self.cols {
                self.gaps.push((row, col, Dir::Right));
            }
        }
        self.check_end(line)
    }

    fn check_end(&self, line: &Line<'_>) -> Result<(), Fault> {
        let end = self.cols * 4 + 1;
        match line.text.get(end..).and_then(|rest| rest.iter().position(|&byte| byte != b' ')) {
            Some(bad) => Err(line.fault(end + bad, |found| FormatError::Beyond { found, cols: self.cols })),
            None => Ok(()),
        }
    }

    fn finish(mut self) -> Result<Maze, Fault> {
        let (rows, cols, stride) = (self.rows, self.cols, self.stride);
        let refused = |_| Located::new(1, 1, FormatError::TooLarge { rows, cols });
        let size = Size::new(rows, cols).map_err(refused)?;
        let last = &self.south[(rows - 1) * stride..];
        let open = (0..cols).filter(|col| last[col / 64] >> (col % 64) & 1 == 0);
        self.gaps.extend(open.map(|col| (rows - 1, col, Dir::Down)));
        let (mut east, mut south) = (BitGrid::new(size), BitGrid::new(size));
        east.edit(|words| words.copy_from_slice(&self.east));
        south.edit(|words| words.copy_from_slice(&self.south));
        let cell = |row: usize, col: usize| Cell::new((row * cols + col) as u32);
        let marks: BTreeMap<Cell, char> = self.marks.iter().map(|&(row, col, mark)| (cell(row, col), mark)).collect();
        let gaps: BTreeSet<(Cell, Dir)> = self.gaps.iter().map(|&(row, col, dir)| (cell(row, col), dir)).collect();
        Ok(Maze { walls: Walls::from_planes(east, south), marks, gaps, absent: None })
    }
}
