//! Shorter solutions from given ones.
//!
//! Two searches take turns. The beam ([`beam`]) goes once through the whole
//! solution with a few hundred positions abreast, all of them near the given
//! line but for a few boxes, and finds other orders and other ways for whole
//! macros. The windows ([`window`]) search stretches of the solution exactly,
//! moves included. Both start small and grow until nothing changes or the
//! caller stops; whatever was found so far is kept, so the answer is never
//! worse than what was given.

mod beam;
mod window;

use crate::board::Board;
use crate::position::Push;
use beam::{Beam, Width};
use window::Windows;

/// What is to be small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Pushes first, then moves.
    Pushes,
    /// Moves first, then pushes.
    Moves,
}

impl Goal {
    /// Pushes and moves as one number.
    fn cost(self, pushes: u32, moves: u32) -> u64 {
        match self {
            Self::Pushes => u64::from(pushes) << 32 | u64::from(moves),
            Self::Moves => u64::from(moves) << 32 | u64::from(pushes),
        }
    }
}

/// Shortens a solution so long as `keep_on`; the answer is never worse.
pub fn optimize(board: &Board, pushes: &[Push], goal: Goal, keep_on: &dyn Fn() -> bool) -> Vec<Push> {
    optimize_with(board, pushes, goal, keep_on, &mut |_| {})
}

/// The same; every improvement is told as soon as it is found.
pub fn optimize_with(
    board: &Board,
    pushes: &[Push],
    goal: Goal,
    keep_on: &dyn Fn() -> bool,
    better: &mut dyn FnMut(&[Push]),
) -> Vec<Push> {
    let mut best = pushes.to_vec();
    let mut windows = Windows::new(board, goal);
    let mut beam = Beam::new(board);
    for round in 0..ROUNDS {
        if goal == Goal::Pushes {
            let width = Width {
                positions: 8 << round,
                lag: 8 << (round / 2),
                displaced: 2 + round / 2,
                slack: round as u32 * 2,
            };
            while let Some(shorter) = beam.shorter(&best, width, keep_on) {
                best = shorter;
                better(&best);
            }
        }
        if !keep_on() {
            break;
        }
        // Long stretches with few positions first, then more.
        let limit = 300 << round;
        for length in [12, 24, 48] {
            if look_through(&mut windows, &mut best, length, limit, keep_on) {
                better(&best);
            }
        }
    }
    // What is left of the time goes to ever larger windows.
    let (mut length, mut limit) = (24, 20_000);
    while keep_on() && limit <= 1_000_000 {
        if look_through(&mut windows, &mut best, length, limit, keep_on) {
            better(&best);
        } else {
            if length >= best.len() {
                limit *= 4;
            }
            length = (length * 2).min(best.len().max(1));
            limit = limit * 3 / 2;
        }
    }
    best
}

/// Beams of growing width, each followed by windows.
const ROUNDS: usize = 6;

/// Searches every stretch of a length once; whether any was shortened.
fn look_through(
    windows: &mut Windows<'_>,
    best: &mut Vec<Push>,
    length: usize,
    limit: usize,
    keep_on: &dyn Fn() -> bool,
) -> bool {
    let mut improved = false;
    let mut start = 0;
    while start < best.len() && keep_on() {
        let end = (start + length).min(best.len());
        if let Some(shorter) = windows.stretch(best, start, end, limit, keep_on) {
            best.splice(start..end, shorter);
            improved = true;
        }
        start += (length / 3).max(1);
    }
    improved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::pushes_of;
    use crate::control::Limits;
    use crate::level::Level;
    use crate::moves::Moves;
    use crate::position::Position;
    use crate::search::to_moves;
    use crate::solve::{Method, Options, solve};
    use crate::verify::replay;

    #[test]
    fn a_detour_is_cut() {
        let level = Level::from_rows(["########", "#      #", "#@$   .#", "#      #", "########"]).expect("a level");
        let board = Board::new(&level).expect("a board");
        let long = pushes_of(&board, &Moves::parse("RRurrdLulldRRR").expect("moves"));
        assert_eq!(long.len(), 6);
        for goal in [Goal::Pushes, Goal::Moves] {
            let short = optimize(&board, &long, goal, &|| true);
            let moves = to_moves(&board, &Position::start(&board), &short).expect("walkable");
            let (_, metrics) = replay(&level, &moves).expect("a solution");
            assert_eq!((metrics.pushes, metrics.moves), (4, 4));
        }
    }

    /// Whatever is taken off, what is left is told and can be played.
    #[test]
    fn every_improvement_is_told_and_is_a_solution() {
        let rows = ["####", "# .#", "#  ###", "#*@  #", "#  $ #", "#  ###", "####"];
        let level = Level::from_rows(rows).expect("a level");
        let board = Board::new(&level).expect("a board");
        let answer = solve(&level, &Options { method: Method::Dfs, ..Options::default() }, Limits::default());
        let (moves, metrics) = answer.expect("a small level").solution.expect("it can be solved");
        let mut told: Vec<usize> = Vec::new();
        let best = optimize_with(&board, &pushes_of(&board, &moves), Goal::Pushes, &|| true, &mut |better| {
            let moves = to_moves(&board, &Position::start(&board), better).expect("walkable");
            replay(&level, &moves).expect("a solution");
            told.push(better.len());
        });
        let options = Options { optimal: Some(Goal::Pushes), ..Options::default() };
        let exact = solve(&level, &options, Limits::default()).expect("a small level").solution.expect("solved").1;
        assert_eq!(best.len(), exact.pushes, "from {}", metrics.pushes);
        assert!(told.is_sorted_by(|one, two| one >= two));
    }

    /// Cut off after any number of questions, the answer is no worse than what
    /// was given and still a solution.
    #[test]
    fn stopping_keeps_what_was_found() {
        let level = Level::from_rows(["########", "#      #", "#@$   .#", "#      #", "########"]).expect("a level");
        let board = Board::new(&level).expect("a board");
        let long = pushes_of(&board, &Moves::parse("RRurrdLulldRRR").expect("moves"));
        for most in 0..40 {
            let asked = std::cell::Cell::new(0);
            let keep_on = || {
                asked.set(asked.get() + 1);
                asked.get() <= most
            };
            let short = optimize(&board, &long, Goal::Pushes, &keep_on);
            assert!(short.len() <= long.len());
            let moves = to_moves(&board, &Position::start(&board), &short).expect("walkable");
            replay(&level, &moves).expect("a solution");
        }
    }
}
