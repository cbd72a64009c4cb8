//! What a move costs a search that is out for few pushes.
//!
//! Boxes matched to targets need so many pushes at least; every push that does
//! not lower this bound is wasted. A thrifty search adds them to the weight of a
//! move, so that within a cell of features the cheapest way there goes on
//! first, and it drops what cannot be shorter than a solution that is known.
//! Cost: one matching a position and one row of it a move.

use crate::board::{Board, Square};
use crate::deadlock::matching::Assignment;
use crate::fess::macros::BoxMacro;

/// The weights of one search.
pub(super) struct Thrift {
    /// What a move that nobody advises weighs, in wasted pushes.
    price: u32,
    /// Only solutions with fewer pushes are looked for.
    below: u32,
    assignment: Assignment,
    /// The pushes that the present position needs at least.
    matched: Option<u32>,
    /// The pushes made on the way to each node.
    pushes: Vec<u32>,
}

impl Thrift {
    pub(super) fn new(price: u32, below: u32) -> Self {
        Self { price, below, assignment: Assignment::default(), matched: None, pushes: Vec::new() }
    }

    /// Bytes that grow with the tree.
    pub(super) fn bytes(&self) -> usize {
        self.pushes.capacity() * size_of::<u32>()
    }

    /// A position joins the tree; its moves are weighed next.
    pub(super) fn join(&mut self, board: &Board, boxes: &[Square], parent: u32, pushes: u16) {
        let before = self.pushes.get(parent as usize).copied().unwrap_or(0);
        self.pushes.push(before + u32::from(pushes));
        self.matched = self.assignment.solve(board, boxes);
    }

    /// What a move adds to the weight, `unadvised` if nobody advises it; `None`
    /// if it leads to nothing shorter.
    pub(super) fn weigh(&mut self, board: &Board, boxes: &[Square], carry: &BoxMacro, unadvised: u32) -> Option<u32> {
        let row = boxes.iter().position(|&square| square == carry.from)?;
        let after = self.assignment.peek(row, board.distances(carry.to))? + u32::from(carry.pushes);
        let wasted = after.saturating_sub(self.matched?);
        (self.pushes.last()? + after < self.below).then_some(wasted + self.price * unadvised)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fess::macros::MacroGenerator;
    use crate::level::Level;
    use crate::position::Zone;

    /// Every move weighs what the matchings before and after it say, and what is
    /// too long is left out.
    #[test]
    fn moves_weigh_the_pushes_they_waste() {
        let rows = ["########", "#  .   #", "# $  $ #", "#  @ . #", "#  $   #", "#   .  #", "########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let (mut zone, mut macros, mut solid) = (Zone::new(&board), Vec::new(), board.solid(&board.boxes));
        zone.flood(&board, &solid, board.player);
        for &from in &board.boxes {
            solid[from as usize] = 0;
            MacroGenerator::new(&board).push(&board, &solid, from, &zone, None, &mut macros);
            solid[from as usize] = 1;
        }
        assert!(macros.len() > 20);
        let least = |boxes: &[Square]| Assignment::default().solve(&board, boxes).expect("targets for all");
        for below in [0, 8, 12, u32::MAX] {
            let mut thrift = Thrift::new(10, below);
            thrift.join(&board, &board.boxes, u32::MAX, 0);
            for carry in &macros {
                let mut boxes = board.boxes.clone();
                let row = boxes.iter().position(|&square| square == carry.from).expect("a box");
                boxes[row] = carry.to;
                let total = least(&boxes) + u32::from(carry.pushes);
                let naive = (total < below).then(|| total - least(&board.boxes) + 10);
                assert_eq!(thrift.weigh(&board, &board.boxes, carry, 1), naive, "{carry:?}");
            }
        }
    }
}
