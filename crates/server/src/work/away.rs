//! A worker that is no part of the house: it asks a studio for jobs over HTTP
//! and submits what it finds (the other end is [`super::outside`]).

use super::outside::{Handed, Submitted, Working};
use crate::workers::Workers;
use dedale_question::Progress;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// How often a worker says that it is at a job.
const BEAT: Duration = Duration::from_secs(2);
/// How long it waits where there is nothing to do, or nobody answers.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(30);

/// Why a worker was sent away.
#[derive(Debug, thiserror::Error)]
#[error("the studio sent this worker away: {0}")]
pub struct SentAway(pub String);

enum Asked<T> {
    Answer(T),
    Nothing,
    SentAway(String),
    Trouble(String),
}

/// Works for a studio with so many processes of a program until `stop` is
/// raised or the studio wants no more of it.
pub async fn work(
    server: String,
    key: String,
    (program, memory): (PathBuf, u64),
    threads: usize,
    stop: watch::Receiver<bool>,
) -> Result<(), SentAway> {
    let agent = ureq::Agent::config_builder().timeout_global(Some(ANSWER)).http_status_as_error(false).build();
    let (server, authorization) = (server.trim_end_matches('/').to_owned(), format!("Bearer {key}"));
    let studio = Arc::new(Studio { agent: agent.into(), server, authorization });
    let workers = Arc::new(Workers::new(program, memory));
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..threads {
        all.spawn(one(Arc::clone(&studio), Arc::clone(&workers), stop.clone()));
    }
    // One that is sent away ends them all.
    while let Some(ended) = all.join_next().await {
        ended.unwrap_or(Ok(()))?;
    }
    Ok(())
}

struct Studio {
    agent: ureq::Agent,
    server: String,
    authorization: String,
}

impl Studio {
    /// Asks the studio, on a thread that may wait.
    async fn ask<T: DeserializeOwned + Send + 'static>(
        self: &Arc<Self>,
        path: &str,
        body: &impl Serialize,
    ) -> Asked<T> {
        let (studio, path) = (Arc::clone(self), format!("{}{path}", self.server));
        let body = serde_json::to_vec(body).unwrap_or_default();
        let asked = tokio::task::spawn_blocking(move || {
            let request = studio.agent.post(path).header("authorization", &studio.authorization);
            let mut response = match request.header("content-type", "application/json").send(&body[..]) {
                Ok(response) => response,
                Err(error) => return Asked::Trouble(error.to_string()),
            };
            let status = response.status().as_u16();
            let text = response.body_mut().with_config().limit(64 << 20).read_to_string().unwrap_or_default();
            match status {
                204 => Asked::Nothing,
                200 => match serde_json::from_str(&text) {
                    Ok(answer) => Asked::Answer(answer),
                    Err(error) => Asked::Trouble(error.to_string()),
                },
                401 | 403 => Asked::SentAway(text),
                _ => Asked::Trouble(format!("{status} {text}")),
            }
        });
        asked.await.unwrap_or_else(|error| Asked::Trouble(error.to_string()))
    }
}

async fn one(studio: Arc<Studio>, workers: Arc<Workers>, mut stop: watch::Receiver<bool>) -> Result<(), SentAway> {
    let mut pause = PAUSE;
    while !*stop.borrow() {
        match studio.ask::<Handed>("/api/work/take", &json!({})).await {
            Asked::Answer(handed) => {
                pause = PAUSE;
                answer(&studio, &workers, handed, &mut stop).await?;
                continue;
            }
            Asked::Nothing => pause = PAUSE,
            Asked::SentAway(why) => return Err(SentAway(why)),
            Asked::Trouble(why) => {
                tracing::warn!(why, "the studio does not answer");
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
        let _ = tokio::time::timeout(pause, stop.changed()).await;
    }
    Ok(())
}

async fn answer(
    studio: &Arc<Studio>,
    workers: &Workers,
    handed: Handed,
    stop: &mut watch::Receiver<bool>,
) -> Result<(), SentAway> {
    let Handed { job, attempt, ask } = handed;
    let (cancel, called_off) = watch::channel(false);
    let progress = Mutex::new(None::<Value>);
    let told = |news: Progress| {
        let detail = match news.detail {
            Value::Null => json!({"done": news.done, "total": news.total}),
            detail => detail,
        };
        *progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(detail);
    };
    let answer = workers.ask(&ask, called_off, told);
    tokio::pin!(answer);
    let found = loop {
        tokio::select! {
            answer = &mut answer => break answer.ok().and_then(|bytes| String::from_utf8(bytes).ok()),
            () = tokio::time::sleep(BEAT) => {
                let progress = progress.lock().unwrap_or_else(PoisonError::into_inner).take();
                let path = format!("/api/work/{job}/beat");
                match studio.ask::<Value>(&path, &Working { attempt, progress }).await {
                    Asked::Answer(now) if now["now"] == "lost" => return Ok(()),
                    Asked::Answer(now) if now["now"] == "stop" => drop(cancel.send_replace(true)),
                    Asked::SentAway(why) => return Err(SentAway(why)),
                    _ => {}
                }
            }
            // The studio gives it to another.
            () = async { drop(stop.wait_for(|raised| *raised).await) } => break None,
        }
    };
    let submitted = Submitted { attempt, answer: found };
    for _ in 0..5 {
        match studio.ask::<Value>(&format!("/api/work/{job}/submit"), &submitted).await {
            Asked::SentAway(why) => return Err(SentAway(why)),
            Asked::Trouble(why) => tracing::warn!(why, "an answer could not be submitted"),
            Asked::Answer(_) | Asked::Nothing => return Ok(()),
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}
