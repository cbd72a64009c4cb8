//! Cameras: two of them, awake, forbid the timers.

use super::state::Open;
use crate::{Site, Spot};

impl Open {
    /// Whether nobody may enter a timer cell.
    pub fn watched(&self) -> bool {
        let awake = |(spot, site): &(Spot, Site)| *site == Site::Camera && !self.used.contains(spot);
        self.scenario >= 6 && self.market.sites().filter(awake).count() >= 2
    }
}
