//! What a maze should be like.

use dedale_grid::Rng;
use dedale_text::messages;
use std::fmt;
use std::str::FromStr;

/// How a maze is made, beyond its algorithm, its plan and its seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// How much passages run from west to east: 0.5 prefers nothing, towards 1
    /// they run across, towards 0 up and down.
    pub bias: f64,
    /// The share of dead ends that are opened afterwards, 0 to 1.
    pub braid: f64,
    /// How many rooms are made.
    pub rooms: u32,
    /// The smallest and largest side of a room.
    pub room_side: (u32, u32),
    /// Where a growing tree grows.
    pub policy: Policy,
}

impl Default for Options {
    fn default() -> Self {
        Self { bias: 0.5, braid: 0.0, rooms: 0, room_side: (2, 5), policy: Policy::default() }
    }
}

messages! {
    /// Why options were refused.
    pub enum OptionsError {
        /// Not a share.
        Share { name: &'static str, value: f64 } =>
            "found {name} {value}, expected a number from 0 to 1",
            "trouvé {name} {value}, attendu un nombre de 0 à 1";
        /// No sides of rooms.
        RoomSide { low: u32, high: u32 } =>
            "found rooms with sides from {low} to {high}, expected at least 1 and the smaller first",
            "trouvé des salles de côté {low} à {high}, attendu au moins 1 et le plus petit d'abord";
        /// Not a policy.
        Policy { found: String } =>
            "found policy `{found}`, expected newest, oldest, random, or a mix such as newest:75,random:25",
            "trouvé la règle « {found} », attendu newest, oldest, random, ou un mélange comme newest:75,random:25";
    }
}

impl Options {
    /// Whether all values make sense.
    pub fn check(&self) -> Result<(), OptionsError> {
        for (name, value) in [("bias", self.bias), ("braid", self.braid)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(OptionsError::Share { name, value });
            }
        }
        let (low, high) = self.room_side;
        if low == 0 || low > high {
            return Err(OptionsError::RoomSide { low, high });
        }
        Ok(())
    }
}

/// Which active cell a growing tree goes on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The one joined last.
    Newest,
    /// The one joined first.
    Oldest,
    /// Any.
    Random,
}

/// A mix of picks with weights; written `newest`, `oldest`, `random`, or
/// `newest:75,random:25`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Weights of newest, oldest and random.
    weights: [u32; 3],
}

impl Policy {
    const PICKS: [(&'static str, Pick); 3] =
        [("newest", Pick::Newest), ("oldest", Pick::Oldest), ("random", Pick::Random)];

    #[inline]
    pub(crate) fn pick(self, rng: &mut Rng) -> Pick {
        match self.weights {
            [_, 0, 0] => Pick::Newest,
            [0, _, 0] => Pick::Oldest,
            [0, 0, _] => Pick::Random,
            [newest, oldest, random] => {
                let drawn = rng.below(u64::from(newest) + u64::from(oldest) + u64::from(random));
                if drawn < u64::from(newest) {
                    Pick::Newest
                } else if drawn < u64::from(newest) + u64::from(oldest) {
                    Pick::Oldest
                } else {
                    Pick::Random
                }
            }
        }
    }
}

impl Default for Policy {
    /// Three newest to one random: long corridors with side branches.
    fn default() -> Self {
        Self { weights: [75, 0, 25] }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = || Self::PICKS.iter().zip(self.weights).filter(|(_, weight)| *weight > 0);
        let alone = used().count() == 1;
        for (index, ((name, _), weight)) in used().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{name}")?;
            if !alone {
                write!(f, ":{weight}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Policy {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        let parse = || {
            let mut weights = [0u32; 3];
            for part in text.split(',') {
                let (name, weight) = part.split_once(':').unwrap_or((part, "1"));
                let index = Self::PICKS.iter().position(|(known, _)| *known == name.trim())?;
                weights[index] = weights[index].checked_add(weight.trim().parse().ok()?)?;
            }
            (weights.iter().any(|&weight| weight > 0)).then_some(Self { weights })
        };
        parse().ok_or_else(|| OptionsError::Policy { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_have_a_text_form() {
        for text in ["newest", "oldest", "random", "newest:75,random:25", "newest:1,oldest:2,random:3"] {
            assert_eq!(text.parse::<Policy>().unwrap().to_string(), text);
        }
        for text in ["", "youngest", "newest:0", "newest:x", "newest,,random", "newest:5000000000"] {
            assert!(text.parse::<Policy>().is_err(), "{text}");
        }
    }

    #[test]
    fn shares_are_checked() {
        let bad = Options { braid: f64::NAN, ..Options::default() };
        assert!(bad.check().is_err());
        assert!(Options { room_side: (3, 2), ..Options::default() }.check().is_err());
        assert_eq!(Options::default().check(), Ok(()));
    }
}
