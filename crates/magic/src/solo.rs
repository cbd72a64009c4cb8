//! Plans of the single player, who acts by one card at a time.
//!
//! Turning a card takes as long as a move, and a card comes again only when the
//! six others have been turned: which moves come after each other matters more
//! than how many there are. The cards come round in one order until the sand is
//! turned, so the way of a pawn costs, for each move, the move and the cards
//! turned since the last one (Dijkstra over cells and last cards). Pawns go in
//! the best of all orders, each while the others stand; while one waits for its
//! card, others move by those that come.

use crate::game::{Open, Phase, Role, scenario};
use crate::joint::{Moves, Task};
use crate::path::{Means, Move};
use crate::{Colour, Site, Spot};
use dedale_grid::Dir;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The kinds of cards, and one more for none yet.
const KINDS: usize = 7;
const NONE_YET: usize = KINDS;
/// Cards turned on average until one comes whose place is not known.
const UNKNOWN: u32 = 3;

/// How many cards are turned from one to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns([[u32; KINDS]; KINDS + 1]);

impl Turns {
    /// By the order of the cards, once all have been seen: plans that changed
    /// with each card turned would chase the card before.
    pub fn new(cards: &[Role]) -> Self {
        let place = |kind: usize| cards.iter().position(|card| card.0 == 1 << kind);
        let count = cards.len().max(1);
        let mut turns = [[UNKNOWN; KINDS]; KINDS + 1];
        if cards.contains(&Role::default()) {
            return Self(turns);
        }
        for (last, row) in turns.iter_mut().enumerate().take(KINDS) {
            for (next, turned) in row.iter_mut().enumerate() {
                // The card in force lies last and goes first.
                if let (Some(last), Some(next)) = (place(last), place(next)) {
                    *turned = ((last + count - next) % count) as u32;
                }
            }
        }
        Self(turns)
    }
}

/// Moves that bring the pawns to their goals; nothing where they bar each
/// other's way.
pub fn plan(open: &Open, task: &Task, turns: &Turns) -> Option<Moves> {
    let todo: Vec<Colour> = Colour::ALL
        .into_iter()
        .filter(|pawn| {
            let (at, goal) = (task.pawns[pawn.index()], task.goals[pawn.index()]);
            at.is_some() && goal.is_some() && at != goal
        })
        .collect();
    let way = Way { open, task, turns };
    // Alone on the board nobody is slower.
    let mut bound = 0;
    for &pawn in &todo {
        let mut alone = [None; 4];
        alone[pawn.index()] = task.pawns[pawn.index()];
        bound += way.of(&alone, pawn)?.0;
    }
    let mut best = None;
    way.in_turn(task.pawns, &todo, (0, Vec::new()), bound, &mut best);
    best.map(|(_, moves)| moves)
}

/// Whether moves can be made one after another and bring all pawns to their
/// goals, those who leave leaving.
pub fn verify(open: &Open, task: &Task, moves: &[(Colour, Move)]) -> bool {
    let mut standing = task.pawns;
    for (pawn, step) in moves {
        let way = Way { open, task, turns: &Turns([[0; KINDS]; KINDS + 1]) };
        let mut found = false;
        way.each(&standing, *pawn, |other, _| found |= other == *step);
        if !found {
            return false;
        }
        standing[pawn.index()] = (!leaves(open, *pawn, step.to)).then_some(step.to);
    }
    (0..4).all(|pawn| standing[pawn].is_none() || task.goals[pawn].is_none_or(|goal| standing[pawn] == Some(goal)))
}

/// Whether a pawn is gone from the board once it reaches a cell.
fn leaves(open: &Open, pawn: Colour, spot: Spot) -> bool {
    let exit = matches!(open.market.site(spot), Some(Site::Exit(exit)) if open.may_leave(pawn, exit));
    exit && open.phase == Phase::Escape && !scenario::stays(open.scenario)
}

struct Way<'a> {
    open: &'a Open,
    task: &'a Task,
    turns: &'a Turns,
}

impl Way<'_> {
    /// Every order in which the pawns can go one after another; the best plan
    /// is kept, and one as good as the bound ends the search.
    fn in_turn(
        &self,
        standing: [Option<Spot>; 4],
        todo: &[Colour],
        so_far: (u32, Moves),
        bound: u32,
        best: &mut Option<(u32, Moves)>,
    ) {
        let least = best.as_ref().map(|(cost, _)| *cost);
        if least.is_some_and(|least| least == bound || least <= so_far.0) {
            return;
        }
        if todo.is_empty() {
            *best = Some(so_far);
            return;
        }
        for &pawn in todo {
            let Some((cost, steps)) = self.of(&standing, pawn) else { continue };
            let mut next = standing;
            next[pawn.index()] = self.task.goals[pawn.index()].filter(|goal| !leaves(self.open, pawn, *goal));
            let mut longer = (so_far.0 + cost, so_far.1.clone());
            longer.1.extend(steps);
            let rest: Vec<Colour> = todo.iter().copied().filter(|other| *other != pawn).collect();
            self.in_turn(next, &rest, longer, bound, best);
        }
    }

    /// The way of a pawn to its goal while the others stand, and its cost.
    fn of(&self, standing: &[Option<Spot>; 4], pawn: Colour) -> Option<(u32, Moves)> {
        let (start, goal) = (standing[pawn.index()]?, self.task.goals[pawn.index()]?);
        let key = |spot: Spot, last: usize| spot.index() * (KINDS + 1) + last;
        let mut costs = vec![u32::MAX; self.open.market.spots() * (KINDS + 1)];
        let mut before: Vec<Option<(Spot, usize, Move)>> = vec![None; costs.len()];
        costs[key(start, NONE_YET)] = 0;
        let mut queue = BinaryHeap::from([Reverse((0, start, NONE_YET))]);
        while let Some(Reverse((cost, at, last))) = queue.pop() {
            if cost > costs[key(at, last)] {
                continue;
            }
            if at == goal {
                let mut moves = Vec::new();
                let mut here = (at, last);
                while let Some((from, last, step)) = before[key(here.0, here.1)] {
                    moves.push((pawn, step));
                    here = (from, last);
                }
                moves.reverse();
                return Some((cost, moves));
            }
            let mut now = *standing;
            now[pawn.index()] = Some(at);
            self.each(&now, pawn, |step, kind| {
                let cost = cost + 1 + self.turns.0[last][kind];
                let there = key(step.to, kind);
                if cost < costs[there] {
                    costs[there] = cost;
                    before[there] = Some((at, last, step));
                    queue.push(Reverse((cost, step.to, kind)));
                }
            });
        }
        None
    }

    /// Every move of a pawn and the kind of its card.
    fn each(&self, standing: &[Option<Spot>; 4], pawn: Colour, mut visit: impl FnMut(Move, usize)) {
        let Some(from) = standing[pawn.index()] else { return };
        let market = &self.open.market;
        let free = |to: &Spot| {
            let closed = self.task.closed.contains(to) && self.task.goals[pawn.index()] != Some(*to);
            !closed && !standing.contains(&Some(*to))
        };
        for dir in Dir::ALL {
            let (mut at, mut cells) = (from, 0);
            while let Some(next) = market.step_as(at, dir, pawn).filter(free) {
                (at, cells) = (next, cells + 1);
                visit(Move { by: Means::Slide(dir, cells), to: at }, dir.index());
            }
        }
        if let Some(to) = market.escalator(from).filter(free) {
            visit(Move { by: Means::Escalator, to }, 5);
        }
        for to in self.task.teleporters[pawn.index()].iter().copied().filter(free) {
            visit(Move { by: Means::Teleport, to }, 6);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use crate::game::{Config, MagicMaze};
    use crate::grow::grow;
    use dedale_grid::Rng;
    use dedale_play::Game;
    use std::collections::{HashSet, VecDeque};

    /// A table of a single player with some tiles on it.
    fn table(seed: u64) -> Open {
        let config: Config = "players=1,scenario=2".parse().unwrap();
        let mut open = MagicMaze::start(&config, seed).unwrap().open;
        open.market = grow(6, config.extras(), seed);
        open.cards = Role::CARDS.to_vec();
        Rng::new(seed).shuffle(&mut open.cards);
        open
    }

    fn corridors(open: &Open) -> Vec<Spot> {
        let market = &open.market;
        let squares = (0..market.len()).flat_map(|tile| Square::all().map(move |square| Spot::new(tile, square)));
        squares.filter(|spot| market.tile(spot.tile()).corridors() & spot.square().bit() != 0).collect()
    }

    /// Moves and cards turned on the quickest way, the card in force at first
    /// being the best one: by the clock, one action at a time.
    fn by_the_clock(open: &Open, task: &Task) -> u32 {
        let turns = Turns::new(&open.cards);
        let way = Way { open, task, turns: &turns };
        let start = task.pawns[0].unwrap();
        let mut queue: VecDeque<(Spot, usize, u32)> = (0..7).map(|card| (start, card, 0)).collect();
        let mut seen = HashSet::new();
        while let Some((at, card, time)) = queue.pop_front() {
            if Some(at) == task.goals[0] {
                return time;
            }
            if !seen.insert((at, card)) {
                continue;
            }
            way.each(&[Some(at), task.pawns[1], None, None], Colour::ALL[0], |step, kind| {
                if open.cards[card].0 == 1 << kind {
                    queue.push_back((step.to, card, time + 1));
                }
            });
            queue.push_back((at, (card + 6) % 7, time + 1));
        }
        u32::MAX
    }

    #[test]
    fn ways_are_the_quickest_by_the_clock() {
        let mut rng = Rng::new(1);
        for seed in 0..40 {
            let open = table(seed);
            let mut cells = corridors(&open);
            rng.shuffle(&mut cells);
            let task = Task {
                pawns: [Some(cells[0]), Some(cells[1]), None, None],
                goals: [Some(cells[2]), None, None, None],
                ..Task::default()
            };
            let turns = Turns::new(&open.cards);
            let way = Way { open: &open, task: &task, turns: &turns };
            let found = way.of(&task.pawns, Colour::ALL[0]).map(|(cost, _)| cost - UNKNOWN);
            let slow = by_the_clock(&open, &task);
            assert_eq!(found.unwrap_or(u32::MAX), slow, "seed {seed}");
        }
    }

    #[test]
    fn plans_hold() {
        let mut rng = Rng::new(2);
        let mut found = 0;
        for seed in 0..30 {
            let open = table(seed);
            let mut cells = corridors(&open);
            rng.shuffle(&mut cells);
            let task = Task {
                pawns: std::array::from_fn(|pawn| Some(cells[pawn])),
                goals: std::array::from_fn(|pawn| Some(cells[4 + pawn])),
                ..Task::default()
            };
            let Some(moves) = plan(&open, &task, &Turns::new(&open.cards)) else { continue };
            found += 1;
            assert!(verify(&open, &task, &moves), "seed {seed}");
            assert!(crate::joint::verify(&open.market, &task, &moves), "seed {seed}");
            let mut wrong = moves.clone();
            wrong.pop();
            assert!(!verify(&open, &task, &wrong), "seed {seed}");
        }
        assert!(found > 15, "{found}");
    }

    #[test]
    fn cards_come_round() {
        let mut cards = Role::CARDS.to_vec();
        let turns = Turns::new(&cards);
        // The last of the list is in force; the one before it comes next.
        assert_eq!((turns.0[6][5], turns.0[5][6], turns.0[3][3]), (1, 6, 0));
        cards[2] = Role::default();
        assert_eq!((Turns::new(&cards).0[6][2], Turns::new(&cards).0[6][5]), (UNKNOWN, UNKNOWN));
    }
}
