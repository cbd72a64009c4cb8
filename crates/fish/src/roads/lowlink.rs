//! The specification's second algorithm: one depth-first search.
//!
//! Each cell gets its depth `P` and its low-link `R`, the smallest depth that
//! can be reached from it by used arcs and then one ignored arc. A cell `u` is
//! a road
//!
//! 1. if it is the only access to a built cell — the start included;
//! 2. if it is not the start and has a used arc `u → v` with `R(v) ≥ P(u)`;
//! 3. if it is the start and has several used arcs.
//!
//! The specification prints `≤` in the second rule. As the arc from `v` back
//! to `u` is itself ignored, `R(v) ≤ P(u)` always holds, and would make a road
//! of every inner cell of the search; `≥` is meant.
//!
//! The search must be a true one: a stack that marks cells when they are
//! pushed visits them in another order, and its tree proves nothing. Rules 2
//! and 3 are [`CutSearch`], rule 1 is counted here; all of it is linear.

use crate::{Access, Board, Tile};
use dedale_grid::cuts::CutSearch;
use dedale_grid::{BitGrid, Cell};

/// The search with its memory, which is kept from one board to the next.
#[derive(Clone, Debug, Default)]
pub struct Lowlink {
    search: CutSearch,
}

impl Lowlink {
    /// The cells that must be roads, sorted, those that are roads already
    /// included. The board must be sound.
    pub fn find(&mut self, board: &Board, access: Access) -> Vec<Cell> {
        let size = board.size();
        let mut open = BitGrid::new(size);
        let mut roads = BitGrid::new(size);
        let mut count = 0usize;
        for (cell, tile) in board.tiles().filter(|(_, tile)| tile.is_open()) {
            open.set(cell);
            count += 1;
            if tile == Tile::Road {
                roads.set(cell);
            }
        }
        self.search.run(&open);
        for cell in self.search.cuts() {
            roads.set(cell);
        }
        for (cell, _) in board.tiles().filter(|(_, tile)| access.needed(*tile)) {
            if let Some(only) = sole(&open, cell) {
                roads.set(only);
            }
        }
        if count == 1 {
            roads = open; // No other cell to start from: a convention shared with the naive search.
        }
        roads.cells().collect()
    }
}

/// The only open neighbour of a cell, if it has exactly one.
pub(super) fn sole(open: &BitGrid, cell: Cell) -> Option<Cell> {
    let mut accesses = open.size().neighbours(cell).map(|(_, beside)| beside).filter(|beside| open.get(*beside));
    let first = accesses.next()?;
    accesses.next().is_none().then_some(first)
}
