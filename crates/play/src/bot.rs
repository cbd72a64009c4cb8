//! Players that compute.

use crate::{Game, Seat};
use dedale_grid::Rng;

/// How much a bot may think, counted in its own nodes and not in seconds, so
/// that games with bots can be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most nodes, simulations or positions to look at.
    pub nodes: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { nodes: 1000 }
    }
}

/// A named way of playing. It sees what its seat sees and nothing more, and
/// keeps nothing between two decisions, so a bot can take over any seat at
/// any moment and survive a restart.
pub struct Bot<G: Game> {
    /// The name in commands and rooms.
    pub name: &'static str,
    /// What it may spend on a decision unless told otherwise.
    pub budget: Budget,
    /// Picks one of the legal actions, or waits for others by picking none.
    pub choose: fn(&G::View, Seat, &[G::Action], &mut Rng, Budget) -> Option<G::Action>,
}

impl<G: Game> Bot<G> {
    /// The bot of the game with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        G::bots().iter().find(|bot| bot.name == name)
    }
}

/// Picks any legal action: the weakest bot of every game, and a good opponent
/// for tests.
pub fn random<G: Game>(_: &G::View, _: Seat, legal: &[G::Action], rng: &mut Rng, _: Budget) -> Option<G::Action> {
    rng.choose(legal).cloned()
}
