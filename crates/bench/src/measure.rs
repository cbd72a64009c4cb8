//! How time and memory are taken and shown.
//!
//! Other work on the machine can only make a run slower, so the fastest of
//! several runs is the least wrong. A race runs the rivals in turns, so that a
//! slow minute strikes all of them.

use crate::MEMORY;
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Several ways to one answer.
pub struct Race<'a, A> {
    title: String,
    runners: Vec<Runner<'a, A>>,
}

struct Runner<'a, A> {
    name: String,
    solve: Box<dyn FnMut() -> A + 'a>,
    /// How many times faster than this one we want to be.
    target: Option<f64>,
}

/// What a runner did.
#[derive(Clone, Copy)]
struct Record {
    time: Duration,
    /// The most bytes it held beyond what was there before it first ran.
    peak: usize,
}

/// Every runner runs this many times.
const ROUNDS: usize = 3;

impl<'a, A: PartialEq + Debug> Race<'a, A> {
    /// A race; the first runner is ours.
    pub fn new(title: impl Into<String>, name: &str, solve: impl FnMut() -> A + 'a) -> Self {
        Self { title: title.into(), runners: Vec::new() }.against(name, None, solve)
    }

    /// Adds a rival that we want to beat by a factor, if one is given.
    pub fn against(mut self, name: &str, target: Option<f64>, solve: impl FnMut() -> A + 'a) -> Self {
        self.runners.push(Runner { name: name.to_owned(), solve: Box::new(solve), target });
        self
    }

    /// Runs everyone, checks that all answers are the same, prints the table
    /// and gives the answer.
    pub fn run(mut self) -> A {
        let mut results: Vec<Option<Record>> = vec![None; self.runners.len()];
        let mut answer: Option<A> = None;
        for _ in 0..ROUNDS {
            for (runner, result) in self.runners.iter_mut().zip(&mut results) {
                let before = MEMORY.current_usage();
                MEMORY.reset_peak_usage();
                let start = Instant::now();
                let found = (runner.solve)();
                let time = start.elapsed();
                let peak = MEMORY.peak_usage().saturating_sub(before);
                match &answer {
                    Some(answer) => assert_eq!(&found, answer, "{} disagrees", runner.name),
                    None => answer = Some(found),
                }
                let best = result.get_or_insert(Record { time, peak });
                best.time = best.time.min(time);
                best.peak = best.peak.max(peak);
            }
        }
        println!("\n{}", self.title);
        let ours = results[0].map_or(Duration::ZERO, |result| result.time);
        for (runner, result) in self.runners.iter().zip(results.iter().flatten()) {
            let ratio = result.time.as_secs_f64() / ours.as_secs_f64();
            let verdict = match runner.target {
                Some(target) if ratio >= target => format!("  wanted {target}: met"),
                Some(target) => format!("  wanted {target}: MISSED"),
                None => String::new(),
            };
            println!(
                "  {:<36} {:>10.3} ms {:>8.2} x {:>9.1} MB{verdict}",
                runner.name,
                result.time.as_secs_f64() * 1e3,
                ratio,
                result.peak as f64 / 1e6
            );
        }
        answer.expect("there is at least one runner")
    }
}

/// The fastest of several runs.
pub fn fastest<A>(mut solve: impl FnMut() -> A) -> (Duration, A) {
    let mut run = || {
        let start = Instant::now();
        let answer = solve();
        (start.elapsed(), answer)
    };
    let mut best = run();
    for _ in 1..ROUNDS {
        let next = run();
        if next.0 < best.0 {
            best = next;
        }
    }
    best
}
