//! Questions to worlds: `POST /api/WORLD/QUESTION`.
//!
//! The table says how dear a question is. A small one is answered here, on a
//! thread that gives way; a large one by a worker while the visitor waits; any
//! other becomes a job. Before a body is read its sender must be admitted.

use crate::api_error::ApiError;
use crate::app::App;
use crate::visitor::Visitor;
use crate::{body, fair_queue, jobs};
use axum::extract::{Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use dedale_api::pipe::Ask;
use dedale_question::{Control, Cost, Entry, Limits, Reader, Refusal};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::watch;

/// `POST /api/{world}/{question}`
pub async fn post(
    State(app): State<App>,
    visitor: Visitor,
    Path((world, question)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let entry = *app.worlds.question(&world, &question)?;
    let settings = {
        let _place = app.bodies.enter(visitor.address).await?;
        let bytes = body::within(request, app.limits.question).await?;
        body::parse(if bytes.is_empty() { b"{}" } else { &bytes })?
    };
    let (settings, format) = with_format(settings, &entry)?;
    let ask = |limits| Ask {
        world,
        question,
        settings,
        format: format.clone(),
        lang: visitor.lang.code().to_owned(),
        limits,
    };
    // Pictures of points take far more memory than what they show.
    let drawn = matches!(format.as_str(), "png" | "gif");
    let cost = if drawn && entry.cost == Cost::Small { Cost::Large } else { entry.cost };
    let bytes = match cost {
        Cost::Small => {
            let _place = app.small.enter(visitor.address).await?;
            small(&app, entry, ask(limits(&app, Cost::Small)), visitor).await?
        }
        Cost::Large => {
            let _place = app.large.enter(visitor.address).await?;
            // Nobody raises it: a visitor who hangs up drops the whole future.
            let (_keep, cancel) = watch::channel(false);
            app.workers.ask(&ask(limits(&app, Cost::Large)), cancel, drop).await?
        }
        Cost::Job => return jobs::begin(&app, &visitor, ask(limits(&app, Cost::Job))).await,
    };
    Ok(([(CONTENT_TYPE, media_type(&format))], bytes).into_response())
}

/// What a stranger's question may use.
fn limits(app: &App, cost: Cost) -> Limits {
    let (cells, bytes, seconds) = match cost {
        Cost::Small | Cost::Large => (app.limits.cells as u64, app.limits.answer as u64, app.limits.answer_time),
        Cost::Job => (app.limits.job_cells as u64, app.limits.job_answer as u64, app.limits.job_time),
    };
    Limits { cells, bytes, seconds: seconds.as_secs_f64(), memory: app.limits.worker_memory / 2, threads: Some(1) }
}

/// The settings of a question without the format of its answer.
fn with_format(mut settings: Value, entry: &Entry) -> Result<(Value, String), ApiError> {
    let format = settings.as_object_mut().and_then(|fields| fields.remove("format"));
    let format = match format {
        None => "json".to_owned(),
        Some(Value::String(format)) if format == "json" || entry.formats.contains(&format.as_str()) => format,
        Some(other) => return Err(Refusal::format(other.as_str().unwrap_or("?"), entry.formats).into()),
    };
    Ok((settings, format))
}

/// Answers a small question here. A visitor who hangs up calls it off.
async fn small(app: &App, entry: Entry, ask: Ask, visitor: Visitor) -> Result<Vec<u8>, ApiError> {
    let cancel = CallOff(Arc::default());
    let flag = Arc::clone(&cancel.0);
    let answered = fair_queue::blocking(app, move || {
        visitor.lang.with(|| {
            let question = entry.parse(ask.settings)?;
            let reader = Reader { lang: visitor.lang, ..Reader::default() };
            let answer = question.answer(&Control::new(ask.limits, reader, flag))?;
            let mut bytes = Vec::new();
            match ask.format.as_str() {
                "json" => bytes = answer.json(),
                format => answer.write(format, &mut bytes)?,
            }
            Ok::<_, Refusal>(bytes)
        })
    });
    Ok(answered.await??)
}

/// Calls work off when it is dropped.
struct CallOff(Arc<AtomicBool>);

impl Drop for CallOff {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn media_type(format: &str) -> &'static str {
    match format {
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "gif" => "image/gif",
        "steps" => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    }
}
