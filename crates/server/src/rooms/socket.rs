//! The socket of somebody in a room: text in, text out, nothing decided here.

use super::wire::{ClientMessage, Join};
use super::{Command, Newcomer, Outbox};
use crate::api_error::ApiError;
use crate::app::App;
use crate::doors::Guest;
use crate::rate::Bucket;
use crate::visitor::Visitor;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::response::Response;
use dedale_text::Lang;
use serde_json::json;
use std::net::IpAddr;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

/// How long a new socket may stay silent.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a silent socket is asked whether it is still there; one that
/// does not answer twice is gone.
const HEARTBEAT: Duration = Duration::from_secs(25);

/// `GET /ws/rooms/{id}`
pub async fn open(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let guest = admit(&app, visitor.address)?;
    // A room that does not exist is an answer now, not a socket that closes.
    super::knock(&app, &id).await?;
    let limits = app.limits.clone();
    let sized = size(upgrade, limits.message);
    Ok(sized.on_upgrade(move |socket| async move {
        let _inside = (app.metrics.sockets.enter(), guest);
        talk(&app, &id, visitor, socket).await;
    }))
}

/// Refuses a socket when there are too many, in all or from one address.
pub fn admit(app: &App, address: IpAddr) -> Result<Guest, ApiError> {
    app.sockets.enter(Some(address)).ok_or_else(|| {
        ApiError::limit("the server is full; try again later", "le serveur est plein ; réessayez plus tard")
    })
}

/// Small buffers: most sockets are silent most of the time.
pub fn size(upgrade: WebSocketUpgrade, message: usize) -> WebSocketUpgrade {
    upgrade.max_message_size(message).max_frame_size(message).read_buffer_size(2048).write_buffer_size(0)
}

async fn talk(app: &App, id: &str, visitor: Visitor, mut socket: WebSocket) {
    let lang = visitor.lang;
    let join = match timeout(PATIENCE, first(&mut socket)).await {
        Ok(Some(Ok(join))) => join,
        Ok(Some(Err(problem))) => return part(socket, close_code::POLICY, &problem, lang).await,
        Ok(None) => return,
        Err(_) => return part(socket, close_code::POLICY, &Problem::Silent, lang).await,
    };
    let lang = join.lang.as_deref().and_then(|lang| lang.parse().ok()).unwrap_or(lang);
    let (outbox, mut letters) = mpsc::channel::<Utf8Bytes>(app.limits.outbox);
    let mut cuts = app.cluster.cuts();
    let newcomer = Newcomer { join, lang, visitor: visitor.mark, outbox: Outbox::Here(outbox) };
    let joined = join_room(app, id, newcomer).await;
    let Some((room, number)) = joined else { return part(socket, close_code::AGAIN, &Problem::Gone, lang).await };

    let limits = &app.limits;
    let mut rate = Bucket::full(limits.burst);
    let mut unanswered = 0;
    let problem = loop {
        tokio::select! {
            letter = letters.recv() => match letter {
                Some(letter) => if !deliver(&mut socket, Message::Text(letter)).await { break None },
                None => break Some((close_code::AGAIN, Problem::Gone)),
            },
            _ = cuts.changed() => break Some((close_code::AGAIN, Problem::Gone)),
            message = timeout(HEARTBEAT, socket.recv()) => {
                let message = match message {
                    Err(_) if unanswered == 2 => break None,
                    Err(_) => {
                        unanswered += 1;
                        if !deliver(&mut socket, Message::Ping(Vec::new().into())).await { break None }
                        continue;
                    }
                    Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => break None,
                    Ok(Some(Ok(message))) => message,
                };
                unanswered = 0;
                let came = Instant::now();
                if !rate.take(f64::from(limits.messages_a_second), limits.burst) {
                    break Some((close_code::POLICY, Problem::TooFast));
                }
                match message {
                    Message::Text(text) => match serde_json::from_str::<ClientMessage>(&text) {
                        Ok(message) => if room.send(Command::Message(number, message, came)).await.is_err() {
                            break Some((close_code::AGAIN, Problem::Gone));
                        },
                        Err(error) => {
                            let told = Problem::Message(error.to_string()).told(lang);
                            if !deliver(&mut socket, Message::Text(told)).await { break None }
                        }
                    },
                    Message::Binary(_) => {
                        let told = Problem::Message("bytes".into()).told(lang);
                        if !deliver(&mut socket, Message::Text(told)).await { break None }
                    }
                    Message::Ping(_) | Message::Pong(_) | Message::Close(_) => {}
                }
            }
        }
    };
    let _ = room.send(Command::Leave(number)).await;
    if let Some((code, problem)) = problem {
        part(socket, code, &problem, lang).await;
    }
}

/// Enters a room; one that falls asleep or moves at this very moment is looked
/// for again.
async fn join_room(app: &App, id: &str, newcomer: Newcomer) -> Option<(mpsc::Sender<Command>, u64)> {
    for _ in 0..3 {
        let room = super::knock(app, id).await.ok()?;
        let (reply, answer) = oneshot::channel();
        if room.send(Command::Join(newcomer.clone(), reply)).await.is_ok()
            && let Ok(number) = answer.await
        {
            return Some((room, number));
        }
    }
    None
}

/// Sends a message; false if the other end is gone or has stopped reading.
async fn deliver(socket: &mut WebSocket, message: Message) -> bool {
    timeout(PATIENCE, socket.send(message)).await.is_ok_and(|sent| sent.is_ok())
}

/// The first message, which must be a greeting.
async fn first(socket: &mut WebSocket) -> Option<Result<Join, Problem>> {
    loop {
        match socket.recv().await? {
            Ok(Message::Text(text)) => {
                return Some(match serde_json::from_str(&text) {
                    Ok(ClientMessage::Hello(join)) => Ok(join),
                    Ok(_) => Err(Problem::Silent),
                    Err(error) => Err(Problem::Message(error.to_string())),
                });
            }
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            Ok(Message::Binary(_)) => return Some(Err(Problem::Silent)),
            Ok(Message::Close(_)) | Err(_) => return None,
        }
    }
}

/// Why a socket is closed or a message not understood.
enum Problem {
    /// No greeting.
    Silent,
    /// Not a message.
    Message(String),
    /// Too many messages.
    TooFast,
    /// The room went to sleep, the server stops, or the reader was too slow.
    Gone,
}

impl Problem {
    fn told(&self, lang: Lang) -> Utf8Bytes {
        let message = match self {
            Self::Silent => lang.pick("expected `hello` first", "attendu « hello » d'abord").to_owned(),
            Self::Message(why) => match lang {
                Lang::En => format!("found a message that is not understood: {why}"),
                Lang::Fr => format!("trouvé un message incompréhensible : {why}"),
            },
            Self::TooFast => lang.pick("too many messages", "trop de messages").to_owned(),
            Self::Gone => lang
                .pick("the room is not here any more; connect again", "la salle n'est plus là ; reconnectez-vous")
                .to_owned(),
        };
        json!({"type": "error", "message": message}).to_string().into()
    }
}

async fn part(mut socket: WebSocket, code: u16, problem: &Problem, lang: Lang) {
    if deliver(&mut socket, Message::Text(problem.told(lang))).await {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static("") };
        deliver(&mut socket, Message::Close(Some(frame))).await;
    }
}
