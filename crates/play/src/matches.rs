//! A match: one writer, one log.
//!
//! The state is what comes of folding the log over the start. The start and a
//! few states on the way are kept ([`Checkpoints`]), so that any moment is a
//! short fold away and the game is never started a second time: starting may
//! mean searching for a level.

mod checkpoints;

use crate::{ConfigError, Game, GameId, Outcome, Seat, Seats, Seed, Viewer};
use checkpoints::Checkpoints;
use dedale_text::{Lang, Say};
use std::fmt;

/// How far back [`Match::find`] looks: who has not heard for so long asks for
/// the state instead.
const RECENT: usize = 256;

/// What an entry of the log records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryKind<A> {
    /// A seat acted.
    Act(Seat, A),
    /// A deadline passed.
    Tick,
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<A> {
    /// When, in milliseconds since the match began.
    pub t_ms: u64,
    /// What.
    pub kind: EntryKind<A>,
    /// What the client called it, so that who does not know whether an action
    /// arrived can send it again and it is done once.
    pub id: Option<String>,
}

impl<A> Entry<A> {
    /// The seat that acted; nobody if time did.
    pub fn seat(&self) -> Option<Seat> {
        match self.kind {
            EntryKind::Act(seat, _) => Some(seat),
            EntryKind::Tick => None,
        }
    }
}

/// Why a match did not take an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejected<R> {
    /// The match is over.
    Over,
    /// There is no such seat, or it may not act now.
    NotActive(Seat),
    /// The rules refuse it.
    Refused(R),
}

impl<R: Say> fmt::Display for Rejected<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl<R: Say + fmt::Debug> std::error::Error for Rejected<R> {}

impl<R: Say> Say for Rejected<R> {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Over => lang.pick("the match is over", "la partie est finie").into(),
            Self::NotActive(seat) => match lang {
                Lang::En => format!("seat {seat} may not act now"),
                Lang::Fr => format!("le siège {seat} ne peut pas agir maintenant"),
            },
            Self::Refused(refusal) => refusal.say(lang),
        }
    }
}

/// A match in progress or finished. The log is the truth; the state is what
/// comes of folding it.
pub struct Match<G: Game> {
    config: G::Config,
    seed: Seed,
    state: G::State,
    log: Vec<Entry<G::Action>>,
    checkpoints: Checkpoints<G::State>,
}

/// What [`Match::undo_for`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// The last action of the seats was taken back, and all that came after.
    Done,
    /// The seats have done nothing yet.
    Nothing,
    /// The rules do not allow it here; nothing was taken back.
    Refused,
}

// Derived, these would ask the game itself to be `Clone` and `Debug`.
impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Self {
            config: self.config.clone(),
            seed: self.seed.clone(),
            state: self.state.clone(),
            log: self.log.clone(),
            checkpoints: self.checkpoints.clone(),
        }
    }
}

impl<G: Game> fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match").field("id", &self.id().to_string()).field("entries", &self.log.len()).finish()
    }
}

impl<G: Game> Match<G> {
    /// A new match of a configuration and a seed.
    pub fn new(config: G::Config, seed: u64) -> Result<Self, ConfigError> {
        Self::begin(config, seed.into())
    }

    /// A new match of a configuration and a seed of any kind.
    pub fn begin(config: G::Config, seed: Seed) -> Result<Self, ConfigError> {
        let state = G::start_from(&config, &seed)?;
        Ok(Self { config, seed, checkpoints: Checkpoints::new(state.clone()), state, log: Vec::new() })
    }

    /// The settings.
    pub fn config(&self) -> &G::Config {
        &self.config
    }

    /// The seed as a number: of a secret, one that tells nothing of it.
    pub fn seed(&self) -> u64 {
        self.seed.number()
    }

    /// The seed the match began with.
    pub fn whole_seed(&self) -> &Seed {
        &self.seed
    }

    /// What names the starting position.
    pub fn id(&self) -> GameId {
        GameId { game: G::NAME.into(), config: self.config.to_string(), seed: self.seed.clone() }
    }

    /// The whole state, secrets included.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// All that was done, oldest first.
    pub fn log(&self) -> &[Entry<G::Action>] {
        &self.log
    }

    /// The time of the last entry.
    pub fn clock(&self) -> u64 {
        self.log.last().map_or(0, |entry| entry.t_ms)
    }

    /// A fingerprint of the state.
    pub fn digest(&self) -> u64 {
        G::digest(&self.state)
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.state)
    }

    /// What a viewer may know.
    pub fn view(&self, viewer: Viewer) -> G::View {
        G::view(&self.state, viewer)
    }

    /// The actions a seat may take now.
    pub fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        if seat.index() < G::seats(&self.state) {
            G::legal(&self.state, seat, &mut actions);
        }
        actions
    }

    /// Does an action, after the deadlines that have passed by then, all or
    /// nothing: when the action is refused those deadlines have not fired
    /// either, and neither log nor state has changed. A host that wants them
    /// to fire all the same calls [`Match::advance`] first, as rooms do.
    ///
    /// Time never runs backwards: an earlier moment counts as the last one.
    pub fn act(&mut self, seat: Seat, action: &G::Action, t_ms: u64) -> Result<Vec<G::Event>, Rejected<G::Refusal>> {
        self.act_once(seat, action, t_ms, None)
    }

    /// As [`Match::act`], under a name by which [`Match::find`] finds it.
    pub fn act_once(
        &mut self,
        seat: Seat,
        action: &G::Action,
        t_ms: u64,
        id: Option<String>,
    ) -> Result<Vec<G::Event>, Rejected<G::Refusal>> {
        let t_ms = t_ms.max(self.clock());
        let before = self.log.len();
        let mut events = self.advance(t_ms);
        match self.try_act(seat, action, t_ms) {
            Ok(own) => {
                events.extend(own);
                self.push(Entry { t_ms, kind: EntryKind::Act(seat, action.clone()), id });
                Ok(events)
            }
            Err(rejected) => {
                if self.log.len() > before {
                    self.truncate(before);
                }
                Err(rejected)
            }
        }
    }

    fn try_act(&mut self, seat: Seat, action: &G::Action, t_ms: u64) -> Result<Vec<G::Event>, Rejected<G::Refusal>> {
        if self.outcome().is_some() {
            return Err(Rejected::Over);
        }
        if seat.index() >= G::seats(&self.state) || !G::active(&self.state).contains(seat) {
            return Err(Rejected::NotActive(seat));
        }
        G::apply(&mut self.state, seat, action, t_ms).map_err(Rejected::Refused)
    }

    /// Lets time pass: every deadline up to this moment fires.
    pub fn advance(&mut self, t_ms: u64) -> Vec<G::Event> {
        let mut events = Vec::new();
        while let Some(deadline) = G::deadline(&self.state) {
            let Some(fired) = self.tick(t_ms) else { break };
            events.extend(fired);
            if G::deadline(&self.state) == Some(deadline) {
                break; // A game that does not move its deadline must not hang us.
            }
        }
        events
    }

    /// Fires the next deadline, if it has come by this moment.
    fn tick(&mut self, t_ms: u64) -> Option<Vec<G::Event>> {
        let deadline = G::deadline(&self.state).filter(|deadline| *deadline <= t_ms)?;
        let t_ms = deadline.max(self.clock());
        let events = G::tick(&mut self.state, t_ms);
        self.push(Entry { t_ms, kind: EntryKind::Tick, id: None });
        Some(events)
    }

    /// The number of the entry with this name, if it is one of the last.
    pub fn find(&self, id: &str) -> Option<usize> {
        let recent = self.log.len().saturating_sub(RECENT);
        self.log[recent..].iter().rposition(|entry| entry.id.as_deref() == Some(id)).map(|at| recent + at)
    }

    /// Does what a log entry says; nothing for a deadline that has not come.
    pub fn redo(&mut self, entry: &Entry<G::Action>) -> Result<Vec<G::Event>, Rejected<G::Refusal>> {
        match &entry.kind {
            EntryKind::Act(seat, action) => self.act_once(*seat, action, entry.t_ms, entry.id.clone()),
            EntryKind::Tick => Ok(self.tick(entry.t_ms).unwrap_or_default()),
        }
    }

    fn push(&mut self, entry: Entry<G::Action>) {
        self.log.push(entry);
        self.checkpoints.pass(self.log.len(), &self.state);
    }

    /// The match as it stood after its first `entries` log entries.
    pub fn at(&self, entries: usize) -> Self {
        let entries = entries.min(self.log.len());
        Self {
            config: self.config.clone(),
            seed: self.seed.clone(),
            state: self.state_after(entries),
            log: self.log[..entries].to_vec(),
            checkpoints: self.checkpoints.up_to(entries),
        }
    }

    /// The match once more from its start, entry by entry: after each, the
    /// state and what happened.
    pub fn replay(&self) -> Replay<'_, G> {
        Replay { state: self.state_after(0), log: &self.log, entries: 0 }
    }

    /// Takes back the last action (and what time did after it), if the rules
    /// allow it here; true if something was taken back.
    pub fn undo(&mut self) -> bool {
        let all = Seats::first(G::seats(&self.state));
        self.undo_for(all) == Undo::Done
    }

    /// Takes back the last action of any of these seats, with all that others
    /// and time did after it; nothing unless the rules allow all of it.
    pub fn undo_for(&mut self, seats: Seats) -> Undo {
        let Some(last) = self.log.iter().rposition(|entry| entry.seat().is_some_and(|seat| seats.contains(seat)))
        else {
            return Undo::Nothing;
        };
        // Going back, an undo is asked for at the end and wherever an action
        // came next.
        let mut state = self.state_after(last + 1);
        let mut rest = self.log[last + 1..].iter();
        loop {
            let next = rest.next();
            if next.is_none_or(|entry| entry.seat().is_some()) && !G::undoable(&state) {
                return Undo::Refused;
            }
            match next {
                Some(entry) => drop(fold::<G>(&mut state, entry)),
                None => break,
            }
        }
        self.truncate(last);
        Undo::Done
    }

    /// Forgets the entries from a number on.
    fn truncate(&mut self, entries: usize) {
        self.state = self.state_after(entries);
        self.log.truncate(entries);
        self.checkpoints.truncate(entries);
    }

    /// The state after so many entries of the log: a fold from the last
    /// checkpoint before.
    fn state_after(&self, entries: usize) -> G::State {
        if entries == self.log.len() {
            return self.state.clone();
        }
        let (from, mut state) = self.checkpoints.before(entries);
        for entry in &self.log[from..entries] {
            fold::<G>(&mut state, entry);
        }
        state
    }
}

/// Does to a state what an entry did before.
///
/// # Panics
/// If the entry did not come from a match at this state: the rules are pure,
/// so what they took once they take again.
fn fold<G: Game>(state: &mut G::State, entry: &Entry<G::Action>) -> Vec<G::Event> {
    match &entry.kind {
        EntryKind::Act(seat, action) => G::apply(state, *seat, action, entry.t_ms)
            .unwrap_or_else(|refusal| panic!("the match took this entry before, and now: {refusal}")),
        EntryKind::Tick => G::tick(state, entry.t_ms),
    }
}

/// A match from its start on, see [`Match::replay`].
pub struct Replay<'a, G: Game> {
    state: G::State,
    log: &'a [Entry<G::Action>],
    entries: usize,
}

impl<'a, G: Game> Replay<'a, G> {
    /// The state after the entries so far.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// A fingerprint of that state.
    pub fn digest(&self) -> u64 {
        G::digest(&self.state)
    }

    /// Goes on by one entry: it, and what happened.
    pub fn step(&mut self) -> Option<(&'a Entry<G::Action>, Vec<G::Event>)> {
        let entry = self.log.get(self.entries)?;
        self.entries += 1;
        let events = fold::<G>(&mut self.state, entry);
        Some((entry, events))
    }
}
