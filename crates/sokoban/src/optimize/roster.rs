//! Which planner solves the level again next, how thrifty and for how long.
//!
//! From the start each begins generous: a move that nobody advises weighs as much
//! as many wasted pushes, and the planner finds its way about as fast as in the
//! portfolio. Once it has solved the level it becomes thriftier, which takes longer
//! and leads to shorter solutions; when it has not, it gets another seed and more
//! work. From somewhere along a solution those come first that have often succeeded there.

use crate::fess::Exit;
use crate::position::Push;
use crate::solve::{VARIANTS, variant};
use dedale_grid::Rng;

/// The planners that begin: those that solve most alone.
const FIRST: [usize; 5] = [2, 1, 17, 6, 11];
/// How much work one begins after another.
const LATER: u64 = 30_000;
/// Work of the first try from the start, and the most of any.
const FIRST_WORK: u64 = 100_000;
const MOST_WORK: u64 = 2_000_000;
/// Work from further on; after so many tries it is doubled.
const MIDDLE_WORK: u64 = 50_000;
const MIDDLE_TRIES: usize = 100;
/// What a move that nobody advises weighs at first, in wasted pushes, and by how
/// much less after a success.
const GENEROUS: u32 = 128;
const THRIFTIER: u32 = 4;
/// What it weighs from further on.
const MIDDLE_PRICES: [u32; 4] = [4, 16, 64, 200];

/// What a planner is to do.
pub(super) struct Assigned {
    /// The planner by number, and what is added to its seed.
    pub planner: usize,
    pub seed: u64,
    /// What a move that nobody advises weighs, in wasted pushes.
    pub price: u32,
    /// What the solution begins with.
    pub begin: Vec<Push>,
    /// Only shorter solutions are wanted.
    pub below: u32,
    pub work: u64,
}

/// How a planner has done.
#[derive(Clone, Copy, Debug)]
struct Record {
    price: u32,
    seed: u64,
    /// Work of the next try from the start, and of all so far.
    work: u64,
    spent: u64,
    /// Tries from further on, and how many have led to a solution.
    tries: u64,
    found: u64,
}

/// All planners.
pub(super) struct Roster {
    records: [Record; VARIANTS],
    /// Those that may begin along a solution, where a plan is made anew.
    quick: Vec<usize>,
    /// How many tries from further on there were.
    tries: usize,
}

impl Roster {
    pub(super) fn new() -> Self {
        // Plans through a sink take longer to make than others to be followed.
        let slow = |planner: usize| matches!(variant(planner).strategy.exit, Exit::Sink);
        let mut order: Vec<usize> = (0..VARIANTS).collect();
        let place = |planner: usize| FIRST.iter().position(|&first| first == planner).unwrap_or(FIRST.len());
        order.sort_by_key(|&planner| (slow(planner), place(planner)));
        let new = Record { price: GENEROUS, seed: 0, work: FIRST_WORK, spent: 0, tries: 0, found: 0 };
        let mut records = [new; VARIANTS];
        for (place, &planner) in order.iter().enumerate() {
            records[planner].spent = place as u64 * LATER;
        }
        order.retain(|&planner| !slow(planner));
        Self { records, quick: order, tries: 0 }
    }

    /// The next from the start: whoever has worked least.
    pub(super) fn whole(&mut self, below: u32) -> Option<Assigned> {
        let planner = (0..VARIANTS).min_by_key(|&planner| self.records[planner].spent)?;
        let Record { price, seed, work, .. } = self.records[planner];
        self.records[planner].spent += work;
        Some(Assigned { planner, seed, price, begin: Vec::new(), below, work })
    }

    /// The next from further on: of two at random the one with more success.
    pub(super) fn rest(&mut self, begin: Vec<Push>, below: u32, rng: &mut Rng) -> Assigned {
        let work = MIDDLE_WORK << (self.tries / MIDDLE_TRIES).min(4);
        self.tries += 1;
        let [one, other] = [(); 2].map(|()| self.quick[rng.index(self.quick.len())]);
        let odds = |planner: usize| (self.records[planner].found + 1, self.records[planner].tries + 2);
        let ((one_found, one_tries), (other_found, other_tries)) = (odds(one), odds(other));
        let planner = if one_found * other_tries >= other_found * one_tries { one } else { other };
        self.records[planner].tries += 1;
        let price = MIDDLE_PRICES[rng.index(MIDDLE_PRICES.len())];
        Assigned { planner, seed: 0, price, begin, below, work }
    }

    /// Notes how it went, and the work that it took.
    pub(super) fn done(&mut self, assigned: &Assigned, found: bool, work: u64) {
        let record = &mut self.records[assigned.planner];
        if !assigned.begin.is_empty() {
            record.found += u64::from(found);
            return;
        }
        record.spent = (record.spent + work).saturating_sub(assigned.work);
        if found {
            record.price = (assigned.price / THRIFTIER).max(1);
        } else {
            record.work = (assigned.work * 2).min(MOST_WORK);
            record.seed += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Success makes thriftier, failure brings more work and another seed, and
    /// nobody waits for ever.
    #[test]
    fn planners_learn_from_their_tries() {
        let mut roster = Roster::new();
        let first = roster.whole(9).expect("a planner");
        assert_eq!((first.planner, first.price, first.below), (FIRST[0], GENEROUS, 9));
        roster.done(&first, true, 10);
        let again = roster.whole(9).expect("a planner");
        assert_eq!((again.planner, again.price, again.seed), (FIRST[0], GENEROUS / THRIFTIER, 0));
        roster.done(&again, false, again.work);
        let mut met = [false; VARIANTS];
        for _ in 0..500 {
            let next = roster.whole(9).expect("a planner");
            if next.planner == FIRST[0] && !met[FIRST[0]] {
                assert_eq!((next.seed, next.work), (1, 2 * FIRST_WORK));
            }
            met[next.planner] = true;
            roster.done(&next, false, next.work);
        }
        assert_eq!(met, [true; VARIANTS]);
    }

    /// Who succeeds from the middle has more turns there.
    #[test]
    fn success_from_the_middle_brings_turns() {
        let (mut roster, mut rng) = (Roster::new(), Rng::new(1));
        let mut turns = [0; VARIANTS];
        for _ in 0..1000 {
            let next = roster.rest(vec![Push { from: 0, dir: 0 }], 9, &mut rng);
            turns[next.planner] += 1;
            roster.done(&next, next.planner == 3, 1);
        }
        assert!(turns.iter().enumerate().all(|(planner, &count)| planner == 3 || count < turns[3]), "{turns:?}");
        assert_eq!(turns[0], 0, "its plans take too long");
    }
}
