//! A match without type parameters, for servers and terminals that host any
//! game: actions as text, views and events as JSON.

use crate::{Bot, Budget, Game, GameId, Match, Outcome, Seat, Seats, Viewer, file};
use dedale_grid::Rng;
use dedale_text::Text;
use serde_json::Value;

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

/// A decision ready to be computed on any thread.
pub type Thought = Box<dyn FnOnce() -> Option<String> + Send>;

/// What a host needs of a match of any game.
pub trait Table: Send {
    /// The name, the settings and the seed.
    fn id(&self) -> GameId;
    /// The number of seats.
    fn seats(&self) -> usize;
    /// The seats that may act now.
    fn active(&self) -> Seats;
    /// The actions a seat may take now, as text.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// Does an action given as text.
    fn act(&mut self, seat: Seat, action: &str, t_ms: u64) -> Result<Vec<Happened>, Text>;
    /// The next moment at which time itself changes something.
    fn deadline(&self) -> Option<u64>;
    /// Lets time pass.
    fn advance(&mut self, t_ms: u64) -> Vec<Happened>;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Value;
    /// Takes back the last action where the rules allow it.
    fn undo(&mut self) -> bool;
    /// The number of log entries.
    fn entries(&self) -> usize;
    /// The log lines from an entry on, as in a match file.
    fn lines(&self, from: usize) -> Vec<String>;
    /// The first line of the match file.
    fn header(&self) -> String;
    /// The match as it stood after so many entries.
    fn at(&self, entries: usize) -> Box<dyn Table>;
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
        if self.outcome().is_some() { Seats::NONE } else { G::active(self.state()) }
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        Match::legal(self, seat).iter().map(ToString::to_string).collect()
    }

    fn act(&mut self, seat: Seat, action: &str, t_ms: u64) -> Result<Vec<Happened>, Text> {
        let action: G::Action = action.parse().map_err(|error| {
            Text::new(
                format!("`{action}` is not an action: {error}"),
                format!("« {action} » n'est pas une action : {error}"),
            )
        })?;
        let events = Match::act(self, seat, &action, t_ms).map_err(|rejected| Text::of(&rejected))?;
        Ok(tell::<G>(&events, self.seats()))
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

    fn undo(&mut self) -> bool {
        Match::undo(self)
    }

    fn entries(&self) -> usize {
        self.log().len()
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
