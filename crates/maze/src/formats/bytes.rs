//! Contest mazes of 256 bytes: 16 × 16 cells, column by column from the bottom
//! left, in each byte 1 for a wall to the north, 2 east, 4 south, 8 west. The
//! upper bits are a robot's notes and mean nothing here.

use super::{Fault, FormatError};
use crate::maze::Maze;
use dedale_grid::{Cell, Dir, Size, Walls};
use dedale_text::Located;

const SIDE: usize = 16;

pub(super) fn read(bytes: &[u8]) -> Result<Maze, Fault> {
    let size = Size::new(SIDE, SIDE).expect("sixteen by sixteen is a size");
    let mut walls = Walls::closed(size);
    for (at, &byte) in bytes.iter().enumerate() {
        let (col, row) = (at / SIDE, SIDE - 1 - at % SIDE);
        let cell = Cell::new((row * SIDE + col) as u32);
        for dir in Dir::ALL {
            let wall = |byte: u8, dir: Dir| byte >> dir.index() & 1 == 1;
            let Some(other) = size.step(cell, dir) else {
                if !wall(byte, dir) {
                    return Err(Located::new(1, at + 1, FormatError::OpenBorder));
                }
                continue;
            };
            let (other_row, other_col) = (other.index() / SIDE, other.index() % SIDE);
            let beside = bytes[other_col * SIDE + SIDE - 1 - other_row];
            // Some collections note a wall from one side only.
            if !wall(byte, dir) && !wall(beside, dir.opposite()) {
                walls.open(cell, dir);
            }
        }
    }
    Ok(walls.into())
}
