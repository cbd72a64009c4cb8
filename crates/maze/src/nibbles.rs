//! Four bits a cell, in a frame of cells that lie outside.
//!
//! Every algorithm that walks from cell to cell works on this layout: a cell is
//! a *place*, its neighbours are a fixed distance away, and beyond the border
//! there are places too, so nobody asks whether a neighbour exists. A row takes
//! whole 64-bit words, sixteen cells each, and one column of outside; a row of
//! outside lies above and below.

use dedale_grid::{Cell, Dir, Point, Size, Walls};

/// The lowest bit of each of the sixteen nibbles.
pub(crate) const ONES: u64 = 0x1111_1111_1111_1111;

/// Where the cells of a board lie in its frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub size: Size,
    /// Places in a row, a multiple of sixteen.
    stride: usize,
    /// What to add to a place to move up, right, down, left.
    deltas: [usize; 4],
}

impl Frame {
    pub fn new(size: Size) -> Self {
        let stride = (size.cols() + 1).next_multiple_of(16);
        Self { size, stride, deltas: [stride.wrapping_neg(), 1, stride, usize::MAX] }
    }

    /// The place one step away.
    #[inline(always)]
    pub fn step(&self, place: usize, dir: usize) -> usize {
        place.wrapping_add(self.deltas[dir & 3])
    }

    #[inline]
    pub fn place(&self, cell: Cell) -> usize {
        let Point { row, col } = self.size.point(cell);
        (row as usize + 1) * self.stride + col as usize
    }

    /// The cell of a place that lies inside.
    #[inline]
    pub fn cell(&self, place: usize) -> Cell {
        let (row, col) = (place / self.stride - 1, place % self.stride);
        Cell::new((row * self.size.cols() + col) as u32)
    }

    /// The words of a row of cells; -1 and the number of rows are outside.
    #[inline]
    pub fn words(&self, row: usize) -> std::ops::Range<usize> {
        let start = (row + 1) * (self.stride / 16);
        start..start + self.stride / 16
    }

    /// All places inside, row by row, from one on.
    pub fn places_from(&self, place: usize) -> impl Iterator<Item = usize> {
        let (end, cols, stride) = ((self.size.rows() + 1) * self.stride, self.size.cols(), self.stride);
        (place..end).filter(move |place| place % stride < cols)
    }

    /// The first place inside.
    pub fn first(&self) -> usize {
        self.stride
    }
}

/// Four bits for every place of a frame.
#[derive(Clone, Debug)]
pub(crate) struct Nibbles {
    pub frame: Frame,
    words: Vec<u64>,
}

impl Nibbles {
    /// `inside` in every cell, `outside` in every place around.
    pub fn new(size: Size, inside: u8, outside: u8) -> Self {
        let frame = Frame::new(size);
        let mut words = vec![ONES * u64::from(outside); (size.rows() + 2) * frame.stride / 16];
        let (inside, outside) = (ONES * u64::from(inside), ONES * u64::from(outside));
        for row in 0..size.rows() {
            let row = &mut words[frame.words(row)];
            row.fill(inside);
            let (last, used) = (size.cols() / 16, size.cols() % 16);
            row[last] = if used == 0 { outside } else { inside & !(u64::MAX << (4 * used)) | outside << (4 * used) };
        }
        Self { frame, words }
    }

    #[inline(always)]
    pub fn get(&self, place: usize) -> u8 {
        (self.words[place >> 4] >> ((place & 15) * 4)) as u8 & 15
    }

    #[inline(always)]
    pub fn set(&mut self, place: usize, value: u8) {
        let word = &mut self.words[place >> 4];
        let shift = (place & 15) * 4;
        *word = *word & !(15 << shift) | u64::from(value) << shift;
    }

    /// The neighbours whose nibble satisfies a condition, as a set of
    /// directions: bit [`Dir::index`].
    #[inline(always)]
    pub fn around(&self, place: usize, mut holds: impl FnMut(u8) -> bool) -> u8 {
        (0..4).fold(0, |set, dir| set | u8::from(holds(self.get(self.frame.step(place, dir)))) << dir)
    }

    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[self.frame.words(row)]
    }

    /// Through which sides of each cell one may pass.
    pub fn passages(walls: &Walls) -> Self {
        let size = walls.size();
        let mut nibbles = Self::new(size, 0, 0);
        let frame = nibbles.frame;
        let inside = |index: usize| -> u64 {
            let used = size.cols().saturating_sub(index * 64).min(64);
            if used == 0 { 0 } else { u64::MAX >> (64 - used) }
        };
        for row in 0..size.rows() {
            let (east, south) = (walls.east().row(row), walls.south().row(row));
            let above = (row > 0).then(|| walls.south().row(row - 1));
            let words = &mut nibbles.words[frame.words(row)];
            let mut carry = 0;
            for index in 0..east.len() {
                let mask = inside(index);
                let right = !east[index] & mask;
                let down = !south[index] & mask;
                let up = above.map_or(0, |above| !above[index] & mask);
                let left = right << 1 | carry;
                carry = right >> 63;
                for part in 0..4 {
                    if let Some(word) = words.get_mut(index * 4 + part) {
                        let spread = |bits: u64| spread(bits >> (16 * part) & 0xFFFF);
                        *word = spread(up) | spread(right) << 1 | spread(down) << 2 | spread(left) << 3;
                    }
                }
            }
        }
        nibbles
    }

    /// The sides of each cell whose walls may be taken away.
    pub fn breakable(walls: &Walls) -> Self {
        let mut nibbles = Self::new(walls.size(), 0, 0);
        for cell in walls.size().cells() {
            let sides = Dir::ALL.into_iter().filter(|&dir| !walls.is_unbreakable(cell, dir));
            let set = sides.fold(0, |set, dir| set | 1 << dir.index());
            nibbles.set(nibbles.frame.place(cell), set);
        }
        nibbles
    }
}

/// Sixteen bits, each moved to the lowest bit of its nibble.
#[inline]
pub(crate) fn spread(bits: u64) -> u64 {
    let bits = (bits | bits << 24) & 0x0000_00FF_0000_00FF;
    let bits = (bits | bits << 12) & 0x000F_000F_000F_000F;
    let bits = (bits | bits << 6) & 0x0303_0303_0303_0303;
    (bits | bits << 3) & ONES
}

/// The lowest bit of each nibble, as sixteen bits.
#[inline]
pub(crate) fn gather(nibbles: u64) -> u64 {
    let bits = nibbles & ONES;
    let bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    let bits = (bits | bits >> 6) & 0x000F_000F_000F_000F;
    let bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF;
    (bits | bits >> 24) & 0xFFFF
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_grid::Rng;

    #[test]
    fn spread_and_gather_are_inverse() {
        for bits in 0..=0xFFFF {
            assert_eq!(gather(spread(bits)), bits);
        }
        assert_eq!(spread(0x8001), 0x1000_0000_0000_0001);
    }

    #[test]
    fn passages_agree_with_walls() {
        let mut rng = Rng::new(3);
        for (rows, cols) in [(1, 1), (3, 15), (2, 16), (4, 17), (3, 64), (2, 65), (3, 130)] {
            let size = Size::new(rows, cols).unwrap();
            let mut walls = Walls::closed(size);
            for cell in size.cells() {
                walls.open(cell, Dir::from_index(rng.index(4)));
            }
            let passages = Nibbles::passages(&walls);
            for cell in size.cells() {
                let place = passages.frame.place(cell);
                assert_eq!(passages.frame.cell(place), cell);
                for dir in Dir::ALL {
                    assert_eq!(
                        passages.get(place) >> dir.index() & 1 == 1,
                        walls.is_open(cell, dir),
                        "{size} {cell:?}"
                    );
                }
            }
            assert_eq!(passages.frame.places_from(passages.frame.first()).count(), size.area());
        }
    }
}
