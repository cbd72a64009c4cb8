//! Crumbling aisles: after each flip two tiles go back under the deck.

use super::event::Event;
use super::state::{Open, Phase, State};
use crate::Spot;
use crate::grow::Horizon;
use dedale_grid::Dir;

impl State {
    /// A tile goes under the deck.
    pub(super) fn discard(&mut self, tile: usize, events: &mut Vec<Event>) {
        let corner = self.open.market.corner(tile);
        events.push(Event::Discarded { tile, row: corner.row, column: corner.col });
        self.open.market = self.open.market.without(tile);
        let lower = |spot: &mut Spot| {
            if spot.tile() > tile {
                *spot = Spot::new(spot.tile() - 1, spot.square());
            }
        };
        self.open.pawns.iter_mut().flatten().for_each(lower);
        self.open.stood.iter_mut().flatten().for_each(lower);
        self.open.used.iter_mut().for_each(lower);
        let card = self.placed.remove(tile - 1);
        self.deck.insert(0, card);
        self.open.cards_left = self.deck.len();
        self.open.discards -= 1;
        self.open.mark();
        self.or_trapped(events);
    }

    /// Lost, if tiles must be discarded and none can be.
    pub(super) fn or_trapped(&mut self, events: &mut Vec<Event>) {
        let open = &mut self.open;
        if open.discards > 0 && !(1..open.market.len()).any(|tile| open.discardable(tile)) {
            open.phase = Phase::Lost;
            open.discards = 0;
            events.push(Event::Trapped);
        }
    }
}

impl Open {
    /// Whether a tile may be discarded now: nothing lies on it, everything else
    /// stays within reach on foot, exploring can go on, and so can discarding.
    pub fn discardable(&self, tile: usize) -> bool {
        self.discards > 0
            && self.dispensable(tile)
            && (self.discards == 1 || {
                let mut next = self.clone();
                next.market = self.market.without(tile);
                let lower = |spot: &mut Spot| {
                    if spot.tile() > tile {
                        *spot = Spot::new(spot.tile() - 1, spot.square());
                    }
                };
                next.pawns.iter_mut().flatten().for_each(lower);
                next.used.iter_mut().for_each(lower);
                (1..next.market.len()).any(|other| next.dispensable(other))
            })
    }

    fn dispensable(&self, tile: usize) -> bool {
        if tile == 0 || tile >= self.market.len() {
            return false;
        }
        let on_it = |spot: &Spot| spot.tile() == tile;
        if self.pawns.iter().flatten().chain(&self.used).any(on_it) {
            return false;
        }
        let rest = self.market.without(tile);
        // On foot: corridors, doors and escalators, for pawns of every colour.
        let start = self.pawns.iter().flatten().next().map_or(0, |spot| spot.tile());
        let lowered = if start > tile { start - 1 } else { start };
        let mut seen = vec![false; rest.len()];
        let mut queue = vec![lowered];
        seen[lowered] = true;
        while let Some(here) = queue.pop() {
            for side in Dir::ALL {
                let doors = rest.tile(here).door(side).is_some();
                let Some(there) = rest.tile_at(rest.lot(here).step(side)).filter(|_| doors) else { continue };
                if rest.tile(there).door(side.opposite()).is_some() && !std::mem::replace(&mut seen[there], true) {
                    queue.push(there);
                }
            }
        }
        seen.iter().all(|seen| *seen) && Horizon::default().survives(&rest, rest.lot(0), &[])
    }
}
