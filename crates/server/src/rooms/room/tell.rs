//! What a room says to whom: every reader is told what their seat may know
//! and nothing more.

use super::Room;
use crate::rooms::Outbox;
use crate::rooms::clock::Clocks;
use crate::rooms::patch::patch;
use crate::rooms::wire::{Act, Ended, Moved, Now, Player, ServerMessage, Snapshot};
use axum::extract::ws::Utf8Bytes;
use dedale_play::{Happened, Seat, Viewer};
use dedale_text::{Lang, Say};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use tokio::sync::mpsc::error::TrySendError;

/// A change of the match to be told.
pub struct Change<'a> {
    /// Entries before it.
    pub from: usize,
    /// Who acted, and what they did; nobody if time did.
    pub action: Option<(usize, &'a str)>,
    /// What the client called it.
    pub id: Option<&'a str>,
    /// What happened.
    pub events: &'a [Happened],
}

impl Room {
    /// Who sits where.
    pub fn players(&self) -> Vec<Player> {
        let mut players = self.record.players(|seat| self.links.values().any(|link| link.seat == Some(seat)));
        let host = self.host();
        for player in &mut players {
            player.absent = !self.is_over() && self.is_absent(player.seat);
            player.host = host == Some(player.seat);
        }
        players
    }

    /// Who wants the match to stand, or if it does to go on; nothing where
    /// there is nothing to pause.
    fn pause_wishes(&self) -> Option<Vec<usize>> {
        (self.is_under_way() && self.can_pause()).then(|| self.wishes.iter().copied().collect())
    }

    /// How many look on.
    pub fn spectators(&self) -> usize {
        self.links.values().filter(|link| link.seat.is_none()).count()
    }

    /// Sends a message to one connection; one that reads too slowly is let go
    /// and may come back for a snapshot.
    pub fn send(&mut self, link: u64, told: &ServerMessage<'_>) {
        self.send_text(link, text(told));
    }

    fn send_text(&mut self, link: u64, text: Utf8Bytes) {
        self.send_texts(&[link], &text);
    }

    /// Sends the same to many; once to each other studio where some of them
    /// are connected.
    fn send_texts(&mut self, links: &[u64], text: &Utf8Bytes) {
        let mut elsewhere = BTreeMap::<String, Vec<u64>>::new();
        for number in links {
            let Some(link) = self.links.get(number) else { continue };
            let sent = match &link.outbox {
                Outbox::Here(outbox) => outbox.try_send(text.clone()),
                Outbox::There(there) => {
                    elsewhere.entry(there.node.clone()).or_default().push(there.link);
                    Ok(())
                }
            };
            match sent {
                Ok(()) => self.app.metrics.messages.add(),
                Err(TrySendError::Full(_)) => {
                    self.app.metrics.slow_readers.add();
                    self.links.remove(number);
                }
                // The socket's own task reports that it is gone.
                Err(TrySendError::Closed(_)) => {}
            }
        }
        for (node, links) in elsewhere {
            self.app.cluster.tell(&node, &links, text);
        }
    }

    pub fn send_all(&mut self, told: &ServerMessage<'_>) {
        let links: Vec<u64> = self.links.keys().copied().collect();
        self.send_texts(&links, &text(told));
    }

    /// Tells somebody what is wrong, in their language.
    pub fn complain(&mut self, link: u64, en: &str, fr: &str) {
        let lang = self.lang(link);
        self.send(link, &ServerMessage::Error { message: lang.pick(en, fr).to_owned() });
    }

    /// Refuses an action, with the reason; whoever is behind gets the current
    /// state as well.
    pub fn refuse(&mut self, link: u64, why: &dyn Say, act: &Act) {
        self.app.metrics.refusals.add();
        let (lang, seq) = (self.lang(link), self.table.entries());
        self.send(link, &ServerMessage::Refused { message: why.say(lang), seq, id: act.id.as_deref() });
        if act.seen != seq {
            self.snapshot(link);
        }
    }

    /// Says that an action was done before, as which entry.
    pub fn send_done(&mut self, link: u64, act: &Act, entry: usize) {
        self.send(link, &ServerMessage::Done { entry, id: act.id.as_deref() });
        if act.seen != self.table.entries() {
            self.snapshot(link);
        }
    }

    fn lang(&self, link: u64) -> Lang {
        self.links.get(&link).map_or(Lang::En, |link| link.lang)
    }

    /// Tells everybody who sits where.
    pub fn tell_players(&mut self) {
        let (players, spectators) = (self.players(), self.spectators());
        self.told_absent = self.absent();
        let (started, aborted) = (self.record.started, self.record.aborted);
        let (paused, pause) = (self.is_paused(), self.pause_wishes());
        self.send_all(&ServerMessage::Players { players, started, aborted, spectators, paused, pause });
    }

    /// Tells everybody where the match goes on, and who asked for it.
    pub fn tell_rematch(&mut self, room: &str, seat: usize) {
        self.send_all(&ServerMessage::Rematch { room, seat });
    }

    /// The seat that a group of readers acts for now.
    fn acting(&self, group: Option<usize>) -> Option<usize> {
        let own = group?;
        let active = self.table.active();
        let mut played = self.record.played_from(own);
        played.find(|seat| active.contains(Seat::new(*seat))).or(Some(own))
    }

    fn viewer(&self, group: Option<usize>) -> Viewer {
        self.acting(group).map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat::new(seat)))
    }

    fn current(&self, group: Option<usize>) -> Now {
        let acting = self.acting(group);
        let may_act = self.is_running();
        let legal = |seat: usize| if may_act { self.table.legal(Seat::new(seat)) } else { Vec::new() };
        let mut others = Map::new();
        if let Some(own) = group {
            for seat in self.record.played_from(own).filter(|seat| Some(*seat) != acting) {
                let legal = legal(seat);
                if !legal.is_empty() {
                    others.insert(seat.to_string(), json!(legal));
                }
            }
        }
        Now {
            seq: self.table.entries(),
            acting,
            legal: acting.map(legal).unwrap_or_default(),
            others,
            active: self.table.active().iter().map(Seat::index).collect(),
            deadline: self.table.deadline().filter(|_| !self.is_over()),
            clocks: self.clocks.as_ref().map(Clocks::shown).unwrap_or_default(),
            outcome: self.table.outcome().map(Ended::from),
        }
    }

    /// Sends everything to one connection.
    pub fn snapshot(&mut self, link: u64) {
        let Some(group) = self.links.get(&link).map(|link| link.seat) else { return };
        let view = self.table.view(self.viewer(group));
        let told = text(&ServerMessage::Snapshot(self.snapshot_of(group, &view)));
        self.shown.insert(group, view);
        self.send_text(link, told);
    }

    /// Sends everything to everybody: after an undo, and when a match begins.
    pub fn snapshot_all(&mut self) {
        let links: Vec<u64> = self.links.keys().copied().collect();
        for link in links {
            self.snapshot(link);
        }
    }

    fn snapshot_of<'a>(&'a self, group: Option<usize>, view: &'a Value) -> Snapshot<'a> {
        let id = self.table.id();
        let game = self.game();
        let secret = !self.record.chosen_seed && game.is_none_or(|game| game.secrets) && !self.is_over();
        Snapshot {
            room: &self.id,
            game: game.map_or("", |_| self.game_name()),
            link: (!secret).then(|| id.to_string()),
            seed: (!secret && !id.seed.is_secret()).then(|| id.seed.number()),
            secret: (!secret && id.seed.is_secret()).then(|| id.seed.to_string()),
            commitment: id.seed.commitment(),
            config: id.config,
            practice: self.record.practice,
            hints: self.may_hint(),
            now: self.now(),
            started: self.record.started,
            aborted: self.record.aborted,
            paused: self.is_paused(),
            pause: self.pause_wishes(),
            limit: self.record.limit,
            seat: group,
            token: group.and_then(|seat| self.record.seats[seat].token.as_deref()),
            players: self.players(),
            spectators: self.spectators(),
            view,
            rematch: self.record.rematch.as_deref(),
            current: self.current(group),
        }
    }

    fn game_name(&self) -> &'static str {
        let name = self.table.id().game;
        self.app.worlds.games.iter().find(|(known, _)| *known == name).map_or("", |(known, _)| *known)
    }

    /// Tells everybody what changed, each group of readers in its own words.
    pub fn tell(&mut self, change: &Change<'_>) {
        let groups: BTreeSet<Option<usize>> = self.links.values().map(|link| link.seat).collect();
        self.shown.retain(|group, _| groups.contains(group));
        let now = self.now();
        for group in groups {
            let viewer = self.viewer(group);
            let view = self.table.view(viewer);
            let old = self.shown.insert(group, view).unwrap_or(Value::Null);
            let told = ServerMessage::Moved(Moved {
                from: change.from,
                t: now,
                seat: change.action.map(|(seat, _)| seat),
                action: change
                    .action
                    .filter(|(seat, _)| self.knows(group, *seat, change.events))
                    .map(|(_, action)| action),
                id: change.id,
                events: change.events.iter().filter_map(|event| event.told(viewer)).collect(),
                patch: patch(&old, &self.shown[&group]),
                current: self.current(group),
            });
            let told = text(&told);
            let links: Vec<u64> =
                self.links.iter().filter(|(_, link)| link.seat == group).map(|(number, _)| *number).collect();
            self.send_texts(&links, &told);
        }
    }

    /// Whether a group of readers may know what a seat did: it is their own
    /// doing, or they are told everything about it that the seat is told.
    fn knows(&self, group: Option<usize>, actor: usize, events: &[Happened]) -> bool {
        if group.is_some_and(|own| own == actor || self.record.played_from(own).any(|seat| seat == actor)) {
            return true;
        }
        let viewer = group.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat::new(seat)));
        let actor = Viewer::Seat(Seat::new(actor));
        !events.is_empty() && events.iter().all(|event| event.told(viewer) == event.told(actor))
    }

    /// Brings a reader who has seen some of the match up to the present, by a
    /// patch instead of everything; false if that cannot be done.
    pub fn catch_up(&mut self, link: u64, seen: usize) -> bool {
        let Some(group) = self.links.get(&link).map(|link| link.seat) else { return false };
        // In practice what was seen may have been taken back since.
        if seen > self.table.entries() || self.record.practice {
            return false;
        }
        let viewer = self.viewer(group);
        let (old, view) = (self.table.at(seen).view(viewer), self.table.view(viewer));
        let told = text(&ServerMessage::Moved(Moved {
            from: seen,
            t: self.now(),
            seat: None,
            action: None,
            id: None,
            events: Vec::new(),
            patch: patch(&old, &view),
            current: self.current(group),
        }));
        self.shown.insert(group, view);
        self.send_text(link, told);
        true
    }
}

fn text(told: &ServerMessage<'_>) -> Utf8Bytes {
    serde_json::to_string(told).expect("messages are plain JSON").into()
}
