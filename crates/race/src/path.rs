//! Shortest paths with the predecessor array of the rule book.
//!
//! Breadth-first search (Moore, 1959) with a first-in-first-out queue in a
//! ring buffer ([`dedale_grid::Queue`]). Cells are numbered row by row, and
//! `C[i]` is the cell before `i`: the first cell is its own predecessor, a
//! cell outside has −1. O(cells) time, 4 bytes a cell.

use crate::Labyrinth;
use dedale_grid::{Cell, Queue};

/// The predecessor array `C` of a search from one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predecessors {
    before: Vec<i32>,
}

impl Predecessors {
    /// Searches from a cell until the goal is marked, or everything that can
    /// be reached. Neighbours are taken up, right, down, left. From a blocked
    /// cell nothing is reached.
    pub fn search(labyrinth: &Labyrinth, from: Cell, goal: Option<Cell>) -> Self {
        let size = labyrinth.size();
        let mut before = vec![-1; size.area()];
        let mut queue = Queue::new();
        if labyrinth.is_free(from) {
            before[from.index()] = from.index() as i32;
            queue.push(from);
        }
        let marked = |before: &[i32]| goal.is_some_and(|goal| before[goal.index()] >= 0);
        while !marked(&before)
            && let Some(at) = queue.pop()
        {
            for (_, next) in size.neighbours(at) {
                if before[next.index()] < 0 && labyrinth.is_free(next) {
                    before[next.index()] = at.index() as i32;
                    queue.push(next);
                }
            }
        }
        Self { before }
    }

    /// The array: `C[i]` is the cell before `i`, `i` itself for the first cell,
    /// −1 for a cell the search did not reach.
    pub fn array(&self) -> &[i32] {
        &self.before
    }

    /// The path to a cell, both ends included, walked back along the array;
    /// `None` if the cell was not reached.
    pub fn path(&self, to: Cell) -> Option<Vec<Cell>> {
        let mut at = to;
        let mut path = Vec::new();
        loop {
            let before = u32::try_from(*self.before.get(at.index())?).ok()?;
            path.push(at);
            if before as usize == at.index() {
                path.reverse();
                return Some(path);
            }
            at = Cell::new(before);
        }
    }

    /// The array of one path only: −1 for every cell that is not on it.
    pub fn of_path(cells: usize, path: &[Cell]) -> Self {
        let mut before = vec![-1; cells];
        if let Some(first) = path.first() {
            before[first.index()] = first.index() as i32;
        }
        for step in path.windows(2) {
            before[step[1].index()] = step[0].index() as i32;
        }
        Self { before }
    }
}

/// A shortest path between two cells, both included; `None` if there is none.
pub fn shortest_path(labyrinth: &Labyrinth, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    Predecessors::search(labyrinth, from, Some(to)).path(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{random_labyrinth, slow_distances};
    use dedale_grid::{BitGrid, Rng};

    #[test]
    fn agrees_with_relaxation_on_thousands_of_boards() {
        let mut rng = Rng::new(8);
        for _ in 0..3000 {
            let labyrinth = random_labyrinth(&mut rng, 12);
            let size = labyrinth.size();
            let cell = |rng: &mut Rng| Cell::new(rng.below(size.area() as u64) as u32);
            let (from, to) = (cell(&mut rng), cell(&mut rng));
            let expected = slow_distances(&labyrinth, from);
            let all = Predecessors::search(&labyrinth, from, None);
            for at in size.cells() {
                let path = all.path(at);
                assert_eq!(path.as_ref().map(|path| path.len() as u32 - 1), expected[at.index()]);
                assert_eq!(all.array()[at.index()] >= 0, expected[at.index()].is_some());
                for step in path.unwrap_or_default().windows(2) {
                    assert_eq!(size.point(step[0]).manhattan(size.point(step[1])), 1);
                    assert!(labyrinth.is_free(step[0]) && labyrinth.is_free(step[1]));
                }
            }
            let path = shortest_path(&labyrinth, from, to);
            assert_eq!(path.as_ref().map(|path| path.len() as u32 - 1), expected[to.index()]);
            let only = Predecessors::of_path(size.area(), path.as_deref().unwrap_or_default());
            assert_eq!(only.path(to), path);
            let on_path = only.array().iter().filter(|&&before| before >= 0).count();
            assert_eq!(on_path, path.map_or(0, |path| path.len()));
        }
    }

    /// The example of the rule book, with the ring it leaves out.
    #[test]
    fn the_rule_book_example() {
        let free: BitGrid = "......\n.##...\n..##..\n......\n......\n......".parse().unwrap();
        let labyrinth = Labyrinth::new(free).unwrap();
        let path = shortest_path(&labyrinth, Cell::new(7), Cell::new(15)).unwrap();
        let array = Predecessors::of_path(36, &path);
        let c = array.array();
        assert_eq!((c[15], c[14], c[8], c[7]), (14, 8, 7, 7));
        assert_eq!(c.iter().filter(|&&before| before == -1).count(), 32);
    }
}
