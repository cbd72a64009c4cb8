//! The settings of a game, and the seven scenarios as presets.

use crate::deck::{Deck, Extras};
use dedale_play::{ConfigError, Params};
use std::fmt;
use std::str::FromStr;

/// The settings. Scenario 0 is the course's game; 1–7 add the rules of the
/// box one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// 1–8 players.
    pub players: usize,
    /// 0–7.
    pub scenario: usize,
    /// All tiles, the start tile counted.
    pub tiles: usize,
    /// Seconds in the sand timer; 0 for no limit.
    pub time: u64,
    /// Teleporters of each colour.
    pub teleporters: usize,
}

impl Config {
    /// What the scenario puts on the tiles.
    pub fn extras(&self) -> Extras {
        let from = |scenario, count| if self.scenario >= scenario { count } else { 0 };
        Extras {
            teleporters: self.teleporters,
            timers: from(1, 4),
            escalators: from(1, 5),
            passages: from(4, 4),
            crystals: from(5, 1),
            cameras: from(6, 2) + from(7, 2),
            shared_exit: self.scenario == 1,
        }
    }

    /// Roles go to the left neighbour at each flip.
    pub fn passes_roles(&self) -> bool {
        self.scenario >= 3
    }

    /// Exploring with green lets everybody talk.
    pub fn green_talks(&self) -> bool {
        self.scenario >= 4
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { players, scenario, tiles, time, teleporters } = self;
        write!(f, "players={players},scenario={scenario},tiles={tiles},time={time},teleporters={teleporters}")
    }
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        let mut params = Params::parse(text)?;
        let scenario = params.take_in("scenario", 0, 0, 7)?;
        let tiles = [12, 9, 12, 12, 14, 15, 17, 19][scenario];
        let least = Deck::least(Extras { shared_exit: scenario == 1, ..Extras::default() });
        let tiles = params.take_in("tiles", tiles, least, 200)?;
        let config = Self {
            players: params.take_in("players", 4, 1, 8)?,
            scenario,
            tiles,
            time: params.take_in("time", 180, 0, 3600)?,
            // As in the box: one of each colour on every third tile.
            teleporters: params.take_in("teleporters", tiles / 3, 0, 70)?,
        };
        params.finish()?;
        Ok(config)
    }
}

/// The names and text forms of the scenarios.
pub const PRESETS: &[(&str, &str)] = &[
    ("course", "scenario=0"),
    ("scenario-1", "scenario=1"),
    ("scenario-2", "scenario=2"),
    ("scenario-3", "scenario=3"),
    ("scenario-4", "scenario=4"),
    ("scenario-5", "scenario=5"),
    ("scenario-6", "scenario=6"),
    ("scenario-7", "scenario=7"),
];
