//! What searches did, counted: positions expanded, and positions dropped
//! because they were seen to be dead, by the rule that saw it.
//!
//! Every search counts in an array of its own, so that threads do not wait for
//! each other; whoever wants the sum adds them up, also while they run.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Expansion,
    Pair,
    Freeze,
    Pattern,
    Diagonal,
    Matching,
    Corral,
    Walled,
    Learned,
}

const COUNTS: usize = 9;

/// The sums of one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions whose moves were listed.
    pub expansions: u64,
    /// Positions dropped as dead.
    pub deadlocks: Deadlocks,
}

/// Positions dropped as dead, by the first rule that saw it. Rules that a
/// search does not have count nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Deadlocks {
    /// Two boxes of the table of dead pairs.
    pub pairs: u64,
    /// Boxes that hold each other.
    pub freeze: u64,
    /// Small patterns.
    pub patterns: u64,
    /// Closed diagonals.
    pub diagonals: u64,
    /// Boxes that cannot all have targets.
    pub matching: u64,
    /// Corrals that cannot be opened.
    pub corrals: u64,
    /// The same as matching, with frozen boxes as walls.
    pub walled: u64,
    /// Patterns that the search has learned.
    pub learned: u64,
}

impl Deadlocks {
    /// Every kind by name.
    pub fn each(&self) -> [(&'static str, u64); 8] {
        [
            ("pairs", self.pairs),
            ("freeze", self.freeze),
            ("patterns", self.patterns),
            ("diagonals", self.diagonals),
            ("matching", self.matching),
            ("corrals", self.corrals),
            ("walled", self.walled),
            ("learned", self.learned),
        ]
    }
}

/// The counts of one search; only it writes them.
#[derive(Debug, Default)]
pub(crate) struct Counter([AtomicU64; COUNTS]);

impl Counter {
    /// Counts one.
    #[inline]
    pub(crate) fn count(&self, what: Count) {
        let slot = &self.0[what as usize];
        slot.store(slot.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    /// Counts one if it is so, and says whether it is.
    #[inline]
    pub(crate) fn count_if(&self, is: bool, what: Count) -> bool {
        if is {
            self.count(what);
        }
        is
    }
}

/// The counts of all searches on a board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counters(Arc<Mutex<Vec<Arc<Counter>>>>);

impl Counters {
    /// The counts of a new search.
    pub(crate) fn add(&self) -> Arc<Counter> {
        let counter = Arc::default();
        self.0.lock().expect("nobody panics while counting").push(Arc::clone(&counter));
        counter
    }

    /// All together.
    pub(crate) fn tally(&self) -> Tally {
        let counters = self.0.lock().expect("nobody panics while counting");
        let sum = |what: Count| counters.iter().map(|counter| counter.0[what as usize].load(Ordering::Relaxed)).sum();
        Tally {
            expansions: sum(Count::Expansion),
            deadlocks: Deadlocks {
                pairs: sum(Count::Pair),
                freeze: sum(Count::Freeze),
                patterns: sum(Count::Pattern),
                diagonals: sum(Count::Diagonal),
                matching: sum(Count::Matching),
                corrals: sum(Count::Corral),
                walled: sum(Count::Walled),
                learned: sum(Count::Learned),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Level, Limits, Method, Options, Techniques, solve};

    #[test]
    fn what_is_switched_off_counts_nothing() {
        let rows = ["########", "#  #   #", "# $$ . #", "#@ $ ..#", "#      #", "########"];
        let level = Level::from_rows(rows).expect("a level");
        let tally = |method, techniques| {
            let options = Options { method, techniques, ..Options::default() };
            solve(&level, &options, Limits::default()).expect("a small level").tally
        };
        let all = tally(Method::AStar, Techniques::ALL);
        assert!(all.expansions > 0 && all.deadlocks.each().iter().any(|(_, count)| *count > 0), "{all:?}");
        let without = Techniques::without(["pairs", "freeze"]).expect("names");
        let fewer = tally(Method::AStar, without).deadlocks;
        assert_eq!((fewer.pairs, fewer.freeze, fewer.learned), (0, 0, 0));
        assert!(fewer.patterns > 0);
        assert!(tally(Method::Fess, Techniques::ALL).expansions > 0);
    }
}
