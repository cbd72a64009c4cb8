//! Closed diagonals.
//!
//! A chain of empty squares, each diagonal to the next, whose side squares are
//! all walls or boxes, closed at both ends: every box of it can only be pushed
//! onto the chain, where it stands in a 2 × 2 block with its neighbours. If
//! there are not targets enough for that, the position is dead.
//!
//! ```text
//!     ####
//!     # $        the two blanks are the chain,
//!     #$ $       four boxes and walls close it
//!       $#
//! ```

use crate::board::{Board, Square};

/// Whether the box that now stands on `square` closes a dead diagonal with
/// the player outside.
pub fn kills(board: &Board, solid: &[u8], square: Square, player: Square) -> bool {
    // The chain passes beside the box: start from each empty side square.
    (0..4).any(|side| {
        let at = board.next[square as usize][side];
        solid[at as usize] == 0
            && !board.is_target[at as usize]
            && (0..2).any(|turn| closed(board, solid, at, player, turn))
    })
}

/// Follows the chain through `at` both ways. With `turn` 0 it runs from the
/// upper left to the lower right, with 1 from the upper right to the lower left.
fn closed(board: &Board, solid: &[u8], at: Square, player: Square, turn: usize) -> bool {
    // The two directions that make up a diagonal step.
    let step = if turn == 0 { [2, 1] } else { [2, 3] };
    let back = step.map(|dir| (dir + 2) & 3);
    let mut loose = false;
    let mut ends = 0;
    for dirs in [step, back] {
        let mut here = at;
        loop {
            if here == player {
                return false;
            }
            let sides = dirs.map(|dir| board.next[here as usize][dir]);
            // Both squares beside the diagonal step must be filled.
            if sides.iter().any(|&side| solid[side as usize] == 0) {
                return false;
            }
            loose |= sides.iter().any(|&side| solid[side as usize] == 1 && !board.is_target[side as usize]);
            let beyond = diagonal(board, here, dirs);
            match solid[beyond as usize] {
                // The chain goes on over an empty square.
                0 if !board.is_target[beyond as usize] => here = beyond,
                0 => return false,
                // It ends at a wall, or at a box that stands beside both.
                kind => {
                    if kind == 1 {
                        loose |= !board.is_target[beyond as usize];
                    }
                    ends += 1;
                    break;
                }
            }
        }
    }
    ends == 2 && loose
}

/// The square diagonal to `at`, found over whichever side is not outside.
fn diagonal(board: &Board, at: Square, dirs: [usize; 2]) -> Square {
    let one = board.next[at as usize][dirs[0]];
    let over_one = board.next[one as usize][dirs[1]];
    if over_one != board.wall() {
        return over_one;
    }
    let two = board.next[at as usize][dirs[1]];
    board.next[two as usize][dirs[0]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn a_closed_diagonal_is_dead() {
        let rows = ["##########", "#   # $ .#", "#    $ $.#", "#     $#.#", "#  @    .#", "##########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let solid = board.solid(&board.boxes);
        let at = |row: usize, col: usize| board.square_of[row * 10 + col];
        assert!([at(1, 6), at(2, 5), at(2, 7), at(3, 6)].iter().all(|&s| kills(&board, &solid, s, board.player)));
        let mut open = solid.clone();
        open[at(2, 5) as usize] = 0;
        assert!([at(1, 6), at(2, 7), at(3, 6)].iter().all(|&s| !kills(&board, &open, s, board.player)));
    }
}
