//! The cheapest tree that connects all players with the target.
//!
//! Dreyfus and Wagner (1971) with costs on cells instead of edges: `cost(S, v)`
//! is the fewest blocked cells of a tree that contains the players of `S` and
//! the cell `v`. Such a tree either splits at `v` into the trees of two parts
//! of `S`, or comes to `v` from a neighbour. For every set, smallest first, all
//! splits are tried, then the costs spread over the grid by a search with costs
//! 0 and 1. With k players that is O((3^k + 2^k) · cells) time and 3 bytes a set
//! and cell: 15 sets for four players.

use crate::Labyrinth;
use dedale_grid::{Cell, Dir};

/// A cost no tree has: a tree frees at most a few rows and columns.
const NEVER: u16 = u16::MAX;

/// Where the best tree of a set at a cell comes from, in a byte: below 4 from
/// the neighbour in that direction, 4 nowhere, 16 + a set from a split.
const NOWHERE: u8 = 4;
const SPLIT: u8 = 16;

/// The blocked cells of a cheapest tree, row by row.
pub fn tree(labyrinth: &Labyrinth, target: Cell, players: &[Cell]) -> Vec<Cell> {
    let mut sets = Sets::new(labyrinth);
    let all = (1usize << players.len()) - 1;
    for set in 1..=all {
        sets.begin();
        if set.is_power_of_two() {
            let player = players[set.trailing_zeros() as usize];
            sets.seed(set, player);
        } else {
            // Each split once: the part with the lowest player comes first.
            let lowest = set & set.wrapping_neg();
            let mut part = (set - 1) & set;
            while part > 0 {
                if part & lowest != 0 {
                    sets.split(set, part);
                }
                part = (part - 1) & set;
            }
        }
        sets.spread(set);
    }
    let mut cells = sets.blocked_of_tree(all, target);
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The costs of every set of players, by set and cell; set 0 is not kept.
struct Sets {
    cols: usize,
    /// What entering a cell costs: 0 free, 1 blocked, 2 never (the ring).
    toll: Vec<u8>,
    cost: Vec<Vec<u16>>,
    from: Vec<Vec<u8>>,
}

impl Sets {
    fn new(labyrinth: &Labyrinth) -> Self {
        let size = labyrinth.size();
        let toll = |cell| if labyrinth.is_inner(cell) { u8::from(!labyrinth.is_free(cell)) } else { 2 };
        Self { cols: size.cols(), toll: size.cells().map(toll).collect(), cost: vec![vec![]], from: vec![vec![]] }
    }

    fn begin(&mut self) {
        self.cost.push(vec![NEVER; self.toll.len()]);
        self.from.push(vec![NOWHERE; self.toll.len()]);
    }

    /// The tree of one player at its own cell.
    fn seed(&mut self, set: usize, player: Cell) {
        self.cost[set][player.index()] = u16::from(self.toll[player.index()]);
    }

    /// Joins the trees of a part and of the rest at every cell.
    fn split(&mut self, set: usize, part: usize) {
        let (known, new) = self.cost.split_at_mut(set);
        let (one, other) = (&known[part], &known[set ^ part]);
        for (cell, (cost, from)) in new[0].iter_mut().zip(&mut self.from[set]).enumerate() {
            if self.toll[cell] < 2 {
                // The cell itself is in both trees.
                let joined = one[cell] + other[cell] - u16::from(self.toll[cell]);
                if joined < *cost {
                    (*cost, *from) = (joined, SPLIT + part as u8);
                }
            }
        }
    }

    /// Lets the costs of a set spread from cell to cell, cheapest first.
    fn spread(&mut self, set: usize) {
        let (cost, from, toll) = (&mut self.cost[set], &mut self.from[set], &self.toll);
        let mut waiting = by_cost(cost);
        let (mut now, mut next): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut level = 0;
        while level < waiting.len() || !next.is_empty() {
            std::mem::swap(&mut now, &mut next);
            if let Some(cells) = waiting.get_mut(level) {
                now.append(cells);
            }
            while let Some(at) = now.pop() {
                let at = at as usize;
                // A cheaper tree was found meanwhile.
                if usize::from(cost[at]) != level {
                    continue;
                }
                for (dir, near) in [(2, at - self.cols), (3, at + 1), (0, at + self.cols), (1, at - 1)] {
                    let total = cost[at] + u16::from(toll[near]);
                    if toll[near] < 2 && total < cost[near] {
                        // `dir` points from the neighbour back to here.
                        (cost[near], from[near]) = (total, dir);
                        if toll[near] == 0 { &mut now } else { &mut next }.push(near as u32);
                    }
                }
            }
            level += 1;
        }
    }

    /// The blocked cells of the best tree of a set at a cell.
    fn blocked_of_tree(&self, set: usize, root: Cell) -> Vec<Cell> {
        let mut blocked = Vec::new();
        let mut work = vec![(set, root.index())];
        while let Some((set, at)) = work.pop() {
            if self.toll[at] == 1 {
                blocked.push(Cell::new(at as u32));
            }
            match self.from[set][at] {
                NOWHERE => {}
                split if split >= SPLIT => {
                    let part = usize::from(split - SPLIT);
                    work.extend([(part, at), (set ^ part, at)]);
                }
                dir => {
                    let next = match Dir::from_index(usize::from(dir)) {
                        Dir::Up => at - self.cols,
                        Dir::Right => at + 1,
                        Dir::Down => at + self.cols,
                        Dir::Left => at - 1,
                    };
                    work.push((set, next));
                }
            }
        }
        blocked
    }
}

/// The cells that have a cost, in a list for each cost.
fn by_cost(cost: &[u16]) -> Vec<Vec<u32>> {
    let mut lists: Vec<Vec<u32>> = Vec::new();
    for (cell, &cost) in cost.iter().enumerate().filter(|(_, cost)| **cost != NEVER) {
        let cost = usize::from(cost);
        if lists.len() <= cost {
            lists.resize_with(cost + 1, Vec::new);
        }
        lists[cost].push(cell as u32);
    }
    lists
}
