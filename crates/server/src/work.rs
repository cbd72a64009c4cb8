//! Workers of the house: they take jobs from the queue, whose turn it is, and
//! have them answered by processes behind pipes (`workers`).
//!
//! A studio has some of its own; `dedale worker --database` is the same on
//! another machine, `dedale worker --server` speaks to a studio over HTTP
//! ([`outside`]).

pub mod away;
pub mod outside;
pub mod verify;

use crate::api_error::ApiError;
use crate::jobs::Jobs;
use crate::workers::Workers;
use dedale_api::pipe::Ask;
use dedale_question::Progress;
use dedale_store::{Beat, Status, Store, TakenJob};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// How often a worker says that it is still at a job, and how far.
const BEAT: Duration = Duration::from_secs(1);
/// How often an idle worker looks into the queue of a database that others
/// fill as well.
const LOOK: Duration = Duration::from_millis(250);
/// The same where this program alone fills it: only jobs that were put back
/// are found so.
const LOOK_ALONE: Duration = Duration::from_secs(2);
/// How often the jobs of workers that fell silent are put back.
const RECLAIM: Duration = Duration::from_secs(5);

/// Who works, and for whom.
pub struct Crew {
    /// Where the queue is.
    pub store: Arc<dyn Store>,
    /// Those who answer.
    pub workers: Workers,
    /// What is told to people at this studio.
    pub jobs: Arc<Jobs>,
    /// The name in the queue.
    pub name: String,
    /// Whether others put jobs into the queue.
    pub shared: bool,
}

/// Works at a queue with so many processes of a program, each of so many
/// bytes, until `stop` is raised: what is not finished then goes back.
pub async fn work(store: Arc<dyn Store>, program: PathBuf, memory: u64, threads: usize, stop: watch::Receiver<bool>) {
    let crew = Crew {
        store,
        workers: Workers::new(program, memory),
        jobs: Arc::default(),
        name: crate::ids::public(),
        shared: true,
    };
    run(Arc::new(crew), threads, stop).await;
}

/// As [`work`], for a crew.
pub async fn run(crew: Arc<Crew>, threads: usize, stop: watch::Receiver<bool>) {
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..threads {
        all.spawn(one(Arc::clone(&crew), stop.clone()));
    }
    all.spawn(reclaim(Arc::clone(&crew.store), stop));
    all.join_all().await;
}

async fn reclaim(store: Arc<dyn Store>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        match store.reclaim_jobs(false).await {
            Ok(0) => {}
            Ok(count) => tracing::warn!(count, "jobs whose workers fell silent"),
            Err(error) => tracing::debug!(%error, "the queue does not answer"),
        }
        let _ = tokio::time::timeout(RECLAIM, stop.changed()).await;
    }
}

/// One job after the other.
async fn one(crew: Arc<Crew>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        match crew.store.take_job(&crew.name, true).await {
            Ok(Some(job)) => answer(&crew, job, &mut stop).await,
            Ok(None) => {
                let look = if crew.shared { LOOK } else { LOOK_ALONE };
                tokio::select! {
                    () = crew.jobs.wake.notified() => {}
                    () = tokio::time::sleep(look) => {}
                    _ = stop.changed() => {}
                }
            }
            Err(error) => {
                tracing::debug!(%error, "the queue does not answer");
                let _ = tokio::time::timeout(BEAT, stop.changed()).await;
            }
        }
    }
}

/// Has one job answered, says meanwhile that somebody is at it, and keeps what
/// came of it.
async fn answer(crew: &Crew, job: TakenJob, stop: &mut watch::Receiver<bool>) {
    let TakenJob { id, params, attempt, .. } = job;
    let (cancel, called_off) = watch::channel(false);
    let progress = Mutex::new(None::<String>);
    crew.jobs.tell(&id, Value::Null);
    let told = |news: Progress| {
        let detail = match news.detail {
            Value::Null => json!({"done": news.done, "total": news.total}),
            detail => detail,
        };
        *progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(detail.to_string());
        crew.jobs.tell(&id, detail);
    };
    let answer = async {
        let ask: Ask = serde_json::from_str(&params).map_err(|error| ApiError::broken(&error))?;
        let bytes = crew.workers.ask(&ask, called_off, told).await?;
        String::from_utf8(bytes).map_err(|error| ApiError::broken(&error))
    };
    tokio::pin!(answer);
    let result = loop {
        tokio::select! {
            result = &mut answer => break Some(result),
            () = tokio::time::sleep(BEAT) => {
                let news = progress.lock().unwrap_or_else(PoisonError::into_inner).take();
                match crew.store.beat_job(&id, attempt, news).await {
                    Ok(Beat::Go) => {}
                    Ok(Beat::Stop) => drop(cancel.send_replace(true)),
                    // Somebody else has it: whoever drops the answer ends the work.
                    Ok(Beat::Lost) => break None,
                    // It is still ours for a while.
                    Err(error) => tracing::debug!(%error, "the queue does not answer"),
                }
            }
            () = async { drop(stop.wait_for(|raised| *raised).await) } => {
                if let Err(error) = crew.store.return_job(&id, attempt, false).await {
                    tracing::warn!(%error, "a job could not be given back; it will be found again");
                }
                break None;
            }
        }
    };
    if let Some(result) = result {
        let status = match &result {
            Ok(_) => Status::Done,
            Err(_) if *cancel.borrow() => Status::Cancelled,
            Err(_) => Status::Failed,
        };
        let text = result.unwrap_or_else(|error| failure(&error));
        keep(crew.store.as_ref(), &id, attempt, status, &text).await;
    }
    crew.jobs.end(&id);
}

/// An error as it is kept.
fn failure(error: &ApiError) -> String {
    json!({"en": error.text.en, "fr": error.text.fr, "code": error.code}).to_string()
}

/// Keeps a result; a store in trouble is tried again for as long as the job is
/// surely ours.
async fn keep(store: &dyn Store, id: &str, attempt: i64, status: Status, text: &str) {
    for _ in 0..10 {
        match store.finish_job(id, attempt, status, text.to_owned()).await {
            Ok(true) => return,
            Ok(false) => return tracing::debug!(id, "a result came too late"),
            Err(error) => tracing::error!(%error, "the result of a job was not kept"),
        }
        tokio::time::sleep(BEAT).await;
    }
}
