//! Exact search of one stretch of a solution.
//!
//! A* from the position after some push to the position after a later one,
//! pushes and moves both counted, dropping whatever cannot be better than what
//! is there. Cost: up to `limit` positions, each a flood.

use super::Goal;
use crate::board::{Board, FAR, Square};
use crate::lone::{NO_WAY, any_side, lone_ways};
use crate::position::{Position, Push};
use crate::zobrist::Zobrist;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A position on the way: where it came from, and at what cost. The boxes of all
/// positions stand in one list.
struct Node {
    parent: u32,
    push: Push,
    player: Square,
    cost: u64,
    closed: bool,
}

pub(super) struct Windows<'a> {
    board: &'a Board,
    goal: Goal,
    zobrist: Zobrist,
    walk: Vec<u16>,
    queue: Vec<Square>,
    /// The most positions held at a time.
    most: usize,
    /// Positions looked at so far.
    pub looked: u64,
}

impl<'a> Windows<'a> {
    /// Working memory for a board, so many bytes at the most.
    pub(super) fn new(board: &'a Board, goal: Goal, memory: usize) -> Self {
        // Lists and tables grow by doubling, and a position may be open twice.
        let node = size_of::<Node>() + board.boxes.len() * size_of::<Square>() + 2 * size_of::<(u64, u32)>() + 24;
        Self {
            board,
            goal,
            zobrist: Zobrist::new(board.squares),
            walk: vec![FAR; board.squares + 1],
            queue: Vec::new(),
            most: memory / (2 * node),
            looked: 0,
        }
    }

    /// Steps of the player to every square.
    fn walks(&mut self, solid: &[u8], from: Square) {
        self.walk.fill(FAR);
        self.walk[from as usize] = 0;
        self.queue.clear();
        self.queue.push(from);
        let mut head = 0;
        while let Some(&at) = self.queue.get(head) {
            head += 1;
            for &to in &self.board.next[at as usize] {
                if solid[to as usize] == 0 && self.walk[to as usize] == FAR {
                    self.walk[to as usize] = self.walk[at as usize] + 1;
                    self.queue.push(to);
                }
            }
        }
    }

    /// A cheaper way from the position after `start` pushes to the one after
    /// `end`, the walk to the next push included.
    pub(super) fn stretch(
        &mut self,
        pushes: &[Push],
        start: usize,
        end: usize,
        limit: usize,
        keep_on: &dyn Fn() -> bool,
    ) -> Option<Vec<Push>> {
        let board = self.board;
        let mut position = Position::start(board);
        for &push in &pushes[..start] {
            position.push(board, push);
        }
        let begin = position.clone();
        // What the stretch costs now.
        let (mut moves, mut count) = (0u32, 0u32);
        for &push in &pushes[start..end] {
            let stand = board.next[push.from as usize][(push.dir as usize + 2) & 3];
            self.walks(&position.solid, position.player);
            moves += u32::from(self.walk[stand as usize]) + 1;
            count += 1;
            position.push(board, push);
        }
        let stand = pushes.get(end).map(|push| board.next[push.from as usize][(push.dir as usize + 2) & 3]);
        if let Some(stand) = stand {
            self.walks(&position.solid, position.player);
            moves += u32::from(self.walk[stand as usize]);
        }
        let present = self.goal.cost(count, moves);
        let ends = position.boxes.clone();
        let goal_key = self.zobrist.boxes(&ends);
        let homes = ends.iter().flat_map(|&end| any_side(&board.sides, end, 0));
        let nearest = lone_ways(board, &board.sides, homes, |_| true);
        // Each box is on its way to one of these squares.
        let least: u32 = begin.boxes.iter().map(|&square| nearest[square as usize]).sum();
        let mut ids: FxHashMap<u64, u32> = FxHashMap::default();
        let mut open: BinaryHeap<Reverse<(u64, u32)>> = BinaryHeap::new();
        open.push(Reverse((self.goal.cost(least, least), 0)));
        ids.insert(self.zobrist.boxes(&begin.boxes) ^ self.zobrist.player(begin.player), 0);
        let root = Push { from: 0, dir: 0 };
        let mut nodes = vec![Node { parent: u32::MAX, push: root, player: begin.player, cost: 0, closed: false }];
        let (mut places, mut solid) = (begin.boxes, board.solid(&[]));
        let mut boxes: Vec<Square> = Vec::new();
        let mut best: Option<(u64, u32)> = None;
        let mut looked = 0;
        while let Some(Reverse((total, id))) = open.pop() {
            let limit_cost = best.map_or(present, |(cost, _)| cost);
            if total >= limit_cost {
                break;
            }
            if std::mem::replace(&mut nodes[id as usize].closed, true) {
                continue;
            }
            looked += 1;
            self.looked += 1;
            if looked > limit || nodes.len() > self.most || (looked.is_multiple_of(64) && !keep_on()) {
                break;
            }
            let Node { player, cost, .. } = nodes[id as usize];
            boxes.iter().for_each(|&square| solid[square as usize] = 0);
            boxes.clear();
            boxes.extend_from_slice(&places[id as usize * ends.len()..][..ends.len()]);
            boxes.iter().for_each(|&square| solid[square as usize] = 1);
            self.walks(&solid, player);
            let base = self.zobrist.boxes(&boxes);
            let left: u32 = boxes.iter().map(|&square| nearest[square as usize]).sum();
            if base == goal_key {
                let rest = stand.map_or(0, |stand| self.walk[stand as usize]);
                if rest != FAR {
                    let whole = cost + self.goal.cost(0, u32::from(rest));
                    if whole < limit_cost {
                        best = Some((whole, id));
                    }
                }
            }
            for (row, &from) in boxes.iter().enumerate() {
                for dir in 0..4 {
                    let to = board.next[from as usize][dir];
                    let behind = board.next[from as usize][(dir + 2) & 3];
                    let steps = self.walk[behind as usize];
                    if solid[to as usize] != 0 || steps == FAR || nearest[to as usize] == NO_WAY {
                        continue;
                    }
                    let reached = cost + self.goal.cost(1, u32::from(steps) + 1);
                    let total = left - nearest[from as usize] + nearest[to as usize];
                    let hope = reached + self.goal.cost(total, total);
                    if hope >= limit_cost {
                        continue;
                    }
                    let key = base ^ self.zobrist.of(from) ^ self.zobrist.of(to) ^ self.zobrist.player(from);
                    let push = Push { from, dir: dir as u8 };
                    let next = nodes.len() as u32;
                    let found = *ids.entry(key).or_insert(next);
                    let node = Node { parent: id, push, player: from, cost: reached, closed: false };
                    if found == next {
                        nodes.push(node);
                        places.extend_from_slice(&boxes);
                        places[next as usize * ends.len() + row] = to;
                    } else if nodes[found as usize].cost > reached {
                        nodes[found as usize] = node;
                    } else {
                        continue;
                    }
                    open.push(Reverse((hope, found)));
                }
            }
        }
        let (_, mut id) = best?;
        let mut way = Vec::new();
        while nodes[id as usize].parent != u32::MAX {
            way.push(nodes[id as usize].push);
            id = nodes[id as usize].parent;
        }
        way.reverse();
        Some(way)
    }
}
