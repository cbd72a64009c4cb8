//! The search itself.

use super::advisors::{Advisors, Candidate, Situation, advise};
use super::cells::{CellQueue, Todo};
use super::features::{FeatureExtractor, Features, Order};
use super::floor::Floor;
use super::learned::{DeadlockProver, LearnedDeadlocks};
use super::macros::{BoxMacro, MacroGenerator};
use super::meeting::{Link, MeetingTable, ROOT, Side};
use super::plan::{Plan, PlanCache, PlanStrategy};
use super::thin::thin;
use super::walled::Walled;
use crate::board::Square;
use crate::control::{Control, Stop};
use crate::deadlock::corral::{Corral, Corrals};
use crate::deadlock::freeze::Freeze;
use crate::deadlock::matching::{Assignment, Serving};
use crate::deadlock::patterns::Patterns;
use crate::expand::Knowledge;
use crate::position::{Position, Push, Zone};
use crate::search::{Engine, Status};
use crate::tally::{Count, Counter};
use crate::technique::Techniques;
use crate::terrain::Terrain;
use crate::zobrist::Zobrist;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::sync::Arc;

/// How a search differs from its sisters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FessOptions {
    /// How the plan is made.
    pub strategy: PlanStrategy,
    /// Which feature counts before which.
    pub order: Order,
    /// Whether, within a cell, those that began with different moves take turns.
    pub fair: bool,
    /// Whether every other move comes from the best cell instead of the next.
    pub eager: bool,
    /// Whether cells are asked by their place among the best instead.
    pub spread: bool,
    /// Whether a box on a target before its turn counts as stray.
    pub tidy: bool,
    /// Whether steps of the plan count though their turn has not come.
    pub any_order: bool,
    /// Who advises besides packing, connectivity, passages and stray boxes.
    pub advisors: Advisors,
}

/// A position in the tree.
struct Node {
    parent: u32,
    key: u64,
    carry: BoxMacro,
    cell: u32,
    /// The first move it descends from, if lines take turns.
    line: u32,
    /// Whether it is known to be dead.
    dead: bool,
    /// How many learned patterns it was held against.
    held: u32,
    /// How many positions were looked at when it was last doubted.
    tried: u32,
}

/// The search.
pub struct Fess {
    knowledge: Arc<Knowledge>,
    options: FessOptions,
    techniques: Techniques,
    counter: Arc<Counter>,
    extractor: Option<FeatureExtractor>,
    floor: Floor,
    plans: Arc<PlanCache>,
    table: Option<Arc<MeetingTable>>,
    /// A position to head for instead of a plan, and the weights of its squares.
    picture: Option<(Vec<Square>, Vec<u16>)>,
    /// Work done that no slice has paid for yet.
    owed: u64,
    zobrist: Zobrist,
    nodes: Vec<Node>,
    /// The boxes of all nodes, one after another.
    boxes: Vec<Square>,
    seen: FxHashSet<u64>,
    cells: Vec<CellQueue>,
    cell_of: FxHashMap<Features, u32>,
    turn: usize,
    rounds: u64,
    /// Cells, the best first: rank, cell, how often it was asked.
    ranking: Vec<(u64, u32, u64)>,
    // Working memory.
    generator: MacroGenerator,
    zone: Zone,
    later: Zone,
    freeze: Freeze,
    patterns: Patterns,
    serving: Serving,
    corrals: Corrals,
    /// The corral of the position tested last.
    corral: Option<Corral>,
    walled: Walled,
    position: Position,
    macros: Vec<BoxMacro>,
    counted: usize,
    learned: LearnedDeadlocks,
    prover: Option<Box<DeadlockProver>>,
    /// How many proofs were tried.
    proofs: u64,
    /// Work done, proofs apart.
    searched: u64,
    /// The rank of the best cell, and how often it was asked since it is.
    best: u64,
    stuck: u64,
    /// With a picture, the node nearest to it: gap, regions, node.
    closest: Option<(u16, u16, u32)>,
}

const CORRAL_LIMIT: usize = 400;

/// How often the best cell is asked before its positions are doubted.
const PATIENCE: u64 = 8;
/// Positions looked at in the shortest proof, and in the longest of a position
/// whose child is dead.
const SHORT_PROOF: u32 = 100;
const LONG_PROOF: u32 = 20_000;
/// The work of one position in a proof; all proofs together take about a
/// quarter as much as the search.
const PROOF_WORK: u64 = 8;
const PROOF_SHARE: u64 = 4;
/// The most learned patterns that are kept for a board.
const MOST_PATTERNS: usize = 4_096;

impl Fess {
    /// A search that has not begun.
    pub fn new(knowledge: Arc<Knowledge>, options: FessOptions) -> Self {
        let board = &knowledge.board;
        Self {
            options,
            techniques: Techniques::ALL,
            counter: knowledge.counters.add(),
            extractor: None,
            floor: Floor::new(board),
            plans: Arc::default(),
            table: None,
            picture: None,
            owed: 0,
            zobrist: Zobrist::new(board.squares),
            nodes: Vec::new(),
            boxes: Vec::new(),
            seen: FxHashSet::default(),
            cells: Vec::new(),
            cell_of: FxHashMap::default(),
            turn: 0,
            rounds: 0,
            ranking: Vec::new(),
            generator: MacroGenerator::new(board),
            zone: Zone::new(board),
            later: Zone::new(board),
            freeze: Freeze::default(),
            patterns: knowledge.patterns.clone(),
            serving: knowledge.serving.clone(),
            corrals: Corrals::new(board),
            corral: None,
            walled: Walled::new(board),
            position: Position::start(board),
            macros: Vec::new(),
            counted: 0,
            learned: LearnedDeadlocks::new(board),
            prover: None,
            proofs: 0,
            searched: 0,
            best: u64::MAX,
            stuck: 0,
            closest: None,
            knowledge,
        }
    }

    /// Does without some of its parts.
    #[must_use]
    pub fn with(self, techniques: Techniques) -> Self {
        Self { techniques, ..self }
    }

    /// Shares plans with other searches on the same board.
    #[must_use]
    pub fn sharing(self, plans: Arc<PlanCache>) -> Self {
        Self { plans, ..self }
    }

    /// Looks for positions that searches from the other side have seen.
    #[must_use]
    pub fn meeting(self, table: Arc<MeetingTable>) -> Self {
        Self { table: Some(table), ..self }
    }

    /// Heads for a position instead of following a plan.
    #[must_use]
    pub fn towards(mut self, picture: Vec<Square>, weights: Vec<u16>) -> Self {
        self.options.order = Order::PictureFirst;
        Self { picture: Some((picture, weights)), ..self }
    }

    /// The boxes of the node nearest to the picture, and the moves to it.
    pub(super) fn nearest(&self) -> Option<(u16, Vec<Square>, Vec<BoxMacro>)> {
        let (gap, _, id) = self.closest?;
        Some((gap, self.boxes_of(id).to_vec(), self.moves_to(id)))
    }

    /// Begins with some moves, as if the search had found them.
    pub(super) fn follow(&mut self, moves: &[BoxMacro], control: &Control<'_>) -> Option<Status> {
        if self.nodes.is_empty()
            && let Some(status) = self.start(control)
        {
            return Some(status);
        }
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let mut at = 0;
        for &carry in moves {
            if self.nodes.is_empty() || !control.keep_on() {
                break;
            }
            let player = board.next[carry.to as usize][carry.side as usize];
            let boxes = self.boxes_of(at).to_vec();
            self.position.set(boxes, player);
            self.position.carry(carry.from, carry.to, player);
            let name = self.later.flood(board, &self.position.solid, player);
            self.position.player = name;
            self.seen.insert(self.zobrist.boxes(&self.position.boxes) ^ self.zobrist.player(name));
            let next = self.nodes.len() as u32;
            if let Some(status) = self.add(at, carry, 0, control) {
                return Some(status);
            }
            at = next;
        }
        None
    }

    fn start(&mut self, control: &Control<'_>) -> Option<Status> {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        if board.solved(&board.boxes) {
            return Some(Status::Solved(Vec::new()));
        }
        Assignment::default().solve(board, &board.boxes)?;
        let extractor = match &self.picture {
            Some((picture, weights)) => FeatureExtractor::towards(board, &Terrain::new(board), picture, weights),
            None => self.prepare(control),
        };
        self.extractor = Some(extractor);
        let player = self.zone.flood(board, &self.position.solid, board.player);
        let root = BoxMacro { from: 0, to: 0, side: 0, pushes: 0 };
        let key = self.zobrist.boxes(&board.boxes) ^ self.zobrist.player(player);
        self.seen.insert(key);
        if let Some(table) = &self.table {
            table.meet(key, Link { parent: ROOT, from: 0, to: 0, side: Side::Start });
        }
        self.position = Position::start(board);
        self.position.player = player;
        if self.dead() {
            return None;
        }
        self.add(u32::MAX, root, 0, control)
    }

    /// Makes the plan, and what looks at positions with it.
    fn prepare(&mut self, control: &Control<'_>) -> FeatureExtractor {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        // With more targets than boxes, plan for the cheapest ones.
        let mut targets = board.targets.clone();
        let mut assignment = Assignment::default();
        if targets.len() > board.boxes.len() && assignment.solve(board, &board.boxes).is_some() {
            targets =
                (0..board.boxes.len()).filter_map(|row| assignment.target_of(row)).map(|t| board.targets[t]).collect();
        }
        let strategy = self.options.strategy;
        // What the planner holds is told as it grows, and given back at the end.
        let held = Cell::new(0);
        let fit = |now: usize| control.memory(held.replace(now), now);
        let make = || Plan::within(board, &targets, strategy, &|| control.keep_on(), &fit);
        let (plan, made) = match self.techniques.plans {
            true => self.plans.get(strategy, make),
            false => (Arc::new(Plan::in_order(&targets)), false),
        };
        control.memory(held.get(), 0);
        if made {
            // A position costs one pull of every box.
            self.owed = (plan.looked * board.boxes.len() * board.squares / 10) as u64;
        }
        let keep_on = || control.keep_on();
        let mut extractor = FeatureExtractor::new(board, &Terrain::new(board), &plan, self.options.tidy, &keep_on);
        if self.options.advisors.out_of_plan {
            extractor.watch_zones(board, &plan, &keep_on);
        }
        if self.options.any_order {
            extractor.in_any_order(board, &plan, &keep_on);
        }
        extractor
    }

    /// Bytes of everything that grows.
    fn bytes(&self) -> usize {
        let board = &self.knowledge.board;
        self.nodes.capacity() * size_of::<Node>()
            + self.boxes.capacity() * size_of::<Square>()
            + self.seen.capacity() * 8 / 7 * 9
            + self.cells.iter().map(CellQueue::bytes).sum::<usize>()
            + self.corrals.bytes()
            + self.walled.bytes(board)
            + self.learned.len() * (board.squares / 8 + 64)
            + self.floor.bytes()
            + self.extractor.as_ref().map_or(0, FeatureExtractor::bytes)
            + self.prover.as_ref().map_or(0, |prover| prover.bytes())
    }

    fn cell(&mut self, features: Features) -> u32 {
        let cells = &mut self.cells;
        *self.cell_of.entry(features).or_insert_with(|| {
            cells.push(CellQueue::new(features));
            cells.len() as u32 - 1
        })
    }

    /// Adds the present position to the tree and lists its moves.
    fn add(&mut self, parent: u32, carry: BoxMacro, weight: u32, control: &Control<'_>) -> Option<Status> {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let id = self.nodes.len() as u32;
        let mut extractor = self.extractor.take().expect("the plan was made at the start");
        let player = self.position.player;
        let (regions, mut aside) = extractor.regions(board, &self.position.solid, player, None);
        let hotspots = self.options.advisors.hotspots.then(|| knowledge.hotspots(&|| control.keep_on()));
        aside.hot = hotspots.map_or(0, |hotspots| hotspots.count(&self.position.boxes));
        let features = extractor.extract(board, &self.position.solid, &self.position.boxes, (regions, player));
        let order = self.options.order;
        // For a picture the cells are regions and boxes on it.
        let place = match self.picture {
            Some(_) => Features { blocked: 0, stray: 0, ..features },
            None => features,
        };
        // A step back stays with the parent's cell.
        let cell = match self.nodes.get(parent as usize) {
            Some(parent) if place.rank(order) > self.cells[parent.cell as usize].features.rank(order) => parent.cell,
            _ => self.cell(place),
        };
        let line = match self.nodes.get(parent as usize) {
            Some(parent) if self.options.fair => {
                if parent.line == 0 {
                    id
                } else {
                    parent.line
                }
            }
            _ => 0,
        };
        let base = self.zobrist.boxes(&self.position.boxes);
        let here = base ^ self.zobrist.player(player);
        if let Some(table) = &self.table {
            let parent = self.nodes.get(parent as usize).map_or(ROOT, |parent| parent.key);
            table.keep(here, Link { parent, from: carry.from, to: carry.to, side: Side::Start });
        }
        let held = self.learned.len() as u32;
        self.nodes.push(Node { parent, key: here, carry, cell, line, dead: false, held, tried: 0 });
        self.boxes.extend_from_slice(&self.position.boxes);
        self.counter.count(Count::Expansion);
        // All moves.
        self.zone.flood(board, &self.position.solid, player);
        let mut macros = std::mem::take(&mut self.macros);
        macros.clear();
        let boxes = self.position.boxes.clone();
        let corral = self.corral.take();
        for &from in &boxes {
            if corral.as_ref().is_some_and(|corral| !corral.boxes.contains(&from)) {
                continue;
            }
            if !control.keep_on() {
                break;
            }
            self.position.solid[from as usize] = 0;
            let avoid = knowledge.pairs.as_ref().map(|pairs| (pairs, &boxes[..]));
            self.generator.push(board, &self.position.solid, from, &self.zone, avoid, &mut macros);
            self.position.solid[from as usize] = 1;
        }
        thin(board, &mut macros);
        aside.gap = extractor.match_picture(&boxes);
        if self.picture.is_some() && self.closest.is_none_or(|(gap, other, _)| (aside.gap, regions) < (gap, other)) {
            self.closest = Some((aside.gap, regions, id));
        }
        // What each would lead to; the advisors pick theirs.
        let mut options: Vec<Candidate> = Vec::with_capacity(macros.len());
        let (mut solved, mut met) = (None, None);
        for (number, &carry) in macros.iter().enumerate() {
            // On a large board all of them take longer than anyone should wait.
            if number % 64 == 63 && !control.keep_on() {
                break;
            }
            self.position.solid[carry.from as usize] = 0;
            self.position.solid[carry.to as usize] = 1;
            let row = boxes.iter().position(|&square| square == carry.from).expect("a box stands there");
            self.position.boxes[row] = carry.to;
            let side = board.next[carry.to as usize][carry.side as usize];
            let counter = &self.counter;
            let dead = counter.count_if(self.learned.kills(&self.position.solid, carry.to, side), Count::Learned)
                || counter.count_if(self.freeze.kills(board, &mut self.position.solid, carry.to), Count::Freeze)
                || counter.count_if(self.patterns.kills(&self.position.solid, carry.to, side, 3), Count::Pattern)
                || (self.serving.loses(carry.from, carry.to)
                    && counter.count_if(!self.serving.complete(board, &self.position.boxes), Count::Matching));
            if !dead {
                let moved = Some((&self.zone, carry.to));
                let (regions, mut seen) = extractor.regions(board, &self.position.solid, side, moved);
                let key =
                    base ^ self.zobrist.of(carry.from) ^ self.zobrist.of(carry.to) ^ self.zobrist.player(seen.player);
                if !self.seen.contains(&key) {
                    if board.solved(&self.position.boxes) {
                        solved = Some(carry);
                    }
                    let link = Link { parent: here, from: carry.from, to: carry.to, side: Side::Start };
                    let other = self.table.as_ref().and_then(|table| table.meet(key, link));
                    met = met.or(other.map(|other| (key, [link, other])));
                    seen.hot = hotspots.map_or(0, |hotspots| hotspots.count(&self.position.boxes));
                    seen.gap = extractor.gap_after(row, carry.to);
                    let moved = (row, carry.from);
                    let (solid, boxes) = (&self.position.solid, &self.position.boxes);
                    let features = extractor.extract_after(board, solid, boxes, (regions, seen.player), moved);
                    options.push(Candidate { features, aside: seen, step: carry });
                }
            }
            self.position.boxes[row] = carry.from;
            self.position.solid[carry.to as usize] = 0;
            self.position.solid[carry.from as usize] = 1;
        }
        self.macros = macros;
        if let Some(carry) = solved {
            return Some(Status::Solved(self.trace(id, carry)));
        }
        if let Some((key, links)) = met {
            let pushes = self.table.as_ref().and_then(|table| table.solution(board, key, links));
            if let Some(pushes) = pushes {
                return Some(Status::Solved(pushes));
            }
        }
        let floor = &mut self.floor;
        let advisors = self.options.advisors;
        let situation = Situation { board, extractor: &extractor, floor, features, aside, order, advisors };
        let advised = if self.techniques.advisors { advise(situation, &options) } else { Vec::new() };
        self.extractor = Some(extractor);
        let queue = &mut self.cells[cell as usize];
        for (index, Candidate { features, aside, step: carry }) in options.iter().enumerate() {
            let weight = weight + u32::from(!advised.contains(&index));
            let ties = self.options.advisors.hotspots || self.picture.is_some();
            let tie = if ties { aside.rank() << 12 } else { 0 };
            let rank = features.rank(order) << 30 | tie | u64::from(carry.pushes.min(4095));
            queue.push(line, Todo { weight, rank, node: id, from: carry.from, to: carry.to, side: carry.side });
        }
        None
    }

    /// The pushes from the start to a node and one carry further.
    fn trace(&mut self, id: u32, last: BoxMacro) -> Vec<Push> {
        let mut moves = self.moves_to(id);
        moves.push(last);
        self.pushes_of(&moves)
    }

    /// The moves from the start to a node.
    fn moves_to(&self, id: u32) -> Vec<BoxMacro> {
        let mut moves = Vec::new();
        let mut at = id;
        while self.nodes[at as usize].parent != u32::MAX {
            moves.push(self.nodes[at as usize].carry);
            at = self.nodes[at as usize].parent;
        }
        moves.reverse();
        moves
    }

    /// The pushes of moves from the start.
    pub(super) fn pushes_of(&mut self, moves: &[BoxMacro]) -> Vec<Push> {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let mut position = Position::start(board);
        let mut pushes = Vec::new();
        for &carry in moves {
            self.zone.flood(board, &position.solid, position.player);
            position.solid[carry.from as usize] = 0;
            let path = self.generator.pushes(board, &position.solid, &self.zone, carry).unwrap_or_default();
            position.solid[carry.from as usize] = 1;
            for push in path {
                position.push(board, push);
                pushes.push(push);
            }
        }
        pushes
    }

    /// The next move to play: cells in turn, and every other time the best if
    /// the search is eager; whether it is from the best.
    fn next(&mut self) -> Option<(Todo, bool)> {
        self.rounds += 1;
        let cells = self.cells.len();
        if self.options.spread {
            return self.next_spread();
        }
        if self.options.eager && self.rounds.is_multiple_of(2) {
            let best = (0..cells)
                .filter(|&cell| !self.cells[cell].is_empty())
                .min_by_key(|&cell| self.cells[cell].features.rank(self.options.order))?;
            let rank = self.cells[best].features.rank(self.options.order);
            self.stuck = if rank == self.best { self.stuck + 1 } else { 0 };
            self.best = rank;
            return self.cells[best].pop().map(|todo| (todo, true));
        }
        for _ in 0..cells {
            self.turn = (self.turn + 1) % cells;
            if let Some(todo) = self.cells[self.turn].pop() {
                return Some((todo, false));
            }
        }
        None
    }

    /// The next move to play, of the cell that was asked least for its place
    /// among the best: the second half as often as the first, the third a third
    /// as often, and so on.
    fn next_spread(&mut self) -> Option<(Todo, bool)> {
        let order = self.options.order;
        if self.ranking.len() < self.cells.len() {
            for cell in self.ranking.len()..self.cells.len() {
                let rank = self.cells[cell].features.rank(order);
                let place = self.ranking.partition_point(|&(other, ..)| other <= rank);
                self.ranking.insert(place, (rank, cell as u32, 0));
            }
        }
        let full = self.ranking.iter().enumerate().filter(|(_, (_, cell, _))| !self.cells[*cell as usize].is_empty());
        let least = full.enumerate().min_by_key(|(place, (_, (_, _, asked)))| (*place as u64 + 1) * (asked + 1));
        let (place, (index, &(rank, cell, _))) = least?;
        self.ranking[index].2 += 1;
        if place == 0 {
            self.stuck = if rank == self.best { self.stuck + 1 } else { 0 };
            self.best = rank;
        }
        self.cells[cell as usize].pop().map(|todo| (todo, place == 0))
    }

    /// Whether a node is known to be dead, or one it descends from.
    fn lost(&mut self, id: u32) -> bool {
        let mut at = id;
        while at != u32::MAX {
            let node = &self.nodes[at as usize];
            if node.dead {
                self.nodes[id as usize].dead = true;
                return true;
            }
            at = node.parent;
        }
        let held = self.nodes[id as usize].held as usize;
        if held < self.learned.len() {
            let (count, player) = (self.knowledge.board.boxes.len(), self.stand(id));
            self.position.set(self.boxes[id as usize * count..][..count].iter().copied(), player);
            self.nodes[id as usize].held = self.learned.len() as u32;
            self.nodes[id as usize].dead = self.learned.kill_since(held, &self.position.solid, player);
        }
        self.nodes[id as usize].dead
    }

    /// Takes over what all searches have learned since.
    fn listen(&mut self) {
        let learned = self.knowledge.learned.lock().expect("nobody panics while learning");
        for pattern in &learned[self.learned.len()..] {
            self.learned.add(Arc::clone(pattern));
        }
    }

    /// The boxes of a node.
    fn boxes_of(&self, id: u32) -> &[Square] {
        let count = self.knowledge.board.boxes.len();
        &self.boxes[id as usize * count..][..count]
    }

    /// Where the player stands in a node.
    fn stand(&self, id: u32) -> Square {
        let board = &self.knowledge.board;
        let node = &self.nodes[id as usize];
        if node.parent == u32::MAX {
            board.player
        } else {
            board.next[node.carry.to as usize][node.carry.side as usize]
        }
    }

    /// Tries to prove that a node of the best cell is dead, and with it those
    /// it descends from, and learns why; the work it took.
    fn examine(&mut self, id: u32, control: &Control<'_>) -> u64 {
        let looked = self.prover.as_ref().map_or(0, |prover| prover.looked);
        // Mostly short proofs, every second one twice as long, and so on.
        let limit = SHORT_PROOF << (self.proofs + 1).trailing_zeros().min(6);
        let tried = self.nodes[id as usize].tried * 2 > limit;
        if !self.techniques.learned
            || self.stuck < PATIENCE
            || looked * PROOF_WORK * PROOF_SHARE > self.searched
            || tried
        {
            return 0;
        }
        self.proofs += 1;
        let mut prover =
            self.prover.take().unwrap_or_else(|| Box::new(DeadlockProver::new(Arc::clone(&self.knowledge))));
        let mut highest = None;
        let (mut at, mut most) = (id, limit);
        while at != u32::MAX && !self.nodes[at as usize].dead {
            let before = prover.looked;
            self.nodes[at as usize].tried = most;
            if !prover.dead(self.boxes_of(at), self.stand(at), u64::from(most), control) {
                break;
            }
            let cost = prover.looked - before;
            self.nodes[at as usize].dead = true;
            highest = Some((at, cost));
            most = most.max(cost as u32 * 4).min(LONG_PROOF);
            at = self.nodes[at as usize].parent;
        }
        if let Some((at, cost)) = highest {
            let near = self.nodes[at as usize].carry.to;
            let pattern = prover.learn(self.boxes_of(at), self.stand(at), near, cost * 2 + 200, control);
            let mut learned = self.knowledge.learned.lock().expect("nobody panics while learning");
            if learned.len() < MOST_PATTERNS {
                learned.push(Arc::new(pattern));
            }
            drop(learned);
            self.listen();
        }
        let spent = (prover.looked - looked) * PROOF_WORK;
        self.prover = Some(prover);
        spent
    }

    /// Whether the present position is dead, by the dearer tests; its corral is
    /// kept for the moves.
    fn dead(&mut self) -> bool {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        self.corral = None;
        if self.walled.dead(board, &self.position.solid, &self.position.boxes) {
            self.counter.count(Count::Walled);
            return true;
        }
        if !self.techniques.corrals {
            return false;
        }
        self.zone.flood(board, &self.position.solid, self.position.player);
        let Some(corral) = self.corrals.find(board, &self.position.solid, self.position.boxes.len(), &self.zone) else {
            return false;
        };
        let pairs = knowledge.pairs.as_ref();
        let player = self.position.player;
        let dead = corral.pushes.is_empty()
            || self.corrals.dead(board, &corral, player, pairs, &mut self.serving, CORRAL_LIMIT);
        // What heads for a picture must not lose the ways that others take.
        self.corral = self.picture.is_none().then_some(corral);
        self.counter.count_if(dead, Count::Corral)
    }
}

impl Engine for Fess {
    fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        if self.nodes.is_empty() {
            if let Some(status) = self.start(control) {
                return status;
            }
            if self.nodes.is_empty() {
                return Status::Exhausted;
            }
        }
        self.listen();
        let count = board.boxes.len();
        // A unit of work is about a microsecond: a move looked at costs floods.
        let (small, flood) = (5 + board.squares as u64 / 20, board.squares as u64);
        let mut done = std::mem::take(&mut self.owed);
        let mut round = 0u32;
        let mut listed = 0;
        loop {
            round += 1;
            if let Some(stop) = control.tick(1) {
                return Status::Stopped(stop);
            }
            listed += self.macros.len();
            if round.is_multiple_of(64) || listed > 16_384 {
                listed = 0;
                let now = self.bytes();
                let fits = self.table.as_ref().is_none_or(|table| table.report(control));
                let enough = control.memory(self.counted, now);
                self.counted = now;
                if !fits || !enough {
                    return Status::Stopped(Stop::Memory);
                }
                control.report("fess");
            }
            if done > work {
                return Status::Paused;
            }
            let Some((todo, best)) = self.next() else { return Status::Exhausted };
            let base = todo.node as usize * count;
            if self.lost(todo.node) {
                done += small;
                continue;
            }
            if best {
                let spent = self.examine(todo.node, control);
                done += spent;
                if spent > 0 && self.lost(todo.node) {
                    continue;
                }
            }
            let player = board.next[todo.to as usize][todo.side as usize];
            self.position.set(self.boxes[base..base + count].iter().copied(), player);
            self.position.carry(todo.from, todo.to, player);
            let name = self.later.flood(board, &self.position.solid, player);
            self.position.player = name;
            let key = self.zobrist.boxes(&self.position.boxes) ^ self.zobrist.player(name);
            done += small;
            if !self.seen.insert(key) {
                continue;
            }
            if self.dead() {
                done += small * 4;
                continue;
            }
            control.show(board, &self.position.boxes, name);
            let carry = BoxMacro { from: todo.from, to: todo.to, side: todo.side, pushes: 0 };
            if let Some(status) = self.add(todo.node, carry, todo.weight, control) {
                return status;
            }
            let spent = 40 + self.macros.len() as u64 * flood / 36;
            done += spent;
            self.searched += spent;
        }
    }

    fn complete(&self) -> bool {
        // Only if the hash keys never collide; so it proves nothing.
        false
    }

    fn memory(&self) -> usize {
        self.counted
    }

    fn name(&self) -> &'static str {
        "fess"
    }
}
