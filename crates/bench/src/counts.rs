//! Instructions instead of time.
//!
//! Counts do not depend on what else the machine does. The bench runs itself
//! under callgrind twice, the second time with twice the work; the difference
//! is what the work costs, without the start of the program. One operation is
//! the name's unit of [`crate::grid::structures`], its random numbers included.

use crate::grid::structures;
use std::hint::black_box;
use std::process::{Command, ExitCode};

/// The hidden command that repeats one operation.
pub const COMMAND: &str = "repeat";

/// What can be repeated.
const OPERATIONS: &[(&str, fn(usize))] = &[
    ("bag", |times| _ = black_box(structures::bag(times))),
    ("union-find", |times| _ = black_box(structures::union_find(times))),
    ("marks", |times| _ = black_box(structures::marks(times))),
];

/// Runs the suite.
pub fn run() {
    const TIMES: usize = 100_000;
    println!("\ninstructions an operation");
    for (name, _) in OPERATIONS {
        match (instructions(name, TIMES), instructions(name, 2 * TIMES)) {
            (Some(once), Some(twice)) => println!("  {name:<12} {:>8.1}", (twice - once) as f64 / TIMES as f64),
            _ => println!("  {name:<12} not counted: valgrind did not run"),
        }
    }
}

/// Repeats an operation, for callgrind to watch.
pub fn repeat(name: &str, times: &str) -> ExitCode {
    match (OPERATIONS.iter().find(|(other, _)| *other == name), times.parse()) {
        (Some((_, operation)), Ok(times)) => operation(times),
        _ => return ExitCode::from(2),
    }
    ExitCode::SUCCESS
}

/// The instructions of a run of ourselves, as callgrind counts them.
fn instructions(name: &str, times: usize) -> Option<i64> {
    let ourselves = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(ourselves)
        .args([COMMAND, name, &times.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(' ').next()?.parse().ok()
}
