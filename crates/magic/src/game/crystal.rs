//! The crystal ball: purple on it lets the explorer place one or two tiles at
//! any unused doors.

use super::event::{Event, Refusal};
use super::roles::Role;
use super::state::{Open, State};
use crate::{Colour, Site, Spot};
use dedale_grid::Point;
use dedale_play::Seat;

impl State {
    /// Turns a tile over at a door from afar.
    pub(super) fn look(&mut self, seat: Seat, door: Point, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let door = self.open.crystal_door(seat, door)?;
        let first = self.open.crystal == 0;
        self.turn_over(door, Colour::Purple, events)?;
        self.open.crystal = if first { 1 } else { 0 };
        if !first || self.deck.is_empty() {
            self.open.crystal = 0;
            self.open.used.extend(self.open.pawns[Colour::Purple.index()]);
        }
        Ok(())
    }
}

impl Open {
    /// The crystal balls in order.
    pub fn crystals(&self) -> impl Iterator<Item = Spot> + '_ {
        let works = |(spot, site): &(Spot, Site)| *site == Site::Crystal && !self.used.contains(spot);
        self.market.sites().filter(move |_| self.scenario >= 5).filter(works).map(|(spot, _)| spot)
    }

    /// Whether purple stands on a crystal ball in order.
    pub fn crystal_works(&self) -> bool {
        self.crystals().any(|ball| self.pawns[Colour::Purple.index()] == Some(ball))
    }

    pub(super) fn crystal_door(&self, seat: Seat, door: Point) -> Result<Spot, Refusal> {
        self.need(seat, Role::EXPLORE)?;
        if !self.crystal_works() {
            return Err(Refusal::Crystal);
        }
        let spot =
            self.market.spot(door).filter(|spot| self.market.unused_door(*spot).is_some()).ok_or(Refusal::Door)?;
        if self.cards_left == 0 { Err(Refusal::Deck) } else { Ok(spot) }
    }
}
