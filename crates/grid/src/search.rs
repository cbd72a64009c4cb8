//! Ways through grids.
//!
//! A search runs on anything that is a [`Graph`]: a [`Size`] (every cell is
//! free), a [`BitGrid`] (the cells of the set are free), [`Walls`] (one passes
//! where no wall stands), or a function ([`graph`]). It is an object that owns
//! its buffers: run it again and again, and once it has seen the largest board
//! it takes no more memory.
//!
//! | question | search | cost |
//! |---|---|---|
//! | nearest cell, distances, several sources | [`Bfs`] | O(cells) |
//! | one path between two cells far apart | [`TwoWayBfs`] | O(cells), often far fewer |
//! | fewest cells to open | [`ZeroOneBfs`] | O(cells) |
//! | small costs | [`Dijkstra`] | O(cells + largest cost) |
//! | a good guess of the distance | [`AStar`] | as Dijkstra, fewer cells |
//! | what can be reached | [`Flood`] | 2 bits a cell |
//! | shortest path among blocked cells, huge | [`TileBfs`] | 4 bits a cell |
//! | shortest path between walls, huge | [`ByteBfs`] | 1 byte a cell |
//!
//! ```
//! use dedale_grid::search::Bfs;
//! use dedale_grid::{BitGrid, Point};
//!
//! let free: BitGrid = "##.\n.##\n..#".parse()?;
//! let cell = |row, col| free.size().cell(Point::new(row, col)).unwrap();
//! let mut bfs = Bfs::new();
//! let found = bfs.run(&free, [cell(0, 0)], |at| at == cell(2, 2));
//! assert_eq!(found, Some(cell(2, 2)));
//! assert_eq!(bfs.tree().path(cell(2, 2)).len(), 5);
//! # Ok::<(), dedale_grid::BitGridError>(())
//! ```

mod astar;
mod bfs;
mod bucket_queue;
mod byte_bfs;
mod dijkstra;
mod flood;
mod tile_bfs;
mod tiles;
mod tree;
mod two_way;
mod zero_one;

pub use astar::AStar;
pub use bfs::Bfs;
pub use bucket_queue::BucketQueue;
pub use byte_bfs::ByteBfs;
pub use dijkstra::Dijkstra;
pub use flood::Flood;
pub use tile_bfs::TileBfs;
pub use tree::Tree;
pub use two_way::TwoWayBfs;
pub use zero_one::ZeroOneBfs;

use crate::{BitGrid, Cell, Dir, Size, Walls};

/// What a search needs to know about a board.
pub trait Graph {
    /// Cells are numbered below this.
    fn area(&self) -> usize;

    /// Whether a cell may be stood on; a search ignores sources that may not.
    fn contains(&self, cell: Cell) -> bool {
        cell.index() < self.area()
    }

    /// Calls `visit` with every cell one step away, always in the same order.
    fn for_each_neighbour(&self, cell: Cell, visit: impl FnMut(Cell));
}

impl<G: Graph> Graph for &G {
    fn area(&self) -> usize {
        G::area(self)
    }

    fn contains(&self, cell: Cell) -> bool {
        G::contains(self, cell)
    }

    #[inline]
    fn for_each_neighbour(&self, cell: Cell, visit: impl FnMut(Cell)) {
        G::for_each_neighbour(self, cell, visit);
    }
}

/// Every cell of the rectangle is free.
impl Graph for Size {
    fn area(&self) -> usize {
        Size::area(*self)
    }

    #[inline]
    fn for_each_neighbour(&self, cell: Cell, mut visit: impl FnMut(Cell)) {
        self.neighbours(cell).for_each(|(_, next)| visit(next));
    }
}

/// The cells of the set are free.
impl Graph for BitGrid {
    fn area(&self) -> usize {
        self.size().area()
    }

    fn contains(&self, cell: Cell) -> bool {
        cell.index() < Graph::area(self) && self.get(cell)
    }

    #[inline]
    fn for_each_neighbour(&self, cell: Cell, mut visit: impl FnMut(Cell)) {
        self.size().through(cell, self.sides(cell)).for_each(|(_, next)| visit(next));
    }
}

/// One passes where no wall stands.
impl Graph for Walls {
    fn area(&self) -> usize {
        self.size().area()
    }

    #[inline]
    fn for_each_neighbour(&self, cell: Cell, mut visit: impl FnMut(Cell)) {
        self.neighbours(cell).for_each(|(_, next)| visit(next));
    }
}

/// A rectangle on which one steps up, right, down or left, but not everywhere.
pub trait Board: Graph {
    /// The size.
    fn size(&self) -> Size;

    /// Through which sides of a cell one may pass: bit [`Dir::index`] is 1 for
    /// those that are open.
    fn sides(&self, cell: Cell) -> u8;
}

impl Board for BitGrid {
    fn size(&self) -> Size {
        BitGrid::size(self)
    }

    #[inline]
    fn sides(&self, cell: Cell) -> u8 {
        BitGrid::sides(self, cell)
    }
}

impl Board for Walls {
    fn size(&self) -> Size {
        Walls::size(self)
    }

    #[inline]
    fn sides(&self, cell: Cell) -> u8 {
        Walls::sides(self, cell)
    }
}

/// A graph from a function that lists the neighbours of a cell.
///
/// ```
/// use dedale_grid::search::{graph, Bfs};
/// use dedale_grid::{Cell, Size};
/// let size = Size::new(1, 8)?;
/// // A slippery row: one slides to the end.
/// let slide = graph(size.area(), |_| [Cell::new(0), Cell::new(7)]);
/// let mut bfs = Bfs::new();
/// bfs.explore(&slide, [Cell::new(3)]);
/// assert_eq!(bfs.tree().cost(Cell::new(7)), Some(1));
/// assert_eq!(bfs.tree().cost(Cell::new(4)), None);
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
pub fn graph<I: IntoIterator<Item = Cell>>(area: usize, neighbours: impl Fn(Cell) -> I) -> impl Graph {
    FnGraph { area, neighbours }
}

struct FnGraph<F> {
    area: usize,
    neighbours: F,
}

impl<I: IntoIterator<Item = Cell>, F: Fn(Cell) -> I> Graph for FnGraph<F> {
    fn area(&self) -> usize {
        self.area
    }

    #[inline]
    fn for_each_neighbour(&self, cell: Cell, visit: impl FnMut(Cell)) {
        (self.neighbours)(cell).into_iter().for_each(visit);
    }
}

/// The directions of a path from cell to cell, for those who walk it.
///
/// ```
/// use dedale_grid::{Cell, Dir, Size, search};
/// let size = Size::new(2, 2)?;
/// let path = [0, 1, 3].map(Cell::new);
/// assert_eq!(search::directions(size, &path).collect::<Vec<_>>(), [Dir::Right, Dir::Down]);
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
pub fn directions(size: Size, path: &[Cell]) -> impl Iterator<Item = Dir> {
    path.windows(2).filter_map(move |step| Dir::ALL.into_iter().find(|&dir| size.step(step[0], dir) == Some(step[1])))
}

#[cfg(test)]
mod testing {
    //! Random boards and the slow, obvious search that every fast one is held
    //! against.

    use super::Graph;
    use crate::{BitGrid, Cell, Rng, Size};

    /// A board of random size with a random share of free cells.
    pub fn random_board(rng: &mut Rng, largest: u64) -> BitGrid {
        let side = |rng: &mut Rng| 1 + rng.below(largest) as usize;
        let size = Size::new(side(rng), side(rng)).unwrap();
        let share = rng.unit();
        BitGrid::from_fn(size, |_| rng.chance(share))
    }

    pub fn random_cell(rng: &mut Rng, size: Size) -> Cell {
        Cell::new(rng.below(size.area() as u64) as u32)
    }

    /// Distances by relaxing every edge until nothing changes.
    pub fn slow_costs(graph: &impl Graph, sources: &[Cell], cost: impl Fn(Cell, Cell) -> u32) -> Vec<Option<u32>> {
        let mut best: Vec<Option<u32>> = vec![None; graph.area()];
        for &source in sources.iter().filter(|&&cell| graph.contains(cell)) {
            best[source.index()] = Some(0);
        }
        loop {
            let mut changed = false;
            for at in (0..graph.area() as u32).map(Cell::new) {
                let Some(here) = best[at.index()] else { continue };
                graph.for_each_neighbour(at, |next| {
                    let there = here + cost(at, next);
                    if best[next.index()].is_none_or(|old| old > there) {
                        best[next.index()] = Some(there);
                        changed = true;
                    }
                });
            }
            if !changed {
                return best;
            }
        }
    }

    /// Whether a path is made of steps of the graph, and what it costs.
    pub fn walk(graph: &impl Graph, path: &[Cell], cost: impl Fn(Cell, Cell) -> u32) -> u32 {
        path.windows(2)
            .map(|step| {
                let mut found = false;
                graph.for_each_neighbour(step[0], |next| found |= next == step[1]);
                assert!(found, "{step:?} is no step");
                cost(step[0], step[1])
            })
            .sum()
    }
}
