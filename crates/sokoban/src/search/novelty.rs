//! Open lists that prefer what has not been seen yet.
//!
//! Where many boxes have little to do with each other, a search by distance
//! alone tries every combination of what each of them might do. Novelty
//! (Lipovetzky and Geffner, "Best-first width search", AAAI 2017) does not: of
//! the positions that are equally far, one with a box on a square where none
//! has been comes first, then one with two boxes (or a box and the player's
//! zone) that have not stood so together, then the rest. There are only
//! squares² of the first two kinds, however many boxes there are.
//!
//! How far a position is can be counted in pushes or in boxes, and where what
//! is new leads nowhere the nearest does better: three lists take turns over the
//! same positions.
//!
//! Cost: boxes × squares / 32 words a position and list; squares² / 4 bytes
//! a list for every distance met.

use super::buckets::{Buckets, Closed, Layers};
use crate::board::Square;
use crate::store::Id;
use rustc_hash::FxHashMap;

/// Which squares, zones and pairs of them positions have had so far, apart for
/// each distance.
#[derive(Clone, Debug)]
struct Novelty {
    /// Squares, and so the first zone among the members of a set.
    squares: usize,
    /// Words of a set of squares and zones.
    words: usize,
    /// For a distance: the members seen beside each square, and then all.
    tables: FxHashMap<u32, Box<[u64]>>,
    /// The position asked about, as a set.
    set: Vec<u64>,
}

/// Words of a set of squares and zones.
fn words(squares: usize) -> usize {
    (2 * squares).div_ceil(64)
}

impl Novelty {
    fn new(squares: usize) -> Self {
        let words = words(squares);
        Self { squares, words, tables: FxHashMap::default(), set: vec![0; words] }
    }

    /// How new a position is among those of its distance: 0 by a square or
    /// zone, 1 by a pair, 2 not at all. From now on it is known.
    fn of(&mut self, distance: u32, boxes: &[Square], player: Square) -> usize {
        let Self { squares, words, tables, set } = self;
        set.fill(0);
        for member in boxes.iter().map(|&square| square as usize).chain([*squares + player as usize]) {
            set[member / 64] |= 1 << (member % 64);
        }
        let table = tables.entry(distance).or_insert_with(|| vec![0; (*squares + 1) * *words].into_boxed_slice());
        let mut note = |row: usize| {
            let known = &mut table[row * *words..][..*words];
            let mut new = 0;
            for (known, &set) in known.iter_mut().zip(set.iter()) {
                new |= set & !*known;
                *known |= set;
            }
            new != 0
        };
        let member = note(*squares);
        let mut pair = false;
        for &square in boxes {
            pair |= note(square as usize);
        }
        if member { 0 } else { 2 - usize::from(pair) }
    }

    fn bytes(&self) -> usize {
        self.tables.len() * (self.squares + 1) * self.words * size_of::<u64>()
    }
}

/// Three open lists over the same positions.
#[derive(Clone, Debug)]
pub(crate) struct NoveltyLists {
    /// New ones first, among those as many pushes or boxes away.
    new: [(Novelty, Layers); 2],
    near: Buckets,
    closed: Closed,
    turn: usize,
}

/// The most bytes of a table of one distance.
const MAX_TABLE: usize = 1 << 20;

impl NoveltyLists {
    /// Whether the tables of so many squares are small enough to be many.
    pub(crate) fn fits(squares: usize) -> bool {
        (squares + 1) * words(squares) * size_of::<u64>() <= MAX_TABLE
    }

    pub(crate) fn new(squares: usize) -> Self {
        let list = (Novelty::new(squares), Layers::default());
        Self { new: [list.clone(), list], near: Buckets::default(), closed: Closed::default(), turn: 0 }
    }

    /// Puts a position into all lists: the pushes and the boxes it is away, and
    /// what it looks like.
    pub(crate) fn push(&mut self, id: Id, (pushes, away): (u32, u32), boxes: &[Square], player: Square) {
        for ((novelty, open), distance) in self.new.iter_mut().zip([pushes, away]) {
            open.push((novelty.of(distance, boxes, player), pushes as usize), id);
        }
        self.near.push(pushes as usize, id);
    }

    /// Takes a position from the list whose turn it is.
    pub(crate) fn pop(&mut self) -> Option<Id> {
        loop {
            self.turn = (self.turn + 1) % 3;
            let id = match self.new.get_mut(self.turn) {
                Some((_, open)) => open.pop()?,
                None => self.near.pop()?,
            };
            if self.closed.close(id) {
                return Some(id);
            }
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        let new = self.new.iter().map(|(novelty, open)| novelty.bytes() + open.bytes());
        new.sum::<usize>() + self.near.bytes() + self.closed.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_grid::Rng;
    use std::collections::HashSet;

    /// The sets of bits agree with plain sets of members and pairs.
    #[test]
    fn what_is_new_has_not_been_seen() {
        const SQUARES: u16 = 70;
        let (mut rng, mut novelty) = (Rng::new(5), Novelty::new(SQUARES as usize));
        let mut members = HashSet::new();
        let mut pairs = HashSet::new();
        let mut times = [0; 3];
        for _ in 0..4_000 {
            let mut squares: Vec<Square> = (0..SQUARES).collect();
            rng.shuffle(&mut squares);
            let (player, boxes, distance) = (squares[0] % 3, &squares[1..5], rng.below(2) as u32);
            let state = || boxes.iter().map(|&square| (false, square)).chain([(true, player)]);
            // No short cut: everything is noted.
            let fresh = state().filter(|&one| members.insert((distance, one))).count();
            let ordered = |one, two| if one < two { (distance, one, two) } else { (distance, two, one) };
            let together = state().flat_map(|one| state().map(move |two| (one, two))).filter(|(one, two)| one != two);
            let new_pairs = together.filter(|&(one, two)| pairs.insert(ordered(one, two))).count();
            let truth = if fresh > 0 { 0 } else { 2 - usize::from(new_pairs > 0) };
            assert_eq!(novelty.of(distance, boxes, player), truth);
            times[truth] += 1;
        }
        assert!(times.iter().all(|&times| times > 0), "{times:?}");
    }
}
