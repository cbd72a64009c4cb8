//! The file of a question: its text in JSON, its name on the command line.

use crate::Refusal;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use dedale_text::{Located, Say};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::convert::Infallible;
use std::fs::File;
use std::io::Read;
use std::str::FromStr;

/// The most bytes read from one input.
const LARGEST: u64 = 4 << 30;

/// What some editors write before UTF-8.
const BYTE_ORDER_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// Where a text comes from.
///
/// Only the command line makes a [`Source::File`]; whatever arrives as JSON is
/// content, so that no visitor names files of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file of this name, `-` for standard input.
    File(String),
    /// The content itself.
    Content(Vec<u8>),
}

impl Source {
    /// The name to blame: that of the file, or nothing.
    pub fn name(&self) -> &str {
        match self {
            Self::File(name) => name,
            Self::Content(_) => "",
        }
    }

    /// Reads the whole input.
    pub fn read(&self) -> Result<Input, Refusal> {
        let name = self.name().to_owned();
        let mut bytes = match self {
            Self::Content(bytes) => bytes.clone(),
            Self::File(name) => read(name)?,
        };
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(Input { name, bytes })
    }
}

fn read(name: &str) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let read = if name == "-" {
        std::io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes)
    } else {
        File::open(name).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
    };
    match read {
        Err(error) => Err(Refusal::broken(format!("{name}: {error}"))),
        Ok(count) if count as u64 > LARGEST => Err(Refusal::too_large(
            format!("found more than {LARGEST} bytes"),
            format!("trouvé plus de {LARGEST} octets"),
        )
        .within(name)),
        Ok(_) => Ok(bytes),
    }
}

impl FromStr for Source {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(Self::File(name.to_owned()))
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let input = self.read().map_err(S::Error::custom)?;
        match std::str::from_utf8(&input.bytes) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => Binary { base64: BASE64_STANDARD.encode(&input.bytes) }.serialize(serializer),
        }
    }
}

/// Content that is no text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Binary {
    base64: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Binary(Binary),
}

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let content = Content::deserialize(deserializer)
            .map_err(|_| D::Error::custom(dedale_text::tr("expected a text", "attendu un texte")))?;
        match content {
            Content::Text(text) => Ok(Self::Content(text.into_bytes())),
            Content::Binary(binary) => BASE64_STANDARD
                .decode(binary.base64.as_bytes())
                .map(Self::Content)
                .map_err(|_| D::Error::custom(dedale_text::tr("expected base64", "attendu du base64"))),
        }
    }
}

impl JsonSchema for Source {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Source".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [
            {"type": "string"},
            {"type": "object", "properties": {"base64": {"type": "string"}}, "required": ["base64"]},
        ]})
    }
}

/// What was read, with the name to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file's name, `-` for standard input, nothing for bare content.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Input {
    /// The input as text; the first byte that is not UTF-8 is named.
    pub fn text(&self) -> Result<&str, Refusal> {
        std::str::from_utf8(&self.bytes).map_err(|error| {
            let before = &self.bytes[..error.valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            // Columns are letters: bytes that go on with one do not count.
            let last = before.iter().rev().take_while(|byte| **byte != b'\n');
            let column = last.filter(|byte| **byte & 0xC0 != 0x80).count() + 1;
            Refusal::new(
                "found a byte that is not UTF-8, expected text",
                "trouvé un octet hors UTF-8, attendu du texte",
            )
            .at(line, column)
            .within(&self.name)
        })
    }

    /// A refusal at a place of this input.
    pub fn at<E: Say>(&self, error: &Located<E>) -> Refusal {
        Refusal::located(&self.name, error)
    }

    /// A refusal of this input as a whole.
    pub fn wrong(&self, error: &(impl Say + ?Sized)) -> Refusal {
        Refusal::of(crate::Kind::Wrong, dedale_text::Text::of(error)).within(&self.name)
    }
}
