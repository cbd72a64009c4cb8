//! How a verb ends: yes, no, refused, interrupted.

use crate::context::Context;
use dedale_text::{Located, Say, Text};
use std::fmt;
use std::process::ExitCode;

/// The end of a verb that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Done, or the answer is yes: exit status 0.
    Yes,
    /// A good question whose answer is no: exit status 1.
    No,
    /// Stopped by Ctrl-C with what was finished kept: exit status 130.
    Interrupted,
}

/// Why a verb could not do its work: exit status 2.
#[derive(Debug)]
pub struct Failure(Text);

pub type Answer = Result<Done, Failure>;

impl Failure {
    /// A failure from its two texts.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self(Text::new(en, fr))
    }

    /// A failure of the system, in its own words.
    pub fn broken(error: impl fmt::Display) -> Self {
        Self::new(error.to_string(), error.to_string())
    }

    /// Something wrong with a file as a whole.
    pub fn file(name: &str, error: &(impl Say + ?Sized)) -> Self {
        let text = Text::of(error);
        Self::new(format!("{name}: {}", text.en), format!("{name} : {}", text.fr))
    }

    /// Something wrong at a place in a file: `FILE:LINE:COLUMN: …`.
    pub fn at<E: Say>(name: &str, error: &Located<E>) -> Self {
        let text = Text::of(error);
        Self::new(format!("{name}:{}", text.en), format!("{name}:{}", text.fr))
    }
}

impl<E: Say> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(Text::of(&error))
    }
}

/// Says what went wrong, if anything, and gives the exit status.
pub fn exit(answer: Answer, context: &Context) -> ExitCode {
    match answer {
        Ok(Done::Yes) => ExitCode::SUCCESS,
        Ok(Done::No) => ExitCode::from(1),
        Ok(Done::Interrupted) => ExitCode::from(130),
        Err(failure) => {
            anstream::eprintln!("{}", failure.0.say(context.lang));
            ExitCode::from(2)
        }
    }
}
