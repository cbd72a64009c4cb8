//! Names of games that fit in a link: `game:settings#seed`.

use std::fmt;
use std::str::FromStr;

/// What names a starting position everywhere: in the command, in a link, in a
/// file. `race:size=31,players=2#42`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameId {
    /// The game's name.
    pub game: String,
    /// The text form of its settings.
    pub config: String,
    /// The seed.
    pub seed: u64,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}#{}", self.game, self.config, self.seed)
    }
}

impl FromStr for GameId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (game, rest) = text.split_once(':')?;
            let (config, seed) = rest.rsplit_once('#')?;
            Some(Self { game: game.into(), config: config.into(), seed: seed.parse().ok()? })
        };
        parse().ok_or_else(|| format!("found `{text}`, expected game:settings#seed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip() {
        let text = "race:size=31,players=2#42";
        assert_eq!(text.parse::<GameId>().unwrap().to_string(), text);
        assert!("race".parse::<GameId>().is_err());
        assert!("race:x#y".parse::<GameId>().is_err());
    }
}
