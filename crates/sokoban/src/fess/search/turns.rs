//! Whose turn it is: which move is played next.

use super::Fess;
use crate::fess::cells::Todo;

impl Fess {
    /// The next move to play: cells in turn, and every other time the best if
    /// the search is eager; whether it is from the best.
    pub(super) fn next(&mut self) -> Option<(Todo, bool)> {
        self.rounds += 1;
        let cells = self.cells.len();
        if self.options.spread {
            return self.next_spread();
        }
        if self.options.eager && self.rounds.is_multiple_of(2) {
            let best = (0..cells)
                .filter(|&cell| !self.cells[cell].is_empty())
                .min_by_key(|&cell| self.cells[cell].features.rank(self.options.order))?;
            let rank = self.cells[best].features.rank(self.options.order);
            self.stuck = if rank == self.best { self.stuck + 1 } else { 0 };
            self.best = rank;
            return self.cells[best].pop().map(|todo| (todo, true));
        }
        for _ in 0..cells {
            self.turn = (self.turn + 1) % cells;
            if let Some(todo) = self.cells[self.turn].pop() {
                return Some((todo, false));
            }
        }
        None
    }

    /// The next move to play, of the cell that was asked least for its place
    /// among the best: the second half as often as the first, the third a third
    /// as often, and so on.
    fn next_spread(&mut self) -> Option<(Todo, bool)> {
        let order = self.options.order;
        if self.ranking.len() < self.cells.len() {
            for cell in self.ranking.len()..self.cells.len() {
                let rank = self.cells[cell].features.rank(order);
                let place = self.ranking.partition_point(|&(other, ..)| other <= rank);
                self.ranking.insert(place, (rank, cell as u32, 0));
            }
        }
        let full = self.ranking.iter().enumerate().filter(|(_, (_, cell, _))| !self.cells[*cell as usize].is_empty());
        let least = full.enumerate().min_by_key(|(place, (_, (_, _, asked)))| (*place as u64 + 1) * (asked + 1));
        let (place, (index, &(rank, cell, _))) = least?;
        self.ranking[index].2 += 1;
        if place == 0 {
            self.stuck = if rank == self.best { self.stuck + 1 } else { 0 };
            self.best = rank;
        }
        self.cells[cell as usize].pop().map(|todo| (todo, place == 0))
    }
}
