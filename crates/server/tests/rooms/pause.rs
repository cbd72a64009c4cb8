//! Pauses, signs and thinking time.

use crate::studio::{Studio, nim_world, two_players};
use axum::http::StatusCode;
use dedale_server::Limits;
use dedale_store::Memory;
use serde_json::{Value, json};
use std::sync::Arc;

/// A studio whose nim is a game against the clock, played in silence, or is not.
async fn studio_of(live: bool, store: Arc<Memory>) -> Studio {
    let mut worlds = nim_world::worlds();
    for (_, game) in &mut worlds.games {
        (game.live, game.silent) = (live, live);
    }
    Studio::of(worlds, store, Limits::default()).await
}

async fn calm_studio() -> Studio {
    studio_of(false, Arc::new(Memory::new())).await
}

#[tokio::test]
async fn a_match_stands_still_when_all_agree_and_goes_on_when_all_agree() {
    let store = Arc::new(Memory::new());
    let studio = studio_of(true, Arc::clone(&store)).await;
    let (room, mut ada, mut bob, keys) = two_players(&studio, "heap=9").await;
    let pause = |pause: bool| json!({"type": "pause", "pause": pause});

    ada.say(pause(true)).await;
    while bob.hear("players").await["pause"] != json!([0]) {}
    // Who refuses does so for all.
    bob.say(pause(false)).await;
    while ada.hear("players").await["pause"] != json!([]) {}
    ada.say(pause(true)).await;
    bob.say(pause(true)).await;
    let stands = ada.hear("snapshot").await;
    assert_eq!((&stands["paused"], &stands["legal"]), (&json!(true), &json!([])));
    ada.act("take 1", 0).await;
    assert_eq!(ada.hear("refused").await["message"], "the match is paused");
    ada.say(json!({"type": "ping", "t": 1})).await;
    assert_eq!(ada.hear("pong").await["now"], stands["now"], "no time passes");

    // A pause outlives the studio.
    drop((ada, bob));
    studio.app.rooms.stop().await;
    let studio = studio_of(true, store).await;
    let (mut ada, woken) = studio.join(&room, Some(&keys[0])).await;
    assert_eq!((&woken["paused"], &woken["now"]), (&json!(true), &stands["now"]));
    // Who is not there is not asked.
    ada.say(pause(false)).await;
    let runs = ada.hear("snapshot").await;
    assert_eq!((&runs["paused"], &runs["legal"][0]), (&Value::Null, &json!("take 1")));
    ada.act("take 1", 0).await;
    assert!(ada.moved_to(1).await["t"].as_u64() >= stands["now"].as_u64());
}

#[tokio::test]
async fn where_time_does_not_matter_there_is_nothing_to_pause() {
    let studio = calm_studio().await;
    let (room, mut ada, _bob, _) = two_players(&studio, "heap=9").await;
    ada.say(json!({"type": "pause", "pause": true})).await;
    assert_eq!(ada.hear("error").await["message"], "there is nothing to pause");
    let (mut eve, _) = studio.join(&room, None).await;
    eve.say(json!({"type": "pause", "pause": true})).await;
    assert_eq!(eve.hear("error").await["message"], "take a seat first");
}

#[tokio::test]
async fn signs_are_seen_by_all_and_kept_nowhere() {
    let studio = calm_studio().await;
    let (room, mut ada, mut bob, _) = two_players(&studio, "heap=9").await;
    let (mut eve, _) = studio.join(&room, None).await;
    let sign = |emote: &str| json!({"type": "emote", "emote": emote});
    for _ in 0..3 {
        ada.say(sign("thanks")).await;
        let told = json!({"type": "emote", "seat": 0, "emote": "thanks"});
        assert_eq!((bob.hear("emote").await, eve.hear("emote").await), (told.clone(), told));
    }
    ada.say(sign("thanks")).await;
    assert_eq!(ada.hear("error").await["message"], "too many signs at once");
    ada.say(sign("<b>")).await;
    assert!(ada.hear("error").await["message"].as_str().unwrap().contains("unknown variant"));
    eve.say(sign("wow")).await;
    assert_eq!(eve.hear("error").await["message"], "take a seat first");
    ada.act("take 1", 0).await;
    assert_eq!(bob.moved_to(1).await["from"], 0, "the log knows nothing of it");

    let quiet = studio_of(true, Arc::new(Memory::new())).await;
    let (_, mut ada, _bob, _) = two_players(&quiet, "heap=9").await;
    ada.say(sign("hurry")).await;
    assert_eq!(ada.hear("error").await["message"], "this game is played in silence");
}

#[tokio::test]
async fn whose_time_is_up_is_moved_for() {
    let studio = calm_studio().await;
    let new = json!({"game": "nim", "config": "heap=9", "name": "Ada", "bots": {"1": "perfect"}, "pace": 0,
        "limit": {"turn": 1}});
    let (room, key) = studio.room(new.clone()).await;
    let (mut ada, _) = studio.join(&room, key.as_deref()).await;
    ada.say(json!({"type": "ready", "ready": true})).await;
    let begun = ada.hear("snapshot").await;
    assert_eq!(begun["limit"], json!({"turn": 1, "bank": 0}));
    assert_eq!(begun["clocks"], json!([{"left": 1000, "until": 1000}, {"left": 1000}]));
    // Ada says nothing; a bot moves for her, the other answers.
    let moved = ada.moved_to(1).await;
    assert_eq!(moved["seat"], 0);
    assert!(moved["t"].as_u64() >= Some(1000), "{moved}");
    ada.moved_to(2).await;

    for (change, why) in [
        (json!({"practice": true}), "expected none in practice"),
        (json!({"limit": {"turn": 0, "bank": 0}}), "expected 1 to"),
        (json!({"limit": {"turn": 100_000}}), "expected 1 to"),
        (json!({"limit": {"turns": 3}}), "unknown field"),
    ] {
        let mut bad = new.clone();
        bad.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let (status, answer) = studio.post("/api/rooms", bad).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(why), "{answer}");
    }
}
