//! The graph of a tile: a node a cell, an edge a slide.
//!
//! A pawn slides any number of cells in one direction for one move. The graph
//! has at most 16 × 6 edges; breadth-first search finds the fewest moves and
//! the edges give them back.

use crate::{Square, Tile, Wall};
use dedale_grid::Dir;
use std::collections::VecDeque;

/// One move: a slide with its direction and length, or the escalator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The direction; none for the escalator.
    pub dir: Option<Dir>,
    /// How many cells far; 0 for the escalator.
    pub cells: usize,
    /// Where it ends.
    pub to: Square,
}

/// The slides from each cell of a tile.
#[derive(Clone, Debug)]
pub struct SlideGraph {
    edges: [Vec<Slide>; 16],
}

impl SlideGraph {
    /// The graph of a tile.
    pub fn new(tile: &Tile) -> Self {
        let edges = std::array::from_fn(|cell| {
            let from = Square::of(cell);
            let mut slides = Vec::new();
            for dir in Dir::ALL {
                let (mut at, mut cells) = (from, 0);
                while Wall::beside(at, dir).is_some_and(|wall| !tile.has_wall(wall)) {
                    let Some(next) = at.step(dir) else { break };
                    (at, cells) = (next, cells + 1);
                    slides.push(Slide { dir: Some(dir), cells, to: at });
                }
            }
            if let Some((a, b)) = tile.escalator().filter(|(a, b)| *a == from || *b == from) {
                slides.push(Slide { dir: None, cells: 0, to: if a == from { b } else { a } });
            }
            slides
        });
        Self { edges }
    }

    /// The slides from a cell: up, right, down, left, short before long.
    pub fn slides(&self, from: Square) -> &[Slide] {
        &self.edges[from.index()]
    }

    /// The fewest moves from one cell to another; `None` if there is no way.
    pub fn path(&self, from: Square, to: Square) -> Option<Vec<Slide>> {
        let mut before: [Option<(Square, Slide)>; 16] = [None; 16];
        let mut queue = VecDeque::from([from]);
        let mut seen = from.bit();
        while let Some(at) = queue.pop_front() {
            if at == to {
                break;
            }
            for slide in self.slides(at) {
                if seen & slide.to.bit() == 0 {
                    seen |= slide.to.bit();
                    before[slide.to.index()] = Some((at, *slide));
                    queue.push_back(slide.to);
                }
            }
        }
        if seen & to.bit() == 0 {
            return None;
        }
        let (mut moves, mut at) = (Vec::new(), to);
        while let Some((earlier, slide)) = before[at.index()].filter(|_| at != from) {
            moves.push(slide);
            at = earlier;
        }
        moves.reverse();
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;
    use dedale_grid::Rng;

    /// Relaxation until nothing changes, on steps and not on slides.
    fn slow_distances(tile: &Tile, from: Square) -> [usize; 16] {
        let mut best = [usize::MAX; 16];
        best[from.index()] = 0;
        loop {
            let before = best;
            for square in Square::all().filter(|square| before[square.index()] < usize::MAX) {
                for dir in Dir::ALL {
                    let mut at = square;
                    while let Some(next) = at.step(dir).filter(|_| tile.openings().towards(dir) & at.bit() != 0) {
                        best[next.index()] = best[next.index()].min(before[square.index()] + 1);
                        at = next;
                    }
                }
            }
            if best == before {
                return best;
            }
        }
    }

    #[test]
    fn paths_are_shortest_and_valid() {
        let (mut rng, mut generator) = (Rng::new(4), Generator::new());
        for _ in 0..100 {
            let tile = generator.classic(&mut rng);
            let graph = SlideGraph::new(&tile);
            for from in Square::all() {
                let slow = slow_distances(&tile, from);
                for to in Square::all() {
                    let Some(path) = graph.path(from, to) else {
                        assert_eq!(slow[to.index()], usize::MAX);
                        continue;
                    };
                    assert_eq!(path.len(), slow[to.index()]);
                    let mut at = from;
                    for slide in path {
                        for _ in 0..slide.cells {
                            let dir = slide.dir.unwrap();
                            assert!(tile.openings().towards(dir) & at.bit() != 0);
                            at = at.step(dir).unwrap();
                        }
                        assert_eq!(at, slide.to);
                    }
                    assert_eq!(at, to);
                }
            }
        }
    }
}
