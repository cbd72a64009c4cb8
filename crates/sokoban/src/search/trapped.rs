//! Boxes shut away behind boxes that are already home.
//!
//! Suppose no box on a target moves again. Every other box that the player can
//! push is taken off the board, which opens the way to more; what is left when
//! nothing more can be taken off can only be had by undoing work. That is no
//! deadlock, but a sign of having filled targets in the wrong order: pushes
//! still to come are counted too low by the boxes that must step aside.
//!
//! One flood, O(squares).

use crate::board::{Board, Square};

const FREE: u8 = 0;
const LOOSE: u8 = 1;
const FIXED: u8 = 2;
const REACHED: u8 = 3;

/// Counts trapped boxes; keeps its working memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trapped {
    state: Vec<u8>,
    queue: Vec<Square>,
}

impl Trapped {
    /// How many boxes off target cannot be got at.
    pub(crate) fn count(&mut self, board: &Board, boxes: &[Square], player: Square) -> u32 {
        self.state.clear();
        self.state.resize(board.squares, FREE);
        self.state.push(FIXED);
        let mut left = 0;
        for &square in boxes {
            let home = board.is_target[square as usize];
            self.state[square as usize] = if home { FIXED } else { LOOSE };
            left += u32::from(!home);
        }
        self.queue.clear();
        self.reach(player);
        while let Some(at) = self.queue.pop() {
            for dir in 0..4 {
                let ahead = board.next[at as usize][dir];
                match self.state[ahead as usize] {
                    FREE => self.reach(ahead),
                    LOOSE if self.gives_way(board, ahead, dir) => left -= self.take_off(board, ahead),
                    _ => {}
                }
            }
        }
        left
    }

    fn reach(&mut self, square: Square) {
        self.state[square as usize] = REACHED;
        self.queue.push(square);
    }

    /// Whether a box could be pushed in a direction.
    fn gives_way(&self, board: &Board, square: Square, dir: usize) -> bool {
        let beyond = board.next[square as usize][dir] as usize;
        board.live[beyond] && matches!(self.state[beyond], FREE | REACHED)
    }

    /// Takes a box off, and those that only it kept from being pushed; how many.
    fn take_off(&mut self, board: &Board, square: Square) -> u32 {
        self.reach(square);
        let mut count = 1;
        for dir in 0..4 {
            let beside = board.next[square as usize][dir];
            let stand = board.next[beside as usize][dir];
            if self.state[beside as usize] == LOOSE && self.state[stand as usize] == REACHED {
                count += self.take_off(board, beside);
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::position::Zone;
    use dedale_grid::Rng;

    #[test]
    fn a_box_behind_a_filled_door_is_trapped() {
        let rows = ["#########", "#  $ *  #", "#.   # @#", "#########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        assert_eq!(Trapped::default().count(&board, &board.boxes, board.player), 1);
        // From the other side it is free.
        let inside = board.square_of[9 + 4];
        assert_eq!(Trapped::default().count(&board, &board.boxes, inside), 0);
    }

    /// Boxes taken off one at a time, with a fresh flood after each.
    fn slowly(board: &Board, boxes: &[Square], player: Square) -> usize {
        let mut zone = Zone::new(board);
        let mut rest = boxes.to_vec();
        loop {
            let solid = board.solid(&rest);
            zone.flood(board, &solid, player);
            let comes_off = |&square: &Square| {
                !board.is_target[square as usize]
                    && (0..4).any(|dir| {
                        let beyond = board.next[square as usize][dir] as usize;
                        let stand = board.next[square as usize][(dir + 2) & 3];
                        zone.contains(stand) && solid[beyond] == 0 && board.live[beyond]
                    })
            };
            let Some(index) = rest.iter().position(comes_off) else {
                return rest.iter().filter(|&&square| !board.is_target[square as usize]).count();
            };
            rest.swap_remove(index);
        }
    }

    #[test]
    fn agrees_with_taking_off_one_by_one() {
        let rows = ["##########", "#   .    #", "# # ..#  #", "#  $  $  #", "# $ .  $ #", "#  #  @. #", "##########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let mut rng = Rng::new(6);
        let mut trapped = Trapped::default();
        let mut some = 0;
        for _ in 0..3000 {
            let mut squares = board.live_squares.clone();
            rng.shuffle(&mut squares);
            let player = squares.pop().expect("many squares");
            squares.truncate(4 + rng.index(12));
            let count = trapped.count(&board, &squares, player);
            assert_eq!(count as usize, slowly(&board, &squares, player), "{squares:?} {player}");
            some += usize::from(count > 0);
        }
        assert!((100..2900).contains(&some), "{some}");
    }
}
