//! What two pawns need beyond their single distances, from everywhere.
//!
//! A move of a pawn from `x` to `y` costs `1 + d(y) - d(x)` *extra*, where `d`
//! is its distance to the goal alone: nothing on a shortest path, never less
//! than nothing. In a plan with `slack` extra moves in all, a pawn only stops
//! on cells whose distances from its start and to its goal add up to at most
//! `slack` more than its own; these cells are its [`Field`]. Dijkstra backwards
//! from both goals over the product of two fields (a bucket a cost, slides can
//! be undone) tells for every standing of the pair the extra moves it still
//! needs with the board to itself.
//!
//! A plan for four pawns is a plan for each pair, so if pawn `i` makes `x_i`
//! extra moves, `x_i + x_j` is at least what the pair needs. The least sum of
//! such `x` is an admissible, consistent bound, see [`cover`]; three pawns that
//! need one extra move in each pair need two, not one.

use super::{OFF, Search};
use crate::Spot;
use crate::aisles::FAR;
use crate::market::NOWHERE;
use dedale_grid::Dir;

/// No cell of a field.
pub(super) const NONE: u32 = u32::MAX;

/// The cells on which a pawn may stop.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    pub cells: Vec<u32>,
    /// The place of each cell of the supermarket in `cells`.
    pub local: Vec<u32>,
    /// The moves to the goal from each of `cells`.
    pub to_go: Vec<u16>,
    /// The cells it may stop on or slide over, a bit each.
    touched: Vec<u64>,
    /// No cell was left out for want of slack.
    complete: bool,
}

impl Field {
    pub fn fill(&mut self, search: &Search<'_>, pawn: usize, start: u32, slack: usize) {
        self.cells.clear();
        self.to_go.clear();
        self.local.clear();
        self.local.resize(search.market.spots(), NONE);
        self.touched.clear();
        self.touched.resize(search.market.spots().div_ceil(64), 0);
        self.complete = true;
        let most = usize::from(search.to_go(pawn, start)) + slack;
        for cell in 0..search.market.spots() as u32 {
            let (from, to) = (search.starts[pawn].get(Spot(cell)), search.to_go(pawn, cell));
            if from == FAR || to == FAR || cell != start && !search.may_enter(pawn, cell) {
                continue;
            }
            let through = usize::from(from) + usize::from(to);
            if through <= most + 1 {
                self.touched[cell as usize / 64] |= 1 << (cell % 64);
            }
            if through > most {
                self.complete = false;
            } else {
                self.local[cell as usize] = self.cells.len() as u32;
                self.cells.push(cell);
                self.to_go.push(to);
            }
        }
    }
}

/// The extra moves two pawns need from each standing.
#[derive(Clone, Debug, Default)]
pub(super) struct PairTable {
    /// How many cells the second pawn has.
    width: usize,
    /// `slack + 1` stands for more than the slack; empty if never more than 0.
    extra: Vec<u8>,
    /// Nothing was left out for want of slack.
    pub complete: bool,
}

impl PairTable {
    #[inline]
    pub fn get(&self, first: u32, second: u32) -> u8 {
        if self.extra.is_empty() { 0 } else { self.extra[first as usize * self.width + second as usize] }
    }

    pub fn clear(&mut self) {
        self.extra.clear();
        self.complete = true;
    }

    /// Fills the table of a pair. It stays empty if the pawns cannot meet, and
    /// with more standings than `most`: nothing is a bound too.
    pub fn fill(
        &mut self,
        search: &Search<'_>,
        pair: [usize; 2],
        fields: [&Field; 2],
        slack: u8,
        most: usize,
        buckets: &mut Vec<Vec<u32>>,
    ) {
        self.clear();
        let size = fields[0].cells.len() * fields[1].cells.len();
        let goals = pair.map(|pawn| search.task.goals[pawn]);
        let apart = fields[0].touched.iter().zip(&fields[1].touched).all(|(one, other)| one & other == 0);
        if size > most || goals == [None; 2] || apart {
            return;
        }
        self.complete = fields[0].complete && fields[1].complete;
        self.width = fields[1].cells.len();
        self.extra.resize(size, slack + 1);
        buckets.iter_mut().for_each(Vec::clear);
        if buckets.len() <= usize::from(slack) {
            buckets.resize_with(usize::from(slack) + 1, Vec::new);
        }
        let ends = |which: usize| -> std::ops::Range<u32> {
            match goals[which].map(|goal| fields[which].local[goal.index()]) {
                Some(NONE) => 0..0,
                Some(local) => local..local + 1,
                None => 0..fields[which].cells.len() as u32,
            }
        };
        for first in ends(0) {
            for second in ends(1).filter(|second| fields[1].cells[*second as usize] != fields[0].cells[first as usize])
            {
                let at = first as usize * self.width + second as usize;
                self.extra[at] = 0;
                buckets[0].push(at as u32);
            }
        }
        for cost in 0..=slack {
            while let Some(at) = buckets[usize::from(cost)].pop() {
                if self.extra[at as usize] == cost {
                    self.spread(search, pair, fields, at, slack, buckets);
                }
            }
        }
    }

    /// Gives their cost to the standings one move before this one.
    fn spread(
        &mut self,
        search: &Search<'_>,
        pair: [usize; 2],
        fields: [&Field; 2],
        at: u32,
        slack: u8,
        buckets: &mut [Vec<u32>],
    ) {
        let locals = [at as usize / self.width, at as usize % self.width];
        let cost = i32::from(self.extra[at as usize]);
        for which in 0..2 {
            let (pawn, field) = (pair[which], fields[which]);
            let here = field.cells[locals[which]];
            let blocked = fields[1 - which].cells[locals[1 - which]];
            let to_go = i32::from(field.to_go[locals[which]]);
            let (step, fixed) = if which == 0 { (self.width, locals[1]) } else { (1, locals[0] * self.width) };
            let mut left_out = false;
            let mut reach = |local: u32| {
                if local == NONE {
                    return;
                }
                let local = local as usize;
                let before = cost + 1 + to_go - i32::from(field.to_go[local]);
                if before > i32::from(slack) {
                    left_out = true;
                } else if before < i32::from(self.extra[fixed + local * step]) {
                    self.extra[fixed + local * step] = before as u8;
                    buckets[before as usize].push((fixed + local * step) as u32);
                }
            };
            if !search.may_enter(pawn, here) {
                continue; // Nobody comes here, a pawn only leaves from here.
            }
            let steps = search.steps(pawn);
            for dir in Dir::ALL.map(Dir::index) {
                let mut cell = steps[here as usize][dir];
                while cell != NOWHERE && cell != blocked {
                    reach(field.local[cell as usize]);
                    if !search.may_enter(pawn, cell) {
                        break;
                    }
                    cell = steps[cell as usize][dir];
                }
            }
            if let Some(other) = search.escalator(here).filter(|other| *other != blocked) {
                reach(field.local[other as usize]);
            }
            if search.task.teleporters[pawn].contains(&Spot(here)) {
                for (local, _) in field.cells.iter().enumerate().filter(|(_, cell)| **cell != blocked) {
                    reach(local as u32);
                }
            }
            self.complete &= !left_out;
        }
    }
}

/// The least sum of four numbers of which each two add up to at least what
/// their pair needs; the pairs in the order 01, 02, 03, 12, 13, 23.
#[inline]
pub(super) fn cover(needs: [u8; 6]) -> u32 {
    if needs == [0; 6] {
        return 0;
    }
    let [ab, ac, ad, bc, bd, cd] = needs.map(u32::from);
    let with = |a: u32| {
        let [b, c, d] = [ab, ac, ad].map(|need| need.saturating_sub(a));
        let [bc, bd, cd] = [bc.saturating_sub(b + c), bd.saturating_sub(b + d), cd.saturating_sub(c + d)];
        a + b + c + d + bc.max(bd).max(cd).max((bc + bd + cd).div_ceil(2))
    };
    (0..=ab.max(ac).max(ad)).map(with).min().expect("zero is in the range")
}

/// Where the table of two pawns stands among the six.
pub(super) const PAIR: [[usize; 4]; 4] = [[6, 0, 1, 2], [0, 6, 3, 4], [1, 3, 6, 5], [2, 4, 5, 6]];

/// Tables of a slack, and the memory to make them.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    pub fields: [Field; 4],
    pub pairs: [PairTable; 6],
    buckets: Vec<Vec<u32>>,
}

impl Bounds {
    /// Makes the fields and tables of some pawns.
    pub fn fill(&mut self, search: &Search<'_>, standing: &super::Standing, pawns: u8, slack: usize, most: usize) {
        for pawn in super::ones(pawns) {
            self.fields[pawn].fill(search, pawn, standing[pawn], slack);
        }
        for first in 0..4 {
            for second in first + 1..4 {
                let table = &mut self.pairs[PAIR[first][second]];
                if standing[first] == OFF || standing[second] == OFF {
                    table.clear();
                    continue;
                }
                let fields = [&self.fields[first], &self.fields[second]];
                table.fill(search, [first, second], fields, slack as u8, most, &mut self.buckets);
            }
        }
    }

    /// What each pair needs.
    pub fn needs(&self, locals: &[u32; 4], pawns: u8) -> [u8; 6] {
        let mut needs = [0; 6];
        for first in super::ones(pawns) {
            for second in super::ones(pawns).filter(|second| *second > first) {
                needs[PAIR[first][second]] = self.pairs[PAIR[first][second]].get(locals[first], locals[second]);
            }
        }
        needs
    }
}

#[cfg(test)]
mod tests {
    use super::cover;
    use dedale_grid::Rng;

    #[test]
    fn the_cover_is_the_least_sum() {
        let mut rng = Rng::new(4);
        for _ in 0..3000 {
            let needs: [u8; 6] = std::array::from_fn(|_| rng.below(5) as u8);
            let mut least = u32::MAX;
            for code in 0..625u32 {
                let x = [code % 5, code / 5 % 5, code / 25 % 5, code / 125];
                let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
                if pairs.iter().zip(needs).all(|((a, b), need)| x[*a] + x[*b] >= u32::from(need)) {
                    least = least.min(x.iter().sum());
                }
            }
            assert_eq!(cover(needs), least, "{needs:?}");
        }
    }
}
