//! A maze checked while it is read, row by row: any number of rows with memory
//! for one.
//!
//! The checker knows nothing of how mazes are made. It keeps for every cell of
//! the row above the piece it belongs to; a passage inside a piece is a cycle,
//! a piece that no cell of the next row goes on with is cut off.

use dedale_text::messages;
use serde::Serialize;
use std::io::{self, BufRead, Read};

/// What a stream of rows is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "MazeStream"))]
pub struct StreamSurvey {
    /// Columns of the board.
    pub columns: u64,
    /// Rows of the board.
    pub rows: u64,
    /// Cells of the board.
    pub cells: u64,
    /// Passages between them.
    pub passages: u64,
    /// Pieces between which there is no way.
    pub components: u64,
    /// Passages that could be closed without making more pieces.
    pub cycles: u64,
    /// One piece without cycles.
    pub perfect: bool,
}

messages! {
    /// Why a stream is not a maze.
    pub enum StreamError {
        /// A line that does not fit.
        Line { line: u64 } =>
            "line {line}: not a row of walls as wide as the first", "ligne {line} : ce n'est pas une rangée de murs aussi large que la première";
        /// The stream stops too early.
        End { line: u64 } => "line {line}: found the end, expected a row of walls", "ligne {line} : trouvé la fin, attendu une rangée de murs";
        /// The system failed.
        Read { reason: String } => "{reason}", "{reason}";
    }
}

/// Checks the text of a maze (`.maz`) on squares or hexagons while it is read.
///
/// ```
/// let text = "o---o---o\n|       |\no---o   o\n|       |\no---o---o\n";
/// let survey = dedale_maze::analysis::check_stream(text.as_bytes())?;
/// assert!(survey.perfect && survey.cells == 4);
/// # Ok::<(), dedale_maze::analysis::StreamError>(())
/// ```
pub fn check_stream(text: impl BufRead) -> Result<StreamSurvey, StreamError> {
    let mut lines = Lines { text, line: Vec::new(), number: 0, longest: LONGEST };
    lines.next()?;
    // Walls of hexagons are indented by two.
    lines.longest = lines.line.len() as u64 + 8;
    let first = &lines.line;
    let columns = first.len() / 4;
    // Posts stand two characters apart above hexagons, four above squares.
    let hex = first.get(2).is_some_and(is_post);
    let posts = first.iter().step_by(if hex { 2 } else { 4 });
    if columns == 0 || first.len() != columns * 4 + 1 || !posts.clone().all(is_post) {
        return Err(StreamError::Line { line: 1 });
    }
    let mut pieces = Pieces::new(columns);
    let (mut rows, mut passages, mut components, mut cycles) = (0, 0, 0, 0);
    while lines.next()? {
        let odd = hex && rows % 2 == 1;
        let start = if odd { 2 } else { 0 };
        let line = lines.of_length(start + columns * 4 + 1)?;
        for column in 0..columns - 1 {
            match line[start + column * 4 + 4] {
                b' ' => {
                    passages += 1;
                    cycles += u64::from(!pieces.join(column, column + 1));
                }
                b'|' => {}
                _ => return Err(lines.wrong()),
            }
        }
        rows += 1;
        if !lines.next()? {
            return Err(StreamError::End { line: lines.number });
        }
        let mut open = |above: usize, below: usize| {
            passages += 1;
            cycles += u64::from(!pieces.join(above, columns + below));
        };
        let read = if hex {
            hexagons_below(&lines.line, columns, odd, &mut open)
        } else {
            squares_below(&lines.line, columns, &mut open)
        };
        read.ok_or_else(|| lines.wrong())?;
        components += pieces.descend();
        if hex && is_hexagon_floor(&lines.line, columns, odd) {
            if lines.next()? {
                return Err(lines.wrong());
            }
            return Ok(survey(columns, rows, passages, components, cycles));
        }
    }
    if rows == 0 || hex {
        return Err(StreamError::End { line: lines.number });
    }
    Ok(survey(columns, rows, passages, components, cycles))
}

fn survey(columns: usize, rows: u64, passages: u64, components: u64, cycles: u64) -> StreamSurvey {
    let columns = columns as u64;
    let perfect = components == 1 && cycles == 0;
    StreamSurvey { columns, rows, cells: columns * rows, passages, components, cycles, perfect }
}

fn is_post(byte: &u8) -> bool {
    matches!(byte, b'o' | b'+')
}

/// The most bytes of a first line; later ones are about as long.
const LONGEST: u64 = 1 << 28;

/// The lines of a text, one at a time.
struct Lines<R> {
    text: R,
    line: Vec<u8>,
    number: u64,
    /// The most bytes of a line.
    longest: u64,
}

impl<R: BufRead> Lines<R> {
    /// Reads a line; false at the end.
    fn next(&mut self) -> Result<bool, StreamError> {
        self.line.clear();
        self.number += 1;
        let read = self.text.by_ref().take(self.longest).read_until(b'\n', &mut self.line);
        let got = read.map_err(|error: io::Error| StreamError::Read { reason: error.to_string() })?;
        if got as u64 == self.longest && self.line.last() != Some(&b'\n') {
            return Err(self.wrong());
        }
        while self.line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            self.line.pop();
        }
        Ok(got > 0)
    }

    fn wrong(&self) -> StreamError {
        StreamError::Line { line: self.number }
    }

    fn of_length(&self, length: usize) -> Result<&[u8], StreamError> {
        if self.line.len() == length { Ok(&self.line) } else { Err(self.wrong()) }
    }
}

/// Tells the passages below a row of squares: none if the line is wrong.
fn squares_below(line: &[u8], columns: usize, mut open: impl FnMut(usize, usize)) -> Option<()> {
    if line.len() != columns * 4 + 1 {
        return None;
    }
    for column in 0..columns {
        match line[column * 4 + 2] {
            b' ' => open(column, column),
            b'-' => {}
            _ => return None,
        }
    }
    Some(())
}

/// Tells the passages below a row of hexagons. Each character between two
/// posts is a wall between the cell above it and the cell below it; rows are
/// shifted by one such character in turns. The line below the last row is as
/// wide as that row alone, and has only walls.
fn hexagons_below(line: &[u8], columns: usize, odd: bool, mut open: impl FnMut(usize, usize)) -> Option<()> {
    if line.len() != columns * 4 + 3 {
        return is_hexagon_floor(line, columns, odd).then_some(());
    }
    if odd && line.starts_with(b"  ") {
        return is_hexagon_floor(line, columns, odd).then_some(());
    }
    for (half, pair) in line.chunks(2).enumerate() {
        match pair {
            [post] | [post, b'-'] if is_post(post) => {}
            [post, b' '] if is_post(post) => {
                let cell = |shift: bool| half.checked_sub(shift.into()).map(|half| half / 2).filter(|at| *at < columns);
                open(cell(odd)?, cell(!odd)?);
            }
            _ => return None,
        }
    }
    Some(())
}

/// Whether a line is the one below the last row of hexagons.
fn is_hexagon_floor(line: &[u8], columns: usize, odd: bool) -> bool {
    let line = if odd { line.strip_prefix(b"  ").unwrap_or_default() } else { line };
    line.len() == columns * 4 + 1 && line.chunks(2).all(|pair| matches!(pair, [post] | [post, b'-'] if is_post(post)))
}

/// The pieces of a row of cells and, after them, of the row below: a small
/// union-find, made anew for each row.
struct Pieces {
    columns: usize,
    parent: Vec<u32>,
    /// The first cell below of each piece above, which stands for it there.
    renamed: Vec<u32>,
    below: Vec<u32>,
}

impl Pieces {
    fn new(columns: usize) -> Self {
        let parent = (0..2 * columns as u32).collect();
        Self { columns, parent, renamed: vec![u32::MAX; columns], below: vec![0; columns] }
    }

    #[inline]
    fn root(&mut self, cell: usize) -> usize {
        let mut at = cell;
        while self.parent[at] as usize != at {
            let above = self.parent[self.parent[at] as usize];
            self.parent[at] = above;
            at = above as usize;
        }
        at
    }

    /// Joins the pieces of two cells; false if they are one already. The
    /// smallest cell is the root.
    #[inline]
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b) as u32;
        a != b
    }

    /// Goes on to the row below; gives the pieces that end above it.
    fn descend(&mut self) -> u64 {
        let columns = self.columns;
        self.renamed.fill(u32::MAX);
        for cell in 0..columns {
            let root = self.root(columns + cell);
            self.below[cell] = match self.renamed.get_mut(root) {
                Some(name) => {
                    *name = (*name).min(cell as u32);
                    *name
                }
                // No passage leads to it from above.
                None => cell as u32,
            };
        }
        let is_root = |cell: &usize| self.parent[*cell] as usize == *cell;
        let ended = (0..columns).filter(is_root).filter(|&cell| self.renamed[cell] == u32::MAX).count();
        self.parent[..columns].copy_from_slice(&self.below);
        for (cell, parent) in self.parent.iter_mut().enumerate().skip(columns) {
            *parent = cell as u32;
        }
        ended as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::survey;
    use crate::surface::Edge;
    use crate::{Algorithm, Maze, Options, Plan, formats, generate};
    use dedale_grid::{Cell, Dir, Rng, Size};
    use std::sync::Arc;

    #[test]
    fn it_agrees_with_the_survey_of_a_whole_maze() {
        let mut rng = Rng::new(5);
        for round in 0..300 {
            let size = Size::new(1 + rng.index(12), 1 + rng.index(12)).unwrap();
            let mut plan = Plan::new(size);
            for _ in 0..rng.index(1 + size.area() / (1 + round % 4)) {
                plan.fix(Cell::new(rng.index(size.area()) as u32), Dir::from_index(rng.index(4)));
            }
            let options = Options { braid: [0.0, 0.5, 1.0][round % 3], ..Options::default() };
            let algorithm = [Algorithm::Wilson, Algorithm::Empty, Algorithm::Eller][round / 3 % 3];
            let maze = Maze::from(generate(algorithm, &plan, &options, rng.bits()));
            let mut text = Vec::new();
            formats::write_text(&maze, &mut text).unwrap();
            let (found, expected) = (check_stream(&text[..]).unwrap(), survey(&maze));
            assert_eq!(
                (found.components, found.cycles, found.perfect, found.rows, found.columns),
                (
                    expected.components as u64,
                    expected.cycles as u64,
                    expected.perfect,
                    expected.rows as u64,
                    expected.columns as u64
                ),
                "round {round}\n{}",
                String::from_utf8_lossy(&text)
            );
        }
    }

    #[test]
    fn it_agrees_on_hexagons() {
        use crate::surface::{GraphMaze, Kind, Surface, survey, write_hex_text};
        let mut rng = Rng::new(6);
        for round in 0..200 {
            let (columns, rows) = (1 + rng.index(9) as u32, 1 + rng.index(9) as u32);
            let graph = Arc::new(Surface::new(Kind::Hex, columns, rows).unwrap().graph());
            let mut maze = GraphMaze::closed(Arc::clone(&graph));
            for edge in 0..graph.edges() {
                maze.set(Edge::new(edge as u32), rng.index(6) < round % 6);
            }
            let mut text = Vec::new();
            write_hex_text(&maze, &mut text).unwrap();
            let (found, expected) = (check_stream(&text[..]).unwrap(), survey(&maze));
            assert_eq!(
                (found.components, found.cycles, found.perfect, found.passages),
                (expected.components as u64, expected.cycles as u64, expected.perfect, maze.passages() as u64),
                "round {round}\n{}",
                String::from_utf8_lossy(&text)
            );
        }
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let endless = io::BufReader::new(io::Read::chain(&b"o---o\n"[..], io::repeat(b' ')));
        assert_eq!(check_stream(endless), Err(StreamError::Line { line: 2 }));
    }

    #[test]
    fn what_is_no_maze_is_refused() {
        for text in [
            "",
            "x",
            "o---o\n",
            "o---o\n|   |\n",
            "o---o\n|  |\no---o\n",
            "o---o---o\n|   x   |\no---o---o\n",
            "o-o-o\n",
            "o-o-o\n|   |\n",
            "o-o-o\n|   |\no-o-o-o\n",
            "o-o-o\n|   |\no-o o\n",
            "o-o-o\n|   |\no-o-o\n  |   |\n  o-o-o\n",
            "o-o-o\n|   |\no o-o-o\n  |   |\n  o-o-o\n",
        ] {
            assert!(check_stream(text.as_bytes()).is_err(), "{text:?}");
        }
    }
}
