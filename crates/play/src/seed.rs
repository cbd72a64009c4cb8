//! Where the chance of a match comes from.
//!
//! A number is easy to read aloud and to try: whoever knows it knows what will
//! come, so it is for boards, practice and matches whose seed everybody sees.
//! A secret is 256 bits that only the server knows until the end. Its
//! commitment, shown at the start, is the SHA-256 of its bytes: who noted it
//! can check afterwards that nothing was chosen on the way.
//!
//! ```
//! use dedale_play::Seed;
//! let seed = Seed::secret([7; 32]);
//! assert_eq!(seed.to_string().parse(), Ok(seed.clone()));
//! assert_eq!(seed.commitment().unwrap().len(), 64);
//! assert_eq!("42".parse(), Ok(Seed::Number(42)));
//! ```

use dedale_grid::Rng;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::fmt::{self, Write};
use std::str::FromStr;

/// A number that anybody may know, or a secret.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Seed {
    /// A number.
    Number(u64),
    /// 256 bits from a source that nobody can predict.
    Secret(Box<[u8; 32]>),
}

impl Seed {
    /// A secret of these bytes.
    pub fn secret(bytes: [u8; 32]) -> Self {
        Self::Secret(Box::new(bytes))
    }

    /// The generator of the match; of a secret, one that cannot be predicted
    /// from what it gave.
    pub fn rng(&self) -> Rng {
        match self {
            Self::Number(number) => Rng::new(*number),
            Self::Secret(secret) => Rng::from_secret(secret, 0),
        }
    }

    /// An independent generator for a numbered part of the match.
    pub fn stream(&self, part: u64) -> Rng {
        match self {
            Self::Number(number) => Rng::stream(*number, part),
            Self::Secret(secret) => Rng::from_secret(secret, part.wrapping_add(1)),
        }
    }

    /// A number for everything that is not the match itself, bots for example;
    /// it tells nothing of a secret.
    pub fn number(&self) -> u64 {
        match self {
            Self::Number(number) => *number,
            Self::Secret(secret) => Rng::from_secret(secret, u64::MAX).bits(),
        }
    }

    /// What is shown of a secret before the end: the SHA-256 of its bytes.
    pub fn commitment(&self) -> Option<String> {
        match self {
            Self::Number(_) => None,
            Self::Secret(secret) => Some(hex(&Sha256::digest(secret.as_slice()))),
        }
    }

    /// Whether it is a secret.
    pub fn is_secret(&self) -> bool {
        matches!(self, Self::Secret(_))
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Secret(secret) => f.write_str(&hex(secret.as_slice())),
        }
    }
}

// A secret is shown where it is asked for, not where something is logged.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "Number({number})"),
            Self::Secret(_) => f.write_str("Secret(…)"),
        }
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("found `{text}`, expected a number or 64 hexadecimal digits");
        if text.len() != 64 {
            return text.parse().map(Self::Number).map_err(|_| wrong());
        }
        let mut bytes = [0; 32];
        for (index, byte) in bytes.iter_mut().enumerate() {
            let digits = text.get(2 * index..2 * index + 2).filter(|digits| !digits.starts_with('+'));
            *byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).ok_or_else(wrong)?;
        }
        Ok(Self::secret(bytes))
    }
}

/// Numbers as numbers, as they always were in digests; secrets as text.
impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Secret(_) => serializer.collect_str(self),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commitment_is_the_sha256_of_the_bytes() {
        let commitment = Seed::secret([0; 32]).commitment().unwrap();
        assert_eq!(commitment, "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
        assert_eq!(Seed::Number(0).commitment(), None);
    }

    #[test]
    fn streams_of_a_secret_differ_and_stay() {
        let seed = Seed::secret([1; 32]);
        let mut drawn: Vec<u64> = vec![seed.rng().bits(), seed.stream(0).bits(), seed.stream(1).bits(), seed.number()];
        assert_eq!(drawn[0], Seed::secret([1; 32]).rng().bits());
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), 4);
        assert!("x".repeat(64).parse::<Seed>().is_err() && "é".repeat(32).parse::<Seed>().is_err());
        assert!(!format!("{seed:?}").contains("01"));
    }
}
