//! Mazes out of the machine: for plotters and laser cutters, sand tables, 3-D
//! printers, games and paper.
//!
//! Everything here starts from a [`GraphMaze`]; [`graph_of`] makes one of a maze
//! on squares.

mod dungeon;
pub mod paper;
mod solid;
mod strokes;
mod tiled;

pub use dungeon::{read_dungeon, to_dungeon};
pub use solid::{Solid, SolidError, SolidSize};
pub use strokes::Strokes;
pub use tiled::{kept_graph, read_tiled, read_tmx, to_tmj, to_tmx};

use crate::maze::Maze;
use crate::surface::{GraphMaze, Kind, Surface, SurfaceError};
use dedale_grid::Dir;
use std::sync::Arc;

/// A maze on squares as one on a surface; refused if it is too large for that.
pub fn graph_of(maze: &Maze) -> Result<GraphMaze, SurfaceError> {
    let size = maze.size();
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    let surface = Surface::new(Kind::Square, side(size.cols()), side(size.rows()))?;
    let absent: Vec<bool> = size.cells().map(|cell| !maze.contains(cell)).collect();
    let mut made = GraphMaze::closed(Arc::new(surface.without(&absent)));
    for cell in size.cells() {
        for dir in [Dir::Right, Dir::Down].into_iter().filter(|&dir| maze.walls.is_open(cell, dir)) {
            let edge = size.step(cell, dir).and_then(|other| made.graph().between(cell, other));
            if let Some(edge) = edge {
                made.set(edge, true);
            }
        }
    }
    for &(cell, dir) in &maze.gaps {
        // The sides of a square come clockwise from the top, as directions do.
        made.open_border(cell, dir.index());
    }
    Ok(made)
}
