//! Coming, going, sitting down, getting ready, and bots in seats.

use super::{Link, Newcomer, Room};
use crate::ids;
use crate::rooms::clock::Clocks;
use crate::rooms::lanes;
use crate::rooms::record::{SeatRecord, known_bot};
use crate::rooms::wire::clean_name;
use dedale_play::{Seat, Viewer};
use dedale_text::{Lang, Say};
use std::time::Duration;
use tokio::time::Instant;

impl Room {
    /// Lets somebody in: with the key of a seat as its player, otherwise as a
    /// spectator.
    pub async fn join(&mut self, newcomer: Newcomer) -> u64 {
        let Newcomer { join, lang, visitor, outbox } = newcomer;
        let number = self.next_link;
        self.next_link += 1;
        let seat = join.token.as_deref().and_then(|token| self.record.seat_of(token));
        let name = clean_name(join.name.as_deref().unwrap_or_default());
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
        self.links.insert(number, Link { outbox, seat, lang, name, visitor });
        if changed {
            self.save().await;
        }
        let caught_up = join.seen.is_some_and(|seen| self.catch_up(number, seen));
        if !caught_up {
            self.snapshot(number);
        }
        if self.storage.trouble.is_some() {
            self.tell_trouble();
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
                self.wishes.remove(&seat);
            }
        }
        // A pause does not wait for those who are gone.
        self.agree().await;
        self.tell_players();
    }

    /// Gives somebody a seat, the same one if they sat down before and their
    /// connection broke before they heard of it: known by the key they made or
    /// by the mark of the visitor.
    pub async fn sit(&mut self, link: u64, seat: Option<usize>, name: Option<String>, token: Option<String>) {
        let Some(who) = self.links.get(&link) else { return };
        if who.seat.is_some() {
            return self.complain(link, "you have a seat already", "vous avez déjà un siège");
        }
        let (name, visitor) = (name.map_or_else(|| who.name.clone(), |name| clean_name(&name)), who.visitor.clone());
        if self.record.practice {
            return self.complain(link, "practice is for one person", "l'entraînement est pour une personne");
        }
        if token.as_deref().is_some_and(|token| token.len() < 20 || !ids::plausible(token)) {
            return self.complain(
                link,
                "found a key that is too short, expected 20 to 32 letters and digits",
                "trouvé une clé trop courte, attendu 20 à 32 lettres et chiffres",
            );
        }
        let before = self.record.clone();
        let mine = self.seat_before(token.as_deref(), &visitor);
        let again = mine.filter(|mine| seat.is_none_or(|seat| seat == *mine));
        let left = mine.filter(|_| again.is_none());
        if let Some(left) = left {
            // They meant another seat: nobody has two.
            self.record.vacate(left);
        }
        let Some(seat) = again.or_else(|| self.record.sit(seat, &name, &visitor, token)) else {
            self.record = before;
            return self.complain(link, "this seat is taken", "ce siège est pris");
        };
        // A host who takes another seat is still the host.
        if left.is_some() && left == before.host {
            self.record.host = Some(seat);
        }
        // A seat that is not kept would be lost with the server.
        if !self.save().await {
            self.record = before;
            return self.complain(
                link,
                "the seat could not be saved; try again",
                "le siège n'a pas pu être enregistré ; réessayez",
            );
        }
        self.away[seat] = None;
        if let Some(who) = self.links.get_mut(&link) {
            who.seat = Some(seat);
        }
        self.snapshot(link);
        self.tell_players();
    }

    /// The seat somebody took without hearing of it: opened by their key, or
    /// taken by the same visitor, with nobody connected to it.
    fn seat_before(&self, token: Option<&str>, visitor: &str) -> Option<usize> {
        let taken = |seat: &usize| self.links.values().any(|link| link.seat == Some(*seat));
        let by_visitor = |place: &SeatRecord| place.token.is_some() && place.visitor.as_deref() == Some(visitor);
        let keyed = token.and_then(|token| self.record.seat_of(token));
        keyed.or_else(|| self.record.seats.iter().position(by_visitor)).filter(|seat| !taken(seat))
    }

    pub async fn stand(&mut self, link: u64) {
        let Some(seat) = self.links.get(&link).and_then(|link| link.seat) else { return };
        self.vacate(seat).await;
    }

    /// Nobody sits here any more; other windows of the same person stand up
    /// with them.
    async fn vacate(&mut self, seat: usize) {
        self.record.vacate(seat);
        self.away[seat] = None;
        self.bot_states[seat].forget();
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

    /// The seat of the person who decides about seats that are nobody's. While
    /// the host has been gone for long, it is the first person who is there: a
    /// table is not to wait for ever for a friend who will not come, and a host
    /// who returns is the host again.
    pub fn host(&self) -> Option<usize> {
        let sits = |seat: &usize| self.record.seats.get(*seat).is_some_and(|place| place.token.is_some());
        let here = |seat: &usize| sits(seat) && !self.is_absent(*seat);
        self.record.host.filter(here).or_else(|| (0..self.record.seats.len()).find(here))
    }

    /// Gives a seat to a bot or takes it from one: one's own seat, that of
    /// somebody who has been gone for long, until they return, and for the host
    /// a seat that is nobody's: it may be waiting for a friend. A seat that
    /// knows something others do not stays with who has it.
    pub async fn bot(&mut self, link: u64, seat: usize, bot: Option<String>) {
        let own = self.links.get(&link).and_then(|link| link.seat);
        let Some(place) = self.record.seats.get(seat).filter(|_| own.is_some()) else {
            return self.complain(link, "this seat is not yours to give", "ce siège n'est pas à vous");
        };
        let absent = bot.is_some() && own != Some(seat) && place.token.is_some() && self.is_absent(seat);
        if own != Some(seat) && place.token.is_some() && !absent {
            return self.complain(link, "this seat is not yours to give", "ce siège n'est pas à vous");
        }
        if own != Some(seat) && place.token.is_none() && own != self.host() {
            return self.complain(
                link,
                "only the host decides whether a bot sits here",
                "seul l'hôte décide si un robot s'assied ici",
            );
        }
        if own != Some(seat) && bot.is_none() && self.knows_secrets(seat) {
            return self.complain_of_secrets(link);
        }
        let bot = match (bot, self.game()) {
            (Some(name), Some(game)) => match known_bot(game, &name) {
                Ok(bot) => Some(bot.to_owned()),
                Err(fault) => return self.complain(link, &fault.text.say(Lang::En), &fault.text.say(Lang::Fr)),
            },
            _ => None,
        };
        let place = &mut self.record.seats[seat];
        (place.bot, place.standing_in) = (bot, absent);
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
        self.clocks = self.record.limit.map(|limit| Clocks::of(limit, self.table.as_ref()));
        self.save().await;
        self.snapshot_all();
        self.wake_bots();
    }

    /// How long somebody must be gone before others may decide about their
    /// seat.
    pub fn absence(&self) -> Duration {
        self.app.limits.patience * 4
    }

    /// Whether the person of a seat has been gone for that long.
    pub fn is_absent(&self, seat: usize) -> bool {
        self.away.get(seat).is_some_and(|since| since.is_some_and(|since| since.elapsed() >= self.absence()))
    }

    /// How many people have been gone for that long.
    pub fn absent(&self) -> usize {
        (0..self.away.len()).filter(|seat| self.is_absent(*seat)).count()
    }

    /// Tells everybody, once, that somebody has been gone for long.
    pub fn tell_absent(&mut self) {
        if self.absent() != self.told_absent {
            self.tell_players();
        }
    }

    /// Whether a seat knows something that not everybody knows, so that who
    /// takes it over would learn it.
    fn knows_secrets(&self, seat: usize) -> bool {
        self.is_under_way()
            && !self.record.practice
            && self.table.view(Viewer::Seat(Seat::new(seat))) != self.table.view(Viewer::Spectator)
    }

    fn complain_of_secrets(&mut self, link: u64) {
        self.complain(
            link,
            "this seat knows what others may not; it cannot change hands now",
            "ce siège sait ce que d'autres ignorent ; il ne peut pas changer de main maintenant",
        );
    }

    /// Opens the seat of somebody who has been gone for long, for anybody.
    pub async fn free(&mut self, link: u64, seat: usize) {
        let own = self.links.get(&link).and_then(|link| link.seat);
        let taken = self.record.seats.get(seat).is_some_and(|place| place.token.is_some());
        if own.is_none() || !taken || !self.is_absent(seat) {
            return self.complain(link, "this seat cannot be opened yet", "ce siège ne peut pas encore être ouvert");
        }
        if self.knows_secrets(seat) {
            return self.complain_of_secrets(link);
        }
        self.vacate(seat).await;
    }

    /// Gives up a match, for everybody, once somebody has been gone for long.
    pub async fn abort(&mut self, link: u64) {
        let own = self.links.get(&link).and_then(|link| link.seat);
        if own.is_none() || !self.is_under_way() || self.absent() == 0 {
            return self.complain(
                link,
                "a match can be given up when somebody has been gone for long",
                "on peut abandonner une partie quand quelqu'un est parti depuis longtemps",
            );
        }
        self.record.aborted = true;
        if !self.save().await {
            self.record.aborted = false;
            return self.complain(
                link,
                "this could not be saved; try again",
                "cela n'a pas pu être enregistré ; réessayez",
            );
        }
        self.snapshot_all();
        self.tell_players();
    }

    /// Whether bots step in for people who are gone: in games against the
    /// clock, while somebody still plays.
    pub fn takes_over(&self) -> bool {
        let live = self.game().is_some_and(|game| game.live && !game.bots.is_empty());
        live && self.record.started && self.links.values().any(|link| link.seat.is_some())
    }

    /// Puts bots in the seats of those who have been gone too long.
    pub async fn stand_in(&mut self) {
        if !self.takes_over() || self.is_over() {
            return;
        }
        let Some(strongest) = self.game().and_then(|game| game.bots.last()).map(|bot| (*bot).to_owned()) else {
            return;
        };
        let patience = self.app.limits.patience;
        let mut changed = false;
        for (seat, since) in self.away.iter_mut().enumerate() {
            if since.is_some_and(|since| since.elapsed() >= patience) {
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
        let Some(seat) = self.links.get(&link).and_then(|link| link.seat) else {
            return self.complain(link, "only players ask for a rematch", "seuls les joueurs demandent une revanche");
        };
        if !self.is_over() && !self.record.practice {
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
        self.tell_rematch(&room, seat);
    }

    async fn open_rematch(&mut self) -> Option<String> {
        let (id, game) = (self.table.id(), self.game()?);
        let (start, seed) = (game.start, ids::match_seed(game.secrets));
        let begun = lanes::compute(&self.app.rooms.lanes.rooms, move || start(&id.config, seed)).await;
        let table = begun.ok()?.ok()?;
        let room = ids::public();
        crate::rooms::open(&self.app, &room, table.as_ref(), &self.record.again(game)).await.ok()?;
        self.record.rematch = Some(room.clone());
        self.save().await;
        Some(room)
    }
}
