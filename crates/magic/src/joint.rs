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
//! 3. for what is left a slack of 0, 1, 2 … extra moves is tried: `pairs`
//!    tells for every standing what each two pawns need beyond their sum, the
//!    bound from all pairs skips what cannot be, and `dive` searches the
//!    joint states that are left, with the rule of 2 at every node. The first
//!    slack with a plan is the proof.
//!
//! Rungs 1 and 2 remove what makes plain A* slow here, the interleavings of
//! pawns that have nothing to do with each other. Ties are broken by order of
//! insertion, so plans are the same everywhere.

mod dive;
mod pairs;

use crate::aisles::{Aisles, DistanceMap, FAR};
use crate::market::NOWHERE;
use crate::path::{Means, Move};
use crate::{Colour, Market, Spot};
use dedale_grid::Dir;
use dive::{Room, WIDEST};
use std::cell::{Cell, RefCell};

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

/// After so many extra moves one asks whether there is a plan at all.
const DOUBTFUL: usize = 16;

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
    /// The neighbours of each cell as orange knows them, if they differ.
    orange_steps: Vec<[u32; 4]>,
    /// The other end of the escalator on each cell; empty without escalators.
    escalators: Vec<u32>,
    /// The most joint states of one search; 0 for [`MOST_STATES`].
    limit: usize,
    room: RefCell<Room>,
    tried: RefCell<Tried>,
}

/// The cells of one descent that led nowhere: those with its number.
#[derive(Clone, Debug, Default)]
struct Tried {
    numbers: Vec<u32>,
    descent: u32,
}

impl Tried {
    fn begin(&mut self, spots: usize) {
        if self.descent == u32::MAX || self.numbers.len() < spots {
            *self = Self { numbers: vec![0; spots], descent: 0 };
        }
        self.descent += 1;
    }

    /// Whether a cell is tried for the first time.
    fn insert(&mut self, cell: u32) -> bool {
        std::mem::replace(&mut self.numbers[cell as usize], self.descent) != self.descent
    }
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
            self.escalators.clear();
            if (0..market.len()).any(|number| market.tile(number).escalator().is_some()) {
                let cells = (0..market.spots() as u32).map(Spot);
                self.escalators.extend(cells.map(|cell| market.escalator(cell).map_or(NOWHERE, |other| other.0)));
            }
            if self.has_passages {
                self.orange.rebuild(market, Colour::Orange);
                self.orange_steps.clear();
                self.orange_steps.extend((0..market.spots() as u32).map(|cell| {
                    Dir::ALL.map(|dir| market.step_as(Spot(cell), dir, Colour::Orange).map_or(NOWHERE, |next| next.0))
                }));
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
        let search = self.search(market, task, 0);
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
        let search = self.search(market, task, 0);
        let mut moves = Vec::new();
        let sum = search.sum(&standing, pawns);
        let active =
            ones(pawns).filter(|pawn| search.to_go(*pawn, standing[*pawn]) > 0).fold(0, |set, pawn| set | 1 << pawn);
        if search.go_in_turn(standing, active, &mut moves, &mut Vec::new()) {
            return Some(Plan { moves, single_sum: sum, proved: true, expanded: search.expanded.get() });
        }
        let expanded = search.expanded.get();
        for pawn in Colour::ALL {
            if let Some(start) = task.pawns[pawn.index()] {
                let aisles = if pawn == Colour::Orange && self.has_passages { &self.orange } else { &self.common };
                aisles.distances_from(start, &task.teleporters[pawn.index()], &mut self.starts[pawn.index()]);
            }
        }
        let search = self.search(market, task, expanded);
        let (moves, proved) = search.solve(standing, pawns)?;
        Some(Plan { moves, single_sum: sum, proved, expanded: search.expanded.get() })
    }

    fn search<'a>(&'a self, market: &'a Market, task: &'a Task, expanded: usize) -> Search<'a> {
        let orange = if self.has_passages { self.orange_steps.as_slice() } else { market.steps() };
        Search {
            market,
            task,
            steps: [market.steps(), orange],
            escalators: &self.escalators,
            maps: &self.maps,
            starts: &self.starts,
            expanded: Cell::new(expanded),
            limit: self.limit,
            room: &self.room,
            tried: &self.tried,
        }
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
    /// The neighbours of each cell, for all and for orange.
    steps: [&'a [[u32; 4]]; 2],
    escalators: &'a [u32],
    expanded: Cell<usize>,
    limit: usize,
    room: &'a RefCell<Room>,
    tried: &'a RefCell<Tried>,
}

enum Found {
    Plan(Moves),
    /// None within the limit; at least so many moves more are needed.
    Longer(usize),
    /// None at all.
    Nothing,
    TooMany,
}

impl Search<'_> {
    fn to_go(&self, pawn: usize, at: u32) -> u16 {
        self.maps[pawn].get(Spot(at))
    }

    /// The neighbours of each cell for a pawn.
    #[inline]
    fn steps(&self, pawn: usize) -> &[[u32; 4]] {
        self.steps[usize::from(pawn == Colour::Orange.index())]
    }

    /// The other end of an escalator.
    #[inline]
    fn escalator(&self, cell: u32) -> Option<u32> {
        self.escalators.get(cell as usize).copied().filter(|other| *other != NOWHERE)
    }

    /// Whether a pawn does not keep off a cell.
    #[inline]
    fn may_enter(&self, pawn: usize, cell: u32) -> bool {
        !self.task.closed.contains(&Spot(cell)) || self.task.goals[pawn] == Some(Spot(cell))
    }

    fn sum(&self, standing: &Standing, pawns: u8) -> usize {
        ones(pawns).map(|pawn| usize::from(self.to_go(pawn, standing[pawn]))).sum()
    }

    /// Rung 1: each pawn in turn straight down its map, in some order.
    fn go_in_turn(&self, standing: Standing, left: u8, moves: &mut Moves, failed: &mut Vec<Standing>) -> bool {
        if left == 0 {
            return true;
        }
        if failed.contains(&standing) {
            return false;
        }
        for pawn in ones(left) {
            let before = moves.len();
            if self.descend(standing, pawn, moves) {
                let mut next = standing;
                next[pawn] = self.task.goals[pawn].map_or(OFF, |goal| goal.0);
                if self.go_in_turn(next, left & !(1 << pawn), moves, failed) {
                    return true;
                }
            }
            moves.truncate(before);
        }
        failed.push(standing);
        false
    }

    fn every_turn(&self, standing: Standing, left: &[usize], moves: Moves, plans: &mut Vec<Moves>) {
        if left.is_empty() {
            plans.push(moves);
            return;
        }
        for &pawn in left {
            let mut longer = moves.clone();
            if self.descend(standing, pawn, &mut longer) {
                let mut next = standing;
                next[pawn] = self.task.goals[pawn].map_or(OFF, |goal| goal.0);
                let rest: Vec<usize> = left.iter().copied().filter(|other| *other != pawn).collect();
                self.every_turn(next, &rest, longer, plans);
            }
        }
    }

    /// A pawn down its map to its goal, one move nearer each time; appends
    /// the moves if that is possible.
    fn descend(&self, standing: Standing, pawn: usize, moves: &mut Moves) -> bool {
        let mut tried = self.tried.borrow_mut();
        tried.begin(self.market.spots());
        self.nearer(standing, pawn, moves, &mut tried)
    }

    fn nearer(&self, standing: Standing, pawn: usize, moves: &mut Moves, tried: &mut Tried) -> bool {
        let to_go = self.to_go(pawn, standing[pawn]);
        if to_go == 0 {
            return true;
        }
        self.expanded.set(self.expanded.get() + 1);
        let mut step_to = |by: Means, to: u32| {
            if self.to_go(pawn, to) + 1 != to_go || !tried.insert(to) {
                return false;
            }
            let mut next = standing;
            next[pawn] = to;
            moves.push((Colour::ALL[pawn], Move { by, to: Spot(to) }));
            let there = self.nearer(next, pawn, moves, tried);
            if !there {
                moves.pop();
            }
            there
        };
        let (steps, from) = (self.steps(pawn), standing[pawn]);
        for dir in Dir::ALL {
            let (mut cell, mut cells) = (steps[from as usize][dir.index()], 1);
            while cell != NOWHERE && !standing.contains(&cell) && self.may_enter(pawn, cell) {
                if step_to(Means::Slide(dir, cells), cell) {
                    return true;
                }
                (cell, cells) = (steps[cell as usize][dir.index()], cells + 1);
            }
        }
        let free = |cell: &u32| !standing.contains(cell) && self.may_enter(pawn, *cell);
        if let Some(to) = self.escalator(from).filter(free)
            && step_to(Means::Escalator, to)
        {
            return true;
        }
        self.task.teleporters[pawn].iter().any(|to| free(&to.0) && step_to(Means::Teleport, to.0))
    }

    /// The least plan, and whether it is proved to be least.
    fn solve(&self, standing: Standing, pawns: u8) -> Option<(Moves, bool)> {
        let sum = self.sum(&standing, pawns);
        let most = if self.limit == 0 { MOST_STATES } else { self.limit };
        let (mut slack, mut possible) = (0, false);
        loop {
            match self.within(standing, pawns, sum + slack, most) {
                Found::Plan(moves) => return Some((moves, true)),
                Found::Longer(more) => slack += more,
                Found::Nothing => return None,
                Found::TooMany => break,
            }
            // So many are rare enough to ask whether there is a plan at all.
            if slack >= DOUBTFUL
                && !std::mem::replace(&mut possible, true)
                && let Found::Nothing = self.dive(standing, pawns, WIDEST, MOST_STATES)
            {
                return None;
            }
        }
        // A few moves more are usually found at once; if not, a planner in a
        // hurry takes its time after all.
        for more in [1, 2, 4, 8] {
            if let Found::Plan(moves) = self.within(standing, pawns, sum + slack + more, 4 * most) {
                return Some((moves, false));
            }
        }
        if self.limit == 0 {
            return None;
        }
        let patient = Search { expanded: Cell::new(0), limit: 0, ..*self };
        let plan = patient.solve(standing, pawns);
        self.expanded.set(self.expanded.get() + patient.expanded.get());
        plan
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
            if self.descend(standing, pawn, &mut moves) {
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
            if self.descend(last, pawn, &mut moves) {
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
        self.dive(standing, pawns, spare, states)
    }

    /// Whether a pawn may touch a cell in a plan with so many moves to spare.
    /// A cell it only slides over costs one more than one it stops on.
    fn touches(&self, pawn: usize, standing: &Standing, at: u32, spare: usize) -> bool {
        let through = usize::from(self.starts[pawn].get(Spot(at))) + usize::from(self.to_go(pawn, at));
        through <= usize::from(self.to_go(pawn, standing[pawn])) + spare + 1
    }
}

/// The standing with only some pawns on the board.
fn only(mut standing: Standing, pawns: u8) -> Standing {
    ones(0b1111 & !pawns).for_each(|pawn| standing[pawn] = OFF);
    standing
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
