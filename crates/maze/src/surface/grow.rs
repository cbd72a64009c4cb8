//! Generators that grow a tree cell by cell: the backtracker, depth-first
//! search, the growing tree, Prim, hunt-and-kill. Each part of the surface
//! becomes a tree of its own.

use super::growth::{Growth, Maker};
use crate::options::{Pick, Policy};
use crate::watch::Mark;
use dedale_grid::Cell;
use std::collections::VecDeque;

/// To a random fresh neighbour, and back where there is none.
#[derive(Default)]
pub(super) struct Backtracker {
    stack: Vec<Cell>,
    before: usize,
}

impl Maker for Backtracker {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        let Some(&at) = self.stack.last() else { return plant_next(growth, &mut self.before, &mut self.stack) };
        match growth.fresh_neighbour(at) {
            Some(link) => {
                growth.carve(link);
                self.stack.push(link.cell);
            }
            None => {
                self.stack.pop();
                growth.onlooker.mark(at, Mark::Done);
                if let Some(&back) = self.stack.last() {
                    growth.onlooker.tell(super::Change::Current(back));
                }
            }
        }
        true
    }
}

/// Begins a part of the surface that has no maze yet.
fn plant_next(growth: &mut Growth, before: &mut usize, stack: &mut impl Extend<Cell>) -> bool {
    let Some(root) = growth.next_fresh(*before) else { return false };
    *before = root.index();
    growth.plant(root);
    stack.extend([root]);
    true
}

/// The top of a stack opens towards all its fresh neighbours, in random order.
/// A bias decides where it goes on, which on squares makes passages run that
/// way; where cells have more sides it need not.
#[derive(Default)]
pub(super) struct Dfs {
    stack: Vec<Cell>,
    before: usize,
}

impl Maker for Dfs {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        let Some(at) = self.stack.pop() else { return plant_next(growth, &mut self.before, &mut self.stack) };
        growth.onlooker.tell(super::Change::Current(at));
        while let Some(link) = growth.fresh_neighbour(at) {
            growth.carve(link);
            self.stack.push(link.cell);
        }
        growth.onlooker.mark(at, Mark::Done);
        true
    }
}

/// From an active cell, chosen by a policy, to a random fresh neighbour.
pub(super) struct GrowingTree {
    policy: Policy,
    active: VecDeque<Cell>,
    before: usize,
}

impl GrowingTree {
    pub fn new(policy: Policy) -> Self {
        Self { policy, active: VecDeque::new(), before: 0 }
    }
}

impl Maker for GrowingTree {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        if self.active.is_empty() {
            return plant_next(growth, &mut self.before, &mut self.active);
        }
        let last = self.active.len() - 1;
        let index = match self.policy.pick(&mut growth.rng) {
            Pick::Newest => last,
            Pick::Oldest => 0,
            Pick::Random => growth.rng.index(last + 1),
        };
        let at = self.active[index];
        match growth.fresh_neighbour(at) {
            Some(link) => {
                growth.carve(link);
                self.active.push_back(link.cell);
            }
            None => {
                growth.onlooker.mark(at, Mark::Done);
                growth.onlooker.tell(super::Change::Current(at));
                // From both ends at no cost, from the middle by a swap.
                if index == 0 {
                    self.active.pop_front();
                } else {
                    self.active.swap_remove_back(index);
                }
            }
        }
        true
    }
}

/// A random cell beside the maze is joined to a random neighbour in it.
#[derive(Default)]
pub(super) struct Prim {
    frontier: Vec<Cell>,
    waiting: Vec<bool>,
    before: usize,
    begun: bool,
}

impl Prim {
    fn join(&mut self, growth: &mut Growth, cell: Cell) {
        let graph = std::sync::Arc::clone(growth.graph());
        for link in graph.links(cell) {
            if growth.is_fresh(link.cell) && !self.waiting[link.cell.index()] {
                self.waiting[link.cell.index()] = true;
                self.frontier.push(link.cell);
                growth.onlooker.mark(link.cell, Mark::Frontier);
            }
        }
    }
}

impl Maker for Prim {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        self.waiting.resize(growth.graph().len(), false);
        if self.frontier.is_empty() {
            // The first root is drawn, those of other parts come in order.
            let root = if self.begun { growth.next_fresh(self.before) } else { growth.random_fresh() };
            let Some(root) = root else { return false };
            self.before = if self.begun { root.index() } else { 0 };
            self.begun = true;
            growth.plant(root);
            self.join(growth, root);
            return true;
        }
        let drawn = growth.rng.index(self.frontier.len());
        let cell = self.frontier.swap_remove(drawn);
        let link = growth.grown_neighbour(cell).expect("a cell of the frontier is beside the maze");
        growth.open(link.edge);
        growth.plant(cell);
        self.join(growth, cell);
        true
    }
}

/// Random walks through fresh cells; when stuck, the first fresh cell beside
/// the maze is hunted for, row by row.
#[derive(Default)]
pub(super) struct HuntAndKill {
    at: Option<Cell>,
    /// All cells before this one are in the maze.
    before: usize,
}

impl Maker for HuntAndKill {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        if let Some(link) = self.at.and_then(|at| growth.fresh_neighbour(at)) {
            growth.carve(link);
            self.at = Some(link.cell);
            return true;
        }
        let Some(first) = growth.next_fresh(self.before) else { return false };
        self.before = first.index();
        let mut next = Some(first);
        while let Some(cell) = next {
            if let Some(link) = growth.grown_neighbour(cell) {
                growth.open(link.edge);
                growth.plant(cell);
                self.at = Some(cell);
                return true;
            }
            next = growth.next_fresh(cell.index() + 1);
        }
        // Nothing fresh is beside the maze: a part of its own, or the beginning.
        growth.plant(first);
        self.at = Some(first);
        true
    }
}
