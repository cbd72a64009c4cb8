//! A studio for tests: the real router on a real port, with a game of Nim.

#![allow(dead_code, missing_docs, reason = "each test uses some of it")]

#[path = "nim_world.rs"]
pub mod nim_world;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use dedale_server::worlds::Worlds;
use dedale_server::{App, Limits, router};
use dedale_store::{Memory, Store};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;

/// Generous: a loaded machine is slow, a hang is a failure all the same.
const PATIENCE: Duration = Duration::from_secs(90);

pub struct Studio {
    pub app: App,
    pub address: SocketAddr,
}

impl Studio {
    pub async fn start() -> Self {
        Self::with(Arc::new(Memory::new()), Limits::default()).await
    }

    pub async fn with(store: Arc<dyn Store>, limits: Limits) -> Self {
        Self::of(nim_world::worlds(), store, limits).await
    }

    pub async fn of(worlds: Worlds, store: Arc<dyn Store>, limits: Limits) -> Self {
        let app = App::with_workers(worlds, store, limits, Self::worker());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(dedale_server::serve(app.clone(), listener, std::future::pending()));
        Self { app, address }
    }

    /// The program that answers; `cargo test` builds the examples beside the
    /// tests.
    pub fn worker() -> std::path::PathBuf {
        let tests = std::env::current_exe().unwrap();
        tests.parent().and_then(|deps| deps.parent()).unwrap().join("examples/nim_worker")
    }

    /// One request through the whole router: status, headers as text, body.
    pub async fn ask(&self, request: Request<Body>) -> (StatusCode, String, Vec<u8>) {
        let response = router(self.app.clone()).oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), format!("{:?}", response.headers()));
        (status, headers, response.into_body().collect().await.unwrap().to_bytes().to_vec())
    }

    pub async fn call(&self, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
        let request = Request::builder().method(method).uri(path).body(Body::from(body.to_string())).unwrap();
        let (status, _, body) = self.ask(request).await;
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    pub async fn get(&self, path: &str) -> (StatusCode, Value) {
        self.call(Method::GET, path, Value::Null).await
    }

    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.call(Method::POST, path, body).await
    }

    /// A room and the key of its first seat.
    pub async fn room(&self, wish: Value) -> (String, Option<String>) {
        let (status, body) = self.post("/api/rooms", wish).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        (body["room"].as_str().unwrap().to_owned(), body["token"].as_str().map(str::to_owned))
    }

    pub async fn socket(&self, path: &str) -> Client {
        Client::open(self.address, path).await
    }

    /// Somebody in a room, with their first snapshot.
    pub async fn join(&self, room: &str, token: Option<&str>) -> (Client, Value) {
        let mut client = self.socket(&format!("/ws/rooms/{room}")).await;
        let mut hello = json!({"type": "hello", "lang": "en"});
        if let Some(token) = token {
            hello["token"] = json!(token);
        }
        client.say(hello).await;
        let snapshot = client.hear("snapshot").await;
        (client, snapshot)
    }
}

pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Everything that came over the wire, as it came.
    pub traffic: String,
}

impl Client {
    pub async fn open(address: SocketAddr, path: &str) -> Self {
        let request = format!("ws://{address}{path}").into_client_request().unwrap();
        let (socket, _) = timeout(PATIENCE, tokio_tungstenite::connect_async(request)).await.unwrap().unwrap();
        Self { socket, traffic: String::new() }
    }

    /// A socket of a visitor known by a mark.
    pub async fn open_as(address: SocketAddr, path: &str, mark: &str) -> Self {
        let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
        request.headers_mut().insert("cookie", format!("visitor={mark}").parse().unwrap());
        let (socket, _) = timeout(PATIENCE, tokio_tungstenite::connect_async(request)).await.unwrap().unwrap();
        Self { socket, traffic: String::new() }
    }

    /// A socket, unless the server has none to give.
    pub async fn try_open(address: SocketAddr, path: &str) -> Option<Self> {
        let request = format!("ws://{address}{path}").into_client_request().unwrap();
        let (socket, _) = timeout(PATIENCE, tokio_tungstenite::connect_async(request)).await.unwrap().ok()?;
        Some(Self { socket, traffic: String::new() })
    }

    /// Whether a message could be sent.
    pub async fn try_say(&mut self, message: Value) -> bool {
        self.socket.send(Message::Text(message.to_string().into())).await.is_ok()
    }

    /// The next message of a kind, or nothing once the socket is closed.
    pub async fn hear_or_end(&mut self, kind: &str) -> Option<Value> {
        loop {
            let message = self.next().await?;
            if message["type"] == kind {
                return Some(message);
            }
        }
    }

    pub async fn say(&mut self, message: Value) {
        self.say_text(&message.to_string()).await;
    }

    pub async fn say_text(&mut self, text: &str) {
        self.socket.send(Message::Text(text.into())).await.unwrap();
    }

    /// The next message, or nothing once the socket is closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("a message within patience")? {
                Ok(Message::Text(text)) => {
                    self.traffic += &text;
                    self.traffic.push('\n');
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a kind; others are passed over.
    pub async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed before `{kind}`\n{}", self.traffic));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next `moved` after which the log has at least this many entries.
    pub async fn moved_to(&mut self, seq: usize) -> Value {
        loop {
            let moved = self.hear("moved").await;
            if moved["seq"].as_u64().unwrap() >= seq as u64 {
                return moved;
            }
        }
    }

    pub async fn act(&mut self, action: &str, seen: usize) {
        self.say(json!({"type": "act", "do": action, "seen": seen})).await;
    }
}

/// Two people in a room of Nim that has begun.
pub async fn two_players(studio: &Studio, config: &str) -> (String, Client, Client, [String; 2]) {
    let (room, first_key) = studio.room(json!({"game": "nim", "config": config, "seed": 7, "name": "Ada"})).await;
    let first_key = first_key.unwrap();
    let (mut first, _) = studio.join(&room, Some(&first_key)).await;
    let (mut second, snapshot) = studio.join(&room, None).await;
    assert_eq!(snapshot["seat"], Value::Null);
    second.say(json!({"type": "sit", "name": "Bob"})).await;
    let seated = second.hear("snapshot").await;
    assert_eq!(seated["seat"], 1);
    first.say(json!({"type": "ready", "ready": true})).await;
    second.say(json!({"type": "ready", "ready": true})).await;
    assert_eq!(first.hear("snapshot").await["started"], true);
    assert_eq!(second.hear("snapshot").await["started"], true);
    (room, first, second, [first_key, seated["token"].as_str().unwrap().to_owned()])
}
