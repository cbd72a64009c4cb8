//! How fast breadth-first search pushes, and how little it stores.
//!
//! `cargo run --release -p dedale-sokoban --example pushes -- FILE LEVEL`

use dedale_sokoban::engine::{BestFirst, Board, Control, Engine, Knowledge, Order};
use dedale_sokoban::{Heuristic, Limits, Techniques, read};
use std::sync::Arc;

/// Seconds of processor time used so far, as Linux counts them.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("expected a file of levels")?;
    let number: usize = args.next().as_deref().unwrap_or("1").parse()?;
    let text = String::from_utf8_lossy(&std::fs::read(&file)?).into_owned();
    let collection = read(&text)?;
    let entry = collection.entries.get(number.wrapping_sub(1)).ok_or("expected a level of the file")?;
    let knowledge = Arc::new(Knowledge::new(Board::new(&entry.level)?, &|| true));
    for (name, techniques) in [("all techniques", Techniques::ALL), ("dead squares only", dead_squares_only())] {
        let mut engine = BestFirst::new(Arc::clone(&knowledge), techniques, Order::Breadth, Heuristic::Nothing);
        let start = processor();
        let clock = || processor() - start;
        let control = Control::new(Limits { seconds: 3.0, clock: &clock, ..Limits::default() });
        engine.run(u64::MAX, &control);
        let (states, bytes) = engine.stored();
        println!(
            "{name}: {:.0} pushes/s, {states} positions, {:.1} bytes each",
            engine.generated as f64 / clock(),
            bytes as f64 / states.max(1) as f64
        );
    }
    Ok(())
}

fn dead_squares_only() -> Techniques {
    Techniques { dead_squares: true, ..Techniques::NONE }
}
