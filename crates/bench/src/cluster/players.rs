//! Rooms of four players who act in turn, keep receipts, and come back
//! whenever they are thrown out.

use super::programs::House;
use super::{Outcome, http};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

const PLAYERS: usize = 4;
const CONFIG: &str = "size=31,density=0.8,players=4,rounds=50";
/// How long players think.
const THINK: Duration = Duration::from_millis(300);
/// How long an answer may take before somebody connects again, as the page has it.
const ANSWER: Duration = Duration::from_secs(2);
/// How long a room may take at the end before it counts as stuck.
const STUCK: Duration = Duration::from_secs(60);

/// An action that was acknowledged.
#[derive(Clone, Debug)]
pub struct Receipt {
    pub room: String,
    pub id: String,
    pub seat: usize,
    pub action: String,
    /// The number of its entry.
    pub entry: u64,
}

/// A moment at which something was acknowledged in a room.
#[derive(Clone)]
pub struct Gap {
    pub room: String,
    pub at: Instant,
}

/// What is counted.
#[derive(Default)]
pub struct Tally {
    receipts: Mutex<Vec<Receipt>>,
    acknowledged: Mutex<Vec<Gap>>,
    arrivals: Mutex<Vec<Duration>>,
    deaf: AtomicBool,
    reconnections: AtomicU64,
}

impl Tally {
    pub fn take_receipts(&self) -> Vec<Receipt> {
        std::mem::take(&mut self.receipts.lock().unwrap())
    }

    pub fn acknowledged(&self) -> Vec<Gap> {
        self.acknowledged.lock().unwrap().clone()
    }

    pub fn take_arrivals(&self) -> Vec<Duration> {
        std::mem::take(&mut self.arrivals.lock().unwrap())
    }

    pub fn measure_arrivals(&self, measure: bool) {
        self.deaf.store(!measure, Ordering::Relaxed);
    }

    pub fn reconnections(&self) -> u64 {
        self.reconnections.load(Ordering::Relaxed)
    }
}

/// A room that plays by itself.
pub struct Room {
    stop: watch::Sender<bool>,
    task: tokio::task::JoinHandle<Outcome<()>>,
}

/// What a player has seen last, and when.
#[derive(Clone, Default)]
struct Seen {
    seq: u64,
    at: Option<Instant>,
    legal: Vec<String>,
    active: Vec<usize>,
    over: bool,
}

struct Player {
    seen: watch::Receiver<Seen>,
    acts: mpsc::Sender<(String, String, oneshot::Sender<Option<u64>>)>,
}

impl Room {
    /// Opens a room at one studio; its players are connected at all of them.
    pub async fn open(house: &Arc<House>, tally: &Arc<Tally>, number: usize) -> Outcome<Self> {
        let address = &house.studios[number % house.studios.len()].address;
        let new = json!({"game": "race", "config": CONFIG, "watch": true, "seed": number}).to_string();
        let (status, opened) = http::ask(address, "POST", "/api/rooms", &new).await?;
        let room = opened["room"].as_str().ok_or_else(|| format!("{status} {opened}"))?.to_owned();
        let mut players = Vec::new();
        for seat in 0..PLAYERS {
            let (send, seen) = watch::channel(Seen::default());
            let (acts, asked) = mpsc::channel(1);
            let key = format!("{:0>24}", format!("{number}x{seat}"));
            let (house, tally, room) = (Arc::clone(house), Arc::clone(tally), room.clone());
            tokio::spawn(sit_and_play(house, tally, room, (number, seat), key, send, asked));
            players.push(Player { seen, acts });
        }
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(drive(Arc::clone(tally), room, players, stopped));
        Ok(Self { stop, task })
    }
}

/// Lets every room acknowledge once more and end; how many did not.
pub async fn settle(_: &House, rooms: Vec<Room>) -> usize {
    let mut stuck = 0;
    for room in &rooms {
        room.stop.send_replace(true);
    }
    for room in rooms {
        match timeout(STUCK, room.task).await {
            Ok(Ok(Ok(()))) => {}
            Ok(other) => {
                eprintln!("a room ended badly: {other:?}");
                stuck += 1;
            }
            Err(_) => stuck += 1,
        }
    }
    stuck
}

/// Lets whoever may act do something, again and again.
async fn drive(tally: Arc<Tally>, room: String, mut players: Vec<Player>, stop: watch::Receiver<bool>) -> Outcome<()> {
    for player in &mut players {
        player.seen.wait_for(|seen| !seen.active.is_empty()).await?;
    }
    let mut turn = 0;
    loop {
        let last = *stop.borrow();
        // Whoever has seen most knows whose turn it is.
        let newest =
            players.iter().map(|player| player.seen.borrow().clone()).max_by_key(|seen| seen.seq).unwrap_or_default();
        if newest.over {
            return Ok(());
        }
        turn += 1;
        let Some(seat) = newest.active.get(turn % newest.active.len().max(1)).copied() else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let legal = players[seat].seen.borrow().legal.clone();
        let steps: Vec<&String> =
            legal.iter().filter(|act| ["up", "right", "down", "left"].contains(&act.as_str())).collect();
        let ready = legal.iter().find(|act| *act == "ready");
        let Some(action) = steps.get(turn * 7 % steps.len().max(1)).copied().or(ready).or(legal.first()).cloned()
        else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let id = format!("{room}-{turn}");
        let sent = Instant::now();
        let (reply, answer) = oneshot::channel();
        players[seat].acts.send((id.clone(), action.clone(), reply)).await?;
        if let Some(entry) = answer.await? {
            tally.acknowledged.lock().unwrap().push(Gap { room: room.clone(), at: Instant::now() });
            tally.receipts.lock().unwrap().push(Receipt { room: room.clone(), id, seat, action, entry });
            let mut arrived = sent;
            for player in &mut players {
                // Nobody stays deaf: everybody hears of it in the end.
                let seen = timeout(STUCK, player.seen.wait_for(|seen| seen.seq > entry)).await;
                let at = seen.map_err(|_| format!("somebody in {room} is deaf"))??.at;
                arrived = arrived.max(at.unwrap_or(sent));
            }
            if !tally.deaf.load(Ordering::Relaxed) {
                tally.arrivals.lock().unwrap().push(arrived - sent);
            }
            if last {
                return Ok(());
            }
        }
        tokio::time::sleep(THINK).await;
    }
}

/// One player: connected somewhere, again and again; a pending action is sent
/// again under its name until it is known to be done or refused.
async fn sit_and_play(
    house: Arc<House>,
    tally: Arc<Tally>,
    room: String,
    (number, seat): (usize, usize),
    key: String,
    seen: watch::Sender<Seen>,
    mut acts: mpsc::Receiver<(String, String, oneshot::Sender<Option<u64>>)>,
) {
    let mut pending: Option<(String, String, oneshot::Sender<Option<u64>>)> = None;
    let mut place = number + seat;
    let mut tries = 0_u64;
    loop {
        if tries > 0 {
            // As a load balancer would: the next place, after a moment.
            place += 1;
            tally.reconnections.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        tries += 1;
        if seen.is_closed() {
            return;
        }
        let address = &house.studios[place % house.studios.len()].address;
        let connecting = tokio_tungstenite::connect_async(format!("ws://{address}/ws/rooms/{room}"));
        let Ok(Ok((mut socket, _))) = timeout(Duration::from_secs(2), connecting).await else { continue };
        let say = |message: Value| Message::Text(message.to_string().into());
        if socket.send(say(json!({"type": "hello", "token": key, "lang": "en"}))).await.is_err() {
            continue;
        }
        let mut silent = 0;
        loop {
            let message = tokio::select! {
                message = timeout(Duration::from_millis(500), socket.next()) => message,
                act = acts.recv(), if pending.is_none() => {
                    let Some(act) = act else { return };
                    let message = json!({"type": "act", "do": act.1, "seen": seen.borrow().seq, "id": act.0});
                    pending = Some(act);
                    silent = 0;
                    if socket.send(say(message)).await.is_err() { break }
                    continue;
                }
            };
            let text = match message {
                Ok(Some(Ok(Message::Text(text)))) => text,
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => break,
                Ok(Some(Ok(_))) => continue,
                Err(_) => {
                    // A place that does not answer is left, as a page does by its pings.
                    silent += 1;
                    if silent * 500 >= ANSWER.as_millis() as u64 {
                        break;
                    }
                    if socket.send(say(json!({"type": "ping", "t": 0}))).await.is_err() {
                        break;
                    }
                    continue;
                }
            };
            let Ok(news) = serde_json::from_str::<Value>(&text) else { continue };
            let mut again = None;
            match news["type"].as_str().unwrap_or_default() {
                "snapshot" | "moved" => {
                    silent = 0;
                    if news["type"] == "moved" && news["from"].as_u64() > Some(seen.borrow().seq) {
                        again = Some(json!({"type": "resync"}));
                    }
                    seen.send_modify(|seen| {
                        let seq = news["seq"].as_u64().unwrap_or(0);
                        if seq != seen.seq || seen.at.is_none() {
                            seen.at = Some(Instant::now());
                        }
                        seen.seq = seq;
                        seen.legal = serde_json::from_value(news["legal"].clone()).unwrap_or_default();
                        let active = serde_json::from_value(news["active"].clone()).unwrap_or_default();
                        seen.active = if news["started"] == false { Vec::new() } else { active };
                        seen.over = !news["outcome"].is_null();
                    });
                    if news["type"] == "snapshot" {
                        again = if news["seat"].is_null() {
                            Some(json!({"type": "sit", "seat": seat, "name": "P", "token": key}))
                        } else if news["started"] == false {
                            Some(json!({"type": "ready", "ready": true}))
                        } else {
                            // Whatever was on its way when the connection broke.
                            pending.as_ref().map(|(id, action, _)| {
                                json!({"type": "act", "do": action, "seen": seen.borrow().seq, "id": id})
                            })
                        };
                    }
                    if let Some((_, _, reply)) = pending.take_if(|(id, _, _)| news["id"] == id.as_str()) {
                        let _ = reply.send(news["seq"].as_u64().map(|seq| seq - 1));
                    }
                }
                "done" => {
                    if let Some((_, _, reply)) = pending.take_if(|(id, _, _)| news["id"] == id.as_str()) {
                        let _ = reply.send(news["entry"].as_u64());
                    }
                }
                "refused" => {
                    if let Some((_, _, reply)) = pending.take_if(|(id, _, _)| news["id"] == id.as_str()) {
                        let _ = reply.send(None);
                    }
                }
                "pong" => {
                    // The place is there; an action it never answers is asked for again.
                    if pending.is_some() && silent >= 3 {
                        break;
                    }
                    if pending.is_none() {
                        silent = 0;
                    }
                }
                _ => {}
            }
            if let Some(again) = again
                && socket.send(say(again)).await.is_err()
            {
                break;
            }
        }
    }
}
