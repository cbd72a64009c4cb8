//! Boxes that can go home for nothing go home: a rule that may be wrong.
//!
//! If a box can be pushed to a target now, at no more than the bound says, and
//! all others could still be served at no more than the bound says if every box
//! on a target stayed there for ever, then it is mostly right to do that at
//! once, and to try nothing else. Where [`super::delivery`] cannot prove it,
//! this finds short solutions early; the position is looked at in full when the
//! search has come to longer ones.

use super::walls::{Verdict, Walls};
use crate::board::{Board, Square};
use crate::deadlock::matching::Assignment;
use crate::expand::Child;
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::position::Zone;

/// The rule with its working memory.
pub(super) struct Bold {
    generator: MacroGenerator,
    macros: Vec<BoxMacro>,
    home: Vec<Square>,
    zone: Zone,
    later: Zone,
    /// Work done, a unit is roughly a microsecond.
    pub used: u64,
}

impl Bold {
    pub(super) fn new(board: &Board) -> Self {
        Self {
            generator: MacroGenerator::new(board),
            macros: Vec::new(),
            home: Vec::new(),
            zone: Zone::new(board),
            later: Zone::new(board),
            used: 0,
        }
    }

    /// The best box to go home, if there is one; `assignment` is the matching
    /// of the boxes, `matched` what it costs. `solid` is left as it was. Whoever
    /// does not `keep_on` hears of nothing further.
    pub(super) fn go_home(
        &mut self,
        board: &Board,
        solid: &mut [u8],
        (boxes, player): (&mut [Square], Square),
        (assignment, matched): (&mut Assignment, u32),
        walls: &mut Walls,
        keep_on: &dyn Fn() -> bool,
    ) -> Option<Child> {
        self.zone.flood(board, solid, player);
        self.used += boxes.len() as u64 * (1 + board.squares as u64 / 100);
        let mut best: Option<Child> = None;
        for row in 0..boxes.len() {
            let from = boxes[row];
            if board.is_target[from as usize] {
                continue;
            }
            if !keep_on() {
                break;
            }
            let mut macros = std::mem::take(&mut self.macros);
            macros.clear();
            solid[from as usize] = 0;
            self.generator.push(board, solid, from, &self.zone, None, &mut macros);
            for carry in macros.iter().filter(|carry| board.is_target[carry.to as usize]) {
                let (to, pushes) = (carry.to, carry.pushes);
                // What lies deepest comes first.
                if best.is_some_and(|best| best.pushes >= pushes)
                    || assignment.peek(row, board.distances(to)) != matched.checked_sub(u32::from(pushes))
                {
                    continue;
                }
                solid[to as usize] = 1;
                let player = self.later.flood(board, solid, board.next[to as usize][carry.side as usize]);
                solid[to as usize] = 0;
                // Who cannot come back has shut the door behind the box.
                if !self.later.contains(from) {
                    continue;
                }
                if !keep_on() {
                    break;
                }
                boxes[row] = to;
                self.home.clear();
                self.home.extend(boxes.iter().copied().filter(|&square| board.is_target[square as usize]));
                let harmless = match walls.with(board, &self.home, boxes) {
                    Verdict::Nothing => true,
                    Verdict::AtLeast(bound) => bound + u32::from(pushes) <= matched,
                    Verdict::Dead => false,
                };
                boxes[row] = from;
                if harmless {
                    best = Some(Child { row, from, to, dir: 0, pushes, player });
                }
            }
            solid[from as usize] = 1;
            self.macros = macros;
        }
        best
    }
}
