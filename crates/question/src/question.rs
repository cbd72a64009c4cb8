//! What a question and an answer are.

use crate::{Control, Refusal};
use dedale_text::{Lang, Text};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Write};

/// How dear a question is, and so where strangers' questions are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Bounded by the checked size of its board: answered in the server.
    Small,
    /// Some seconds at the most: answered at once, by a worker.
    Large,
    /// As long as it is allowed to take: a job, done by a worker.
    Job,
}

/// Something that can be asked.
///
/// The fields are the settings: serde reads them from JSON, clap from the
/// command line, and the schema describes them. A file is a [`crate::Source`]:
/// its text in JSON, its name on the command line.
pub trait Question: clap::Args + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// What comes back.
    type Answer: Answer;
    /// The words of the verb, such as `path` or `tile generate`.
    const NAME: &'static str;
    /// A question that works, as JSON.
    const EXAMPLE: &'static str;
    /// Command lines that show how it is asked.
    const COMMANDS: &'static [&'static str];
    /// How dear it is.
    const COST: Cost = Cost::Small;
    /// Whether results come one by one: each is handed to [`Control::emit`],
    /// and the answer is the list of them.
    const STREAMS: bool = false;

    /// One line that says what it is for.
    fn about() -> Text;

    /// Answers within the limits of the control.
    fn answer(&self, control: &Control<'_>) -> Result<Self::Answer, Refusal>;
}

/// What a question is answered with. Its JSON is what `--json` prints and the
/// server sends.
pub trait Answer: Serialize + JsonSchema + Send + 'static {
    /// The formats besides JSON that it can be written in; the first is the
    /// one of a file whose name has no ending.
    const FORMATS: &'static [&'static str] = &[];

    /// Whether the answer is yes; a good question whose answer is no ends the
    /// command with status 1.
    fn yes(&self) -> bool {
        true
    }

    /// The answer in words for people.
    fn text(&self, reader: &Reader) -> String;

    /// Writes the text for people; an answer too large for memory writes
    /// it piece by piece.
    fn write_text(&self, reader: &Reader, out: &mut dyn Write) -> Result<(), Refusal> {
        out.write_all(self.text(reader).as_bytes()).map_err(Refusal::broken)
    }

    /// Writes the answer in one of its formats.
    fn write(&self, format: &str, _out: &mut dyn Write) -> Result<(), Refusal> {
        Err(Refusal::format(format, Self::FORMATS))
    }

    /// How many bytes writing it takes, where that is known and worth a bar of
    /// progress: in a format, or as the text for people.
    fn bytes(&self, _format: Option<&str>) -> Option<u64> {
        None
    }

    /// Writes the answer as one JSON document, without a line break.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        write_json(self, out)
    }

    /// What is said beside the answer, such as the seed that was drawn.
    fn note(&self, _lang: Lang) -> Option<String> {
        None
    }
}

/// Writes a value as one JSON document.
pub fn write_json(value: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    Ok(serde_json::to_writer(out, value)?)
}

/// Who reads an answer, and on what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    /// The language.
    pub lang: Lang,
    /// Whether colours are shown.
    pub color: bool,
    /// Whether letters beyond ASCII are shown.
    pub unicode: bool,
}
