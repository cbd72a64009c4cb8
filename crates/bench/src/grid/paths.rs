//! Shortest paths from corner to corner, 30 % of the cells blocked.

use super::row_flood::RowFlood;
use super::{board, general_graph, last};
use crate::measure::{Race, fastest};
use dedale_grid::search::{AStar, Bfs, ByteBfs, Flood, TileBfs, TwoWayBfs};
use dedale_grid::{BitGrid, Cell};
use petgraph::graph::NodeIndex;
use petgraph::visit::Bfs as GeneralBfs;

/// Races on a square board. Each answer is the length of the path.
pub fn run(side: usize) {
    let (free, length) = solvable_board(side);
    let size = free.size();
    let (from, to) = (Cell::new(0), last(size));
    let settled = free.count();
    let padded = Padded::new(&free);
    let (start, goal) = (padded.place(from), padded.place(to));
    let cells = side * side;

    let mut tiles = TileBfs::new();
    let mut bytes = ByteBfs::new();
    let mut plain = Bfs::new();
    Race::new(format!("breadth-first search, corner to corner, {side} x {side}, 30 % blocked"), "TileBfs", || {
        tiles.run(&free, [from], Some(to));
        tiles.path(to).len()
    })
    .against("ByteBfs", None, || {
        bytes.run(&free, [from], |cell| cell == to);
        bytes.path(to).len()
    })
    .against("Bfs (any graph)", None, || {
        plain.run(&free, [from], |cell| cell == to);
        plain.tree().path(to).len()
    })
    .against("pathfinding bfs", Some(10.0), || {
        let path = pathfinding::directed::bfs::bfs(&start, |&at| padded.free_neighbours(at), |&at| at == goal);
        path.map_or(0, |path| path.len())
    })
    .run();
    let [reach, paths, front] = tiles.bytes();
    println!(
        "  TileBfs holds {:.2} bits a cell for what is reached, {:.2} for paths, {:.2} for the fronts",
        reach as f64 * 8.0 / cells as f64,
        paths as f64 * 8.0 / cells as f64,
        front as f64 * 8.0 / cells as f64
    );

    // A general graph only gives the order of the cells; no path is asked.
    let graph = general_graph(&free);
    let mut tiles = TileBfs::new();
    Race::new("the same, without the path; petgraph's graph is not counted", "TileBfs", || {
        tiles.run(&free, [from], Some(to)).is_some()
    })
    .against("petgraph Bfs", Some(4.0), || {
        let mut bfs = GeneralBfs::new(&graph, NodeIndex::new(from.index()));
        while let Some(at) = bfs.next(&graph) {
            if at.index() == to.index() {
                return true;
            }
        }
        false
    })
    .run();

    let mut flood = Flood::new();
    let mut rows = RowFlood::new(&free);
    let mut tiles = TileBfs::new();
    Race::new("everything that can be reached", "Flood", || {
        flood.run(&free, [from]);
        flood.reached(&free).count()
    })
    .against("words that are pieces of rows", None, || rows.run(&free, from))
    .against("TileBfs", None, || {
        tiles.run(&free, [from], None);
        tiles.reached().count()
    })
    .against("petgraph Bfs", None, || {
        let mut bfs = GeneralBfs::new(&graph, NodeIndex::new(from.index()));
        std::iter::from_fn(|| bfs.next(&graph)).count()
    })
    .run();
    drop(graph);

    let mut star = AStar::new();
    let mut two_way = TwoWayBfs::new();
    let goal_point = size.point(to);
    Race::new("guided and two-way searches", "AStar", || {
        star.run(&free, [from], |_, _| 1, |at| size.point(at).manhattan(goal_point), |at| at == to);
        star.tree().path(to).len()
    })
    .against("pathfinding astar", None, || {
        let path = pathfinding::directed::astar::astar(
            &start,
            |&at| padded.free_neighbours(at).into_iter().map(|next| (next, 1u32)),
            |&at| padded.distance(at, goal),
            |&at| at == goal,
        );
        path.map_or(0, |(path, _)| path.len())
    })
    .against("TwoWayBfs", None, || {
        two_way.run(&free, from, to);
        two_way.path().len()
    })
    .run();

    let (time, _) = fastest(|| tiles.run(&free, [from], Some(to)));
    println!(
        "\n  path of {length} cells; TileBfs takes {:.2} ns a free cell",
        time.as_secs_f64() * 1e9 / settled as f64
    );
}

/// The first random board whose corners are joined, and the length of the path.
fn solvable_board(side: usize) -> (BitGrid, usize) {
    let mut search = TileBfs::new();
    for seed in 1.. {
        let free = board(side, side, seed);
        let to = last(free.size());
        if search.run(&free, [Cell::new(0)], Some(to)).is_some() {
            return (free, search.path(to).len());
        }
    }
    unreachable!("one board in a few joins its corners")
}

/// A board with a frame of blocked cells, a byte each: the fastest simple thing
/// to hand to a search that takes a function.
struct Padded {
    cols: usize,
    stride: usize,
    free: Vec<bool>,
}

impl Padded {
    fn new(board: &BitGrid) -> Self {
        let size = board.size();
        let (cols, stride) = (size.cols(), size.cols() + 2);
        let mut padded = Self { cols, stride, free: vec![false; stride * (size.rows() + 2)] };
        for cell in board.cells() {
            let at = padded.place(cell);
            padded.free[at as usize] = true;
        }
        padded
    }

    fn place(&self, cell: Cell) -> u32 {
        ((cell.index() / self.cols + 1) * self.stride + cell.index() % self.cols + 1) as u32
    }

    fn free_neighbours(&self, at: u32) -> impl IntoIterator<Item = u32> + use<'_> {
        let stride = self.stride as u32;
        [at - stride, at + 1, at + stride, at - 1].into_iter().filter(|&next| self.free[next as usize])
    }

    fn distance(&self, a: u32, b: u32) -> u32 {
        let stride = self.stride as u32;
        (a / stride).abs_diff(b / stride) + (a % stride).abs_diff(b % stride)
    }
}
