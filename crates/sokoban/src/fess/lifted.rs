//! What the floor is like with a box put down anywhere, from one walk over the
//! board without it.
//!
//! A position has a hundred moves and more, and each asks which sides of the box
//! hang together where it ends, into how many regions the boxes cut the floor
//! then, and what the player's own is like. All moves of one box share the board
//! without it. A depth-first walk over that board finds its cut squares (Hopcroft
//! & Tarjan 1973): the box on a square cuts off the subtrees of those children
//! from which no way leads back above the square, and each of these is a row of
//! squares in the order of the walk. So everything is read off.
//!
//! Cost: one walk a box, O(squares); then O(1) for the sides of a square and
//! O(boxes) for what a region is like.

use super::features::Aside;
use crate::board::{Board, Square};
use crate::position::Zone;

/// A walk over the board without one of its boxes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lifted {
    /// When each free square was come to; [`NEVER`] for boxes and walls.
    order: Vec<u16>,
    /// For each free square what the walk left behind.
    steps: Vec<Step>,
    regions: u16,
}

/// A square in the walk.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The square it was come to from, and the first square of the region.
    parent: Square,
    root: Square,
    /// The earliest square to which a way leads from here or below.
    low: u16,
    /// When the walk left it: the squares below are those between.
    end: u16,
    /// The lowest square here or below.
    lowest: Square,
    /// Which side is looked at next.
    side: u8,
}

/// The player's region after a box was put down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// When the walk was in it, but for what is cut off.
    span: (u16, u16),
    holes: [(u16, u16); 4],
    /// Its lowest square.
    pub name: Square,
    /// How many squares it has.
    pub reach: u16,
    /// How many regions there are in all.
    pub count: u16,
}

impl Region {
    fn has(&self, order: u16) -> bool {
        let within = |&(start, end): &(u16, u16)| start <= order && order < end;
        within(&self.span) && !self.holes.iter().any(within)
    }
}

/// When a box or wall is come to.
const NEVER: u16 = u16::MAX;

impl Lifted {
    /// Walks over the board; `solid` holds the other boxes.
    pub fn lift(&mut self, board: &Board, solid: &[u8]) {
        let Self { order, steps, regions } = self;
        order.clear();
        order.resize(board.squares + 1, NEVER);
        steps.resize(board.squares + 1, Step::default());
        *regions = 0;
        let mut count = 0;
        let mut visit = |square: Square, parent: Square, root: Square, order: &mut [u16], steps: &mut [Step]| {
            order[square as usize] = count;
            steps[square as usize] = Step { parent, root, low: count, end: 0, lowest: square, side: 0 };
            count += 1;
        };
        for root in 0..board.squares as Square {
            if solid[root as usize] != 0 || order[root as usize] != NEVER {
                continue;
            }
            *regions += 1;
            visit(root, board.wall(), root, order, steps);
            let mut last = order[root as usize];
            let mut at = root;
            loop {
                let Step { parent, side, low, lowest, .. } = steps[at as usize];
                if side < 4 {
                    steps[at as usize].side += 1;
                    let to = board.next[at as usize][side as usize];
                    if solid[to as usize] != 0 || to == parent {
                        continue;
                    }
                    if order[to as usize] == NEVER {
                        visit(to, at, root, order, steps);
                        last = order[to as usize];
                        at = to;
                    } else {
                        steps[at as usize].low = low.min(order[to as usize]);
                    }
                    continue;
                }
                steps[at as usize].end = last + 1;
                if at == root {
                    break;
                }
                let above = &mut steps[parent as usize];
                above.low = above.low.min(low);
                above.lowest = above.lowest.min(lowest);
                at = parent;
            }
        }
    }

    /// The child of a square whose subtree holds a free square beside it, if
    /// the square cuts that off.
    fn cut_child(&self, board: &Board, square: Square, beside: Square) -> Option<Square> {
        let (here, there) = (self.order[square as usize], self.order[beside as usize]);
        if there < here {
            return None;
        }
        let holds = |child: &Square| {
            let order = self.order[*child as usize];
            order != NEVER
                && order > here
                && self.steps[*child as usize].parent == square
                && order <= there
                && there < self.steps[*child as usize].end
        };
        let child = board.next[square as usize].into_iter().find(holds)?;
        (self.steps[child as usize].low >= here).then_some(child)
    }

    /// For each side of a free square, taken as filled, the lowest side
    /// connected with it; 4 where the side is solid.
    pub fn sides(&self, board: &Board, square: Square) -> [u8; 4] {
        let next = board.next[square as usize];
        let free = |side: usize| self.order[next[side] as usize] != NEVER;
        let parts = [0, 1, 2, 3].map(|side| free(side).then(|| self.cut_child(board, square, next[side])));
        [0, 1, 2, 3].map(|side: usize| match parts[side] {
            None => 4,
            part => parts.iter().position(|&other| other == part).unwrap_or(side) as u8,
        })
    }

    /// The region with the player on `player` when the box is put down beside
    /// it, on `to`.
    pub fn put_down(&self, board: &Board, to: Square, player: Square) -> Region {
        let here = self.order[to as usize];
        let (mut cut, mut holes, mut lost) = (0, [(0, 0); 4], 0);
        for (hole, &child) in holes.iter_mut().zip(&board.next[to as usize]) {
            let order = self.order[child as usize];
            let step = self.steps[child as usize];
            if order != NEVER && order > here && step.parent == to && step.low >= here {
                *hole = (order, step.end);
                lost += step.end - order;
                cut += 1;
            }
        }
        let root = self.steps[to as usize].root;
        let count = self.regions - 1 + cut + u16::from(to != root);
        match self.cut_child(board, to, player) {
            Some(child) => {
                let span = (self.order[child as usize], self.steps[child as usize].end);
                let name = self.steps[child as usize].lowest;
                Region { span, holes: [(0, 0); 4], name, reach: span.1 - span.0, count }
            }
            // The walk begins with the lowest square of a region.
            None => {
                let span = (self.order[root as usize], self.steps[root as usize].end);
                Region { span, holes, name: root, reach: span.1 - span.0 - lost - 1, count }
            }
        }
    }

    /// Whether a square belongs to a region after the box was put down.
    pub fn contains(&self, region: &Region, solid: &[u8], square: Square) -> bool {
        solid[square as usize] == 0 && region.has(self.order[square as usize])
    }

    /// What the player's region is like after the box was put down on `to`;
    /// `before` is the player's zone before the move.
    pub fn look(
        &self,
        board: &Board,
        solid: &[u8],
        boxes: &[Square],
        (region, to): (&Region, Square),
        before: &Zone,
    ) -> Aside {
        let mut aside = Aside { player: region.name, reach: region.reach, ..Aside::default() };
        for &square in boxes {
            for dir in 0..4 {
                let beyond = board.next[square as usize][dir] as usize;
                let stand = board.next[square as usize][(dir + 2) & 3];
                if solid[beyond] == 0 && board.live[beyond] && self.contains(region, solid, stand) {
                    aside.pushes += 1;
                    aside.fresh += u16::from(square != to && !before.contains(stand));
                }
            }
        }
        aside
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Around;
    use crate::fess::features::FeatureExtractor;
    use crate::fess::plan::Plan;
    use crate::level::Level;
    use crate::terrain::Terrain;
    use dedale_grid::Rng;

    #[test]
    fn what_is_read_off_is_what_a_flood_finds() {
        let rows = ["##########", "#   .    #", "# # ..#  #", "#  $  $  #", "# $ .  $ #", "#  #  @. #", "##########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let mut extractor = FeatureExtractor::new(&board, &Terrain::new(&board), &Plan::default(), false, &|| true);
        let (mut lifted, mut zone, mut around) = (Lifted::default(), Zone::new(&board), Around::new(board.squares));
        let mut rng = Rng::new(4);
        let mut cut = 0;
        for _ in 0..400 {
            let mut squares: Vec<Square> = (0..board.squares as Square).collect();
            rng.shuffle(&mut squares);
            let (boxes, free) = squares.split_at(1 + rng.index(14));
            zone.flood(&board, &board.solid(boxes), free[0]);
            let mut solid = board.solid(&boxes[1..]);
            lifted.lift(&board, &solid);
            for &to in free.iter().chain(&boxes[..1]) {
                assert_eq!(lifted.sides(&board, to), around.sides(&board, &solid, to), "{boxes:?} {to}");
                solid[to as usize] = 1;
                let after: Vec<Square> = boxes[1..].iter().copied().chain([to]).collect();
                for &player in board.next[to as usize].iter().filter(|&&beside| solid[beside as usize] == 0) {
                    let expected = extractor.regions(&board, &solid, player, Some((&zone, to)));
                    let region = lifted.put_down(&board, to, player);
                    let aside = lifted.look(&board, &solid, &after, (&region, to), &zone);
                    assert_eq!((region.count, aside), expected, "{after:?} {player}");
                    cut += u32::from(region.count > lifted.regions);
                }
                solid[to as usize] = 0;
            }
        }
        assert!(cut > 1_000, "{cut}");
    }
}
