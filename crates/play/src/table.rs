//! A match without type parameters, for servers and terminals that host any
//! game: actions as text, views and events as JSON.

use crate::{Bot, Budget, Entry, EntryKind, Game, GameId, Match, Outcome, Seat, Seats, Undo, Viewer, file};
use dedale_grid::Rng;
use dedale_text::{Lang, Say, Text};
use serde_json::Value;
use std::str::FromStr;

/// An event as each viewer is told it.
#[derive(Clone, Debug, PartialEq)]
pub struct Happened {
    /// What spectators are told.
    pub public: Option<Value>,
    /// What each seat is told, by seat number.
    pub seats: Vec<Option<Value>>,
}

impl Happened {
    /// What this viewer is told.
    pub fn told(&self, viewer: Viewer) -> Option<&Value> {
        match viewer {
            Viewer::Spectator => self.public.as_ref(),
            Viewer::Seat(seat) => self.seats.get(seat.index())?.as_ref(),
        }
    }
}

/// A moment of a match as one viewer may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The entry that led here; none at the start.
    pub entry: Option<Entry<String>>,
    /// What happened with it.
    pub events: Vec<Value>,
    /// What there is to see.
    pub view: Value,
    /// The seats that may act.
    pub active: Seats,
    /// When time itself will act.
    pub deadline: Option<u64>,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

/// A decision ready to be computed on any thread.
pub type Thought = Box<dyn FnOnce() -> Option<String> + Send>;

/// What a host needs of a match of any game.
pub trait Table: Send + Sync {
    /// The name, the settings and the seed.
    fn id(&self) -> GameId;
    /// The number of seats.
    fn seats(&self) -> usize;
    /// The seats that may act now.
    fn active(&self) -> Seats;
    /// The actions a seat may take now, as text.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// Does an action given as text, under the name the client gave it.
    fn act(&mut self, seat: Seat, action: &str, t_ms: u64, id: Option<String>) -> Result<Vec<Happened>, Text>;
    /// The number of the entry that a client gave this name, if it is recent.
    fn find(&self, id: &str) -> Option<usize>;
    /// The next moment at which time itself changes something.
    fn deadline(&self) -> Option<u64>;
    /// Lets time pass.
    fn advance(&mut self, t_ms: u64) -> Vec<Happened>;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Value;
    /// Takes back the last action of any of these seats and all that came
    /// after it, where the rules allow it.
    fn undo_for(&mut self, seats: Seats) -> Undo;
    /// The time of the last entry.
    fn clock(&self) -> u64;
    /// The number of log entries.
    fn entries(&self) -> usize;
    /// The log entry with this number, counted from 0.
    fn entry(&self, number: usize) -> Option<Entry<String>>;
    /// The log lines from an entry on, as in a match file.
    fn lines(&self, from: usize) -> Vec<String>;
    /// The first line of the match file.
    fn header(&self) -> String;
    /// The match as it stood after so many entries.
    fn at(&self, entries: usize) -> Box<dyn Table>;
    /// Shows the match from its start on, moment by moment, as one viewer may
    /// know it, until the end or until the visitor has seen enough (false).
    fn replay(&self, viewer: Viewer, visit: &mut dyn FnMut(Moment) -> bool);
    /// A fingerprint of the state.
    fn digest(&self) -> u64;
    /// The names of the bots, weakest first.
    fn bots(&self) -> Vec<&'static str>;
    /// What a bot would do in a seat; `None` if there is no such bot.
    fn think(&self, bot: &str, seat: Seat, seed: u64, budget: Option<Budget>) -> Option<Thought>;
}

impl<G: Game> Table for Match<G> {
    fn id(&self) -> GameId {
        Match::id(self)
    }

    fn seats(&self) -> usize {
        G::seats(self.state())
    }

    fn active(&self) -> Seats {
        active::<G>(self.state())
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        Match::legal(self, seat).iter().map(ToString::to_string).collect()
    }

    fn act(&mut self, seat: Seat, action: &str, t_ms: u64, id: Option<String>) -> Result<Vec<Happened>, Text> {
        let action: G::Action = action.parse().map_err(|error: <G::Action as FromStr>::Err| {
            let (en, fr) = (error.say(Lang::En), error.say(Lang::Fr));
            Text::new(format!("`{action}` is not an action: {en}"), format!("« {action} » n'est pas une action : {fr}"))
        })?;
        let events = Match::act_once(self, seat, &action, t_ms, id).map_err(|rejected| Text::of(&rejected))?;
        Ok(tell::<G>(&events, self.seats()))
    }

    fn find(&self, id: &str) -> Option<usize> {
        Match::find(self, id)
    }

    fn deadline(&self) -> Option<u64> {
        G::deadline(self.state())
    }

    fn advance(&mut self, t_ms: u64) -> Vec<Happened> {
        let events = Match::advance(self, t_ms);
        tell::<G>(&events, self.seats())
    }

    fn outcome(&self) -> Option<Outcome> {
        Match::outcome(self)
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&Match::view(self, viewer))
    }

    fn undo_for(&mut self, seats: Seats) -> Undo {
        Match::undo_for(self, seats)
    }

    fn clock(&self) -> u64 {
        Match::clock(self)
    }

    fn entries(&self) -> usize {
        self.log().len()
    }

    fn entry(&self, number: usize) -> Option<Entry<String>> {
        self.log().get(number).map(in_text)
    }

    fn lines(&self, from: usize) -> Vec<String> {
        self.log().iter().enumerate().skip(from).map(|(seq, entry)| file::entry_line(seq, entry)).collect()
    }

    fn header(&self) -> String {
        file::header_line(self)
    }

    fn at(&self, entries: usize) -> Box<dyn Table> {
        Box::new(Match::at(self, entries))
    }

    fn replay(&self, viewer: Viewer, visit: &mut dyn FnMut(Moment) -> bool) {
        let mut replay = Match::replay(self);
        let (mut entry, mut events) = (None, Vec::new());
        loop {
            let state = replay.state();
            let moment = Moment {
                entry: entry.take(),
                events: std::mem::take(&mut events),
                view: json(&G::view(state, viewer)),
                active: active::<G>(state),
                deadline: G::deadline(state),
                outcome: G::outcome(state),
            };
            if !visit(moment) {
                return;
            }
            let Some((done, happened)) = replay.step() else { return };
            entry = Some(in_text(done));
            events = happened.iter().filter_map(|event| G::tell(event, viewer)).map(|event| json(&event)).collect();
        }
    }

    fn digest(&self) -> u64 {
        Match::digest(self)
    }

    fn bots(&self) -> Vec<&'static str> {
        G::bots().iter().map(|bot| bot.name).collect()
    }

    fn think(&self, bot: &str, seat: Seat, seed: u64, budget: Option<Budget>) -> Option<Thought> {
        let bot = Bot::<G>::named(bot)?;
        let view = Match::view(self, Viewer::Seat(seat));
        let legal = Match::legal(self, seat);
        let mut rng = Rng::stream(seed, self.log().len() as u64);
        Some(Box::new(move || {
            let action = (bot.choose)(&view, seat, &legal, &mut rng, budget.unwrap_or(bot.budget))?;
            Some(action.to_string())
        }))
    }
}

/// The seats that may act; nobody once it is over.
fn active<G: Game>(state: &G::State) -> Seats {
    if G::outcome(state).is_some() { Seats::NONE } else { G::active(state) }
}

fn in_text<A: ToString>(entry: &Entry<A>) -> Entry<String> {
    let kind = match &entry.kind {
        EntryKind::Act(seat, action) => EntryKind::Act(*seat, action.to_string()),
        EntryKind::Tick => EntryKind::Tick,
    };
    Entry { t_ms: entry.t_ms, kind, id: entry.id.clone() }
}

fn tell<G: Game>(events: &[G::Event], seats: usize) -> Vec<Happened> {
    let told = |event: &G::Event, viewer| G::tell(event, viewer).map(|event| json(&event));
    events
        .iter()
        .map(|event| Happened {
            public: told(event, Viewer::Spectator),
            seats: (0..seats).map(|seat| told(event, Viewer::Seat(Seat::new(seat)))).collect(),
        })
        .collect()
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("views and events serialise to JSON")
}
