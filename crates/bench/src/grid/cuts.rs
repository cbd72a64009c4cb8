//! Cut vertices, 30 % of the cells blocked.

use super::{board, general_graph};
use crate::measure::{Race, fastest};
use dedale_grid::cuts::{CutSearch, LiveCuts};
use dedale_grid::{BitGrid, Cell, Rng};

/// Races on a square board. Each answer is the number of cut vertices.
pub fn run(side: usize) {
    let free = board(side, side, 1);
    let graph = general_graph(&free);
    let mut search = CutSearch::new();
    let title = format!("cut vertices, {side} x {side}, 30 % blocked; building the graphs is not counted");
    Race::new(title, "CutSearch", || {
        search.run(&free);
        search.cuts().count()
    })
    .against("LiveCuts, every cell from nothing", None, || {
        let live = LiveCuts::new(&free);
        free.cells().filter(|&cell| live.is_cut(cell)).count()
    })
    .against("petgraph articulation_points", Some(6.0), || {
        petgraph::algo::articulation_points::articulation_points(&graph).len()
    })
    .against("rustworkx-core articulation_points", Some(2.5), || {
        rustworkx_core::connectivity::articulation_points(&graph, None).len()
    })
    .run();

    let size = free.size();
    let mut order: Vec<Cell> = size.cells().collect();
    Rng::new(2).shuffle(&mut order);
    let (time, _) = fastest(|| {
        let mut live = LiveCuts::new(&BitGrid::full(size));
        order.iter().filter(|&&cell| !live.is_cut(cell) && live.block(cell)).count()
    });
    println!(
        "  LiveCuts asks and blocks in random order: {:.0} ns a cell",
        time.as_secs_f64() * 1e9 / size.area() as f64
    );
}
