//! Under what limits a question is answered, and how it tells how far it is.

use crate::{AnyAnswer, Reader, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What an answer may use. Without limits, as in the command, everything is
/// as large as the machine allows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Cells of all boards together.
    pub cells: u64,
    /// Bytes of the answer.
    pub bytes: u64,
    /// Seconds.
    pub seconds: f64,
    /// Bytes of memory.
    pub memory: u64,
    /// Threads; as many as the machine has if `None`.
    pub threads: Option<usize>,
}

impl Limits {
    /// No limits.
    pub const NONE: Self =
        Self { cells: u64::MAX, bytes: u64::MAX, seconds: f64::INFINITY, memory: u64::MAX, threads: None };
}

/// How far an answer is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Steps done.
    pub done: u64,
    /// Steps in all, if that is known.
    pub total: Option<u64>,
    /// A few words for a line of progress.
    pub message: String,
    /// Whatever the page of the world understands.
    pub detail: Value,
}

/// Limits, cancel, progress: what an answer is computed under.
pub struct Control<'a> {
    /// What it may use.
    pub limits: Limits,
    /// Who will read it.
    pub reader: Reader,
    start: Instant,
    cancel: Arc<AtomicBool>,
    progress: Option<Box<dyn Fn(&Progress) + Sync + 'a>>,
    emit: Option<Box<dyn Fn(&dyn AnyAnswer) -> Result<(), Refusal> + Sync + 'a>>,
}

impl Default for Control<'_> {
    fn default() -> Self {
        Self::new(Limits::NONE, Reader::default(), Arc::default())
    }
}

impl<'a> Control<'a> {
    /// A control whose time begins now.
    pub fn new(limits: Limits, reader: Reader, cancel: Arc<AtomicBool>) -> Self {
        Self { limits, reader, start: Instant::now(), cancel, progress: None, emit: None }
    }

    /// The same with somebody who wants to know how far it is.
    #[must_use]
    pub fn on_progress(mut self, progress: impl Fn(&Progress) + Sync + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// The same with somebody who takes results as they come.
    #[must_use]
    pub fn on_result(mut self, emit: impl Fn(&dyn AnyAnswer) -> Result<(), Refusal> + Sync + 'a) -> Self {
        self.emit = Some(Box::new(emit));
        self
    }

    /// The same time, limits and flag for a part of the work, about which
    /// nobody is told.
    #[must_use]
    pub fn quiet(&self) -> Control<'static> {
        let Self { limits, reader, start, .. } = *self;
        Control { limits, reader, start, cancel: self.cancel_flag(), progress: None, emit: None }
    }

    /// Tells how far it is; the closure runs only if somebody listens.
    pub fn progress(&self, progress: impl FnOnce() -> Progress) {
        if let Some(listen) = &self.progress {
            listen(&progress());
        }
    }

    /// Hands out one result of a question that has many.
    pub fn emit(&self, result: &dyn AnyAnswer) -> Result<(), Refusal> {
        self.emit.as_ref().map_or(Ok(()), |emit| emit(result))
    }

    /// Whether it was called off.
    pub fn cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The flag that is raised when it is called off.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }

    /// Whether the work should end: called off, or out of time.
    pub fn stopped(&self) -> bool {
        self.cancelled() || self.elapsed() >= self.limits.seconds
    }

    /// Refuses to go on once it should end.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.stopped() { Err(Refusal::stopped()) } else { Ok(()) }
    }

    /// Seconds since the work began.
    pub fn elapsed(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// How long it may still take.
    pub fn left(&self) -> Duration {
        let left = self.limits.seconds - self.elapsed();
        Duration::try_from_secs_f64(left.max(0.0)).unwrap_or(Duration::MAX)
    }

    /// The threads it may use.
    pub fn threads(&self) -> usize {
        self.limits.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Refuses boards of more cells than are taken here, before any memory is.
    pub fn cells(&self, cells: u64) -> Result<(), Refusal> {
        at_most("cells", "cases", cells, self.limits.cells)
    }

    /// Refuses an answer of more bytes than are taken here.
    pub fn bytes(&self, bytes: u64) -> Result<(), Refusal> {
        at_most("bytes of an answer", "octets de réponse", bytes, self.limits.bytes)
    }
}

fn at_most(en: &str, fr: &str, found: u64, most: u64) -> Result<(), Refusal> {
    if found <= most {
        return Ok(());
    }
    Err(Refusal::too_large(
        format!("found {found} {en}, expected at most {most} here"),
        format!("trouvé {found} {fr}, attendu au plus {most} ici"),
    ))
}
