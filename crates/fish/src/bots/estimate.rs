//! What a position will cost a player, estimated without playing on.
//!
//! A shop that stands costs its walk. A shop yet to come costs the walk from
//! the nearest reservation that no other missing shop takes, and a share of
//! what the next one would cost more, since reservations become roads; without
//! any, the walk from the nearest cell still free and something more. One walk
//! from each producer, a front at a time and as far as reservations count,
//! serves all players: some tenths of a microsecond a position.

use crate::{Good, Ground, Shop, Spot, State};

/// Walks are followed so far; farther shops have walks of their own.
const DEPTH: usize = 6;

/// The unit of costs: sixteenths of a point.
pub(super) const POINT: i32 = 16;

/// What the estimate believes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beliefs {
    /// The share, in sixteenths, of the difference to the second-best
    /// reservation.
    pub(super) second: i32,
    /// What a shop without a reservation costs beyond the walk from the nearest
    /// cell that is still free, in sixteenths.
    pub(super) late: i32,
    /// What it costs at most, in sixteenths.
    pub(super) most: i32,
}

/// For each good and distance, the cells on which a shop would be so far.
pub(super) struct Layers<'a> {
    state: &'a State,
    ground: &'a Ground,
    cells: [[u128; DEPTH]; 5],
    depth: usize,
    /// The walk from the nearest cell that nobody has.
    free: [i32; 5],
}

impl<'a> Layers<'a> {
    /// The walks on a ground, in a game as it stands otherwise.
    #[inline]
    pub(super) fn of(state: &'a State, ground: &'a Ground) -> Self {
        let depth = (usize::from(state.config.max) - 1).min(DEPTH);
        let mut cells = [[0; DEPTH]; 5];
        for good in state.goods() {
            let layers = &mut cells[good.index()][..depth];
            let producer = state.producer(good);
            if let Some(outside) = state.outside() {
                let mut reached = 0;
                outside.walk(ground, producer, depth as u32 + 1, |distance, near| {
                    layers[distance as usize - 1] = near & !reached;
                    reached |= near;
                    false
                });
            } else {
                for (layer, near) in layers.iter_mut().zip(ground.fronts(producer)) {
                    *layer = near;
                }
            }
        }
        let free = ground.free() & !state.reserved();
        let mut layers = Self { state, ground, cells, depth, free: [0; 5] };
        for good in state.goods() {
            layers.free[good.index()] =
                layers.nearest(good.index(), free).map_or(i32::from(state.config.max), |(walk, _)| walk);
        }
        layers
    }

    /// The distance to the nearest cells of a set, and those; nothing if all
    /// are far.
    #[inline]
    pub(super) fn nearest(&self, good: usize, among: u128) -> Option<(i32, u128)> {
        let layers = self.cells[good][..self.depth].iter();
        layers.zip(1..).map(|(layer, distance)| (distance, layer & among)).find(|(_, found)| *found != 0)
    }

    /// The walk of a shop on a cell.
    #[inline]
    fn walk(&self, good: Good, spot: Spot) -> i32 {
        let near = self.nearest(good.index(), spot.bit());
        near.map_or_else(|| self.state.distance_on(self.ground, good, spot) as i32, |(walk, _)| walk)
    }

    /// What a player with such shops and reservations will pay.
    #[inline]
    pub(super) fn cost(&self, shops: &[Shop; 5], reserved: u128, beliefs: &Beliefs) -> i32 {
        let max = i32::from(self.state.config.max) * POINT;
        let most = beliefs.most.min(max);
        let without = self.free.map(|walk| (walk * POINT + beliefs.late).min(most));
        let mut cost = 0;
        // Goods without a reservation, and goods with only one, as bits.
        let (mut none, mut one) = (0u8, 0u8);
        for good in self.state.goods() {
            match shops[good.index()] {
                Shop::Lost => cost += max,
                Shop::Built(spot) => cost += self.walk(good, spot) * POINT,
                Shop::Missing => none |= 1 << good.index(),
            }
        }
        let mut free = reserved;
        for distance in 0..self.depth {
            if none | one == 0 || free == 0 {
                break;
            }
            let mut goods = none | one;
            while goods != 0 {
                let (good, bit) = (goods.trailing_zeros() as usize, goods & goods.wrapping_neg());
                goods &= goods - 1;
                let walk = (distance as i32 + 1) * POINT;
                let gain = without[good] - walk;
                if gain <= 0 {
                    continue;
                }
                let mut found = self.cells[good][distance] & free;
                if found != 0 && none & bit != 0 {
                    // Until a second one is found it costs a share more.
                    cost += walk + gain * beliefs.second / POINT;
                    none &= !bit;
                    one |= bit;
                    free &= !(found & found.wrapping_neg());
                    found &= found - 1;
                }
                if found != 0 && one & bit != 0 {
                    cost -= gain * beliefs.second / POINT;
                    one &= !bit;
                }
            }
        }
        let left = without.iter().enumerate().filter(|(good, _)| none >> good & 1 == 1);
        cost + left.map(|(_, cost)| cost).sum::<i32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::{Policy, play_out};
    use crate::{Config, Rules, Spots};
    use dedale_grid::Rng;

    /// Positions in the middle of games, by every rule book: games that
    /// end early.
    fn positions() -> impl Iterator<Item = State> {
        (0..45).map(|seed| {
            let config = Config::new(Rules::ALL[seed as usize % 3], 2 + seed as u8 % 4);
            let mut state = State::start(&config, seed).unwrap();
            state.pile.truncate(4 + seed as usize % 9);
            play_out(&mut state, Policy::Greedy, &mut Rng::new(seed));
            state
        })
    }

    /// The walks one by one, each by its own search.
    fn slow_cost(state: &State, shops: &[Shop; 5], reserved: u128, beliefs: &Beliefs) -> i32 {
        let max = i32::from(state.config.max);
        let free = state.ground().free() & !state.reserved();
        let without = |good| {
            let nearest = Spots(free).map(|spot| state.distance_from(good, spot) as i32).filter(|walk| *walk <= 6);
            (nearest.min().unwrap_or(max) * POINT + beliefs.late).min(beliefs.most).min(max * POINT)
        };
        let walk = |good, spot| state.distance_from(good, spot) as i32;
        let mut cost = 0;
        let (mut missing, mut left) = (Vec::new(), reserved);
        for good in state.goods() {
            match shops[good.index()] {
                Shop::Built(spot) => cost += walk(good, spot) * POINT,
                Shop::Lost => cost += max * POINT,
                Shop::Missing => missing.push((good, None::<i32>, false)),
            }
        }
        for distance in 1..max {
            for (good, first, second) in &mut missing {
                for spot in Spots(left) {
                    let gain = without(*good) - distance * POINT;
                    if walk(*good, spot) != distance || distance > 6 || gain <= 0 {
                        continue;
                    }
                    if first.is_none() {
                        *first = Some(distance);
                        left &= !spot.bit();
                        cost += distance * POINT + gain * beliefs.second / POINT;
                    } else if !*second {
                        *second = true;
                        cost -= gain * beliefs.second / POINT;
                    }
                }
            }
        }
        cost + missing.iter().filter(|(_, first, _)| first.is_none()).map(|(good, ..)| without(*good)).sum::<i32>()
    }

    #[test]
    fn costs_are_those_of_single_walks() {
        let mut reserved = 0;
        for state in positions() {
            let layers = Layers::of(&state, state.ground());
            for (number, player) in state.players().iter().enumerate() {
                for beliefs in [Beliefs { second: 4, late: 24, most: 128 }, Beliefs { second: 9, late: 40, most: 55 }] {
                    let cost = layers.cost(&player.shops, player.reserved, &beliefs);
                    let slow = slow_cost(&state, &player.shops, player.reserved, &beliefs);
                    assert_eq!(cost, slow, "{} player {number}\n{}", state.config(), state.board());
                }
                reserved += player.reserved.count_ones();
                for good in state.goods() {
                    let spots = Spots(state.ground().free() & !state.reserved());
                    for spot in spots {
                        assert_eq!(layers.walk(good, spot) as u32, state.distance_from(good, spot));
                    }
                }
            }
        }
        assert!(reserved > 50, "{reserved}");
    }
}
