//! Joint plans: four pawns that block each other to their goals in the least
//! total number of moves, with proof.
//!
//! Pawns may stop anywhere, so others never help, they only block: the sum of
//! the single distances is a lower bound, and an exact plan for some of the
//! pawns, the others taken off the board, gives a better one. The ladder:
//!
//! 1. some order in which each pawn goes straight down its own distance map
//!    while the others stand still: the sum is reached, hence optimal;
//! 2. pawns that can be first or last for nothing are peeled off. In a plan
//!    with `k` moves beyond the sum a pawn only touches cells whose distances
//!    from its start and to its goal add up to at most `k + 1` more than its
//!    own. If a pawn's goal is touched by no other pawn, it may as well go
//!    there at once; if its start is not, it may as well go last;
//! 3. for what is left, exact plans of pairs (then triples) give a lower bound
//!    `L`; a depth-first search over joint states looks for a plan of at most
//!    `L` moves, nearest to the goals first, with the rule of 2 at every node.
//!    If there is none, `L + 1` is tried.
//!
//! Rungs 1 and 2 remove what makes plain A* slow here, the interleavings of
//! pawns that have nothing to do with each other. Ties are broken by order of
//! insertion, so plans are the same everywhere.

use crate::aisles::{Aisles, DistanceMap, FAR};
use crate::path::{Means, Move};
use crate::{Colour, Market, Spot};
use dedale_grid::Dir;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::collections::hash_map::Entry;

/// Who is where and wants to go where.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    /// The pawns on the board, by colour.
    pub pawns: [Option<Spot>; 4],
    /// Their goals; a pawn without a goal may stand anywhere.
    pub goals: [Option<Spot>; 4],
    /// The teleporters each pawn may jump to.
    pub teleporters: [Vec<Spot>; 4],
    /// Cells that pawns keep off unless they are their goal.
    pub closed: Vec<Spot>,
}

/// Moves in order, each with its pawn.
pub type Moves = Vec<(Colour, Move)>;

/// A plan with its evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The moves.
    pub moves: Moves,
    /// The sum of single distances.
    pub single_sum: usize,
    /// Whether fewer moves are proved impossible.
    pub proved: bool,
    /// Joint states looked at.
    pub expanded: usize,
}

/// The most joint states of one search.
const MOST_STATES: usize = 6_000_000;

/// A first look at a bound gives up after so many states and asks triples.
const FIRST_LOOK: usize = 20_000;

type Standing = [u32; 4];
const OFF: u32 = u32::MAX;

/// Plans tasks, reusing its memory. The distance maps of the last task stay.
#[derive(Clone, Debug, Default)]
pub struct Planner {
    common: Aisles,
    orange: Aisles,
    has_passages: bool,
    tiles: usize,
    maps: [DistanceMap; 4],
    starts: [DistanceMap; 4],
    /// The most joint states of one search; 0 for [`MOST_STATES`].
    limit: usize,
}

impl Planner {
    /// A planner.
    pub fn new() -> Self {
        Self::default()
    }

    /// A planner in a hurry: beyond so many joint states it takes a plan that
    /// may not be the least, and says so.
    pub fn hasty(states: usize) -> Self {
        Self { limit: states, ..Self::default() }
    }

    /// Learns the tiles of a supermarket and the distances of a task.
    pub fn aim(&mut self, market: &Market, task: &Task) {
        self.learn(market);
        for pawn in Colour::ALL {
            let index = pawn.index();
            match task.goals[index].filter(|_| task.pawns[index].is_some()) {
                Some(goal) => self.map_to(pawn, goal, &task.teleporters[index]),
                None => self.maps[index].clear(market.spots()),
            }
        }
    }

    fn learn(&mut self, market: &Market) {
        if self.tiles != market.len() {
            self.forget();
            self.tiles = market.len();
            self.common.rebuild(market, Colour::Yellow);
            self.has_passages = (0..market.len()).any(|number| market.tile(number).passages().next().is_some());
            if self.has_passages {
                self.orange.rebuild(market, Colour::Orange);
            }
        }
    }

    /// Learns the distances of a pawn from a cell; see [`Planner::from_start`].
    pub fn from(&mut self, market: &Market, pawn: Colour, start: Spot, teleporters: &[Spot]) {
        self.learn(market);
        let aisles = if pawn == Colour::Orange && self.has_passages { &self.orange } else { &self.common };
        aisles.distances_from(start, teleporters, &mut self.starts[pawn.index()]);
    }

    /// The moves of a pawn from the cell last given to [`Planner::from`].
    pub fn from_start(&self, pawn: Colour, to: Spot) -> u16 {
        self.starts[pawn.index()].get(to)
    }

    /// Every plan in which the pawns go straight to their goals one after the
    /// other, an order each, as far as the others let them.
    pub fn in_turn(&mut self, market: &Market, task: &Task) -> Vec<Moves> {
        self.aim(market, task);
        let standing = task.pawns.map(|pawn| pawn.map_or(OFF, |spot| spot.0));
        let search = Search { market, task, maps: &self.maps, starts: &self.starts, expanded: Cell::new(0), limit: 0 };
        let mut plans = Vec::new();
        let pawns: Vec<usize> =
            ones(0b1111).filter(|pawn| standing[*pawn] != OFF && task.goals[*pawn].is_some()).collect();
        search.every_turn(standing, &pawns, Vec::new(), &mut plans);
        plans
    }

    /// Drops what is known of the tiles, for another supermarket.
    pub fn forget(&mut self) {
        self.tiles = 0;
    }

    fn map_to(&mut self, pawn: Colour, goal: Spot, teleporters: &[Spot]) {
        let aisles = if pawn == Colour::Orange && self.has_passages { &self.orange } else { &self.common };
        aisles.distances(goal, teleporters, &mut self.maps[pawn.index()]);
    }

    /// The distance map of a pawn for the last task.
    pub fn map(&self, pawn: Colour) -> &DistanceMap {
        &self.maps[pawn.index()]
    }

    /// The plan with the least total number of moves; `None` if there is no
    /// plan at all (or, never seen, more states than memory allows).
    pub fn solve(&mut self, market: &Market, task: &Task) -> Option<Plan> {
        self.aim(market, task);
        let standing = task.pawns.map(|pawn| pawn.map_or(OFF, |spot| spot.0));
        let pawns = ones(0b1111).filter(|pawn| standing[*pawn] != OFF).fold(0u8, |set, pawn| set | 1 << pawn);
        for pawn in ones(pawns) {
            if self.maps[pawn].get(Spot(standing[pawn])) == FAR {
                return None;
            }
        }
        let search =
            Search { market, task, maps: &self.maps, starts: &self.starts, expanded: Cell::new(0), limit: self.limit };
        let mut moves = Vec::new();
        let sum = search.sum(&standing, pawns);
        let active =
            ones(pawns).filter(|pawn| search.to_go(*pawn, standing[*pawn]) > 0).fold(0, |set, pawn| set | 1 << pawn);
        if search.go_in_turn(standing, active, &mut moves, &mut FxHashSet::default()) {
            return Some(Plan { moves, single_sum: sum, proved: true, expanded: search.expanded.get() });
        }
        let expanded = search.expanded;
        for pawn in Colour::ALL {
            if let Some(start) = task.pawns[pawn.index()] {
                let aisles = if pawn == Colour::Orange && self.has_passages { &self.orange } else { &self.common };
                aisles.distances_from(start, &task.teleporters[pawn.index()], &mut self.starts[pawn.index()]);
            }
        }
        let search = Search { market, task, maps: &self.maps, starts: &self.starts, expanded, limit: self.limit };
        let (moves, proved) = search.solve(standing, pawns)?;
        Some(Plan { moves, single_sum: sum, proved, expanded: search.expanded.get() })
    }
}

/// One task being searched.
struct Search<'a> {
    market: &'a Market,
    task: &'a Task,
    /// To the goals.
    maps: &'a [DistanceMap; 4],
    /// From the starts.
    starts: &'a [DistanceMap; 4],
    expanded: Cell<usize>,
    limit: usize,
}

enum Found {
    Plan(Moves),
    /// None within the limit.
    Longer,
    /// None at all.
    Nothing,
    TooMany,
}

impl Search<'_> {
    fn to_go(&self, pawn: usize, at: u32) -> u16 {
        self.maps[pawn].get(Spot(at))
    }

    fn sum(&self, standing: &Standing, pawns: u8) -> usize {
        ones(pawns).map(|pawn| usize::from(self.to_go(pawn, standing[pawn]))).sum()
    }

    /// Rung 1: each pawn in turn straight down its map, in some order.
    fn go_in_turn(&self, standing: Standing, left: u8, moves: &mut Moves, failed: &mut FxHashSet<Standing>) -> bool {
        if left == 0 {
            return true;
        }
        if failed.contains(&standing) {
            return false;
        }
        for pawn in ones(left) {
            let before = moves.len();
            if self.descend(standing, pawn, moves, &mut FxHashSet::default()) {
                let mut next = standing;
                next[pawn] = self.task.goals[pawn].map_or(OFF, |goal| goal.0);
                if self.go_in_turn(next, left & !(1 << pawn), moves, failed) {
                    return true;
                }
            }
            moves.truncate(before);
        }
        failed.insert(standing);
        false
    }

    fn every_turn(&self, standing: Standing, left: &[usize], moves: Moves, plans: &mut Vec<Moves>) {
        if left.is_empty() {
            plans.push(moves);
            return;
        }
        for &pawn in left {
            let mut longer = moves.clone();
            if self.descend(standing, pawn, &mut longer, &mut FxHashSet::default()) {
                let mut next = standing;
                next[pawn] = self.task.goals[pawn].map_or(OFF, |goal| goal.0);
                let rest: Vec<usize> = left.iter().copied().filter(|other| *other != pawn).collect();
                self.every_turn(next, &rest, longer, plans);
            }
        }
    }

    /// A pawn down its map to its goal, one move nearer each time.
    fn descend(&self, standing: Standing, pawn: usize, moves: &mut Moves, tried: &mut FxHashSet<u32>) -> bool {
        let to_go = self.to_go(pawn, standing[pawn]);
        if to_go == 0 {
            return true;
        }
        self.expanded.set(self.expanded.get() + 1);
        let mut nearer = [None; 8];
        let mut count = 0;
        each_move(self.market, self.task, &standing, pawn, &mut |step| {
            if count < nearer.len() && self.to_go(pawn, step.to.0) + 1 == to_go {
                nearer[count] = Some(step);
                count += 1;
            }
        });
        for step in nearer.into_iter().flatten() {
            if !tried.insert(step.to.0) {
                continue;
            }
            let mut next = standing;
            next[pawn] = step.to.0;
            moves.push((Colour::ALL[pawn], step));
            if self.descend(next, pawn, moves, tried) {
                return true;
            }
            moves.pop();
        }
        false
    }

    /// The least plan of some pawns with the board to themselves, and whether
    /// it is proved to be least.
    fn solve(&self, standing: Standing, pawns: u8) -> Option<(Moves, bool)> {
        let standing = only(standing, pawns);
        let sum = self.sum(&standing, pawns);
        let mut lower = sum;
        if pawns.count_ones() > 2 {
            lower = self.lower_bound(standing, pawns, 2, sum)?;
        }
        let mut asked_triples = pawns.count_ones() < 4;
        loop {
            let most = if self.limit == 0 { MOST_STATES } else { self.limit };
            let states = if asked_triples { most } else { FIRST_LOOK.min(most) };
            match self.within(standing, pawns, lower, states) {
                Found::Plan(moves) => return Some((moves, true)),
                Found::Longer => lower += 1,
                Found::Nothing => return None,
                Found::TooMany if !asked_triples && self.limit == 0 => {
                    asked_triples = true;
                    lower = lower.max(self.lower_bound(standing, pawns, 3, sum)?);
                }
                Found::TooMany => {
                    // A few moves more are usually found at once; if not, a
                    // planner in a hurry takes its time after all.
                    for more in [1, 2, 4, 8] {
                        if let Found::Plan(moves) = self.within(standing, pawns, lower + more, 4 * most) {
                            return Some((moves, false));
                        }
                    }
                    let patient = Search { expanded: Cell::new(0), limit: 0, ..*self };
                    return if self.limit == 0 { None } else { patient.solve(standing, pawns) };
                }
            }
        }
    }

    /// The sum and what groups of `size` pawns need beyond theirs even with
    /// the board to themselves; disjoint groups add up. `None` if a group has
    /// no plan at all.
    fn lower_bound(&self, standing: Standing, pawns: u8, size: u32, sum: usize) -> Option<usize> {
        let mut needs: Vec<(u8, usize)> = Vec::new();
        for group in (1..=pawns).filter(|group| group & !pawns == 0 && group.count_ones() == size) {
            let (moves, _) = self.solve(standing, group)?;
            needs.push((group, moves.len() - self.sum(&standing, group)));
        }
        let mut more = 0;
        for (a, need) in &needs {
            more = more.max(*need);
            for (_, other) in needs.iter().filter(|(b, _)| a & b == 0) {
                more = more.max(need + other);
            }
        }
        Some(sum + more)
    }

    /// Looks for a plan of at most `limit` moves; rungs 2 and 3.
    fn within(&self, standing: Standing, pawns: u8, limit: usize, states: usize) -> Found {
        let spare = limit - self.sum(&standing, pawns);
        let touches = |pawn: usize, at: u32| self.touches(pawn, &standing, at, spare);
        let alone = |pawn: usize, at: u32| ones(pawns & !(1 << pawn)).all(|other| !touches(other, at));
        // A pawn whose goal nobody touches may go there at once.
        for pawn in ones(pawns).filter(|pawn| self.to_go(*pawn, standing[*pawn]) > 0) {
            let Some(goal) = self.task.goals[pawn].filter(|goal| alone(pawn, goal.0)) else { continue };
            let mut moves = Vec::new();
            if self.descend(standing, pawn, &mut moves, &mut FxHashSet::default()) {
                let mut next = standing;
                next[pawn] = goal.0;
                let rest = pawns & !(1 << pawn);
                return match self.within(only(next, rest), rest, limit - moves.len(), states) {
                    Found::Plan(more) => {
                        moves.extend(more);
                        Found::Plan(moves)
                    }
                    other => other,
                };
            }
        }
        // A pawn whose start nobody touches may go last.
        let goals = self.task.goals;
        for pawn in ones(pawns).filter(|_| ones(pawns).all(|pawn| goals[pawn].is_some())) {
            if pawns.count_ones() == 1 || !alone(pawn, standing[pawn]) {
                continue;
            }
            let mut last: Standing = std::array::from_fn(|other| {
                if pawns >> other & 1 == 1 { goals[other].map_or(OFF, |goal| goal.0) } else { OFF }
            });
            last[pawn] = standing[pawn];
            let mut moves = Vec::new();
            if self.descend(last, pawn, &mut moves, &mut FxHashSet::default()) {
                let rest = pawns & !(1 << pawn);
                return match self.within(only(standing, rest), rest, limit - moves.len(), states) {
                    Found::Plan(mut first) => {
                        first.extend(moves);
                        Found::Plan(first)
                    }
                    other => other,
                };
            }
        }
        self.dive(standing, pawns, limit, states)
    }

    /// Whether a pawn may touch a cell in a plan with so many moves to spare.
    /// A cell it only slides over costs one more than one it stops on.
    fn touches(&self, pawn: usize, standing: &Standing, at: u32, spare: usize) -> bool {
        let through = usize::from(self.starts[pawn].get(Spot(at))) + usize::from(self.to_go(pawn, at));
        through <= usize::from(self.to_go(pawn, standing[pawn])) + spare + 1
    }

    /// Depth first over the joint states of some pawns, nearest to the goals
    /// first, for a plan of at most `limit` moves.
    fn dive(&self, standing: Standing, pawns: u8, limit: usize, states: usize) -> Found {
        struct Node {
            standing: Standing,
            moves: u32,
            before: u32,
            step: Option<(usize, Move)>,
        }
        let spare = limit.saturating_sub(self.sum(&standing, pawns));
        let free: Vec<usize> = ones(pawns)
            .filter(|pawn| {
                self.task.goals[*pawn].is_some_and(|goal| {
                    ones(pawns & !(1 << pawn)).all(|other| !self.touches(other, &standing, goal.0, spare))
                })
            })
            .collect();
        let first = self.sum(&standing, pawns);
        let mut nodes = vec![Node { standing, moves: 0, before: OFF, step: None }];
        let mut known: FxHashMap<Standing, u32> = FxHashMap::from_iter([(standing, 0)]);
        let mut buckets: Vec<Vec<u32>> = Vec::new();
        buckets.resize_with(first + 1, Vec::new);
        buckets[first].push(0);
        let (mut low, mut cut) = (first, false);
        let mut fresh: Vec<(usize, Move)> = Vec::new();
        while low < buckets.len() {
            let Some(at) = buckets[low].pop() else {
                low += 1;
                continue;
            };
            let (standing, moves) = (nodes[at as usize].standing, nodes[at as usize].moves);
            if known.get(&standing) != Some(&at) {
                continue; // Reached with fewer moves since.
            }
            let here = low;
            if here == 0 {
                let mut plan = Vec::new();
                let mut node = &nodes[at as usize];
                while let Some((pawn, step)) = node.step {
                    plan.push((Colour::ALL[pawn], step));
                    node = &nodes[node.before as usize];
                }
                plan.reverse();
                return Found::Plan(plan);
            }
            self.expanded.set(self.expanded.get() + 1);
            fresh.clear();
            for &pawn in free.iter().filter(|pawn| self.to_go(**pawn, standing[**pawn]) > 0) {
                let mut down = Vec::new();
                if self.descend(standing, pawn, &mut down, &mut FxHashSet::default()) {
                    fresh.push((pawn, down[0].1));
                    break;
                }
            }
            if fresh.is_empty() {
                for pawn in ones(pawns) {
                    each_move(self.market, self.task, &standing, pawn, &mut |step| fresh.push((pawn, step)));
                }
            }
            for &(pawn, step) in &fresh {
                let mut next = standing;
                next[pawn] = step.to.0;
                let moves = moves + 1;
                let to_go =
                    here + usize::from(self.to_go(pawn, step.to.0)) - usize::from(self.to_go(pawn, standing[pawn]));
                if to_go + moves as usize > limit {
                    cut = true;
                    continue;
                }
                let number = nodes.len() as u32;
                match known.entry(next) {
                    Entry::Occupied(other) if nodes[*other.get() as usize].moves <= moves => continue,
                    Entry::Occupied(mut other) => *other.get_mut() = number,
                    Entry::Vacant(empty) => {
                        empty.insert(number);
                    }
                }
                if nodes.len() == states {
                    return Found::TooMany;
                }
                nodes.push(Node { standing: next, moves, before: at, step: Some((pawn, step)) });
                if to_go >= buckets.len() {
                    buckets.resize_with(to_go + 1, Vec::new);
                }
                buckets[to_go].push(number);
                low = low.min(to_go);
            }
        }
        if cut { Found::Longer } else { Found::Nothing }
    }
}

/// The standing with only some pawns on the board.
fn only(mut standing: Standing, pawns: u8) -> Standing {
    ones(0b1111 & !pawns).for_each(|pawn| standing[pawn] = OFF);
    standing
}

/// All moves of a pawn, the others standing in the way.
fn each_move(market: &Market, task: &Task, standing: &Standing, pawn: usize, visit: &mut impl FnMut(Move)) {
    let colour = Colour::ALL[pawn];
    let from = Spot(standing[pawn]);
    let free =
        |spot: Spot| !standing.contains(&spot.0) && (!task.closed.contains(&spot) || task.goals[pawn] == Some(spot));
    for dir in Dir::ALL {
        let (mut at, mut cells) = (from, 0);
        while let Some(next) = market.step_as(at, dir, colour).filter(|next| free(*next)) {
            (at, cells) = (next, cells + 1);
            visit(Move { by: Means::Slide(dir, cells), to: at });
        }
    }
    if let Some(to) = market.escalator(from).filter(|to| free(*to)) {
        visit(Move { by: Means::Escalator, to });
    }
    for to in task.teleporters[pawn].iter().copied().filter(|to| free(*to)) {
        visit(Move { by: Means::Teleport, to });
    }
}

/// The pawns in a set.
fn ones(set: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |pawn| set >> pawn & 1 == 1)
}

/// Checks a plan move by move, independently of how it was found: every move
/// possible, every goal reached.
pub fn verify(market: &Market, task: &Task, moves: &[(Colour, Move)]) -> bool {
    let mut standing = task.pawns;
    for (pawn, step) in moves {
        let Some(from) = standing[pawn.index()] else { return false };
        let mut path = Vec::new();
        match step.by {
            Means::Slide(dir, cells) => {
                let mut at = from;
                for _ in 0..cells {
                    let Some(next) = market.step_as(at, dir, *pawn) else { return false };
                    at = next;
                    path.push(at);
                }
            }
            Means::Escalator => path.extend(market.escalator(from)),
            Means::Teleport => path.extend(task.teleporters[pawn.index()].iter().filter(|to| **to == step.to)),
        }
        if path.last() != Some(&step.to) || path.iter().any(|spot| standing.contains(&Some(*spot))) {
            return false;
        }
        standing[pawn.index()] = Some(step.to);
    }
    (0..4).all(|pawn| standing[pawn].is_none() || task.goals[pawn].is_none_or(|goal| standing[pawn] == Some(goal)))
}
