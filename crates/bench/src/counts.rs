//! Instructions instead of time.
//!
//! Counts do not depend on what else the machine does. The bench runs itself
//! under callgrind twice, the second time with twice the work; the difference
//! is what the work costs, without the start of the program. One operation is
//! the name's unit of [`crate::grid::structures`], its random numbers included.

use crate::grid::structures;
use crate::maze;
use dedale_maze::Algorithm;
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

/// The side of the mazes that are counted.
const SIDE: usize = 300;

/// Runs the suite of generators on squares: what a change to them costs is seen
/// by running it before and after.
pub fn run_mazes() {
    println!("\ninstructions and bytes a cell, {SIDE} x {SIDE}, one thread");
    for algorithm in Algorithm::ALL {
        let name = algorithm.name();
        let bytes = maze::bytes_a_cell(algorithm, SIDE);
        match (instructions(name, 1), instructions(name, 3)) {
            (Some(one), Some(three)) => {
                let cells = (2 * SIDE * SIDE) as f64;
                println!("  {name:<14} {:>8.2} {bytes:>8.3} B", (three - one) as f64 / cells);
            }
            _ => println!("  {name:<14} not counted: valgrind did not run"),
        }
    }
}

/// Repeats an operation, for callgrind to watch.
pub fn repeat(name: &str, times: &str) -> ExitCode {
    let Ok(times) = times.parse() else { return ExitCode::from(2) };
    match (OPERATIONS.iter().find(|(other, _)| *other == name), name.parse()) {
        (Some((_, operation)), _) => operation(times),
        (None, Ok(algorithm)) => maze::repeat(algorithm, SIDE, times),
        (None, Err(_)) => return ExitCode::from(2),
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
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(' ').next()?.parse().ok()
}
