//! Cut vertices: free cells that hold a region together.
//!
//! A free cell is a cut vertex when taking it away splits what could be
//! walked, in four directions, into more parts. Two ways to know:
//!
//! * [`CutSearch`] finds all of them by one depth-first search, with the depth,
//!   the low-link and the reason for each, in O(cells);
//! * [`LiveCuts`] answers for any cell while cells get blocked one after the
//!   other, in practically O(1) a change and O(1) a question, without a search.
//!
//! ```
//! use dedale_grid::cuts::{CutSearch, LiveCuts};
//! use dedale_grid::{BitGrid, Cell};
//!
//! let free: BitGrid = "##.\n.##".parse()?;
//! let mut search = CutSearch::new();
//! search.run(&free);
//! let cuts: Vec<Cell> = search.cuts().collect();
//! assert_eq!(cuts, [Cell::new(1), Cell::new(4)]);
//!
//! let mut live = LiveCuts::new(&free);
//! assert!(live.is_cut(Cell::new(4)));
//! live.block(Cell::new(5));
//! assert!(!live.is_cut(Cell::new(4)));
//! # Ok::<(), dedale_grid::BitGridError>(())
//! ```

mod depth_first;
mod live;

pub use depth_first::{CutSearch, Reason};
pub use live::LiveCuts;

#[cfg(test)]
mod testing {
    use crate::search::Bfs;
    use crate::{BitGrid, Cell, Size};

    /// The number of regions of free cells.
    fn regions(free: &BitGrid, bfs: &mut Bfs) -> usize {
        let mut rest = free.clone();
        let mut count = 0;
        loop {
            let Some(first) = rest.cells().next() else { return count };
            count += 1;
            bfs.explore(free, [first]);
            for &cell in bfs.reached() {
                rest.clear(cell);
            }
        }
    }

    /// The cut vertices by their definition: take the cell away and count.
    pub fn slow_cuts(free: &BitGrid) -> Vec<Cell> {
        let mut bfs = Bfs::new();
        let before = regions(free, &mut bfs);
        let splits = |cell: &Cell| {
            let mut without = free.clone();
            without.clear(*cell);
            regions(&without, &mut bfs) > before
        };
        free.cells().collect::<Vec<_>>().into_iter().filter(splits).collect()
    }

    /// Every board of a size.
    pub fn all_boards(rows: usize, cols: usize) -> impl Iterator<Item = BitGrid> {
        let size = Size::new(rows, cols).unwrap();
        (0..1u64 << size.area()).map(move |code| {
            BitGrid::from_fn(size, |point| code >> (point.row as usize * cols + point.col as usize) & 1 != 0)
        })
    }
}
