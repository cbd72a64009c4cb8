//! Where in a file something is wrong.

use crate::{Lang, Say};
use std::fmt;

/// An error with the line and the column where it was found, both from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<E> {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub error: E,
}

impl<E> Located<E> {
    /// An error at a line and a column, both from 1.
    pub const fn new(line: usize, column: usize, error: E) -> Self {
        Self { line, column, error }
    }
}

impl<E: fmt::Display> fmt::Display for Located<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.error)
    }
}

impl<E: std::error::Error> std::error::Error for Located<E> {}

impl<E: Say> Say for Located<E> {
    fn say(&self, lang: Lang) -> String {
        format!("{}:{}: {}", self.line, self.column, self.error.say(lang))
    }
}
