//! The game: settings, state, rules, what each player sees.
//!
//! A turn is to reserve a cell or to draw a piece. A tree is built on a
//! reservation of the one who drew it; a shop is sold by sealed bids among
//! those who lack it. After every construction roads appear by themselves and
//! reservations on them go back. When the pile is empty, whoever has the
//! shortest walks (and the most coins left) wins.

mod action;
mod config;
pub(crate) mod event;
mod rules;
mod state;
mod tell;
mod view;

use crate::bots;
use dedale_grid::Rng;
use dedale_play::{Bot, Budget, ConfigError, Game, Outcome, Seat, Seats, Seed, Viewer};

pub use action::{Action, ActionError, Refusal};
pub use config::{Config, Rules, Ties, Touch};
pub use event::{At, Event};
pub use state::{Bid, Phase, Piece, Player, Shop, State};
pub use view::View;

/// The game of Fresh Fish.
#[derive(Debug)]
pub struct Fish;

impl Game for Fish {
    const NAME: &'static str = "fish";
    const VERSION: u32 = 2;
    type Config = Config;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[
            ("standard", "rules=standard,players=3"),
            ("classic", "rules=classic,players=3"),
            ("2014", "rules=2014,players=3"),
        ]
    }

    fn start(config: &Config, seed: u64) -> Result<State, ConfigError> {
        State::start(config, seed)
    }

    fn start_from(config: &Config, seed: &Seed) -> Result<State, ConfigError> {
        State::drawn(config, seed.rng())
    }

    /// The first version had other limits; they are settings now.
    fn upgrade(version: u32, config: &str) -> Option<String> {
        (version == 1).then(|| Config::upgraded(config))
    }

    fn seats(state: &State) -> usize {
        state.seats()
    }

    fn active(state: &State) -> Seats {
        state.active()
    }

    fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        state.legal(seat, actions);
    }

    fn apply(state: &mut State, seat: Seat, action: &Action, _t_ms: u64) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        state.act(seat, *action, &mut events)?;
        Ok(events)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        if !state.is_over() {
            return None;
        }
        let scores: Vec<i64> = (0..state.seats()).map(|seat| i64::from(state.score(Seat::new(seat)))).collect();
        let best = scores.iter().min();
        let winners = (0..scores.len()).filter(|seat| Some(&scores[*seat]) == best).map(Seat::new).collect();
        Some(Outcome { winners, scores })
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View::new(state, viewer)
    }

    fn tell(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.told(viewer))
    }

    fn disguise(state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        view::disguise(state, viewer, rng)
    }

    fn undoable(state: &State) -> bool {
        state.undoable()
    }

    fn bots() -> &'static [Bot<Self>] {
        &[
            Bot { name: "random", budget: Budget { nodes: 1 }, choose: bots::random },
            Bot { name: "greedy", budget: Budget { nodes: 1 }, choose: bots::greedy },
            Bot { name: "strong", budget: Budget { nodes: bots::STRONG_NODES }, choose: bots::strong },
            Bot { name: "expert", budget: Budget { nodes: bots::EXPERT_NODES }, choose: bots::expert },
        ]
    }
}
