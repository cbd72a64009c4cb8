//! Long questions: they wait in the store's queue until a worker anywhere takes
//! them ([`crate::work`]); this is how they are asked, followed and called off.

use crate::api_error::ApiError;
use crate::app::App;
use crate::rooms::socket;
use crate::visitor::Visitor;
use crate::work::verify;
use crate::{fair_queue, ids};
use axum::Json;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use dedale_api::pipe::Ask;
use dedale_store::{Job, NewJob, Status};
use dedale_text::Lang;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// How often the store is asked about a job that is followed.
const LOOK: Duration = Duration::from_millis(400);
/// How often a job that is worked on here is looked at.
const LOOK_HERE: Duration = Duration::from_millis(50);

/// What is known here of jobs before the store has it.
#[derive(Default)]
pub struct Jobs {
    /// The progress of those that are worked on here.
    here: Mutex<HashMap<String, Value>>,
    /// Wakes a worker here when a job was put into the queue.
    pub wake: Notify,
    /// Wakes those who follow a job that has ended here.
    ended: Notify,
}

impl Jobs {
    /// A job that is worked on here has got so far.
    pub fn tell(&self, id: &str, progress: Value) {
        self.here.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), progress);
    }

    /// A job that was worked on here has ended.
    pub fn end(&self, id: &str) {
        self.here.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        self.ended.notify_waiters();
    }

    /// How many are worked on here.
    pub fn len_here(&self) -> usize {
        self.here.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn progress(&self, id: &str) -> Option<Value> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }
}

/// Puts a question into the queue; answers with the id of its job.
pub async fn begin(app: &App, visitor: &Visitor, ask: Ask) -> Result<Response, ApiError> {
    let network = fair_queue::network(visitor.address).to_string();
    let counts = app.store.job_counts(&visitor.mark, &network).await?;
    let each = app.limits.jobs_a_visitor as u64;
    if counts.owner >= each || counts.network >= 4 * each {
        return Err(ApiError::limit(
            "too many jobs are under way; wait for one or cancel it",
            "trop de tâches sont en cours ; attendez-en une ou annulez-la",
        ));
    }
    if counts.all >= app.limits.jobs as u64 {
        return Err(ApiError::busy());
    }
    let id = ids::public();
    let job = NewJob {
        id: id.clone(),
        kind: format!("{}/{}", ask.world, ask.question),
        inside: !verify::is_possible(&ask),
        params: serde_json::to_string(&ask).map_err(|error| ApiError::broken(&error))?,
        owner: visitor.mark.clone(),
        network,
        priority: 0,
    };
    app.store.enqueue(job).await?;
    app.jobs.wake.notify_one();
    Ok((StatusCode::ACCEPTED, Json(json!({"job": id}))).into_response())
}

fn called_off() -> ApiError {
    ApiError::new(StatusCode::GONE, "cancelled", "the job was cancelled", "la tâche a été annulée")
}

/// `GET /api/jobs/{id}`
pub async fn get(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    let job = find(&app, &id).await?;
    Ok(Json(report(&app, &job, visitor.lang)))
}

/// `DELETE /api/jobs/{id}`
pub async fn delete(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    let job = find(&app, &id).await?;
    if !job.status.is_final() {
        if job.owner != visitor.mark {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "not-yours",
                "this job is somebody else's",
                "cette tâche est à quelqu'un d'autre",
            ));
        }
        app.store.cancel_job(&id).await?;
        app.jobs.ended.notify_waiters();
    }
    Ok(Json(report(&app, &job, visitor.lang)))
}

/// `GET /ws/jobs/{id}`: every change until the end.
pub async fn follow(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let guest = socket::admit(&app, visitor.address)?;
    let mut job = find(&app, &id).await?;
    let sized = socket::size(upgrade, app.limits.message);
    Ok(sized.on_upgrade(move |mut socket| async move {
        let _inside = (app.metrics.sockets.enter(), guest);
        let (mut told, mut looked) = (Value::Null, tokio::time::Instant::now());
        loop {
            let news = report(&app, &job, visitor.lang);
            if news != told {
                if socket.send(Message::Text(news.to_string().into())).await.is_err() {
                    return;
                }
                told = news;
            }
            if job.status.is_final() {
                let _ = socket.send(Message::Close(None)).await;
                return;
            }
            let here = app.jobs.progress(&id).is_some();
            let ended = app.jobs.ended.notified();
            let again = tokio::select! {
                () = tokio::time::sleep(if here { LOOK_HERE } else { LOOK }) => looked.elapsed() >= LOOK,
                () = ended => true,
                message = socket.recv() => if matches!(message, Some(Ok(_))) { false } else { return },
            };
            // A store in trouble is asked again.
            if again && let Ok(now) = find(&app, &id).await {
                (job, looked) = (now, tokio::time::Instant::now());
            }
        }
    }))
}

async fn find(app: &App, id: &str) -> Result<Job, ApiError> {
    let missing = || ApiError::missing("there is no such job", "cette tâche n'existe pas");
    if !ids::plausible(id) {
        return Err(missing());
    }
    app.store.job(id).await?.ok_or_else(missing)
}

/// What is known of a job, in a language.
fn report(app: &App, job: &Job, lang: Lang) -> Value {
    let read = |text: Option<&str>| text.and_then(|text| serde_json::from_str::<Value>(text).ok());
    let here = app.jobs.progress(&job.id).filter(|_| !job.status.is_final());
    let status = if here.is_some() { Status::Running } else { job.status };
    let progress = here.or_else(|| read(job.progress.as_deref())).unwrap_or_default();
    let mut body = json!({"status": status.word(), "progress": progress});
    let result = read(job.result.as_deref());
    match status {
        Status::Done => body["result"] = result.unwrap_or_default(),
        Status::Cancelled => body["error"] = called_off().body(lang)["error"].take(),
        Status::Failed => {
            let said = |lang: &str| result.as_ref().and_then(|result| result.get(lang)?.as_str().map(str::to_owned));
            let failed = ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "failed",
                said("en").unwrap_or_else(|| "its workers died before the job was done".into()),
                said("fr").unwrap_or_else(|| "ses exécutants sont morts avant la fin de la tâche".into()),
            );
            body["error"] = failed.body(lang)["error"].take();
        }
        Status::Waiting | Status::Running => {}
    }
    body
}
