//! Playing a game to its end, fast.

use super::greedy::{self, GREEDY, SHARP, Thumb, Turn, any};
use crate::game::event::Silence;
use crate::{Phase, State};
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
    /// Better rules of thumb, that cost a little more.
    Sharp,
}

impl Policy {
    /// The rules of thumb.
    pub(super) const fn thumb(self) -> &'static Thumb {
        match self {
            Self::Random | Self::Greedy => &GREEDY,
            Self::Sharp => &SHARP,
        }
    }

    /// One move in this and one is random.
    const fn noise(self) -> u64 {
        match self {
            Self::Random | Self::Greedy => 15,
            Self::Sharp => 63,
        }
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
    let thumb = policy.thumb();
    let random = policy == Policy::Random || rng.bits() & policy.noise() == 0;
    match state.phase {
        Phase::Turn => {
            let seat = state.turn;
            let turn = if random { random_turn(state, seat, rng) } else { greedy::turn(state, seat, thumb, rng) };
            match turn {
                Turn::Reserve(spot) => state.reserve(seat, spot, &mut Silence),
                Turn::Draw => state.draw(&mut Silence),
            }
        }
        Phase::Auction(good) if policy == Policy::Random => {
            let bids = state.bidders(good).iter().map(|seat| {
                let coins = state.player(seat).coins;
                (seat, rng.below(u64::from(coins) + 1) as u8)
            });
            let (winner, price) = state.best_of(bids);
            state.sell(winner, price, &mut Silence);
        }
        Phase::Auction(_) => settle(state, thumb, rng),
        Phase::Build(seat, piece) => {
            let spot = if random {
                any(state.player(seat).reserved, rng)
            } else {
                greedy::site(state, seat, piece, thumb, rng)
            };
            state.build(spot, &mut Silence);
        }
        Phase::Over => {}
    }
}

/// Settles the auction at hand by rules of thumb.
#[inline]
fn settle(state: &mut State, thumb: &Thumb, rng: &mut Rng) {
    let Phase::Auction(good) = state.phase else { return };
    let bids = state.bidders(good).iter().map(|seat| {
        let coins = state.player(seat).coins;
        let wobble = [0, 0, 0, 1][(rng.bits() & 3) as usize];
        (seat, (greedy::bid(state, seat, good, thumb) + wobble).min(coins))
    });
    let (winner, price) = state.best_of(bids);
    state.sell(winner, price, &mut Silence);
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
