//! The least time: players act at once, each one action at a time.
//!
//! Time goes in moments. In one moment each player makes at most one move and
//! each pawn at most one, and no two of these moves touch a common cell, so
//! that their order within the moment does not matter.
//!
//! First, schedules of known plans: two moves must keep their order if they
//! are the same pawn's or touch a common cell. List scheduling gives each move
//! the first moment at which its predecessors are done and its owner is free,
//! the moves with the longest chain behind them first (Graham 1966). The plan
//! with the least moves is tried, and every order in which the pawns can go
//! one after another.
//!
//! No pawn is faster than its own distance, and the players share the least
//! total of moves: a lower bound. Where the best schedule is longer than that,
//! `Exact` looks layer by layer for a shorter one, one length after the
//! other, leaving out standings from which some pawn, or the players together,
//! cannot be in time. When it finds none or finds one at the bound, the answer
//! is proved least; when it would take too many moments, it is not.

use crate::game::Role;
use crate::joint::{Moves, Plan, Planner, Task};
use crate::path::{Means, Move};
use crate::{Colour, Market, Spot};
use dedale_grid::Dir;
use rustc_hash::FxHashSet;

/// A plan with a moment for each move.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// The moves, each with its moment from 0 and its owner.
    pub moves: Vec<(u32, usize, Colour, Move)>,
    /// How many moments it takes.
    pub time: usize,
    /// No schedule takes fewer.
    pub bound: usize,
    /// Whether fewer moments are proved impossible: `time == bound`.
    pub proved: bool,
}

/// The shortest schedule found for a task, with the roles of the players;
/// for a proof at most so many `moments` are put together.
pub fn schedule(
    market: &Market,
    task: &Task,
    roles: &[Role],
    planner: &mut Planner,
    moments: usize,
) -> Option<Schedule> {
    let plan: Plan = planner.solve(market, task)?;
    let longest = Colour::ALL
        .into_iter()
        .filter_map(|pawn| task.pawns[pawn.index()].map(|spot| usize::from(planner.map(pawn).get(spot))))
        .max()
        .unwrap_or(0);
    let least = if plan.proved { plan.moves.len() } else { plan.single_sum };
    let bound = longest.max(least.div_ceil(roles.len().max(1)));
    let mut best = timed(market, task, &plan.moves, roles, bound);
    for moves in planner.in_turn(market, task) {
        if best.time == bound {
            break;
        }
        let other = timed(market, task, &moves, roles, bound);
        if other.time < best.time {
            best = other;
        }
    }
    let mut exact = Exact { market, task, roles, planner, left: moments };
    while best.bound < best.time {
        match exact.within(best.bound) {
            Answer::Found(moves) => {
                best.time = best.bound;
                best.moves = moves;
            }
            Answer::Impossible => best.bound += 1,
            Answer::TooMany => break,
        }
    }
    best.proved = best.time == best.bound;
    Some(best)
}

/// What a move takes.
fn role_of(step: Move) -> Role {
    match step.by {
        Means::Slide(dir, _) => Role::direction(dir),
        Means::Escalator => Role::ESCALATOR,
        Means::Teleport => Role::TELEPORT,
    }
}

/// The player with the least to do among those who may make a move.
fn owner(step: Move, roles: &[Role], busy: &[usize]) -> usize {
    let role = role_of(step);
    (0..roles.len()).filter(|seat| roles[*seat].may(role)).min_by_key(|seat| busy[*seat]).unwrap_or(0)
}

fn timed(market: &Market, task: &Task, moves: &Moves, roles: &[Role], bound: usize) -> Schedule {
    let mut standing = task.pawns;
    let touched: Vec<Vec<Spot>> = moves
        .iter()
        .map(|(pawn, step)| {
            let mut cells: Vec<Spot> = standing[pawn.index()].into_iter().collect();
            if let (Means::Slide(dir, count), Some(mut at)) = (step.by, standing[pawn.index()]) {
                for _ in 0..count {
                    at = market.step_as(at, dir, *pawn).unwrap_or(at);
                    cells.push(at);
                }
            }
            cells.push(step.to);
            standing[pawn.index()] = Some(step.to);
            cells
        })
        .collect();
    let before =
        |a: usize, b: usize| moves[a].0 == moves[b].0 || touched[a].iter().any(|cell| touched[b].contains(cell));
    // The longest chain that waits for each move.
    let mut chain = vec![1usize; moves.len()];
    for a in (0..moves.len()).rev() {
        for b in a + 1..moves.len() {
            if before(a, b) {
                chain[a] = chain[a].max(chain[b] + 1);
            }
        }
    }
    let mut at: Vec<Option<u32>> = vec![None; moves.len()];
    let mut busy = vec![0usize; roles.len().max(1)];
    let mut result = Vec::new();
    let mut moment = 0;
    while result.len() < moves.len() {
        let mut ready: Vec<usize> = (0..moves.len())
            .filter(|b| at[*b].is_none() && (0..*b).all(|a| !before(a, *b) || at[a].is_some_and(|when| when < moment)))
            .collect();
        ready.sort_by_key(|b| (std::cmp::Reverse(chain[*b]), *b));
        for b in ready {
            let seat = owner(moves[b].1, roles, &busy);
            if busy[seat] <= moment as usize {
                busy[seat] = moment as usize + 1;
                at[b] = Some(moment);
                result.push((moment, seat, moves[b].0, moves[b].1));
            }
        }
        moment += 1;
    }
    Schedule { time: moment as usize, moves: result, bound, proved: false }
}

enum Answer {
    Found(Vec<(u32, usize, Colour, Move)>),
    Impossible,
    TooMany,
}

type Standing = [Option<Spot>; 4];
type Moment = [Option<Move>; 4];

/// Searches all standings, a layer a moment.
struct Exact<'a> {
    market: &'a Market,
    task: &'a Task,
    roles: &'a [Role],
    planner: &'a Planner,
    /// How many moments may still be put together.
    left: usize,
}

/// A move of the moment being put together, with the cells it touches.
struct Choice {
    step: Move,
    cells: Vec<Spot>,
}

impl Exact<'_> {
    /// A schedule of so many moments.
    fn within(&mut self, time: usize) -> Answer {
        // Waiting is allowed, so a standing is never worse for being earlier.
        let mut known: FxHashSet<Standing> = FxHashSet::from_iter([self.task.pawns]);
        let mut nodes: Vec<(Standing, Moment, usize)> = vec![(self.task.pawns, [None; 4], usize::MAX)];
        let (mut begin, mut moment) = (0, 0);
        loop {
            let end = nodes.len();
            if let Some(goal) = (begin..end).find(|at| self.to_go(&nodes[*at].0) == [0; 4]) {
                return Answer::Found(self.walk_back(&nodes, goal));
            }
            if begin == end || moment == time {
                return Answer::Impossible;
            }
            for at in begin..end {
                let standing = nodes[at].0;
                let mut fresh = Vec::new();
                self.moments(&standing, time - moment - 1, &mut fresh);
                self.left = self.left.saturating_sub(fresh.len());
                if self.left == 0 {
                    return Answer::TooMany;
                }
                for (next, steps) in fresh {
                    if known.insert(next) {
                        nodes.push((next, steps, at));
                    }
                }
            }
            (begin, moment) = (end, moment + 1);
        }
    }

    fn to_go(&self, standing: &Standing) -> [usize; 4] {
        Colour::ALL.map(|pawn| standing[pawn.index()].map_or(0, |spot| usize::from(self.planner.map(pawn).get(spot))))
    }

    /// Every standing one moment later from which all can be in time.
    fn moments(&self, standing: &Standing, left: usize, fresh: &mut Vec<(Standing, Moment)>) {
        let mut choices: [Vec<Choice>; 4] = Default::default();
        for pawn in Colour::ALL {
            self.choices(standing, pawn, left, &mut choices[pawn.index()]);
        }
        self.combine(standing, &choices, left, &mut Vec::new(), fresh);
    }

    /// The moves of a pawn after which it can still be in time.
    fn choices(&self, standing: &Standing, pawn: Colour, left: usize, choices: &mut Vec<Choice>) {
        let Some(from) = standing[pawn.index()] else { return };
        let free = |spot: &Spot| {
            let closed = self.task.closed.contains(spot) && self.task.goals[pawn.index()] != Some(*spot);
            !standing.contains(&Some(*spot)) && !closed
        };
        let mut offer = |step: Move, cells: &[Spot]| {
            if usize::from(self.planner.map(pawn).get(step.to)) <= left {
                choices.push(Choice { step, cells: cells.to_vec() });
            }
        };
        for dir in Dir::ALL {
            let mut cells = vec![from];
            while let Some(next) = self.market.step_as(cells[cells.len() - 1], dir, pawn).filter(free) {
                cells.push(next);
                offer(Move { by: Means::Slide(dir, cells.len() as u32 - 1), to: next }, &cells);
            }
        }
        if let Some(to) = self.market.escalator(from).filter(free) {
            offer(Move { by: Means::Escalator, to }, &[from, to]);
        }
        for to in self.task.teleporters[pawn.index()].iter().copied().filter(free) {
            offer(Move { by: Means::Teleport, to }, &[from, to]);
        }
    }

    /// Puts moments together pawn by pawn; `taken` says which choice each of
    /// the first pawns made.
    fn combine<'c>(
        &self,
        standing: &Standing,
        choices: &'c [Vec<Choice>; 4],
        left: usize,
        taken: &mut Vec<Option<&'c Choice>>,
        fresh: &mut Vec<(Standing, Moment)>,
    ) {
        let pawn = taken.len();
        if pawn == 4 {
            let mut next = *standing;
            for (place, choice) in next.iter_mut().zip(taken.iter()) {
                *place = choice.map_or(*place, |choice| Some(choice.step.to));
            }
            let sum: usize = self.to_go(&next).iter().sum();
            if sum <= left * self.roles.len() {
                fresh.push((next, std::array::from_fn(|pawn| taken[pawn].map(|choice| choice.step))));
            }
            return;
        }
        let still = standing[pawn].map_or(0, |spot| usize::from(self.planner.map(Colour::ALL[pawn]).get(spot)));
        if still <= left {
            taken.push(None);
            self.combine(standing, choices, left, taken, fresh);
            taken.pop();
        }
        for choice in &choices[pawn] {
            let apart = |other: &&Choice| !other.cells.iter().any(|cell| choice.cells.contains(cell));
            if !taken.iter().flatten().all(apart) {
                continue;
            }
            taken.push(Some(choice));
            let steps: Vec<Move> = taken.iter().flatten().map(|choice| choice.step).collect();
            if self.owners(&steps, &mut Vec::new()).is_some() {
                self.combine(standing, choices, left, taken, fresh);
            }
            taken.pop();
        }
    }

    /// A player of its own for each move.
    fn owners(&self, steps: &[Move], seats: &mut Vec<usize>) -> Option<Vec<usize>> {
        let Some(step) = steps.get(seats.len()) else { return Some(seats.clone()) };
        for seat in (0..self.roles.len()).filter(|seat| self.roles[*seat].may(role_of(*step))) {
            if !seats.contains(&seat) {
                seats.push(seat);
                if let Some(all) = self.owners(steps, seats) {
                    return Some(all);
                }
                seats.pop();
            }
        }
        None
    }

    fn walk_back(&self, nodes: &[(Standing, Moment, usize)], goal: usize) -> Vec<(u32, usize, Colour, Move)> {
        let mut moments = Vec::new();
        let mut at = goal;
        while nodes[at].2 != usize::MAX {
            moments.push(nodes[at].1);
            at = nodes[at].2;
        }
        let mut moves = Vec::new();
        for (moment, steps) in moments.iter().rev().enumerate() {
            let pawns: Vec<Colour> = Colour::ALL.into_iter().filter(|pawn| steps[pawn.index()].is_some()).collect();
            let steps: Vec<Move> = steps.iter().copied().flatten().collect();
            let seats = self.owners(&steps, &mut Vec::new()).expect("moments are made of moves with owners");
            moves.extend(
                pawns.into_iter().zip(steps).zip(seats).map(|((pawn, step), seat)| (moment as u32, seat, pawn, step)),
            );
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use crate::deck::Extras;
    use crate::grow::grow;
    use crate::joint::verify;
    use dedale_grid::Rng;
    use std::collections::HashSet;

    fn check(market: &Market, task: &Task, schedule: &Schedule) {
        let moves: Moves = schedule.moves.iter().map(|(_, _, pawn, step)| (*pawn, *step)).collect();
        assert!(verify(market, task, &moves));
        for (at, a) in schedule.moves.iter().enumerate() {
            assert!((a.0 as usize) < schedule.time);
            for b in &schedule.moves[at + 1..] {
                assert!(a.0 <= b.0);
                assert!(a.0 < b.0 || a.1 != b.1 && a.2 != b.2, "owners and pawns act once a moment");
            }
        }
        assert_eq!(schedule.proved, schedule.time == schedule.bound);
    }

    #[test]
    fn schedules_are_valid_and_mostly_proved() {
        let mut rng = Rng::new(8);
        let mut planner = Planner::new();
        let mut proved = 0;
        for seed in 0..12 {
            let market = grow(4, Extras::default(), seed);
            let mut goals: Vec<Spot> = market.sites().map(|(spot, _)| spot).filter(|spot| spot.tile() > 0).collect();
            rng.shuffle(&mut goals);
            let task = Task {
                pawns: Square::STARTS.map(|square| Some(Spot::new(0, square))),
                goals: std::array::from_fn(|pawn| Some(goals[pawn])),
                ..Task::default()
            };
            planner.forget();
            let schedule = schedule(&market, &task, &Role::deal(4), &mut planner, 1_000_000).expect("there is a plan");
            check(&market, &task, &schedule);
            proved += usize::from(schedule.proved);
        }
        assert!(proved >= 7, "{proved} of 12");
    }

    /// Moment by moment, everything that can be done: all sets of single
    /// moves, in every order of the pawns, none of which crosses another.
    fn slow(market: &Market, task: &Task, roles: &[Role]) -> usize {
        let mut layer: HashSet<Standing> = HashSet::from([task.pawns]);
        let done =
            |standing: &Standing| (0..4).all(|pawn| task.goals[pawn].is_none() || standing[pawn] == task.goals[pawn]);
        for time in 0.. {
            if layer.iter().any(done) {
                return time;
            }
            let mut next = HashSet::new();
            for standing in &layer {
                // (where all are, cells touched, seats busy) after each pawn.
                let mut partial = vec![(*standing, Vec::<Spot>::new(), vec![false; roles.len()])];
                for pawn in Colour::ALL {
                    let mut more = Vec::new();
                    for (at, touched, busy) in &partial {
                        let Some(from) = at[pawn.index()] else { continue };
                        for dir in Dir::ALL {
                            let mut path = vec![from];
                            while let Some(cell) = market.step_as(*path.last().unwrap(), dir, pawn) {
                                if standing.contains(&Some(cell)) || touched.contains(&cell) || touched.contains(&from)
                                {
                                    break;
                                }
                                path.push(cell);
                                for seat in (0..roles.len()).filter(|seat| !busy[*seat]) {
                                    if roles[seat].may(Role::direction(dir)) {
                                        let (mut at, mut touched, mut busy) = (*at, touched.clone(), busy.clone());
                                        at[pawn.index()] = Some(cell);
                                        touched.extend(&path);
                                        busy[seat] = true;
                                        more.push((at, touched, busy));
                                    }
                                }
                            }
                        }
                    }
                    partial.extend(more);
                }
                next.extend(partial.into_iter().map(|(at, ..)| at));
            }
            layer.extend(next);
        }
        unreachable!("some layer holds the goal")
    }

    #[test]
    fn the_least_time_agrees_with_trying_everything() {
        let mut rng = Rng::new(3);
        let mut planner = Planner::new();
        let mut beyond_bound = 0;
        for seed in 0..30 {
            let market = grow(1, Extras::default(), seed);
            let mut cells: Vec<Spot> = (0..16)
                .filter(|cell| market.tile(0).corridors() >> cell & 1 == 1)
                .map(|cell| Spot::new(0, Square::new(cell).unwrap()))
                .collect();
            rng.shuffle(&mut cells);
            let pawns = 2 + seed as usize % 2;
            let task = Task {
                pawns: std::array::from_fn(|pawn| (pawn < pawns).then_some(cells[pawn])),
                goals: std::array::from_fn(|pawn| (pawn < pawns).then_some(cells[3 + pawn])),
                ..Task::default()
            };
            for players in [2, 4, 6] {
                let roles = Role::deal(players);
                planner.forget();
                let found =
                    schedule(&market, &task, &roles, &mut planner, 1_000_000).expect("the start tile lets pawns pass");
                check(&market, &task, &found);
                assert!(found.proved);
                assert_eq!(found.time, slow(&market, &task, &roles), "seed {seed}, {players} players");
                let longest =
                    Colour::ALL.into_iter().filter_map(|pawn| Some(planner.map(pawn).get(task.pawns[pawn.index()]?)));
                beyond_bound += usize::from(found.time > usize::from(longest.max().unwrap()));
            }
        }
        assert!(beyond_bound > 5, "some cases must be hard: {beyond_bound}");
    }
}
