//! Fewer moves a position on very large boards.
//!
//! A box in an open hall can be carried to a thousand squares, and every move
//! listed costs a flood. On boards where one position would take seconds, only
//! so many moves are kept as a few hundredths of a second allow: those to
//! targets, and the short ones.

use super::macros::BoxMacro;
use crate::board::Board;

/// Squares and boxes looked at for the moves of one position.
const MOST_WORK: usize = 20_000_000;

/// Drops the longest moves that end off targets until the rest is affordable.
pub(crate) fn thin(board: &Board, macros: &mut Vec<BoxMacro>) {
    // A flood, and a matching of boxes to steps of the plan.
    let cost = board.squares + board.boxes.len() * board.boxes.len();
    let most = (MOST_WORK / cost.max(1)).max(64);
    let mut longest = 64;
    while macros.len() > most && longest > 0 {
        macros.retain(|carry| carry.pushes <= longest || board.is_target[carry.to as usize]);
        longest /= 2;
    }
    // Mostly moves to targets, then: the shortest of them.
    if macros.len() > most {
        let mut lengths: Vec<u16> = macros.iter().map(|carry| carry.pushes).collect();
        lengths.sort_unstable();
        let longest = lengths[most - 1];
        macros.retain(|carry| carry.pushes <= longest);
        macros.truncate(most.max(1) * 2);
    }
    // A list made for a hundred thousand moves is not kept for a few hundred.
    macros.shrink_to(most * 4);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::level::Level;

    #[test]
    fn small_boards_keep_everything_and_large_ones_the_short_moves() {
        let hall = |rows: usize, cols: usize| {
            let mut level = vec!["#".repeat(cols)];
            level.push(format!("#@$.{}#", " ".repeat(cols - 5)));
            level.extend((0..rows - 3).map(|_| format!("#{}#", " ".repeat(cols - 2))));
            level.push("#".repeat(cols));
            Board::new(&Level::from_rows(level).expect("a level")).expect("a board")
        };
        let moves = |count: usize| -> Vec<BoxMacro> {
            let carry = |n: usize| BoxMacro { from: 0, to: (n % 50) as Square, side: 0, pushes: (n % 100) as u16 };
            (0..count).map(carry).collect()
        };
        let mut few = moves(1_000);
        thin(&hall(10, 10), &mut few);
        assert_eq!(few.len(), 1_000);
        let board = hall(120, 150);
        let mut many = moves(100_000);
        thin(&board, &mut many);
        assert!((100..3_000).contains(&many.len()), "{}", many.len());
        let shortest = |carry: &BoxMacro| carry.pushes <= 1 || board.is_target[carry.to as usize];
        assert!(many.iter().all(shortest));
    }
}
