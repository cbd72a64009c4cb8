//! The way from a room to somebody in it: a socket here, or one at another
//! studio.

use crate::app::App;
use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

/// A way to somebody.
#[derive(Clone)]
pub enum Outbox {
    /// Their socket is here.
    Here(mpsc::Sender<Utf8Bytes>),
    /// Their socket is at another studio.
    There(std::sync::Arc<Elsewhere>),
}

/// A connection at another studio; told when the room lets go of it.
pub struct Elsewhere {
    app: App,
    /// The studio.
    pub node: String,
    /// The number of the connection there.
    pub link: u64,
}

impl Outbox {
    /// The way to a connection at another studio.
    pub fn there(app: App, node: String, link: u64) -> Self {
        Self::There(std::sync::Arc::new(Elsewhere { app, node, link }))
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        self.app.cluster.close(&self.node, self.link);
    }
}
