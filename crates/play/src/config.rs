//! The text form of a game's settings: `key=value,key=value`.

use dedale_text::{Lang, Say, Text};
use std::fmt::{self, Display};
use std::str::FromStr;

/// Why settings were refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError(pub Text);

impl ConfigError {
    /// A refusal from its two texts.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self(Text::new(en, fr))
    }
}

impl Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ConfigError {}

impl Say for ConfigError {
    fn say(&self, lang: Lang) -> String {
        self.0.say(lang)
    }
}

/// The settings of a game as they are written: `key=value,key=value`, fit for
/// a link. A game takes the keys it knows and then calls [`Params::finish`],
/// so that a misspelt key is an error and not a silent default.
#[derive(Clone, Debug, Default)]
pub struct Params {
    pairs: Vec<(String, String)>,
}

impl Params {
    /// Splits the text into its pairs; a key may stand once, and a key alone
    /// means `key=true`.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, "true"));
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            if pairs.iter().any(|(known, _)| *known == key) {
                return Err(ConfigError::new(
                    format!("found the setting `{key}` twice, expected it once"),
                    format!("trouvé le réglage « {key} » deux fois, attendu une seule"),
                ));
            }
            pairs.push((key, value));
        }
        Ok(Self { pairs })
    }

    /// Takes the value of a key, or the default when it is absent.
    pub fn take<T: FromStr>(&mut self, key: &str, default: T) -> Result<T, ConfigError> {
        let Some(at) = self.pairs.iter().position(|(known, _)| known == key) else { return Ok(default) };
        let (_, value) = self.pairs.swap_remove(at);
        value.parse().map_err(|_| {
            ConfigError::new(
                format!("found `{value}` for the setting `{key}`, expected another kind of value"),
                format!("trouvé « {value} » pour le réglage « {key} », attendu une autre sorte de valeur"),
            )
        })
    }

    /// Whether a key is there and nobody took it yet.
    pub fn has(&self, key: &str) -> bool {
        self.pairs.iter().any(|(known, _)| known == key)
    }

    /// Refuses whatever nobody took.
    pub fn finish(self) -> Result<(), ConfigError> {
        match self.pairs.first() {
            None => Ok(()),
            Some((key, _)) => Err(ConfigError::new(
                format!("found the setting `{key}`, which this game does not have"),
                format!("trouvé le réglage « {key} », que ce jeu n'a pas"),
            )),
        }
    }

    /// As [`Params::take`], refusing a value outside `low..=high`.
    pub fn take_in<T>(&mut self, key: &str, default: T, low: T, high: T) -> Result<T, ConfigError>
    where
        T: FromStr + PartialOrd + Display,
    {
        let value = self.take(key, default)?;
        if value >= low && value <= high {
            return Ok(value);
        }
        Err(ConfigError::new(
            format!("found {value} for the setting `{key}`, expected {low} to {high}"),
            format!("trouvé {value} pour le réglage « {key} », attendu de {low} à {high}"),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_checks_and_finishes() {
        let mut params = Params::parse("size=31, density=0.6,block").unwrap();
        assert_eq!(params.take("size", 0u32), Ok(31));
        assert_eq!(params.take_in("density", 0.5, 0.0, 1.0), Ok(0.6));
        assert_eq!(params.take("block", false), Ok(true));
        assert_eq!(params.take("players", 2u32), Ok(2));
        params.finish().unwrap();
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        assert!(Params::parse("a=1,a=2").is_err());
        assert!(Params::parse("size=x").unwrap().take("size", 0u32).is_err());
        assert!(Params::parse("size=7").unwrap().take_in("size", 9, 8, 10).is_err());
        let left = Params::parse("sise=3").unwrap().finish().unwrap_err();
        assert!(left.say(Lang::Fr).contains("sise"));
    }
}
