//! The settings of a game, and the scenarios as presets.

use super::scenario;
use crate::deck::{Deck, Extras};
use dedale_play::{ConfigError, Params};
use std::fmt;
use std::str::FromStr;

/// The settings. Scenario 0 is the basic game; 1–7 add the rules of the
/// box one by one, 8–17 have them all and one of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// 1–8 players; 3–9 in scenario 9.
    pub players: usize,
    /// 0–17.
    pub scenario: usize,
    /// All tiles, the start tile counted.
    pub tiles: usize,
    /// Seconds in the sand timer; 0 for no limit.
    pub time: u64,
    /// Teleporters of each colour.
    pub teleporters: usize,
    /// How decks are made up: 1 as by the first version of the rules, 2 as in
    /// the box.
    pub deck: u8,
}

impl Config {
    /// What the scenario puts on the tiles.
    pub fn extras(&self) -> Extras {
        let from = |scenario, count| if self.scenario >= scenario { count } else { 0 };
        let base = Extras {
            teleporters: self.teleporters,
            timers: from(1, 4),
            shared_exit: self.scenario == 1,
            ..Extras::default()
        };
        if self.deck == 1 {
            return Extras {
                escalators: from(1, 5),
                passages: from(4, 4),
                crystals: from(5, 1),
                cameras: from(6, 2) + from(7, 2),
                ..base
            };
        }
        // The tiles 2 to n of the box, counted: what they carry.
        Extras {
            escalators: from(1, 3) + from(2, 3) + from(4, 1) + from(5, 1),
            passages: from(4, 2) + from(5, 1) + from(6, 1) + from(7, 1),
            crystals: from(5, 1) + from(6, 1),
            cameras: from(6, 2) + from(7, 2),
            crystal_first: self.scenario == 5,
            ..base
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
        let Self { players, scenario, tiles, time, teleporters, deck } = self;
        write!(f, "players={players},scenario={scenario},tiles={tiles},time={time},teleporters={teleporters}")?;
        if *deck == 2 { Ok(()) } else { write!(f, ",deck={deck}") }
    }
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        // What the basic game was called before.
        let mut params = Params::parse(if text.trim() == "course" { "" } else { text })?;
        let scenario = params.take_in("scenario", 0, 0, scenario::LAST)?;
        let tiles = [12, 9, 12, 12, 14, 15, 17, 19].get(scenario).copied().unwrap_or(19);
        let least = Deck::least(Extras { shared_exit: scenario == 1, ..Extras::default() });
        let tiles = params.take_in("tiles", tiles, least, 200)?;
        let (fewest, most) = (scenario::least_players(scenario), scenario::most_players(scenario));
        // As in the box: one of each colour on every third tile. The basic
        // game has objectives and exits only.
        let teleporters = if scenario == 0 { 0 } else { tiles / 3 };
        let config = Self {
            players: params.take_in("players", 4, fewest, most)?,
            scenario,
            tiles,
            time: params.take_in("time", 180, 0, 3600)?,
            teleporters: params.take_in("teleporters", teleporters, 0, 70)?,
            deck: params.take_in("deck", 2, 1, 2)?,
        };
        params.finish()?;
        Ok(config)
    }
}

/// The names and text forms of the scenarios.
pub const PRESETS: &[(&str, &str)] = &[
    ("basic", "scenario=0"),
    ("scenario-1", "scenario=1"),
    ("scenario-2", "scenario=2"),
    ("scenario-3", "scenario=3"),
    ("scenario-4", "scenario=4"),
    ("scenario-5", "scenario=5"),
    ("scenario-6", "scenario=6"),
    ("scenario-7", "scenario=7"),
    ("scenario-8", "scenario=8"),
    ("scenario-9", "scenario=9"),
    ("scenario-10", "scenario=10"),
    ("scenario-11", "scenario=11"),
    ("scenario-12", "scenario=12"),
    ("scenario-13", "scenario=13"),
    ("scenario-14", "scenario=14"),
    ("scenario-15", "scenario=15"),
    ("scenario-16", "scenario=16"),
    ("scenario-17", "scenario=17"),
];
