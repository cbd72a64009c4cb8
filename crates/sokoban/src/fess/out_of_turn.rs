//! Steps of a plan that are fulfilled out of turn.
//!
//! A plan is a list, but much of it could as well be done in another order:
//! what fills one goal room says nothing about another. So a box that stands
//! on the square of a later step counts too, provided that the steps before it
//! can still be done with the box in their way. Two things are asked: for every
//! two steps, whether the later one shuts out the earlier (beforehand, on the
//! empty board); and for a position, whether the boxes left can be given the
//! steps left, each a step that it can be pushed to among the boxes placed.
//! Boxes that get none are stray.
//!
//! Cost: a pull for every two steps, once; then a matching for each move, and a
//! pull for each step and each new set of steps done before it. These are kept,
//! since the same few sets come again and again.

use super::macros::{BoxMacro, MacroGenerator};
use super::plan::{Step, give};
use crate::board::{Board, Square};
use crate::position::Zone;
use rustc_hash::FxHashMap;

/// The most bytes of answers that are kept; then all are forgotten.
const MOST_BYTES: usize = 16 << 20;

/// The most steps times squares: one position asks for a pull over the whole
/// board for each step, and nobody looks at the clock meanwhile.
const MOST_LOOKED: usize = 60_000;

/// Squares of a box and sides of it on which the player stands, one bit each.
type Stands = Box<[u64]>;

/// Tells which steps count though their turn has not come.
#[derive(Clone, Debug)]
pub(super) struct OutOfTurn {
    /// The first 128 steps.
    steps: Vec<Step>,
    /// The squares that must hold boxes after each number of steps.
    after: Vec<Vec<Square>>,
    /// Which steps fill a square that no other step uses.
    last: u128,
    /// For each step those before it that it would shut out.
    shuts: Vec<u128>,
    /// From where a box comes to the square of a step, and the player's side of
    /// it, when the steps before it are done and some of those after it.
    known: FxHashMap<(u16, u128), Stands>,
    words: usize,
    generator: MacroGenerator,
    macros: Vec<BoxMacro>,
    owner: Vec<u16>,
    /// The boxes placed, and the player's zone among them.
    placed: Vec<u8>,
    zone: Zone,
    rows: Vec<u128>,
    /// The steps that count out of turn in the position felt last, how many
    /// boxes are stray in it.
    early: u128,
    stray: u16,
}

impl OutOfTurn {
    /// Whether a position of a board can be looked at in no time to speak of.
    pub fn fits(board: &Board, steps: &[Step]) -> bool {
        steps.len().min(128) * board.squares <= MOST_LOOKED
    }

    /// Looks at every two steps. Asked to stop, it leaves the rest in order.
    pub fn new(board: &Board, steps: &[Step], after: &[Vec<Square>], keep_on: &dyn Fn() -> bool) -> Self {
        let uses = |square: Square| steps.iter().filter(move |step| step.to == square).count();
        let taken = |square: Square| steps.iter().any(|step| step.from == Some(square));
        let count = steps.len().min(128);
        let stays = |&index: &usize| uses(steps[index].to) == 1 && !taken(steps[index].to);
        let last = (0..count).filter(stays).fold(0u128, |set, index| set | 1 << index);
        let mut one = Self {
            steps: steps[..count].to_vec(),
            after: after.to_vec(),
            last,
            shuts: (0..count).map(|index| (1 << index) - 1).collect(),
            known: FxHashMap::default(),
            words: board.squares / 16 + 1,
            generator: MacroGenerator::new(board),
            macros: Vec::new(),
            owner: vec![u16::MAX; 128],
            placed: board.solid(&[]),
            zone: Zone::new(board),
            rows: Vec::new(),
            early: 0,
            stray: 0,
        };
        for index in 0..count {
            let planned = one.usable(board, index, 0);
            for later in (index + 1..count).filter(|later| last >> later & 1 == 1) {
                if !keep_on() {
                    return one;
                }
                if !planned || one.usable(board, index, 1 << later) {
                    one.shuts[later] &= !(1 << index);
                }
            }
        }
        one
    }

    /// Steps that count, and stray boxes, when the first `done` steps are done;
    /// remembered for [`Self::look_after`].
    pub fn look(&mut self, board: &Board, done: u16, solid: &[u8], boxes: &[Square], player: Square) -> (u16, u16) {
        let mut early = 0;
        let mut stray = self.unmatched(board, done, 0, boxes, player);
        for index in done as usize + 1..self.steps.len() {
            if self.fulfilled(index, done, early, solid) {
                let now = self.unmatched(board, done, early | 1 << index, boxes, player);
                if now <= stray {
                    early |= 1 << index;
                    stray = now;
                }
            }
        }
        (self.early, self.stray) = (early, stray);
        (done + early.count_ones() as u16, stray)
    }

    /// The same after one carry from the position looked at.
    pub fn look_after(
        &mut self,
        board: &Board,
        done: u16,
        solid: &[u8],
        boxes: &[Square],
        player: Square,
        (from, to): (Square, Square),
    ) -> (u16, u16) {
        let mut early = self.early & from_step(done + 1);
        let mut fresh = None;
        for index in done as usize + 1..self.steps.len() {
            let square = self.steps[index].to;
            if square == from {
                early &= !(1 << index);
            }
            if square == to && self.fulfilled(index, done, early, solid) {
                fresh = Some(index);
            }
        }
        if let Some(index) = fresh {
            let stray = self.unmatched(board, done, early | 1 << index, boxes, player);
            if stray <= self.stray {
                return (done + early.count_ones() as u16 + 1, stray);
            }
        }
        (done + early.count_ones() as u16, self.unmatched(board, done, early, boxes, player))
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.known.len() * (self.words * 8 + 64)
    }

    /// Whether a step is fulfilled for good and shuts out none still to do.
    fn fulfilled(&self, index: usize, done: u16, early: u128, solid: &[u8]) -> bool {
        self.last >> index & 1 == 1
            && solid[self.steps[index].to as usize] == 1
            && self.shuts[index] & from_step(done) & !early == 0
    }

    /// How many of the steps still to do get no box, when those that are not
    /// placed are shared among them.
    fn unmatched(&mut self, board: &Board, done: u16, early: u128, boxes: &[Square], player: Square) -> u16 {
        self.placed[..board.squares].fill(0);
        for &square in &self.after[done as usize] {
            self.placed[square as usize] = 1;
        }
        for index in bits(early) {
            self.placed[self.steps[index].to as usize] = 1;
        }
        self.zone.flood(board, &self.placed, player);
        let left = boxes.iter().enumerate().take(128).filter(|(_, square)| self.placed[**square as usize] == 0);
        let free = left.fold(0u128, |set, (row, _)| set | 1 << row);
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        let mut missing = 0;
        for index in done as usize..self.steps.len() {
            if early >> index & 1 == 1 {
                continue;
            }
            let from = self.steps[index].from;
            self.learn(board, index, early & from_step(index as u16));
            let reach = &self.known[&(index as u16, early & from_step(index as u16))];
            let zone = &self.zone;
            let has =
                |square: Square| sides(reach, square).any(|side| zone.contains(board.next[square as usize][side]));
            match from {
                // A box waits there, or will.
                Some(from) => missing += u16::from(!has(from)),
                None => rows.push(bits(free).filter(|&row| has(boxes[row])).fold(0, |set, row| set | 1 << row)),
            }
        }
        self.owner.fill(u16::MAX);
        let lost = (0..rows.len()).filter(|&row| !give(&rows, &mut self.owner, row, &mut 0)).count() as u16;
        self.rows = rows;
        missing + lost
    }

    /// Whether a step can be done at all with those before it and the `early`
    /// ones done: from a square of the start, or from where the box is parked.
    fn usable(&mut self, board: &Board, index: usize, early: u128) -> bool {
        let from = self.steps[index].from;
        self.learn(board, index, early);
        let reach = &self.known[&(index as u16, early)];
        let has = |square: Square| sides(reach, square).next().is_some();
        match from {
            Some(from) => has(from),
            None => board.boxes.iter().any(|&square| has(square)),
        }
    }

    /// Finds out from where a box comes to the square of a step.
    fn learn(&mut self, board: &Board, index: usize, early: u128) {
        let key = (index as u16, early);
        if self.known.contains_key(&key) {
            return;
        }
        if self.bytes() > MOST_BYTES {
            self.known.clear();
        }
        let mut solid = board.solid(&self.after[index]);
        for other in bits(early) {
            solid[self.steps[other].to as usize] = 1;
        }
        let Step { from, to } = self.steps[index];
        solid[to as usize] = 0;
        if let Some(from) = from {
            solid[from as usize] = 0;
        }
        self.macros.clear();
        self.generator.pull(board, &solid, to, |_| true, &mut self.macros);
        let mut reach = vec![0; self.words].into_boxed_slice();
        let stays = (0..4).map(|side| (to, side));
        for (square, side) in self.macros.iter().map(|found| (found.to, found.side)).chain(stays) {
            let bit = square as usize * 4 + side as usize;
            reach[bit / 64] |= 1 << (bit % 64);
        }
        self.known.insert(key, reach);
    }
}

/// The sides of a square that are in a set.
fn sides(set: &[u64], square: Square) -> impl Iterator<Item = usize> {
    let four = set[square as usize / 16] >> (square % 16 * 4) & 15;
    (0..4).filter(move |side| four >> side & 1 == 1)
}

/// The steps from one on.
fn from_step(step: u16) -> u128 {
    u128::MAX.checked_shl(u32::from(step)).unwrap_or(0)
}

/// The numbers of the bits that are set.
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 128).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fess::plan::{Plan, PlanStrategy};
    use crate::level::Level;
    use dedale_grid::Rng;

    fn steps_of(rows: &[&str], squares: &[(usize, usize)]) -> (Board, OutOfTurn, Vec<Square>) {
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let squares: Vec<Square> = squares.iter().map(|&(row, col)| board.square_of[row * board.cols + col]).collect();
        let steps: Vec<Step> = squares.iter().map(|&to| Step { from: None, to }).collect();
        let after: Vec<Vec<Square>> = (0..=squares.len()).map(|done| squares[..done].to_vec()).collect();
        let out_of_turn = OutOfTurn::new(&board, &steps, &after, &|| true);
        (board, out_of_turn, squares)
    }

    #[test]
    fn huge_halls_are_left_in_order() {
        let row = |inside: char| format!("#{}#", String::from(inside).repeat(98));
        let mut rows = vec!["#".repeat(100)];
        rows.extend((0..98).map(|_| row(' ')));
        rows.push("#".repeat(100));
        rows[50].replace_range(10..14, "@$ .");
        let board = Board::new(&Level::from_rows(&rows).expect("a level")).expect("a board");
        let step = Step { from: None, to: board.targets[0] };
        assert!(OutOfTurn::fits(&board, &[step; 6]) && !OutOfTurn::fits(&board, &[step; 100]));
    }

    #[test]
    fn rooms_are_filled_in_any_order_and_corridors_in_theirs() {
        // A corridor of three targets to the right, a room of one below.
        let rows =
            ["###########", "#    ######", "# $$   ...#", "#  $ ######", "#@ $ ######", "# .    ####", "###########"];
        let plan = [(2, 9), (2, 8), (2, 7), (5, 2)];
        let (board, mut steps, squares) = steps_of(&rows, &plan);
        let mut look = |filled: &[usize]| {
            let mut boxes = board.boxes.clone();
            for (row, &step) in filled.iter().enumerate() {
                boxes[row] = squares[step];
            }
            steps.look(&board, 0, &board.solid(&boxes), &boxes, board.player)
        };
        assert_eq!(look(&[]), (0, 0));
        assert_eq!(look(&[3]), (1, 0), "the other room does not mind");
        assert_eq!(look(&[2]).0, 0, "the mouth of the corridor shuts it");
        assert_eq!(look(&[1]).0, 0);
        assert_eq!(look(&[1, 3]).0, 1);
    }

    #[test]
    fn a_move_is_seen_as_the_position_after_it() {
        let rows = [
            "##########",
            "#   .    #",
            "# # ..#  #",
            "#  $  $  #",
            "# $ .  $ #",
            "#  #  @. #",
            "#   $    #",
            "##########",
        ];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let plan = Plan::new(&board, &board.targets, PlanStrategy { limit: 100, ..PlanStrategy::default() }, &|| true);
        let squares: Vec<Square> = plan.steps.iter().map(|step| step.to).collect();
        let after: Vec<Vec<Square>> = (0..=squares.len()).map(|done| squares[..done].to_vec()).collect();
        let mut steps = OutOfTurn::new(&board, &plan.steps, &after, &|| true);
        let mut rng = Rng::new(5);
        let mut counted = 0;
        for _ in 0..300 {
            let mut free: Vec<Square> = (0..board.squares as Square).collect();
            rng.shuffle(&mut free);
            let player = free.pop().expect("a square");
            let boxes = free.split_off(free.len() - board.boxes.len());
            steps.look(&board, 0, &board.solid(&boxes), &boxes, player);
            let row = rng.index(boxes.len());
            let to = *rng.choose(&free).expect("free squares");
            let mut moved = boxes.clone();
            moved[row] = to;
            let solid = board.solid(&moved);
            let (packed, stray) = steps.look_after(&board, 0, &solid, &moved, player, (boxes[row], to));
            let filled = squares.iter().filter(|&&square| solid[square as usize] == 1).count() as u16;
            assert!(packed <= filled && stray <= boxes.len() as u16);
            // Without what was remembered no more counts with fewer stray boxes.
            let (again, left) = steps.look(&board, 0, &solid, &moved, player);
            assert!(left <= stray || again >= packed, "{again} {left} after {packed} {stray}");
            counted += again;
        }
        assert!(counted > 100, "{counted}");
    }
}
