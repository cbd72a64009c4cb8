//! Division of any surface, after Buck's "blobby" form of it (2011).
//!
//! A chamber is split in two by letting two of its cells, drawn at random,
//! grow through it in random order until they meet everywhere; then a wall is
//! built between the halves with one door. Chambers of one cell are done. Both
//! halves are in one piece, so each split leaves one door more than walls
//! demand: a tree. O(cells · log cells) on average.

use super::graph::Edge;
use super::growth::{Growth, Maker};
use crate::watch::Mark;
use dedale_grid::{Cell, UnionFind};
use std::sync::Arc;

#[derive(Default)]
pub(super) struct Division {
    chambers: Option<Vec<Vec<Cell>>>,
    /// The half of each cell of the chamber being split.
    half: Vec<u8>,
}

/// Not in the chamber, not reached yet, the two halves.
const OUTSIDE: u8 = 0;
const INSIDE: u8 = 1;
const FIRST: u8 = 2;

impl Division {
    /// The parts of the surface, in the order of their first cells.
    fn parts(growth: &Growth) -> Vec<Vec<Cell>> {
        let graph = growth.graph();
        let mut sets = UnionFind::new(graph.len());
        for number in 0..graph.edges() as u32 {
            let [a, b] = graph.ends(Edge::new(number));
            sets.union(a.index(), b.index());
        }
        let mut numbers = vec![usize::MAX; graph.len()];
        let mut parts: Vec<Vec<Cell>> = Vec::new();
        for cell in graph.cells() {
            let root = sets.find(cell.index());
            if numbers[root] == usize::MAX {
                numbers[root] = parts.len();
                parts.push(Vec::new());
            }
            parts[numbers[root]].push(cell);
        }
        parts.reverse();
        parts
    }

    /// Splits a chamber into two halves.
    fn split(&mut self, growth: &mut Growth, chamber: &[Cell]) -> [Vec<Cell>; 2] {
        chamber.iter().for_each(|cell| self.half[cell.index()] = INSIDE);
        let first = growth.rng.index(chamber.len());
        let second = (first + 1 + growth.rng.index(chamber.len() - 1)) % chamber.len();
        let mut halves = [Vec::new(), Vec::new()];
        let mut active = vec![chamber[first], chamber[second]];
        for (half, &cell) in active.iter().enumerate() {
            self.half[cell.index()] = FIRST + half as u8;
            halves[half].push(cell);
        }
        while !active.is_empty() {
            let drawn = growth.rng.index(active.len());
            let at = active[drawn];
            let half = self.half[at.index()];
            let halves_of = &self.half;
            let next = growth.choose_where(at, |_, cell| halves_of[cell.index()] == INSIDE);
            match next {
                Some(link) => {
                    self.half[link.cell.index()] = half;
                    halves[usize::from(half - FIRST)].push(link.cell);
                    active.push(link.cell);
                }
                None => {
                    active.swap_remove(drawn);
                }
            }
        }
        halves
    }
}

impl Maker for Division {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        self.half.resize(growth.graph().len(), OUTSIDE);
        let chambers = self.chambers.get_or_insert_with(|| Self::parts(growth));
        let chamber = loop {
            match chambers.pop() {
                None => return false,
                Some(chamber) if chamber.len() > 1 => break chamber,
                // A part of one cell is a maze as it is.
                Some(_) => {}
            }
        };
        let [first, second] = self.split(growth, &chamber);
        let graph = Arc::clone(growth.graph());
        let mut walls = Vec::new();
        for &cell in &first {
            let across = graph.links(cell).iter().filter(|link| self.half[link.cell.index()] == FIRST + 1);
            walls.extend(across.map(|link| link.edge));
        }
        let door = growth.rng.index(walls.len());
        growth.onlooker.tell(super::Change::Current(first[0]));
        for (number, &edge) in walls.iter().enumerate() {
            if number != door {
                growth.close(edge);
            }
        }
        for half in [&first, &second] {
            if let [cell] = half[..] {
                growth.onlooker.mark(cell, Mark::Visited);
            }
        }
        chamber.iter().for_each(|cell| self.half[cell.index()] = OUTSIDE);
        let chambers = self.chambers.as_mut().expect("they were made above");
        chambers.extend([second, first].into_iter().filter(|half| half.len() > 1));
        true
    }
}
