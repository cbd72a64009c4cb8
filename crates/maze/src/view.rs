//! The board as those who watch see it.

use crate::watch::{Change, Mark, Step};
use dedale_grid::{Cell, Grid, Walls};

/// Walls, marks and the current cell, changed step by step in either
/// direction.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    walls: Walls,
    marks: Grid<Mark>,
    current: Option<Cell>,
}

impl View {
    /// A board on which nothing happened yet.
    pub fn new(walls: Walls) -> Self {
        let marks = Grid::new(walls.size(), Mark::Fresh);
        Self { walls, marks, current: None }
    }

    /// The walls.
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// The walls alone.
    pub fn into_walls(self) -> Walls {
        self.walls
    }

    /// The mark of a cell.
    pub fn mark(&self, cell: Cell) -> Mark {
        self.marks[cell]
    }

    /// The cell where something happens.
    pub fn current(&self) -> Option<Cell> {
        self.current
    }

    /// Does a step, and puts the marks that cells had before into it: an
    /// algorithm knows what it makes of a cell, not always what was there.
    pub fn apply(&mut self, step: &mut Step) {
        for change in step.changes_mut() {
            if let Change::Mark { cell, from, .. } = change {
                *from = self.marks[*cell];
            }
            self.change(*change);
        }
    }

    /// Does one change.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Open(cell, dir) => {
                self.walls.open(cell, dir);
            }
            Change::Close(cell, dir) => {
                self.walls.close(cell, dir);
            }
            Change::Mark { cell, to, .. } => self.marks[cell] = to,
            Change::Current(cell) => self.current = Some(cell),
        }
    }

    /// Undoes one change. `before` is the cell that was current before it.
    pub fn undo(&mut self, change: Change, before: Option<Cell>) {
        match change {
            Change::Open(cell, dir) => self.change(Change::Close(cell, dir)),
            Change::Close(cell, dir) => self.change(Change::Open(cell, dir)),
            Change::Mark { cell, from, .. } => self.marks[cell] = from,
            Change::Current(_) => self.current = before,
        }
    }
}
