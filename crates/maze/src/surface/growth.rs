//! A maze while it grows: what every generator on a graph shares.

use super::graph::{Edge, Graph, Link};
use super::maze::GraphMaze;
use super::watch::{Change, Onlooker};
use crate::watch::Mark;
use dedale_grid::{Cell, Rng};
use std::sync::Arc;

/// An algorithm that does one step at a time.
pub(super) trait Maker: Send {
    /// Does one step; false, and nothing done, at the end.
    fn advance(&mut self, growth: &mut Growth) -> bool;
}

pub(super) struct Growth {
    pub maze: GraphMaze,
    /// Whether each cell is in the maze, or not to be there at all.
    done: Vec<bool>,
    pub rng: Rng,
    /// The weights of walls between cells of a row and between rows; none if
    /// they are equal.
    weights: Option<[u64; 2]>,
    pub onlooker: Onlooker,
    /// The neighbours to choose from, kept for their memory.
    fit: Vec<Link>,
}

impl Growth {
    pub fn new(maze: GraphMaze, bias: f64, seed: u64, onlooker: Onlooker) -> Self {
        let graph = maze.graph();
        let done = graph.all().map(|cell| !graph.contains(cell)).collect();
        let across = (bias * 256.0).round().clamp(1.0, 255.0) as u64;
        let weights = (across != 128).then_some([256 - across, across]);
        Self { maze, done, rng: Rng::new(seed), weights, onlooker, fit: Vec::new() }
    }

    pub fn graph(&self) -> &Arc<Graph> {
        self.maze.graph()
    }

    /// Whether a cell is not in the maze yet.
    #[inline]
    pub fn is_fresh(&self, cell: Cell) -> bool {
        !self.done[cell.index()]
    }

    /// The weight of a wall.
    pub fn weight(&self, edge: Edge) -> u64 {
        self.weights.map_or(1, |weights| weights[usize::from(self.graph().is_across(edge))])
    }

    /// One of some neighbours, by the bias.
    pub fn choose(&mut self, links: &[Link]) -> Option<Link> {
        match links {
            [] | [_] => links.first().copied(),
            _ if self.weights.is_none() => Some(links[self.rng.index(links.len())]),
            _ => {
                let total = links.iter().map(|link| self.weight(link.edge)).sum();
                let mut drawn = self.rng.below(total);
                links.iter().copied().find(|link| {
                    let weight = self.weight(link.edge);
                    let hit = drawn < weight;
                    drawn = drawn.saturating_sub(weight);
                    hit
                })
            }
        }
    }

    /// One of the neighbours that satisfy a condition, by the bias.
    pub fn choose_where(&mut self, cell: Cell, holds: impl Fn(&Self, Cell) -> bool) -> Option<Link> {
        let mut fit = std::mem::take(&mut self.fit);
        fit.clear();
        fit.extend(self.graph().links(cell).iter().copied().filter(|link| holds(self, link.cell)));
        let chosen = self.choose(&fit);
        self.fit = fit;
        chosen
    }

    /// A neighbour that is not in the maze yet.
    pub fn fresh_neighbour(&mut self, cell: Cell) -> Option<Link> {
        self.choose_where(cell, Self::is_fresh)
    }

    /// A neighbour that is in the maze.
    pub fn grown_neighbour(&mut self, cell: Cell) -> Option<Link> {
        self.choose_where(cell, |growth, cell| !growth.is_fresh(cell))
    }

    /// The first cell that is not in the maze, from a number on.
    pub fn next_fresh(&self, from: usize) -> Option<Cell> {
        self.done[from..].iter().position(|done| !done).map(|at| Cell::new((from + at) as u32))
    }

    /// A cell that is not in the maze: the one drawn, or the next after it.
    pub fn random_fresh(&mut self) -> Option<Cell> {
        let drawn = self.rng.index(self.done.len());
        self.next_fresh(drawn).or_else(|| self.next_fresh(0))
    }

    /// Makes a cell the root of a tree.
    pub fn plant(&mut self, cell: Cell) {
        self.done[cell.index()] = true;
        self.onlooker.mark(cell, Mark::Visited);
        self.onlooker.tell(Change::Current(cell));
    }

    /// Joins a neighbour to the maze.
    pub fn carve(&mut self, link: Link) {
        self.open(link.edge);
        self.plant(link.cell);
    }

    pub fn open(&mut self, edge: Edge) {
        self.maze.set(edge, true);
        self.onlooker.tell(Change::Open(edge));
    }

    pub fn close(&mut self, edge: Edge) {
        self.maze.set(edge, false);
        self.onlooker.tell(Change::Close(edge));
    }
}
