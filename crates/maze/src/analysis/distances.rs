//! How far every cell is, and which cells belong together.

use crate::maze::Maze;
use crate::nibbles::Nibbles;
use dedale_grid::{Cell, Grid};

/// The steps to every cell, nothing where there is no way.
pub type Distances = Grid<Option<u32>>;

/// The steps from the nearest of some cells to every cell, by breadth-first
/// search in O(cells).
pub fn distances(maze: &Maze, from: &[Cell]) -> Distances {
    let passages = Nibbles::passages(&maze.walls);
    let frame = passages.frame;
    let mut map = Grid::new(maze.size(), None);
    let mut front: Vec<Cell> = Vec::new();
    for &cell in from.iter().filter(|&&cell| maze.contains(cell)) {
        if map[cell].is_none() {
            map[cell] = Some(0);
            front.push(cell);
        }
    }
    let (mut next, mut level) = (Vec::new(), 0);
    while !front.is_empty() {
        level += 1;
        for &cell in &front {
            let place = frame.place(cell);
            let sides = passages.get(place);
            for dir in (0..4).filter(|dir| sides >> dir & 1 == 1) {
                let other = frame.cell(frame.step(place, dir));
                if map[other].is_none() {
                    map[other] = Some(level);
                    next.push(other);
                }
            }
        }
        std::mem::swap(&mut front, &mut next);
        next.clear();
    }
    map
}

/// The first of the cells that are farthest, with its distance.
pub fn farthest(map: &Distances) -> Option<(Cell, u32)> {
    let known = map.iter().filter_map(|(cell, distance)| Some((cell, (*distance)?)));
    known.reduce(|best, other| if other.1 > best.1 { other } else { best })
}

/// The number of the piece of every cell, from 0, row by row; nothing for
/// cells that are not part of the maze.
pub fn classes(maze: &Maze) -> Grid<Option<u32>> {
    let mut map = Grid::new(maze.size(), None);
    let mut count = 0;
    let mut stack = Vec::new();
    for root in maze.size().cells().filter(|&cell| maze.contains(cell)) {
        if map[root].is_some() {
            continue;
        }
        map[root] = Some(count);
        stack.push(root);
        while let Some(cell) = stack.pop() {
            for (_, next) in maze.walls.neighbours(cell) {
                if map[next].is_none() {
                    map[next] = Some(count);
                    stack.push(next);
                }
            }
        }
        count += 1;
    }
    map
}
