//! What a shape stands for, and its colours on light and dark paper.

use crate::{Color, Theme};

/// A meaning with a colour for each theme. Worlds add their own as constants.
#[derive(Debug, PartialEq, Eq)]
pub struct Role {
    /// The name, used for CSS classes and variables: lower case and hyphens.
    pub name: &'static str,
    /// The colour on light paper.
    pub light: Color,
    /// The colour on dark paper.
    pub dark: Color,
}

impl Role {
    /// A role from its name and its two colours as `0xRRGGBB`.
    pub const fn new(name: &'static str, light: u32, dark: u32) -> Self {
        Self { name, light: Color::hex(light), dark: Color::hex(dark) }
    }

    /// A role whose colour lets the ground shine through, the same in both
    /// themes.
    pub const fn veil(name: &'static str, rgb: u32, alpha: u8) -> Self {
        Self { name, light: Color::hex(rgb).alpha(alpha), dark: Color::hex(rgb).alpha(alpha) }
    }

    /// The colour in a theme.
    pub const fn color(&self, theme: Theme) -> Color {
        match theme {
            Theme::Light => self.light,
            Theme::Dark => self.dark,
        }
    }
}

/// The ground behind everything.
pub const PAPER: Role = Role::new("paper", 0xfbf8f1, 0x15171c);
/// Letters and fine lines.
pub const INK: Role = Role::new("ink", 0x2b2a33, 0xe8e6df);
/// Letters that matter less.
pub const FAINT: Role = Role::new("faint", 0x8d8a94, 0x7d7f8a);
/// A wall.
pub const WALL: Role = Role::new("wall", 0x2f3542, 0xcfd3dc);
/// A wall that cannot be broken.
pub const SOLID: Role = Role::new("solid", 0x6b3f2e, 0xd9a07f);
/// A cell one can stand on.
pub const FLOOR: Role = Role::new("floor", 0xf1ecdf, 0x23262e);
/// Lines between cells.
pub const LINE: Role = Role::new("line", 0xd9d3c3, 0x363a45);
/// A cell that was visited.
pub const VISITED: Role = Role::new("visited", 0xd8e6ef, 0x2a3d4b);
/// A cell about to be visited.
pub const FRONTIER: Role = Role::new("frontier", 0xf2c879, 0xa87a2b);
/// The cell where something happens now.
pub const CURRENT: Role = Role::new("current", 0xd1495b, 0xe8697a);
/// A way found.
pub const PATH: Role = Role::new("path", 0xc8553d, 0xf08a5d);
/// Where a way begins.
pub const START: Role = Role::new("start", 0x2a7f62, 0x54c394);
/// Where a way should end.
pub const GOAL: Role = Role::new("goal", 0xb8336a, 0xe86a9c);
/// Up to eight players, told apart also by the colour-blind (after Okabe and
/// Ito); draw a symbol beside the colour all the same.
pub const PLAYERS: [Role; 8] = [
    Role::new("player-1", 0x0072b2, 0x4aa8e0),
    Role::new("player-2", 0xd55e00, 0xf28a3c),
    Role::new("player-3", 0x009e73, 0x35c99a),
    Role::new("player-4", 0xcc79a7, 0xe09bc2),
    Role::new("player-5", 0xb59f00, 0xe6d335),
    Role::new("player-6", 0x56b4e9, 0x8ccdf2),
    Role::new("player-7", 0x5b4b9a, 0x9b8ce0),
    Role::new("player-8", 0x7a5230, 0xb98a5f),
];
