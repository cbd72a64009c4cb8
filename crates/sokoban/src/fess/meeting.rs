//! One table in which searches from both sides meet.
//!
//! Every search that plays macro moves from the start, and every one that
//! pulls from the solved board, writes down each position it has seen, also
//! children it never went on with: the key, the key of the position it came
//! from, and the move. Whoever finds a position that the other side has
//! written down has a solution, whichever search wrote it and however long
//! ago: the moves to it, then the moves from it.
//!
//! Positions are told apart by their 64-bit keys alone; the referee replays
//! whatever comes of it. Some 30 to 60 bytes a position, as maps double. When children fill the
//! table, those of one part are forgotten for new ones; positions that were
//! gone on with are kept, so that every chain leads back to its side.

use super::macros::{BoxMacro, MacroGenerator};
use crate::board::Board;
use crate::control::Control;
use crate::position::{Position, Push, Zone};
use crate::zobrist::Zobrist;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// From which side a position was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// By pushing from the start.
    Start,
    /// By pulling from the solved board.
    Solved,
}

/// How a position was reached: a box went from a square to another. For
/// [`Side::Solved`] it was pulled, so playing on pushes it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub parent: u64,
    pub from: u16,
    pub to: u16,
    pub side: Side,
}

/// The parent of the first positions.
pub(crate) const ROOT: u64 = 0;

/// Parts of the table, each with a lock of its own.
const PARTS: usize = 64;
/// The most bytes a table takes, the bytes of a position as planned, and those of
/// a slot of the maps, of which seven in eight are used.
const MOST_BYTES: usize = 200 << 20;
const BYTES: usize = 32;
const SLOT: usize = size_of::<(u64, Link)>() + 1;

#[derive(Debug, Default)]
struct Part {
    /// Positions that a search went on with.
    kept: FxHashMap<u64, Link>,
    /// Children.
    seen: FxHashMap<u64, Link>,
}

impl Part {
    fn get(&self, key: u64) -> Option<Link> {
        self.kept.get(&key).or_else(|| self.seen.get(&key)).copied()
    }

    fn bytes(&self) -> usize {
        (self.kept.capacity() + self.seen.capacity()) * 8 / 7 * SLOT
    }
}

/// The table.
#[derive(Debug)]
pub struct MeetingTable {
    parts: Vec<Mutex<Part>>,
    /// Bytes of all parts.
    bytes: AtomicUsize,
    /// The most children in a part.
    most: usize,
    /// Bytes told to the control.
    counted: AtomicUsize,
}

impl Default for MeetingTable {
    fn default() -> Self {
        Self::new(MOST_BYTES)
    }
}

impl MeetingTable {
    /// An empty table that takes at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        let bytes = bytes.min(MOST_BYTES) / PARTS;
        // So many fit before the map doubles beyond the limit.
        let fit = (1 << (bytes / SLOT).max(8).ilog2()) / 8 * 7;
        Self {
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
            bytes: AtomicUsize::new(0),
            most: fit.min(bytes / BYTES),
            counted: AtomicUsize::new(0),
        }
    }

    /// Tells the control how large the table is; false if the limit is passed.
    pub(crate) fn report(&self, control: &Control<'_>) -> bool {
        let now = self.bytes.load(Ordering::Relaxed);
        control.memory(self.counted.swap(now, Ordering::Relaxed), now)
    }

    fn part(&self, key: u64) -> &Mutex<Part> {
        &self.parts[(key >> 58) as usize % PARTS]
    }

    /// Writes a position down unless it is there; how the other side reached
    /// it, if it did.
    pub(crate) fn meet(&self, key: u64, link: Link) -> Option<Link> {
        let mut part = self.part(key).lock().ok()?;
        if let Some(known) = part.get(key) {
            return (known.side != link.side).then_some(known);
        }
        if part.seen.len() >= self.most {
            part.seen.clear();
        }
        let before = part.bytes();
        part.seen.insert(key, link);
        self.bytes.fetch_add(part.bytes() - before, Ordering::Relaxed);
        None
    }

    /// Writes down for good how a position was reached from which a search now
    /// goes on.
    pub(crate) fn keep(&self, key: u64, link: Link) {
        let Ok(mut part) = self.part(key).lock() else { return };
        let before = part.bytes();
        if let Entry::Vacant(slot) = part.kept.entry(key) {
            slot.insert(link);
            part.seen.remove(&key);
            self.bytes.fetch_add(part.bytes().saturating_sub(before), Ordering::Relaxed);
        }
    }

    /// How a position was reached.
    pub(crate) fn get(&self, key: u64) -> Option<Link> {
        self.part(key).lock().ok()?.get(key)
    }

    /// The pushes from the start over the position `key` to the solved board,
    /// given how each side reached it.
    pub(crate) fn solution(&self, board: &Board, key: u64, links: [Link; 2]) -> Option<Vec<Push>> {
        let forward = links.into_iter().find(|link| link.side == Side::Start)?;
        let backward = links.into_iter().find(|link| link.side == Side::Solved)?;
        let mut player = Player::new(board);
        player.follow(&self.forward_moves(key, forward)?)?;
        player.follow(&self.backward_moves(backward)?)?;
        board.solved(&player.position.boxes).then_some(player.pushes)
    }

    /// The pushes from the start to a position that the forward side reached.
    pub(crate) fn pushes_to(&self, board: &Board, key: u64, link: Link) -> Option<Vec<Push>> {
        let mut player = Player::new(board);
        player.follow(&self.forward_moves(key, link)?)?;
        Some(player.pushes)
    }

    /// Goes on to the solved board after pushes that lead from the start to a
    /// position which the other side has seen: all pushes then.
    pub(crate) fn finish(&self, board: &Board, pushes: &[Push]) -> Option<Vec<Push>> {
        let mut player = Player::new(board);
        for &push in pushes {
            player.position.push(board, push);
        }
        let name = player.zone.flood(board, &player.position.solid, player.position.player);
        let key = player.zobrist.boxes(&player.position.boxes) ^ player.zobrist.player(name);
        player.pushes.extend_from_slice(pushes);
        if !board.solved(&player.position.boxes) {
            let link = self.get(key).filter(|link| link.side == Side::Solved)?;
            player.follow(&self.backward_moves(link)?)?;
        }
        board.solved(&player.position.boxes).then_some(player.pushes)
    }

    /// The moves from the start, each with the key it leads to.
    fn forward_moves(&self, key: u64, mut link: Link) -> Option<Vec<(u16, u16, u64)>> {
        let (mut steps, mut key) = (Vec::new(), key);
        while link.parent != ROOT {
            steps.push((link.from, link.to, key));
            key = link.parent;
            link = self.get(key).filter(|link| link.side == Side::Start)?;
        }
        steps.reverse();
        Some(steps)
    }

    fn backward_moves(&self, mut link: Link) -> Option<Vec<(u16, u16, u64)>> {
        let mut steps = Vec::new();
        while link.parent != ROOT {
            steps.push((link.to, link.from, link.parent));
            link = self.get(link.parent).filter(|link| link.side == Side::Solved)?;
        }
        Some(steps)
    }
}

/// Plays macro moves by the keys they lead to.
struct Player<'a> {
    board: &'a Board,
    zobrist: Zobrist,
    generator: MacroGenerator,
    zone: Zone,
    later: Zone,
    position: Position,
    pushes: Vec<Push>,
}

impl<'a> Player<'a> {
    fn new(board: &'a Board) -> Self {
        Self {
            board,
            zobrist: Zobrist::new(board.squares),
            generator: MacroGenerator::new(board),
            zone: Zone::new(board),
            later: Zone::new(board),
            position: Position::start(board),
            pushes: Vec::new(),
        }
    }

    /// Plays moves, each from a square to a square, to a position with a key.
    fn follow(&mut self, steps: &[(u16, u16, u64)]) -> Option<()> {
        let board = self.board;
        for &(from, to, key) in steps {
            self.zone.flood(board, &self.position.solid, self.position.player);
            let mut macros: Vec<BoxMacro> = Vec::new();
            self.position.solid[from as usize] = 0;
            self.generator.push(board, &self.position.solid, from, &self.zone, None, &mut macros);
            self.position.solid[to as usize] = 1;
            let boxes = self.zobrist.boxes(&self.position.boxes) ^ self.zobrist.of(from) ^ self.zobrist.of(to);
            let fits = |found: &&BoxMacro| {
                let player = board.next[to as usize][found.side as usize];
                let name = self.later.flood(board, &self.position.solid, player);
                boxes ^ self.zobrist.player(name) == key
            };
            let found = macros.iter().filter(|found| found.to == to).find(fits).copied();
            self.position.solid[to as usize] = 0;
            let path = found.and_then(|found| self.generator.pushes(board, &self.position.solid, &self.zone, found));
            self.position.solid[from as usize] = 1;
            for push in path? {
                self.position.push(board, push);
                self.pushes.push(push);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;

    /// Children make room for each other before the table passes its limit.
    #[test]
    fn children_take_no_more_than_allowed() {
        for bytes in [1 << 16, 100_000, 1 << 20, 7_500_000] {
            let table = MeetingTable::new(bytes);
            let mut rng = dedale_grid::Rng::new(3);
            let link = Link { parent: 7, from: 1, to: 2, side: Side::Start };
            for _ in 0..bytes / 8 {
                table.meet(rng.bits(), link);
            }
            let control = Control::new(Limits { memory: bytes, ..Limits::default() });
            assert!(table.report(&control) && control.peak() * 3 > bytes, "{} of {bytes}", control.peak());
        }
    }
}
