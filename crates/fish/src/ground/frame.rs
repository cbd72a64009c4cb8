//! The shape of a small board: how its cells are numbered as bits, and how
//! sets of cells are moved and looked round.

use dedale_grid::Point;
use std::fmt;

/// A cell of a small board: the number of its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct Spot(u8);

impl Spot {
    /// The number of the bit.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this cell alone.
    #[inline]
    pub const fn bit(self) -> u128 {
        1 << self.0
    }

    /// The lowest cell of a set.
    #[inline]
    pub const fn lowest(set: u128) -> Option<Self> {
        if set == 0 { None } else { Some(Self(set.trailing_zeros() as u8)) }
    }
}

/// The cells of a set, lowest first, which is row by row.
#[derive(Clone, Copy, Debug)]
pub struct Spots(pub u128);

impl Iterator for Spots {
    type Item = Spot;

    #[inline]
    fn next(&mut self) -> Option<Spot> {
        let spot = Spot::lowest(self.0)?;
        self.0 &= self.0 - 1;
        Some(spot)
    }
}

/// Rows and columns of a board whose cells fit in a `u128`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    rows: u8,
    cols: u8,
    board: u128,
    edge: u128,
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.cols, self.rows)
    }
}

impl Frame {
    /// The frame of a board, if (columns + 1) × rows is at most 128 and a row
    /// shorter than that.
    pub fn new(rows: usize, cols: usize) -> Option<Self> {
        if rows == 0 || cols == 0 || cols > 126 || rows * (cols + 1) > 128 {
            return None;
        }
        let row = (1u128 << cols) - 1;
        let board = (0..rows).fold(0, |board, index| board | row << (index * (cols + 1)));
        Some(Self { rows: rows as u8, cols: cols as u8, board, edge: 0 }.edged())
    }

    /// The same rows and columns with some of the cells only: a board without
    /// holes whose cells hang together.
    pub fn only(self, cells: u128) -> Self {
        Self { board: self.board & cells, ..self }.edged()
    }

    fn edged(self) -> Self {
        let (board, stride) = (self.board, self.stride());
        let row = board & board << 1 & board >> 1;
        Self { edge: board & !(row & row << stride & row >> stride), ..self }
    }

    /// The number of rows.
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    pub const fn cols(&self) -> usize {
        self.cols as usize
    }

    /// All cells.
    #[inline]
    pub const fn board(&self) -> u128 {
        self.board
    }

    /// The cells that touch the border.
    #[inline]
    pub const fn edge(&self) -> u128 {
        self.edge
    }

    /// The cell at a point, `None` outside.
    pub const fn spot(&self, at: Point) -> Option<Spot> {
        let inside = at.row >= 0 && at.row < self.rows as i32 && at.col >= 0 && at.col < self.cols as i32;
        if !inside {
            return None;
        }
        let spot = Spot((at.row * (self.cols as i32 + 1) + at.col) as u8);
        if self.board & spot.bit() != 0 { Some(spot) } else { None }
    }

    /// Where a cell lies.
    pub const fn point(&self, spot: Spot) -> Point {
        let stride = self.cols as i32 + 1;
        Point::new(spot.0 as i32 / stride, spot.0 as i32 % stride)
    }

    #[inline]
    const fn stride(&self) -> u32 {
        self.cols as u32 + 1
    }

    /// The set moved one row up.
    #[inline]
    pub const fn up(&self, set: u128) -> u128 {
        set >> self.stride() & self.board
    }

    /// The set moved one row down.
    #[inline]
    pub const fn down(&self, set: u128) -> u128 {
        set << self.stride() & self.board
    }

    /// The set moved one column to the right.
    #[inline]
    pub const fn right(&self, set: u128) -> u128 {
        set << 1 & self.board
    }

    /// The set moved one column to the left.
    #[inline]
    pub const fn left(&self, set: u128) -> u128 {
        set >> 1 & self.board
    }

    /// The cells with a side in common with a cell of the set.
    #[inline]
    pub const fn beside(&self, set: u128) -> u128 {
        let stride = self.stride();
        (set << 1 | set >> 1 | set << stride | set >> stride) & self.board
    }

    /// The cells with a side or a corner in common with a cell of the set, and
    /// the set.
    #[inline]
    pub const fn ring(&self, set: u128) -> u128 {
        let wide = set | set << 1 | set >> 1;
        let stride = self.stride();
        (wide | wide << stride | wide >> stride) & self.board
    }

    /// Everything of `within` that is joined to the set by sides or corners.
    #[inline]
    pub const fn flood(&self, set: u128, within: u128) -> u128 {
        let mut set = set;
        loop {
            let next = set | self.ring(set) & within;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// The cells that have something of the set on each of their sides and
    /// corners: up, right, down, left, then clockwise from the upper right.
    #[inline]
    const fn seen(&self, set: u128) -> ([u128; 4], [u128; 4]) {
        let (board, stride) = (self.board, self.stride());
        let sides = [set << stride & board, set >> 1 & board, set >> stride & board, set << 1 & board];
        // In two shifts: on one row of 126 cells, one would be of 128 bits.
        let corners = [
            set << (stride - 1) & board,
            set >> stride >> 1 & board,
            set >> (stride - 1) & board,
            set << stride << 1 & board,
        ];
        (sides, corners)
    }

    /// The cells that a connected wall touches from two sides separated by
    /// open neighbours. Not for the wall of the border.
    #[inline]
    pub const fn cut_by(&self, wall: u128) -> u128 {
        let (sides, corners) = self.seen(wall);
        touched_twice(sides, corners)
    }

    /// As [`Frame::cut_by`] for the wall made of the border and the built
    /// cells joined to it: everything beyond the board is wall.
    #[inline]
    pub const fn cut_by_rim(&self, rim: u128) -> u128 {
        // What is seen of the rest of the board is not wall.
        let ([n, e, s, w], [ne, se, sw, nw]) = self.seen(self.board & !rim);
        let board = self.board;
        touched_twice(
            [board & !n, board & !e, board & !s, board & !w],
            [board & !ne, board & !se, board & !sw, board & !nw],
        )
    }
}

/// The cells round which a connected wall makes at least two separate arcs.
///
/// The eight neighbours of a cell form four quadrants, each a corner and the
/// two sides next to it. The wall's arcs are its quadrants, joined where it
/// also holds the side between two of them; so there are (quadrants − sides)
/// arcs, unless it holds all four sides.
#[inline]
const fn touched_twice([n, e, s, w]: [u128; 4], [ne, se, sw, nw]: [u128; 4]) -> u128 {
    // A quadrant begins an arc, going clockwise, when it belongs to the wall
    // and the side before it does not. Counting beginnings up to two:
    let a = (ne | e) & !n;
    let b = (se | s) & !e;
    let c = (sw | w) & !s;
    let d = (nw | n) & !w;
    (a & b) | (c & d) | ((a | b) & (c | d))
}
