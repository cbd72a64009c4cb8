//! Files of the verbs that are no questions: matches to replay or go on with.

use crate::ask::refused;
use crate::failure::Failure;
use dedale_question::Input;
use dedale_text::{Located, Say};

/// What was read, with the name to blame.
pub struct Source(Input);

impl Source {
    /// Reads a file, standard input if its name is `-`.
    pub fn read(name: &str) -> Result<Self, Failure> {
        dedale_question::Source::File(name.to_owned()).read().map(Self).map_err(refused)
    }

    /// The input as text; the first byte that is not UTF-8 is named.
    pub fn text(&self) -> Result<&str, Failure> {
        self.0.text().map_err(refused)
    }

    /// A failure at a place of this input.
    pub fn at<E: Say>(&self, error: &Located<E>) -> Failure {
        refused(self.0.at(error))
    }
}
