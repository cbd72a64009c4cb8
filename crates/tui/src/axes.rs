//! The numbers of rows and columns along a map.

use dedale_draw::term::Canvas;
use dedale_draw::{Theme, role};
use dedale_grid::Point;

/// The rows and columns that the axes take before the map.
pub const SPACE: (usize, usize) = (1, 4);

/// How cells lie on a canvas.
#[derive(Clone, Copy)]
pub struct Cells {
    /// The row and column that the first cell is called.
    pub first: Point,
    /// The characters of a cell, down and across, its border included.
    pub size: (usize, usize),
    /// Where the middle of the first cell lies.
    pub middle: (usize, usize),
}

/// The canvas with its axes.
pub fn with_axes(plain: &Canvas, cells: Cells) -> Canvas {
    let mut canvas = Canvas::new(plain.rows() + SPACE.0, plain.cols() + SPACE.1);
    for row in 0..plain.rows() {
        for col in 0..plain.cols() {
            if let Some(glyph) = plain.get(row, col) {
                canvas.put(row + SPACE.0, col + SPACE.1, glyph);
            }
        }
    }
    let faint = Some(role::FAINT.color(Theme::Dark));
    let ((height, width), (down, right)) = (cells.size, cells.middle);
    for row in 0..plain.rows() / height {
        canvas.write(row * height + down + SPACE.0, 0, &format!("{:>3}", cells.first.row + row as i32), faint);
    }
    // As many columns are named as the numbers leave room for.
    let step = 4usize.div_ceil(width);
    for col in (0..plain.cols() / width).filter(|col| (cells.first.col + *col as i32) % step as i32 == 0) {
        let name = (cells.first.col + col as i32).to_string();
        canvas.write(0, (col * width + right + SPACE.1).saturating_sub(name.len() - 1), &name, faint);
    }
    canvas
}
