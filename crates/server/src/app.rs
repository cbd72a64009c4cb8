//! What all requests share.

use crate::bot_pool::BotPool;
use crate::jobs::Jobs;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::rooms::Rooms;
use crate::worlds::{World, Worlds};
use dedale_store::Store;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::Semaphore;

/// The studio: a cheap handle to everything that requests share.
#[derive(Clone)]
pub struct App(Arc<Studio>);

/// What is behind an [`App`].
pub struct Studio {
    /// The worlds that are served.
    pub worlds: Worlds,
    /// Where matches, jobs and boards are kept.
    pub store: Arc<dyn Store>,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// The rooms that are awake.
    pub rooms: Rooms,
    /// The long work under way.
    pub jobs: Jobs,
    /// What is counted.
    pub metrics: Metrics,
    /// Where bots think.
    pub bot_pool: BotPool,
    /// Places for questions that are answered at once.
    pub answers: Arc<Semaphore>,
    /// The program that answers questions: this one.
    pub command: PathBuf,
    /// Raised when the server is about to stop.
    pub stopping: AtomicBool,
}

impl std::ops::Deref for App {
    type Target = Studio;

    fn deref(&self) -> &Studio {
        &self.0
    }
}

impl App {
    /// A studio of these worlds on this store.
    pub fn new(worlds: Vec<World>, store: Arc<dyn Store>, limits: Limits) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self(Arc::new(Studio {
            worlds: Worlds::new(worlds),
            store,
            rooms: Rooms::new(&limits),
            jobs: Jobs::new(cores),
            limits,
            metrics: Metrics::default(),
            bot_pool: BotPool::new(cores),
            answers: Arc::new(Semaphore::new(cores * 2)),
            command: std::env::current_exe().unwrap_or_else(|_| "dedale".into()),
            stopping: AtomicBool::new(false),
        }))
    }
}

/// The time of day, in milliseconds since 1970, for records.
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
