//! A maze checked while it is read, row by row: any number of rows with memory
//! for one.
//!
//! The checker knows nothing of how mazes are made. It keeps for every cell of
//! the row above the piece it belongs to; a passage inside a piece is a cycle,
//! a piece that no cell of the next row goes on with is cut off.

use dedale_text::messages;
use serde::Serialize;
use std::io::{self, BufRead};

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

/// Checks the text of a maze (`.maz`) while it is read.
///
/// ```
/// let text = "o---o---o\n|       |\no---o   o\n|       |\no---o---o\n";
/// let survey = dedale_maze::analysis::check_stream(text.as_bytes())?;
/// assert!(survey.perfect && survey.cells == 4);
/// # Ok::<(), dedale_maze::analysis::StreamError>(())
/// ```
pub fn check_stream(mut text: impl BufRead) -> Result<StreamSurvey, StreamError> {
    let mut line = Vec::new();
    let mut number = 0;
    let mut next = |line: &mut Vec<u8>| -> Result<bool, StreamError> {
        line.clear();
        number += 1;
        let read = text.read_until(b'\n', line);
        let got = read.map_err(|error: io::Error| StreamError::Read { reason: error.to_string() })?;
        while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            line.pop();
        }
        Ok(got > 0)
    };
    next(&mut line)?;
    let columns = line.len() / 4;
    if columns == 0 || line.len() != columns * 4 + 1 || !line.iter().step_by(4).all(|&post| matches!(post, b'o' | b'+'))
    {
        return Err(StreamError::Line { line: 1 });
    }
    let mut row = Row::new(columns);
    let mut survey = StreamSurvey {
        columns: columns as u64,
        rows: 0,
        cells: 0,
        passages: 0,
        components: 0,
        cycles: 0,
        perfect: false,
    };
    while next(&mut line)? {
        let line_number = 2 * survey.rows + 2;
        if line.len() != columns * 4 + 1 {
            return Err(StreamError::Line { line: line_number });
        }
        for column in 0..columns - 1 {
            match line[column * 4 + 4] {
                b' ' => {
                    survey.passages += 1;
                    survey.cycles += u64::from(!row.join(column, column + 1));
                }
                b'|' => {}
                _ => return Err(StreamError::Line { line: line_number }),
            }
        }
        survey.rows += 1;
        if !next(&mut line)? {
            return Err(StreamError::End { line: line_number + 1 });
        }
        if line.len() != columns * 4 + 1 {
            return Err(StreamError::Line { line: line_number + 1 });
        }
        let walls = &line;
        let mut bad = false;
        let (kept, lost) = row.descend(|column| match walls[column * 4 + 2] {
            b' ' => true,
            b'-' => false,
            _ => {
                bad = true;
                false
            }
        });
        if bad {
            return Err(StreamError::Line { line: line_number + 1 });
        }
        survey.passages += kept;
        survey.components += lost;
    }
    if survey.rows == 0 {
        return Err(StreamError::End { line: 2 });
    }
    survey.cells = survey.columns * survey.rows;
    survey.perfect = survey.components == 1 && survey.cycles == 0;
    Ok(survey)
}

/// The pieces of a row of cells: a small union-find, made anew for each row.
struct Row {
    parent: Vec<u32>,
    /// The new number of each old root, in the row that follows.
    renamed: Vec<u32>,
}

impl Row {
    fn new(columns: usize) -> Self {
        Self { parent: (0..columns as u32).collect(), renamed: vec![u32::MAX; columns] }
    }

    fn root(&mut self, cell: usize) -> usize {
        let mut at = cell;
        while self.parent[at] as usize != at {
            let above = self.parent[self.parent[at] as usize];
            self.parent[at] = above;
            at = above as usize;
        }
        at
    }

    /// Joins the pieces of two cells; false if they are one already.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b) as u32;
        a != b
    }

    /// Goes on to the next row: gives the passages down, and the pieces that
    /// none of them leads on from.
    fn descend(&mut self, mut open: impl FnMut(usize) -> bool) -> (u64, u64) {
        let columns = self.parent.len();
        let roots: Vec<u32> = (0..columns).map(|cell| self.root(cell) as u32).collect();
        self.renamed.fill(u32::MAX);
        let mut passages = 0;
        let mut below: Vec<u32> = (0..columns as u32).collect();
        for (column, &root) in roots.iter().enumerate() {
            if open(column) {
                passages += 1;
                // The first cell below of each piece stands for it.
                let name = &mut self.renamed[root as usize];
                if *name == u32::MAX {
                    *name = column as u32;
                }
                below[column] = *name;
            }
        }
        let is_root = |&cell: &usize| roots[cell] as usize == cell;
        let lost = (0..columns).filter(is_root).filter(|&cell| self.renamed[cell] == u32::MAX).count();
        self.parent = below;
        (passages, lost as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::survey;
    use crate::{Algorithm, Maze, Options, Plan, formats, generate};
    use dedale_grid::{Cell, Dir, Rng, Size};

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
    fn what_is_no_maze_is_refused() {
        for text in ["", "x", "o---o\n", "o---o\n|   |\n", "o---o\n|  |\no---o\n", "o---o---o\n|   x   |\no---o---o\n"]
        {
            assert!(check_stream(text.as_bytes()).is_err(), "{text:?}");
        }
    }
}
