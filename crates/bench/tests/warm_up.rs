//! A search that has seen a board takes no more memory for the next one.

use dedale_grid::cuts::{CutSearch, LiveCuts};
use dedale_grid::search::{AStar, Bfs, ByteBfs, Dijkstra, Flood, TileBfs, TwoWayBfs, ZeroOneBfs};
use dedale_grid::{BitGrid, Cell, Rng, Size};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Runs something four times; after the second it may take no byte. (Two
/// lists that change places every level need two runs to know their lengths.)
fn check(name: &str, mut run: impl FnMut()) {
    run();
    run();
    for _ in 0..2 {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        run();
        assert_eq!(MEMORY.peak_usage(), before, "{name} took memory again");
    }
}

/// One test alone in its program: nothing else may allocate while it looks.
#[test]
fn searches_keep_their_memory() {
    let size = Size::new(90, 110).expect("a size");
    let mut rng = Rng::new(3);
    let free = BitGrid::from_fn(size, |_| rng.chance(0.7));
    let (from, to) = (free.cells().next().expect("a free cell"), free.cells().last().expect("a free cell"));
    let toll = |_, to: Cell| 1 + to.index() as u32 % 7;

    let mut bfs = Bfs::new();
    check("Bfs", || bfs.explore(&free, [from]));
    let mut bytes = ByteBfs::new();
    check("ByteBfs", || _ = bytes.run(&free, [from], |_| false));
    let mut two_way = TwoWayBfs::new();
    check("TwoWayBfs", || _ = two_way.run(&free, from, to));
    let mut zero_one = ZeroOneBfs::new();
    check("ZeroOneBfs", || _ = zero_one.run(&size, [from], |_, to| !free.get(to), |_| false));
    let mut dijkstra = Dijkstra::new();
    check("Dijkstra", || _ = dijkstra.run(&free, [from], toll, |_| false));
    let mut star = AStar::new();
    let goal = size.point(to);
    check("AStar", || _ = star.run(&free, [from], |_, _| 1, |at| size.point(at).manhattan(goal), |at| at == to));
    let mut tiles = TileBfs::new();
    check("TileBfs", || _ = tiles.run(&free, [from], Some(to)));
    let mut flood = Flood::new();
    check("Flood", || flood.run(&free, [from]));
    let mut search = CutSearch::new();
    check("CutSearch", || search.run(&free));
    let mut live = LiveCuts::new(&free);
    check("LiveCuts", || live.reset(&free));
}
