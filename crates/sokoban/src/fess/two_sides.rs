//! Two sides that head for each other.
//!
//! The goal area of a hard level is hard to fill and hard to empty, but what
//! lies between is often easy. So the solved board is unfolded first
//! (`fess::unfold`) and a forward search heads for the most open position
//! found, the picture. Where it stops short, the sides take turns: the backward
//! search heads for the position that came nearest to the picture, the forward
//! search for the one that came nearest to that, each going on from the way it
//! has found. Mostly a few turns bring them within some pushes of each other,
//! or together: all positions of both sides are in one table.
//!
//! When two turns bring them no nearer, single pushes try to join the two
//! positions (`fess::join`). If that fails too, another round begins, in turn
//! without the moves of the boxes in which the sides differ (`fess::relink`)
//! and with only a part of both ways, and with the squares of the picture
//! weighted at random, so that other boxes come first; every fourth time with a
//! fresh picture.

use super::join::join;
use super::macros::BoxMacro;
use super::meeting::MeetingTable;
use super::picture::{Heading, Picture};
use super::relink::relink;
use super::search::{Fess, FessOptions};
use super::unfold::{Keep, Unfold};
use crate::board::Square;
use crate::control::Control;
use crate::expand::Knowledge;
use crate::position::Position;
use crate::search::{Engine, Status};
use crate::technique::Techniques;
use dedale_grid::Rng;
use std::sync::Arc;

/// The most boxes times squares.
const MOST_MOVES: usize = 120_000;

/// The work of the first turns.
const FIRST: u64 = 100_000;
/// Rounds with one picture.
const ROUNDS: u64 = 4;
/// The heaviest square of a picture.
const WEIGHTS: u64 = 4;
/// Single pushes are tried when the sides are this near, with so much work.
const NEAR: u16 = 20;
const JOINING: u64 = 150_000;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// The solved board is unfolded.
    Unfolding,
    /// The forward side heads for the picture.
    Forwards,
    /// The backward side heads for what the forward side has reached.
    Backwards,
}

/// The search.
pub struct TwoSides {
    knowledge: Arc<Knowledge>,
    techniques: Techniques,
    table: Arc<MeetingTable>,
    unfold: Unfold,
    backward: Option<Unfold>,
    forward: Option<Fess>,
    turn: Turn,
    /// The work of a turn, and what is left of this one.
    length: u64,
    left: u64,
    /// The position of the backward side that was headed for last.
    picture: Vec<Square>,
    player: Square,
    /// The moves to the nearest position of the forward side.
    moves: Vec<BoxMacro>,
    /// How near the sides have come in this round, and how many turns ago.
    gap: u16,
    stalled: u8,
    round: u64,
    weights: Vec<u16>,
    /// What is kept of the way back next time.
    keep: Keep,
    rng: Rng,
}

impl TwoSides {
    /// A search that has not begun.
    pub fn new(knowledge: Arc<Knowledge>, table: Arc<MeetingTable>) -> Self {
        Self {
            unfold: Unfold::new(Arc::clone(&knowledge), Arc::clone(&table)),
            backward: None,
            forward: None,
            turn: Turn::Unfolding,
            length: FIRST,
            left: FIRST,
            picture: Vec::new(),
            player: 0,
            moves: Vec::new(),
            gap: u16::MAX,
            stalled: 0,
            round: 0,
            weights: Vec::new(),
            keep: Keep::Part(100),
            rng: Rng::new(1),
            techniques: Techniques::ALL,
            knowledge,
            table,
        }
    }

    /// Does without some techniques.
    #[must_use]
    pub fn with(self, techniques: Techniques) -> Self {
        Self { unfold: self.unfold.with(techniques), techniques, ..self }
    }

    /// Whether the method fits a board: a picture needs every target, and the
    /// moves of one position must be few enough to be listed at once.
    pub fn fits(knowledge: &Knowledge) -> bool {
        let board = &knowledge.board;
        let boxes = board.boxes.len();
        boxes == board.targets.len() && boxes <= 128 && boxes * board.squares <= MOST_MOVES
    }

    /// Ends a turn and begins the next; a status if the level is solved by it,
    /// or nothing is left to do.
    fn change(&mut self, control: &Control<'_>) -> Option<Status> {
        match self.turn {
            Turn::Unfolding => {
                let Some((_, boxes)) = &self.unfold.best else { return Some(Status::Exhausted) };
                self.picture.clone_from(boxes);
                self.player = self.unfold.best_player();
                self.put_backward_away(control);
                self.moves.clear();
                self.go_forwards(control)
            }
            Turn::Forwards => {
                let nearest = self.forward.as_ref().and_then(Fess::nearest);
                let Some((gap, boxes, moves)) = nearest else { return Some(Status::Exhausted) };
                self.moves = moves;
                if self.stalls(gap) {
                    return self.join(control).or_else(|| self.next_round(control));
                }
                self.go_backwards(&boxes, control)
            }
            Turn::Backwards => {
                let backward = self.backward.as_ref()?;
                let Some((_, boxes)) = &backward.best else { return Some(Status::Exhausted) };
                self.picture.clone_from(boxes);
                self.player = backward.best_player();
                let gap = backward.best_gap();
                if self.stalls(gap) {
                    return self.join(control).or_else(|| self.next_round(control));
                }
                self.go_forwards(control)
            }
        }
    }

    fn go_forwards(&mut self, control: &Control<'_>) -> Option<Status> {
        if let Some(forward) = self.forward.take() {
            control.memory(forward.memory(), 0);
        }
        let options = FessOptions { eager: true, ..FessOptions::default() };
        let forward = Fess::new(Arc::clone(&self.knowledge), options).with(self.techniques);
        let forward = forward.meeting(Arc::clone(&self.table));
        let mut forward = forward.towards(self.picture.clone(), self.weights.clone());
        let status = forward.follow(&self.moves, control);
        self.forward = Some(forward);
        self.turn = Turn::Forwards;
        // The first turn of a round has the longest way to go.
        self.left = if self.gap == u16::MAX { self.length * 2 } else { self.length };
        status
    }

    fn go_backwards(&mut self, boxes: &[Square], control: &Control<'_>) -> Option<Status> {
        let known = self.backward.as_ref().unwrap_or(&self.unfold);
        let (backward, met) = known.heading(boxes, &self.weights, self.keep, control);
        self.put_backward_away(control);
        self.backward = Some(backward);
        self.keep = Keep::Part(100);
        self.turn = Turn::Backwards;
        self.left = self.length;
        met.map(Status::Solved)
    }

    fn put_backward_away(&mut self, control: &Control<'_>) {
        if let Some(backward) = self.backward.take() {
            control.memory(backward.counted(), 0);
        }
    }

    /// Notes how near the sides are; whether they came no nearer twice.
    fn stalls(&mut self, gap: u16) -> bool {
        self.stalled = if gap < self.gap { 0 } else { self.stalled + 1 };
        self.gap = self.gap.min(gap);
        self.stalled >= 2
    }

    /// Another round.
    fn next_round(&mut self, control: &Control<'_>) -> Option<Status> {
        self.round += 1;
        self.gap = u16::MAX;
        self.stalled = 0;
        self.length += self.length / 4;
        self.weights = (0..self.picture.len()).map(|_| 1 + self.rng.below(WEIGHTS) as u16).collect();
        if self.round.is_multiple_of(ROUNDS) {
            self.turn = Turn::Unfolding;
            self.left = self.length;
            return None;
        }
        if self.round.is_multiple_of(2) {
            let kept = self.rng.below(self.moves.len() as u64 + 1) as usize;
            self.moves.truncate(kept);
            self.keep = Keep::Part(self.rng.below(100) as usize);
        } else {
            let board = &self.knowledge.board;
            let start = (&board.boxes[..], board.player);
            self.moves = relink(board, start, &self.moves, &self.picture, Heading::Forwards, self.round - 1);
            self.keep = Keep::Right { seed: self.round - 1 };
        }
        self.go_forwards(control)
    }

    /// Joins the nearest positions of both sides by single pushes.
    fn join(&mut self, control: &Control<'_>) -> Option<Status> {
        let board = &self.knowledge.board;
        let mut pushes = self.forward.as_mut()?.pushes_of(&self.moves);
        let mut position = Position::start(board);
        pushes.iter().for_each(|&push| position.push(board, push));
        // What was headed for may have weighed some squares more than others.
        let mut picture = Picture::new(board, &self.picture, &[], Heading::Forwards);
        if picture.match_boxes(&position.boxes) > NEAR {
            return None;
        }
        let way = join(&self.knowledge, &position, (&self.picture, self.player), self.techniques, JOINING, control)?;
        pushes.extend(way);
        self.table.finish(board, &pushes).map(Status::Solved)
    }
}

impl Engine for TwoSides {
    fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
        let mut work = work;
        while work > 0 {
            let slice = work.min(self.left);
            let status = match (self.turn, &mut self.forward, &mut self.backward) {
                (Turn::Forwards, Some(forward), _) => forward.run(slice, control),
                (Turn::Backwards, _, Some(backward)) => backward.run(slice, control),
                _ => self.unfold.run(slice, control),
            };
            match status {
                Status::Paused => {}
                // A side at its end leaves its turn to the other.
                Status::Exhausted => self.left = slice,
                other => return other,
            }
            work -= slice;
            self.left -= slice;
            if self.left == 0
                && let Some(status) = control.stop().map(Status::Stopped).or_else(|| self.change(control))
            {
                return status;
            }
        }
        Status::Paused
    }

    fn complete(&self) -> bool {
        false
    }

    fn memory(&self) -> usize {
        self.unfold.counted()
            + self.backward.as_ref().map_or(0, Unfold::counted)
            + self.forward.as_ref().map_or(0, Engine::memory)
    }

    fn name(&self) -> &'static str {
        "two-sides"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fess::easy::solves_easy_levels;

    #[test]
    fn what_meets_is_a_solution() {
        solves_easy_levels(|knowledge| {
            assert!(TwoSides::fits(&knowledge));
            TwoSides::new(knowledge, Arc::default())
        });
    }
}
