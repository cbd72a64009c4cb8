//! Shortest paths from corner to corner, 30 % of the cells blocked.

use super::row_flood::RowFlood;
use super::{board, general_graph, last};
use crate::MEMORY;
use crate::measure::Race;
use dedale_grid::search::{AStar, Bfs, ByteBfs, Flood, TileBfs, TwoWayBfs};
use dedale_grid::{BitGrid, Cell};
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::Bfs as GeneralBfs;
use std::time::Instant;

/// Races on a square board.
pub fn run(side: usize) {
    let free = solvable_board(side);
    corner_to_corner(&free);
    guided(&free);

    let before = MEMORY.current_usage();
    let clock = Instant::now();
    let graph = general_graph(&free);
    println!(
        "\npetgraph's graph of the board: {:.0} ms to build, {:.0} MB; neither is counted below",
        clock.elapsed().as_secs_f64() * 1e3,
        MEMORY.current_usage().saturating_sub(before) as f64 / 1e6
    );
    general(&free, &graph);
    reachable(&free, &graph);
}

/// The length of a shortest path.
fn corner_to_corner(free: &BitGrid) {
    let (from, to) = corners(free);
    let padded = Padded::new(free);
    let (start, goal) = (padded.place(from), padded.place(to));
    let (mut tiles, mut bytes, mut plain) = (TileBfs::new(), ByteBfs::new(), Bfs::new());
    let title = format!("breadth-first search and path from corner to corner, {}, 30 % blocked", free.size());
    let length = Race::new(title, "TileBfs", || {
        tiles.run(free, [from], Some(to));
        tiles.path(to).len()
    })
    .against("ByteBfs", None, || {
        bytes.run(free, [from], |cell| cell == to);
        bytes.path(to).len()
    })
    .against("Bfs (any graph)", None, || {
        plain.run(free, [from], |cell| cell == to);
        plain.tree().path(to).len()
    })
    .against("pathfinding bfs", Some(10.0), || {
        let path = pathfinding::directed::bfs::bfs(&start, |&at| padded.free_neighbours(at), |&at| at == goal);
        path.map_or(0, |path| path.len())
    })
    .run();
    let [reach, paths, fronts] = tiles.bytes().map(|bytes| bytes as f64 * 8.0 / free.size().area() as f64);
    println!("  the path has {length} cells");
    println!("  TileBfs: bits a cell for what is reached {reach:.2}, for paths {paths:.2}, for the fronts {fronts:.2}");
}

/// The same with a guess, and from both ends.
fn guided(free: &BitGrid) {
    let (from, to) = corners(free);
    let padded = Padded::new(free);
    let (start, goal) = (padded.place(from), padded.place(to));
    let (size, goal_point) = (free.size(), free.size().point(to));
    let (mut star, mut two_way) = (AStar::new(), TwoWayBfs::new());
    Race::new("guided and two-way searches, same board", "AStar", || {
        star.run(free, [from], |_, _| 1, |at| size.point(at).manhattan(goal_point), |at| at == to);
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
        two_way.run(free, from, to);
        two_way.path().len()
    })
    .run();
}

/// Until the goal is met; petgraph's search gives no path.
fn general(free: &BitGrid, graph: &UnGraph<(), ()>) {
    let (from, to) = corners(free);
    let mut tiles = TileBfs::new();
    Race::new("breadth-first search until the goal is met, no path", "TileBfs", || {
        tiles.run(free, [from], Some(to)).is_some()
    })
    .against("petgraph Bfs", Some(4.0), || {
        let mut bfs = GeneralBfs::new(graph, NodeIndex::new(from.index()));
        std::iter::from_fn(|| bfs.next(graph)).any(|at| at.index() == to.index())
    })
    .run();
}

/// How many cells can be reached.
fn reachable(free: &BitGrid, graph: &UnGraph<(), ()>) {
    let (from, _) = corners(free);
    let (mut flood, mut rows, mut tiles) = (Flood::new(), RowFlood::new(free), TileBfs::new());
    Race::new("everything that can be reached", "Flood", || {
        flood.run(free, [from]);
        flood.reached(free).count()
    })
    .against("words that are pieces of rows", None, || rows.run(free, from))
    .against("TileBfs", None, || {
        tiles.run(free, [from], None);
        tiles.reached().count()
    })
    .against("petgraph Bfs", None, || {
        let mut bfs = GeneralBfs::new(graph, NodeIndex::new(from.index()));
        std::iter::from_fn(|| bfs.next(graph)).count()
    })
    .run();
}

fn corners(free: &BitGrid) -> (Cell, Cell) {
    (Cell::new(0), last(free.size()))
}

/// The first random board whose corners are joined.
fn solvable_board(side: usize) -> BitGrid {
    let mut search = TileBfs::new();
    (1..)
        .map(|seed| board(side, side, seed))
        .find(|free| search.run(free, [Cell::new(0)], Some(last(free.size()))).is_some())
        .expect("one board in a few joins its corners")
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
