//! How studios that share a database talk to each other.
//!
//! Letters go to addresses; whoever listens at one gets what is sent there.
//! What one sender sends to one address arrives in the order of sending, or
//! not at all; when something may have been lost, [`Bus::losses`] tells, and
//! whoever cares begins anew. Nothing here is kept: the truth is in the store.
//!
//! [`InProcess`] is for one studio and for tests, [`Nats`] for several
//! machines; the same tests hold for both.

mod in_process;
mod nats;

pub use in_process::InProcess;
pub use nats::Nats;

use axum::body::Bytes;
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// Letters that may wait for whoever listens.
const WAITING: usize = 1 << 16;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// Nobody listens at the address.
    #[error("nobody listens there")]
    Nobody,
    /// Nobody answered in time.
    #[error("no answer in time")]
    Late,
    /// The bus itself failed.
    #[error("the bus: {0}")]
    Broken(String),
}

/// Something sent, and the way to answer it if an answer is awaited.
pub struct Letter {
    /// What was sent.
    pub body: Bytes,
    /// Answers; does nothing where no answer is awaited.
    pub reply: Box<dyn FnOnce(Bytes) + Send>,
}

/// An answer of the bus, some time later.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, BusError>> + Send>>;

/// A way between studios.
pub trait Bus: Send + Sync {
    /// Letters to an address, from now on, until the receiver is dropped.
    fn listen(&self, address: &str) -> Answer<mpsc::Receiver<Letter>>;

    /// Sends a letter and does not wait.
    fn send(&self, address: &str, body: Bytes);

    /// Sends a letter, at once, and waits so long for the answer.
    fn ask(&self, address: &str, body: Bytes, within: Duration) -> Answer<Bytes>;

    /// How often letters to or from here may have been lost.
    fn losses(&self) -> watch::Receiver<u64>;

    /// The most bytes of a letter.
    fn longest(&self) -> usize;
}
