//! Single pushes between two positions that are nearly the same.
//!
//! Two searches that head for each other often end a few pushes apart, at
//! positions that macro moves do not join: boxes must step aside and come back.
//! The way from one to the other is a small level of its own, on the same
//! floor: the boxes of one position, the squares of the other as targets. Both
//! greedy searches try it, backwards and forwards.

use crate::board::Square;
use crate::bound::Heuristic;
use crate::control::Control;
use crate::expand::Knowledge;
use crate::position::{Position, Push};
use crate::search::backward::Backward;
use crate::search::best_first::{BestFirst, Order};
use crate::search::{Engine, Status};
use crate::technique::Techniques;
use std::sync::Arc;

/// Looks for pushes from a position to one with its boxes on `targets` and the
/// player in the zone of `player`, each search with so much `work`.
///
/// The second search does not look at the player's zone: the caller checks it.
pub(super) fn join(
    knowledge: &Knowledge,
    from: &Position,
    (targets, player): (&[Square], Square),
    techniques: Techniques,
    work: u64,
    control: &Control<'_>,
) -> Option<Vec<Push>> {
    let mut board = knowledge.board.stage(&from.boxes, from.player, targets, &[], &|_| true, &|| control.keep_on())?;
    if !techniques.dead_squares {
        board.forget_dead();
    }
    let stage = Arc::new(Knowledge::with_pairs(board, false, &|| control.keep_on()));
    let mut backward = Backward::new(Arc::clone(&stage)).ending_at(player);
    let techniques = Techniques { pairs: false, ..techniques };
    attempt(&mut backward, work, control).or_else(|| {
        let mut greedy = BestFirst::new(stage, techniques, Order::Greedy, Heuristic::Hungarian);
        attempt(&mut greedy, work, control)
    })
}

fn attempt(engine: &mut dyn Engine, work: u64, control: &Control<'_>) -> Option<Vec<Push>> {
    let status = engine.run(work, control);
    control.memory(engine.memory(), 0);
    match status {
        Status::Solved(pushes) => Some(pushes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::control::Limits;
    use crate::level::Level;
    use crate::position::Zone;

    #[test]
    fn a_wall_of_boxes_is_passed_to_the_side_asked_for() {
        let rows = ["#########", "#   #   #", "#   $   #", "# @ # . #", "#   $ . #", "#   #   #", "#########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let at = |row: usize, col: usize| board.square_of[row * 9 + col];
        let knowledge = Knowledge::new(board.clone(), &|| true);
        let control = Control::new(Limits::default());
        let from = Position::start(&board);
        // Both doors shut again, from the one side and from the other.
        let targets = [at(2, 5), at(4, 4)];
        for player in [at(3, 2), at(3, 7)] {
            let pushes =
                join(&knowledge, &from, (&targets, player), Techniques::ALL, 1_000_000, &control).expect("a way");
            let mut position = from.clone();
            pushes.iter().for_each(|&push| position.push(&board, push));
            let mut boxes = position.boxes.clone();
            boxes.sort_unstable();
            assert_eq!(boxes, targets);
            let mut zone = Zone::new(&board);
            zone.flood(&board, &position.solid, position.player);
            assert!(zone.contains(player));
        }
    }
}
