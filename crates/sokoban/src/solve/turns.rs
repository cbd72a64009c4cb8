//! Engines that take turns: the one that has worked least for its share comes next.
//!
//! Slices grow with the work done. With one thread the turns depend on counted work
//! alone, so that the answer is always the same; with more, every thread takes the next
//! engine in line. An engine that runs out of memory is put away and the others go on.

use super::Verdict;
use super::portfolio::LATE;
use crate::control::{Control, Stop};
use crate::position::Push;
use crate::search::{Engine, Status};
use std::sync::{Condvar, Mutex};

/// The work one thread does alone before others join.
pub(super) const ALONE: u64 = 150_000;

/// An engine in line, made when its first turn comes: most levels are solved
/// before most engines have one.
pub(super) struct Entry<'a> {
    /// Work done, and a handicap for those that start later.
    pub(super) used: u64,
    /// Its part of the time, in tenths of a usual one, after it has done
    /// `early` work with a usual part, and its part beyond the rank of [`LATE`] if it
    /// is another one.
    pub(super) share: u64,
    pub(super) early: u64,
    pub(super) late: Option<u64>,
    pub(super) make: Option<Box<dyn FnOnce() -> Box<dyn Engine> + Send + 'a>>,
    pub(super) engine: Option<Box<dyn Engine>>,
    /// Bytes an engine takes before it grows.
    pub(super) working: usize,
}

impl<'a> Entry<'a> {
    pub(super) fn of(make: impl FnOnce() -> Box<dyn Engine> + Send + 'a) -> Self {
        Self { used: 0, share: 10, early: 0, late: None, make: Some(Box::new(make)), engine: None, working: 0 }
    }

    /// One turn; what it means for the whole, or `None` if the engine goes on.
    fn turn(&mut self, control: &Control<'_>) -> Option<Finding> {
        if let Some(make) = self.make.take() {
            control.memory(0, self.working);
            self.engine = Some(make());
        }
        let engine = self.engine.as_mut().expect("made at its first turn");
        let slice = 20_000.max(self.used / 2);
        let status = engine.run(slice, control);
        self.used += slice;
        settle(status, engine.as_ref())
    }

    /// Bytes that come back when the engine goes.
    pub(super) fn bytes(&self) -> usize {
        self.engine.as_ref().map_or(0, |engine| engine.memory() + self.working)
    }

    /// The least comes next.
    fn rank(&self) -> u64 {
        let early = self.used.min(self.early);
        let promise = self.engine.as_ref().map_or(10, |engine| engine.promise());
        let rank = early + (self.used - early) * 100 / (self.share * promise);
        match self.late {
            Some(late) if rank > LATE => LATE + (rank - LATE) * self.share / late,
            _ => rank,
        }
    }
}

pub(super) type Finding = (Verdict, Option<Vec<Push>>, &'static str);

/// Nobody found anything.
pub(super) const NOTHING: Finding = (Verdict::Unknown(Stop::Cancelled), None, "");

fn settle(status: Status, engine: &dyn Engine) -> Option<Finding> {
    let name = engine.name();
    match status {
        Status::Solved(pushes) => Some((Verdict::Solved, Some(pushes), name)),
        Status::Exhausted if engine.complete() => Some((Verdict::Unsolvable, None, name)),
        Status::Exhausted => Some((Verdict::Unknown(Stop::Cancelled), None, name)),
        Status::Paused => None,
        Status::Stopped(stop) => Some((Verdict::Unknown(stop), None, name)),
    }
}

/// Whether a finding ends the whole search and not just its engine.
fn decides(finding: &Finding) -> bool {
    !matches!(finding.0, Verdict::Unknown(Stop::Memory | Stop::Cancelled))
}

/// Lets the engines take turns for so much work; `None` if that was not enough.
pub(super) fn take_turns(entries: &mut Vec<Entry<'_>>, control: &Control<'_>, mut work: u64) -> Option<Finding> {
    let mut last = NOTHING;
    while work > 0 {
        let next = (0..entries.len()).min_by_key(|&index| entries[index].rank());
        let Some(index) = next else { return Some(last) };
        let before = entries[index].used;
        let finding = entries[index].turn(control);
        work = work.saturating_sub(entries[index].used - before);
        if let Some(finding) = finding {
            if decides(&finding) || control.stop().is_some() {
                return Some(finding);
            }
            // When memory is short, whoever has most of it goes.
            let full = finding.0 == Verdict::Unknown(Stop::Memory);
            let largest = (0..entries.len()).max_by_key(|&other| entries[other].bytes());
            let index = if full { largest.unwrap_or(index) } else { index };
            control.memory(entries[index].bytes(), 0);
            entries.swap_remove(index);
            last = worse(last, finding);
        }
    }
    None
}

/// Of two reasons for not knowing, memory is the one to tell.
fn worse(one: Finding, two: Finding) -> Finding {
    if one.0 == Verdict::Unknown(Stop::Memory) { one } else { two }
}

pub(super) fn run_together(entries: Vec<Entry<'_>>, control: &Control<'_>) -> Finding {
    struct Line<'a> {
        waiting: Vec<Entry<'a>>,
        running: usize,
        finding: Option<Finding>,
        last: Finding,
    }
    let line = Mutex::new(Line { waiting: entries, running: 0, finding: None, last: NOTHING });
    let change = Condvar::new();
    let lock = || line.lock().expect("no thread panics while it holds the line");
    std::thread::scope(|scope| {
        for _ in 0..control.limits().threads {
            scope.spawn(|| {
                loop {
                    let mut held = lock();
                    let mut entry = loop {
                        if held.finding.is_some() || (held.waiting.is_empty() && held.running == 0) {
                            return;
                        }
                        let next = (0..held.waiting.len()).min_by_key(|&index| held.waiting[index].rank());
                        match next {
                            Some(index) => break held.waiting.swap_remove(index),
                            None => held = change.wait(held).expect("no thread panics while it holds the line"),
                        }
                    };
                    held.running += 1;
                    drop(held);
                    let finding = entry.turn(control);
                    let mut held = lock();
                    held.running -= 1;
                    match finding {
                        None => held.waiting.push(entry),
                        Some(finding) if held.finding.is_none() && decides(&finding) => {
                            held.finding = Some(finding);
                            control.finish();
                        }
                        Some(finding) => {
                            // When memory is short, whoever has most of it goes.
                            let full = finding.0 == Verdict::Unknown(Stop::Memory);
                            let larger = held.waiting.iter_mut().max_by_key(|other| other.bytes());
                            if let Some(other) = larger.filter(|other| full && other.bytes() > entry.bytes()) {
                                std::mem::swap(other, &mut entry);
                            }
                            control.memory(entry.bytes(), 0);
                            let last = std::mem::replace(&mut held.last, NOTHING);
                            held.last = worse(last, finding);
                        }
                    }
                    change.notify_all();
                }
            });
        }
    });
    let line = line.into_inner().expect("all threads are done");
    line.finding.unwrap_or(line.last)
}
