//! Random numbers for squares, so that a set of boxes has a number of its own
//! that changes by two exclusive-ors when a box moves (Zobrist 1970).

use crate::board::Square;
use dedale_grid::Rng;

/// The numbers of a board.
#[derive(Clone, Debug)]
pub struct Zobrist {
    boxes: Vec<u64>,
    player: Vec<u64>,
}

impl Zobrist {
    /// Numbers for so many squares; always the same ones.
    pub fn new(squares: usize) -> Self {
        let mut rng = Rng::new(0x5045_5348);
        Self { boxes: (0..=squares).map(|_| rng.bits()).collect(), player: (0..=squares).map(|_| rng.bits()).collect() }
    }

    /// The number of a box on a square.
    #[inline]
    pub fn of(&self, square: Square) -> u64 {
        self.boxes[square as usize]
    }

    /// The number of the player's zone with this name.
    #[inline]
    pub fn player(&self, square: Square) -> u64 {
        self.player[square as usize]
    }

    /// The number of a set of boxes.
    pub fn boxes(&self, boxes: &[Square]) -> u64 {
        boxes.iter().fold(0, |sum, &square| sum ^ self.of(square))
    }
}
