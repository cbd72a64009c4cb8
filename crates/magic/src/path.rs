//! Shortest paths of one pawn through a supermarket, in moves.
//!
//! [`Finder::bfs`] is breadth-first search over cells. [`Finder::astar`] adds
//! a bound: the exact number of moves to the tile of the goal in an
//! imaginary supermarket without walls whose doors are all there, see
//! [`bound_to_tile`]. Being distances of a relaxed problem, its values are
//! admissible and consistent. [`DoorFinder`](crate::doors::DoorFinder) is the
//! third way. All give the same count and tell how many nodes they expanded.

use crate::{Lot, Market, Spot, Square};
use dedale_grid::Dir;

/// One move of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// How.
    pub by: Means,
    /// Where it ends.
    pub to: Spot,
}

/// How a pawn moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Means {
    /// So many cells straight on.
    Slide(Dir, u32),
    /// From one end of an escalator to the other.
    Escalator,
    /// To a teleporter of its colour.
    Teleport,
}

/// A shortest path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The moves in order.
    pub moves: Vec<Move>,
    /// The nodes whose neighbours were looked at.
    pub expanded: usize,
}

/// Searches cell by cell, reusing its memory.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    moves: Vec<u32>,
    before: Vec<u32>,
    queue: Vec<u32>,
    buckets: Buckets,
}

const UNSEEN: u32 = u32::MAX;

impl Finder {
    /// A finder.
    pub fn new() -> Self {
        Self::default()
    }

    fn reset(&mut self, market: &Market) {
        self.moves.clear();
        self.moves.resize(market.spots(), UNSEEN);
        self.before.clear();
        self.before.resize(market.spots(), UNSEEN);
        self.queue.clear();
        self.buckets.clear();
    }

    /// Breadth-first search; `None` if there is no way.
    pub fn bfs(&mut self, market: &Market, from: Spot, to: Spot) -> Option<Path> {
        self.reset(market);
        self.moves[from.index()] = 0;
        self.queue.push(from.0);
        let mut expanded = 0;
        while let Some(&at) = self.queue.get(expanded) {
            let at = Spot(at);
            if at == to {
                return Some(Path { moves: self.moves_to(market, from, to), expanded });
            }
            expanded += 1;
            let next_moves = self.moves[at.index()] + 1;
            for dir in Dir::ALL {
                let mut cell = at;
                while let Some(next) = market.step(cell, dir) {
                    cell = next;
                    match self.moves[cell.index()] {
                        UNSEEN => self.reach(at, cell, next_moves),
                        // It was reached before us and slides on by itself.
                        known if known < next_moves => break,
                        _ => {}
                    }
                }
            }
            if let Some(other) = market.escalator(at).filter(|other| self.moves[other.index()] == UNSEEN) {
                self.reach(at, other, next_moves);
            }
        }
        None
    }

    fn reach(&mut self, from: Spot, to: Spot, moves: u32) {
        self.moves[to.index()] = moves;
        self.before[to.index()] = from.0;
        self.queue.push(to.0);
    }

    /// A* with [`bound_to_tile`]; `None` if there is no way.
    pub fn astar(&mut self, market: &Market, from: Spot, to: Spot) -> Option<Path> {
        self.reset(market);
        let bound = |spot: Spot| bound(market, spot, to);
        self.moves[from.index()] = 0;
        self.buckets.push(bound(from), from.0, 0);
        let mut expanded = 0;
        while let Some((at, moves)) = self.buckets.pop() {
            let at = Spot(at);
            if self.moves[at.index()] != moves {
                continue; // A shorter way was found since.
            }
            if at == to {
                return Some(Path { moves: self.moves_to(market, from, to), expanded });
            }
            expanded += 1;
            let mut reach = |cell: Spot| {
                if self.moves[cell.index()] > moves + 1 {
                    self.moves[cell.index()] = moves + 1;
                    self.before[cell.index()] = at.0;
                    self.buckets.push(moves + 1 + bound(cell), cell.0, moves + 1);
                }
            };
            for dir in Dir::ALL {
                let mut cell = at;
                while let Some(next) = market.step(cell, dir) {
                    cell = next;
                    reach(cell);
                }
            }
            if let Some(other) = market.escalator(at) {
                reach(other);
            }
        }
        None
    }

    fn moves_to(&self, market: &Market, from: Spot, to: Spot) -> Vec<Move> {
        let mut stops = vec![to];
        let mut at = to;
        while at != from {
            at = Spot(self.before[at.index()]);
            stops.push(at);
        }
        stops.reverse();
        stops.windows(2).map(|pair| move_between(market, pair[0], pair[1])).collect()
    }
}

/// The single move from one cell to another that a search went.
pub(crate) fn move_between(market: &Market, from: Spot, to: Spot) -> Move {
    let (a, b) = (market.point(from), market.point(to));
    let dir = match (b.row - a.row, b.col - a.col) {
        (0, col) if col != 0 => Some(if col > 0 { Dir::Right } else { Dir::Left }),
        (row, 0) if row != 0 => Some(if row > 0 { Dir::Down } else { Dir::Up }),
        _ => None,
    };
    let by = match dir {
        Some(dir) if slides(market, from, to, dir) => Means::Slide(dir, a.manhattan(b)),
        _ => Means::Escalator,
    };
    Move { by, to }
}

fn slides(market: &Market, from: Spot, to: Spot, dir: Dir) -> bool {
    let mut at = from;
    while at != to {
        let Some(next) = market.step(at, dir) else { return false };
        at = next;
    }
    true
}

/// Moves from a cell to a goal that are certainly needed.
fn bound(market: &Market, at: Spot, goal: Spot) -> u32 {
    if at.tile() == goal.tile() {
        let (a, b) = (at.square(), goal.square());
        let straight = a.row() == b.row() || a.col() == b.col();
        let escalator = market.tile(at.tile()).escalator().is_some();
        return if a == b {
            0
        } else if straight || escalator {
            1
        } else {
            2
        };
    }
    let (here, there) = (market.lot(at.tile()), market.lot(goal.tile()));
    let away = |dir: Dir| {
        let door = Square::DOORS[dir.index()];
        let aligned =
            if dir.is_horizontal() { door.row() == at.square().row() } else { door.col() == at.square().col() };
        (if aligned { 1 } else { 2 }) + bound_to_tile(dir, here.step(dir), there)
    };
    Dir::ALL.into_iter().map(away).min().expect("there are four directions")
}

/// The fewest moves to a tile after entering another one in a direction, were
/// there no walls and doors everywhere.
///
/// No two doors of a tile are opposite each other, so a slide passes one door
/// at most; going on in the same direction takes two moves a tile (a side
/// step between two doors), turning takes one. With `x` tiles to go along the
/// axis of the last move and `y` across it, a way of `x + y` doors is needed
/// and as many side steps as moves of one axis must follow each other.
#[inline]
pub fn bound_to_tile(last: Dir, at: Lot, goal: Lot) -> u32 {
    let (south, east) = (goal.south - at.south, goal.east - at.east);
    let (along, across) = if last.is_horizontal() { (east, south) } else { (south, east) };
    let forward = along * if matches!(last, Dir::Right | Dir::Down) { 1 } else { -1 } >= 0;
    let (x, y) = (along.abs(), across.abs());
    let side_steps = if forward { (y - x - 1).max(x - y).max(0) } else { ((x - y).abs() - 1).max(0) };
    (x + y + side_steps) as u32
}

/// A queue by small whole costs: a list a cost, the last in first out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buckets {
    lists: Vec<Vec<(u32, u32)>>,
    low: usize,
}

impl Buckets {
    pub(crate) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
        self.low = 0;
    }

    #[inline]
    pub(crate) fn push(&mut self, cost: u32, node: u32, moves: u32) {
        let cost = cost as usize;
        if cost >= self.lists.len() {
            self.lists.resize_with(cost + 1, Vec::new);
        }
        self.lists[cost].push((node, moves));
        self.low = self.low.min(cost);
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        while self.low < self.lists.len() {
            if let Some(node) = self.lists[self.low].pop() {
                return Some(node);
            }
            self.low += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BinaryHeap, HashMap};

    /// Dijkstra in the imaginary supermarket agrees with the formula.
    #[test]
    fn the_bound_is_the_exact_relaxed_distance() {
        let goal = Lot::default();
        // Backwards: cost to the goal of having entered `lot` by `last`.
        let mut best: HashMap<(Lot, usize), u32> = HashMap::new();
        let mut heap = BinaryHeap::new();
        for last in Dir::ALL {
            heap.push((std::cmp::Reverse(0u32), goal, last.index()));
        }
        while let Some((std::cmp::Reverse(cost), lot, last)) = heap.pop() {
            if lot.east.abs() > 9 || lot.south.abs() > 9 || best.contains_key(&(lot, last)) {
                continue;
            }
            best.insert((lot, last), cost);
            let from = lot.step(Dir::from_index(last).opposite());
            for before in 0..4 {
                let price = if before == last { 2 } else { 1 };
                heap.push((std::cmp::Reverse(cost + price), from, before));
            }
        }
        for east in -4..=4 {
            for south in -4..=4 {
                for last in Dir::ALL {
                    let lot = Lot { east, south };
                    assert_eq!(bound_to_tile(last, lot, goal), best[&(lot, last.index())], "{lot:?} {last}");
                }
            }
        }
    }
}
