//! Settings that people write in a way of their own: sizes, cells, times.
//!
//! Each is read from the command line by `FromStr` and from JSON as what a
//! program would write: a cell as `[row, column]`, a time in seconds. What is
//! wrong is said in the current language.

use dedale_grid::{Point, Size};
use dedale_text::{Lang, Say, tr};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A size as people write it: `COLUMNSxROWS`.
pub fn size(text: &str) -> Result<Size, String> {
    let (cols, rows) = sides(text)?;
    let too_large = || tr("this is larger than any grid", "c'est plus grand que toute grille").to_owned();
    let (rows, cols) =
        (usize::try_from(rows).map_err(|_| too_large())?, usize::try_from(cols).map_err(|_| too_large())?);
    Size::new(rows, cols).map_err(|error| error.say(Lang::current()))
}

/// The columns and rows of `COLUMNSxROWS`, of any magnitude.
pub fn sides(text: &str) -> Result<(u64, u64), String> {
    let parse = || {
        let (cols, rows) = text.split_once(['x', 'X', '×'])?;
        Some((cols.trim().parse().ok()?, rows.trim().parse().ok()?))
    };
    parse().ok_or_else(|| tr("expected COLUMNSxROWS such as 40x30", "attendu COLONNESxLIGNES comme 40x30").into())
}

/// A cell as people write it: `ROW,COLUMN`.
pub fn point(text: &str) -> Result<Point, String> {
    text.parse().map_err(|error: dedale_grid::PointError| error.say(Lang::current()))
}

/// The known name nearest to a misspelt one, if any is near.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|other| (distance(name, other), other))
        .filter(|(d, other)| *d <= other.len().div_ceil(3))
        .min()
        .map(|(_, other)| other)
}

/// The number of letters to change, insert or drop (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let best = (diagonal + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}

/// The size of a board; `"40x30"` in JSON too, columns first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize(pub Size);

impl FromStr for BoardSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        size(text).map(Self)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.0.cols(), self.0.rows())
    }
}

impl Serialize for BoardSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BoardSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A cell: `ROW,COLUMN` on the command line, `[row, column]` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At(pub Point);

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        point(text).map(Self)
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.row, self.0.col)
    }
}

impl Serialize for At {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.0.row, self.0.col].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [row, col] = <[i32; 2]>::deserialize(deserializer)
            .map_err(|_| D::Error::custom(tr("expected [row, column]", "attendu [ligne, colonne]")))?;
        Ok(Self(Point::new(row, col)))
    }
}

/// A length of time: `60s`, `500ms`, `2m` on the command line, seconds in JSON.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Seconds(pub f64);

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
            let value: f64 = text[..split].parse().ok()?;
            let unit = match text[split..].trim() {
                "" | "s" => 1.0,
                "ms" => 0.001,
                "m" | "min" => 60.0,
                "h" => 3600.0,
                _ => return None,
            };
            checked(value * unit)
        };
        parse().ok_or_else(|| {
            tr("expected a time such as 60s, 500ms or 2m", "attendu un temps comme 60s, 500ms ou 2m").to_owned()
        })
    }
}

/// A number of seconds that is one, and that a clock can count.
fn checked(seconds: f64) -> Option<Seconds> {
    (0.0..=1e9).contains(&seconds).then_some(Seconds(seconds))
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", self.0)
    }
}

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        checked(f64::deserialize(deserializer)?)
            .ok_or_else(|| D::Error::custom(tr("expected a number of seconds", "attendu un nombre de secondes")))
    }
}

/// An amount of memory: `512M`, `4G` on the command line, bytes in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            let value: u64 = text[..split].parse().ok()?;
            let shift = match text[split..].trim().to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
                "" => 0,
                "K" => 10,
                "M" => 20,
                "G" => 30,
                "T" => 40,
                _ => return None,
            };
            value.checked_mul(1 << shift).map(Self)
        };
        parse()
            .ok_or_else(|| tr("expected a size such as 512M or 4G", "attendu une taille comme 512M ou 4G").to_owned())
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (shift, unit) in [(30, "G"), (20, "M"), (10, "K")] {
            if self.0 > 0 && self.0.trailing_zeros() >= shift {
                return write!(f, "{}{unit}", self.0 >> shift);
            }
        }
        write!(f, "{}", self.0)
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(Self)
    }
}

/// The seed of a question: a setting that every random answer shares.
#[derive(clap::Args, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seed {
    /// Same seed and settings, same answer; drawn and shown unless given.
    #[arg(long, value_name = "N", value_parser = seed, help = tr(
        "Seed: same seed and options, same result; `today` gives the board of the day; drawn and shown unless given",
        "Graine : même graine et mêmes options, même résultat ; « today » donne le plateau du jour ; tirée et affichée si elle manque"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Seed {
    /// The seed given, or a fresh one below 2³² that is easy to type again.
    /// Whoever draws one shows it.
    pub fn get(self) -> u64 {
        use std::hash::{BuildHasher, Hasher, RandomState};
        self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 32)
    }
}

fn seed(text: &str) -> Result<u64, String> {
    use std::time::{SystemTime, UNIX_EPOCH};
    if text == "today" {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?;
        return Ok(now.as_secs() / 86_400);
    }
    text.parse().map_err(|_| {
        tr("expected a number from 0 to 2^64-1, or `today`", "attendu un nombre de 0 à 2^64-1, ou « today »").into()
    })
}

macro_rules! schema {
    ($($type:ident: $schema:tt),* $(,)?) => {$(
        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )*};
}

schema! {
    BoardSize: {"type": "string", "pattern": "^[0-9]+x[0-9]+$"},
    At: {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
    Seconds: {"type": "number", "minimum": 0},
    Bytes: {"type": "integer", "minimum": 0},
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_columns_by_rows() {
        let wide = size("40x30").unwrap();
        assert_eq!((wide.cols(), wide.rows()), (40, 30));
        for bad in ["", "40", "40x", "x30", "0x4", "4x0", "-3x4", "70000x70000", "99999999999999999999x1"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn limits_are_read_as_people_write_them() {
        let seconds = |text: &str| text.parse::<Seconds>().map(|seconds| seconds.0);
        assert_eq!(seconds("60s"), Ok(60.0));
        assert_eq!(seconds("1.5"), Ok(1.5));
        assert_eq!(seconds("2m"), Ok(120.0));
        assert!(seconds("-3s").is_err() && seconds("s").is_err() && seconds("1e400h").is_err());
        let bytes = |text: &str| text.parse::<Bytes>().map(|bytes| bytes.0);
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert_eq!(Bytes(4 << 30).to_string(), "4G");
        assert!(bytes("99999999999999999999G").is_err() && bytes("x").is_err());
    }

    #[test]
    fn misspelt_names_are_recognised() {
        assert_eq!(nearest("primm", ["dfs", "prim", "wilson"]), Some("prim"));
        assert_eq!(nearest("wilsn", ["dfs", "prim", "wilson"]), Some("wilson"));
        assert_eq!(nearest("zzz", ["dfs", "prim"]), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn both_ways_in_give_the_same() {
        let at: At = serde_json::from_str("[3,4]").unwrap();
        assert_eq!(Ok(at), "3,4".parse());
        let size: BoardSize = serde_json::from_str("\"40x30\"").unwrap();
        assert_eq!(Ok(size), "40x30".parse());
        let time: Seconds = serde_json::from_str("0.5").unwrap();
        assert_eq!(Ok(time), "500ms".parse());
    }
}
