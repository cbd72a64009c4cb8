//! Disjoint sets.

/// Disjoint sets over `0..len`, with path halving and union by rank
/// (Tarjan & van Leeuwen, 1984): practically O(1) an operation. Eight bytes an
/// element.
#[derive(Clone, Debug)]
pub struct UnionFind {
    /// The parent of an element, or `ROOT` plus the rank of a root: a search
    /// that meets one knows that it has arrived.
    parent: Vec<u32>,
    /// Only meaningful at roots.
    size: Vec<u32>,
    sets: usize,
}

/// Parents from here on are ranks. No rank exceeds 31.
const ROOT: u32 = u32::MAX - 31;

impl UnionFind {
    /// `len` sets of one element each.
    ///
    /// # Panics
    /// If `len` is more than 2³² − 32.
    pub fn new(len: usize) -> Self {
        let mut sets = Self { parent: Vec::new(), size: Vec::new(), sets: 0 };
        sets.reset(len);
        sets
    }

    /// Starts again with `len` sets of one element, reusing the memory.
    ///
    /// # Panics
    /// If `len` is more than 2³² − 32.
    pub fn reset(&mut self, len: usize) {
        assert!(len <= ROOT as usize, "found {len} elements, expected at most {ROOT}");
        self.parent.clear();
        self.parent.resize(len, ROOT);
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
            let parent = self.parent[at];
            if parent >= ROOT {
                return at;
            }
            let grand = self.parent[parent as usize];
            if grand >= ROOT {
                return parent as usize;
            }
            self.parent[at] = grand;
            at = grand as usize;
        }
    }

    /// The representative, without shortening the way to it.
    #[inline]
    pub fn root(&self, element: usize) -> usize {
        let mut at = element;
        while self.parent[at] < ROOT {
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
        // Both are roots, so their parents are their ranks.
        let (low, high) = if self.parent[a] < self.parent[b] { (a, b) } else { (b, a) };
        self.parent[high] += u32::from(self.parent[low] == self.parent[high]);
        self.parent[low] = high as u32;
        self.size[high] += self.size[low];
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

    /// Sets of equal size joined again and again make the highest ranks.
    #[test]
    fn ranks_grow_as_the_logarithm() {
        let len = 1 << 16;
        let mut sets = UnionFind::new(len);
        for step in (0..16).map(|level| 1 << level) {
            for first in (0..len).step_by(2 * step) {
                assert!(sets.union(first, first + step));
            }
        }
        let root = sets.find(0);
        assert_eq!((sets.sets(), sets.set_size(len - 1), sets.parent[root]), (1, len, ROOT + 16));
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
