//! Nothing is pruned that leads to a solution.

#![allow(missing_docs)]

use dedale_sokoban::{
    Collection, Goal, Limits, Method, Options, Techniques, Verdict, audit, duplicates, rate, read, replay, shipped,
    solve,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// Levels from the shared data, if they are there.
fn shared(name: &str) -> Option<Collection> {
    let path = format!("{}/../../../shared/data/sokoban/{name}", env!("CARGO_MANIFEST_DIR"));
    match std::fs::read(&path) {
        Ok(bytes) => Some(read(&String::from_utf8_lossy(&bytes)).expect("a sound collection")),
        Err(_) => {
            println!("skipped: {name} is not here");
            None
        }
    }
}

/// Solves with a limit counted in looks at the clock, the same everywhere.
fn within(level: &dedale_sokoban::Level, options: &Options, looks: f64) -> dedale_sokoban::Answer {
    let count = AtomicU64::new(0);
    let clock = || count.fetch_add(1, Ordering::Relaxed) as f64;
    solve(level, options, Limits { seconds: looks, clock: &clock, ..Limits::default() }).expect("a level of usual size")
}

#[test]
fn shipped_levels_are_many_and_sound() {
    let entries = shipped();
    assert!(entries.len() >= 60, "{}", entries.len());
    assert!(duplicates(entries.iter().map(|entry| &entry.level)).iter().all(Option::is_none));
    for entry in entries {
        let [solution] = &entry.solutions[..] else { panic!("{} has no solution", entry.title) };
        let (moves, _) = replay(&entry.level, &solution.moves).expect("a solution");
        audit(&entry.level, &moves).unwrap_or_else(|wrong| panic!("{}: {wrong}", entry.title));
    }
}

#[test]
fn shipped_levels_go_from_easy_to_hard() {
    let score = |index: usize| rate(&shipped()[index].level, 200_000).map(|(_, difficulty)| difficulty.score);
    let (first, last) = (score(0), score(shipped().len() - 1));
    assert!(first.expect("easy") * 2.0 < last.expect("hard but not too hard"));
}

/// A search without any technique finds reference solutions; no rule may call
/// any position on them dead, and every technique alone and all together keep
/// the fewest pushes.
#[test]
fn techniques_keep_the_optimum() {
    let Some(collection) = shared("Microban_155.xsb") else { return };
    let plain = Options { optimal: Some(Goal::Pushes), techniques: Techniques::NONE, ..Options::default() };
    let mut compared = 0;
    for (index, entry) in collection.entries.iter().enumerate() {
        let reference = within(&entry.level, &plain, 40.0);
        let Some((moves, metrics)) = reference.solution else { continue };
        audit(&entry.level, &moves).unwrap_or_else(|wrong| panic!("level {}: {wrong}", index + 1));
        let mut sets = vec![Techniques::ALL];
        if index % 5 == 0 {
            sets.extend(Techniques::SWITCHES.iter().map(|(_, switch)| {
                let mut techniques = Techniques::NONE;
                *switch(&mut techniques) = true;
                techniques
            }));
        }
        for techniques in sets {
            let answer = within(&entry.level, &Options { techniques, ..plain }, 400.0);
            let pushes = answer.solution.map(|(_, metrics)| metrics.pushes);
            assert_eq!(pushes, Some(metrics.pushes), "level {} with {techniques:?}", index + 1);
        }
        compared += 1;
    }
    assert!(compared >= 60, "{compared}");
}

#[test]
fn every_solution_passes_the_audit() {
    for (name, step) in [("Microban_II_135.xsb", 6), ("XSokoban_90.xsb", 9), ("boxoban_hard_000.txt", 40)] {
        let Some(collection) = shared(name) else { continue };
        let mut solved = 0;
        for (index, entry) in collection.entries.iter().enumerate().step_by(step) {
            let answer = within(&entry.level, &Options::default(), 400.0);
            assert_ne!(answer.verdict, Verdict::Unsolvable, "{name} {}", index + 1);
            if let Some((moves, _)) = answer.solution {
                audit(&entry.level, &moves).unwrap_or_else(|wrong| panic!("{name} {}: {wrong}", index + 1));
                solved += 1;
            }
        }
        assert!(solved > 0, "{name}");
    }
}

/// With one thread the answer depends on the level alone: not on the clock, nor
/// on a limit that is not met.
#[test]
fn one_thread_gives_one_answer() {
    let mut levels: Vec<_> = shipped().iter().step_by(12).map(|entry| entry.level.clone()).collect();
    let more = shared("XSokoban_90.xsb").into_iter().flat_map(|collection| collection.entries);
    levels.extend(more.take(3).map(|entry| entry.level));
    for level in levels {
        let first = solve(&level, &Options::default(), Limits::default()).expect("a level of usual size");
        assert_eq!(first.verdict, Verdict::Solved);
        assert_eq!(first, within(&level, &Options::default(), 1e9));
        let enough = Options { nodes: Some(first.nodes + 1), ..Options::default() };
        assert_eq!(first, solve(&level, &enough, Limits::default()).expect("a level of usual size"));
    }
}

/// Carries into goal rooms and hurried tunnels may lose pushes, never the level.
#[test]
fn macros_lose_no_level() {
    let Some(collection) = shared("Microban_155.xsb") else { return };
    let plain = Techniques::without(["goal-rooms", "packing", "tunnels"]).expect("known names");
    let mut solved = 0;
    for (index, entry) in collection.entries.iter().enumerate() {
        for method in [Method::Bfs, Method::Greedy] {
            let with = |techniques| within(&entry.level, &Options { method, techniques, ..Options::default() }, 30.0);
            let answer = with(Techniques::ALL);
            assert_ne!(answer.verdict, Verdict::Unsolvable, "level {}", index + 1);
            if let Some((moves, _)) = answer.solution {
                audit(&entry.level, &moves).unwrap_or_else(|wrong| panic!("level {}: {wrong}", index + 1));
                solved += 1;
            } else {
                assert!(with(plain).solution.is_none() || method == Method::Greedy, "level {}", index + 1);
            }
        }
    }
    assert!(solved > 200, "{solved}");
}

#[test]
fn exact_methods_agree() {
    let Some(collection) = shared("Microban_155.xsb") else { return };
    for entry in collection.entries.iter().take(30).step_by(2) {
        let pushes = |method| {
            let answer =
                within(&entry.level, &Options { method, optimal: Some(Goal::Pushes), ..Options::default() }, 400.0);
            answer.solution.map(|(_, metrics)| metrics.pushes)
        };
        let breadth = within(&entry.level, &Options { method: Method::Bfs, ..Options::default() }, 400.0);
        if let (Some(a), Some(b)) = (pushes(Method::AStar), pushes(Method::Ida)) {
            assert_eq!(a, b);
            assert!(breadth.solution.is_none_or(|(_, metrics)| metrics.pushes >= a));
        }
    }
}
