//! The studio: pages, an HTTP API, rooms over WebSockets, and long work.
//!
//! ```text
//! visitor ── router ── pages, static files
//!                  ├── questions to worlds: here, by a worker, or as a job
//!                  ├── rooms: one task each, one log each, views per seat
//!                  ├── replays: any moment of a match that is over
//!                  └── jobs: long questions with progress
//! ```
//!
//! Several studios can share a database: a room is at one of them, people are
//! connected at any ([`bus`] carries what they say).
//!
//! Worlds plug in through one table ([`worlds`]); rooms host any game through
//! `dedale_play::Table`; everything that must survive is in a
//! [`dedale_store::Store`].

mod api_error;
mod app;
mod assets;
mod body;
mod bot_pool;
pub mod bus;
mod cluster;
mod doors;
mod fair_queue;
mod ids;
mod jobs;
mod limits;
mod listen;
mod metrics;
mod openapi;
mod pages;
mod previews;
mod proxies;
mod qr;
mod questions;
mod rate;
mod replays;
mod rooms;
mod router;
mod system;
mod visitor;
pub mod work;
mod workers;
pub mod worlds;

pub use api_error::ApiError;
pub use app::{App, Studio};
pub use limits::Limits;
pub use pages::{PAGES, Page};
pub use proxies::Network;
pub use router::router;
pub use system::{become_worker, raise_open_files};
pub use work::outside::WorkerKey;

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::TcpListener;

/// Files besides the sockets of visitors: the database, requests, commands.
const SPARE_FILES: u64 = 500;

/// Serves until `stop` resolves, then lets rooms and jobs finish in order.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
    cluster::start(&app).await.map_err(|error| io::Error::other(error.text.en))?;
    if let Some(files) = raise_open_files().filter(|files| *files < app.limits.sockets as u64 + SPARE_FILES) {
        let wanted = app.limits.sockets as u64 + SPARE_FILES;
        tracing::warn!(files, wanted, "few files may be open, so few sockets; raise the hard limit (ulimit -Hn)");
    }
    tracing::info!(address = %listener.local_addr()?, node = app.cluster.node, "ready");
    let cleaner = tokio::spawn(clean_up(app.clone()));
    let crew = work::Crew {
        store: Arc::clone(&app.store),
        workers: app.workers_for_jobs(),
        jobs: Arc::clone(&app.jobs),
        name: app.cluster.node.clone(),
        shared: app.cluster.shared,
    };
    let (dismiss, dismissed) = tokio::sync::watch::channel(false);
    let working = tokio::spawn(work::run(Arc::new(crew), app.limits.job_workers, dismissed));
    let (raise, raised) = tokio::sync::watch::channel(false);
    let inner = app.clone();
    let stopping = async move {
        stop.await;
        tracing::info!("stopping");
        inner.stopping.store(true, Ordering::Relaxed);
        // Jobs go back into the queue, rooms to whoever wakes them next.
        dismiss.send_replace(true);
        let _ = tokio::time::timeout(Duration::from_secs(2), working).await;
        inner.rooms.stop().await;
        inner.cluster.leave(&inner).await;
        let _ = raise.send(true);
        // Those who do not hang up by themselves are not waited for long.
        tokio::time::sleep(Duration::from_secs(3)).await;
    };
    let outcome = {
        let served = listen::listen(&app, listener, raised);
        tokio::pin!(served);
        tokio::select! {
            outcome = &mut served => outcome,
            () = stopping => Ok(()),
        }
    };
    cleaner.abort();
    if let Err(error) = app.store.close().await {
        tracing::error!(%error, "the store did not close well");
    }
    tracing::info!("stopped");
    outcome
}

/// Serves the counters alone, at an address of their own, until `stop`.
pub async fn serve_metrics(app: App, listener: TcpListener) -> io::Result<()> {
    let counters = axum::Router::new().route("/metrics", axum::routing::get(async move || metrics::text(&app)));
    axum::serve(listener, counters).await
}

/// How often what is too old is removed.
const CLEAN_UP_EVERY: Duration = Duration::from_secs(3600);

/// Removes what is too old, now and then.
async fn clean_up(app: App) {
    loop {
        match dedale_store::clean_up(app.store.as_ref(), app.limits.retention, app::now_ms()).await {
            Ok(removed) => tracing::debug!(?removed, "what was too old is gone"),
            Err(error) => tracing::warn!(%error, "what is too old could not be removed"),
        }
        tokio::time::sleep(CLEAN_UP_EVERY).await;
    }
}
