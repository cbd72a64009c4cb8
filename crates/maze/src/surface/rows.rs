//! Generators that go row by row: binary tree, sidewinder and Eller.
//!
//! On squares the binary tree opens east or south. Elsewhere it opens towards
//! any neighbour with a higher number: every cell but the last leads to a later
//! one, so there is one tree. Sidewinder and Eller need rows that are joined
//! only to the row before and after; where a row has a cell that leads
//! nowhere below, as triangles do, the finish joins what is left. Eller on a
//! whole board of hexagons has a way of its own, [`HexRowMaker`].

use super::graph::{Edge, Graph, Link};
use super::growth::{Growth, Maker};
use super::hex_rows::{EAST, HexRowMaker, SOUTH_EAST, SOUTH_WEST};
use super::{Change, Kind};
use crate::generators::rows::RowKind;
use crate::watch::Mark;
use dedale_grid::{Cell, UnionFind};
use std::collections::VecDeque;
use std::sync::Arc;

pub(super) struct Rows {
    kind: RowKind,
    row: usize,
    /// Of 256 chances, those to go on in the row.
    across: u64,
    /// Cells done with, and the wall opened there.
    pending: VecDeque<(Cell, Option<Edge>)>,
    sets: Option<UnionFind>,
    hex: Option<HexRowMaker>,
}

impl Rows {
    pub fn new(kind: RowKind, bias: f64) -> Self {
        let across = (bias * 256.0).round().clamp(1.0, 255.0) as u64;
        Self { kind, row: 0, across, pending: VecDeque::new(), sets: None, hex: None }
    }

    fn goes_on(&self, growth: &mut Growth) -> bool {
        growth.rng.below(256) < self.across
    }

    fn binary_tree(&mut self, growth: &mut Growth, cells: &[Cell]) {
        for &cell in cells {
            let link = growth.choose_where(cell, |_, other| other > cell);
            self.pending.push_back((cell, link.map(|link| link.edge)));
        }
    }

    fn sidewinder(&mut self, growth: &mut Growth, cells: &[Cell]) {
        let graph = Arc::clone(growth.graph());
        let last = self.row + 1 == graph.rows();
        let below = if last { 0..0 } else { graph.row(self.row + 1) };
        // The ways down from the run so far.
        let mut ways: Vec<Edge> = Vec::new();
        for &cell in cells {
            let down = graph.links(cell).iter().filter(|link| below.contains(&(link.cell.index() as u32)));
            ways.extend(down.map(|link| link.edge));
            let on = graph.between(cell, Cell::new(cell.index() as u32 + 1)).filter(|&edge| {
                let row = graph.row(self.row);
                graph.ends(edge).iter().all(|end| row.contains(&(end.index() as u32)))
            });
            if let Some(edge) = on
                && (last || ways.is_empty() || self.goes_on(growth))
            {
                self.pending.push_back((cell, Some(edge)));
                continue;
            }
            self.pending.push_back((cell, growth.rng.choose(&ways).copied()));
            ways.clear();
        }
    }

    /// The row that [`HexRowMaker`] makes.
    fn hex_eller(&mut self, growth: &mut Growth, cells: &[Cell]) {
        let (cols, graph) = (cells.len(), Arc::clone(growth.graph()));
        let bias = self.across as f64 / 256.0;
        let maker = self.hex.get_or_insert_with(|| HexRowMaker::new(RowKind::Eller, cols, 0, bias));
        let words = cols.div_ceil(64);
        let mut walls = vec![0; 3 * words];
        std::mem::swap(&mut maker.rng, &mut growth.rng);
        maker.row(&mut walls, self.row + 1 == graph.rows());
        std::mem::swap(&mut maker.rng, &mut growth.rng);
        let odd = self.row as i32 % 2;
        for (col, &cell) in cells.iter().enumerate() {
            let [row, at] = graph.at(cell);
            let around =
                [(EAST, [row, at + 1]), (SOUTH_EAST, [row + 1, at + odd]), (SOUTH_WEST, [row + 1, at + odd - 1])];
            let mut open = around.into_iter().filter(|(side, _)| walls[side * words + col / 64] >> (col % 64) & 1 == 0);
            let mut edge = || graph.between(cell, graph.cell(open.next()?.1)?);
            self.pending.push_back((cell, edge()));
            self.pending.extend(std::iter::from_fn(edge).map(|edge| (cell, Some(edge))));
        }
    }

    fn eller(&mut self, growth: &mut Growth, cells: &[Cell]) {
        let graph = Arc::clone(growth.graph());
        let mut sets = self.sets.take().unwrap_or_else(|| UnionFind::new(graph.len()));
        let (row, last) = (graph.row(self.row), self.row + 1 == graph.rows());
        let below = if last { 0..0 } else { graph.row(self.row + 1) };
        for &cell in cells {
            let mut joined = None;
            for link in graph.links(cell).iter().filter(|link| link.cell > cell) {
                let beside = row.contains(&(link.cell.index() as u32));
                if beside && (last || self.goes_on(growth)) && sets.union(cell.index(), link.cell.index()) {
                    self.pending.push_back((cell, joined.replace(link.edge)));
                }
            }
            self.pending.push_back((cell, joined));
        }
        let mut ways: Vec<(Cell, Link)> = Vec::new();
        for &cell in cells {
            let down = graph.links(cell).iter().filter(|link| below.contains(&(link.cell.index() as u32)));
            ways.extend(down.map(|link| (cell, *link)));
        }
        growth.rng.shuffle(&mut ways);
        // The first way of every set is opened, the others by chance.
        let mut served = std::collections::HashSet::new();
        let roots: Vec<usize> = ways.iter().map(|(cell, _)| sets.find(cell.index())).collect();
        for ((cell, link), root) in ways.into_iter().zip(roots) {
            let first = served.insert(root);
            let chance = !self.goes_on(growth) && growth.rng.below(3) == 0;
            if (first || chance) && sets.union(cell.index(), link.cell.index()) {
                self.pending.push_back((cell, Some(link.edge)));
            }
        }
        self.sets = Some(sets);
    }
}

impl Maker for Rows {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        while self.pending.is_empty() {
            if self.row == growth.graph().rows() {
                return false;
            }
            let graph = Arc::clone(growth.graph());
            let cells: Vec<Cell> = graph.row(self.row).map(Cell::new).filter(|&cell| graph.contains(cell)).collect();
            match self.kind {
                RowKind::BinaryTree => self.binary_tree(growth, &cells),
                RowKind::Sidewinder => self.sidewinder(growth, &cells),
                RowKind::Eller if is_whole_hex(&graph) => self.hex_eller(growth, &cells),
                RowKind::Eller => self.eller(growth, &cells),
            }
            self.row += 1;
        }
        let (cell, edge) = self.pending.pop_front().expect("there is one");
        growth.onlooker.tell(Change::Current(cell));
        growth.onlooker.mark(cell, Mark::Visited);
        if let Some(edge) = edge {
            growth.open(edge);
        }
        true
    }
}

/// Whether a graph is hexagons without a gap, which a stream of rows can make.
fn is_whole_hex(graph: &Graph) -> bool {
    graph.surface().kind() == Kind::Hex && graph.absent().next().is_none() && graph.fixed().is_empty()
}
