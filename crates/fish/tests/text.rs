//! Boards as text: what is written is read back, what is wrong is refused.

use dedale_fish::{Board, Good, Layout, MAX_CELLS, TextError, Tile};
use dedale_grid::Size;
use dedale_play::Seat;
use proptest::prelude::*;

fn tile() -> impl Strategy<Value = Tile> {
    let seat = (0..5usize).prop_map(Seat::new);
    let good = (0..5usize).prop_map(|index| Good::ALL[index]);
    prop_oneof![
        4 => Just(Tile::Free),
        1 => Just(Tile::Road),
        1 => Just(Tile::Tree),
        1 => Just(Tile::Outside),
        1 => seat.clone().prop_map(Tile::Reserved),
        1 => (good, prop::option::of(seat)).prop_map(|(good, owner)| Tile::Shop(good, owner)),
    ]
}

fn board() -> impl Strategy<Value = Board> {
    (1..8usize, 1..8usize)
        .prop_flat_map(|(rows, cols)| (Just((rows, cols)), prop::collection::vec(tile(), rows * cols)))
        .prop_map(|((rows, cols), tiles)| {
            let mut board = Board::new(Size::new(rows, cols).unwrap());
            for (cell, tile) in board.size().cells().zip(tiles) {
                board.set(cell, tile);
            }
            board
        })
}

proptest! {
    #[test]
    fn the_framed_layout_keeps_everything(board in board()) {
        prop_assert_eq!(Layout::Framed.write(&board).parse::<Board>().unwrap(), board);
    }

    #[test]
    fn the_compact_layout_keeps_all_but_owners(board in board()) {
        let text = Layout::Compact.write(&board);
        let again: Board = text.parse().unwrap();
        prop_assert_eq!(Layout::Compact.write(&again), text);
        for (cell, tile) in board.tiles() {
            let kept = match tile {
                Tile::Shop(good, _) => Tile::Shop(good, None),
                other => other,
            };
            prop_assert_eq!(again.tile(cell), kept);
        }
    }

    /// Nothing that can be written crashes the reader; what it refuses has a
    /// place in the text.
    #[test]
    fn any_text_is_read_or_refused(text in "(\\+-)?[-+|. #TAa1{:}$\r\n\u{e9}]{0,60}") {
        if let Err(error) = text.parse::<Board>() {
            prop_assert!(error.line >= 1 && error.line <= text.lines().count() + 1);
            prop_assert!(error.column >= 1);
        }
    }

    /// One wrong character in a framed board is found where it stands.
    #[test]
    fn a_wrong_character_is_found(board in board(), place in any::<prop::sample::Index>()) {
        let text = Layout::Framed.write(&board);
        let at = place.index(text.len() - 2) + 2; // The first two characters choose the layout.
        if text.as_bytes()[at] != b'\n' {
            let wrong = format!("{}%{}", &text[..at], &text[at + 1..]);
            let error = wrong.parse::<Board>().unwrap_err();
            prop_assert_eq!(error.line, text[..at].matches('\n').count() + 1);
        }
    }
}

#[test]
fn boards_above_the_limit_are_refused_before_memory_is_taken() {
    let text = ".".repeat(MAX_CELLS + 1);
    let error = text.parse::<Board>().unwrap_err().error;
    assert_eq!(error, TextError::Large { rows: 1, cols: MAX_CELLS + 1 });
}
