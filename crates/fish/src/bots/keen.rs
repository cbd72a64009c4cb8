//! Rules of thumb with a look at what follows: each choice is made, what it
//! will cost is estimated ([`estimate`](super::estimate)), and the best is
//! taken. Dearer than the rules of [`greedy`](super::greedy), and so much
//! better that worlds played on by them tell more, though there are fewer.

use super::estimate::{Beliefs, Layers, POINT};
use super::greedy::{Turn, any};
use crate::{Piece, Shop, Spot, Spots, State};
use dedale_grid::Rng;
use dedale_play::Seat;

/// The numbers in the rules of thumb, costs in sixteenths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Keen {
    /// What positions are believed to cost.
    beliefs: Beliefs,
    /// How much what the others pay counts.
    envy: i32,
    /// How much it counts to take a cell that others would take.
    deny: i32,
    /// Reservations to hold, while shops are missing, before one draws.
    least: u32,
}

/// Found by climbing, in games against the former best (`docs/games.md`). It
/// never bids: the rules tried that did lost some two points by it, since the
/// last to buy a shop pays nothing.
pub(super) const KEEN: Keen = Keen { beliefs: Beliefs { second: 4, late: 24, most: 128 }, envy: 10, deny: 5, least: 8 };

/// Reserves where that saves most, or draws.
#[inline]
pub(super) fn turn(state: &State, seat: Seat, keen: &Keen, rng: &mut Rng) -> Turn {
    let reservable = state.reservable(seat);
    if reservable == 0 {
        return Turn::Draw;
    }
    let enough = state.player(seat).reserved.count_ones() >= keen.least || state.missing(seat) == 0;
    let draws = enough && state.may_draw(seat);
    let layers = Layers::of(state, &state.ground);
    let costs = |bit: u128| {
        let mut cost = 0;
        for (number, player) in state.players().iter().enumerate() {
            let weight = if number == seat.index() { POINT } else { keen.deny };
            if weight != 0 {
                cost += weight * layers.cost(&player.shops, player.reserved | bit, &keen.beliefs) / POINT;
            }
        }
        cost
    };
    let before = costs(0);
    let mut best: Option<(i32, Spot)> = None;
    for good in state.goods().filter(|good| state.player(seat).lacks(*good)) {
        let Some((_, spots)) = layers.nearest(good.index(), reservable) else { continue };
        let spot = any(roomiest(state, spots), rng);
        let gain = before - costs(spot.bit());
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, spot));
        }
    }
    match best {
        Some((gain, spot)) if gain > 0 || !draws => Turn::Reserve(spot),
        None if !draws => Turn::Reserve(any(reservable, rng)),
        _ => Turn::Draw,
    }
}

/// Builds where that costs least.
#[inline]
pub(super) fn site(state: &State, seat: Seat, piece: Piece, keen: &Keen, rng: &mut Rng) -> Spot {
    let mine = state.player(seat).reserved;
    if mine.is_power_of_two() {
        return any(mine, rng);
    }
    let (mut best, mut least) = (0, i32::MAX);
    for spot in Spots(mine) {
        let cost = after(state, seat, spot, piece, keen);
        if cost < least {
            (best, least) = (0, cost);
        }
        if cost == least {
            best |= spot.bit();
        }
    }
    any(best, rng)
}

/// What a player will pay, less what the others will, once a piece stands.
#[inline]
fn after(state: &State, seat: Seat, spot: Spot, piece: Piece, keen: &Keen) -> i32 {
    let mut ground = state.ground;
    let roads = state.construct_on(&mut ground, spot, piece);
    let layers = Layers::of(state, &ground);
    let gone = roads | spot.bit();
    let mut cost = 0;
    for (number, player) in state.players().iter().enumerate() {
        let mut shops = player.shops;
        if number == seat.index() {
            if let Piece::Shop(good) = piece {
                shops[good.index()] = Shop::Built(spot);
            }
            cost += POINT * layers.cost(&shops, player.reserved & !gone, &keen.beliefs);
        } else {
            let weight = keen.envy / (state.seats() as i32 - 1);
            cost -= weight * layers.cost(&shops, player.reserved & !gone, &keen.beliefs);
        }
    }
    cost
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::greedy;
    use crate::game::event::Silence;
    use crate::{Config, Phase, Rules};

    /// A whole game in which one seat looks at what follows and the others
    /// follow rules of thumb, all by legal moves; nobody bids.
    fn lead(config: &Config, seed: u64, keen: Seat) -> i32 {
        let mut state = State::start(config, seed).unwrap();
        let mut rng = Rng::new(seed);
        loop {
            let one = |seat: Seat| seat == keen;
            match state.phase {
                Phase::Turn => {
                    let seat = state.turn;
                    let turn = if one(seat) {
                        super::turn(&state, seat, &KEEN, &mut rng)
                    } else {
                        greedy::turn(&state, seat, &mut rng)
                    };
                    match turn {
                        Turn::Reserve(spot) => {
                            assert!(state.reservable(seat) & spot.bit() != 0);
                            state.reserve(seat, spot, &mut Silence);
                        }
                        Turn::Draw => {
                            assert!(state.may_draw(seat));
                            state.draw(&mut Silence);
                        }
                    }
                }
                Phase::Auction(good) => {
                    let (winner, price) = state.best_of(state.bidders(good).iter().map(|seat| (seat, 0)));
                    state.sell(winner, price, &mut Silence);
                }
                Phase::Build(seat, piece) => {
                    let spot = if one(seat) {
                        site(&state, seat, piece, &KEEN, &mut rng)
                    } else {
                        greedy::site(&state, seat, piece, &mut rng)
                    };
                    assert!(state.player(seat).reserved & spot.bit() != 0);
                    state.build(spot, &mut Silence);
                }
                Phase::Over => break,
            }
        }
        let others = (0..state.seats()).map(Seat::new).filter(|seat| *seat != keen);
        let others: i32 = others.map(|seat| state.score(seat)).sum();
        others - state.score(keen) * (state.seats() as i32 - 1)
    }

    #[test]
    fn who_looks_further_walks_less() {
        for (rules, players) in [(Rules::Standard, 3), (Rules::Standard, 5), (Rules::Classic, 2), (Rules::Boxed, 4)] {
            let config = Config::new(rules, players);
            let games = (0..12).flat_map(|seed| (0..players).map(move |seat| (seed, Seat::new(seat.into()))));
            let total: i32 = games.map(|(seed, seat)| lead(&config, seed, seat)).sum();
            // Points before each of the others in each game.
            let mean = f64::from(total) / f64::from(12 * i32::from(players) * (i32::from(players) - 1));
            assert!(mean > 1.0, "{rules:?} with {players}: {mean}");
        }
    }
}
