//! Breadth-first search for huge boards.

use super::tiles::{Layout, cross, spread};
use crate::{BitGrid, Cell, Dir, Size};

/// Shortest paths on free and blocked cells, with 4 bits a cell.
///
/// The board is cut into tiles of 8 × 8 cells, one word each, and the front
/// moves as words. Two bits a cell suffice to find what can be reached (not
/// yet reached; the next front). Paths need no predecessors and no distances:
/// the distances of neighbours differ by at most one, so the distance modulo
/// three, in two more bits, tells which neighbour comes before.
///
/// ```
/// use dedale_grid::search::TileBfs;
/// use dedale_grid::{BitGrid, Cell, Size};
/// let size = Size::new(300, 200)?;
/// let (from, to) = (Cell::new(0), Cell::new(size.area() as u32 - 1));
/// let mut search = TileBfs::new();
/// assert_eq!(search.run(&BitGrid::full(size), [from], Some(to)), Some(498));
/// assert_eq!(search.path(to).len(), 499);
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TileBfs {
    layout: Layout,
    tiles: Vec<Tile>,
    /// The tiles that hold cells of the next front.
    touched: Vec<u32>,
    /// The tiles of the present front with its cells.
    front: Vec<(u32, u64)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tile {
    /// Free and not yet reached.
    open: u64,
    /// The next front.
    next: u64,
    /// One plus the distance modulo three, in two planes; zero where the
    /// search has not come.
    phase: [u64; 2],
}

impl TileBfs {
    /// A search of nothing yet.
    pub fn new() -> Self {
        let layout = Layout::new(Size::new(1, 1).expect("one cell is a size"));
        Self { layout, tiles: vec![Tile::default(); layout.tiles()], touched: Vec::new(), front: Vec::new() }
    }

    /// Searches the free cells from the sources that are free until the goal
    /// is reached, and gives its distance; without a goal everything is
    /// explored and the answer is `None`.
    pub fn run(&mut self, free: &BitGrid, sources: impl IntoIterator<Item = Cell>, goal: Option<Cell>) -> Option<u32> {
        self.layout = Layout::new(free.size());
        let Self { layout, tiles, touched, front } = self;
        tiles.clear();
        tiles.resize(layout.tiles(), Tile::default());
        layout.read(free, |tile, word| tiles[tile].open = word);
        touched.clear();
        for (tile, bit) in sources.into_iter().filter_map(|cell| layout.place(cell)) {
            if tiles[tile].enter(bit) {
                touched.push(tile as u32);
            }
        }
        let goal = goal.and_then(|goal| layout.place(goal));
        for distance in 0.. {
            front.clear();
            let phase = 1 + distance % 3;
            let planes = [0u64.wrapping_sub(phase & 1), 0u64.wrapping_sub(phase >> 1)];
            for &tile in touched.iter() {
                let here = &mut tiles[tile as usize];
                let cells = std::mem::take(&mut here.next);
                here.open &= !cells;
                here.phase[0] |= cells & planes[0];
                here.phase[1] |= cells & planes[1];
                front.push((tile, cells));
            }
            touched.clear();
            if let Some((tile, bit)) = goal
                && tiles[tile].reached() & bit != 0
            {
                return Some(distance as u32);
            }
            if front.is_empty() {
                break;
            }
            // A step touches at most five tiles. Each is written to the list
            // and only counted if it is new: no branch to guess wrongly.
            touched.resize(front.len() * 5 + 1, 0);
            let mut count = 0;
            for &(tile, cells) in front.iter() {
                let tile = tile as usize;
                let mut enter = |tile: usize, cells| {
                    touched[count] = tile as u32;
                    count += usize::from(tiles[tile].enter(cells));
                };
                enter(tile, spread(cells));
                for dir in Dir::ALL {
                    enter(layout.beside(tile, dir), cross(cells, dir));
                }
            }
            touched.truncate(count);
        }
        None
    }

    /// Whether the last run reached a cell.
    pub fn contains(&self, cell: Cell) -> bool {
        self.phase(cell) != 0
    }

    /// The cells the last run reached.
    pub fn reached(&self) -> BitGrid {
        let mut reached = BitGrid::new(self.layout.size());
        self.layout.write(&mut reached, |tile| self.tiles[tile].reached());
        reached
    }

    /// A shortest path of the last run from a source to a cell, both included;
    /// empty if the cell was not reached.
    pub fn path(&self, cell: Cell) -> Vec<Cell> {
        let mut path = Vec::new();
        let mut next = Some(cell).filter(|&cell| self.contains(cell));
        while let Some(at) = next {
            path.push(at);
            let before = (self.phase(at) + 1) % 3 + 1;
            next = self.layout.size().neighbours(at).map(|(_, near)| near).find(|&near| self.phase(near) == before);
        }
        path.reverse();
        path
    }

    /// One plus the distance modulo three; 0 if the cell was not reached.
    fn phase(&self, cell: Cell) -> u32 {
        self.layout.place(cell).map_or(0, |(tile, bit)| {
            let [low, high] = self.tiles[tile].phase.map(|plane| u32::from(plane & bit != 0));
            low + 2 * high
        })
    }

    /// The bytes of the buffers: for what is reached, for paths, for the fronts.
    pub fn bytes(&self) -> [usize; 3] {
        let plane = self.tiles.capacity() * size_of::<u64>();
        let lists = self.touched.capacity() * size_of::<u32>() + self.front.capacity() * size_of::<(u32, u64)>();
        [plane, 2 * plane, plane + lists]
    }
}

impl Tile {
    /// Adds the cells that are still open among these to the next front; true
    /// if the tile had none of it before.
    #[inline]
    fn enter(&mut self, cells: u64) -> bool {
        let fresh = cells & self.open;
        let first = (self.next == 0) & (fresh != 0);
        self.next |= fresh;
        first
    }

    fn reached(self) -> u64 {
        self.phase[0] | self.phase[1]
    }
}

impl Default for TileBfs {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bfs;
    use super::super::testing::{random_board, random_cell, walk};
    use super::*;
    use crate::Rng;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_plain_search(seed: u64) {
            let mut rng = Rng::new(seed);
            let (mut fast, mut plain) = (TileBfs::new(), Bfs::new());
            for _ in 0..4 {
                let board = random_board(&mut rng, 60);
                let size = board.size();
                let sources = [random_cell(&mut rng, size), random_cell(&mut rng, size)];
                plain.explore(&board, sources);
                prop_assert_eq!(fast.run(&board, sources, None), None);
                prop_assert_eq!(fast.reached().count(), plain.reached().len());
                for cell in size.cells() {
                    let path = fast.path(cell);
                    prop_assert_eq!(path.is_empty(), plain.tree().cost(cell).is_none());
                    prop_assert_eq!(fast.contains(cell), !path.is_empty());
                    prop_assert_eq!(walk(&board, &path, |_, _| 1), plain.tree().cost(cell).unwrap_or(0));
                    prop_assert!(path.first().is_none_or(|first| sources.contains(first)));
                }
                let goal = random_cell(&mut rng, size);
                prop_assert_eq!(fast.run(&board, sources, Some(goal)), plain.tree().cost(goal));
                prop_assert_eq!(fast.path(goal).len() as u32, plain.tree().cost(goal).map_or(0, |cost| cost + 1));
            }
        }
    }

    #[test]
    fn cells_outside_are_never_reached() {
        let mut search = TileBfs::default();
        assert!(!search.contains(Cell::new(0)) && search.path(Cell::new(0)).is_empty());
        let board = BitGrid::full(Size::new(2, 2).unwrap());
        assert_eq!(search.run(&board, [Cell::new(4)], Some(Cell::new(0))), None);
        assert_eq!(search.run(&board, [Cell::new(0)], Some(Cell::new(4))), None);
        assert!(search.contains(Cell::new(3)));
    }
}
