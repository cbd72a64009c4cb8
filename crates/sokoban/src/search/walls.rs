//! Frozen boxes as walls: can the others still be served, and at what cost?
//!
//! A box that can no longer move stands on its target for ever, and the others
//! go round it: their ways may be longer then, or there may be none. With the
//! frozen boxes as walls every other target is pulled from again, once for each
//! set of frozen boxes. Planners ask only whether every other box finds a target
//! of its own, proofs what that costs at least.

use crate::board::{Board, FAR, Square};
use crate::deadlock::freeze::frozen;
use crate::deadlock::matching::Assignment;
use crate::fess::lifted::Lifted;
use crate::lone::{NO_WAY, any_side, lone_ways};
use crate::zobrist::Zobrist;
use rustc_hash::FxHashMap;

/// With more targets than this, or more ways to measure, it takes too long.
const MOST_TARGETS: usize = 128;
const MOST_WAYS: usize = 100_000;
/// Ways measured in a microsecond.
const WAYS: u64 = 10;

/// The ways with their memory.
#[derive(Clone, Debug)]
pub(crate) struct Walls {
    zobrist: Zobrist,
    lifted: Lifted,
    frozen: Vec<Square>,
    /// For each set of frozen boxes the ways from every square to every target,
    /// or nothing if they are as short as without.
    known: FxHashMap<u64, Option<Vec<u16>>>,
    bytes: usize,
    /// The most bytes of ways that are remembered.
    most_bytes: usize,
    /// Work done to measure them, a unit is roughly a microsecond.
    pub used: u64,
    assignment: Assignment,
    /// The box that each target was given to.
    owner: Vec<u16>,
}

const NOBODY: u16 = u16::MAX;

/// What frozen boxes do to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing that the plain matching does not see.
    Nothing,
    /// So many pushes are needed at least.
    AtLeast(u32),
    /// Some box can no longer be served.
    Dead,
}

impl Walls {
    pub(crate) fn new(board: &Board, most_bytes: usize) -> Self {
        Self {
            zobrist: Zobrist::new(board.squares),
            lifted: Lifted::default(),
            frozen: Vec::new(),
            known: FxHashMap::default(),
            bytes: 0,
            most_bytes,
            used: 0,
            assignment: Assignment::default(),
            owner: Vec::new(),
        }
    }

    fn fits(board: &Board) -> bool {
        board.targets.len() <= MOST_TARGETS && board.squares * board.targets.len() <= MOST_WAYS
    }

    /// Bytes that are remembered.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The bound of a position; `solid` has the boxes on it.
    pub(crate) fn look(&mut self, board: &Board, solid: &[u8], boxes: &[Square]) -> Verdict {
        let home = Self::fits(board) && boxes.iter().any(|&square| board.is_target[square as usize]);
        let verdict = if home { self.freeze(board, solid, boxes) } else { Some(Verdict::Nothing) };
        verdict.unwrap_or_else(|| self.bound(board, boxes))
    }

    /// The bound if these boxes, all on targets, stayed where they are for ever.
    pub(crate) fn with(&mut self, board: &Board, fixed: &[Square], boxes: &[Square]) -> Verdict {
        self.frozen.clear();
        self.frozen.extend_from_slice(fixed);
        self.bound(board, boxes)
    }

    /// Whether a position is dead because of what is frozen in it.
    pub(crate) fn dead(&mut self, board: &Board, solid: &[u8], boxes: &[Square]) -> bool {
        if !Self::fits(board) {
            return false;
        }
        let verdict = self.freeze(board, solid, boxes);
        verdict.map_or_else(|| !self.served(board, boxes), |verdict| verdict == Verdict::Dead)
    }

    /// Finds what is frozen; `None` if that is something, and all of it home.
    fn freeze(&mut self, board: &Board, solid: &[u8], boxes: &[Square]) -> Option<Verdict> {
        frozen(board, solid, boxes, false, &mut self.frozen);
        if self.frozen.is_empty() {
            return Some(Verdict::Nothing);
        }
        self.frozen.iter().any(|&square| !board.is_target[square as usize]).then_some(Verdict::Dead)
    }

    fn bound(&mut self, board: &Board, boxes: &[Square]) -> Verdict {
        let targets = board.targets.len();
        if !Self::fits(board) {
            return Verdict::Nothing;
        }
        let key = self.remember(board);
        let Some(ways) = &self.known[&key] else { return Verdict::Nothing };
        let total = self
            .assignment
            .solve_with(boxes.len(), targets, |row, target| ways[boxes[row] as usize * targets + target]);
        total.map_or(Verdict::Dead, Verdict::AtLeast)
    }

    /// Whether all boxes that are not frozen find targets of their own.
    fn served(&mut self, board: &Board, boxes: &[Square]) -> bool {
        let key = self.remember(board);
        let ways = self.known[&key].as_ref().unwrap_or(&board.distance);
        let targets = board.targets.iter().enumerate();
        let shut = targets.filter(|(_, target)| self.frozen.contains(target)).fold(0, |shut, (bit, _)| shut | 1 << bit);
        self.owner.clear();
        self.owner.resize(board.targets.len(), NOBODY);
        (0..boxes.len()).all(|row| {
            let mut tried = shut;
            self.frozen.contains(&boxes[row]) || give(ways, &mut self.owner, boxes, row, &mut tried)
        })
    }

    /// Measures the ways between the frozen boxes unless they are known; their
    /// key.
    fn remember(&mut self, board: &Board) -> u64 {
        let key = self.zobrist.boxes(&self.frozen);
        if !self.known.contains_key(&key) {
            if self.bytes > self.most_bytes {
                self.known.clear();
                self.bytes = 0;
            }
            let ways = self.measure(board);
            self.used += (board.squares * board.targets.len()) as u64 / WAYS;
            self.bytes += 64 + ways.as_ref().map_or(0, Vec::len) * size_of::<u16>();
            self.known.insert(key, ways);
        }
        key
    }

    /// The ways of a lone box between the frozen ones, unless they are as short
    /// as without; a frozen box has no way but to stay.
    fn measure(&mut self, board: &Board) -> Option<Vec<u16>> {
        let targets = board.targets.len();
        let mut ways = vec![FAR; (board.squares + 1) * targets];
        let mut solid = board.solid(&[]);
        for &square in &self.frozen {
            solid[square as usize] = 2;
        }
        self.lifted.lift(board, &solid);
        let lifted = |square| if solid[square] == 0 { self.lifted.sides(board, square as Square) } else { [4; 4] };
        let sides: Vec<[u8; 4]> = (0..board.squares).map(lifted).collect();
        for (index, &target) in board.targets.iter().enumerate() {
            ways[target as usize * targets + index] = 0;
            if solid[target as usize] == 0 {
                let found = lone_ways(board, &sides, any_side(&sides, target, 0), |_| true);
                for (square, way) in found.into_iter().enumerate().filter(|(_, way)| *way != NO_WAY) {
                    ways[square * targets + index] = way as u16;
                }
            }
        }
        let open = |target: usize| solid[board.targets[target] as usize] == 0;
        let longer = (0..board.squares).filter(|&square| solid[square] == 0).any(|square| {
            let mut ways = ways[square * targets..].iter().zip(board.distances(square as Square)).enumerate();
            ways.any(|(target, (now, alone))| now != alone && open(target))
        });
        longer.then_some(ways)
    }
}

/// Gives a box a target that was not tried, moving others on if need be.
fn give(ways: &[u16], owner: &mut [u16], boxes: &[Square], row: usize, tried: &mut u128) -> bool {
    let targets = owner.len();
    for target in 0..targets {
        if *tried >> target & 1 == 1 || ways[boxes[row] as usize * targets + target] == FAR {
            continue;
        }
        *tried |= 1 << target;
        if owner[target] == NOBODY || give(ways, owner, boxes, owner[target] as usize, tried) {
            owner[target] = row as u16;
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn frozen_boxes_make_ways_longer_or_shut_them() {
        let rows = ["########", "#   #..#", "# $ ..##", "# $ ..##", "# $$@ ##", "# $   ##", "########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let at = |row: usize, col: usize| board.square_of[row * 8 + col];
        let mut walls = Walls::new(&board, 1 << 20);
        let open = [at(2, 2), at(3, 2), at(4, 2), at(4, 3), at(5, 2)];
        assert_eq!(walls.look(&board, &board.solid(&open), &open), Verdict::Nothing);
        let shut = [at(2, 4), at(2, 5), at(3, 4), at(3, 5), at(4, 2)];
        assert_eq!(walls.look(&board, &board.solid(&shut), &shut), Verdict::Dead);
        assert!(!walls.dead(&board, &board.solid(&open[..4]), &open[..4]));
        assert!(walls.dead(&board, &board.solid(&shut), &shut));
    }

    /// Every position of a level, with a matching in which frozen boxes stay where
    /// they are: who has a bound is served, and who has none is dead.
    #[test]
    fn both_questions_agree_with_a_matching_from_scratch() {
        let rows = ["########", "#  .   #", "# $#$# #", "# .@ . #", "#  $   #", "########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let (mut walls, mut fixed) = (Walls::new(&board, 1 << 10), Vec::new());
        let (mut dead, mut all) = (0, 0);
        for ((boxes, _), truth) in crate::conflicts::tests::truth(&board) {
            let solid = board.solid(&boxes);
            frozen(&board, &solid, &boxes, false, &mut fixed);
            let stays = |square: Square, target: usize| {
                let stuck = fixed.contains(&square) || fixed.contains(&board.targets[target]);
                if stuck && board.targets[target] != square { FAR } else { board.distance(square, target) }
            };
            let plain = Assignment::default().solve_with(boxes.len(), boxes.len(), |row, col| stays(boxes[row], col));
            let found = walls.dead(&board, &solid, &boxes);
            assert!(found || plain.is_some(), "{boxes:?}");
            assert!(!found || truth.is_none(), "{boxes:?}");
            match walls.look(&board, &solid, &boxes) {
                Verdict::Dead => assert!(found, "{boxes:?}"),
                Verdict::AtLeast(bound) => assert!(truth.is_none_or(|truth| bound <= truth), "{boxes:?}"),
                Verdict::Nothing => {}
            }
            dead += u32::from(found);
            all += 1;
        }
        assert!(dead > 10 && all > 100, "{dead} {all}");
    }
}
