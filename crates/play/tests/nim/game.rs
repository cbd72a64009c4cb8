// Nim with a secret: two players take 1 to 3 matches from a heap, who takes
// the last one wins; each has a lucky number that only they know. The smallest
// game that exercises every part of the interface, and a template for new ones.

use dedale_grid::Rng;
use dedale_play::{Bot, Budget, ConfigError, Game, Outcome, Params, Seat, Seats, Seed, Viewer};
use dedale_text::messages;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

pub struct Nim;

#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    pub heap: u32,
    /// Milliseconds a player may think; the other wins when they run out.
    pub patience: u64,
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "heap={},patience={}", self.heap, self.patience)
    }
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        let mut params = Params::parse(text)?;
        let config =
            Self { heap: params.take_in("heap", 7, 1, 100_000)?, patience: params.take("patience", 1_000_000)? };
        params.finish()?;
        Ok(config)
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct State {
    heap: u32,
    turn: usize,
    lucky: [u8; 2],
    patience: u64,
    since: u64,
    winner: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Take(u32);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

impl FromStr for Take {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let count = text.strip_prefix("take ").and_then(|count| count.parse().ok());
        count.map(Take).ok_or(ActionError::Form)
    }
}

messages! {
    /// The text is no action.
    pub enum ActionError {
        /// Not the one form there is.
        Form => "expected `take N`", "attendu « take N »";
    }
}

messages! {
    /// Why nothing can be taken.
    pub enum Refusal {
        /// It is the other's turn.
        Turn => "it is the other player's turn", "c'est à l'autre de jouer";
        /// Not 1 to 3, or more than there are.
        Count { count: u32 } => "{count} cannot be taken", "on ne peut pas en prendre {count}";
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    heap: u32,
    my_lucky: Option<u8>,
}

impl Game for Nim {
    const NAME: &'static str = "nim";
    const VERSION: u32 = 1;
    type Config = Config;
    type State = State;
    type Action = Take;
    type Event = u32;
    type View = View;
    type Refusal = Refusal;

    fn start(config: &Config, seed: u64) -> Result<State, ConfigError> {
        Self::start_from(config, &seed.into())
    }

    fn start_from(config: &Config, seed: &Seed) -> Result<State, ConfigError> {
        let mut rng = seed.rng();
        let lucky = [rng.below(10) as u8, rng.below(10) as u8];
        Ok(State { heap: config.heap, turn: 0, lucky, patience: config.patience, since: 0, winner: None })
    }

    /// Version 0 had no clock: a match of it is one of endless patience.
    fn upgrade(version: u32, config: &str) -> Option<String> {
        (version == 0).then(|| format!("{config},patience={}", u32::MAX))
    }

    fn seats(_: &State) -> usize {
        2
    }

    fn active(state: &State) -> Seats {
        if state.winner.is_some() { Seats::NONE } else { Seats::only(Seat::new(state.turn)) }
    }

    fn legal(state: &State, seat: Seat, actions: &mut Vec<Take>) {
        if Self::active(state).contains(seat) {
            actions.extend((1..=state.heap.min(3)).map(Take));
        }
    }

    fn apply(state: &mut State, seat: Seat, action: &Take, t_ms: u64) -> Result<Vec<u32>, Refusal> {
        if !Self::active(state).contains(seat) {
            return Err(Refusal::Turn);
        }
        if !(1..=3).contains(&action.0) || action.0 > state.heap {
            return Err(Refusal::Count { count: action.0 });
        }
        state.heap -= action.0;
        state.since = t_ms;
        if state.heap == 0 {
            state.winner = Some(state.turn);
        }
        state.turn = 1 - state.turn;
        Ok(vec![action.0])
    }

    fn deadline(state: &State) -> Option<u64> {
        if state.winner.is_some() { None } else { Some(state.since + state.patience) }
    }

    fn tick(state: &mut State, t_ms: u64) -> Vec<u32> {
        if Self::deadline(state).is_some_and(|deadline| deadline <= t_ms) {
            state.winner = Some(1 - state.turn);
        }
        Vec::new()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let winner = state.winner?;
        let scores = (0..2).map(|seat| i64::from(seat == winner)).collect();
        Some(Outcome { winners: Seats::only(Seat::new(winner)), scores })
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let my_lucky = match viewer {
            Viewer::Seat(seat) => Some(state.lucky[seat.index()]),
            Viewer::Spectator => None,
        };
        View { heap: state.heap, my_lucky }
    }

    fn disguise(state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        let mut other = state.clone();
        for seat in (0..2).filter(|seat| !viewer.is(Seat::new(*seat))) {
            other.lucky[seat] = rng.below(10) as u8;
        }
        other
    }

    fn bots() -> &'static [Bot<Self>] {
        &[Bot { name: "perfect", budget: Budget { nodes: 1 }, choose: perfect }]
    }
}

/// Leaves a multiple of four whenever that is possible.
fn perfect(view: &View, _: Seat, legal: &[Take], rng: &mut Rng, _: Budget) -> Option<Take> {
    let wanted = Take(view.heap % 4);
    if legal.contains(&wanted) { Some(wanted) } else { rng.choose(legal).copied() }
}
