//! A laboratory: which levels of a collection are solved, in processor time.
//!
//! `cargo run --release -p dedale-sokoban --example lab -- FILE SECONDS [all|odd|even|N,N,…] [CSV]`
//!
//! The clock is the time this thread has run (Linux), so that a machine shared
//! with others gives the same figures as a quiet one.

use dedale_sokoban::{Limits, Options, Verdict, read, solve};
use std::fmt::Write as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("a file is missing")?;
    let seconds: f64 = args.next().as_deref().unwrap_or("10").parse()?;
    let which = args.next().unwrap_or_else(|| "all".to_owned());
    let csv = args.next();
    let wanted = |number: usize| match which.as_str() {
        "all" => true,
        "odd" => number % 2 == 1,
        "even" => number.is_multiple_of(2),
        list => list.split(',').any(|one| one == number.to_string()),
    };
    let mut table = String::from("level,status,seconds,pushes,nodes,engine\n");
    let (mut solved, mut missing, mut total, mut pushes) = ([0, 0], Vec::new(), 0.0, 0);
    for (index, entry) in read(&std::fs::read_to_string(&file)?)?.entries.iter().enumerate() {
        let number = index + 1;
        if !wanted(number) {
            continue;
        }
        let start = thread_seconds();
        let clock = || thread_seconds() - start;
        let limits = Limits { seconds, clock: &clock, ..Limits::default() };
        let answer = solve(&entry.level, &Options::default(), limits)?;
        let took = clock();
        total += took;
        let found = answer.solution.as_ref().map(|(_, metrics)| metrics.pushes);
        match answer.verdict {
            Verdict::Solved => solved[number % 2] += 1,
            _ => missing.push(number.to_string()),
        }
        pushes += found.unwrap_or(0);
        let found = found.map_or_else(String::new, |pushes| pushes.to_string());
        let status = if found.is_empty() { "open" } else { "solved" };
        writeln!(table, "{number},{status},{took:.3},{found},{},{}", answer.nodes, answer.engine)?;
        if let Some(csv) = &csv {
            std::fs::write(csv, &table)?;
        } else {
            println!("{number:4} {status:6} {took:7.2} s {found:>5} pushes {:9} nodes {}", answer.nodes, answer.engine);
        }
    }
    let (odd, even) = (solved[1], solved[0]);
    println!(
        "{file}: odd {odd} + even {even} = {}; {total:.0} s, {pushes} pushes; open: {}",
        odd + even,
        missing.join(" ")
    );
    Ok(())
}

/// How long this thread has run, in seconds.
fn thread_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).map_or(0.0, |nanoseconds| nanoseconds / 1e9)
}
