//! Coming, going, sitting down, getting ready, and bots in seats.

use super::{Link, Room};
use crate::ids;
use crate::rooms::record::{SeatRecord, known_bot};
use crate::rooms::wire::{Join, clean_name};
use axum::extract::ws::Utf8Bytes;
use dedale_text::{Lang, Say};
use tokio::sync::mpsc;
use tokio::time::Instant;

impl Room {
    /// Lets somebody in: with the key of a seat as its player, otherwise as a
    /// spectator.
    pub async fn join(&mut self, hello: Join, lang: Lang, outbox: mpsc::Sender<Utf8Bytes>) -> u64 {
        let number = self.next_link;
        self.next_link += 1;
        let lang = hello.lang.as_deref().and_then(|lang| lang.parse().ok()).unwrap_or(lang);
        let seat = hello.token.as_deref().and_then(|token| self.record.seat_of(token));
        let name = clean_name(hello.name.as_deref().unwrap_or_default());
        let mut changed = false;
        if let Some(seat) = seat {
            self.away[seat] = None;
            let place = &mut self.record.seats[seat];
            if place.standing_in {
                (place.bot, place.standing_in, changed) = (None, false, true);
                self.bot_states[seat].forget();
            }
            if place.name.is_empty() && !name.is_empty() {
                place.name.clone_from(&name);
                changed = true;
            }
        }
        self.links.insert(number, Link { outbox, seat, lang, name });
        if changed {
            self.save().await;
        }
        let caught_up = hello.seen.is_some_and(|seen| self.catch_up(number, seen));
        if !caught_up {
            self.snapshot(number);
        }
        self.tell_players();
        self.wake_bots();
        number
    }

    /// Somebody's connection is gone; the seat stays theirs.
    pub async fn leave(&mut self, number: u64) {
        let gone = self.links.remove(&number);
        if self.links.is_empty() {
            self.empty_since = Instant::now();
        }
        // A slow reader was taken off the list already.
        let seats: Vec<usize> = match gone.and_then(|link| link.seat) {
            Some(seat) => vec![seat],
            None => (0..self.away.len()).collect(),
        };
        for seat in seats {
            let here = self.links.values().any(|link| link.seat == Some(seat));
            let place = &mut self.record.seats[seat];
            if !here && place.token.is_some() && self.away[seat].is_none() {
                self.away[seat] = Some(Instant::now());
                place.ready &= self.record.started;
            }
        }
        self.tell_players();
    }

    pub async fn sit(&mut self, link: u64, seat: Option<usize>, name: Option<String>) {
        let Some(who) = self.links.get(&link) else { return };
        if who.seat.is_some() {
            return self.complain(link, "you have a seat already", "vous avez déjà un siège");
        }
        let name = name.map_or_else(|| who.name.clone(), |name| clean_name(&name));
        if self.record.practice {
            return self.complain(link, "practice is for one person", "l'entraînement est pour une personne");
        }
        let Some(seat) = self.record.sit(seat, &name) else {
            return self.complain(link, "this seat is taken", "ce siège est pris");
        };
        self.away[seat] = None;
        if let Some(who) = self.links.get_mut(&link) {
            who.seat = Some(seat);
        }
        self.save().await;
        self.snapshot(link);
        self.tell_players();
    }

    pub async fn stand(&mut self, link: u64) {
        let Some(seat) = self.links.get(&link).and_then(|link| link.seat) else { return };
        self.record.seats[seat] = SeatRecord::default();
        self.away[seat] = None;
        self.bot_states[seat].forget();
        // Other windows of the same person stand up with them.
        let mut up = Vec::new();
        for (number, other) in self.links.iter_mut().filter(|(_, other)| other.seat == Some(seat)) {
            other.seat = None;
            up.push(*number);
        }
        self.save().await;
        for number in up {
            self.snapshot(number);
        }
        self.tell_players();
    }

    pub async fn ready(&mut self, link: u64, ready: bool) {
        let Some(seat) = self.links.get(&link).and_then(|link| link.seat) else {
            return self.complain(link, "take a seat first", "prenez d'abord un siège");
        };
        self.record.seats[seat].ready = ready;
        self.begin_if_ready().await;
        self.tell_players();
    }

    pub async fn rename(&mut self, link: u64, name: &str) {
        let Some(who) = self.links.get_mut(&link) else { return };
        who.name = clean_name(name);
        if let Some(seat) = who.seat {
            self.record.seats[seat].name = who.name.clone();
            self.save().await;
            self.tell_players();
        }
    }

    /// Gives a seat to a bot or takes it from one. One's own seat, and seats
    /// that are nobody's, if one has a seat oneself.
    pub async fn bot(&mut self, link: u64, seat: usize, bot: Option<String>) {
        let own = self.links.get(&link).and_then(|link| link.seat);
        let allowed = self.record.seats.get(seat).is_some_and(|place| own == Some(seat) || place.token.is_none());
        if own.is_none() || !allowed {
            return self.complain(link, "this seat is not yours to give", "ce siège n'est pas à vous");
        }
        let bot = match (bot, self.game()) {
            (Some(name), Some(game)) => match known_bot(game, &name) {
                Ok(bot) => Some(bot.to_owned()),
                Err(fault) => return self.complain(link, &fault.text.say(Lang::En), &fault.text.say(Lang::Fr)),
            },
            _ => None,
        };
        let place = &mut self.record.seats[seat];
        (place.bot, place.standing_in) = (bot, false);
        self.bot_states[seat].forget();
        self.save().await;
        self.begin_if_ready().await;
        if self.record.practice {
            // Whose moves the person may make has changed.
            self.snapshot_all();
        }
        self.tell_players();
        self.wake_bots();
    }

    /// Begins the match once every seat is taken and every person ready.
    async fn begin_if_ready(&mut self) {
        if self.record.started || !self.record.all_ready() {
            return;
        }
        self.record.started = true;
        self.zero = Instant::now();
        self.save().await;
        self.snapshot_all();
        self.wake_bots();
    }

    /// Whether bots step in for people who are gone: in games against the
    /// clock, while somebody still plays.
    pub fn takes_over(&self) -> bool {
        let live = self.game().is_some_and(|game| game.live && !game.bots.is_empty());
        live && self.record.started && self.links.values().any(|link| link.seat.is_some())
    }

    /// Puts bots in the seats of those who have been gone too long.
    pub async fn stand_in(&mut self) {
        if !self.takes_over() || self.table.outcome().is_some() {
            return;
        }
        let Some(strongest) = self.game().and_then(|game| game.bots.last()).map(|bot| (*bot).to_owned()) else {
            return;
        };
        let patience = self.app.limits.patience;
        let mut changed = false;
        for (seat, since) in self.away.iter_mut().enumerate() {
            if since.is_some_and(|since| since.elapsed() >= patience) {
                *since = None;
                let place = &mut self.record.seats[seat];
                if place.bot.is_none() {
                    (place.bot, place.standing_in, changed) = (Some(strongest.clone()), true, true);
                }
            }
        }
        if changed {
            self.save().await;
            self.tell_players();
        }
    }

    /// The same game once more, in a room of its own with the same people; the
    /// first to ask opens it, the others follow.
    pub async fn rematch(&mut self, link: u64) {
        if self.links.get(&link).is_none_or(|link| link.seat.is_none()) {
            return self.complain(link, "only players ask for a rematch", "seuls les joueurs demandent une revanche");
        }
        if self.table.outcome().is_none() && !self.record.practice {
            return self.complain(link, "the match is not over", "la partie n'est pas finie");
        }
        let room = match self.record.rematch.clone() {
            Some(room) => room,
            None => match self.open_rematch().await {
                Some(room) => room,
                None => {
                    return self.complain(link, "the rematch could not be opened", "la revanche n'a pas pu s'ouvrir");
                }
            },
        };
        self.tell_rematch(&room);
    }

    async fn open_rematch(&mut self) -> Option<String> {
        let (id, start) = (self.table.id(), self.game()?.start);
        let table = start(&id.config, ids::seed()).ok()?;
        let room = ids::public();
        crate::rooms::open(&self.app, &room, table.as_ref(), &self.record.again()).await.ok()?;
        self.record.rematch = Some(room.clone());
        self.save().await;
        Some(room)
    }
}
