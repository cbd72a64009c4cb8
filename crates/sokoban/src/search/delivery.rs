//! Boxes that can be delivered now are delivered now, and nothing is lost.
//!
//! Suppose there is a [`Room`] with all targets that can be filled so that what
//! happens in it costs the least whatever box comes when, and never hinders
//! anybody outside ([`Filling`]). Then one of the shortest solutions carries every
//! box to its place as soon as it has come into the room, and never touches it
//! again. For take any solution and leave out all pushes of a box from its first
//! in the room on: all others stay possible, since a box that is away stands in
//! nobody's way, neither the player's nor another box's; and the pushes left out
//! were no fewer than those that carry the boxes to their places.
//!
//! More than that: if some box outside can be pushed into the room in as few
//! pushes as it would need alone, and by no other port it could be cheaper, then
//! doing that at once is one of the shortest ways to go on, for the same reason.

use super::filling::{Filled, Filling};
use super::room::Room;
use crate::board::{Board, FAR, Square};
use crate::deadlock::pairs::MAX_LIVE;
use crate::expand::Child;
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::position::Zone;

/// The room, and how boxes get there.
pub(super) struct Delivery {
    room: Room,
    filling: Filling,
    /// The number of the target on a square.
    index: Vec<u8>,
    /// For each port and square the pushes of a lone box into the room, if no
    /// other port can be cheaper in the end.
    away: Vec<Vec<u16>>,
    generator: MacroGenerator,
    macros: Vec<BoxMacro>,
    zone: Zone,
    later: Zone,
}

impl Delivery {
    /// The largest room of a board with the fewest kinds of ports, if there is
    /// one.
    pub(super) fn find(board: &Board, keep_on: &dyn Fn() -> bool) -> Option<Self> {
        let (boxes, targets) = (board.boxes.len(), board.targets.len());
        if boxes != targets || boxes < 2 || board.live_squares.len() > MAX_LIVE {
            return None;
        }
        let mut rooms = Room::all(board, keep_on);
        rooms.reverse();
        rooms.sort_by_key(|room| room.costs.len());
        let (room, filling) =
            rooms.into_iter().find_map(|room| Some(Filling::find(board, &room, keep_on)?).map(|f| (room, f)))?;
        let mut index = vec![0; board.squares + 1];
        for (number, &target) in board.targets.iter().enumerate() {
            index[target as usize] = number as u8;
        }
        let away = Self::measure(board, &room, &filling);
        Some(Self {
            room,
            filling,
            index,
            away,
            generator: MacroGenerator::new(board),
            macros: Vec::new(),
            zone: Zone::new(board),
            later: Zone::new(board),
        })
    }

    /// How many kinds of ports the room has.
    #[cfg(test)]
    pub(super) fn kinds(&self) -> usize {
        self.room.costs.len()
    }

    fn measure(board: &Board, room: &Room, filling: &Filling) -> Vec<Vec<u16>> {
        let away: Vec<Vec<u16>> = room.ports.iter().map(|port| room.away(board, port)).collect();
        let worth = |port: usize, square: usize| {
            let (Some(kind), true) = (room.ports[port].kind, away[port][square] != FAR) else { return FAR };
            let mine = i32::from(away[port][square]) + i32::from(room.ports[port].toll);
            let best = room.ports.iter().zip(&away).all(|(other, away)| match other.kind {
                Some(_) if away[square] == FAR => true,
                Some(two) => filling.instead[kind][two]
                    .is_some_and(|more| mine + more <= i32::from(away[square]) + i32::from(other.toll)),
                None => true,
            });
            if best { away[port][square] } else { FAR }
        };
        (0..room.ports.len()).map(|port| (0..=board.squares).map(|square| worth(port, square)).collect()).collect()
    }

    /// Which targets are filled; `None` if some box stands elsewhere in the
    /// room, or the player is shut in there.
    pub(super) fn delivered(
        &mut self,
        board: &Board,
        solid: &[u8],
        boxes: &[Square],
        player: Square,
    ) -> Option<Filled> {
        self.zone.flood(board, solid, player);
        let inside = &self.room.inside;
        if inside[player as usize] && !self.room.edge.iter().all(|&square| self.zone.contains(square)) {
            return None;
        }
        let mut filled = 0;
        for &square in boxes.iter().filter(|&&square| inside[square as usize]) {
            if !board.is_target[square as usize] {
                return None;
            }
            filled |= 1 << self.index[square as usize];
        }
        self.filling.next.contains_key(&filled).then_some(filled)
    }

    /// The delivery of a box that can be delivered as if it were alone, when so
    /// many are delivered, as [`Self::delivered`] just found. `solid` has the
    /// boxes on it, and is left as it was.
    pub(super) fn deliver(
        &mut self,
        board: &Board,
        solid: &mut [u8],
        boxes: &[Square],
        filled: Filled,
    ) -> Option<Child> {
        for (row, &from) in boxes.iter().enumerate().filter(|(_, from)| !self.room.inside[**from as usize]) {
            let mut listed = false;
            for port in 0..self.room.ports.len() {
                let (away, first) = (self.away[port][from as usize], self.room.ports[port].first);
                if away == FAR {
                    continue;
                }
                if !listed {
                    listed = true;
                    self.macros.clear();
                    solid[from as usize] = 0;
                    self.generator.push(board, solid, from, &self.zone, None, &mut self.macros);
                    solid[from as usize] = 1;
                }
                let comes = |carry: &&BoxMacro| carry.to == first && carry.pushes == away;
                let sides: Vec<u8> = self.macros.iter().filter(comes).map(|carry| carry.side).collect();
                for side in sides {
                    (solid[from as usize], solid[first as usize]) = (0, 1);
                    self.later.flood(board, solid, board.next[first as usize][side as usize]);
                    (solid[from as usize], solid[first as usize]) = (1, 0);
                    if self.later.contains(self.room.ports[port].from) {
                        return self.arrive(board, solid, (row, from), port, away, filled);
                    }
                }
            }
        }
        None
    }

    /// Lets boxes that are pushed into the room go to their place at once, and
    /// takes out the pushes of boxes delivered before.
    pub(super) fn go_on(&mut self, board: &Board, solid: &mut [u8], children: &mut Vec<Child>, filled: Filled) {
        children.retain(|child| !self.room.inside[child.from as usize]);
        let mut kept = 0;
        for index in 0..children.len() {
            let child = children[index];
            let through = self.through(board, &child);
            let child = match through {
                None => Some(child),
                Some((port, pushes)) => self.arrive(board, solid, (child.row, child.from), port, pushes, filled),
            };
            if let Some(child) = child {
                children[kept] = child;
                kept += 1;
            }
        }
        children.truncate(kept);
    }

    /// By which port a child came into the room, and after how many pushes: it
    /// may have been carried on through a passage.
    fn through(&self, board: &Board, child: &Child) -> Option<(usize, u16)> {
        let (mut at, dir) = (child.from, child.dir as usize);
        for pushes in 1..=child.pushes {
            let to = board.next[at as usize][dir];
            if self.room.inside[to as usize] {
                let port = self.room.ports.iter().position(|port| port.first == to && port.dir == dir)?;
                return Some((port, pushes));
            }
            at = to;
        }
        None
    }

    /// A box from outside in its place, after so many pushes into the room;
    /// `None` if there is none for it.
    fn arrive(
        &mut self,
        board: &Board,
        solid: &mut [u8],
        (row, from): (usize, Square),
        port: usize,
        pushes: u16,
        filled: Filled,
    ) -> Option<Child> {
        let port = self.room.ports[port];
        let kind = port.kind?;
        let target = self.filling.next[&filled][kind]? as usize;
        let to = board.targets[target];
        (solid[from as usize], solid[to as usize]) = (0, 1);
        let player = self.later.flood(board, solid, port.from);
        (solid[from as usize], solid[to as usize]) = (1, 0);
        let pushes = pushes + port.toll + self.room.costs[kind][target];
        Some(Child { row, from, to, dir: 0, pushes, player })
    }
}
