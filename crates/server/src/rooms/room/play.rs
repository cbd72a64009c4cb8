//! Actions, deadlines, bots, hints and undo.

use super::tell::Change;
use super::{Command, Room};
use crate::rooms::wire::Act;
use dedale_grid::Rng;
use dedale_play::{Happened, Seat, Seats, Undo};
use dedale_text::Text;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// What a bot in a seat is doing.
#[derive(Default)]
pub struct BotState {
    /// The thought under way: its number and how many entries it knows of. A
    /// decision with another number comes too late.
    thinking: Option<(u64, usize)>,
    /// Thoughts begun so far.
    thoughts: u64,
    /// It chose to wait, knowing of so many entries, until this moment.
    waiting: Option<(usize, Instant)>,
}

impl BotState {
    /// Whatever is being thought or waited for no longer counts.
    pub fn forget(&mut self) {
        (self.thinking, self.waiting) = (None, None);
    }

    /// When it has waited long enough.
    pub fn next_thought(&self) -> Option<Instant> {
        self.waiting.map(|(_, until)| until)
    }

    /// Ends a wait that has been long enough.
    pub fn pass_time(&mut self) {
        self.waiting = self.waiting.filter(|(_, until)| *until > Instant::now());
    }

    /// Whether there is something to think about after so many entries.
    fn may_think(&self, entries: usize) -> bool {
        self.thinking.is_none() && self.waiting.is_none_or(|(knew, _)| knew != entries)
    }
}

/// A bot has thought.
pub struct Decision {
    seat: usize,
    thought: u64,
    action: Option<String>,
}

impl Room {
    /// Somebody wants to do something.
    pub async fn act(&mut self, link: u64, act: &Act, came: Instant) {
        let acting = match self.acting_seat(link, act.seat) {
            Ok(seat) => seat,
            Err(why) => return self.refuse(link, &why, act),
        };
        // Sent twice, done once: the first time was taken.
        if let Some(entry) = act.id.as_deref().and_then(|id| self.table.find(id)) {
            return self.send_done(link, act, entry);
        }
        self.tick().await;
        let seq = self.table.entries();
        if act.seen > seq {
            let why = Text::new("the match has gone another way since", "la partie a pris un autre cours depuis");
            return self.refuse(link, &why, act);
        }
        match self.perform(acting, &act.action, act.id.clone()).await {
            Ok(()) => self.app.metrics.move_time.record(came.elapsed()),
            // Whoever has the room now will say.
            Err(_) if self.lost => return,
            Err(why) if act.seen < seq => {
                let why = Text::new(
                    format!("too late, things have changed: {}", why.en),
                    format!("trop tard, la situation a changé : {}", why.fr),
                );
                self.refuse(link, &why, act);
            }
            Err(why) => self.refuse(link, &why, act),
        }
        self.wake_bots();
    }

    /// The seat somebody acts for: the one they name, or one of theirs whose
    /// turn it is.
    fn acting_seat(&self, link: u64, named: Option<usize>) -> Result<usize, Text> {
        let own = self.links.get(&link).and_then(|link| link.seat);
        let own = own.ok_or_else(|| Text::new("take a seat first", "prenez d'abord un siège"))?;
        let active = self.table.active();
        let turn = || self.record.played_from(own).find(|seat| active.contains(Seat::new(*seat)));
        let acting = named.or_else(turn).unwrap_or(own);
        if !self.record.played_from(own).any(|seat| seat == acting) {
            return Err(if self.record.seats[own].bot.is_some() {
                Text::new(
                    "a bot plays in your seat; take it back first",
                    "un robot joue à votre place ; reprenez-la d'abord",
                )
            } else {
                Text::new("this seat is not yours", "ce siège n'est pas à vous")
            });
        }
        if !self.record.started {
            return Err(Text::new("the match has not begun", "la partie n'a pas commencé"));
        }
        if self.record.aborted {
            return Err(Text::new("the match was given up", "la partie a été abandonnée"));
        }
        if self.is_paused() {
            return Err(Text::new("the match is paused", "la partie est en pause"));
        }
        Ok(acting)
    }

    /// Does an action for a seat: in memory, in the store, and then for all to
    /// see.
    async fn perform(&mut self, seat: usize, action: &str, id: Option<String>) -> Result<(), Text> {
        if let Some(trouble) = self.in_trouble() {
            return Err(trouble);
        }
        let from = self.table.entries();
        let events = self.table.act(Seat::new(seat), action, self.now(), id.clone())?;
        if !self.write(from).await {
            let unsaved = || Text::new("the action could not be saved", "l'action n'a pas pu être enregistrée");
            return Err(self.in_trouble().unwrap_or_else(unsaved));
        }
        self.announce(&Change { from, action: Some((seat, action)), id: id.as_deref(), events: &events }).await;
        Ok(())
    }

    /// Lets the deadlines that have come fire.
    pub async fn tick(&mut self) {
        let now = self.now();
        if !self.is_running() || self.storage.trouble.is_some() {
            return;
        }
        if self.table.deadline().is_none_or(|deadline| deadline > now) {
            return;
        }
        let from = self.table.entries();
        let events: Vec<Happened> = self.table.advance(now);
        if self.table.entries() > from && self.write(from).await {
            self.announce(&Change { from, action: None, id: None, events: &events }).await;
        }
    }

    async fn announce(&mut self, change: &Change<'_>) {
        let (active, clock) = (self.table.active(), self.table.clock());
        if let Some(clocks) = &mut self.clocks {
            clocks.pass(change.action.map(|(seat, _)| Seat::new(seat)), active, clock);
        }
        self.tell(change);
        if self.table.outcome().is_some() {
            self.save().await;
        }
    }

    /// Takes back what the person did last, and what bots and time did after.
    /// Who says what they have seen and has missed something gets the state
    /// instead: an undo sent twice is done once.
    pub async fn undo(&mut self, link: u64, seen: Option<usize>) {
        let Some(own) = self.links.get(&link).and_then(|link| link.seat).filter(|_| self.record.practice) else {
            return self.complain(link, "undo is for practice", "on n'annule qu'à l'entraînement");
        };
        if seen.is_some_and(|seen| seen != self.table.entries()) {
            return self.snapshot(link);
        }
        if let Some(Text { en, fr }) = self.in_trouble() {
            return self.complain(link, &en, &fr);
        }
        if self.is_paused() {
            return self.complain(link, "the match is paused", "la partie est en pause");
        }
        let mine: Seats = self.record.played_from(own).map(Seat::new).collect();
        let mut shorter = self.table.at(self.table.entries());
        match shorter.undo_for(mine) {
            Undo::Done => {}
            Undo::Nothing => return self.complain(link, "there is nothing to take back", "il n'y a rien à annuler"),
            Undo::Refused => return self.complain(link, "this cannot be taken back", "cela ne s'annule pas"),
        }
        if !self.cut(shorter.entries()).await {
            if self.lost {
                return;
            }
            return self.complain(link, "the undo could not be saved", "l'annulation n'a pas pu être enregistrée");
        }
        self.table = shorter;
        self.app.rooms.looked_at.forget(&self.id);
        // The clock goes back as well, so that an undo gives back the time.
        let clock = Duration::from_millis(self.table.clock());
        self.zero = Instant::now().checked_sub(clock).unwrap_or(self.zero);
        for state in &mut self.bot_states {
            state.forget();
        }
        self.save().await;
        self.snapshot_all();
        self.wake_bots();
    }

    /// Whether hints may be asked for.
    pub fn may_hint(&self) -> bool {
        self.game().is_some_and(|game| (self.record.practice || game.hints) && !game.bots.is_empty())
    }

    /// Asks the strongest bot what it would do.
    pub fn hint(&mut self, link: u64, seat: Option<usize>) {
        let own = self.links.get(&link).and_then(|link| link.seat);
        let active = self.table.active();
        let seat = own.and_then(|own| {
            let mut played = self.record.played_from(own);
            played.find(|played| seat.map_or(active.contains(Seat::new(*played)), |seat| seat == *played))
        });
        let Some(seat) = seat.filter(|_| self.may_hint() && self.is_running()) else {
            return self.complain(link, "there is no hint here", "il n'y a pas d'indice ici");
        };
        let Some(bot) = self.table.bots().last().copied() else { return };
        let Some(thought) = self.table.think(bot, Seat::new(seat), self.table.id().seed.number(), None) else { return };
        let bot = self.thinker(bot);
        let (app, inbox) = (self.app.clone(), self.inbox.clone());
        tokio::spawn(async move {
            let (action, _) = app.bot_pool.think(&bot, thought).await;
            let action = action.unwrap_or_default();
            let _ = inbox.send(Command::Hint(link, seat, action)).await;
        });
    }

    /// Lets every bot that may act and is not thinking think. Bots play only
    /// while somebody is there.
    pub fn wake_bots(&mut self) {
        if !self.is_running() || self.links.is_empty() || self.storage.trouble.is_some() || self.lost {
            return;
        }
        for seat in self.table.active().iter() {
            let Some(bot) = self.mover(seat.index()) else { continue };
            let (state, entries) = (&mut self.bot_states[seat.index()], self.table.entries());
            if !state.may_think(entries) {
                continue;
            }
            state.thoughts += 1;
            let number = state.thoughts;
            (state.thinking, state.waiting) = (Some((number, entries)), None);
            // Bots of different rooms and thoughts draw different numbers.
            let seed = self.table.id().seed.number() ^ number.rotate_left(32);
            match self.table.think(&bot, seat, seed, None) {
                Some(thought) => self.think(&bot, seat.index(), number, thought),
                None => tracing::error!(room = self.id, bot, "there is no such bot"),
            }
        }
    }

    /// The bot that moves for a seat: the one that sits there, or the weakest
    /// if the time of its person is up.
    pub fn mover(&self, seat: usize) -> Option<String> {
        let up = || self.clocks.as_ref().and_then(|clocks| clocks.up_at(seat)).is_some_and(|up| up <= self.now());
        let place = self.record.seats.get(seat)?;
        place.bot.clone().or_else(|| self.table.bots().first().filter(|_| up()).map(|bot| (*bot).to_owned()))
    }

    /// A bot's name among those of all games.
    fn thinker(&self, bot: &str) -> String {
        format!("{} {bot}", self.table.id().game)
    }

    /// Thinks on a thread of its own, and takes as long as a person would.
    fn think(&self, bot: &str, seat: usize, number: u64, thought: dedale_play::Thought) {
        let (app, inbox, pace) = (self.app.clone(), self.inbox.clone(), self.record.pace);
        let bot = self.thinker(bot);
        let fallback = self.table.legal(Seat::new(seat));
        tokio::spawn(async move {
            let began = Instant::now();
            let (thought, took) = app.bot_pool.think(&bot, thought).await;
            app.metrics.bot_time.record(took);
            let mut rng = Rng::stream(number, seat as u64);
            let action = thought.unwrap_or_else(|failed| {
                app.metrics.panics.add();
                tracing::error!(%failed, "a bot broke and plays at random");
                rng.choose(&fallback).cloned()
            });
            if action.is_some() {
                // Between three quarters and five quarters of the pace.
                let pause = pace * (75 + rng.below(51)) / 100;
                sleep_until(began + Duration::from_millis(pause)).await;
            }
            let _ = inbox.send(Command::Thought(Decision { seat, thought: number, action })).await;
        });
    }

    /// A bot has decided; if things have changed so much that its action is no
    /// longer possible, it thinks again.
    pub async fn decided(&mut self, decision: Decision) {
        let Decision { seat, thought, action } = decision;
        let Some((_, knew)) = self.bot_states[seat].thinking.filter(|(number, _)| *number == thought) else { return };
        self.bot_states[seat].forget();
        if action.is_none() {
            self.bot_states[seat].waiting = Some((knew, Instant::now() + self.app.limits.second_thought));
        }
        self.tick().await;
        let still = self.is_running() && self.mover(seat).is_some() && self.table.active().contains(Seat::new(seat));
        if let Some(action) = action.filter(|_| still)
            && let Err(why) = self.perform(seat, &action, None).await
        {
            tracing::debug!(room = self.id, seat, action, why = why.en, "a bot came too late");
        }
        self.wake_bots();
    }
}
