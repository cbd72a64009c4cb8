//! Three boxes that no play can bring home together, though any two of them
//! could be.
//!
//! Like [`super::pairs::Pairs`], found by spreading from all triples of
//! home squares with every zone of the player; what is never reached is dead.
//! About live³ positions, so only small boards have a table, and only a search
//! that has lasted a while asks for one.

use super::corral::regions;
use super::pairs::Pairs;
use crate::board::{Board, Square};
use crate::position::{Push, Zone};

/// The most live squares, and squares, of a board with a table.
const MAX_LIVE: usize = 80;
const MAX_SQUARES: usize = 127;

/// The dead triples of a board: for every pair of squares the third ones.
#[derive(Clone, Debug)]
pub struct Triples {
    squares: usize,
    bits: Vec<u128>,
}

/// A set of squares of a board that has a table.
pub fn set_of(boxes: &[Square]) -> u128 {
    boxes.iter().fold(0, |set, &square| set | 1 << square)
}

impl Triples {
    /// The triples that cannot be pushed to targets, for which the truth is
    /// easily had.
    #[cfg(test)]
    fn new(board: &Board, pairs: &Pairs, keep_on: &dyn Fn() -> bool) -> Option<Self> {
        Self::search(board, pairs, &board.targets, true, keep_on)
    }

    /// The triples that cannot be pulled to squares of the start; `None` if the
    /// board is too large, has too few boxes to need a table, or `keep_on` says
    /// stop.
    pub fn mirrored(board: &Board, pairs: &Pairs, keep_on: &dyn Fn() -> bool) -> Option<Self> {
        Self::search(board, pairs, &board.boxes, false, keep_on)
    }

    /// Whether a box on a square is dead with two others of a set, given as a
    /// list and as a set; one in the list that is not in the set does not count.
    #[inline]
    pub fn kills(&self, square: Square, boxes: &[Square], set: u128) -> bool {
        let line = &self.bits[square as usize * self.squares..][..self.squares];
        boxes.iter().any(|&other| line[other as usize] & set != 0 && set >> other & 1 == 1)
    }

    fn search(board: &Board, pairs: &Pairs, homes: &[Square], pull: bool, keep_on: &dyn Fn() -> bool) -> Option<Self> {
        let (live, squares) = (board.live_squares.len(), board.squares);
        if live > MAX_LIVE || squares > MAX_SQUARES || board.boxes.len() < 3 {
            return None;
        }
        // One bit for every triple in ascending order and zone.
        let mut seen = vec![0u64; (live * live * live * squares).div_ceil(64)];
        let mut table = Self { squares, bits: vec![0; squares * squares] };
        let rank = |square: Square| board.rank[square as usize] as usize;
        let mut visit = |mut triple: [Square; 3], zone: Square| {
            triple.sort_unstable();
            let [a, b, c] = triple.map(rank);
            let index = ((a * live + b) * live + c) * squares + zone as usize;
            let fresh = seen[index / 64] >> (index % 64) & 1 == 0;
            seen[index / 64] |= 1 << (index % 64);
            fresh.then_some((triple, zone))
        };
        let mut stack: Vec<([Square; 3], Square)> = Vec::new();
        let mut solid = board.solid(&[]);
        let set = |solid: &mut [u8], triple: &[Square; 3], value: u8| {
            triple.iter().for_each(|&square| solid[square as usize] = value);
        };
        for (index, &a) in homes.iter().enumerate() {
            for (second, &b) in homes.iter().enumerate().skip(index + 1) {
                for &c in &homes[second + 1..] {
                    let triple = [a, b, c];
                    set(&mut solid, &triple, 1);
                    let region = regions(board, &solid);
                    let named = |&start: &Square| solid[start as usize] == 0 && region[start as usize] == start;
                    stack.extend((0..squares as Square).filter(named).filter_map(|start| visit(triple, start)));
                    set(&mut solid, &triple, 0);
                }
            }
            if !keep_on() {
                return None;
            }
        }
        let (mut zone, mut later) = (Zone::new(board), Zone::new(board));
        let mut count = 0u32;
        while let Some((triple, player)) = stack.pop() {
            count += 1;
            if count.is_multiple_of(1024) && !keep_on() {
                return None;
            }
            // A reached triple is marked first and turned round at the end.
            for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 2, 0]] {
                let (a, b) = (triple[a] as usize, triple[b] as usize);
                table.bits[a * squares + b] |= 1 << triple[c];
                table.bits[b * squares + a] |= 1 << triple[c];
            }
            set(&mut solid, &triple, 1);
            zone.flood(board, &solid, player);
            for (row, &moved) in triple.iter().enumerate() {
                for dir in 0..4 {
                    let to = board.next[moved as usize][dir];
                    let (stand, end, needed) = if pull {
                        let back = board.next[to as usize][dir];
                        (to, back, back)
                    } else {
                        (board.next[moved as usize][(dir + 2) & 3], moved, to)
                    };
                    if !zone.contains(stand) || solid[needed as usize] != 0 || !board.live[to as usize] {
                        continue;
                    }
                    let name = if pull {
                        zone.after_pull(board, &solid, moved, to)
                    } else {
                        zone.after_push(board, &solid, Push { from: moved, dir: dir as u8 })
                    };
                    let name = name.unwrap_or_else(|| {
                        solid[moved as usize] = 0;
                        solid[to as usize] = 1;
                        let name = later.flood(board, &solid, end);
                        solid[to as usize] = 0;
                        solid[moved as usize] = 1;
                        name
                    });
                    let mut next = triple;
                    next[row] = to;
                    stack.extend(visit(next, name));
                }
            }
            set(&mut solid, &triple, 0);
        }
        let all = set_of(&board.live_squares);
        for a in 0..squares as Square {
            for b in 0..squares as Square {
                let reached = &mut table.bits[a as usize * squares + b as usize];
                let fine = a != b && all >> a & all >> b & 1 == 1 && !pairs.dead(a, b);
                *reached = if fine { all & !*reached & !(1 << a | 1 << b) } else { 0 };
            }
        }
        Some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Heuristic;
    use crate::control::{Control, Limits};
    use crate::expand::Knowledge;
    use crate::level::Level;
    use crate::search::best_first::{BestFirst, Order};
    use crate::search::{Engine, Status};
    use crate::technique::Techniques;
    use std::sync::Arc;

    const ROWS: [&str; 6] = ["#######", "#.  # #", "# $ $ #", "#  #$.#", "#.@   #", "#######"];

    /// Every triple with every place of the player, by a search without any
    /// technique: dead for the table means that none is solved.
    #[test]
    fn agrees_with_an_exhaustive_search() {
        let level = Level::from_rows(ROWS).expect("a level");
        let board = Board::new(&level).expect("a board");
        let pairs = Pairs::new(&board, &|| true).expect("a small board");
        let triples = Triples::new(&board, &pairs, &|| true).expect("a small board");
        let (mut dead, mut alive) = (0, 0);
        let squares = &board.live_squares;
        for (index, &a) in squares.iter().enumerate() {
            for (second, &b) in squares.iter().enumerate().skip(index + 1) {
                for &c in &squares[second + 1..] {
                    if pairs.dead(a, b) || pairs.dead(a, c) || pairs.dead(b, c) {
                        continue;
                    }
                    let solved = (0..board.squares as Square).filter(|s| ![a, b, c].contains(s)).any(|player| {
                        let board = Board { boxes: vec![a, b, c], player, ..board.clone() };
                        let knowledge = Arc::new(Knowledge::with_pairs(board, false, &|| true));
                        let mut engine =
                            BestFirst::new(knowledge, Techniques::NONE, Order::Greedy, Heuristic::Hungarian);
                        matches!(engine.run(u64::MAX, &Control::new(Limits::default())), Status::Solved(_))
                    });
                    let found = triples.kills(a, &[b, c], set_of(&[b, c]));
                    assert_eq!(found, !solved, "{a} {b} {c}");
                    dead += u32::from(found);
                    alive += u32::from(!found);
                }
            }
        }
        assert!(dead > 0 && alive > 0, "{dead} {alive}");
    }
}
