//! Generators that walk at random: Aldous–Broder and Wilson. Without bias every
//! spanning tree has the same chance.

use super::Change;
use super::graph::Link;
use super::growth::{Growth, Maker};
use crate::watch::Mark;
use dedale_grid::Cell;
use std::sync::Arc;

/// The walk of Aldous and Broder: a wall is opened whenever the walk enters a
/// new cell.
#[derive(Default)]
pub(super) struct RandomWalk {
    at: Option<Cell>,
    /// Cells of this part of the surface that the walk has not seen.
    left: usize,
}

/// The cells that can be reached from a cell when all walls are open.
fn part(growth: &Growth, from: Cell) -> Vec<Cell> {
    let graph = growth.graph();
    let mut seen = vec![false; graph.len()];
    seen[from.index()] = true;
    let mut cells = vec![from];
    let mut next = 0;
    while let Some(&at) = cells.get(next) {
        next += 1;
        for link in graph.links(at) {
            if !std::mem::replace(&mut seen[link.cell.index()], true) {
                cells.push(link.cell);
            }
        }
    }
    cells
}

impl Maker for RandomWalk {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        let (Some(at), 1..) = (self.at, self.left) else {
            let Some(root) = growth.random_fresh() else { return false };
            self.left = part(growth, root).len() - 1;
            growth.plant(root);
            self.at = Some(root);
            return true;
        };
        let link = growth.choose_where(at, |_, _| true).expect("a cell of a part with others has a neighbour");
        if growth.is_fresh(link.cell) {
            growth.carve(link);
            self.left -= 1;
        } else {
            growth.onlooker.tell(Change::Current(link.cell));
        }
        self.at = Some(link.cell);
        true
    }
}

/// Wilson's algorithm (1996): random walks without their loops.
#[derive(Default)]
pub(super) struct Wilson {
    begun: bool,
    before: usize,
    /// How the present walk left each cell the last time.
    exits: Vec<Option<Link>>,
    /// Where the walk began and where it is.
    walk: Option<(Cell, Cell)>,
    /// The walk without its loops, for those who watch.
    path: Vec<Cell>,
}

impl Wilson {
    /// A root for every part of the surface, drawn for the first.
    fn begin(&mut self, growth: &mut Growth) -> bool {
        self.begun = true;
        self.exits = vec![None; growth.graph().len()];
        let Some(mut root) = growth.random_fresh() else { return false };
        let mut known = vec![false; growth.graph().len()];
        loop {
            part(growth, root).into_iter().for_each(|cell| known[cell.index()] = true);
            growth.plant(root);
            let graph = Arc::clone(growth.graph());
            match graph.cells().find(|cell| !known[cell.index()]) {
                Some(next) => root = next,
                None => return true,
            }
        }
    }

    /// Joins the walk to the maze.
    fn keep(&mut self, growth: &mut Growth, from: Cell) {
        let mut at = from;
        while growth.is_fresh(at) {
            let link = self.exits[at.index()].expect("the walk left this cell");
            growth.plant(at);
            growth.open(link.edge);
            at = link.cell;
        }
        self.path.clear();
    }

    /// Shows where the walk is, and takes back its loop.
    fn show(&mut self, growth: &mut Growth, cell: Cell) {
        growth.onlooker.tell(Change::Current(cell));
        if let Some(at) = self.path.iter().position(|&known| known == cell) {
            self.path.drain(at + 1..).for_each(|cell| growth.onlooker.mark(cell, Mark::Fresh));
        } else if growth.is_fresh(cell) {
            self.path.push(cell);
            growth.onlooker.mark(cell, Mark::Walk);
        }
    }
}

impl Maker for Wilson {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        if !self.begun {
            return self.begin(growth);
        }
        let watched = growth.onlooker.0.is_some();
        let Some((from, at)) = self.walk else {
            let Some(from) = growth.next_fresh(self.before) else { return false };
            self.before = from.index();
            self.walk = Some((from, from));
            if watched {
                self.show(growth, from);
            }
            return true;
        };
        let link = growth.choose_where(at, |_, _| true).expect("a fresh cell is not the root of its part");
        self.exits[at.index()] = Some(link);
        if growth.is_fresh(link.cell) {
            self.walk = Some((from, link.cell));
            if watched {
                self.show(growth, link.cell);
            }
        } else {
            self.walk = None;
            self.keep(growth, from);
        }
        true
    }
}
