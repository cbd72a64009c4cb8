//! The settings of a game.
//!
//! Three rule books are named: `standard` (also `course`), the specification's
//! own variant, `classic`, the official rules of 1997 and 2003 where they
//! differ, and everything else is a number.
//!
//! | setting | `standard` | `classic` | meaning |
//! |---|---|---|---|
//! | `players` | 3 | 3 | 2 to 5 |
//! | `size` | 10x10 | 7x7/8x8/9x9/10x10 | columns x rows, (columns + 1) × rows at most 128; classic: for 2/3/4/5 players (the sources say only that the board is smaller below five) |
//! | `goods` | 5 | 4 | producers, and shops of each player |
//! | `trees` | 9/12/15/19 | 8/12/15/19 | for 2/3/4/5 players |
//! | `coins` | 15 | 15 | of each player at the start |
//! | `max` | 8/10/12/14 | 8/10/12/14 | the longest walk that counts, for 2/3/4/5 players |
//! | `closed` | false | true | trees need no access |
//! | `again` | false | true | a drawer who does not win the auction acts again |
//! | `discs` | 8 | 6 | reservations of a player at once, 0 for any number |
//! | `hold` | false | true | drawing needs a reservation, unless none can be made |
//! | `touch` | any | street | what a reservation after the first must touch: anything, or a street or a reservation |
//! | `aside` | false | true | one shop of each good is set aside: at the end it goes free to the player who lacks it |
//! | `ties` | drawer | after | who wins equal bids: the drawer and then clockwise, or the drawer last (the sources disagree) |
//! | `practice` | false | false | everything may be taken back |
//!
//! Two players: the specification begins at three; nine trees continue its
//! 12, 15, 19 downwards, and eight is the official maximum.

use crate::{Access, Frame};
use dedale_play::{ConfigError, Params};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A rule book that gives every setting its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "questions", derive(clap::ValueEnum, schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Rules {
    /// The specification's own variant.
    #[default]
    #[cfg_attr(feature = "questions", value(alias = "course"))]
    #[serde(alias = "course")]
    Standard,
    /// The official rules, where they differ.
    Classic,
}

impl Rules {
    /// Which buildings must keep an open neighbour.
    pub const fn access(self) -> Access {
        match self {
            Self::Standard => Access::Everything,
            Self::Classic => Access::Traders,
        }
    }
}

/// Who wins an auction among equal bids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The player who drew the shop, then clockwise.
    #[default]
    Drawer,
    /// Clockwise after the player who drew the shop, who comes last.
    After,
}

/// What a reservation after the first must touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Touch {
    /// Anything built, a road or a reservation.
    #[default]
    Any,
    /// A road or a reservation.
    Street,
}

/// The settings of a game; see the module for their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)] // The table above says it once.
pub struct Config {
    pub players: u8,
    pub cols: u8,
    pub rows: u8,
    pub goods: u8,
    pub trees: u8,
    pub coins: u8,
    pub max: u8,
    pub closed: bool,
    pub again: bool,
    pub discs: u8,
    pub hold: bool,
    pub ties: Ties,
    pub practice: bool,
    // What the first version of the rules did not have is hashed only where it
    // is used, so that old match files keep their digests.
    #[serde(skip_serializing_if = "usual")]
    pub touch: Touch,
    #[serde(skip_serializing_if = "usual")]
    pub aside: bool,
}

fn usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Config {
    /// The settings of a rule book for 2 to 5 players.
    pub fn new(rules: Rules, players: u8) -> Self {
        let classic = rules == Rules::Classic;
        let by_players = |values: [u8; 4]| values[usize::from(players.clamp(2, 5)) - 2];
        let side = if classic { by_players([7, 8, 9, 10]) } else { 10 };
        Self {
            players,
            cols: side,
            rows: side,
            goods: if classic { 4 } else { 5 },
            trees: by_players([if classic { 8 } else { 9 }, 12, 15, 19]),
            coins: 15,
            max: by_players([8, 10, 12, 14]),
            closed: classic,
            again: classic,
            discs: if classic { 6 } else { 8 },
            hold: classic,
            ties: if classic { Ties::After } else { Ties::Drawer },
            practice: false,
            touch: if classic { Touch::Street } else { Touch::Any },
            aside: classic,
        }
    }

    /// The settings that say to these rules what a text said to their first
    /// version.
    pub(super) fn upgraded(text: &str) -> String {
        let has = |key: &str| text.split(',').any(|pair| pair.trim().split('=').next() == Some(key));
        let classic = text.split(',').any(|pair| pair.trim() == "rules=classic");
        let players = text.split(',').find_map(|pair| pair.trim().strip_prefix("players=")).unwrap_or("3");
        let trees = match players {
            "2" => "9",
            "4" => "15",
            "5" => "19",
            _ => "12",
        };
        let mut pairs = vec![text.to_owned()];
        let before = if classic {
            [("size", "10x10"), ("trees", trees), ("touch", "any"), ("aside", "false")].to_vec()
        } else {
            vec![("discs", "0")]
        };
        pairs.extend(before.into_iter().filter(|(key, _)| !has(key)).map(|(key, value)| format!("{key}={value}")));
        pairs.join(",")
    }

    /// Which buildings must keep an open neighbour.
    pub const fn access(&self) -> Access {
        if self.closed { Access::Traders } else { Access::Everything }
    }

    /// The settings as `key=value`, those of the rule book left out.
    fn pairs(&self, rules: Rules) -> Vec<String> {
        let name = match rules {
            Rules::Standard => "course",
            Rules::Classic => "classic",
        };
        let base = Self::new(rules, self.players);
        let mut pairs = vec![format!("rules={name}"), format!("players={}", self.players)];
        if (self.cols, self.rows) != (base.cols, base.rows) {
            pairs.push(format!("size={}x{}", self.cols, self.rows));
        }
        for (key, value, usual) in [
            ("goods", self.goods, base.goods),
            ("trees", self.trees, base.trees),
            ("coins", self.coins, base.coins),
            ("max", self.max, base.max),
            ("discs", self.discs, base.discs),
        ] {
            if value != usual {
                pairs.push(format!("{key}={value}"));
            }
        }
        for (key, value, usual) in [
            ("closed", self.closed, base.closed),
            ("again", self.again, base.again),
            ("hold", self.hold, base.hold),
            ("practice", self.practice, base.practice),
            ("aside", self.aside, base.aside),
        ] {
            if value != usual {
                pairs.push(format!("{key}={value}"));
            }
        }
        if self.ties != base.ties {
            pairs.push(format!("ties={}", if self.ties == Ties::Drawer { "drawer" } else { "after" }));
        }
        if self.touch != base.touch {
            pairs.push(format!("touch={}", if self.touch == Touch::Any { "any" } else { "street" }));
        }
        pairs
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new(Rules::Standard, 3)
    }
}

impl fmt::Display for Config {
    /// The shorter of the two ways to say it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (course, classic) = (self.pairs(Rules::Standard), self.pairs(Rules::Classic));
        let pairs = if classic.len() < course.len() { classic } else { course };
        f.write_str(&pairs.join(","))
    }
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        let mut params = Params::parse(text)?;
        let rules = params.take("rules", Rules::Standard)?;
        let base = Self::new(rules, params.take_in("players", 3, 2, 5)?);
        let Sides(cols, rows) = params.take("size", Sides(base.cols, base.rows))?;
        let config = Self {
            cols,
            rows,
            goods: params.take_in("goods", base.goods, 1, 5)?,
            trees: params.take_in("trees", base.trees, 0, 60)?,
            coins: params.take_in("coins", base.coins, 0, 99)?,
            max: params.take_in("max", base.max, 1, 99)?,
            closed: params.take("closed", base.closed)?,
            again: params.take("again", base.again)?,
            discs: params.take_in("discs", base.discs, 0, 99)?,
            hold: params.take("hold", base.hold)?,
            ties: params.take("ties", base.ties)?,
            practice: params.take("practice", base.practice)?,
            touch: params.take("touch", base.touch)?,
            aside: params.take("aside", base.aside)?,
            ..base
        };
        params.finish()?;
        if cols < 4 || rows < 4 || Frame::new(rows.into(), cols.into()).is_none() {
            return Err(ConfigError::new(
                format!("found the size {cols}x{rows}, expected 4x4 or more and (columns + 1) x rows of at most 128"),
                format!("trouvé la taille {cols}x{rows}, attendu 4x4 au moins et (colonnes + 1) x lignes au plus 128"),
            ));
        }
        Ok(config)
    }
}

/// Columns x rows, as the command writes sizes.
struct Sides(u8, u8);

impl FromStr for Sides {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (cols, rows) = text.split_once('x').ok_or(())?;
        Ok(Self(cols.parse().map_err(drop)?, rows.parse().map_err(drop)?))
    }
}

impl FromStr for Rules {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "standard" | "course" => Ok(Self::Standard),
            "classic" => Ok(Self::Classic),
            _ => Err(()),
        }
    }
}

impl FromStr for Touch {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "any" => Ok(Self::Any),
            "street" => Ok(Self::Street),
            _ => Err(()),
        }
    }
}

impl FromStr for Ties {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "drawer" => Ok(Self::Drawer),
            "after" => Ok(Self::After),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms() {
        for (text, again) in [
            ("", "rules=course,players=3"),
            ("players=5", "rules=course,players=5"),
            ("rules=classic", "rules=classic,players=3"),
            ("size=8x9,ties=after,closed", "rules=course,players=3,size=8x9,closed=true,ties=after"),
        ] {
            let config: Config = text.parse().unwrap();
            assert_eq!(config.to_string(), again);
            assert_eq!(again.parse(), Ok(config));
        }
        for bad in
            ["players=6", "players=1", "size=11x11", "size=3x9", "size=10", "ties=x", "rules=x", "goods=6", "x=1"]
        {
            assert!(bad.parse::<Config>().is_err(), "{bad}");
        }
    }

    /// What the first version of the rules meant by its settings.
    #[test]
    fn old_settings_mean_what_they_meant() {
        for (old, discs, size, touch, aside) in [
            ("rules=course,players=3", 0, 10, Touch::Any, false),
            ("rules=course,players=3,discs=4", 4, 10, Touch::Any, false),
            ("rules=classic,players=2", 6, 10, Touch::Any, false),
            ("rules=classic,players=4,size=8x8", 6, 8, Touch::Any, false),
        ] {
            let config: Config = Config::upgraded(old).parse().unwrap();
            assert_eq!((config.discs, config.rows, config.touch, config.aside), (discs, size, touch, aside), "{old}");
            assert_eq!(config.to_string().parse(), Ok(config));
        }
        let two: Config = Config::upgraded("rules=classic,players=2").parse().unwrap();
        assert_eq!(two.trees, 9);
    }

    #[test]
    fn numbers_of_the_specification() {
        let numbers: Vec<(u8, u8)> = (2..=5)
            .map(|players| Config::new(Rules::Standard, players))
            .map(|config| (config.trees, config.max))
            .collect();
        assert_eq!(numbers, [(9, 8), (12, 10), (15, 12), (19, 14)]);
    }
}
