//! Names of games that fit in a link: `game:settings#seed`.

use crate::Seed;
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
    /// The seed: a number, or a secret that is none any more.
    pub seed: Seed,
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
        let secret = format!("fish:players=2#{}", "0f".repeat(32));
        assert_eq!(secret.parse::<GameId>().unwrap().to_string(), secret);
        assert!("race".parse::<GameId>().is_err());
        assert!("race:x#y".parse::<GameId>().is_err());
    }
}
