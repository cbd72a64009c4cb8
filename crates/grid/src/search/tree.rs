//! What a search leaves behind.

use crate::{Cell, Marks};

/// For every cell that was reached: what it costs to get there, and from where
/// one comes. Emptied in O(1) when the next search begins.
#[derive(Clone, Debug)]
pub struct Tree {
    reached: Marks,
    /// Cost and predecessor; a source is its own predecessor.
    arrivals: Vec<(u32, Cell)>,
}

impl Tree {
    pub(super) fn new() -> Self {
        Self { reached: Marks::new(0), arrivals: Vec::new() }
    }

    pub(super) fn reset(&mut self, area: usize) {
        self.reached.reset(area);
        if area > self.arrivals.len() {
            self.arrivals.resize(area, (0, Cell::default()));
        }
    }

    /// Records the first arrival at a cell; false for a later one.
    #[inline]
    pub(super) fn arrive(&mut self, cell: Cell, cost: u32, from: Cell) -> bool {
        let fresh = self.reached.insert(cell.index());
        if fresh {
            self.arrivals[cell.index()] = (cost, from);
        }
        fresh
    }

    /// Records an arrival if it is the first or cheaper than all before.
    #[inline]
    pub(super) fn improve(&mut self, cell: Cell, cost: u32, from: Cell) -> bool {
        let better = self.reached.insert(cell.index()) || cost < self.arrivals[cell.index()].0;
        if better {
            self.arrivals[cell.index()] = (cost, from);
        }
        better
    }

    /// Whether this is the best known cost of a cell that was reached.
    #[inline]
    pub(super) fn is_best(&self, cell: Cell, cost: u32) -> bool {
        self.arrivals[cell.index()].0 == cost
    }

    #[inline]
    fn arrival(&self, cell: Cell) -> Option<(u32, Cell)> {
        let reached = cell.index() < self.reached.len() && self.reached.contains(cell.index());
        reached.then(|| self.arrivals[cell.index()])
    }

    /// The cost of reaching a cell, `None` if the search did not come there.
    /// After an early stop only the cells that were settled have their final
    /// cost.
    #[inline]
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        self.arrival(cell).map(|(cost, _)| cost)
    }

    /// The cell before this one on its path; `None` for a source and for a
    /// cell that was not reached.
    #[inline]
    pub fn before(&self, cell: Cell) -> Option<Cell> {
        self.arrival(cell).map(|(_, from)| from).filter(|&from| from != cell)
    }

    /// The path from a source to a cell, both included; empty if the cell was
    /// not reached.
    pub fn path(&self, cell: Cell) -> Vec<Cell> {
        let mut path = Vec::new();
        self.path_into(cell, &mut path);
        path
    }

    /// [`Tree::path`] into a buffer, which is emptied first.
    pub fn path_into(&self, cell: Cell, path: &mut Vec<Cell>) {
        path.clear();
        path.extend(self.arrival(cell).map(|_| cell));
        while let Some(before) = path.last().and_then(|&at| self.before(at)) {
            path.push(before);
        }
        path.reverse();
    }
}
