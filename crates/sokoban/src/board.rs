//! The level as the solvers see it: numbered squares and nothing else.
//!
//! Only the squares the player could ever walk to are kept, numbered row by
//! row; one extra number stands for every wall, so that arrays need no bounds
//! of their own. Boxes that walls alone hold on their targets for ever become
//! walls. Per square the board knows the push distance to every target when no
//! other box is in the way (found by pulling a box from the target, with the
//! player's side taken into account), hence the dead squares.
//!
//! Cost: O(squares × targets) time and memory, plus one flood for each square
//! whose eight neighbours do not already show how its sides are connected.

use crate::level::{Ground, Level};
use dedale_grid::{Cell, Dir, Marks};
use dedale_text::messages;

/// A numbered floor square; the number of squares itself stands for wall.
pub type Square = u16;

/// No way.
pub const FAR: u16 = u16::MAX;

/// The most floor squares the solvers take.
pub const MAX_SQUARES: usize = 20_000;
/// The most pairs of a square and a target.
const MAX_TABLE: usize = 1 << 25;

messages! {
    /// Why a level cannot be solved before the search begins.
    pub enum BoardError {
        /// More squares than the tables are made for.
        TooLarge { squares: usize } => "found {squares} floor squares, expected at most 20000 and fewer with many targets",
            "trouvé {squares} cases de sol, attendu au plus 20000 et moins s'il y a beaucoup de cibles";
        /// More boxes inside than targets inside.
        TooFewTargets { boxes: usize, targets: usize } =>
            "found {boxes} boxes and {targets} targets within the player's reach",
            "trouvé {boxes} caisses et {targets} cibles à portée du joueur";
    }
}

/// A level prepared for solving.
#[derive(Clone, Debug)]
pub struct Board {
    /// The number of squares.
    pub squares: usize,
    /// The columns of the level.
    pub cols: usize,
    /// The neighbours of every square, by direction; a wall's are walls.
    pub next: Vec<[Square; 4]>,
    /// The cell of every square in the level.
    pub cells: Vec<Cell>,
    /// The square of every cell, or the wall.
    pub square_of: Vec<Square>,
    /// The targets that are still to be filled by movable boxes.
    pub targets: Vec<Square>,
    /// For every square, and the wall, whether it is one of the targets.
    pub is_target: Vec<bool>,
    /// The movable boxes at the start.
    pub boxes: Vec<Square>,
    /// The player at the start.
    pub player: Square,
    /// Push distance from a square to a target: `distance[square * targets + target]`.
    pub distance: Vec<u16>,
    /// Whether a box may stand on a square at all (it is not dead).
    pub live: Vec<bool>,
    /// The live squares.
    pub live_squares: Vec<Square>,
    /// The place of a live square among the live squares.
    pub rank: Vec<u16>,
    /// Per square and side, the lowest side the player can walk to around a
    /// lone box on the square; 4 where the side is wall.
    pub sides: Vec<[u8; 4]>,
}

impl Board {
    /// Prepares a level.
    pub fn new(level: &Level) -> Result<Self, BoardError> {
        Self::prepare(level, &|| true).map(|board| board.expect("nobody said stop"))
    }

    /// Prepares a level so long as `keep_on`, which is asked after every
    /// target measured; `None` if it said stop.
    pub fn prepare(level: &Level, keep_on: &dyn Fn() -> bool) -> Result<Option<Self>, BoardError> {
        let size = level.size();
        let mut walls: Vec<bool> = size.cells().map(|cell| level.ground(cell) == Ground::Wall).collect();
        let mut boxes: Vec<Cell> = level.boxes().to_vec();
        wall_in(level, &mut walls, &mut boxes);
        let mut inside = vec![false; size.area()];
        let mut stack = vec![level.player()];
        inside[level.player().index()] = true;
        while let Some(cell) = stack.pop() {
            for (_, next) in size.neighbours(cell) {
                if !walls[next.index()] && !inside[next.index()] {
                    inside[next.index()] = true;
                    stack.push(next);
                }
            }
        }
        let cells: Vec<Cell> = size.cells().filter(|cell| inside[cell.index()]).collect();
        let squares = cells.len();
        if squares > MAX_SQUARES {
            return Err(BoardError::TooLarge { squares });
        }
        let wall = squares as Square;
        let mut square_of = vec![wall; size.area()];
        for (square, cell) in cells.iter().enumerate() {
            square_of[cell.index()] = square as Square;
        }
        let mut next: Vec<[Square; 4]> = cells
            .iter()
            .map(|&cell| Dir::ALL.map(|dir| size.step(cell, dir).map_or(wall, |next| square_of[next.index()])))
            .collect();
        next.push([wall; 4]);
        let numbered = |cell: &Cell| Some(square_of[cell.index()]).filter(|&square| square != wall);
        let targets: Vec<Square> = level.targets().filter_map(|cell| numbered(&cell)).collect();
        let boxes: Vec<Square> = boxes.iter().filter_map(numbered).collect();
        if squares * targets.len() > MAX_TABLE {
            return Err(BoardError::TooLarge { squares });
        }
        if boxes.len() > targets.len() {
            return Err(BoardError::TooFewTargets { boxes: boxes.len(), targets: targets.len() });
        }
        let mut is_target = vec![false; squares + 1];
        for &target in &targets {
            is_target[target as usize] = true;
        }
        let player = square_of[level.player().index()];
        let mut board = Self {
            squares,
            cols: size.cols(),
            next,
            cells,
            square_of,
            targets,
            is_target,
            boxes,
            player,
            distance: Vec::new(),
            live: vec![false; squares + 1],
            live_squares: Vec::new(),
            rank: vec![0; squares + 1],
            sides: Vec::new(),
        };
        board.sides = board.walk_round();
        Ok((keep_on() && board.measure(&|_| true, keep_on)).then_some(board))
    }

    /// A level on the same floor, squares numbered alike: other boxes, other
    /// targets, more walls, boxes on squares `within` only; `None` if `keep_on`
    /// said stop.
    pub(crate) fn stage(
        &self,
        boxes: &[Square],
        player: Square,
        targets: &[Square],
        walls: &[Square],
        within: &dyn Fn(Square) -> bool,
        keep_on: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let mut board = Self {
            boxes: boxes.to_vec(),
            player,
            targets: targets.to_vec(),
            is_target: vec![false; self.squares + 1],
            ..self.clone()
        };
        targets.iter().for_each(|&target| board.is_target[target as usize] = true);
        for &square in walls {
            for side in 0..4 {
                let beside = self.next[square as usize][side];
                board.next[beside as usize][(side + 2) & 3] = self.wall();
            }
            board.next[square as usize] = [self.wall(); 4];
        }
        if !walls.is_empty() {
            board.sides = board.walk_round();
        }
        board.measure(within, keep_on).then_some(board)
    }

    /// The number that stands for wall.
    #[inline]
    pub fn wall(&self) -> Square {
        self.squares as Square
    }

    /// The push distance from a square to a target (by its index).
    #[inline]
    pub fn distance(&self, square: Square, target: usize) -> u16 {
        self.distance[square as usize * self.targets.len() + target]
    }

    /// The push distances from a square to all targets.
    #[inline]
    pub fn distances(&self, square: Square) -> &[u16] {
        let targets = self.targets.len();
        &self.distance[square as usize * targets..(square as usize + 1) * targets]
    }

    /// Push distance from a square to the nearest target.
    pub fn nearest_target(&self, square: Square) -> u16 {
        self.distances(square).iter().copied().min().unwrap_or(FAR)
    }

    /// An array over squares and wall: 0 free, 1 box, 2 wall.
    pub fn solid(&self, boxes: &[Square]) -> Vec<u8> {
        let mut solid = vec![0; self.squares + 1];
        solid[self.squares] = 2;
        for &square in boxes {
            solid[square as usize] = 1;
        }
        solid
    }

    /// Whether all these boxes stand on targets.
    pub fn solved(&self, boxes: &[Square]) -> bool {
        boxes.iter().all(|&square| self.is_target[square as usize])
    }

    /// The direction from a square to a neighbour.
    pub fn direction(&self, from: Square, to: Square) -> Option<usize> {
        (0..4).find(|&dir| self.next[from as usize][dir] == to)
    }

    /// How the four sides of a lone box hang together, for every square.
    fn walk_round(&self) -> Vec<[u8; 4]> {
        let solid = self.solid(&[]);
        let mut around = Around::new(self.squares);
        (0..self.squares).map(|square| around.sides(self, &solid, square as Square)).collect()
    }

    /// Pulls a lone box from every target and notes how far it gets `within`
    /// some squares; false if `keep_on` said stop.
    fn measure(&mut self, within: &dyn Fn(Square) -> bool, keep_on: &dyn Fn() -> bool) -> bool {
        let targets = self.targets.len();
        self.distance = vec![FAR; (self.squares + 1) * targets];
        let mut best = vec![FAR; self.squares];
        let mut seen = Marks::new(self.squares * 4);
        let mut queue: Vec<(Square, u8, u16)> = Vec::new();
        for target in 0..targets {
            if !keep_on() {
                return false;
            }
            best.fill(FAR);
            seen.clear();
            queue.clear();
            let square = self.targets[target];
            for side in self.sides[square as usize] {
                if side < 4 && seen.insert(square as usize * 4 + side as usize) {
                    queue.push((square, side, 0));
                }
            }
            best[square as usize] = 0;
            let mut head = 0;
            while let Some(&(square, group, steps)) = queue.get(head) {
                head += 1;
                for dir in 0..4 {
                    if self.sides[square as usize][dir] != group {
                        continue;
                    }
                    // The player at `from` steps back and pulls the box after it.
                    let from = self.next[square as usize][dir];
                    let back = self.next[from as usize][dir];
                    if back == self.wall() || !within(from) {
                        continue;
                    }
                    let side = self.sides[from as usize][dir];
                    if side < 4 && seen.insert(from as usize * 4 + side as usize) {
                        // A way as long as that is not told from a longer one.
                        let steps = (steps + 1).min(FAR - 1);
                        best[from as usize] = best[from as usize].min(steps);
                        queue.push((from, side, steps));
                    }
                }
            }
            for (square, &steps) in best.iter().enumerate() {
                self.distance[square * targets + target] = steps;
            }
        }
        for square in 0..self.squares {
            self.live[square] = self.distances(square as Square).iter().any(|&steps| steps != FAR);
        }
        self.number_live();
        true
    }

    fn number_live(&mut self) {
        self.live_squares.clear();
        for square in 0..self.squares {
            if self.live[square] {
                self.rank[square] = self.live_squares.len() as u16;
                self.live_squares.push(square as Square);
            }
        }
    }

    /// Forgets which squares are dead, but for corners without a target; to
    /// measure what the knowledge is worth.
    pub fn forget_dead(&mut self) {
        for square in 0..self.squares {
            let wall = |dir: usize| self.next[square][dir] == self.wall();
            self.live[square] = !((wall(0) || wall(2)) && (wall(1) || wall(3))) || self.is_target[square];
        }
        self.number_live();
    }
}

/// Turns boxes that can never move, whatever happens to the others, into
/// walls when they stand on targets; so long as that frees nothing else.
fn wall_in(level: &Level, walls: &mut [bool], boxes: &mut Vec<Cell>) {
    let size = level.size();
    loop {
        let held = |cell: Cell, a: Dir, b: Dir| {
            let solid = |dir| size.step(cell, dir).is_none_or(|next| walls[next.index()]);
            solid(a) || solid(b)
        };
        let fixed = boxes.iter().position(|&cell| {
            level.ground(cell) == Ground::Target && held(cell, Dir::Up, Dir::Down) && held(cell, Dir::Left, Dir::Right)
        });
        let Some(index) = fixed else { return };
        walls[boxes.remove(index).index()] = true;
    }
}

/// Finds which sides of a square hang together for the player.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    marks: Marks,
    /// Which side's flood reached a square.
    owner: Vec<u8>,
    queues: [Vec<Square>; 4],
}

impl Around {
    pub(crate) fn new(squares: usize) -> Self {
        Self { marks: Marks::new(squares + 1), owner: vec![0; squares + 1], queues: Default::default() }
    }

    /// For each side of `square`, taken as filled, the lowest side connected
    /// with it; 4 where the side is solid.
    pub(crate) fn sides(&mut self, board: &Board, solid: &[u8], square: Square) -> [u8; 4] {
        let next = &board.next[square as usize];
        let free = |s: Square| solid[s as usize] == 0;
        let mut group = [4u8; 4];
        let mut open = 0;
        for side in 0..4u8 {
            if free(next[side as usize]) {
                group[side as usize] = side;
                open += 1;
            }
        }
        if open <= 1 {
            return group;
        }
        // Neighbouring sides with a free corner between them are connected.
        for side in 0..4 {
            let other = (side + 1) & 3;
            let corner = board.next[next[side] as usize][other];
            if group[side] < 4 && group[other] < 4 && free(corner) {
                let (low, high) = (group[side].min(group[other]), group[side].max(group[other]));
                group.iter_mut().filter(|g| **g == high).for_each(|g| *g = low);
            }
        }
        let separate = (0..4).filter(|&side| group[side] == side as u8).count();
        if separate <= 1 {
            return group;
        }
        self.join(board, solid, square, &mut group);
        group
    }

    /// Joins groups of sides between which there is a way round the square.
    ///
    /// The floods of all groups grow by turns until those that still grow are
    /// one, so that a dead end costs no more than its own length and a detour
    /// no more than twice around; a flood of everything is never needed.
    fn join(&mut self, board: &Board, solid: &[u8], square: Square, group: &mut [u8; 4]) {
        self.marks.clear();
        self.marks.insert(square as usize);
        let mut grows = [false; 4];
        for side in 0..4 {
            if group[side] == side as u8 {
                let first = board.next[square as usize][side];
                self.marks.insert(first as usize);
                self.owner[first as usize] = side as u8;
                self.queues[side].clear();
                self.queues[side].push(first);
                grows[side] = true;
            }
        }
        let mut heads = [0; 4];
        loop {
            // Groups that still grow; with one alone nothing can change.
            let alive = |side: usize| (0..4).any(|part| grows[part] && group[part] == side as u8);
            if (0..4).filter(|&side| group[side] == side as u8 && alive(side)).count() < 2 {
                return;
            }
            for side in 0..4 {
                if !grows[side] {
                    continue;
                }
                let Some(&at) = self.queues[side].get(heads[side]) else {
                    grows[side] = false;
                    continue;
                };
                heads[side] += 1;
                for &to in &board.next[at as usize] {
                    if solid[to as usize] != 0 {
                        continue;
                    }
                    if self.marks.insert(to as usize) {
                        self.owner[to as usize] = side as u8;
                        self.queues[side].push(to);
                        continue;
                    }
                    if to == square {
                        continue;
                    }
                    let (one, two) = (group[side], group[self.owner[to as usize] as usize]);
                    if one != two {
                        let (low, high) = (one.min(two), one.max(two));
                        group.iter_mut().filter(|g| **g == high).for_each(|g| *g = low);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_grid::Rng;

    fn board(rows: &[&str]) -> Board {
        Board::new(&Level::from_rows(rows).expect("a level")).expect("a board")
    }

    #[test]
    fn corners_and_edges_are_dead() {
        let board = board(&["#######", "#     #", "# $ . #", "#  @  #", "#######"]);
        let dead: Vec<usize> = (0..board.squares).filter(|&s| !board.live[s]).collect();
        // All along the walls: rows 0 and 2, columns 0 and 4 of the inside.
        assert_eq!(dead, [0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]);
        let start = board.boxes[0];
        assert_eq!(board.distance(start, 0), 2);
    }

    /// A lone box, pushed by brute force from every square and side.
    #[test]
    fn distances_agree_with_pushing_forward() {
        let board = board(&["  #####", "###   #", "#. #@ ##", "#   $  #", "##  #  #", " ### ###", "   ###"]);
        for start in 0..board.squares as Square {
            let mut best = FAR;
            for side in 0..4 {
                let mut seen = std::collections::HashSet::new();
                let mut queue = std::collections::VecDeque::new();
                if board.next[start as usize][side] != board.wall() {
                    queue.push_back((start, board.next[start as usize][side], 0));
                }
                while let Some((at, player, steps)) = queue.pop_front() {
                    if board.is_target[at as usize] {
                        best = best.min(steps);
                        break;
                    }
                    let mut zone = crate::position::Zone::new(&board);
                    if !seen.insert((at, zone.flood(&board, &board.solid(&[at]), player))) {
                        continue;
                    }
                    for dir in 0..4 {
                        let to = board.next[at as usize][dir];
                        if to != board.wall() && zone.contains(board.next[at as usize][dir ^ 2]) {
                            queue.push_back((to, at, steps + 1));
                        }
                    }
                }
            }
            assert_eq!(board.distance(start, 0), best, "square {start}");
        }
    }

    #[test]
    fn fixed_boxes_become_walls() {
        let board = board(&["#####", "#*@.#", "# $ #", "#   #", "#####"]);
        assert_eq!((board.boxes.len(), board.targets.len(), board.squares), (1, 1, 8));
    }

    /// The sides by one whole flood each.
    fn sides_naive(board: &Board, solid: &[u8], square: Square) -> [u8; 4] {
        let next = board.next[square as usize];
        let mut group = [4u8; 4];
        for side in 0..4 {
            if solid[next[side] as usize] != 0 {
                continue;
            }
            let mut seen = vec![false; board.squares + 1];
            seen[square as usize] = true;
            let mut stack = vec![next[side]];
            while let Some(at) = stack.pop() {
                if solid[at as usize] == 0 && !std::mem::replace(&mut seen[at as usize], true) {
                    stack.extend(board.next[at as usize]);
                }
            }
            group[side] = (0..4).find(|&other| seen[next[other] as usize] && next[other] != square).unwrap_or(4) as u8;
        }
        group
    }

    #[test]
    fn sides_agree_with_whole_floods() {
        let rows =
            ["###########", "#  #  .   #", "#@ $ ###  #", "## # #  # #", "#    # $. #", "# ##   ## #", "###########"];
        let board = board(&rows);
        let mut around = Around::new(board.squares);
        let mut rng = Rng::new(3);
        for _ in 0..300 {
            let mut squares: Vec<Square> = (0..board.squares as Square).collect();
            rng.shuffle(&mut squares);
            let solid = board.solid(&squares[..rng.index(14)]);
            for square in 0..board.squares as Square {
                let naive = sides_naive(&board, &solid, square);
                assert_eq!(around.sides(&board, &solid, square), naive, "{square} {solid:?}");
            }
        }
    }

    #[test]
    fn preparing_stops_when_told() {
        let level = Level::from_rows(["#######", "#@$ ..#", "# $   #", "#######"]).expect("a level");
        let looks = std::cell::Cell::new(0);
        let keep_on = || {
            looks.set(looks.get() + 1);
            looks.get() < 3
        };
        assert!(Board::prepare(&level, &keep_on).expect("a small level").is_none());
        assert_eq!(looks.get(), 3);
    }
}
