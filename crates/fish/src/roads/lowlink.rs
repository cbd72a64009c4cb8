//! The specification's second algorithm: one depth-first search.
//!
//! Each cell gets its depth `P` and its low-link `R`, the smallest depth that
//! can be reached from it by used arcs and then one ignored arc (Tarjan, 1972;
//! Hopcroft & Tarjan, 1973). A cell `u` is a road
//!
//! 1. if it is the only access to a built cell — the start included;
//! 2. if it is not the start and has a used arc `u → v` with `R(v) ≥ P(u)`;
//! 3. if it is the start and has several used arcs.
//!
//! The specification prints `≤` in the second rule. As the arc from `v` back
//! to `u` is itself ignored, `R(v) ≤ P(u)` always holds, and would make a road
//! of every inner cell of the search; `≥` is meant.
//!
//! The search must be a true one: a stack that marks cells when they are
//! pushed visits them in another order, and its tree proves nothing. Here the
//! path from the start is the stack and each cell remembers its next
//! direction, so that no recursion overflows on large boards. Time and memory
//! are linear; one array holds the depths with a frame of walls round the
//! board, so that no step asks whether it leaves the board.

use crate::{Access, Board, Tile};
use dedale_grid::Cell;

/// A built cell or the frame: never entered, and no minimum ever changes
/// because of it.
const WALL: u32 = u32::MAX;
/// An open cell not yet entered.
const UNSEEN: u32 = 0;

/// The search with its memory, which is kept from one board to the next.
#[derive(Clone, Debug, Default)]
pub struct Lowlink {
    depth: Vec<u32>,
    path: Vec<Step>,
    road: Vec<bool>,
}

/// A cell on the path from the start.
#[derive(Clone, Copy, Debug)]
struct Step {
    cell: u32,
    low: u32,
    next: u8,
}

impl Lowlink {
    /// The cells that must be roads, sorted, those that are roads already
    /// included. The board must be sound.
    pub fn find(&mut self, board: &Board, access: Access) -> Vec<Cell> {
        let (rows, cols) = (board.size().rows(), board.size().cols());
        self.run(board, access);
        let stride = cols + 1;
        (0..rows)
            .flat_map(|row| (0..cols).map(move |col| (row * cols + col, (row + 1) * stride + col)))
            .filter(|(_, padded)| self.road[*padded])
            .map(|(index, _)| Cell::new(index as u32))
            .collect()
    }

    fn run(&mut self, board: &Board, access: Access) {
        let (rows, cols) = (board.size().rows(), board.size().cols());
        // One column of walls serves as the right frame of a row and the left
        // frame of the next; one more cell ends the last row.
        let stride = cols + 1;
        let len = (rows + 2) * stride + 1;
        self.depth.clear();
        self.depth.resize(len, WALL);
        self.road.clear();
        self.road.resize(len, false);
        let padded = |cell: Cell| (cell.index() / cols + 1) * stride + cell.index() % cols;
        let (mut open, mut start) = (0usize, 0);
        for (row, tiles) in (0..rows).map(|row| (row, row * cols..(row + 1) * cols)) {
            for (col, index) in tiles.enumerate() {
                let tile = board.tile(Cell::new(index as u32));
                if tile.is_open() {
                    let at = (row + 1) * stride + col;
                    self.depth[at] = UNSEEN;
                    self.road[at] = tile == Tile::Road;
                    open += 1;
                    start = at;
                }
            }
        }
        if open == 0 {
            return;
        }
        self.search(start, stride, open);
        if open == 1 {
            self.road[start] = true; // No other cell to start from: a convention shared with the naive search.
        }
        let offsets = [0usize.wrapping_sub(stride), 1, stride, usize::MAX];
        for (cell, tile) in board.tiles().filter(|(_, tile)| access.needed(*tile)) {
            debug_assert!(tile.is_built());
            let at = padded(cell);
            let mut accesses =
                offsets.map(|offset| at.wrapping_add(offset)).into_iter().filter(|next| self.depth[*next] != WALL);
            if let (Some(only), None) = (accesses.next(), accesses.next()) {
                self.road[only] = true;
            }
        }
    }

    fn search(&mut self, start: usize, stride: usize, open: usize) {
        let Self { depth, path, road } = self;
        let offsets = [0usize.wrapping_sub(stride), 1, stride, usize::MAX];
        path.clear();
        path.reserve(open.min(1 << 16));
        depth[start] = 1;
        let mut here = Step { cell: start as u32, low: 1, next: 0 };
        let mut level = 1;
        let mut branches = 0;
        loop {
            if here.next < 4 {
                let next = (here.cell as usize).wrapping_add(offsets[here.next as usize]);
                here.next += 1;
                let found = depth[next];
                if found == UNSEEN {
                    path.push(here);
                    level += 1;
                    depth[next] = level;
                    here = Step { cell: next as u32, low: level, next: 0 };
                } else {
                    here.low = here.low.min(found);
                }
                continue;
            }
            let Some(mut parent) = path.pop() else { break };
            level -= 1;
            if path.is_empty() {
                branches += 1;
            } else if here.low >= level {
                road[parent.cell as usize] = true;
            }
            parent.low = parent.low.min(here.low);
            here = parent;
        }
        if branches > 1 {
            road[start] = true;
        }
    }
}
