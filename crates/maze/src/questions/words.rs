//! Settings that are words, the same on the command line and in JSON.

use crate::analysis::Measure;
use crate::makers::paper::Paper;
use crate::solvers::Method;
use crate::surface::Kind;
use crate::{Algorithm, Policy};
use dedale_text::{Lang, Say, Text};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// Reads a word; what is wrong with it is said in the current language.
pub fn named<T: FromStr<Err: Say>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.say(Lang::current()))
}

/// Columns and rows of any magnitude: `40x30`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Columns.
    pub columns: u64,
    /// Rows.
    pub rows: u64,
}

impl Sides {
    /// The cells, as far as they can be counted.
    pub fn cells(self) -> u64 {
        self.columns.saturating_mul(self.rows)
    }
}

impl FromStr for Sides {
    type Err = Text;

    fn from_str(text: &str) -> Result<Self, Text> {
        let (columns, rows) = dedale_question::sides(text).map_err(|said| Text::new(said.clone(), said))?;
        Ok(Self { columns, rows })
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// The smallest and the largest side of rooms: `2-5`, or `3` for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomSide(pub u32, pub u32);

impl FromStr for RoomSide {
    type Err = Text;

    fn from_str(text: &str) -> Result<Self, Text> {
        let parse = || match text.split_once('-') {
            Some((low, high)) => Some(Self(low.parse().ok()?, high.parse().ok()?)),
            None => text.parse().ok().map(|side| Self(side, side)),
        };
        parse().ok_or_else(|| Text::new("expected two sides such as 2-5", "attendu deux côtés comme 2-5"))
    }
}

impl fmt::Display for RoomSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

macro_rules! words {
    ($($type:ident: $schema:expr),* $(,)?) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                named(&String::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }

        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    )*};
}

words! {
    Algorithm: json_schema!({"type": "string", "enum": Algorithm::ALL.map(Algorithm::name)}),
    Kind: json_schema!({"type": "string", "enum": Kind::ALL.map(Kind::name)}),
    Measure: json_schema!({"type": "string", "enum": Measure::ALL.map(Measure::name)}),
    Method: json_schema!({"type": "string", "enum": Method::ALL.map(Method::name)}),
    Paper: json_schema!({"type": "string", "enum": Paper::ALL.map(Paper::name)}),
    Policy: json_schema!({"type": "string"}),
    RoomSide: json_schema!({"type": "string", "pattern": "^[0-9]+(-[0-9]+)?$"}),
    Sides: json_schema!({"type": "string", "pattern": "^[0-9]+x[0-9]+$"}),
}
