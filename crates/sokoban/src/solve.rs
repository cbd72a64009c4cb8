//! One question, one answer: solves a level by any method.
//!
//! `auto` is a portfolio: several engines (`portfolio`) take turns (`turns`). With
//! several threads the first moments still belong to one, enough for most levels.
//! Whoever solves the level first stops the others, and every solution passes the
//! referee.

mod groups;
pub(crate) mod parts;
mod portfolio;
mod proof;
mod restarts;
mod turns;
mod weave;

use crate::board::{Board, BoardError};
use crate::bound::Heuristic;
use crate::control::{Control, Limits, Stop};
use crate::expand::Knowledge;
use crate::fess::Fess;
use crate::level::Level;
use crate::moves::Moves;
use crate::optimize::{Goal, OptimizeOptions, optimize};
use crate::position::{Position, Push};
use crate::search::backward::Backward;
use crate::search::best_first::{BestFirst, Order};
use crate::search::deepening::Deepening;
use crate::search::fewest_moves::FewestMoves;
use crate::search::{Engine, to_moves};
use crate::tally::Tally;
use crate::technique::Techniques;
use crate::verify::{Metrics, replay};
use parts::Parts;
use portfolio::portfolio;
pub use portfolio::variant;
pub(crate) use portfolio::{SMALL_BITS, VARIANTS, placements};
use std::sync::Arc;
use turns::{ALONE, Entry, NOTHING, run_together, take_turns};

/// Which engine solves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// The portfolio.
    #[default]
    Auto,
    /// Breadth-first.
    Bfs,
    /// Depth-first.
    Dfs,
    /// A*.
    AStar,
    /// Iterative-deepening A*.
    Ida,
    /// Nearest to the targets first.
    Greedy,
    /// Greedy, backwards.
    Backward,
    /// Feature-space search.
    Fess,
}

impl Method {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 8] = [
        ("auto", Self::Auto),
        ("bfs", Self::Bfs),
        ("dfs", Self::Dfs),
        ("astar", Self::AStar),
        ("ida", Self::Ida),
        ("greedy", Self::Greedy),
        ("backward", Self::Backward),
        ("fess", Self::Fess),
    ];
}

/// How a level is solved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// By which method.
    pub method: Method,
    /// With which bound, where the method uses one.
    pub heuristic: Heuristic,
    /// With which techniques, where the method uses them.
    pub techniques: Techniques,
    /// Whether the answer must be the best of its kind.
    pub optimal: Option<Goal>,
    /// Positions to look at, for an answer that is the same on every machine
    /// however slow; no limit if `None`.
    pub nodes: Option<u64>,
    /// Seconds that may be spent on shortening an answer that need not be;
    /// [`Options::AS_LONG`] for as long as solving took, at least one.
    pub polish: f64,
}

impl Options {
    /// For [`Options::polish`]: as long as solving took, at least a second,
    /// always within the limit of time.
    pub const AS_LONG: f64 = -1.0;
}

/// What came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a solution.
    Solved,
    /// There is none.
    Unsolvable,
    /// Nobody knows: the time was over, the memory full, or someone stopped.
    Unknown(Stop),
}

/// An answer with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What came out.
    pub verdict: Verdict,
    /// The solution, replayed by the referee.
    pub solution: Option<(Moves, Metrics)>,
    /// Whether the solution is proved to be the best asked for.
    pub proved: bool,
    /// Where the fewest pushes were asked for: no solution has fewer.
    pub at_least: Option<u32>,
    /// Positions looked at.
    pub nodes: u64,
    /// The engine that answered.
    pub engine: &'static str,
    /// The most bytes of tables at a time.
    pub memory: usize,
    /// What the searches counted.
    pub tally: Tally,
}

/// Solves a level.
///
/// ```
/// use dedale_sokoban::{Level, Limits, Options, Verdict, solve};
/// let level = Level::from_rows(["######", "#@ $.#", "######"])?;
/// let answer = solve(&level, &Options::default(), Limits::default())?;
/// assert_eq!(answer.verdict, Verdict::Solved);
/// assert_eq!(answer.solution.map(|(moves, _)| moves.to_string()), Some("rR".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(level: &Level, options: &Options, limits: Limits<'_>) -> Result<Answer, BoardError> {
    let mut control = Control::new(limits).with_nodes(options.nodes.unwrap_or(u64::MAX));
    let nothing = |verdict| Answer {
        verdict,
        solution: None,
        proved: false,
        at_least: None,
        nodes: 0,
        engine: "",
        memory: 0,
        tally: Tally::default(),
    };
    let mut board = match Board::prepare(level, &|| control.keep_on()) {
        Ok(Some(board)) => board,
        Ok(None) => return Ok(nothing(Verdict::Unknown(control.stop().unwrap_or(Stop::Cancelled)))),
        Err(BoardError::TooFewTargets { .. }) => return Ok(nothing(Verdict::Unsolvable)),
        Err(error) => return Err(error),
    };
    control.set_boxes(&board, level.boxes());
    let mut techniques = options.techniques;
    if !techniques.dead_squares {
        board.forget_dead();
    }
    let with_pairs =
        techniques.pairs && (options.method == Method::Auto || options.optimal.is_some() || board.boxes.len() > 1);
    let knowledge = Arc::new(Knowledge::with_pairs(board, with_pairs, &|| control.keep_on()));
    techniques.pairs &= with_pairs;
    let make = |method: Method, heuristic: Heuristic| -> Box<dyn Engine> {
        let best_first = |order| Box::new(BestFirst::new(Arc::clone(&knowledge), techniques, order, heuristic));
        match method {
            Method::Bfs => best_first(Order::Breadth),
            Method::Dfs => best_first(Order::Depth),
            Method::AStar => Box::new(proof::astar(&knowledge, techniques, heuristic, &control)),
            Method::Greedy => best_first(Order::Greedy),
            Method::Ida => Box::new(Deepening::new(Arc::clone(&knowledge), techniques, heuristic)),
            Method::Backward => Box::new(Backward::new(Arc::clone(&knowledge))),
            Method::Auto | Method::Fess => Box::new(Fess::new(Arc::clone(&knowledge), variant(0)).with(techniques)),
        }
    };
    let (tables, working) = knowledge.bytes();
    control.memory(0, tables);
    let bound = if options.heuristic.admissible() { options.heuristic } else { Heuristic::Hungarian };
    let mut entries: Vec<Entry<'_>> = match (options.optimal, options.method) {
        (Some(Goal::Moves), _) => vec![Entry::of(|| Box::new(FewestMoves::new(Arc::clone(&knowledge))))],
        (Some(Goal::Pushes), Method::Auto) => Vec::new(),
        (Some(Goal::Pushes), Method::Ida) => vec![Entry::of(|| make(Method::Ida, bound))],
        (Some(Goal::Pushes), _) => vec![Entry::of(|| make(Method::AStar, bound))],
        (None, Method::Auto) => {
            let (known, memory) = (Arc::clone(&knowledge), control.limits().memory);
            let mut entries = portfolio(&knowledge, techniques, memory);
            let parts = move || Parts::new(known, techniques, memory);
            entries.push(Entry { used: 20_000, share: 300, ..Entry::of(|| Box::new(parts())) });
            entries
        }
        // A feature-space search that has nothing left proves nothing: then a
        // complete one says whether there is a solution.
        (None, Method::Fess) => vec![
            Entry::of(|| make(Method::Fess, options.heuristic)),
            Entry { used: 1 << 50, ..Entry::of(|| make(Method::Greedy, Heuristic::Hungarian)) },
        ],
        (None, method) => vec![Entry::of(move || make(method, options.heuristic))],
    };
    entries.iter_mut().for_each(|entry| entry.working = working);
    let bound_fits = options.method == Method::AStar && options.heuristic.admissible() || options.method == Method::Ida;
    let (mut proved, mut at_least) = (options.optimal.is_some() || bound_fits, None);
    let (verdict, pushes, engine) = if (options.optimal, options.method) == (Some(Goal::Pushes), Method::Auto) {
        let fewest = proof::fewest_pushes(&knowledge, techniques, &control);
        (proved, at_least) = (fewest.proved, Some(fewest.at_least));
        fewest.finding
    } else if control.limits().threads <= 1 || options.method != Method::Auto {
        take_turns(&mut entries, &control, u64::MAX).unwrap_or(NOTHING)
    } else {
        take_turns(&mut entries, &control, ALONE).unwrap_or_else(|| run_together(entries, &control))
    };
    let (nodes, memory, tally) = (control.nodes(), control.peak(), knowledge.counters.tally());
    let Some(pushes) = pushes else {
        return Ok(Answer { at_least, nodes, engine, memory, tally, ..nothing(verdict) });
    };
    let board = &knowledge.board;
    let start = Position::start(board);
    // An engine's answer counts only if the referee agrees.
    let checked = |pushes: &[Push]| {
        let moves = to_moves(board, &start, pushes)?;
        replay(level, &moves).ok()
    };
    let Some(mut solution) = checked(&pushes) else {
        return Ok(Answer { nodes, engine, memory, tally, ..nothing(Verdict::Unknown(Stop::Cancelled)) });
    };
    let polish = if options.polish < 0.0 { control.elapsed().max(1.0) } else { options.polish };
    let spare = polish.min(control.left());
    if options.optimal.is_none() && !proved && spare > 0.0 {
        let clock = control.limits().clock;
        let end = clock() + spare;
        let shorter = OptimizeOptions {
            threads: control.limits().threads,
            // The searches may still hold theirs.
            memory: control.limits().memory / 2,
            ..OptimizeOptions::new(Goal::Pushes)
        };
        let keep_on = || clock() < end && !cancelled(&control);
        let better = optimize(board, &pushes, shorter, &keep_on, &mut |_| {});
        if let Some(found) = checked(&better).filter(|found| found.1.pushes <= solution.1.pushes) {
            solution = found;
        }
    }
    Ok(Answer { verdict: Verdict::Solved, solution: Some(solution), proved, at_least, nodes, engine, memory, tally })
}

fn cancelled(control: &Control<'_>) -> bool {
    control.limits().cancel.load(std::sync::atomic::Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(rows: &[&str]) -> Level {
        Level::from_rows(rows).expect("a level")
    }

    #[test]
    fn all_methods_agree() {
        let level = level(&["####", "# .#", "#  ###", "#*@  #", "#  $ #", "#  ###", "####"]);
        for (name, method) in Method::ALL {
            let options = Options { method, ..Options::default() };
            let answer = solve(&level, &options, Limits::default()).expect("a small level");
            assert_eq!(answer.verdict, Verdict::Solved, "{name}");
            assert!(answer.solution.is_some_and(|(_, metrics)| metrics.pushes >= 8), "{name}");
        }
        for (goal, pushes, moves) in [(Goal::Pushes, 8, None), (Goal::Moves, 8, Some(33))] {
            let options = Options { optimal: Some(goal), ..Options::default() };
            let answer = solve(&level, &options, Limits::default()).expect("a small level");
            let metrics = answer.solution.expect("solved").1;
            assert!(answer.proved);
            assert_eq!(metrics.pushes, pushes);
            assert!(moves.is_none_or(|moves| moves == metrics.moves), "{metrics:?}");
        }
    }

    /// With little time there is a solution and what is needed at least; with
    /// enough, both ends meet where breadth-first search says.
    #[test]
    fn fewest_pushes_are_proved_from_two_ends() {
        let rows = ["#########", "#   #   #", "# $$  . #", "# @# #. #", "# $   . #", "#   #   #", "#########"];
        let level = level(&rows);
        let breadth = Options { method: Method::Bfs, techniques: Techniques::NONE, ..Options::default() };
        let truth = solve(&level, &breadth, Limits::default()).expect("a small level");
        let truth = truth.solution.expect("it can be solved").1.pushes;
        for threads in [1, 2] {
            for techniques in [Techniques::ALL, Techniques { conflicts: false, ..Techniques::ALL }] {
                let options = Options { optimal: Some(Goal::Pushes), techniques, ..Options::default() };
                let answer = solve(&level, &options, Limits { threads, ..Limits::default() }).expect("a small level");
                assert!(answer.proved);
                assert_eq!(answer.solution.map(|(_, metrics)| metrics.pushes), Some(truth));
                assert_eq!(answer.at_least, Some(truth as u32));
            }
        }
        let crowd = self::level(&[
            "##########",
            "#  #     #",
            "# $$$ #$ #",
            "#@$ $ .. #",
            "# #   ...#",
            "#  #  .  #",
            "##########",
        ]);
        let options = Options { optimal: Some(Goal::Pushes), nodes: Some(600), ..Options::default() };
        let answer = solve(&crowd, &options, Limits::default()).expect("a small level");
        assert!(!answer.proved && answer.at_least.is_some_and(|least| least > 20), "{answer:?}");
    }

    #[test]
    fn says_that_there_is_no_solution() {
        for rows in [
            &["#####", "#@  #", "#  .#", "# $ #", "#####"][..],
            &["########", "#@ $ ..#", "####$###", "   # #", "   ###"],
        ] {
            let answer = solve(&level(rows), &Options::default(), Limits::default()).expect("a small level");
            assert_eq!(answer.verdict, Verdict::Unsolvable, "{rows:?}");
        }
    }

    #[test]
    fn little_memory_is_a_verdict() {
        let rows = ["##########", "#        #", "# $$ $$  #", "#   @    #", "# .. ..  #", "#        #", "##########"];
        let options = Options { method: Method::Bfs, techniques: Techniques::NONE, ..Options::default() };
        let limits = Limits { memory: 1 << 16, ..Limits::default() };
        let answer = solve(&level(&rows), &options, limits).expect("a small level");
        assert_eq!(answer.verdict, Verdict::Unknown(Stop::Memory));
    }

    #[test]
    fn threads_find_a_solution_too() {
        let level = level(&["  ####", "###  ####", "#   $   #", "# #  #$ #", "# . .#@ #", "#########"]);
        let limits = Limits { threads: 3, ..Limits::default() };
        let answer = solve(&level, &Options::default(), limits).expect("a small level");
        assert_eq!(answer.verdict, Verdict::Solved);
    }
}
