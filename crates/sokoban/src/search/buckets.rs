//! An open list in buckets: the lowest bucket first, in it the newest entry.

use crate::store::Id;

/// A bucket that was larger gives its memory back when it is empty.
const LARGE: usize = 1 << 14;

/// The list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buckets {
    buckets: Vec<Vec<Id>>,
    lowest: usize,
}

impl Buckets {
    /// Puts a position into a bucket.
    pub(crate) fn push(&mut self, bucket: usize, id: Id) {
        if self.buckets.len() <= bucket {
            self.buckets.resize(bucket + 1, Vec::new());
        }
        self.buckets[bucket].push(id);
        self.lowest = self.lowest.min(bucket);
    }

    /// Takes the newest position of the lowest bucket that has one.
    pub(crate) fn pop(&mut self) -> Option<Id> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(id) = bucket.pop() {
                return Some(id);
            }
            if bucket.capacity() > LARGE {
                *bucket = Vec::new();
            }
            self.lowest += 1;
        }
        None
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.iter().map(|bucket| bucket.capacity() * size_of::<Id>()).sum()
    }
}

/// An open list in buckets of buckets: the lowest pair of numbers first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    layers: Vec<Buckets>,
    lowest: usize,
}

impl Layers {
    /// Puts a position into a bucket of a layer.
    pub(crate) fn push(&mut self, (layer, bucket): (usize, usize), id: Id) {
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, Buckets::default());
        }
        self.layers[layer].push(bucket, id);
        self.lowest = self.lowest.min(layer);
    }

    /// Takes the newest position of the lowest bucket of the lowest layer.
    pub(crate) fn pop(&mut self) -> Option<Id> {
        while let Some(layer) = self.layers.get_mut(self.lowest) {
            if let Some(id) = layer.pop() {
                return Some(id);
            }
            *layer = Buckets::default();
            self.lowest += 1;
        }
        None
    }

    /// The layer that was taken from last, or a lower one that has something.
    pub(crate) fn lowest(&self) -> usize {
        self.lowest
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.layers.iter().map(Buckets::bytes).sum()
    }
}

/// Which positions have been expanded, a bit each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Closed(Vec<u64>);

impl Closed {
    /// Notes that a position is expanded; whether it was not before.
    pub(crate) fn close(&mut self, id: Id) -> bool {
        let (word, bit) = (id as usize / 64, 1u64 << (id % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1024, 0);
        }
        let fresh = self.0[word] & bit == 0;
        self.0[word] |= bit;
        fresh
    }

    /// Opens a position again.
    pub(crate) fn reopen(&mut self, id: Id) {
        if let Some(word) = self.0.get_mut(id as usize / 64) {
            *word &= !(1u64 << (id % 64));
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.0.len() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_comes_first_and_the_newest_of_it() {
        let mut open = Buckets::default();
        for (bucket, id) in [(3, 1), (1, 2), (1, 3), (7, 4)] {
            open.push(bucket, id);
        }
        assert_eq!((open.pop(), open.pop()), (Some(3), Some(2)));
        open.push(0, 5);
        assert_eq!([open.pop(), open.pop(), open.pop(), open.pop()], [Some(5), Some(1), Some(4), None]);
        let mut open = Layers::default();
        for (place, id) in [((2, 0), 1), ((1, 5), 2), ((1, 3), 3), ((1, 3), 4)] {
            open.push(place, id);
        }
        assert_eq!((open.pop(), open.pop(), open.lowest()), (Some(4), Some(3), 1));
        open.push((0, 9), 5);
        assert_eq!([open.pop(), open.pop(), open.pop(), open.pop()], [Some(5), Some(2), Some(1), None]);
    }
}
