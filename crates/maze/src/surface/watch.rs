//! What a step changes on a graph.

use super::graph::Edge;
use crate::watch::Mark;
use dedale_grid::Cell;

/// One change. Together with the state before, every change can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A wall is taken away.
    Open(Edge),
    /// A wall is built.
    Close(Edge),
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

/// The changes of one step; the buffer is reused from step to step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    pub(super) changes: Vec<Change>,
}

impl Step {
    /// A step of some changes.
    pub fn of(changes: Vec<Change>) -> Self {
        Self { changes }
    }

    /// What changed, in order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }
}

/// Someone who may look on: changes are kept only if anybody does.
#[derive(Debug, Default)]
pub(super) struct Onlooker(pub Option<Step>);

impl Onlooker {
    pub fn watching() -> Self {
        Self(Some(Step::default()))
    }

    /// Gives what was told since it was last asked.
    pub fn hand_over(&mut self, step: &mut Step) {
        step.changes.clear();
        if let Some(told) = &mut self.0 {
            std::mem::swap(told, step);
        }
    }

    #[inline]
    pub fn tell(&mut self, change: Change) {
        if let Some(step) = &mut self.0 {
            step.changes.push(change);
        }
    }

    /// A cell gets a mark; which it had before is filled in by the view.
    #[inline]
    pub fn mark(&mut self, cell: Cell, to: Mark) {
        self.tell(Change::Mark { cell, from: Mark::Fresh, to });
    }
}
