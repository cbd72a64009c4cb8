//! The sixteen cells and twenty-four walls of a tile, and how they turn.
//!
//! Cells are numbered row by row. Wall `w < 12` lies under cell `w`; walls
//! 12–23 stand between columns, column by column: 12–15 between columns 0 and
//! 1, 16–19 between 1 and 2, 20–23 between 2 and 3, each from top to bottom.
//! A quarter turn clockwise acts on both; four of them are the identity.

use dedale_grid::Dir;
use std::fmt;

/// A cell of a tile, 0–15.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Where the doors are: on cells 2 (up), 11 (right), 13 (down), 4 (left),
    /// in the order of [`Dir::ALL`].
    pub const DOORS: [Self; 4] = [Self(2), Self(11), Self(13), Self(4)];
    /// Where the pawns start.
    pub const STARTS: [Self; 4] = [Self(5), Self(6), Self(9), Self(10)];
    /// The access of a tile that has not been turned.
    pub const ACCESS: Self = Self(13);

    /// The cell with this number; `None` beyond 15.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 16 { Some(Self(number)) } else { None }
    }

    /// The cell with the low four bits of a number.
    pub(crate) const fn of(number: usize) -> Self {
        Self((number & 15) as u8)
    }

    /// The cell at a row and a column, both taken modulo 4.
    pub const fn at(row: usize, col: usize) -> Self {
        Self(((row & 3) * 4 + (col & 3)) as u8)
    }

    /// All sixteen.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..16).map(Self)
    }

    /// The number, 0–15.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0–3.
    pub const fn row(self) -> usize {
        self.index() / 4
    }

    /// The column, 0–3.
    pub const fn col(self) -> usize {
        self.index() % 4
    }

    /// The cell as one bit of sixteen.
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The neighbour inside the tile.
    pub const fn step(self, dir: Dir) -> Option<Self> {
        match dir {
            Dir::Up if self.row() > 0 => Some(Self(self.0 - 4)),
            Dir::Right if self.col() < 3 => Some(Self(self.0 + 1)),
            Dir::Down if self.row() < 3 => Some(Self(self.0 + 4)),
            Dir::Left if self.col() > 0 => Some(Self(self.0 - 1)),
            _ => None,
        }
    }

    /// The side whose door this cell carries.
    pub fn door_side(self) -> Option<Dir> {
        Dir::ALL.into_iter().find(|side| Self::DOORS[side.index()] == self)
    }

    /// Where the cell goes when the tile makes quarter turns clockwise.
    #[must_use]
    pub const fn turned(self, quarters: usize) -> Self {
        let mut square = self;
        let mut left = quarters & 3;
        while left > 0 {
            square = Self::at(square.col(), 3 - square.row());
            left -= 1;
        }
        square
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A place for a wall inside a tile, 0–23.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wall(u8);

impl Wall {
    /// How many places there are.
    pub const COUNT: usize = 24;

    /// The wall with this number; `None` beyond 23.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 24 { Some(Self(number)) } else { None }
    }

    /// All twenty-four.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..24).map(Self)
    }

    /// The number, 0–23.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cells on both sides: above and below, or left and right.
    pub const fn sides(self) -> (Square, Square) {
        if self.0 < 12 {
            (Square(self.0), Square(self.0 + 4))
        } else {
            let (row, col) = (self.0 % 4, self.0 / 4 - 3);
            (Square(row * 4 + col), Square(row * 4 + col + 1))
        }
    }

    /// The wall on a side of a cell; `None` on the rim.
    pub const fn beside(square: Square, dir: Dir) -> Option<Self> {
        let Some(other) = square.step(dir) else { return None };
        let first = if square.0 < other.0 { square } else { other };
        Some(if dir.is_horizontal() { Self((12 + first.col() * 4 + first.row()) as u8) } else { Self(first.0) })
    }

    /// Where the wall goes when the tile makes quarter turns clockwise.
    #[must_use]
    pub fn turned(self, quarters: usize) -> Self {
        let (a, b) = self.sides();
        let (a, b) = (a.turned(quarters), b.turned(quarters));
        let dir = Dir::ALL.into_iter().find(|dir| a.step(*dir) == Some(b));
        dir.and_then(|dir| Self::beside(a, dir)).expect("neighbours stay neighbours when a tile turns")
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_are_numbered_as_specified() {
        for (wall, sides) in [(0, (0, 4)), (11, (11, 15)), (12, (0, 1)), (15, (12, 13)), (17, (5, 6)), (23, (14, 15))] {
            let (a, b) = Wall::new(wall).unwrap().sides();
            assert_eq!((a.index(), b.index()), sides, "wall {wall}");
        }
        for wall in Wall::all() {
            let (a, b) = wall.sides();
            let dir = if wall.index() < 12 { Dir::Down } else { Dir::Right };
            assert_eq!(
                (a.step(dir), Wall::beside(a, dir), Wall::beside(b, dir.opposite())),
                (Some(b), Some(wall), Some(wall))
            );
        }
        assert_eq!((Wall::new(24), Square::new(16)), (None, None));
    }

    #[test]
    fn turns_act_as_a_group_of_four() {
        for a in 0..8 {
            for b in 0..8 {
                assert!(Square::all().all(|s| s.turned(a).turned(b) == s.turned(a + b)));
                assert!(Wall::all().all(|w| w.turned(a).turned(b) == w.turned(a + b)));
            }
            // A turn is a bijection that keeps neighbours and their sides.
            let mut seen = 0u16;
            for square in Square::all() {
                seen |= square.turned(a).bit();
                for dir in Dir::ALL {
                    let turned_dir = Dir::from_index(dir.index() + a);
                    assert_eq!(square.step(dir).map(|s| s.turned(a)), square.turned(a).step(turned_dir));
                }
            }
            assert_eq!(seen, u16::MAX);
        }
        assert!(Square::all().all(|s| s.turned(4) == s) && Wall::all().all(|w| w.turned(4) == w));
        // The doors turn into each other, clockwise.
        for side in Dir::ALL {
            assert_eq!(Square::DOORS[side.index()].turned(1), Square::DOORS[side.right().index()]);
        }
    }
}
