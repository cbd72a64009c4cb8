//! Boxes to targets: bipartite deadlocks and the minimum matching.
//!
//! [`Assignment`] is the Hungarian algorithm in its shortest-augmenting-path
//! form (Jonker & Volgenant 1987) with potentials kept, so that after one box
//! moved only its row is assigned again: O(n²) instead of O(n³).

use crate::board::{Board, FAR, Square};

/// The cost that stands for "no way"; any sum of real costs stays below it.
const NO_WAY: i32 = 1 << 22;

/// Prices beyond this are set anew, long before they overflow.
const DRIFT: i32 = NO_WAY << 5;

/// So many entries of the table are looked at before the clock is.
const PACE: usize = 4_000_000;

/// A minimum-cost matching of boxes (rows) to targets (columns).
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    rows: usize,
    cols: usize,
    cost: Vec<i32>,
    row_of: Vec<u32>,
    col_of: Vec<u32>,
    row_price: Vec<i32>,
    col_price: Vec<i32>,
    slack: Vec<i32>,
    way: Vec<u32>,
    used: Vec<bool>,
}

const NONE: u32 = u32::MAX;

fn price(steps: u16) -> i32 {
    if steps == FAR { NO_WAY } else { i32::from(steps) }
}

impl Assignment {
    /// Matches boxes to targets; the total, or `None` if some box has none.
    pub fn solve(&mut self, board: &Board, boxes: &[Square]) -> Option<u32> {
        let table = |row: usize, col: usize| board.distance(boxes[row], col);
        self.solve_with(boxes.len(), board.targets.len(), table)
    }

    /// Bytes it takes to match to so many places.
    pub(crate) fn bytes(cols: usize) -> usize {
        cols * cols * size_of::<i32>()
    }

    /// Matches `rows` things to `cols` places, at least as many, by any table.
    pub fn solve_with(&mut self, rows: usize, cols: usize, table: impl Fn(usize, usize) -> u16) -> Option<u32> {
        self.solve_while(rows, cols, table, &|| true)
    }

    /// The same so long as `keep_on`: a thousand rows take their time. When it is
    /// over there is no matching, and nothing may be asked of it.
    pub(crate) fn solve_while(
        &mut self,
        rows: usize,
        cols: usize,
        table: impl Fn(usize, usize) -> u16,
        keep_on: &dyn Fn() -> bool,
    ) -> Option<u32> {
        (self.rows, self.cols) = (rows, cols);
        self.cost.clear();
        for row in 0..rows {
            self.cost.extend((0..cols).map(|col| price(table(row, col))));
        }
        // Rows that take what is left over, for nothing.
        self.cost.resize(cols * cols, 0);
        self.assign_all(keep_on).then(|| self.total()).flatten()
    }

    /// Matches everything anew so long as `keep_on`; whether all was.
    fn assign_all(&mut self, keep_on: &dyn Fn() -> bool) -> bool {
        let cols = self.cols;
        self.row_of.clear();
        self.row_of.resize(cols, NONE);
        self.col_of.clear();
        self.col_of.resize(cols, NONE);
        self.row_price.clear();
        self.row_price.resize(cols, 0);
        self.col_price.clear();
        self.col_price.resize(cols, 0);
        let pace = (PACE / (cols * cols).max(1)).max(1);
        for row in 0..self.rows {
            if (row + 1).is_multiple_of(pace) && !keep_on() {
                return false;
            }
            self.augment(row);
        }
        // What is left over has no price yet, so the rows for it are matched as they come.
        let left = (0..cols).filter(|&col| self.row_of[col] == NONE).collect::<Vec<_>>();
        for (row, col) in (self.rows..cols).zip(left) {
            self.row_of[col] = row as u32;
            self.col_of[row] = col as u32;
        }
        true
    }

    /// The total after row `row` got new costs; the matching is changed to fit.
    pub fn change(&mut self, row: usize, costs: &[u16]) -> Option<u32> {
        for (slot, &steps) in self.cost[row * self.cols..(row + 1) * self.cols].iter_mut().zip(costs) {
            *slot = price(steps);
        }
        let col = std::mem::replace(&mut self.col_of[row], NONE);
        if col != NONE {
            self.row_of[col as usize] = NONE;
        }
        self.augment(row);
        // Where there is no way prices rise, and never fall again.
        if self.row_price.iter().chain(&self.col_price).any(|price| price.abs() > DRIFT) {
            self.assign_all(&|| true);
        }
        self.total()
    }

    /// The total if row `row` had these costs; the matching stays as it is.
    pub fn peek(&mut self, row: usize, costs: &[u16]) -> Option<u32> {
        let cols = self.cols;
        let end = self.col_of[row] as usize;
        let base = (0..cols).map(|col| price(costs[col]) - self.col_price[col]).min().unwrap_or(0);
        self.slack.clear();
        self.slack.extend((0..cols).map(|col| price(costs[col]) - self.col_price[col] - base));
        self.used.clear();
        self.used.resize(cols, false);
        let reached = loop {
            let mut best = i32::MAX;
            let mut best_col = 0;
            for col in 0..cols {
                if !self.used[col] && self.slack[col] < best {
                    best = self.slack[col];
                    best_col = col;
                }
            }
            if best_col == end {
                break best;
            }
            self.used[best_col] = true;
            let through = self.row_of[best_col] as usize;
            let offset = best - self.row_price[through];
            let line = &self.cost[through * cols..(through + 1) * cols];
            for ((slack, cost), price) in self.slack.iter_mut().zip(line).zip(&self.col_price) {
                *slack = (*slack).min(offset + cost - price);
            }
        };
        let prices: i64 = self.row_price.iter().chain(&self.col_price).copied().map(i64::from).sum();
        let total = prices - i64::from(self.row_price[row]) + i64::from(base) + i64::from(reached);
        (total < i64::from(NO_WAY)).then_some(total as u32)
    }

    /// The column given to a row.
    pub fn target_of(&self, row: usize) -> Option<usize> {
        self.col_of.get(row).filter(|&&col| col != NONE).map(|&col| col as usize)
    }

    /// The total as it stands.
    pub fn total(&self) -> Option<u32> {
        let cost = |row: usize| i64::from(self.cost[row * self.cols + self.col_of[row] as usize]);
        let sum: i64 = (0..self.rows).map(cost).sum();
        (sum < i64::from(NO_WAY)).then_some(sum as u32)
    }

    fn augment(&mut self, start: usize) {
        let cols = self.cols;
        self.slack.clear();
        self.slack.resize(cols, i32::MAX);
        self.way.clear();
        self.way.resize(cols, NONE);
        self.used.clear();
        self.used.resize(cols, false);
        // Make the new row's prices feasible first.
        let base = start * cols;
        self.row_price[start] = (0..cols).map(|col| self.cost[base + col] - self.col_price[col]).min().unwrap_or(0);
        let mut row = start;
        let mut from = NONE;
        let mut reached = 0;
        let mut path: Vec<(usize, i32)> = Vec::new();
        let last = loop {
            let mut best = i32::MAX;
            let mut best_col = 0;
            let base = row * cols;
            for col in 0..cols {
                if self.used[col] {
                    continue;
                }
                let gap = reached + self.cost[base + col] - self.row_price[row] - self.col_price[col];
                if gap < self.slack[col] {
                    self.slack[col] = gap;
                    self.way[col] = from;
                }
                if self.slack[col] < best {
                    best = self.slack[col];
                    best_col = col;
                }
            }
            self.used[best_col] = true;
            reached = best;
            if self.row_of[best_col] == NONE {
                break best_col;
            }
            path.push((best_col, best));
            from = best_col as u32;
            row = self.row_of[best_col] as usize;
        };
        // Prices: rows and columns scanned before the end get the difference.
        self.row_price[start] += reached;
        for &(col, at) in &path {
            let row = self.row_of[col] as usize;
            self.row_price[row] += reached - at;
            self.col_price[col] -= reached - at;
        }
        let mut col = last;
        loop {
            let previous = self.way[col];
            let row = if previous == NONE { start as u32 } else { self.row_of[previous as usize] };
            self.row_of[col] = row;
            self.col_of[row as usize] = col as u32;
            if previous == NONE {
                break;
            }
            col = previous as usize;
        }
    }
}

/// Which targets each square can serve, as bits; answers "can all boxes find
/// different targets?" by augmenting paths (Kuhn).
#[derive(Clone, Debug)]
pub struct Serving {
    words: usize,
    bits: Vec<u64>,
    owner: Vec<u16>,
}

impl Serving {
    /// Reads the distances of a board.
    pub fn new(board: &Board) -> Self {
        let words = board.targets.len().div_ceil(64).max(1);
        let mut bits = vec![0u64; (board.squares + 1) * words];
        for square in 0..board.squares {
            for (target, &steps) in board.distances(square as Square).iter().enumerate() {
                if steps != FAR {
                    bits[square * words + target / 64] |= 1 << (target % 64);
                }
            }
        }
        Self { words, bits, owner: Vec::new() }
    }

    /// Whether a box loses a target by moving from one square to the other.
    #[inline]
    pub fn loses(&self, from: Square, to: Square) -> bool {
        let (from, to) = (from as usize * self.words, to as usize * self.words);
        (0..self.words).any(|word| self.bits[from + word] & !self.bits[to + word] != 0)
    }

    /// Whether all boxes can be given different targets they can serve.
    pub fn complete(&mut self, board: &Board, boxes: &[Square]) -> bool {
        self.owner.clear();
        self.owner.resize(board.targets.len(), u16::MAX);
        (0..boxes.len()).all(|row| {
            let mut tried = vec![0u64; self.words];
            self.place(boxes, row, &mut tried)
        })
    }

    fn place(&mut self, boxes: &[Square], row: usize, tried: &mut [u64]) -> bool {
        let base = boxes[row] as usize * self.words;
        // Free targets first, then those whose owner can move on.
        for free in [true, false] {
            for word in 0..self.words {
                let mut open = self.bits[base + word] & !tried[word];
                while open != 0 {
                    let bit = open.trailing_zeros() as usize;
                    open &= open - 1;
                    let target = word * 64 + bit;
                    if free {
                        if self.owner[target] == u16::MAX {
                            self.owner[target] = row as u16;
                            return true;
                        }
                    } else if tried[word] & (1 << bit) == 0 {
                        tried[word] |= 1 << bit;
                        if self.place(boxes, self.owner[target] as usize, tried) {
                            self.owner[target] = row as u16;
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_grid::Rng;

    fn brute(cost: &[Vec<u16>], row: usize, used: &mut Vec<bool>) -> Option<u32> {
        if row == cost.len() {
            return Some(0);
        }
        let mut best = None;
        for col in 0..used.len() {
            if !used[col] && cost[row][col] != FAR {
                used[col] = true;
                if let Some(rest) = brute(cost, row + 1, used) {
                    let total = rest + u32::from(cost[row][col]);
                    best = Some(best.map_or(total, |old: u32| old.min(total)));
                }
                used[col] = false;
            }
        }
        best
    }

    /// Cut off, a large matching says nothing, and begins anew when asked again.
    #[test]
    fn large_matchings_can_be_left() {
        let cost = |row: usize, col: usize| ((row * 37 + col * 91) % 211) as u16;
        let whole = Assignment::default().solve_with(200, 200, cost);
        assert!(whole.is_some());
        let asked = std::cell::Cell::new(0);
        let first_only = || asked.replace(asked.get() + 1) == 0;
        let mut assignment = Assignment::default();
        assert_eq!(assignment.solve_while(200, 200, cost, &first_only), None);
        assert_eq!(asked.get(), 2);
        assert_eq!(assignment.solve_while(200, 200, cost, &|| true), whole);
    }

    /// A search changes one matching millions of times, often to one in which
    /// some row has no way.
    #[test]
    fn prices_do_not_drift_away() {
        let mut rng = Rng::new(12);
        let draw = |rng: &mut Rng| -> Vec<u16> {
            (0..4).map(|_| if rng.chance(0.6) { FAR } else { rng.below(9) as u16 }).collect()
        };
        let mut cost: Vec<Vec<u16>> = (0..4).map(|_| draw(&mut rng)).collect();
        let mut fast = Assignment::default();
        fast.solve_with(4, 4, |row, col| cost[row][col]);
        for _ in 0..20_000 {
            let row = rng.index(4);
            let costs = draw(&mut rng);
            let peeked = fast.peek(row, &costs);
            cost[row] = costs;
            let total = fast.change(row, &cost[row]);
            let truth = Assignment::default().solve_with(4, 4, |row, col| cost[row][col]);
            assert_eq!((peeked, total), (truth, truth));
        }
    }

    #[test]
    fn agrees_with_trying_everything_also_after_changes() {
        let mut rng = Rng::new(11);
        for _ in 0..400 {
            let (rows, cols) = (1 + rng.index(5), 5 + rng.index(2));
            let draw = |rng: &mut Rng| if rng.chance(0.4) { FAR } else { rng.below(12) as u16 };
            let mut cost: Vec<Vec<u16>> = (0..rows).map(|_| (0..cols).map(|_| draw(&mut rng)).collect()).collect();
            let mut assignment = Assignment::default();
            let total = assignment.solve_with(rows, cols, |row, col| cost[row][col]);
            assert_eq!(total, brute(&cost, 0, &mut vec![false; cols]));
            for _ in 0..6 {
                let row = rng.index(rows);
                let mut other = cost.clone();
                other[row] = (0..cols).map(|_| draw(&mut rng)).collect();
                if brute(&cost, 0, &mut vec![false; cols]).is_some() {
                    assert_eq!(assignment.peek(row, &other[row]), brute(&other, 0, &mut vec![false; cols]));
                }
                cost[row] = (0..cols).map(|_| draw(&mut rng)).collect();
                let total = assignment.change(row, &cost[row]);
                assert_eq!(total, brute(&cost, 0, &mut vec![false; cols]));
            }
        }
    }
}
