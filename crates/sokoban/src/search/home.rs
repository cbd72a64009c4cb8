//! How far boxes are from the squares of the start, for searches backwards.

use crate::board::{Board, FAR, Square};
use crate::deadlock::matching::Assignment;
use dedale_grid::Marks;

/// The cheapest matching of boxes with the squares of the start. Most positions
/// differ by few boxes from the one before, so it is changed row by row.
#[derive(Clone, Debug)]
pub(crate) struct HomeMatching {
    /// Pushes from each start square to every square.
    ways: Vec<u16>,
    count: usize,
    assignment: Assignment,
    /// The boxes in the order of the assignment's rows.
    rows: Vec<Square>,
    inside: Marks,
}

impl HomeMatching {
    /// Measures the ways; `None` if `keep_on` says stop.
    pub(crate) fn new(board: &Board, keep_on: &dyn Fn() -> bool) -> Option<Self> {
        Some(Self {
            ways: ways(board, keep_on)?,
            count: board.boxes.len(),
            assignment: Assignment::default(),
            rows: Vec::new(),
            inside: Marks::new(board.squares + 1),
        })
    }

    /// The boxes last matched, in the order of the rows.
    pub(crate) fn rows(&self) -> &[Square] {
        &self.rows
    }

    /// Matches boxes anew: the pushes they are away, or `None` if some box has
    /// no square.
    pub(crate) fn solve(&mut self, boxes: &[Square]) -> Option<u32> {
        let Self { ways, count, .. } = self;
        self.rows.clear();
        self.rows.extend_from_slice(boxes);
        self.assignment.solve_with(*count, *count, |row, col| ways[boxes[row] as usize * *count + col])
    }

    /// Matches the boxes of a position, from the matching of the one before if
    /// few boxes differ. `solid` has the boxes on it.
    pub(crate) fn change(&mut self, boxes: &[Square], solid: &[u8]) -> Option<u32> {
        let gone = self.rows.iter().filter(|&&square| solid[square as usize] == 0).count();
        if gone * 3 > boxes.len() || self.rows.len() != boxes.len() {
            return self.solve(boxes);
        }
        self.inside.clear();
        for &square in &self.rows {
            self.inside.insert(square as usize);
        }
        let mut fresh = boxes.iter().copied().filter(|&square| !self.inside.contains(square as usize));
        for (row, square) in self.rows.iter_mut().enumerate().filter(|(_, square)| solid[**square as usize] == 0) {
            *square = fresh.next().expect("as many boxes came as went");
            self.assignment.change(row, &self.ways[*square as usize * self.count..][..self.count]);
        }
        self.assignment.total()
    }

    /// The pushes away if the box of a row were on another square.
    pub(crate) fn peek(&mut self, row: usize, to: Square) -> Option<u32> {
        self.assignment.peek(row, &self.ways[to as usize * self.count..][..self.count])
    }
}

/// Pushes a lone box from every start square: `ways[square * boxes + box]`;
/// `None` if `keep_on` says stop.
pub(crate) fn ways(board: &Board, keep_on: &dyn Fn() -> bool) -> Option<Vec<u16>> {
    let count = board.boxes.len();
    let mut ways = vec![FAR; (board.squares + 1) * count];
    let mut seen = Marks::new(board.squares * 4);
    for (index, &start) in board.boxes.iter().enumerate() {
        if !keep_on() {
            return None;
        }
        seen.clear();
        let mut queue: Vec<(Square, u8, u16)> = Vec::new();
        for group in board.sides[start as usize] {
            if group < 4 && seen.insert(start as usize * 4 + group as usize) {
                queue.push((start, group, 0));
            }
        }
        let mut head = 0;
        while let Some(&(square, group, steps)) = queue.get(head) {
            head += 1;
            let way = &mut ways[square as usize * count + index];
            *way = (*way).min(steps);
            for dir in 0..4 {
                let to = board.next[square as usize][dir];
                if board.sides[square as usize][(dir + 2) & 3] != group || to == board.wall() {
                    continue;
                }
                let side = board.sides[to as usize][(dir + 2) & 3];
                if board.live[to as usize] && side < 4 && seen.insert(to as usize * 4 + side as usize) {
                    queue.push((to, side, steps + 1));
                }
            }
        }
    }
    Some(ways)
}
