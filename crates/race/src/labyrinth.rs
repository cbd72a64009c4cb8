//! Which cells are free: a closed rectangle of rubble.

use dedale_grid::{BitGrid, Cell, Dir, Point, Size};
use dedale_text::messages;

/// The free cells of a labyrinth. Its outer ring is blocked, so every free
/// cell has four neighbours and a walk can never leave the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Labyrinth {
    free: BitGrid,
}

messages! {
    /// Why cells make no labyrinth.
    pub enum LabyrinthError {
        /// Too small for a ring and something inside.
        Small { rows: usize, cols: usize } =>
            "found {rows} rows of {cols} columns, expected at least 3 of each",
            "trouvé {rows} lignes de {cols} colonnes, attendu au moins 3 de chaque";
        /// The ring has a hole.
        Open { row: i32, col: i32 } =>
            "found the free cell {row},{col} on the outer ring, which is always blocked",
            "trouvé la case libre {row},{col} sur le bord, qui est toujours bloqué";
    }
}

impl Labyrinth {
    /// A labyrinth of these free cells.
    pub fn new(free: BitGrid) -> Result<Self, LabyrinthError> {
        let size = free.size();
        if size.rows() < 3 || size.cols() < 3 {
            return Err(LabyrinthError::Small { rows: size.rows(), cols: size.cols() });
        }
        let hole = ring(size).find(|&point| free.at(point));
        hole.map_or(Ok(Self { free }), |hole| Err(LabyrinthError::Open { row: hole.row, col: hole.col }))
    }

    /// The size, the ring included.
    pub fn size(&self) -> Size {
        self.free.size()
    }

    /// The free cells.
    pub fn free(&self) -> &BitGrid {
        &self.free
    }

    /// Whether a cell can be stood on.
    #[inline]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.free.get(cell)
    }

    /// Whether a cell lies inside the ring.
    pub fn is_inner(&self, cell: Cell) -> bool {
        is_inner(self.size(), cell)
    }

    /// The free cell one step away, or nothing where rubble lies.
    #[inline]
    pub fn step(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.size().step(cell, dir).filter(|&next| self.is_free(next))
    }

    /// Frees a blocked cell inside the ring; cells of the ring stay blocked.
    pub fn open(&mut self, cell: Cell) {
        if self.is_inner(cell) {
            self.free.set(cell);
        }
    }

    /// Blocks a cell again.
    pub(crate) fn block(&mut self, cell: Cell) {
        self.free.clear(cell);
    }

    /// The free cell nearest to a point by steps as the crow walks (Manhattan),
    /// of equally near ones the topmost, then the leftmost; cells in `taken`
    /// do not count. Looks at growing diamonds, so O(distance²).
    pub fn nearest(&self, to: Point, taken: &[Cell]) -> Option<(Cell, u32)> {
        let size = self.size();
        // No cell is farther from a point on the board than this.
        let farthest = (size.rows() + size.cols()) as i32;
        (0..farthest).find_map(|distance| {
            diamond(to, distance, size)
                .find_map(|point| size.cell(point).filter(|&cell| self.is_free(cell) && !taken.contains(&cell)))
                .map(|cell| (cell, distance as u32))
        })
    }
}

/// Whether a cell lies inside the outer ring.
pub fn is_inner(size: Size, cell: Cell) -> bool {
    let Point { row, col } = size.point(cell);
    row > 0 && col > 0 && row + 1 < size.rows() as i32 && col + 1 < size.cols() as i32
}

/// The points of the outer ring.
fn ring(size: Size) -> impl Iterator<Item = Point> {
    let (last_row, last_col) = (size.rows() as i32 - 1, size.cols() as i32 - 1);
    let rows = (0..=last_row).flat_map(move |row| [Point::new(row, 0), Point::new(row, last_col)]);
    let cols = (0..=last_col).flat_map(move |col| [Point::new(0, col), Point::new(last_row, col)]);
    rows.chain(cols)
}

/// The points at a distance, top to bottom and left to right, as far as their
/// rows exist.
fn diamond(centre: Point, distance: i32, size: Size) -> impl Iterator<Item = Point> {
    let top = (centre.row - distance).max(0);
    let bottom = (centre.row + distance).min(size.rows() as i32 - 1);
    (top..=bottom).flat_map(move |row| {
        let across = distance - (row - centre.row).abs();
        let right = Point::new(row, centre.col + across);
        std::iter::once(Point::new(row, centre.col - across)).chain((across > 0).then_some(right))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_grid::Rng;

    /// Every free cell, by distance, row and column.
    fn scan(labyrinth: &Labyrinth, to: Point, taken: &[Cell]) -> Option<(Cell, u32)> {
        let size = labyrinth.size();
        let free = labyrinth.free().cells().filter(|cell| !taken.contains(cell));
        free.map(|cell| (size.point(cell).manhattan(to), size.point(cell), cell)).min().map(|(d, _, cell)| (cell, d))
    }

    #[test]
    fn nearest_agrees_with_a_scan() {
        let mut rng = Rng::new(3);
        for _ in 0..2000 {
            let size = Size::new(3 + rng.index(9), 3 + rng.index(9)).unwrap();
            let share = rng.unit() * 0.5;
            let free = BitGrid::from_fn(size, |point| is_inner(size, size.cell(point).unwrap()) && rng.chance(share));
            let labyrinth = Labyrinth::new(free).unwrap();
            let to = size.point(Cell::new(rng.below(size.area() as u64) as u32));
            assert_eq!(labyrinth.nearest(to, &[]), scan(&labyrinth, to, &[]));
            if let Some((first, _)) = labyrinth.nearest(to, &[]) {
                assert_eq!(labyrinth.nearest(to, &[first]), scan(&labyrinth, to, &[first]));
            }
        }
    }

    #[test]
    fn rings_are_closed() {
        let size = Size::new(3, 4).unwrap();
        let open = BitGrid::from_fn(size, |point| point == Point::new(2, 1));
        assert_eq!(Labyrinth::new(open), Err(LabyrinthError::Open { row: 2, col: 1 }));
        assert!(Labyrinth::new(BitGrid::new(Size::new(2, 9).unwrap())).is_err());
        let mut closed = Labyrinth::new(BitGrid::new(size)).unwrap();
        size.cells().for_each(|cell| closed.open(cell));
        assert_eq!(closed.free().to_string(), "....\n.##.\n....\n");
    }
}
