//! Whole games played by one strategy in every seat.
//!
//! Time goes in rounds: in each, every seat is asked once, in an order drawn
//! anew, against the state as it is at that moment. A round in which nobody
//! acts while the game is not over means that the game is stuck, unless
//! somebody sleeps or the sand runs: then it is lost in time. One player may
//! be imperfect: errs now and then, or dozes off for some rounds.

use crate::bots::{Guide, Strategy};
use crate::game::{Action, Config, MagicMaze, Open, Phase, State};
use dedale_grid::Rng;
use dedale_play::{Game, Seat, Viewer};

/// A round lasts this long unless told otherwise.
pub const ROUND_MS: u64 = 1000;

/// How long a player who dozed off sleeps, in rounds.
const NAP: u32 = 10;

/// After so many rounds a game goes nowhere.
const MOST_ROUNDS: u32 = 20_000;

/// How people play beside the bots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// How long a round lasts: what a player needs for an action.
    pub round_ms: u64,
    /// The chance that the first player does anything legal instead.
    pub err: f64,
    /// The chance in each round that the first player dozes off.
    pub doze: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { round_ms: ROUND_MS, err: 0.0, doze: 0.0 }
    }
}

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
    decide: impl FnMut(&mut Guide, &Open, Seat) -> Option<Action>,
) -> Report {
    play_at(config, seed, Pace::default(), guide, decide)
}

/// As [`play`], at a pace and beside an imperfect partner.
pub fn play_at(
    config: &Config,
    seed: u64,
    pace: Pace,
    guide: &mut Guide,
    mut decide: impl FnMut(&mut Guide, &Open, Seat) -> Option<Action>,
) -> Report {
    let mut state = State::new(config, seed.into());
    let mut rng = Rng::stream(seed, 0x51A7);
    let mut seats: Vec<Seat> = (0..config.players).map(Seat::new).collect();
    let mut rounds = 0;
    // The single player turns cards, and plans anew once all have been seen:
    // all of them idle twice means stuck.
    let patience = if config.players == 1 { 15u32 } else { 1 };
    let mut idle = 0;
    let mut asleep = 0;
    // Apart from the order of players, so that a perfect partner changes nothing.
    let mut moods = Rng::stream(seed, 0xD02E);
    // With a clock a game that nobody can go on with is lost, not stuck.
    let clocked = state.open.deadline.is_some();
    while !state.open.over() && (idle < patience || clocked) && rounds < MOST_ROUNDS {
        rounds += 1;
        let now = u64::from(rounds) * pace.round_ms;
        if pace.doze > 0.0 && asleep == 0 && moods.chance(pace.doze) {
            asleep = NAP;
        }
        MagicMaze::tick(&mut state, now);
        idle += u32::from(asleep == 0);
        rng.shuffle(&mut seats);
        for seat in &seats {
            if state.open.over() {
                break;
            }
            if seat.index() == 0 && asleep > 0 {
                continue;
            }
            let action = if seat.index() == 0 && pace.err > 0.0 && moods.chance(pace.err) {
                let mut legal = Vec::new();
                state.open.legal(*seat, &mut legal);
                moods.choose(&legal).copied()
            } else if config.players == 1 {
                // Cards that lie face down are seen by nobody.
                decide(guide, &MagicMaze::view(&state, Viewer::Seat(*seat)), *seat)
            } else {
                decide(guide, &state.open, *seat)
            };
            let Some(action) = action else { continue };
            let done = state.apply(*seat, &action, now);
            if done.is_ok() && action != Action::Next {
                idle = 0;
            }
        }
        asleep = asleep.saturating_sub(1);
    }
    let open = &state.open;
    Report { won: open.phase == Phase::Won, stuck: !open.over(), moves: open.moves, tiles: open.market.len(), rounds }
}

/// Plays a game with a strategy in every seat.
pub fn play_with(config: &Config, seed: u64, guide: &mut Guide, strategy: Strategy) -> Report {
    play(config, seed, guide, |guide, open, seat| guide.decide(open, seat, strategy))
}
