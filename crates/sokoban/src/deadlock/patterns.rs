//! Small patterns: everything that can go wrong within 3 × 3 cells.
//!
//! A window knows its walls, dead squares and targets, and the same of the
//! twelve cells along its edges; beyond it everything is as good as it could
//! be: no boxes, and the player anywhere. By search over all sets of boxes in
//! the window, those are found that can never be cleared: some box can neither
//! leave nor come to rest on a target. That contains the 2 × 2 block, the
//! smallest closed diagonal, and every other trap of that size.
//!
//! Nothing is typed in by hand: a set is settled when it is first asked for,
//! once for all windows that look alike. Asking about a push costs one look at
//! 25 squares and nine look-ups.

use crate::board::{Board, Square};
use rustc_hash::FxHashMap;

/// What is known of the sets of boxes in a window, one bit a set.
#[derive(Clone, Copy, Debug, Default)]
struct Table {
    settled: [u64; 8],
    dead: [u64; 8],
}

impl Table {
    /// Whether a set is dead, if it is settled.
    fn get(&self, set: u16) -> Option<bool> {
        let (word, bit) = (set as usize / 64, set % 64);
        (self.settled[word] >> bit & 1 == 1).then_some(self.dead[word] >> bit & 1 == 1)
    }

    fn settle(&mut self, set: u16, dead: bool) {
        let (word, bit) = (set as usize / 64, set % 64);
        self.settled[word] |= 1 << bit;
        self.dead[word] |= u64::from(dead) << bit;
    }
}

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
            let set = (part & 7 | part >> 2 & 0o70 | part >> 4 & 0o700) as u16;
            if set.count_ones() < least {
                continue;
            }
            let number = self.windows[square as usize][index] as usize;
            if self.dead(number, set) && !self.encloses(square, index, set, player) {
                return true;
            }
        }
        false
    }

    /// Whether a set of boxes is dead in a window.
    fn dead(&mut self, number: usize, set: u16) -> bool {
        let look = self.looks[number];
        if self.table_of[number] == NO_TABLE {
            let next = self.tables.len() as u32;
            let table = *self.known.entry(look).or_insert(next);
            if table == next {
                self.tables.push(Table::default());
            }
            self.table_of[number] = table;
        }
        let table = &mut self.tables[self.table_of[number] as usize];
        table.get(set).unwrap_or_else(|| look.dead(set, table))
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

    /// Calls for the set after every push from a set of boxes, and for the
    /// empty one where a push shuts the player in: nothing is known after it.
    fn pushes(&self, boxes: u16, mut visit: impl FnMut(u16)) {
        let walk = self.walk(boxes);
        for cell in (0..9).filter(|cell| boxes >> cell & 1 == 1) {
            for dir in 0..4 {
                let stand = match beside(cell, (dir + 2) & 3) {
                    Beside::Inside(stand) => walk >> stand & 1 == 1,
                    Beside::Edge(edge) => self.edge_wall >> edge & 1 == 0,
                };
                if !stand {
                    continue;
                }
                let rest = boxes & !(1 << cell);
                let after = match beside(cell, dir) {
                    Beside::Inside(to) => ((boxes | self.dead) >> to & 1 == 0).then_some(rest | 1 << to),
                    Beside::Edge(edge) => (self.edge_dead >> edge & 1 == 0).then_some(rest),
                };
                if let Some(after) = after {
                    visit(if self.walk(after) >> cell & 1 == 0 { 0 } else { after });
                }
            }
        }
    }

    /// Whether the window can never be cleared of a set of boxes: goes through
    /// all sets that pushes lead to until one has its boxes at home or is known
    /// not to be dead.
    fn dead(&self, set: u16, table: &mut Table) -> bool {
        // The sets met, each with the one before it.
        let mut met: Vec<(u16, usize)> = vec![(set, 0)];
        let mut seen = [0u64; 8];
        seen[set as usize / 64] |= 1 << (set % 64);
        let mut at = 0;
        while let Some(&(set, _)) = met.get(at) {
            if set & !self.target == 0 || table.get(set) == Some(false) {
                // So are all on the way to it.
                let mut back = at;
                loop {
                    table.settle(met[back].0, false);
                    if back == 0 {
                        return false;
                    }
                    back = met[back].1;
                }
            }
            if table.get(set).is_none() {
                self.pushes(set, |after| {
                    let (word, bit) = (after as usize / 64, after % 64);
                    if seen[word] >> bit & 1 == 0 {
                        seen[word] |= 1 << bit;
                        met.push((after, at));
                    }
                });
            }
            at += 1;
        }
        met.into_iter().for_each(|(set, _)| table.settle(set, true));
        true
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

    /// Every set of boxes in windows of all kinds, against the whole table made
    /// at once: sets are taken off so long as a push leads out of the dead.
    #[test]
    fn settled_one_by_one_or_all_at_once() {
        let mut rng = Rng::new(3);
        let mut deaths = 0;
        for _ in 0..60 {
            let mut bits = |count: u32, of: usize| (0..count).fold(0u16, |all, _| all | 1 << rng.index(of));
            let (wall, target) = (bits(2, 9), bits(2, 9));
            let window = Window {
                wall,
                dead: wall | bits(2, 9),
                target: target & !wall,
                edge_wall: bits(5, 12),
                edge_dead: bits(8, 12),
            };
            let sets = || (0..512u16).filter(|set| set & window.wall == 0);
            let mut dead = vec![true; 512];
            let mut changed = true;
            while changed {
                changed = false;
                for set in sets().filter(|&set| dead[set as usize]).collect::<Vec<_>>() {
                    let mut out = set & !window.target == 0;
                    window.pushes(set, |after| out |= !dead[after as usize]);
                    dead[set as usize] = !out;
                    changed |= out;
                }
            }
            let mut table = Table::default();
            let mut order: Vec<u16> = sets().collect();
            rng.shuffle(&mut order);
            for set in order {
                let settled = table.get(set).unwrap_or_else(|| window.dead(set, &mut table));
                assert_eq!(settled, dead[set as usize], "{window:?} {set:o}");
                deaths += u32::from(settled);
            }
        }
        assert!(deaths > 1000, "{deaths}");
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
