//! Where the connections of other studios are received: each has a desk that
//! hands what it says to the room, in order.

use super::letters::{Connected, Reply, ToNode};
use super::lock;
use crate::app::App;
use crate::rooms::wire::ClientMessage;
use crate::rooms::{self, Command, Newcomer, Outbox, Place};
use axum::http::StatusCode;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// Messages of one connection that may wait for a busy room.
const WAITING: usize = 256;

/// Stands in for somebody who is connected elsewhere. Dropped, it leaves.
pub struct Desk(mpsc::Sender<(ClientMessage, Instant)>);

impl Desk {
    /// Hands a message on; false if the room takes no more.
    pub fn hear(&self, message: ClientMessage) -> bool {
        self.0.try_send((message, Instant::now())).is_ok()
    }
}

/// Answers what another studio wants to know of a room here.
pub async fn receive(app: &App, letter: ToNode) -> Reply {
    let room = match &letter {
        ToNode::Knock { room } | ToNode::Summary { room } => room,
        ToNode::Join(connected) => &connected.room,
        _ => return Reply::No,
    };
    let inbox = match rooms::find(app, room).await {
        Ok(Place::Here(inbox)) => inbox,
        Ok(Place::There(_)) => return Reply::No,
        Err(error) if error.status == StatusCode::NOT_FOUND => return Reply::Missing,
        Err(_) => return Reply::No,
    };
    match letter {
        ToNode::Join(connected) => seat(app, inbox, *connected).await.map_or(Reply::No, |()| Reply::Yes),
        ToNode::Summary { .. } => {
            let (reply, answer) = oneshot::channel();
            let _ = inbox.send(Command::Summary(reply)).await;
            answer.await.map_or(Reply::No, |summary| Reply::Summary { summary })
        }
        _ => Reply::Yes,
    }
}

/// Puts up a desk for a connection.
async fn seat(app: &App, inbox: mpsc::Sender<Command>, connected: Connected) -> Option<()> {
    let Connected { from, link, join, lang, visitor, .. } = connected;
    let (desk, mut messages) = mpsc::channel(WAITING);
    // Before the room knows of it: what is said at once waits here.
    lock(&app.cluster.desks).insert((from.clone(), link), Desk(desk));
    let outbox = Outbox::there(app.clone(), from.clone(), link);
    let newcomer = Newcomer { join, lang: lang.parse().unwrap_or_default(), visitor, outbox };
    let (reply, joined) = oneshot::channel();
    let sent = inbox.send(Command::Join(newcomer, reply)).await;
    let (Ok(()), Ok(number)) = (sent, joined.await) else {
        lock(&app.cluster.desks).remove(&(from, link));
        return None;
    };
    tokio::spawn(async move {
        while let Some((message, came)) = messages.recv().await {
            if inbox.send(Command::Message(number, message, came)).await.is_err() {
                return;
            }
        }
        let _ = inbox.send(Command::Leave(number)).await;
    });
    Some(())
}
