//! A priority queue for small steps (Dial, 1969).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many keys have a bucket of their own.
const BUCKETS: u32 = 1 << 10;

/// A queue that gives the smallest key first, the newest of equal keys first.
///
/// Keys near the present one lie in a ring of 1024 buckets, so that putting in
/// and taking out are O(1); the rare far ones wait in a heap until their turn
/// comes nearer. Keys never go down: one that is smaller than the last taken
/// out counts as equal to it.
#[derive(Clone, Debug)]
pub struct BucketQueue<T> {
    buckets: Vec<Vec<T>>,
    /// The smallest key that may still come.
    now: u32,
    /// How many items lie in the buckets.
    near: usize,
    far: BinaryHeap<Reverse<(u32, T)>>,
}

impl<T: Ord> BucketQueue<T> {
    /// An empty queue.
    pub fn new() -> Self {
        let buckets = std::iter::repeat_with(Vec::new).take(BUCKETS as usize).collect();
        Self { buckets, now: 0, near: 0, far: BinaryHeap::new() }
    }

    /// Forgets all items and starts again from key 0, keeping the memory.
    pub fn clear(&mut self) {
        if self.near > 0 {
            self.buckets.iter_mut().for_each(Vec::clear);
        }
        self.now = 0;
        self.near = 0;
        self.far.clear();
    }

    /// How many items wait.
    pub fn len(&self) -> usize {
        self.near + self.far.len()
    }

    /// Whether no item waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts an item in.
    #[inline]
    pub fn push(&mut self, key: u32, item: T) {
        let key = key.max(self.now);
        if key - self.now < BUCKETS {
            self.buckets[(key % BUCKETS) as usize].push(item);
            self.near += 1;
        } else {
            self.far.push(Reverse((key, item)));
        }
    }

    /// Takes the newest item with the smallest key.
    #[inline]
    pub fn pop(&mut self) -> Option<(u32, T)> {
        loop {
            if let Some(item) = self.buckets[(self.now % BUCKETS) as usize].pop() {
                self.near -= 1;
                return Some((self.now, item));
            }
            if self.near > 0 {
                self.now += 1;
            } else {
                self.now = self.far.peek()?.0.0;
            }
            self.draw_near();
        }
    }

    /// Moves far items whose turn has come nearer to their buckets.
    fn draw_near(&mut self) {
        while self.far.peek().is_some_and(|item| item.0.0 - self.now < BUCKETS) {
            let Some(Reverse((key, item))) = self.far.pop() else { return };
            self.buckets[(key % BUCKETS) as usize].push(item);
            self.near += 1;
        }
    }
}

impl<T: Ord> Default for BucketQueue<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn gives_the_smallest_key_first(
            pushes in prop::collection::vec((prop_oneof![0..9u32, 0..5000u32, any::<u32>()], 0..3u8), 0..200),
        ) {
            let mut queue = BucketQueue::new();
            let mut twin: Vec<(u32, usize)> = Vec::new();
            let mut now = 0;
            for (item, (key, pops)) in pushes.into_iter().enumerate() {
                queue.push(key, item);
                twin.push((key.max(now), item));
                for _ in 0..pops {
                    prop_assert_eq!(queue.len(), twin.len());
                    let smallest = twin.iter().map(|&(key, _)| key).min();
                    let popped = queue.pop();
                    prop_assert_eq!(popped.map(|(key, _)| key), smallest);
                    if let Some(entry) = popped {
                        prop_assert!(twin.contains(&entry));
                        twin.retain(|other| *other != entry);
                        now = entry.0;
                    }
                }
            }
            queue.clear();
            prop_assert!(queue.is_empty() && queue.pop().is_none());
        }
    }

    #[test]
    fn equal_keys_come_newest_first() {
        let mut queue = BucketQueue::default();
        for item in [1, 2, 3] {
            queue.push(7, item);
        }
        assert_eq!(
            [queue.pop(), queue.pop(), queue.pop(), queue.pop()],
            [Some((7, 3)), Some((7, 2)), Some((7, 1)), None]
        );
    }
}
