//! Breadth-first, depth-first, A*, greedy and tidy search over one store.
//!
//! They differ in the open list only: buckets by pushes made, a stack, buckets
//! by pushes made plus bound, buckets by bound, buckets by bound and the boxes
//! shut away behind others. Within a bucket the newest
//! position comes first. With an admissible bound A* gives a solution with the
//! fewest pushes; a position found again with fewer pushes is opened again.
//!
//! Memory: one record and one open entry (4 bytes) a position.

use super::buckets::{Buckets, Closed};
use super::trapped::Trapped;
use super::{Engine, Status, trace};
use crate::board::{Board, Square};
use crate::bound::{Bounds, Heuristic};
use crate::conflicts::Conflicts;
use crate::control::{Control, Stop};
use crate::expand::{Child, Expander, Knowledge};
use crate::store::{Id, NO_ID, Store};
use crate::technique::Techniques;
use crate::zobrist::Zobrist;
use std::sync::Arc;

/// Which position comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The one with the fewest pushes.
    Breadth,
    /// The one found last.
    Depth,
    /// The one with the fewest pushes made and to come.
    AStar,
    /// The one with the fewest pushes to come.
    Greedy,
    /// The same, where a box that can only be had by moving boxes off their
    /// targets counts one push more.
    Tidy,
}

/// A search that keeps every position it has seen.
pub struct BestFirst {
    order: Order,
    name: &'static str,
    expander: Expander,
    bounds: Bounds,
    zobrist: Zobrist,
    store: Store,
    open: Buckets,
    closed: Closed,
    children: Vec<Child>,
    keys: Vec<u64>,
    boxes: Vec<Square>,
    /// Whether targets filled too early count against a position.
    packing: bool,
    trapped: Trapped,
    /// What pairs of boxes cost beyond their bound.
    conflicts: Option<Conflicts>,
    counted: usize,
    started: bool,
    /// Pushes generated and looked up.
    pub generated: u64,
}

impl BestFirst {
    /// A search that has not begun.
    pub fn new(knowledge: Arc<Knowledge>, techniques: Techniques, order: Order, heuristic: Heuristic) -> Self {
        let board = &knowledge.board;
        let heuristic = match order {
            Order::Breadth | Order::Depth => Heuristic::Nothing,
            Order::AStar | Order::Greedy | Order::Tidy => heuristic,
        };
        Self {
            order,
            name: match order {
                Order::Breadth => "bfs",
                Order::Depth => "dfs",
                Order::AStar => "astar",
                Order::Greedy => "greedy",
                Order::Tidy => "tidy",
            },
            bounds: Bounds::new(board, heuristic),
            zobrist: Zobrist::new(board.squares),
            store: Store::new(board),
            open: Buckets::default(),
            closed: Closed::default(),
            children: Vec::new(),
            keys: Vec::new(),
            boxes: Vec::new(),
            trapped: Trapped::default(),
            conflicts: None,
            counted: 0,
            started: false,
            generated: 0,
            packing: techniques.packing && order == Order::Greedy && !knowledge.packing.rooms.is_empty(),
            expander: Expander::new(knowledge, techniques, order == Order::AStar),
        }
    }

    /// The same with the conflicts of pairs in its bound.
    #[must_use]
    pub fn with_conflicts(self, conflicts: Option<Conflicts>) -> Self {
        Self { conflicts, ..self }
    }

    /// How many positions are stored, and in how many bytes.
    pub fn stored(&self) -> (usize, usize) {
        (self.store.len(), self.store.bytes())
    }

    fn push_open(&mut self, id: Id, pushes: u16, bound: u32) {
        let bucket = match self.order {
            Order::Breadth => pushes as usize,
            Order::Depth => 0,
            Order::AStar => pushes as usize + bound as usize,
            Order::Greedy | Order::Tidy => bound as usize,
        };
        self.open.push(bucket, id);
    }

    fn start(&mut self) -> Option<Status> {
        self.started = true;
        let knowledge = Arc::clone(&self.expander.knowledge);
        let board = &knowledge.board;
        if board.solved(&board.boxes) {
            return Some(Status::Solved(Vec::new()));
        }
        if board.boxes.iter().any(|&square| !board.live[square as usize]) {
            return Some(Status::Exhausted);
        }
        let Some(bound) = self.bounds.of(board, &board.boxes) else { return Some(Status::Exhausted) };
        let mut zone = crate::position::Zone::new(board);
        let player = zone.flood(board, &board.solid(&board.boxes), board.player);
        let key = self.zobrist.boxes(&board.boxes) ^ self.zobrist.player(player);
        let (id, _) = self.store.insert(board, key, &board.boxes, player, NO_ID, 0).expect("the first record fits");
        self.push_open(id, 0, bound);
        None
    }

    /// What filling targets too early costs a child of the position that was
    /// expanded last.
    fn early(&mut self, knowledge: &Knowledge, child: &Child) -> u32 {
        const PRICE: u32 = 4;
        let solid = &mut self.expander.position.solid;
        solid[child.from as usize] = 0;
        solid[child.to as usize] = 1;
        let early: usize = knowledge.packing.rooms.iter().map(|room| room.early(solid)).sum();
        solid[child.to as usize] = 0;
        solid[child.from as usize] = 1;
        early as u32 * PRICE
    }

    /// The bound of a child, with what its boxes cost each other.
    fn promise(&mut self, board: &Board, boxes: &[Square], child: &Child) -> Option<u32> {
        let bound = self.bounds.after(board, boxes, child.row, child.from)?;
        let more = self.conflicts.as_mut().map_or(Some(0), |conflicts| conflicts.of(boxes, child.player))?;
        Some(bound + more)
    }

    fn count_memory(&mut self, control: &Control<'_>) -> bool {
        let now = self.store.bytes() + self.closed.bytes() + self.open.bytes() + self.expander.bytes();
        let fine = control.memory(self.counted, now);
        self.counted = now;
        fine
    }
}

impl Engine for BestFirst {
    fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
        let early = if self.started { None } else { self.start() };
        if let Some(status) = early {
            return status;
        }
        let knowledge = Arc::clone(&self.expander.knowledge);
        let board = &knowledge.board;
        let pace = Control::pace(board);
        // Measured in microseconds: the expansion, and a bound for each child.
        let unit = 6 + board.squares as u64 / 16;
        let mut done = 0;
        let mut round = 0u32;
        loop {
            round += 1;
            if round.is_multiple_of(pace) {
                if let Some(stop) = control.tick(u64::from(pace)) {
                    return Status::Stopped(stop);
                }
                if !self.count_memory(control) {
                    return Status::Stopped(Stop::Memory);
                }
                if round.is_multiple_of(pace * 16) {
                    control.report(self.name);
                }
                if done > work {
                    return Status::Paused;
                }
            }
            let Some(id) = self.open.pop() else {
                control.tick(u64::from(round % pace));
                return Status::Exhausted;
            };
            if !self.closed.close(id) {
                continue;
            }
            let mut boxes = std::mem::take(&mut self.boxes);
            self.store.boxes(board, id, &mut boxes);
            if self.order == Order::AStar && board.solved(&boxes) {
                control.tick(u64::from(round % pace));
                return Status::Solved(trace(board, &self.store, id));
            }
            let pushes = self.store.pushes(id);
            let mut children = std::mem::take(&mut self.children);
            self.expander.expand(&boxes, self.store.player(id), &mut children);
            done += unit + children.len() as u64 * 3 / 2;
            if self.bounds.of(board, &boxes).is_some() {
                let (base, zobrist) = (self.zobrist.boxes(&boxes), &self.zobrist);
                let key_of =
                    |child: &Child| base ^ zobrist.of(child.from) ^ zobrist.of(child.to) ^ zobrist.player(child.player);
                self.keys.clear();
                self.keys.extend(children.iter().map(key_of));
                self.store.expect(self.keys.iter().copied());
                for (index, child) in children.iter().enumerate() {
                    // With a thousand boxes the bound of one child takes a millisecond.
                    if index % 32 == 31
                        && let Some(stop) = control.stop()
                    {
                        return Status::Stopped(stop);
                    }
                    self.generated += 1;
                    let total = pushes.saturating_add(child.pushes);
                    boxes[child.row] = child.to;
                    let moved = (child.from, child.to);
                    let inserted = self.store.insert_after(board, self.keys[index], moved, child.player, id, total);
                    let Some((found, new)) = inserted else {
                        return Status::Stopped(Stop::Memory);
                    };
                    let better = !new && self.order == Order::AStar && total < self.store.pushes(found);
                    if new || better {
                        if better {
                            self.store.improve(found, id, total);
                            self.closed.reopen(found);
                        }
                        if board.solved(&boxes) && self.order != Order::AStar {
                            control.tick(u64::from(round % pace));
                            return Status::Solved(trace(board, &self.store, found));
                        }
                        if let Some(bound) = self.promise(board, &boxes, child) {
                            let early = if self.packing { self.early(&knowledge, child) } else { 0 };
                            let tidy = self.order == Order::Tidy;
                            let trapped = if tidy { self.trapped.count(board, &boxes, child.player) } else { 0 };
                            self.push_open(found, total, bound + early + trapped);
                        }
                    }
                    boxes[child.row] = child.from;
                }
            }
            control.show(board, &boxes, self.store.player(id));
            self.children = children;
            self.boxes = boxes;
        }
    }

    fn complete(&self) -> bool {
        true
    }

    fn memory(&self) -> usize {
        self.counted
    }

    fn name(&self) -> &'static str {
        self.name
    }
}
