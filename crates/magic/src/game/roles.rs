//! Who may do what.

use dedale_grid::Dir;
use serde::Serialize;

/// A set of the seven kinds of actions: bits 0–3 the directions, then explore,
/// escalator, teleport.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
pub struct Role(pub u8);

impl Role {
    /// Turning tiles over.
    pub const EXPLORE: Self = Self(16);
    /// Taking escalators.
    pub const ESCALATOR: Self = Self(32);
    /// Teleporting.
    pub const TELEPORT: Self = Self(64);

    /// Moving in a direction.
    pub const fn direction(dir: Dir) -> Self {
        Self(1 << dir.index())
    }

    /// Both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether everything in another role is in this one.
    pub const fn may(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The names of its actions.
    pub fn names(self) -> Vec<&'static str> {
        let all = ["up", "right", "down", "left", "explore", "escalator", "teleport"];
        (0..7).filter(|bit| self.0 >> bit & 1 == 1).map(|bit| all[bit]).collect()
    }

    /// The roles of a table of 1–8 players, as in the box. The single player
    /// owns everything, one card at a time; see [`Role::CARDS`].
    pub fn deal(players: usize) -> Vec<Self> {
        let [up, right, down, left] = Dir::ALL.map(Self::direction);
        let (explore, escalator, teleport) = (Self::EXPLORE, Self::ESCALATOR, Self::TELEPORT);
        match players {
            0 | 1 => vec![Self(127)],
            2 => vec![teleport.and(up).and(right), escalator.and(explore).and(down).and(left)],
            3 => vec![teleport.and(left), escalator.and(explore).and(down), up.and(right)],
            _ => {
                let mut roles = vec![teleport.and(left), explore.and(down), escalator.and(right), up];
                roles.extend([left, right, down, up]);
                roles.truncate(players);
                roles
            }
        }
    }

    /// The roles of a table with a leader, who has none: those of one player
    /// fewer.
    pub fn deal_led(players: usize) -> Vec<Self> {
        let mut roles = Self::deal(players.saturating_sub(1));
        roles.push(Self::default());
        roles
    }

    /// The seven cards of the single player.
    pub const CARDS: [Self; 7] = [Self(1), Self(2), Self(4), Self(8), Self(16), Self(32), Self(64)];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_can_do_everything() {
        for players in 1..=8 {
            let roles = Role::deal(players);
            assert_eq!(roles.len(), players);
            assert_eq!(roles.iter().fold(0, |all, role| all | role.0), 127, "{players}");
        }
        assert_eq!(Role::deal(4)[1].names(), ["down", "explore"]);
    }
}
