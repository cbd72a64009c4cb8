//! The same spanning tree in pieces that fit the cache.
//!
//! The board is cut into square tiles. In each tile Kruskal's algorithm runs on
//! its own walls: a wall that closes a cycle there closes it on the board, and
//! is settled. A wall that joins two trees is the lightest that leaves one of
//! them, and settled too, unless lighter walls lead from both trees out of the
//! tile. What is not settled, a few walls in a hundred, and the walls between
//! tiles make a small graph of trees on which Kruskal's algorithm runs again
//! (after Borůvka's and Filter-Kruskal's ideas: Osipov, Sanders & Singler,
//! 2009). Tiles are worked on by all cores.
//!
//! Walls of a tile are put in order by buckets of weights; from the bucket on
//! where most walls close cycles these are dropped before sorting.

use super::spanning_tree::{WALL_BITS, Weights, wall_of};
use crate::plan::Plan;
use dedale_grid::{BitGrid, Dir, UnionFind, Walls};
use rayon::prelude::*;

/// Cells on the side of a tile.
const SIDE: usize = 128;
/// No wall leads out of the tile.
const NEVER: u32 = u32::MAX;

/// The minimum spanning tree of the weights.
pub(crate) fn spanning_tree(plan: &Plan, weights: Weights) -> Walls {
    by_tiles(plan, weights, SIDE)
}

/// What is left of a tile: how many trees, the tree of each cell along its
/// four sides, and the walls between trees that are not settled.
struct Rest {
    trees: u32,
    /// Up, right, down, left.
    sides: [Vec<u32>; 4],
    unsettled: Vec<(u64, u32, u32)>,
}

fn by_tiles(plan: &Plan, weights: Weights, side: usize) -> Walls {
    let size = plan.size();
    let (mut east, mut south) = (BitGrid::full(size), BitGrid::full(size));
    let stride = east.words_per_row();
    let across = size.cols().div_ceil(side);
    let mut rests: Vec<Rest> = Vec::new();
    east.edit(|east| {
        south.edit(|south| {
            let bands = east.par_chunks_mut(side * stride).zip(south.par_chunks_mut(side * stride)).enumerate();
            let bands: Vec<Vec<Rest>> = bands
                .map_init(
                    || Tile::new(side),
                    |tile, (band, (east, south))| {
                        (0..across)
                            .map(|col| tile.run(plan, weights, [band * side, col * side], [&mut *east, &mut *south]))
                            .collect()
                    },
                )
                .collect();
            rests = bands.into_iter().flatten().collect();
            merge(plan, weights, side, &rests, |key| {
                let (cell, dir) = wall_of(key);
                let (row, col) = (cell.index() / size.cols(), cell.index() % size.cols());
                let plane = if dir == Dir::Right { &mut *east } else { &mut *south };
                plane[row * stride + col / 64] &= !(1 << (col % 64));
            });
        });
    });
    plan.fixed_onto(Walls::from_planes(east, south))
}

/// Kruskal's algorithm on the trees that the tiles left.
fn merge(plan: &Plan, weights: Weights, side: usize, rests: &[Rest], mut open: impl FnMut(u64)) {
    let size = plan.size();
    let across = size.cols().div_ceil(side);
    let mut first = Vec::with_capacity(rests.len());
    let mut trees = 0u32;
    let mut edges: Vec<(u64, u32, u32)> = Vec::new();
    for rest in rests {
        first.push(trees);
        edges.extend(rest.unsettled.iter().map(|&(key, a, b)| (key, trees + a, trees + b)));
        trees += rest.trees;
    }
    for (at, rest) in rests.iter().enumerate() {
        let (top, left) = (at / across * side, at % across * side);
        let beyond = |index: usize, dir: Dir| -> (usize, usize, usize) {
            match dir {
                Dir::Right => (top + index, (left + side - 1), at + 1),
                _ => ((top + side - 1), left + index, at + across),
            }
        };
        for dir in [Dir::Right, Dir::Down] {
            if (dir == Dir::Right && left + side >= size.cols()) || (dir == Dir::Down && top + side >= size.rows()) {
                continue;
            }
            for (index, &tree) in rest.sides[dir.index()].iter().enumerate() {
                let (row, col, neighbour) = beyond(index, dir);
                if plan.is_fixed(row, col, dir) {
                    continue;
                }
                let other = rests[neighbour].sides[dir.opposite().index()][index];
                let wall = (row * size.cols() + col) as u64 * 2 + u64::from(dir == Dir::Down);
                edges.push((weights.key(wall), first[at] + tree, first[neighbour] + other));
            }
        }
    }
    edges.par_sort_unstable_by_key(|edge| edge.0);
    let mut sets = UnionFind::new(trees as usize);
    for (key, a, b) in edges {
        if sets.union(a as usize, b as usize) {
            open(key);
        }
    }
}

/// Buffers for one tile, used again for the next.
struct Tile {
    side: usize,
    rows: usize,
    cols: usize,
    /// Trees by all walls opened in the tile, and by settled ones only.
    trees: Vec<u16>,
    settled: Vec<u16>,
    /// For the root of a tree the lightest weight of a wall out of the tile.
    exits: Vec<u32>,
    keys: Vec<u64>,
    sorted: Vec<u64>,
    buckets: Vec<u32>,
}

/// The root of a tree, halving the path to it.
#[inline(always)]
fn root(parents: &mut [u16], mut at: u16) -> u16 {
    loop {
        let parent = parents[at as usize];
        if parent == at {
            return at;
        }
        let above = parents[parent as usize];
        parents[at as usize] = above;
        at = above;
    }
}

impl Tile {
    fn new(side: usize) -> Self {
        assert!(side * side <= 1 << 16, "cells of a tile have 16-bit numbers");
        let none = Vec::new;
        Self {
            side,
            rows: 0,
            cols: 0,
            trees: none(),
            settled: none(),
            exits: Vec::new(),
            keys: Vec::new(),
            sorted: Vec::new(),
            buckets: Vec::new(),
        }
    }

    /// Kruskal's algorithm on the walls inside the tile whose upper left cell
    /// is given; opens what is settled in the planes of its band.
    fn run(&mut self, plan: &Plan, weights: Weights, corner: [usize; 2], planes: [&mut [u64]; 2]) -> Rest {
        let [top, left] = corner;
        self.rows = self.side.min(plan.size().rows() - top);
        self.cols = self.side.min(plan.size().cols() - left);
        let cells = self.rows * self.cols;
        for parents in [&mut self.trees, &mut self.settled] {
            parents.clear();
            parents.extend((0..cells).map(|cell| cell as u16));
        }
        self.exits.clear();
        self.exits.resize(cells, NEVER);
        self.collect(plan, weights, corner);
        self.grow(plan, corner, planes)
    }

    /// Lists the walls inside with their weights and local numbers, bucket by
    /// bucket, and notes the lightest way out of every cell at the edge.
    fn collect(&mut self, plan: &Plan, weights: Weights, [top, left]: [usize; 2]) {
        let (rows, cols, size) = (self.rows, self.cols, plan.size());
        let plain = plan.is_plain();
        self.keys.clear();
        for row in 0..rows {
            for col in 0..cols {
                let wall = ((top + row) * size.cols() + left + col) as u64 * 2;
                let local = (row * cols + col) as u64 * 2;
                if left + col + 1 < size.cols() && (plain || !plan.is_fixed(top + row, left + col, Dir::Right)) {
                    let weight = weights.weight(wall);
                    if col + 1 < cols {
                        self.keys.push(weight << WALL_BITS | local);
                    } else {
                        self.exit(row, col, weight);
                    }
                }
                if top + row + 1 < size.rows() && (plain || !plan.is_fixed(top + row, left + col, Dir::Down)) {
                    let weight = weights.weight(wall + 1);
                    if row + 1 < rows {
                        self.keys.push(weight << WALL_BITS | local | 1);
                    } else {
                        self.exit(row, col, weight);
                    }
                }
            }
        }
        for row in (0..rows).filter(|_| left > 0) {
            if !plan.is_fixed(top + row, left - 1, Dir::Right) {
                self.exit(row, 0, weights.weight(((top + row) * size.cols() + left - 1) as u64 * 2));
            }
        }
        for col in (0..cols).filter(|_| top > 0) {
            if !plan.is_fixed(top - 1, left + col, Dir::Down) {
                self.exit(0, col, weights.weight(((top - 1) * size.cols() + left + col) as u64 * 2 + 1));
            }
        }
    }

    fn exit(&mut self, row: usize, col: usize, weight: u64) {
        let exit = &mut self.exits[row * self.cols + col];
        *exit = (*exit).min(weight as u32);
    }

    fn grow(&mut self, plan: &Plan, [top, left]: [usize; 2], [east, south]: [&mut [u64]; 2]) -> Rest {
        let stride = plan.size().cols().div_ceil(64);
        let cols = self.cols;
        let mut unsettled = Vec::new();
        let shift = 64 - self.keys.len().max(64).ilog2() + 5;
        self.sort_into_buckets(shift);
        let Self { trees, settled, exits, sorted, buckets, .. } = self;
        let mut start = 0;
        let half = buckets.len() / 2;
        for (index, &end) in buckets.iter().enumerate() {
            let bucket = &mut sorted[start..end as usize];
            start = end as usize;
            let mut kept = bucket.len();
            if index >= half {
                kept = 0;
                for at in 0..bucket.len() {
                    let (a, b) = ends(bucket[at], cols);
                    if root(trees, a) != root(trees, b) {
                        bucket[kept] = bucket[at];
                        kept += 1;
                    }
                }
            }
            let bucket = &mut bucket[..kept];
            bucket.sort_unstable();
            for &key in bucket.iter() {
                let (a, b) = ends(key, cols);
                let (a_root, b_root) = (root(trees, a), root(trees, b));
                if a_root == b_root {
                    continue;
                }
                let weight = (key >> WALL_BITS) as u32;
                let (a_exit, b_exit) = (exits[a_root as usize], exits[b_root as usize]);
                trees[b_root as usize] = a_root;
                exits[a_root as usize] = a_exit.min(b_exit);
                let (row, col) = (a as usize / cols, left + a as usize % cols);
                if a_exit > weight || b_exit > weight {
                    let plane = if key & 1 == 0 { &mut *east } else { &mut *south };
                    plane[row * stride + col / 64] &= !(1 << (col % 64));
                    let (a, b) = (root(settled, a), root(settled, b));
                    settled[b as usize] = a;
                } else {
                    let wall = ((top + row) * plan.size().cols() + col) as u64 * 2 + (key & 1);
                    unsettled.push((key >> WALL_BITS << WALL_BITS | wall, u32::from(a), u32::from(b)));
                }
            }
        }
        self.rest(unsettled)
    }

    /// Counts the walls of each bucket, then puts them there.
    fn sort_into_buckets(&mut self, shift: u32) {
        let Self { keys, sorted, buckets, .. } = self;
        let bucket = |key: u64| (key >> shift) as usize;
        buckets.clear();
        buckets.resize((u64::MAX >> shift) as usize + 1, 0);
        for &key in keys.iter() {
            buckets[bucket(key)] += 1;
        }
        let mut sum = 0;
        for count in buckets.iter_mut() {
            (*count, sum) = (sum, sum + *count);
        }
        sorted.clear();
        sorted.resize(keys.len(), 0);
        for &key in keys.iter() {
            let place = &mut buckets[bucket(key)];
            sorted[*place as usize] = key;
            *place += 1;
        }
    }

    /// Numbers the settled trees and tells where they meet the sides.
    fn rest(&mut self, mut unsettled: Vec<(u64, u32, u32)>) -> Rest {
        let (rows, cols) = (self.rows, self.cols);
        let settled = &mut self.settled;
        let numbers = &mut self.exits;
        let mut trees = 0;
        for (cell, number) in numbers.iter_mut().enumerate() {
            *number = NEVER;
            if settled[cell] as usize == cell {
                *number = trees;
                trees += 1;
            }
        }
        let mut tree = |cell: usize| numbers[root(settled, cell as u16) as usize];
        for (_, a, b) in &mut unsettled {
            (*a, *b) = (tree(*a as usize), tree(*b as usize));
        }
        let sides = [
            (0..cols).map(&mut tree).collect(),
            (0..rows).map(|row| tree(row * cols + cols - 1)).collect(),
            (0..cols).map(|col| tree((rows - 1) * cols + col)).collect(),
            (0..rows).map(|row| tree(row * cols)).collect(),
        ];
        Rest { trees, sides, unsettled }
    }
}

/// The two cells of a wall by its local number.
#[inline(always)]
fn ends(key: u64, cols: usize) -> (u16, u16) {
    let wall = key & ((1 << WALL_BITS) - 1);
    let cell = (wall / 2) as u16;
    (cell, if wall & 1 == 0 { cell + 1 } else { cell + cols as u16 })
}

#[cfg(test)]
mod tests {
    use super::super::Maker;
    use super::super::spanning_tree::Kruskal;
    use super::*;
    use crate::dice::Bias;
    use crate::watch::{Change, Step};
    use dedale_grid::{Cell, Rng, Size};

    #[test]
    fn finds_the_tree_of_kruskal() {
        let mut rng = Rng::new(8);
        for round in 0..120 {
            let size = Size::new(1 + rng.index(40), 1 + rng.index(90)).unwrap();
            let mut plan = Plan::new(size);
            if round % 3 == 1 {
                (0..size.area() / 4).for_each(|_| plan.remove(Cell::new(rng.index(size.area()) as u32)));
            }
            if round % 3 == 2 {
                (0..size.area() / 3).for_each(|_| plan.fix(Cell::new(rng.index(size.area()) as u32), Dir::Right));
            }
            let weights = Weights::new(rng.bits(), Bias::new([0.5, 0.5, 0.7][round % 3]));
            let mut kruskal = Kruskal::new(&plan, weights);
            let mut walls = plan.closed();
            let mut step = Step::new();
            while kruskal.advance(&mut step) {}
            for change in step.changes() {
                if let &Change::Open(cell, dir) = change {
                    assert!(walls.open(cell, dir));
                }
            }
            for side in [1, 2, 3, 8, 16, 128] {
                assert_eq!(by_tiles(&plan, weights, side), walls, "{size} in tiles of {side}");
            }
        }
    }
}
