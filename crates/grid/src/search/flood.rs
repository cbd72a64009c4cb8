//! What can be reached, 64 cells at a time.

use super::tiles::{Layout, cross, spread};
use crate::{BitGrid, Cell, Dir, Size};

/// Flood fill: the free cells that can be reached from some cells.
///
/// The board is cut into tiles of 8 × 8 cells, one word each. A tile that
/// water enters is filled to its shores by shifts, then passes water on to the
/// tiles beside it. Two bits a cell: still dry, and where water has just come
/// in.
///
/// ```
/// use dedale_grid::search::Flood;
/// use dedale_grid::{BitGrid, Cell};
/// let free: BitGrid = "##.#\n.#.#".parse()?;
/// let mut flood = Flood::new();
/// flood.run(&free, [Cell::new(0)]);
/// assert_eq!(flood.reached(&free).to_string(), "##..\n.#..\n");
/// # Ok::<(), dedale_grid::BitGridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Flood {
    layout: Layout,
    tiles: Vec<Tile>,
    /// The tiles water has entered and that are not yet filled.
    wet: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tile {
    dry: u64,
    inflow: u64,
}

impl Flood {
    /// A flood of nothing yet.
    pub fn new() -> Self {
        let layout = Layout::new(Size::new(1, 1).expect("one cell is a size"));
        Self { layout, tiles: vec![Tile::default(); layout.tiles()], wet: Vec::new() }
    }

    /// Floods the free cells from the sources that are free.
    pub fn run(&mut self, free: &BitGrid, sources: impl IntoIterator<Item = Cell>) {
        self.layout = Layout::new(free.size());
        let Self { layout, tiles, wet } = self;
        tiles.clear();
        tiles.resize(layout.tiles(), Tile::default());
        layout.read(free, |tile, word| tiles[tile].dry = word);
        wet.clear();
        for (tile, bit) in sources.into_iter().filter_map(|cell| layout.place(cell)) {
            enter(tiles, wet, tile, bit);
        }
        while let Some(tile) = wet.pop() {
            let tile = tile as usize;
            let Tile { dry, inflow } = tiles[tile];
            let mut water = inflow;
            // Four steps between two looks: a step too many costs less than a
            // branch guessed wrongly.
            loop {
                let more = (0..4).fold(water, |water, _| (water | spread(water)) & dry);
                if more == water {
                    break;
                }
                water = more;
            }
            tiles[tile] = Tile { dry: dry & !water, inflow: 0 };
            for dir in Dir::ALL {
                enter(tiles, wet, layout.beside(tile, dir), cross(water, dir));
            }
        }
    }

    /// Whether the last run reached a cell of its board.
    pub fn contains(&self, free: &BitGrid, cell: Cell) -> bool {
        match self.layout.place(cell) {
            Some((tile, bit)) => free.get(cell) && self.tiles[tile].dry & bit == 0,
            None => false,
        }
    }

    /// The cells the last run reached on its board.
    ///
    /// # Panics
    /// If the board has not the size of the last run's.
    pub fn reached(&self, free: &BitGrid) -> BitGrid {
        assert_eq!(free.size(), self.layout.size(), "a flood is read with the board it ran on");
        let mut dry = BitGrid::new(free.size());
        self.layout.write(&mut dry, |tile| self.tiles[tile].dry);
        let mut reached = free.clone();
        reached.and_not(&dry);
        reached
    }

    /// The bytes of the buffers.
    pub fn bytes(&self) -> usize {
        self.tiles.capacity() * size_of::<Tile>() + self.wet.capacity() * size_of::<u32>()
    }
}

impl Default for Flood {
    fn default() -> Self {
        Self::new()
    }
}

/// Lets water into the dry cells among these.
#[inline]
fn enter(tiles: &mut [Tile], wet: &mut Vec<u32>, tile: usize, cells: u64) {
    let here = &mut tiles[tile];
    let fresh = cells & here.dry;
    if fresh != 0 {
        if here.inflow == 0 {
            wet.push(tile as u32);
        }
        here.inflow |= fresh;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bfs;
    use super::super::testing::{random_board, random_cell};
    use super::*;
    use crate::Rng;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reaches_what_a_search_reaches(seed: u64) {
            let mut rng = Rng::new(seed);
            let (mut flood, mut bfs) = (Flood::new(), Bfs::new());
            for _ in 0..4 {
                let board = random_board(&mut rng, 90);
                let sources = [random_cell(&mut rng, board.size()), random_cell(&mut rng, board.size())];
                flood.run(&board, sources);
                bfs.explore(&board, sources);
                let reached = flood.reached(&board);
                prop_assert_eq!(reached.count(), bfs.reached().len());
                for &cell in bfs.reached() {
                    prop_assert!(reached.get(cell) && flood.contains(&board, cell));
                }
            }
        }
    }
}
