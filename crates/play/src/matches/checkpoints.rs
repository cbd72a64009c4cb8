//! States kept on the way of a log, few and evenly spread.

use std::sync::Arc;

/// The first spacing: after this many entries a state is kept.
const SPACING: usize = 32;

/// The most states that are kept; when there would be more, every second one
/// goes and the spacing doubles. The memory of a match is bounded by so many
/// states, and a fold between two of them by a `MOST / 2`-th of its log.
const MOST: usize = 64;

/// The start of a match and states on the way, oldest first.
///
/// They are shared between copies of a match: a state that is kept never
/// changes.
pub struct Checkpoints<S> {
    spacing: usize,
    /// The state after `index * spacing` entries.
    kept: Vec<Arc<S>>,
}

impl<S> Clone for Checkpoints<S> {
    fn clone(&self) -> Self {
        Self { spacing: self.spacing, kept: self.kept.clone() }
    }
}

impl<S: Clone> Checkpoints<S> {
    /// Only the start.
    pub fn new(start: S) -> Self {
        Self { spacing: SPACING, kept: vec![Arc::new(start)] }
    }

    /// The log has grown to so many entries, and this is the state.
    pub fn pass(&mut self, entries: usize, state: &S) {
        if entries != self.kept.len() * self.spacing {
            return;
        }
        self.kept.push(Arc::new(state.clone()));
        if self.kept.len() > MOST {
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing *= 2;
        }
    }

    /// The last state kept before or after so many entries: after how many it
    /// was kept, and a copy of it.
    pub fn before(&self, entries: usize) -> (usize, S) {
        let index = (entries / self.spacing).min(self.kept.len() - 1);
        (index * self.spacing, S::clone(&self.kept[index]))
    }

    /// Forgets what came after so many entries.
    pub fn truncate(&mut self, entries: usize) {
        self.kept.truncate(entries / self.spacing + 1);
    }

    /// A copy without what came after so many entries.
    pub fn up_to(&self, entries: usize) -> Self {
        let mut copy = self.clone();
        copy.truncate(entries);
        copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_kept_and_each_is_where_it_says() {
        let mut checkpoints = Checkpoints::new(0);
        for entries in 1..=100_000 {
            checkpoints.pass(entries, &entries);
            assert!(checkpoints.kept.len() <= MOST);
        }
        for entries in [0, 1, 31, 32, 33, 5000, 99_999, 100_000] {
            let (from, state) = checkpoints.before(entries);
            assert_eq!(from, state);
            assert!(from <= entries && entries - from <= 100_000 / (MOST / 2) + 1, "{entries} from {from}");
        }
        checkpoints.truncate(70_000);
        assert!(checkpoints.before(100_000).0 <= 70_000);
        checkpoints.truncate(0);
        assert_eq!((checkpoints.before(9), checkpoints.kept.len()), ((0, 0), 1));
    }
}
