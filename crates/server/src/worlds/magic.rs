//! Magic Maze in the studio: real time, so bots stand in for those who leave.

use super::{Hosted, World};
use dedale_magic::game::MagicMaze;

/// Four pawns in a growing supermarket; each player owns a direction.
pub fn world() -> World {
    World {
        name: "magic",
        game: Some(Hosted { live: true, ..Hosted::of::<MagicMaze>((1, 8)) }),
        verbs: Vec::new(),
        work: Vec::new(),
    }
}
