//! Long work: a queue, a few threads, progress to follow, results kept.
//!
//! A job is a world's function ([`crate::worlds::Work`]) that tells its
//! progress to a [`Control`] and looks there whether it should stop. Results
//! stay in the store; a job that a dead server left behind is marked failed
//! when the next one starts.

use crate::api_error::ApiError;
use crate::app::{App, now_ms};
use crate::body::Body;
use crate::ids;
use crate::rooms::socket;
use crate::visitor::Visitor;
use crate::worlds::HowLong;
use axum::Json;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use dedale_store::{Job, Status};
use dedale_text::Lang;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};

/// The jobs under way.
pub struct Jobs {
    under_way: Mutex<HashMap<String, Arc<Control>>>,
    places: Arc<Semaphore>,
}

impl Jobs {
    /// No job yet; as many at a time as there are cores.
    pub fn new(cores: usize) -> Self {
        Self { under_way: Mutex::default(), places: Arc::new(Semaphore::new(cores)) }
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<String, Arc<Control>>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells every job to stop.
    pub fn stop(&self) {
        for job in self.under_way().values() {
            job.cancel();
        }
    }
}

/// What is known of a job at a moment.
#[derive(Clone, Debug)]
pub struct Report {
    /// How far it is.
    pub status: Status,
    /// What it said last about its progress.
    pub progress: Value,
    /// The result or the fault.
    pub result: Option<Result<Value, ApiError>>,
}

impl Report {
    fn body(&self, lang: Lang) -> Value {
        let mut body = json!({"status": self.status.word(), "progress": self.progress});
        match &self.result {
            Some(Ok(result)) => body["result"] = result.clone(),
            Some(Err(fault)) => body["error"] = fault.body(lang)["error"].take(),
            None => {}
        }
        body
    }
}

/// How a job and those who wait for it talk.
pub struct Control {
    owner: String,
    stop: Arc<AtomicBool>,
    until: Mutex<Option<Instant>>,
    report: watch::Sender<Report>,
}

impl Control {
    fn new(owner: String) -> Self {
        let report = Report { status: Status::Waiting, progress: Value::Null, result: None };
        Self { owner, stop: Arc::default(), until: Mutex::default(), report: watch::Sender::new(report) }
    }

    /// Tells how far the work is; whatever the page of the world understands.
    pub fn progress(&self, progress: Value) {
        self.report.send_modify(|report| report.progress = progress);
    }

    /// Whether the work should stop: called off, or out of time.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.out_of_time()
    }

    /// A flag that is raised when the job is called off, for work that polls.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// How long the job may still run.
    pub fn left(&self) -> Duration {
        let until = *self.until.lock().unwrap_or_else(PoisonError::into_inner);
        until.map_or(Duration::MAX, |until| until.saturating_duration_since(Instant::now()))
    }

    fn out_of_time(&self) -> bool {
        self.left().is_zero()
    }

    fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What somebody wants done.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    kind: String,
    #[serde(default)]
    params: Value,
}

/// `POST /api/jobs`
pub async fn post(State(app): State<App>, visitor: Visitor, Body(wish): Body<Wish>) -> Result<Response, ApiError> {
    let how = app.worlds.work(&wish.kind)?.how;
    let id = ids::public();
    let control = Arc::new(Control::new(format!("{} {}", visitor.mark, visitor.address)));
    {
        let mut under_way = app.jobs.under_way();
        let of = |who: &str| under_way.values().filter(|job| job.owner.split(' ').any(|part| part == who)).count();
        let address = visitor.address.to_string();
        let mine = of(&visitor.mark) >= app.limits.jobs_a_visitor || of(&address) >= 4 * app.limits.jobs_a_visitor;
        if mine || under_way.len() >= app.limits.jobs {
            return Err(ApiError::limit(
                "too many jobs are under way; wait for one or cancel it",
                "trop de tâches sont en cours ; attendez-en une ou annulez-la",
            ));
        }
        under_way.insert(id.clone(), Arc::clone(&control));
    }
    let job = Job {
        id: id.clone(),
        kind: wish.kind,
        params: wish.params.to_string(),
        owner: visitor.mark,
        status: Status::Waiting,
        result: None,
        created: now_ms(),
        touched: now_ms(),
    };
    if let Err(error) = app.store.keep_job(job.clone()).await {
        app.jobs.under_way().remove(&id);
        return Err(error.into());
    }
    tokio::spawn(work(app.clone(), job, control, how, wish.params, visitor.lang));
    Ok((StatusCode::ACCEPTED, Json(json!({"job": id}))).into_response())
}

/// Waits for a place, works, and keeps what came of it.
async fn work(app: App, mut job: Job, control: Arc<Control>, how: HowLong, params: Value, lang: Lang) {
    let _inside = app.metrics.jobs.enter();
    let place = Arc::clone(&app.jobs.places).acquire_owned().await;
    let result = if control.cancelled() {
        Err(called_off())
    } else {
        *control.until.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + app.limits.job_time);
        control.report.send_modify(|report| report.status = Status::Running);
        let (inner, limits) = (Arc::clone(&control), app.limits.clone());
        match how {
            HowLong::Here(run) => {
                let work = move || {
                    crate::system::give_way();
                    run(params, &inner, &limits)
                };
                tokio::task::spawn_blocking(work).await.unwrap_or_else(|failed| {
                    app.metrics.panics.add();
                    Err(ApiError::broken(&failed))
                })
            }
            HowLong::Command(asked) => asked.work(&app.command, &params, lang, &limits, &inner).await,
        }
    };
    drop(place);
    job.status = match &result {
        Ok(_) => Status::Done,
        Err(_) if control.cancelled() => Status::Cancelled,
        Err(_) => Status::Failed,
    };
    job.result = Some(match &result {
        Ok(result) => result.to_string(),
        Err(fault) => json!({"en": fault.text.en, "fr": fault.text.fr, "code": fault.code}).to_string(),
    });
    job.touched = now_ms();
    let (id, status) = (job.id.clone(), job.status);
    if let Err(error) = app.store.keep_job(job).await {
        tracing::error!(%error, "the result of a job was not kept");
    }
    control.report.send_modify(|report| {
        report.status = status;
        report.result = Some(result);
    });
    app.jobs.under_way().remove(&id);
}

pub(crate) fn called_off() -> ApiError {
    ApiError::new(StatusCode::GONE, "cancelled", "the job was cancelled", "la tâche a été annulée")
}

/// `GET /api/jobs/{id}`
pub async fn get(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    let control = app.jobs.under_way().get(&id).cloned();
    let report = match control {
        Some(control) => control.report.borrow().clone(),
        None => kept(&app, &id).await?,
    };
    Ok(Json(report.body(visitor.lang)))
}

/// `DELETE /api/jobs/{id}`
pub async fn delete(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    let control = app.jobs.under_way().get(&id).cloned();
    let report = match control {
        Some(control) if control.owner.split(' ').next() == Some(&visitor.mark) => {
            control.cancel();
            control.report.borrow().clone()
        }
        Some(_) => {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "not-yours",
                "this job is somebody else's",
                "cette tâche est à quelqu'un d'autre",
            ));
        }
        None => kept(&app, &id).await?,
    };
    Ok(Json(report.body(visitor.lang)))
}

/// `GET /ws/jobs/{id}`: every change until the end.
pub async fn follow(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    socket::admit(&app)?;
    let control = app.jobs.under_way().get(&id).cloned();
    let mut reports = match control {
        Some(control) => control.report.subscribe(),
        None => watch::Sender::new(kept(&app, &id).await?).subscribe(),
    };
    let sized = socket::size(upgrade, app.limits.message);
    Ok(sized.on_upgrade(move |mut socket| async move {
        let _inside = app.metrics.sockets.enter();
        loop {
            let report = reports.borrow_and_update().clone();
            if socket.send(Message::Text(report.body(visitor.lang).to_string().into())).await.is_err() {
                return;
            }
            if report.status.is_final() {
                let _ = socket.send(Message::Close(None)).await;
                return;
            }
            // At most twenty reports a second, the last one always.
            tokio::time::sleep(Duration::from_millis(50)).await;
            tokio::select! {
                changed = reports.changed() => if changed.is_err() { return },
                message = socket.recv() => if !matches!(message, Some(Ok(_))) { return },
            }
        }
    }))
}

/// What the store kept of a job.
async fn kept(app: &App, id: &str) -> Result<Report, ApiError> {
    let missing = || ApiError::missing("there is no such job", "cette tâche n'existe pas");
    if !ids::plausible(id) {
        return Err(missing());
    }
    let job = app.store.job(id).await?.ok_or_else(missing)?;
    let result: Option<Value> = job.result.as_deref().and_then(|result| serde_json::from_str(result).ok());
    let said = |lang: &str| Some(result.as_ref()?.get(lang)?.as_str()?.to_owned());
    let result = match job.status {
        Status::Done => result.map(Ok),
        Status::Cancelled => Some(Err(called_off())),
        Status::Failed => Some(Err(ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "failed",
            said("en").unwrap_or_else(|| "the server stopped before the job was done".into()),
            said("fr").unwrap_or_else(|| "le serveur s'est arrêté avant la fin de la tâche".into()),
        ))),
        Status::Waiting | Status::Running => None,
    };
    Ok(Report { status: job.status, progress: Value::Null, result })
}
