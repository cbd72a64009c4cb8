//! Positions kept in few bytes, each once.
//!
//! A record holds one bit for every live square, the player's zone (2 bytes),
//! the record it came from (4 bytes) and the pushes made (2 bytes): at most 40
//! bytes for 256 live squares. The table of records is open addressing with
//! eight bytes a slot: the upper 37 bits of the Zobrist key, which also say
//! where the slot is, so that the table doubles without a look at the records,
//! and 27 for the number of the record. Records are compared in full, so two
//! positions are never taken for one.

use crate::board::{Board, Square};

const CHUNK: usize = 1 << 12;
const INDEX_BITS: u32 = 27;
const INDEX: u64 = (1 << INDEX_BITS) - 1;
const EMPTY: u64 = u64::MAX;

/// The number of a record.
pub type Id = u32;

/// No record.
pub const NO_ID: Id = u32::MAX;

/// The positions of a search.
#[derive(Clone, Debug)]
pub struct Store {
    bits: usize,
    stride: usize,
    len: usize,
    chunks: Vec<Vec<u8>>,
    table: Vec<u64>,
    /// How far a key is shifted to give its slot.
    shift: u32,
    scratch: Vec<u8>,
}

impl Store {
    /// An empty store for a board.
    pub fn new(board: &Board) -> Self {
        let bits = board.live_squares.len().div_ceil(8);
        Self {
            bits,
            stride: bits + 8,
            len: 0,
            chunks: Vec::new(),
            table: vec![EMPTY; 1 << 12],
            shift: 64 - 12,
            scratch: vec![0; bits + 2],
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes in use, and those that the table is about to take: it doubles
    /// when it is three quarters full, which takes the new table and for a
    /// moment the old one too, and is counted so a little before.
    pub fn bytes(&self) -> usize {
        let doubling = self.len * 10 >= self.table.len() * 7;
        let table = if doubling { self.table.len() * 3 } else { self.table.len() };
        (self.chunks.len() + 1) * CHUNK * self.stride + table * 8
    }

    fn record(&self, id: Id) -> &[u8] {
        let at = (id as usize % CHUNK) * self.stride;
        &self.chunks[id as usize / CHUNK][at..at + self.stride]
    }

    fn record_mut(&mut self, id: Id) -> &mut [u8] {
        let at = (id as usize % CHUNK) * self.stride;
        &mut self.chunks[id as usize / CHUNK][at..at + self.stride]
    }

    /// The boxes of a record, in ascending order.
    pub fn boxes(&self, board: &Board, id: Id, out: &mut Vec<Square>) {
        out.clear();
        for (byte, &value) in self.record(id)[..self.bits].iter().enumerate() {
            let mut rest = value;
            while rest != 0 {
                out.push(board.live_squares[byte * 8 + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
    }

    /// The player's zone.
    pub fn player(&self, id: Id) -> Square {
        let record = self.record(id);
        u16::from_le_bytes([record[self.bits], record[self.bits + 1]])
    }

    /// The record it came from.
    pub fn parent(&self, id: Id) -> Id {
        let record = &self.record(id)[self.bits + 2..];
        u32::from_le_bytes([record[0], record[1], record[2], record[3]])
    }

    /// The pushes made.
    pub fn pushes(&self, id: Id) -> u16 {
        let record = &self.record(id)[self.bits + 6..];
        u16::from_le_bytes([record[0], record[1]])
    }

    /// Changes where a record came from.
    pub fn improve(&mut self, id: Id, parent: Id, pushes: u16) {
        let bits = self.bits;
        let record = self.record_mut(id);
        record[bits + 2..bits + 6].copy_from_slice(&parent.to_le_bytes());
        record[bits + 6..bits + 8].copy_from_slice(&pushes.to_le_bytes());
    }

    /// Adds a position unless it is there; its number, and whether it is new.
    /// `None` when the numbers are used up.
    pub fn insert(
        &mut self,
        board: &Board,
        key: u64,
        boxes: &[Square],
        player: Square,
        parent: Id,
        pushes: u16,
    ) -> Option<(Id, bool)> {
        self.scratch.fill(0);
        for &square in boxes {
            self.flip(board, square);
        }
        self.insert_scratch(key, player, parent, pushes)
    }

    /// Like [`Store::insert`], for a position that differs from its parent by
    /// one box.
    pub fn insert_after(
        &mut self,
        board: &Board,
        key: u64,
        moved: (Square, Square),
        player: Square,
        parent: Id,
        pushes: u16,
    ) -> Option<(Id, bool)> {
        self.scratch_after(board, parent, moved);
        self.insert_scratch(key, player, parent, pushes)
    }

    /// The record of a position that differs from its parent by one box.
    pub fn find_after(
        &mut self,
        board: &Board,
        key: u64,
        moved: (Square, Square),
        player: Square,
        parent: Id,
    ) -> Option<Id> {
        self.scratch_after(board, parent, moved);
        self.scratch[self.bits..].copy_from_slice(&player.to_le_bytes());
        self.find(key, &self.scratch)
    }

    /// The record with a name, as [`Store::name`] of this or another store of
    /// the same board gives it.
    pub fn find(&self, key: u64, name: &[u8]) -> Option<Id> {
        let mask = self.table.len() - 1;
        let mut slot = (key >> self.shift) as usize;
        loop {
            let entry = self.table[slot];
            if entry == EMPTY {
                return None;
            }
            let id = (entry & INDEX) as Id;
            if (entry ^ key) >> INDEX_BITS == 0 && self.name(id) == name {
                return Some(id);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// What tells a position from all others: boxes and the player's zone.
    pub fn name(&self, id: Id) -> &[u8] {
        &self.record(id)[..self.bits + 2]
    }

    /// Brings the table's slots for these keys, and the records they name, near
    /// the processor: all waits for memory at once instead of one by one.
    pub fn expect(&self, keys: impl Iterator<Item = u64> + Clone) {
        let mut sum = 0;
        for key in keys.clone() {
            sum ^= self.table[(key >> self.shift) as usize];
        }
        std::hint::black_box(sum);
        let mut sum = 0;
        for key in keys {
            let entry = self.table[(key >> self.shift) as usize];
            if entry != EMPTY && (entry ^ key) >> INDEX_BITS == 0 {
                sum ^= self.record((entry & INDEX) as Id)[0];
            }
        }
        std::hint::black_box(sum);
    }

    /// Writes the boxes of a record down with one of them moved.
    #[inline]
    fn scratch_after(&mut self, board: &Board, parent: Id, (from, to): (Square, Square)) {
        let at = (parent as usize % CHUNK) * self.stride;
        self.scratch.copy_from_slice(&self.chunks[parent as usize / CHUNK][at..at + self.bits + 2]);
        self.flip(board, from);
        self.flip(board, to);
    }

    #[inline]
    fn flip(&mut self, board: &Board, square: Square) {
        let rank = board.rank[square as usize] as usize;
        self.scratch[rank / 8] ^= 1 << (rank % 8);
    }

    fn insert_scratch(&mut self, key: u64, player: Square, parent: Id, pushes: u16) -> Option<(Id, bool)> {
        self.make_room();
        self.scratch[self.bits..].copy_from_slice(&player.to_le_bytes());
        let mask = self.table.len() - 1;
        let mut slot = (key >> self.shift) as usize;
        loop {
            let entry = self.table[slot];
            if entry == EMPTY {
                break;
            }
            if (entry ^ key) >> INDEX_BITS == 0 {
                let id = (entry & INDEX) as Id;
                if self.record(id)[..self.bits + 2] == self.scratch[..] {
                    return Some((id, false));
                }
            }
            slot = (slot + 1) & mask;
        }
        let id = self.len as Id;
        if u64::from(id) >= INDEX {
            return None;
        }
        if self.len.is_multiple_of(CHUNK) {
            self.chunks.push(vec![0; CHUNK * self.stride]);
        }
        self.len += 1;
        let bits = self.bits;
        let scratch = std::mem::take(&mut self.scratch);
        self.record_mut(id)[..bits + 2].copy_from_slice(&scratch);
        self.scratch = scratch;
        self.improve(id, parent, pushes);
        self.table[slot] = key & !INDEX | u64::from(id);
        Some((id, true))
    }

    /// Doubles the table when it is nearly full.
    fn make_room(&mut self) {
        if self.len * 4 < self.table.len() * 3 {
            return;
        }
        let size = self.table.len() * 2;
        self.shift -= 1;
        let old = std::mem::replace(&mut self.table, vec![EMPTY; size]);
        for entry in old.into_iter().filter(|&entry| entry != EMPTY) {
            let mut slot = (entry >> self.shift) as usize;
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::zobrist::Zobrist;
    use dedale_grid::Rng;
    use std::collections::HashMap;

    #[test]
    fn agrees_with_a_plain_map() {
        let rows = ["########", "#   .  #", "# .$ $ #", "#  $.  #", "#   @  #", "########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let zobrist = Zobrist::new(board.squares);
        let mut store = Store::new(&board);
        assert!(store.stride <= 40);
        let mut map = HashMap::new();
        let mut rng = Rng::new(4);
        let mut boxes = Vec::new();
        for round in 0..20_000u32 {
            let mut squares = board.live_squares.clone();
            rng.shuffle(&mut squares);
            squares.truncate(3);
            squares.sort_unstable();
            let player = rng.below(3) as Square;
            let key = zobrist.boxes(&squares) ^ zobrist.player(player);
            let next = map.len() as Id;
            let expected = *map.entry((squares.clone(), player)).or_insert(next);
            let name = (expected != next).then_some(expected);
            let found = store.insert(&board, key, &squares, player, round, 7).expect("room");
            let record = store.name(found.0).to_vec();
            assert_eq!(store.find(key, &record), Some(expected));
            assert_eq!(found.1, name.is_none());
            assert_eq!(found, (expected, expected == next));
            store.boxes(&board, found.0, &mut boxes);
            assert_eq!(boxes, squares);
        }
        assert_eq!(store.len(), map.len());
    }
}
