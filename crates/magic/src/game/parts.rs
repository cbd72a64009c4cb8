//! Teleporters, and the two parts that only they join.

use super::event::Refusal;
use super::scenario;
use super::state::{Open, Phase};
use crate::{Colour, Site, Spot, Tile};

impl Open {
    /// The part of the supermarket that a cell belongs to: 0, or 1 for the far
    /// one where there are two.
    pub fn part(&self, spot: Spot) -> usize {
        if !scenario::parted(self.scenario) || self.market.len() < 2 {
            return 0;
        }
        // Halfway between the two first tiles.
        usize::from(2 * self.market.lot(spot.tile()).east > self.market.lot(1).east)
    }

    /// Whether teleporters let a pawn jump to a cell while the pawns stand so.
    pub(crate) fn jump(&self, standing: &[Option<Spot>; 4], pawn: Colour, to: Spot) -> Result<(), Refusal> {
        if scenario::grounded(self.scenario) {
            return Err(Refusal::OutOfOrder);
        }
        if self.phase != Phase::Search && !scenario::parted(self.scenario) {
            return Err(Refusal::Stolen);
        }
        if self.market.site(to) != Some(Site::Teleporter(pawn)) {
            return Err(Refusal::Teleporter);
        }
        if scenario::parted(self.scenario) {
            let from = standing[pawn.index()].ok_or(Refusal::Gone { pawn })?;
            let own = self.market.site(from) == Some(Site::Teleporter(pawn));
            if !own || self.part(from) == self.part(to) {
                return Err(Refusal::Part);
            }
            let mut others = Colour::ALL.into_iter().filter(|other| *other != pawn);
            if others.all(|other| standing[other.index()].is_some_and(|spot| self.part(spot) == self.part(to))) {
                return Err(Refusal::Together);
            }
        }
        self.enter(standing, pawn, to)
    }
}

/// A start tile where the start cells are teleporters of their colours.
pub(super) fn with_teleporters(tile: &Tile) -> Tile {
    let mut other = *tile;
    for (square, site) in tile.sites() {
        if let Site::Start(Some(colour)) = site {
            other.clear(square);
            other.put(square, Site::Teleporter(colour));
        }
    }
    other
}
