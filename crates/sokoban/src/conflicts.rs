//! What two boxes cost more than one by one: a pattern database of all pairs.
//!
//! The matching lets every box go its own shortest way. Two boxes may stand in
//! each other's way, and the player may stand on the wrong side of both. For
//! every pair of squares and every zone of the player, all pushes of two boxes
//! alone on the board are counted exactly, backwards from every pair of targets;
//! what remains after taking off both boxes' own distances, whichever targets
//! they go to, is a conflict. Boxes can be paired off, and the conflicts of pairs
//! without a common box add up to the matching: the bound is never too high.
//! Linear conflicts (Junghanns & Schaeffer 2001) are the simplest of these. The
//! same from the other end: what two boxes cost on their way from the start, for
//! searches that pull.
//!
//! Cost: the moves of two boxes are listed once, then one breadth-first search
//! over them for every pair of targets; one byte a pair and zone.

use crate::board::{Board, FAR, Square};
use crate::deadlock::corral::regions;
use crate::deadlock::pairs::MAX_LIVE;
use crate::position::Zone;
use std::sync::Arc;

/// The most steps of all searches together, some nanoseconds each.
const MAX_STEPS: usize = 6_000_000_000;
/// A pair that never gets home.
const DEAD: u8 = u8::MAX;

/// The conflicts of a board.
#[derive(Clone, Debug)]
pub struct Conflicts {
    table: Arc<Table>,
    /// Of the position asked for last: pairs with a conflict.
    found: Vec<(u8, u16, u16)>,
    taken: Vec<bool>,
}

/// What all who ask share.
#[derive(Debug)]
struct Table {
    live: usize,
    /// The place of a live square.
    rank: Vec<u16>,
    /// Where the entries of a pair of places begin.
    first: Vec<u32>,
    /// Where the zones of a pair are written down, or [`ONE_ZONE`].
    zones: Vec<u32>,
    /// The zone of every square, for pairs that leave the player several.
    maps: Vec<u8>,
    squares: usize,
    /// What the pair costs more, by pair and zone.
    more: Vec<u8>,
}

const ONE_ZONE: u32 = u32::MAX;

/// From one state of two boxes to the next, away from home.
#[derive(Clone, Copy)]
struct Move {
    to: u32,
    /// Whether the box passes the other one, so that it is the other one now
    /// that has the higher place.
    passes: bool,
}

impl Conflicts {
    /// The conflicts of boxes on their way to the targets; `None` if the board
    /// is too large for a table, there are no two boxes, or `keep_on` says stop.
    pub fn new(board: &Board, keep_on: &dyn Fn() -> bool) -> Option<Self> {
        Self::away_from(board, &board.targets, &board.distance, true, keep_on)
    }

    /// The conflicts of boxes on their way from the start, whose lone ways are
    /// given: `ways[square * boxes + box]`.
    pub fn from_start(board: &Board, ways: &[u16], keep_on: &dyn Fn() -> bool) -> Option<Self> {
        Self::away_from(board, &board.boxes, ways, false, keep_on)
    }

    /// Searches away from all pairs of `homes`, by pulling or by pushing.
    fn away_from(
        board: &Board,
        homes: &[Square],
        ways: &[u16],
        pull: bool,
        keep_on: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let (live, squares) = (board.live_squares.len(), board.squares + 1);
        if live > MAX_LIVE || board.boxes.len() < 2 {
            return None;
        }
        let mut table = Table {
            live,
            rank: board.rank.clone(),
            first: vec![0; live * live],
            zones: vec![ONE_ZONE; live * live],
            maps: Vec::new(),
            squares,
            more: Vec::new(),
        };
        let mut states: Vec<(u16, u16, Square)> = Vec::new();
        let mut solid = board.solid(&[]);
        for low in 0..live {
            if !keep_on() {
                return None;
            }
            for high in low + 1..live {
                let (a, b) = (board.live_squares[low] as usize, board.live_squares[high] as usize);
                (solid[a], solid[b]) = (1, 1);
                table.number_zones(board, &solid, (low, high), &mut states);
                (solid[a], solid[b]) = (0, 0);
            }
        }
        let (starts, moves) = table.list_moves(board, &states, pull, keep_on)?;
        let count = homes.len();
        if moves.len() * count * (count - 1) > MAX_STEPS {
            return None;
        }
        table.more = vec![DEAD; states.len()];
        let mut steps = vec![FAR; states.len() * 2];
        let mut queue: Vec<u32> = Vec::new();
        for one in 0..count {
            for two in one + 1..count {
                if !keep_on() {
                    return None;
                }
                let (pair, swapped) = table.pair(homes[one], homes[two]);
                steps.fill(FAR);
                queue.clear();
                // A state's number, and beside it which box belongs to `one`.
                let begin = table.first[pair] as usize;
                let zones =
                    states[begin..].iter().take_while(|state| (state.0, state.1) == (states[begin].0, states[begin].1));
                // At the end the player may be anywhere, at the start not.
                let ends = if pull {
                    begin..begin + zones.count()
                } else {
                    let zone = begin + table.zone(pair, board.player);
                    zone..zone + 1
                };
                for state in ends {
                    let state = (state * 2 + usize::from(swapped)) as u32;
                    steps[state as usize] = 0;
                    queue.push(state);
                }
                let mut head = 0;
                while let Some(&state) = queue.get(head) {
                    head += 1;
                    let (plain, swapped) = (state as usize / 2, state as usize % 2);
                    let next = steps[state as usize] + 1;
                    for next_to in &moves[starts[plain] as usize..starts[plain + 1] as usize] {
                        let to = next_to.to as usize * 2 + (swapped ^ usize::from(next_to.passes));
                        if steps[to] == FAR {
                            steps[to] = next;
                            queue.push(to as u32);
                        }
                    }
                }
                for &state in &queue {
                    let (plain, swapped) = (state as usize / 2, state % 2 == 1);
                    let (low, high) =
                        (board.live_squares[states[plain].0 as usize], board.live_squares[states[plain].1 as usize]);
                    let (first, second) = if swapped { (high, low) } else { (low, high) };
                    let alone = ways[first as usize * count + one] + ways[second as usize * count + two];
                    let more = steps[state as usize].saturating_sub(alone).min(u16::from(DEAD) - 1) as u8;
                    table.more[plain] = table.more[plain].min(more);
                }
            }
        }
        Some(Self { table: Arc::new(table), found: Vec::new(), taken: Vec::new() })
    }

    /// The pushes that boxes on live squares need, or have cost, beyond their
    /// matching, with the player on some square of its zone; `None` if two of
    /// them are dead, or cannot have come from the start.
    pub fn of(&mut self, boxes: &[Square], player: Square) -> Option<u32> {
        let table = &self.table;
        self.found.clear();
        for (row, &a) in boxes.iter().enumerate() {
            for (other, &b) in boxes.iter().enumerate().skip(row + 1) {
                let (pair, _) = table.pair(a, b);
                match table.more[table.first[pair] as usize + table.zone(pair, player)] {
                    0 => {}
                    DEAD => return None,
                    more => self.found.push((more, row as u16, other as u16)),
                }
            }
        }
        // The largest first: any choice of pairs without a common box is right.
        self.found.sort_unstable_by(|a, b| b.cmp(a));
        self.taken.clear();
        self.taken.resize(boxes.len(), false);
        let mut sum = 0;
        for &(more, row, other) in &self.found {
            if !(self.taken[row as usize] || self.taken[other as usize]) {
                (self.taken[row as usize], self.taken[other as usize]) = (true, true);
                sum += u32::from(more);
            }
        }
        Some(sum)
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> usize {
        self.table.first.len() * 8 + self.table.maps.len() + self.table.more.len()
    }
}

impl Table {
    /// Numbers the player's zones around two boxes, lowest squares first.
    fn number_zones(
        &mut self,
        board: &Board,
        solid: &[u8],
        (low, high): (usize, usize),
        states: &mut Vec<(u16, u16, Square)>,
    ) {
        let pair = low * self.live + high;
        self.first[pair] = states.len() as u32;
        let region = regions(board, solid);
        let begin = states.len();
        for square in 0..board.squares {
            if solid[square] == 0 && region[square] as usize == square {
                states.push((low as u16, high as u16, square as Square));
            }
        }
        if states.len() - begin > 1 {
            self.zones[pair] = self.maps.len() as u32;
            let number =
                |square: usize| states[begin..].iter().position(|state| state.2 == region[square]).unwrap_or(0);
            self.maps.extend((0..self.squares).map(|square| number(square) as u8));
        }
    }

    /// All moves of two boxes: where those of a state begin, and the moves.
    fn list_moves(
        &self,
        board: &Board,
        states: &[(u16, u16, Square)],
        pull: bool,
        keep_on: &dyn Fn() -> bool,
    ) -> Option<(Vec<u32>, Vec<Move>)> {
        let (mut starts, mut moves) = (Vec::with_capacity(states.len() + 1), Vec::new());
        let mut solid = board.solid(&[]);
        let mut zone = Zone::new(board);
        for (count, &(low, high, player)) in states.iter().enumerate() {
            if count.is_multiple_of(1024) && !keep_on() {
                return None;
            }
            starts.push(moves.len() as u32);
            let boxes = [board.live_squares[low as usize], board.live_squares[high as usize]];
            boxes.iter().for_each(|&square| solid[square as usize] = 1);
            zone.flood(board, &solid, player);
            for (moved, other, is_high) in [(boxes[0], boxes[1], false), (boxes[1], boxes[0], true)] {
                for dir in 0..4 {
                    let to = board.next[moved as usize][dir];
                    // Where the player stands before, what must be free, and
                    // where the player is afterwards.
                    let (stand, free, end) = if pull {
                        let end = board.next[to as usize][dir];
                        (to, end, end)
                    } else {
                        (board.next[moved as usize][(dir + 2) & 3], to, moved)
                    };
                    if !zone.contains(stand) || solid[free as usize] != 0 || !board.live[to as usize] {
                        continue;
                    }
                    let (pair, swapped) = self.pair(to, other);
                    let state = self.first[pair] as usize + self.zone(pair, end);
                    // `swapped` says that `to` has the higher place.
                    moves.push(Move { to: state as u32, passes: swapped != is_high });
                }
            }
            boxes.iter().for_each(|&square| solid[square as usize] = 0);
        }
        starts.push(moves.len() as u32);
        Some((starts, moves))
    }

    /// The number of a pair of live squares, and whether the first has the
    /// higher place.
    #[inline]
    fn pair(&self, a: Square, b: Square) -> (usize, bool) {
        let (a, b) = (self.rank[a as usize] as usize, self.rank[b as usize] as usize);
        (a.min(b) * self.live + a.max(b), a > b)
    }

    /// The number of the zone with a square among those of a pair.
    #[inline]
    fn zone(&self, pair: usize, square: Square) -> usize {
        match self.zones[pair] {
            ONE_ZONE => 0,
            map => self.maps[map as usize + square as usize] as usize,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::bound::{Bounds, Heuristic};
    use crate::level::Level;
    use crate::position::Push;
    use rustc_hash::FxHashMap;

    /// Pushes to the end from every position that can be reached, by walking
    /// all of them forwards and counting back.
    pub(crate) fn truth(board: &Board) -> FxHashMap<(Vec<Square>, Square), Option<u32>> {
        let mut zone = Zone::new(board);
        let start = zone.flood(board, &board.solid(&board.boxes), board.player);
        let mut list = vec![(board.boxes.clone(), start)];
        let mut number: FxHashMap<_, usize> = [(list[0].clone(), 0)].into_iter().collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut at = 0;
        while at < list.len() {
            let (boxes, player) = list[at].clone();
            let solid = board.solid(&boxes);
            zone.flood(board, &solid, player);
            let mut pushes = Vec::new();
            for &from in &boxes {
                for dir in 0..4 {
                    let to = board.next[from as usize][dir];
                    let behind = board.next[from as usize][(dir + 2) & 3];
                    if zone.contains(behind) && solid[to as usize] == 0 {
                        pushes.push(Push { from, dir: dir as u8 });
                    }
                }
            }
            for push in pushes {
                let to = board.next[push.from as usize][push.dir as usize];
                let mut next: Vec<Square> = boxes.iter().map(|&b| if b == push.from { to } else { b }).collect();
                next.sort_unstable();
                let name = zone.flood(board, &board.solid(&next), push.from);
                let fresh = *number.entry((next.clone(), name)).or_insert(list.len());
                if fresh == list.len() {
                    list.push((next, name));
                    before.push(Vec::new());
                }
                before[fresh].push(at);
            }
            at += 1;
        }
        let mut steps: Vec<Option<u32>> = vec![None; list.len()];
        let mut queue: Vec<usize> = (0..list.len()).filter(|&at| board.solved(&list[at].0)).collect();
        queue.iter().for_each(|&at| steps[at] = Some(0));
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            for &earlier in &before[at] {
                if steps[earlier].is_none() {
                    steps[earlier] = steps[at].map(|steps| steps + 1);
                    queue.push(earlier);
                }
            }
        }
        list.into_iter().zip(steps).collect()
    }

    #[test]
    fn the_bound_is_never_too_high_and_often_higher_than_the_matching() {
        let levels: [&[&str]; 5] = [
            &["##########", "#    #   #", "# $$   ..#", "#  $#  #.#", "# @ #    #", "##########"],
            &["########", "#.  $  #", "#. #$# #", "#   @  #", "########"],
            &["########", "#.    .#", "# $$ @ #", "#   .$ #", "########"],
            &["#######", "#..   #", "## $$ #", " #  $@#", " # .  #", " ######"],
            &["########", "#  .   #", "# $#$# #", "# .@ . #", "#  $   #", "########"],
        ];
        let (mut higher, mut dead, mut all) = (0, 0, 0);
        for rows in levels {
            let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
            let mut conflicts = Conflicts::new(&board, &|| true).expect("a small board");
            let mut bounds = Bounds::new(&board, Heuristic::Hungarian);
            for ((boxes, player), truth) in truth(&board) {
                if boxes.iter().any(|&square| !board.live[square as usize]) {
                    continue;
                }
                all += 1;
                match (bounds.of(&board, &boxes), conflicts.of(&boxes, player), truth) {
                    (_, None, truth) => {
                        assert_eq!(truth, None, "{boxes:?} {player}");
                        dead += 1;
                    }
                    (Some(bound), Some(more), Some(truth)) => {
                        assert!(bound + more <= truth, "{boxes:?} {player}: {bound} + {more} for {truth}");
                        higher += u32::from(more > 0);
                    }
                    (_, _, truth) => assert!(truth.is_none() || bounds.of(&board, &boxes).is_some()),
                }
            }
        }
        assert!(all > 500 && higher > 50 && dead > 100, "{all} {higher} {dead}");
    }

    #[test]
    fn two_boxes_in_a_row_cost_each_other() {
        // Along the upper wall each box needs the player on the other's side.
        let rows = ["#########", "#. $$  .#", "#   @   #", "#########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let conflict = Conflicts::new(&board, &|| true).expect("a small board").of(&board.boxes, board.player);
        assert_eq!(conflict, None, "on the wall neither can be pushed apart");
        let wide = Board::new(&Level::from_rows(["#####", "#.$ #", "# $.#", "#@  #", "#####"]).expect("a level"));
        assert!(Conflicts::new(&wide.expect("a board"), &|| false).is_none(), "who says stop gets none");
    }
}
