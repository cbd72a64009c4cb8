//! Searches over pushes.
//!
//! Every engine runs in slices, so that several can take turns, and keeps its
//! state in between; with one thread the turns depend on counted work only.

pub mod backward;
pub mod best_first;
mod bold;
mod buckets;
mod core;
pub mod deepening;
mod delivery;
mod end;
pub mod fewest_moves;
mod filling;
pub(crate) mod home;
pub mod homeward;
mod lost;
mod novelty;
mod perimeter;
mod room;
mod surplus;
mod trapped;
pub mod two_ends;
pub(crate) mod walls;
mod ways;

use crate::board::{Board, Square};
use crate::control::{Control, Stop};
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::position::{Position, Push, Zone};
use crate::store::{Id, NO_ID, Store};

/// How a slice of a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The pushes of a solution.
    Solved(Vec<Push>),
    /// There is nothing left to look at: for a complete engine, no solution.
    Exhausted,
    /// The slice is used up.
    Paused,
    /// A limit was met.
    Stopped(Stop),
}

/// A search that runs in slices.
pub trait Engine: Send {
    /// Goes on for about so much work (one unit is roughly a microsecond).
    fn run(&mut self, work: u64, control: &Control<'_>) -> Status;

    /// Whether [`Status::Exhausted`] proves that there is no solution.
    fn complete(&self) -> bool;

    /// Bytes it has reported to the control.
    fn memory(&self) -> usize;

    /// How much of its share it should have, in tenths: more than ten for one that knows
    /// that a part of its work is done for good.
    fn promise(&self) -> u64 {
        10
    }

    /// Its name.
    fn name(&self) -> &'static str;
}

/// The pushes that lead from the first record of a store to another one; a
/// record may be several pushes of one box away from its parent.
pub(crate) fn trace(board: &Board, store: &Store, last: Id) -> Vec<Push> {
    let mut chain = chain(store, last);
    chain.reverse();
    trace_chain(board, store, &chain)
}

/// The same for a search backwards: the pushes from a record to the first.
pub(crate) fn trace_back(board: &Board, store: &Store, last: Id) -> Vec<Push> {
    trace_chain(board, store, &chain(store, last))
}

/// A record and those it came from.
fn chain(store: &Store, last: Id) -> Vec<Id> {
    std::iter::successors(Some(last), |&id| Some(store.parent(id)).filter(|&id| id != NO_ID)).collect()
}

/// The pushes along a chain of records.
fn trace_chain(board: &Board, store: &Store, chain: &[Id]) -> Vec<Push> {
    let mut pushes: Vec<Push> = Vec::new();
    let (mut here, mut before) = (Vec::new(), Vec::new());
    let (mut generator, mut zone, mut later) = (MacroGenerator::new(board), Zone::new(board), Zone::new(board));
    let mut macros = Vec::new();
    for step in chain.windows(2) {
        store.boxes(board, step[0], &mut before);
        store.boxes(board, step[1], &mut here);
        let left = before.iter().copied().find(|square| !here.contains(square));
        let came = here.iter().copied().find(|square| !before.contains(square));
        let (Some(from), Some(to)) = (left, came) else { continue };
        // A box may come to the next square by a way round, too.
        let one = store.pushes(step[1]) == store.pushes(step[0]) + 1;
        let single = board.direction(from, to).map(|dir| vec![Push { from, dir: dir as u8 }]);
        if let Some(single) = single.as_ref().filter(|_| one) {
            pushes.extend(single);
            continue;
        }
        let mut solid = board.solid(&before);
        zone.flood(board, &solid, store.player(step[0]));
        solid[from as usize] = 0;
        macros.clear();
        generator.push(board, &solid, from, &zone, None, &mut macros);
        solid[to as usize] = 1;
        let ends_there = |carry: &&BoxMacro| {
            let player = board.next[to as usize][carry.side as usize];
            carry.to == to && later.flood(board, &solid, player) == store.player(step[1])
        };
        let carry = macros.iter().filter(|carry| carry.to == to).find(ends_there).copied();
        solid[to as usize] = 0;
        // Without a way the referee refuses the solution.
        let carried = carry.and_then(|carry| generator.pushes(board, &solid, &zone, carry));
        pushes.extend(carried.or(single).unwrap_or_default());
    }
    pushes
}

/// The pushes along one line from a square to another.
pub(crate) fn straight(board: &Board, from: Square, to: Square) -> Vec<Push> {
    for dir in 0..4 {
        let mut pushes = Vec::new();
        let mut at = from;
        while at != board.wall() {
            if at == to {
                return pushes;
            }
            pushes.push(Push { from: at, dir: dir as u8 });
            at = board.next[at as usize][dir];
        }
    }
    Vec::new()
}

/// Walks and pushes: the moves of a list of pushes from a position, or `None`
/// if the player cannot make them.
pub fn to_moves(board: &Board, start: &Position, pushes: &[Push]) -> Option<crate::moves::Moves> {
    use crate::moves::{Moves, Step};
    use dedale_grid::Dir;
    let mut position = start.clone();
    let mut steps = Vec::new();
    let mut came: Vec<u8> = vec![4; board.squares + 1];
    let mut queue: Vec<Square> = Vec::new();
    for &push in pushes {
        let stand = board.next[push.from as usize][(push.dir as usize + 2) & 3];
        came.fill(4);
        queue.clear();
        queue.push(position.player);
        came[position.player as usize] = 5;
        let mut head = 0;
        while came[stand as usize] == 4 {
            let at = *queue.get(head)?;
            head += 1;
            for dir in 0..4 {
                let to = board.next[at as usize][dir];
                if position.solid[to as usize] == 0 && came[to as usize] == 4 {
                    came[to as usize] = dir as u8;
                    queue.push(to);
                }
            }
        }
        let walk = steps.len();
        let mut at = stand;
        while came[at as usize] < 4 {
            let dir = came[at as usize] as usize;
            steps.push(Step { dir: Dir::from_index(dir), push: false });
            at = board.next[at as usize][(dir + 2) & 3];
        }
        steps[walk..].reverse();
        let to = board.next[push.from as usize][push.dir as usize];
        if position.solid[push.from as usize] != 1 || position.solid[to as usize] != 0 {
            return None;
        }
        position.push(board, push);
        steps.push(Step { dir: Dir::from_index(push.dir as usize), push: true });
    }
    Some(Moves(steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::zobrist::Zobrist;

    /// Beside a wall a box comes to the next square by three pushes, not by one.
    #[test]
    fn a_box_carried_round_to_the_next_square_is_traced_as_it_went() {
        let rows = ["#######", "#     #", "# #$  #", "#     #", "#  @ .#", "#######"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let to = board.next[board.boxes[0] as usize][1];
        let (mut zone, mut store) = (Zone::new(&board), Store::new(&board));
        let player = zone.flood(&board, &board.solid(&board.boxes), board.player);
        let later = zone.flood(&board, &board.solid(&[to]), board.player);
        let zobrist = Zobrist::new(board.squares);
        let key = zobrist.boxes(&board.boxes) ^ zobrist.player(player);
        let (first, _) = store.insert(&board, key, &board.boxes, player, NO_ID, 0).expect("room");
        let key = zobrist.boxes(&[to]) ^ zobrist.player(later);
        let (last, _) = store.insert(&board, key, &[to], later, first, 3).expect("room");
        let pushes = trace(&board, &store, last);
        assert_eq!(pushes.len(), 3);
        let mut position = Position::start(&board);
        assert!(to_moves(&board, &position, &pushes).is_some());
        pushes.iter().for_each(|&push| position.push(&board, push));
        assert_eq!(position.boxes, [to]);
    }
}
