//! The supermarket: tiles turned and joined.
//!
//! Tiles lie on a pinwheel lattice: the eastern neighbour of a tile lies one
//! row lower and four columns further right, the southern one four rows lower
//! and one column further left. Doors then meet doors, tiles never overlap,
//! and one cell in seventeen belongs to no tile. Two doors that meet are open
//! for everybody; a door that meets a wall is a dead end. Placing a tile and
//! finding the cell at a point take O(1); memory is linear in the tiles.

use crate::{Colour, Site, Square, Tile};
use dedale_grid::{Dir, Point};
use dedale_text::messages;
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::hash::BuildHasher;

messages! {
    /// Why a tile cannot lie where it was put.
    pub enum PlaceError {
        /// Its cells lie on those of another tile.
        Overlap { row: i32, column: i32 } =>
            "found a tile at {row} {column} that overlaps another, expected tiles side by side",
            "trouvé une tuile en {row} {column} qui en chevauche une autre, attendu des tuiles côte à côte";
        /// It is not on the lattice of the first tile.
        Lattice { row: i32, column: i32 } =>
            "found a tile at {row} {column}, where no door could meet one, expected steps of (1, 4) and (4, -1) from the first tile",
            "trouvé une tuile en {row} {column}, où aucune porte n'en rencontre, attendu des pas de (1, 4) et (4, -1) depuis la première tuile";
        /// No door of it meets a door of the others.
        Unjoined { row: i32, column: i32 } =>
            "found a tile at {row} {column} that no open door joins to the others, expected every tile to be joined",
            "trouvé une tuile en {row} {column} qu'aucune porte ouverte ne joint aux autres, attendu que chaque tuile soit jointe";
        /// Beyond the limits of coordinates.
        Far { row: i32, column: i32, limit: i32 } =>
            "found a tile at {row} {column}, expected coordinates from -{limit} to {limit}",
            "trouvé une tuile en {row} {column}, attendu des coordonnées de -{limit} à {limit}";
    }
}

impl PlaceError {
    /// The name by which scripts know the rule.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Overlap { .. } => "overlap",
            Self::Lattice { .. } => "lattice",
            Self::Unjoined { .. } => "unjoined",
            Self::Far { .. } => "far",
        }
    }
}

/// Coordinates stay below this, so that sums never overflow.
const FARTHEST: i32 = 100_000_000;

/// A cell of a placed tile: sixteen times the tile's number plus the cell's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
pub struct Spot(pub(crate) u32);

impl Spot {
    /// The cell of a placed tile.
    pub const fn new(tile: usize, square: Square) -> Self {
        Self((tile * 16 + square.index()) as u32)
    }

    /// The number of the tile, in the order of placing.
    pub const fn tile(self) -> usize {
        self.0 as usize / 16
    }

    /// The cell within the tile.
    pub const fn square(self) -> Square {
        Square::of(self.0 as usize)
    }

    /// For use in arrays over all cells of the supermarket.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place for a tile on the lattice: `east` and `south` steps from the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lot {
    /// Steps to the east.
    pub east: i32,
    /// Steps to the south.
    pub south: i32,
}

impl Lot {
    /// The neighbouring place.
    #[must_use]
    pub const fn step(self, dir: Dir) -> Self {
        let (south, east) = dir.delta();
        Self { east: self.east + east, south: self.south + south }
    }

    /// Where its top left cell lies, seen from the first tile's.
    pub const fn corner(self) -> Point {
        Point::new(self.east + 4 * self.south, 4 * self.east - self.south)
    }

    /// The place and cell at a point seen from the first tile's corner;
    /// `None` for the cells that belong to no tile. Along a row `r + 4c`
    /// grows by 4, so modulo 17 it tells the sixteen cells of a tile apart,
    /// and 16 is the hole.
    pub fn at(point: Point) -> Option<(Self, Square)> {
        let key = (i64::from(point.row) + 4 * i64::from(point.col)).rem_euclid(17) as i32;
        if key == 16 {
            return None;
        }
        let (row, col) = (i64::from(point.row - key % 4), i64::from(point.col - key / 4));
        let lot = Self { east: ((row + 4 * col) / 17) as i32, south: ((4 * row - col) / 17) as i32 };
        Some((lot, Square::at(key as usize % 4, key as usize / 4)))
    }
}

/// No neighbour.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// Tiles that lie joined on the lattice.
#[derive(Clone, Debug)]
pub struct Market {
    origin: Point,
    tiles: Vec<(Lot, Tile)>,
    by_lot: FxHashMap<Lot, u32>,
    /// The neighbour of each cell in each direction.
    steps: Vec<[u32; 4]>,
    /// A number for what lies where, to tell supermarkets apart at a glance.
    digest: u64,
    /// The corners of a rectangle of lots around all tiles.
    low: Lot,
    high: Lot,
}

impl PartialEq for Market {
    fn eq(&self, other: &Self) -> bool {
        self.origin == other.origin && self.tiles == other.tiles
    }
}

impl Market {
    /// A supermarket of one tile whose top left cell lies at a point.
    pub fn new(first: Tile, origin: Point) -> Self {
        let mut market = Self {
            origin,
            tiles: Vec::new(),
            by_lot: FxHashMap::default(),
            steps: Vec::new(),
            digest: 0,
            low: Lot::default(),
            high: Lot::default(),
        };
        market.place(Lot::default(), first);
        market
    }

    /// Puts a tile, already turned, on a free lot; its number, or nothing if
    /// the lot is taken.
    pub fn place(&mut self, lot: Lot, tile: Tile) -> Option<usize> {
        if self.by_lot.contains_key(&lot) {
            return None;
        }
        let number = self.tiles.len();
        self.by_lot.insert(lot, number as u32);
        self.tiles.push((lot, tile));
        self.digest = FxBuildHasher.hash_one((self.digest, lot, tile));
        self.low = Lot { east: self.low.east.min(lot.east), south: self.low.south.min(lot.south) };
        self.high = Lot { east: self.high.east.max(lot.east), south: self.high.south.max(lot.south) };
        for square in Square::all() {
            self.steps.push(Dir::ALL.map(|dir| match square.step(dir) {
                Some(next) if tile.openings().towards(dir) & square.bit() != 0 => Spot::new(number, next).0,
                _ => NOWHERE,
            }));
        }
        for side in Dir::ALL.into_iter().filter(|side| tile.door(*side).is_some()) {
            let Some(other) = self.tile_at(lot.step(side)) else { continue };
            if self.tiles[other].1.door(side.opposite()).is_some() {
                let here = Spot::new(number, Square::DOORS[side.index()]);
                let there = Spot::new(other, Square::DOORS[side.opposite().index()]);
                self.steps[here.index()][side.index()] = there.0;
                self.steps[there.index()][side.opposite().index()] = here.0;
            }
        }
        Some(number)
    }

    /// The supermarket without one of its tiles, which is not the first; those
    /// after it are numbered one less.
    #[must_use]
    pub fn without(&self, number: usize) -> Self {
        let mut market = Self::new(self.tiles[0].1, self.origin);
        for (lot, tile) in self.tiles.iter().enumerate().skip(1).filter(|(at, _)| *at != number).map(|(_, tile)| tile) {
            market.place(*lot, *tile);
        }
        market
    }

    /// Equal for equal supermarkets and, but for one chance in 2^64, only for
    /// those.
    pub(crate) fn digest(&self) -> u64 {
        self.digest
    }

    /// How many tiles there are.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Never: a supermarket has at least its first tile.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// How many cells there are, sixteen a tile.
    pub fn spots(&self) -> usize {
        self.steps.len()
    }

    /// A tile as placed.
    pub fn tile(&self, number: usize) -> &Tile {
        &self.tiles[number].1
    }

    /// Where a tile lies on the lattice.
    pub fn lot(&self, number: usize) -> Lot {
        self.tiles[number].0
    }

    /// The tile on a lot.
    pub fn tile_at(&self, lot: Lot) -> Option<usize> {
        self.by_lot.get(&lot).map(|number| *number as usize)
    }

    /// The rectangle of lots around all tiles: its least and greatest corner.
    pub fn bounds(&self) -> (Lot, Lot) {
        (self.low, self.high)
    }

    /// The point of a tile's top left cell.
    pub fn corner(&self, number: usize) -> Point {
        let corner = self.lot(number).corner();
        Point::new(self.origin.row + corner.row, self.origin.col + corner.col)
    }

    /// The point of a cell.
    pub fn point(&self, spot: Spot) -> Point {
        let corner = self.corner(spot.tile());
        let square = spot.square();
        Point::new(corner.row + square.row() as i32, corner.col + square.col() as i32)
    }

    /// The cell at a point.
    pub fn spot(&self, point: Point) -> Option<Spot> {
        let row = point.row.checked_sub(self.origin.row)?;
        let col = point.col.checked_sub(self.origin.col)?;
        let far = 8 * FARTHEST.unsigned_abs();
        if row.unsigned_abs() > far || col.unsigned_abs() > far {
            return None;
        }
        let (lot, square) = Lot::at(Point::new(row, col))?;
        Some(Spot::new(self.tile_at(lot)?, square))
    }

    /// The neighbour of each cell in each direction, or [`NOWHERE`].
    pub(crate) fn steps(&self) -> &[[u32; 4]] {
        &self.steps
    }

    /// The next cell in a direction, through open doors but not walls.
    #[inline]
    pub fn step(&self, spot: Spot, dir: Dir) -> Option<Spot> {
        let next = self.steps[spot.index()][dir.index()];
        (next != NOWHERE).then_some(Spot(next))
    }

    /// The next cell for a pawn: orange passes the small openings.
    #[inline]
    pub fn step_as(&self, spot: Spot, dir: Dir, pawn: Colour) -> Option<Spot> {
        let next = self.step(spot, dir);
        if next.is_some() || pawn != Colour::Orange {
            return next;
        }
        let (tile, square) = (self.tile(spot.tile()), spot.square());
        let open = tile.orange_openings().towards(dir) & square.bit() != 0;
        square.step(dir).filter(|_| open).map(|next| Spot::new(spot.tile(), next))
    }

    /// The other end of an escalator.
    pub fn escalator(&self, spot: Spot) -> Option<Spot> {
        let (a, b) = self.tile(spot.tile()).escalator()?;
        match spot.square() {
            at if at == a => Some(Spot::new(spot.tile(), b)),
            at if at == b => Some(Spot::new(spot.tile(), a)),
            _ => None,
        }
    }

    /// What is on a cell.
    pub fn site(&self, spot: Spot) -> Option<Site> {
        self.tile(spot.tile()).site(spot.square())
    }

    /// All sites, tile by tile.
    pub fn sites(&self) -> impl Iterator<Item = (Spot, Site)> + '_ {
        self.tiles
            .iter()
            .enumerate()
            .flat_map(|(number, (_, tile))| tile.sites().map(move |(square, site)| (Spot::new(number, square), site)))
    }

    /// If an unused coloured door is on this cell: its colour, its side and
    /// the free lot behind it.
    pub fn unused_door(&self, spot: Spot) -> Option<(Colour, Dir, Lot)> {
        let Some(Site::Door(Some(colour))) = self.site(spot) else { return None };
        let side = spot.square().door_side()?;
        let lot = self.lot(spot.tile()).step(side);
        self.tile_at(lot).is_none().then_some((colour, side, lot))
    }

    /// All unused doors: the cell, the colour and the free lot behind.
    pub fn unused_doors(&self) -> impl Iterator<Item = (Spot, Colour, Lot)> + '_ {
        (0..self.len()).flat_map(move |number| {
            Square::DOORS.into_iter().filter_map(move |square| {
                let spot = Spot::new(number, square);
                self.unused_door(spot).map(|(colour, _, lot)| (spot, colour, lot))
            })
        })
    }

    /// Builds a supermarket from tiles as placed; the number of the tile at
    /// fault is told with the fault.
    pub fn assemble(poses: &[(Point, Tile)]) -> Result<Self, (usize, PlaceError)> {
        let market = Self::scattered(poses)?;
        match market.first_unjoined() {
            None => Ok(market),
            Some(number) => {
                let Point { row, col: column } = poses[number].0;
                Err((number, PlaceError::Unjoined { row, column }))
            }
        }
    }

    /// As [`Market::assemble`], of tiles that need not be joined.
    pub fn scattered(poses: &[(Point, Tile)]) -> Result<Self, (usize, PlaceError)> {
        let Some((origin, first)) = poses.first() else { unreachable!("callers read at least one tile") };
        for (number, (point, _)) in poses.iter().enumerate() {
            let Point { row, col: column } = *point;
            let far = FARTHEST.unsigned_abs();
            if row.unsigned_abs() > far || column.unsigned_abs() > far {
                return Err((number, PlaceError::Far { row, column, limit: FARTHEST }));
            }
        }
        let mut market = Self::new(*first, *origin);
        for (number, (point, tile)) in poses.iter().enumerate().skip(1) {
            let Point { row, col: column } = *point;
            let rows = row..row + 4;
            let inside = |r| (column..column + 4).any(|c| market.spot(Point::new(r, c)).is_some());
            if rows.into_iter().any(inside) {
                return Err((number, PlaceError::Overlap { row, column }));
            }
            match Lot::at(Point::new(row - origin.row, column - origin.col)) {
                Some((lot, square)) if square.index() == 0 => market.place(lot, *tile),
                _ => return Err((number, PlaceError::Lattice { row, column })),
            };
        }
        Ok(market)
    }

    /// The first tile that no chain of open doors joins to the first.
    fn first_unjoined(&self) -> Option<usize> {
        let mut joined = vec![false; self.len()];
        let mut todo = vec![0];
        joined[0] = true;
        while let Some(number) = todo.pop() {
            for side in Dir::ALL {
                let door = Spot::new(number, Square::DOORS[side.index()]);
                let Some(next) = self.step(door, side).map(Spot::tile) else { continue };
                if next != number && !joined[next] {
                    joined[next] = true;
                    todo.push(next);
                }
            }
        }
        joined.iter().position(|joined| !joined)
    }
}

impl Serialize for Market {
    /// The tiles in the order of placing, each with its `[row, column]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.len()))?;
        for number in 0..self.len() {
            let corner = self.corner(number);
            seq.serialize_element(&((corner.row, corner.col), self.tile(number)))?;
        }
        seq.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_and_points_agree() {
        let mut owners = 0;
        for row in -40..40 {
            for col in -40..40 {
                let Some((lot, square)) = Lot::at(Point::new(row, col)) else { continue };
                let corner = lot.corner();
                assert_eq!((corner.row + square.row() as i32, corner.col + square.col() as i32), (row, col));
                owners += 1;
            }
        }
        // One cell in seventeen belongs to no tile.
        assert!((owners * 17 - 6400 * 16i32).abs() < 17 * 40, "{owners}");
        // Doors of neighbours meet.
        for side in Dir::ALL {
            let there = Lot::default().step(side);
            let door = Square::DOORS[side.index()];
            let outside = Point::new(door.row() as i32, door.col() as i32).step(side);
            assert_eq!(Lot::at(outside), Some((there, Square::DOORS[side.opposite().index()])));
        }
    }
}
