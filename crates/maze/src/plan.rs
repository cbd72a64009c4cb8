//! What a maze is made in: the cells that take part and the walls that stay.

use dedale_grid::{BitGrid, Cell, Dir, Size, UnionFind, Wall, Walls};
use rayon::prelude::*;

/// A board before the maze: its size, the cells that are not part of it, and
/// the inner walls that may not be broken.
///
/// ```
/// use dedale_grid::{Cell, Dir, Size};
/// use dedale_maze::Plan;
/// let mut plan = Plan::new(Size::new(2, 3)?);
/// plan.fix(Cell::new(0), Dir::Down);
/// plan.remove(Cell::new(2));
/// assert_eq!((plan.cells(), plan.parts()), (5, 1));
/// plan.fix(Cell::new(0), Dir::Right);
/// assert_eq!(plan.parts(), 2);
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    size: Size,
    absent: Option<BitGrid>,
    /// East and south walls inside that may not be broken, those around absent
    /// cells included.
    fixed: Option<Box<[BitGrid; 2]>>,
}

impl Plan {
    /// All cells take part and all inner walls may be broken.
    pub fn new(size: Size) -> Self {
        Self { size, absent: None, fixed: None }
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cells that do not take part, if there are any.
    pub fn absent(&self) -> Option<&BitGrid> {
        self.absent.as_ref()
    }

    /// Whether all cells take part and no inner wall is unbreakable.
    pub fn is_plain(&self) -> bool {
        self.fixed.is_none() && self.absent.is_none()
    }

    /// Takes a cell out of the maze: its walls may not be broken.
    pub fn remove(&mut self, cell: Cell) {
        let size = self.size;
        self.absent.get_or_insert_with(|| BitGrid::new(size)).set(cell);
        Dir::ALL.into_iter().for_each(|dir| self.fix(cell, dir));
    }

    /// Takes out all cells of a mask.
    ///
    /// # Panics
    /// If the mask has another size.
    pub fn mask(&mut self, absent: &BitGrid) {
        assert_eq!(absent.size(), self.size, "the mask belongs to the plan");
        absent.cells().for_each(|cell| self.remove(cell));
    }

    /// Makes the wall on one side of a cell unbreakable. The border always is.
    pub fn fix(&mut self, cell: Cell, dir: Dir) {
        let size = self.size;
        let Some(other) = size.step(cell, dir) else { return };
        let fixed = self.fixed.get_or_insert_with(|| Box::new([BitGrid::new(size), BitGrid::new(size)]));
        match dir {
            Dir::Right => fixed[0].set(cell),
            Dir::Down => fixed[1].set(cell),
            Dir::Left => fixed[0].set(other),
            Dir::Up => fixed[1].set(other),
        };
    }

    /// Makes every inner wall that stands in another maze unbreakable.
    ///
    /// # Panics
    /// If the sizes differ.
    pub fn fence(&mut self, walls: &Walls) {
        assert_eq!(walls.size(), self.size, "the walls belong to the plan");
        walls.inner().filter(|&(cell, dir)| !walls.is_open(cell, dir)).for_each(|(cell, dir)| self.fix(cell, dir));
    }

    /// How many cells take part.
    pub fn cells(&self) -> usize {
        self.size.area() - self.absent.as_ref().map_or(0, BitGrid::count)
    }

    /// In how many parts the cells fall that no maze can connect.
    pub fn parts(&self) -> usize {
        if self.is_plain() {
            return 1;
        }
        let walls = self.closed();
        let mut sets = UnionFind::new(self.size.area());
        for (cell, dir) in walls.inner().filter(|&(cell, dir)| !walls.is_unbreakable(cell, dir)) {
            if let Some(other) = self.size.step(cell, dir) {
                sets.union(cell.index(), other.index());
            }
        }
        sets.sets() - (self.size.area() - self.cells())
    }

    /// Whether a cell takes part.
    pub fn contains(&self, cell: Cell) -> bool {
        self.absent.as_ref().is_none_or(|absent| !absent.get(cell))
    }

    /// The board with every wall standing.
    pub fn closed(&self) -> Walls {
        self.fixed_onto(Walls::closed(self.size))
    }

    /// The board with only the walls that may not be broken.
    pub fn opened(&self) -> Walls {
        self.fixed_onto(Walls::opened(self.size))
    }

    /// Whether the wall right of or below a cell is an inner unbreakable one.
    #[inline]
    pub(crate) fn is_fixed(&self, row: usize, col: usize, dir: Dir) -> bool {
        let plane = usize::from(dir == Dir::Down);
        self.fixed.as_ref().is_some_and(|fixed| fixed[plane].row(row)[col / 64] >> (col % 64) & 1 == 1)
    }

    /// Puts the unbreakable walls into a board.
    pub(crate) fn fixed_onto(&self, mut walls: Walls) -> Walls {
        if let Some(fixed) = &self.fixed {
            for (plane, dir) in fixed.iter().zip([Dir::Right, Dir::Down]) {
                plane.cells().for_each(|cell| {
                    walls.set(cell, dir, Wall::Unbreakable);
                });
            }
        }
        walls
    }

    /// The unbreakable east and south walls of a word of a row, the border
    /// included, and ones past the last column.
    #[inline]
    pub(crate) fn fixed_words(&self, row: usize, word: usize) -> (u64, u64) {
        let cols = self.size.cols();
        let mut east = edge(cols, word);
        let mut south = if row + 1 == self.size.rows() { u64::MAX } else { east << 1 };
        if let Some(fixed) = &self.fixed {
            east |= fixed[0].row(row)[word];
            south |= fixed[1].row(row)[word];
        }
        (east, south)
    }

    /// Walls from a function that writes the words of a row, a bit of 1 being
    /// a wall. Rows are made on all cores.
    pub(crate) fn build(&self, row: impl Fn(usize, &mut [u64], &mut [u64]) + Sync) -> Walls {
        let (mut east, mut south) = (BitGrid::new(self.size), BitGrid::new(self.size));
        let stride = east.words_per_row();
        east.edit(|east| {
            south.edit(|south| {
                let rows = (1usize << 14).div_ceil(stride);
                let chunks = east.par_chunks_mut(stride * rows).zip(south.par_chunks_mut(stride * rows));
                chunks.enumerate().for_each(|(chunk, (east, south))| {
                    let pairs = east.chunks_exact_mut(stride).zip(south.chunks_exact_mut(stride));
                    pairs.enumerate().for_each(|(at, (east, south))| row(chunk * rows + at, east, south));
                });
            });
        });
        self.fixed_onto(Walls::from_planes(east, south))
    }
}

/// The east walls that the border makes in a word of any row, with ones past
/// the last column.
#[inline]
pub(crate) fn edge(cols: usize, word: usize) -> u64 {
    if (word + 1) * 64 < cols { 0 } else { u64::MAX << ((cols - 1) % 64) }
}
