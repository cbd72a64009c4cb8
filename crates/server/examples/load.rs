//! How fast and how large: rooms full of players on the real server.
//!
//! `cargo run --release -p dedale-server --example load -- target/release/dedale`
//! starts that program as a process of its own with a fresh SQLite file and
//! prints, on this machine with the load generator included:
//!
//! - the time from sending a move to its arrival at each of four players, in
//!   200 rooms with 10 moves a second each, and how many events were lost or
//!   out of order;
//! - the memory of the server with 2,000 rooms and 8,000 open sockets that do
//!   nothing.
//!
//! `--rooms N`, `--seconds N` and `--idle N` change the sizes; `--thinking N`
//! adds N rooms in which the strongest bots of `fish` think all the time, to
//! see that they delay nobody else.

#[path = "shared/server.rs"]
mod server;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Outcome, Server, Socket, number};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

const PLAYERS: usize = 4;
const CONFIG: &str = "size=31,density=0.8,players=4,rounds=50";
const PAUSE: Duration = Duration::from_millis(100);

#[tokio::main]
async fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name, default| number(&args, name, default);
    let files = dedale_server::raise_open_files().unwrap_or(u64::MAX);
    let (rooms, seconds, idle) = (number("--rooms", 200), number("--seconds", 15), number("--idle", 2000));
    let thinking = number("--thinking", 0);
    let wanted = (rooms.max(idle) * PLAYERS + 500) as u64;
    if files < wanted {
        return Err(format!("{files} files may be open, {wanted} are needed: raise the hard limit (ulimit -Hn)").into());
    }
    if rooms > 0 {
        let server = Server::start(&args)?;
        thinkers(&server, thinking).await?;
        active(&server, rooms, seconds).await?;
        if thinking > 0 {
            println!("bots of {thinking} other rooms: {}", server.bot_times().await?);
        }
    }
    if idle > 0 {
        let server = Server::start(&args)?;
        sleeping(&server, idle).await?;
    }
    Ok(())
}

impl Server {
    /// The memory in use, in megabytes.
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
    }

    /// How many thoughts bots had, and how long they took in the mean.
    async fn bot_times(&self) -> Outcome<String> {
        let text = self.ask("GET", "/metrics", "").await?;
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.and_then(|value| value.parse::<f64>().ok()).unwrap_or(0.0)
        };
        let (count, sum) = (value("dedale_bot_seconds_count"), value("dedale_bot_seconds_sum"));
        Ok(format!("{count} thoughts of {:.0} ms in the mean", 1000.0 * sum / count.max(1.0)))
    }

    /// Four people in a new room, all seated.
    async fn table(&self) -> Outcome<Vec<Player>> {
        let (room, token) = self.room(&json!({"game": "race", "config": CONFIG})).await?;
        let mut players = Vec::new();
        for seat in 0..PLAYERS {
            let socket = self.enter(&room).await?;
            let mut player = Player { socket, seq: 0, legal: Vec::new(), active: Vec::new(), astray: 0 };
            let hello = if seat == 0 { json!({"type": "hello", "token": token}) } else { json!({"type": "hello"}) };
            player.say(&hello).await?;
            player.hear("snapshot").await?;
            if seat > 0 {
                player.say(&json!({"type": "sit"})).await?;
                player.hear("snapshot").await?;
            }
            players.push(player);
        }
        Ok(players)
    }
}

struct Player {
    socket: Socket,
    seq: u64,
    legal: Vec<String>,
    active: Vec<u64>,
    /// Events lost or out of order.
    astray: u64,
}

impl Player {
    async fn say(&mut self, message: &Value) -> Outcome<()> {
        Ok(self.socket.send(Message::Text(message.to_string().into())).await?)
    }

    async fn hear(&mut self, kind: &str) -> Outcome<Value> {
        loop {
            let message = self.socket.next().await.ok_or("closed")??;
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text)?;
            if message["type"] == "refused" || message["type"] == "error" {
                return Err(message.to_string().into());
            }
            if message["type"] == kind {
                if kind == "moved" && message["from"].as_u64() != Some(self.seq) {
                    self.astray += 1;
                }
                self.seq = message["seq"].as_u64().unwrap_or(0);
                self.legal = serde_json::from_value(message["legal"].clone()).unwrap_or_default();
                self.active = serde_json::from_value(message["active"].clone()).unwrap_or_default();
                return Ok(message);
            }
        }
    }
}

/// Plays a room for a while; the times of arrival and the number of events
/// that went astray.
async fn play(mut players: Vec<Player>, room: usize, until: Instant) -> Outcome<(Vec<Duration>, u64)> {
    let mut times = Vec::new();
    let mut turn = room;
    let mut next = tokio::time::Instant::now() + PAUSE.mul_f64((room % 100) as f64 / 100.0);
    while Instant::now() < until {
        tokio::time::sleep_until(next).await;
        next += PAUSE;
        turn += 1;
        let Some(seat) = players[0].active.first().copied() else { break };
        let player = &mut players[seat as usize];
        let steps: Vec<&String> =
            player.legal.iter().filter(|act| ["up", "right", "down", "left"].contains(&act.as_str())).collect();
        let action = steps.get(turn % steps.len().max(1)).copied().or(player.legal.first());
        let action = action.ok_or("nothing to do")?.clone();
        let seen = player.seq;
        let sent = Instant::now();
        player.say(&json!({"type": "act", "do": action, "seen": seen})).await?;
        for player in &mut players {
            player.hear("moved").await?;
            times.push(sent.elapsed());
        }
    }
    let astray = players.iter().map(|player| player.astray).sum();
    Ok((times, astray))
}

/// Rooms in which only the strongest bots of `fish` play, as fast as they
/// think; whoever looks on keeps them awake.
async fn thinkers(server: &Server, rooms: usize) -> Outcome<()> {
    for _ in 0..rooms {
        let bots = json!({"1": "strong", "2": "strong", "3": "strong", "4": "strong"});
        let wish = json!({"game": "fish", "config": "players=5", "practice": true, "bots": bots, "pace": 0});
        let (room, token) = server.room(&wish).await?;
        let mut socket = server.enter(&room).await?;
        for message in [json!({"type": "hello", "token": token}), json!({"type": "bot", "seat": 0, "bot": "strong"})] {
            socket.send(Message::Text(message.to_string().into())).await?;
        }
        tokio::spawn(async move { while socket.next().await.is_some() {} });
    }
    Ok(())
}

async fn active(server: &Server, rooms: usize, seconds: usize) -> Outcome<()> {
    let mut tables = Vec::new();
    for _ in 0..rooms {
        let mut players = server.table().await?;
        for player in &mut players {
            player.say(&json!({"type": "ready", "ready": true})).await?;
        }
        for player in &mut players {
            while player.hear("snapshot").await?["started"] != true {}
        }
        tables.push(players);
    }
    println!("{rooms} rooms with {PLAYERS} players have begun; {:.0} MB", server.memory());
    let until = Instant::now() + Duration::from_secs(seconds as u64);
    let tasks: Vec<_> =
        tables.into_iter().enumerate().map(|(room, players)| tokio::spawn(play(players, room, until))).collect();
    let (mut times, mut astray, mut failed) = (Vec::new(), 0, 0);
    for task in tasks {
        match task.await? {
            Ok((more, lost)) => {
                times.extend(more);
                astray += lost;
            }
            Err(error) => {
                failed += 1;
                eprintln!("a room failed: {error}");
            }
        }
    }
    times.sort_unstable();
    let at = |share: f64| times.get(((times.len() - 1) as f64 * share) as usize).copied().unwrap_or_default();
    println!(
        "{} arrivals in {seconds} s ({:.0} moves a second): p50 {:.2?}, p90 {:.2?}, p99 {:.2?}, max {:.2?}; \
         {astray} lost or out of order, {failed} rooms failed; {:.0} MB",
        times.len(),
        times.len() as f64 / PLAYERS as f64 / seconds as f64,
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
        server.memory()
    );
    Ok(())
}

async fn sleeping(server: &Server, rooms: usize) -> Outcome<()> {
    let before = server.memory();
    let mut tables = Vec::new();
    while tables.len() < rooms {
        let some = (0..(rooms - tables.len()).min(20)).map(|_| server.table());
        tables.extend(futures_util::future::try_join_all(some).await?);
    }
    let sockets: usize = tables.iter().map(Vec::len).sum();
    let after = server.memory();
    println!(
        "{rooms} idle rooms with {sockets} sockets: {after:.0} MB ({before:.0} MB before; {:.1} kB a socket with its share of the room)",
        (after - before) * 1024.0 / sockets as f64
    );
    // Still alive after all that.
    let last = tables.last_mut().and_then(|table| table.last_mut()).ok_or("no rooms")?;
    let asked = Instant::now();
    last.say(&json!({"type": "ping", "t": 1})).await?;
    last.hear("pong").await?;
    println!("a ping among them: {:.2?}", asked.elapsed());
    Ok(())
}
