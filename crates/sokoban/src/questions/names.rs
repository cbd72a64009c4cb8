//! Methods, bounds, techniques and goals by the names that people write.

use crate::{Goal, Heuristic, Method, Techniques};
use dedale_text::tr;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

macro_rules! named {
    ($($(#[$doc:meta])* $type:ident($value:ty): $known:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $type(pub $value);

        impl $type {
            fn known() -> Vec<(&'static str, $value)> {
                $known.to_vec()
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let known = Self::known();
                known.iter().find(|(name, _)| *name == text).map(|&(_, value)| Self(value)).ok_or_else(|| {
                    let names: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
                    format!("{} {}", tr("expected one of", "attendu l'un de"), names.join(", "))
                })
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(Self::known().iter().find(|(_, value)| *value == self.0).map_or("", |(name, _)| name))
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
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
                let names: Vec<&str> = Self::known().iter().map(|&(name, _)| name).collect();
                json_schema!({"type": "string", "enum": names})
            }
        }
    )*};
}

named! {
    /// The name of a method.
    MethodName(Method): Method::ALL;
    /// The name of a lower bound.
    HeuristicName(Heuristic): Heuristic::ALL;
    /// What is to be small.
    GoalName(Goal): [("pushes", Goal::Pushes), ("moves", Goal::Moves)];
    /// The name of a technique that can be switched off.
    TechniqueName(&'static str): Techniques::SWITCHES.map(|(name, _)| (name, name));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_others_are_refused() {
        for (name, method) in Method::ALL {
            assert_eq!((name.parse(), MethodName(method).to_string()), (Ok(MethodName(method)), name.to_owned()));
        }
        assert!("freeze".parse::<TechniqueName>().is_ok() && "nothing".parse::<TechniqueName>().is_err());
        assert!("luck".parse::<MethodName>().is_err_and(|why| why.contains("astar")));
    }
}
