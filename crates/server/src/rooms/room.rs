//! One room: a task that owns a match and everybody's connection to it.
//!
//! The loop takes one command at a time, so there is one writer and one order
//! of events. An action is first tried in memory, then written to the store,
//! and only then told to anyone: what a client has seen survives a crash.

mod pause;
mod play;
mod seats;
mod storage;
mod tell;

use super::Outbox;
use super::clock::Clocks;
use super::record::RoomRecord;
use super::wire::{ClientMessage, Join, ServerMessage};
use crate::app::App;
use crate::worlds::Hosted;
use dedale_play::Table;
use dedale_text::Lang;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

/// What a room can be told.
pub enum Command {
    /// Somebody connects.
    Join(Newcomer, oneshot::Sender<u64>),
    /// Somebody says something; when it came in.
    Message(u64, ClientMessage, Instant),
    /// Somebody's connection is gone.
    Leave(u64),
    /// A bot has thought.
    Thought(play::Decision),
    /// A hint is ready: for whom, for which seat, what.
    Hint(u64, usize, Option<String>),
    /// Somebody wants to know what is going on.
    Summary(oneshot::Sender<Value>),
    /// Somebody wants to look at the match as a replay.
    Copy(oneshot::Sender<Copy>),
    /// The server stops.
    Stop(oneshot::Sender<()>),
    /// The room may be another studio's now: not a word more.
    Abandon,
}

/// Somebody who connects.
#[derive(Clone)]
pub struct Newcomer {
    /// What they said first.
    pub join: Join,
    /// The language they read.
    pub lang: Lang,
    /// The mark that tells visitors apart.
    pub visitor: String,
    /// The way to them.
    pub outbox: Outbox,
}

/// A room in a few words.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RoomSummary")]
pub struct Summary {
    room: String,
    game: String,
    config: String,
    practice: bool,
    started: bool,
    over: bool,
    /// The number of entries in the log.
    seq: usize,
    players: Vec<super::wire::Player>,
    spectators: usize,
    /// The room where the same people play again.
    rematch: Option<String>,
}

/// The match of a room as it stands, for those who look at it as a replay.
pub struct Copy {
    /// The match.
    pub table: Box<dyn Table>,
    /// Who plays.
    pub players: Vec<super::wire::Player>,
    /// Whether anybody who knows its id may look at it: practice, or over.
    pub open: bool,
}

/// One connection.
struct Link {
    outbox: Outbox,
    seat: Option<usize>,
    lang: Lang,
    name: String,
    visitor: String,
}

/// A match, its seats and its connections.
struct Room {
    app: App,
    id: String,
    /// The number under which this studio holds the match.
    fence: u64,
    /// Whether another studio has taken it since.
    lost: bool,
    table: Box<dyn Table>,
    record: RoomRecord,
    links: BTreeMap<u64, Link>,
    next_link: u64,
    /// What each group of readers saw last: those in a seat, and spectators.
    shown: BTreeMap<Option<usize>, Value>,
    /// When the match was at its millisecond zero, had it never slept.
    zero: Instant,
    /// The clock while the match has not begun or is asleep.
    stopped_at: u64,
    bot_states: Vec<play::BotState>,
    /// Since when each seat's person is away.
    away: Vec<Option<Instant>>,
    empty_since: Instant,
    /// Whether the store takes what the room has.
    storage: storage::Storage,
    /// How many people everybody knows to have been gone for so long that
    /// others may decide about their seats.
    told_absent: usize,
    /// Seats that want a pause, or in a pause want to go on.
    wishes: BTreeSet<usize>,
    /// Where thinking time is limited, how much everybody has.
    clocks: Option<Clocks>,
    /// How often each seat may give a sign.
    emotes: BTreeMap<usize, crate::rate::Bucket>,
    inbox: mpsc::Sender<Command>,
}

/// Starts the task of a room that is held under a number.
pub fn spawn(
    app: App,
    (id, fence): (String, u64),
    table: Box<dyn Table>,
    record: RoomRecord,
    inbox: mpsc::Sender<Command>,
    mut commands: mpsc::Receiver<Command>,
) {
    let seats = record.seats.len();
    // The clock goes on from the last entry: time asleep does not count.
    let stopped_at = record.paused.unwrap_or_else(|| table.clock());
    let clocks = record.limit.filter(|_| record.started).map(|limit| Clocks::of(limit, table.as_ref()));
    // Who sat here and has not come back yet is away.
    let away = record.seats.iter().map(|place| place.token.as_ref().map(|_| Instant::now())).collect();
    let mut room = Room {
        id: id.clone(),
        fence,
        lost: false,
        table,
        record,
        links: BTreeMap::new(),
        next_link: 0,
        shown: BTreeMap::new(),
        zero: Instant::now(),
        stopped_at,
        bot_states: std::iter::repeat_with(play::BotState::default).take(seats).collect(),
        away,
        empty_since: Instant::now(),
        storage: storage::Storage::default(),
        told_absent: 0,
        wishes: BTreeSet::new(),
        clocks,
        emotes: BTreeMap::new(),
        inbox: inbox.clone(),
        app: app.clone(),
    };
    room.zero = Instant::now().checked_sub(Duration::from_millis(stopped_at)).unwrap_or_else(Instant::now);
    let awake = app.metrics.rooms.enter();
    tokio::spawn(async move {
        let task = tokio::spawn(async move {
            room.run(&mut commands).await;
            // Whoever knocked in the last moment knocks again at a closed door.
            room.app.rooms.forget(&room.id, &room.inbox);
            commands.close();
        });
        if let Err(failed) = task.await {
            app.metrics.panics.add();
            tracing::error!(room = id, %failed, "a room broke; it can be woken again from its log");
        }
        app.rooms.forget(&id, &inbox);
        drop(awake);
    });
}

impl Room {
    async fn run(&mut self, commands: &mut mpsc::Receiver<Command>) {
        loop {
            let wake = self.next_wake();
            let command = tokio::select! {
                biased;
                // Somebody may have come in before a busy machine looked at the clock.
                () = sleep_until(wake) => if self.links.is_empty() { commands.try_recv().ok() } else { None },
                command = commands.recv() => command,
            };
            match command {
                Some(Command::Stop(done)) => {
                    self.save().await;
                    self.release().await;
                    self.links.clear();
                    let _ = done.send(());
                    return;
                }
                Some(Command::Abandon) => self.lost = true,
                Some(command) => self.obey(command).await,
                None if self.links.is_empty() && self.empty_since.elapsed() >= self.app.limits.idle => {
                    // Its time in the store is that of the last visit.
                    self.save().await;
                    self.release().await;
                    return;
                }
                None => self.pass_time().await,
            }
            if self.lost {
                // Everybody connects again and finds the room where it is.
                self.app.metrics.rooms_lost.add();
                tracing::warn!(room = self.id, "the room is another studio's now");
                return;
            }
        }
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Join(newcomer, reply) => {
                let link = self.join(newcomer).await;
                if reply.send(link).is_err() {
                    self.leave(link).await;
                }
            }
            Command::Message(link, message, came) => self.hear(link, message, came).await,
            Command::Leave(link) => self.leave(link).await,
            Command::Thought(decision) => self.decided(decision).await,
            Command::Hint(link, seat, action) => self.send(link, &ServerMessage::Hint { action, seat }),
            Command::Summary(reply) => {
                let _ = reply.send(self.summary());
            }
            Command::Copy(reply) => {
                let table = self.table.at(self.table.entries());
                let open = self.record.practice || self.is_over();
                let _ = reply.send(Copy { table, players: self.record.players(|_| true), open });
            }
            Command::Stop(_) | Command::Abandon => {}
        }
    }

    async fn hear(&mut self, link: u64, message: ClientMessage, came: Instant) {
        match message {
            ClientMessage::Hello(_) => self.complain(link, "`hello` comes once", "« hello » se dit une fois"),
            ClientMessage::Sit { seat, name, token } => self.sit(link, seat, name, token).await,
            ClientMessage::Stand => self.stand(link).await,
            ClientMessage::Ready { ready } => self.ready(link, ready).await,
            ClientMessage::Act(act) => self.act(link, &act, came).await,
            ClientMessage::Undo { seen } => self.undo(link, seen).await,
            ClientMessage::Hint { seat } => self.hint(link, seat),
            ClientMessage::Bot { seat, bot } => self.bot(link, seat, bot).await,
            ClientMessage::Free { seat } => self.free(link, seat).await,
            ClientMessage::Abort => self.abort(link).await,
            ClientMessage::Name { name } => self.rename(link, &name).await,
            ClientMessage::Rematch => self.rematch(link).await,
            ClientMessage::Pause { pause } => self.pause(link, pause).await,
            ClientMessage::Emote { emote } => self.emote(link, emote),
            ClientMessage::Resync => self.snapshot(link),
            ClientMessage::Ping { t } => {
                let now = self.now();
                self.send(link, &ServerMessage::Pong { t: &t, now });
            }
        }
    }

    /// Milliseconds of the match.
    fn now(&self) -> u64 {
        if !self.record.started || self.is_paused() {
            return self.stopped_at;
        }
        u64::try_from(self.zero.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Whether the match has begun and has not ended, be it in a pause.
    fn is_under_way(&self) -> bool {
        self.record.started && !self.is_over()
    }

    /// Whether time passes and people may act.
    fn is_running(&self) -> bool {
        self.is_under_way() && !self.is_paused()
    }

    /// Whether the match has ended, by the rules or because it was given up.
    fn is_over(&self) -> bool {
        self.record.aborted || self.table.outcome().is_some()
    }

    /// When something must be done even if nobody says anything.
    fn next_wake(&self) -> Instant {
        let mut wake = Instant::now() + Duration::from_secs(3600);
        if self.links.is_empty() {
            wake = wake.min(self.empty_since + self.app.limits.idle);
        }
        if let Some(until) = self.storage.trouble {
            return wake.min(until);
        }
        if self.is_running() {
            if let Some(deadline) = self.table.deadline() {
                // A match at its limit may wait for years; a month is enough to sleep.
                let deadline = Duration::from_millis(deadline.min(self.now() + 2_600_000_000));
                wake = wake.min(self.zero + deadline);
            }
            let up = |seat: usize| self.clocks.as_ref()?.up_at(seat).filter(|_| self.mover(seat).is_none());
            if let Some(up) = (0..self.away.len()).filter_map(up).min() {
                wake = wake.min(self.zero + Duration::from_millis(up));
            }
            if let Some(thought) = self.bot_states.iter().filter_map(play::BotState::next_thought).min() {
                wake = wake.min(thought);
            }
            let gone = |seat: usize| self.away[seat].filter(|_| self.record.seats[seat].bot.is_none());
            if let Some(since) = (0..self.away.len()).filter_map(gone).min().filter(|_| self.takes_over()) {
                wake = wake.min(since + self.app.limits.patience);
            }
        }
        // Before the match too, the others are to know whose seat they may give away, and who is the host now.
        if !self.is_over() && !self.links.is_empty() {
            let absent = self.away.iter().flatten().map(|since| *since + self.absence());
            if self.absent() != self.told_absent {
                wake = Instant::now();
            } else if let Some(absent) = absent.filter(|at| *at > Instant::now()).min() {
                wake = wake.min(absent);
            }
        }
        wake
    }

    /// Does what time alone brings.
    async fn pass_time(&mut self) {
        self.try_again().await;
        self.tick().await;
        self.stand_in().await;
        self.tell_absent();
        self.bot_states.iter_mut().for_each(play::BotState::pass_time);
        self.wake_bots();
    }

    fn game(&self) -> Option<&Hosted> {
        self.app.worlds.game(&self.table.id().game).ok()
    }

    fn summary(&self) -> Value {
        let id = self.table.id();
        let summary = Summary {
            room: self.id.clone(),
            game: id.game,
            config: id.config,
            practice: self.record.practice,
            started: self.record.started,
            over: self.is_over(),
            seq: self.table.entries(),
            players: self.players(),
            spectators: self.spectators(),
            rematch: self.record.rematch.clone(),
        };
        serde_json::to_value(summary).expect("summaries are plain JSON")
    }
}
