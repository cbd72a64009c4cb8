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
    }
}
