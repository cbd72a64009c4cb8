//! Several studios on one PostgreSQL and one bus, in one process: people are
//! connected anywhere, studios go and come, and nothing acknowledged is lost.

#![allow(missing_docs)]

#[path = "common/programs.rs"]
mod programs;
#[path = "common/studio.rs"]
mod studio;

use axum::http::StatusCode;
use dedale_server::bus::{Bus, InProcess, Nats};
use dedale_server::{App, Limits};
use dedale_store::{Access, OpenOptions, Store, open_with};
use programs::{NatsServer, postgres};
use serde_json::{Value, json};
use std::sync::Arc;
use studio::{Client, Studio};
use tokio::sync::oneshot;

/// A studio of several, and the way to stop it.
struct Node {
    studio: Studio,
    stop: Option<oneshot::Sender<()>>,
    served: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Node {
    async fn start(database: &str, bus: Arc<dyn Bus>) -> Self {
        let options = OpenOptions { access: Access::Shared, ..OpenOptions::default() };
        let store: Arc<dyn Store> = open_with(database, options).await.unwrap();
        let limits = Limits { rooms_a_minute: 1000, ..Limits::default() };
        let app = App::shared(studio::nim_world::worlds(), store, bus, limits, Studio::worker());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(dedale_server::serve(app.clone(), listener, async { drop(stopped.await) }));
        Self { studio: Studio { app, address }, stop: Some(stop), served }
    }

    /// As by SIGTERM: everything is handed over.
    async fn drain(mut self) {
        drop(self.stop.take());
        self.served.await.unwrap().unwrap();
    }
}

/// Two people of one match, each connected somewhere; whoever is thrown out
/// comes back by the way they are told.
struct Player {
    client: Client,
    key: String,
}

impl Player {
    async fn join(node: &Node, room: &str, key: &str) -> Self {
        loop {
            // A room between two studios is an answer, not a socket.
            let path = format!("/ws/rooms/{room}");
            if let Some(mut client) = Client::try_open(node.studio.address, &path).await {
                client.say(json!({"type": "hello", "token": key, "lang": "en"})).await;
                if client.hear_or_end("snapshot").await.is_some() {
                    return Self { client, key: key.to_owned() };
                }
            }
        }
    }

    /// Sends an action under its name until it is known to be done.
    async fn act(&mut self, node: &Node, room: &str, action: &str, id: &str) {
        loop {
            let act = json!({"type": "act", "do": action, "seen": 0, "id": id});
            if self.client.try_say(act).await {
                while let Some(answer) = self.client.next().await {
                    match answer["type"].as_str().unwrap() {
                        "moved" | "done" if answer["id"] == id => return,
                        "refused" if answer["id"] == id => break,
                        _ => {}
                    }
                }
            }
            *self = Self::join(node, room, &self.key.clone()).await;
        }
    }
}

/// A match of Nim between two studios, ready to be played.
async fn begin(first: &Node, second: &Node) -> (String, Player, Player) {
    let new = json!({"game": "nim", "config": "heap=40", "seed": 7, "public": true});
    let (room, key) = first.studio.room(new).await;
    let mut ada = Player::join(first, &room, &key.unwrap()).await;
    let mine = "bobbobbobbobbobbobbobbob";
    let mut bob = Player::join(second, &room, mine).await;
    bob.client.say(json!({"type": "sit", "name": "Bob", "token": mine})).await;
    assert_eq!(bob.client.hear("snapshot").await["seat"], 1);
    for player in [&mut ada, &mut bob] {
        player.client.say(json!({"type": "ready", "ready": true})).await;
    }
    assert_eq!(bob.client.hear("snapshot").await["started"], true);
    assert_eq!(ada.client.hear("snapshot").await["started"], true);
    (room, ada, bob)
}

async fn log(node: &Node, room: &str) -> Vec<String> {
    let (_, log) = node.studio.app.store.load(room).await.unwrap().unwrap();
    log.iter().map(|line| serde_json::from_str::<Value>(line).unwrap()["do"].as_str().unwrap().to_owned()).collect()
}

async fn connect(nats: &NatsServer) -> Arc<dyn Bus> {
    Arc::new(Nats::connect(&nats.address()).await.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_nats() {
    let (Some(server), Some(mut nats)) = (postgres::Server::start(), NatsServer::start()) else { return };
    let buses = [connect(&nats).await, connect(&nats).await, connect(&nats).await];
    let (a, b) = play(&server, buses).await;
    // The bus goes and comes back: whoever may have missed something connects
    // again, and the match goes on.
    let (room, mut ada, mut bob) = begin(&a, &b).await;
    ada.act(&a, &room, "take 1", "one").await;
    nats.restart();
    bob.act(&b, &room, "take 2", "two").await;
    ada.act(&a, &room, "take 3", "three").await;
    assert_eq!(log(&a, &room).await, ["take 1", "take 2", "take 3"]);
    a.drain().await;
    b.drain().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_one_process() {
    let Some(server) = postgres::Server::start() else { return };
    let bus: Arc<dyn Bus> = Arc::new(InProcess::default());
    let (a, b) = play(&server, [Arc::clone(&bus), Arc::clone(&bus), bus]).await;
    a.drain().await;
    b.drain().await;
}

async fn play(server: &postgres::Server, buses: [Arc<dyn Bus>; 3]) -> (Node, Node) {
    let [first, second, third] = buses;
    let database = server.address();
    let (a, b) = (Node::start(&database, first).await, Node::start(&database, second).await);
    let (room, mut ada, mut bob) = begin(&a, &b).await;
    // What one does, the other sees, wherever they are.
    ada.act(&a, &room, "take 1", "0").await;
    assert_eq!(bob.client.moved_to(1).await["do"], "take 1");
    bob.act(&b, &room, "take 2", "1").await;
    assert_eq!(ada.client.moved_to(2).await["seat"], 1);
    bob.client.act("take 1", 2).await;
    assert_eq!(bob.client.hear("refused").await["seq"], 2, "it is not his turn");
    // Every studio says the same.
    for node in [&a, &b] {
        let (status, summary) = node.studio.get(&format!("/api/rooms/{room}")).await;
        assert_eq!((status, &summary["seq"], &summary["spectators"]), (StatusCode::OK, &json!(2), &json!(0)));
        assert!(summary["players"].as_array().unwrap().iter().all(|player| player["connected"] == true), "{summary}");
        assert_eq!(node.studio.get("/room/nosuchroom").await.0, StatusCode::NOT_FOUND);
        assert_eq!(node.studio.get(&format!("/room/{room}")).await.0, StatusCode::OK);
        assert_eq!(node.studio.get("/healthz").await.0, StatusCode::OK);
    }
    // A repeated action is answered at any studio and not done again.
    bob.client.say(json!({"type": "act", "do": "take 2", "seen": 2, "id": "1"})).await;
    assert_eq!(bob.client.hear("done").await["entry"], 1);

    // The owner stops, as in an upgrade: the room goes to the other, with
    // everybody in it; then a third comes and takes over from that one.
    a.drain().await;
    let a = Node::start(&database, third).await;
    ada.act(&a, &room, "take 3", "2").await;
    bob.act(&b, &room, "take 1", "3").await;
    assert_eq!(log(&a, &room).await, ["take 1", "take 2", "take 3", "take 1"]);

    // Somebody else takes the match, as when the owner was thought dead: the
    // owner is shut out, lets go, and people find their way.
    for turn in 0..4 {
        steal(server, &room).await;
        let (player, node) = if turn % 2 == 0 { (&mut ada, &a) } else { (&mut bob, &b) };
        player.act(node, &room, "take 1", &format!("stolen{turn}")).await;
    }
    let log = log(&b, &room).await;
    assert_eq!(log[4..], ["take 1", "take 1", "take 1", "take 1"], "{log:?}");
    let (_, listed) = b.studio.get("/api/rooms").await;
    assert_eq!(listed, a.studio.get("/api/rooms").await.1);
    (a, b)
}

/// A studio that nobody hears of takes the room and is gone.
async fn steal(server: &postgres::Server, room: &str) {
    let guest = OpenOptions { access: Access::Guest, ..OpenOptions::default() };
    let store = open_with(&server.address(), guest).await.unwrap();
    let owner = store.leases(100).await.unwrap().into_iter().find(|lease| lease.id == room).map(|lease| lease.owner);
    let fence = store.take(room, owner.as_deref().unwrap_or("thief")).await.unwrap();
    store.release(room, fence).await.unwrap();
    store.close().await.unwrap();
}
