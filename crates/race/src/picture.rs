//! A board as a picture.
//!
//! Rubble is drawn row by row as long blocks, so that a large board stays a
//! small picture. Players have a colour and a number; so have their paths.

use crate::{Board, Mode};
use dedale_draw::{Scene, Shape, role};
use dedale_grid::{Cell, Point};

/// What to draw on a board beside rubble and target.
#[derive(Clone, Debug, Default)]
pub struct Marks<'a> {
    /// Where the players stand, player 1 first.
    pub players: &'a [Cell],
    /// A path for each player; empty ones are not drawn.
    pub paths: &'a [Vec<Cell>],
    /// Cells that were freed.
    pub opened: &'a [Cell],
}

/// The board with its players, in one of the three screens.
pub fn course(course: &crate::game::Course, mode: Mode) -> Scene {
    let players = if mode == Mode::FromStart { course.track.board.starts.clone() } else { course.positions() };
    let paths = course.solutions(mode);
    draw(&course.track.board, &Marks { players: &players, paths: &paths, opened: &course.track.opened })
}

/// The board with these marks.
pub fn draw(board: &Board, marks: &Marks<'_>) -> Scene {
    let size = board.size();
    let (rows, cols) = (size.rows(), size.cols());
    let mut scene = Scene::new(cols as f32, rows as f32).titled(format!("race {size}"));
    scene.add(Shape::rect(0.0, 0.0, cols as f32, rows as f32).fill(&role::FLOOR));
    for row in 0..rows {
        for (first, length) in blocks(board, row) {
            scene.add(Shape::rect(first as f32, row as f32, length as f32, 1.0).fill(&role::WALL));
        }
    }
    let at = |cell: Cell| {
        let Point { row, col } = board.point(cell);
        (col as f32, row as f32)
    };
    for &cell in marks.opened {
        let (x, y) = at(cell);
        scene.add(Shape::rect(x, y, 1.0, 1.0).fill(&role::FRONTIER));
    }
    for (index, path) in marks.paths.iter().enumerate().filter(|(_, path)| path.len() > 1) {
        // Paths of different players run side by side.
        let shift = 0.32 + 0.12 * (index % 4) as f32;
        let points = path.iter().map(|&cell| (at(cell).0 + shift, at(cell).1 + shift)).collect();
        scene.add(Shape::line(points).stroke(&role::PLAYERS[index % 8], 0.1).id(format!("path-{}", index + 1)));
    }
    let (x, y) = at(board.target);
    scene.add(Shape::circle(x + 0.5, y + 0.5, 0.45).fill(&role::GOAL).id("target"));
    scene.add(Shape::text(x + 0.5, y + 0.5, 0.6, "C").fill(&role::PAPER));
    for (index, &cell) in marks.players.iter().enumerate() {
        let ((x, y), number) = (at(cell), index + 1);
        scene.add(Shape::circle(x + 0.5, y + 0.5, 0.42).fill(&role::PLAYERS[index % 8]).id(format!("player-{number}")));
        scene.add(Shape::text(x + 0.5, y + 0.5, 0.6, number.to_string()).fill(&role::PAPER));
    }
    scene
}

/// The runs of rubble in a row: first column and length.
fn blocks(board: &Board, row: usize) -> Vec<(usize, usize)> {
    let words = board.labyrinth.free().row(row);
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for col in (0..board.size().cols()).filter(|col| words[col / 64] >> (col % 64) & 1 == 0) {
        match runs.last_mut() {
            Some((first, length)) if *first + *length == col => *length += 1,
            _ => runs.push((col, 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_their_places() {
        let board: Board = "*****\n*1 2*\n* C *\n*** *\n*****".parse().unwrap();
        let paths = [vec![Cell::new(6), Cell::new(7), Cell::new(12)], Vec::new()];
        let scene = draw(&board, &Marks { players: &board.starts, paths: &paths, opened: &[] });
        let svg = dedale_draw::svg(&scene);
        for id in ["target", "player-1", "player-2", "path-1"] {
            assert!(svg.contains(id), "{id}");
        }
        assert!(!svg.contains("path-2"));
        // Whole rows are one block each: 5 + 2 · 2 blocks of rubble, and one
        // more for the row with a gap.
        assert_eq!(blocks(&board, 0), [(0, 5)]);
        assert_eq!(blocks(&board, 3), [(0, 3), (4, 1)]);
    }
}
