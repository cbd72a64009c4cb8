//! Iterative-deepening A* over pushes (Korf 1985).
//!
//! Depth-first with a limit on pushes made plus bound; when nothing is found
//! the limit grows to the least value that passed it. A table of fixed size
//! remembers with how much left a position failed, so that it is not tried
//! again with no more. Little memory, fewest pushes.

use super::{Engine, Status, straight};
use crate::board::Square;
use crate::bound::{Bounds, Heuristic};
use crate::control::{Control, Stop};
use crate::expand::{Child, Expander, Knowledge};
use crate::position::{Push, Zone};
use crate::technique::Techniques;
use crate::zobrist::Zobrist;
use std::sync::Arc;

/// Slots of the table; each takes 16 bytes.
const SLOTS: usize = 1 << 20;

/// One position on the way down.
struct Frame {
    boxes: Vec<Square>,
    player: Square,
    pushes: u32,
    /// Children still to try, the best last, with their bounds.
    todo: Vec<(u32, Child)>,
    /// How the position was reached.
    from: Square,
    to: Square,
    key: u64,
}

/// The search.
pub struct Deepening {
    expander: Expander,
    bounds: Bounds,
    zobrist: Zobrist,
    /// Key and pushes left with which the position failed under this limit.
    table: Vec<(u64, u32)>,
    limit: u32,
    next_limit: u32,
    path: Vec<Frame>,
    started: bool,
}

impl Deepening {
    /// A search that has not begun.
    pub fn new(knowledge: Arc<Knowledge>, techniques: Techniques, heuristic: Heuristic) -> Self {
        Self {
            bounds: Bounds::new(&knowledge.board, heuristic),
            zobrist: Zobrist::new(knowledge.board.squares),
            table: vec![(0, 0); SLOTS],
            limit: 0,
            next_limit: u32::MAX,
            path: Vec::new(),
            started: false,
            expander: Expander::new(knowledge, techniques, true),
        }
    }

    /// Opens a position a push leads to: its frame with children in order, unless time is over.
    fn frame(
        &mut self,
        boxes: Vec<Square>,
        player: Square,
        pushes: u32,
        (from, to): (Square, Square),
        control: &Control<'_>,
    ) -> Result<Frame, Stop> {
        let knowledge = Arc::clone(&self.expander.knowledge);
        let board = &knowledge.board;
        let mut children = Vec::new();
        self.expander.expand(&boxes, player, &mut children);
        let mut todo = Vec::with_capacity(children.len());
        if self.bounds.of(board, &boxes).is_some() {
            let mut moved = boxes.clone();
            for (index, child) in children.into_iter().enumerate() {
                // With a thousand boxes the bound of one child takes a millisecond.
                if index % 32 == 31
                    && let Some(stop) = control.stop()
                {
                    return Err(stop);
                }
                moved[child.row] = child.to;
                if let Some(bound) = self.bounds.after(board, &moved, child.row, child.from) {
                    let total = pushes + u32::from(child.pushes) + bound;
                    if total <= self.limit {
                        todo.push((total, child));
                    } else {
                        self.next_limit = self.next_limit.min(total);
                    }
                }
                moved[child.row] = child.from;
            }
        }
        todo.sort_by_key(|&(total, _)| std::cmp::Reverse(total));
        let key = self.zobrist.boxes(&boxes) ^ self.zobrist.player(player);
        Ok(Frame { boxes, player, pushes, todo, from, to, key })
    }

    fn pushes(&self, last: &Child) -> Vec<Push> {
        let board = &self.expander.knowledge.board;
        let steps = self.path.iter().skip(1).map(|frame| (frame.from, frame.to));
        steps.chain([(last.from, last.to)]).flat_map(|(from, to)| straight(board, from, to)).collect()
    }
}

impl Engine for Deepening {
    fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
        let knowledge = Arc::clone(&self.expander.knowledge);
        let board = &knowledge.board;
        if !self.started {
            self.started = true;
            if board.solved(&board.boxes) {
                return Status::Solved(Vec::new());
            }
            match self.bounds.of(board, &board.boxes) {
                Some(bound) if board.boxes.iter().all(|&square| board.live[square as usize]) => self.limit = bound,
                _ => return Status::Exhausted,
            }
        }
        let pace = Control::pace(board);
        let unit = 3 + board.squares as u64 / 30;
        let mut done = 0;
        let mut round = 0u32;
        loop {
            if self.path.is_empty() {
                if self.next_limit != u32::MAX {
                    self.limit = self.next_limit;
                }
                self.next_limit = u32::MAX;
                self.table.fill((0, 0));
                let mut zone = Zone::new(board);
                let player = zone.flood(board, &board.solid(&board.boxes), board.player);
                match self.frame(board.boxes.clone(), player, 0, (0, 0), control) {
                    Ok(root) => self.path.push(root),
                    Err(stop) => return Status::Stopped(stop),
                }
            }
            round += 1;
            if round.is_multiple_of(pace) {
                if let Some(stop) = control.tick(u64::from(pace)) {
                    return Status::Stopped(stop);
                }
                if round.is_multiple_of(pace * 16) {
                    control.report("ida");
                }
                if done > work {
                    return Status::Paused;
                }
            }
            let top = self.path.last_mut().expect("the path is not empty");
            let Some((_, child)) = top.todo.pop() else {
                let left = self.limit - top.pushes;
                let (slot, key) = (top.key as usize % SLOTS, top.key);
                self.table[slot] = (key, left);
                self.path.pop();
                if self.path.is_empty() && self.next_limit == u32::MAX {
                    control.tick(u64::from(round % pace));
                    return Status::Exhausted;
                }
                continue;
            };
            let mut boxes = top.boxes.clone();
            boxes[child.row] = child.to;
            control.show(board, &boxes, child.player);
            let pushes = top.pushes + u32::from(child.pushes);
            let key = self.zobrist.boxes(&boxes) ^ self.zobrist.player(child.player);
            if board.solved(&boxes) {
                control.tick(u64::from(round % pace));
                return Status::Solved(self.pushes(&child));
            }
            let (known, failed) = self.table[key as usize % SLOTS];
            let circle = self.path.iter().any(|frame| frame.key == key && frame.player == child.player);
            if circle || (known == key && failed >= self.limit - pushes) {
                continue;
            }
            done += unit;
            match self.frame(boxes, child.player, pushes, (child.from, child.to), control) {
                Ok(frame) => self.path.push(frame),
                Err(stop) => return Status::Stopped(stop),
            }
        }
    }

    fn complete(&self) -> bool {
        true
    }

    fn memory(&self) -> usize {
        0
    }

    fn name(&self) -> &'static str {
        "ida"
    }
}
