//! How a supermarket grows, and why it never closes too early.
//!
//! A tile is turned over behind an unused door. If every unused door led
//! nowhere while cards are left, the game could not go on. We keep this true:
//! *some unused door looks out on open country*, that is on a free lot joined
//! by free lots to infinity. When a tile goes to a lot `P`, either such a door
//! is left elsewhere, or `P` itself was open country; then one of its free
//! neighbours still is (the second lot on a way from `P` to infinity), and a
//! door on that side will do. So among the ways to place the doors of the
//! card there is always one that keeps the promise. The first one in the
//! random order drawn from the card's seed is taken: as long as nothing is in
//! danger this is the plain uniform draw, and in danger it is the uniform draw
//! among what is safe. Number and colours of the doors are never touched.
//!
//! One known door and its way out are remembered, so most tiles cost O(1).

use crate::deck::{Card, Deck, Extras};
use crate::generate::Generator;
use crate::{Lot, Market, Spot, Square};
use dedale_grid::{Dir, Point, Rng};
use rustc_hash::FxHashSet;

/// A supermarket of exactly this many tiles, grown by exploring doors drawn
/// at random.
pub fn grow(tiles: usize, extras: Extras, seed: u64) -> Market {
    let mut rng = Rng::new(seed);
    let mut generator = Generator::new();
    let deck = Deck::new(tiles, extras, &mut rng, &mut generator);
    let mut market = Market::new(deck.start, Point::new(0, 0));
    let mut horizon = Horizon::default();
    let mut doors: Vec<Spot> = Square::DOORS.map(|square| Spot::new(0, square)).to_vec();
    let mut left = deck.cards.len();
    while let Some(card) = deck.cards.get(left.wrapping_sub(1)) {
        let drawn = rng.index(doors.len());
        let door = doors.swap_remove(drawn);
        if market.unused_door(door).is_none() {
            continue; // Another tile came to lie behind it.
        }
        left -= 1;
        let number = reveal(&mut market, door, card, left == 0, &mut horizon, &mut generator)
            .expect("the door was just seen to be unused");
        let new = Square::DOORS.map(|square| Spot::new(number, square));
        doors.extend(new.into_iter().filter(|spot| market.unused_door(*spot).is_some()));
    }
    market
}

/// Turns a card over behind an unused door; the number of the new tile.
/// Unless it is the last card, an unused door is left afterwards, in open
/// country.
pub fn reveal(
    market: &mut Market,
    door: Spot,
    card: &Card,
    last: bool,
    horizon: &mut Horizon,
    generator: &mut Generator,
) -> Option<usize> {
    let (_, side, lot) = market.unused_door(door)?;
    // The access, down on the card, must face the door we come from.
    let quarters = side.index();
    let turned =
        |choice: &[Dir]| -> Vec<Dir> { choice.iter().map(|dir| Dir::from_index(dir.index() + quarters)).collect() };
    let choices = card.door_choices();
    let choice = if last {
        &choices[0]
    } else {
        choices.iter().find(|choice| horizon.survives(market, lot, &turned(choice)))?
    };
    let tile = card.cut(choice, generator).turned(quarters);
    market.place(lot, tile)
}

/// An unused door that looks out on open country, and the way there.
#[derive(Clone, Debug, Default)]
pub struct Horizon {
    /// Free lots from the one behind the door to one beyond all tiles.
    way: Vec<Lot>,
}

impl Horizon {
    /// Whether a door in open country is left once a tile with doors on these
    /// sides lies on a lot.
    pub fn survives(&mut self, market: &Market, lot: Lot, sides: &[Dir]) -> bool {
        if !self.way.is_empty() && !self.way.contains(&lot) {
            return true;
        }
        let behind_new = sides.iter().map(|side| lot.step(*side));
        let behind_old = market.unused_doors().map(|(_, _, behind)| behind);
        let (low, high) = market.bounds();
        let beyond = |at: Lot| {
            at.east < low.east.min(lot.east)
                || at.south < low.south.min(lot.south)
                || at.east > high.east.max(lot.east)
                || at.south > high.south.max(lot.south)
        };
        let mut closed: FxHashSet<Lot> = FxHashSet::default();
        for behind in behind_new.chain(behind_old) {
            let free = |at: Lot| at != lot && market.tile_at(at).is_none();
            if !free(behind) || !closed.insert(behind) {
                continue;
            }
            // Depth first, straight on as long as possible: out of the bounds
            // in a few steps wherever there is a way at all.
            let mut way = vec![(behind, 0)];
            while let Some((at, tried)) = way.last_mut() {
                if beyond(*at) {
                    self.way = way.into_iter().map(|(at, _)| at).collect();
                    return true;
                }
                if *tried == 4 {
                    way.pop();
                    continue;
                }
                let next = at.step(Dir::from_index(*tried));
                *tried += 1;
                if free(next) && closed.insert(next) {
                    way.push((next, 0));
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Lie;

    #[test]
    fn markets_have_exactly_the_tiles_asked_for() {
        for seed in 0..400 {
            let tiles = 1 + seed as usize % 40;
            let market = grow(tiles, Extras::default(), seed);
            assert_eq!(market.len(), tiles);
            for number in 0..tiles {
                assert_eq!(market.tile(number).check(Lie::Placed), Ok(()));
            }
            assert!(market.tile(0).is_start() && (1..tiles).all(|n| !market.tile(n).is_start()));
            let poses: Vec<_> = (0..tiles).map(|n| (market.corner(n), *market.tile(n))).collect();
            assert_eq!(Market::assemble(&poses).as_ref(), Ok(&market));
        }
    }

    /// Against a player who always explores the door that leaves the fewest
    /// unused ones, the supermarket still takes every card.
    #[test]
    fn an_adversary_cannot_close_the_market() {
        let mut generator = Generator::new();
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut deck = Deck::new(40, Extras::default(), &mut rng, &mut generator);
            let mut market = Market::new(deck.start, Point::new(0, 0));
            while let Some(card) = deck.cards.pop() {
                let last = deck.cards.is_empty();
                let doors: Vec<Spot> = market.unused_doors().map(|(spot, ..)| spot).collect();
                assert!(!doors.is_empty(), "closed with {} cards left", deck.cards.len() + 1);
                let outcome = |door: Spot| {
                    let mut next = market.clone();
                    reveal(&mut next, door, &card, last, &mut Horizon::default(), &mut Generator::new())
                        .expect("a way");
                    next
                };
                market = doors.into_iter().map(outcome).min_by_key(|next| next.unused_doors().count()).unwrap();
            }
            assert_eq!(market.len(), 40);
        }
    }
}
