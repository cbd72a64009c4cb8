//! Cut vertices by one depth-first search (Hopcroft & Tarjan, 1973).
//!
//! There is no recursion and no stack that could overflow: a byte a cell holds
//! the way back and the sides not yet tried, so the path from the root is
//! written on the board itself. With depth and low-link that makes nine bytes
//! a cell, whatever the shape of the board.
//!
//! All sides of a cell are read when it is entered. Those already seen belong
//! to its ancestors and settle its part of the low-link at once; those seen
//! later can only be descendants, which are deeper and change nothing.

use crate::bit_grid::bits;
use crate::{BitGrid, Cell, Dir, Size};

/// Depths that are none: a free cell not yet seen, and a cell that is not free.
const UNSEEN: u32 = u32::MAX - 1;
const BLOCKED: u32 = u32::MAX;

/// The parts of a cell's byte: sides to try, the way back, flags.
const REST: u8 = 0b1111;
const BACK_SHIFT: u32 = 4;
const ROOT: u8 = 1 << 6;
const CUT: u8 = 1 << 7;

/// Finds all cut vertices of a board in one depth-first search.
///
/// Sides are tried in the order up, right, down, left. The *depth* of a cell is
/// its distance from the root along the search; its *low-link* is the least
/// depth that is reached from it by going down any number of steps and then
/// taking one step that the search did not take (the step back to the parent
/// is one). See [`crate::cuts`] for an example.
#[derive(Clone, Debug)]
pub struct CutSearch {
    size: Size,
    /// Cells of a padded board: one column more than the board, and a row
    /// above and below.
    depth: Vec<u32>,
    low: Vec<u32>,
    state: Vec<u8>,
}

/// Why a cell is a cut vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The search began here and had to set out more than once.
    Root {
        /// How often it set out.
        branches: u32,
    },
    /// What was found beyond a child reaches no higher than this cell: the
    /// low-link of the child is not less than the depth of the cell.
    Bottleneck {
        /// The first such child.
        child: Cell,
    },
}

impl CutSearch {
    /// A search of nothing yet.
    pub fn new() -> Self {
        let size = Size::new(1, 1).expect("one cell is a size");
        let mut search = Self { size, depth: Vec::new(), low: Vec::new(), state: Vec::new() };
        search.load(&BitGrid::new(size));
        search
    }

    /// Searches every region of the free cells, each from its first cell.
    pub fn run(&mut self, free: &BitGrid) {
        self.load(free);
        for row in 0..self.size.rows() {
            for col in 0..self.size.cols() {
                let root = (row + 1) * self.stride() + col;
                if self.depth[root] == UNSEEN {
                    self.descend(root);
                }
            }
        }
    }

    /// Searches only the region of one cell, from that cell. Cells of other
    /// regions have neither depth nor low-link.
    pub fn run_from(&mut self, free: &BitGrid, root: Cell) {
        self.load(free);
        if let Some(root) = self.place(root)
            && self.depth[root] == UNSEEN
        {
            self.descend(root);
        }
    }

    fn stride(&self) -> usize {
        self.size.cols() + 1
    }

    /// Where a cell lies on the padded board; `None` outside the board.
    fn place(&self, cell: Cell) -> Option<usize> {
        (cell.index() < self.size.area()).then(|| cell.index() + cell.index() / self.size.cols() + self.stride())
    }

    fn load(&mut self, free: &BitGrid) {
        self.size = free.size();
        let stride = self.stride();
        let area = stride * (self.size.rows() + 2);
        self.depth.clear();
        self.depth.resize(area, BLOCKED);
        self.low.resize(area, 0);
        self.state.clear();
        self.state.resize(area, 0);
        for row in 0..self.size.rows() {
            let depths = &mut self.depth[(row + 1) * stride..];
            for (word, &cells) in free.row(row).iter().enumerate() {
                for bit in bits(cells) {
                    depths[word * 64 + bit as usize] = UNSEEN;
                }
            }
        }
    }

    /// The depth-first search of the region of an unseen cell.
    fn descend(&mut self, root: usize) {
        let stride = self.stride();
        let offsets = [stride.wrapping_neg(), 1, stride, 1usize.wrapping_neg()];
        let Self { depth, low, state, .. } = self;

        // Of a cell just entered: the sides to try and the least depth beside it.
        let look = |depths: &[u32], at: usize| {
            let around = offsets.map(|offset| depths[at.wrapping_add(offset)]);
            let rest = (0..4).fold(0, |rest, side| rest | u8::from(around[side] == UNSEEN) << side);
            (rest, around[0].min(around[1]).min(around[2].min(around[3])))
        };

        let (mut at, mut level, mut branches) = (root, 0u32, 0u32);
        depth[root] = 0;
        let (mut rest, _) = look(depth, root);
        let mut lowest = 0;
        state[root] = ROOT;
        loop {
            if rest != 0 {
                let side = rest.trailing_zeros();
                rest &= rest - 1;
                let next = at.wrapping_add(offsets[side as usize]);
                if depth[next] != UNSEEN {
                    continue;
                }
                state[at] = state[at] & !REST | rest;
                low[at] = lowest;
                level += 1;
                depth[next] = level;
                (rest, lowest) = look(depth, next);
                lowest = lowest.min(level);
                state[next] = ((side as u8) ^ 2) << BACK_SHIFT;
                at = next;
                continue;
            }
            low[at] = lowest;
            if level == 0 {
                break;
            }
            level -= 1;
            at = at.wrapping_add(offsets[usize::from(state[at] >> BACK_SHIFT & 3)]);
            if level == 0 {
                branches += 1;
            } else if lowest >= level {
                state[at] |= CUT;
            }
            lowest = lowest.min(low[at]);
            rest = state[at] & REST;
        }
        if branches > 1 {
            state[root] |= CUT;
        }
    }

    /// Whether a cell is a cut vertex.
    pub fn is_cut(&self, cell: Cell) -> bool {
        self.place(cell).is_some_and(|at| self.state[at] & CUT != 0)
    }

    /// The cut vertices, row by row.
    pub fn cuts(&self) -> impl Iterator<Item = Cell> {
        let rows = self.state.chunks_exact(self.stride()).skip(1).take(self.size.rows());
        rows.enumerate().flat_map(move |(row, states)| {
            let first = (row * self.size.cols()) as u32;
            let cuts = states.iter().enumerate().filter(|(_, state)| **state & CUT != 0);
            cuts.map(move |(col, _)| Cell::new(first + col as u32))
        })
    }

    /// The distance of a cell from the root along the search; `None` if the
    /// search did not come there.
    pub fn depth(&self, cell: Cell) -> Option<u32> {
        self.seen(cell).map(|at| self.depth[at])
    }

    /// The low-link of a cell; `None` if the search did not come there.
    pub fn low(&self, cell: Cell) -> Option<u32> {
        self.seen(cell).map(|at| self.low[at])
    }

    /// The cell from which the search came to a cell; `None` for a root and
    /// where the search did not come.
    pub fn parent(&self, cell: Cell) -> Option<Cell> {
        let state = self.seen(cell).map(|at| self.state[at]).filter(|state| state & ROOT == 0)?;
        self.size.step(cell, Dir::from_index(usize::from(state >> BACK_SHIFT)))
    }

    /// The cells to which the search went from a cell, in the order up, right,
    /// down, left.
    pub fn children(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let near = self.seen(cell).into_iter().flat_map(move |_| self.size.neighbours(cell));
        near.map(|(_, near)| near).filter(move |&near| self.parent(near) == Some(cell))
    }

    /// Why a cell is a cut vertex; `None` if it is none.
    pub fn reason(&self, cell: Cell) -> Option<Reason> {
        let at = self.seen(cell).filter(|&at| self.state[at] & CUT != 0)?;
        if self.state[at] & ROOT != 0 {
            return Some(Reason::Root { branches: self.children(cell).count() as u32 });
        }
        let child = self.children(cell).find(|&child| self.low(child) >= Some(self.depth[at]))?;
        Some(Reason::Bottleneck { child })
    }

    fn seen(&self, cell: Cell) -> Option<usize> {
        self.place(cell).filter(|&at| self.depth[at] < UNSEEN)
    }

    /// The bytes of the buffers.
    pub fn bytes(&self) -> usize {
        (self.depth.capacity() + self.low.capacity()) * size_of::<u32>() + self.state.capacity()
    }
}

impl Default for CutSearch {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{all_boards, slow_cuts};
    use super::*;
    use crate::Rng;
    use proptest::prelude::*;

    fn check(search: &mut CutSearch, free: &BitGrid) {
        search.run(free);
        assert_eq!(search.cuts().collect::<Vec<_>>(), slow_cuts(free), "\n{free}");
    }

    #[test]
    fn agrees_with_the_definition_on_all_small_boards() {
        let mut search = CutSearch::new();
        for (rows, cols) in [(1, 1), (1, 6), (6, 1), (2, 2), (2, 5), (3, 3), (3, 4)] {
            all_boards(rows, cols).for_each(|free| check(&mut search, &free));
        }
    }

    /// The textbook search, recursive and slow, in the same order of sides.
    fn textbook(free: &BitGrid, at: Cell, parent: Option<Cell>, found: &mut [Option<(u32, u32, Option<Cell>)>]) -> u32 {
        let depth = parent.map_or(0, |parent| found[parent.index()].unwrap().0 + 1);
        found[at.index()] = Some((depth, depth, parent));
        let mut low = depth;
        for (_, next) in free.size().neighbours(at) {
            if free.get(next) {
                low = low.min(match found[next.index()] {
                    None => textbook(free, next, Some(at), found),
                    Some((depth, _, _)) => depth,
                });
            }
        }
        found[at.index()] = Some((depth, low, parent));
        low
    }

    proptest! {
        #[test]
        fn agrees_with_the_textbook(seed: u64) {
            let mut rng = Rng::new(seed);
            let size = Size::new(1 + rng.index(12), 1 + rng.index(80)).unwrap();
            let share = rng.unit();
            let free = BitGrid::from_fn(size, |_| rng.chance(share));
            let mut search = CutSearch::new();
            search.run(&free);
            let mut found = vec![None; size.area()];
            for cell in free.cells() {
                if found[cell.index()].is_none() {
                    textbook(&free, cell, None, &mut found);
                }
            }
            for cell in size.cells() {
                let expected = found[cell.index()];
                prop_assert_eq!(search.depth(cell), expected.map(|(depth, _, _)| depth));
                prop_assert_eq!(search.low(cell), expected.map(|(_, low, _)| low));
                prop_assert_eq!(search.parent(cell), expected.and_then(|(_, _, parent)| parent));
                let reason = search.reason(cell);
                prop_assert_eq!(reason.is_some(), search.is_cut(cell));
                match reason {
                    Some(Reason::Root { branches }) => {
                        prop_assert!(branches > 1 && search.depth(cell) == Some(0));
                        prop_assert_eq!(search.children(cell).count(), branches as usize);
                    }
                    Some(Reason::Bottleneck { child }) => {
                        prop_assert_eq!(search.parent(child), Some(cell));
                        prop_assert!(search.low(child) >= search.depth(cell));
                    }
                    None => {}
                }
            }
        }

        #[test]
        fn agrees_with_the_definition(seed: u64) {
            let mut rng = Rng::new(seed);
            let size = Size::new(1 + rng.index(9), 1 + rng.index(9)).unwrap();
            let share = 0.5 + rng.unit() / 2.0;
            let free = BitGrid::from_fn(size, |_| rng.chance(share));
            let mut search = CutSearch::new();
            check(&mut search, &free);
            let all: Vec<Cell> = search.cuts().collect();
            // Whatever the root, the cut vertices of its region are the same.
            for root in free.cells() {
                search.run_from(&free, root);
                prop_assert_eq!(search.depth(root), Some(0));
                let here = all.iter().copied().filter(|&cell| search.depth(cell).is_some());
                prop_assert!(search.cuts().eq(here));
            }
        }
    }

    #[test]
    fn cells_outside_and_blocked_are_no_cuts() {
        let mut search = CutSearch::default();
        let free = "#.#".parse::<BitGrid>().unwrap();
        for root in [1, 3, 99].map(Cell::new) {
            search.run_from(&free, root);
            assert_eq!((search.depth(root), search.low(root), search.parent(root)), (None, None, None));
            assert_eq!((search.reason(root), search.children(root).count()), (None, 0));
            assert_eq!(search.cuts().count(), 0);
        }
    }

    /// One corridor of a million cells: a path as deep as the board.
    #[test]
    fn depth_costs_no_stack() {
        let size = Size::new(1999, 1000).unwrap();
        let free = BitGrid::from_fn(size, |point| {
            point.row % 2 == 0 || point.col == if point.row % 4 == 1 { size.cols() as i32 - 1 } else { 0 }
        });
        let mut search = CutSearch::new();
        search.run(&free);
        assert_eq!(search.cuts().count(), free.count() - 2);
        assert_eq!(free.cells().filter_map(|cell| search.depth(cell)).max(), Some(free.count() as u32 - 1));
    }
}
