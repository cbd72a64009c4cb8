//! Links between rooms, and how many of them boxes block.
//!
//! Two measures. [`RoomLinks`] counts tunnels between rooms with a box in them.
//! [`RoomPairs`] knows rooms as connected blobs of blocks of 2 × 3 squares, and
//! counts the pairs of rooms, linked on the empty floor, of which the player
//! can no longer walk from the one to the other: because the way between is
//! blocked, or because boxes cut the room itself in two. Its cost is one flood,
//! or one flood a box where all moves of a box are asked about in a row.

use crate::board::{Board, Square};
use crate::terrain::Terrain;
use dedale_grid::Marks;

/// The links of a board: tunnels that touch at least two rooms.
#[derive(Clone, Debug)]
pub(crate) struct RoomLinks {
    /// The link each square belongs to, or `u16::MAX`.
    link_of: Vec<u16>,
    links: usize,
    blocked: Marks,
}

impl RoomLinks {
    /// Finds the links.
    pub fn new(board: &Board, terrain: &Terrain) -> Self {
        let mut link_of = vec![u16::MAX; board.squares + 1];
        let mut links = 0;
        for tunnel in &terrain.tunnels {
            let touches = |square: &Square| {
                board.next[*square as usize].iter().filter_map(|&to| terrain.room_of[to as usize]).collect::<Vec<_>>()
            };
            let mut rooms: Vec<u16> = tunnel.squares.iter().flat_map(touches).collect();
            rooms.sort_unstable();
            rooms.dedup();
            if rooms.len() >= 2 {
                for &square in &tunnel.squares {
                    link_of[square as usize] = links as u16;
                }
                links += 1;
            }
        }
        Self { link_of, links, blocked: Marks::new(links) }
    }

    /// How many links have a box in them.
    pub fn blocked(&mut self, boxes: &[Square]) -> u16 {
        if self.links == 0 {
            return 0;
        }
        self.blocked.clear();
        let mut count = 0;
        for &square in boxes {
            let link = self.link_of[square as usize];
            if link != u16::MAX && self.blocked.insert(link as usize) {
                count += 1;
            }
        }
        count
    }
}

/// No room: a square of a way between rooms.
const WAY: u16 = u16::MAX;

/// Rooms of at least 2 × 3 squares, and which of them are linked.
#[derive(Clone, Debug)]
pub(crate) struct RoomPairs {
    /// The room of each square, or [`WAY`].
    room_of: Vec<u16>,
    rooms: usize,
    /// Pairs of rooms that are linked on the empty floor.
    linked: Vec<(u16, u16)>,
    /// Squares of ways next to squares of rooms.
    borders: Vec<(Square, Square)>,
    // Working memory.
    /// The part of a room or way each free square belongs to.
    part_of: Vec<u16>,
    /// For each part its room and its size.
    parts: Vec<(u16, u16)>,
    /// The largest part of each room.
    main: Vec<u16>,
    stack: Vec<Square>,
    /// Borders by the parts they join, and the parts reached from a room.
    joins: Vec<(u16, u16)>,
    reached: Vec<bool>,
    /// For each room those reached from it.
    reaches: Vec<bool>,
    /// The board without one box: the part of each square, whether a part can
    /// do without one of its squares, and the pairs lost.
    lifted: (Vec<u16>, Vec<bool>, u16),
}

impl RoomPairs {
    /// Finds the rooms and their links.
    pub fn new(board: &Board) -> Self {
        let room_of = rooms(board);
        let rooms = room_of.iter().filter(|&&room| room != WAY).max().map_or(0, |&room| room as usize + 1);
        let mut borders = Vec::new();
        for square in (0..board.squares as Square).filter(|&square| room_of[square as usize] == WAY) {
            let beside = board.next[square as usize].iter().filter(|&&to| room_of[to as usize] != WAY);
            borders.extend(beside.map(|&to| (square, to)));
        }
        let mut one = Self {
            room_of,
            rooms,
            linked: Vec::new(),
            borders,
            part_of: vec![u16::MAX; board.squares + 1],
            parts: Vec::new(),
            main: Vec::new(),
            stack: Vec::new(),
            joins: Vec::new(),
            reached: Vec::new(),
            reaches: vec![false; rooms * rooms],
            lifted: (Vec::new(), Vec::new(), 0),
        };
        one.reach(board, &board.solid(&[]));
        let pairs = (0..rooms).flat_map(|two| (0..two).map(move |one| (one as u16, two as u16)));
        let linked = pairs.filter(|&pair| one.holds(pair)).collect();
        one.linked = linked;
        one
    }

    /// How many linked pairs have lost their link; `solid` holds the boxes.
    pub fn lost(&mut self, board: &Board, solid: &[u8]) -> u16 {
        if self.linked.is_empty() {
            return 0;
        }
        self.reach(board, solid);
        self.linked.iter().filter(|&&pair| !self.holds(pair)).count() as u16
    }

    /// Looks at a board without one of its boxes, for [`Self::lost_with`].
    pub fn lift(&mut self, board: &Board, solid: &[u8]) {
        if self.linked.is_empty() {
            return;
        }
        let lost = self.lost(board, solid);
        let (part_of, spare, pairs) = &mut self.lifted;
        part_of.clone_from(&self.part_of);
        *pairs = lost;
        // The largest part of a room stays the largest.
        let larger = |part: usize, (room, size): (u16, u16)| {
            self.parts
                .iter()
                .enumerate()
                .any(|(other, &(its, rival))| other != part && its == room && rival + 1 >= size)
        };
        let firm = |(part, &(room, size)): (usize, &(u16, u16))| {
            room != WAY && size > 1 && (self.main[room as usize] != part as u16 || !larger(part, (room, size)))
        };
        spare.clear();
        spare.extend(self.parts.iter().enumerate().map(firm));
    }

    /// The pairs lost with the lifted box on a square; `solid` holds it. Inside
    /// a room, where it cuts nothing, nothing changes.
    pub fn lost_with(&mut self, board: &Board, solid: &[u8], to: Square) -> u16 {
        if self.linked.is_empty() {
            return 0;
        }
        let (part_of, spare, lost) = &self.lifted;
        let room = self.room_of[to as usize];
        if room != WAY && spare[part_of[to as usize] as usize] {
            let next = &board.next[to as usize];
            let free = |square: Square| solid[square as usize] == 0;
            let within = |square: Square| free(square) && self.room_of[square as usize] == room;
            let (mut open, mut joined, mut border) = (0, 0, false);
            for side in 0..4 {
                border |= free(next[side]) && !within(next[side]);
                if within(next[side]) {
                    open += 1;
                    let other = (side + 1) & 3;
                    joined += u8::from(within(next[other]) && within(board.next[next[side] as usize][other]));
                }
            }
            if !border && open <= joined + 1 {
                return *lost;
            }
        }
        self.lost(board, solid)
    }

    fn holds(&self, (one, two): (u16, u16)) -> bool {
        let (one, two) = (one as usize, two as usize);
        self.reaches[one * self.rooms + two] || self.reaches[two * self.rooms + one]
    }

    /// Finds for each room the rooms whose largest part is reached from its own
    /// largest part without crossing a third room.
    fn reach(&mut self, board: &Board, solid: &[u8]) {
        self.split(board, solid);
        self.joins.clear();
        for &(way, room) in &self.borders {
            if solid[way as usize] == 0 && solid[room as usize] == 0 {
                self.joins.push((self.part_of[way as usize], self.part_of[room as usize]));
            }
        }
        self.joins.sort_unstable();
        self.joins.dedup();
        self.reaches.fill(false);
        for room in 0..self.rooms {
            let main = self.main[room];
            if main == u16::MAX {
                continue;
            }
            self.reached.clear();
            self.reached.resize(self.parts.len(), false);
            self.reached[main as usize] = true;
            let mut grows = true;
            while grows {
                grows = false;
                for &(way, other) in &self.joins {
                    if self.parts[other as usize].0 as usize == room
                        && self.reached[way as usize] != self.reached[other as usize]
                    {
                        self.reached[way as usize] = true;
                        self.reached[other as usize] = true;
                        grows = true;
                    }
                }
            }
            for &(way, other) in &self.joins {
                let to = self.parts[other as usize].0 as usize;
                if self.reached[way as usize] && self.main[to] == other {
                    self.reaches[room * self.rooms + to] = true;
                }
            }
        }
    }

    /// Divides rooms and ways into the parts that boxes leave of them.
    fn split(&mut self, board: &Board, solid: &[u8]) {
        let Self { room_of, part_of, parts, stack, main, rooms, .. } = self;
        part_of.fill(u16::MAX);
        parts.clear();
        main.clear();
        main.resize(*rooms, u16::MAX);
        for start in 0..board.squares {
            if solid[start] != 0 || part_of[start] != u16::MAX {
                continue;
            }
            let (room, part) = (room_of[start], parts.len() as u16);
            let mut size = 0;
            part_of[start] = part;
            stack.push(start as Square);
            while let Some(at) = stack.pop() {
                size += 1;
                for &to in &board.next[at as usize] {
                    let to = to as usize;
                    if solid[to] == 0 && room_of[to] == room && part_of[to] == u16::MAX {
                        part_of[to] = part;
                        stack.push(to as Square);
                    }
                }
            }
            parts.push((room, size));
            if room != WAY {
                let main = &mut main[room as usize];
                if *main == u16::MAX || parts[*main as usize].1 < size {
                    *main = part;
                }
            }
        }
    }
}

/// The room of each square: connected squares that lie in some block of 2 × 3.
fn rooms(board: &Board) -> Vec<u16> {
    let wall = board.wall();
    let mut roomy = vec![false; board.squares + 1];
    for square in 0..board.squares as Square {
        for (far, near) in [(1, 2), (2, 1)] {
            let step = |from: Square, dir: usize| board.next[from as usize][dir];
            let line = [square, step(square, far), step(step(square, far), far)];
            let block = line.into_iter().flat_map(|at| [at, step(at, near)]);
            if block.clone().all(|at| at != wall) {
                block.for_each(|at| roomy[at as usize] = true);
            }
        }
    }
    let mut room_of = vec![WAY; board.squares + 1];
    let mut count = 0;
    let mut stack = Vec::new();
    for start in 0..board.squares {
        if !roomy[start] || room_of[start] != WAY {
            continue;
        }
        room_of[start] = count;
        stack.push(start as Square);
        while let Some(at) = stack.pop() {
            for &to in &board.next[at as usize] {
                if roomy[to as usize] && room_of[to as usize] == WAY {
                    room_of[to as usize] = count;
                    stack.push(to);
                }
            }
        }
        count += 1;
    }
    room_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn a_pair_is_lost_when_the_way_or_a_room_is_shut() {
        let rows = ["###########", "#   #  #  #", "#         #", "#   #  #  #", "#@$.#######", "###########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let at = |row: usize, col: usize| board.square_of[row * 11 + col];
        let mut pairs = RoomPairs::new(&board);
        assert_eq!((pairs.rooms, pairs.linked.len()), (3, 2));
        let mut lost = |boxes: &[Square]| pairs.lost(&board, &board.solid(boxes));
        assert_eq!(lost(&[]), 0);
        assert_eq!(lost(&[at(2, 4)]), 1);
        assert_eq!(lost(&[at(2, 4), at(2, 7)]), 2);
        assert_eq!(lost(&[at(2, 2)]), 0);
        // The square before the door is cut off from the rest of its room.
        assert_eq!(lost(&[at(1, 3), at(3, 3)]), 0);
        assert_eq!(lost(&[at(1, 3), at(2, 2), at(3, 3)]), 1);
    }

    #[test]
    fn a_lifted_box_put_down_gives_the_same_as_all_boxes() {
        let rows = [
            "############",
            "#    #  #  #",
            "#          #",
            "#    #  #  #",
            "#@$.### ####",
            "#    #    ##",
            "############",
        ];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let (mut quick, mut whole) = (RoomPairs::new(&board), RoomPairs::new(&board));
        let mut rng = dedale_grid::Rng::new(9);
        let mut some = 0;
        for _ in 0..400 {
            let mut squares: Vec<Square> = (0..board.squares as Square).collect();
            rng.shuffle(&mut squares);
            let (boxes, free) = squares.split_at(rng.index(10));
            let mut solid = board.solid(boxes);
            quick.lift(&board, &solid);
            for &to in free {
                solid[to as usize] = 1;
                let lost = whole.lost(&board, &solid);
                assert_eq!(quick.lost_with(&board, &solid, to), lost, "{boxes:?} {to}");
                solid[to as usize] = 0;
                some += u32::from(lost > 0);
            }
        }
        assert!(some > 1_000, "{some}");
    }
}
