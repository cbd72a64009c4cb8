//! Playing a game to its end, fast.

use super::greedy::{self, Turn, any};
use super::keen::{self, KEEN};
use crate::game::event::Silence;
use crate::{Good, Phase, Piece, Spot, State};
use dedale_grid::Rng;
use dedale_play::Seat;

/// How everybody plays on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy {
    /// Anything legal, as the random player.
    Random,
    /// Rules of thumb, and anything now and then.
    Greedy,
    /// Rules that look at what follows, at several times the cost.
    Keen,
}

impl Policy {
    /// Whether a move is random.
    #[inline]
    fn errs(self, rng: &mut Rng) -> bool {
        match self {
            Self::Random => true,
            Self::Greedy => rng.bits() & 15 == 0,
            Self::Keen => rng.bits() & 63 == 0,
        }
    }

    #[inline]
    fn turn(self, state: &State, seat: Seat, rng: &mut Rng) -> Turn {
        match self {
            Self::Random => random_turn(state, seat, rng),
            Self::Greedy => greedy::turn(state, seat, rng),
            Self::Keen => keen::turn(state, seat, &KEEN, rng),
        }
    }

    #[inline]
    fn site(self, state: &State, seat: Seat, piece: Piece, rng: &mut Rng) -> Spot {
        match self {
            Self::Random => any(state.player(seat).reserved, rng),
            Self::Greedy => greedy::site(state, seat, piece, rng),
            Self::Keen => keen::site(state, seat, piece, &KEEN, rng),
        }
    }

    #[inline]
    fn bid(self, state: &State, seat: Seat, good: Good, rng: &mut Rng) -> u8 {
        let coins = state.player(seat).coins;
        let bid = match self {
            Self::Random => return rng.below(u64::from(coins) + 1) as u8,
            Self::Greedy => greedy::bid(state, seat, good),
            Self::Keen => 0,
        };
        // Now and then a coin more.
        (bid + u8::from(rng.bits() & 3 == 3)).min(coins)
    }
}

/// Plays to the end.
pub fn play_out(state: &mut State, policy: Policy, rng: &mut Rng) {
    while !state.is_over() {
        step(state, policy, rng);
    }
}

/// One turn, one auction or one construction.
#[inline]
fn step(state: &mut State, policy: Policy, rng: &mut Rng) {
    let errs = policy.errs(rng);
    match state.phase {
        Phase::Turn => {
            let seat = state.turn;
            let turn = if errs { random_turn(state, seat, rng) } else { policy.turn(state, seat, rng) };
            match turn {
                Turn::Reserve(spot) => state.reserve(seat, spot, &mut Silence),
                Turn::Draw => state.draw(&mut Silence),
            }
        }
        Phase::Auction(good) => {
            let bids = state.bidders(good).iter().map(|seat| (seat, policy.bid(state, seat, good, rng)));
            let (winner, price) = state.best_of(bids);
            state.sell(winner, price, &mut Silence);
        }
        Phase::Build(seat, piece) => {
            let spot = if errs { any(state.player(seat).reserved, rng) } else { policy.site(state, seat, piece, rng) };
            state.build(spot, &mut Silence);
        }
        Phase::Over => {}
    }
}

/// As the random player: even chances.
fn random_turn(state: &State, seat: Seat, rng: &mut Rng) -> Turn {
    let reservable = state.reservable(seat);
    let may_draw = state.may_draw(seat);
    let many = state.player(seat).reserved.count_ones() >= super::RANDOM_DISCS;
    if reservable == 0 || may_draw && (many || rng.bits() & 1 == 0) {
        Turn::Draw
    } else {
        Turn::Reserve(any(reservable, rng))
    }
}
