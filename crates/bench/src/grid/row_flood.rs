//! Flood fill on words that are pieces of rows: the road not taken.
//!
//! The same idea as `dedale_grid::search::Flood` with the words a `BitGrid`
//! has anyway. It needs no change of layout, but water that goes down and
//! sideways comes back to each word many times.

use dedale_grid::{BitGrid, Cell};

/// The flood and its buffers.
pub struct RowFlood {
    stride: usize,
    dry: Vec<u64>,
    inflow: Vec<u64>,
    wet: Vec<u32>,
}

impl RowFlood {
    /// Buffers for boards of one size.
    pub fn new(free: &BitGrid) -> Self {
        let words = free.words().len();
        Self { stride: free.words_per_row(), dry: vec![0; words], inflow: vec![0; words], wet: Vec::new() }
    }

    /// The number of free cells that can be reached from a free cell.
    pub fn run(&mut self, free: &BitGrid, from: Cell) -> usize {
        self.dry.copy_from_slice(free.words());
        let point = free.size().point(from);
        let (row, col) = (point.row as usize, point.col as usize);
        self.enter(row * self.stride + col / 64, 1 << (col % 64));
        while let Some(at) = self.wet.pop() {
            let at = at as usize;
            let water = fill(std::mem::take(&mut self.inflow[at]), self.dry[at]);
            self.dry[at] &= !water;
            let word = at % self.stride;
            if word > 0 {
                self.enter(at - 1, water << 63);
            }
            if word + 1 < self.stride {
                self.enter(at + 1, water >> 63);
            }
            if at >= self.stride {
                self.enter(at - self.stride, water);
            }
            if at + self.stride < self.dry.len() {
                self.enter(at + self.stride, water);
            }
        }
        free.count() - self.dry.iter().map(|word| word.count_ones() as usize).sum::<usize>()
    }

    #[inline]
    fn enter(&mut self, at: usize, cells: u64) {
        let fresh = cells & self.dry[at];
        if fresh != 0 {
            if self.inflow[at] == 0 {
                self.wet.push(at as u32);
            }
            self.inflow[at] |= fresh;
        }
    }
}

/// The runs of `dry` that hold some of the water. Upwards the carry of an
/// addition fills a run; downwards the same is done with the bits reversed.
fn fill(water: u64, dry: u64) -> u64 {
    let up = |water: u64, dry: u64| ((dry.wrapping_add(water) ^ dry) | water) & dry;
    up(water, dry) | up(water.reverse_bits(), dry.reverse_bits()).reverse_bits()
}
