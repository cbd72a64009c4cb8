//! Groups of boxes that can no longer move.
//!
//! A box is held on an axis if a wall or a frozen box stands on either side,
//! or if both sides are dead squares. A box held on both axes is frozen. A
//! frozen group with a box off its target is a deadlock.
//!
//! [`Freeze::kills`] asks about the group of one box by recursion: a box under
//! examination counts as wall for the boxes examined because of it, and a
//! verdict is forgotten as soon as the box it leaned on turns out to be free.
//! [`frozen`] computes all frozen boxes as a greatest fixed point; the two
//! agree, and the tests say so. Forgotten verdicts can make the recursion look
//! at the same boxes over and over in large blocks; after `PATIENCE` looks
//! the fixed point, which never takes longer than cubic time, takes over.

use crate::board::{Board, Square};

/// Boxes looked at by recursion before the fixed point is asked.
const PATIENCE: u32 = 2_000;

/// Frozen-group test with its working memory.
#[derive(Clone, Debug, Default)]
pub struct Freeze {
    /// The boxes found frozen, or leaned on, so far.
    group: Vec<Square>,
    /// Boxes looked at.
    looked: u32,
}

impl Freeze {
    /// Whether the box on `square` belongs to a frozen group of which some box
    /// is off target. `solid` is left as it was.
    pub fn kills(&mut self, board: &Board, solid: &mut [u8], square: Square) -> bool {
        // Most pushes leave one axis obviously free.
        if !leans(board, solid, square, 0) || !leans(board, solid, square, 1) {
            return false;
        }
        self.group.clear();
        self.looked = 0;
        let frozen = self.held(board, solid, square);
        if self.looked > PATIENCE {
            for &member in &self.group {
                solid[member as usize] = 1;
            }
            return self.block_kills(board, solid, square);
        }
        let dead = frozen && self.group.iter().any(|&member| !board.is_target[member as usize]);
        for &member in &self.group {
            solid[member as usize] = 1;
        }
        dead
    }

    /// Whether the box is frozen; if so its group is on the list and marked as
    /// wall, if not everything found on the way is forgotten.
    fn held(&mut self, board: &Board, solid: &mut [u8], square: Square) -> bool {
        self.looked += 1;
        if self.looked > PATIENCE {
            return false;
        }
        let start = self.group.len();
        self.group.push(square);
        solid[square as usize] = 2;
        if (0..2).all(|axis| self.axis(board, solid, square, axis)) {
            return true;
        }
        for &member in &self.group[start..] {
            solid[member as usize] = 1;
        }
        self.group.truncate(start);
        false
    }

    /// The same by the fixed point over all boxes that touch, corner to corner
    /// not included.
    fn block_kills(&mut self, board: &Board, solid: &[u8], square: Square) -> bool {
        let mut block = vec![square];
        let mut seen = vec![false; board.squares + 1];
        seen[square as usize] = true;
        let mut head = 0;
        while let Some(&at) = block.get(head) {
            head += 1;
            for &to in &board.next[at as usize] {
                if solid[to as usize] == 1 && !std::mem::replace(&mut seen[to as usize], true) {
                    block.push(to);
                }
            }
        }
        frozen(board, solid, &block, false, &mut self.group);
        self.group.contains(&square) && self.group.iter().any(|&member| !board.is_target[member as usize])
    }

    fn axis(&mut self, board: &Board, solid: &mut [u8], square: Square, axis: usize) -> bool {
        let one = board.next[square as usize][axis];
        let two = board.next[square as usize][axis + 2];
        if solid[one as usize] == 2 || solid[two as usize] == 2 {
            return true;
        }
        if !board.live[one as usize] && !board.live[two as usize] {
            return true;
        }
        (solid[one as usize] == 1 && self.held(board, solid, one))
            || (solid[two as usize] == 1 && self.held(board, solid, two))
    }
}

/// Whether anything at all could hold the box on an axis.
#[inline]
fn leans(board: &Board, solid: &[u8], square: Square, axis: usize) -> bool {
    let one = board.next[square as usize][axis] as usize;
    let two = board.next[square as usize][axis + 2] as usize;
    solid[one] != 0 || solid[two] != 0 || (!board.live[one] && !board.live[two])
}

/// All frozen boxes: assume every box is, and free those that can move until
/// nothing changes. With `for_ever`, dead squares do not hold a box, so that
/// the result cannot move whatever happens, even into a deadlock.
pub fn frozen(board: &Board, solid: &[u8], boxes: &[Square], for_ever: bool, out: &mut Vec<Square>) {
    out.clear();
    out.extend_from_slice(boxes);
    loop {
        let before = out.len();
        let mut index = 0;
        while index < out.len() {
            let square = out[index];
            let held = (0..2).all(|axis| {
                let one = board.next[square as usize][axis];
                let two = board.next[square as usize][axis + 2];
                let stuck = |s: Square| s == board.wall() || (solid[s as usize] != 0 && out.contains(&s));
                stuck(one) || stuck(two) || (!for_ever && !board.live[one as usize] && !board.live[two as usize])
            });
            if held {
                index += 1;
            } else {
                out.swap_remove(index);
            }
        }
        if out.len() == before {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use dedale_grid::Rng;

    #[test]
    fn recursion_agrees_with_fixed_point() {
        let rows = ["##########", "#   .    #", "# # ..#  #", "#  $  $  #", "# $ .  $ #", "#  #  @. #", "##########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let mut rng = Rng::new(9);
        let mut freeze = Freeze::default();
        let (mut all, mut kills) = (Vec::new(), 0);
        for _ in 0..3000 {
            let mut squares = board.live_squares.clone();
            rng.shuffle(&mut squares);
            squares.truncate(3 + rng.index(6));
            let mut solid = board.solid(&squares);
            let before = solid.clone();
            frozen(&board, &solid, &squares, false, &mut all);
            let fast = squares.iter().any(|&square| freeze.kills(&board, &mut solid, square));
            let slow = all.iter().any(|&square| !board.is_target[square as usize]);
            assert_eq!(fast, slow, "{squares:?}");
            assert_eq!(solid, before);
            kills += usize::from(fast);
        }
        assert!((100..2900).contains(&kills), "{kills}");
    }
}
