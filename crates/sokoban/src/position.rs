//! Where the boxes are now, and where the player can walk.

use crate::board::{Board, Square};

/// A push: the box's square before it, and the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// The square the box leaves.
    pub from: Square,
    /// 0 up, 1 right, 2 down, 3 left.
    pub dir: u8,
}

/// The squares the player reaches, found by flood fill.
#[derive(Clone, Debug)]
pub struct Zone {
    /// The position flooded last, with the squares reached marked in it: one
    /// array to look at instead of two.
    state: Vec<u8>,
    /// The squares in the order they were found.
    pub list: Vec<Square>,
    /// The lowest square, the zone's name.
    pub lowest: Square,
}

/// The mark of a square that was reached.
const REACHED: u8 = 3;

impl Zone {
    /// An empty zone for a board.
    pub fn new(board: &Board) -> Self {
        Self { state: vec![0; board.squares + 1], list: Vec::with_capacity(board.squares + 1), lowest: 0 }
    }

    /// Whether the player reaches a square.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.state[square as usize] == REACHED
    }

    /// Fills the zone from a square and returns its name.
    #[inline]
    pub fn flood(&mut self, board: &Board, solid: &[u8], from: Square) -> Square {
        let Self { state, list, .. } = self;
        state.copy_from_slice(solid);
        list.clear();
        list.push(from);
        state[from as usize] = REACHED;
        let mut lowest = from;
        let mut head = 0;
        while let Some(&at) = list.get(head) {
            head += 1;
            for &to in &board.next[at as usize] {
                let mark = &mut state[to as usize];
                if *mark == 0 {
                    *mark = REACHED;
                    lowest = lowest.min(to);
                    list.push(to);
                }
            }
        }
        self.lowest = lowest;
        lowest
    }

    /// The name of the zone after a push, with a flood of what the push opens
    /// only; `None` if it may cut the zone, so that all must be flooded. `solid`
    /// is the position before the push, `self` its zone.
    #[inline]
    pub fn after_push(&mut self, board: &Board, solid: &[u8], push: Push) -> Option<Square> {
        let from = push.from as usize;
        let to = board.next[from][push.dir as usize];
        if to == self.lowest {
            return None;
        }
        if self.contains(to) {
            let free = |s: Square| solid[s as usize] == 0 || s as usize == from;
            if cuts(board, to, free) {
                return None;
            }
        }
        let lowest = self.lowest.min(push.from);
        let opens = |&side: &Square| side != to && self.state[side as usize] == 0;
        if !board.next[from].iter().any(opens) {
            return Some(lowest);
        }
        Some(lowest.min(self.lowest_beyond(board, push.from, to)))
    }

    /// The same after a pull: the box on `from` goes to `to`, where the player
    /// stood, and the player one square further.
    #[inline]
    pub fn after_pull(&mut self, board: &Board, solid: &[u8], from: Square, to: Square) -> Option<Square> {
        if to == self.lowest {
            return None;
        }
        // The square that opens belongs to the zone if it touches it elsewhere.
        let joined = board.next[from as usize].iter().any(|&side| side != to && self.contains(side));
        let free = |s: Square| solid[s as usize] == 0 || (joined && s == from);
        if cuts(board, to, free) {
            return None;
        }
        let opens = |&side: &Square| self.state[side as usize] == 0;
        if !joined {
            Some(self.lowest)
        } else if board.next[from as usize].iter().any(opens) {
            Some(self.lowest.min(self.lowest_beyond(board, from, to)))
        } else {
            Some(self.lowest.min(from))
        }
    }

    /// The lowest square outside the zone that the player reaches when the box
    /// on `from` has gone to `to`. The zone stays as it was.
    fn lowest_beyond(&mut self, board: &Board, from: Square, to: Square) -> Square {
        let Self { state, list, .. } = self;
        let before = (state[to as usize], list.len());
        state[to as usize] = 1;
        let mut lowest = from;
        list.push(from);
        let mut head = before.1;
        while let Some(&at) = list.get(head) {
            head += 1;
            lowest = lowest.min(at);
            for &next in &board.next[at as usize] {
                let mark = &mut state[next as usize];
                if *mark == 0 {
                    *mark = REACHED;
                    list.push(next);
                }
            }
        }
        for &at in &list[before.1 + 1..] {
            state[at as usize] = 0;
        }
        list.truncate(before.1);
        state[to as usize] = before.0;
        lowest
    }
}

/// Whether closing a square may cut what is free: its free sides must hang
/// together through its eight neighbours.
#[inline]
pub(crate) fn cuts(board: &Board, square: Square, free: impl Fn(Square) -> bool) -> bool {
    let near = &board.next[square as usize];
    let (mut edges, mut open) = (0, 0);
    for side in 0..4 {
        let other = (side + 1) & 3;
        if free(near[side]) {
            open += 1;
            edges += u32::from(free(near[other]) && free(board.next[near[side] as usize][other]));
        }
    }
    edges + 1 < open
}

/// A set of boxes with the player, made for pushing to and fro.
#[derive(Clone, Debug)]
pub struct Position {
    /// 0 free, 1 box, 2 wall, for every square and the wall.
    pub solid: Vec<u8>,
    /// The boxes, in no order.
    pub boxes: Vec<Square>,
    /// The player.
    pub player: Square,
}

impl Position {
    /// The start of a board.
    pub fn start(board: &Board) -> Self {
        Self { solid: board.solid(&board.boxes), boxes: board.boxes.clone(), player: board.player }
    }

    /// Puts other boxes and another player on the board.
    pub fn set(&mut self, boxes: impl IntoIterator<Item = Square>, player: Square) {
        for &square in &self.boxes {
            self.solid[square as usize] = 0;
        }
        self.boxes.clear();
        for square in boxes {
            self.solid[square as usize] = 1;
            self.boxes.push(square);
        }
        self.player = player;
    }

    /// Moves one box and the player.
    pub fn carry(&mut self, from: Square, to: Square, player: Square) {
        let index = self.boxes.iter().position(|&square| square == from).expect("a box stands there");
        self.boxes[index] = to;
        self.solid[from as usize] = 0;
        self.solid[to as usize] = 1;
        self.player = player;
    }

    /// Makes a push whose squares are known to be right.
    pub fn push(&mut self, board: &Board, push: Push) {
        let to = board.next[push.from as usize][push.dir as usize];
        self.carry(push.from, to, push.from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use dedale_grid::Rng;

    /// Random play: the short cut always agrees with the flood.
    #[test]
    fn short_cut_agrees_with_flood() {
        let rows =
            ["  ####", "###  ####", "#   $   #", "# # $# $##", "#  .. .  #", "# $  #.  #", "####@  ###", "   #####"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let mut rng = Rng::new(3);
        let mut zone = Zone::new(&board);
        let mut fresh = Zone::new(&board);
        let (mut short, mut pushes) = (0, 0);
        for _ in 0..200 {
            let mut position = Position::start(&board);
            for _ in 0..60 {
                zone.flood(&board, &position.solid, position.player);
                let mut options = Vec::new();
                for &at in &zone.list {
                    for dir in 0..4 {
                        let from = board.next[at as usize][dir];
                        let to = board.next[from as usize][dir];
                        if position.solid[from as usize] == 1 && position.solid[to as usize] == 0 {
                            options.push(Push { from, dir: dir as u8 });
                        }
                    }
                }
                let Some(&push) = rng.choose(&options) else { break };
                let guess = zone.after_push(&board, &position.solid, push);
                position.push(&board, push);
                let name = fresh.flood(&board, &position.solid, position.player);
                assert!(guess.is_none_or(|guess| guess == name), "{guess:?} {name}");
                short += usize::from(guess.is_some());
                pushes += 1;
            }
        }
        assert!(short * 3 > pushes, "the short cut is taken: {short} of {pushes}");
    }

    /// The same backwards.
    #[test]
    fn short_cut_agrees_with_flood_after_pulls() {
        let rows =
            ["  ####", "###  ####", "#   $   #", "# # $# $##", "#  .. .  #", "# $  #.  #", "####@  ###", "   #####"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let mut rng = Rng::new(4);
        let (mut zone, mut fresh) = (Zone::new(&board), Zone::new(&board));
        let (mut short, mut pulls) = (0, 0);
        for _ in 0..200 {
            let mut position = Position::start(&board);
            for _ in 0..60 {
                zone.flood(&board, &position.solid, position.player);
                let mut options = Vec::new();
                for &to in &zone.list {
                    for dir in 0..4 {
                        let from = board.next[to as usize][dir];
                        let back = board.next[to as usize][(dir + 2) & 3];
                        if position.solid[from as usize] == 1 && position.solid[back as usize] == 0 {
                            options.push((from, to, back));
                        }
                    }
                }
                let Some(&(from, to, back)) = rng.choose(&options) else { break };
                let guess = zone.after_pull(&board, &position.solid, from, to);
                position.carry(from, to, back);
                let name = fresh.flood(&board, &position.solid, back);
                assert!(guess.is_none_or(|guess| guess == name), "{guess:?} {name}");
                short += usize::from(guess.is_some());
                pulls += 1;
            }
        }
        assert!(short * 4 > pulls, "the short cut is taken: {short} of {pulls}");
    }
}
