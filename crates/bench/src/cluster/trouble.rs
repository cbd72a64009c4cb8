//! What is done to studios: killed, paused, told to stop, cut off from the
//! database or the bus; and where there is one alone, its database restarted,
//! its disk filled, the door crowded, dear questions asked by the dozen.

use super::programs::{House, Studio};
use super::{Outcome, Plan, http};
use dedale_grid::Rng;
use dedale_store::{Access, OpenOptions, Store, open_with};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Kill,
    Pause,
    Stop,
    CutDatabase,
    CutBus,
    RestartDatabase,
    FullDisk,
    Crowd,
    Flood,
}

/// Something that was done.
pub struct Trouble {
    pub kind: Kind,
    pub at: Instant,
    /// The rooms that its studio held.
    pub rooms: Vec<String>,
    /// Whether it came alone, so that take-overs can be measured.
    pub measured: bool,
}

/// Makes all the trouble of a plan.
pub async fn make(house: &Arc<House>, plan: &Plan) -> Outcome<Vec<Trouble>> {
    let store = match (plan.studios > 1, &house.postgres) {
        (true, Some(_)) => {
            let guest = OpenOptions { access: Access::Guest, ..OpenOptions::default() };
            Some(open_with(&house.database, guest).await?)
        }
        _ => None,
    };
    let mut rng = Rng::new(plan.seed);
    let mut troubles = Vec::new();
    for number in 0..plan.measured {
        let studio = rng.below(house.studios.len() as u64) as usize;
        let trouble = disturb(house, studio, kind(plan, &mut rng), store.as_deref(), true).await?;
        troubles.push(trouble);
        // Alone: the next comes when everything is as it was.
        tokio::time::sleep(Duration::from_millis(if plan.studios > 1 { 2500 } else { 500 })).await;
        progress(number + 1, plan);
    }
    let mut under_way = tokio::task::JoinSet::new();
    let mut begun = plan.measured;
    while begun < plan.disturb || !under_way.is_empty() {
        // One studio is always left alone.
        let free: Vec<usize> = (0..house.studios.len()).filter(|at| !house.studios[*at].is_disturbed()).collect();
        let most = (house.studios.len() - 1).max(1);
        if begun < plan.disturb && under_way.len() < most && (free.len() > 1 || house.studios.len() == 1) {
            let studio = free[rng.below(free.len() as u64) as usize];
            let (inner, kind) = (Arc::clone(house), kind(plan, &mut rng));
            house.studios[studio].disturbed.store(true, Ordering::Relaxed);
            under_way.spawn(async move { disturb(&inner, studio, kind, None, false).await });
            begun += 1;
            progress(begun, plan);
            tokio::time::sleep(Duration::from_millis(rng.below(600))).await;
        } else if let Some(done) = under_way.join_next().await {
            troubles.push(done??);
        }
    }
    if let Some(store) = store {
        store.close().await?;
    }
    Ok(troubles)
}

fn progress(done: usize, plan: &Plan) {
    if done.is_multiple_of(50) {
        eprintln!("{done} of {} disturbances", plan.disturb);
    }
}

fn kind(plan: &Plan, rng: &mut Rng) -> Kind {
    let kinds: &[Kind] = match (plan.studios > 1, plan.postgres) {
        (true, _) => &[Kind::Kill, Kind::Kill, Kind::Pause, Kind::CutDatabase, Kind::CutBus, Kind::Stop],
        (false, true) => &[
            Kind::Kill,
            Kind::Kill,
            Kind::Kill,
            Kind::Kill,
            Kind::Pause,
            Kind::Stop,
            Kind::RestartDatabase,
            Kind::Crowd,
            Kind::Flood,
        ],
        (false, false) => &[
            Kind::Kill,
            Kind::Kill,
            Kind::Kill,
            Kind::Kill,
            Kind::FullDisk,
            Kind::Pause,
            Kind::Stop,
            Kind::Crowd,
            Kind::Flood,
        ],
    };
    kinds[rng.below(kinds.len() as u64) as usize]
}

/// Does one thing to a studio and waits until it is ready again.
async fn disturb(
    house: &House,
    number: usize,
    kind: Kind,
    store: Option<&dyn Store>,
    measured: bool,
) -> Outcome<Trouble> {
    let studio = &house.studios[number];
    studio.disturbed.store(true, Ordering::Relaxed);
    let rooms = match store {
        Some(store) => held(store, studio).await?,
        None => Vec::new(),
    };
    let at = Instant::now();
    // Longer than others wait for it, and a little.
    let hang = Duration::from_millis(2200);
    match kind {
        Kind::Kill => {
            studio.kill().await;
            studio.run().await?;
        }
        Kind::Stop => {
            studio.signal("TERM").await;
            studio.gone().await;
            studio.run().await?;
        }
        Kind::Pause => {
            studio.signal("STOP").await;
            tokio::time::sleep(hang).await;
            studio.signal("CONT").await;
            ready(studio).await?;
        }
        Kind::CutDatabase | Kind::CutBus => {
            let link = if kind == Kind::CutBus { &studio.bus } else { &studio.database };
            let link = link.as_ref().ok_or("no such link")?;
            link.cut(true);
            tokio::time::sleep(hang).await;
            link.cut(false);
            ready(studio).await?;
        }
        Kind::RestartDatabase => {
            let server = house.postgres.as_ref().ok_or("no PostgreSQL")?;
            tokio::task::block_in_place(|| server.restart());
            ready(studio).await?;
        }
        Kind::FullDisk if !house.small_disk => {}
        Kind::FullDisk => {
            let ballast = house.folder.join("ballast");
            // Whatever fits, to the last byte.
            let _ = std::fs::write(&ballast, vec![0; 64 << 20]);
            tokio::time::sleep(hang / 2).await;
            std::fs::remove_file(&ballast)?;
            ready(studio).await?;
        }
        Kind::Crowd => crowd(studio).await?,
        Kind::Flood => flood(studio).await?,
    }
    studio.disturbed.store(false, Ordering::Relaxed);
    Ok(Trouble { kind, at, rooms, measured })
}

/// The rooms that a studio holds.
async fn held(store: &dyn Store, studio: &Studio) -> Outcome<Vec<String>> {
    let (_, health) = http::ask(&studio.address, "GET", "/healthz", "").await?;
    let node = health["node"].as_str().unwrap_or_default().to_owned();
    Ok(store.leases(100_000).await?.into_iter().filter(|lease| lease.owner == node).map(|lease| lease.id).collect())
}

async fn ready(studio: &Studio) -> Outcome<()> {
    for _ in 0..600 {
        if http::ask(&studio.address, "GET", "/healthz", "").await.is_ok_and(|(status, _)| status == 200) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err(format!("the studio at {} did not recover", studio.address).into())
}

/// Half-open connections, and uploads of long match files.
async fn crowd(studio: &Studio) -> Outcome<()> {
    let mut half_open = Vec::new();
    for _ in 0..100 {
        if let Ok(mut stream) = tokio::net::TcpStream::connect(&studio.address).await {
            let _ = stream.write_all(b"POST /api/replays HTTP/1.1\r\nhost: ").await;
            half_open.push(stream);
        }
    }
    let mut file = String::from(
        "{\"dedale\":1,\"game\":\"race\",\"version\":1,\"config\":\"size=31,density=0.8,players=1,rounds=50\",\"seed\":7}\n",
    );
    for number in 0..2000 {
        file += &format!("{{\"seq\":{number},\"t\":{number},\"seat\":0,\"do\":\"pass\"}}\n");
    }
    for _ in 0..3 {
        // Whether it is taken does not matter here; that others go on does.
        let _ = http::ask(&studio.address, "POST", "/api/replays", &file).await;
    }
    drop(half_open);
    ready(studio).await
}

/// Dear questions on many connections at once, half of them hung up on.
async fn flood(studio: &Studio) -> Outcome<()> {
    let bomb = "1000(1000#|)6#|#@-$.#|6#\n\n".repeat(1000);
    let town = format!("{}\n", ["..........."; 10].join("\n").replacen("..", "A.", 1));
    let dear = [
        ("/api/maze/steps", json!({"algo": "prim", "size": "100x100", "rooms": u32::MAX, "format": "steps"})),
        ("/api/maze/generate", json!({"algo": "wilson", "size": "1024x1024", "format": "png"})),
        ("/api/fish/risk", json!({"board": town, "pieces": 30, "fills": 1_000_000, "seed": 1})),
        ("/api/sokoban/open", json!({"levels": bomb})),
    ];
    let mut asked = tokio::task::JoinSet::new();
    for number in 0..40 {
        let (address, (path, question)) = (studio.address.clone(), dear[number % dear.len()].clone());
        let patience = Duration::from_millis(if (number / dear.len()).is_multiple_of(2) { 100 } else { 2000 });
        // What it is answered does not matter here either.
        asked.spawn(async move {
            let _ = tokio::time::timeout(patience, http::ask(&address, "POST", path, &question.to_string())).await;
        });
    }
    asked.join_all().await;
    ready(studio).await
}

/// Prints how often what was done.
pub fn report(troubles: &[Trouble], took: Duration) {
    let mut counts = BTreeMap::<Kind, usize>::new();
    for trouble in troubles {
        *counts.entry(trouble.kind).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(kind, count)| format!("{kind:?} {count}")).collect();
    println!("{} disturbances in {:.0} s: {}", troubles.len(), took.as_secs_f64(), counts.join(", "));
}
