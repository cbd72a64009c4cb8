//! Ways that leave the market and run along its outline.
//!
//! The cells just outside, those that touch a cell of the board by a side or a
//! corner, can always be walked, but count more. They are few, so sets of them
//! are bits as the cells inside are, and a walk is two fronts that feed each
//! other (Dial's buckets: all costs are small whole numbers).

use crate::{Frame, Ground, Spot, Spots};
use dedale_grid::{Dir, Point};

/// The cells just outside and how they meet the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    cost: usize,
    cells: Vec<Point>,
    /// For each bit of the board, the outside cells beside it.
    exits: Vec<u128>,
    /// For each outside cell, the cells of the board beside it.
    entries: Vec<u128>,
    /// For each outside cell, the outside cells beside it.
    along: Vec<u128>,
}

/// The dearest step outside.
pub(crate) const DEAREST: u8 = 9;

impl Outside {
    pub(super) fn new(frame: &Frame, cost: usize) -> Self {
        let on_board = |at: Point| frame.spot(at).is_some();
        let (rows, cols) = (frame.rows() as i32, frame.cols() as i32);
        let touches =
            |at: Point| (-1..=1).any(|row| (-1..=1).any(|col| on_board(Point::new(at.row + row, at.col + col))));
        let cells: Vec<Point> = (-1..=rows)
            .flat_map(|row| (-1..=cols).map(move |col| Point::new(row, col)))
            .filter(|at| !on_board(*at) && touches(*at))
            .collect();
        // Boards of the size a frame holds have fewer; more would not be bits.
        let cells = if cells.len() > 128 { Vec::new() } else { cells };
        let beside = |at: Point| Dir::ALL.map(|dir| at.step(dir));
        let number = |at: Point| cells.iter().position(|cell| *cell == at);
        let bits = |at: Point| beside(at).into_iter().filter_map(number).fold(0u128, |set, bit| set | 1 << bit);
        let mut exits = vec![0; 128];
        for spot in Spots(frame.board()) {
            exits[spot.index()] = bits(frame.point(spot));
        }
        let entries = cells
            .iter()
            .map(|at| beside(*at).into_iter().filter_map(|at| frame.spot(at)).fold(0, |set, spot| set | spot.bit()));
        let entries = entries.collect();
        let along = cells.iter().map(|at| bits(*at)).collect();
        Self { cost, cells, exits, entries, along }
    }

    /// What a step outside counts.
    pub fn cost(&self) -> usize {
        self.cost
    }

    /// The cells just outside; rows and columns may be -1 or one too many.
    pub fn cells(&self) -> &[Point] {
        &self.cells
    }

    /// Walks from a building: for each distance below `max`, the cells on
    /// which a shop would be so far or nearer, until the visitor has enough.
    #[inline]
    pub(crate) fn walk(&self, ground: &Ground, from: Spot, max: u32, mut enough: impl FnMut(u32, u128) -> bool) {
        const BUCKETS: usize = DEAREST as usize + 1;
        let (frame, open) = (ground.frame(), ground.open());
        let mut inside = frame.beside(from.bit()) & open;
        let mut outside = [0u128; BUCKETS];
        outside[self.cost % BUCKETS] = self.exits[from.index()];
        let (mut walked, mut rounded) = (0u128, 0u128);
        for distance in 1..max {
            let front = inside & !walked;
            let ring = std::mem::take(&mut outside[distance as usize % BUCKETS]) & !rounded;
            walked |= front;
            rounded |= ring;
            let mut near = frame.beside(front);
            let mut next = 0;
            for bit in Spots(ring) {
                near |= self.entries[bit.index()];
                next |= self.along[bit.index()];
            }
            for spot in Spots(front & frame.edge()) {
                next |= self.exits[spot.index()];
            }
            if enough(distance, near) {
                return;
            }
            inside = near & open;
            outside[(distance as usize + self.cost) % BUCKETS] |= next & !rounded;
        }
    }
}
