//! Pauses by agreement, and what people may say to each other without words.

use super::Room;
use crate::rate::Bucket;
use crate::rooms::wire::{Emote, ServerMessage};
use std::time::Duration;
use tokio::time::Instant;

/// How many signs somebody may give at once, and how many a second after that.
const EMOTES: u32 = 3;
const EMOTES_A_SECOND: f64 = 0.5;

impl Room {
    /// Whether time matters here, so that a pause means something.
    pub fn can_pause(&self) -> bool {
        self.clocks.is_some() || self.game().is_some_and(|game| game.live)
    }

    /// Whether the match stands still by agreement.
    pub fn is_paused(&self) -> bool {
        self.record.paused.is_some()
    }

    /// Somebody wants the match to stand or to run. It does when all the people
    /// at the table want it; who says the opposite refuses it for all.
    pub async fn pause(&mut self, link: u64, pause: bool) {
        let Some(seat) = self.links.get(&link).and_then(|link| link.seat) else {
            return self.complain(link, "take a seat first", "prenez d'abord un siège");
        };
        if !self.is_under_way() || !self.can_pause() {
            return self.complain(link, "there is nothing to pause", "il n'y a rien à mettre en pause");
        }
        // What time has done by now is done.
        self.tick().await;
        if pause == self.is_paused() {
            self.wishes.clear();
        } else {
            self.wishes.insert(seat);
        }
        self.agree().await;
        self.tell_players();
    }

    /// Stops the match or lets it go on, if all the people who are there want
    /// it.
    pub async fn agree(&mut self) {
        let asked = |seat: &usize| self.record.seats[*seat].bot.is_none();
        let mut here = self.links.values().filter_map(|link| link.seat).filter(asked);
        if self.wishes.is_empty() || !self.is_under_way() || !here.all(|seat| self.wishes.contains(&seat)) {
            return;
        }
        self.wishes.clear();
        match self.record.paused {
            None => {
                self.stopped_at = self.now();
                self.record.paused = Some(self.stopped_at);
                // What bots are thinking comes too late.
                for state in &mut self.bot_states {
                    state.forget();
                }
            }
            Some(at) => {
                self.record.paused = None;
                self.zero = Instant::now().checked_sub(Duration::from_millis(at)).unwrap_or(self.zero);
            }
        }
        self.save().await;
        self.snapshot_all();
        self.wake_bots();
    }

    /// Shows a sign at somebody's seat; it is kept nowhere. Where the rules
    /// ask for silence, there are none while the match runs.
    pub fn emote(&mut self, link: u64, emote: Emote) {
        let Some(seat) = self.links.get(&link).and_then(|link| link.seat) else {
            return self.complain(link, "take a seat first", "prenez d'abord un siège");
        };
        if self.is_running() && self.game().is_some_and(|game| game.silent) {
            return self.complain(link, "this game is played in silence", "ce jeu se joue en silence");
        }
        let bucket = self.emotes.entry(seat).or_insert_with(|| Bucket::full(EMOTES));
        if !bucket.take(EMOTES_A_SECOND, EMOTES) {
            return self.complain(link, "too many signs at once", "trop de signes à la fois");
        }
        self.send_all(&ServerMessage::Emote { seat, emote });
    }
}
