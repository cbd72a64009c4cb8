//! How a search is held: limits, a clock from outside, a way to stop.
//!
//! The library never reads a clock. The caller passes one in, or none.

use crate::board::{Board, Square};
use dedale_grid::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// What a search may use.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Seconds on the caller's clock.
    pub seconds: f64,
    /// Bytes of memory for tables, counted before they are taken. The program itself
    /// is not among them.
    pub memory: usize,
    /// Threads; with one, the answer does not depend on the machine, so long
    /// as the time suffices.
    pub threads: usize,
    /// Seconds since the caller began; `|| 0.0` for no limit of time.
    pub clock: &'a (dyn Fn() -> f64 + Sync),
    /// Set by anyone to stop.
    pub cancel: &'a AtomicBool,
    /// Told from time to time how it goes.
    pub progress: &'a (dyn Fn(&Progress) + Sync),
}

/// How a search goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions looked at.
    pub nodes: u64,
    /// Bytes in use, roughly.
    pub memory: usize,
    /// The most boxes seen where they belong, and how many there are.
    pub placed: (usize, usize),
    /// The engine that speaks.
    pub engine: &'static str,
    /// The position with the most boxes on targets that was seen so far.
    pub best: Option<Arc<Snapshot>>,
}

/// A position on the way; [`crate::Level::rows_with`] writes it as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// How many boxes stand on targets.
    pub placed: usize,
    /// All boxes of the level, also those that never move.
    pub boxes: Vec<Cell>,
    /// The player, or some cell the player can walk to.
    pub player: Cell,
}

/// Why a search stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is over.
    Time,
    /// The memory is full.
    Memory,
    /// Someone cancelled.
    Cancelled,
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Limits<'_> {
    /// No limit of time, 4 GiB, one thread.
    fn default() -> Self {
        Self { seconds: f64::INFINITY, memory: 4 << 30, threads: 1, clock: &|| 0.0, cancel: &NEVER, progress: &|_| {} }
    }
}

/// The limits together with what all engines of one search share.
pub struct Control<'a> {
    limits: Limits<'a>,
    start: f64,
    nodes: AtomicU64,
    memory: AtomicUsize,
    peak: AtomicUsize,
    done: AtomicBool,
    most_nodes: u64,
    /// How many movable boxes there are, and those that never move.
    boxes: usize,
    fixed: Vec<Cell>,
    placed: AtomicUsize,
    best: Mutex<Option<Arc<Snapshot>>>,
}

impl<'a> Control<'a> {
    /// Starts the watch.
    pub fn new(limits: Limits<'a>) -> Self {
        Self {
            start: (limits.clock)(),
            limits,
            nodes: AtomicU64::new(0),
            memory: AtomicUsize::new(0),
            peak: AtomicUsize::new(0),
            done: AtomicBool::new(false),
            most_nodes: u64::MAX,
            boxes: 0,
            fixed: Vec::new(),
            placed: AtomicUsize::new(0),
            best: Mutex::new(None),
        }
    }

    /// Stops after so many positions.
    #[must_use]
    pub fn with_nodes(self, most_nodes: u64) -> Self {
        Self { most_nodes, ..self }
    }

    /// Tells which of a level's boxes the search moves; the others belong into
    /// every snapshot.
    pub fn set_boxes(&mut self, board: &Board, all: &[Cell]) {
        let moved: Vec<Cell> = board.boxes.iter().map(|&square| board.cells[square as usize]).collect();
        self.boxes = moved.len();
        self.fixed = all.iter().copied().filter(|cell| !moved.contains(cell)).collect();
    }

    /// Shows a position; it is kept if no other had as many boxes on targets.
    pub fn show(&self, board: &Board, boxes: &[Square], player: Square) {
        if boxes.len() < self.boxes {
            return; // A part of the level.
        }
        let placed = boxes.iter().filter(|&&square| board.is_target[square as usize]).count();
        if placed <= self.placed.fetch_max(placed, Ordering::Relaxed) {
            return;
        }
        let cell = |square: Square| board.cells[square as usize];
        let boxes = boxes.iter().map(|&square| cell(square)).chain(self.fixed.iter().copied()).collect();
        let mut best = self.best.lock().expect("no thread panics while it holds the best position");
        if best.as_ref().is_none_or(|best| best.placed < placed) {
            *best = Some(Arc::new(Snapshot { placed, boxes, player: cell(player) }));
        }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits<'a> {
        &self.limits
    }

    /// Seconds since the start.
    pub fn elapsed(&self) -> f64 {
        (self.limits.clock)() - self.start
    }

    /// Seconds left.
    pub fn left(&self) -> f64 {
        self.limits.seconds - self.elapsed()
    }

    /// After how many positions of a board to ask again whether to stop: one
    /// position costs about a flood for every box, and a hundredth of a second
    /// is as long as anyone should be kept waiting.
    pub fn pace(board: &Board) -> u32 {
        let position = board.squares * board.boxes.len().max(1);
        (1_000_000 / position.max(1)).clamp(1, 256) as u32
    }

    /// Counts positions and asks whether to stop. Call it every
    /// [`Control::pace`].
    pub fn tick(&self, nodes: u64) -> Option<Stop> {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.stop()
    }

    /// Whether to go on: for preparations that take a function.
    pub fn keep_on(&self) -> bool {
        self.stop().is_none()
    }

    /// Whether to stop now.
    pub fn stop(&self) -> Option<Stop> {
        if self.limits.cancel.load(Ordering::Relaxed) || self.done.load(Ordering::Relaxed) {
            Some(Stop::Cancelled)
        } else if self.nodes() >= self.most_nodes || self.left() <= 0.0 {
            Some(Stop::Time)
        } else {
            None
        }
    }

    /// Tells the other engines that an answer is there.
    pub fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Whether an answer is there.
    pub fn finished(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }

    /// Positions counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Notes that an engine's memory grew from one size to another; false if
    /// the limit is passed. Tables that double tell their next size before
    /// they take it, so that the promise is kept when they do.
    pub fn memory(&self, before: usize, now: usize) -> bool {
        let total = if now >= before {
            self.memory.fetch_add(now - before, Ordering::Relaxed) + (now - before)
        } else {
            self.memory.fetch_sub(before - now, Ordering::Relaxed) - (before - now)
        };
        self.peak.fetch_max(total, Ordering::Relaxed);
        total <= self.limits.memory
    }

    /// The most bytes that the engines have held at a time, as far as they count.
    pub fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    /// Tells how it goes.
    pub fn report(&self, engine: &'static str) {
        (self.limits.progress)(&Progress {
            nodes: self.nodes(),
            memory: self.memory.load(Ordering::Relaxed),
            placed: (self.placed.load(Ordering::Relaxed), self.boxes),
            engine,
            best: self.best.lock().expect("no thread panics while it holds the best position").clone(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn the_best_position_is_told() {
        // One box is held on its target for ever and is no box to the search.
        let level = Level::from_rows(["#######", "#*  $.#", "#@$.  #", "#     #", "#######"]).expect("a level");
        let board = Board::new(&level).expect("a board");
        let told = Mutex::new(Vec::new());
        let progress = |news: &Progress| told.lock().expect("one thread").push(news.clone());
        let mut control = Control::new(Limits { progress: &progress, ..Limits::default() });
        control.set_boxes(&board, level.boxes());
        control.report("first");
        let better = [board.targets[0], board.boxes[1]];
        control.show(&board, &better, board.player);
        control.show(&board, &board.boxes, board.player);
        control.report("then");
        let told = told.into_inner().expect("one thread");
        assert_eq!((told[0].placed, told[0].best.as_deref()), ((0, 2), None));
        let best = told[1].best.as_deref().expect("a position");
        assert_eq!((told[1].placed, best.placed), ((1, 2), 1));
        let rows = level.rows_with(&best.boxes, best.player);
        assert_eq!(rows, ["#######", "#*   *#", "#@$.  #", "#     #", "#######"]);
    }

    #[test]
    fn a_limit_in_positions_stops() {
        let control = Control::new(Limits::default()).with_nodes(100);
        assert_eq!((control.tick(99), control.tick(1)), (None, Some(Stop::Time)));
    }
}
