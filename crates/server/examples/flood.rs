//! One visitor floods every dear question; how long does it take others to
//! open a room?
//!
//! `cargo run --release -p dedale-server --example flood -- target/release/dedale`
//! starts that program as a process of its own, asks the dearest questions of
//! every world on so many connections at once, hangs up on some of them, and
//! meanwhile opens rooms and prints how long that took, and what the flood was
//! answered. `--connections N`, `--seconds N` and `--rooms N` change the sizes.

#[path = "shared/server.rs"]
#[allow(dead_code, reason = "shared with the other load programs")]
mod server;

use serde_json::{Value, json};
use server::{Outcome, Server, number};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Questions that were used to bring the server down, and a few more.
fn dear() -> Vec<(&'static str, Value)> {
    let hall = |side: usize| {
        let wall = "#".repeat(side);
        let row = format!("#{}#\n", "- $.".repeat((side - 2) / 4) + &" ".repeat((side - 2) % 4));
        format!("{wall}\n#@{}#\n{}{wall}\n", " ".repeat(side - 3), row.repeat(side / 2))
    };
    let town = format!("{}\n", ["..........."; 10].join("\n").replacen("..", "A.", 1));
    vec![
        ("maze/steps", json!({"algo": "random-walk", "size": "1000x1000", "format": "steps"})),
        ("maze/steps", json!({"algo": "prim", "size": "100x100", "rooms": 4_294_967_295_u32, "format": "steps"})),
        ("maze/generate", json!({"algo": "wilson", "size": "1024x1024", "format": "png"})),
        ("fish/risk", json!({"board": town, "pieces": 30, "fills": 1_000_000, "seed": 1})),
        ("race/new", json!({"size": 1001, "density": 0.45, "players": 4, "repair": true})),
        ("sokoban/open", json!({"levels": "1000(1000#|)6#|#@-$.#|6#\n\n".repeat(1000)})),
        ("sokoban/look", json!({"levels": hall(60)})),
        ("sokoban/solve", json!({"levels": hall(40)})),
        ("magic/market-build", json!({"tiles": 5000, "seed": 1})),
    ]
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name, default| number(&args, name, default);
    let (connections, seconds, rooms) = (number("--connections", 64), number("--seconds", 20), number("--rooms", 200));
    let server = Arc::new(Server::start(&args)?);
    println!("opening a room, nobody else there: {}", open_rooms(&server, rooms.min(50), Duration::ZERO).await?);
    let end = Instant::now() + Duration::from_secs(seconds as u64);
    let answers: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
    let mut flood = Vec::new();
    for number in 0..connections {
        let (server, answers) = (Arc::clone(&server), Arc::clone(&answers));
        flood.push(tokio::spawn(async move {
            let dear = dear();
            let mut turn = number;
            while Instant::now() < end {
                let (path, question) = &dear[turn % dear.len()];
                // Every fourth hangs up before there is an answer.
                let patience = Duration::from_millis(if turn.is_multiple_of(4) { 50 } else { 30_000 });
                let status = match tokio::time::timeout(patience, ask(&server.address, path, question)).await {
                    Ok(Ok(status)) => status,
                    Ok(Err(_)) => "refused".into(),
                    Err(_) => "hung up".into(),
                };
                *answers
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .entry(format!("{status} {path}"))
                    .or_default() += 1;
                turn += 1;
            }
        }));
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let pause = Duration::from_millis(seconds as u64 * 800 / rooms.max(1) as u64);
    println!("opening a room in the flood:       {}", open_rooms(&server, rooms, pause).await?);
    for one in flood {
        one.await?;
    }
    for (what, count) in answers.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        println!("{count:>8} × {what}");
    }
    println!("afterwards /healthz says {}", server.ask("GET", "/healthz", "").await?);
    Ok(())
}

/// Opens rooms one after the other; how long they took.
async fn open_rooms(server: &Server, rooms: usize, pause: Duration) -> Outcome<String> {
    let mut times = Vec::new();
    for _ in 0..rooms {
        let began = Instant::now();
        server.room(&json!({"game": "race", "config": "size=31,density=0.8,players=4,rounds=3"})).await?;
        times.push(began.elapsed());
        tokio::time::sleep(pause).await;
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    Ok(format!("median {:.1} ms, p95 {:.1}, p99 {:.1}, worst {:.1}", at(0.5), at(0.95), at(0.99), at(1.0)))
}

/// The status of an answer; its body is read and dropped.
async fn ask(address: &str, path: &str, question: &Value) -> Outcome<String> {
    let body = question.to_string();
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST /api/{path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await?;
    let mut start = [0; 12];
    stream.read_exact(&mut start).await?;
    let mut rest = vec![0; 1 << 16];
    while stream.read(&mut rest).await? > 0 {}
    Ok(String::from_utf8_lossy(&start[9..]).into_owned())
}
