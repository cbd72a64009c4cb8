//! The search over joint states, within a slack.
//!
//! Depth first, nearest to the goals first by single distances and the bound
//! of [`pairs`](super::pairs), for a plan with at most `slack` extra moves. A
//! joint state is one word: the place of each pawn in its field. Queue, nodes
//! and table of known states keep their memory from search to search.

use super::pairs::{Bounds, NONE, PAIR, cover};
use super::{Found, OFF, Search, Standing, ones};
use crate::market::NOWHERE;
use crate::path::{Means, Move};
use crate::{Colour, Spot};
use dedale_grid::Dir;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The memory of searches.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    bounds: Bounds,
    nodes: Vec<Node>,
    known: FxHashMap<u64, u32>,
    buckets: Vec<Vec<u32>>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    key: u64,
    before: u32,
    /// Extra moves so far.
    extra: u8,
    pawn: u8,
    by: Means,
}

/// How the places of the pawns are packed into a word.
struct Packing {
    shifts: [u32; 4],
    masks: [u64; 4],
}

impl Packing {
    /// `None` if a word is too short.
    fn new(bounds: &Bounds, pawns: u8) -> Option<Self> {
        let (mut shifts, mut masks, mut bits) = ([0; 4], [0; 4], 0);
        for pawn in ones(pawns) {
            let width = usize::BITS - bounds.fields[pawn].cells.len().leading_zeros();
            (shifts[pawn], masks[pawn]) = (bits, (1u64 << width) - 1);
            bits += width;
        }
        (bits <= 64).then_some(Self { shifts, masks })
    }

    fn unpack(&self, key: u64) -> [u32; 4] {
        std::array::from_fn(|pawn| (key.checked_shr(self.shifts[pawn]).unwrap_or(0) & self.masks[pawn]) as u32)
    }

    fn pack(&self, locals: &[u32; 4], pawns: u8) -> u64 {
        ones(pawns).fold(0, |key, pawn| key | u64::from(locals[pawn]) << self.shifts[pawn])
    }

    fn moved(&self, key: u64, pawn: usize, to: u32) -> u64 {
        key & !(self.masks[pawn] << self.shifts[pawn]) | u64::from(to) << self.shifts[pawn]
    }
}

/// The most a slack may be.
pub(super) const WIDEST: usize = 250;

impl Search<'_> {
    /// Looks for a plan of some pawns with at most `slack` extra moves, among
    /// so many joint states.
    pub(super) fn dive(&self, standing: Standing, pawns: u8, slack: usize, states: usize) -> Found {
        let mut room = self.room.borrow_mut();
        let Room { bounds, nodes, known, buckets } = &mut *room;
        let slack = slack.min(WIDEST);
        let most = if self.limit == 0 { 1 << 22 } else { 1 << 16 };
        bounds.fill(self, &standing, pawns, slack, most);
        let Some(packing) = Packing::new(bounds, pawns) else { return Found::TooMany };
        let mut locals = [0; 4];
        ones(pawns).for_each(|pawn| locals[pawn] = bounds.fields[pawn].local[standing[pawn] as usize]);
        let needs = bounds.needs(&locals, pawns);
        let need = cover(needs) as usize;
        let complete = bounds.pairs.iter().all(|pair| pair.complete);
        if need > slack {
            return if complete { Found::Nothing } else { Found::Longer(need - slack) };
        }
        let free = self.free_pawns(&standing, pawns, slack);
        let first = need + self.sum(&standing, pawns);
        nodes.clear();
        if known.capacity() > 1 << 16 {
            *known = FxHashMap::default();
        }
        known.clear();
        buckets.iter_mut().for_each(Vec::clear);
        if buckets.len() <= first {
            buckets.resize_with(first + 1, Vec::new);
        }
        let start = packing.pack(&locals, pawns);
        nodes.push(Node { key: start, before: OFF, extra: 0, pawn: 0, by: Means::Teleport });
        known.insert(start, 0);
        buckets[first].push(0);
        let (mut low, mut cut) = (first, !complete);
        let mut fresh: Vec<(usize, Means, u32)> = Vec::new();
        while low < buckets.len() {
            let Some(at) = buckets[low].pop() else {
                low += 1;
                continue;
            };
            let node = nodes[at as usize];
            if known.get(&node.key) != Some(&at) {
                continue; // Reached with fewer moves since.
            }
            let locals = packing.unpack(node.key);
            let mut standing = [OFF; 4];
            ones(pawns).for_each(|pawn| standing[pawn] = bounds.fields[pawn].cells[locals[pawn] as usize]);
            if low == 0 {
                return Found::Plan(plan_to(bounds, nodes, &packing, at));
            }
            self.expanded.set(self.expanded.get() + 1);
            fresh.clear();
            if let Some((pawn, step)) = self.free_move(&free, &standing) {
                let to = bounds.fields[pawn].local[step.to.index()];
                fresh.push((pawn, step.by, to));
            } else {
                for pawn in ones(pawns) {
                    self.each_stop(bounds, &standing, pawn, &mut cut, |by, to| fresh.push((pawn, by, to)));
                }
            }
            let needs = bounds.needs(&locals, pawns);
            let sum = ones(pawns).map(|pawn| u32::from(bounds.fields[pawn].to_go[locals[pawn] as usize])).sum::<u32>();
            for &(pawn, by, to) in &fresh {
                let field = &bounds.fields[pawn];
                let here = u32::from(field.to_go[locals[pawn] as usize]);
                let there = u32::from(field.to_go[to as usize]);
                let extra = u32::from(node.extra) + 1 + there - here;
                if extra > slack as u32 {
                    cut = true;
                    continue;
                }
                let mut next_needs = needs;
                for other in ones(pawns & !(1 << pawn)) {
                    let table = &bounds.pairs[PAIR[pawn][other]];
                    next_needs[PAIR[pawn][other]] =
                        if pawn < other { table.get(to, locals[other]) } else { table.get(locals[other], to) };
                }
                let need = cover(next_needs);
                if extra + need > slack as u32 {
                    cut = true;
                    continue;
                }
                let key = packing.moved(node.key, pawn, to);
                let number = nodes.len() as u32;
                match known.entry(key) {
                    Entry::Occupied(other) if u32::from(nodes[*other.get() as usize].extra) <= extra => continue,
                    Entry::Occupied(mut other) => *other.get_mut() = number,
                    Entry::Vacant(empty) => {
                        empty.insert(number);
                    }
                }
                if nodes.len() == states {
                    return Found::TooMany;
                }
                nodes.push(Node { key, before: at, extra: extra as u8, pawn: pawn as u8, by });
                let to_go = (sum + there - here + need) as usize;
                if to_go >= buckets.len() {
                    buckets.resize_with(to_go + 1, Vec::new);
                }
                buckets[to_go].push(number);
                low = low.min(to_go);
            }
        }
        if cut { Found::Longer(1) } else { Found::Nothing }
    }

    /// The pawns whose goal no other touches: they may go there at once.
    fn free_pawns(&self, standing: &Standing, pawns: u8, slack: usize) -> u8 {
        let free = |pawn: &usize| {
            self.task.goals[*pawn].is_some_and(|goal| {
                ones(pawns & !(1 << *pawn)).all(|other| !self.touches(other, standing, goal.0, slack))
            })
        };
        ones(pawns).filter(free).fold(0, |set, pawn| set | 1 << pawn)
    }

    /// The next move of a pawn that may go to its goal at once.
    fn free_move(&self, free: &u8, standing: &Standing) -> Option<(usize, Move)> {
        ones(*free).filter(|pawn| self.to_go(*pawn, standing[*pawn]) > 0).find_map(|pawn| {
            let mut down = Vec::new();
            self.descend(*standing, pawn, &mut down).then(|| (pawn, down[0].1))
        })
    }

    /// Every cell of its field on which a pawn can stop next.
    #[inline]
    fn each_stop(
        &self,
        bounds: &Bounds,
        standing: &Standing,
        pawn: usize,
        cut: &mut bool,
        mut visit: impl FnMut(Means, u32),
    ) {
        let (steps, field, from) = (self.steps(pawn), &bounds.fields[pawn], standing[pawn]);
        let mut stop = |by: Means, cell: u32| match field.local[cell as usize] {
            NONE => *cut = true,
            local => visit(by, local),
        };
        for dir in Dir::ALL {
            let (mut cell, mut cells) = (steps[from as usize][dir.index()], 1);
            while cell != NOWHERE && !standing.contains(&cell) && self.may_enter(pawn, cell) {
                stop(Means::Slide(dir, cells), cell);
                (cell, cells) = (steps[cell as usize][dir.index()], cells + 1);
            }
        }
        let free = |cell: &u32| !standing.contains(cell) && self.may_enter(pawn, *cell);
        if let Some(to) = self.escalator(from).filter(free) {
            stop(Means::Escalator, to);
        }
        for to in self.task.teleporters[pawn].iter().map(|to| to.0).filter(free) {
            stop(Means::Teleport, to);
        }
    }
}

/// The moves that led to a node.
fn plan_to(bounds: &Bounds, nodes: &[Node], packing: &Packing, at: u32) -> super::Moves {
    let mut plan = Vec::new();
    let mut node = &nodes[at as usize];
    while node.before != OFF {
        let pawn = usize::from(node.pawn);
        let to = Spot(bounds.fields[pawn].cells[packing.unpack(node.key)[pawn] as usize]);
        plan.push((Colour::ALL[pawn], Move { by: node.by, to }));
        node = &nodes[node.before as usize];
    }
    plan.reverse();
    plan
}
