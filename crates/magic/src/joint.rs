//! Joint plans: four pawns that block each other to their goals in the least
//! total number of moves, with proof.
//!
//! Pawns may stop anywhere, so others never help, they only block: the sum of
//! the single distances is a lower bound, and an exact plan for some of the
//! pawns, the others taken off the board, gives better ones. The ladder:
//!
//! 1. some order in which each pawn goes straight down its own distance map
//!    while the others stand still: the sum is reached, hence optimal;
//! 2. ordered partitions of the pawns into groups, each group planned by A*
//!    with the others as walls: an upper bound; A* of pairs and triples alone
//!    gives lower bounds; if they meet, optimal;
//! 3. A* over all pawns, cut at the upper bound.
//!
//! Rung 1 removes the long tail of A*, which is nothing but interleavings of
//! independent pawns (Silver 2005 and Standley 2010 use the same remedy for
//! robots in warehouses). Ties are broken by insertion, so plans are the same
//! everywhere.

use crate::aisles::{Aisles, DistanceMap, FAR};
use crate::path::{Means, Move};
use crate::{Colour, Market, Spot};
use dedale_grid::Dir;
use rustc_hash::{FxHashMap, FxHashSet};

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
const MOST_STATES: usize = 4_000_000;

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
    expanded: usize,
}

impl Planner {
    /// A planner.
    pub fn new() -> Self {
        Self::default()
    }

    /// Learns the tiles of a supermarket and the distances of a task.
    pub fn aim(&mut self, market: &Market, task: &Task) {
        if self.tiles != market.len() {
            self.forget();
            self.tiles = market.len();
            self.common.rebuild(market, Colour::Yellow);
            self.has_passages = (0..market.len()).any(|number| market.tile(number).passages().next().is_some());
            if self.has_passages {
                self.orange.rebuild(market, Colour::Orange);
            }
        }
        for pawn in Colour::ALL {
            let index = pawn.index();
            match task.goals[index].filter(|_| task.pawns[index].is_some()) {
                Some(goal) => self.map_to(pawn, goal, &task.teleporters[index]),
                None => self.maps[index].clear(market.spots()),
            }
        }
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
        self.expanded = 0;
        let standing = task.pawns.map(|pawn| pawn.map_or(OFF, |spot| spot.0));
        let pawns: Vec<usize> = (0..4).filter(|pawn| standing[*pawn] != OFF).collect();
        let single = |pawn: &usize| self.maps[*pawn].get(Spot(standing[*pawn]));
        if pawns.iter().any(|pawn| single(pawn) == FAR) {
            return None;
        }
        let sum: usize = pawns.iter().map(|pawn| usize::from(single(pawn))).sum();
        let mut moves = Vec::new();
        let mut search = Search { market, task, maps: &self.maps, expanded: 0 };
        let active = pawns.iter().filter(|pawn| single(pawn) > 0).fold(0u8, |set, pawn| set | 1 << pawn);
        let mut failed = FxHashSet::default();
        let (moves, proved) = if search.go_in_turn(standing, active, &mut moves, &mut failed) {
            (moves, true)
        } else {
            search.solve_in_groups(standing, &pawns, sum)?
        };
        self.expanded = search.expanded;
        Some(Plan { moves, single_sum: sum, proved, expanded: self.expanded })
    }
}

/// One task being searched.
struct Search<'a> {
    market: &'a Market,
    task: &'a Task,
    maps: &'a [DistanceMap; 4],
    expanded: usize,
}

enum Found {
    Plan(Moves, Standing),
    Nothing,
    TooMany,
}

impl Search<'_> {
    fn moves_to_go(&self, pawn: usize, at: u32) -> u16 {
        self.maps[pawn].get(Spot(at))
    }

    /// All moves of a pawn, the others standing in the way.
    fn each_move(&self, standing: &Standing, pawn: usize, mut visit: impl FnMut(Move)) {
        each_move(self.market, self.task, standing, pawn, &mut visit);
    }

    /// Rung 1: each pawn in turn straight down its map, in some order.
    fn go_in_turn(
        &mut self,
        standing: Standing,
        left: u8,
        moves: &mut Moves,
        failed: &mut FxHashSet<Standing>,
    ) -> bool {
        if left == 0 {
            return true;
        }
        if failed.contains(&standing) {
            return false;
        }
        for pawn in (0..4).filter(|pawn| left >> pawn & 1 == 1) {
            let before = moves.len();
            let mut tried = FxHashSet::default();
            if self.descend(standing, pawn, moves, &mut tried) {
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

    /// A pawn down its map to its goal, one move nearer each time.
    fn descend(&mut self, standing: Standing, pawn: usize, moves: &mut Moves, tried: &mut FxHashSet<u32>) -> bool {
        let to_go = self.moves_to_go(pawn, standing[pawn]);
        if to_go == 0 {
            return true;
        }
        self.expanded += 1;
        let mut nearer = [None; 8];
        let mut count = 0;
        self.each_move(&standing, pawn, |step| {
            if count < nearer.len() && self.moves_to_go(pawn, step.to.0) + 1 == to_go {
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

    /// Rungs 2 and 3. The moves and whether they are proved optimal.
    fn solve_in_groups(&mut self, standing: Standing, pawns: &[usize], sum: usize) -> Option<(Moves, bool)> {
        let all = pawns.iter().fold(0u8, |set, pawn| set | 1 << pawn);
        let mut best: Option<Moves> = None;
        let mut lower = sum;
        for size in 1..pawns.len() as u32 {
            if size > 1 {
                lower = lower.max(self.lower_bound(standing, all, size, sum));
            }
            self.groups_in_turn(standing, all, size, Vec::new(), lower, &mut best);
            if best.as_ref().is_some_and(|moves| moves.len() == lower) {
                return best.map(|moves| (moves, true));
            }
        }
        let limit = best.as_ref().map_or(usize::MAX, |moves| moves.len() - 1);
        match self.astar(standing, all, limit) {
            Found::Plan(moves, _) => Some((moves, true)),
            Found::Nothing => best.map(|moves| (moves, true)),
            Found::TooMany => best.map(|moves| (moves, false)),
        }
    }

    /// Plans groups of at most `size` pawns one after another, in all orders;
    /// keeps the best plan and stops at the lower bound.
    fn groups_in_turn(
        &mut self,
        standing: Standing,
        left: u8,
        size: u32,
        moves: Moves,
        lower: usize,
        best: &mut Option<Moves>,
    ) {
        let known = best.as_ref().map_or(usize::MAX, Vec::len);
        let to_go: usize = ones(left).map(|pawn| usize::from(self.moves_to_go(pawn, standing[pawn]))).sum();
        if known == lower || moves.len() + to_go >= known {
            return;
        }
        if left == 0 {
            *best = Some(moves);
            return;
        }
        for group in (1..=left).filter(|group| group & !left == 0 && group.count_ones() <= size) {
            if group.count_ones() == 1 && to_go > 0 && left.count_ones() > 1 {
                let pawn = group.trailing_zeros() as usize;
                if self.moves_to_go(pawn, standing[pawn]) == 0 {
                    continue; // Going nowhere first changes nothing.
                }
            }
            let room = known.saturating_sub(1).saturating_sub(moves.len());
            if let Found::Plan(more, next) = self.astar(standing, group, room) {
                let mut moves = moves.clone();
                moves.extend(more);
                self.groups_in_turn(next, left & !group, size, moves, lower, best);
            }
        }
    }

    /// The sum of single distances and what groups of `size` need beyond it
    /// even with the board to themselves.
    fn lower_bound(&mut self, standing: Standing, all: u8, size: u32, sum: usize) -> usize {
        let mut needs: Vec<(u8, usize)> = Vec::new();
        for group in (1..=all).filter(|group| group & !all == 0 && group.count_ones() == size) {
            let mut alone = standing;
            ones(all & !group).for_each(|pawn| alone[pawn] = OFF);
            let single: usize = ones(group).map(|pawn| usize::from(self.moves_to_go(pawn, standing[pawn]))).sum();
            if let Found::Plan(moves, _) = self.astar(alone, group, usize::MAX) {
                needs.push((group, moves.len() - single));
            }
        }
        // Disjoint groups add up; with four pawns there are at most two.
        let mut more = 0;
        for (a, need) in &needs {
            more = more.max(*need);
            for (b, other) in needs.iter().filter(|(b, _)| a & b == 0) {
                debug_assert_ne!(a, b);
                more = more.max(need + other);
            }
        }
        sum + more
    }

    /// A* over the pawns of a group, the others standing still, for a plan of
    /// at most `limit` moves.
    fn astar(&mut self, standing: Standing, group: u8, limit: usize) -> Found {
        struct Node {
            standing: Standing,
            moves: u32,
            before: u32,
            step: Option<(usize, Move)>,
        }
        let to_go = |standing: &Standing| -> usize {
            ones(group).map(|pawn| usize::from(self.maps[pawn].get(Spot(standing[pawn])))).sum()
        };
        let first = to_go(&standing);
        if first > limit {
            return Found::Nothing;
        }
        let mut nodes = vec![Node { standing, moves: 0, before: OFF, step: None }];
        let mut known: FxHashMap<Standing, u32> = FxHashMap::from_iter([(standing, 0)]);
        let mut buckets: Vec<Vec<u32>> = vec![vec![0]];
        let mut low = 0;
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
            if to_go(&standing) == 0 {
                let mut plan = Vec::new();
                let mut node = &nodes[at as usize];
                while let Some((pawn, step)) = node.step {
                    plan.push((Colour::ALL[pawn], step));
                    node = &nodes[node.before as usize];
                }
                plan.reverse();
                return Found::Plan(plan, standing);
            }
            self.expanded += 1;
            fresh.clear();
            for pawn in ones(group) {
                each_move(self.market, self.task, &standing, pawn, &mut |step| fresh.push((pawn, step)));
            }
            for &(pawn, step) in &fresh {
                let mut next = standing;
                next[pawn] = step.to.0;
                let (to_go, moves) = (to_go(&next), moves + 1);
                let total = to_go + moves as usize;
                if total > limit || known.get(&next).is_some_and(|other| nodes[*other as usize].moves <= moves) {
                    continue;
                }
                if nodes.len() == MOST_STATES {
                    return Found::TooMany;
                }
                let number = nodes.len() as u32;
                nodes.push(Node { standing: next, moves, before: at, step: Some((pawn, step)) });
                known.insert(next, number);
                let bucket = total - first;
                if bucket >= buckets.len() {
                    buckets.resize_with(bucket + 1, Vec::new);
                }
                buckets[bucket].push(number);
            }
        }
        Found::Nothing
    }
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
