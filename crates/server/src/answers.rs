//! Questions answered at once: `POST /api/WORLD/VERB`.
//!
//! They run on threads that may compute, a few at a time, so that no room
//! waits for them; a panic becomes an answer.

use crate::api_error::ApiError;
use crate::app::App;
use crate::body;
use crate::visitor::Visitor;
use crate::worlds::{Answer, How};
use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

/// `POST /api/{world}/{verb}`
pub async fn post(
    State(app): State<App>,
    visitor: Visitor,
    Path((world, verb)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let how = app
        .worlds
        .named(&world)?
        .verbs
        .iter()
        .find(|known| known.name == verb)
        .ok_or_else(|| ApiError::missing("this world does not know that", "ce monde ne sait pas faire cela"))?
        .how;
    let bytes = body::within(request, app.limits.question).await?;
    let question = body::parse(if bytes.is_empty() { b"{}" } else { &bytes })?;
    let limits = app.limits.clone();
    let answer = match how {
        How::Here(answer) => compute(&app, move || answer(question, &limits)).await??,
        How::Command(asked) => {
            let _place = app.answers.acquire().await;
            asked.ask(&app.command, &question, visitor.lang, &limits).await?
        }
    };
    Ok(match answer {
        Answer::Json(document) => Json(document).into_response(),
        Answer::File(kind, bytes) => ([(CONTENT_TYPE, kind)], bytes).into_response(),
    })
}

/// Computes something on a thread that may compute.
pub async fn compute<T: Send + 'static>(app: &App, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    let _place = app.answers.acquire().await;
    let work = move || {
        crate::system::give_way();
        work()
    };
    tokio::task::spawn_blocking(work).await.map_err(|failed| {
        app.metrics.panics.add();
        ApiError::broken(&failed)
    })
}
