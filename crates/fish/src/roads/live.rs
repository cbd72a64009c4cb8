//! Roads one construction at a time, on boards of any size.
//!
//! The walls of a board, joined corner to corner and to its border, decide
//! what is a cut vertex ([`LiveCuts`]). A construction joins some walls into
//! one. A cell that becomes a cut vertex by that touches two of them, so it is
//! enough to look round all of the joined walls but the largest: over a whole
//! game each cell is looked at O(log n) times. Rule 1 needs only the access of
//! the new building and of those beside it.

use super::lowlink::sole;
use crate::{Access, Board, Tile, Unsound};
use dedale_grid::cuts::LiveCuts;
use dedale_grid::{BitGrid, Cell, Point, UnionFind};

/// A board whose roads are kept while it is built upon.
#[derive(Clone, Debug)]
pub struct LiveRoads {
    board: Board,
    access: Access,
    cuts: LiveCuts,
    open: usize,
    /// Which wall a built cell belongs to; the last element is the border.
    walls: UnionFind,
    /// The next built cell of the same wall, in a circle.
    next: Vec<u32>,
}

impl LiveRoads {
    /// Starts from a sound board and lays the roads it must have.
    pub fn new(mut board: Board, access: Access) -> Result<Self, Unsound> {
        let roads = super::find(&board, access)?;
        super::lay(&mut board, &roads);
        let size = board.size();
        let mut open = BitGrid::new(size);
        for (cell, _) in board.tiles().filter(|(_, tile)| tile.is_open()) {
            open.set(cell);
        }
        let area = size.area();
        let mut live = Self {
            cuts: LiveCuts::new(&open),
            open: open.count(),
            access,
            walls: UnionFind::new(area + 1),
            next: (0..=area as u32).collect(),
            board,
        };
        for cell in size.cells() {
            if !live.board.tile(cell).is_open() {
                live.join(cell);
            }
        }
        Ok(live)
    }

    /// The board with its roads.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Builds on a cell that is free or reserved and returns the new roads,
    /// sorted; nothing is done, and nothing returned, where one cannot build.
    pub fn build(&mut self, cell: Cell, tile: Tile) -> Option<Vec<Cell>> {
        let before = self.board.tile(cell);
        if !before.is_open() || before == Tile::Road || tile.is_open() {
            return None;
        }
        self.board.set(cell, tile);
        self.open -= 1;
        self.cuts.block(cell);
        let mut candidates = self.join(cell);
        let size = self.board.size();
        candidates.retain(|near| self.board.tile(*near).is_open() && self.cuts.is_cut(*near));
        for built in size.neighbours(cell).map(|(_, beside)| beside).chain([cell]) {
            if self.access.needed(self.board.tile(built)) {
                candidates.extend(sole(self.cuts.free(), built));
            }
        }
        if self.open == 1 {
            candidates.extend(self.cuts.free().cells().next());
        }
        candidates.retain(|near| self.board.tile(*near) != Tile::Road);
        candidates.sort_unstable();
        candidates.dedup();
        super::lay(&mut self.board, &candidates);
        Some(candidates)
    }

    /// Joins a built cell to the walls around it and returns the cells that
    /// this may have made cut vertices.
    fn join(&mut self, cell: Cell) -> Vec<Cell> {
        let size = self.board.size();
        let border = size.area();
        let mut roots: Vec<usize> = Vec::new();
        let mut near: Vec<Cell> = Vec::new();
        for around in ring(size.point(cell)) {
            let wall = match size.cell(around) {
                None => border,
                Some(beside) if self.cuts.free().get(beside) => {
                    near.push(beside);
                    continue;
                }
                Some(beside) if !self.board.tile(beside).is_open() => beside.index(),
                Some(_) => continue,
            };
            let root = self.walls.find(wall);
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        // The border is never walked round: what joins it does so once.
        let outside = self.walls.find(border);
        let largest = roots.iter().copied().max_by_key(|root| (*root == outside, self.walls.set_size(*root)));
        for &root in roots.iter().filter(|root| Some(**root) != largest) {
            self.look_round(root, &mut near);
        }
        for root in roots {
            self.merge(cell.index(), root);
        }
        near
    }

    /// Appends the open cells round a wall.
    fn look_round(&self, wall: usize, near: &mut Vec<Cell>) {
        let size = self.board.size();
        let mut at = wall;
        loop {
            if at < size.area() {
                let around = ring(size.point(Cell::new(at as u32))).filter_map(|point| size.cell(point));
                near.extend(around.filter(|beside| self.cuts.free().get(*beside)));
            }
            at = self.next[at] as usize;
            if at == wall {
                return;
            }
        }
    }

    fn merge(&mut self, a: usize, b: usize) {
        if self.walls.union(a, b) {
            self.next.swap(a, b); // Swapping two successors makes one circle of two.
        }
    }
}

/// The eight points around one.
fn ring(at: Point) -> impl Iterator<Item = Point> {
    const AROUND: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    AROUND.into_iter().map(move |(row, col)| Point::new(at.row + row, at.col + col))
}
