//! How a room is filled so that it never matters who came when.
//!
//! For every set of filled targets and every kind of port a target is wanted to
//! which the next box of that kind can be carried as cheaply as if it were alone,
//! within the room, with the player back at the port. The choice must be right
//! whatever comes later: for every number of boxes of each kind that may still
//! come, all of them together cost no more than their cheapest matching. And until
//! the last box is in, the player walks between all squares at the edge of the
//! room, so that nobody outside is hindered. Found by trying, deepest first.

use super::room::{Port, Room};
use crate::board::{Board, FAR, Square};
use crate::deadlock::matching::Assignment;
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::position::Zone;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most matchings made for one room, some microseconds each.
const MOST_MATCHINGS: usize = 50_000;
/// The most sets of targets given up.
const MOST_HOPELESS: usize = 1_000;
/// The most ways in which the boxes may be of one kind or another.
const MOST_RESTS: usize = 1_000;

/// A set of targets, by their number.
pub(super) type Filled = u128;

/// How many boxes of each kind are still to come, a byte each.
type Rest = u64;

/// Which target is next for each kind, by the targets filled before; `None`
/// where nobody of that kind can come any more.
pub(super) struct Filling {
    pub next: FxHashMap<Filled, Vec<Option<u8>>>,
    /// What a solution costs more at most when a box comes by the first kind
    /// instead of the second; `None` if it may be impossible.
    pub instead: Vec<Vec<Option<i32>>>,
}

impl Filling {
    /// Looks for a filling, so long as `keep_on`.
    pub(super) fn find(board: &Board, room: &Room, keep_on: &dyn Fn() -> bool) -> Option<Self> {
        let (kinds, targets) = (room.costs.len(), board.targets.len());
        let ways = (1..kinds).fold(1, |ways: usize, more| ways.saturating_mul(targets + more) / more);
        if kinds == 0 || kinds > 8 || targets > 128 || ways > MOST_RESTS {
            return None;
        }
        let mut search = Search {
            board,
            room,
            keep_on,
            generator: MacroGenerator::new(board),
            macros: Vec::new(),
            zone: Zone::new(board),
            solid: room.inside.iter().map(|&inside| if inside { 0 } else { 2 }).collect(),
            assignment: Assignment::default(),
            matched: FxHashMap::default(),
            left: MOST_MATCHINGS,
            order: Vec::new(),
            hopeless: FxHashSet::default(),
            next: FxHashMap::default(),
        };
        let inside = room.inside[board.player as usize];
        if !search.edge_hangs_together(if inside { Some(board.player) } else { None }) {
            return None;
        }
        search.order_targets()?;
        search.settle(0)?;
        let pair = |search: &mut Search<'_>, one: usize, two: usize| {
            let mut most = 0;
            for rest in rests(kinds, targets).into_iter().filter(|rest| rest >> (8 * two) & 255 > 0) {
                let Some(before) = search.matching(0, rest)? else { continue };
                let after = search.matching(0, rest - (1 << (8 * two)) + (1 << (8 * one)))??;
                most = most.max(after as i32 - before as i32);
            }
            Some(most)
        };
        let instead = (0..kinds)
            .map(|one| (0..kinds).map(|two| if one == two { Some(0) } else { pair(&mut search, one, two) }).collect())
            .collect();
        Some(Self { next: search.next, instead })
    }
}

/// All ways in which so many boxes may be of so many kinds.
fn rests(kinds: usize, boxes: usize) -> Vec<Rest> {
    if kinds == 1 {
        return vec![boxes as Rest];
    }
    (0..=boxes)
        .flat_map(|last| {
            let first = rests(kinds - 1, boxes - last);
            first.into_iter().map(move |rest| rest | (last as Rest) << (8 * (kinds - 1)))
        })
        .collect()
}

struct Search<'a> {
    board: &'a Board,
    room: &'a Room,
    keep_on: &'a dyn Fn() -> bool,
    generator: MacroGenerator,
    macros: Vec<BoxMacro>,
    zone: Zone,
    /// The room alone: everything else is shut.
    solid: Vec<u8>,
    assignment: Assignment,
    matched: FxHashMap<(Filled, Rest), Option<u32>>,
    left: usize,
    /// The targets, those first that are to be filled first.
    order: Vec<usize>,
    hopeless: FxHashSet<Filled>,
    next: FxHashMap<Filled, Vec<Option<u8>>>,
}

impl Search<'_> {
    fn put(&mut self, filled: Filled) {
        for (index, &target) in self.board.targets.iter().enumerate() {
            self.solid[target as usize] = (filled >> index & 1) as u8;
        }
    }

    /// Whether the player walks between all squares of the edge, and this one.
    fn edge_hangs_together(&mut self, player: Option<Square>) -> bool {
        let Some(&first) = self.room.edge.first() else { return true };
        if self.solid[first as usize] != 0 {
            return false;
        }
        self.zone.flood(self.board, &self.solid, first);
        self.room.edge.iter().copied().chain(player).all(|square| self.zone.contains(square))
    }

    /// Whether a box just come by a port can be brought to a target for no more
    /// than alone, and the player gets out again.
    fn fits(&mut self, port: &Port, target: usize) -> bool {
        let to = self.board.targets[target];
        let cost = port.kind.map_or(FAR, |kind| self.room.costs[kind][target]);
        if cost == FAR || self.solid[port.first as usize] != 0 {
            return false;
        }
        let cost = cost + port.toll;
        if to == port.first {
            return cost == 0;
        }
        self.solid[port.from as usize] = 0;
        self.solid[port.first as usize] = 1;
        self.zone.flood(self.board, &self.solid, port.from);
        self.solid[port.first as usize] = 0;
        self.macros.clear();
        self.generator.push(self.board, &self.solid, port.first, &self.zone, None, &mut self.macros);
        self.solid[to as usize] = 1;
        let fits = self.macros.iter().any(|carry| {
            carry.to == to && carry.pushes == cost && {
                self.zone.flood(self.board, &self.solid, self.board.next[to as usize][carry.side as usize]);
                self.zone.contains(port.from)
            }
        });
        self.solid[to as usize] = 0;
        self.solid[port.from as usize] = 2;
        fits
    }

    /// The last is one that can still be filled when all others are, the nearest
    /// of those; `None` if there is none, for then nothing else would help.
    fn order_targets(&mut self) -> Option<()> {
        let room = self.room;
        let count = self.board.targets.len();
        let mut filled: Filled = !0 >> (128 - count);
        while filled != 0 {
            let mut last = None;
            for target in (0..count).filter(|target| filled >> target & 1 == 1) {
                self.put(filled & !(1 << target));
                if !self.edge_hangs_together(None) {
                    continue;
                }
                let ways = room.ports.iter().filter(|port| self.fits(port, target)).count();
                let near = std::cmp::Reverse(room.costs.iter().map(|costs| costs[target]).min());
                if ways > 0 {
                    last = last.max(Some((ways, near, target)));
                }
            }
            let (_, _, target) = last.filter(|_| (self.keep_on)())?;
            filled &= !(1 << target);
            self.order.push(target);
        }
        self.order.reverse();
        Some(())
    }

    /// What the cheapest matching of the boxes to come costs; `Some(None)` if
    /// there is none, `None` if too many were asked for.
    fn matching(&mut self, filled: Filled, rest: Rest) -> Option<Option<u32>> {
        if let Some(&known) = self.matched.get(&(filled, rest)) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let open: Vec<usize> = (0..self.board.targets.len()).filter(|target| filled >> target & 1 == 0).collect();
        let boxes: Vec<usize> = (0..8).flat_map(|kind| (0..rest >> (8 * kind) & 255).map(move |_| kind)).collect();
        let costs = &self.room.costs;
        let count = open.len();
        let total = if count == 0 {
            Some(0)
        } else {
            self.assignment.solve_with(count, count, |row, col| costs[boxes[row]][open[col]])
        };
        self.matched.insert((filled, rest), total);
        Some(total)
    }

    /// Whether a box of a kind may go to a target whatever comes later; `None`
    /// if the work is used up.
    fn right(&mut self, filled: Filled, kind: usize, target: usize, rests: &[Rest]) -> Option<bool> {
        let cost = self.room.costs[kind][target];
        if cost == FAR {
            return Some(false);
        }
        for &rest in rests.iter().filter(|&rest| rest >> (8 * kind) & 255 > 0) {
            let Some(before) = self.matching(filled, rest)? else { continue };
            let after = self.matching(filled | 1 << target, rest - (1 << (8 * kind)))?;
            if after.is_none_or(|after| after + u32::from(cost) != before) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Finds the rest of a filling; `None` if there is none.
    fn settle(&mut self, filled: Filled) -> Option<()> {
        if self.next.contains_key(&filled) {
            return Some(());
        }
        let count = self.board.targets.len() - filled.count_ones() as usize;
        if count == 0 {
            return Some(());
        }
        if self.hopeless.contains(&filled) || self.hopeless.len() >= MOST_HOPELESS || !(self.keep_on)() {
            return None;
        }
        let found = self.choose(filled, count);
        match &found {
            Some(next) => drop(self.next.insert(filled, next.clone())),
            None => drop(self.hopeless.insert(filled)),
        }
        found.map(drop)
    }

    fn choose(&mut self, filled: Filled, count: usize) -> Option<Vec<Option<u8>>> {
        self.put(filled);
        if !self.edge_hangs_together(None) {
            return None;
        }
        let room = self.room;
        let rests = rests(room.costs.len(), count);
        let mut next = Vec::new();
        for kind in 0..room.costs.len() {
            let mut may_come = false;
            for &rest in rests.iter().filter(|&rest| rest >> (8 * kind) & 255 > 0) {
                may_come |= self.matching(filled, rest)?.is_some();
            }
            let mut found = None;
            for index in (0..self.order.len()).filter(|_| may_come) {
                let target = self.order[index];
                if filled >> target & 1 == 1 || !self.right(filled, kind, target, &rests)? {
                    continue;
                }
                self.put(filled);
                if room.ports.iter().all(|port| port.kind != Some(kind) || self.fits(port, target))
                    && self.settle(filled | 1 << target).is_some()
                {
                    found = Some(target as u8);
                    break;
                }
            }
            if may_come && found.is_none() {
                return None;
            }
            next.push(found);
        }
        Some(next)
    }
}
