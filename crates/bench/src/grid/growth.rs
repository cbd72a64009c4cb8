//! Boards that grow: the time a cell should hardly grow with them.

use super::board;
use crate::measure::fastest;
use dedale_grid::Cell;
use dedale_grid::cuts::CutSearch;
use dedale_grid::search::{Flood, TileBfs};

/// Nanoseconds and bytes a cell on boards of these rows and columns.
pub fn run(sizes: &[(usize, usize)]) {
    println!("\ngrowing boards, 30 % blocked, everything explored: time and memory a cell");
    println!("  {:>11} {:>24} {:>24} {:>24}", "cells", "CutSearch", "TileBfs", "Flood");
    let (mut cuts, mut tiles, mut flood) = (CutSearch::new(), TileBfs::new(), Flood::new());
    for &(rows, cols) in sizes {
        let free = board(rows, cols, 1);
        let from = [Cell::new(0)];
        let (cut_time, ()) = fastest(|| cuts.run(&free));
        let (tile_time, _) = fastest(|| tiles.run(&free, from, None));
        let (flood_time, ()) = fastest(|| flood.run(&free, from));
        let cells = rows * cols;
        let results = [(cut_time, cuts.bytes()), (tile_time, tiles.bytes().iter().sum()), (flood_time, flood.bytes())]
            .map(|(time, bytes)| {
                format!("{:.2} ns {:>8.2} bytes", time.as_secs_f64() * 1e9 / cells as f64, bytes as f64 / cells as f64)
            });
        println!("  {cells:>11} {:>24} {:>24} {:>24}", results[0], results[1], results[2]);
    }
}
