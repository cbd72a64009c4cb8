//! A line of the table: a question whose type nobody needs to know.

use crate::wrong_value::wrong_value;
use crate::{Answer, Control, Cost, Question, Reader, Refusal};
use clap::{ArgMatches, Command};
use dedale_text::{Lang, Say, Text};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;
use std::io::Write;

/// A question ready to be answered.
pub trait AnyQuestion: Send + Sync {
    /// Answers within the limits of the control.
    fn answer(&self, control: &Control<'_>) -> Result<Box<dyn AnyAnswer>, Refusal>;
    /// The question as JSON; a file that it names is read.
    fn to_json(&self) -> Result<Value, Refusal>;
}

impl<Q: Question> AnyQuestion for Q {
    fn answer(&self, control: &Control<'_>) -> Result<Box<dyn AnyAnswer>, Refusal> {
        Ok(Box::new(Question::answer(self, control)?))
    }

    fn to_json(&self) -> Result<Value, Refusal> {
        serde_json::to_value(self).map_err(Refusal::broken)
    }
}

/// An answer whose type nobody needs to know.
pub trait AnyAnswer: Send {
    /// Whether the answer is yes.
    fn yes(&self) -> bool;
    /// The JSON document.
    fn json(&self) -> Vec<u8>;
    /// Writes the JSON document, without a line break.
    fn write_json(&self, out: &mut dyn Write) -> std::io::Result<()>;
    /// Writes the answer in words for people.
    fn write_text(&self, reader: &Reader, out: &mut dyn Write) -> Result<(), Refusal>;
    /// Writes the answer in one of its formats, or as `json`.
    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal>;
    /// What is said beside the answer.
    fn note(&self, lang: Lang) -> Option<String>;
}

impl<A: Answer> AnyAnswer for A {
    fn yes(&self) -> bool {
        Answer::yes(self)
    }

    fn json(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        Answer::write_json(self, &mut bytes).expect("answers serialise, and memory takes all that is written");
        bytes
    }

    fn write_json(&self, out: &mut dyn Write) -> std::io::Result<()> {
        Answer::write_json(self, out)
    }

    fn write_text(&self, reader: &Reader, out: &mut dyn Write) -> Result<(), Refusal> {
        Answer::write_text(self, reader, out)
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        match format {
            "json" => Answer::write_json(self, out).and_then(|()| out.write_all(b"\n")).map_err(Refusal::broken),
            format if A::FORMATS.contains(&format) => Answer::write(self, format, out),
            format => Err(Refusal::format(format, A::FORMATS)),
        }
    }

    fn note(&self, lang: Lang) -> Option<String> {
        Answer::note(self, lang)
    }
}

/// One line of the table of questions.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The words of the verb, such as `path` or `tile generate`.
    pub name: &'static str,
    /// A question that works, as JSON.
    pub example: &'static str,
    /// Command lines that show how it is asked.
    pub commands: &'static [&'static str],
    /// How dear it is.
    pub cost: Cost,
    /// Whether results come one by one.
    pub streams: bool,
    /// The formats of its answer besides JSON.
    pub formats: &'static [&'static str],
    about: fn() -> Text,
    augment: fn(Command) -> Command,
    read: fn(&ArgMatches) -> Result<Box<dyn AnyQuestion>, clap::Error>,
    parse: fn(Value) -> Result<Box<dyn AnyQuestion>, Refusal>,
    schemas: fn(&mut SchemaGenerator) -> [Value; 2],
    settings: fn() -> Vec<String>,
}

impl Entry {
    /// The line of a question.
    pub fn of<Q: Question>() -> Self {
        Self {
            name: Q::NAME,
            example: Q::EXAMPLE,
            commands: Q::COMMANDS,
            cost: Q::COST,
            streams: Q::STREAMS,
            formats: Q::Answer::FORMATS,
            about: Q::about,
            augment: Q::augment_args,
            read: |matches| Ok(Box::new(Q::from_arg_matches(matches)?)),
            parse: |value| {
                let question: Q = serde_path_to_error::deserialize(value).map_err(|error| wrong_value(&error))?;
                Ok(Box::new(question))
            },
            schemas: |generator| [whole::<Q>(generator), generator.subschema_for::<Q::Answer>().to_value()],
            settings: || {
                let schema = whole::<Q>(&mut SchemaSettings::draft2020_12().into_generator());
                let properties = schema["properties"].as_object();
                properties.map(|properties| properties.keys().cloned().collect()).unwrap_or_default()
            },
        }
    }

    /// One line that says what it is for.
    pub fn about(&self) -> Text {
        (self.about)()
    }

    /// The last part of its path in the API, such as `tile-generate`.
    pub fn slug(&self) -> String {
        self.name.replace(' ', "-")
    }

    /// The arguments of the command that asks it, and what it is for: clap
    /// would take the comment on the type, which is English only.
    pub fn augment(&self, command: Command) -> Command {
        (self.augment)(command).about(self.about().say(Lang::current())).long_about(None)
    }

    /// The question of some arguments.
    pub fn read(&self, matches: &ArgMatches) -> Result<Box<dyn AnyQuestion>, clap::Error> {
        (self.read)(matches)
    }

    /// The question of a JSON object. Settings that it does not have are
    /// refused, so that nothing is asked in vain.
    pub fn parse(&self, value: Value) -> Result<Box<dyn AnyQuestion>, Refusal> {
        let Some(fields) = value.as_object() else {
            return Err(Refusal::new("expected an object", "attendu un objet"));
        };
        let known = (self.settings)();
        if let Some(name) = fields.keys().find(|name| !known.contains(name)) {
            let name: String = name.chars().take(40).collect();
            let known = known.join(", ");
            return Err(Refusal::new(
                format!("found the setting `{name}`, expected one of {known}"),
                format!("trouvé le réglage `{name}`, attendu l'un de {known}"),
            ));
        }
        (self.parse)(value)
    }

    /// The schemas of the question and of its answer; types with a name are
    /// defined in the generator.
    pub fn schemas(&self, generator: &mut SchemaGenerator) -> [Value; 2] {
        (self.schemas)(generator)
    }
}

/// The schema of a question itself, not a reference to it: a question that is
/// another under a new name has only that.
fn whole<Q: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    let schema = Q::json_schema(generator).to_value();
    let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    name.and_then(|name| generator.definitions().get(name)).cloned().unwrap_or(schema)
}
