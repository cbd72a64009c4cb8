//! A message already written in both languages.

use crate::{Lang, Say};
use std::fmt;

/// A message in both languages, for those who pass on messages of any kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// The English.
    pub en: String,
    /// The French.
    pub fr: String,
}

impl Text {
    /// A message from its two texts.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { en: en.into(), fr: fr.into() }
    }

    /// What something says in both languages.
    pub fn of(message: &(impl Say + ?Sized)) -> Self {
        Self { en: message.say(Lang::En), fr: message.say(Lang::Fr) }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

impl std::error::Error for Text {}

impl Say for Text {
    fn say(&self, lang: Lang) -> String {
        lang.pick(&self.en, &self.fr).to_owned()
    }
}
