//! One sink, the rest parked: a second family of plans.
//!
//! The level is played backwards from the solved board. Boxes leave the board
//! through one *sink* only: the largest set of start squares between which a
//! box can be pushed to and fro. A box that can be pulled onto the sink is
//! taken off and uses up the square; when none can, a box is pulled off its
//! target to where it hinders nobody and waits there (parking). Plans of
//! [`super::plan`] take a box off at any start square it can be pulled to, so
//! that a goal area open to two sides looks easy; here the boxes of one side
//! must first be parked, which is how such levels are solved.
//!
//! The search is a small feature-space search of its own: cells by (boxes left,
//! boxes on targets, regions, blocked links), every other turn to the best
//! cell; what comes of a step back stays in the cell before it. Cost: one pull of every box for each position looked at; some hundred
//! positions suffice.

use super::cells::Backlog;
use super::floor::{push_flood, walk_distances};
use super::lifted::Lifted;
use super::links::RoomLinks;
use super::macros::{BoxMacro, MacroGenerator};
use super::plan::{Plan, PlanStrategy, Step, give, merge_hops};
use crate::board::{Around, Board, FAR, Square};
use crate::deadlock::corral::Corrals;
use crate::position::Zone;
use crate::search::home::ways;
use crate::terrain::Terrain;
use crate::zobrist::Zobrist;
use dedale_grid::Rng;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// A box this near to the start square it is pulled to, in the same room, has
/// hardly left: taking it off there proves nothing.
const SHORT_HOP: u16 = 6;

/// Squares looked at for a plan: a second or two. In a hall with hundreds of
/// boxes one position takes longer than that.
const MOST_SQUARES: usize = 1_000_000_000;

/// Regions, then blocked links.
type Openness = (u16, u16);

#[derive(Clone, Debug)]
struct Node {
    boxes: Vec<Square>,
    player: Square,
    /// Start squares not used up, one bit each.
    unused: u128,
    parent: u32,
    /// The backward move that led here.
    undone: Option<(Square, Option<Square>)>,
    openness: Openness,
    /// Where its moves wait: its own cell, or that of the node it comes from if
    /// that is better.
    cell: Cell,
}

/// A backward move: a box goes from a square to another, and perhaps off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pull {
    row: u16,
    to: Square,
    side: u8,
    off: bool,
}

/// What orders cells, the best least.
type Cell = (u16, u16, u16, u16);

/// Whether a board's boxes fit into the sets of bits that stand for them.
pub(super) fn fits(board: &Board) -> bool {
    board.boxes.len() <= 128
}

/// Makes a plan for a board that [`fits`]; targets it could not empty come first.
pub(super) fn plan(
    board: &Board,
    targets: &[Square],
    strategy: PlanStrategy,
    keep_on: &dyn Fn() -> bool,
    fit: &dyn Fn(usize) -> bool,
) -> Plan {
    let Some(ways) = ways(board, keep_on) else { return Plan::default() };
    Planner::new(board, &ways, strategy, keep_on).run(targets, fit)
}

struct Planner<'a> {
    board: &'a Board,
    strategy: PlanStrategy,
    keep_on: &'a dyn Fn() -> bool,
    /// Squares looked at so far.
    squares: usize,
    generator: MacroGenerator,
    around: Around,
    zone: Zone,
    corrals: Corrals,
    links: RoomLinks,
    terrain: Terrain,
    zobrist: Zobrist,
    /// For each square the start squares from which a lone box comes here.
    sources: Vec<u128>,
    /// For each start square the walking distances.
    walks: Vec<Box<[u16]>>,
    noise: Vec<u16>,
    solid: Vec<u8>,
    lifted: Lifted,
    state: Vec<u8>,
    stack: Vec<Square>,
}

impl<'a> Planner<'a> {
    fn new(board: &'a Board, ways: &[u16], strategy: PlanStrategy, keep_on: &'a dyn Fn() -> bool) -> Self {
        let count = board.boxes.len();
        let from = |square: usize, index: usize| u128::from(ways[square * count + index] != FAR) << index;
        let all = |square: usize| (0..count).fold(0, |set, index| set | from(square, index));
        let sources = (0..=board.squares).map(all).collect();
        let terrain = Terrain::new(board);
        let mut rng = Rng::new(strategy.seed);
        let noise = (0..=board.squares).map(|_| if strategy.seed == 0 { 0 } else { rng.below(8) as u16 }).collect();
        Self {
            board,
            strategy,
            keep_on,
            squares: 0,
            generator: MacroGenerator::new(board),
            around: Around::new(board.squares),
            zone: Zone::new(board),
            corrals: Corrals::new(board),
            links: RoomLinks::new(board, &terrain),
            terrain,
            zobrist: Zobrist::new(board.squares),
            sources,
            walks: board.boxes.iter().map(|&square| walk_distances(board, [square])).collect(),
            noise,
            solid: board.solid(&[]),
            lifted: Lifted::default(),
            state: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Whether there is time for more.
    fn goes_on(&self) -> bool {
        self.squares < MOST_SQUARES && (self.keep_on)()
    }

    fn run(&mut self, targets: &[Square], fit: &dyn Fn(usize) -> bool) -> Plan {
        let board = self.board;
        let mut nodes: Vec<Node> = Vec::new();
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let mut open: Backlog<Cell, (u32, Pull)> = Backlog::default();
        let mut best = 0;
        let unused = (0..board.boxes.len()).fold(0u128, |set, index| set | 1 << index);
        self.fill(targets);
        for square in 0..board.squares as Square {
            if self.solid[square as usize] == 0 && self.zone.flood(board, &self.solid, square) == square {
                let openness = self.openness(targets);
                let cell = (u16::MAX, 0, 0, 0);
                let boxes = targets.to_vec();
                let node = Node { boxes, player: square, unused, parent: u32::MAX, undone: None, openness, cell };
                self.add(node, 0, &mut nodes, &mut open);
                // What can be taken off was tried there.
                self.fill(targets);
            }
        }
        let mut looked = 0;
        // Emptying the board first leads into dead ends that only a search
        // which also asks for open positions leaves.
        let open_first = self.strategy.open_first;
        let other = |&(left, placed, regions, links): &Cell| match open_first {
            true => (regions, links, left, placed),
            false => (left, placed, regions, links),
        };
        while let Some((weight, (id, pull))) = open.pop(other) {
            looked += 1;
            let fits = fit(nodes.len() * (96 + board.boxes.len() * 2) + open.bytes());
            if looked > self.strategy.limit || !fits || !self.goes_on() {
                break;
            }
            let Some(node) = self.play(&nodes[id as usize], id, pull) else { continue };
            let unused = (node.unused as u64) ^ (node.unused >> 64) as u64;
            let key = self.zobrist.boxes(&node.boxes) ^ self.zobrist.player(node.player);
            if !seen.insert(key ^ unused.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
                continue;
            }
            let left = node.boxes.len();
            if left < nodes[best].boxes.len() {
                best = nodes.len();
            }
            self.add(node, weight, &mut nodes, &mut open);
            if left == 0 {
                break;
            }
        }
        Plan { looked, ..self.read(&nodes, best) }
    }

    /// The plan that ends in a node, forwards.
    fn read(&self, nodes: &[Node], last: usize) -> Plan {
        let Some(node) = nodes.get(last) else { return Plan::default() };
        let mut rest = node.boxes.clone();
        let nearest = |square: Square| self.walks.iter().map(|walks| walks[square as usize]).min();
        rest.sort_by_key(|&square| Reverse((nearest(square), square)));
        let mut steps: Vec<Step> = rest.into_iter().map(|to| Step { from: None, to }).collect();
        let mut id = last as u32;
        while let Some(node) = nodes.get(id as usize) {
            steps.extend(node.undone.map(|(from, to)| Step { from: to, to: from }));
            id = node.parent;
        }
        Plan { steps: merge_hops(steps), looked: 0, left: nodes[last].boxes.len() }
    }

    fn fill(&mut self, boxes: &[Square]) {
        self.solid.fill(0);
        self.solid[self.board.squares] = 2;
        for &square in boxes {
            self.solid[square as usize] = 1;
        }
    }

    /// Regions and blocked links, with the boxes in `solid`.
    fn openness(&mut self, boxes: &[Square]) -> Openness {
        self.squares += self.board.squares;
        let Self { board, solid, state, stack, .. } = self;
        state.clear();
        state.extend_from_slice(solid);
        let mut regions = 0;
        for start in 0..board.squares {
            if state[start] != 0 {
                continue;
            }
            regions += 1;
            state[start] = 3;
            stack.push(start as Square);
            while let Some(at) = stack.pop() {
                for &to in &board.next[at as usize] {
                    if state[to as usize] == 0 {
                        state[to as usize] = 3;
                        stack.push(to);
                    }
                }
            }
        }
        (regions, self.links.blocked(boxes))
    }

    /// Plays a backward move; `None` if the plan could then not be played
    /// forwards, because the player must first open a corral.
    fn play(&mut self, node: &Node, id: u32, pull: Pull) -> Option<Node> {
        let board = self.board;
        let mut boxes = node.boxes.clone();
        let from = boxes[pull.row as usize];
        let mut unused = node.unused;
        let player = board.next[pull.to as usize][pull.side as usize];
        if pull.off {
            boxes.swap_remove(pull.row as usize);
            let index = board.boxes.iter().position(|&start| start == pull.to)?;
            unused &= !(1 << index);
        } else {
            boxes[pull.row as usize] = pull.to;
        }
        self.fill(&boxes);
        let player = self.zone.flood(board, &self.solid, player);
        if pull.off && self.corrals.find(board, &self.solid, boxes.len(), &self.zone).is_some() {
            return None;
        }
        let openness = self.openness(&boxes);
        let undone = Some((from, (!pull.off).then_some(pull.to)));
        Some(Node { boxes, player, unused, parent: id, undone, openness, cell: node.cell })
    }

    /// The start squares, unused and free, of the largest class between which
    /// a box can be pushed to and fro; and what a box there can be pushed to.
    fn sink(&mut self, unused: u128) -> (Vec<usize>, Vec<bool>) {
        let board = self.board;
        let mut starts: Vec<usize> = (0..board.boxes.len())
            .filter(|&index| unused >> index & 1 == 1 && self.solid[board.boxes[index] as usize] == 0)
            .collect();
        let mut floods: Vec<Vec<bool>> = Vec::with_capacity(starts.len());
        for &index in &starts {
            if !self.goes_on() {
                break;
            }
            self.squares += board.squares * 4;
            floods.push(push_flood(board, &self.solid, board.boxes[index], &mut self.around));
        }
        starts.truncate(floods.len());
        let reaches = |one: usize, two: usize| floods[one][board.boxes[starts[two]] as usize];
        let mut largest: (Vec<usize>, Vec<bool>) = (Vec::new(), vec![false; board.squares + 1]);
        for (one, flood) in floods.iter().enumerate() {
            let class = (0..starts.len()).filter(|&two| reaches(one, two) && reaches(two, one));
            let class: Vec<usize> = class.map(|two| starts[two]).collect();
            if class.len() > largest.0.len() {
                largest = (class, flood.clone());
            }
        }
        largest
    }

    /// Whether the boxes but one can come from the start squares still unused.
    fn matched(&self, boxes: &[Square], row: usize, unused: u128) -> bool {
        let rest = boxes.iter().enumerate().filter(|&(index, _)| index != row);
        let reach: Vec<u128> = rest.map(|(_, &square)| self.sources[square as usize] & unused).collect();
        let mut owner = vec![u16::MAX; 128];
        (0..reach.len()).all(|row| give(&reach, &mut owner, row, &mut 0))
    }

    /// Whether a target is the end of a passage one square wide.
    fn dead_end(&self, square: Square) -> bool {
        self.board.next[square as usize].iter().filter(|&&to| to != self.board.wall()).count() <= 1
    }

    /// Adds a node and its moves to what is open.
    fn add(&mut self, mut node: Node, weight: u32, nodes: &mut Vec<Node>, open: &mut Backlog<Cell, (u32, Pull)>) {
        let id = nodes.len() as u32;
        let on_targets = |boxes: &[Square]| boxes.iter().filter(|&&b| self.board.is_target[b as usize]).count() as u16;
        let placed = on_targets(&node.boxes);
        let own = (node.boxes.len() as u16, placed, node.openness.0, node.openness.1);
        let cell = own.min(node.cell);
        node.cell = cell;
        self.fill(&node.boxes);
        self.zone.flood(self.board, &self.solid, node.player);
        let (sink, reached) = self.sink(node.unused);
        let within_reach = sink.iter().all(|&index| self.zone.contains(self.board.boxes[index]));
        let mut all: Vec<(usize, BoxMacro)> = Vec::new();
        let mut macros = Vec::new();
        for (row, &from) in node.boxes.iter().enumerate() {
            if !self.goes_on() {
                break;
            }
            self.squares += self.board.squares;
            self.solid[from as usize] = 0;
            macros.clear();
            let zone = &self.zone;
            self.generator.pull(self.board, &self.solid, from, |square| zone.contains(square), &mut macros);
            self.solid[from as usize] = 1;
            all.extend(macros.iter().filter(|found| found.to != from).map(|&found| (row, found)));
        }
        let off = if within_reach { self.removals(&node, &sink, &all) } else { Vec::new() };
        let none = off.is_empty();
        for (index, (rank, pull)) in off.into_iter().enumerate() {
            open.push(cell, weight + u32::from(index > 0), rank, (id, pull));
        }
        if none || self.strategy.park_early {
            self.fill(&node.boxes);
            let (free, moves) = self.parkings(&node, &sink, &reached, &all);
            for (index, (rank, pull)) in moves.into_iter().enumerate() {
                let dear = u32::from(index > 0 || !free || !none);
                open.push(cell, weight + dear, u64::from(!none) << 51 | rank, (id, pull));
            }
        }
        nodes.push(node);
    }

    /// Ways to take a box off, one a box, the best first.
    fn removals(&mut self, node: &Node, sink: &[usize], all: &[(usize, BoxMacro)]) -> Vec<(u64, Pull)> {
        let board = self.board;
        let mut best: Vec<Option<BoxMacro>> = vec![None; node.boxes.len()];
        for &(row, found) in all {
            let Some(&index) = sink.iter().find(|&&index| board.boxes[index] == found.to) else { continue };
            let room = self.terrain.room_of[found.from as usize];
            let near = self.walks[index][found.from as usize] < SHORT_HOP;
            if near && room.is_some() && room == self.terrain.room_of[found.to as usize] {
                continue;
            }
            let longer = best[row].is_none_or(|old| found.pushes > old.pushes);
            if longer && self.goes_on() && self.matched(&node.boxes, row, node.unused & !(1 << index)) {
                best[row] = Some(found);
            }
        }
        let mut moves = Vec::new();
        for (row, found) in best.into_iter().enumerate().filter_map(|(row, found)| Some((row, found?))) {
            if !self.goes_on() {
                break;
            }
            let mut rest = node.boxes.clone();
            rest.swap_remove(row);
            self.fill(&rest);
            let (regions, blocked) = self.openness(&rest);
            let target = board.is_target[found.from as usize];
            let way = found.pushes + self.noise[found.from as usize];
            let way = if self.strategy.far_first { way } else { 4095 - way.min(4095) };
            let rank = u64::from(target) << 50
                | u64::from(target && self.dead_end(found.from)) << 49
                | u64::from(regions) << 33
                | u64::from(blocked) << 17
                | u64::from(way);
            moves.push((rank, Pull { row: row as u16, to: found.to, side: found.side, off: true }));
        }
        moves.sort_unstable();
        moves
    }

    /// Ways to park a box, and whether the first of them is to be preferred.
    fn parkings(
        &mut self,
        node: &Node,
        sink: &[usize],
        reached: &[bool],
        all: &[(usize, BoxMacro)],
    ) -> (bool, Vec<(u64, Pull)>) {
        let board = self.board;
        let mut moves = Vec::with_capacity(all.len());
        let mut free: Option<(u64, usize)> = None;
        let mut boxes = node.boxes.clone();
        let mut lifted = None;
        for (number, &(row, found)) in all.iter().enumerate() {
            if number % 64 == 63 && !self.goes_on() {
                break;
            }
            boxes[row] = found.to;
            self.solid[found.from as usize] = 0;
            if lifted != Some(row) {
                lifted = Some(row);
                self.squares += board.squares;
                self.lifted.lift(board, &self.solid);
            }
            self.solid[found.to as usize] = 1;
            let player = board.next[found.to as usize][found.side as usize];
            self.squares += boxes.len();
            let regions = self.lifted.put_down(board, found.to, player).count;
            let blocked = self.links.blocked(&boxes);
            boxes[row] = found.from;
            self.solid[found.to as usize] = 0;
            self.solid[found.from as usize] = 1;
            let gap = |square: Square| board.distances(square).iter().copied().min().unwrap_or(FAR);
            let (before, after) = (gap(found.from), gap(found.to));
            let far = sink.iter().all(|&index| self.walks[index][found.to as usize] >= SHORT_HOP);
            let again = far && reached[found.to as usize];
            let way = found.pushes + self.noise[found.to as usize];
            let way = if self.strategy.far_first { way } else { 4095 - way.min(4095) };
            let rank = u64::from(!again) << 49 | u64::from(regions) << 33 | u64::from(blocked) << 17 | u64::from(way);
            let leaves = board.is_target[found.from as usize] && after > before && after != FAR;
            let opens = regions <= node.openness.0 && blocked <= node.openness.1;
            if leaves && opens && free.is_none_or(|(least, _)| rank < least) {
                free = Some((rank, moves.len()));
            }
            let stays = u64::from(!leaves) << 50;
            moves.push((stays | rank, Pull { row: row as u16, to: found.to, side: found.side, off: false }));
        }
        if let Some((_, index)) = free {
            moves.swap(0, index);
        }
        (free.is_some(), moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn the_other_side_is_parked_or_comes_first() {
        // Boxes on both sides of a row of targets that is open to both.
        let rows = ["#############", "#   #   #   #", "#@$$ ...  $ #", "#   #   #   #", "#############"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        for park_early in [false, true] {
            check(&board, PlanStrategy { limit: 200, park_early, ..PlanStrategy::default() });
        }
    }

    fn check(board: &Board, strategy: PlanStrategy) {
        let plan = plan(board, &board.targets, strategy, &|| true, &|_| true);
        // Every step takes a box from where an earlier one left it.
        let mut placed: Vec<Square> = Vec::new();
        for step in &plan.steps {
            if let Some(from) = step.from {
                let index = placed.iter().position(|&square| square == from).expect("a box waits there");
                placed.swap_remove(index);
            }
            assert!(!placed.contains(&step.to));
            placed.push(step.to);
        }
        placed.sort_unstable();
        let mut targets = board.targets.clone();
        targets.sort_unstable();
        assert_eq!(placed, targets);
    }
}
