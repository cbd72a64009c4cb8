//! The settings of a game.
//!
//! Three rule books are named: `standard` (also `course`), the specification's
//! own variant; `classic`, the official rules of 1997 and 2003; `2014`, the new
//! rules of the box of 2014. Everything they differ in is a setting.
//!
//! | setting | `standard` | `classic` | `2014` | meaning |
//! |---|---|---|---|---|
//! | `players` | 3 | 3 | 3 | 2 to 5 |
//! | `size` | 10x10 | 7x7/8x8/9x9/10x10 | | columns x rows, (columns + 1) × rows at most 128; classic: for 2/3/4/5 players (the sources say only that the board is smaller below five) |
//! | `boards` | 0 | 0 | 3/4/5/6 | put together from so many of the seven boards of 2014 instead of `size`; one more than players (one source says two boards for two players) |
//! | `areas` | false | false | true | roads do not appear by themselves: the board falls into areas of three to five cells that hold one or two buildings, and the rest of a full area becomes road |
//! | `trucks` | false | false | true | producers stand at the rim, with `areas` in areas that hold one building |
//! | `outside` | 0 | 0 | 2 | what a step just outside the board counts, 0 where there is no way |
//! | `goods` | 5 | 4 | 4 | producers, and shops of each player |
//! | `trees` | 9/12/15/19 | 8/12/15/19 | the boards' | for 2/3/4/5 players; each board of 2014 brings 2 to 5 of them, 18 at most |
//! | `coins` | 15 | 15 | 15 | of each player at the start |
//! | `max` | 8/10/12/14 | 8/10/12/14 | 8/10/12/14 | the longest walk that counts, for 2/3/4/5 players |
//! | `closed` | false | true | true | trees need no access |
//! | `again` | false | true | true | a drawer who does not win the auction acts again |
//! | `onward` | false | false | false | who built a tree acts again (so one source on 2014; the others end the turn) |
//! | `discs` | 8 | 6 | 6 | reservations of a player at once, 0 for any number |
//! | `hold` | false | true | true | drawing needs a reservation, unless none can be made |
//! | `touch` | any | street | street | what a reservation after the first must touch: anything, or a street or a reservation |
//! | `aside` | false | true | true | one shop of each good is set aside: at the end it goes free to the player who lacks it |
//! | `ties` | drawer | after | after | who wins equal bids: the drawer and then clockwise, or the drawer last (the sources disagree) |
//! | `practice` | false | false | false | everything may be taken back |
//!
//! Two players: the specification begins at three; nine trees continue its
//! 12, 15, 19 downwards, and eight is the official maximum. The published
//! boards are not copied: their sizes are, how they lie and how they fall into
//! areas is drawn.

use crate::market::{DEAREST, MOST_BOARDS};
use crate::{Access, Frame};
use dedale_play::{ConfigError, Params};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A rule book that gives every setting its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "questions", derive(clap::ValueEnum, schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Rules {
    /// The specification's own variant.
    #[default]
    #[cfg_attr(feature = "questions", value(alias = "course"))]
    #[serde(alias = "course")]
    Standard,
    /// The official rules of 1997 and 2003.
    Classic,
    /// The new rules of the box of 2014.
    #[cfg_attr(feature = "questions", value(name = "2014"))]
    #[serde(rename = "2014")]
    Boxed,
}

impl Rules {
    /// Which buildings must keep an open neighbour.
    pub const fn access(self) -> Access {
        match self {
            Self::Standard => Access::Everything,
            Self::Classic | Self::Boxed => Access::Traders,
        }
    }

    /// All of them.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Classic, Self::Boxed];

    const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Classic => "classic",
            Self::Boxed => "2014",
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
    #[serde(skip_serializing_if = "usual")]
    pub boards: u8,
    #[serde(skip_serializing_if = "usual")]
    pub areas: bool,
    #[serde(skip_serializing_if = "usual")]
    pub trucks: bool,
    #[serde(skip_serializing_if = "usual")]
    pub outside: u8,
    #[serde(skip_serializing_if = "usual")]
    pub onward: bool,
}

/// As many trees as the boards bring.
pub(crate) const OF_BOARDS: u8 = u8::MAX;

fn usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Config {
    /// The settings of a rule book for 2 to 5 players.
    pub fn new(rules: Rules, players: u8) -> Self {
        let published = rules != Rules::Standard;
        let boxed = rules == Rules::Boxed;
        let by_players = |values: [u8; 4]| values[usize::from(players.clamp(2, 5)) - 2];
        let side = match rules {
            Rules::Standard => 10,
            Rules::Classic => by_players([7, 8, 9, 10]),
            Rules::Boxed => 0,
        };
        Self {
            players,
            cols: side,
            rows: side,
            goods: if published { 4 } else { 5 },
            trees: if boxed { OF_BOARDS } else { by_players([if published { 8 } else { 9 }, 12, 15, 19]) },
            coins: 15,
            max: by_players([8, 10, 12, 14]),
            closed: published,
            again: published,
            discs: if published { 6 } else { 8 },
            hold: published,
            ties: if published { Ties::After } else { Ties::Drawer },
            practice: false,
            touch: if published { Touch::Street } else { Touch::Any },
            aside: published,
            boards: if boxed { players.saturating_add(1) } else { 0 },
            areas: boxed,
            trucks: boxed,
            outside: if boxed { 2 } else { 0 },
            onward: false,
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
        let base = Self::new(rules, self.players);
        let mut pairs = vec![format!("rules={}", rules.name()), format!("players={}", self.players)];
        if self.boards == 0 && (self.cols, self.rows) != (base.cols, base.rows) {
            pairs.push(format!("size={}x{}", self.cols, self.rows));
        }
        for (key, value, usual) in [
            ("goods", self.goods, base.goods),
            ("trees", self.trees, base.trees),
            ("coins", self.coins, base.coins),
            ("max", self.max, base.max),
            ("discs", self.discs, base.discs),
            ("boards", self.boards, base.boards),
            ("outside", self.outside, base.outside),
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
            ("areas", self.areas, base.areas),
            ("trucks", self.trucks, base.trucks),
            ("onward", self.onward, base.onward),
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
    /// The shortest of the ways to say it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only the box of 2014 can say that the boards bring the trees.
        let rules = Rules::ALL.into_iter().filter(|rules| self.trees != OF_BOARDS || *rules == Rules::Boxed);
        let pairs = rules.map(|rules| self.pairs(rules)).min_by_key(Vec::len).unwrap_or_default();
        f.write_str(&pairs.join(","))
    }
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        // What the first rule book was called before, as a preset.
        let mut params = Params::parse(if text.trim() == "course" { "" } else { text })?;
        let rules = params.take("rules", Rules::Standard)?;
        let base = Self::new(rules, params.take_in("players", 3, 2, 5)?);
        let boards = params.take_in("boards", base.boards, 0, MOST_BOARDS)?;
        // Without boards the settings of the official rules say how large.
        let plain = if boards == 0 && base.boards > 0 { Self::new(Rules::Classic, base.players) } else { base };
        let sized = params.has("size");
        let Sides(cols, rows) = params.take("size", Sides(plain.cols, plain.rows))?;
        let trees = if params.has("trees") { params.take_in("trees", 0, 0, 60)? } else { plain.trees };
        let config = Self {
            cols: if boards > 0 { 0 } else { cols },
            rows: if boards > 0 { 0 } else { rows },
            boards,
            trees,
            areas: params.take("areas", base.areas)?,
            trucks: params.take("trucks", base.trucks)?,
            outside: params.take_in("outside", base.outside, 0, DEAREST)?,
            onward: params.take("onward", base.onward)?,
            goods: params.take_in("goods", base.goods, 1, 5)?,
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
        if boards > 0 && sized {
            return Err(ConfigError::new(
                "found the setting `size` beside `boards`, which decide how large the board is",
                "trouvé le réglage « size » à côté de « boards », qui décide de la taille du plateau",
            ));
        }
        if boards == 0 && (cols < 4 || rows < 4 || Frame::new(rows.into(), cols.into()).is_none()) {
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
            "2014" => Ok(Self::Boxed),
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
            ("", "rules=standard,players=3"),
            ("course", "rules=standard,players=3"),
            ("players=5", "rules=standard,players=5"),
            ("rules=classic", "rules=classic,players=3"),
            ("size=8x9,ties=after,closed", "rules=standard,players=3,size=8x9,closed=true,ties=after"),
            ("rules=2014,players=4", "rules=2014,players=4"),
            ("rules=2014,players=2,boards=2,onward", "rules=2014,players=2,boards=2,onward=true"),
            ("rules=2014,trees=9,outside=3", "rules=2014,players=3,trees=9,outside=3"),
            ("rules=classic,boards=4", "rules=classic,players=3,boards=4"),
            ("rules=2014,boards=0,areas=false,trucks=false,outside=0", "rules=classic,players=3"),
            ("areas,size=8x8", "rules=standard,players=3,size=8x8,areas=true"),
        ] {
            let config: Config = text.parse().unwrap();
            assert_eq!(config.to_string(), again);
            assert_eq!(again.parse(), Ok(config));
        }
        for bad in [
            "rules=2014,size=8x8",
            "boards=7",
            "outside=10",
            "trees=255",
            "rules=2014,trees=61",
            "areas=2",
            "players=6",
            "players=1",
            "size=11x11",
            "size=3x9",
            "size=10",
            "ties=x",
            "rules=x",
            "goods=6",
            "x=1",
        ] {
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
