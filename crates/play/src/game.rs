//! The interface of a game.

use crate::{Bot, ConfigError, Seat, Seats, Seed, Viewer};
use dedale_grid::Rng;
use dedale_text::Say;
use serde::Serialize;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// The rules of a game, pure: time and randomness are inputs, nothing else is
/// read. All functions are associated; a game has no instance of its own.
pub trait Game: Sized + 'static {
    /// The name in files, links and commands, such as `race`.
    const NAME: &'static str;
    /// Raised whenever old logs would replay differently.
    const VERSION: u32;

    /// The settings, with a text form that parses back.
    type Config: Clone + Debug + PartialEq + Display + FromStr<Err = ConfigError> + Send + Sync + 'static;
    /// Everything there is to know at a moment, secrets and the random
    /// generator included. Serialised for digests, never sent to players:
    /// what is sent is the view, and what is hashed is [`Game::digest`].
    type State: Clone + Debug + Serialize + Send + Sync + 'static;
    /// What a player can do, with a short text form that parses back.
    type Action: Clone + Debug + PartialEq + Display + FromStr<Err: Say> + Send + Sync + 'static;
    /// What happened, for those who draw and tell it.
    type Event: Clone + Debug + Serialize + Send + 'static;
    /// What one viewer may know.
    type View: Clone + Debug + PartialEq + Serialize + Send + 'static;
    /// Why an action was refused.
    type Refusal: Say + Clone + Debug + Send + 'static;

    /// Named settings: the name and the text form.
    fn presets() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Refuses settings with which a match takes seconds to start; whoever
    /// begins matches for strangers asks first.
    fn check_cost(_config: &Self::Config) -> Result<(), ConfigError> {
        Ok(())
    }

    /// The state before the first action.
    fn start(config: &Self::Config, seed: u64) -> Result<Self::State, ConfigError>;

    /// The state before the first action of a seed of any kind. Games with
    /// secrets draw everything hidden from [`Seed::rng`]; for the others a
    /// secret is a number like any other.
    fn start_from(config: &Self::Config, seed: &Seed) -> Result<Self::State, ConfigError> {
        Self::start(config, seed.number())
    }

    /// The settings of today that replay a match of an older version of the
    /// rules, entry by entry and digest by digest; none if that cannot be
    /// done. See the crate's notes on versions.
    fn upgrade(_version: u32, _config: &str) -> Option<String> {
        None
    }

    /// A fingerprint of the state, written into match files: the hash of all
    /// of it, unless the state has grown something since that old files do
    /// not know.
    fn digest(state: &Self::State) -> u64 {
        crate::digest(state)
    }

    /// How many seats the table has.
    fn seats(state: &Self::State) -> usize;

    /// The seats that may act now; nobody when the game is over.
    fn active(state: &Self::State) -> Seats;

    /// Appends every action the seat may take now.
    fn legal(state: &Self::State, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Does an action at a time, or refuses it and leaves the state unchanged.
    fn apply(
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        t_ms: u64,
    ) -> Result<Vec<Self::Event>, Self::Refusal>;

    /// The next moment at which [`Game::tick`] would change something.
    fn deadline(_state: &Self::State) -> Option<u64> {
        None
    }

    /// Lets time pass up to a moment that has come.
    fn tick(_state: &mut Self::State, _t_ms: u64) -> Vec<Self::Event> {
        Vec::new()
    }

    /// How it ended, once it has.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// What a viewer may know.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// What a viewer is told of an event; nothing, if it is none of their
    /// business.
    fn tell(event: &Self::Event, _viewer: Viewer) -> Option<Self::Event> {
        Some(event.clone())
    }

    /// A state the viewer cannot tell from this one, with everything hidden
    /// from them drawn anew. Games without secrets return a copy.
    fn disguise(state: &Self::State, _viewer: Viewer, _rng: &mut Rng) -> Self::State {
        state.clone()
    }

    /// Whether an action may be taken back in practice: not where something
    /// was revealed or where time matters.
    fn undoable(_state: &Self::State) -> bool {
        true
    }

    /// The bots, weakest first.
    fn bots() -> &'static [Bot<Self>];
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Those who won; several share a win, nobody wins a match that all lost.
    pub winners: Seats,
    /// The score of each seat in the game's own unit.
    pub scores: Vec<i64>,
}
