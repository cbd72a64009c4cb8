//! Tunnels and rooms.
//!
//! A tunnel square leaves the player no room to step aside: walls on both
//! sides of one axis, or a bend whose inner corner is wall. Connected tunnel
//! squares make a tunnel, all other squares make rooms. What a search may use
//! of this is [`Passage`]: straight runs without targets, in which a box that
//! enters needs to be left in few places only.

use crate::board::{Board, Square};

/// A connected set of tunnel squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunnel {
    /// Its squares.
    pub squares: Vec<Square>,
    /// Whether it is the only way between its two ends, so that a box in it
    /// shuts the player out.
    pub one_way: bool,
    /// Whether it bends, so that no box can go through.
    pub bends: bool,
}

/// A connected set of squares that are not tunnel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// Its squares.
    pub squares: Vec<Square>,
    /// How many of them are targets.
    pub targets: usize,
    /// Tunnel squares next to it.
    pub entrances: Vec<Square>,
}

/// How the floor divides into tunnels and rooms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terrain {
    /// The tunnels.
    pub tunnels: Vec<Tunnel>,
    /// The rooms.
    pub rooms: Vec<Room>,
    /// For every square its room, if it is in one.
    pub room_of: Vec<Option<u16>>,
}

impl Terrain {
    /// Divides the floor of a board.
    pub fn new(board: &Board) -> Self {
        let tunnel: Vec<bool> = (0..board.squares).map(|square| is_tunnel(board, square as Square)).collect();
        let mut terrain = Self { room_of: vec![None; board.squares + 1], ..Self::default() };
        let mut seen = vec![false; board.squares];
        for start in 0..board.squares {
            if seen[start] {
                continue;
            }
            let mut squares = vec![start as Square];
            seen[start] = true;
            let mut head = 0;
            while let Some(&at) = squares.get(head) {
                head += 1;
                for &to in &board.next[at as usize] {
                    if to != board.wall() && !seen[to as usize] && tunnel[to as usize] == tunnel[start] {
                        seen[to as usize] = true;
                        squares.push(to);
                    }
                }
            }
            squares.sort_unstable();
            if tunnel[start] {
                let one_way = squares.iter().any(|&square| shuts(board, square));
                let bends = squares.iter().any(|&square| straight(board, square).is_none());
                terrain.tunnels.push(Tunnel { squares, one_way, bends });
            } else {
                let number = terrain.rooms.len() as u16;
                let mut entrances: Vec<Square> = Vec::new();
                for &square in &squares {
                    terrain.room_of[square as usize] = Some(number);
                    entrances.extend(
                        board.next[square as usize].iter().filter(|&&to| to != board.wall() && tunnel[to as usize]),
                    );
                }
                entrances.sort_unstable();
                entrances.dedup();
                let targets = squares.iter().filter(|&&square| board.is_target[square as usize]).count();
                terrain.rooms.push(Room { squares, targets, entrances });
            }
        }
        terrain
    }
}

/// The axis (0 vertical, 1 horizontal) along which a square is a straight
/// tunnel: walls on both sides, and not wall at both ends.
fn straight(board: &Board, square: Square) -> Option<usize> {
    let wall = |dir: usize| board.next[square as usize][dir] == board.wall();
    match (wall(0) && wall(2), wall(1) && wall(3)) {
        (true, false) => Some(1),
        (false, true) => Some(0),
        _ => None,
    }
}

fn is_tunnel(board: &Board, square: Square) -> bool {
    if straight(board, square).is_some() {
        return true;
    }
    let next = &board.next[square as usize];
    let open: Vec<usize> = (0..4).filter(|&dir| next[dir] != board.wall()).collect();
    match open[..] {
        [one, two] if (two - one) != 2 => board.next[next[one] as usize][two] == board.wall(),
        _ => false,
    }
}

/// Whether a box on the square separates two of its open sides.
fn shuts(board: &Board, square: Square) -> bool {
    let groups: Vec<u8> = board.sides[square as usize].into_iter().filter(|&group| group < 4).collect();
    groups.windows(2).any(|pair| pair[0] != pair[1])
}

/// What a box that is pushed onto a square must do there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// It may be left there.
    #[default]
    Stay,
    /// It may be left there, but one square further gives more freedom.
    Enter,
    /// It must go on and leave the passage, or not come here at all.
    Through,
}

/// Where a box that is pushed along a passage may be left.
#[derive(Clone, Debug)]
pub struct Passage {
    /// Per square and direction of the push.
    rules: Vec<[Rule; 4]>,
}

impl Passage {
    /// Finds the straight runs of a board.
    ///
    /// In a run that is the only way through, a box is pushed out at the other
    /// end or not pushed in: nothing beyond can change before. In any other
    /// run it may stop on the first two squares; the others give nobody more
    /// freedom than the second, since two boxes in a run are dead. Neither
    /// loses a push. In a run of three or more squares the first square gives
    /// less freedom than the second, but two pushes may be lost by skipping
    /// it: that is [`Rule::Enter`].
    pub fn new(board: &Board) -> Self {
        let mut rules = vec![[Rule::Stay; 4]; board.squares + 1];
        for start in 0..board.squares as Square {
            let Some(axis) = straight(board, start) else { continue };
            let run_square = |square: Square| square != board.wall() && straight(board, square) == Some(axis);
            let back = board.next[start as usize][if axis == 0 { 0 } else { 3 }];
            if run_square(back) {
                continue;
            }
            let forward = if axis == 0 { 2 } else { 1 };
            let mut run = vec![start];
            while let Some(&last) = run.last() {
                let next = board.next[last as usize][forward];
                if !run_square(next) {
                    break;
                }
                run.push(next);
            }
            if run.iter().any(|&square| board.is_target[square as usize]) {
                continue;
            }
            let one_way = run.iter().all(|&square| shuts(board, square));
            let last = run.len() - 1;
            for (index, &square) in run.iter().enumerate() {
                for (dir, at) in [(forward, index), ((forward + 2) & 3, last - index)] {
                    rules[square as usize][dir] = match at {
                        _ if one_way => Rule::Through,
                        0 if last >= 2 => Rule::Enter,
                        0 | 1 => Rule::Stay,
                        _ => Rule::Through,
                    };
                }
            }
        }
        Self { rules }
    }

    /// What a box just pushed onto a square in a direction must do.
    #[inline]
    pub fn rule(&self, square: Square, dir: usize) -> Rule {
        self.rules[square as usize][dir]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn corridor_between_two_rooms() {
        let rows = ["####   ####", "#  #####  #", "# @$    . #", "#  #####  #", "####   ####"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let terrain = Terrain::new(&board);
        assert_eq!((terrain.tunnels.len(), terrain.rooms.len()), (1, 2));
        assert!(terrain.tunnels[0].one_way && !terrain.tunnels[0].bends);
        assert_eq!(terrain.tunnels[0].squares.len(), 5);
        assert_eq!(terrain.rooms[1].targets, 1);
        assert_eq!(terrain.rooms[0].entrances.len(), 1);
        let passage = Passage::new(&board);
        assert!(terrain.tunnels[0].squares.iter().all(|&square| passage.rule(square, 1) == Rule::Through));
    }

    #[test]
    fn a_bend_is_tunnel_but_no_passage() {
        let rows = ["#######", "#@    #", "##### #", "#     #", "# $.  #", "#######"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let terrain = Terrain::new(&board);
        assert_eq!(terrain.tunnels.len(), 1);
        assert!(terrain.tunnels[0].bends);
    }
}
