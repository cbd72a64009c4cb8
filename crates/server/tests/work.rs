//! Workers outside the house: keys, proofs, lies.

#![allow(missing_docs)]

#[path = "common/studio.rs"]
mod studio;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use dedale_server::worlds::Worlds;
use dedale_server::{Limits, WorkerKey};
use dedale_store::{Memory, Store};
use serde_json::{Value, json};
use std::sync::Arc;
use studio::Studio;

const ADA: &str = "ada-ada-ada-ada-ada-ada";
const BOB: &str = "bob-bob-bob-bob-bob-bob";

async fn post(studio: &Studio, path: &str, key: &str, body: &Value) -> (StatusCode, Value) {
    let request =
        Request::post(path).header("authorization", format!("Bearer {key}")).body(Body::from(body.to_string()));
    let (status, _, body) = studio.ask(request.unwrap()).await;
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

/// A studio that leaves all jobs to others.
async fn start() -> (Studio, Arc<Memory>) {
    let store = Arc::new(Memory::new());
    let key = |name: &str, key: &str| WorkerKey { name: name.into(), key: key.into() };
    let limits = Limits { job_workers: 0, worker_keys: vec![key("ada", ADA), key("bob", BOB)], ..Limits::default() };
    (Studio::of(Worlds::all(), Arc::clone(&store) as Arc<dyn Store>, limits).await, store)
}

/// Asks for a level to be solved; the path of its job.
async fn ask(studio: &Studio) -> String {
    let (status, begun) = studio.post("/api/sokoban/solve", json!({"levels": "#####\n#@$.#\n#####\n"})).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{begun}");
    begun["job"].as_str().unwrap().to_owned()
}

fn solved(solution: &str) -> Value {
    let line = json!([{"level": 1, "title": "", "solved": true, "status": "solved", "pushes": 1, "moves": 1,
        "solution": solution, "seconds": 0.1, "nodes": 1, "proved": false, "engine": "mine"}]);
    json!(line.to_string())
}

#[tokio::test]
async fn solutions_are_replayed_and_liars_put_aside() {
    let (studio, store) = start().await;
    let take = async |key| post(&studio, "/api/work/take", key, &json!({})).await;
    assert_eq!(take("nobody").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(take(ADA).await.0, StatusCode::NO_CONTENT);

    // A solution that is one.
    let job = ask(&studio).await;
    let (status, handed) = take(ADA).await;
    assert_eq!((status, &handed["job"]), (StatusCode::OK, &json!(job)));
    assert_eq!(handed["ask"]["settings"]["levels"], "#####\n#@$.#\n#####\n");
    assert_eq!(take(BOB).await.0, StatusCode::NO_CONTENT, "it is being worked on");
    let beat = format!("/api/work/{job}/beat");
    let working = json!({"attempt": handed["attempt"], "progress": {"done": 3}});
    assert_eq!(post(&studio, &beat, ADA, &working).await.1, json!({"now": "go"}));
    let report = studio.get(&format!("/api/jobs/{job}")).await.1;
    assert_eq!((&report["status"], &report["progress"]["done"]), (&json!("running"), &json!(3)));
    let submit = format!("/api/work/{job}/submit");
    let answer = json!({"attempt": handed["attempt"], "answer": solved("R")});
    assert_eq!(post(&studio, &submit, ADA, &answer).await.1, json!({"result": "taken"}));
    assert_eq!(post(&studio, &submit, ADA, &answer).await.1, json!({"result": "late"}), "once");
    let report = studio.get(&format!("/api/jobs/{job}")).await.1;
    assert_eq!((&report["status"], &report["result"][0]["solution"]), (&json!("done"), &json!("R")));

    // What proves nothing is asked again, inside.
    let job = ask(&studio).await;
    let attempt = take(ADA).await.1["attempt"].clone();
    let nothing = json!({"attempt": attempt, "answer": null});
    assert_eq!(post(&studio, &format!("/api/work/{job}/submit"), ADA, &nothing).await.1["result"], "asked again");
    assert_eq!(take(BOB).await.0, StatusCode::NO_CONTENT, "it is for the house now");
    let inside = store.take_job("house", true).await.unwrap().unwrap();
    assert_eq!(inside.id, job);

    // Somebody who wants it no more.
    let job = ask(&studio).await;
    let attempt = take(BOB).await.1["attempt"].clone();
    store.cancel_job(&job).await.unwrap();
    let working = json!({"attempt": attempt, "progress": null});
    assert_eq!(post(&studio, &format!("/api/work/{job}/beat"), BOB, &working).await.1["now"], "stop");

    // A lie.
    let job = ask(&studio).await;
    let attempt = take(ADA).await.1["attempt"].clone();
    let lie = json!({"attempt": attempt, "answer": solved("L")});
    assert_eq!(post(&studio, &format!("/api/work/{job}/submit"), ADA, &lie).await.1["result"], "wrong");
    assert_eq!(take(ADA).await.0, StatusCode::FORBIDDEN);
    assert_eq!(take(BOB).await.0, StatusCode::NO_CONTENT);
    assert_eq!(store.take_job("house", true).await.unwrap().unwrap().id, job);
    for nonsense in ["/api/work/none/submit", "/api/work/abcdefgh/submit"] {
        assert_eq!(post(&studio, nonsense, BOB, &lie).await.0, StatusCode::NOT_FOUND);
    }
    assert_eq!(post(&studio, &format!("/api/work/{job}/submit"), BOB, &json!({})).await.0, StatusCode::BAD_REQUEST);
}
