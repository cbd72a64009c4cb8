//! The HTTP API and the pages, through the real router.

#![allow(missing_docs)]

#[path = "common/schema.rs"]
mod schema;
#[path = "common/studio.rs"]
mod studio;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use dedale_server::worlds::Worlds;
use dedale_server::{Limits, PAGES};
use dedale_store::Memory;
use serde_json::{Value, json};
use std::sync::Arc;
use studio::{Studio, two_players};

fn request(method: &str, path: &str, headers: &[(&str, &str)], body: impl Into<Body>) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(body.into()).unwrap()
}

#[tokio::test]
async fn every_page_answers_in_both_languages() {
    let studio = Studio::start().await;
    let (room, _) = studio.room(json!({"game": "nim"})).await;
    for page in PAGES {
        let path = page.path.replace("/room/{id}", &format!("/room/{room}")).replace("{id}", "abcdefgh");
        if path.contains("{topic}") {
            continue;
        }
        for (accept, lang) in [("fr-FR,fr;q=0.9", "fr"), ("de", "en")] {
            let (status, headers, body) = studio.ask(request("GET", &path, &[("accept-language", accept)], "")).await;
            let html = String::from_utf8(body).unwrap();
            assert_eq!(status, StatusCode::OK, "{path}");
            assert!(html.contains(&format!("<html lang=\"{lang}\"")), "{path} {lang}: {html}");
            assert!(headers.contains("content-security-policy") && headers.contains("script-src 'self'"));
            assert!(!html.contains("[[") && !html.contains("{{"), "{path}: a sign was left over");
            assert!(!html.contains("<script>") && !html.contains(" style=") && !html.contains("onclick="), "{path}");
            assert!(!html.contains("src=\"http") && !html.contains("href=\"http"), "{path}: nothing from elsewhere");
        }
    }
    for lost in ["/nowhere", "/room/abcdefgh", "/learn/none", "/learn/..%2Fx"] {
        let (status, _, body) = studio.ask(request("GET", lost, &[("cookie", "lang=fr")], "")).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{lost}");
        assert!(String::from_utf8(body).unwrap().contains("<html lang=\"fr\""), "{lost}");
    }
}

#[tokio::test]
async fn files_are_known_again_and_sent_small() {
    let studio = Studio::start().await;
    let (status, headers, plain) = studio.ask(request("GET", "/static/main.js", &[], "")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(headers.contains("text/javascript"), "{headers}");
    let tag = headers.split("\"etag\": \"").nth(1).unwrap().split("\", ").next().unwrap().replace("\\\"", "\"");
    let (status, _, body) = studio.ask(request("GET", "/static/main.js", &[("if-none-match", &tag)], "")).await;
    assert_eq!((status, body.len()), (StatusCode::NOT_MODIFIED, 0));
    for (accept, coding) in [("gzip", "gzip"), ("br, gzip", "br")] {
        let (_, headers, small) = studio.ask(request("GET", "/", &[("accept-encoding", accept)], "")).await;
        assert!(headers.contains(&format!("\"content-encoding\": \"{coding}\"")), "{headers}");
        assert!(!small.is_empty());
    }
    for missing in ["/static/none.js", "/static/../Cargo.toml", "/static/shell.html"] {
        assert_eq!(studio.ask(request("GET", missing, &[], "")).await.0, StatusCode::NOT_FOUND, "{missing}");
    }
    assert!(!plain.is_empty());
}

#[tokio::test]
async fn faults_are_told_in_the_visitors_language() {
    let studio = Studio::start().await;
    let french = [("accept-language", "fr")];
    for (method, path, body, status, code) in [
        ("POST", "/api/rooms", "{", 400, "bad-request"),
        ("POST", "/api/rooms", "{\"game\":\"chess\"}", 404, "not-found"),
        ("POST", "/api/rooms", "{\"game\":\"nim\",\"config\":\"heap=0\"}", 400, "bad-request"),
        ("POST", "/api/rooms", "{\"game\":\"nim\",\"bots\":{\"9\":\"perfect\"}}", 400, "bad-request"),
        ("POST", "/api/rooms", "{\"game\":\"nim\",\"colour\":1}", 400, "bad-request"),
        ("GET", "/api/rooms/abcdefgh", "", 404, "not-found"),
        ("GET", "/api/rooms/%2e%2e", "", 404, "not-found"),
        ("GET", "/api/nothing", "", 404, "not-found"),
        ("POST", "/api/nim/nothing", "{}", 404, "not-found"),
        ("POST", "/api/nim/double", "{\"n\":\"x\"}", 422, "refused"),
        ("POST", "/api/nim/double", "{\"m\":1}", 422, "refused"),
        ("POST", "/api/nim/double", "{\"format\":\"gif\"}", 422, "refused"),
        ("POST", "/api/nim/double", "{", 400, "bad-request"),
        ("DELETE", "/api/rooms", "", 405, "method"),
        ("GET", "/api/jobs/abcdefgh", "", 404, "not-found"),
        ("POST", "/api/replays", "not a match", 400, "bad-request"),
        ("POST", "/api/nim/panic", "{}", 500, "broken"),
    ] {
        let (found, _, answer) = studio.ask(request(method, path, &french, body)).await;
        let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
        assert_eq!((found.as_u16(), &answer["error"]["code"]), (status, &json!(code)), "{method} {path} {answer}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
    let (_, _, answer) = studio.ask(request("GET", "/api/rooms/abcdefgh", &french, "")).await;
    assert!(String::from_utf8(answer).unwrap().contains("cette salle n'existe pas"));
}

#[tokio::test]
async fn too_much_is_refused_and_other_sites_too() {
    let studio =
        Studio::with(Arc::new(Memory::new()), Limits { body: 1000, question: 1000, ..Limits::default() }).await;
    let (status, _, _) = studio.ask(request("POST", "/api/nim/double", &[], "x".repeat(2000))).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, _, _) = studio.ask(request("POST", "/api/rooms", &[], "x".repeat(2000))).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let evil = [("origin", "http://evil.example"), ("host", "127.0.0.1:7878")];
    let (status, _, _) = studio.ask(request("POST", "/api/rooms", &evil, "{\"game\":\"nim\"}")).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, _, _) = studio.ask(request("GET", "/ws/rooms/abcdefgh", &evil, "")).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let same = [("origin", "http://127.0.0.1:7878"), ("host", "127.0.0.1:7878")];
    let (status, _, _) = studio.ask(request("POST", "/api/nim/double", &same, "{\"n\":4}")).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn jobs_tell_progress_end_and_can_be_called_off() {
    let limits = Limits { jobs_a_visitor: 2, ..Limits::default() };
    let studio = Studio::with(Arc::new(Memory::new()), limits).await;
    let me = [("cookie", "visitor=aaaaaaaaaaaaaaaaaaaaaaaaaa")];
    let begin = async |question: &str, body: &str| {
        let (status, _, answer) =
            studio.ask(request("POST", &format!("/api/nim/{question}"), &me, body.to_owned())).await;
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        (status, answer["job"].as_str().unwrap_or_default().to_owned())
    };
    let (status, short) = begin("count", r#"{"n":30}"#).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let mut follower = studio.socket(&format!("/ws/jobs/{short}")).await;
    let mut last = Value::Null;
    while let Some(report) = follower.next().await {
        last = report;
    }
    assert_eq!((&last["status"], &last["result"]), (&json!("done"), &json!({"n": 30})));
    assert_eq!(studio.get(&format!("/api/jobs/{short}")).await.1["result"]["n"], 30, "results are kept");

    let (_, endless) = begin("count", r#"{"n":1000000000}"#).await;
    let (_, other) = begin("count", r#"{"n":1000000000}"#).await;
    assert_eq!(begin("count", r#"{"n":1000000000}"#).await.0, StatusCode::TOO_MANY_REQUESTS);
    let stranger = [("cookie", "visitor=bbbbbbbbbbbbbbbbbbbbbbbbbb")];
    let path = format!("/api/jobs/{endless}");
    assert_eq!(studio.ask(request("DELETE", &path, &stranger, "")).await.0, StatusCode::FORBIDDEN);
    for job in [&endless, &other] {
        assert_eq!(studio.ask(request("DELETE", &format!("/api/jobs/{job}"), &me, "")).await.0, StatusCode::OK);
        let mut follower = studio.socket(&format!("/ws/jobs/{job}")).await;
        let mut last = Value::Null;
        while let Some(report) = follower.next().await {
            last = report;
        }
        assert_eq!(last["status"], "cancelled");
    }
    let (_, broken) = begin("break", "{}").await;
    let mut follower = studio.socket(&format!("/ws/jobs/{broken}")).await;
    let mut last = Value::Null;
    while let Some(report) = follower.next().await {
        last = report;
    }
    assert_eq!(last["status"], "failed");
    assert!(last["error"]["message"].as_str().unwrap().contains("more memory"), "{last}");
    assert_eq!(studio.get("/healthz").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_match_file_comes_in_and_goes_out() {
    let studio = Studio::start().await;
    let file = "{\"dedale\":1,\"game\":\"nim\",\"version\":1,\"config\":\"heap=4,patience=1000000\",\"seed\":3}\n\
        {\"seq\":0,\"t\":10,\"seat\":0,\"do\":\"take 3\"}\n{\"seq\":1,\"t\":20,\"seat\":1,\"do\":\"take 1\"}\n";
    let (status, _, answer) = studio.ask(request("POST", "/api/replays", &[], file)).await;
    assert_eq!(status, StatusCode::CREATED);
    let id = serde_json::from_slice::<Value>(&answer).unwrap()["id"].as_str().unwrap().to_owned();
    let (_, headers, back) = studio.ask(request("GET", &format!("/api/replays/{id}"), &[], "")).await;
    let back = String::from_utf8(back).unwrap();
    assert!(headers.contains("attachment") && back.starts_with(file), "{back}");
    for (at, heap) in [(0, 4), (1, 1), (2, 0), (99, 0)] {
        let (_, moment) = studio.get(&format!("/api/replays/{id}/at/{at}")).await;
        assert_eq!(moment["view"]["heap"], heap);
    }
    assert_eq!(studio.get(&format!("/api/replays/{id}/at/1?viewer=7")).await.0, StatusCode::BAD_REQUEST);
    let cheat = file.replace("take 1", "take 3");
    let (status, _, answer) = studio.ask(request("POST", "/api/replays", &[], cheat)).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(String::from_utf8(answer).unwrap().contains("3:1: found the action `take 3`"));
}

#[tokio::test]
async fn a_match_of_every_game_comes_with_the_program() {
    let studio = Studio::of(Worlds::all(), Arc::new(Memory::new()), Limits::default()).await;
    let (_, samples) = studio.get("/api/samples").await;
    let (_, hosted) = studio.get("/api/worlds").await;
    let mut games: Vec<&str> = samples.as_array().unwrap().iter().map(|one| one["game"].as_str().unwrap()).collect();
    let mut names: Vec<&str> = hosted.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    games.sort_unstable();
    names.sort_unstable();
    assert_eq!(games, names);
    for sample in samples.as_array().unwrap() {
        assert!(!sample["outcome"]["winners"].as_array().unwrap().is_empty(), "{sample}");
        let id = sample["id"].as_str().unwrap();
        let (_, film) = studio.get(&format!("/api/replays/{id}/film")).await;
        assert_eq!(film["frames"].as_array().unwrap().len() as u64, sample["entries"].as_u64().unwrap());
    }
}

/// Every operation of the document is asked once and its answer is what the
/// document says.
#[tokio::test]
async fn the_document_tells_the_truth() {
    let studio = Studio::start().await;
    let (_, document) = studio.get("/api/openapi.json").await;
    assert_eq!(document["openapi"], "3.1.0");
    let (room, mut ada, mut bob, _) = two_players(&studio, "heap=1").await;
    ada.act("take 1", 0).await;
    bob.moved_to(1).await;
    let mine = [("cookie", "visitor=aaaaaaaaaaaaaaaaaaaaaaaaaa")];
    let (_, _, begun) = studio.ask(request("POST", "/api/nim/count", &mine, r#"{"n":1}"#)).await;
    let job = serde_json::from_slice::<Value>(&begun).unwrap()["job"].as_str().unwrap().to_owned();
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            // Workers have a key and a test of their own.
            if path.starts_with("/ws/")
                || path.starts_with("/api/work/")
                || ["panic", "greedy", "deaf", "break"].iter().any(|bad| path.ends_with(bad))
            {
                continue;
            }
            let id = if path.contains("/jobs/") { &job } else { &room };
            let address = path.replace("{id}", id).replace("{n}", "1");
            let body = match (path.as_str(), method.as_str()) {
                ("/api/rooms", "post") => r#"{"game":"nim"}"#,
                (path, _) if path.starts_with("/api/nim/") => r#"{"n":2}"#,
                ("/api/replays", "post") => {
                    "{\"dedale\":1,\"game\":\"nim\",\"version\":1,\"config\":\"heap=4,patience=1000000\",\"seed\":3}\n"
                }
                _ => "",
            };
            let (status, _, answer) = studio.ask(request(&method.to_uppercase(), &address, &mine, body)).await;
            let answered = &operation["responses"][status.as_str()];
            assert!(answered.is_object(), "{method} {address} answered {status}: {}", String::from_utf8_lossy(&answer));
            if let Some(wanted) = answered["content"]["application/json"].get("schema") {
                let answer: Value = serde_json::from_slice(&answer).unwrap();
                schema::check(&document, wanted, &answer, &format!("{method} {path}"));
            }
            asked += 1;
        }
    }
    assert!(asked >= 15, "only {asked} operations were asked");
    let fault = &studio.call(Method::GET, "/api/rooms/abcdefgh", Value::Null).await.1;
    schema::check(&document, &json!({"$ref": "#/components/schemas/ApiError"}), fault, "fault");
}

#[tokio::test]
async fn a_broken_question_takes_nothing_else_down() {
    let studio = Studio::start().await;
    let (_, mut ada, mut bob, _) = two_players(&studio, "heap=9").await;
    let (status, _) = studio.post("/api/nim/panic", json!({})).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    ada.act("take 1", 0).await;
    assert_eq!(bob.moved_to(1).await["patch"]["heap"], 8);
    let (_, _, text) = studio.ask(request("GET", "/metrics", &[], "")).await;
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("dedale_panics_total 1") && text.contains("dedale_moves_total 1"), "{text}");
}

/// A question that takes too much memory or never ends costs its worker only:
/// the next question has another.
#[tokio::test]
async fn a_worker_that_oversteps_is_replaced() {
    let limits = Limits { answer_time: std::time::Duration::from_millis(50), ..Limits::default() };
    let studio = Studio::with(Arc::new(Memory::new()), limits).await;
    for (question, code) in [("greedy", "too-large"), ("deaf", "too-long"), ("greedy", "too-large")] {
        let (status, body) = studio.post(&format!("/api/nim/{question}"), json!({})).await;
        assert_eq!((status.as_u16(), &body["error"]["code"]), (422, &json!(code)), "{body}");
        let (status, body) = studio.post("/api/nim/triple", json!({"n": 5})).await;
        assert_eq!((status.as_u16(), &body["n"]), (200, &json!(15)), "{body}");
    }
}
