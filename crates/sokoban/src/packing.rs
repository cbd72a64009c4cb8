//! Goal rooms: in which order their targets are filled, and boxes that go
//! straight to the next one.
//!
//! A goal room is a room (see [`crate::Terrain`]) with targets. The order is
//! found by filling all of them and pulling the boxes out one after another,
//! through whichever entrance lets them out; the box that comes out last is
//! the first to be put in. Where nothing comes out any more, the targets left
//! have no order and are filled before the others.
//!
//! When a box is pushed into a room whose filled targets are a beginning of
//! the order, and nothing else stands in the room, it is carried to the next
//! target in one move. If the room has one entrance and holds all targets,
//! and every box has one, nothing else need be tried: a box put away only
//! makes room, all boxes end there, and each later one finds its place by the
//! same order. Otherwise the carry is one more choice beside the plain push.
//! The carry may take more pushes than needed, so exact searches leave it out.
//!
//! Cost: a pull from every target for each box taken out, which is cubic in
//! the size of a room; a room that would take more than [`MOST_PULLS`] is left
//! without an order, and boxes in it are pushed like any others.

use crate::board::{Board, Square};
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::position::Zone;
use crate::terrain::Terrain;

/// A room with targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalRoom {
    /// Its squares.
    pub squares: Vec<Square>,
    /// Its targets in the order in which they are filled.
    pub order: Vec<Square>,
    /// How many of them come first without an order among themselves.
    pub loose: usize,
    /// The tunnel squares that lead in.
    pub entrances: Vec<Square>,
    /// Whether a box that comes in need never do anything but go to the next
    /// target.
    pub sole: bool,
}

impl GoalRoom {
    /// The next target of the order, if the filled ones are a beginning of it
    /// and no other box stands in the room but perhaps one on `newcomer`.
    pub fn next(&self, solid: &[u8], newcomer: Square) -> Option<Square> {
        let filled = |square: &Square| solid[*square as usize] == 1 && *square != newcomer;
        let done = self.order.iter().take_while(|target| filled(target)).count();
        let boxes = self.squares.iter().filter(|square| filled(square)).count();
        (done >= self.loose && boxes == done).then(|| self.order.get(done).copied()).flatten()
    }

    /// How many filled targets come too early: an earlier one is still empty.
    pub fn early(&self, solid: &[u8]) -> usize {
        let filled = |square: &Square| solid[*square as usize] == 1;
        let ordered = &self.order[self.loose..];
        let loose = self.order[..self.loose].iter().all(filled);
        let done = if loose { ordered.iter().take_while(|target| filled(target)).count() } else { 0 };
        ordered[done..].iter().filter(|target| filled(target)).count()
    }
}

/// The most pulls that may be found for the orders of all rooms.
const MOST_PULLS: usize = 4_000_000;

/// The goal rooms of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packing {
    /// The rooms.
    pub rooms: Vec<GoalRoom>,
    /// For every square its goal room.
    room_of: Vec<Option<u16>>,
}

impl Packing {
    /// Finds the goal rooms and their orders.
    pub fn new(board: &Board) -> Self {
        Self::within(board, &|| true)
    }

    /// Finds the goal rooms and their orders so long as `keep_on`; what was
    /// not found by then is no goal room.
    pub fn within(board: &Board, keep_on: &dyn Fn() -> bool) -> Self {
        let mut pulls = MOST_PULLS;
        let terrain = Terrain::new(board);
        let mut packing = Self { rooms: Vec::new(), room_of: vec![None; board.squares + 1] };
        for room in terrain.rooms.iter().filter(|room| room.targets > 0 && !room.entrances.is_empty()) {
            let Some((order, loose)) = order(board, &room.squares, &room.entrances, &mut pulls, keep_on) else {
                continue;
            };
            let number = packing.rooms.len() as u16;
            room.squares.iter().for_each(|&square| packing.room_of[square as usize] = Some(number));
            let all = room.targets == board.targets.len() && board.targets.len() == board.boxes.len();
            let sole = all && room.entrances.len() == 1 && shuts(board, room.entrances[0]);
            packing.rooms.push(GoalRoom {
                squares: room.squares.clone(),
                order,
                loose,
                entrances: room.entrances.clone(),
                sole,
            });
        }
        packing
    }

    /// The goal room a box comes into by moving from one square to another.
    #[inline]
    pub fn entered(&self, from: Square, to: Square) -> Option<&GoalRoom> {
        let room = self.room_of[to as usize]?;
        (self.room_of[from as usize] != Some(room)).then(|| &self.rooms[room as usize])
    }
}

/// Whether a box on a tunnel square keeps the player from passing.
fn shuts(board: &Board, square: Square) -> bool {
    let mut groups = board.sides[square as usize].into_iter().filter(|&group| group < 4);
    let first = groups.next();
    groups.any(|group| Some(group) != first)
}

/// The order of a room's targets, and how many of them have none; `None` if it
/// takes more than `pulls`, or `keep_on` says stop.
fn order(
    board: &Board,
    squares: &[Square],
    entrances: &[Square],
    pulls: &mut usize,
    keep_on: &dyn Fn() -> bool,
) -> Option<(Vec<Square>, usize)> {
    let mut left: Vec<Square> = squares.iter().copied().filter(|&square| board.is_target[square as usize]).collect();
    let inside = |square: Square| squares.binary_search(&square).is_ok();
    let mut solid = board.solid(&left);
    let (mut carrier, mut zone) = (MacroGenerator::new(board), Zone::new(board));
    let mut carries: Vec<BoxMacro> = Vec::new();
    let mut out: Vec<Square> = Vec::new();
    loop {
        let mut best: Option<(u16, usize)> = None;
        for &entrance in entrances {
            zone.flood(board, &solid, entrance);
            for (index, &from) in left.iter().enumerate() {
                solid[from as usize] = 0;
                carries.clear();
                carrier.pull(board, &solid, from, |square| zone.contains(square), &mut carries);
                solid[from as usize] = 1;
                *pulls = pulls.checked_sub(carries.len() + 1)?;
                if !keep_on() {
                    return None;
                }
                let way = carries.iter().filter(|carry| !inside(carry.to)).map(|carry| carry.pushes).min();
                if let Some(way) = way
                    && best.is_none_or(|best| (way, index) < best)
                {
                    best = Some((way, index));
                }
            }
        }
        let Some((_, index)) = best else { break };
        let square = left.remove(index);
        solid[square as usize] = 0;
        out.push(square);
    }
    let loose = left.len();
    left.extend(out.into_iter().rev());
    Some((left, loose))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn board(rows: &[&str]) -> Board {
        Board::new(&Level::from_rows(rows).expect("a level")).expect("a board")
    }

    #[test]
    fn the_far_end_is_filled_first() {
        let rows = ["############", "#   ##   ..#", "# $  @   ..#", "# $ ##   ..#", "#  $########", "#$$$#", "#####"];
        let board = board(&rows);
        let packing = Packing::new(&board);
        assert_eq!(packing.rooms.len(), 1);
        let room = &packing.rooms[0];
        assert_eq!((room.order.len(), room.loose, room.entrances.len(), room.sole), (6, 0, 1, true));
        let at = |row: usize, col: usize| board.square_of[row * 12 + col];
        let place = |square: Square| room.order.iter().position(|&target| target == square);
        assert!(place(at(2, 10)) < place(at(2, 9)), "the middle row from the back: {room:?}");
        let solid = board.solid(&[room.order[0], room.order[1]]);
        assert_eq!((room.next(&solid, 0), room.early(&solid)), (Some(room.order[2]), 0));
        let solid = board.solid(&[room.order[1]]);
        assert_eq!((room.next(&solid, 0), room.early(&solid)), (None, 1));
    }

    /// Forwards along the order, every box is carried in from outside.
    #[test]
    fn orders_can_be_played() {
        for rows in [
            &["############", "#   ##   ..#", "# $  @   ..#", "# $ ##   ..#", "#  $########", "#$$$#", "#####"][..],
            &["###########", "#  ##.. # #", "#  #.. .  #", "#@   ..## #", "#$$## ##  #", "#$$$$$    #", "###########"],
        ] {
            let board = board(rows);
            for room in Packing::new(&board).rooms {
                let (mut carrier, mut zone) = (MacroGenerator::new(&board), Zone::new(&board));
                for done in room.loose..room.order.len() {
                    let solid = board.solid(&room.order[..done]);
                    let outside = |square: &Square| *square != board.wall() && !room.squares.contains(square);
                    let played = room.entrances.iter().any(|&entrance| {
                        let stand = board.next[entrance as usize].into_iter().find(outside);
                        zone.flood(&board, &solid, stand.unwrap_or(entrance));
                        let mut carries = Vec::new();
                        carrier.push(&board, &solid, entrance, &zone, None, &mut carries);
                        carries.iter().any(|carry| carry.to == room.order[done])
                    });
                    assert!(played, "{done} of {room:?}");
                }
            }
        }
    }
}
