//! A maze as it is kept in files: walls, and what people wrote into it.

use dedale_grid::{BitGrid, Cell, Dir, Size, Walls};
use std::collections::{BTreeMap, BTreeSet};

/// Walls with marks in cells, gaps in the border and cells left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Maze {
    /// The walls between cells.
    pub walls: Walls,
    /// Letters in cells; `S` is where a way begins and `G` where it may end.
    pub marks: BTreeMap<Cell, char>,
    /// Where the border is open. Nobody leaves the board through it, but a
    /// file that has gaps keeps them.
    pub gaps: BTreeSet<(Cell, Dir)>,
    /// Cells that are not part of the maze, if there are any.
    pub absent: Option<BitGrid>,
}

impl From<Walls> for Maze {
    fn from(walls: Walls) -> Self {
        Self { walls, marks: BTreeMap::new(), gaps: BTreeSet::new(), absent: None }
    }
}

impl Maze {
    /// The size.
    pub fn size(&self) -> Size {
        self.walls.size()
    }

    /// Whether a cell is part of the maze.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.index() < self.size().area() && self.absent.as_ref().is_none_or(|absent| !absent.get(cell))
    }

    /// How many cells are part of the maze.
    pub fn cells(&self) -> usize {
        self.size().area() - self.absent.as_ref().map_or(0, BitGrid::count)
    }

    /// The first and the last cell of the maze, row by row: top left and bottom
    /// right where these are part of it. Nothing if no cell is.
    pub fn corners(&self) -> Option<(Cell, Cell)> {
        let mut cells = self.size().cells().filter(|&cell| self.contains(cell));
        let first = cells.next()?;
        let last = self.size().cells().rev().find(|&cell| self.contains(cell))?;
        Some((first, last))
    }

    /// Where a way begins: the first `S`, or the first cell.
    pub fn start(&self) -> Option<Cell> {
        self.marked('S').next().or_else(|| self.corners().map(|(first, _)| first))
    }

    /// Where a way may end: every `G`, or the last cell.
    pub fn goals(&self) -> Vec<Cell> {
        let marked: Vec<Cell> = self.marked('G').collect();
        if marked.is_empty() { self.corners().map(|(_, last)| last).into_iter().collect() } else { marked }
    }

    fn marked(&self, letter: char) -> impl Iterator<Item = Cell> {
        self.marks.iter().filter(move |(_, mark)| **mark == letter).map(|(&cell, _)| cell)
    }
}
