//! Marks that are all taken away at once.

/// A set of small numbers that is emptied in O(1).
///
/// Every number carries the stamp of the round in which it was marked; it is
/// marked now if that is the present round. To empty the set is to begin a new
/// round. When the stamp wraps around after 2³² − 1 rounds the array is
/// cleared for real, so an old mark can never come back to life.
#[derive(Clone, Debug)]
pub struct Marks {
    stamps: Vec<u32>,
    now: u32,
}

impl Marks {
    /// Room for the numbers `0..len`, none of them marked.
    pub fn new(len: usize) -> Self {
        Self { stamps: vec![0; len], now: 1 }
    }

    /// How many numbers there is room for.
    pub fn len(&self) -> usize {
        self.stamps.len()
    }

    /// Whether there is room for no number at all.
    pub fn is_empty(&self) -> bool {
        self.stamps.is_empty()
    }

    /// Makes room for `0..len` and takes all marks away.
    pub fn reset(&mut self, len: usize) {
        if len > self.stamps.len() {
            self.stamps.resize(len, 0);
        }
        self.clear();
    }

    /// Takes all marks away, in O(1) but for once in 2³² − 1 calls.
    #[inline]
    pub fn clear(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
    }

    /// Marks a number; true if it was not marked before.
    #[inline]
    pub fn insert(&mut self, index: usize) -> bool {
        let stamp = &mut self.stamps[index];
        let fresh = *stamp != self.now;
        *stamp = self.now;
        fresh
    }

    /// Takes one mark away.
    #[inline]
    pub fn remove(&mut self, index: usize) {
        self.stamps[index] = 0;
    }

    /// Whether a number is marked.
    #[inline]
    pub fn contains(&self, index: usize) -> bool {
        self.stamps[index] == self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mark_survives_the_wrap() {
        let mut marks = Marks::new(2);
        marks.insert(0);
        let first = marks.now;
        marks.now = u32::MAX;
        marks.insert(1);
        marks.clear();
        assert!(marks.now <= first, "the stamp has wrapped");
        assert!(!marks.contains(0) && !marks.contains(1));
        assert!(marks.insert(0) && !marks.insert(0));
    }

    #[test]
    fn room_grows_and_nothing_stays_marked() {
        let mut marks = Marks::new(0);
        assert!(marks.is_empty());
        marks.clear();
        marks.reset(4);
        assert!(marks.insert(3));
        marks.reset(2);
        assert_eq!(marks.len(), 4);
        assert!((0..4).all(|number| !marks.contains(number)));
    }

    #[test]
    fn remove_takes_one_mark() {
        let mut marks = Marks::new(3);
        marks.insert(1);
        marks.insert(2);
        marks.remove(1);
        assert!(!marks.contains(0) && !marks.contains(1) && marks.contains(2));
    }
}
