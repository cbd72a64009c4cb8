//! How fast breadth-first search pushes, how little it stores, and how many
//! levels the solver solves beside its peers.
//!
//! Peers cannot run here: their results on the same levels are read from
//! tables, if these are at hand. Time is processor time, which other work on
//! the machine disturbs least.

use dedale_sokoban::engine::{BestFirst, Board, Control, Engine, Knowledge, Order};
use dedale_sokoban::{
    Collection, Entry, Heuristic, Level, Limits, Options, Stop, Techniques, Verdict, read, shipped, solve,
};
use std::sync::Arc;
use std::time::Instant;

/// Seconds a level in the collections.
const LIMIT: f64 = 5.0;

/// Runs the suite: speed, memory, and the quick collection.
pub fn run() {
    let levels: Vec<(String, Level)> = match shared("XSokoban_90.xsb") {
        Some(levels) => {
            [6, 8, 17].map(|n: usize| (format!("XSokoban {n}"), levels.entries[n - 1].level.clone())).into()
        }
        None => shipped().iter().rev().take(3).map(|entry| (entry.title.clone(), entry.level.clone())).collect(),
    };
    for (name, level) in &levels {
        breadth(name, level, 2.0);
    }
    collection("Microban_155.xsb", "peers_microban.csv");
}

/// Runs the suite of the larger collections: some minutes.
pub fn run_sets() {
    for (file, peers) in [
        ("Microban_II_135.xsb", ""),
        ("boxoban_hard_000.txt", ""),
        ("Grigr2001_100.xsb", ""),
        ("Sasquatch_50.xsb", ""),
        ("XSokoban_90.xsb", "peers_xsokoban.csv"),
    ] {
        collection(file, peers);
    }
}

/// A file of the shared data, if it is there.
fn shared_text(name: &str) -> Option<String> {
    let path = format!("{}/../../../shared/data/sokoban/{name}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn shared(name: &str) -> Option<Collection> {
    read(&shared_text(name)?).ok()
}

/// Seconds of processor time of this thread, as Linux counts them; the time of
/// day elsewhere.
fn thread_seconds(start: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

/// Seconds of processor time of all threads that are still there or were waited for.
fn process_seconds(start: Instant) -> f64 {
    let ticks = || {
        let text = std::fs::read_to_string("/proc/self/stat").ok()?;
        let mut fields = text.rsplit(')').next()?.split_whitespace().skip(11);
        Some(fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?)
    };
    // Linux counts a hundred ticks a second for whoever asks.
    ticks().map_or_else(|| start.elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

/// Pushes a second and bytes a position in breadth-first search on one core.
fn breadth(name: &str, level: &Level, seconds: f64) {
    println!("\nbreadth-first search, one core, {name}");
    let Ok(board) = Board::new(level) else { return };
    let squares = board.squares;
    let knowledge = Arc::new(Knowledge::new(board, &|| true));
    let bare = Techniques { dead_squares: true, ..Techniques::NONE };
    for (what, techniques, wanted) in
        [("all techniques", Techniques::ALL, Some(1e6)), ("dead squares only", bare, None)]
    {
        let begin = Instant::now();
        let start = thread_seconds(begin);
        let clock = || thread_seconds(begin) - start;
        let control = Control::new(Limits { seconds, clock: &clock, ..Limits::default() });
        let mut engine = BestFirst::new(Arc::clone(&knowledge), techniques, Order::Breadth, Heuristic::Nothing);
        engine.run(u64::MAX, &control);
        let speed = engine.generated as f64 / clock().max(1e-9);
        let (positions, bytes) = engine.stored();
        let verdict = match wanted {
            Some(wanted) if speed >= wanted => format!("  wanted {wanted:.0}: met"),
            Some(wanted) => format!("  wanted {wanted:.0}: MISSED"),
            None => String::new(),
        };
        println!("  {what:<20} {speed:>10.0} pushes generated and hashed a second{verdict}");
        let each = bytes as f64 / positions.max(1) as f64;
        println!(
            "  {:<20} {each:>10.1} bytes a position, table included ({positions} positions, {squares} squares)",
            ""
        );
    }
}

/// Solves a collection and shows what peers did with it.
fn collection(file: &str, peers: &str) {
    let Some(levels) = shared(file) else {
        println!("\n{file} is not here: skipped");
        return;
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("\n{file}, {LIMIT} s a level, {threads} threads");
    let (solved, processor, missing) = solve_all(&levels.entries, threads);
    let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
    println!("  {:<28} {solved:>5}/{:<5} {processor:>9.2} s of processor time", "dedale", levels.entries.len());
    for (peer, solved, seconds) in shared_text(peers).map(|text| peer_results(&text)).unwrap_or_default() {
        println!(
            "  {peer:<28} {solved:>5}/{:<5} {seconds:>9.2} s of processor time, as recorded",
            levels.entries.len()
        );
    }
    if !missing.is_empty() {
        println!("  dedale misses {}", missing.join(" "));
    }
}

/// How many are solved, in how much processor time, and which are not.
fn solve_all(entries: &[Entry], threads: usize) -> (usize, f64, Vec<usize>) {
    let begin = Instant::now();
    let start = process_seconds(begin);
    let mut missing = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let from = Instant::now();
        let clock = || from.elapsed().as_secs_f64();
        let limits = Limits { seconds: LIMIT, threads, clock: &clock, ..Limits::default() };
        let verdict = solve(&entry.level, &Options::default(), limits)
            .map_or(Verdict::Unknown(Stop::Memory), |answer| answer.verdict);
        if verdict != Verdict::Solved {
            missing.push(index + 1);
        }
    }
    (entries.len() - missing.len(), process_seconds(begin) - start, missing)
}

/// Name, levels solved and seconds of every peer of a table: two columns each,
/// `NAME_LIMIT_cpu_seconds` and `NAME_LIMIT_pushes`, empty if unsolved.
fn peer_results(text: &str) -> Vec<(String, usize, f64)> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let named =
        header.iter().enumerate().filter_map(|(column, name)| Some((column, name.strip_suffix("_cpu_seconds")?)));
    named
        .map(|(column, name)| {
            let times = rows.iter().filter_map(|row| row.get(column)?.parse::<f64>().ok());
            let solved = rows.iter().filter(|row| row.get(column + 1).is_some_and(|pushes| !pushes.is_empty())).count();
            (name.replace('_', " "), solved, times.sum())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_levels_are_measured() {
        breadth("the first level", &shipped()[0].level, 1.0);
        let (solved, _, missing) = solve_all(&shipped()[..3], 1);
        assert_eq!((solved, missing.len()), (3, 0));
    }

    #[test]
    fn tables_of_peers_are_read() {
        let text = "level,one_10s_cpu_seconds,one_10s_pushes,two_60s_cpu_seconds,two_60s_pushes\n1,0.5,8,0.25,8\n2,10.0,,1.0,3\n";
        assert_eq!(peer_results(text), [("one 10s".to_owned(), 1, 10.5), ("two 60s".to_owned(), 2, 1.25)]);
    }
}
