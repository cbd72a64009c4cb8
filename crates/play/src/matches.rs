//! A match: one writer, one log.

use crate::digest::digest;
use crate::{ConfigError, Game, GameId, Outcome, Seat, Viewer};
use dedale_text::{Lang, Say};
use std::fmt;

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed<A> {
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
    pub deed: Deed<A>,
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
    seed: u64,
    state: G::State,
    log: Vec<Entry<G::Action>>,
}

// Derived, these would ask the game itself to be `Clone` and `Debug`.
impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Self { config: self.config.clone(), seed: self.seed, state: self.state.clone(), log: self.log.clone() }
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
        let state = G::start(&config, seed)?;
        Ok(Self { config, seed, state, log: Vec::new() })
    }

    /// The settings.
    pub fn config(&self) -> &G::Config {
        &self.config
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// What names the starting position.
    pub fn id(&self) -> GameId {
        GameId { game: G::NAME.into(), config: self.config.to_string(), seed: self.seed }
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
        digest(&self.state)
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

    /// Does an action. Time never runs backwards: an earlier moment counts as
    /// the last one. Deadlines that have passed come first.
    pub fn act(&mut self, seat: Seat, action: &G::Action, t_ms: u64) -> Result<Vec<G::Event>, Rejected<G::Refusal>> {
        let t_ms = t_ms.max(self.clock());
        let mut events = self.advance(t_ms);
        if self.outcome().is_some() {
            return Err(Rejected::Over);
        }
        if seat.index() >= G::seats(&self.state) || !G::active(&self.state).contains(seat) {
            return Err(Rejected::NotActive(seat));
        }
        events.extend(G::apply(&mut self.state, seat, action, t_ms).map_err(Rejected::Refused)?);
        self.log.push(Entry { t_ms, deed: Deed::Act(seat, action.clone()) });
        Ok(events)
    }

    /// Lets time pass: every deadline up to this moment fires.
    pub fn advance(&mut self, t_ms: u64) -> Vec<G::Event> {
        let mut events = Vec::new();
        while let Some(deadline) = G::deadline(&self.state).filter(|deadline| *deadline <= t_ms) {
            let at = deadline.max(self.clock());
            events.extend(G::tick(&mut self.state, at));
            self.log.push(Entry { t_ms: at, deed: Deed::Tick });
            if G::deadline(&self.state) == Some(deadline) {
                break; // A game that does not move its deadline must not hang us.
            }
        }
        events
    }

    /// Does what a log entry says.
    pub fn redo(&mut self, entry: &Entry<G::Action>) -> Result<Vec<G::Event>, Rejected<G::Refusal>> {
        match &entry.deed {
            Deed::Act(seat, action) => self.act(*seat, action, entry.t_ms),
            Deed::Tick => {
                if G::deadline(&self.state).is_none_or(|deadline| deadline > entry.t_ms) {
                    return Ok(Vec::new());
                }
                Ok(self.advance(entry.t_ms))
            }
        }
    }

    /// The match as it stood after its first `entries` log entries.
    ///
    /// # Panics
    /// Never for a log this match wrote itself.
    pub fn at(&self, entries: usize) -> Self {
        let mut past = Self::new(self.config.clone(), self.seed).expect("the match began with this configuration");
        for entry in self.log.iter().take(entries) {
            past.redo(entry).expect("the match took this entry before");
        }
        past
    }

    /// Takes back the last action (and what time did after it), if the rules
    /// allow it here; true if something was taken back.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.log.iter().rposition(|entry| matches!(entry.deed, Deed::Act(..))) else { return false };
        if !G::undoable(&self.state) {
            return false;
        }
        *self = self.at(last);
        true
    }
}
