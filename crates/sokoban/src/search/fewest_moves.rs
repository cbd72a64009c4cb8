//! Solutions with the fewest moves, walks included.
//!
//! A position is the boxes with the player's very square after a push. Its
//! neighbours are all pushes it can walk to, at the cost of the walk plus one.
//! A* with the matching bound (every push is a move). No technique that
//! reorders pushes is used, only those that find deadlocks.

use super::buckets::Buckets;
use super::{Engine, Status, trace};
use crate::board::{FAR, Square};
use crate::bound::{Bounds, Heuristic};
use crate::control::{Control, Stop};
use crate::deadlock::freeze::Freeze;
use crate::expand::Knowledge;
use crate::position::Position;
use crate::store::{Id, NO_ID, Store};
use crate::zobrist::Zobrist;
use std::sync::Arc;

/// The search.
pub struct FewestMoves {
    knowledge: Arc<Knowledge>,
    bounds: Bounds,
    zobrist: Zobrist,
    store: Store,
    open: Buckets,
    closed: Vec<bool>,
    freeze: Freeze,
    counted: usize,
    started: bool,
}

impl FewestMoves {
    /// A search that has not begun.
    pub fn new(knowledge: Arc<Knowledge>) -> Self {
        let board = &knowledge.board;
        Self {
            bounds: Bounds::new(board, Heuristic::Hungarian),
            zobrist: Zobrist::new(board.squares),
            store: Store::new(board),
            open: Buckets::default(),
            closed: Vec::new(),
            freeze: Freeze::default(),
            counted: 0,
            started: false,
            knowledge,
        }
    }

    fn add(&mut self, boxes: &[Square], player: Square, parent: Id, moves: u16, bound: u32) -> Option<()> {
        let knowledge = Arc::clone(&self.knowledge);
        let key = self.zobrist.boxes(boxes) ^ self.zobrist.player(player);
        let (id, new) = self.store.insert(&knowledge.board, key, boxes, player, parent, moves)?;
        if new {
            self.closed.push(false);
        } else if moves < self.store.pushes(id) {
            self.store.improve(id, parent, moves);
            self.closed[id as usize] = false;
        } else {
            return Some(());
        }
        self.open.push(moves as usize + bound as usize, id);
        Some(())
    }
}

impl Engine for FewestMoves {
    fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        if !self.started {
            self.started = true;
            let dead = board.boxes.iter().any(|&square| !board.live[square as usize]);
            match self.bounds.of(board, &board.boxes) {
                Some(bound) if !dead => {
                    self.add(&board.boxes, board.player, NO_ID, 0, bound);
                }
                _ => return Status::Exhausted,
            }
        }
        let mut position = Position::start(board);
        let mut walk = vec![FAR; board.squares + 1];
        let mut queue: Vec<Square> = Vec::new();
        let mut boxes = Vec::new();
        let pace = Control::pace(board);
        let unit = 4 + board.squares as u64 / 30;
        let (mut done, mut round) = (0, 0u32);
        loop {
            round += 1;
            if round.is_multiple_of(pace) {
                if let Some(stop) = control.tick(u64::from(pace)) {
                    return Status::Stopped(stop);
                }
                let now = self.store.bytes() + self.open.bytes() + self.closed.capacity();
                if !control.memory(self.counted, now) {
                    return Status::Stopped(Stop::Memory);
                }
                self.counted = now;
                if round.is_multiple_of(pace * 16) {
                    control.report("moves");
                }
                if done > work {
                    return Status::Paused;
                }
            }
            let Some(id) = self.open.pop() else {
                control.tick(u64::from(round % pace));
                return Status::Exhausted;
            };
            if std::mem::replace(&mut self.closed[id as usize], true) {
                continue;
            }
            done += unit;
            self.store.boxes(board, id, &mut boxes);
            if board.solved(&boxes) {
                control.tick(u64::from(round % pace));
                return Status::Solved(trace(board, &self.store, id));
            }
            let (player, moves) = (self.store.player(id), self.store.pushes(id));
            control.show(board, &boxes, player);
            position.set(boxes.iter().copied(), player);
            if self.bounds.of(board, &boxes).is_none() {
                continue;
            }
            walk.fill(FAR);
            walk[player as usize] = 0;
            queue.clear();
            queue.push(player);
            let mut head = 0;
            while let Some(&at) = queue.get(head) {
                head += 1;
                // With a thousand boxes the bound of one child takes a millisecond.
                if head % 64 == 0
                    && let Some(stop) = control.stop()
                {
                    return Status::Stopped(stop);
                }
                for dir in 0..4 {
                    let to = board.next[at as usize][dir];
                    if position.solid[to as usize] == 0 && walk[to as usize] == FAR {
                        walk[to as usize] = walk[at as usize] + 1;
                        queue.push(to);
                    }
                    if position.solid[to as usize] != 1 {
                        continue;
                    }
                    let beyond = board.next[to as usize][dir];
                    if position.solid[beyond as usize] != 0 || !board.live[beyond as usize] {
                        continue;
                    }
                    let row = boxes.iter().position(|&square| square == to).expect("a box stands there");
                    position.solid[to as usize] = 0;
                    position.solid[beyond as usize] = 1;
                    let dead = knowledge
                        .pairs
                        .as_ref()
                        .is_some_and(|pairs| boxes.iter().any(|&other| other != to && pairs.dead(beyond, other)))
                        || self.freeze.kills(board, &mut position.solid, beyond);
                    position.solid[to as usize] = 1;
                    position.solid[beyond as usize] = 0;
                    if dead {
                        continue;
                    }
                    let mut moved = boxes.clone();
                    moved[row] = beyond;
                    let total = moves.saturating_add(walk[at as usize]).saturating_add(1);
                    let Some(bound) = self.bounds.after(board, &moved, row, to) else { continue };
                    if self.add(&moved, to, id, total, bound).is_none() {
                        return Status::Stopped(Stop::Memory);
                    }
                }
            }
        }
    }

    fn complete(&self) -> bool {
        true
    }

    fn memory(&self) -> usize {
        self.counted
    }

    fn name(&self) -> &'static str {
        "moves"
    }
}
