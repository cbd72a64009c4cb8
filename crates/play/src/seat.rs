//! Who sits at the table, and who looks on.

use std::fmt;

/// A place at the table, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, counted from 0, at most [`Seats::MAX`] of them.
    ///
    /// # Panics
    /// If the number is not below [`Seats::MAX`].
    pub const fn new(number: usize) -> Self {
        assert!(number < Seats::MAX, "a table has at most 16 seats");
        Self(number as u8)
    }

    /// The number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    /// Counted from 1, as people count.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seats(u16);

impl Seats {
    /// The most seats a table can have.
    pub const MAX: usize = 16;
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// One seat only.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// The first `count` seats.
    pub const fn first(count: usize) -> Self {
        Self(((1u32 << count) - 1) as u16)
    }

    /// This set and one more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// This set without one.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Whether a seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in the set, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..Self::MAX).map(Seat::new).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Who is looking: someone at the table, or someone beside it who sees only
/// what everybody may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player in a seat.
    Seat(Seat),
    /// A spectator.
    Spectator,
}

impl Viewer {
    /// The spectator, then each of the first `seats` seats.
    pub fn all(seats: usize) -> impl Iterator<Item = Self> {
        std::iter::once(Self::Spectator).chain((0..seats).map(|number| Self::Seat(Seat::new(number))))
    }

    /// Whether this is the player in that seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_seats() {
        let set: Seats = [Seat::new(0), Seat::new(3)].into_iter().collect();
        assert_eq!(set.len(), 2);
        assert_eq!(set.without(Seat::new(0)), Seats::only(Seat::new(3)));
        assert_eq!(Seats::first(16).len(), 16);
        assert_eq!(Seats::first(3).iter().map(Seat::index).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
