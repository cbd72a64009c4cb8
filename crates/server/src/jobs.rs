//! Long questions: a fair queue, a worker each, progress to follow, results
//! kept.
//!
//! Results stay in the store; a job that a dead server left behind is marked
//! failed when the next one starts.

use crate::api_error::ApiError;
use crate::app::{App, now_ms};
use crate::fair_queue::FairQueue;
use crate::rooms::socket;
use crate::visitor::Visitor;
use crate::{fair_queue, ids};
use axum::Json;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use dedale_api::pipe::Ask;
use dedale_question::Progress;
use dedale_store::{Job, Status};
use dedale_text::Lang;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// The jobs under way.
pub struct Jobs {
    under_way: Mutex<HashMap<String, Arc<Control>>>,
    places: Arc<FairQueue>,
}

impl Jobs {
    /// No job yet; as many at a time as the lane has places.
    pub fn new(places: Arc<FairQueue>) -> Self {
        Self { under_way: Mutex::default(), places }
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
    network: IpAddr,
    cancel: watch::Sender<bool>,
    report: watch::Sender<Report>,
}

impl Control {
    fn new(visitor: &Visitor) -> Self {
        let report = Report { status: Status::Waiting, progress: Value::Null, result: None };
        let (owner, network) = (visitor.mark.clone(), fair_queue::network(visitor.address));
        Self { owner, network, cancel: watch::Sender::new(false), report: watch::Sender::new(report) }
    }

    fn cancel(&self) {
        self.cancel.send_replace(true);
    }

    fn cancelled(&self) -> bool {
        *self.cancel.borrow()
    }
}

/// Makes a job of a question; answers with its id.
pub async fn begin(app: &App, visitor: &Visitor, ask: Ask) -> Result<Response, ApiError> {
    let id = ids::public();
    let control = Arc::new(Control::new(visitor));
    {
        let mut under_way = app.jobs.under_way();
        let mine = under_way.values().filter(|job| job.owner == control.owner).count();
        let nearby = under_way.values().filter(|job| job.network == control.network).count();
        let each = app.limits.jobs_a_visitor;
        if mine >= each || nearby >= 4 * each {
            return Err(ApiError::limit(
                "too many jobs are under way; wait for one or cancel it",
                "trop de tâches sont en cours ; attendez-en une ou annulez-la",
            ));
        }
        if under_way.len() >= app.limits.jobs {
            return Err(ApiError::busy());
        }
        under_way.insert(id.clone(), Arc::clone(&control));
    }
    let job = Job {
        id: id.clone(),
        kind: format!("{}/{}", ask.world, ask.question),
        params: ask.settings.to_string(),
        owner: control.owner.clone(),
        status: Status::Waiting,
        result: None,
        created: now_ms(),
        touched: now_ms(),
    };
    if let Err(error) = app.store.keep_job(job.clone()).await {
        app.jobs.under_way().remove(&id);
        return Err(error.into());
    }
    tokio::spawn(work(app.clone(), job, control, ask));
    Ok((StatusCode::ACCEPTED, Json(json!({"job": id}))).into_response())
}

/// Waits for a place, lets a worker answer, and keeps what came of it.
async fn work(app: App, mut job: Job, control: Arc<Control>, ask: Ask) {
    let _inside = app.metrics.jobs.enter();
    let mut called_off = control.cancel.subscribe();
    let place = tokio::select! {
        place = app.jobs.places.enter(control.network) => place,
        () = async { drop(called_off.wait_for(|raised| *raised).await) } => Err(self::called_off()),
    };
    let result = match place {
        Err(error) => Err(error),
        Ok(_place) => {
            control.report.send_modify(|report| report.status = Status::Running);
            let told = |progress: Progress| {
                let detail = match progress.detail {
                    Value::Null => json!({"done": progress.done, "total": progress.total}),
                    detail => detail,
                };
                control.report.send_modify(|report| report.progress = detail);
            };
            let bytes = app.workers.ask(&ask, control.cancel.subscribe(), told).await;
            bytes.and_then(|bytes| serde_json::from_slice(&bytes).map_err(|error| ApiError::broken(&error)))
        }
    };
    job.status = match &result {
        Ok(_) => Status::Done,
        Err(_) if control.cancelled() => Status::Cancelled,
        Err(_) => Status::Failed,
    };
    job.result = Some(match &result {
        Ok(result) => Value::to_string(result),
        Err(error) => json!({"en": error.text.en, "fr": error.text.fr, "code": error.code}).to_string(),
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

fn called_off() -> ApiError {
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
        Some(control) if control.owner == visitor.mark => {
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
    let guest = socket::admit(&app, visitor.address)?;
    let control = app.jobs.under_way().get(&id).cloned();
    let mut reports = match control {
        Some(control) => control.report.subscribe(),
        None => watch::Sender::new(kept(&app, &id).await?).subscribe(),
    };
    let sized = socket::size(upgrade, app.limits.message);
    Ok(sized.on_upgrade(move |mut socket| async move {
        let _inside = (app.metrics.sockets.enter(), guest);
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
