//! Moves not yet played, by the cell of the feature space they belong to.

use super::features::Features;
use crate::board::Square;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Bound;

/// A move not yet played: weight, order, then what it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Todo {
    pub weight: u32,
    pub rank: u64,
    pub node: u32,
    pub from: Square,
    pub to: Square,
    pub side: u8,
    pub pushes: u16,
}

/// A cell of the space of features, its moves by the line they belong to.
pub(super) struct CellQueue {
    pub features: Features,
    lines: Vec<(u32, BinaryHeap<Reverse<Todo>>)>,
    turn: usize,
}

impl CellQueue {
    /// A cell without moves.
    pub fn new(features: Features) -> Self {
        Self { features, lines: Vec::new(), turn: 0 }
    }

    pub fn push(&mut self, line: u32, todo: Todo) {
        let index = match self.lines.iter().position(|(known, _)| *known == line) {
            Some(index) => index,
            None => {
                self.lines.push((line, BinaryHeap::new()));
                self.lines.len() - 1
            }
        };
        self.lines[index].1.push(Reverse(todo));
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Takes the best move of the next line in turn.
    pub fn pop(&mut self) -> Option<Todo> {
        if self.lines.is_empty() {
            return None;
        }
        self.turn = (self.turn + 1) % self.lines.len();
        let todo = self.lines[self.turn].1.pop();
        if self.lines[self.turn].1.is_empty() {
            self.lines.swap_remove(self.turn);
        }
        todo.map(|todo| todo.0)
    }

    pub fn bytes(&self) -> usize {
        self.lines.iter().map(|(_, heap)| heap.capacity() * 32 + 64).sum()
    }
}

/// Items in cells, taken in turn from every cell and from the best one, within
/// a cell by weight and rank.
#[derive(Debug)]
pub(super) struct Backlog<K, T> {
    cells: BTreeMap<K, BinaryHeap<Reverse<(u32, u64, T)>>>,
    last: Option<K>,
    rounds: u64,
    pushed: usize,
}

impl<K, T: Ord> Default for Backlog<K, T> {
    fn default() -> Self {
        Self { cells: BTreeMap::new(), last: None, rounds: 0, pushed: 0 }
    }
}

impl<K: Ord + Copy, T: Ord> Backlog<K, T> {
    /// Adds an item to a cell.
    pub fn push(&mut self, cell: K, weight: u32, rank: u64, item: T) {
        self.cells.entry(cell).or_default().push(Reverse((weight, rank, item)));
        self.pushed += 1;
    }

    /// Bytes in use, as if nothing had been taken yet: heaps do not shrink.
    pub fn bytes(&self) -> usize {
        self.pushed * (size_of::<(u32, u64, T)>() * 3 / 2)
    }

    /// Takes the next item with its weight: from the cell in turn, and every
    /// other time from the best: the least cell, or the least by `other`.
    pub fn pop<B: Ord>(&mut self, other: impl Fn(&K) -> B) -> Option<(u32, T)> {
        self.rounds += 1;
        let best = *self.cells.keys().next()?;
        let cell = if self.rounds.is_multiple_of(4) {
            self.cells.keys().copied().min_by_key(|cell| other(cell))?
        } else if self.rounds.is_multiple_of(2) {
            best
        } else {
            let after = |last: K| self.cells.range((Bound::Excluded(last), Bound::Unbounded)).next();
            let next = self.last.and_then(after).map_or(best, |(&cell, _)| cell);
            self.last = Some(next);
            next
        };
        let heap = self.cells.get_mut(&cell)?;
        let found = heap.pop();
        if heap.is_empty() {
            self.cells.remove(&cell);
        }
        found.map(|Reverse((weight, _, item))| (weight, item))
    }
}
