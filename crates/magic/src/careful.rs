//! Plans by the rules themselves, for the scenarios whose rules the fast
//! planner of [`joint`](crate::joint) does not know: one pawn a tile, or two
//! parts that only teleporters join.
//!
//! A pawn alone goes by breadth-first search over what the rules let it do
//! while the others stand. Pawns go one after another, in the best of all
//! orders. Where they bar each other's way and a tile holds one pawn, all four
//! are searched together, tile by tile: since the first tile holds them all,
//! they can always go back there and leave it in another order. Elsewhere the
//! one in the way and the one that wants to pass are searched together, and
//! where several are in the way they leave the tiles of it one after another.
//! That is not always least, but it is legal and it ends.

use crate::game::{Open, Phase, scenario};
use crate::joint::Moves;
use crate::path::{Means, Move};
use crate::{Colour, Site, Spot};
use dedale_grid::Dir;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Who stands where.
type Standing = [Option<Spot>; 4];

/// The most standings of two pawns searched together.
const MOST: usize = 60_000;

/// How often a way over the tiles is looked for anew.
const MOST_DETOURS: usize = 12;

/// The tile of each pawn.
type Tiles = [Option<usize>; 4];

/// A pawn goes to a tile beside its own.
type TileStep = (Colour, usize);

fn tiles_of(standing: &Standing) -> Tiles {
    standing.map(|spot| spot.map(Spot::tile))
}

/// Moves that bring the pawns from where they stand to their goals, on cells
/// that are not closed to them.
pub fn plan(open: &Open, pawns: Standing, goals: Standing, closed: &[Spot]) -> Option<Moves> {
    let way = Way { open, closed, goals };
    let left: Vec<Colour> = Colour::ALL
        .into_iter()
        .filter(|pawn| {
            let (at, goal) = (pawns[pawn.index()], goals[pawn.index()]);
            at.is_some() && goal.is_some() && at != goal
        })
        .collect();
    let mut best: Option<Moves> = None;
    way.in_turn(pawns, &left, Vec::new(), &mut best);
    if best.is_some() {
        return best;
    }
    // Where a tile holds one pawn, tiles say nearly everything, and are few.
    let by_tiles = if scenario::apart(open.scenario) { way.by_tiles(pawns) } else { None };
    if by_tiles.as_ref().is_some_and(|moves| !moves.is_empty()) {
        return by_tiles;
    }
    if !way.stays() {
        return way.aside(pawns, &left);
    }
    // Who stays on an exit steps aside for nobody: one leaves after another,
    // those first who bar nobody's way then; the others may step aside.
    let (first, last): (Vec<Colour>, Vec<Colour>) = left.iter().partition(|pawn| way.harmless(pawns, **pawn, &left));
    first.into_iter().chain(last).find_map(|pawn| {
        let mut one = [None; 4];
        one[pawn.index()] = goals[pawn.index()];
        Way { open, closed, goals: one }.aside(pawns, &[pawn])
    })
}

/// The moves of a pawn to a cell while the others stand still.
pub fn distance(open: &Open, pawn: Colour, to: Spot, closed: &[Spot]) -> Option<usize> {
    let mut goals = [None; 4];
    goals[pawn.index()] = Some(to);
    Way { open, closed, goals }.alone(&open.pawns, pawn).map(|moves| moves.len())
}

struct Way<'a> {
    open: &'a Open,
    closed: &'a [Spot],
    goals: Standing,
}

impl Way<'_> {
    /// Every order in which the pawns can go one after another; the best plan
    /// is kept.
    fn in_turn(&self, standing: Standing, left: &[Colour], moves: Moves, best: &mut Option<Moves>) {
        if best.as_ref().is_some_and(|best| best.len() <= moves.len()) {
            return;
        }
        if left.is_empty() {
            *best = Some(moves);
            return;
        }
        for &pawn in left {
            let Some(steps) = self.alone(&standing, pawn) else { continue };
            let mut next = standing;
            next[pawn.index()] = self.goals[pawn.index()];
            let mut longer = moves.clone();
            longer.extend(steps);
            let rest: Vec<Colour> = left.iter().copied().filter(|other| *other != pawn).collect();
            self.in_turn(next, &rest, longer, best);
        }
    }

    /// One pawn after another, each with the help of one that steps aside.
    fn aside(&self, mut standing: Standing, left: &[Colour]) -> Option<Moves> {
        let mut moves = Vec::new();
        let mut todo: VecDeque<Colour> = left.iter().copied().collect();
        for _ in 0..24 {
            let Some(pawn) = todo.pop_front() else { return Some(moves) };
            if standing[pawn.index()] == self.goals[pawn.index()] {
                continue;
            }
            let steps = self.alone(&standing, pawn).or_else(|| {
                let others =
                    Colour::ALL.into_iter().filter(|other| *other != pawn && standing[other.index()].is_some());
                others.filter_map(|other| self.together(&standing, pawn, other)).min_by_key(Vec::len)
            });
            let steps = steps.or_else(|| self.cleared(standing, pawn, 0));
            let Some(steps) = steps else {
                todo.push_back(pawn);
                continue;
            };
            for (who, step) in &steps {
                standing[who.index()] = Some(step.to);
                if *who != pawn && self.goals[who.index()].is_some() && !todo.contains(who) {
                    todo.push_back(*who);
                }
            }
            moves.extend(steps);
        }
        // What was begun is worth doing: from there one looks again.
        (!moves.is_empty()).then_some(moves)
    }

    /// A pawn to its goal after those in its way have left the tiles of it, at
    /// need with the tiles of their own ways cleared first.
    fn cleared(&self, mut standing: Standing, pawn: Colour, depth: usize) -> Option<Moves> {
        let mut alone: Standing = [None; 4];
        alone[pawn.index()] = standing[pawn.index()];
        let way = self.alone(&alone, pawn)?;
        let mut tiles: Vec<usize> = standing[pawn.index()].iter().map(|spot| spot.tile()).collect();
        let mut cells: Vec<Spot> = Vec::new();
        let mut at = standing[pawn.index()]?;
        for (_, step) in &way {
            if let Means::Slide(dir, count) = step.by {
                for _ in 0..count {
                    at = self.open.market.step_as(at, dir, pawn)?;
                    cells.push(at);
                    tiles.push(at.tile());
                }
            }
            at = step.to;
            cells.push(at);
            tiles.push(at.tile());
        }
        let bars = |spot: Spot| if spot.tile() == 0 { cells.contains(&spot) } else { tiles.contains(&spot.tile()) };
        let mut moves = Vec::new();
        for _ in 0..8 {
            let blockers: Vec<Colour> = Colour::ALL
                .into_iter()
                .filter(|other| *other != pawn && standing[other.index()].is_some_and(bars))
                .collect();
            if blockers.is_empty() {
                moves.extend(self.alone(&standing, pawn)?);
                return Some(moves);
            }
            let out = blockers.iter().find_map(|other| self.nearest(&standing, *other, |spot| !bars(spot)));
            let out = out.or_else(|| {
                // Nobody can leave: one of them has its own way cleared first.
                if depth == 2 {
                    return None;
                }
                blockers.iter().find_map(|other| {
                    let mut free: Standing = [None; 4];
                    free[other.index()] = standing[other.index()];
                    let refuge = self.nearest(&free, *other, |spot| !bars(spot))?.last()?.1.to;
                    let mut goals = [None; 4];
                    goals[other.index()] = Some(refuge);
                    Way { open: self.open, closed: self.closed, goals }.cleared(standing, *other, depth + 1)
                })
            })?;
            for (who, step) in &out {
                standing[who.index()] = Some(step.to);
            }
            moves.extend(out);
            if standing[pawn.index()] != alone[pawn.index()] {
                // It had to step aside itself: from there one looks again.
                return Some(moves);
            }
        }
        None
    }

    /// A pawn to the nearest cell that will do, while the others stand.
    fn nearest(&self, standing: &Standing, pawn: Colour, wanted: impl Fn(Spot) -> bool) -> Option<Moves> {
        let start = standing[pawn.index()]?;
        let mut seen = vec![start];
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            let mut now = *standing;
            now[pawn.index()] = Some(at);
            let mut found = None;
            self.each(&now, pawn, |step| {
                if !seen.contains(&step.to) {
                    seen.push(step.to);
                    queue.push_back(step.to);
                    if found.is_none() && wanted(step.to) {
                        found = Some(step.to);
                    }
                }
            });
            if let Some(goal) = found {
                let mut goals = [None; 4];
                goals[pawn.index()] = Some(goal);
                return Way { open: self.open, closed: self.closed, goals }.alone(standing, pawn);
            }
        }
        None
    }

    /// A pawn to its goal while the others stand.
    fn alone(&self, standing: &Standing, pawn: Colour) -> Option<Moves> {
        let (start, goal) = (standing[pawn.index()]?, self.goals[pawn.index()]?);
        let mut before: FxHashMap<Spot, Option<(Spot, Move)>> = FxHashMap::default();
        before.insert(start, None);
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            if at == goal {
                let mut moves = Vec::new();
                let mut here = at;
                while let Some(Some((from, step))) = before.get(&here) {
                    moves.push((pawn, *step));
                    here = *from;
                }
                moves.reverse();
                return Some(moves);
            }
            let mut now = *standing;
            now[pawn.index()] = Some(at);
            self.each(&now, pawn, |step| {
                before.entry(step.to).or_insert_with(|| {
                    queue.push_back(step.to);
                    Some((at, step))
                });
            });
        }
        None
    }

    /// A pawn to its goal while one other may move and end anywhere.
    fn together(&self, standing: &Standing, pawn: Colour, other: Colour) -> Option<Moves> {
        let start = (standing[pawn.index()]?, standing[other.index()]?);
        let goal = self.goals[pawn.index()]?;
        let mut before: FxHashMap<(Spot, Spot), Option<((Spot, Spot), Colour, Move)>> = FxHashMap::default();
        before.insert(start, None);
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            if at.0 == goal {
                let mut moves = Vec::new();
                let mut here = at;
                while let Some(Some((from, who, step))) = before.get(&here) {
                    moves.push((*who, *step));
                    here = *from;
                }
                moves.reverse();
                return Some(moves);
            }
            if before.len() > MOST {
                return None;
            }
            let mut now = *standing;
            (now[pawn.index()], now[other.index()]) = (Some(at.0), Some(at.1));
            for who in [pawn, other] {
                self.each(&now, who, |step| {
                    let next = if who == pawn { (step.to, at.1) } else { (at.0, step.to) };
                    before.entry(next).or_insert_with(|| {
                        queue.push_back(next);
                        Some((at, who, step))
                    });
                });
            }
        }
        None
    }

    /// Whether pawns that reach their goals stay there for good.
    fn stays(&self) -> bool {
        self.open.phase == Phase::Escape && scenario::stays(self.open.scenario)
    }

    /// Whether everybody else still reaches their goal once a pawn stays on its.
    fn harmless(&self, pawns: Standing, pawn: Colour, left: &[Colour]) -> bool {
        let mut after = self.open.clone();
        after.stood[pawn.index()] = self.goals[pawn.index()];
        left.iter().filter(|other| **other != pawn).all(|other| {
            after.pawns = [None; 4];
            after.pawns[other.index()] = pawns[other.index()];
            self.goals[other.index()].is_some_and(|goal| distance(&after, *other, goal, self.closed).is_some())
        })
    }

    /// All pawns to the tiles of their goals, a tile at a time, and then to
    /// their goals: where a tile holds one pawn, who stands where on it matters
    /// little, and there are few ways to stand on tiles. Where a step cannot be
    /// made after all, the first tile being crowded, another way is looked for.
    fn by_tiles(&self, start: Standing) -> Option<Moves> {
        let mut barred = Vec::new();
        for _ in 0..MOST_DETOURS {
            match self.walk_tiles(start, &self.tile_steps(tiles_of(&start), &barred)?) {
                Ok(moves) => return Some(moves),
                Err(step) => barred.push(step),
            }
        }
        None
    }

    /// The fewest steps from tile to tile that bring all pawns to the tiles of
    /// their goals.
    fn tile_steps(&self, start: Tiles, barred: &[(Tiles, TileStep)]) -> Option<Vec<TileStep>> {
        let goals = tiles_of(&self.goals);
        let stood = tiles_of(&self.open.stood);
        let beside: Vec<[Vec<usize>; 4]> =
            (0..self.open.market.len()).map(|tile| Colour::ALL.map(|pawn| self.tiles_beside(pawn, tile))).collect();
        let mut before: FxHashMap<Tiles, Option<(Tiles, TileStep)>> = FxHashMap::default();
        before.insert(start, None);
        let mut queue = VecDeque::from([start]);
        while let Some(now) = queue.pop_front() {
            if (0..4).all(|pawn| goals[pawn].is_none() || now[pawn].is_none() || now[pawn] == goals[pawn]) {
                let mut steps = Vec::new();
                let mut here = now;
                while let Some(Some((from, step))) = before.get(&here) {
                    steps.push(*step);
                    here = *from;
                }
                steps.reverse();
                return Some(steps);
            }
            for pawn in Colour::ALL {
                let Some(at) = now[pawn.index()] else { continue };
                for &to in &beside[at][pawn.index()] {
                    if to != 0 && (now.contains(&Some(to)) || stood.contains(&Some(to))) {
                        continue;
                    }
                    let step = (now, (pawn, to));
                    let mut next = now;
                    next[pawn.index()] = Some(to);
                    if !barred.contains(&step) {
                        before.entry(next).or_insert_with(|| {
                            queue.push_back(next);
                            Some(step)
                        });
                    }
                }
            }
        }
        None
    }

    /// The tiles a pawn can enter from a tile: through doors, and those with a
    /// teleporter of its colour while they work.
    fn tiles_beside(&self, pawn: Colour, at: usize) -> Vec<usize> {
        let market = &self.open.market;
        let through = Dir::ALL.into_iter().filter_map(|side| {
            market.tile(at).door(side)?;
            let there = market.tile_at(market.lot(at).step(side))?;
            market.tile(there).door(side.opposite()).map(|_| there)
        });
        let work = self.open.phase == Phase::Search && !scenario::grounded(self.open.scenario);
        let jumps = market.sites().filter(|(_, site)| work && *site == Site::Teleporter(pawn));
        through.chain(jumps.map(|(spot, _)| spot.tile()).filter(|tile| *tile != at)).collect()
    }

    /// Whether the doors of the first tile stay joined when a pawn stands on a
    /// cell of it.
    fn leaves_way(&self, standing: &Standing, pawn: Colour, spot: Spot) -> bool {
        let market = &self.open.market;
        let others = Colour::ALL.into_iter().filter(|other| *other != pawn);
        let mut taken: Vec<Spot> = others.filter_map(|other| standing[other.index()]).collect();
        taken.push(spot);
        let leads_off = |door: &Spot| {
            let mut nexts = Dir::ALL.into_iter().filter_map(|dir| market.step(*door, dir));
            door.tile() == 0 && nexts.any(|next| next.tile() != 0)
        };
        let doors: Vec<Spot> = market.sites().map(|(spot, _)| spot).filter(leads_off).collect();
        let Some(first) = doors.first().copied().filter(|door| !taken.contains(door)) else { return false };
        let mut seen = vec![first];
        let mut queue = vec![first];
        while let Some(at) = queue.pop() {
            let nexts = Dir::ALL.into_iter().filter_map(|dir| market.step(at, dir)).chain(market.escalator(at));
            for next in nexts.filter(|next| next.tile() == 0 && !taken.contains(next)) {
                if !seen.contains(&next) {
                    seen.push(next);
                    queue.push(next);
                }
            }
        }
        doors.iter().all(|door| seen.contains(door))
    }

    /// Steps from tile to tile as moves, and the last ones to the goals; or the
    /// step that cannot be made.
    fn walk_tiles(&self, mut standing: Standing, steps: &[TileStep]) -> Result<Moves, (Tiles, TileStep)> {
        let mut moves = Vec::new();
        for (number, &(pawn, tile)) in steps.iter().enumerate() {
            // Who has to go on does not stop on the goal: it might be an exit.
            let last = steps[number + 1..].iter().all(|(other, _)| *other != pawn);
            let wanted = |spot: Spot| spot.tile() == tile && (last || self.goals[pawn.index()] != Some(spot));
            // On the tile that holds several nobody stands in the way of others.
            let clear = |spot: Spot| wanted(spot) && (tile != 0 || self.leaves_way(&standing, pawn, spot));
            let step = self.nearest(&standing, pawn, clear).or_else(|| self.nearest(&standing, pawn, wanted));
            let Some(step) = step else {
                return Err((tiles_of(&standing), (pawn, tile)));
            };
            standing[pawn.index()] = step.last().map(|(_, step)| step.to).or(standing[pawn.index()]);
            moves.extend(step);
        }
        let left: Vec<Colour> = Colour::ALL
            .into_iter()
            .filter(|pawn| standing[pawn.index()].is_some() && self.goals[pawn.index()].is_some())
            .filter(|pawn| standing[pawn.index()] != self.goals[pawn.index()])
            .collect();
        let mut best = None;
        self.in_turn(standing, &left, Vec::new(), &mut best);
        // What was begun is worth doing: from there one looks again.
        moves.extend(best.unwrap_or_default());
        Ok(moves)
    }

    /// Every move of a pawn that the rules allow, closed cells left out.
    fn each(&self, standing: &Standing, pawn: Colour, mut visit: impl FnMut(Move)) {
        let Some(from) = standing[pawn.index()] else { return };
        let (open, market) = (self.open, &self.open.market);
        let free = |to: Spot| {
            let kept_off = self.closed.contains(&to) && self.goals[pawn.index()] != Some(to);
            !kept_off && open.enter(standing, pawn, to).is_ok()
        };
        for dir in Dir::ALL {
            let (mut at, mut cells) = (from, 0);
            while let Some(next) = market.step_as(at, dir, pawn).filter(|next| free(*next)) {
                (at, cells) = (next, cells + 1);
                visit(Move { by: Means::Slide(dir, cells), to: at });
            }
        }
        if let Some(to) = market.escalator(from).filter(|to| free(*to)) {
            visit(Move { by: Means::Escalator, to });
        }
        for (to, _) in market.sites().filter(|(_, site)| *site == Site::Teleporter(pawn)) {
            if free(to) && open.jump(standing, pawn, to).is_ok() {
                visit(Move { by: Means::Teleport, to });
            }
        }
    }
}
