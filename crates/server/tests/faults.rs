//! A match played on a store that fails, at every point in turn: whatever was
//! acknowledged is kept, no room is stuck, and health tells the truth.

#![allow(missing_docs)]

#[path = "common/faulty.rs"]
mod faulty;
#[path = "common/studio.rs"]
mod studio;

use axum::http::StatusCode;
use dedale_server::Limits;
use dedale_store::{Memory, Store};
use faulty::{Fault, Faulty};
use serde_json::{Value, json};
use std::sync::Arc;
use studio::{Client, Studio};

/// Clients here try again at once and often.
fn limits() -> Limits {
    Limits { messages_a_second: 1_000_000, burst: 1_000_000, rooms_a_minute: 1000, ..Limits::default() }
}

async fn studio(store: &Arc<Faulty>) -> Studio {
    Studio::with(Arc::clone(store) as Arc<dyn Store>, limits()).await
}

#[tokio::test]
async fn every_write_of_a_match_fails_once() {
    let faults = [
        Fault::Full(1),
        Fault::Full(3),
        Fault::Down(1),
        Fault::Down(4),
        Fault::LostAnswer,
        Fault::LostAndDown(2),
        Fault::Slow,
    ];
    let undisturbed = play_on(usize::MAX, Fault::Slow).await;
    assert!(undisturbed >= 9, "a match is {undisturbed} writes");
    for fault in faults {
        for after in 0..undisturbed {
            play_on(after, fault).await;
        }
    }
}

/// Plays a match on a store that fails after so many writes; how many writes
/// there were.
async fn play_on(after: usize, fault: Fault) -> usize {
    let kept = Arc::new(Memory::new());
    let store = Arc::new(Faulty::new(Arc::clone(&kept) as Arc<dyn Store>, after, fault));
    let studio = studio(&store).await;
    let (room, key) = loop {
        let (status, body) = studio.post("/api/rooms", json!({"game": "nim", "config": "heap=9"})).await;
        if status == StatusCode::OK {
            break (body["room"].as_str().unwrap().to_owned(), body["token"].as_str().unwrap().to_owned());
        }
    };
    let (mut ada, _) = join(&studio, &room, &key).await;
    let mine = "bobbobbobbobbobbobbobbob";
    let (mut bob, _) = join(&studio, &room, mine).await;
    loop {
        bob.say(json!({"type": "sit", "name": "Bob", "token": mine})).await;
        if one_of(&mut bob, &["snapshot", "error"]).await["seat"] == 1 {
            break;
        }
    }
    for player in [&mut ada, &mut bob] {
        player.say(json!({"type": "ready", "ready": true})).await;
    }
    ada.hear("snapshot").await;
    let mut acknowledged = Vec::new();
    for (turn, count) in [1, 2, 3, 2, 1].into_iter().enumerate() {
        let player = if turn % 2 == 0 { &mut ada } else { &mut bob };
        let action = format!("take {count}");
        acknowledged.push((turn % 2, action.clone()));
        do_once(player, &action, &format!("turn{turn}")).await;
    }
    let what = format!("{fault:?} after {after}");
    let (record, log) = loop {
        let (record, log) = kept.load(&room).await.unwrap().unwrap();
        if record.over {
            break (record, log);
        }
        // The end of the match is noted as soon as the store allows it.
        ada.say(json!({"type": "ping", "t": 0})).await;
        ada.hear("pong").await;
    };
    let written: Vec<(usize, String)> = log
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|line| (line["seat"].as_u64().unwrap() as usize, line["do"].as_str().unwrap().to_owned()))
        .collect();
    assert_eq!(written, acknowledged, "{what}");
    assert!(record.room.contains("\"winners\":[0]"), "{what}: {}", record.room);
    let writes = store.writes();
    // What is left of the fault is told by health, and then it is over.
    while studio.get("/healthz").await.0 != StatusCode::OK {}
    let (status, film) = studio.get(&format!("/api/replays/{room}/film")).await;
    assert_eq!((status, film["frames"].as_array().unwrap().len()), (StatusCode::OK, 5), "{what}");
    writes
}

/// Somebody in a room; tried again until the room can be woken.
async fn join(studio: &Studio, room: &str, key: &str) -> (Client, Value) {
    loop {
        if studio.get(&format!("/api/rooms/{room}")).await.0 == StatusCode::OK {
            return studio.join(room, Some(key)).await;
        }
    }
}

/// Sends an action under its name until it is known to be done.
async fn do_once(player: &mut Client, action: &str, id: &str) {
    loop {
        player.say(json!({"type": "act", "do": action, "seen": 0, "id": id})).await;
        loop {
            let answer = one_of(player, &["moved", "done", "refused"]).await;
            match answer["type"].as_str().unwrap() {
                "refused" if answer["id"] == id => break,
                "moved" | "done" if answer["id"] == id => return,
                _ => {}
            }
        }
    }
}

async fn one_of(client: &mut Client, kinds: &[&str]) -> Value {
    loop {
        let message = client.next().await.expect("the room is there");
        if kinds.iter().any(|kind| message["type"] == *kind) {
            return message;
        }
    }
}

/// An undo whose answer is lost is done, once.
#[tokio::test]
async fn undo_is_done_once_whatever_happens() {
    for fault in [Fault::Full(1), Fault::Down(2), Fault::LostAnswer, Fault::LostAndDown(1)] {
        for after in 0..8 {
            let kept = Arc::new(Memory::new());
            let store = Arc::new(Faulty::new(Arc::clone(&kept) as Arc<dyn Store>, after, fault));
            let studio = studio(&store).await;
            let (room, key) = loop {
                let new = json!({"game": "nim", "config": "heap=9", "practice": true});
                let (status, body) = studio.post("/api/rooms", new).await;
                if status == StatusCode::OK {
                    break (body["room"].as_str().unwrap().to_owned(), body["token"].as_str().unwrap().to_owned());
                }
            };
            let (mut me, _) = join(&studio, &room, &key).await;
            do_once(&mut me, "take 1", "a").await;
            do_once(&mut me, "take 2", "b").await;
            loop {
                me.say(json!({"type": "undo", "seen": 2})).await;
                let answer = one_of(&mut me, &["snapshot", "error"]).await;
                if answer["type"] == "snapshot" && answer["seq"] == 1 {
                    break;
                }
            }
            me.say(json!({"type": "undo", "seen": 2})).await;
            assert_eq!(one_of(&mut me, &["snapshot"]).await["seq"], 1, "{fault:?} after {after}");
            do_once(&mut me, "take 3", "c").await;
            let (_, log) = kept.load(&room).await.unwrap().unwrap();
            assert!(log.len() == 2 && log[1].contains("take 3"), "{fault:?} after {after}: {log:?}");
        }
    }
}

/// A match past its deadline on a full disk: its players are told, it does not
/// spin, and it ends as soon as there is room.
#[tokio::test]
async fn a_deadline_on_a_full_disk_waits_and_tells() {
    let kept = Arc::new(Memory::new());
    // Opening, waking, sitting down, beginning; then the disk is full.
    let store = Arc::new(Faulty::new(Arc::clone(&kept) as Arc<dyn Store>, 4, Fault::Full(4)));
    let studio = studio(&store).await;
    let (_, mut ada, _bob, _) = studio::two_players(&studio, "heap=9,patience=1").await;
    let told = ada.hear("storage").await;
    assert_eq!(told["trouble"], true);
    assert!(told["message"].as_str().unwrap().contains("cannot save"), "{told}");
    let end = ada.hear("moved").await;
    assert_eq!((&end["seat"], &end["outcome"]["winners"]), (&Value::Null, &json!([1])));
    assert!(store.writes() < 40, "{} writes", store.writes());
    assert_eq!(studio.get("/healthz").await.0, StatusCode::OK);
}

/// Health is what writing is.
#[tokio::test]
async fn health_is_true() {
    let store = Arc::new(Faulty::new(Arc::new(Memory::new()), 0, Fault::Full(1)));
    let studio = studio(&store).await;
    assert_eq!(studio.get("/healthz").await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(studio.get("/healthz").await.0, StatusCode::OK);
}
