//! A maze on a surface.

use super::Kind;
use super::graph::{Edge, Graph};
use super::watch::{Change, Step};
use crate::watch::Mark;
use dedale_grid::{Cell, UnionFind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A graph and which of its walls are open.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphMaze {
    graph: Arc<Graph>,
    open: Vec<bool>,
    /// Sides of cells where the border is open: ways in and out.
    gaps: BTreeSet<(Cell, usize)>,
}

impl GraphMaze {
    /// Every wall stands.
    pub fn closed(graph: Arc<Graph>) -> Self {
        let open = vec![false; graph.edges()];
        Self { graph, open, gaps: BTreeSet::new() }
    }

    /// Every wall that may be opened is.
    pub fn opened(graph: Arc<Graph>) -> Self {
        let open = vec![true; graph.edges()];
        Self { graph, open, gaps: BTreeSet::new() }
    }

    /// The surface.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// Whether a wall is open.
    #[inline]
    pub fn is_open(&self, edge: Edge) -> bool {
        self.open[edge.index()]
    }

    /// Opens or closes a wall.
    pub fn set(&mut self, edge: Edge, open: bool) {
        self.open[edge.index()] = open;
    }

    /// Opens the border at a side of a cell, by its number in
    /// [`Graph::sides`]. Nothing happens where there is a neighbour.
    pub fn open_border(&mut self, cell: Cell, side: usize) {
        if self.graph.sides(cell).get(side).is_some_and(|side| side.edge.is_none()) {
            self.gaps.insert((cell, side));
        }
    }

    /// Whether the border is open at a side of a cell.
    pub fn is_gap(&self, cell: Cell, side: usize) -> bool {
        self.gaps.contains(&(cell, side))
    }

    /// The open walls.
    pub fn open_edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.open.iter().enumerate().filter(|(_, open)| **open).map(|(number, _)| Edge::new(number as u32))
    }

    /// How many walls are open.
    pub fn passages(&self) -> usize {
        self.open.iter().filter(|open| **open).count()
    }

    /// The cells that can be reached from a cell in one step, clockwise.
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = super::Link> + '_ {
        self.graph.links(cell).iter().copied().filter(|link| self.is_open(link.edge))
    }

    /// How many cells can be reached from a cell in one step.
    pub fn degree(&self, cell: Cell) -> usize {
        self.around(cell).count()
    }

    /// Cells that are connected are in one set; so is every cell left out, alone.
    pub fn pieces(&self) -> UnionFind {
        let mut sets = UnionFind::new(self.graph.len());
        for edge in self.open_edges() {
            let [a, b] = self.graph.ends(edge);
            sets.union(a.index(), b.index());
        }
        sets
    }

    /// Where a way begins: the first cell.
    pub fn start(&self) -> Option<Cell> {
        self.graph.cells().next()
    }

    /// Where it ends: the last cell, on a torus the one in the middle, since
    /// there the last is beside the first.
    pub fn goal(&self) -> Option<Cell> {
        let surface = self.graph.surface();
        let middle = [surface.rows() as i32 / 2, surface.columns() as i32 / 2];
        let far = self.graph.cell(middle).filter(|&cell| surface.kind() == Kind::Torus && self.graph.contains(cell));
        far.or_else(|| self.graph.cells().next_back())
    }
}

/// A maze in the making, or one that is being solved: walls, marks and the
/// current cell.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    maze: GraphMaze,
    marks: Vec<Mark>,
    current: Option<Cell>,
}

impl View {
    /// A board on which nothing happened yet.
    pub fn new(maze: GraphMaze) -> Self {
        let marks = vec![Mark::Fresh; maze.graph.len()];
        Self { maze, marks, current: None }
    }

    /// The walls.
    pub fn maze(&self) -> &GraphMaze {
        &self.maze
    }

    /// The walls alone.
    pub fn into_maze(self) -> GraphMaze {
        self.maze
    }

    /// The mark of a cell.
    pub fn mark(&self, cell: Cell) -> Mark {
        self.marks[cell.index()]
    }

    /// The cell where something happens.
    pub fn current(&self) -> Option<Cell> {
        self.current
    }

    /// Does a step, and puts the marks that cells had before into it; marks
    /// that change nothing are taken out.
    pub(super) fn apply(&mut self, step: &mut Step) {
        step.changes.retain_mut(|change| {
            if let Change::Mark { cell, from, to } = change {
                *from = self.marks[cell.index()];
                if from == to {
                    return false;
                }
            }
            self.change(*change);
            true
        });
    }

    /// Does one change.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Open(edge) => self.maze.set(edge, true),
            Change::Close(edge) => self.maze.set(edge, false),
            Change::Mark { cell, to, .. } => self.marks[cell.index()] = to,
            Change::Current(cell) => self.current = Some(cell),
        }
    }

    /// Undoes one change. `before` is the cell that was current before it.
    pub fn undo(&mut self, change: Change, before: Option<Cell>) {
        match change {
            Change::Open(edge) => self.maze.set(edge, false),
            Change::Close(edge) => self.maze.set(edge, true),
            Change::Mark { cell, from, .. } => self.marks[cell.index()] = from,
            Change::Current(_) => self.current = before,
        }
    }
}
