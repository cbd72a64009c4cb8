//! What a player has reached on a level, and where that is kept.

use dedale_sokoban::Level;

/// What is kept between two sittings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The fewest moves of a solution, with its pushes.
    pub best_moves: Option<(usize, usize)>,
    /// The fewest pushes of a solution, with its moves.
    pub best_pushes: Option<(usize, usize)>,
    /// The moves of a game put aside.
    pub saved: String,
}

impl Record {
    /// Notes a solution; nothing is left to go on with.
    pub(super) fn keep(&mut self, moves: usize, pushes: usize) {
        if self.best_moves.is_none_or(|best| (moves, pushes) < best) {
            self.best_moves = Some((moves, pushes));
        }
        if self.best_pushes.is_none_or(|best| (pushes, moves) < best) {
            self.best_pushes = Some((pushes, moves));
        }
        self.saved.clear();
    }
}

/// Where records are kept.
pub trait Keeper {
    /// The record of a level.
    fn load(&self, level: &Level) -> Record;
    /// Keeps the record of a level.
    fn save(&mut self, level: &Level, record: &Record);
}
