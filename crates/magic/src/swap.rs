//! Can the pawns change places on a tile?
//!
//! Pawns block each other; on a tile that is one bare corridor they could
//! never change their order, and a game could get stuck for good. The places
//! of four pawns without names are always joined with each other on a
//! connected tile; what matters is which permutations of the pawns closed
//! walks through those places give (Wilson 1974). The walk is a breadth-first
//! search over the at most 1820 sets of four cells, each edge outside its
//! tree gives a generator, and it stops once they generate all 24
//! permutations, which mostly takes a few dozen edges.
//!
//! If all are generated, every arrangement of four pawns in a supermarket
//! grown from this tile can be reached from every other: steps can be undone,
//! the nearest pawn can always walk to the start tile, where those already
//! there make room, and on it all arrangements are joined.

use crate::{Square, Tile};
use dedale_grid::Dir;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Where pawns 0–3 stand.
type Standing = [u8; 4];

/// Whether every arrangement of four pawns on the corridors of a tile can be
/// reached from every other.
pub fn pawns_can_swap(tile: &Tile) -> bool {
    let corridors = tile.corridors();
    if corridors.count_ones() < 5 {
        return false;
    }
    let mut cells = corridors;
    let first: Standing = std::array::from_fn(|_| {
        let cell = cells.trailing_zeros() as u8;
        cells &= cells - 1;
        cell
    });
    let set = |standing: &Standing| standing.iter().fold(0u16, |set, cell| set | 1 << cell);
    let mut known: FxHashMap<u16, Standing> = FxHashMap::default();
    known.insert(set(&first), first);
    let mut queue = VecDeque::from([first]);
    let mut group = Group::trivial();
    while let Some(standing) = queue.pop_front() {
        let taken = set(&standing);
        for pawn in 0..4 {
            let square = Square::of(usize::from(standing[pawn]));
            for dir in Dir::ALL {
                if tile.openings().towards(dir) & square.bit() == 0 {
                    continue;
                }
                let Some(next) = square.step(dir).filter(|next| taken & next.bit() == 0) else { continue };
                let mut moved = standing;
                moved[pawn] = next.index() as u8;
                let Some(there) = known.get(&set(&moved)) else {
                    known.insert(set(&moved), moved);
                    queue.push_back(moved);
                    continue;
                };
                group.add(between(there, &moved));
                if group.is_full() {
                    return true;
                }
            }
        }
    }
    false
}

type Permutation = [u8; 4];

/// The permutation that takes one arrangement on a set of cells to another.
fn between(from: &Standing, to: &Standing) -> Permutation {
    to.map(|cell| from.iter().position(|other| *other == cell).expect("both stand on the same cells") as u8)
}

/// A group of permutations of four things.
struct Group {
    members: Vec<Permutation>,
}

impl Group {
    fn trivial() -> Self {
        Self { members: vec![[0, 1, 2, 3]] }
    }

    fn is_full(&self) -> bool {
        self.members.len() == 24
    }

    /// Adds a generator: products with it until nothing new comes.
    fn add(&mut self, generator: Permutation) {
        if self.members.contains(&generator) {
            return;
        }
        self.members.push(generator);
        let mut at = 0;
        while at < self.members.len() {
            for other in 0..self.members.len() {
                for (a, b) in [(at, other), (other, at)] {
                    let product = self.members[a].map(|index| self.members[b][usize::from(index)]);
                    if !self.members.contains(&product) {
                        self.members.push(product);
                    }
                }
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;
    use dedale_grid::Rng;
    use std::collections::HashSet;

    /// Walks through all arrangements of named pawns.
    fn slow(tile: &Tile) -> bool {
        let cells: Vec<u8> = (0..16).filter(|cell| tile.corridors() >> cell & 1 == 1).collect();
        let first: Standing = std::array::from_fn(|pawn| cells[pawn]);
        let (mut seen, mut todo) = (HashSet::from([first]), vec![first]);
        while let Some(standing) = todo.pop() {
            for pawn in 0..4 {
                let square = Square::of(usize::from(standing[pawn]));
                for dir in Dir::ALL.into_iter().filter(|dir| tile.openings().towards(*dir) & square.bit() != 0) {
                    let next = square.step(dir).unwrap().index() as u8;
                    let mut moved = standing;
                    moved[pawn] = next;
                    if !standing.contains(&next) && seen.insert(moved) {
                        todo.push(moved);
                    }
                }
            }
        }
        let n = cells.len();
        seen.len() == n * (n - 1) * (n - 2) * (n - 3)
    }

    #[test]
    fn agrees_with_walking_everywhere() {
        let (mut rng, mut generator) = (Rng::new(6), Generator::new());
        for _ in 0..30 {
            let tile = generator.start(&mut rng);
            assert_eq!(pawns_can_swap(&tile), slow(&tile));
        }
        // A classic tile is often one bare corridor.
        let mut answers = [0; 2];
        for _ in 0..40 {
            let tile = generator.classic(&mut rng);
            if tile.corridors().count_ones() >= 5 {
                let answer = pawns_can_swap(&tile);
                assert_eq!(answer, slow(&tile));
                answers[usize::from(answer)] += 1;
            }
        }
        assert!(answers[0] > 0 && answers[1] > 0, "{answers:?}");
    }
}
