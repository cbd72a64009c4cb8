//! Breadth-first search with one byte a cell.

use super::Board;
use crate::{Cell, Dir, Size};

/// Shortest paths on boards and in wall mazes too large for [`super::Bfs`].
///
/// A byte a cell says whether the cell was reached and which way leads back;
/// the fronts are two lists of cells. The distance is the number of fronts.
///
/// ```
/// use dedale_grid::search::ByteBfs;
/// use dedale_grid::{Cell, Dir, Size, Walls};
/// let mut walls = Walls::closed(Size::new(2, 2)?);
/// walls.open(Cell::new(0), Dir::Down);
/// walls.open(Cell::new(2), Dir::Right);
/// let mut search = ByteBfs::new();
/// assert_eq!(search.run(&walls, [Cell::new(0)], |_| false), None);
/// assert_eq!(search.farthest(), Some((Cell::new(3), 2)));
/// assert_eq!(search.path(Cell::new(3)), [0, 2, 3].map(Cell::new));
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByteBfs {
    size: Size,
    /// 0 where the search has not come, else the way back plus one.
    back: Vec<u8>,
    front: Vec<Cell>,
    next: Vec<Cell>,
    farthest: Option<(Cell, u32)>,
}

/// The way back of a source: there is none.
const SOURCE: u8 = 5;

impl ByteBfs {
    /// A search of nothing yet.
    pub fn new() -> Self {
        let size = Size::new(1, 1).expect("one cell is a size");
        Self { size, back: vec![0], front: Vec::new(), next: Vec::new(), farthest: None }
    }

    /// Searches until `stop` holds for a cell, and gives that cell, one of the
    /// nearest for which it holds, with its distance. `None` once everything is
    /// explored.
    pub fn run(
        &mut self,
        board: &impl Board,
        sources: impl IntoIterator<Item = Cell>,
        mut stop: impl FnMut(Cell) -> bool,
    ) -> Option<(Cell, u32)> {
        let Self { size, back, front, next, farthest } = self;
        *size = Board::size(board);
        back.clear();
        back.resize(size.area(), 0);
        front.clear();
        next.clear();
        *farthest = None;
        for source in sources {
            if board.contains(source) && back[source.index()] == 0 {
                back[source.index()] = SOURCE;
                next.push(source);
                if stop(source) {
                    *farthest = Some((source, 0));
                    return *farthest;
                }
            }
        }
        for distance in 1.. {
            std::mem::swap(front, next);
            next.clear();
            let Some(&last) = front.last() else { break };
            *farthest = Some((last, distance - 1));
            for &at in front.iter() {
                for (dir, near) in size.through(at, board.sides(at)) {
                    if back[near.index()] == 0 {
                        back[near.index()] = 1 + dir.opposite().index() as u8;
                        if stop(near) {
                            *farthest = Some((near, distance));
                            return *farthest;
                        }
                        next.push(near);
                    }
                }
            }
        }
        None
    }

    /// Whether the last run reached a cell.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.index() < self.size.area() && self.back[cell.index()] != 0
    }

    /// The cell the last run reached last, with its distance: where it stopped,
    /// or one of the farthest. `None` if there was no source.
    pub fn farthest(&self) -> Option<(Cell, u32)> {
        self.farthest
    }

    /// A shortest path of the last run from a source to a cell, both included;
    /// empty if the cell was not reached.
    pub fn path(&self, cell: Cell) -> Vec<Cell> {
        let mut path = Vec::new();
        let mut next = Some(cell).filter(|&cell| self.contains(cell));
        while let Some(at) = next {
            path.push(at);
            next = match self.back[at.index()] {
                SOURCE => None,
                back => self.size.step(at, Dir::from_index(usize::from(back - 1))),
            };
        }
        path.reverse();
        path
    }

    /// The bytes of the buffers: for the cells, for the fronts.
    pub fn bytes(&self) -> [usize; 2] {
        [self.back.capacity(), (self.front.capacity() + self.next.capacity()) * size_of::<Cell>()]
    }
}

impl Default for ByteBfs {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{random_board, random_cell, slow_costs, walk};
    use super::*;
    use crate::{BitGrid, Rng, Walls};
    use proptest::prelude::*;

    fn check(search: &mut ByteBfs, board: &impl Board, rng: &mut Rng) {
        let size = Board::size(board);
        let sources = [random_cell(rng, size), random_cell(rng, size)];
        let expected = slow_costs(board, &sources, |_, _| 1);
        assert_eq!(search.run(board, sources, |_| false), None);
        assert_eq!(search.farthest().map(|(_, distance)| distance), expected.iter().flatten().max().copied());
        if let Some((cell, distance)) = search.farthest() {
            assert_eq!(expected[cell.index()], Some(distance));
        }
        for cell in size.cells() {
            let path = search.path(cell);
            assert_eq!(path.is_empty(), expected[cell.index()].is_none());
            assert_eq!(walk(board, &path, |_, _| 1), expected[cell.index()].unwrap_or(0));
            assert!(path.first().is_none_or(|first| sources.contains(first)));
        }
        let goal = random_cell(rng, size);
        let found = search.run(board, sources, |cell| cell == goal);
        assert_eq!(found, expected[goal.index()].map(|distance| (goal, distance)));
        assert_eq!(search.contains(goal), found.is_some());
    }

    proptest! {
        #[test]
        fn agrees_with_relaxation(seed: u64) {
            let mut rng = Rng::new(seed);
            let mut search = ByteBfs::new();
            let board = random_board(&mut rng, 12);
            check(&mut search, &board, &mut rng);
            let mut walls = Walls::closed(board.size());
            for _ in 0..board.size().area() {
                walls.open(random_cell(&mut rng, board.size()), Dir::from_index(rng.index(4)));
            }
            check(&mut search, &walls, &mut rng);
        }
    }

    #[test]
    fn nothing_comes_from_nowhere() {
        let mut search = ByteBfs::default();
        let board = BitGrid::new(Size::new(2, 2).unwrap());
        assert_eq!(search.run(&board, [Cell::new(0), Cell::new(9)], |_| true), None);
        assert_eq!((search.farthest(), search.contains(Cell::new(9))), (None, false));
    }
}
