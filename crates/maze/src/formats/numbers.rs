//! The number lists of the micromouse simulator mms: one line `X Y N E S W` for
//! each cell, the last four 1 for a wall and 0 for none; cell 0 0 is at the
//! bottom left.

use super::{Fault, FormatError, shown};
use crate::maze::Maze;
use dedale_grid::{Cell, Dir, Size, Walls};
use dedale_text::Located;

struct Entry {
    x: usize,
    y: usize,
    /// Bit [`Dir::index`]: a wall on that side.
    walls: u8,
    line: usize,
    /// Where each wall stands in its line.
    columns: [usize; 4],
}

pub(super) fn read(bytes: &[u8]) -> Result<Maze, Fault> {
    let mut entries = Vec::new();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !line.trim_ascii().is_empty() {
            entries.push(entry(line, index + 1)?);
        }
    }
    let cols = entries.iter().map(|entry| entry.x).max().unwrap_or(0) + 1;
    let rows = entries.iter().map(|entry| entry.y).max().unwrap_or(0) + 1;
    let last = entries.last().map_or(1, |entry| entry.line);
    // A cell far away does not make a large board: every cell has a line.
    let size = Size::new(rows, cols).map_err(|_| Located::new(last, 1, FormatError::TooLarge { rows, cols }))?;
    let mut order: Vec<usize> = (0..entries.len()).collect();
    let place = |entry: &Entry| (entry.y * cols + entry.x, entry.line);
    order.sort_unstable_by_key(|&index| place(&entries[index]));
    for (expected, &index) in order.iter().enumerate() {
        let entry = &entries[index];
        let found = entry.y * cols + entry.x;
        if found < expected {
            return Err(Located::new(entry.line, 1, FormatError::Twice { x: entry.x, y: entry.y }));
        }
        if found > expected {
            let error = FormatError::Missing { x: expected % cols, y: expected / cols };
            return Err(Located::new(last + 1, 1, error));
        }
    }
    if order.len() < size.area() {
        let error = FormatError::Missing { x: order.len() % cols, y: order.len() / cols };
        return Err(Located::new(last + 1, 1, error));
    }
    let mut maze = Maze::from(Walls::closed(size));
    for &index in &order {
        let entry = &entries[index];
        let cell = Cell::new(((rows - 1 - entry.y) * cols + entry.x) as u32);
        for dir in Dir::ALL {
            let wall = entry.walls >> dir.index() & 1 == 1;
            match size.step(cell, dir) {
                None if !wall => {
                    maze.gaps.insert((cell, dir));
                }
                None => {}
                Some(other) => {
                    let (x, y) = (other.index() % cols, rows - 1 - other.index() / cols);
                    let beside = &entries[order[y * cols + x]];
                    if (beside.walls >> dir.opposite().index() & 1 == 1) != wall {
                        let column = entry.columns[dir.index()];
                        return Err(Located::new(entry.line, column, FormatError::OneSided { x, y }));
                    }
                    if !wall {
                        maze.walls.open(cell, dir);
                    }
                }
            }
        }
    }
    Ok(maze)
}

fn entry(line: &[u8], number: usize) -> Result<Entry, Fault> {
    let mut numbers = [0usize; 6];
    let mut columns = [0usize; 6];
    let mut at = 0;
    for index in 0..6 {
        while line.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let start = at;
        while line.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        let text = std::str::from_utf8(&line[start..at]).unwrap_or_default();
        let limit = if index < 2 { 1 << 20 } else { 1 };
        match text.parse::<usize>() {
            Ok(value) if value <= limit => (numbers[index], columns[index]) = (value, start + 1),
            _ => {
                let found = shown(line.get(start).map(|&byte| char::from(byte)));
                let error =
                    if index < 2 { FormatError::Coordinate { found } } else { FormatError::ZeroOrOne { found } };
                return Err(Located::new(number, start + 1, error));
            }
        }
    }
    if let Some(bad) = line[at..].iter().position(|byte| !byte.is_ascii_whitespace()) {
        let found = shown(Some(char::from(line[at + bad])));
        return Err(Located::new(number, at + bad + 1, FormatError::Seventh { found }));
    }
    let [x, y, walls @ ..] = numbers;
    let walls = walls.iter().enumerate().fold(0, |set, (index, &wall)| set | (wall as u8) << index);
    Ok(Entry { x, y, walls, line: number, columns: [columns[2], columns[3], columns[4], columns[5]] })
}

/// The list of a maze, column by column from the bottom left as the simulator
/// writes it.
pub fn to_numbers(maze: &Maze) -> String {
    let size = maze.size();
    let mut text = String::new();
    for col in 0..size.cols() {
        for y in 0..size.rows() {
            let cell = Cell::new(((size.rows() - 1 - y) * size.cols() + col) as u32);
            text += &format!("{col} {y}");
            for dir in Dir::ALL {
                let open = maze.walls.is_open(cell, dir) || maze.gaps.contains(&(cell, dir));
                text += if open { " 0" } else { " 1" };
            }
            text.push('\n');
        }
    }
    text
}
