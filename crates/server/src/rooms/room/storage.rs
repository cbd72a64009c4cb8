//! What a room writes to the store, and what it does when the store fails.
//!
//! Nothing is told to anyone before it is kept. When a write fails, the room
//! does not know what was kept: it loads the log again and goes on from there.
//! While the store is in trouble the room tells its players, refuses to act
//! instead of promising, tries again later and later, and goes on as soon as a
//! write succeeds. A room that another studio has taken says nothing more.

use super::Room;
use crate::app::now_ms;
use crate::rooms::lanes;
use crate::rooms::wire::ServerMessage;
use dedale_store::StoreError;
use dedale_text::{Say, Text};
use std::time::Duration;
use tokio::time::Instant;

/// The first and the longest pause before a room tries to write again.
const SHORTEST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(10);

/// Whether the store takes what the room has.
pub struct Storage {
    /// When to try again, if it does not.
    pub trouble: Option<Instant>,
    /// The next pause. It is short again once an entry was kept: a store that
    /// takes a record may still have no room for an entry.
    pause: Duration,
}

impl Default for Storage {
    fn default() -> Self {
        Self { trouble: None, pause: SHORTEST }
    }
}

impl Room {
    /// Why nothing can be done now, if the store is in trouble.
    pub fn in_trouble(&self) -> Option<Text> {
        self.storage.trouble.map(|_| {
            Text::new(
                "the server cannot save at the moment; nothing is lost, and the match goes on as soon as it can",
                "le serveur ne peut pas enregistrer pour l'instant ; rien n'est perdu, la partie reprend dès que possible",
            )
        })
    }

    /// Writes the entries from a number on to the store; if they were not
    /// kept, they are taken back as if they had never been.
    pub async fn write(&mut self, from: usize) -> bool {
        let lines = self.table.lines(from);
        match self.app.store.append(&self.id, self.fence, from as u64, lines).await {
            Ok(()) => self.storage.pause = SHORTEST,
            Err(StoreError::Fenced(_)) => {
                self.lost = true;
                return false;
            }
            Err(error) => {
                self.worry(&error);
                if !self.was_kept(from).await {
                    return false;
                }
                self.recover();
            }
        }
        self.app.metrics.moves.add();
        true
    }

    /// After a failed append: whether it was kept all the same. If not, the
    /// match is again what the store has.
    async fn was_kept(&mut self, from: usize) -> bool {
        let mine = self.table.lines(0);
        match self.app.store.load(&self.id).await {
            Ok(Some((_, log))) if log == mine => return true,
            Ok(Some((record, log))) if log != mine[..from] => self.adopt(record.header, log).await,
            // Nothing of it was kept, or nobody knows: what was acknowledged was.
            Ok(_) | Err(_) => self.table = self.table.at(from),
        }
        false
    }

    /// Drops the entries from a number on from the store; whether the log is
    /// that short now.
    pub async fn cut(&mut self, length: usize) -> bool {
        let Err(error) = self.app.store.cut(&self.id, self.fence, length as u64).await else { return true };
        self.worry(&error);
        let short = matches!(self.app.store.load(&self.id).await, Ok(Some((_, log))) if log.len() == length);
        if short {
            self.recover();
        }
        short
    }

    /// Takes the log of the store for the truth.
    async fn adopt(&mut self, header: String, log: Vec<String>) {
        tracing::warn!(room = self.id, entries = log.len(), "the room goes on from the store's log");
        let Some(open) = self.game().map(|game| game.open) else { return };
        let text = crate::replays::text(&header, &log);
        if let Ok(Ok(table)) = lanes::compute(&self.app.rooms.lanes.rooms, move || open(&text)).await {
            self.table = table;
            self.bot_states.iter_mut().for_each(super::play::BotState::forget);
            self.snapshot_all();
        }
    }

    /// Keeps the record; what cannot be kept now is kept when the store has
    /// recovered.
    pub async fn save(&mut self) -> bool {
        let update = self.record.update(self.table.as_ref(), now_ms());
        match self.app.store.update(&self.id, self.fence, update).await {
            Ok(()) => {
                self.recover();
                true
            }
            Err(error) => {
                self.worry(&error);
                false
            }
        }
    }

    /// Tries again, if it is time to.
    pub async fn try_again(&mut self) {
        if self.storage.trouble.is_none_or(|until| until > Instant::now()) {
            return;
        }
        // The log may have got further than this room knows.
        let known = self.table.entries();
        if let Ok(Some((record, log))) = self.app.store.load(&self.id).await
            && log.len() != known
        {
            self.adopt(record.header, log).await;
        }
        self.save().await;
    }

    /// Lets go of the match, so that any studio may wake it.
    pub async fn release(&mut self) {
        if let Err(error) = self.app.store.release(&self.id, self.fence).await {
            tracing::debug!(room = self.id, %error, "nobody else can wake the room for a while");
        }
    }

    fn worry(&mut self, error: &StoreError) {
        if matches!(error, StoreError::Fenced(_)) {
            self.lost = true;
            return;
        }
        if self.storage.pause == SHORTEST {
            tracing::error!(room = self.id, %error, "the store does not take what a room has");
        } else {
            tracing::debug!(room = self.id, %error, "the store is still in trouble");
        }
        let until = Instant::now() + self.storage.pause;
        self.storage.pause = (self.storage.pause * 2).min(LONGEST);
        if self.storage.trouble.replace(until).is_none() {
            self.tell_trouble();
        }
    }

    fn recover(&mut self) {
        if self.storage.trouble.take().is_some() {
            tracing::info!(room = self.id, "the store takes what a room has again");
            self.tell_trouble();
        }
    }

    /// Tells everybody whether the match can go on.
    pub fn tell_trouble(&mut self) {
        let text = self.in_trouble();
        let links: Vec<_> = self.links.iter().map(|(number, link)| (*number, link.lang)).collect();
        for (link, lang) in links {
            let message = text.as_ref().map(|text| text.say(lang));
            self.send(link, &ServerMessage::Storage { trouble: text.is_some(), message });
        }
    }
}
