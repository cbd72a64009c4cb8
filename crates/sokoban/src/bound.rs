//! Lower bounds on the pushes still needed.

use crate::board::{Board, FAR, Square};
use crate::deadlock::matching::Assignment;
use dedale_grid::Marks;

/// Which bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Heuristic {
    /// No bound at all.
    Nothing,
    /// Every box goes to its nearest target. O(n), rough, never too high.
    Simple,
    /// The nearest pair of box and target is matched first, and so on.
    /// O(n²) with the pairs sorted by distance; closer, but may be too high.
    Greedy,
    /// The cheapest matching of boxes to targets (Hungarian algorithm). The
    /// best of the three, never too high; one row anew for each push.
    #[default]
    Hungarian,
}

impl Heuristic {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 4] =
        [("none", Self::Nothing), ("simple", Self::Simple), ("greedy", Self::Greedy), ("hungarian", Self::Hungarian)];

    /// Whether the bound is never higher than the truth.
    pub fn admissible(self) -> bool {
        self != Self::Greedy
    }
}

/// Computes bounds for a position and its neighbours.
#[derive(Clone, Debug)]
pub struct Bounds {
    heuristic: Heuristic,
    nearest: Vec<u16>,
    assignment: Assignment,
    base: Option<u32>,
    /// For the greedy bound: the pairs by distance, and who is taken.
    pairs: Vec<Vec<(u16, u16)>>,
    boxes_taken: Marks,
    targets_taken: Marks,
}

impl Bounds {
    /// Bounds of one kind for a board.
    pub fn new(board: &Board, heuristic: Heuristic) -> Self {
        let nearest = (0..=board.squares)
            .map(|square| board.distances(square as Square).iter().copied().min().unwrap_or(FAR))
            .collect();
        Self {
            heuristic,
            nearest,
            assignment: Assignment::default(),
            base: None,
            pairs: Vec::new(),
            boxes_taken: Marks::new(board.boxes.len()),
            targets_taken: Marks::new(board.targets.len()),
        }
    }

    /// The bound of a position; `None` if it is certainly dead.
    pub fn of(&mut self, board: &Board, boxes: &[Square]) -> Option<u32> {
        self.base = match self.heuristic {
            Heuristic::Nothing => Some(0),
            Heuristic::Simple => boxes.iter().try_fold(0, |sum, &square| match self.nearest[square as usize] {
                FAR => None,
                steps => Some(sum + u32::from(steps)),
            }),
            Heuristic::Greedy => self.greedy(board, boxes),
            Heuristic::Hungarian => self.assignment.solve(board, boxes),
        };
        self.base
    }

    /// The bound after box number `row` of the position last given to
    /// [`Self::of`] moved; `boxes` already holds its new square.
    pub fn after(&mut self, board: &Board, boxes: &[Square], row: usize, from: Square) -> Option<u32> {
        let to = boxes[row];
        match self.heuristic {
            Heuristic::Nothing => Some(0),
            Heuristic::Simple => {
                let steps = self.nearest[to as usize];
                (steps != FAR)
                    .then(|| self.base.unwrap_or(0) + u32::from(steps) - u32::from(self.nearest[from as usize]))
            }
            Heuristic::Greedy => self.greedy(board, boxes),
            Heuristic::Hungarian => self.assignment.peek(row, board.distances(to)),
        }
    }

    fn greedy(&mut self, board: &Board, boxes: &[Square]) -> Option<u32> {
        for bucket in &mut self.pairs {
            bucket.clear();
        }
        for (row, &square) in boxes.iter().enumerate() {
            for (target, &steps) in board.distances(square).iter().enumerate() {
                if steps == FAR {
                    continue;
                }
                if self.pairs.len() <= steps as usize {
                    self.pairs.resize(steps as usize + 1, Vec::new());
                }
                self.pairs[steps as usize].push((row as u16, target as u16));
            }
        }
        self.boxes_taken.reset(boxes.len());
        self.targets_taken.clear();
        let (mut sum, mut matched) = (0, 0);
        for (steps, bucket) in self.pairs.iter().enumerate() {
            for &(row, target) in bucket {
                if !self.boxes_taken.contains(row as usize) && !self.targets_taken.contains(target as usize) {
                    self.boxes_taken.insert(row as usize);
                    self.targets_taken.insert(target as usize);
                    sum += steps as u32;
                    matched += 1;
                }
            }
        }
        // Whoever is left without a free target goes to the nearest one.
        if matched < boxes.len() {
            for (row, &square) in boxes.iter().enumerate() {
                if !self.boxes_taken.contains(row) {
                    match self.nearest[square as usize] {
                        FAR => return None,
                        steps => sum += u32::from(steps),
                    }
                }
            }
        }
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use dedale_grid::Rng;

    #[test]
    fn neighbours_agree_with_fresh_bounds_and_are_ordered() {
        let rows = ["########", "# . .  #", "# $$ $ #", "#  .$. #", "#   @  #", "########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let mut rng = Rng::new(8);
        for _ in 0..300 {
            let mut boxes = board.live_squares.clone();
            rng.shuffle(&mut boxes);
            boxes.truncate(4);
            let mut values = Vec::new();
            for heuristic in [Heuristic::Simple, Heuristic::Greedy, Heuristic::Hungarian] {
                let mut bounds = Bounds::new(&board, heuristic);
                let base = bounds.of(&board, &boxes);
                let mut moved = boxes.clone();
                let row = rng.index(4);
                let to = *rng.choose(&board.live_squares).expect("squares");
                if base.is_some() && !boxes.contains(&to) {
                    moved[row] = to;
                    let fast = bounds.after(&board, &moved, row, boxes[row]);
                    assert_eq!(fast, Bounds::new(&board, heuristic).of(&board, &moved), "{heuristic:?}");
                }
                values.push(base);
            }
            if let [Some(simple), greedy, Some(hungarian)] = values[..] {
                assert!(simple <= hungarian && greedy.is_some_and(|greedy| greedy >= simple));
            }
        }
    }
}
