//! This studio among others that share its database.
//!
//! A room lives at one studio; people may be connected at any. The studio
//! where somebody is connected has a [`proxy`] for the room, which speaks to
//! the room's studio over the bus; there a [`desk`] stands in for the
//! connection. Neither the room nor the socket knows.
//!
//! A studio says every [`BEAT`] that it is there, to the database, and only
//! while it reaches itself over the bus: who is cut off from either is not
//! there. It knows by its own clock when others may take its rooms from it,
//! and lets go of all of them first; should it be paused just then, the
//! fencing number of each room keeps it from writing (see `dedale_store`).
//! Whenever something may have been lost on the way, those concerned connect
//! again; actions carry names, so nothing is done twice.
//!
//! A studio alone goes through the same doors: every room is here.

mod desk;
pub mod letters;
mod proxy;

use crate::api_error::ApiError;
use crate::app::App;
use crate::bus::Bus;
use crate::ids;
use crate::rooms::Command;
use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use desk::Desk;
use letters::{Reply, ToNode};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout_at};

pub use proxy::{knock, one_moment};

/// How often a studio says that it is there.
const BEAT: Duration = Duration::from_millis(300);
/// How long another studio may take to answer.
const ANSWER: Duration = Duration::from_millis(1500);

/// This studio's name, its way to the others, and who is connected where.
pub struct Cluster {
    /// The name of this studio, new with every start.
    pub node: String,
    /// The way to the others.
    pub bus: Arc<dyn Bus>,
    /// Whether there may be others.
    pub shared: bool,
    /// Changes when this studio has let go of everything because it was cut
    /// off; whoever is connected connects again.
    cut: watch::Sender<u64>,
    is_cut: AtomicBool,
    next_link: AtomicU64,
    /// Connections here to rooms at other studios.
    outboxes: Mutex<HashMap<u64, (String, mpsc::Sender<Utf8Bytes>)>>,
    /// Rooms elsewhere that somebody here is in.
    proxies: Mutex<HashMap<String, (String, mpsc::Sender<Command>)>>,
    /// Connections elsewhere to rooms here.
    desks: Mutex<HashMap<(String, u64), Desk>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cluster {
    /// A studio on a bus, alone or not.
    pub fn new(bus: Arc<dyn Bus>, shared: bool) -> Self {
        Self {
            node: ids::public(),
            bus,
            shared,
            cut: watch::Sender::new(0),
            is_cut: AtomicBool::new(false),
            next_link: AtomicU64::new(0),
            outboxes: Mutex::default(),
            proxies: Mutex::default(),
            desks: Mutex::default(),
        }
    }

    /// Whether this studio cannot be relied on just now.
    pub fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }

    /// How many connections here lead to rooms elsewhere, and the other way
    /// round.
    pub fn links(&self) -> (usize, usize) {
        (lock(&self.outboxes).len(), lock(&self.desks).len())
    }

    /// Tells when everybody must connect again.
    pub fn cuts(&self) -> watch::Receiver<u64> {
        self.cut.subscribe()
    }

    fn send(&self, node: &str, letter: &ToNode, text: &str) {
        self.bus.send(&address(node), letters::write(letter, text));
    }

    /// Asks another studio; nothing if it does not answer.
    async fn ask(&self, node: &str, letter: &ToNode) -> Option<Reply> {
        let answer = self.bus.ask(&address(node), letters::write(letter, ""), ANSWER).await.ok()?;
        letters::read(&answer).map(|(reply, _)| reply)
    }

    /// Sends a text of a room to connections at another studio, in pieces if
    /// it is long.
    pub fn tell(&self, node: &str, links: &[u64], text: &str) {
        let piece = self.bus.longest().saturating_sub(4096 + 24 * links.len()).max(1024);
        let mut rest = text;
        loop {
            let mut end = rest.len().min(piece);
            while !rest.is_char_boundary(end) {
                end -= 1;
            }
            let (head, tail) = rest.split_at(end);
            self.send(node, &ToNode::Told { links: links.to_vec(), more: !tail.is_empty() }, head);
            if tail.is_empty() {
                return;
            }
            rest = tail;
        }
    }

    /// Tells another studio that a room has let go of a connection there.
    pub fn close(&self, node: &str, link: u64) {
        self.send(node, &ToNode::Closed { link }, "");
    }

    /// This studio goes: those connected through it to rooms elsewhere connect
    /// again, and whatever it still held may be taken.
    pub async fn leave(&self, app: &App) {
        self.forget_others();
        self.cut.send_modify(|cuts| *cuts += 1);
        if self.shared
            && let Err(error) = app.store.leave(&self.node).await
        {
            tracing::warn!(%error, "the others must find out that this studio is gone");
        }
    }

    /// Everything between this studio and others begins anew.
    fn forget_others(&self) {
        lock(&self.outboxes).clear();
        lock(&self.proxies).clear();
        lock(&self.desks).clear();
    }

    /// Studios that are gone take their connections with them.
    fn forget_dead(&self, alive: &HashSet<String>) {
        lock(&self.desks).retain(|(node, _), _| alive.contains(node));
        lock(&self.proxies).retain(|_, (node, _)| alive.contains(node));
        lock(&self.outboxes).retain(|_, (node, _)| alive.contains(node));
    }
}

fn address(node: &str) -> String {
    format!("dedale.node.{node}")
}

/// Begins to listen to others and to say that this studio is there; returns
/// when both work.
pub async fn start(app: &App) -> Result<(), ApiError> {
    let cluster = &app.cluster;
    if !cluster.shared {
        return Ok(());
    }
    let broken = |error: crate::bus::BusError| ApiError::broken(&error);
    let mut letters = cluster.bus.listen(&address(&cluster.node)).await.map_err(broken)?;
    let listener = app.clone();
    tokio::spawn(async move {
        let mut pieces = HashMap::new();
        while let Some(letter) = letters.recv().await {
            open(&listener, &mut pieces, &letter.body, letter.reply);
        }
    });
    app.store.beat(&cluster.node).await?;
    tokio::spawn(beat(app.clone()));
    let (app, mut losses) = (app.clone(), cluster.bus.losses());
    tokio::spawn(async move {
        while losses.changed().await.is_ok() {
            app.cluster.forget_others();
        }
    });
    Ok(())
}

/// Says that this studio is there as long as it is; lets go of everything when
/// others may think it is not.
async fn beat(app: App) {
    let cluster = &app.cluster;
    let mut good = Instant::now();
    while !app.stopping.load(Ordering::Relaxed) {
        let began = Instant::now();
        let round = async {
            let reached = cluster.ask(&cluster.node, &ToNode::Ping).await.is_some();
            if reached { app.store.beat(&cluster.node).await.ok() } else { None }
        };
        let limit = if cluster.is_cut() { began + 2 * ANSWER } else { good + dedale_store::NODE_LEASE };
        let answered = timeout_at(limit, round).await;
        // Late by our own clock, whatever the answer: others may have thought
        // us gone. So it is for a process that was paused.
        if good.elapsed() >= dedale_store::NODE_LEASE && !cluster.is_cut.swap(true, Ordering::Relaxed) {
            tracing::warn!("this studio was cut off: others take its rooms");
            let_go(&app);
        }
        if let Ok(Some(alive)) = answered
            && began.elapsed() < dedale_store::NODE_LEASE
        {
            good = began;
            cluster.forget_dead(&alive.into_iter().collect());
            if cluster.is_cut() {
                // Whatever came in between is as doubtful as what was before.
                let_go(&app);
                cluster.is_cut.store(false, Ordering::Relaxed);
                tracing::info!("this studio is among the others again");
            }
        }
        tokio::time::sleep_until(began + BEAT).await;
    }
}

/// Lets go of every room and of everybody connected.
fn let_go(app: &App) {
    app.rooms.abandon();
    app.cluster.forget_others();
    app.cluster.cut.send_modify(|cuts| *cuts += 1);
}

/// Does what a letter says. Nothing here waits: what may take its time is a
/// task of its own.
fn open(app: &App, pieces: &mut HashMap<Vec<u64>, String>, body: &[u8], reply: Box<dyn FnOnce(Bytes) + Send>) {
    let Some((letter, text)) = letters::read::<ToNode>(body) else {
        return tracing::error!("another studio sent nonsense");
    };
    let answer = |answer: Reply| reply(letters::write(&answer, ""));
    match letter {
        ToNode::Ping => answer(Reply::Yes),
        ToNode::Say { from, link, message } => {
            let heard = lock(&app.cluster.desks).get(&(from, link)).is_some_and(|desk| desk.hear(message));
            answer(if heard { Reply::Yes } else { Reply::No });
        }
        ToNode::Left { from, link } => {
            lock(&app.cluster.desks).remove(&(from, link));
        }
        ToNode::Told { links, more } => {
            if more {
                return pieces.entry(links).or_default().push_str(text);
            }
            let whole = pieces.remove(&links).map(|start| start + text);
            let text: Utf8Bytes = whole.as_deref().unwrap_or(text).into();
            let mut outboxes = lock(&app.cluster.outboxes);
            for link in links {
                // A reader who is too slow is let go and may come back.
                if outboxes.get(&link).is_some_and(|(_, outbox)| outbox.try_send(text.clone()).is_err()) {
                    app.metrics.slow_readers.add();
                    outboxes.remove(&link);
                }
            }
        }
        ToNode::Closed { link } => {
            lock(&app.cluster.outboxes).remove(&link);
        }
        ToNode::Knock { .. } | ToNode::Join(_) | ToNode::Summary { .. } => {
            let app = app.clone();
            tokio::spawn(async move { answer(desk::receive(&app, letter).await) });
        }
    }
}
