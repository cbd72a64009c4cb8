//! The game: real time, everybody at once, nobody talks.
//!
//! All seats may act at any moment; the order in which actions arrive is the
//! order in which they happen. The sand timer is the deadline of the match;
//! time is an input and never read. Hidden is only what lies on the cards not
//! yet turned over, tiles and the single player's action cards alike.

mod action;
mod cameras;
mod config;
mod crystal;
mod discarding;
mod event;
mod open;
mod parts;
mod roles;
pub mod scenario;
mod state;
mod tell;

pub use action::{Action, ActionError};
pub use config::Config;
pub use event::{Event, Refusal};
pub use roles::Role;
pub use state::{Open, Phase, State};
pub use tell::tell;

use crate::bots;
use dedale_grid::Rng;
use dedale_play::{Bot, Budget, ConfigError, Game, Outcome, Seat, Seats, Seed, Viewer};

/// The rules of Magic Maze.
pub struct MagicMaze;

impl Game for MagicMaze {
    const NAME: &'static str = "magic";
    const VERSION: u32 = 2;
    type Config = Config;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = Open;
    type Refusal = Refusal;

    fn presets() -> &'static [(&'static str, &'static str)] {
        config::PRESETS
    }

    fn start(config: &Config, seed: u64) -> Result<State, ConfigError> {
        Self::start_from(config, &seed.into())
    }

    fn start_from(config: &Config, seed: &Seed) -> Result<State, ConfigError> {
        Ok(State::new(config, seed.clone()))
    }

    /// The first version had other decks; a setting keeps them.
    fn upgrade(version: u32, config: &str) -> Option<String> {
        (version == 1).then(|| format!("{config},deck=1"))
    }

    /// Without the glass, which repeats the time of the settings for those who
    /// look: match files from before it was sent hash the same.
    fn digest(state: &State) -> u64 {
        let mut hashed = state.clone();
        hashed.open.glass = 0;
        dedale_play::digest(&hashed)
    }

    fn seats(state: &State) -> usize {
        state.open.roles.len()
    }

    fn active(state: &State) -> Seats {
        if state.open.over() { Seats::NONE } else { Seats::first(state.open.roles.len()) }
    }

    fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        state.open.legal(seat, actions);
    }

    fn apply(state: &mut State, seat: Seat, action: &Action, t_ms: u64) -> Result<Vec<Event>, Refusal> {
        state.apply(seat, action, t_ms)
    }

    fn deadline(state: &State) -> Option<u64> {
        if state.open.over() { None } else { state.open.deadline }
    }

    fn tick(state: &mut State, t_ms: u64) -> Vec<Event> {
        state.tick(t_ms)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let seats = state.open.roles.len();
        match state.open.phase {
            Phase::Won => Some(Outcome { winners: Seats::first(seats), scores: vec![1; seats] }),
            Phase::Lost => Some(Outcome { winners: Seats::NONE, scores: vec![0; seats] }),
            Phase::Search | Phase::Escape => None,
        }
    }

    fn view(state: &State, _: Viewer) -> Open {
        let mut view = state.open.clone();
        view.cards[state.face_down()].fill(Role::default());
        view
    }

    fn disguise(state: &State, _: Viewer, rng: &mut Rng) -> State {
        let mut other = state.clone();
        let hidden = state.deck.len() - usize::from(scenario::face_up(state.open.scenario) && !state.deck.is_empty());
        // What was discarded is known to lie at the bottom, but not told.
        rng.shuffle(&mut other.deck[..hidden]);
        rng.shuffle(&mut other.open.cards[state.face_down()]);
        other.seed = Seed::Number(rng.bits());
        other
    }

    /// Never: tiles were shown and time has passed.
    fn undoable(_: &State) -> bool {
        false
    }

    fn bots() -> &'static [Bot<Self>] {
        &[
            Bot { name: "random", budget: Budget { nodes: 1 }, choose: dedale_play::bot::random::<MagicMaze> },
            Bot { name: "base", budget: Budget { nodes: 1 }, choose: bots::base },
            Bot { name: "joint", budget: Budget { nodes: 1 }, choose: bots::joint },
        ]
    }
}
