//! Backwards from the solved board to an open picture.
//!
//! A feature-space search of its own with pulls of one box at a time: cells by
//! regions and blocked links, and within a cell the positions that give the
//! player most freedom: few regions, few blocked links, few boxes that cannot
//! be pulled, few squares on no cycle of the player's ways, boxes far from the
//! targets. The most open position it has seen is the *picture*: a forward
//! search that heads for it meets the positions around it in the
//! [`super::meeting`] table.
//!
//! A search can also head for a position of the other side (a
//! [`super::picture`]): then the boxes on it and the distance from it by the
//! cheapest matching take the place of freedom.
//!
//! Cost: one pull of every box and a flood for each child.

use super::cells::Backlog;
use super::lifted::Lifted;
use super::links::RoomLinks;
use super::macros::{BoxMacro, MacroGenerator};
use super::meeting::{Link, MeetingTable, ROOT, Side};
use super::picture::{Heading, Picture};
use super::plan::give;
use super::relink::relink;
use crate::board::{Board, FAR, Square};
use crate::control::{Control, Stop};
use crate::expand::Knowledge;
use crate::position::{Push, Zone};
use crate::search::Status;
use crate::search::home::ways;
use crate::technique::Techniques;
use crate::terrain::Terrain;
use crate::zobrist::Zobrist;
use rustc_hash::FxHashSet;
use std::sync::Arc;

struct Node {
    boxes: Vec<Square>,
    player: Square,
    key: u64,
    /// `u32::MAX` for the first ones.
    parent: u32,
    /// The move that led here, unless it is one of the first.
    moved: BoxMacro,
}

/// No move.
const NONE: BoxMacro = BoxMacro { from: 0, to: 0, side: 0, pushes: 0 };

/// What the player can do in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Freedom {
    regions: u16,
    /// The lowest square of the player's region.
    name: Square,
    /// How many boxes the player cannot pull.
    held: u64,
}

/// What a search keeps of the way that another has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// So many hundredths, from its beginning.
    Part(usize),
    /// The moves of boxes that stand where they should at its end (`relink`),
    /// but for some by chance.
    Right { seed: u64 },
}

/// Which move of which node: the box's place, and where it goes.
type Item = (u32, (u16, Square, u8));

/// The search.
pub(crate) struct Unfold {
    knowledge: Arc<Knowledge>,
    table: Arc<MeetingTable>,
    nodes: Vec<Node>,
    seen: FxHashSet<u64>,
    open: Backlog<(u16, u16), Item>,
    /// The most open position so far, or the nearest to the picture headed for:
    /// its rank and boxes.
    pub best: Option<(u64, Vec<Square>)>,
    /// The node of the best position.
    best_node: u32,
    /// A position to head for.
    picture: Option<Picture>,
    zobrist: Zobrist,
    generator: MacroGenerator,
    zone: Zone,
    links: RoomLinks,
    sources: Vec<u128>,
    /// Pushes from a square to the nearest target.
    gap: Vec<u16>,
    solid: Vec<u8>,
    lifted: Lifted,
    state: Vec<u8>,
    stack: Vec<Square>,
    counted: usize,
    /// Whether the best move of a position costs nothing.
    advised: bool,
}

impl Unfold {
    /// A search that has not begun; only for boards with as many boxes as
    /// targets, at most 128.
    pub fn new(knowledge: Arc<Knowledge>, table: Arc<MeetingTable>) -> Self {
        let board = &knowledge.board;
        Self {
            table,
            nodes: Vec::new(),
            seen: FxHashSet::default(),
            open: Backlog::default(),
            best: None,
            best_node: 0,
            picture: None,
            zobrist: Zobrist::new(board.squares),
            generator: MacroGenerator::new(board),
            zone: Zone::new(board),
            links: RoomLinks::new(board, &Terrain::new(board)),
            sources: Vec::new(),
            gap: (0..=board.squares as Square).map(|square| board.nearest_target(square)).collect(),
            solid: board.solid(&[]),
            lifted: Lifted::default(),
            state: Vec::new(),
            stack: Vec::new(),
            counted: 0,
            advised: true,
            knowledge,
        }
    }

    /// Does without some techniques.
    pub fn with(self, techniques: Techniques) -> Self {
        Self { advised: techniques.advisors, ..self }
    }

    /// Goes on for so much work.
    pub fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let mut done = 0;
        if self.nodes.is_empty()
            && let Some(status) = self.start(board, control)
        {
            return status;
        }
        loop {
            if let Some(stop) = control.tick(1) {
                return Status::Stopped(stop);
            }
            if done > work {
                return Status::Paused;
            }
            let now = self.nodes.len() * (64 + board.boxes.len() * 2) + self.open.bytes() + self.seen.len() * 16;
            let fits = self.table.report(control);
            let enough = control.memory(self.counted, now);
            self.counted = now;
            if !fits || !enough {
                return Status::Stopped(Stop::Memory);
            }
            let Some((weight, (id, (row, to, side)))) = self.open.pop(|&cell| cell) else { return Status::Exhausted };
            let node = &self.nodes[id as usize];
            let parent = node.key;
            let mut boxes = node.boxes.clone();
            let from = std::mem::replace(&mut boxes[row as usize], to);
            self.fill(&boxes);
            let player = self.zone.flood(board, &self.solid, board.next[to as usize][side as usize]);
            let key = self.zobrist.boxes(&boxes) ^ self.zobrist.player(player);
            done += 5;
            if !self.seen.insert(key) || !self.matched(&boxes) {
                continue;
            }
            let link = Link { parent, from, to, side: Side::Solved };
            self.table.keep(key, link);
            let moved = BoxMacro { from, to, side, pushes: 0 };
            let (spent, status) = self.add(board, Node { boxes, player, key, parent: id, moved }, weight, control);
            done += spent;
            if let Some(pushes) = status {
                return Status::Solved(pushes);
            }
        }
    }

    /// Where the player stands in the best position.
    pub fn best_player(&self) -> Square {
        self.nodes.get(self.best_node as usize).map_or(0, |node| node.player)
    }

    /// How far the best position is from the picture headed for.
    pub fn best_gap(&self) -> u16 {
        self.best.as_ref().map_or(FAR, |(rank, _)| (rank >> 16) as u16)
    }

    /// A search that heads for a position of the other side. It begins with
    /// what it keeps of the way to the best position here; with that it may
    /// already meet the other side.
    pub fn heading(
        &self,
        squares: &[Square],
        weights: &[u16],
        keep: Keep,
        control: &Control<'_>,
    ) -> (Self, Option<Vec<Push>>) {
        let board = &self.knowledge.board;
        let mut next = Self {
            sources: self.sources.clone(),
            advised: self.advised,
            picture: Some(Picture::new(board, squares, weights, Heading::Backwards)),
            ..Self::new(Arc::clone(&self.knowledge), Arc::clone(&self.table))
        };
        let mut moves = Vec::new();
        let mut first = &self.nodes[self.best_node as usize];
        while let Some(parent) = self.nodes.get(first.parent as usize) {
            moves.push(first.moved);
            first = parent;
        }
        moves.reverse();
        match keep {
            Keep::Part(part) => moves.truncate((moves.len() * part).div_ceil(100)),
            Keep::Right { seed } => {
                let start = (&first.boxes[..], first.player);
                moves = relink(board, start, &moves, squares, Heading::Backwards, seed);
            }
        }
        let root =
            Node { boxes: first.boxes.clone(), player: first.player, key: first.key, parent: u32::MAX, moved: NONE };
        next.seen.insert(root.key);
        if let (_, Some(pushes)) = next.add(board, root, 0, control) {
            return (next, Some(pushes));
        }
        for moved in moves {
            if !control.keep_on() {
                break;
            }
            let parent = next.nodes.len() as u32 - 1;
            let last = &next.nodes[parent as usize];
            let (mut boxes, before) = (last.boxes.clone(), last.key);
            let Some(row) = boxes.iter().position(|&square| square == moved.from) else { break };
            boxes[row] = moved.to;
            next.fill(&boxes);
            let player = next.zone.flood(board, &next.solid, board.next[moved.to as usize][moved.side as usize]);
            let key = next.zobrist.boxes(&boxes) ^ next.zobrist.player(player);
            next.seen.insert(key);
            let link = Link { parent: before, from: moved.from, to: moved.to, side: Side::Solved };
            next.table.keep(key, link);
            if let (_, Some(pushes)) = next.add(board, Node { boxes, player, key, parent, moved }, 0, control) {
                return (next, Some(pushes));
            }
        }
        (next, None)
    }

    /// Bytes reported to the control.
    pub fn counted(&self) -> usize {
        self.counted
    }

    fn start(&mut self, board: &Board, control: &Control<'_>) -> Option<Status> {
        let Some(ways) = ways(board, &|| control.keep_on()) else {
            return Some(Status::Stopped(control.stop().unwrap_or(Stop::Cancelled)));
        };
        self.sources = sources(board, &ways);
        // The start may be met before any search from there has begun.
        self.fill(&board.boxes);
        let player = self.zone.flood(board, &self.solid, board.player);
        let key = self.zobrist.boxes(&board.boxes) ^ self.zobrist.player(player);
        self.table.keep(key, Link { parent: ROOT, from: 0, to: 0, side: Side::Start });
        self.fill(&board.targets);
        for square in 0..board.squares as Square {
            if self.solid[square as usize] == 0 && self.zone.flood(board, &self.solid, square) == square {
                let key = self.zobrist.boxes(&board.targets) ^ self.zobrist.player(square);
                self.table.meet(key, Link { parent: ROOT, from: 0, to: 0, side: Side::Solved });
                self.seen.insert(key);
                let root = Link { parent: ROOT, from: 0, to: 0, side: Side::Solved };
                self.table.keep(key, root);
                let boxes = board.targets.clone();
                let node = Node { boxes, player: square, key, parent: u32::MAX, moved: NONE };
                let (_, found) = self.add(board, node, 0, control);
                if let Some(pushes) = found {
                    return Some(Status::Solved(pushes));
                }
                self.fill(&board.targets);
            }
        }
        None
    }

    fn fill(&mut self, boxes: &[Square]) {
        self.solid.fill(0);
        self.solid[self.knowledge.board.squares] = 2;
        for &square in boxes {
            self.solid[square as usize] = 1;
        }
    }

    /// Whether the boxes can come from different squares of the start.
    fn matched(&self, boxes: &[Square]) -> bool {
        let reach: Vec<u128> = boxes.iter().map(|&square| self.sources[square as usize]).collect();
        let mut owner = vec![u16::MAX; 128];
        (0..reach.len()).all(|row| give(&reach, &mut owner, row, &mut 0))
    }

    /// How many free squares are left over when dead ends are shortened until
    /// none is left: the squares on no cycle of the player's ways, roughly.
    fn on_no_cycle(&mut self, board: &Board) -> u16 {
        let Self { solid, state, stack, .. } = self;
        state.clear();
        state.extend(solid.iter().map(|&mark| u8::from(mark != 0) << 7));
        stack.clear();
        for square in 0..board.squares {
            if solid[square] == 0 {
                let open = board.next[square].iter().filter(|&&to| solid[to as usize] == 0).count() as u8;
                state[square] = open;
                if open <= 1 {
                    stack.push(square as Square);
                }
            }
        }
        let mut count = 0;
        while let Some(at) = stack.pop() {
            if state[at as usize] & 0x80 != 0 {
                continue;
            }
            state[at as usize] = 0x80;
            count += 1;
            for &to in &board.next[at as usize] {
                let open = &mut state[to as usize];
                if *open & 0x80 == 0 {
                    *open = open.saturating_sub(1);
                    if *open == 1 || *open == 0 {
                        stack.push(to);
                    }
                }
            }
        }
        count
    }

    /// The regions of the position in `solid`, by floods.
    fn freedom(&mut self, board: &Board, boxes: &[Square], player: Square) -> Freedom {
        let Self { solid, state, stack, .. } = self;
        state.clear();
        state.extend_from_slice(solid);
        let mut regions = 1;
        let mut name = player;
        let mut flood = |state: &mut Vec<u8>, start: Square, mark: u8| {
            state[start as usize] = mark;
            stack.push(start);
            while let Some(at) = stack.pop() {
                name = name.min(if mark == 3 { at } else { name });
                for &to in &board.next[at as usize] {
                    if state[to as usize] == 0 {
                        state[to as usize] = mark;
                        stack.push(to);
                    }
                }
            }
        };
        flood(state, player, 3);
        for start in 0..board.squares as Square {
            if state[start as usize] == 0 {
                regions += 1;
                flood(state, start, 4);
            }
        }
        let held = held(board, solid, boxes, |square| state[square as usize] == 3);
        Freedom { regions, name, held }
    }

    /// The same after a box that was lifted was put down on a square.
    fn freedom_with(&self, board: &Board, boxes: &[Square], to: Square, player: Square) -> Freedom {
        let region = self.lifted.put_down(board, to, player);
        let held = held(board, &self.solid, boxes, |square| self.lifted.contains(&region, &self.solid, square));
        Freedom { regions: region.count, name: region.name, held }
    }

    /// How open the position in `solid` is, the best least; and its regions
    /// and blocked links.
    fn openness(&mut self, board: &Board, boxes: &[Square], freedom: Freedom) -> (u64, (u16, u16)) {
        let Freedom { regions, held, .. } = freedom;
        let blocked = self.links.blocked(boxes);
        if let Some(picture) = &self.picture {
            let left = boxes.len() as u16 - picture.filled(boxes);
            let rank = u64::from(regions) << 48 | u64::from(left) << 36 | held << 28;
            return (rank, (regions, left));
        }
        let way: u64 = boxes.iter().map(|&square| u64::from(self.gap[square as usize].min(255))).sum();
        let loose = u64::from(self.on_no_cycle(board)).min(255);
        let freedom = u64::from(blocked.min(255)) << 24 | held << 16 | loose << 8;
        let rank = u64::from(regions) << 48 | freedom << 16 | (0xffff - way.min(0xffff));
        (rank, (regions, blocked))
    }

    /// Adds a node and lists its moves: the work, and a solution if the other
    /// side was met.
    fn add(&mut self, board: &Board, node: Node, weight: u32, control: &Control<'_>) -> (u64, Option<Vec<Push>>) {
        let id = self.nodes.len() as u32;
        self.fill(&node.boxes);
        let freedom = self.freedom(board, &node.boxes, node.player);
        let (rank, cell) = self.openness(board, &node.boxes, freedom);
        let rank = match &mut self.picture {
            Some(picture) => u64::from(picture.match_boxes(&node.boxes)) << 16 | rank >> 48,
            None => rank,
        };
        if self.best.as_ref().is_none_or(|(best, _)| rank < *best) {
            self.best = Some((rank, node.boxes.clone()));
            self.best_node = id;
        }
        let mut all: Vec<(usize, BoxMacro)> = Vec::new();
        let mut macros = Vec::new();
        self.zone.flood(board, &self.solid, node.player);
        for (row, &from) in node.boxes.iter().enumerate() {
            if !control.keep_on() {
                break;
            }
            self.solid[from as usize] = 0;
            macros.clear();
            let zone = &self.zone;
            self.generator.pull(board, &self.solid, from, |square| zone.contains(square), &mut macros);
            self.solid[from as usize] = 1;
            all.extend(macros.iter().filter(|found| found.to != from).map(|&found| (row, found)));
        }
        let mut boxes = node.boxes.clone();
        let base = self.zobrist.boxes(&boxes);
        let mut moves: Vec<(u64, Item)> = Vec::with_capacity(all.len());
        let mut lifted = None;
        for (number, &(row, found)) in all.iter().enumerate() {
            // On a large board all of them take longer than anyone should wait.
            if number % 64 == 63 && !control.keep_on() {
                break;
            }
            if self.sources[found.to as usize] == 0 {
                continue;
            }
            boxes[row] = found.to;
            self.solid[found.from as usize] = 0;
            if lifted != Some(row) {
                lifted = Some(row);
                self.lifted.lift(board, &self.solid);
            }
            self.solid[found.to as usize] = 1;
            let player = board.next[found.to as usize][found.side as usize];
            let freedom = self.freedom_with(board, &boxes, found.to, player);
            let name = self.zobrist.player(freedom.name);
            let key = base ^ self.zobrist.of(found.from) ^ self.zobrist.of(found.to) ^ name;
            let known = self.seen.contains(&key);
            let mut rank = if known { 0 } else { self.openness(board, &boxes, freedom).0 };
            self.solid[found.to as usize] = 0;
            self.solid[found.from as usize] = 1;
            boxes[row] = found.from;
            if known {
                continue;
            }
            if let Some(picture) = &mut self.picture {
                let gap = picture.gap_after(row, found.to);
                if gap == FAR {
                    continue;
                }
                let (regions, left) = (rank >> 48, rank >> 36 & 0xfff);
                rank = regions << 48 | u64::from(gap) << 24 | left;
            }
            let link = Link { parent: node.key, from: found.from, to: found.to, side: Side::Solved };
            let met = self.table.meet(key, link);
            if let Some(pushes) = met.and_then(|other| self.table.solution(board, key, [link, other])) {
                return (0, Some(pushes));
            }
            // A target at the end of a passage is emptied last.
            let open = board.next[found.from as usize].iter().filter(|&&to| to != board.wall()).count();
            let last = u64::from(board.is_target[found.from as usize] && open == 1);
            moves.push((last << 60 | rank, (id, (row as u16, found.to, found.side))));
        }
        let best = moves.iter().min().copied().filter(|_| self.advised);
        for (rank, item) in moves {
            self.open.push(cell, weight + u32::from(Some((rank, item)) != best), rank, item);
        }
        self.nodes.push(node);
        (40 + all.len() as u64 * board.squares as u64 / 60, None)
    }
}

/// How many boxes cannot be pulled by a player who reaches some squares.
fn held(board: &Board, solid: &[u8], boxes: &[Square], reached: impl Fn(Square) -> bool) -> u64 {
    let held = |&&square: &&Square| {
        (0..4).all(|dir| {
            let beside = board.next[square as usize][dir];
            !reached(beside) || solid[board.next[beside as usize][dir] as usize] != 0
        })
    };
    boxes.iter().filter(held).count() as u64
}

/// For each square the start squares from which a lone box comes here.
fn sources(board: &Board, ways: &[u16]) -> Vec<u128> {
    let count = board.boxes.len();
    let from = |square: usize, index: usize| u128::from(ways[square * count + index] != FAR) << index;
    (0..=board.squares).map(|square| (0..count.min(128)).fold(0, |set, index| set | from(square, index))).collect()
}
