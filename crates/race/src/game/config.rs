//! The settings of a match, in a text form that fits in a link:
//! `size=31,density=0.65,players=2,rounds=3,block,handicap=0/2`.

use super::drawn::DrawnBoard;
use crate::generate::MIN_SIZE;
use crate::{MAX_PLAYERS, Recipe};
use dedale_play::{ConfigError, Params};
use dedale_text::Text;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The largest side of a board that is played on.
const MAX_SIZE: usize = 501;

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
pub struct Config {
    /// The side of the boards, the ring included: 5 to 501.
    pub size: usize,
    /// The share of free cells: above 0, up to 1.
    pub density: f64,
    /// One to four.
    pub players: usize,
    /// One to 999.
    pub rounds: u32,
    /// Players block each other's cells.
    pub block: bool,
    /// Free the fewest cells instead of drawing another board.
    pub repair: bool,
    /// Ask the first player for size and density before every round.
    pub ask: bool,
    /// The turns each player sits out at the start of every round.
    pub handicap: [u32; MAX_PLAYERS],
    // What the first matches did not have is hashed only where it is used, so
    // that their files keep their digests.
    /// All players choose their steps in secret and make them at once.
    #[serde(skip_serializing_if = "off")]
    pub together: bool,
    /// How far a player sees, in steps as the crow flies; 0 for everything.
    #[serde(skip_serializing_if = "off")]
    pub fog: u32,
    /// The blocks each player may put on free cells in a round.
    #[serde(skip_serializing_if = "off")]
    pub walls: u8,
    /// The cells each player may free in a round.
    #[serde(skip_serializing_if = "off")]
    pub bombs: u8,
    /// Before the first step players may bet on the steps of the round's
    /// winner; who is right scores a point more.
    #[serde(skip_serializing_if = "off")]
    pub bets: bool,
    /// Boards are drawn again until the shortest ways of all differ by a step
    /// at most.
    #[serde(skip_serializing_if = "off")]
    pub fair: bool,
    /// The board of every round, drawn by hand; then there is nothing to make.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "questions", schemars(with = "Option<String>"))]
    pub board: Option<DrawnBoard>,
}

fn off<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Config {
    fn default() -> Self {
        Self {
            size: 31,
            density: 0.65,
            players: 2,
            rounds: 3,
            block: false,
            repair: false,
            ask: false,
            handicap: [0; MAX_PLAYERS],
            together: false,
            fog: 0,
            walls: 0,
            bombs: 0,
            bets: false,
            fair: false,
            board: None,
        }
    }
}

impl Config {
    /// What the boards should be like.
    pub fn recipe(&self) -> Recipe {
        Recipe { size: self.size, density: self.density, players: self.players, repair: self.repair }
    }

    /// The settings with another board; refused if it is not possible.
    pub(super) fn with_board(&self, size: usize, density: f64) -> Result<Recipe, ConfigError> {
        let recipe = Recipe { size, density, ..self.recipe() };
        check_size(size)?;
        recipe.check().map_err(|error| ConfigError(Text::of(&error)))?;
        Ok(recipe)
    }
}

fn check_size(size: usize) -> Result<(), ConfigError> {
    if (MIN_SIZE..=MAX_SIZE).contains(&size) {
        return Ok(());
    }
    Err(ConfigError::new(
        format!("found the size {size}, expected {MIN_SIZE} to {MAX_SIZE} for a match"),
        format!("trouvé la taille {size}, attendu {MIN_SIZE} à {MAX_SIZE} pour une partie"),
    ))
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, density, players, rounds, .. } = self;
        if self.board.is_none() {
            write!(f, "size={size},density={density},")?;
        }
        write!(f, "players={players},rounds={rounds}")?;
        for (name, set) in [("block", self.block), ("repair", self.repair), ("ask", self.ask)] {
            if set {
                write!(f, ",{name}")?;
            }
        }
        if let Some(last) = self.handicap.iter().rposition(|&turns| turns > 0) {
            let turns: Vec<String> = self.handicap[..=last].iter().map(u32::to_string).collect();
            write!(f, ",handicap={}", turns.join("/"))?;
        }
        for (name, set) in [("together", self.together), ("bets", self.bets), ("fair", self.fair)] {
            if set {
                write!(f, ",{name}")?;
            }
        }
        for (name, count) in [("fog", self.fog), ("walls", self.walls.into()), ("bombs", self.bombs.into())] {
            if count > 0 {
                write!(f, ",{name}={count}")?;
            }
        }
        if let Some(board) = &self.board {
            write!(f, ",board={}", board.text())?;
        }
        Ok(())
    }
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        let default = Self::default();
        let mut params = Params::parse(text)?;
        let drawn = params.take("board", String::new())?;
        let players = params.take("players", default.players)?;
        let board = if drawn.is_empty() { None } else { Some(drawn_board(&drawn, players, text)?) };
        let side = board.as_ref().map_or(default.size, |drawn| drawn.board().size().rows());
        let config = Self {
            size: params.take("size", side)?,
            density: params.take("density", default.density)?,
            players,
            rounds: params.take_in("rounds", default.rounds, 1, 999)?,
            block: params.take("block", false)?,
            repair: params.take("repair", false)?,
            ask: params.take("ask", false)?,
            handicap: handicap(&params.take("handicap", String::new())?)?,
            together: params.take("together", false)?,
            fog: params.take_in("fog", 0, 0, 99)?,
            walls: params.take_in("walls", 0, 0, 9)?,
            bombs: params.take_in("bombs", 0, 0, 9)?,
            bets: params.take("bets", false)?,
            fair: params.take("fair", false)?,
            board,
        };
        params.finish()?;
        if config.together && (config.walls > 0 || config.bombs > 0) {
            return Err(ConfigError::new(
                "found walls or bombs with steps made together, expected one or the other",
                "trouvé des blocs ou des bombes avec des pas simultanés, attendu l'un ou l'autre",
            ));
        }
        if config.fair && config.players == 1 {
            return Err(ConfigError(fair_alone()));
        }
        if config.board.is_none() {
            config.with_board(config.size, config.density)?;
        }
        Ok(config)
    }
}

/// The board drawn by hand; settings of boards that are made say nothing then.
fn drawn_board(drawn: &str, players: usize, text: &str) -> Result<DrawnBoard, ConfigError> {
    let mut keys = text.split(',').map(|part| part.split('=').next().unwrap_or_default().trim());
    if let Some(key) = keys.find(|key| ["size", "density", "repair", "ask", "fair"].contains(key)) {
        return Err(ConfigError::new(
            format!("found the setting `{key}` with a drawn board, where it has no effect"),
            format!("trouvé le réglage « {key} » avec un plateau dessiné, où il est sans effet"),
        ));
    }
    if !(1..=MAX_PLAYERS).contains(&players) {
        return Err(ConfigError::new(
            format!("found {players} players, expected 1 to {MAX_PLAYERS}"),
            format!("trouvé {players} joueurs, attendu de 1 à {MAX_PLAYERS}"),
        ));
    }
    DrawnBoard::read(drawn, players)
}

/// Why a player alone has no fair boards.
pub(crate) fn fair_alone() -> Text {
    Text::new(
        "found fair boards for one player, expected at least two: alone there is nobody to be fair to",
        "trouvé des plateaux équitables pour un seul joueur, attendu au moins deux : seul, on n'a personne à égaler",
    )
}

/// Turns by player, separated by slashes: `0/2`.
fn handicap(text: &str) -> Result<[u32; MAX_PLAYERS], ConfigError> {
    let mut handicap = [0; MAX_PLAYERS];
    if text.is_empty() {
        return Ok(handicap);
    }
    let parts: Vec<&str> = text.split('/').collect();
    let refuse = || {
        ConfigError::new(
            format!("found the handicap `{text}`, expected up to four numbers of turns from 0 to 999 such as 0/2"),
            format!("trouvé le handicap « {text} », attendu jusqu'à quatre nombres de tours de 0 à 999 comme 0/2"),
        )
    };
    if parts.len() > MAX_PLAYERS {
        return Err(refuse());
    }
    for (turns, part) in handicap.iter_mut().zip(parts) {
        *turns = part.parse().ok().filter(|&turns| turns < 1000).ok_or_else(refuse)?;
    }
    Ok(handicap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_parses_back() {
        for text in [
            "size=31,density=0.65,players=2,rounds=3",
            "size=5,density=1,players=4,rounds=1,block,repair,ask,handicap=0/2/0/7",
            "size=9,density=1,players=2,rounds=1,together,bets,fog=3",
            "size=9,density=1,players=2,rounds=1,walls=2,bombs=1",
            "size=31,density=0.65,players=2,rounds=3,fair",
            "size=9,density=1,players=3,rounds=1,repair,handicap=0/2,together,fair,fog=3",
        ] {
            assert_eq!(text.parse::<Config>().unwrap().to_string(), text);
        }
        assert_eq!("".parse(), Ok(Config::default()));
    }

    #[test]
    fn bad_settings_are_refused() {
        for bad in [
            "size=4",
            "size=502",
            "size=x",
            "density=0",
            "density=1.5",
            "density=NaN",
            "players=0",
            "players=5",
            "rounds=0",
            "handicap=1/2/3/4/5",
            "handicap=a",
            "handicap=1000",
            "sise=7",
            "together,walls=1",
            "bombs=10",
            "size=5,density=0.1",
            "players=1,fair",
        ] {
            assert!(bad.parse::<Config>().is_err(), "{bad}");
        }
    }
}
