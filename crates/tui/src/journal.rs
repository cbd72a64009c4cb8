//! Who keeps a match while it is played.

use dedale_play::Match;

/// Called with the match after every key and every tick; keeps what has
/// changed.
pub type Journal<G> = Box<dyn FnMut(&Match<G>)>;
