//! Groups of boxes with their targets that may be dealt with apart.

use crate::board::{Board, Square};
use crate::position::cuts;
use dedale_grid::UnionFind;

/// Boxes and at least as many targets.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) boxes: Vec<Square>,
    pub(super) targets: Vec<Square>,
    /// The squares that are theirs.
    pub(super) squares: Vec<Square>,
}

impl Group {
    fn new(board: &Board, squares: Vec<Square>) -> Self {
        let mine = |of: &[Square]| of.iter().copied().filter(|square| squares.contains(square)).collect();
        Self { boxes: mine(&board.boxes), targets: mine(&board.targets), squares }
    }

    /// Takes another group in.
    pub(super) fn join(&mut self, other: Self) {
        self.boxes.extend(other.boxes);
        self.targets.extend(other.targets);
        self.squares.extend(other.squares);
    }

    /// How far two groups are from each other.
    pub(super) fn distance(&self, board: &Board, other: &Self) -> usize {
        let place = |&square: &Square| {
            let index = board.cells[square as usize].index();
            (index / board.cols, index % board.cols)
        };
        let apart = |a: &Square, b: &Square| {
            let ((row, col), (other_row, other_col)) = (place(a), place(b));
            row.abs_diff(other_row) + col.abs_diff(other_col)
        };
        self.boxes.iter().flat_map(|a| other.boxes.iter().map(move |b| apart(a, b))).min().unwrap_or(usize::MAX)
    }
}

/// The groups of a board that have something to do, if there are several: those
/// between which no box can go, or if all hang together those on either side of
/// narrow places.
pub(super) fn groups(board: &Board, keep_on: &dyn Fn() -> bool) -> Vec<Group> {
    let mut groups = never_meeting(board);
    if groups.iter().any(|group| group.boxes.len() > group.targets.len()) {
        return Vec::new(); // Nobody can solve it, which others say.
    }
    groups.retain(|group| !board.solved(&group.boxes));
    if groups.len() == 1 {
        groups = halls(board, keep_on);
    }
    if groups.len() > 1 { groups } else { Vec::new() }
}

/// The groups between which no box can go, walls alone considered.
fn never_meeting(board: &Board) -> Vec<Group> {
    let mut sets = UnionFind::new(board.squares);
    let mut reached = vec![false; board.squares];
    let mut queue = board.boxes.clone();
    queue.iter().for_each(|&square| reached[square as usize] = true);
    let mut head = 0;
    while let Some(&square) = queue.get(head) {
        head += 1;
        for dir in 0..4 {
            let to = board.next[square as usize][dir];
            let stand = board.next[square as usize][(dir + 2) & 3];
            if board.live[to as usize] && stand != board.wall() {
                sets.union(square as usize, to as usize);
                if !std::mem::replace(&mut reached[to as usize], true) {
                    queue.push(to);
                }
            }
        }
    }
    let mut sides: Vec<(usize, Vec<Square>)> = Vec::new();
    for &square in &queue {
        let root = sets.find(square as usize);
        match sides.iter_mut().find(|(other, _)| *other == root) {
            Some((_, squares)) => squares.push(square),
            None => sides.push((root, vec![square])),
        }
    }
    sides.into_iter().map(|(_, squares)| Group::new(board, squares)).collect()
}

/// The most squares of a floor in which narrow places are looked for.
const MOST_SQUARES: usize = 500;
/// The smallest part of the boxes that are not on targets, to stand on one side.
const LEAST: usize = 6;

/// The groups on either side of narrow places: the floor is cut at one or two
/// squares into two sides with as many boxes as targets and something to do on
/// both, and again, as long as that is possible.
fn halls(board: &Board, keep_on: &dyn Fn() -> bool) -> Vec<Group> {
    if board.squares > MOST_SQUARES || board.boxes.len() != board.targets.len() {
        return Vec::new();
    }
    let mut is_box = vec![false; board.squares];
    board.boxes.iter().for_each(|&square| is_box[square as usize] = true);
    let all: Vec<Square> = (0..board.squares as Square).collect();
    let mut cutter = Cutter { board, is_box, inside: vec![false; board.squares + 1], least: 0 };
    cutter.least = (cutter.count(&all).1 / LEAST).max(2);
    let (mut whole, mut done) = (vec![all], Vec::new());
    while let Some(squares) = whole.pop() {
        match cutter.cut(&squares, keep_on) {
            Some(side) => {
                let rest = squares.iter().copied().filter(|square| !side.contains(square)).collect();
                whole.extend([side, rest]);
            }
            None => done.push(Group::new(board, squares)),
        }
    }
    done
}

struct Cutter<'a> {
    board: &'a Board,
    is_box: Vec<bool>,
    /// The squares of the floor at hand that are not doors.
    inside: Vec<bool>,
    /// The fewest boxes off targets on a side.
    least: usize,
}

/// A side of a cut and how many boxes off targets are on the emptier one.
type Cut = Option<(usize, Vec<Square>)>;

impl Cutter<'_> {
    /// Boxes less targets, and boxes off targets.
    fn count(&self, squares: &[Square]) -> (isize, usize) {
        squares.iter().fold((0, 0), |(extra, busy), &square| {
            let (boxes, target) = (self.is_box[square as usize], self.board.is_target[square as usize]);
            (extra + isize::from(boxes) - isize::from(target), busy + usize::from(boxes && !target))
        })
    }

    /// Whether a square may be a door: its free sides do not hang together
    /// through its eight neighbours.
    fn narrow(&self, square: Square) -> bool {
        cuts(self.board, square, |other| self.inside[other as usize])
    }

    /// One of two sides, cut off at as few squares as possible, and then as even
    /// as possible.
    fn cut(&mut self, squares: &[Square], keep_on: &dyn Fn() -> bool) -> Option<Vec<Square>> {
        let busy = self.count(squares).1;
        if busy < 2 * self.least {
            return None;
        }
        self.inside.fill(false);
        squares.iter().for_each(|&square| self.inside[square as usize] = true);
        let mut best: Cut = None;
        for &door in squares {
            if self.narrow(door) {
                self.inside[door as usize] = false;
                self.weigh(squares, &[door], busy, &mut best);
                self.inside[door as usize] = true;
            }
        }
        if best.is_some() {
            return best.map(|(_, side)| side);
        }
        for (index, &one) in squares.iter().enumerate().filter(|_| keep_on()) {
            for &two in &squares[..index] {
                // Each is a door once the other is shut.
                self.inside[one as usize] = false;
                let narrow = self.narrow(two);
                self.inside[two as usize] = false;
                if narrow && self.narrow(one) {
                    self.weigh(squares, &[one, two], busy, &mut best);
                }
                self.inside[one as usize] = true;
                self.inside[two as usize] = true;
            }
        }
        best.map(|(_, side)| side)
    }

    /// Looks at the sides that shut doors leave, each with any of the doors.
    fn weigh(&self, squares: &[Square], doors: &[Square], busy: usize, best: &mut Cut) {
        let mut left = self.inside.clone();
        for &start in squares {
            if !left[start as usize] {
                continue;
            }
            left[start as usize] = false;
            let mut side = vec![start];
            let mut head = 0;
            while let Some(&at) = side.get(head) {
                head += 1;
                for to in self.board.next[at as usize] {
                    if std::mem::replace(&mut left[to as usize], false) {
                        side.push(to);
                    }
                }
            }
            if side.len() + doors.len() == squares.len() {
                return; // All in one piece.
            }
            let inner = side.len();
            for choice in 0..1 << doors.len() {
                side.truncate(inner);
                side.extend(
                    doors.iter().enumerate().filter(|(index, _)| choice >> index & 1 == 1).map(|(_, door)| door),
                );
                let (extra, here) = self.count(&side);
                let even = here.min(busy - here);
                let touch = |door: &Square| self.board.next[*door as usize].iter().any(|to| side[..inner].contains(to));
                let whole = extra == 0 && even >= self.least && side[inner..].iter().all(touch);
                if whole && best.as_ref().is_none_or(|(most, _)| even > *most) {
                    *best = Some((even, side.clone()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn sizes(rows: &[&str]) -> Vec<usize> {
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let mut sizes: Vec<usize> = groups(&board, &|| true).iter().map(|group| group.boxes.len()).collect();
        sizes.sort_unstable();
        sizes
    }

    #[test]
    fn narrow_places_part_halls() {
        // One door; two ways round a pillar; none.
        assert_eq!(sizes(&["###########", "#    #    #", "# $$   $$ #", "#.. @#  ..#", "###########"]), [2, 2]);
        let two = ["###########", "#.   .    #", "# $$ # $$ #", "#. @ #    #", "#      .  #", "###########"];
        assert_eq!(sizes(&two), [2, 2]);
        assert!(sizes(&["########", "#      #", "# $$$$ #", "#@.... #", "########"]).is_empty());
    }

    #[test]
    fn a_side_needs_as_many_targets_as_boxes() {
        let rows = ["###########", "#    #....#", "# $$      #", "# $$@#    #", "#    #    #", "###########"];
        assert!(sizes(&rows).is_empty());
    }
}
