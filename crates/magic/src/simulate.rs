//! Whole games played by one strategy in every seat.
//!
//! Time goes in rounds: in each, every seat is asked once, in an order drawn
//! anew, against the state as it is at that moment. A round in which nobody
//! acts while the game is not over means that the game is stuck.

use crate::bots::{Guide, Strategy};
use crate::game::{Action, Config, MagicMaze, Open, Phase, State};
use dedale_grid::Rng;
use dedale_play::{Game, Seat};

/// A round lasts this long.
pub const ROUND_MS: u64 = 1000;

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// All pawns are out.
    pub won: bool,
    /// Nobody knew what to do.
    pub stuck: bool,
    /// Moves of pawns.
    pub moves: u32,
    /// Tiles on the table at the end.
    pub tiles: usize,
    /// Rounds, that is the time it took with all players acting at once.
    pub rounds: u32,
}

/// Plays a game. `decide` asks the guide; callers may watch the clock there.
pub fn play(
    config: &Config,
    seed: u64,
    guide: &mut Guide,
    mut decide: impl FnMut(&mut Guide, &Open, Seat) -> Option<Action>,
) -> Report {
    let mut state = State::new(config, seed.into());
    let mut rng = Rng::stream(seed, 0x51A7);
    let mut seats: Vec<Seat> = (0..config.players).map(Seat::new).collect();
    let mut rounds = 0;
    // The single player turns cards; all of them idle means stuck.
    let patience = if config.players == 1 { 8 } else { 1 };
    let mut idle = 0;
    while !state.open.over() && idle < patience {
        rounds += 1;
        let now = u64::from(rounds) * ROUND_MS;
        MagicMaze::tick(&mut state, now);
        idle += 1;
        rng.shuffle(&mut seats);
        for seat in &seats {
            if state.open.over() {
                break;
            }
            let Some(action) = decide(guide, &state.open, *seat) else { continue };
            let done = state.apply(*seat, &action, now);
            if done.is_ok() && action != Action::Next {
                idle = 0;
            }
        }
    }
    let open = &state.open;
    Report { won: open.phase == Phase::Won, stuck: !open.over(), moves: open.moves, tiles: open.market.len(), rounds }
}

/// Plays a game with a strategy in every seat.
pub fn play_with(config: &Config, seed: u64, guide: &mut Guide, strategy: Strategy) -> Report {
    play(config, seed, guide, |guide, open, seat| guide.decide(open, seat, strategy))
}
