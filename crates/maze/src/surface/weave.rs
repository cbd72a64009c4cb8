//! Squares, some of which are bridges.
//!
//! A bridge has passages on two opposite sides only; between the cells on its
//! two other sides there may be a tunnel under it. No two bridges are side by
//! side and none is at the border, so a tunnel leads from a cell to a cell.
//! From any other cell one gets straight to the left border, over or under the
//! bridges, so the board is in one piece whatever the bridges are.

use super::graph::Builder;
use super::tilings::{BOTTOM, LEFT, RIGHT, TOP, squares};
use dedale_grid::Rng;

pub(super) fn cells(columns: u32, rows: u32, seed: u64) -> Builder {
    let mut builder = Builder::default();
    squares(&mut builder, i64::from(columns), i64::from(rows), 0);
    let mut rng = Rng::stream(seed, 2);
    let mut bridges = vec![false; (columns * rows) as usize];
    for row in 1..rows.saturating_sub(1) {
        for column in 1..columns.saturating_sub(1) {
            let cell = row * columns + column;
            let near = bridges[(cell - 1) as usize] || bridges[(cell - columns) as usize];
            // Drawn for every cell, so that a bridge does not move the next.
            let (drawn, upright) = (rng.below(5) < 2, rng.below(2) == 0);
            if near || !drawn {
                continue;
            }
            bridges[cell as usize] = true;
            if upright {
                tunnel(&mut builder, cell, (cell - 1, RIGHT), (cell + 1, LEFT));
            } else {
                tunnel(&mut builder, cell, (cell - columns, BOTTOM), (cell + columns, TOP));
            }
        }
    }
    builder
}

/// A tunnel under a bridge, from a side of one cell to a side of another.
fn tunnel(builder: &mut Builder, bridge: u32, from: (u32, u32), to: (u32, u32)) {
    for (cell, side) in [from, to] {
        builder.cut(cell, side);
        builder.cut(bridge, (side + 2) % 4);
    }
    builder.seam(from, to);
}
