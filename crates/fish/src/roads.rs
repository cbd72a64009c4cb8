//! Which cells must be roads.
//!
//! A free cell becomes a road when building on it would cut the open cells in
//! pieces or leave a built cell without open neighbour. In a graph: it is a
//! cut vertex of the open cells, or the only access to a built cell.
//!
//! Roads never have to be taken back: what cannot be built upon today cannot
//! be built upon after more constructions either.

mod live;
mod lowlink;
mod naive;

use crate::{Access, Board, Tile, Unsound};
use dedale_grid::Cell;

pub use live::LiveRoads;
pub use lowlink::Lowlink;
pub use naive::naive;

/// The cells that must be roads, sorted, those that are roads already
/// included; by one depth-first search in time linear in the board.
pub fn find(board: &Board, access: Access) -> Result<Vec<Cell>, Unsound> {
    board.check(access)?;
    Ok(Lowlink::default().find(board, access))
}

/// As [`find`], by the naive search: quadratic, and beyond doubt.
pub fn find_naive(board: &Board, access: Access) -> Result<Vec<Cell>, Unsound> {
    board.check(access)?;
    Ok(naive(board, access))
}

/// Turns cells into roads; the players whose reservations were there lose
/// them.
pub fn lay(board: &mut Board, roads: &[Cell]) {
    for &cell in roads {
        board.set(cell, Tile::Road);
    }
}
