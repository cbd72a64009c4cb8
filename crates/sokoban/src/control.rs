//! How a search is held: limits, a clock from outside, a way to stop.
//!
//! The library never reads a clock. The caller passes one in, or none.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// What a search may use.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Seconds on the caller's clock.
    pub seconds: f64,
    /// Bytes of memory, roughly.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions looked at.
    pub nodes: u64,
    /// Bytes in use, roughly.
    pub memory: usize,
    /// The most boxes seen where they belong, and how many there are.
    pub placed: (usize, usize),
    /// The engine that speaks.
    pub engine: &'static str,
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
    done: AtomicBool,
}

impl<'a> Control<'a> {
    /// Starts the watch.
    pub fn new(limits: Limits<'a>) -> Self {
        Self {
            start: (limits.clock)(),
            limits,
            nodes: AtomicU64::new(0),
            memory: AtomicUsize::new(0),
            done: AtomicBool::new(false),
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

    /// Counts positions and asks whether to stop. Call it every few hundred.
    pub fn tick(&self, nodes: u64) -> Option<Stop> {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.stop()
    }

    /// Whether to stop now.
    pub fn stop(&self) -> Option<Stop> {
        if self.limits.cancel.load(Ordering::Relaxed) || self.done.load(Ordering::Relaxed) {
            Some(Stop::Cancelled)
        } else if self.left() <= 0.0 {
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
    /// the limit is passed.
    pub fn memory(&self, before: usize, now: usize) -> bool {
        let total = if now >= before {
            self.memory.fetch_add(now - before, Ordering::Relaxed) + (now - before)
        } else {
            self.memory.fetch_sub(before - now, Ordering::Relaxed) - (before - now)
        };
        total <= self.limits.memory
    }

    /// Tells how it goes.
    pub fn report(&self, engine: &'static str, placed: usize, boxes: usize) {
        (self.limits.progress)(&Progress {
            nodes: self.nodes(),
            memory: self.memory.load(Ordering::Relaxed),
            placed: (placed, boxes),
            engine,
        });
    }
}
