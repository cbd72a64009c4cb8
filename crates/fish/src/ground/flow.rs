//! Walks on a small board, a whole front at a time.

use super::{Frame, Ground, Spot};

impl Frame {
    /// Everything of `within` that is joined to the set by sides.
    #[inline]
    pub const fn flow(&self, set: u128, within: u128) -> u128 {
        let mut set = set;
        loop {
            let next = set | self.beside(set) & within;
            if next == set {
                return set;
            }
            set = next;
        }
    }
}

impl Ground {
    /// The fronts of a walk from a building: the cells where a shop would be
    /// at distance 1, 2 and so on. A cell appears once, at its distance.
    pub const fn fronts(&self, from: Spot) -> Fronts {
        let open = self.open();
        let frame = self.frame;
        Fronts { frame, front: frame.beside(from.bit()) & open, walked: 0, open, reached: from.bit() }
    }

    /// The distance of a shop on a cell from its producer, at most `max`.
    #[inline]
    pub fn distance(&self, producer: Spot, shop: Spot, max: u32) -> u32 {
        let goal = self.frame.beside(shop.bit());
        let open = self.open();
        let (mut front, mut walked) = (self.frame.beside(producer.bit()) & open, 0);
        for distance in 1..max {
            if front & goal != 0 {
                return distance;
            }
            walked |= front;
            front = self.frame.beside(front) & open & !walked;
            if front == 0 {
                return max;
            }
        }
        max
    }
}

/// See [`Ground::fronts`].
#[derive(Clone, Copy, Debug)]
pub struct Fronts {
    frame: Frame,
    front: u128,
    walked: u128,
    open: u128,
    reached: u128,
}

impl Iterator for Fronts {
    type Item = u128;

    /// The next cells, built ones included, that a shop would have this
    /// distance on.
    fn next(&mut self) -> Option<u128> {
        if self.front == 0 {
            return None;
        }
        let shops = self.frame.beside(self.front) & !self.reached;
        self.reached |= shops;
        self.walked |= self.front;
        self.front = self.frame.beside(self.front) & self.open & !self.walked;
        Some(shops)
    }
}
