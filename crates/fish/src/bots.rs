//! Players that compute, weakest first.
//!
//! - `random` reserves or draws with even chances, as the specification's own
//!   player does, and does anything legal otherwise.
//! - `greedy` keeps a near reservation for each shop it lacks, builds where the
//!   walk is shortest and offers a coin for a place that could not be better.
//! - `strong` plays each choice out hundreds of times; see [`strong()`].
//! - `expert` plays them out thousands of times, by better rules of thumb, and
//!   computes the end; see [`expert()`].
//!
//! All of them see what their seat sees and keep nothing between decisions.
//!
//! The ladder, three players, 201 games (67 piles, each played from all three
//! seats), seed 1, usual budgets; `dedale fish simulate --ladder --games 201
//! --seed 1` prints it:
//!
//! | bot | against | games won | mean lead over the others |
//! |---|---|---|---|
//! | `strong` | two `greedy` | 200 of 201 | 16.4 ± 0.7 points |
//! | `strong` | two `random` | 201 of 201 | 49.0 ± 0.8 points |
//! | `greedy` | two `random` | 201 of 201 | 40.0 ± 1.2 points |
//!
//! How `expert` does against two `strong`, and what bids are worth, is in
//! `docs/games.md`; `dedale-bench -- games` plays it again.
//!
//! With other numbers of players `strong` won 50 of 50 against one `greedy`
//! and 45 of 50 against four; by the classic rules 28 of 30 against two.

mod advice;
mod auction;
mod estimate;
mod expert;
mod greedy;
mod keen;
mod last;
mod playout;
pub mod review;
mod strong;

pub use advice::{Advice, advise};
pub use auction::{Worth, worth_of_winning};
pub use expert::{EXPERT_NODES, expert};
pub use greedy::greedy;
pub use playout::{Policy, play_out};
pub use strong::{STRONG_NODES, strong};

use crate::{Action, Fish, Phase, View};
use dedale_grid::Rng;
use dedale_play::{Budget, Seat, bot};

/// More reservations than this the random player does not make.
const RANDOM_DISCS: u32 = 8;

/// Reserves or draws with even chances; anything legal otherwise.
pub fn random(view: &View, seat: Seat, legal: &[Action], rng: &mut Rng, budget: Budget) -> Option<Action> {
    let state = view.state();
    if state.phase() == Phase::Turn && legal.contains(&Action::Draw) {
        let many = state.player(seat).reserved.count_ones() >= RANDOM_DISCS;
        if many || legal.len() == 1 || rng.chance(0.5) {
            return Some(Action::Draw);
        }
        return rng.choose(&legal[..legal.len() - 1]).copied();
    }
    bot::random::<Fish>(view, seat, legal, rng, budget)
}
