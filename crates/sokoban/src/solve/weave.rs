//! Plans of several groups of boxes, played by turns.
//!
//! Each plan was made without regard to what the other groups do meanwhile.
//! Which of them goes on at which moment is searched depth first; a position is
//! how far each has come by which plan, and where the player can walk.

use crate::board::{Board, Square};
use crate::position::{Position, Push, Zone};
use rustc_hash::FxHashSet;

/// The most positions looked at.
const MOST: usize = 100_000;

/// How far a group has come by one of its plans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Progress {
    plan: u16,
    pushes: u32,
}

/// A push on the way, and what it takes to take it back.
struct Step {
    group: usize,
    before: Progress,
    player: Square,
    /// Where the next choice in the position before it begins.
    choice: usize,
}

/// The pushes of one plan for each group, in an order in which all can be made.
/// Every group has one.
pub(super) fn weave(board: &Board, plans: &[Vec<Vec<Push>>], keep_on: &dyn Fn() -> bool) -> Option<Vec<Push>> {
    let mut position = Position::start(board);
    let mut zone = Zone::new(board);
    let mut at = vec![Progress::default(); plans.len()];
    let mut seen: FxHashSet<(Vec<Progress>, Square)> = FxHashSet::default();
    let mut way: Vec<Step> = Vec::new();
    let mut pushes: Vec<Push> = Vec::new();
    let choices: Vec<(usize, usize)> =
        plans.iter().enumerate().flat_map(|(group, plans)| (0..plans.len()).map(move |plan| (group, plan))).collect();
    let mut choice = 0;
    loop {
        let name = zone.flood(board, &position.solid, position.player);
        if choice == 0 {
            if at.iter().zip(plans).all(|(at, plans)| at.pushes as usize == plans[at.plan as usize].len()) {
                return Some(pushes);
            }
            if seen.len() == MOST || !keep_on() {
                return None;
            }
            if !seen.insert((at.clone(), name)) {
                choice = choices.len();
            }
        }
        // The one that went last first.
        let last = way.last().map_or(0, |step| choices.partition_point(|&(group, _)| group < step.group));
        let found = (choice..choices.len()).find_map(|choice| {
            let (group, plan) = choices[(last + choice) % choices.len()];
            let Progress { plan: chosen, pushes } = at[group];
            let push = *plans[group][plan].get(pushes as usize)?;
            let stand = board.next[push.from as usize][(push.dir as usize + 2) & 3];
            let to = board.next[push.from as usize][push.dir as usize];
            let may = pushes == 0 || chosen as usize == plan;
            (may && zone.contains(stand) && position.solid[to as usize] == 0).then_some((choice, group, plan, push))
        });
        if let Some((found, group, plan, push)) = found {
            way.push(Step { group, before: at[group], player: position.player, choice: found + 1 });
            at[group] = Progress { plan: plan as u16, pushes: at[group].pushes + 1 };
            position.push(board, push);
            pushes.push(push);
            choice = 0;
        } else {
            let (step, push) = (way.pop()?, pushes.pop()?);
            position.carry(board.next[push.from as usize][push.dir as usize], push.from, step.player);
            at[step.group] = step.before;
            choice = step.choice;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::search::to_moves;
    use dedale_grid::Rng;

    /// Whether any order works, all of them tried.
    fn any_order(board: &Board, position: &Position, plans: [&[Push]; 2]) -> bool {
        let mut zone = Zone::new(board);
        zone.flood(board, &position.solid, position.player);
        plans.iter().all(|plan| plan.is_empty())
            || (0..2).any(|group| {
                let Some((&push, rest)) = plans[group].split_first() else { return false };
                let stand = board.next[push.from as usize][(push.dir as usize + 2) & 3];
                let to = board.next[push.from as usize][push.dir as usize];
                let mut after = position.clone();
                let mut left = plans;
                left[group] = rest;
                zone.contains(stand) && position.solid[to as usize] == 0 && {
                    after.push(board, push);
                    any_order(board, &after, left)
                }
            })
    }

    /// Drawn plans of two boxes in a narrow hall: an order is found when there
    /// is one, and it can be played.
    #[test]
    fn finds_an_order_when_there_is_one() {
        let rows = ["########", "#   #  #", "# $    #", "# .# . #", "#   $@ #", "########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let (mut rng, mut found) = (Rng::new(2), [0, 0]);
        for _ in 0..3_000 {
            // Plans are made without the other box.
            let plans = [0, 1].map(|index| {
                let (mut at, mut player) = (board.boxes[index], board.player);
                let mut zone = Zone::new(&board);
                let mut plan = Vec::new();
                for _ in 0..rng.below(4) + 1 {
                    zone.flood(&board, &board.solid(&[at]), player);
                    let dir = rng.below(4) as usize;
                    let to = board.next[at as usize][dir];
                    if to != board.wall() && zone.contains(board.next[at as usize][(dir + 2) & 3]) {
                        plan.push(Push { from: at, dir: dir as u8 });
                        (player, at) = (at, to);
                    }
                }
                plan
            });
            let start = Position::start(&board);
            let truth = any_order(&board, &start, [&plans[0], &plans[1]]);
            let order = weave(&board, &plans.map(|plan| vec![plan]), &|| true);
            assert_eq!(order.is_some(), truth);
            assert!(order.is_none_or(|pushes| to_moves(&board, &start, &pushes).is_some()));
            found[usize::from(truth)] += 1;
        }
        assert!(found.iter().all(|&times| times > 100), "{found:?}");
    }
}
