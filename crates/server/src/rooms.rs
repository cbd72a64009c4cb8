//! The rooms that are awake, and how to wake one.
//!
//! One task owns a room ([`room::Room`]) and is reached only by messages. A
//! room that nobody visits goes to sleep: its log and its record are in
//! the store, and whoever knocks next wakes it. A room that panics is simply
//! asleep; everything acknowledged is in the log.
//!
//! A studio takes a match before it wakes its room ([`find`]). One that another
//! studio holds is reached there ([`crate::cluster`]).

pub mod clock;
pub mod lanes;
mod outbox;
pub mod patch;
pub mod record;
mod room;
pub mod socket;
pub mod wire;

pub use crate::cluster::knock;
pub use outbox::Outbox;
pub use room::{Command, Newcomer, Summary};

use crate::api_error::ApiError;
use crate::app::{App, now_ms};
use crate::body::Body;
use crate::ids;
use crate::limits::Limits;
use crate::rate::Rates;
use crate::replays::cache::Cache;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, State};
use dedale_play::{Seed, Table};
use dedale_store::{Listing, MatchRecord, StoreError};
use lanes::Lanes;
use record::RoomRecord;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// How long rooms may take to stop.
const STOP: Duration = Duration::from_secs(5);

/// Commands that may wait for a busy room.
pub const INBOX: usize = 64;

/// Locks for waking, each for some of the rooms.
const WAKING: usize = 64;

/// The rooms that are awake.
pub struct Rooms {
    awake: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    /// A room is woken by one at a time: who takes a match a second time
    /// shuts out the first.
    waking: [tokio::sync::Mutex<()>; WAKING],
    created: Rates<IpAddr>,
    /// Where rooms and replays compute.
    pub lanes: Lanes,
    /// Matches that were looked at lately.
    pub looked_at: Cache,
}

/// What a new room is asked to be.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The game.
    pub game: String,
    /// Its settings; those of the first preset if absent.
    pub config: Option<String>,
    /// Its seed; a fresh one if absent.
    pub seed: Option<u64>,
    /// Alone, at once, with undo and hints.
    #[serde(default)]
    pub practice: bool,
    /// Bots by seat.
    #[serde(default)]
    pub bots: BTreeMap<String, String>,
    /// The name of who asks.
    pub name: Option<String>,
    /// Whether strangers may find it.
    #[serde(default)]
    pub public: bool,
    /// How long bots take for a move, in milliseconds.
    pub pace: Option<u64>,
    /// Looks on instead of taking the first free seat.
    #[serde(default)]
    pub watch: bool,
    /// Goes on from a replay: its id.
    pub from: Option<String>,
    /// After so many entries of it.
    pub at: Option<usize>,
    /// How long people may think.
    pub limit: Option<wire::TimeLimit>,
}

impl Rooms {
    /// No room yet.
    pub fn new(limits: &Limits) -> Self {
        Self {
            awake: Mutex::default(),
            waking: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            created: Rates::new(limits.rooms_a_minute, 60),
            lanes: Lanes::new(),
            looked_at: Cache::default(),
        }
    }

    fn awake(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Command>>> {
        self.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many rooms are awake.
    pub fn len(&self) -> usize {
        self.awake().len()
    }

    /// Whether no room is awake.
    pub fn is_empty(&self) -> bool {
        self.awake().is_empty()
    }

    /// Tells all rooms to write their records and stop.
    pub async fn stop(&self) {
        let rooms: Vec<_> = self.awake().drain().collect();
        let mut all = tokio::task::JoinSet::new();
        for (_, room) in rooms {
            all.spawn(async move {
                let (done, stopped) = oneshot::channel();
                if room.send(Command::Stop(done)).await.is_ok() {
                    let _ = stopped.await;
                }
            });
        }
        // A store that hangs is not waited for: what was acknowledged is kept.
        if tokio::time::timeout(STOP, all.join_all()).await.is_err() {
            tracing::error!("some rooms did not stop in time");
        }
    }

    /// Lets go of all rooms without another word to the store: others may
    /// have taken them.
    pub fn abandon(&self) {
        for (_, room) in self.awake().drain() {
            // A room that waits for the store hears of it when it is done.
            tokio::spawn(async move { room.send(Command::Abandon).await });
        }
    }

    /// The lock under which a room is woken.
    fn waking(&self, id: &str) -> &tokio::sync::Mutex<()> {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        &self.waking[usize::try_from(hasher.finish() % WAKING as u64).unwrap_or_default()]
    }

    /// The room goes to sleep: nobody new finds this task.
    fn forget(&self, id: &str, inbox: &mpsc::Sender<Command>) {
        let mut awake = self.awake();
        if awake.get(id).is_some_and(|known| known.same_channel(inbox)) {
            awake.remove(id);
        }
    }
}

/// Begins a match and its room; the seat and the key of who asked.
pub async fn create(
    app: &App,
    new: NewRoom,
    visitor: &Visitor,
) -> Result<(String, Option<usize>, Option<String>), ApiError> {
    let game = app.worlds.game(&new.game)?;
    if !app.rooms.created.take(visitor.address) || app.rooms.len() >= app.limits.rooms {
        return Err(ApiError::limit(
            "too many rooms were opened; try again in a minute",
            "trop de salles ont été ouvertes ; réessayez dans une minute",
        ));
    }
    let table = match &new.from {
        Some(replay) => crate::replays::branch(app, &new.game, replay, new.at).await?,
        None => {
            let preset = game.presets.first().map_or("", |(_, config)| *config);
            let config = new.config.as_deref().unwrap_or(preset);
            let preset = game.presets.iter().find(|(name, _)| *name == config).map(|(_, config)| *config);
            let config = preset.unwrap_or(config).to_owned();
            let seed = new.seed.map_or_else(|| ids::match_seed(game.secrets), Seed::Number);
            let start = game.start;
            let begun = lanes::compute(&app.rooms.lanes.rooms, move || start(&config, seed)).await?;
            begun.map_err(|text| ApiError::bad(&text))?
        }
    };
    let mut record = RoomRecord::new(&new, game, table.seats())?;
    let name = wire::clean_name(new.name.as_deref().unwrap_or_default());
    let taken = if new.watch { None } else { record.sit(None, &name, &visitor.mark, None) };
    record.started = new.practice;
    let id = ids::public();
    open(app, &id, table.as_ref(), &record).await?;
    let token = taken.and_then(|seat| record.seats[seat].token.clone());
    Ok((id, taken, token))
}

/// Writes the beginning of a match to the store, with what was played before
/// if it goes on from a replay or was taken in. It ends, if it has, when all
/// of it is written: a half of it is never taken for the whole.
pub async fn open(app: &App, id: &str, table: &dyn Table, record: &RoomRecord) -> Result<(), ApiError> {
    let (now, over) = (now_ms(), table.outcome().is_some());
    let entry = MatchRecord {
        id: id.to_owned(),
        game: table.id().game,
        header: table.header(),
        room: record.text(),
        over: false,
        open: record.is_open() && !over,
        listed: false,
        created: now,
        touched: now,
    };
    app.store.create(entry).await?;
    let lines = table.lines(0);
    if !lines.is_empty() {
        app.store.append(id, 0, 0, lines).await?;
    }
    if over {
        app.store.update(id, 0, record.update(table, now)).await?;
    }
    Ok(())
}

/// Where a room is.
pub enum Place {
    /// Here, and awake.
    Here(mpsc::Sender<Command>),
    /// At the studio of this name.
    There(String),
}

/// Where a room is; one that is nowhere is woken here.
pub async fn find(app: &App, id: &str) -> Result<Place, ApiError> {
    if !ids::plausible(id) {
        return Err(missing());
    }
    let awake = || app.rooms.awake().get(id).filter(|room| !room.is_closed()).cloned();
    if let Some(room) = awake() {
        return Ok(Place::Here(room));
    }
    // Who stops or is cut off takes nothing.
    if app.stopping.load(Ordering::Relaxed) || app.cluster.is_cut() {
        return Err(crate::cluster::one_moment());
    }
    let _one_at_a_time = app.rooms.waking(id).lock().await;
    if let Some(room) = awake() {
        return Ok(Place::Here(room));
    }
    let fence = match app.store.take(id, &app.cluster.node).await {
        Ok(fence) => fence,
        Err(StoreError::Held { by, .. }) => return Ok(Place::There(by)),
        Err(StoreError::Missing(_)) => return Err(missing()),
        Err(error) => return Err(error.into()),
    };
    let (record, log) = app.store.load(id).await?.ok_or_else(missing)?;
    let kept = RoomRecord::of(&record.room).ok_or_else(missing)?;
    let open = app.worlds.game(&record.game)?.open;
    let opened =
        lanes::compute(&app.rooms.lanes.rooms, move || open(&crate::replays::text(&record.header, &log))).await?;
    let table = opened.map_err(|text| ApiError::bad(&text))?;
    let (inbox, commands) = mpsc::channel(INBOX);
    app.rooms.awake().insert(id.to_owned(), inbox.clone());
    room::spawn(app.clone(), (id.to_owned(), fence), table, kept, inbox.clone(), commands);
    Ok(Place::Here(inbox))
}

/// There is no such room.
pub fn missing() -> ApiError {
    ApiError::missing("there is no such room", "cette salle n'existe pas")
}

/// A copy of the match in a room, if the room is awake.
pub async fn copy(app: &App, id: &str) -> Option<room::Copy> {
    let room = app.rooms.awake().get(id).filter(|room| !room.is_closed()).cloned()?;
    let (reply, answer) = oneshot::channel();
    room.send(Command::Copy(reply)).await.ok()?;
    answer.await.ok()
}

/// The match of a room as it stands: from the room if it is awake here,
/// otherwise from the store, whose log has everything that was acknowledged.
pub async fn as_it_stands(app: &App, id: &str) -> Result<Arc<dyn Table>, ApiError> {
    if !ids::plausible(id) {
        return Err(missing());
    }
    if let Some(copy) = copy(app, id).await {
        return Ok(Arc::from(copy.table));
    }
    let (record, log) = app.store.load(id).await?.ok_or_else(missing)?;
    let open = app.worlds.game(&record.game)?.open;
    let text = crate::replays::text(&record.header, &log);
    let opened = lanes::compute(&app.rooms.lanes.replays, move || open(&text)).await?;
    opened.map(Arc::from).map_err(|text| ApiError::bad(&text))
}

/// Asks a room something; a room that falls asleep at this very moment is
/// woken again.
pub async fn ask<T>(app: &App, id: &str, question: impl Fn(oneshot::Sender<T>) -> Command) -> Result<T, ApiError> {
    for _ in 0..3 {
        let (reply, answer) = oneshot::channel();
        if knock(app, id).await?.send(question(reply)).await.is_ok()
            && let Ok(answer) = answer.await
        {
            return Ok(answer);
        }
    }
    Err(ApiError::broken(&"a room does not answer"))
}

/// `POST /api/rooms`
pub async fn post(State(app): State<App>, visitor: Visitor, Body(new): Body<NewRoom>) -> Result<Json<Value>, ApiError> {
    let (room, seat, token) = create(&app, new, &visitor).await?;
    Ok(Json(json!({"room": room, "seat": seat, "token": token})))
}

/// `GET /api/rooms/{id}`
pub async fn get(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    Ok(Json(ask(&app, &id, Command::Summary).await?))
}

/// `GET /api/rooms`: those that look for players.
pub async fn list(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let found = app.store.recent(Listing::Open, 100).await?;
    let rooms: Vec<Value> = found
        .iter()
        .filter_map(|summary| {
            let record = RoomRecord::of(&summary.room)?;
            let header = dedale_play::file::header(&summary.header).ok()?;
            let free = record.seats.iter().filter(|seat| seat.is_free()).count();
            let names: Vec<&str> =
                record.seats.iter().map(|seat| seat.name.as_str()).filter(|n| !n.is_empty()).collect();
            Some(json!({
                "room": summary.id, "game": summary.game, "config": header.config, "players": names,
                "seats": record.seats.len(), "free": free, "created": summary.created,
            }))
        })
        .collect();
    Ok(Json(json!(rooms)))
}
