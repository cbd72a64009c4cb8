//! Streams a maze to nowhere or to standard output, and says how long it took.
//!
//! `cargo run --release -p dedale-maze --example stream -- eller 100000x100000 hex > /dev/null`

use dedale_maze::Algorithm;
use dedale_maze::formats::{Rows, stream};
use dedale_maze::rows::RowMaker;
use dedale_maze::surface::HexRowMaker;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [algorithm, sides, surface] = args.as_slice() else {
        return Err("expected ALGORITHM COLUMNSxROWS square|hex".into());
    };
    let kind = algorithm.parse::<Algorithm>()?.rows().ok_or("expected binary-tree, sidewinder or eller")?;
    let (columns, rows) = sides.split_once('x').ok_or("expected COLUMNSxROWS")?;
    let (columns, rows): (usize, u64) = (columns.parse()?, rows.parse()?);
    let maker: Rows = match surface.as_str() {
        "hex" => HexRowMaker::new(kind, columns, 1, 0.5).into(),
        _ => RowMaker::new(kind, columns, 1, 0.5).into(),
    };
    let start = Instant::now();
    stream(maker, rows, &mut std::io::stdout().lock(), |_| true)?;
    let seconds = start.elapsed().as_secs_f64();
    let cells = columns as f64 * rows as f64;
    eprintln!("{cells} cells in {seconds:.1} s, {:.2} ns a cell", seconds / cells * 1e9);
    Ok(())
}
