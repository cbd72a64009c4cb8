//! A position to head for, instead of a plan.
//!
//! The packed steps are then the boxes on its squares, in any order; stray are
//! boxes that cannot all be given different squares of it; and ties are broken
//! by how far the boxes are from it by the cheapest matching. Cost: one pull
//! from each square of the picture, once.

use super::macros::MacroGenerator;
use crate::board::{Board, FAR, Square};
use crate::deadlock::matching::Assignment;

/// The squares of a picture and the ways to them.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    squares: Vec<Square>,
    inside: Vec<bool>,
    /// Pushes of a lone box from a square to a square of the picture.
    ways: Vec<u16>,
    assignment: Assignment,
}

impl Picture {
    /// Measures the ways to some squares.
    pub fn new(board: &Board, squares: &[Square]) -> Self {
        let count = squares.len();
        let mut ways = vec![FAR; (board.squares + 1) * count];
        let mut inside = vec![false; board.squares + 1];
        let mut generator = MacroGenerator::new(board);
        let solid = board.solid(&[]);
        let mut macros = Vec::new();
        for (index, &square) in squares.iter().enumerate() {
            inside[square as usize] = true;
            ways[square as usize * count + index] = 0;
            macros.clear();
            generator.pull(board, &solid, square, |_| true, &mut macros);
            for found in &macros {
                let way = &mut ways[found.to as usize * count + index];
                *way = (*way).min(found.pushes);
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

    /// Matches the boxes of a position with the picture.
    pub fn match_boxes(&mut self, boxes: &[Square]) {
        let (count, ways) = (self.squares.len(), &self.ways);
        self.assignment.solve_with(boxes.len(), count, |row, col| ways[boxes[row] as usize * count + col]);
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

    #[test]
    fn boxes_on_the_picture_and_ways_to_it() {
        let rows = ["#########", "#@ $    #", "#   $ ..#", "#       #", "#########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let at = |row: usize, col: usize| board.square_of[row * 9 + col];
        let mut picture = Picture::new(&board, &[at(2, 4), at(2, 6)]);
        assert_eq!(picture.filled(&board.boxes), 1);
        // The other box would have to come down from the wall.
        assert_eq!(picture.serves(at(1, 3) as usize), 0);
        picture.match_boxes(&[at(2, 4), at(2, 2)]);
        assert_eq!((picture.gap_after(1, at(2, 3)), picture.gap_after(1, at(1, 3))), (3, FAR));
    }
}
