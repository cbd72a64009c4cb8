//! The least time: players act at once, each one action at a time.
//!
//! A plan is a list of moves; two of them must keep their order if they are
//! the same pawn's or touch a common cell. List scheduling gives each move the
//! first moment at which its predecessors are done and its owner is free, the
//! moves with the longest chain behind them first (Graham 1966). Several plans
//! are tried: the one with the least moves, and every order in which the pawns
//! can go one after another. The bound below says how far from the best that
//! can be: no pawn is faster than its own distance, and the owners share the
//! least total of moves.

use crate::game::Role;
use crate::joint::{Moves, Plan, Planner, Task};
use crate::path::{Means, Move};
use crate::{Colour, Market, Spot};

/// A plan with a moment for each move.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// The moves, each with its moment from 0 and its owner.
    pub moves: Vec<(u32, usize, Colour, Move)>,
    /// How many moments it takes.
    pub time: usize,
    /// No schedule takes fewer.
    pub bound: usize,
}

/// The shortest schedule found for a task, with the roles of the players.
pub fn schedule(market: &Market, task: &Task, roles: &[Role], planner: &mut Planner) -> Option<Schedule> {
    let plan: Plan = planner.solve(market, task)?;
    let longest = Colour::ALL
        .into_iter()
        .filter_map(|pawn| task.pawns[pawn.index()].map(|spot| usize::from(planner.map(pawn).get(spot))))
        .max()
        .unwrap_or(0);
    let bound = longest.max(plan.moves.len().div_ceil(roles.len().max(1)));
    let mut best = timed(market, task, &plan.moves, roles, bound);
    for moves in planner.in_turn(market, task) {
        if best.time == bound {
            break;
        }
        let other = timed(market, task, &moves, roles, bound);
        if other.time < best.time {
            best = other;
        }
    }
    Some(best)
}

/// The player with the least to do among those who may make a move.
fn owner(step: Move, roles: &[Role], busy: &[usize]) -> usize {
    let role = match step.by {
        Means::Slide(dir, _) => Role::direction(dir),
        Means::Escalator => Role::ESCALATOR,
        Means::Teleport => Role::TELEPORT,
    };
    (0..roles.len()).filter(|seat| roles[*seat].may(role)).min_by_key(|seat| busy[*seat]).unwrap_or(0)
}

fn timed(market: &Market, task: &Task, moves: &Moves, roles: &[Role], bound: usize) -> Schedule {
    let mut standing = task.pawns;
    let touched: Vec<Vec<Spot>> = moves
        .iter()
        .map(|(pawn, step)| {
            let mut cells: Vec<Spot> = standing[pawn.index()].into_iter().collect();
            if let (Means::Slide(dir, count), Some(mut at)) = (step.by, standing[pawn.index()]) {
                for _ in 0..count {
                    at = market.step_as(at, dir, *pawn).unwrap_or(at);
                    cells.push(at);
                }
            }
            cells.push(step.to);
            standing[pawn.index()] = Some(step.to);
            cells
        })
        .collect();
    let before =
        |a: usize, b: usize| moves[a].0 == moves[b].0 || touched[a].iter().any(|cell| touched[b].contains(cell));
    // The longest chain that waits for each move.
    let mut chain = vec![1usize; moves.len()];
    for a in (0..moves.len()).rev() {
        for b in a + 1..moves.len() {
            if before(a, b) {
                chain[a] = chain[a].max(chain[b] + 1);
            }
        }
    }
    let mut at: Vec<Option<u32>> = vec![None; moves.len()];
    let mut busy = vec![0usize; roles.len().max(1)];
    let mut result = Vec::new();
    let mut moment = 0;
    while result.len() < moves.len() {
        let mut ready: Vec<usize> = (0..moves.len())
            .filter(|b| at[*b].is_none() && (0..*b).all(|a| !before(a, *b) || at[a].is_some_and(|when| when < moment)))
            .collect();
        ready.sort_by_key(|b| (std::cmp::Reverse(chain[*b]), *b));
        for b in ready {
            let seat = owner(moves[b].1, roles, &busy);
            if busy[seat] <= moment as usize {
                busy[seat] = moment as usize + 1;
                at[b] = Some(moment);
                result.push((moment, seat, moves[b].0, moves[b].1));
            }
        }
        moment += 1;
    }
    Schedule { time: moment as usize, moves: result, bound }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use crate::deck::Extras;
    use crate::grow::grow;
    use crate::joint::verify;
    use dedale_grid::Rng;

    #[test]
    fn schedules_are_valid_and_not_below_the_bound() {
        let mut rng = Rng::new(8);
        let mut planner = Planner::new();
        let (mut times, mut bounds) = (0, 0);
        for seed in 0..40 {
            let market = grow(10, Extras::default(), seed);
            let doors: Vec<Spot> = market.sites().map(|(spot, _)| spot).filter(|spot| spot.tile() > 0).collect();
            let mut goals = doors.clone();
            rng.shuffle(&mut goals);
            let task = Task {
                pawns: Square::STARTS.map(|square| Some(Spot::new(0, square))),
                goals: std::array::from_fn(|pawn| Some(goals[pawn])),
                ..Task::default()
            };
            planner.forget();
            let schedule = schedule(&market, &task, &Role::deal(4), &mut planner).expect("there is a plan");
            let moves: Moves = schedule.moves.iter().map(|(_, _, pawn, step)| (*pawn, *step)).collect();
            assert!(verify(&market, &task, &moves));
            for pair in schedule.moves.windows(2) {
                assert!(pair[0].0 < pair[1].0 || pair[0].1 != pair[1].1, "an owner acts once a moment");
            }
            assert!(schedule.time >= schedule.bound && schedule.time <= moves.len());
            times += schedule.time;
            bounds += schedule.bound;
        }
        assert!(times < bounds * 2, "{times} against {bounds}");
    }
}
