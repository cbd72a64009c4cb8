//! Workers outside the house: they take jobs, say how far they are and submit
//! answers over HTTP, with a key each, as chess servers have it done.
//!
//! They get only questions whose answers prove themselves
//! ([`super::verify`]). Whoever submits a lie is put aside until this studio
//! starts again; whoever runs it takes the key away for good.

use super::verify::{Worth, verify};
use crate::api_error::ApiError;
use crate::app::App;
use crate::body::Body;
use crate::fair_queue;
use crate::ids;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use dedale_api::pipe::Ask;
use dedale_store::{Beat, Status};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// A key that lets somebody work, and the name to call them by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerKey {
    /// The name.
    pub name: String,
    /// The secret.
    pub key: String,
}

/// Those who lied.
#[derive(Default)]
pub struct Liars(Mutex<HashSet<String>>);

/// A job as it is handed out.
#[derive(Debug, Serialize, Deserialize)]
pub struct Handed {
    /// The job.
    pub job: String,
    /// The number of this attempt.
    pub attempt: i64,
    /// What to do.
    pub ask: Ask,
}

/// What a worker says meanwhile.
#[derive(Debug, Serialize, Deserialize)]
pub struct Working {
    /// The number of its attempt.
    pub attempt: i64,
    /// How far it is.
    pub progress: Option<Value>,
}

/// What a worker has found.
#[derive(Debug, Serialize, Deserialize)]
pub struct Submitted {
    /// The number of its attempt.
    pub attempt: i64,
    /// The answer, as the text of a JSON document; none if it found none.
    pub answer: Option<String>,
}

/// The worker behind a key.
fn worker(app: &App, headers: &HeaderMap) -> Result<String, ApiError> {
    let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    let known = app.limits.worker_keys.iter().find(|known| ids::same(&known.key, given));
    let Some(known) = known else {
        return Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "key",
            "this key opens nothing here",
            "cette clé n'ouvre rien ici",
        ));
    };
    if app.liars.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&known.name) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "put-aside",
            "an answer of this worker was wrong; it gets no more jobs",
            "une réponse de cet exécutant était fausse ; il ne reçoit plus de tâches",
        ));
    }
    Ok(known.name.clone())
}

/// `POST /api/work/take`
pub async fn take(State(app): State<App>, headers: HeaderMap) -> Result<Response, ApiError> {
    let name = worker(&app, &headers)?;
    let Some(job) = app.store.take_job(&name, false).await? else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let ask = serde_json::from_str(&job.params).map_err(|error| ApiError::broken(&error))?;
    Ok(Json(Handed { job: job.id, attempt: job.attempt, ask }).into_response())
}

/// `POST /api/work/{id}/beat`
pub async fn beat(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Body(working): Body<Working>,
) -> Result<Json<Value>, ApiError> {
    worker(&app, &headers)?;
    let word = match app.store.beat_job(&id, working.attempt, working.progress.map(|news| news.to_string())).await? {
        Beat::Go => "go",
        Beat::Stop => "stop",
        Beat::Lost => "lost",
    };
    Ok(Json(json!({"now": word})))
}

/// `POST /api/work/{id}/submit`: believed if it proves itself, asked again
/// inside if it may be right.
pub async fn submit(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Body(submitted): Body<Submitted>,
) -> Result<Json<Value>, ApiError> {
    let name = worker(&app, &headers)?;
    let Submitted { attempt, answer } = submitted;
    let missing = || ApiError::missing("there is no such job", "cette tâche n'existe pas");
    let job = app.store.job(&id).await?.filter(|_| ids::plausible(&id)).ok_or_else(missing)?;
    let ask: Ask = serde_json::from_str(&job.params).map_err(|error| ApiError::broken(&error))?;
    let (worth, answer) = fair_queue::blocking(&app, move || {
        let worth = answer.as_deref().map_or(Worth::Unproved, |answer| verify(&ask, answer));
        (worth, answer.unwrap_or_default())
    })
    .await?;
    let word = match worth {
        Worth::Proved if app.store.finish_job(&id, attempt, Status::Done, answer).await? => "taken",
        Worth::Proved => "late",
        Worth::Unproved => {
            app.store.return_job(&id, attempt, true).await?;
            app.jobs.wake.notify_one();
            "asked again"
        }
        Worth::False => {
            tracing::warn!(worker = name, job = id, "a worker outside the house submitted a wrong answer");
            app.liars.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name);
            app.store.return_job(&id, attempt, true).await?;
            app.jobs.wake.notify_one();
            "wrong"
        }
    };
    Ok(Json(json!({"result": word})))
}
