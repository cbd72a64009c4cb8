//! The three screens of the rule book, as text.
//!
//! One function draws them all; a [`Mode`] says which: the board in play, the
//! shortest paths from where everybody stands, or those from the start. Under
//! the board stands a line for each player; its steps are those made so far,
//! those made and left together, or those of the best path.

use crate::game::Course;
use dedale_grid::{Cell, Point};
use dedale_play::Seat;
use dedale_text::Lang;
use std::fmt::Write;

/// Which screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Screen 1: where everybody stands.
    Play,
    /// Screen 2: the shortest paths from there.
    FromHere,
    /// Screen 3: the shortest paths from the start.
    FromStart,
}

/// A screen: the board, then a line for each player.
pub fn screen(course: &Course, scores: &[u32], mode: Mode, lang: Lang) -> String {
    let mut text = String::new();
    for row in rows(course, mode) {
        let _ = writeln!(text, "{row}");
    }
    text.push('\n');
    for seat in (0..course.runners.len()).map(Seat::new) {
        let _ = writeln!(text, "{}", status(course, scores, mode, seat, lang));
    }
    text
}

/// The rows of the board. A path is drawn with its player's number; where paths
/// meet, the lowest number is seen.
pub fn rows(course: &Course, mode: Mode) -> Vec<String> {
    let board = &course.track.board;
    let shown: Vec<Cell> = match mode {
        Mode::Play | Mode::FromHere => course.positions(),
        Mode::FromStart => board.starts.clone(),
    };
    let mut rows: Vec<Vec<u8>> = board.rows_with(&[]).into_iter().map(String::into_bytes).collect();
    let paths = course.solutions(mode);
    for (seat, (path, at)) in paths.iter().zip(&shown).enumerate().rev() {
        for cell in path.iter().chain([at]) {
            let Point { row, col } = board.point(*cell);
            rows[row as usize][col as usize] = b'1' + seat as u8;
        }
    }
    let Point { row, col } = board.point(board.target);
    let won = mode == Mode::Play && shown.contains(&board.target);
    if !won {
        rows[row as usize][col as usize] = b'C';
    }
    rows.into_iter().map(|row| String::from_utf8(row).expect("a board is written in ASCII")).collect()
}

/// The line of a player under the board.
pub fn status(course: &Course, scores: &[u32], mode: Mode, seat: Seat, lang: Lang) -> String {
    let runner = &course.runners[seat.index()];
    let (at, moves) = match mode {
        Mode::Play => (runner.position, runner.moves),
        Mode::FromHere => (runner.position, runner.moves + course.left(seat)),
        Mode::FromStart => (course.track.board.starts[seat.index()], course.best(seat)),
    };
    let Point { row, col } = course.track.board.point(at);
    let score = scores[seat.index()];
    match lang {
        Lang::En => format!("Player {seat}: pos=({row},{col}); score={score}; moves={moves}"),
        Lang::Fr => format!("Joueur {seat} : pos=({row},{col}); score={score}; nb coups={moves}"),
    }
}
