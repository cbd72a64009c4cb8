//! A bus over NATS.
//!
//! Everything goes out through one queue and one task, so that questions and
//! letters keep their order. Answers come back to one subject of this client's
//! own, each under its number.

use super::{Answer, Bus, BusError, Letter, WAITING};
use async_nats::{Client, ConnectOptions, Event, StatusCode, Subject};
use axum::body::Bytes;
use futures_util::StreamExt;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};

/// How long the first connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How often the connection is tried, by the client itself.
const PING: Duration = Duration::from_secs(2);
/// How long to wait before connecting again.
const AGAIN: Duration = Duration::from_millis(100);

struct Outgoing {
    subject: Subject,
    reply: Option<Subject>,
    body: Bytes,
}

type Waiting = Arc<Mutex<HashMap<u64, oneshot::Sender<Result<Bytes, BusError>>>>>;

/// An address without who connects, and who connects: the client does not read
/// that from addresses.
fn apart(server: &str) -> (String, Option<&str>) {
    let server = server.trim();
    let (scheme, rest) = server.split_once("://").unwrap_or(("nats", server));
    let (who, host) = rest.rsplit_once('@').map_or((None, rest), |(who, host)| (Some(who), host));
    (format!("{scheme}://{host}"), who)
}

/// A connection to a NATS server or a cluster of them.
pub struct Nats {
    client: Client,
    outgoing: mpsc::Sender<Outgoing>,
    inbox: String,
    next: AtomicU64,
    waiting: Waiting,
    losses: Arc<watch::Sender<u64>>,
}

impl Nats {
    /// Connects to `nats://[USER:PASSWORD@|TOKEN@]HOST[:PORT]`, several of
    /// them between commas.
    pub async fn connect(address: &str) -> Result<Self, BusError> {
        let servers: Vec<(String, Option<&str>)> = address.split(',').map(apart).collect();
        let hosts: Vec<String> = servers.iter().map(|(host, _)| host.clone()).collect();
        // Who reads the reason need not know the password.
        let named = hosts.join(",");
        let broken = |error: &dyn std::fmt::Display| BusError::Broken(format!("{named}: {error}"));
        let losses = Arc::new(watch::Sender::new(0));
        let lost = Arc::clone(&losses);
        let options = ConnectOptions::new()
            .name("dedale")
            .connection_timeout(CONNECT)
            .ping_interval(PING)
            .subscription_capacity(WAITING)
            .reconnect_delay_callback(|_| AGAIN)
            .event_callback(move |event| {
                // After any of these letters may be missing.
                if matches!(event, Event::Disconnected | Event::SlowConsumer(_) | Event::Closed) {
                    lost.send_modify(|losses| *losses += 1);
                    tracing::warn!(%event, "the bus may have lost something");
                }
                std::future::ready(())
            });
        let options = match servers.iter().find_map(|(_, who)| *who).map(|who| who.split_once(':').ok_or(who)) {
            Some(Ok((user, password))) => options.user_and_password(user.to_owned(), password.to_owned()),
            Some(Err(token)) => options.token(token.to_owned()),
            None => options,
        };
        let connecting = tokio::time::timeout(CONNECT, options.connect(hosts)).await;
        let client = connecting.map_err(|_| broken(&"no answer"))?.map_err(|error| broken(&error))?;
        let inbox = client.new_inbox();
        let mut answers =
            client.subscribe(format!("{inbox}.*")).await.map_err(|error| BusError::Broken(error.to_string()))?;
        let (outgoing, mut queue) = mpsc::channel::<Outgoing>(WAITING);
        let waiting: Waiting = Arc::default();
        let (known, publisher) = (Arc::clone(&waiting), client.clone());
        tokio::spawn(async move {
            while let Some(answer) = answers.next().await {
                let number = answer.subject.rsplit('.').next().and_then(|number| number.parse().ok());
                let asked = number.and_then(|number: u64| take(&known, number));
                let nobody = answer.status == Some(StatusCode::NO_RESPONDERS);
                if let Some(asked) = asked {
                    let _ = asked.send(if nobody { Err(BusError::Nobody) } else { Ok(answer.payload) });
                }
            }
        });
        tokio::spawn(async move {
            while let Some(Outgoing { subject, reply, body }) = queue.recv().await {
                let sent = match reply {
                    Some(reply) => publisher.publish_with_reply(subject, reply, body).await,
                    None => publisher.publish(subject, body).await,
                };
                if let Err(error) = sent {
                    tracing::error!(%error, "a letter could not be sent");
                }
            }
        });
        Ok(Self { client, outgoing, inbox, next: AtomicU64::new(0), waiting, losses })
    }

    fn put(&self, letter: Outgoing) -> bool {
        let put = self.outgoing.try_send(letter).is_ok();
        if !put {
            self.losses.send_modify(|losses| *losses += 1);
        }
        put
    }
}

fn take(waiting: &Waiting, number: u64) -> Option<oneshot::Sender<Result<Bytes, BusError>>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(&number)
}

impl Bus for Nats {
    fn listen(&self, address: &str) -> Answer<mpsc::Receiver<Letter>> {
        let (client, address) = (self.client.clone(), address.to_owned());
        Box::pin(async move {
            let broken = |error: &dyn std::fmt::Display| BusError::Broken(error.to_string());
            let mut letters = client.subscribe(address.clone()).await.map_err(|error| broken(&error))?;
            // What a client sends comes back in the order in which the server
            // took it: once this is here, the subscription is in force.
            let mark = Bytes::from(client.new_inbox());
            client.publish(address, mark.clone()).await.map_err(|error| broken(&error))?;
            let (sender, receiver) = mpsc::channel(WAITING);
            let (ready, listening) = oneshot::channel();
            tokio::spawn(async move {
                let mut ready = Some(ready);
                while let Some(letter) = letters.next().await {
                    if ready.is_some() && letter.payload == mark {
                        let _ = ready.take().map(|ready| ready.send(()));
                        continue;
                    }
                    let (client, back) = (client.clone(), letter.reply);
                    let reply = Box::new(move |body| {
                        if let Some(back) = back {
                            tokio::spawn(async move { client.publish(back, body).await });
                        }
                    });
                    if sender.send(Letter { body: letter.payload, reply }).await.is_err() {
                        return;
                    }
                }
            });
            match tokio::time::timeout(CONNECT, listening).await {
                Ok(Ok(())) => Ok(receiver),
                Ok(Err(_)) | Err(_) => Err(BusError::Late),
            }
        })
    }

    fn send(&self, address: &str, body: Bytes) {
        self.put(Outgoing { subject: address.into(), reply: None, body });
    }

    fn ask(&self, address: &str, body: Bytes, within: Duration) -> Answer<Bytes> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(number, sender);
        let reply = Some(format!("{}.{number}", self.inbox).into());
        let put = self.put(Outgoing { subject: address.into(), reply, body });
        let waiting = Arc::clone(&self.waiting);
        Box::pin(async move {
            let answer = if put { tokio::time::timeout(within, answer).await } else { Ok(Ok(Err(BusError::Late))) };
            take(&waiting, number);
            match answer {
                Ok(Ok(answer)) => answer,
                Ok(Err(_)) | Err(_) => Err(BusError::Late),
            }
        })
    }

    fn losses(&self) -> watch::Receiver<u64> {
        self.losses.subscribe()
    }

    fn longest(&self) -> usize {
        self.client.server_info().max_payload
    }
}
