//! A room that lives elsewhere, as the sockets here see it: a task with the
//! same inbox as a room. When anything goes wrong it ends, and with it every
//! connection through it; they come back and find the room wherever it is.

use super::letters::{Connected, Reply, ToNode};
use super::{Cluster, lock};
use crate::api_error::ApiError;
use crate::app::App;
use crate::rooms::{self, Command, INBOX, Newcomer, Outbox, Place};
use axum::http::StatusCode;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// How long somebody waits at the door for a room whose studio is gone.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long until it is tried again.
const PAUSE: Duration = Duration::from_millis(100);

/// The way to a room, wherever it is; woken here if it is nowhere.
pub async fn knock(app: &App, id: &str) -> Result<mpsc::Sender<Command>, ApiError> {
    let until = Instant::now() + PATIENCE;
    loop {
        let node = match rooms::find(app, id).await? {
            Place::Here(inbox) => return Ok(inbox),
            Place::There(node) => node,
        };
        if let Some((known, inbox)) = lock(&app.cluster.proxies).get(id)
            && *known == node
            && !inbox.is_closed()
        {
            return Ok(inbox.clone());
        }
        match app.cluster.ask(&node, &ToNode::Knock { room: id.to_owned() }).await {
            Some(Reply::Yes) => return Ok(spawn(app, id, node)),
            Some(Reply::Missing) => return Err(rooms::missing()),
            // It is dead, or is letting go: soon the room is somebody's.
            _ if Instant::now() < until => tokio::time::sleep(PAUSE).await,
            _ => return Err(one_moment()),
        }
    }
}

/// The room is between two studios.
pub fn one_moment() -> ApiError {
    ApiError::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "moving",
        "one moment: the room is moving to another machine",
        "un instant : la salle passe sur une autre machine",
    )
}

fn spawn(app: &App, id: &str, node: String) -> mpsc::Sender<Command> {
    let mut proxies = lock(&app.cluster.proxies);
    if let Some((known, inbox)) = proxies.get(id)
        && *known == node
        && !inbox.is_closed()
    {
        return inbox.clone();
    }
    let (inbox, commands) = mpsc::channel(INBOX);
    proxies.insert(id.to_owned(), (node.clone(), inbox.clone()));
    let proxy = Proxy { app: app.clone(), room: id.to_owned(), node, links: Vec::new() };
    // It must end when nobody but the table knows it: so it holds no sender.
    let weak = inbox.downgrade();
    tokio::spawn(async move {
        let (app, room) = (proxy.app.clone(), proxy.room.clone());
        proxy.run(commands).await;
        let mut proxies = lock(&app.cluster.proxies);
        if let (Some((_, known)), Some(own)) = (proxies.get(&room), weak.upgrade())
            && known.same_channel(&own)
        {
            proxies.remove(&room);
        }
    });
    inbox
}

struct Proxy {
    app: App,
    room: String,
    node: String,
    links: Vec<u64>,
}

impl Proxy {
    fn cluster(&self) -> &Cluster {
        &self.app.cluster
    }

    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        type Heard = Pin<Box<dyn Future<Output = bool> + Send>>;
        // Awaited together, sent in order.
        let mut said: FuturesUnordered<Heard> = FuturesUnordered::new();
        let idle = self.app.limits.idle;
        loop {
            let command = tokio::select! {
                Some(heard) = said.next() => if heard { continue } else { return },
                command = tokio::time::timeout(idle, commands.recv()) => match command {
                    Ok(Some(command)) => command,
                    // Everything begins anew, or nobody has been here for long.
                    Ok(None) => return,
                    Err(_) if self.links.is_empty() => return,
                    Err(_) => continue,
                },
            };
            match command {
                Command::Join(newcomer, reply) => match self.join(newcomer).await {
                    Some(link) if reply.send(link).is_ok() => {}
                    Some(link) => self.leave(link),
                    None => return,
                },
                Command::Message(link, message, _) => {
                    let say = ToNode::Say { from: self.cluster().node.clone(), link, message };
                    let body = super::letters::write(&say, "");
                    let answer = self.cluster().bus.ask(&super::address(&self.node), body, super::ANSWER);
                    said.push(Box::pin(async move {
                        let reply =
                            answer.await.ok().and_then(|answer| super::letters::read(&answer).map(|(reply, _)| reply));
                        matches!(reply, Some(Reply::Yes))
                    }));
                }
                Command::Leave(link) => self.leave(link),
                Command::Summary(reply) => {
                    match self.cluster().ask(&self.node, &ToNode::Summary { room: self.room.clone() }).await {
                        Some(Reply::Summary { summary }) => drop(reply.send(summary)),
                        _ => return,
                    }
                }
                Command::Stop(done) => {
                    let _ = done.send(());
                    return;
                }
                Command::Abandon => return,
                // These are between a room and its own studio.
                Command::Copy(_) | Command::Thought(_) | Command::Hint(..) => {}
            }
        }
    }

    async fn join(&mut self, newcomer: Newcomer) -> Option<u64> {
        let Newcomer { join, lang, visitor, outbox } = newcomer;
        let Outbox::Here(outbox) = outbox else { return None };
        let link = self.cluster().next_link.fetch_add(1, Ordering::Relaxed);
        // The first words of the room may come before its answer.
        lock(&self.cluster().outboxes).insert(link, (self.node.clone(), outbox));
        self.links.push(link);
        let (room, from, lang) = (self.room.clone(), self.cluster().node.clone(), lang.code().to_owned());
        let connected = Connected { room, from, link, join, lang, visitor };
        match self.cluster().ask(&self.node, &ToNode::Join(Box::new(connected))).await {
            Some(Reply::Yes) => Some(link),
            _ => None,
        }
    }

    fn leave(&mut self, link: u64) {
        lock(&self.cluster().outboxes).remove(&link);
        self.links.retain(|known| *known != link);
        self.cluster().send(&self.node, &ToNode::Left { from: self.cluster().node.clone(), link }, "");
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        for link in std::mem::take(&mut self.links) {
            self.leave(link);
        }
    }
}
