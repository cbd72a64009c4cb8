//! Cut vertices while cells get blocked, by the dual.
//!
//! What separates free cells walked in four directions is blocked cells joined
//! in eight, the outside being one of them. Go around the ring of eight cells
//! of a free cell: between two consecutive free sides lies a *gap* of blocked
//! cells, unless the two sides are next to each other with a free corner
//! between. The cell is a cut vertex exactly when two of its gaps belong to one
//! blocked component: with the cell, that component closes a curve that has a
//! free side within and another without. Blocking only ever joins components,
//! so a union-find is all there is to keep.

use crate::bit_grid::bits;
use crate::{BitGrid, Cell, Dir, Size, UnionFind};

/// The four sides among the eight cells around a cell.
const SIDES: u8 = 0b0101_0101;

/// Tells cut vertices while cells get blocked one after the other.
///
/// Blocking is practically O(1), a question is at most four look-ups in the
/// union-find. Freeing a cell again is not possible short of
/// [`LiveCuts::reset`]. See [`crate::cuts`] for an example.
#[derive(Clone, Debug)]
pub struct LiveCuts {
    free: BitGrid,
    /// Components of blocked cells; the last element is the outside.
    blocked: UnionFind,
}

impl LiveCuts {
    /// Starts from a set of free cells.
    pub fn new(free: &BitGrid) -> Self {
        let mut cuts = Self { free: free.clone(), blocked: UnionFind::new(0) };
        cuts.reset(free);
        cuts
    }

    /// Starts again from a set of free cells, in O(cells).
    pub fn reset(&mut self, free: &BitGrid) {
        if self.free.size() == free.size() {
            self.free.fill(true);
        } else {
            self.free = BitGrid::full(free.size());
        }
        self.blocked.reset(free.size().area() + 1);
        for cell in free.size().cells() {
            if !free.get(cell) {
                self.block(cell);
            }
        }
    }

    /// The cells that are free.
    pub fn free(&self) -> &BitGrid {
        &self.free
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.free.size()
    }

    /// Blocks a cell; false if it was blocked before.
    ///
    /// # Panics
    /// If the cell lies outside the board.
    pub fn block(&mut self, cell: Cell) -> bool {
        if !self.free.clear(cell) {
            return false;
        }
        let blocked = !self.free.ring(cell);
        for index in (0..8).filter(|index| blocked >> index & 1 != 0) {
            self.blocked.union(cell.index(), self.element(cell, index));
        }
        true
    }

    /// Whether blocking a cell would separate free cells that are joined now;
    /// false for a blocked cell.
    ///
    /// # Panics
    /// If the cell lies outside the board.
    pub fn is_cut(&self, cell: Cell) -> bool {
        if !self.free.get(cell) {
            return false;
        }
        let ring = self.free.ring(cell);
        // The free sides after which, clockwise, a gap lies: not both the
        // corner and the side that follow are free.
        let gaps = ring & SIDES & !(ring.rotate_right(1) & ring.rotate_right(2));
        if gaps.count_ones() < 2 {
            return false;
        }
        let mut roots = [usize::MAX; 4];
        for (count, side) in bits(u64::from(gaps)).enumerate() {
            // If the next side is blocked, it belongs to the gap; if it is
            // free, the gap is the corner before it.
            let next = (side + 2) % 8;
            let index = if ring >> next & 1 == 0 { next } else { side + 1 };
            let root = self.blocked.root(self.element(cell, index));
            if roots.contains(&root) {
                return true;
            }
            roots[count] = root;
        }
        false
    }

    /// The element of the union-find of one of the eight cells around a cell,
    /// counted as [`BitGrid::ring`] does.
    fn element(&self, cell: Cell, index: u32) -> usize {
        let dir = Dir::from_index(index as usize / 2);
        let side = self.size().point(cell).step(dir);
        let point = if index.is_multiple_of(2) { side } else { side.step(dir.right()) };
        self.size().cell(point).map_or(self.size().area(), Cell::index)
    }
}

#[cfg(test)]
mod tests {
    use super::super::CutSearch;
    use super::super::testing::{all_boards, slow_cuts};
    use super::*;
    use crate::Rng;
    use crate::search::Bfs;
    use proptest::prelude::*;

    fn check(live: &LiveCuts, search: &mut CutSearch) {
        search.run(live.free());
        for cell in live.size().cells() {
            assert_eq!(live.is_cut(cell), search.is_cut(cell), "{cell:?} of\n{}", live.free());
        }
    }

    #[test]
    fn agrees_with_the_search_on_all_small_boards() {
        let mut search = CutSearch::new();
        let mut live = LiveCuts::new(&BitGrid::new(Size::new(1, 1).unwrap()));
        for (rows, cols) in
            [(1, 1), (1, 7), (7, 1), (2, 2), (2, 6), (6, 2), (3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (4, 5)]
        {
            for free in all_boards(rows, cols) {
                live.reset(&free);
                assert_eq!(live.free(), &free);
                check(&live, &mut search);
            }
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_search_after_every_change(seed: u64) {
            let mut rng = Rng::new(seed);
            let size = Size::new(1 + rng.index(20), 1 + rng.index(20)).unwrap();
            let mut live = LiveCuts::new(&BitGrid::full(size));
            let mut search = CutSearch::new();
            let mut order: Vec<Cell> = size.cells().collect();
            rng.shuffle(&mut order);
            for (turn, cell) in order.into_iter().enumerate() {
                prop_assert!(live.block(cell) && !live.block(cell));
                if turn % 7 == 0 {
                    check(&live, &mut search);
                }
            }
            prop_assert!(live.free().is_empty());
        }

        /// As roads are built: never block what holds the rest together.
        #[test]
        fn sparing_cut_vertices_keeps_the_board_whole(seed: u64) {
            let mut rng = Rng::new(seed);
            let size = Size::new(2 + rng.index(9), 2 + rng.index(9)).unwrap();
            let mut live = LiveCuts::new(&BitGrid::full(size));
            let mut order: Vec<Cell> = size.cells().collect();
            rng.shuffle(&mut order);
            for cell in order {
                if !live.is_cut(cell) && live.free().count() > 1 {
                    live.block(cell);
                }
            }
            let mut bfs = Bfs::new();
            bfs.explore(live.free(), live.free().cells().take(1));
            prop_assert_eq!(bfs.reached().len(), live.free().count());
        }
    }

    #[test]
    fn agrees_with_the_definition() {
        let mut rng = Rng::new(77);
        for _ in 0..40 {
            let size = Size::new(1 + rng.index(12), 1 + rng.index(12)).unwrap();
            let free = BitGrid::from_fn(size, |_| rng.chance(0.7));
            let live = LiveCuts::new(&free);
            let cuts: Vec<Cell> = size.cells().filter(|&cell| live.is_cut(cell)).collect();
            assert_eq!(cuts, slow_cuts(&free), "\n{free}");
        }
    }
}
