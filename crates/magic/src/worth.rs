//! What a door is worth: which tile to turn over next.
//!
//! Which objectives and exits are still missing is known, where they lie in
//! the deck is not: each of the `n` cards left is as likely as another to show
//! a given one. So a tile laid behind a door costs the moves of the pawn that
//! explores it, and with a chance of one in `n` for each missing thing the
//! moves it will make: to an objective those of its pawn, and from there to
//! the exit if that is known; to an exit those from the objective. The moves
//! away from the explorer's own objective count half, for it comes back only
//! at the end. A tile that will join several others makes short cuts and is
//! worth a little, and so is a door if its pawn has few others. The weights
//! were found by trying on 800 decks that the benchmark does not use; playing
//! whole imagined games from each door was measured to be worse, for the
//! chance of the deck drowns the differences.
//!
//! The crystal ball shows two tiles for one way, so half of it counts.

use crate::aisles::{Aisles, DistanceMap};
use crate::game::Open;
use crate::{Colour, Lot, Spot};
use dedale_grid::Dir;

/// Where the next tile comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Next {
    /// A pawn goes to a door of its colour.
    Door(Colour, Spot),
    /// Purple goes to a crystal ball.
    Crystal(Spot),
}

/// Weights in sixteenths of a move.
const MOVE: i32 = 16;
const TO_OBJECTIVE: i32 = 14;
const TO_EXIT: i32 = 20;
const FROM_OBJECTIVE_TO_EXIT: i32 = 24;
const AWAY: i32 = 8;
const JOIN: i32 = 20;
const OTHER_DOOR: i32 = 1;

/// What to go to; `None` if there is nothing. Ties go to the lower colour,
/// then to the older tile.
pub fn next_tile(open: &Open, teleporters: &[Vec<Spot>; 4]) -> Option<Next> {
    let prices = Prices::new(open, teleporters);
    let doors = open.market.unused_doors().filter_map(|(door, pawn, lot)| {
        let mark = open.marks[pawn.index()]?;
        let away = prices.objectives[pawn.index()].as_ref().map_or(0, |map| moves(map, door) - moves(map, mark));
        let others = open.market.unused_doors().filter(|(_, colour, _)| *colour == pawn).count() as i32;
        let own = MOVE * moves(&prices.pawns[pawn.index()], door) + AWAY * away + OTHER_DOOR * others;
        Some((own * prices.cards + prices.place(door, lot), Next::Door(pawn, door)))
    });
    let ball = open.crystals().filter_map(|ball| {
        open.marks[Colour::Purple.index()]?;
        let own = MOVE * moves(&prices.pawns[Colour::Purple.index()], ball) / 2;
        let (place, _) = prices.best_place()?;
        Some((own * prices.cards + place, Next::Crystal(ball)))
    });
    doors.chain(ball).min().map(|(_, next)| next)
}

/// The door behind which to lay a tile when no pawn has to go there.
pub fn from_afar(open: &Open) -> Option<Spot> {
    Prices::new(open, &Default::default()).best_place().map(|(_, door)| door)
}

fn moves(map: &DistanceMap, spot: Spot) -> i32 {
    i32::from(map.get(spot))
}

/// The distances that prices are made of.
struct Prices<'a> {
    open: &'a Open,
    cards: i32,
    pawns: [DistanceMap; 4],
    objectives: [Option<DistanceMap>; 4],
    exits: [Option<DistanceMap>; 4],
}

impl<'a> Prices<'a> {
    fn new(open: &'a Open, teleporters: &[Vec<Spot>; 4]) -> Self {
        let aisles = Aisles::new(&open.market, Colour::Yellow);
        let from = |spot: Spot, jumps: &[Spot]| {
            let mut map = DistanceMap::default();
            aisles.distances_from(spot, jumps, &mut map);
            map
        };
        let nowhere = || {
            let mut map = DistanceMap::default();
            map.clear(open.market.spots());
            map
        };
        let pawns = Colour::ALL
            .map(|pawn| open.marks[pawn.index()].map_or_else(nowhere, |mark| from(mark, &teleporters[pawn.index()])));
        let objectives = Colour::ALL.map(|pawn| open.objective(pawn).map(|spot| from(spot, &[])));
        let exits = Colour::ALL.map(|pawn| open.exit(pawn).map(|spot| from(spot, &[])));
        Self { open, cards: open.cards_left as i32, pawns, objectives, exits }
    }

    /// The price of a tile behind a door, whoever explores it, times the cards.
    fn place(&self, door: Spot, lot: Lot) -> i32 {
        let mut price = 0;
        for pawn in 0..4 {
            price += match (&self.objectives[pawn], &self.exits[pawn]) {
                (None, exit) => {
                    let leave = exit.as_ref().map_or(0, |map| FROM_OBJECTIVE_TO_EXIT * moves(map, door));
                    TO_OBJECTIVE * moves(&self.pawns[pawn], door) + leave
                }
                (Some(objective), None) => TO_EXIT * moves(objective, door),
                (Some(_), Some(_)) => 0,
            };
        }
        let market = &self.open.market;
        let joins = |dir: &Dir| {
            let other = market.tile_at(lot.step(*dir));
            other.is_some_and(|other| market.tile(other).door(dir.opposite()).is_some())
        };
        price - self.cards * JOIN * Dir::ALL.iter().filter(|dir| joins(dir)).count() as i32
    }

    fn best_place(&self) -> Option<(i32, Spot)> {
        self.open.market.unused_doors().map(|(door, _, lot)| (self.place(door, lot), door)).min()
    }
}
