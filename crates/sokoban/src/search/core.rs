//! What boxes that stand in each other's way cost more than the matching says.
//!
//! Boxes that can go home now, each by a way as short as if it were alone, are
//! taken off the board, one after the other: a box that is away hinders nobody.
//! What is left is the core. Its boxes have to step aside for each other or for
//! the player; how much that costs at least is found by a search in which every
//! box vanishes as soon as it can go home for nothing. The search ends when all
//! have vanished at no more than is allowed, or when nothing is left to try: then
//! these boxes, with the player where it is, cost more in every position.
//!
//! A box has cost more than alone as far as its pushes are not a gain towards any
//! target, whichever that is, so nothing is said about who goes where, and the
//! surplus adds up to any matching.

use crate::board::{Board, FAR, Square};
use crate::conflicts::Conflicts;
use crate::deadlock::freeze::Freeze;
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::position::Zone;
use crate::zobrist::Zobrist;
use rustc_hash::FxHashMap;

/// A box with the square where it stood at first, and the side on which the
/// player is: the lowest to which it could walk if there were no other box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Loose {
    start: Square,
    at: Square,
    side: u8,
}

struct State {
    boxes: Vec<Loose>,
    player: Square,
    cost: u32,
}

/// The gain of a box that has no way to any target.
const NEVER: i16 = i16::MIN / 2;

/// The search with its working memory.
pub(super) struct Cores {
    /// By how many pushes a box gets nearer to some target between a square, with
    /// the player where it likes, and another with the player on one side.
    gain: Vec<i16>,
    generator: MacroGenerator,
    macros: Vec<BoxMacro>,
    zone: Zone,
    later: Zone,
    solid: Vec<u8>,
    freeze: Freeze,
    zobrist: Zobrist,
    seen: FxHashMap<u64, u32>,
    open: Vec<Vec<State>>,
    squares: Vec<Square>,
    /// Work done, a unit is roughly a microsecond.
    pub used: u64,
}

impl Cores {
    pub(super) fn new(board: &Board) -> Self {
        let (live, targets) = (board.live_squares.len(), board.targets.len());
        let mut generator = MacroGenerator::new(board);
        let mut macros = Vec::new();
        let mut ways = vec![FAR; live * 4 * targets];
        for (index, &target) in board.targets.iter().enumerate() {
            let place = |at: Square, side: u8| (board.rank[at as usize] as usize * 4 + side as usize) * targets + index;
            (0..4).for_each(|side| ways[place(target, side)] = 0);
            macros.clear();
            generator.pull(board, &board.solid(&[]), target, |_| true, &mut macros);
            for carry in macros.iter().filter(|carry| carry.to != target) {
                ways[place(carry.to, carry.side)] = carry.pushes;
            }
        }
        let mut gain = vec![NEVER; live * live * 4];
        for (one, &start) in board.live_squares.iter().enumerate() {
            for (gain, ways) in gain[one * live * 4..].iter_mut().zip(ways.chunks(targets)) {
                let pairs = board.distances(start).iter().zip(ways);
                let both = pairs.filter(|&(&before, &after)| before != FAR && after != FAR);
                *gain = both.map(|(&before, &after)| before as i16 - after as i16).max().unwrap_or(NEVER);
            }
        }
        Self {
            gain,
            generator,
            macros,
            zone: Zone::new(board),
            later: Zone::new(board),
            solid: board.solid(&[]),
            freeze: Freeze::default(),
            zobrist: Zobrist::new(board.squares),
            seen: FxHashMap::default(),
            open: Vec::new(),
            squares: Vec::new(),
            used: 0,
        }
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> usize {
        self.gain.len() * size_of::<i16>()
    }

    fn gain(&self, board: &Board, start: Square, at: Square, side: u8) -> i16 {
        let live = board.live_squares.len();
        let (start, at) = (board.rank[start as usize] as usize, board.rank[at as usize] as usize);
        self.gain[(start * live + at) * 4 + side as usize]
    }

    /// What a box costs more because the player is on that side of it.
    fn wrong_side(&self, board: &Board, loose: &Loose) -> u32 {
        let gain = |side| self.gain(board, loose.start, loose.at, side);
        let best = (0..4).map(gain).max().unwrap_or(NEVER);
        best.abs_diff(gain(loose.side)).into()
    }

    /// A box as it stands, with the player there.
    fn loose(&mut self, board: &Board, at: Square, player: Square) -> Loose {
        let sides = board.sides[at as usize];
        let mut side = sides.into_iter().min().unwrap_or(0);
        if sides.iter().any(|&other| other < 4 && other != side) {
            self.solid[..board.squares].fill(0);
            self.solid[at as usize] = 1;
            self.zone.flood(board, &self.solid, player);
            let near = (0..4).find(|&side| self.zone.contains(board.next[at as usize][side]));
            side = near.map_or(side, |near| sides[near]);
        }
        Loose { start: at, at, side }
    }

    fn key(&self, state: &State) -> u64 {
        let mix = |loose: &Loose| {
            (self.zobrist.of(loose.start).rotate_left(7) ^ self.zobrist.of(loose.at))
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        };
        state.boxes.iter().map(mix).fold(self.zobrist.player(state.player), |key, one| key ^ one)
    }

    /// The boxes of a position that cannot go home at once for nothing, if they
    /// need more than `slack` pushes beyond the matching; `None` if they do not,
    /// or so much work does not suffice to tell.
    pub(super) fn beyond(
        &mut self,
        board: &Board,
        conflicts: &mut Conflicts,
        boxes: &[Square],
        player: Square,
        (slack, work): (u32, u64),
    ) -> Option<Vec<Square>> {
        self.seen.clear();
        self.open.iter_mut().for_each(Vec::clear);
        self.open.resize_with(slack as usize + 1, Vec::new);
        let boxes: Vec<Loose> = boxes.iter().map(|&at| self.loose(board, at, player)).collect();
        let lost: i32 = boxes.iter().map(|loose| -i32::from(self.gain(board, loose.start, loose.at, loose.side))).sum();
        let mut first = State { boxes, player, cost: lost.max(0) as u32 };
        // Those with the player on the wrong side have cost something already.
        let wrong = |loose: &&Loose| self.gain(board, loose.start, loose.at, loose.side) < 0;
        let mut core: Vec<Square> = first.boxes.iter().filter(wrong).map(|loose| loose.at).collect();
        if first.cost > slack {
            return Some(core);
        }
        self.settle(board, &mut first);
        if first.boxes.is_empty() {
            return None;
        }
        for loose in &first.boxes {
            if !core.contains(&loose.at) {
                core.push(loose.at);
            }
        }
        self.seen.insert(self.key(&first), first.cost);
        self.open[first.cost as usize].push(first);
        let (mut level, last) = (0, self.used + work);
        while level <= slack as usize {
            let Some(state) = self.open[level].pop() else {
                level += 1;
                continue;
            };
            if self.used > last || self.expand(board, conflicts, &state, slack).is_none() {
                return None;
            }
            // Whoever vanishes makes the rest cheaper than it seemed.
            level = 0;
        }
        Some(core)
    }

    /// Puts the boxes of a state on the board and floods.
    fn put(&mut self, board: &Board, state: &State) {
        self.solid[..board.squares].fill(0);
        for loose in &state.boxes {
            self.solid[loose.at as usize] = 1;
        }
        self.zone.flood(board, &self.solid, state.player);
    }

    /// Takes off what can go home for nothing; names the player's zone.
    fn settle(&mut self, board: &Board, state: &mut State) {
        self.put(board, state);
        let mut index = 0;
        let mut since = 0;
        while since < state.boxes.len() {
            index %= state.boxes.len();
            if self.goes_home(board, state.boxes[index]) {
                self.solid[state.boxes[index].at as usize] = 0;
                state.boxes.swap_remove(index);
                self.zone.flood(board, &self.solid, state.player);
                since = 0;
            } else {
                index += 1;
                since += 1;
            }
        }
        state.player = self.zone.flood(board, &self.solid, state.player);
    }

    fn goes_home(&mut self, board: &Board, loose: Loose) -> bool {
        if board.is_target[loose.at as usize] {
            return true;
        }
        let before = self.gain(board, loose.start, loose.at, loose.side);
        let starts = (0..4).any(|dir| {
            let (to, stand) = (board.next[loose.at as usize][dir], board.next[loose.at as usize][(dir + 2) & 3]);
            self.solid[to as usize] == 0
                && board.live[to as usize]
                && self.zone.contains(stand)
                && self.gain(board, loose.start, to, board.sides[to as usize][(dir + 2) & 3]) == before + 1
        });
        if !starts {
            return false;
        }
        self.used += 1 + board.squares as u64 / 50;
        self.macros.clear();
        self.solid[loose.at as usize] = 0;
        self.generator.push(board, &self.solid, loose.at, &self.zone, None, &mut self.macros);
        self.solid[loose.at as usize] = 1;
        let home = |carry: &BoxMacro| {
            board.is_target[carry.to as usize]
                && self.gain(board, loose.start, carry.to, board.sides[carry.to as usize][carry.side as usize]) - before
                    == carry.pushes as i16
        };
        self.macros.iter().any(home)
    }

    /// Lists what follows a state; `None` if that is nothing left to do.
    fn expand(&mut self, board: &Board, conflicts: &mut Conflicts, state: &State, slack: u32) -> Option<()> {
        self.put(board, state);
        let mut pushes = Vec::new();
        for (index, loose) in state.boxes.iter().enumerate() {
            for dir in 0..4 {
                let (to, stand) = (board.next[loose.at as usize][dir], board.next[loose.at as usize][(dir + 2) & 3]);
                if self.solid[to as usize] == 0 && board.live[to as usize] && self.zone.contains(stand) {
                    pushes.push((index, to, board.sides[to as usize][(dir + 2) & 3]));
                }
            }
        }
        for (index, to, side) in pushes {
            let Loose { start, at, side: before } = state.boxes[index];
            let lost = 1 - (self.gain(board, start, to, side) - self.gain(board, start, at, before));
            let cost = state.cost + lost as u32;
            if cost > slack {
                continue;
            }
            self.used += 1 + board.squares as u64 / 200;
            self.put(board, state);
            self.solid[at as usize] = 0;
            self.solid[to as usize] = 1;
            if self.freeze.kills(board, &mut self.solid, to) {
                continue;
            }
            let mut boxes = state.boxes.clone();
            boxes[index] = Loose { start, at: to, side };
            let player = self.later.flood(board, &self.solid, at);
            self.squares.clear();
            self.squares.extend(boxes.iter().map(|loose| loose.at));
            let Some(more) = conflicts.of(&self.squares, player) else { continue };
            // Pairs know on which side the player is, too: that counts once.
            let known: u32 = boxes.iter().map(|loose| self.wrong_side(board, loose)).sum();
            let bound = cost.max((cost + more).saturating_sub(known));
            let mut next = State { boxes, player, cost };
            if bound > slack || !self.fresh(&next) {
                continue;
            }
            let before = next.boxes.len();
            self.settle(board, &mut next);
            if next.boxes.is_empty() {
                return None;
            }
            if next.boxes.len() == before || self.fresh(&next) {
                self.open[bound as usize].push(next);
            }
        }
        Some(())
    }

    /// Whether a state was not seen at that cost; notes it.
    fn fresh(&mut self, state: &State) -> bool {
        let key = self.key(state);
        match self.seen.get(&key) {
            Some(&cost) if cost <= state.cost => false,
            _ => {
                self.seen.insert(key, state.cost);
                true
            }
        }
    }
}
