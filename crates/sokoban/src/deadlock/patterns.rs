//! Small patterns: everything that can go wrong within 3 × 3 cells.
//!
//! A window knows its walls, dead squares and targets, and the same of the
//! twelve cells along its edges; beyond it everything is as good as it could
//! be: no boxes, and the player anywhere. By search over all sets of boxes in
//! the window, those are found that can never be cleared: some box can neither
//! leave nor come to rest on a target. That contains the 2 × 2 block, the
//! smallest closed diagonal, and every other trap of that size.
//!
//! Nothing is typed in by hand: the table of a window (512 bits) is computed
//! when it is first asked for, once for all windows that look alike. Asking
//! about a push costs one look at 25 squares and nine look-ups.

use crate::board::{Board, Square};
use rustc_hash::FxHashMap;

/// The sets of boxes that are dead in a window, one bit a set.
type Table = [u64; 8];

/// What a window is: bits of its nine cells, then of the twelve cells along
/// its edges (up, right, down, left; three each).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Window {
    wall: u16,
    dead: u16,
    target: u16,
    edge_wall: u16,
    edge_dead: u16,
}

const NO_TABLE: u32 = u32::MAX;

/// The windows of a board with their tables.
#[derive(Clone, Debug)]
pub struct Patterns {
    /// The 5 × 5 cells around each square.
    around: Vec<[Square; 25]>,
    /// The nine windows around each square, by number.
    windows: Vec<[u32; 9]>,
    looks: Vec<Window>,
    table_of: Vec<u32>,
    tables: Vec<Table>,
    known: FxHashMap<Window, u32>,
}

impl Patterns {
    /// Looks at a board; no table is computed yet.
    pub fn new(board: &Board) -> Self {
        let cols = board.cols as i32;
        let rows = board.square_of.len() as i32 / cols.max(1);
        let square_at = |row: i32, col: i32| {
            let inside = (0..rows).contains(&row) && (0..cols).contains(&col);
            if inside { board.square_of[(row * cols + col) as usize] } else { board.wall() }
        };
        let mut numbers: FxHashMap<(i32, i32), u32> = FxHashMap::default();
        let mut looks = Vec::new();
        let mut around = Vec::with_capacity(board.squares);
        let mut windows = Vec::with_capacity(board.squares);
        for cell in &board.cells {
            let (row, col) = (cell.index() as i32 / cols, cell.index() as i32 % cols);
            around.push(std::array::from_fn(|i| square_at(row - 2 + i as i32 / 5, col - 2 + i as i32 % 5)));
            windows.push(std::array::from_fn(|i| {
                let corner = (row - 2 + i as i32 / 3, col - 2 + i as i32 % 3);
                *numbers.entry(corner).or_insert_with(|| {
                    looks.push(Window::at(board, |r, c| square_at(corner.0 + r, corner.1 + c)));
                    looks.len() as u32 - 1
                })
            }));
        }
        Self {
            around,
            windows,
            table_of: vec![NO_TABLE; looks.len()],
            looks,
            tables: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// Whether the box that now stands on `square` is part of a dead pattern,
    /// the player standing on `player`. Fewer than `least` boxes within reach
    /// of a window are not looked at.
    pub fn kills(&mut self, solid: &[u8], square: Square, player: Square, least: u32) -> bool {
        let near = &self.around[square as usize];
        let mut boxes = 0u32;
        for (bit, &at) in near.iter().enumerate() {
            boxes |= u32::from(solid[at as usize] == 1) << bit;
        }
        if boxes.count_ones() < least {
            return false;
        }
        for index in 0..9 {
            let part = boxes >> (index / 3 * 5 + index % 3);
            let set = (part & 7 | part >> 2 & 0o70 | part >> 4 & 0o700) as usize;
            if set.count_ones() < least {
                continue;
            }
            let number = self.windows[square as usize][index] as usize;
            if self.table_of[number] == NO_TABLE {
                self.compute(number);
            }
            let table = &self.tables[self.table_of[number] as usize];
            if table[set / 64] >> (set % 64) & 1 == 1 && !self.encloses(square, index, set as u16, player) {
                return true;
            }
        }
        false
    }

    fn compute(&mut self, number: usize) {
        let look = self.looks[number];
        let next = self.tables.len() as u32;
        let table = *self.known.entry(look).or_insert(next);
        if table == next {
            self.tables.push(look.table());
        }
        self.table_of[number] = table;
    }

    /// Whether the player stands in a window and cannot leave it; then the
    /// table, made for a player outside, does not tell.
    fn encloses(&self, square: Square, index: usize, set: u16, player: Square) -> bool {
        let near = &self.around[square as usize];
        let cell = (0..9).find(|cell| near[(index / 3 + cell / 3) * 5 + index % 3 + cell % 3] == player);
        let look = self.looks[self.windows[square as usize][index] as usize];
        cell.is_some_and(|cell| look.walk(set) >> cell & 1 == 0)
    }
}

/// What lies beside a cell of a window.
enum Beside {
    Inside(usize),
    Edge(usize),
}

/// The neighbour of a cell in a direction (up, right, down, left).
fn beside(cell: usize, dir: usize) -> Beside {
    let (row, col) = (cell / 3, cell % 3);
    match dir {
        0 if row == 0 => Beside::Edge(col),
        1 if col == 2 => Beside::Edge(3 + row),
        2 if row == 2 => Beside::Edge(6 + col),
        3 if col == 0 => Beside::Edge(9 + row),
        0 => Beside::Inside(cell - 3),
        1 => Beside::Inside(cell + 1),
        2 => Beside::Inside(cell + 3),
        _ => Beside::Inside(cell - 1),
    }
}

impl Window {
    fn at(board: &Board, square_at: impl Fn(i32, i32) -> Square) -> Self {
        let mut window = Self::default();
        for cell in 0..9 {
            let square = square_at(cell / 3, cell % 3) as usize;
            window.wall |= u16::from(square == board.squares) << cell;
            window.dead |= u16::from(!board.live[square]) << cell;
            window.target |= u16::from(board.is_target[square]) << cell;
        }
        for edge in 0..12 {
            let along = edge % 3;
            let (row, col) = [(-1, along), (along, 3), (3, along), (along, -1)][edge as usize / 3];
            let square = square_at(row, col) as usize;
            window.edge_wall |= u16::from(square == board.squares) << edge;
            window.edge_dead |= u16::from(!board.live[square]) << edge;
        }
        window
    }

    /// The cells a player from outside can walk to.
    fn walk(&self, boxes: u16) -> u16 {
        let free = 0o777 & !self.wall & !boxes;
        let mut reached = 0;
        for cell in 0..9 {
            let open =
                (0..4).any(|dir| matches!(beside(cell, dir), Beside::Edge(edge) if self.edge_wall >> edge & 1 == 0));
            reached |= u16::from(open) << cell;
        }
        reached &= free;
        loop {
            // Columns do not wrap: 0o666 and 0o333 mask the first and the last.
            let spread = reached << 3 | reached >> 3 | (reached << 1 & 0o666) | (reached >> 1 & 0o333);
            let more = reached | spread & free;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Whether some push from a set of boxes leads to a set that is wanted, or
    /// shuts the player in, after which nothing is known.
    fn pushes(&self, boxes: u16, wanted: impl Fn(u16) -> bool) -> bool {
        let walk = self.walk(boxes);
        (0..9).filter(|cell| boxes >> cell & 1 == 1).any(|cell| {
            (0..4).any(|dir| {
                let stand = match beside(cell, (dir + 2) & 3) {
                    Beside::Inside(stand) => walk >> stand & 1 == 1,
                    Beside::Edge(edge) => self.edge_wall >> edge & 1 == 0,
                };
                let rest = boxes & !(1 << cell);
                let after = match beside(cell, dir) {
                    Beside::Inside(to) => ((boxes | self.dead) >> to & 1 == 0).then_some(rest | 1 << to),
                    Beside::Edge(edge) => (self.edge_dead >> edge & 1 == 0).then_some(rest),
                };
                stand && after.is_some_and(|after| wanted(after) || self.walk(after) >> cell & 1 == 0)
            })
        })
    }

    /// The dead sets: all but those from which the window can be cleared.
    fn table(&self) -> Table {
        let mut dead: Table = [u64::MAX; 8];
        let is_dead = |dead: &Table, set: u16| dead[set as usize / 64] >> (set % 64) & 1 == 1;
        for count in 0..=9 {
            // A push keeps the boxes or takes one out: fewer boxes come first.
            let sets: Vec<u16> = (0..512u16).filter(|set| set.count_ones() == count && set & self.wall == 0).collect();
            let mut changed = true;
            while changed {
                changed = false;
                for &set in &sets {
                    let home = set & !self.target == 0;
                    if is_dead(&dead, set) && (home || self.pushes(set, |after| !is_dead(&dead, after))) {
                        dead[set as usize / 64] &= !(1 << (set % 64));
                        changed = true;
                    }
                }
            }
        }
        dead
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::position::Zone;
    use dedale_grid::Rng;
    use std::collections::HashSet;

    fn board(rows: &[&str]) -> Board {
        Board::new(&Level::from_rows(rows).expect("a level")).expect("a board")
    }

    #[test]
    fn known_patterns_are_found() {
        let board = board(&["##########", "#   # $ .#", "#    $ $.#", "#     $#.#", "#  @    .#", "##########"]);
        let at = |row: usize, col: usize| board.square_of[row * 10 + col];
        let mut patterns = Patterns::new(&board);
        let block = board.solid(&[at(2, 3), at(2, 4), at(3, 3), at(3, 4)]);
        assert!(patterns.kills(&block, at(2, 3), board.player, 2), "a block of four");
        let open = board.solid(&[at(2, 3), at(2, 4), at(3, 3)]);
        assert!(!patterns.kills(&open, at(2, 3), board.player, 2), "three of them");
        let targets = board.solid(&[at(1, 8), at(2, 8), at(3, 8)]);
        assert!(!patterns.kills(&targets, at(2, 8), board.player, 2), "boxes on targets");
    }

    /// Every verdict against a search of the whole board.
    #[test]
    fn what_is_called_dead_cannot_be_solved() {
        let board = board(&["#########", "#   #  .#", "# $  $ .#", "#  # $  #", "#   @  .#", "#########"]);
        let mut patterns = Patterns::new(&board);
        let mut rng = Rng::new(5);
        let mut zone = Zone::new(&board);
        let mut dead = 0;
        for _ in 0..1500 {
            let mut boxes = board.live_squares.clone();
            rng.shuffle(&mut boxes);
            boxes.truncate(3);
            boxes.sort_unstable();
            let solid = board.solid(&boxes);
            let free: Vec<Square> = (0..board.squares as Square).filter(|&s| solid[s as usize] == 0).collect();
            let player = *rng.choose(&free).expect("free squares");
            if boxes.iter().any(|&square| patterns.kills(&solid, square, player, 2)) {
                dead += 1;
                assert!(!solvable(&board, &mut zone, &boxes, player), "{boxes:?} {player}");
            }
        }
        assert!(dead > 50, "{dead}");
    }

    fn solvable(board: &Board, zone: &mut Zone, boxes: &[Square], player: Square) -> bool {
        let mut seen = HashSet::new();
        let mut stack = vec![(boxes.to_vec(), player)];
        while let Some((boxes, player)) = stack.pop() {
            if board.solved(&boxes) {
                return true;
            }
            let solid = board.solid(&boxes);
            if !seen.insert((boxes.clone(), zone.flood(board, &solid, player))) {
                continue;
            }
            for row in 0..boxes.len() {
                for dir in 0..4 {
                    let to = board.next[boxes[row] as usize][dir];
                    if solid[to as usize] == 0 && zone.contains(board.next[boxes[row] as usize][dir ^ 2]) {
                        let mut after = boxes.clone();
                        after[row] = to;
                        after.sort_unstable();
                        stack.push((after, boxes[row]));
                    }
                }
            }
        }
        false
    }
}
