//! What happened, for those who draw and tell it.

use super::Piece;
use crate::Good;
use dedale_grid::Point;
use dedale_play::{Seat, Viewer};
use serde::{Serialize, Serializer};

/// Something that happened; cells are `[row, column]`, seats count from 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "FishEvent"))]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)] // The fields are what their names say.
#[non_exhaustive]
pub enum Event {
    /// A cell was reserved.
    Reserved { seat: Seat, cell: At },
    /// A piece was drawn.
    Drew { seat: Seat, piece: Piece },
    /// Nobody had a reservation for a tree.
    Dropped,
    /// A bid was made; only the bidder is told how much.
    Sealed {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        bid: Option<u8>,
    },
    /// A shop was sold; the bids are open now, `None` of those who did not
    /// bid.
    Sold { good: Good, seat: Seat, price: u8, bids: Vec<Option<u8>> },
    /// A shop that was set aside goes free to the player who lacks it.
    Given { seat: Seat, good: Good },
    /// The winner had no reservation: the shop is lost.
    Lost { seat: Seat, good: Good },
    /// Something was built.
    Built { seat: Seat, piece: Piece, cell: At },
    /// Roads appeared.
    Roads { cells: Vec<At> },
    /// A reservation on a new road went back.
    Returned { seat: Seat, cell: At },
    /// The pile is empty and everything is built.
    Over { scores: Vec<i32> },
}

impl Event {
    /// The event as a viewer may know it.
    pub(super) fn told(&self, viewer: Viewer) -> Self {
        match self {
            Self::Sealed { seat, .. } if !viewer.is(*seat) => Self::Sealed { seat: *seat, bid: None },
            event => event.clone(),
        }
    }
}

/// A cell, written `[row, column]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "Spot"))]
pub struct At(#[cfg_attr(feature = "questions", schemars(with = "[i32; 2]"))] pub Point);

impl Serialize for At {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.0.row, self.0.col).serialize(serializer)
    }
}

/// Who is told of events. They are made only where somebody listens.
pub trait Sink {
    /// Something happened.
    fn tell(&mut self, event: impl FnOnce() -> Event);
}

impl Sink for Vec<Event> {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

/// Nobody listens.
pub struct Silence;

impl Sink for Silence {
    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> Event) {}
}
