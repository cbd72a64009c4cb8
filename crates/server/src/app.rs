//! What all requests share.

use crate::bot_pool::BotPool;
use crate::bus::{Bus, InProcess};
use crate::cluster::Cluster;
use crate::doors::Door;
use crate::fair_queue::FairQueue;
use crate::jobs::Jobs;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::rate::Rates;
use crate::rooms::Rooms;
use crate::system::raise_open_files;
use crate::work::outside::Liars;
use crate::workers::Workers;
use crate::worlds::Worlds;
use dedale_store::Store;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

/// The studio: a cheap handle to everything that requests share.
#[derive(Clone)]
pub struct App(Arc<Studio>);

/// What is behind an [`App`].
pub struct Studio {
    /// The worlds that are served.
    pub worlds: Worlds,
    /// Where matches and jobs are kept.
    pub store: Arc<dyn Store>,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// This studio among others.
    pub cluster: Cluster,
    /// The rooms that are awake.
    pub rooms: Rooms,
    /// The long work under way.
    pub jobs: Arc<Jobs>,
    /// Workers outside the house that lied.
    pub liars: Liars,
    worker: PathBuf,
    /// What is counted.
    pub metrics: Metrics,
    /// Where bots think.
    pub bot_pool: BotPool,
    /// Connections that are open.
    pub connections: Arc<Door>,
    /// Sockets that are open.
    pub sockets: Arc<Door>,
    /// What each address sends.
    pub posts: Rates<IpAddr>,
    /// Places for bodies that are being read.
    pub bodies: Arc<FairQueue>,
    /// Places for questions that are answered here.
    pub small: Arc<FairQueue>,
    /// Places for questions that a worker answers while somebody waits.
    pub large: Arc<FairQueue>,
    /// Those who answer dear questions.
    pub workers: Workers,
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
    /// A studio of these worlds on this store, whose workers are the program
    /// itself.
    pub fn new(worlds: Worlds, store: Arc<dyn Store>, limits: Limits) -> Self {
        Self::with_workers(worlds, store, limits, std::env::current_exe().unwrap_or_else(|_| "dedale".into()))
    }

    /// A studio alone whose workers are this program.
    pub fn with_workers(worlds: Worlds, store: Arc<dyn Store>, limits: Limits, worker: PathBuf) -> Self {
        Self::build(worlds, store, Cluster::new(Arc::new(InProcess::default()), false), limits, worker)
    }

    /// A studio among others that share its store and a bus, whose workers are
    /// this program.
    pub fn shared(worlds: Worlds, store: Arc<dyn Store>, bus: Arc<dyn Bus>, limits: Limits, worker: PathBuf) -> Self {
        Self::build(worlds, store, Cluster::new(bus, true), limits, worker)
    }

    fn build(worlds: Worlds, store: Arc<dyn Store>, cluster: Cluster, limits: Limits, worker: PathBuf) -> Self {
        let lane = |places| FairQueue::new(places, limits.waiting, limits.waiting_each);
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self(Arc::new(Studio {
            worlds,
            store,
            cluster,
            rooms: Rooms::new(&limits),
            jobs: Arc::default(),
            liars: Liars::default(),
            connections: Door::new(connections(&limits), limits.connections_each),
            sockets: Door::new(limits.sockets, limits.sockets_each),
            posts: Rates::new(limits.posts_a_minute, 60),
            bodies: lane(limits.bodies),
            small: lane(cores),
            large: lane(cores),
            workers: Workers::new(worker.clone(), limits.worker_memory),
            worker,
            limits,
            metrics: Metrics::default(),
            bot_pool: BotPool::new(cores),
            stopping: AtomicBool::new(false),
        }))
    }
}

impl Studio {
    /// Those who answer jobs; others than those who answer while somebody
    /// waits.
    pub fn workers_for_jobs(&self) -> Workers {
        Workers::new(self.worker.clone(), self.limits.worker_memory)
    }
}

/// How many connections there may be: as many as the system has files for,
/// less those of sockets, the database and workers.
fn connections(limits: &Limits) -> usize {
    let files = raise_open_files().and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX);
    limits.connections.min(files.saturating_sub(SPARE_FILES).max(16) / 2)
}

/// Files that are no connections: the database, workers, the program itself.
const SPARE_FILES: usize = 100;

/// The time of day, in milliseconds since 1970, for records.
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
