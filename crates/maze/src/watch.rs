//! What a step changes, and those who look on.

use dedale_grid::{Cell, Dir};

/// What an algorithm thinks of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Not looked at yet.
    #[default]
    Fresh,
    /// Beside what is known, waiting for its turn.
    Frontier,
    /// Part of the maze, or explored by a solver.
    Visited,
    /// On the walk that is being made now.
    Walk,
    /// Finished with: nothing more comes from here.
    Done,
}

impl Mark {
    /// All marks, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Fresh, Self::Frontier, Self::Visited, Self::Walk, Self::Done];
}

/// One change. Together with the state before, every change can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The wall on one side of a cell is taken away.
    Open(Cell, Dir),
    /// A breakable wall is built on one side of a cell.
    Close(Cell, Dir),
    /// A cell gets another mark.
    Mark {
        /// The cell.
        cell: Cell,
        /// Its mark before.
        from: Mark,
        /// Its mark now.
        to: Mark,
    },
    /// Attention moves to a cell.
    Current(Cell),
}

/// Someone who may look on while an algorithm works.
///
/// Algorithms are written once, for any onlooker. With [`Silent`] the
/// compiler removes the reports, which is the fast form; with a [`Step`] they
/// are collected, which is the form that is watched. Both are the same
/// algorithm and give the same maze for the same seed.
pub trait Watch {
    /// Whether anyone looks.
    const ON: bool;

    /// Something changed.
    fn change(&mut self, change: Change);

    /// A cell gets another mark.
    fn mark(&mut self, cell: Cell, from: Mark, to: Mark) {
        if from != to {
            self.change(Change::Mark { cell, from, to });
        }
    }
}

/// Nobody looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {
    const ON: bool = false;

    #[inline(always)]
    fn change(&mut self, _: Change) {}
}

/// The changes of one step; the buffer is reused from step to step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    changes: Vec<Change>,
}

impl Step {
    /// A step that has not changed anything yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What changed, in order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    pub(crate) fn changes_mut(&mut self) -> &mut [Change] {
        &mut self.changes
    }

    /// Forgets the changes, keeping the memory.
    pub fn clear(&mut self) {
        self.changes.clear();
    }
}

impl Watch for Step {
    const ON: bool = true;

    fn change(&mut self, change: Change) {
        self.changes.push(change);
    }
}
