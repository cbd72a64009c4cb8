//! What the empty floor says about two squares: how far one walks from one to
//! the other, and whether a lone box can be pushed from one to the other.
//!
//! Computed for a square when it is first asked about: one breadth-first
//! search, O(squares), kept for the rest of the search.

use crate::board::{Around, Board, FAR, Square};
use dedale_grid::Marks;

/// Answers about the empty floor, as far as they were asked for.
#[derive(Clone, Debug)]
pub(crate) struct Floor {
    walks: Vec<Option<Box<[u16]>>>,
    pushes: Vec<Option<Box<[u64]>>>,
    seen: Marks,
    /// Bytes of the answers.
    bytes: usize,
}

impl Floor {
    /// Nothing computed yet.
    pub fn new(board: &Board) -> Self {
        let squares = board.squares + 1;
        Self { walks: vec![None; squares], pushes: vec![None; squares], seen: Marks::new(squares * 4), bytes: 0 }
    }

    /// The walking distances of all squares from one.
    pub fn walks(&mut self, board: &Board, from: Square) -> &[u16] {
        self.walks[from as usize].get_or_insert_with(|| {
            self.bytes += board.squares * 2 + 16;
            walk_distances(board, [from])
        })
    }

    /// Whether a lone box can be pushed from one square to another, the player
    /// starting on the side of the caller's choice.
    pub fn pushable(&mut self, board: &Board, from: Square, to: Square) -> bool {
        let seen = &mut self.seen;
        let reached = self.pushes[from as usize].get_or_insert_with(|| {
            self.bytes += board.squares / 8 + 24;
            push_reach(board, from, seen)
        });
        reached[to as usize / 64] >> (to % 64) & 1 == 1
    }

    /// Bytes of what was computed.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The walking distance of every square from the nearest of some.
pub(crate) fn walk_distances(board: &Board, from: impl IntoIterator<Item = Square>) -> Box<[u16]> {
    let mut steps = vec![FAR; board.squares + 1].into_boxed_slice();
    let mut queue: Vec<Square> = from.into_iter().collect();
    for &square in &queue {
        steps[square as usize] = 0;
    }
    let mut head = 0;
    while let Some(&at) = queue.get(head) {
        head += 1;
        for &to in &board.next[at as usize] {
            if to != board.wall() && steps[to as usize] == FAR {
                steps[to as usize] = steps[at as usize] + 1;
                queue.push(to);
            }
        }
    }
    steps
}

/// The squares to which a lone box on `from` can be pushed among walls and
/// boxes that stand still, the player starting on any side; `from` is free.
pub(crate) fn push_flood(board: &Board, solid: &[u8], from: Square, around: &mut Around) -> Vec<bool> {
    let mut reached = vec![false; board.squares + 1];
    let mut sides: Vec<Option<[u8; 4]>> = vec![None; board.squares + 1];
    let mut sides_of =
        |square: Square| *sides[square as usize].get_or_insert_with(|| around.sides(board, solid, square));
    let mut seen = Marks::new((board.squares + 1) * 4);
    let mut queue: Vec<(Square, u8)> = Vec::new();
    for group in sides_of(from) {
        if group < 4 && seen.insert(from as usize * 4 + group as usize) {
            queue.push((from, group));
        }
    }
    reached[from as usize] = true;
    while let Some((at, group)) = queue.pop() {
        reached[at as usize] = true;
        let sides = sides_of(at);
        for dir in 0..4 {
            let to = board.next[at as usize][dir];
            if sides[(dir + 2) & 3] != group || solid[to as usize] != 0 {
                continue;
            }
            let side = sides_of(to)[(dir + 2) & 3];
            if side < 4 && seen.insert(to as usize * 4 + side as usize) {
                queue.push((to, side));
            }
        }
    }
    reached
}

fn push_reach(board: &Board, from: Square, seen: &mut Marks) -> Box<[u64]> {
    let mut reached = vec![0u64; (board.squares + 1).div_ceil(64)].into_boxed_slice();
    seen.clear();
    let mut queue: Vec<(Square, u8)> = Vec::new();
    for group in board.sides[from as usize] {
        if group < 4 && seen.insert(from as usize * 4 + group as usize) {
            queue.push((from, group));
        }
    }
    while let Some((at, group)) = queue.pop() {
        reached[at as usize / 64] |= 1 << (at % 64);
        for dir in 0..4 {
            let to = board.next[at as usize][dir];
            if board.sides[at as usize][(dir + 2) & 3] != group || to == board.wall() || !board.live[to as usize] {
                continue;
            }
            let side = board.sides[to as usize][(dir + 2) & 3];
            if side < 4 && seen.insert(to as usize * 4 + side as usize) {
                queue.push((to, side));
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn walks_and_pushes() {
        let rows = ["########", "#@ $ ..#", "#    $ #", "########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let at = |row: usize, col: usize| board.square_of[row * 8 + col];
        let mut floor = Floor::new(&board);
        assert_eq!(floor.walks(&board, at(1, 1))[at(2, 6) as usize], 6);
        // Along the upper wall a box goes both ways, but never comes down.
        assert!(floor.pushable(&board, at(1, 3), at(1, 5)) && floor.pushable(&board, at(1, 5), at(1, 3)));
        assert!(floor.pushable(&board, at(2, 5), at(1, 5)) || !board.live[at(2, 5) as usize]);
        assert!(!floor.pushable(&board, at(1, 5), at(2, 5)));
    }
}
