//! Part of a way, without what leads astray.
//!
//! Two searches that have come near each other differ in a few boxes, and
//! these often stand where no move brings them any nearer: a box too many was
//! pushed into a passage early on, and everything since was played around it.
//! Going back to before that move throws away all the rest. Instead the way is
//! played again without the moves of the boxes that stand wrong at its end;
//! moves that are no longer possible are left out as well.
//!
//! Cost: the moves of one box for each move of the way.

use super::macros::{BoxMacro, MacroGenerator};
use super::picture::Heading;
use crate::board::{Board, Square};
use crate::deadlock::freeze::Freeze;
use crate::position::Zone;
use dedale_grid::Rng;

/// One box in so many that stand right is left out as well, by chance.
const LEFT_OUT: u64 = 12;

/// Plays moves again from `boxes` and `player`, without those of boxes whose
/// last square is none of `goal`. What could be played.
pub(super) fn relink(
    board: &Board,
    (boxes, player): (&[Square], Square),
    moves: &[BoxMacro],
    goal: &[Square],
    heading: Heading,
    seed: u64,
) -> Vec<BoxMacro> {
    let mut last = boxes.to_vec();
    let mut rows = Vec::with_capacity(moves.len());
    for carry in moves {
        let Some(row) = last.iter().position(|&square| square == carry.from) else { break };
        last[row] = carry.to;
        rows.push(row);
    }
    let mut rng = Rng::new(seed);
    let omitted: Vec<bool> =
        last.iter().map(|end| !goal.contains(end) || (seed > 0 && rng.below(LEFT_OUT) == 0)).collect();
    let mut now = boxes.to_vec();
    let mut solid = board.solid(boxes);
    let mut player = player;
    let (mut zone, mut freeze) = (Zone::new(board), Freeze::default());
    let mut generator = MacroGenerator::new(board);
    let (mut macros, mut played) = (Vec::new(), Vec::new());
    for (carry, &row) in moves.iter().zip(&rows) {
        let from = now[row];
        if omitted[row] || from == carry.to || solid[carry.to as usize] != 0 {
            continue;
        }
        zone.flood(board, &solid, player);
        solid[from as usize] = 0;
        macros.clear();
        match heading {
            Heading::Forwards => generator.push(board, &solid, from, &zone, None, &mut macros),
            Heading::Backwards => generator.pull(board, &solid, from, |at| zone.contains(at), &mut macros),
        }
        let fits = macros.iter().filter(|found| found.to == carry.to);
        let found = fits.min_by_key(|found| found.side != carry.side).copied();
        solid[carry.to as usize] = 1;
        let good = heading == Heading::Backwards || !freeze.kills(board, &mut solid, carry.to);
        match found.filter(|_| good) {
            Some(found) => {
                now[row] = found.to;
                player = board.next[found.to as usize][found.side as usize];
                played.push(found);
            }
            None => {
                solid[carry.to as usize] = 0;
                solid[from as usize] = 1;
            }
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn the_box_that_stands_wrong_stays_and_the_rest_is_played() {
        let rows = ["##########", "#@ $  .  #", "#  $  .  #", "#  $  .  #", "##########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let at = |row: usize, col: usize| board.square_of[row * 10 + col];
        let carry = |row: usize, to: usize| BoxMacro { from: at(row, 3), to: at(row, to), side: 2, pushes: 0 };
        let moves = [carry(1, 5), carry(2, 7), carry(3, 6)];
        let goal = [at(1, 5), at(2, 6), at(3, 6)];
        let start = (&board.boxes[..], board.player);
        let squares = |played: &[BoxMacro]| played.iter().map(|found| found.to).collect::<Vec<_>>();
        let played = relink(&board, start, &moves, &goal, Heading::Forwards, 0);
        assert_eq!(squares(&played), [at(1, 5), at(3, 6)]);
        // Nothing is played that cannot be.
        let beside = BoxMacro { from: at(1, 3), to: at(2, 4), side: 2, pushes: 0 };
        let played = relink(&board, start, &[beside, moves[2]], &board.live_squares, Heading::Forwards, 0);
        assert_eq!(squares(&played), [at(3, 6)]);
    }
}
