//! First in, first out.

/// A queue in a ring buffer whose length is a power of two, so that wrapping
/// around is one bit operation. It keeps its memory when it is cleared: after
/// the first search, searches allocate nothing.
///
/// ```
/// use dedale_grid::Queue;
/// let mut queue = Queue::new();
/// queue.push('a');
/// queue.push('b');
/// assert_eq!((queue.pop(), queue.pop(), queue.pop()), (Some('a'), Some('b'), None));
/// ```
#[derive(Clone, Debug)]
pub struct Queue<T> {
    ring: Vec<T>,
    /// Where the oldest item lies in the ring.
    head: usize,
    len: usize,
}

impl<T: Copy> Queue<T> {
    /// An empty queue.
    pub const fn new() -> Self {
        Self { ring: Vec::new(), head: 0, len: 0 }
    }

    /// How many items wait.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no item waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts an item at the end.
    #[inline]
    pub fn push(&mut self, item: T) {
        if self.len == self.ring.len() {
            self.grow(item);
        }
        let mask = self.ring.len() - 1;
        self.ring[(self.head + self.len) & mask] = item;
        self.len += 1;
    }

    /// Takes the oldest item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let item = self.peek()?;
        self.head = (self.head + 1) & (self.ring.len() - 1);
        self.len -= 1;
        Some(item)
    }

    /// The oldest item.
    #[inline]
    pub fn peek(&self) -> Option<T> {
        (self.len > 0).then(|| self.ring[self.head])
    }

    /// Forgets all items, keeping the memory.
    pub fn clear(&mut self) {
        self.head = 0;
        self.len = 0;
    }

    /// Doubles a full ring; the new places hold copies of `filler` until used.
    #[cold]
    fn grow(&mut self, filler: T) {
        self.ring.rotate_left(self.head);
        self.head = 0;
        self.ring.resize((self.ring.len() * 2).max(16), filler);
    }
}

impl<T: Copy> Default for Queue<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy> Extend<T> for Queue<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn agrees_with_the_standard_queue(ops in prop::collection::vec(0..100u32, 0..400)) {
            let (mut queue, mut twin) = (Queue::new(), VecDeque::new());
            for op in ops {
                match op {
                    0..40 => prop_assert_eq!(queue.pop(), twin.pop_front()),
                    99 => {
                        queue.clear();
                        twin.clear();
                    }
                    _ => {
                        queue.push(op);
                        twin.push_back(op);
                    }
                }
                prop_assert_eq!((queue.len(), queue.is_empty()), (twin.len(), twin.is_empty()));
                prop_assert_eq!(queue.peek(), twin.front().copied());
            }
        }
    }
}
