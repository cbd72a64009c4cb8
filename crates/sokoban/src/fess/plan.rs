//! In which order the targets are filled, and where boxes wait meanwhile.
//!
//! The level is played backwards from the solved board: a box that can be
//! pulled to a square on which some box stood at the start is taken off, if
//! all taken off so far can be given squares of their own (a bipartite
//! matching): a room with two doors gets from each side only the boxes that
//! are there. When none can, one is pulled to a square where it waits (parking), found by a
//! best-first search over such positions. Read forwards, the list says which
//! square to fill next so that every later step is still possible when the
//! remaining boxes keep out of the way.

use super::macros::{BoxMacro, MacroGenerator};
use crate::board::{Board, Square};
use crate::deadlock::corral::regions;
use crate::position::Zone;
use crate::zobrist::Zobrist;
use dedale_grid::Rng;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Arc, Mutex};

/// One step of a plan, forwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The parking square the box comes from; `None` for a box not yet placed.
    pub from: Option<Square>,
    /// The square it goes to.
    pub to: Square,
}

/// Steps that fill all targets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Positions looked at to find them.
    pub looked: usize,
    /// Targets it could not empty: the first steps, in no order that was tried.
    pub left: usize,
}

/// Where boxes leave the board when a level is played backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Exit {
    /// On any square of the start.
    #[default]
    Anywhere,
    /// Through one sink; the rest is parked (`fess::sink`).
    Sink,
}

/// How a plan is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlanStrategy {
    /// Where boxes leave the board.
    pub exit: Exit,
    /// Take off the box with the longest way first instead of the shortest; with
    /// a sink, the shortest instead of the longest.
    pub far_first: bool,
    /// With a sink, prefer open positions to empty ones every fourth time.
    pub open_first: bool,
    /// Take off first the box whose going leaves the fewest regions.
    pub opening: bool,
    /// For [`Exit::Sink`]: boxes may be parked even where one could be taken off.
    pub park_early: bool,
    /// Seed for breaking ties; 0 for none.
    pub seed: u64,
    /// Positions to look at.
    pub limit: usize,
}

impl PlanStrategy {
    /// How far a box may be taken out of turn, in quarters of a pull: a little
    /// for low seeds, a lot for high ones.
    fn noise(&self) -> u64 {
        if self.seed < 14 { 6 } else { 48 }
    }
}

/// Plans made so far for one board, for all searches on it.
#[derive(Debug, Default)]
pub struct PlanCache {
    plans: Mutex<FxHashMap<PlanStrategy, Arc<Plan>>>,
}

impl PlanCache {
    /// The plan of a strategy, made now if nobody made it before, and whether
    /// that was so.
    pub fn get(&self, strategy: PlanStrategy, make: impl FnOnce() -> Plan) -> (Arc<Plan>, bool) {
        let known = |cache: &Self| cache.plans.lock().ok().and_then(|plans| plans.get(&strategy).cloned());
        if let Some(plan) = known(self) {
            return (plan, false);
        }
        // Made outside the lock: two threads may do it twice, none waits.
        let plan = Arc::new(make());
        if let Ok(mut plans) = self.plans.lock() {
            plans.insert(strategy, Arc::clone(&plan));
        }
        (plan, true)
    }
}

#[derive(Clone, Debug)]
struct Node {
    boxes: Vec<Square>,
    player: Square,
    parent: u32,
    /// The backward moves since the parent: from, and to where if parked. So
    /// long as a node is only waiting, this says all and the lists are empty.
    undone: Vec<(Square, Option<Square>)>,
    parked: u32,
    /// Which squares of the start each box taken off could go to, and which
    /// of these boxes each square was given to.
    reach: Vec<u128>,
    owner: Vec<u16>,
}

impl Plan {
    /// No plan at all: the targets in the order they stand.
    pub fn in_order(targets: &[Square]) -> Self {
        Self { steps: targets.iter().map(|&to| Step { from: None, to }).collect(), looked: 0, left: 0 }
    }

    /// Makes a plan for a board; of all looked at the most complete one, so
    /// that targets it could not empty come first.
    pub fn new(board: &Board, targets: &[Square], strategy: PlanStrategy, keep_on: &dyn Fn() -> bool) -> Self {
        Self::within(board, targets, strategy, keep_on, &|_| true)
    }

    /// The same, as long as the bytes in use `fit`.
    pub fn within(
        board: &Board,
        targets: &[Square],
        strategy: PlanStrategy,
        keep_on: &dyn Fn() -> bool,
        fit: &dyn Fn(usize) -> bool,
    ) -> Self {
        match strategy.exit {
            Exit::Sink if super::sink::fits(board) => super::sink::plan(board, targets, strategy, keep_on, fit),
            Exit::Sink | Exit::Anywhere => Maker::new(board, strategy).make(targets, keep_on, fit),
        }
    }
}

struct Maker<'a> {
    board: &'a Board,
    strategy: PlanStrategy,
    generator: MacroGenerator,
    zone: Zone,
    /// The number of the box that stood on a square at the start.
    start: Vec<Option<u16>>,
    noise: Vec<u64>,
    solid: Vec<u8>,
    /// Pulls found so far, and the most on a board as large as this.
    pulled: usize,
    most_pulled: usize,
}

/// Beyond this product of boxes and squares a plan must do with what so many
/// pulls can find out; whatever is left over is planned without looking.
const LARGE: usize = 60_000;
const PULLS: usize = 4_000_000;
/// The most positions that wait to be looked at, and the bytes of one.
const MOST_NODES: usize = 150_000;
const NODE_BYTES: usize = 200;

impl<'a> Maker<'a> {
    fn new(board: &'a Board, strategy: PlanStrategy) -> Self {
        let mut start = vec![None; board.squares + 1];
        for (index, &square) in board.boxes.iter().enumerate() {
            start[square as usize] = Some(index as u16);
        }
        let mut rng = Rng::new(strategy.seed);
        let noise =
            (0..=board.squares).map(|_| if strategy.seed == 0 { 0 } else { rng.below(strategy.noise()) }).collect();
        Self {
            board,
            strategy,
            generator: MacroGenerator::new(board),
            zone: Zone::new(board),
            start,
            noise,
            solid: board.solid(&[]),
            pulled: 0,
            most_pulled: if board.boxes.len() * board.squares > LARGE { PULLS } else { usize::MAX },
        }
    }

    fn make(&mut self, targets: &[Square], keep_on: &dyn Fn() -> bool, fit: &dyn Fn(usize) -> bool) -> Plan {
        let board = self.board;
        let zobrist = Zobrist::new(board.squares);
        let mut nodes: Vec<Node> = Vec::new();
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let mut open: BinaryHeap<Reverse<(u32, u32, u32, u32)>> = BinaryHeap::new();
        let solid = board.solid(targets);
        let region = regions(board, &solid);
        for square in 0..board.squares as Square {
            if solid[square as usize] == 0 && region[square as usize] == square {
                self.zone.flood(board, &solid, square);
                let id = nodes.len() as u32;
                nodes.push(Node {
                    boxes: targets.to_vec(),
                    player: square,
                    parent: u32::MAX,
                    undone: Vec::new(),
                    parked: 0,
                    reach: Vec::new(),
                    owner: vec![u16::MAX; board.boxes.len()],
                });
                open.push(Reverse((targets.len() as u32, 0, u32::MAX - self.zone.list.len() as u32, id)));
            }
        }
        let mut best = (usize::MAX, 0);
        let mut looked = 0;
        let mut macros = Vec::new();
        while let Some(Reverse((.., id))) = open.pop() {
            looked += 1;
            let fits = fit(nodes.len() * NODE_BYTES);
            if looked > self.strategy.limit || self.pulled > self.most_pulled || !fits || !keep_on() {
                break;
            }
            let mut node = nodes[id as usize].clone();
            if let Some(parent) = nodes.get(node.parent as usize)
                && let Some(&(from, Some(to))) = node.undone.first()
            {
                node.boxes = parent.boxes.iter().map(|&square| if square == from { to } else { square }).collect();
                (node.reach, node.owner) = (parent.reach.clone(), parent.owner.clone());
            }
            self.take_off(&mut node, keep_on);
            let left = node.boxes.len();
            nodes[id as usize] = node.clone();
            if left < best.0 {
                best = (left, id);
            }
            if left == 0 {
                break;
            }
            if !seen.insert(zobrist.boxes(&node.boxes) ^ zobrist.player(node.player)) {
                continue;
            }
            // Nothing comes off: park one somewhere.
            for index in 0..left {
                if self.pulled > self.most_pulled || nodes.len() > MOST_NODES || !keep_on() {
                    break;
                }
                let from = node.boxes[index];
                self.fill(&node.boxes);
                self.zone.flood(board, &self.solid, node.player);
                self.solid[from as usize] = 0;
                macros.clear();
                let zone = &self.zone;
                self.generator.pull(board, &self.solid, from, |square| zone.contains(square), &mut macros);
                self.pulled += macros.len() + 1;
                for carry in &macros {
                    if self.pulled > self.most_pulled || !keep_on() {
                        break;
                    }
                    if carry.to == from {
                        continue;
                    }
                    // A flood and a copy of the node, in the price of a pull.
                    self.pulled += board.squares / 4 + left * 2;
                    let mut boxes = node.boxes.clone();
                    boxes[index] = carry.to;
                    self.fill(&boxes);
                    let player =
                        self.zone.flood(board, &self.solid, board.next[carry.to as usize][carry.side as usize]);
                    if seen.contains(&(zobrist.boxes(&boxes) ^ zobrist.player(player))) {
                        continue;
                    }
                    let child = nodes.len() as u32;
                    let parked = node.parked + 1;
                    let room = u32::MAX - self.zone.list.len() as u32;
                    let undone = vec![(from, Some(carry.to))];
                    let (boxes, reach, owner) = (Vec::new(), Vec::new(), Vec::new());
                    nodes.push(Node { boxes, player, parent: id, undone, parked, reach, owner });
                    open.push(Reverse((left as u32, parked, room, child)));
                }
                self.fill(&node.boxes);
            }
        }
        let mut undone = Vec::new();
        let mut id = best.1;
        while id != u32::MAX && !nodes.is_empty() {
            undone.extend(nodes[id as usize].undone.iter().rev().copied());
            id = nodes[id as usize].parent;
        }
        // `undone` now runs forwards in time: the last backward move is first.
        let mut steps: Vec<Step> = Vec::new();
        if let Some(node) = nodes.get(best.1 as usize) {
            let mut rest = node.boxes.clone();
            rest.sort_by_key(|&square| (self.nearest_start(square), square));
            rest.reverse();
            steps.extend(rest.into_iter().map(|to| Step { from: None, to }));
        }
        steps.extend(undone.into_iter().map(|(from, to)| Step { from: to, to: from }));
        Plan { steps, looked, left: nodes.get(best.1 as usize).map_or(0, |node| node.boxes.len()) }
    }

    fn nearest_start(&self, square: Square) -> u16 {
        let target = self.board.targets.iter().position(|&target| target == square);
        let way = |target: usize| self.board.boxes.iter().map(move |&from| self.board.distance(from, target)).min();
        target.and_then(way).unwrap_or(0)
    }

    fn fill(&mut self, boxes: &[Square]) {
        self.solid.fill(0);
        self.solid[self.board.squares] = 2;
        for &square in boxes {
            self.solid[square as usize] = 1;
        }
    }

    /// Takes off every box that can reach a square of the start, the preferred
    /// one first, until none can.
    fn take_off(&mut self, node: &mut Node, keep_on: &dyn Fn() -> bool) {
        let board = self.board;
        let mut macros: Vec<BoxMacro> = Vec::new();
        while keep_on() {
            self.fill(&node.boxes);
            self.zone.flood(board, &self.solid, node.player);
            let mut best: Option<(u64, usize, Square, Square, u128)> = None;
            for (index, &from) in node.boxes.iter().enumerate() {
                if self.pulled > self.most_pulled || !keep_on() {
                    return;
                }
                self.solid[from as usize] = 0;
                macros.clear();
                let zone = &self.zone;
                self.generator.pull(board, &self.solid, from, |square| zone.contains(square), &mut macros);
                self.solid[from as usize] = 1;
                self.pulled += macros.len() + 1;
                let stays = BoxMacro { from, to: from, side: 4, pushes: 0 };
                if self.start[from as usize].is_some() && self.free(from) {
                    macros.push(stays);
                }
                let reached = macros.iter().filter_map(|carry| self.start[carry.to as usize]);
                let reach = reached.filter(|&index| index < 128).fold(0u128, |set, index| set | 1 << index);
                if reach == 0 {
                    continue;
                }
                // Every box taken off must have come from a square of its own.
                node.reach.push(reach);
                let row = node.reach.len() - 1;
                let known = node.owner.clone();
                let fits = give(&node.reach, &mut node.owner, row, &mut 0);
                node.owner = known;
                node.reach.pop();
                if !fits {
                    continue;
                }
                let home = macros.iter().filter(|carry| carry.to != from && self.start[carry.to as usize].is_some());
                let home = home.min_by_key(|carry| carry.pushes).copied().unwrap_or(stays);
                let way = u64::from(home.pushes) * 4 + self.noise[from as usize];
                let rank = if self.strategy.far_first { (1 << 32) - 1 - way } else { way };
                let rank = if self.strategy.opening { self.regions_without(from) << 32 | rank } else { rank };
                let player = if home.side < 4 { board.next[home.to as usize][home.side as usize] } else { node.player };
                if best.is_none_or(|(old, ..)| rank < old) {
                    best = Some((rank, index, from, player, reach));
                }
            }
            let Some((_, index, from, player, reach)) = best else { return };
            node.reach.push(reach);
            let row = node.reach.len() - 1;
            give(&node.reach, &mut node.owner, row, &mut 0);
            node.boxes.swap_remove(index);
            node.undone.push((from, None));
            self.fill(&node.boxes);
            node.player = self.zone.flood(board, &self.solid, player);
        }
    }

    /// Regions of the floor when the box on a square is gone.
    fn regions_without(&mut self, square: Square) -> u64 {
        self.solid[square as usize] = 0;
        let region = regions(self.board, &self.solid);
        self.solid[square as usize] = 1;
        let first = |&square: &usize| self.solid[square] == 0 && region[square] as usize == square;
        (0..self.board.squares).filter(first).count() as u64
    }

    /// Whether the player can touch a box that stands where one stood at the
    /// start, so that nothing need be pulled.
    fn free(&self, square: Square) -> bool {
        self.board.next[square as usize].iter().any(|&side| self.zone.contains(side))
    }
}

/// Joins moves of one box that follow each other.
pub(super) fn merge_hops(steps: Vec<Step>) -> Vec<Step> {
    let mut merged: Vec<Step> = Vec::with_capacity(steps.len());
    for step in steps {
        match merged.last_mut() {
            Some(last) if step.from == Some(last.to) => last.to = step.to,
            _ => merged.push(step),
        }
    }
    merged
}

/// Gives a box taken off a square of the start, moving others on if need be.
pub(crate) fn give(reach: &[u128], owner: &mut [u16], row: usize, tried: &mut u128) -> bool {
    loop {
        let choices = reach[row] & !*tried;
        if choices == 0 {
            return false;
        }
        let bit = choices.trailing_zeros() as usize;
        *tried |= 1 << bit;
        if owner[bit] == u16::MAX || give(reach, owner, owner[bit] as usize, tried) {
            owner[bit] = row as u16;
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use dedale_grid::Rng;

    /// Boxes are given sources exactly if trying everything does so: the
    /// matching of the unfolding and of stray boxes.
    #[test]
    fn giving_agrees_with_trying_everything() {
        fn possible(reach: &[u128], used: u128) -> bool {
            let Some((&first, rest)) = reach.split_first() else { return true };
            (0..8).map(|bit| 1u128 << bit).any(|bit| first & !used & bit != 0 && possible(rest, used | bit))
        }
        let mut rng = Rng::new(5);
        let mut yes = 0;
        for _ in 0..2_000 {
            let (rows, cols) = (1 + rng.index(7), 1 + rng.index(8));
            let reach: Vec<u128> =
                (0..rows).map(|_| (0..cols).filter(|_| rng.chance(0.35)).fold(0, |set, bit| set | 1 << bit)).collect();
            let mut owner = vec![u16::MAX; 128];
            let given = (0..rows).all(|row| give(&reach, &mut owner, row, &mut 0));
            assert_eq!(given, possible(&reach, 0), "{reach:?}");
            yes += usize::from(given);
        }
        assert!((200..1_800).contains(&yes), "{yes}");
    }

    /// A hall with more boxes than a sink plan has bits for is planned all the
    /// same, box by box.
    #[test]
    fn more_boxes_than_bits() {
        let mut rows = vec!["#".repeat(90)];
        for _ in 0..5 {
            rows.push(format!("#{}#", " ".repeat(88)));
            rows.push(format!("# {} #", "$ .".repeat(28) + "  "));
        }
        rows.extend([format!("#@{}#", " ".repeat(87)), "#".repeat(90)]);
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        assert_eq!(board.boxes.len(), 140);
        let strategy = PlanStrategy { exit: Exit::Sink, limit: 300, ..PlanStrategy::default() };
        let plan = Plan::within(&board, &board.targets, strategy, &|| true, &|_| true);
        assert_eq!(plan.steps.len(), 140);
        assert!(plan.left < 140, "the first looks take boxes off");
    }

    #[test]
    fn deep_targets_come_first() {
        let rows = ["  #######", "###  #..#", "#@ $$ ..#", "###  ####", "  ####"];
        let rows: Vec<&str> = rows.to_vec();
        let level = Level::from_rows(&rows).expect("a level");
        let board = Board::new(&level).expect("a board");
        let strategy = PlanStrategy { limit: 100, ..PlanStrategy::default() };
        let plan = Plan::new(&board, &board.targets, strategy, &|| true);
        assert!(plan.steps.len() >= board.targets.len());
        let at = |row: usize, col: usize| board.square_of[row * level.size().cols() + col];
        let place = |square: Square| plan.steps.iter().position(|step| step.to == square);
        assert!(place(at(2, 7)) < place(at(2, 6)), "{plan:?}");
    }

    #[test]
    fn each_side_gives_its_own_boxes() {
        // Two boxes on the left, one on the right of a line of targets:
        // boxes taken off are given different squares of the start.
        let rows = ["#############", "#   #   #   #", "#@$$ ...  $ #", "#   #   #   #", "#############"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let strategy = PlanStrategy { limit: 100, ..PlanStrategy::default() };
        let mut maker = Maker::new(&board, strategy);
        let mut node = Node {
            boxes: board.targets.clone(),
            player: board.player,
            parent: u32::MAX,
            undone: Vec::new(),
            parked: 0,
            reach: Vec::new(),
            owner: vec![u16::MAX; board.boxes.len()],
        };
        maker.take_off(&mut node, &|| true);
        let mut owners: Vec<u16> = node.owner.iter().copied().filter(|&owner| owner != u16::MAX).collect();
        owners.sort_unstable();
        assert_eq!(owners, (0..node.reach.len() as u16).collect::<Vec<_>>(), "every box has a square of its own");
        for (square, &owner) in node.owner.iter().enumerate().filter(|(_, owner)| **owner != u16::MAX) {
            assert!(node.reach[owner as usize] >> square & 1 == 1);
        }
        assert!(!node.reach.is_empty());
    }
}
