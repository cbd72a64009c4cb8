//! A position to head for, instead of a plan.
//!
//! The packed steps are then the boxes on its squares, in any order; stray are
//! boxes that cannot all be given different squares of it; instead of blocked
//! passages, obstructed boxes and squares count; and ties are broken by how far
//! the boxes are from it by the cheapest matching. Cost: one search of a lone
//! box from each square of the picture, once.

use super::macros::{BoxMacro, MacroGenerator};
use crate::board::{Board, FAR, Square};
use crate::deadlock::matching::Assignment;
use crate::position::Zone;

/// How boxes come to a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heading {
    /// By pushes, from the start.
    Forwards,
    /// By pulls, from the solved board.
    Backwards,
}

/// The squares of a picture and the ways to them.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    squares: Vec<Square>,
    inside: Vec<bool>,
    /// How far a lone box goes from a square to a square of the picture, times
    /// the weight of the latter.
    ways: Vec<u16>,
    assignment: Assignment,
}

impl Picture {
    /// Measures the ways to some squares; a square without a weight has one.
    pub fn new(board: &Board, squares: &[Square], weights: &[u16], heading: Heading) -> Self {
        let count = squares.len();
        let mut ways = vec![FAR; (board.squares + 1) * count];
        let mut inside = vec![false; board.squares + 1];
        let mut generator = MacroGenerator::new(board);
        let mut zone = Zone::new(board);
        let solid = board.solid(&[]);
        let mut macros: Vec<BoxMacro> = Vec::new();
        for (index, &square) in squares.iter().enumerate() {
            inside[square as usize] = true;
            ways[square as usize * count + index] = 0;
            macros.clear();
            match heading {
                Heading::Forwards => generator.pull(board, &solid, square, |_| true, &mut macros),
                // A box is pulled along a way by which it could be pushed back,
                // the player beginning on any side.
                Heading::Backwards => {
                    let mut alone = solid.clone();
                    alone[square as usize] = 1;
                    for side in board.next[square as usize].into_iter().filter(|&side| side != board.wall()) {
                        zone.flood(board, &alone, side);
                        generator.push(board, &solid, square, &zone, None, &mut macros);
                    }
                }
            }
            let weight = weights.get(index).copied().unwrap_or(1);
            for found in &macros {
                let way = &mut ways[found.to as usize * count + index];
                *way = (*way).min(found.pushes.saturating_mul(weight).min(FAR - 1));
            }
        }
        Self { squares: squares.to_vec(), inside, ways, assignment: Assignment::default() }
    }

    /// How many boxes stand on it.
    pub fn filled(&self, boxes: &[Square]) -> u16 {
        boxes.iter().filter(|&&square| self.inside[square as usize]).count() as u16
    }

    /// The squares of the picture a box can be brought to, one bit each.
    pub fn serves(&self, square: usize) -> u128 {
        let count = self.squares.len();
        let line = &self.ways[square * count..(square + 1) * count];
        line.iter().enumerate().fold(0, |set, (index, &way)| set | u128::from(way != FAR) << index)
    }

    /// How many boxes off the picture cannot be pushed, and how many of its
    /// empty squares cannot be filled, so long as the boxes on it stay.
    pub fn obstructed(&self, board: &Board, solid: &[u8], boxes: &[Square]) -> u16 {
        let stays = |square: Square| match solid[square as usize] {
            0 => false,
            1 => self.inside[square as usize],
            _ => true,
        };
        let next = |square: Square, dir: usize| board.next[square as usize][dir];
        let held = |square: Square| (0..2).all(|dir| stays(next(square, dir)) || stays(next(square, dir + 2)));
        let shut = |square: Square| (0..4).all(|dir| stays(next(square, dir)) || stays(next(next(square, dir), dir)));
        let off = boxes.iter().filter(|&&square| !self.inside[square as usize] && held(square)).count();
        let empty = self.squares.iter().filter(|&&square| solid[square as usize] == 0 && shut(square)).count();
        (off + empty) as u16
    }

    /// Matches the boxes of a position with the picture; how far they are, and
    /// [`FAR`] if they cannot all come to it.
    pub fn match_boxes(&mut self, boxes: &[Square]) -> u16 {
        let (count, ways) = (self.squares.len(), &self.ways);
        let gap = self.assignment.solve_with(boxes.len(), count, |row, col| ways[boxes[row] as usize * count + col]);
        gap.map_or(FAR, |gap| gap.min(u32::from(FAR)) as u16)
    }

    /// How far the boxes matched last are from the picture when one of them is
    /// on another square.
    pub fn gap_after(&mut self, row: usize, to: Square) -> u16 {
        let count = self.squares.len();
        let gap = self.assignment.peek(row, &self.ways[to as usize * count..][..count]);
        gap.map_or(FAR, |gap| gap.min(u32::from(FAR)) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn board() -> Board {
        let rows = ["#########", "#@ $    #", "#   $ ..#", "#       #", "#########"];
        Board::new(&Level::from_rows(rows).expect("a level")).expect("a board")
    }

    #[test]
    fn boxes_on_the_picture_and_ways_to_it() {
        let board = board();
        let at = |row: usize, col: usize| board.square_of[row * 9 + col];
        let mut picture = Picture::new(&board, &[at(2, 4), at(2, 6)], &[], Heading::Forwards);
        assert_eq!(picture.filled(&board.boxes), 1);
        // The other box would have to come down from the wall.
        assert_eq!(picture.serves(at(1, 3) as usize), 0);
        assert_eq!(picture.match_boxes(&[at(2, 4), at(2, 2)]), 4);
        assert_eq!((picture.gap_after(1, at(2, 3)), picture.gap_after(1, at(1, 3))), (3, FAR));
        let mut heavy = Picture::new(&board, &[at(2, 4), at(2, 6)], &[1, 3], Heading::Forwards);
        assert_eq!(heavy.match_boxes(&[at(2, 3), at(2, 5)]), 4);
    }

    /// Every way of a pull is the way of a push, read from its end.
    #[test]
    fn backwards_is_forwards_from_the_other_end() {
        let board = board();
        let squares: Vec<Square> = board.live_squares.clone();
        let to = Picture::new(&board, &squares, &[], Heading::Forwards);
        let from = Picture::new(&board, &squares, &[], Heading::Backwards);
        let count = squares.len();
        for (one, &here) in squares.iter().enumerate() {
            for (two, &there) in squares.iter().enumerate() {
                assert_eq!(to.ways[here as usize * count + two], from.ways[there as usize * count + one]);
            }
        }
    }

    #[test]
    fn what_stands_on_the_picture_obstructs() {
        let rows = ["########", "#@$$ ..#", "########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let at = |col: usize| board.square_of[8 + col];
        let picture = Picture::new(&board, &board.targets, &[], Heading::Forwards);
        // The far end can be filled only so long as the near end is free.
        for (boxes, expected) in [([at(5), at(3)], 1), ([at(6), at(4)], 0)] {
            assert_eq!(picture.obstructed(&board, &board.solid(&boxes), &boxes), expected, "{boxes:?}");
        }
    }
}
