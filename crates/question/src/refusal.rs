//! Why a question is not answered.

use dedale_text::{Lang, Located, Say, Text};
use std::fmt;

/// What sort of refusal it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The question is wrong: exit status 2, HTTP 422.
    Wrong,
    /// A good question whose answer is no: exit status 1, HTTP 422.
    No,
    /// More than is taken here: exit status 2, HTTP 413.
    TooLarge,
    /// It was called off or its time was over: exit status 130 or 1.
    Stopped,
    /// The system failed: exit status 2, HTTP 500.
    Broken,
}

/// Where in a file something is wrong; line and column from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file; empty for text that came without a name.
    pub file: String,
    /// The line and the column.
    pub at: Option<(usize, usize)>,
}

/// Why a question is not answered, in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What sort it is.
    pub kind: Kind,
    /// Where it is wrong, if that is known.
    pub place: Option<Place>,
    /// What was found and what was expected.
    pub text: Text,
}

impl Refusal {
    /// A refusal from its parts.
    pub fn of(kind: Kind, text: Text) -> Self {
        Self { kind, place: None, text }
    }

    /// The question is wrong.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self::of(Kind::Wrong, Text::new(en, fr))
    }

    /// A good question whose answer is no.
    pub fn no(message: &(impl Say + ?Sized)) -> Self {
        Self::of(Kind::No, Text::of(message))
    }

    /// More than is taken here.
    pub fn too_large(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self::of(Kind::TooLarge, Text::new(en, fr))
    }

    /// Called off, or out of time.
    pub fn stopped() -> Self {
        Self::of(Kind::Stopped, Text::new("stopped before the end", "arrêté avant la fin"))
    }

    /// The system failed, in its own words.
    pub fn broken(error: impl fmt::Display) -> Self {
        let text = error.to_string();
        Self::of(Kind::Broken, Text::new(text.clone(), text))
    }

    /// A format that an answer does not have.
    pub fn format(found: &str, known: &[&str]) -> Self {
        let known = known.join(", ");
        Self::new(
            format!("found the format `{found}`, expected one of json, {known}"),
            format!("trouvé le format `{found}`, attendu l'un de json, {known}"),
        )
    }

    /// A setting that has no effect beside another.
    pub fn no_effect(setting: &str, en: &str, fr: &str) -> Self {
        Self::new(format!("`{setting}` has no effect {en}"), format!("`{setting}` est sans effet {fr}"))
    }

    /// The same, found in this file.
    #[must_use]
    pub fn within(mut self, file: &str) -> Self {
        self.place = Some(Place { file: file.to_owned(), at: self.place.and_then(|place| place.at) });
        self
    }

    /// The same, found at this line and column.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        let file = self.place.map(|place| place.file).unwrap_or_default();
        self.place = Some(Place { file, at: Some((line, column)) });
        self
    }
}

/// Any message of a world is a reason to refuse.
impl<E: Say> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::of(Kind::Wrong, Text::of(&error))
    }
}

impl Refusal {
    /// What is wrong with a text, where it is wrong.
    pub fn located<E: Say>(file: &str, error: &Located<E>) -> Self {
        Self::of(Kind::Wrong, Text::of(&error.error)).at(error.line, error.column).within(file)
    }

    /// `FILE:LINE:COLUMN: what was found, what was expected`.
    pub fn message(&self, lang: Lang) -> String {
        let text = self.text.say(lang);
        match &self.place {
            None => text,
            Some(Place { file, at: Some((line, column)) }) if file.is_empty() => format!("{line}:{column}: {text}"),
            Some(Place { file, at: Some((line, column)) }) => format!("{file}:{line}:{column}: {text}"),
            Some(Place { file, at: None }) if file.is_empty() => text,
            // French sets a space before the colon.
            Some(Place { file, at: None }) => format!("{file}{} {text}", lang.pick(":", " :")),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}
