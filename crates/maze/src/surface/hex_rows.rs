//! Hexagons made row by row with memory for one row: `binary-tree`,
//! `sidewinder` and `eller`, the same mazes as [`super::generate`] makes from
//! the same seed.
//!
//! Even rows stand to the left, odd rows half a cell to the right. A cell has
//! three walls that its row decides on: east, south-east and south-west.

use crate::dice::Bias;
use crate::generators::rows::{Rings, RowKind};
use dedale_grid::Rng;

/// Where the walls of each kind lie in the words of a row.
pub(crate) const EAST: usize = 0;
pub(crate) const SOUTH_EAST: usize = 1;
pub(crate) const SOUTH_WEST: usize = 2;

/// Makes rows of hexagons from the top.
///
/// ```
/// use dedale_maze::rows::RowKind;
/// use dedale_maze::surface::HexRowMaker;
/// let mut maker = HexRowMaker::new(RowKind::Eller, 100, 7, 0.5);
/// let mut walls = vec![0; 3 * 2];
/// maker.row(&mut walls, true);
/// assert_eq!(walls[2..], [u64::MAX; 4]); // nothing leads below the last row
/// ```
#[derive(Clone, Debug)]
pub struct HexRowMaker {
    kind: RowKind,
    cols: usize,
    /// The chance to go on in the row.
    across: Bias,
    odd: bool,
    pub(super) rng: Rng,
    sets: Rings,
}

impl HexRowMaker {
    /// A maker of rows of so many columns. `bias` is the share of openings
    /// within a row, 0.5 when no direction is preferred.
    pub fn new(kind: RowKind, cols: usize, seed: u64, bias: f64) -> Self {
        let sets = Rings::new(if kind == RowKind::Eller { cols } else { 0 });
        Self { kind, cols, across: Bias::new(bias), odd: false, rng: Rng::new(seed), sets }
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The next row, the last or not: words of east, south-east and south-west
    /// walls one after the other; a bit of 1 is a wall, and so are the bits
    /// past the last column.
    ///
    /// # Panics
    /// If the slice is not the words of a row.
    pub fn row(&mut self, walls: &mut [u64], last: bool) {
        walls.fill(u64::MAX);
        let mut walls = Walls { walls, words: self.cols.div_ceil(64) };
        match self.kind {
            RowKind::BinaryTree => self.binary_tree(&mut walls, last),
            RowKind::Sidewinder => self.sidewinder(&mut walls, last),
            RowKind::Eller if last => self.join_all(&mut walls),
            RowKind::Eller if self.odd => self.eller::<true>(&mut walls),
            RowKind::Eller => self.eller::<false>(&mut walls),
        }
        self.odd = !self.odd;
    }

    fn goes_on(&mut self) -> bool {
        self.rng.bits() >> 56 < self.across.horizontal()
    }

    /// The cell below in a direction; beyond the last column if there is none.
    fn below(&self, col: usize, side: usize) -> usize {
        (col + usize::from(self.odd)).wrapping_sub(usize::from(side == SOUTH_WEST))
    }

    fn leads_down(&self, col: usize, side: usize) -> bool {
        self.below(col, side) < self.cols
    }

    fn binary_tree(&mut self, walls: &mut Walls<'_>, last: bool) {
        let equal = self.across.is_even();
        for col in 0..self.cols {
            let (east, inner) = (col + 1 < self.cols, col > 0 && col + 1 < self.cols);
            if equal && inner && !last {
                walls.open(self.rng.below(3) as usize, col);
                continue;
            }
            let down = |side| !last && self.leads_down(col, side);
            let sides = [(EAST, east), (SOUTH_EAST, down(SOUTH_EAST)), (SOUTH_WEST, down(SOUTH_WEST))];
            let weight = |side| match side {
                _ if equal => 1,
                EAST => self.across.horizontal(),
                _ => self.across.vertical(),
            };
            let fit = || sides.into_iter().filter(|(_, fits)| *fits).map(|(side, _)| side);
            let chosen = if fit().count() < 2 {
                fit().next()
            } else {
                let mut drawn = self.rng.below(fit().map(weight).sum());
                fit().find(|&side| {
                    let hit = drawn < weight(side);
                    drawn = drawn.saturating_sub(weight(side));
                    hit
                })
            };
            if let Some(side) = chosen {
                walls.open(side, col);
            }
        }
    }

    fn sidewinder(&mut self, walls: &mut Walls<'_>, last: bool) {
        // The run so far begins here. Each of its cells has two ways down, but
        // those at one end of the row.
        let mut first = 0;
        for col in 0..self.cols {
            if col + 1 < self.cols && (last || self.goes_on()) {
                walls.open(EAST, col);
                continue;
            }
            if last {
                continue;
            }
            // The missing way is the second of the first cell of an even row
            // and the first of the last cell of an odd row.
            let gap = match self.odd {
                false if first == 0 => Some(1),
                true if col + 1 == self.cols => Some(2 * (col - first)),
                _ => None,
            };
            let ways = 2 * (col - first + 1) - usize::from(gap.is_some());
            let drawn = self.rng.index(ways);
            let way = drawn + usize::from(gap.is_some_and(|gap| drawn >= gap));
            walls.open(if way.is_multiple_of(2) { SOUTH_EAST } else { SOUTH_WEST }, first + way / 2);
            first = col + 1;
        }
    }

    /// The ways down are one zigzag: from a cell to the cell below it on one
    /// side, from there to the next cell, and so on. Each cell below takes the
    /// place of the cell above it as the row is walked along the zigzag, so the
    /// sets never cross and are rings as on squares. Odd rows are the mirror
    /// image of even ones and walked from the east.
    fn eller<const ODD: bool>(&mut self, walls: &mut Walls<'_>) {
        let (cols, words) = (self.cols, walls.words);
        let mut sets = self.sets.row();
        let (straight, slanted) = if ODD { (SOUTH_WEST, SOUTH_EAST) } else { (SOUTH_EAST, SOUTH_WEST) };
        let (start, end) = if ODD { (cols - 1, 0) } else { (0, cols - 1) };
        for step in 0..words {
            let word = if ODD { words - 1 - step } else { step };
            let (base, count) = (word * 64, (cols - word * 64).min(64));
            let only = |col: usize| if col / 64 == word { 1 << (col % 64) } else { 0 };
            // Nothing lies behind the first cell and beside the last.
            let beside = self.across.word(&mut self.rng) & !only(end);
            let back = !self.across.word(&mut self.rng) & self.rng.bits() & !only(start);
            let leave = self.rng.bits();
            let (mut joined, mut down, mut closed) = (0, 0, 0);
            for nth in 0..count {
                let bit = if ODD { count - 1 - nth } else { nth };
                let col = base + bit;
                let (behind, ahead) = if ODD { (col, col.wrapping_sub(1)) } else { (col.wrapping_sub(1), col) };
                if back >> bit & 1 == 1 && sets.join_next(behind) {
                    down |= 1 << bit;
                }
                if beside >> bit & 1 == 1 && sets.join_next(ahead) {
                    joined |= 1 << bit;
                }
                if leave >> bit & 1 == 1 && sets.leave(col) {
                    closed |= 1 << bit;
                }
            }
            walls.walls[slanted * words + word] = !down;
            walls.walls[straight * words + word] = closed | !(u64::MAX >> (64 - count));
            if !ODD {
                walls.walls[EAST * words + word] = !joined;
                continue;
            }
            // Seen from the east: the wall is that of the cell before.
            walls.walls[EAST * words + word] &= !(joined >> 1);
            if joined & 1 == 1 {
                walls.open(EAST, base - 1);
            }
        }
    }

    /// The last row of `eller`: all that is not joined yet.
    fn join_all(&mut self, walls: &mut Walls<'_>) {
        let mut sets = self.sets.row();
        for col in (1..self.cols).map(|col| col - 1) {
            if sets.join_next(col) {
                walls.open(EAST, col);
            }
        }
    }
}

/// The words of a row.
struct Walls<'a> {
    walls: &'a mut [u64],
    words: usize,
}

impl Walls<'_> {
    #[inline]
    fn open(&mut self, side: usize, col: usize) {
        self.walls[side * self.words + col / 64] &= !(1 << (col % 64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::{Kind, Surface, generate};
    use crate::{Algorithm, Options};
    use std::sync::Arc;

    #[test]
    fn rows_are_those_of_the_graph() {
        let mut rng = Rng::new(9);
        for round in 0..240 {
            let (cols, rows) = match round {
                0..4 => (1, 1 + round),
                4..8 => (1 + round, 1),
                8..12 => (63 + rng.index(4), 5),
                _ => (1 + rng.index(20), 1 + rng.index(12)),
            };
            let algorithm = [Algorithm::BinaryTree, Algorithm::Sidewinder, Algorithm::Eller][round % 3];
            let bias = [0.5, 0.5, 0.2, 0.9][round / 3 % 4];
            let (options, seed) = (Options { bias, ..Options::default() }, rng.bits());
            let graph = Arc::new(Surface::new(Kind::Hex, cols as u32, rows as u32).unwrap().graph());
            let maze = generate(algorithm, &graph, &options, seed);
            let mut maker = HexRowMaker::new(algorithm.rows().unwrap(), cols, seed, bias);
            let words = cols.div_ceil(64);
            let mut walls = vec![0; 3 * words];
            for row in 0..rows {
                maker.row(&mut walls, row + 1 == rows);
                for col in 0..cols {
                    let (row, col) = (row as i32, col as i32);
                    let cell = graph.cell([row, col]).unwrap();
                    let (right, left) = (col + row % 2, col + row % 2 - 1);
                    let open = |side: usize| walls[side * words + col as usize / 64] >> (col % 64) & 1 == 0;
                    let around =
                        [(EAST, [row, col + 1]), (SOUTH_EAST, [row + 1, right]), (SOUTH_WEST, [row + 1, left])];
                    for (side, other) in around {
                        let edge = graph.cell(other).and_then(|other| graph.between(cell, other));
                        let there = edge.is_some_and(|edge| maze.is_open(edge));
                        let same = open(side) == there;
                        assert!(same, "{algorithm} {cols}x{rows} bias {bias}: row {row} column {col} side {side}");
                    }
                }
            }
        }
    }
}
