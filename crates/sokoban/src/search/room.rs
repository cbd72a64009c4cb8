//! A room with all targets, and the ways into it.
//!
//! Any set of squares with all targets and no box at the start will do. A port
//! is a push that takes a box from outside into the room; what a lone box costs
//! from there to each target is known. Ports that differ only by a toll, the same
//! for every target, are of one kind.

use crate::board::{Board, FAR, Square};
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::lone::lone_ways;
use crate::position::Zone;

/// A push into the room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port {
    /// The square outside; the player stands there afterwards.
    pub from: Square,
    /// The square inside.
    pub first: Square,
    pub dir: usize,
    /// Its kind, or `None` if no target can be reached from it.
    pub kind: Option<usize>,
    /// What it costs more than the least of its kind.
    pub toll: u16,
}

/// The room.
pub(super) struct Room {
    /// For every square, and the wall, whether it lies in the room.
    pub inside: Vec<bool>,
    pub ports: Vec<Port>,
    /// For each kind the pushes to every target, without the toll.
    pub costs: Vec<Vec<u16>>,
    /// The squares of the room with a square outside beside them.
    pub edge: Vec<Square>,
}

impl Room {
    /// Rooms of all sizes: what lies behind one square, and the squares so many
    /// steps from the targets; trimmed until boxes need not leave them again.
    pub(super) fn all(board: &Board, keep_on: &dyn Fn() -> bool) -> Vec<Self> {
        let solid = board.solid(&board.boxes);
        if board.targets.is_empty() || board.targets.iter().any(|&target| solid[target as usize] != 0) {
            return Vec::new();
        }
        let mut kept: Vec<Vec<bool>> = Vec::new();
        let mut rooms = Vec::new();
        for inside in Self::near(board, &solid).into_iter().chain(Self::behind(board, &solid, keep_on)) {
            let Some(room) = Self::new(board, inside).trimmed(board, keep_on) else { continue };
            if !kept.contains(&room.inside) {
                kept.push(room.inside.clone());
                rooms.push(room);
            }
        }
        rooms
    }

    /// The squares so many steps from the targets.
    fn near(board: &Board, solid: &[u8]) -> Vec<Vec<bool>> {
        let far = board.squares;
        let mut steps = vec![far; board.squares + 1];
        let mut queue = board.targets.clone();
        queue.iter().for_each(|&target| steps[target as usize] = 0);
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            for &to in &board.next[at as usize] {
                if solid[to as usize] == 0 && steps[to as usize] == far {
                    steps[to as usize] = steps[at as usize] + 1;
                    queue.push(to);
                }
            }
        }
        let most = queue.last().map_or(0, |&last| steps[last as usize]);
        (0..=most).map(|radius| steps.iter().map(|&steps| steps <= radius).collect()).collect()
    }

    /// What one square cuts off.
    fn behind(board: &Board, solid: &[u8], keep_on: &dyn Fn() -> bool) -> Vec<Vec<bool>> {
        let mut zone = Zone::new(board);
        let mut empty = board.solid(&[]);
        let mut rooms = Vec::new();
        // Floods are short: the clock is asked now and then.
        for door in (0..board.squares).take_while(|door| door % 64 > 0 || keep_on()) {
            empty[door] = 1;
            zone.flood(board, &empty, board.targets[0]);
            empty[door] = 0;
            if board.targets.iter().all(|&target| zone.contains(target))
                && !zone.list.iter().any(|&square| solid[square as usize] == 1)
            {
                rooms.push((0..=board.wall()).map(|square| zone.contains(square)).collect());
            }
        }
        rooms
    }

    /// Without the squares from which a box had better leave the room again.
    fn trimmed(mut self, board: &Board, keep_on: &dyn Fn() -> bool) -> Option<Self> {
        let mut generator = MacroGenerator::new(board);
        let (mut zone, mut macros) = (Zone::new(board), Vec::new());
        loop {
            let mut solid: Vec<u8> = self.inside.iter().map(|&inside| if inside { 0 } else { 2 }).collect();
            let mut leaves = |port: &Port| {
                let Some(kind) = port.kind else { return false };
                solid[port.from as usize] = 0;
                solid[port.first as usize] = 1;
                zone.flood(board, &solid, port.from);
                solid[port.first as usize] = 0;
                macros.clear();
                generator.push(board, &solid, port.first, &zone, None, &mut macros);
                solid[port.from as usize] = 2;
                let costs = self.costs[kind].iter().map(|&cost| if cost == FAR { FAR } else { cost + port.toll });
                board.targets.iter().zip(costs).any(|(&to, cost)| least(&macros, port.first, to) != cost)
            };
            let Some(port) = self.ports.iter().find(|port| leaves(port)) else { return Some(self) };
            if board.is_target[port.first as usize] || !keep_on() {
                return None;
            }
            let first = port.first;
            self.inside[first as usize] = false;
            self = Self::new(board, self.inside);
        }
    }

    fn new(board: &Board, inside: Vec<bool>) -> Self {
        let mut room = Self { inside, ports: Vec::new(), costs: Vec::new(), edge: Vec::new() };
        let mut solid = board.solid(&[]);
        let (mut generator, mut zone, mut macros) = (MacroGenerator::new(board), Zone::new(board), Vec::new());
        for first in (0..board.squares as Square).filter(|&square| room.inside[square as usize]) {
            let outside = |square: Square| square != board.wall() && !room.inside[square as usize];
            if board.next[first as usize].into_iter().any(outside) {
                room.edge.push(first);
            }
            for dir in (0..4).filter(|_| board.live[first as usize]) {
                let from = board.next[first as usize][(dir + 2) & 3];
                let stand = board.next[from as usize][(dir + 2) & 3];
                if !outside(from) || !board.live[from as usize] || stand == board.wall() {
                    continue;
                }
                solid[first as usize] = 1;
                zone.flood(board, &solid, from);
                solid[first as usize] = 0;
                macros.clear();
                generator.push(board, &solid, first, &zone, None, &mut macros);
                let mut costs: Vec<u16> = board.targets.iter().map(|&to| least(&macros, first, to)).collect();
                let toll = costs.iter().copied().min().unwrap_or(FAR);
                costs.iter_mut().filter(|cost| **cost != FAR).for_each(|cost| *cost -= toll);
                let kind = (toll != FAR).then(|| {
                    room.costs.iter().position(|known| *known == costs).unwrap_or_else(|| {
                        room.costs.push(costs);
                        room.costs.len() - 1
                    })
                });
                room.ports.push(Port { from, first, dir, kind, toll });
            }
        }
        room
    }

    /// For every square outside, the fewest pushes of a lone box through a port
    /// that has not been in the room before.
    pub(super) fn away(&self, board: &Board, port: &Port) -> Vec<u16> {
        let end = (port.from, board.sides[port.from as usize][(port.dir + 2) & 3], 1);
        let ways = lone_ways(board, &board.sides, std::iter::once(end), |square| !self.inside[square as usize]);
        ways.into_iter().map(|way| u16::try_from(way).unwrap_or(FAR)).collect()
    }
}

/// The fewest pushes to a square.
pub(super) fn least(macros: &[BoxMacro], from: Square, to: Square) -> u16 {
    let ways = macros.iter().filter(|carry| carry.to == to).map(|carry| carry.pushes);
    if from == to { 0 } else { ways.min().unwrap_or(FAR) }
}
