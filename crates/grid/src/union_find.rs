//! Disjoint sets.

/// Disjoint sets over `0..len`, with path halving and union by rank
/// (Tarjan & van Leeuwen, 1984): practically O(1) an operation.
#[derive(Clone, Debug)]
pub struct UnionFind {
    parent: Vec<u32>,
    rank: Vec<u8>,
    /// Only meaningful at roots.
    size: Vec<u32>,
    sets: usize,
}

impl UnionFind {
    /// `len` sets of one element each.
    ///
    /// # Panics
    /// If `len` does not fit in 32 bits.
    pub fn new(len: usize) -> Self {
        let mut sets = Self { parent: Vec::new(), rank: Vec::new(), size: Vec::new(), sets: 0 };
        sets.reset(len);
        sets
    }

    /// Starts again with `len` sets of one element, reusing the memory.
    pub fn reset(&mut self, len: usize) {
        let len32 = u32::try_from(len).expect("elements are numbered with 32 bits");
        self.parent.clear();
        self.parent.extend(0..len32);
        self.rank.clear();
        self.rank.resize(len, 0);
        self.size.clear();
        self.size.resize(len, 1);
        self.sets = len;
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.parent.is_empty()
    }

    /// The representative of an element's set.
    #[inline]
    pub fn find(&mut self, element: usize) -> usize {
        let mut at = element;
        loop {
            let parent = self.parent[at] as usize;
            if parent == at {
                return at;
            }
            let grand = self.parent[parent];
            self.parent[at] = grand;
            at = grand as usize;
        }
    }

    /// The representative, without shortening the way to it.
    pub fn root(&self, element: usize) -> usize {
        let mut at = element;
        while self.parent[at] as usize != at {
            at = self.parent[at] as usize;
        }
        at
    }

    /// Merges two sets; false if they were one already.
    #[inline]
    pub fn union(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let (low, high) = if self.rank[a] < self.rank[b] { (a, b) } else { (b, a) };
        self.parent[low] = high as u32;
        self.size[high] += self.size[low];
        self.rank[high] += u8::from(self.rank[low] == self.rank[high]);
        self.sets -= 1;
        true
    }

    /// Whether two elements are in one set.
    #[inline]
    pub fn same(&mut self, a: usize, b: usize) -> bool {
        self.find(a) == self.find(b)
    }

    /// The number of sets.
    pub fn sets(&self) -> usize {
        self.sets
    }

    /// The number of elements in an element's set.
    pub fn set_size(&mut self, element: usize) -> usize {
        let root = self.find(element);
        self.size[root] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_relabelling(pairs in prop::collection::vec((0..30usize, 0..30usize), 0..60)) {
            let mut fast = UnionFind::new(30);
            let mut label: Vec<usize> = (0..30).collect();
            for (a, b) in pairs {
                let (from, to) = (label[a], label[b]);
                prop_assert_eq!(fast.union(a, b), from != to);
                label.iter_mut().filter(|l| **l == from).for_each(|l| *l = to);
            }
            for a in 0..30 {
                prop_assert_eq!(fast.set_size(a), label.iter().filter(|l| **l == label[a]).count());
                prop_assert_eq!(fast.root(a), fast.find(a));
                for b in 0..30 {
                    prop_assert_eq!(fast.same(a, b), label[a] == label[b]);
                }
            }
            label.sort_unstable();
            label.dedup();
            prop_assert_eq!(fast.sets(), label.len());
        }
    }

    #[test]
    fn reset_forgets() {
        let mut sets = UnionFind::new(3);
        sets.union(0, 2);
        sets.reset(5);
        assert_eq!((sets.len(), sets.sets()), (5, 5));
        assert!(!sets.same(0, 2));
        sets.reset(0);
        assert_eq!((sets.is_empty(), sets.sets()), (true, 0));
    }
}
