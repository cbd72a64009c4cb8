//! Walls between cells.

use crate::{BitGrid, Cell, Dir, Size};

/// What stands between two neighbouring cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wall {
    /// Nothing: one may pass.
    Empty,
    /// A wall that may be taken away.
    Breakable,
    /// A wall that stays.
    Unbreakable,
}

/// The walls of a wall maze: two bits a cell.
///
/// Each cell owns the wall to its east (right) and the wall to its south
/// (down); the other two belong to its neighbours, so that a wall seen from
/// both sides is one wall by construction. Inner unbreakable walls are rare:
/// their planes only exist once there is one. The walls along the border are
/// always there and always unbreakable.
///
/// ```
/// use dedale_grid::{Dir, Point, Size, Wall, Walls};
/// let size = Size::new(2, 2)?;
/// let mut walls = Walls::closed(size);
/// let corner = size.cell(Point::new(0, 0)).unwrap();
/// let beside = size.cell(Point::new(0, 1)).unwrap();
/// assert!(walls.open(corner, Dir::Right));
/// assert_eq!(walls.wall(beside, Dir::Left), Wall::Empty);
/// assert!(!walls.open(corner, Dir::Up));
/// assert_eq!(walls.wall(corner, Dir::Up), Wall::Unbreakable);
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walls {
    /// The east walls and the south walls.
    planes: [BitGrid; 2],
    /// Those of them that may not be taken away, the border not counted.
    fixed: Option<Box<[BitGrid; 2]>>,
}

/// Where an inner wall is kept: the plane, the word, the bit.
type Place = (usize, usize, u32);

impl Walls {
    /// Every wall stands; those inside are breakable.
    pub fn closed(size: Size) -> Self {
        Self { planes: [BitGrid::full(size), BitGrid::full(size)], fixed: None }
    }

    /// Only the border stands.
    pub fn opened(size: Size) -> Self {
        Self::from_planes(BitGrid::new(size), BitGrid::new(size))
    }

    /// Breakable walls east and south of the cells in the two sets; the border
    /// is added.
    ///
    /// # Panics
    /// If the sizes differ.
    pub fn from_planes(east: BitGrid, south: BitGrid) -> Self {
        assert_eq!(east.size(), south.size(), "the planes belong to one grid");
        let mut walls = Self { planes: [east, south], fixed: None };
        walls.close_border();
        walls
    }

    /// The size.
    #[inline]
    pub fn size(&self) -> Size {
        self.planes[0].size()
    }

    /// Where the wall on one side of a cell is kept; nothing on the border.
    #[inline]
    fn place(&self, cell: Cell, dir: Dir) -> Option<Place> {
        let (at, bit) = self.planes[0].place(cell);
        let (words, stride) = (self.planes[0].words().len(), self.planes[0].words_per_row());
        assert!(at < words, "the cell lies outside the grid");
        let last = (self.size().cols() as u32 - 1) % 64;
        match dir {
            Dir::Right if bit == last && (at + 1).is_multiple_of(stride) => None,
            Dir::Right => Some((0, at, bit)),
            Dir::Down if at >= words - stride => None,
            Dir::Down => Some((1, at, bit)),
            Dir::Left if bit > 0 => Some((0, at, bit - 1)),
            Dir::Left if at.is_multiple_of(stride) => None,
            Dir::Left => Some((0, at - 1, 63)),
            Dir::Up if at < stride => None,
            Dir::Up => Some((1, at - stride, bit)),
        }
    }

    fn is_fixed(&self, (plane, word, bit): Place) -> bool {
        self.fixed.as_ref().is_some_and(|fixed| fixed[plane].words()[word] >> bit & 1 != 0)
    }

    /// What stands on one side of a cell.
    ///
    /// # Panics
    /// Like all methods that take a cell, if it lies outside the grid.
    pub fn wall(&self, cell: Cell, dir: Dir) -> Wall {
        if self.is_open(cell, dir) {
            Wall::Empty
        } else if self.is_unbreakable(cell, dir) {
            Wall::Unbreakable
        } else {
            Wall::Breakable
        }
    }

    /// Whether one may pass from a cell to its neighbour.
    #[inline]
    pub fn is_open(&self, cell: Cell, dir: Dir) -> bool {
        self.sides(cell) >> dir.index() & 1 != 0
    }

    /// Whether the wall on one side of a cell may not be taken away: it was
    /// declared so, or lies on the border.
    pub fn is_unbreakable(&self, cell: Cell, dir: Dir) -> bool {
        self.place(cell, dir).is_none_or(|place| self.is_fixed(place))
    }

    /// Takes the wall away; false, and nothing done, if it is unbreakable.
    /// True if there was none.
    pub fn open(&mut self, cell: Cell, dir: Dir) -> bool {
        self.put(cell, dir, false)
    }

    /// Puts a breakable wall where there is none; an unbreakable one stays as
    /// it is, and the answer is false.
    pub fn close(&mut self, cell: Cell, dir: Dir) -> bool {
        self.put(cell, dir, true)
    }

    #[inline]
    fn put(&mut self, cell: Cell, dir: Dir, present: bool) -> bool {
        let Some(place) = self.place(cell, dir).filter(|&place| !self.is_fixed(place)) else { return false };
        write(&mut self.planes, place, present);
        true
    }

    /// Changes a wall to any state; false, and nothing done, on the border.
    /// This is the only way to free an unbreakable wall.
    pub fn set(&mut self, cell: Cell, dir: Dir, wall: Wall) -> bool {
        let Some(place) = self.place(cell, dir) else { return false };
        let size = self.size();
        if wall == Wall::Unbreakable || self.fixed.is_some() {
            let fixed = self.fixed.get_or_insert_with(|| Box::new([BitGrid::new(size), BitGrid::new(size)]));
            write(fixed, place, wall == Wall::Unbreakable);
        }
        write(&mut self.planes, place, wall != Wall::Empty);
        true
    }

    /// Through which sides of a cell one may pass: bit [`Dir::index`] is 1 for
    /// those that are open.
    #[inline]
    pub fn sides(&self, cell: Cell) -> u8 {
        let (at, bit) = self.planes[0].place(cell);
        let stride = self.planes[0].words_per_row();
        let [east, south] = self.planes.each_ref().map(BitGrid::words);
        let up = if at >= stride { south[at - stride] >> bit } else { 1 };
        let left = match bit {
            0 if at.is_multiple_of(stride) => 1,
            0 => east[at - 1] >> 63,
            _ => east[at] >> (bit - 1),
        };
        let (right, down) = (east[at] >> bit, south[at] >> bit);
        let walls = (up & 1) | (right & 1) << 1 | (down & 1) << 2 | (left & 1) << 3;
        !walls as u8 & 15
    }

    /// The neighbours one may pass to, with their directions, in the order up,
    /// right, down, left.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Dir, Cell)> {
        self.size().through(cell, self.sides(cell))
    }

    /// The inner walls, each once, by the cell that owns it: those to the
    /// right and those down.
    pub fn inner(&self) -> impl Iterator<Item = (Cell, Dir)> {
        let size = self.size();
        size.cells().flat_map(move |cell| {
            [Dir::Right, Dir::Down]
                .into_iter()
                .filter(move |&dir| size.step(cell, dir).is_some())
                .map(move |dir| (cell, dir))
        })
    }

    /// How many passages there are; a perfect maze has one fewer than cells.
    pub fn passages(&self) -> usize {
        2 * self.size().area() - self.planes.iter().map(BitGrid::count).sum::<usize>()
    }

    /// The cells with a wall to the right. The last column always has.
    #[inline]
    pub fn east(&self) -> &BitGrid {
        &self.planes[0]
    }

    /// The cells with a wall below. The last row always has.
    #[inline]
    pub fn south(&self) -> &BitGrid {
        &self.planes[1]
    }

    /// Rewrites whole rows at once: the function is called for every word of a
    /// row with its index and the words of its east and south walls (a bit of
    /// 1 is a wall). The border and unbreakable walls are put back afterwards,
    /// so nothing it writes can break them.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn edit_row(&mut self, row: usize, mut change: impl FnMut(usize, &mut u64, &mut u64)) {
        let size = self.size();
        let stride = self.planes[0].words_per_row();
        let last_row = row + 1 == size.rows();
        let (mask, border) = (self.planes[0].last_word_mask(), 1 << ((size.cols() - 1) % 64));
        let start = row * stride;
        let [east, south] = self.planes.each_mut().map(|plane| &mut plane.words_mut()[start..][..stride]);
        for (word, (east, south)) in east.iter_mut().zip(south.iter_mut()).enumerate() {
            change(word, east, south);
            if let Some(fixed) = &self.fixed {
                *east |= fixed[0].words()[start + word];
                *south |= fixed[1].words()[start + word];
            }
            if last_row {
                *south = u64::MAX;
            }
        }
        east[stride - 1] = east[stride - 1] & mask | border;
        south[stride - 1] &= mask;
    }

    fn close_border(&mut self) {
        let size = self.size();
        let [east, south] = &mut self.planes;
        let stride = east.words_per_row();
        let border = 1 << ((size.cols() - 1) % 64);
        east.edit(|words| words.chunks_exact_mut(stride).for_each(|row| row[stride - 1] |= border));
        south.edit(|words| words[(size.rows() - 1) * stride..].fill(u64::MAX));
    }
}

impl PartialEq for Walls {
    /// Two mazes are equal when every wall is in the same state.
    fn eq(&self, other: &Self) -> bool {
        let none = |fixed: &Option<Box<[BitGrid; 2]>>| fixed.as_ref().is_none_or(|f| f.iter().all(BitGrid::is_empty));
        self.planes == other.planes && (self.fixed == other.fixed || none(&self.fixed) && none(&other.fixed))
    }
}

impl Eq for Walls {}

#[inline]
fn write(planes: &mut [BitGrid; 2], (plane, word, bit): Place, value: bool) {
    let word = &mut planes[plane].words_mut()[word];
    *word = *word & !(1 << bit) | u64::from(value) << bit;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// The naive twin: a state for each pair of neighbours.
    struct Twin {
        size: Size,
        walls: HashMap<(usize, usize), Wall>,
    }

    impl Twin {
        fn key(&self, cell: Cell, dir: Dir) -> Option<(usize, usize)> {
            let other = self.size.step(cell, dir)?;
            Some((cell.index().min(other.index()), cell.index().max(other.index())))
        }

        fn wall(&self, cell: Cell, dir: Dir) -> Wall {
            self.key(cell, dir)
                .map_or(Wall::Unbreakable, |key| self.walls.get(&key).copied().unwrap_or(Wall::Breakable))
        }

        fn put(&mut self, cell: Cell, dir: Dir, wall: Wall) -> bool {
            self.wall(cell, dir) != Wall::Unbreakable && self.set(cell, dir, wall)
        }

        fn set(&mut self, cell: Cell, dir: Dir, wall: Wall) -> bool {
            let key = self.key(cell, dir);
            key.map(|key| self.walls.insert(key, wall)).is_some()
        }
    }

    proptest! {
        #[test]
        fn agrees_with_a_map_of_pairs(
            (rows, cols) in (1..6usize, 1..70usize),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4usize, 0..8u8), 0..80),
        ) {
            let size = Size::new(rows, cols).unwrap();
            let (mut walls, mut twin) = (Walls::closed(size), Twin { size, walls: HashMap::new() });
            for (pick, dir, action) in changes {
                let (cell, dir) = (Cell::new(pick.index(size.area()) as u32), Dir::from_index(dir));
                match action {
                    0 => prop_assert_eq!(walls.close(cell, dir), twin.put(cell, dir, Wall::Breakable)),
                    1..5 => prop_assert_eq!(walls.open(cell, dir), twin.put(cell, dir, Wall::Empty)),
                    _ => {
                        let wall = [Wall::Unbreakable, Wall::Empty, Wall::Breakable][action as usize - 5];
                        prop_assert_eq!(walls.set(cell, dir, wall), twin.set(cell, dir, wall));
                    }
                }
            }
            for cell in size.cells() {
                for dir in Dir::ALL {
                    prop_assert_eq!(walls.wall(cell, dir), twin.wall(cell, dir));
                }
                let expected: Vec<_> =
                    size.neighbours(cell).filter(|&(dir, _)| twin.wall(cell, dir) == Wall::Empty).collect();
                prop_assert_eq!(walls.neighbours(cell).collect::<Vec<_>>(), expected);
            }
            let passages = twin.walls.values().filter(|&&wall| wall == Wall::Empty).count();
            prop_assert_eq!(walls.passages(), passages);
        }

        #[test]
        fn rewriting_rows_respects_what_must_stay(
            (rows, cols) in (1..4usize, 1..140usize), seed: u64, pick: prop::sample::Index,
        ) {
            let size = Size::new(rows, cols).unwrap();
            let mut rng = crate::Rng::new(seed);
            let mut walls = Walls::closed(size);
            let cell = Cell::new(pick.index(size.area()) as u32);
            let kept = walls.set(cell, Dir::Right, Wall::Unbreakable);
            let mut planes = [BitGrid::new(size), BitGrid::new(size)];
            for row in 0..rows {
                walls.edit_row(row, |word, east, south| {
                    (*east, *south) = (rng.bits(), rng.bits());
                    for (plane, bits) in planes.iter_mut().zip([*east, *south]) {
                        let at = row * plane.words_per_row() + word;
                        plane.edit(|words| words[at] = bits);
                    }
                });
            }
            let [east, south] = planes;
            let mut expected = Walls::from_planes(east, south);
            if kept {
                expected.set(cell, Dir::Right, Wall::Unbreakable);
            }
            prop_assert_eq!(&walls, &expected);
            for cell in size.cells() {
                for dir in Dir::ALL {
                    prop_assert_eq!(walls.is_open(cell, dir), expected.is_open(cell, dir));
                    prop_assert!(!walls.is_open(cell, dir) || size.step(cell, dir).is_some());
                }
            }
        }
    }

    #[test]
    fn open_grids_have_only_a_border() {
        for (rows, cols) in [(1, 1), (1, 64), (3, 65), (5, 2)] {
            let size = Size::new(rows, cols).unwrap();
            let walls = Walls::opened(size);
            let inner = (rows - 1) * cols + rows * (cols - 1);
            assert_eq!((walls.passages(), walls.inner().count()), (inner, inner));
            assert_eq!(Walls::closed(size).passages(), 0);
            for cell in size.cells() {
                assert_eq!(walls.neighbours(cell).count(), size.neighbours(cell).count());
            }
        }
    }

    #[test]
    #[should_panic(expected = "the cell lies outside the grid")]
    fn a_cell_outside_is_a_mistake_of_the_caller() {
        Walls::closed(Size::new(2, 3).unwrap()).open(Cell::new(6), Dir::Down);
    }

    #[test]
    fn a_forgotten_unbreakable_wall_makes_no_difference() {
        let size = Size::new(2, 2).unwrap();
        let mut walls = Walls::closed(size);
        walls.set(Cell::new(0), Dir::Down, Wall::Unbreakable);
        assert_ne!(walls, Walls::closed(size));
        walls.set(Cell::new(2), Dir::Up, Wall::Breakable);
        assert_eq!(walls, Walls::closed(size));
    }
}
