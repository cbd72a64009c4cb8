//! Rooms over real sockets.

#![allow(missing_docs)]

#[path = "common/fragile.rs"]
mod fragile;
#[path = "rooms/pause.rs"]
mod pause;
#[path = "common/studio.rs"]
mod studio;

use axum::http::StatusCode;
use dedale_server::Limits;
use dedale_store::{Memory, Store};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use studio::{Studio, two_players};

#[tokio::test]
async fn two_people_play_to_the_end_and_again() {
    let studio = Studio::start().await;
    let (room, mut ada, mut bob, keys) = two_players(&studio, "heap=4").await;
    ada.act("take 3", 0).await;
    let moved = bob.hear("moved").await;
    assert_eq!((&moved["from"], &moved["seq"], &moved["seat"]), (&json!(0), &json!(1), &json!(0)));
    assert_eq!(moved["do"], "take 3");
    assert_eq!(moved["patch"], json!({"heap": 1}));
    assert_eq!(moved["legal"], json!(["take 1"]));
    bob.act("take 1", 1).await;
    let end = ada.moved_to(2).await;
    assert_eq!(end["outcome"], json!({"winners": [1], "scores": [0, 1]}));

    // The replay is public now, and its file replays.
    let (status, moment) = studio.get(&format!("/api/replays/{room}/at/1?viewer=1")).await;
    assert_eq!((status, &moment["view"]["heap"]), (StatusCode::OK, &json!(1)));
    assert_eq!(studio.get("/api/replays").await.1, json!([]), "what is private is not listed");

    bob.say(json!({"type": "rematch"})).await;
    let again = ada.hear("rematch").await["room"].as_str().unwrap().to_owned();
    let (_, snapshot) = studio.join(&again, Some(&keys[1])).await;
    assert_eq!((&snapshot["seat"], &snapshot["started"]), (&json!(1), &json!(false)));
    assert_eq!(snapshot["players"][0]["name"], "Ada");
    ada.say(json!({"type": "rematch"})).await;
    assert_eq!(bob.hear("rematch").await["room"], again.as_str());
}

/// A match in the open is listed with who played and who won; its film is the
/// same views, patch by patch, as its moments.
#[tokio::test]
async fn a_film_shows_every_moment() {
    let studio = Studio::start().await;
    let new = json!({"game": "nim", "config": "heap=9", "bots": {"1": "perfect"}, "pace": 0, "public": true});
    let (room, key) = studio.room(new).await;
    let (mut ada, _) = studio.join(&room, key.as_deref()).await;
    ada.say(json!({"type": "ready", "ready": true})).await;
    ada.hear("snapshot").await;
    assert_eq!(studio.get(&format!("/api/replays/{room}/film")).await.0, StatusCode::CONFLICT);
    let mut seen = 0;
    loop {
        ada.act("take 1", seen).await;
        let moved = ada.moved_to(seen + 1).await;
        seen = moved["seq"].as_u64().unwrap() as usize;
        if !moved["outcome"].is_null() {
            break;
        }
        seen = ada.moved_to(seen + 1).await["seq"].as_u64().unwrap() as usize;
        if seen == 6 {
            break;
        }
    }
    let listed = studio.get("/api/replays").await.1[0].clone();
    assert_eq!((&listed["id"], &listed["entries"]), (&json!(room), &json!(seen)));
    assert_eq!((&listed["seats"][0]["kind"], &listed["seats"][1]["kind"]), (&json!("person"), &json!("bot")));
    for viewer in ["spectator", "0", "1"] {
        let (status, film) = studio.get(&format!("/api/replays/{room}/film?viewer={viewer}")).await;
        assert_eq!(status, StatusCode::OK);
        let frames = film["frames"].as_array().unwrap();
        assert_eq!((&film["entries"], frames.len()), (&json!(seen), seen));
        let mut view = film["view"].clone();
        for n in 0..=seen {
            let now = if n == 0 { &film } else { &frames[n - 1] };
            if n > 0 {
                merge(&mut view, &now["patch"]);
            }
            let (_, moment) = studio.get(&format!("/api/replays/{room}/at/{n}?viewer={viewer}")).await;
            assert_eq!((&view, &now["active"]), (&moment["view"], &moment["active"]), "{n}");
            assert_eq!((&now["outcome"], &now["deadline"]), (&moment["outcome"], &moment["deadline"]), "{n}");
            assert_eq!((&now["do"], &now["t"]), (&moment["entry"]["do"], &moment["entry"]["t"]), "{n}");
        }
        assert_eq!(frames[seen - 1]["outcome"], listed["outcome"]);
    }
    assert_eq!(studio.get(&format!("/api/replays/{room}/film?viewer=2")).await.0, StatusCode::BAD_REQUEST);
}

/// A match of rules that are gone is not shown, but its file is not lost.
#[tokio::test]
async fn matches_of_old_rules_are_handed_out_as_they_are() {
    let store = Arc::new(Memory::new());
    let header = "{\"dedale\":1,\"game\":\"nim\",\"version\":77,\"config\":\"heap=4\",\"seed\":3}";
    let record = dedale_store::MatchRecord {
        id: "abcdefgh".into(),
        game: "nim".into(),
        header: header.into(),
        room: "{}".into(),
        over: true,
        open: false,
        listed: false,
        created: 0,
        touched: 0,
    };
    store.create(record).await.unwrap();
    store.append("abcdefgh", 0, 0, vec!["{\"seq\":0}".into()]).await.unwrap();
    let studio = Studio::with(store, Limits::default()).await;
    let (status, answer) = studio.get("/api/replays/abcdefgh/film").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(answer["error"]["message"].as_str().unwrap().contains("that wrote this match replays it"), "{answer}");
    let request = axum::http::Request::get("/api/replays/abcdefgh").body(axum::body::Body::empty()).unwrap();
    let (status, _, file) = studio.ask(request).await;
    assert_eq!((status, String::from_utf8(file).unwrap()), (StatusCode::OK, format!("{header}\n{{\"seq\":0}}\n")));
}

/// A merge patch, as the page applies it.
fn merge(view: &mut Value, patch: &Value) {
    for (key, value) in patch.as_object().unwrap() {
        match (view.get_mut(key), value) {
            (_, Value::Null) => drop(view.as_object_mut().unwrap().remove(key)),
            (Some(old @ Value::Object(_)), Value::Object(_)) => merge(old, value),
            _ => view[key] = value.clone(),
        }
    }
}

#[tokio::test]
async fn stale_and_illegal_actions_are_refused_with_the_state() {
    let studio = Studio::start().await;
    let (_, mut ada, mut bob, _) = two_players(&studio, "heap=9").await;
    bob.act("take 1", 0).await;
    assert_eq!(bob.hear("refused").await["message"], "seat 2 may not act now");
    ada.act("take 4", 0).await;
    let refused = ada.hear("refused").await;
    assert_eq!((&refused["message"], &refused["seq"]), (&json!("4 cannot be taken"), &json!(0)));
    ada.act("eat", 0).await;
    assert!(ada.hear("refused").await["message"].as_str().unwrap().contains("not an action"));
    ada.act("take 2", 0).await;
    ada.hear("moved").await;
    // Ada presses twice before she has seen the answer: the rules decide.
    ada.act("take 2", 0).await;
    assert!(ada.hear("refused").await["message"].as_str().unwrap().starts_with("too late"));
    assert_eq!(ada.hear("snapshot").await["view"]["heap"], 7);
    bob.act("take 1", 99).await;
    assert!(bob.hear("refused").await["message"].as_str().unwrap().contains("another way"));
    assert_eq!(bob.hear("snapshot").await["seq"], 1);
}

#[tokio::test]
async fn bad_messages_disturb_nobody() {
    let studio = Studio::start().await;
    let (room, mut ada, mut bob, _) = two_players(&studio, "heap=9").await;
    for bad in ["", "{", "[]", "{\"type\":\"fly\"}", "{\"type\":\"act\"}", "\"é\"", "{\"type\":\"sit\",\"seat\":-1}"] {
        bob.say_text(bad).await;
        assert!(bob.hear("error").await["message"].as_str().unwrap().contains("not understood"), "{bad}");
    }
    bob.say(json!({"type": "bot", "seat": 0, "bot": "perfect"})).await;
    assert!(bob.hear("error").await["message"].as_str().unwrap().contains("not yours"));
    bob.say(json!({"type": "bot", "seat": 77, "bot": "perfect"})).await;
    bob.hear("error").await;
    bob.say(json!({"type": "bot", "seat": 1, "bot": "clever"})).await;
    assert!(bob.hear("error").await["message"].as_str().unwrap().contains("expected one of perfect"));
    bob.say(json!({"type": "act", "do": "take 1", "seen": 0, "seat": 0})).await;
    assert_eq!(bob.hear("refused").await["message"], "this seat is not yours");
    bob.say(json!({"type": "undo"})).await;
    bob.hear("error").await;
    bob.say(json!({"type": "hint"})).await;
    bob.hear("error").await;

    // A wrong key is a spectator's; too long a message ends that socket only.
    let (mut stranger, snapshot) = studio.join(&room, Some("aaaaaaaaaaaaaaaaaaaaaaaaaa")).await;
    assert_eq!((&snapshot["seat"], &snapshot["legal"]), (&Value::Null, &json!([])));
    stranger.act("take 1", 0).await;
    assert_eq!(stranger.hear("refused").await["message"], "take a seat first");
    stranger.say_text(&" ".repeat(40_000)).await;
    while stranger.next().await.is_some() {}
    ada.act("take 1", 0).await;
    assert_eq!(bob.moved_to(1).await["patch"]["heap"], 8);
}

#[tokio::test]
async fn a_player_who_comes_back_has_the_same_seat() {
    let studio = Studio::start().await;
    let (room, mut ada, bob, keys) = two_players(&studio, "heap=9").await;
    drop(bob);
    loop {
        if ada.hear("players").await["players"][1]["connected"] == false {
            break;
        }
    }
    ada.act("take 2", 0).await;
    ada.moved_to(1).await;
    let mut back = studio.socket(&format!("/ws/rooms/{room}")).await;
    back.say(json!({"type": "hello", "token": keys[1], "seen": 0})).await;
    let caught_up = back.hear("moved").await;
    assert_eq!((&caught_up["from"], &caught_up["seq"]), (&json!(0), &json!(1)));
    assert_eq!(caught_up["patch"], json!({"heap": 7}));
    back.act("take 3", 1).await;
    assert_eq!(ada.moved_to(2).await["patch"]["heap"], 4);
}

#[tokio::test]
async fn a_deadline_fires_though_nobody_acts() {
    let studio = Studio::start().await;
    let (_, mut ada, mut bob, _) = two_players(&studio, "heap=9,patience=300").await;
    for player in [&mut ada, &mut bob] {
        let moved = player.hear("moved").await;
        assert_eq!((&moved["seat"], &moved["outcome"]["winners"]), (&Value::Null, &json!([1])));
    }
}

#[tokio::test]
async fn views_leak_nothing_on_the_wire() {
    let studio = Studio::start().await;
    let (room, mut ada, mut bob, _) = two_players(&studio, "heap=5").await;
    let (mut eve, seen) = studio.join(&room, None).await;
    ada.act("take 1", 0).await;
    let (a, b, e) = (ada.moved_to(1).await, bob.moved_to(1).await, eve.moved_to(1).await);
    assert_eq!(
        (&a["patch"], &b["patch"], &e["patch"]),
        (&json!({"heap": 4}), &json!({"heap": 4}), &json!({"heap": 4}))
    );
    assert_eq!(seen["view"]["my_lucky"], Value::Null);
    assert!(!eve.traffic.contains("\"my_lucky\":0") && eve.traffic.contains("\"my_lucky\":null"));
    assert!(!eve.traffic.contains("\"token\""), "keys are for those in a seat");
    let (status, body) = studio.get(&format!("/api/replays/{room}")).await;
    assert_eq!((status, &body["error"]["code"]), (StatusCode::CONFLICT, &json!("not-over")));
    assert_eq!(studio.get(&format!("/api/replays/{room}/at/0?viewer=0")).await.0, StatusCode::CONFLICT);
    assert!(!studio.get(&format!("/api/rooms/{room}")).await.1.to_string().contains("seed"));
}

/// A seed that a person chose is visible to all; one of the server's is a
/// secret until the end, committed to from the start.
#[tokio::test]
async fn seeds_are_everybodys_or_nobodys() {
    let studio = Studio::start().await;
    let (chosen, _) = studio.room(json!({"game": "nim", "config": "heap=5", "seed": 7})).await;
    let (_, snapshot) = studio.join(&chosen, None).await;
    assert_eq!((&snapshot["seed"], &snapshot["commitment"]), (&json!(7), &Value::Null));

    let new = json!({"game": "nim", "config": "heap=1", "bots": {"1": "perfect"}});
    let (room, key) = studio.room(new).await;
    let (mut ada, before) = studio.join(&room, key.as_deref()).await;
    for hidden in ["seed", "secret", "link"] {
        assert_eq!(before[hidden], Value::Null, "{hidden}");
    }
    let commitment = before["commitment"].as_str().unwrap().to_owned();
    ada.say(json!({"type": "ready", "ready": true})).await;
    ada.act("take 1", 0).await;
    ada.moved_to(1).await;
    let during = ada.traffic.clone();
    ada.say(json!({"type": "resync"})).await;
    let after = loop {
        let snapshot = ada.hear("snapshot").await;
        if !snapshot["outcome"].is_null() {
            break snapshot;
        }
    };
    let secret = after["secret"].as_str().unwrap();
    assert!(!during.contains(secret), "the secret was told before the end");
    assert_eq!(secret.parse::<dedale_play::Seed>().unwrap().commitment(), Some(commitment));
    let (_, _, file) = studio
        .ask(axum::http::Request::get(format!("/api/replays/{room}")).body(axum::body::Body::empty()).unwrap())
        .await;
    assert!(String::from_utf8(file).unwrap().lines().next().unwrap().contains(secret), "the file checks itself");
}

/// An action sent twice under one name is done once, even if the server died
/// in between.
#[tokio::test]
async fn an_action_sent_twice_is_done_once() {
    let store = Arc::new(Memory::new());
    let studio = Studio::with(store.clone(), Limits::default()).await;
    let (room, mut ada, mut bob, keys) = two_players(&studio, "heap=9").await;
    let act = json!({"type": "act", "do": "take 1", "seen": 0, "id": "first"});
    ada.say(act.clone()).await;
    assert_eq!(ada.moved_to(1).await["id"], "first");
    bob.act("take 1", 1).await;
    ada.moved_to(2).await;
    ada.say(act.clone()).await;
    assert_eq!(ada.hear("done").await, json!({"type": "done", "entry": 0, "id": "first"}));
    assert_eq!(ada.hear("snapshot").await["seq"], 2);
    let again = Studio::with(store, Limits::default()).await;
    let (mut ada, _) = again.join(&room, Some(&keys[0])).await;
    ada.say(act).await;
    assert_eq!(ada.hear("done").await["entry"], 0);
}

/// Whoever sat down and never heard of it has the seat all the same: by the
/// key they made, or as the same visitor.
#[tokio::test]
async fn a_seat_survives_a_broken_connection() {
    let studio = Studio::start().await;
    let path = |room: &str| format!("/ws/rooms/{room}");
    let mine = "abcabcabcabcabcabcabcabcab";
    for (mark, token) in [("bobbobbobbobbobbobbobbobbo", None), ("", Some(mine))] {
        let (room, key) = studio.room(json!({"game": "nim", "config": "heap=9"})).await;
        let (mut ada, _) = studio.join(&room, key.as_deref()).await;
        let sit = json!({"type": "sit", "name": "Bob", "token": token});
        let mut bob = studio::Client::open_as(studio.address, &path(&room), mark).await;
        bob.say(json!({"type": "hello"})).await;
        bob.say(sit.clone()).await;
        // He sits, and never reads that he does.
        while ada.hear("players").await["players"][1]["kind"] != "person" {}
        drop(bob);
        while ada.hear("players").await["players"][1]["connected"] != false {}
        let mut bob = studio::Client::open_as(studio.address, &path(&room), mark).await;
        bob.say(json!({"type": "hello"})).await;
        bob.say(sit.clone()).await;
        loop {
            let snapshot = bob.hear("snapshot").await;
            if !snapshot["seat"].is_null() {
                assert_eq!(snapshot["seat"], 1);
                break;
            }
        }
        let (mut eve, _) = studio.join(&room, None).await;
        eve.say(json!({"type": "sit"})).await;
        assert_eq!(eve.hear("error").await["message"], "this seat is taken");
    }
}

/// Who opened a room is its host; another takes their place while they are gone
/// for long, and for good when they stand up.
#[tokio::test]
async fn a_room_has_one_host() {
    let limits = Limits { patience: Duration::from_millis(5), ..Limits::default() };
    let studio = Studio::of(studio::nim_world::worlds(), Arc::new(Memory::new()), limits).await;
    let (room, key) = studio.room(json!({"game": "nim", "config": "heap=9", "name": "Ada"})).await;
    let (ada, snapshot) = studio.join(&room, key.as_deref()).await;
    assert_eq!(snapshot["players"][0]["host"], true);
    let (mut bob, _) = studio.join(&room, None).await;
    bob.say(json!({"type": "bot", "seat": 1, "bot": "perfect"})).await;
    bob.hear("error").await;
    bob.say(json!({"type": "sit", "name": "Bob"})).await;
    let players = bob.hear("snapshot").await["players"].clone();
    assert_eq!((&players[0]["host"], &players[1]["host"]), (&json!(true), &Value::Null));
    drop(ada);
    let host = async |bob: &mut studio::Client, seat: usize| loop {
        if bob.hear("players").await["players"][seat]["host"] == true {
            break;
        }
    };
    host(&mut bob, 1).await;
    let (mut ada, snapshot) = studio.join(&room, key.as_deref()).await;
    assert_eq!(snapshot["players"][0]["host"], true);
    host(&mut bob, 0).await;
    ada.say(json!({"type": "stand"})).await;
    host(&mut bob, 1).await;
    // The seat is nobody's now, and Bob the host.
    bob.say(json!({"type": "bot", "seat": 0, "bot": "perfect"})).await;
    while bob.hear("players").await["players"][0]["kind"] != "bot" {}
}

/// In a game without a clock nobody waits for ever for somebody who is gone.
#[tokio::test]
async fn absent_players_do_not_block_a_match() {
    let limits = Limits { patience: Duration::from_millis(5), ..Limits::default() };
    let mut worlds = studio::nim_world::worlds();
    worlds.games[0].1.live = false;
    let studio = Studio::of(worlds, Arc::new(Memory::new()), limits).await;
    let (room, mut ada, bob, keys) = two_players(&studio, "heap=9").await;
    ada.say(json!({"type": "abort"})).await;
    assert!(ada.hear("error").await["message"].as_str().unwrap().contains("gone for long"));
    drop(bob);
    let absent = async |ada: &mut studio::Client| loop {
        if ada.hear("players").await["players"][1]["absent"] == true {
            break;
        }
    };
    absent(&mut ada).await;
    // The seat knows a secret: a bot may play it, no other person.
    ada.say(json!({"type": "free", "seat": 1})).await;
    assert!(ada.hear("error").await["message"].as_str().unwrap().contains("knows what others may not"));
    ada.say(json!({"type": "bot", "seat": 1, "bot": "perfect"})).await;
    ada.act("take 1", 0).await;
    ada.moved_to(2).await;
    // Who returns has the seat back; who leaves again can end it.
    let (bob, snapshot) = studio.join(&room, Some(&keys[1])).await;
    assert_eq!(snapshot["players"][1]["kind"], "person");
    drop(bob);
    absent(&mut ada).await;
    ada.say(json!({"type": "abort"})).await;
    assert_eq!(ada.hear("snapshot").await["aborted"], true);
    ada.act("take 1", 2).await;
    assert_eq!(ada.hear("refused").await["message"], "the match was given up");
    assert_eq!(studio.get(&format!("/api/replays/{room}/film")).await.1["entries"], 2);
}

/// A bot's seat that knows something does not change hands.
#[tokio::test]
async fn bots_keep_their_secrets() {
    let studio = Studio::start().await;
    let (room, key) =
        studio.room(json!({"game": "nim", "config": "heap=9", "bots": {"1": "perfect"}, "pace": 0})).await;
    let (mut ada, _) = studio.join(&room, key.as_deref()).await;
    ada.say(json!({"type": "ready", "ready": true})).await;
    ada.hear("snapshot").await;
    ada.say(json!({"type": "bot", "seat": 1, "bot": null})).await;
    assert!(ada.hear("error").await["message"].as_str().unwrap().contains("knows what others may not"));
    ada.act("take 1", 0).await;
    ada.moved_to(2).await;
}

#[tokio::test]
async fn bots_play_and_seats_change_hands() {
    let studio = Studio::start().await;
    let (room, key) =
        studio.room(json!({"game": "nim", "config": "heap=30", "bots": {"1": "perfect"}, "pace": 0})).await;
    let (mut ada, snapshot) = studio.join(&room, key.as_deref()).await;
    assert_eq!((&snapshot["started"], &snapshot["players"][1]["kind"]), (&json!(false), &json!("bot")));
    ada.say(json!({"type": "ready", "ready": true})).await;
    ada.hear("snapshot").await;
    ada.act("take 1", 0).await;
    assert_eq!(ada.moved_to(2).await["seat"], 1);
    // The perfect bot takes over and plays against itself to the end.
    ada.say(json!({"type": "bot", "seat": 0, "bot": "perfect"})).await;
    loop {
        if !ada.hear("moved").await["outcome"].is_null() {
            break;
        }
    }
    ada.act("take 1", 99).await;
    assert!(ada.hear("refused").await["message"].as_str().unwrap().contains("a bot plays in your seat"));
    ada.say(json!({"type": "bot", "seat": 0, "bot": null})).await;
    loop {
        let players = ada.hear("players").await["players"].clone();
        if players[0]["kind"] == "person" {
            break;
        }
    }
}

/// A bot that chose to wait thinks again because something happened, not
/// because time passed.
#[tokio::test]
async fn a_waiting_bot_hears_what_happens() {
    let limits = Limits { second_thought: Duration::from_secs(3600), ..Limits::default() };
    let worlds = fragile::worlds(studio::nim_world::worlds());
    let studio = Studio::of(worlds, Arc::new(Memory::new()), limits).await;
    let wish = json!({"game": "nim", "config": "heap=9", "bots": {"1": "perfect"}, "pace": 0, "practice": true});
    let (room, key) = studio.room(wish).await;
    let (mut ada, _) = studio.join(&room, key.as_deref()).await;
    for seen in [0, 2] {
        ada.act("take 1", seen).await;
        assert_eq!(ada.moved_to(seen + 2).await["seat"], 1);
    }
}

/// One that chose to wait and hears nothing thinks again after a while.
#[tokio::test]
async fn a_waiting_bot_thinks_twice() {
    let limits = Limits { second_thought: Duration::from_millis(1), ..Limits::default() };
    let worlds = fragile::worlds(studio::nim_world::worlds());
    let studio = Studio::of(worlds, Arc::new(Memory::new()), limits).await;
    let wish = json!({"game": "nim", "config": "heap=9", "bots": {"1": "perfect"}, "pace": 0, "practice": true});
    let (room, key) = studio.room(wish).await;
    let (_ada, _) = studio.join(&room, key.as_deref()).await;
    loop {
        let request = axum::http::Request::get("/metrics").body(axum::body::Body::empty()).unwrap();
        let (_, _, text) = studio.ask(request).await;
        let text = String::from_utf8(text).unwrap();
        let thoughts = text.lines().find_map(|line| line.strip_prefix("dedale_bot_seconds_count "));
        if thoughts.is_some_and(|count| count.parse::<u32>().unwrap() >= 3) {
            break;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_bot_stands_in_for_someone_who_is_gone() {
    let limits = Limits { patience: Duration::from_millis(50), ..Limits::default() };
    let studio = Studio::with(Arc::new(Memory::new()), limits).await;
    let (room, mut ada, bob, keys) = two_players(&studio, "heap=30").await;
    drop(bob);
    loop {
        if ada.hear("players").await["players"][1]["kind"] == "bot" {
            break;
        }
    }
    ada.act("take 1", 0).await;
    ada.moved_to(2).await;
    let (_bob, snapshot) = studio.join(&room, Some(&keys[1])).await;
    assert_eq!(snapshot["players"][1]["kind"], "person");
}

#[tokio::test]
async fn practice_has_undo_and_hints_and_several_seats() {
    let studio = Studio::start().await;
    let (room, key) = studio.room(json!({"game": "nim", "config": "heap=10", "practice": true})).await;
    let (mut me, snapshot) = studio.join(&room, key.as_deref()).await;
    assert_eq!((&snapshot["started"], &snapshot["as"], &snapshot["hints"]), (&json!(true), &json!(0), &json!(true)));
    me.say(json!({"type": "hint"})).await;
    assert_eq!(me.hear("hint").await, json!({"type": "hint", "do": "take 2", "seat": 0}));
    me.act("take 2", 0).await;
    let moved = me.moved_to(1).await;
    assert_eq!((&moved["as"], &moved["patch"]["heap"]), (&json!(1), &json!(8)));
    me.say(json!({"type": "act", "do": "take 1", "seen": 1, "seat": 1})).await;
    me.moved_to(2).await;
    me.say(json!({"type": "undo"})).await;
    let back = me.hear("snapshot").await;
    assert_eq!((&back["seq"], &back["view"]["heap"]), (&json!(1), &json!(8)));
    // With a bot in the other seat, undo goes back to before one's own move.
    me.say(json!({"type": "bot", "seat": 1, "bot": "perfect"})).await;
    me.moved_to(2).await;
    me.act("take 1", 2).await;
    me.moved_to(4).await;
    me.say(json!({"type": "undo"})).await;
    loop {
        let back = me.hear("snapshot").await;
        if back["seq"] == 2 {
            break;
        }
    }
    // A branch goes on from the middle.
    let wish = json!({"game": "nim", "from": room, "at": 1, "practice": true});
    let (branch, key) = studio.room(wish).await;
    let (_, snapshot) = studio.join(&branch, key.as_deref()).await;
    assert_eq!((&snapshot["seq"], &snapshot["view"]["heap"]), (&json!(1), &json!(8)));
}

#[tokio::test]
async fn a_sleeping_room_wakes_where_it_was() {
    let limits = Limits { idle: Duration::from_millis(30), ..Limits::default() };
    let studio = Studio::with(Arc::new(Memory::new()), limits).await;
    let (room, mut ada, bob, keys) = two_players(&studio, "heap=9").await;
    ada.act("take 2", 0).await;
    ada.moved_to(1).await;
    drop((ada, bob));
    // Asleep when nothing is awake any more; asked through the metrics page.
    loop {
        let request = axum::http::Request::get("/metrics").body(axum::body::Body::empty()).unwrap();
        let (_, _, text) = studio.ask(request).await;
        if String::from_utf8(text).unwrap().contains("dedale_rooms 0") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let (mut bob, snapshot) = studio.join(&room, Some(&keys[1])).await;
    assert_eq!((&snapshot["seq"], &snapshot["seat"], &snapshot["started"]), (&json!(1), &json!(1), &json!(true)));
    bob.act("take 1", 1).await;
    assert_eq!(bob.moved_to(2).await["patch"]["heap"], 6);
}

/// A room whose rules panic loses its connections and nothing else: other
/// rooms go on, and it can be woken again from its log.
#[tokio::test]
async fn a_broken_room_wakes_again() {
    let worlds = fragile::worlds(studio::nim_world::worlds());
    let studio = Studio::of(worlds, Arc::new(Memory::new()), Limits::default()).await;
    let (room, mut ada, mut bob, keys) = two_players(&studio, "heap=9").await;
    let (_, mut eve, mut dan, _) = two_players(&studio, "heap=9").await;
    ada.act("take 1", 0).await;
    bob.moved_to(1).await;
    bob.act("boom", 1).await;
    while ada.next().await.is_some() {}
    while bob.next().await.is_some() {}
    eve.act("take 2", 0).await;
    assert_eq!(dan.moved_to(1).await["patch"]["heap"], 7);
    let (mut bob, snapshot) = studio.join(&room, Some(&keys[1])).await;
    assert_eq!((&snapshot["seq"], &snapshot["view"]["heap"]), (&json!(1), &json!(8)));
    bob.act("take 3", 1).await;
    assert_eq!(bob.moved_to(2).await["patch"]["heap"], 5);
}

#[tokio::test]
async fn too_many_messages_or_rooms_are_too_many() {
    let limits = Limits { burst: 5, messages_a_second: 1, rooms_a_minute: 2, ..Limits::default() };
    let studio = Studio::with(Arc::new(Memory::new()), limits).await;
    let (room, key) = studio.room(json!({"game": "nim", "practice": true})).await;
    let (mut me, _) = studio.join(&room, key.as_deref()).await;
    for n in 0..8 {
        me.say(json!({"type": "ping", "t": n})).await;
    }
    assert_eq!(me.hear("error").await["message"], "too many messages");
    studio.room(json!({"game": "nim"})).await;
    let (status, body) = studio.post("/api/rooms", json!({"game": "nim"})).await;
    assert_eq!((status, &body["error"]["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("limit")));
}
