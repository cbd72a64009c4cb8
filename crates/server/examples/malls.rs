//! Many supermarkets at once: Magic Maze with four people and four bots a room.
//!
//! `cargo run --release -p dedale-server --example malls -- target/release/dedale`
//! starts that program with a fresh SQLite file, opens rooms, lets every person
//! slide a pawn about once in two seconds while bots plan and move, and prints
//! the time from sending a move to its arrival at each of the room's people,
//! on this machine with the people included.
//!
//! `--rooms N` and `--seconds N` change the sizes.

#[path = "shared/server.rs"]
mod server;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Outcome, Server, Socket, number};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

const PEOPLE: usize = 4;
const CONFIG: &str = "scenario=2,players=8,time=0";
/// Between two moves of one person, and between two of one bot.
const PAUSE: Duration = Duration::from_millis(2000);
const PACE: u64 = 900;

/// When each person of a room last sent a move.
type Sent = Arc<Mutex<[Option<Instant>; PEOPLE]>>;

#[tokio::main]
async fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name, default| number(&args, name, default);
    let (rooms, seconds) = (number("--rooms", 100), number("--seconds", 20));
    let server = Server::start(&args)?;
    let mut people = Vec::new();
    for _ in 0..rooms {
        people.extend(server.table().await?);
    }
    let until = Instant::now() + Duration::from_secs(seconds as u64);
    let before = server.worked();
    let count = people.len();
    let tasks: Vec<_> = people
        .into_iter()
        .enumerate()
        .map(|(at, person)| tokio::spawn(person.play(PAUSE.mul_f64(at as f64 / count as f64), until)))
        .collect();
    let (mut times, mut heard, mut refused) = (Vec::new(), 0, 0);
    for task in tasks {
        let person = task.await??;
        times.extend(person.times);
        heard += person.heard;
        refused += person.refused;
    }
    let busy = (server.worked() - before) / seconds as f64;
    times.sort_unstable();
    let at = |share: f64| times.get(((times.len().max(1) - 1) as f64 * share) as usize).copied().unwrap_or_default();
    println!(
        "{rooms} rooms, {PEOPLE} people and {PEOPLE} bots each, {seconds} s: {} arrivals of people's moves, {heard} of all; \
         p50 {:.2?}, p90 {:.2?}, p99 {:.2?}, max {:.2?}; {refused} refused as stale; the server took {busy:.2} cores",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
    );
    Ok(())
}

impl Server {
    /// Seconds of processor the server has used.
    fn worked(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
        (ticks(11) + ticks(12)) / 100.0
    }

    /// A room that has begun: its people, seated.
    async fn table(&self) -> Outcome<Vec<Person>> {
        let bots: Value = (PEOPLE..2 * PEOPLE).map(|seat| (seat.to_string(), json!("joint"))).collect();
        let wish = json!({"game": "magic", "config": CONFIG, "bots": bots, "pace": PACE});
        let (room, token) = self.room(&wish).await?;
        let sent = Sent::default();
        let mut people = Vec::new();
        for seat in 0..PEOPLE {
            let socket = self.enter(&room).await?;
            let mut person = Person {
                socket,
                seat,
                sent: sent.clone(),
                seq: 0,
                legal: Vec::new(),
                times: Vec::new(),
                heard: 0,
                refused: 0,
            };
            let token = if seat == 0 { json!(token) } else { Value::Null };
            person.say(&json!({"type": "hello", "token": token})).await?;
            if seat > 0 {
                person.say(&json!({"type": "sit", "seat": seat})).await?;
            }
            person.say(&json!({"type": "ready", "ready": true})).await?;
            people.push(person);
        }
        Ok(people)
    }
}

struct Person {
    socket: Socket,
    seat: usize,
    sent: Sent,
    seq: u64,
    legal: Vec<String>,
    times: Vec<Duration>,
    heard: u64,
    refused: u64,
}

impl Person {
    async fn say(&mut self, message: &Value) -> Outcome<()> {
        Ok(self.socket.send(Message::Text(message.to_string().into())).await?)
    }

    async fn play(mut self, first: Duration, until: Instant) -> Outcome<Self> {
        let mut next = tokio::time::Instant::now() + first;
        let end = tokio::time::Instant::from_std(until);
        let mut turn = self.seat;
        loop {
            tokio::select! {
                () = tokio::time::sleep_until(end) => return Ok(self),
                () = tokio::time::sleep_until(next) => {
                    next += PAUSE;
                    turn += 1;
                    let slides: Vec<&String> = self.legal.iter().filter(|act| act.starts_with("move ")).collect();
                    let Some(&action) = slides.get(turn % slides.len().max(1)) else { continue };
                    let act = json!({"type": "act", "do": action, "seen": self.seq});
                    self.sent.lock().unwrap_or_else(PoisonError::into_inner)[self.seat] = Some(Instant::now());
                    self.say(&act).await?;
                }
                message = self.socket.next() => {
                    let Message::Text(text) = message.ok_or("closed")?? else { continue };
                    self.hear(&serde_json::from_str(&text)?);
                }
            }
        }
    }

    fn hear(&mut self, message: &Value) {
        match message["type"].as_str() {
            Some("snapshot" | "moved") => {
                self.seq = message["seq"].as_u64().unwrap_or(0);
                self.legal = serde_json::from_value(message["legal"].clone()).unwrap_or_default();
            }
            Some("refused") => {
                self.refused += 1;
                self.sent.lock().unwrap_or_else(PoisonError::into_inner)[self.seat] = None;
            }
            _ => {}
        }
        if message["type"] != "moved" {
            return;
        }
        self.heard += 1;
        let seat = message["seat"].as_u64().and_then(|seat| usize::try_from(seat).ok());
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sent) = seat.and_then(|seat| sent.get(seat).copied().flatten()) {
            self.times.push(sent.elapsed());
        }
    }
}
