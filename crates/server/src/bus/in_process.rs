//! A bus inside one process.

use super::{Answer, Bus, BusError, Letter, WAITING};
use axum::body::Bytes;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot, watch};

/// Channels by address.
pub struct InProcess {
    listeners: Mutex<HashMap<String, mpsc::Sender<Letter>>>,
    losses: watch::Sender<u64>,
}

impl Default for InProcess {
    fn default() -> Self {
        Self { listeners: Mutex::default(), losses: watch::Sender::new(0) }
    }
}

impl InProcess {
    fn put(&self, address: &str, letter: Letter) -> Result<(), BusError> {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        let listener = listeners.get(address).ok_or(BusError::Nobody)?;
        match listener.try_send(letter) {
            Ok(()) => Ok(()),
            Err(TrySendError::Closed(_)) => {
                listeners.remove(address);
                Err(BusError::Nobody)
            }
            Err(TrySendError::Full(_)) => {
                self.losses.send_modify(|losses| *losses += 1);
                Err(BusError::Late)
            }
        }
    }
}

impl Bus for InProcess {
    fn listen(&self, address: &str) -> Answer<mpsc::Receiver<Letter>> {
        let (sender, letters) = mpsc::channel(WAITING);
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).insert(address.to_owned(), sender);
        Box::pin(std::future::ready(Ok(letters)))
    }

    fn send(&self, address: &str, body: Bytes) {
        // Where nobody is, nobody misses it.
        let _ = self.put(address, Letter { body, reply: Box::new(drop) });
    }

    fn ask(&self, address: &str, body: Bytes, within: Duration) -> Answer<Bytes> {
        let (sender, answer) = oneshot::channel();
        let reply = Box::new(move |body| {
            let _ = sender.send(body);
        });
        let sent = self.put(address, Letter { body, reply });
        Box::pin(async move {
            sent?;
            match tokio::time::timeout(within, answer).await {
                Ok(Ok(body)) => Ok(body),
                // Whoever listened has dropped the letter, or takes too long.
                Ok(Err(_)) | Err(_) => Err(BusError::Late),
            }
        })
    }

    fn losses(&self) -> watch::Receiver<u64> {
        self.losses.subscribe()
    }

    fn longest(&self) -> usize {
        usize::MAX
    }
}
