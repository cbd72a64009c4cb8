//! `dedale-grid` against `pathfinding`, `petgraph` and `rustworkx-core`.

mod costs;
mod cuts;
mod growth;
mod paths;
mod row_flood;
pub mod structures;

use dedale_grid::{BitGrid, Cell, Dir, Rng, Size};
use petgraph::graph::{NodeIndex, UnGraph};

/// Runs the suite.
pub fn run() {
    paths::run(4000);
    costs::run(1000);
    cuts::run(1000);
    growth::run(&[(1000, 1000), (2500, 4000), (10_000, 10_000)]);
    structures::run(1_000_000);
}

/// A random board with 30 % of the cells blocked, its first and last cell free.
fn board(rows: usize, cols: usize, seed: u64) -> BitGrid {
    let size = Size::new(rows, cols).expect("the sizes of the suite are sizes");
    let mut rng = Rng::new(seed);
    let mut free = BitGrid::from_fn(size, |_| rng.below(10) >= 3);
    free.set(Cell::new(0));
    free.set(last(size));
    free
}

/// The cell in the last corner.
fn last(size: Size) -> Cell {
    Cell::new(size.area() as u32 - 1)
}

/// The board as a general graph: a node for every cell, an edge for every two
/// free neighbours.
fn general_graph(free: &BitGrid) -> UnGraph<(), ()> {
    let size = free.size();
    let mut graph = UnGraph::with_capacity(size.area(), 2 * free.count());
    size.cells().for_each(|_| {
        graph.add_node(());
    });
    for cell in free.cells() {
        for next in [Dir::Right, Dir::Down].into_iter().filter_map(|dir| size.step(cell, dir)) {
            if free.get(next) {
                graph.add_edge(NodeIndex::new(cell.index()), NodeIndex::new(next.index()), ());
            }
        }
    }
    graph.shrink_to_fit();
    graph
}

#[cfg(test)]
mod tests {
    /// Small boards, for the sake of the agreement that every race checks.
    #[test]
    fn rivals_agree() {
        super::paths::run(50);
        super::costs::run(30);
        super::cuts::run(40);
        super::growth::run(&[(10, 10), (20, 50)]);
        super::structures::run(1000);
    }
}
