//! Boxes that can be delivered now are delivered now, and nothing is lost.
//!
//! On many levels all targets lie behind one door: a square without which the
//! room with the targets, and nothing else, is cut off. Suppose the room can be
//! filled in a fixed order so that every box, from the square behind the door,
//! takes no more pushes to its place than it would take alone, with the player
//! out again afterwards. Then what happens in the room costs the same whatever
//! box comes when, and never hinders anybody outside: the room is a sink.
//!
//! So of all solutions in which no box leaves the room again, one of the
//! shortest carries every box to its place as soon as it has passed the door.
//! More than that: if some box outside can be pushed through the door in as few
//! pushes as it would need alone, then doing that at once is one of the shortest
//! ways to go on. For take any other solution and leave out the pushes of that
//! box: all others stay possible, since a box that is away stands in nobody's
//! way, neither the player's nor another box's; and the pushes left out were no
//! fewer.
//!
//! Boxes that begin in the room have to stand on targets, and none of them must
//! be of more use elsewhere: the cheapest way to fill the room leaves them there.
//!
//! A solution in which a box leaves the room costs at least [`Delivery::turn`]
//! pushes more than the matching says; whoever cuts other moves on the strength
//! of this comes back to the position when so many are to be spent.

use crate::board::{Board, FAR, Square};
use crate::deadlock::matching::Assignment;
use crate::expand::Child;
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::position::Zone;

/// More than any solution costs.
pub(super) const NEVER: u32 = 1 << 20;

/// The room, and how boxes get there.
pub(super) struct Delivery {
    /// The square before the room.
    door: Square,
    /// The first square of the room.
    first: Square,
    /// For every square, and the wall, whether it lies in the room.
    inside: Vec<bool>,
    /// The boxes that begin in it.
    begun: Vec<Square>,
    /// The targets in the order they are filled, and what each costs from the
    /// first square.
    order: Vec<(Square, u16)>,
    /// The pushes of a lone box from every square to the first of the room.
    away: Vec<u16>,
    /// What a box costs more that leaves the room again.
    pub(super) turn: u32,
    generator: MacroGenerator,
    macros: Vec<BoxMacro>,
    zone: Zone,
    later: Zone,
}

impl Delivery {
    /// The largest such room of a board, if there is one.
    pub(super) fn find(board: &Board) -> Option<Self> {
        if board.targets.len() != board.boxes.len() {
            return None;
        }
        let mut rooms = Vec::new();
        let mut zone = Zone::new(board);
        let mut solid = board.solid(&[]);
        for door in 0..board.squares as Square {
            for dir in 0..4 {
                let (first, before) = (board.next[door as usize][dir], board.next[door as usize][(dir + 2) & 3]);
                if first == board.wall() || before == board.wall() {
                    continue;
                }
                solid[door as usize] = 1;
                zone.flood(board, &solid, first);
                solid[door as usize] = 0;
                let ways_in = board.next[door as usize].iter().filter(|&&side| zone.contains(side)).count();
                let fits = ways_in == 1
                    && board.targets.iter().all(|&target| zone.contains(target))
                    && board.boxes.iter().all(|&at| board.is_target[at as usize] || !zone.contains(at))
                    && !(zone.contains(board.player) && board.boxes.contains(&door));
                if fits {
                    let inside = (0..=board.wall()).map(|square| zone.contains(square)).collect();
                    rooms.push((zone.list.len(), door, first, inside));
                }
            }
        }
        rooms.sort_by_key(|room| std::cmp::Reverse(room.0));
        rooms.into_iter().find_map(|(_, door, first, inside)| Self::new(board, door, first, inside))
    }

    fn new(board: &Board, door: Square, first: Square, inside: Vec<bool>) -> Option<Self> {
        let mut room = Self {
            door,
            first,
            inside,
            begun: Vec::new(),
            order: Vec::new(),
            away: vec![FAR; board.squares + 1],
            turn: NEVER,
            generator: MacroGenerator::new(board),
            macros: Vec::new(),
            zone: Zone::new(board),
            later: Zone::new(board),
        };
        let mut solid = board.solid(&[]);
        room.carry(board, &mut solid);
        let alone = |room: &Self, square: Square| {
            let ways = room.macros.iter().filter(|carry| carry.to == square);
            let way = ways.map(|carry| carry.pushes).min();
            if square == first { Some(0) } else { way }
        };
        let costs: Option<Vec<u16>> = board.targets.iter().map(|&target| alone(&room, target)).collect();
        let costs = costs?;
        // Out through the door, and in again.
        room.turn = alone(&room, door).map_or(NEVER, |out| u32::from(out) + 1);
        room.settle(board, &mut solid, &costs)?;
        // The last box is one that still finds its way when all others stand.
        let mut left: Vec<(Square, u16)> = board.targets.iter().copied().zip(costs).collect();
        left.iter().for_each(|&(target, _)| solid[target as usize] = 1);
        left.retain(|(target, _)| !board.boxes.contains(target));
        while !left.is_empty() {
            let last = left.iter().position(|&(target, cost)| {
                solid[target as usize] = 0;
                let fits = room.fits(board, &mut solid, target, cost);
                solid[target as usize] = 1;
                fits
            })?;
            let (target, cost) = left.swap_remove(last);
            solid[target as usize] = 0;
            room.order.push((target, cost));
        }
        room.order.extend(room.begun.iter().map(|&square| (square, 0)));
        room.order.reverse();
        board.targets.iter().for_each(|&target| solid[target as usize] = 0);
        room.measure(board, &mut solid);
        Some(room)
    }

    /// Looks at the boxes that begin in the room: `None` if some had better go
    /// elsewhere.
    fn settle(&mut self, board: &Board, solid: &mut [u8], costs: &[u16]) -> Option<()> {
        self.begun = board.boxes.iter().copied().filter(|&square| self.inside[square as usize]).collect();
        for &square in &self.begun {
            let mut out: Option<u16> = None;
            for side in board.next[square as usize].into_iter().filter(|&side| side != board.wall()) {
                solid[square as usize] = 1;
                self.zone.flood(board, solid, side);
                solid[square as usize] = 0;
                self.macros.clear();
                self.generator.push(board, solid, square, &self.zone, None, &mut self.macros);
                let ways = self.macros.iter().filter(|carry| carry.to == self.door).map(|carry| carry.pushes);
                out = out.into_iter().chain(ways).min();
            }
            let Some(out) = out else { continue };
            for (target, &cost) in costs.iter().enumerate() {
                let more = (out + 1 + cost).checked_sub(board.distance(square, target))?;
                self.turn = self.turn.min(u32::from(more));
            }
        }
        let begun = self.begun.len();
        let rest: u32 = board
            .targets
            .iter()
            .zip(costs)
            .filter(|(target, _)| !self.begun.contains(target))
            .map(|(_, &cost)| u32::from(cost))
            .sum();
        let least =
            Assignment::default().solve_with(costs.len(), costs.len(), |row, target| match self.begun.get(row) {
                Some(&square) => board.distance(square, target),
                None => costs[target],
            });
        (begun == 0 || least == Some(rest)).then_some(())
    }

    /// Lists where a box just pushed through the door can be pushed to.
    fn carry(&mut self, board: &Board, solid: &mut [u8]) {
        solid[self.first as usize] = 1;
        self.zone.flood(board, solid, self.door);
        solid[self.first as usize] = 0;
        self.macros.clear();
        self.generator.push(board, solid, self.first, &self.zone, None, &mut self.macros);
    }

    /// Whether such a box can be brought to a target at that cost, and the
    /// player gets out again.
    fn fits(&mut self, board: &Board, solid: &mut [u8], target: Square, cost: u16) -> bool {
        if solid[self.first as usize] != 0 {
            return false;
        }
        if target == self.first {
            return true;
        }
        self.carry(board, solid);
        solid[target as usize] = 1;
        let fits = self.macros.iter().any(|carry| {
            carry.to == target && carry.pushes == cost && {
                self.later.flood(board, solid, board.next[target as usize][carry.side as usize]);
                self.later.contains(self.door)
            }
        });
        solid[target as usize] = 0;
        fits
    }

    /// How far every square is from the room.
    fn measure(&mut self, board: &Board, solid: &mut [u8]) {
        solid[self.first as usize] = 1;
        self.zone.flood(board, solid, self.door);
        solid[self.first as usize] = 0;
        self.macros.clear();
        let zone = &self.zone;
        self.generator.pull(board, solid, self.first, |square| zone.contains(square), &mut self.macros);
        for carry in &self.macros {
            let away = &mut self.away[carry.to as usize];
            *away = (*away).min(carry.pushes);
        }
        self.away[self.first as usize] = 0;
    }

    /// How many boxes are delivered; `None` if some box stands elsewhere in the
    /// room, or the player is shut in there.
    pub(super) fn delivered(&mut self, board: &Board, solid: &[u8], boxes: &[Square], player: Square) -> Option<usize> {
        self.zone.flood(board, solid, player);
        if self.inside[player as usize] && !self.zone.contains(self.door) {
            return None;
        }
        let count = boxes.iter().filter(|&&square| self.inside[square as usize]).count();
        self.order[..count].iter().all(|&(target, _)| solid[target as usize] != 0).then_some(count)
    }

    /// The delivery of a box that can be delivered as if it were alone, when so
    /// many are delivered, as [`Self::delivered`] just found. `solid` has the
    /// boxes on it, and is left as it was.
    pub(super) fn deliver(
        &mut self,
        board: &Board,
        solid: &mut [u8],
        boxes: &[Square],
        delivered: usize,
    ) -> Option<Child> {
        for (row, &from) in boxes.iter().enumerate() {
            let away = self.away[from as usize];
            if self.inside[from as usize] {
                continue;
            }
            let nearer = (0..4).any(|dir| {
                let (to, behind) = (board.next[from as usize][dir], board.next[from as usize][(dir + 2) & 3]);
                solid[to as usize] == 0 && self.away[to as usize] < away && self.zone.contains(behind)
            });
            if !nearer {
                continue;
            }
            self.macros.clear();
            solid[from as usize] = 0;
            self.generator.push(board, solid, from, &self.zone, None, &mut self.macros);
            let comes = self.macros.iter().any(|carry| carry.to == self.first && carry.pushes == away);
            let child = comes.then(|| self.arrive(board, solid, row, from, away, delivered));
            solid[from as usize] = 1;
            if child.is_some() {
                return child;
            }
        }
        None
    }

    /// Lets boxes that are pushed through the door go to their place at once,
    /// and takes out the pushes of boxes delivered before. Whether there were any.
    pub(super) fn go_on(
        &mut self,
        board: &Board,
        solid: &mut [u8],
        children: &mut Vec<Child>,
        delivered: usize,
    ) -> bool {
        let before = children.len();
        children.retain(|child| !self.inside[child.from as usize]);
        let mut cut = children.len() < before;
        for child in children {
            if self.inside[child.to as usize] {
                self.pass(board, solid, child, delivered);
                cut = true;
            }
        }
        cut
    }

    fn pass(&mut self, board: &Board, solid: &mut [u8], child: &mut Child, delivered: usize) {
        // It may have been carried on through a passage.
        let mut pushes = child.pushes;
        let mut at = child.to;
        while at != self.first {
            at = board.next[at as usize][(child.dir as usize + 2) & 3];
            pushes -= 1;
        }
        solid[child.from as usize] = 0;
        *child = self.arrive(board, solid, child.row, child.from, pushes, delivered);
        solid[child.from as usize] = 1;
    }

    /// A box from outside in its place, after so many pushes to the first square
    /// of the room; `solid` is without it.
    fn arrive(
        &mut self,
        board: &Board,
        solid: &mut [u8],
        row: usize,
        from: Square,
        pushes: u16,
        delivered: usize,
    ) -> Child {
        let (to, cost) = self.order[delivered];
        solid[to as usize] = 1;
        let player = self.later.flood(board, solid, self.door);
        solid[to as usize] = 0;
        Child { row, from, to, dir: 0, pushes: pushes + cost, player }
    }
}
