//! The shape of a maze: in how many pieces it is, how many cycles it has.

use crate::maze::Maze;
use crate::nibbles::Nibbles;
use crate::solvers::{Method, solve};
use serde::Serialize;

/// The answer to "what is this?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "MazeSurvey"))]
pub struct Survey {
    /// Columns of the board.
    pub columns: usize,
    /// Rows of the board.
    pub rows: usize,
    /// Whether there is a way between any two cells.
    pub connected: bool,
    /// Connected, and without cycles.
    pub perfect: bool,
    /// Pieces between which there is no way.
    pub components: usize,
    /// Passages that could be closed without making more pieces.
    pub cycles: usize,
    /// Cells with exactly one passage.
    pub dead_ends: usize,
    /// Cells with three or four passages.
    pub junctions: usize,
    /// Steps of the shortest way from the first cell to the last, top left to
    /// bottom right; nothing if there is none.
    pub solution_length: Option<usize>,
}

/// Surveys a maze in O(cells), with about a byte a cell.
pub fn survey(maze: &Maze) -> Survey {
    let size = maze.size();
    let passages = Nibbles::passages(&maze.walls);
    let (mut components, mut sides, mut dead_ends, mut junctions) = (0, 0, 0, 0);
    let mut seen = Nibbles::new(size, 0, 1);
    if let Some(absent) = &maze.absent {
        absent.cells().for_each(|cell| seen.set(seen.frame.place(cell), 1));
    }
    let frame = passages.frame;
    let mut stack = Vec::new();
    for row in 0..size.rows() {
        for root in frame.words(row).start * 16..frame.words(row).start * 16 + size.cols() {
            let openings = passages.get(root).count_ones() as usize;
            sides += openings;
            dead_ends += usize::from(openings == 1);
            junctions += usize::from(openings > 2);
            if seen.get(root) != 0 {
                continue;
            }
            components += 1;
            seen.set(root, 1);
            stack.push(root as u32);
            while let Some(at) = stack.pop() {
                let open = passages.get(at as usize);
                for dir in (0..4).filter(|dir| open >> dir & 1 == 1) {
                    let next = frame.step(at as usize, dir);
                    if seen.get(next) == 0 {
                        seen.set(next, 1);
                        stack.push(next as u32);
                    }
                }
            }
        }
    }
    drop((passages, seen));
    let cycles = (sides / 2 + components).saturating_sub(maze.cells());
    let path = maze.corners().and_then(|(first, last)| solve(maze, Method::Bfs, first, &[last]).path);
    Survey {
        columns: size.cols(),
        rows: size.rows(),
        connected: components == 1,
        perfect: components == 1 && cycles == 0,
        components,
        cycles,
        dead_ends,
        junctions,
        solution_length: path.map(|path| path.len() - 1),
    }
}
