//! Levels that every search from two sides must solve, for tests.

use crate::board::Board;
use crate::control::{Control, Limits};
use crate::expand::Knowledge;
use crate::level::Level;
use crate::position::Position;
use crate::search::{Engine, Status, to_moves};
use crate::verify::replay;
use std::sync::Arc;

/// Asserts that an engine solves them, and that the referee agrees.
pub(crate) fn solves_easy_levels<E: Engine>(make: impl Fn(Arc<Knowledge>) -> E) {
    let levels: [&[&str]; 3] = [
        &["  ####", "###  ####", "#   $   #", "# #  #$ #", "# . .#@ #", "#########"],
        &["####", "# .#", "#  ###", "#*@  #", "#  $ #", "#  ###", "####"],
        &["#########", "#   #   #", "# $   $ #", "##$ @ ###", " # ..  # ", " # ..$ # ", " ####### "],
    ];
    for rows in levels {
        let level = Level::from_rows(rows).expect("a level");
        let board = Board::new(&level).expect("a board");
        let control = Control::new(Limits::default()).with_nodes(1_000_000);
        let mut engine = make(Arc::new(Knowledge::new(board.clone(), &|| true)));
        let Status::Solved(pushes) = engine.run(u64::MAX, &control) else { panic!("{rows:?} is easy") };
        let moves = to_moves(&board, &Position::start(&board), &pushes).expect("moves");
        assert!(replay(&level, &moves).is_ok(), "{rows:?}");
    }
}
