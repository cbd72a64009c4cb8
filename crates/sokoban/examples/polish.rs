//! How short solutions become, in processor time.
//!
//! `cargo run --release -p dedale-sokoban --example polish -- LEVELS SOLUTIONS SECONDS [all|odd|even|N,N,…] [BEST]`
//!
//! `SOLUTIONS` holds a line `level pushes moves` for each solved level; levels
//! without one are solved first, for ten seconds each, and added to it. `BEST`
//! is a table `level,pushes,…` to compare with. Printed are the pushes at the
//! beginning and after a tenth, two fifths and all of the seconds.

use dedale_sokoban::{Goal, Limits, Moves, OptimizeOptions, Options, read, replay, shorten_with, solve};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [levels, solutions, seconds, rest @ ..] = &args[..] else {
        return Err("expected LEVELS SOLUTIONS SECONDS".into());
    };
    let seconds: f64 = seconds.parse()?;
    let which = rest.first().map_or("all", String::as_str);
    let best = rest.get(1).map(|path| table(path, ',')).transpose()?.unwrap_or_default();
    let wanted = |number: usize| match which {
        "all" => true,
        "odd" => number % 2 == 1,
        "even" => number.is_multiple_of(2),
        list => list.split(',').any(|one| one == number.to_string()),
    };
    let known = if std::fs::exists(solutions)? { table(solutions, ' ')? } else { BTreeMap::new() };
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(solutions)?;
    let mut sums = [0; 5];
    for (index, entry) in read(&std::fs::read_to_string(levels)?)?.entries.iter().enumerate() {
        let number = index + 1;
        if !wanted(number) {
            continue;
        }
        let clock = clock();
        let given = match known.get(&number) {
            Some(fields) => Moves::parse(fields.get(1).ok_or("expected moves")?)?,
            None => {
                let limits = Limits { seconds: 10.0, clock: &clock, ..Limits::default() };
                let Some((moves, metrics)) = solve(&entry.level, &Options::default(), limits)?.solution else {
                    continue;
                };
                writeln!(file, "{number} {} {moves}", metrics.pushes)?;
                moves
            }
        };
        let first = replay(&entry.level, &given)?.1.pushes;
        let clock = self::clock();
        let mut found = [first; 3];
        let mut last = (0.0, first);
        shorten_with(
            &entry.level,
            &given,
            OptimizeOptions::new(Goal::Pushes),
            &|| clock() < seconds,
            &mut |_, metrics| {
                let now = clock();
                if metrics.pushes < last.1 {
                    last = (now, metrics.pushes);
                }
                for (share, pushes) in [0.1, 0.4, 1.0].into_iter().zip(&mut found) {
                    if now <= seconds * share {
                        *pushes = metrics.pushes;
                    }
                }
            },
        )?;
        let goal: Option<usize> =
            best.get(&number).and_then(|fields| fields.first()).map(|text| text.parse()).transpose()?;
        println!(
            "{number:3}: {first:4} {found:?} best {:?}, last gain at {:.1} s, {:.1} s in all",
            goal.unwrap_or(0),
            last.0,
            clock()
        );
        let line = [first, found[0], found[1], found[2], goal.unwrap_or(0)];
        sums.iter_mut().zip(line).for_each(|(sum, pushes)| *sum += pushes);
    }
    println!("sum: {sums:?}");
    Ok(())
}

/// Lines that begin with a number, by that number.
fn table(path: &str, separator: char) -> Result<BTreeMap<usize, Vec<String>>, std::io::Error> {
    let text = std::fs::read_to_string(path)?;
    let lines = text.lines().filter_map(|line| {
        let (number, rest) = line.split_once(separator)?;
        Some((number.parse().ok()?, rest.split(separator).map(str::to_owned).collect()))
    });
    Ok(lines.collect())
}

/// The seconds that this thread runs from now on. Reading them takes longer than
/// many a search between two looks, so one call in 32 does.
fn clock() -> impl Fn() -> f64 + Sync {
    let start = thread_seconds();
    let (calls, last) = (AtomicU32::new(0), AtomicU64::new(0));
    move || {
        if calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(32) {
            last.store((thread_seconds() - start).to_bits(), Ordering::Relaxed);
        }
        f64::from_bits(last.load(Ordering::Relaxed))
    }
}

/// How long this thread has run, in seconds.
fn thread_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).map_or(0.0, |nanoseconds| nanoseconds / 1e9)
}
