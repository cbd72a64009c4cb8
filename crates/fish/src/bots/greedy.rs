//! Cheap rules of thumb, fast enough to play a game to its end in some
//! microseconds; also what the strong bot believes the others do.

use crate::{Action, Good, Phase, Piece, Spot, Spots, State, View};
use dedale_grid::Rng;
use dedale_play::{Budget, Seat};

/// No place is nearer.
const NEAR: u32 = 1;

/// The numbers in the rules of thumb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thumb {
    /// A reservation is near enough at this distance.
    near: u32,
    /// Reservations to hold beyond one for each missing shop.
    spare: u32,
    /// Reservations to hold before anything is drawn.
    least: u32,
    /// Coins to bid where a place at hand could not be better; elsewhere none.
    bid: u8,
    /// Whether one reserves first for the shop that is nearest to losing its
    /// last good cells, rather than for the one that is worst off.
    scarce: bool,
    /// Whether cells with room around them are preferred, which seldom become
    /// roads.
    roomy: bool,
    /// Whether trees go where they make roads of the others' reservations
    /// rather than of one's own.
    spite: bool,
}

/// What comes to mind first.
pub(super) const GREEDY: Thumb =
    Thumb { near: 1, spare: 2, least: 2, bid: 1, scarce: false, roomy: false, spite: false };

/// The best found by hill climbing over some hundred thousand games against the
/// former best. Each part counts: alone against two that lack it, it wins 37 to
/// 39 of a hundred games for bidding nothing, for what is scarce and for holding
/// five, 34 to 36 for the rest. Higher bids lose at once, since the last to buy
/// a shop pays nothing.
pub(super) const SHARP: Thumb = Thumb { near: 1, spare: 5, least: 5, bid: 0, scarce: true, roomy: true, spite: true };

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
        Phase::Turn => match turn(state, seat, &GREEDY, rng) {
            Turn::Reserve(spot) => Action::Reserve(frame.point(spot)),
            Turn::Draw => Action::Draw,
        },
        Phase::Auction(good) => Action::Bid(bid(state, seat, good, &GREEDY)),
        Phase::Build(_, piece) => Action::Build(frame.point(site(state, seat, piece, &GREEDY, rng))),
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
pub(super) fn turn(state: &State, seat: Seat, thumb: &Thumb, rng: &mut Rng) -> Turn {
    let reservable = state.reservable(seat);
    if reservable == 0 {
        return Turn::Draw;
    }
    let mine = state.player(seat).reserved;
    let missing = state.missing(seat) as u32;
    let held = mine.count_ones();
    if missing > 0 && held < missing + thumb.spare {
        let next = if thumb.scarce {
            scarcest(state, seat, reservable, thumb)
        } else {
            worst_off(state, seat, reservable, thumb, rng)
        };
        if let Some(spots) = next {
            return Turn::Reserve(any(if thumb.roomy { roomiest(state, spots) } else { spots }, rng));
        }
        if held < thumb.least {
            return Turn::Reserve(any(reservable, rng));
        }
    }
    if state.may_draw(seat) { Turn::Draw } else { Turn::Reserve(any(reservable, rng)) }
}

/// The cells where the missing shop that is worst off gets nearest.
#[inline]
fn worst_off(state: &State, seat: Seat, reservable: u128, thumb: &Thumb, rng: &mut Rng) -> Option<u128> {
    let mine = state.player(seat).reserved;
    let mut worst: Option<(u32, Good)> = None;
    for good in state.goods().filter(|good| state.player(seat).lacks(*good)) {
        let (distance, _) = nearest(state, good, mine);
        if distance > thumb.near
            && worst.is_none_or(|(worst, _)| distance > worst || distance == worst && rng.bits() & 1 == 0)
        {
            worst = Some((distance, good));
        }
    }
    let (distance, good) = worst?;
    let (better, spots) = nearest(state, good, reservable);
    (better < distance).then_some(spots)
}

/// The best cells of the missing shop that has fewest of them left.
#[inline]
fn scarcest(state: &State, seat: Seat, reservable: u128, thumb: &Thumb) -> Option<u128> {
    let mine = state.player(seat).reserved;
    let mut best: Option<(u32, u32, u128)> = None;
    for good in state.goods().filter(|good| state.player(seat).lacks(*good)) {
        let (distance, _) = nearest(state, good, mine);
        if distance <= thumb.near {
            continue;
        }
        let (better, spots) = nearest(state, good, reservable);
        let few = (better, spots.count_ones());
        if better < distance && best.is_none_or(|(nearest, count, _)| few < (nearest, count)) {
            best = Some((few.0, few.1, spots));
        }
    }
    best.map(|(.., spots)| spots)
}

/// Those of some cells with most room around them: open sides, roads that will
/// stay, not at the border.
fn roomiest(state: &State, spots: u128) -> u128 {
    if spots.is_power_of_two() {
        return spots;
    }
    let frame = state.ground.frame();
    let (open, roads) = (state.ground.open(), state.ground.roads());
    let (mut best, mut most) = (0, i32::MIN);
    for spot in Spots(spots) {
        let around = frame.beside(spot.bit());
        let room = (around & open).count_ones() + 2 * (around & roads).count_ones();
        let room = room as i32 - i32::from(frame.edge() & spot.bit() != 0);
        if room > most {
            (best, most) = (0, room);
        }
        if room == most {
            best |= spot.bit();
        }
    }
    best
}

/// Coins where the place at hand could not be better: the last to buy a shop
/// pays nothing, so waiting is cheap.
#[inline]
pub(super) fn bid(state: &State, seat: Seat, good: Good, thumb: &Thumb) -> u8 {
    let player = state.player(seat);
    let (distance, _) = nearest(state, good, player.reserved);
    if distance <= NEAR { thumb.bid.min(player.coins) } else { 0 }
}

/// A shop goes where the walk is shortest; a tree where no missing shop would
/// rather stand.
#[inline]
pub(super) fn site(state: &State, seat: Seat, piece: Piece, thumb: &Thumb, rng: &mut Rng) -> Spot {
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
            let sites = if spare == 0 { mine } else { spare };
            any(if thumb.spite { harmful(state, seat, sites) } else { sites }, rng)
        }
    }
}

/// Those of some sites for a tree that make roads of most reservations of the
/// others and of fewest of one's own.
fn harmful(state: &State, seat: Seat, sites: u128) -> u128 {
    if sites.is_power_of_two() || state.config.areas {
        return sites;
    }
    let mine = state.player(seat).reserved;
    let others = state.reserved() & !mine;
    let (mut best, mut most) = (0, i32::MIN);
    for site in Spots(sites) {
        let roads = state.ground.preview(site, !state.config.closed);
        let harm = (roads & others).count_ones() as i32 - 2 * (roads & mine).count_ones() as i32;
        if harm > most {
            (best, most) = (0, harm);
        }
        if harm == most {
            best |= site.bit();
        }
    }
    best
}

/// Any cell of a set that is not empty.
#[inline]
pub(super) fn any(spots: u128, rng: &mut Rng) -> Spot {
    let skip = rng.index(spots.count_ones() as usize);
    Spots(spots).nth(skip).expect("the set is not empty")
}
