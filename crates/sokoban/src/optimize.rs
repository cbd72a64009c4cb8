//! Shorter solutions from given ones.
//!
//! For fewer pushes a pool of solutions is worked on ([`pool`]): planners solve
//! the level again ([`again`]), thriftier when they succeed ([`roster`]), a beam
//! ([`beam`]) goes through a solution with some hundreds of positions abreast,
//! all of them near the given line but for a few boxes, and finds other orders and other ways for whole macros, and the
//! windows ([`window`]) search stretches exactly, moves included. For fewer
//! moves there are windows alone. All start small and grow until the caller
//! stops; whatever was found so far is kept, so the answer is never worse than
//! what was given.

mod again;
mod beam;
mod line;
mod pool;
mod roster;
mod window;
pub(crate) mod workshop;

use crate::board::Board;
use crate::position::Push;
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

/// How a solution is shortened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptimizeOptions {
    /// What is to be small.
    pub goal: Goal,
    /// Threads; with one, the answer does not depend on the machine, so long
    /// as the time suffices.
    pub threads: usize,
    /// Bytes of memory, roughly.
    pub memory: usize,
    /// Work in all, about a microsecond each; `u64::MAX` for no limit.
    pub work: u64,
}

impl OptimizeOptions {
    /// One thread and no limit but the caller's patience.
    pub fn new(goal: Goal) -> Self {
        Self { goal, threads: 1, memory: 1 << 30, work: u64::MAX }
    }
}

/// Shortens a solution so long as `keep_on`; the answer is never worse. Every
/// improvement is told as soon as it is found.
pub fn optimize(
    board: &Board,
    pushes: &[Push],
    options: OptimizeOptions,
    keep_on: &(dyn Fn() -> bool + Sync),
    better: &mut dyn FnMut(&[Push]),
) -> Vec<Push> {
    match options.goal {
        Goal::Pushes => workshop::fewer_pushes(board, pushes, options, keep_on, better),
        Goal::Moves => fewer_moves(board, pushes, options.memory, keep_on, better),
    }
}

/// Windows that grow until nothing changes.
fn fewer_moves(
    board: &Board,
    pushes: &[Push],
    memory: usize,
    keep_on: &dyn Fn() -> bool,
    better: &mut dyn FnMut(&[Push]),
) -> Vec<Push> {
    let mut best = pushes.to_vec();
    let mut windows = Windows::new(board, Goal::Moves, memory);
    let (mut length, mut limit) = (12, 300);
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
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn limited(goal: Goal) -> OptimizeOptions {
        OptimizeOptions { work: 100_000, ..OptimizeOptions::new(goal) }
    }

    #[test]
    fn a_detour_is_cut() {
        let level = Level::from_rows(["########", "#      #", "#@$   .#", "#      #", "########"]).expect("a level");
        let board = Board::new(&level).expect("a board");
        let long = pushes_of(&board, &Moves::parse("RRurrdLulldRRR").expect("moves"));
        assert_eq!(long.len(), 6);
        for goal in [Goal::Pushes, Goal::Moves] {
            let short = optimize(&board, &long, limited(goal), &|| true, &mut |_| {});
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
        let best = optimize(&board, &pushes_of(&board, &moves), limited(Goal::Pushes), &|| true, &mut |better| {
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
            let asked = AtomicUsize::new(0);
            let keep_on = || asked.fetch_add(1, Ordering::Relaxed) < most;
            let short = optimize(&board, &long, limited(Goal::Pushes), &keep_on, &mut |_| {});
            assert!(short.len() <= long.len());
            let moves = to_moves(&board, &Position::start(&board), &short).expect("walkable");
            replay(&level, &moves).expect("a solution");
        }
    }
}
