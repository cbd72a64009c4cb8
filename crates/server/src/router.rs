//! The one table of routes, and the layers around it.

use crate::api_error::ApiError;
use crate::app::App;
use crate::pages::{self, PAGES};
use crate::visitor::{Visitor, greet};
use crate::work::outside;
use crate::{assets, jobs, openapi, previews, qr, questions, replays, rooms};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use axum::{Json, Router, middleware};
use serde_json::{Value, json};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

/// A route of the API as it is served and as it is documented.
pub struct Route {
    /// The method, lower case.
    pub method: &'static str,
    /// The path.
    pub path: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The name of the schema of the body it takes, if it takes one.
    pub takes: Option<&'static str>,
    /// The name of the schema of its answer.
    pub gives: &'static str,
    handler: MethodRouter<App>,
}

/// Every route of the API.
pub fn api() -> Vec<Route> {
    let route = |method, path, about, takes, gives, handler| Route { method, path, about, takes, gives, handler };
    vec![
        route("get", "/healthz", "Whether the server is ready", None, "Health", get(health)),
        route("get", "/metrics", "Counters in Prometheus' text form", None, "Text", get(metrics)),
        route("get", "/api/openapi.json", "This document", None, "Any", get(openapi::get)),
        route("get", "/api/worlds", "The games that rooms can host", None, "Worlds", get(worlds)),
        route("get", "/api/rooms", "Public rooms with free seats", None, "Rooms", get(rooms::list)),
        route("post", "/api/rooms", "Opens a room", Some("NewRoom"), "OpenedRoom", post(rooms::post)),
        route("get", "/api/rooms/{id}", "What goes on in a room", None, "RoomSummary", get(rooms::get)),
        route("get", "/api/replays", "Matches that ended lately", None, "Replays", get(replays::list)),
        route("post", "/api/replays", "Keeps a match file", Some("Text"), "Kept", post(replays::post)),
        route("get", "/api/replays/{id}", "A match file", None, "Text", get(replays::get)),
        route("get", "/api/replays/{id}/at/{n}", "A match after n entries", None, "Moment", get(replays::at)),
        route("get", "/api/replays/{id}/film", "A whole match, ready to be scrubbed", None, "Any", get(replays::whole)),
        route(
            "get",
            "/api/samples",
            "Matches that come with the program",
            None,
            "Replays",
            get(replays::samples::list),
        ),
        route("get", "/api/jobs/{id}", "How far long work is", None, "Job", get(jobs::get)),
        route("delete", "/api/jobs/{id}", "Calls long work off", None, "Job", delete(jobs::delete)),
        route("post", "/api/work/take", "A job for a worker with a key", None, "Any", post(outside::take)),
        route("post", "/api/work/{id}/beat", "A worker is at a job", Some("Any"), "Any", post(outside::beat)),
        route("post", "/api/work/{id}/submit", "A worker's answer", Some("Any"), "Any", post(outside::submit)),
        route("post", "/api/{world}/{question}", "A question to a world", Some("Any"), "Any", post(questions::post)),
        route("get", "/ws/rooms/{id}", "A WebSocket into a room", None, "Any", get(rooms::socket::open)),
        route("get", "/ws/jobs/{id}", "A WebSocket that follows a job", None, "Any", get(jobs::follow)),
    ]
}

/// The whole server without its listener.
pub fn router(app: App) -> Router {
    let mut router = Router::new();
    for route in api() {
        router = router.route(route.path, route.handler);
    }
    for page in PAGES {
        router = router.route(page.path, get(move |app: State<App>, request| pages::open(page, app, request)));
    }
    router
        .route("/static/{*path}", get(assets::get))
        .route("/preview/{*path}", get(previews::get))
        .route("/qr/{*path}", get(qr::get))
        .route("/favicon.ico", get(|request| assets::get(Path("favicon.svg".into()), request)))
        .fallback(lost)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(app.clone(), greet))
        .layer(CompressionLayer::new().compress_when(worth_compressing()))
        .layer(DefaultBodyLimit::max(app.limits.body))
        .with_state(app)
}

/// Streams of steps are long and random: squeezing them takes a hundred times
/// longer than sending them.
fn worth_compressing() -> impl Predicate {
    DefaultPredicate::new()
        .and(NotForContentType::const_new("application/octet-stream"))
        .and(NotForContentType::const_new("font/"))
}

async fn health(State(app): State<App>) -> Response {
    let stopping = app.stopping.load(std::sync::atomic::Ordering::Relaxed);
    let (status, word) = match app.store.ping().await {
        Ok(()) if app.cluster.is_cut() => (StatusCode::SERVICE_UNAVAILABLE, "cut off"),
        Ok(()) if !stopping => (StatusCode::OK, "ready"),
        Ok(()) => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "no store"),
    };
    let body = json!({"status": word, "version": env!("CARGO_PKG_VERSION"), "node": app.cluster.node});
    (status, Json(body)).into_response()
}

/// Counters are for whoever runs the machine: asked from it, not through a
/// proxy.
async fn metrics(State(app): State<App>, visitor: Visitor, headers: HeaderMap) -> Result<String, ApiError> {
    let passed_on = ["forwarded", "x-forwarded-for"].iter().any(|name| headers.contains_key(*name));
    if !visitor.address.is_loopback() || passed_on {
        return Err(ApiError::missing("there is nothing at this address", "il n'y a rien à cette adresse"));
    }
    Ok(crate::metrics::text(&app))
}

async fn worlds(State(app): State<App>) -> Json<Value> {
    Json(app.worlds.describe())
}

async fn lost(uri: Uri, visitor: Visitor) -> Response {
    if ["/api/", "/ws/", "/static/"].iter().any(|start| uri.path().starts_with(start)) {
        return ApiError::missing("there is nothing at this address", "il n'y a rien à cette adresse").into_response();
    }
    pages::lost(visitor)
}

async fn wrong_method() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method",
        "this address does not take this method",
        "cette adresse n'accepte pas cette méthode",
    )
}
