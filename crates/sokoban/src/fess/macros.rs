//! Carrying one box anywhere while all others stand still.
//!
//! A breadth-first search over (square of the box, side of the player). Which
//! sides of the box hang together is looked up from its eight neighbours; when
//! these do not tell it is found by a flood, and after some floods by one walk
//! over the board that answers for all squares ([`super::lifted`]). The same
//! search run backwards (pulling) answers from where a box could have come.

use super::lifted::Lifted;
use crate::board::{Around, Board, Square};
use crate::deadlock::pairs::Pairs;
use crate::position::{Push, Zone};
use dedale_grid::Marks;

/// A box carried from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxMacro {
    /// Where it stood.
    pub from: Square,
    /// Where it stands.
    pub to: Square,
    /// The side of the box on which the player ends.
    pub side: u8,
    /// How many pushes (or pulls) that took.
    pub pushes: u16,
}

/// One state of the search.
#[derive(Clone, Copy, Debug)]
struct State {
    at: Square,
    side: u8,
    dir: u8,
    parent: u32,
    pushes: u16,
}

/// Floods after which a walk over the whole board is cheaper.
const FLOODS: u8 = 2;

/// The search with its working memory.
#[derive(Clone, Debug)]
pub struct MacroGenerator {
    around: Around,
    lifted: Lifted,
    /// Floods made for the box in question.
    floods: u8,
    known: Marks,
    sides: Vec<[u8; 4]>,
    seen: Marks,
    states: Vec<State>,
}

impl MacroGenerator {
    /// Working memory for a board.
    pub fn new(board: &Board) -> Self {
        Self {
            around: Around::new(board.squares),
            lifted: Lifted::default(),
            floods: 0,
            known: Marks::new(board.squares + 1),
            sides: vec![[4; 4]; board.squares + 1],
            seen: Marks::new((board.squares + 1) * 4),
            states: Vec::new(),
        }
    }

    fn sides(&mut self, board: &Board, solid: &[u8], square: Square) -> [u8; 4] {
        if self.known.insert(square as usize) {
            self.sides[square as usize] = match hang_together(board, solid, square) {
                Some(sides) => sides,
                None => self.apart(board, solid, square),
            };
        }
        self.sides[square as usize]
    }

    /// Which sides hang together, if the corners do not tell.
    fn apart(&mut self, board: &Board, solid: &[u8], square: Square) -> [u8; 4] {
        if self.floods < FLOODS {
            self.floods += 1;
            return self.around.sides(board, solid, square);
        }
        if self.floods == FLOODS {
            self.floods += 1;
            self.lifted.lift(board, solid);
        }
        self.lifted.sides(board, square)
    }

    fn begin(&mut self, board: &Board, solid: &[u8], from: Square, player: impl Fn(Square) -> bool) {
        self.known.clear();
        self.seen.clear();
        self.states.clear();
        self.floods = 0;
        let sides = self.sides(board, solid, from);
        for side in 0..4u8 {
            let group = sides[side as usize];
            if group < 4
                && player(board.next[from as usize][side as usize])
                && self.seen.insert(from as usize * 4 + group as usize)
            {
                self.states.push(State { at: from, side: group, dir: 4, parent: u32::MAX, pushes: 0 });
            }
        }
    }

    /// All ways to push the box on `from`, which is not in `solid`, with the
    /// player in `zone`; with a table of pairs and the boxes, dead pairs are
    /// avoided.
    pub fn push(
        &mut self,
        board: &Board,
        solid: &[u8],
        from: Square,
        zone: &Zone,
        avoid: Option<(&Pairs, &[Square])>,
        out: &mut Vec<BoxMacro>,
    ) {
        self.push_by(board, solid, from, |square| zone.contains(square), avoid, out);
    }

    /// The same with the player on squares for which `player` holds.
    pub fn push_by(
        &mut self,
        board: &Board,
        solid: &[u8],
        from: Square,
        player: impl Fn(Square) -> bool,
        avoid: Option<(&Pairs, &[Square])>,
        out: &mut Vec<BoxMacro>,
    ) {
        self.begin(board, solid, from, player);
        let mut head = 0;
        while let Some(&state) = self.states.get(head) {
            let sides = self.sides(board, solid, state.at);
            for dir in 0..4 {
                if sides[(dir + 2) & 3] != state.side {
                    continue;
                }
                let to = board.next[state.at as usize][dir];
                if solid[to as usize] != 0 || !board.live[to as usize] {
                    continue;
                }
                let group = self.sides(board, solid, to)[(dir + 2) & 3];
                if self.seen.contains(to as usize * 4 + group as usize) {
                    continue;
                }
                let bad = |(pairs, boxes): (&Pairs, &[Square])| boxes.iter().any(|&b| b != from && pairs.dead(to, b));
                if avoid.is_some_and(bad) {
                    continue;
                }
                self.seen.insert(to as usize * 4 + group as usize);
                let pushes = state.pushes + 1;
                self.states.push(State { at: to, side: group, dir: dir as u8, parent: head as u32, pushes });
                if to != from || self.states.len() > 1 {
                    out.push(BoxMacro { from, to, side: group, pushes });
                }
            }
            head += 1;
        }
    }

    /// All ways to pull the box on `from`, which is not in `solid`, with the
    /// player on squares for which `player` holds.
    pub fn pull(
        &mut self,
        board: &Board,
        solid: &[u8],
        from: Square,
        player: impl Fn(Square) -> bool,
        out: &mut Vec<BoxMacro>,
    ) {
        self.begin(board, solid, from, player);
        let mut head = 0;
        while let Some(&state) = self.states.get(head) {
            let sides = self.sides(board, solid, state.at);
            for (dir, &side) in sides.iter().enumerate() {
                if side != state.side {
                    continue;
                }
                let to = board.next[state.at as usize][dir];
                let back = board.next[to as usize][dir];
                if solid[back as usize] != 0 {
                    continue;
                }
                let group = self.sides(board, solid, to)[dir];
                if !self.seen.insert(to as usize * 4 + group as usize) {
                    continue;
                }
                let pushes = state.pushes + 1;
                self.states.push(State { at: to, side: group, dir: dir as u8, parent: head as u32, pushes });
                out.push(BoxMacro { from, to, side: group, pushes });
            }
            head += 1;
        }
    }

    /// The pushes of a carry that [`Self::push`] found in this position.
    pub fn pushes(&mut self, board: &Board, solid: &[u8], zone: &Zone, carry: BoxMacro) -> Option<Vec<Push>> {
        let mut out = Vec::new();
        self.push(board, solid, carry.from, zone, None, &mut out);
        let last = self
            .states
            .iter()
            .rposition(|state| state.at == carry.to && state.side == carry.side && state.parent != u32::MAX)?;
        let mut pushes = Vec::new();
        let mut index = last;
        while self.states[index].parent != u32::MAX {
            let state = self.states[index];
            let from = board.next[state.at as usize][(state.dir as usize + 2) & 3];
            pushes.push(Push { from, dir: state.dir });
            index = state.parent as usize;
        }
        pushes.reverse();
        Some(pushes)
    }
}

/// For each side of a square the lowest that is free, 4 where the side is
/// solid; if the corners show that all free sides hang together.
#[inline]
fn hang_together(board: &Board, solid: &[u8], square: Square) -> Option<[u8; 4]> {
    let next = &board.next[square as usize];
    let free = |square: Square| solid[square as usize] == 0;
    let (mut open, mut joined, mut lowest) = (0, 0, 4);
    for side in (0..4).rev() {
        if free(next[side]) {
            (open, lowest) = (open + 1, side as u8);
            let other = (side + 1) & 3;
            joined += u8::from(free(next[other]) && free(board.next[next[side] as usize][other]));
        }
    }
    let side = |side: usize| if free(next[side]) { lowest } else { 4 };
    (open <= joined + 1).then(|| [0, 1, 2, 3].map(side))
}
