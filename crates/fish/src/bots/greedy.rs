//! Cheap rules of thumb, fast enough to play a game to its end in some
//! microseconds; also what the strong bot believes the others do.

use crate::{Action, Good, Phase, Piece, Spot, Spots, State, View};
use dedale_grid::Rng;
use dedale_play::{Budget, Seat};

/// No place is nearer, and so it is near enough.
const NEAR: u32 = 1;
/// Reservations to hold beyond one for each missing shop.
const SPARE: u32 = 2;
/// Reservations to hold before anything is drawn.
const LEAST: u32 = 2;
/// Coins to bid where a place at hand could not be better; elsewhere none.
const BID: u8 = 1;

/// What to do in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Reserve(Spot),
    Draw,
}

/// Plays by rules of thumb.
pub fn greedy(view: &View, seat: Seat, legal: &[Action], rng: &mut Rng, _: Budget) -> Option<Action> {
    let state = view.state();
    let frame = state.ground().frame();
    let action = match state.phase() {
        Phase::Turn => match turn(state, seat, rng) {
            Turn::Reserve(spot) => Action::Reserve(frame.point(spot)),
            Turn::Draw => Action::Draw,
        },
        Phase::Auction(good) => Action::Bid(bid(state, seat, good)),
        Phase::Build(_, piece) => Action::Build(frame.point(site(state, seat, piece, rng))),
        Phase::Over => return None,
    };
    legal.contains(&action).then_some(action)
}

/// The cells of a set where a shop would be nearest to a producer, and how
/// near, at most `max`; no cells beyond that.
#[inline]
pub(super) fn nearest(state: &State, good: Good, among: u128) -> (u32, u128) {
    let max = u32::from(state.config.max);
    if among == 0 {
        return (max, 0);
    }
    if let Some(outside) = state.outside() {
        let mut found = (max, 0);
        outside.walk(&state.ground, state.producer(good), max, |distance, near| {
            let there = near & among;
            if there != 0 {
                found = (distance, there);
            }
            there != 0
        });
        return found;
    }
    let ground = &state.ground;
    let (frame, open) = (ground.frame(), ground.open());
    let (mut front, mut walked) = (frame.beside(state.producer(good).bit()) & open, 0);
    for distance in 1..max {
        let found = frame.beside(front) & among;
        if found != 0 {
            return (distance, found);
        }
        walked |= front;
        front = frame.beside(front) & open & !walked;
    }
    (max, 0)
}

/// Reserves where the shop that is worst off gets nearer, until there is a
/// reservation for each missing shop and some for trees; then draws.
#[inline]
pub(super) fn turn(state: &State, seat: Seat, rng: &mut Rng) -> Turn {
    let reservable = state.reservable(seat);
    if reservable == 0 {
        return Turn::Draw;
    }
    let mine = state.player(seat).reserved;
    let missing = state.missing(seat) as u32;
    let held = mine.count_ones();
    if missing > 0 && held < missing + SPARE {
        if let Some(spots) = worst_off(state, seat, reservable, rng) {
            return Turn::Reserve(any(spots, rng));
        }
        if held < LEAST {
            return Turn::Reserve(any(reservable, rng));
        }
    }
    if state.may_draw(seat) { Turn::Draw } else { Turn::Reserve(any(reservable, rng)) }
}

/// The cells where the missing shop that is worst off gets nearest.
#[inline]
fn worst_off(state: &State, seat: Seat, reservable: u128, rng: &mut Rng) -> Option<u128> {
    let mine = state.player(seat).reserved;
    let mut worst: Option<(u32, Good)> = None;
    for good in state.goods().filter(|good| state.player(seat).lacks(*good)) {
        let (distance, _) = nearest(state, good, mine);
        if distance > NEAR
            && worst.is_none_or(|(worst, _)| distance > worst || distance == worst && rng.bits() & 1 == 0)
        {
            worst = Some((distance, good));
        }
    }
    let (distance, good) = worst?;
    let (better, spots) = nearest(state, good, reservable);
    (better < distance).then_some(spots)
}

/// Coins where the place at hand could not be better: the last to buy a shop
/// pays nothing, so waiting is cheap.
#[inline]
pub(super) fn bid(state: &State, seat: Seat, good: Good) -> u8 {
    let player = state.player(seat);
    let (distance, _) = nearest(state, good, player.reserved);
    if distance <= NEAR { BID.min(player.coins) } else { 0 }
}

/// A shop goes where the walk is shortest; a tree where no missing shop would
/// rather stand.
#[inline]
pub(super) fn site(state: &State, seat: Seat, piece: Piece, rng: &mut Rng) -> Spot {
    let mine = state.player(seat).reserved;
    match piece {
        Piece::Shop(good) => {
            let (_, spots) = nearest(state, good, mine);
            any(if spots == 0 { mine } else { spots }, rng)
        }
        Piece::Tree => {
            let mut wanted = 0;
            for good in state.goods().filter(|good| state.player(seat).lacks(*good)) {
                let (_, spots) = nearest(state, good, mine);
                if spots.count_ones() == 1 {
                    wanted |= spots;
                }
            }
            let spare = mine & !wanted;
            any(if spare == 0 { mine } else { spare }, rng)
        }
    }
}

/// Any cell of a set that is not empty.
#[inline]
pub(super) fn any(spots: u128, rng: &mut Rng) -> Spot {
    let skip = rng.index(spots.count_ones() as usize);
    Spots(spots).nth(skip).expect("the set is not empty")
}
