//! The search itself: what it holds, how it begins, its loop.

mod doubt;
mod expansion;
mod options;
mod thrift;
mod turns;
mod way;

pub use options::FessOptions;

use super::cells::CellQueue;
use super::features::{FeatureExtractor, Features, Order};
use super::floor::Floor;
use super::learned::{DeadlockProver, LearnedDeadlocks};
use super::lifted::Lifted;
use super::macros::{BoxMacro, MacroGenerator};
use super::meeting::{Link, MeetingTable, ROOT, Side};
use super::plan::{Plan, PlanCache};
use super::relay::Ways;
use crate::board::Square;
use crate::control::{Control, Stop};
use crate::deadlock::corral::{Corral, Corrals};
use crate::deadlock::freeze::Freeze;
use crate::deadlock::matching::{Assignment, Serving};
use crate::deadlock::patterns::Patterns;
use crate::expand::Knowledge;
use crate::position::{Position, Zone};
use crate::search::walls::Walls;
use crate::search::{Engine, Status};
use crate::tally::Counter;
use crate::technique::Techniques;
use crate::terrain::Terrain;
use crate::zobrist::Zobrist;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::sync::Arc;
use thrift::Thrift;

/// The most bytes for what frozen boxes leave of the board.
const MOST_WALLED: usize = 8 << 20;
/// Beyond so many boxes a position whose steps count out of turn costs as their square.
const CROWD: usize = 32;

/// The bytes of a cell beside its moves: in the list, by its features, in the ranking.
const PER_CELL: usize = 2 * (size_of::<CellQueue>() + 32 + size_of::<(u64, u32, u64)>());

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
    name: &'static str,
    options: FessOptions,
    techniques: Techniques,
    counter: Arc<Counter>,
    extractor: Option<FeatureExtractor>,
    floor: Floor,
    plans: Arc<PlanCache>,
    plan: Arc<Plan>,
    table: Option<Arc<MeetingTable>>,
    /// Where the way to the best position is told, under which name, and the one told last.
    ways: Option<(&'static str, Arc<Ways>)>,
    told: u32,
    /// A position to head for instead of a plan, and the weights of its squares.
    picture: Option<(Vec<Square>, Vec<u16>)>,
    /// What pushes beyond the matching weigh, if they do.
    thrift: Option<Thrift>,
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
    lifted: Lifted,
    freeze: Freeze,
    patterns: Patterns,
    serving: Serving,
    corrals: Corrals,
    /// The corral of the position tested last.
    corral: Option<Corral>,
    walled: Walls,
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

impl Fess {
    /// A search that has not begun.
    pub fn new(knowledge: Arc<Knowledge>, options: FessOptions) -> Self {
        let board = &knowledge.board;
        Self {
            name: "fess",
            options,
            techniques: Techniques::ALL,
            counter: knowledge.counters.add(),
            extractor: None,
            floor: Floor::new(board),
            plans: Arc::default(),
            plan: Arc::default(),
            table: None,
            ways: None,
            told: 0,
            picture: None,
            thrift: None,
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
            lifted: Lifted::default(),
            freeze: Freeze::default(),
            patterns: knowledge.patterns.clone(),
            serving: knowledge.serving.clone(),
            corrals: Corrals::new(board),
            corral: None,
            walled: Walls::new(board, MOST_WALLED),
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

    /// Goes by a name of its own among its sisters.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
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

    /// Tells others the ways to its best positions, under a name; of a name the last
    /// way counts.
    #[must_use]
    pub fn telling(self, name: &'static str, ways: Arc<Ways>) -> Self {
        Self { ways: Some((name, ways)), ..self }
    }

    /// Heads for a position instead of following a plan.
    #[must_use]
    pub fn towards(mut self, picture: Vec<Square>, weights: Vec<u16>) -> Self {
        self.options.order = Order::PictureFirst;
        Self { picture: Some((picture, weights)), ..self }
    }

    /// Weighs pushes that bring no box nearer to its target, a move that nobody
    /// advises as much as `price` of them, and leaves out what takes `below`
    /// pushes or more.
    #[must_use]
    pub fn thrifty(self, price: u32, below: u32) -> Self {
        Self { thrift: Some(Thrift::new(price, below)), ..self }
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
        self.plan = Arc::clone(&plan);
        let keep_on = || control.keep_on();
        let mut extractor = FeatureExtractor::new(board, &Terrain::new(board), &plan, self.options.tidy, &keep_on);
        if self.options.room_pairs {
            extractor.watch_rooms(board);
        }
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
            + self.cells.len() * PER_CELL
            + self.macros.capacity() * size_of::<BoxMacro>()
            + self.corrals.bytes()
            + self.walled.bytes()
            + self.learned.len() * (board.squares / 8 + 64)
            + self.floor.bytes()
            + self.thrift.as_ref().map_or(0, Thrift::bytes)
            + self.extractor.as_ref().map_or(0, FeatureExtractor::bytes)
            + self.prover.as_ref().map_or(0, |prover| prover.bytes())
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
        // Steps out of turn are looked at in pairs, which is most of the time in a crowd.
        let crowd = if self.options.any_order && count > CROWD { (count * count / CROWD) as u64 } else { CROWD as u64 };
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
                control.report(self.name);
            }
            if done > work {
                self.tell_way();
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
            let carry = BoxMacro { from: todo.from, to: todo.to, side: todo.side, pushes: todo.pushes };
            if let Some(status) = self.add(todo.node, carry, todo.weight, control) {
                return status;
            }
            let spent = (40 + self.macros.len() as u64 * flood / 36) * crowd / CROWD as u64;
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
        self.name
    }
}
