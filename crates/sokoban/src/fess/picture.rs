//! A position to head for, instead of a plan.
//!
//! The packed steps are then the boxes on its squares, in any order; stray are
//! boxes that cannot all be given different squares of it; and ties are broken
//! by how far the others are from the squares still free. Cost: one pull from
//! each square of the picture, once.

use super::macros::MacroGenerator;
use crate::board::{Board, FAR, Square};

/// The squares of a picture and the ways to them.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    squares: Vec<Square>,
    inside: Vec<bool>,
    /// Pushes of a lone box from a square to a square of the picture.
    ways: Vec<u16>,
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
        Self { squares: squares.to_vec(), inside, ways }
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

    /// The ways of all boxes off the picture to its nearest free squares.
    pub fn gap(&self, boxes: &[Square], solid: &[u8]) -> u16 {
        let count = self.squares.len();
        let way = |&square: &Square| {
            let line = &self.ways[square as usize * count..][..count];
            let free = line.iter().zip(&self.squares).filter(|(_, at)| solid[**at as usize] == 0);
            free.map(|(&way, _)| way).min().unwrap_or(FAR).min(255)
        };
        boxes.iter().filter(|&&square| !self.inside[square as usize]).map(way).fold(0, u16::saturating_add)
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
        let picture = Picture::new(&board, &[at(2, 4), at(2, 6)]);
        assert_eq!(picture.filled(&board.boxes), 1);
        // The other box would have to come down from the wall.
        assert_eq!(picture.serves(at(1, 3) as usize), 0);
        let boxes = [at(2, 4), at(2, 3)];
        assert_eq!(picture.gap(&boxes, &board.solid(&boxes)), 3);
    }
}
