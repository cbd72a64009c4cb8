//! A small board as bits: a construction and its roads in a tenth of a
//! microsecond.
//!
//! A cell is a bit of a `u128`; one unused column at the end of each row keeps
//! shifts from wrapping, so boards up to (columns + 1) × rows = 128 fit, 10×10
//! among them.
//!
//! Roads come from the dual: walls joined corner to corner, the border of the
//! board being a wall too. While the open cells are in one piece, an open cell
//! is a cut vertex exactly when some connected wall touches it from two sides
//! that open neighbours separate: through the cell, that wall closes a curve
//! with open cells on both sides. A construction changes one wall only, the
//! one it joins, so only that wall is looked at; all cells at once, as bits.

mod flow;
mod frame;

use crate::{Access, Board, Tile};
use dedale_grid::{Cell, Point};
use serde::Serialize;

pub use frame::{Frame, Spot, Spots};

/// The walls and the roads of a small board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ground {
    #[serde(skip)]
    frame: Frame,
    /// Everything built.
    built: u128,
    /// The built cells that must keep an open neighbour.
    needing: u128,
    /// The roads.
    roads: u128,
    /// The built cells of the wall that the border belongs to.
    #[serde(skip)]
    rim: u128,
}

impl Ground {
    /// A board where everything is free.
    pub const fn new(frame: Frame) -> Self {
        Self { frame, built: 0, needing: 0, roads: 0, rim: 0 }
    }

    /// A sound board of any origin, if it is small enough; its roads are those
    /// it was given and those it must have.
    pub fn of(board: &Board, access: Access) -> Option<Self> {
        let mut ground = Self::given(board, access)?;
        ground.lay_all_roads();
        Some(ground)
    }

    /// As [`Ground::of`], with the roads it was given and no others.
    pub fn given(board: &Board, access: Access) -> Option<Self> {
        let frame = Frame::new(board.size().rows(), board.size().cols())?;
        let inside = board.tiles().filter(|(_, tile)| *tile != Tile::Outside);
        let cells = inside.filter_map(|(cell, _)| frame.spot(board.size().point(cell)));
        let frame = frame.only(cells.fold(0, |cells, spot| cells | spot.bit()));
        let mut ground = Self::new(frame);
        for (cell, tile) in board.tiles() {
            let Some(spot) = frame.spot(board.size().point(cell)) else { continue };
            if tile.is_built() {
                ground.built |= spot.bit();
            }
            if access.needed(tile) {
                ground.needing |= spot.bit();
            }
            if tile == Tile::Road {
                ground.roads |= spot.bit();
            }
        }
        ground.rim = frame.flood(ground.built & frame.edge(), ground.built);
        Some(ground)
    }

    /// The shape of the board.
    #[inline]
    pub const fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The cells one walks over.
    #[inline]
    pub const fn open(&self) -> u128 {
        self.frame.board() & !self.built
    }

    /// The open cells on which one may still build.
    #[inline]
    pub const fn free(&self) -> u128 {
        self.frame.board() & !(self.built | self.roads)
    }

    /// The built cells.
    #[inline]
    pub const fn built(&self) -> u128 {
        self.built
    }

    /// The roads.
    #[inline]
    pub const fn roads(&self) -> u128 {
        self.roads
    }

    /// Builds on a free cell that is no road and returns the roads this makes.
    /// `needs_access` is whether the building must keep an open neighbour.
    #[inline]
    pub fn build(&mut self, spot: Spot, needs_access: bool) -> u128 {
        let bit = spot.bit();
        debug_assert!(self.free() & bit != 0, "nothing is built on roads or buildings");
        self.built |= bit;
        if needs_access {
            self.needing |= bit;
        }
        let wall = self.frame.flood(bit, self.built & !self.rim);
        let around = self.frame.ring(wall);
        let cuts = if wall & self.frame.edge() != 0 || around & self.rim != 0 {
            self.rim |= wall;
            self.cut_by_rim()
        } else {
            self.frame.cut_by(wall)
        };
        let fresh = (cuts | self.sole_accesses()) & self.free();
        self.roads |= fresh;
        fresh
    }

    /// Builds without looking for roads: for setting up, followed by
    /// [`Ground::lay_all_roads`].
    pub fn put(&mut self, spot: Spot, needs_access: bool) {
        self.built |= spot.bit();
        if needs_access {
            self.needing |= spot.bit();
        }
        self.rim = self.frame.flood(self.built & self.frame.edge(), self.built);
    }

    /// Makes roads of free cells, for rules in which roads do not appear by
    /// themselves.
    pub fn pave(&mut self, cells: u128) {
        self.roads |= cells & self.free();
    }

    /// The roads that a construction would make, without doing it.
    pub fn preview(&self, spot: Spot, needs_access: bool) -> u128 {
        let mut trial = *self;
        trial.build(spot, needs_access)
    }

    /// Adds every road the board must have, from nothing but its walls.
    pub fn lay_all_roads(&mut self) {
        let mut cuts = self.cut_by_rim();
        let mut rest = self.built & !self.rim;
        while rest != 0 {
            let wall = self.frame.flood(rest & rest.wrapping_neg(), rest);
            rest &= !wall;
            cuts |= self.frame.cut_by(wall);
        }
        self.roads |= (cuts | self.sole_accesses()) & self.open();
    }

    /// Whether the open cells are in one piece and every building that needs
    /// it has access.
    pub fn is_sound(&self) -> bool {
        let open = self.open();
        let reached = self.frame.flow(open & open.wrapping_neg(), open);
        open != 0 && reached == open && self.needing & !self.frame.beside(open) == 0
    }

    /// The open cells that are the only access to some building; the last open
    /// cell counts as one.
    #[inline]
    fn sole_accesses(&self) -> u128 {
        let open = self.open();
        if open.is_power_of_two() {
            return open;
        }
        let frame = &self.frame;
        let (up, right, down, left) = (frame.up(open), frame.right(open), frame.down(open), frame.left(open));
        let once = up ^ right ^ down ^ left;
        let twice = (up & right) | (down & left) | ((up ^ right) & (down ^ left));
        frame.beside(self.needing & once & !twice) & open
    }

    #[inline]
    fn cut_by_rim(&self) -> u128 {
        self.frame.cut_by_rim(self.rim)
    }

    /// A cell of this board as a cell of a [`Board`].
    pub fn cell(&self, spot: Spot) -> Cell {
        let at: Point = self.frame.point(spot);
        Cell::new((at.row as usize * self.frame.cols() + at.col as usize) as u32)
    }
}
