//! The ways of a lone box, counted backwards from where it is to end.

use crate::board::{Board, Square};

/// What it costs a box that has no way; some of them can be added up.
pub(crate) const NO_WAY: u32 = u32::MAX / 4;

/// Where a box may end: a square, the side of the player there as in
/// [`Board::sides`], and what that costs.
pub(crate) type End = (Square, u8, u32);

/// All sides of a square, for an end where the player may be anywhere.
pub(crate) fn any_side(sides: &Sides, square: Square, cost: u32) -> impl Iterator<Item = End> {
    sides[square as usize].into_iter().filter(|&side| side < 4).map(move |side| (square, side, cost))
}

/// How the sides of each square hang together round the box, as
/// [`Board::sides`] on the empty board.
pub(crate) type Sides = [[u8; 4]];

/// The pushes of a lone box from every square over squares that are `open` to
/// the end that is cheapest from there, its cost included. One pass in order of
/// cost, O(squares).
pub(crate) fn lone_ways(
    board: &Board,
    sides: &Sides,
    ends: impl Iterator<Item = End>,
    open: impl Fn(Square) -> bool,
) -> Vec<u32> {
    let mut best = vec![NO_WAY; board.squares + 1];
    let mut known = vec![false; (board.squares + 1) * 4];
    let mut buckets: Vec<Vec<(Square, u8)>> = Vec::new();
    let put = |buckets: &mut Vec<Vec<(Square, u8)>>, cost: usize, state: (Square, u8)| {
        if buckets.len() <= cost {
            buckets.resize_with(cost + 1, Vec::new);
        }
        buckets[cost].push(state);
    };
    ends.for_each(|(square, side, cost)| put(&mut buckets, cost as usize, (square, side)));
    let mut cost = 0;
    while cost < buckets.len() {
        while let Some((square, side)) = buckets[cost].pop() {
            if std::mem::replace(&mut known[square as usize * 4 + side as usize], true) {
                continue;
            }
            best[square as usize] = best[square as usize].min(cost as u32);
            // The pushes that may have brought it here, backwards.
            for (dir, &before) in board.next[square as usize].iter().enumerate() {
                if sides[square as usize][dir] == side && sides[before as usize][dir] < 4 && open(before) {
                    put(&mut buckets, cost + 1, (before, sides[before as usize][dir]));
                }
            }
        }
        cost += 1;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::FAR;
    use crate::level::Level;

    #[test]
    fn ways_to_a_target_are_the_distances_of_the_board() {
        let rows = ["##########", "#    #   #", "# $$   ..#", "#  $#  #.#", "# @ #    #", "##########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        for (index, &target) in board.targets.iter().enumerate() {
            let ways = lone_ways(&board, &board.sides, any_side(&board.sides, target, 3), |_| true);
            for (square, &way) in ways[..board.squares].iter().enumerate() {
                let distance = board.distance(square as Square, index);
                let expected = if distance == FAR { NO_WAY } else { u32::from(distance) + 3 };
                assert_eq!(way, expected, "{square} to {target}");
            }
            let shut = lone_ways(&board, &board.sides, any_side(&board.sides, target, 0), |_| false);
            assert_eq!(shut.iter().filter(|&&way| way != NO_WAY).count(), 1);
        }
    }
}
