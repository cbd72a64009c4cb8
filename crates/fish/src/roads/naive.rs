//! The specification's first algorithm: try every cell.
//!
//! A tree is put on each free cell in turn and the board is searched from
//! another open cell. If some cell is not visited, free or built, the cell
//! must be a road. Quadratic in the board; the twin that all faster ways are
//! tested against.

use crate::{Access, Board, Tile};
use dedale_grid::Cell;

/// The cells that must be roads, sorted, those that are roads already
/// included. The board must be sound.
///
/// Where no other open cell is left to start from, nothing could be visited:
/// the last open cell is a road.
pub fn naive(board: &Board, access: Access) -> Vec<Cell> {
    let mut trial = board.clone();
    let open: Vec<Cell> = board.tiles().filter(|(_, tile)| tile.is_open()).map(|(cell, _)| cell).collect();
    let mut roads = Vec::new();
    for &cell in &open {
        let before = board.tile(cell);
        if before == Tile::Road {
            roads.push(cell);
            continue;
        }
        trial.set(cell, Tile::Tree);
        let start = open.iter().find(|other| **other != cell);
        if start.is_none_or(|start| !visits_all(&trial, *start, access)) {
            roads.push(cell);
        }
        trial.set(cell, before);
    }
    roads
}

/// Whether a search from an open cell visits every cell that must be visited.
fn visits_all(board: &Board, start: Cell, access: Access) -> bool {
    let size = board.size();
    let mut visited = vec![false; size.area()];
    visited[start.index()] = true;
    let mut todo = vec![start];
    while let Some(cell) = todo.pop() {
        if !board.tile(cell).is_open() {
            continue; // One cannot leave a built cell.
        }
        for (_, next) in size.neighbours(cell) {
            if !std::mem::replace(&mut visited[next.index()], true) {
                todo.push(next);
            }
        }
    }
    board.tiles().all(|(cell, tile)| visited[cell.index()] || (!tile.is_open() && !access.needed(tile)))
}
