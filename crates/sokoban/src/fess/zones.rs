//! Out-of-plan zones: squares from which a box can no longer be used.
//!
//! After a step of the plan the squares that are filled for good are walls. A
//! live square from which no square of a later step can be reached is then out
//! of plan. What matters is to leave such a zone before the door shuts, so a
//! position is held against the zone of the next step at which it grows.
//!
//! Cost: one backward flood from all later squares together for every step.

use super::floor::walk_distances;
use super::plan::Plan;
use crate::board::{Around, Board, FAR, Square};
use dedale_grid::Marks;

/// The zone a position must keep clear of, at some number of steps done.
#[derive(Clone, Debug)]
struct OutZone {
    inside: Vec<bool>,
    /// Walking distance from it, 0 inside.
    away: Box<[u16]>,
}

/// The zones of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutOfPlan {
    zones: Vec<OutZone>,
    /// For each number of steps done, the zone to look at.
    of_step: Vec<u32>,
}

impl OutOfPlan {
    /// The zones of a plan; `after` says which squares are to be filled after
    /// each number of steps.
    pub fn new(board: &Board, plan: &Plan, after: &[Vec<Square>], keep_on: &dyn Fn() -> bool) -> Self {
        let last = after.last().map_or(&[][..], Vec::as_slice);
        let mut inside_of: Vec<Vec<bool>> = Vec::new();
        for (done, filled) in after.iter().enumerate() {
            if !keep_on() {
                return Self::default();
            }
            // Filled for good: no later step takes the box away.
            let taken = |square: Square| plan.steps[done..].iter().any(|step| step.from == Some(square));
            let kept: Vec<Square> =
                filled.iter().copied().filter(|&square| last.contains(&square) && !taken(square)).collect();
            let later = plan.steps[done..].iter().map(|step| step.to);
            inside_of.push(unusable(board, &kept, later));
        }
        let mut zones: Vec<OutZone> = Vec::new();
        let mut of_step = vec![0; after.len()];
        // From the end, so that each step knows the next zone that differs;
        // when all is filled nothing is out of plan.
        let end = after.len().saturating_sub(1);
        for done in (0..end).rev() {
            let next = (done + 1..end).find(|&other| inside_of[other] != inside_of[done]);
            let shown = next.unwrap_or(done);
            of_step[done] = match next {
                Some(next) if next != done + 1 => of_step[done + 1],
                _ => {
                    let inside = inside_of[shown].clone();
                    let squares = (0..board.squares as Square).filter(|&square| inside[square as usize]);
                    zones.push(OutZone { away: walk_distances(board, squares), inside });
                    zones.len() as u32 - 1
                }
            };
        }
        if let Some(slot) = of_step.last_mut() {
            zones.push(OutZone {
                inside: vec![false; board.squares + 1],
                away: vec![FAR; board.squares + 1].into_boxed_slice(),
            });
            *slot = zones.len() as u32 - 1;
        }
        Self { zones, of_step }
    }

    /// Bytes of all zones.
    pub fn bytes(&self) -> usize {
        self.zones.iter().map(|zone| zone.inside.len() * 3 + 64).sum()
    }

    fn zone(&self, done: u16) -> Option<&OutZone> {
        self.of_step.get(done as usize).and_then(|&zone| self.zones.get(zone as usize))
    }

    /// How many boxes stand out of plan when so many steps are done.
    pub fn count(&self, done: u16, boxes: &[Square]) -> u16 {
        self.zone(done).map_or(0, |zone| boxes.iter().filter(|&&square| zone.inside[square as usize]).count() as u16)
    }

    /// How far a square is from the zone.
    pub fn away(&self, done: u16, square: Square) -> u16 {
        self.zone(done).map_or(FAR, |zone| zone.away[square as usize])
    }
}

/// The live squares, other than those filled, from which a lone box reaches
/// none of the later squares.
fn unusable(board: &Board, filled: &[Square], later: impl Iterator<Item = Square>) -> Vec<bool> {
    let mut solid = board.solid(&[]);
    for &square in filled {
        solid[square as usize] = 2;
    }
    let mut around = Around::new(board.squares);
    let mut sides: Vec<Option<[u8; 4]>> = vec![None; board.squares + 1];
    let mut inside: Vec<bool> = (0..=board.squares).map(|at| board.live[at] && solid[at] == 0).collect();
    let mut seen = Marks::new((board.squares + 1) * 4);
    let mut queue: Vec<(Square, u8)> = Vec::new();
    let mut sides_of = |square: Square, solid: &[u8]| {
        *sides[square as usize].get_or_insert_with(|| around.sides(board, solid, square))
    };
    for square in later.filter(|&square| solid[square as usize] == 0) {
        inside[square as usize] = false;
        for group in sides_of(square, &solid) {
            if group < 4 && seen.insert(square as usize * 4 + group as usize) {
                queue.push((square, group));
            }
        }
    }
    while let Some((at, group)) = queue.pop() {
        inside[at as usize] = false;
        for (dir, side) in sides_of(at, &solid).into_iter().enumerate() {
            let to = board.next[at as usize][dir];
            if side != group || solid[board.next[to as usize][dir] as usize] != 0 {
                continue;
            }
            let beyond = sides_of(to, &solid)[dir];
            if beyond < 4 && seen.insert(to as usize * 4 + beyond as usize) {
                queue.push((to, beyond));
            }
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fess::macros::MacroGenerator;
    use crate::fess::plan::Step;
    use crate::level::Level;

    #[test]
    fn one_flood_equals_a_pull_from_each() {
        let rows = ["##########", "#   .    #", "# # ..#  #", "#  $  $  #", "# $ .  $ #", "#  #  @. #", "##########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let mut generator = MacroGenerator::new(&board);
        for filled in 0..board.targets.len() {
            let (kept, later) = board.targets.split_at(filled);
            let mut solid = board.solid(&[]);
            kept.iter().for_each(|&square| solid[square as usize] = 2);
            let mut macros = Vec::new();
            for &square in later {
                generator.pull(&board, &solid, square, |_| true, &mut macros);
            }
            let found = unusable(&board, kept, later.iter().copied());
            for &square in &board.live_squares {
                let usable = later.contains(&square) || macros.iter().any(|found| found.to == square);
                assert_eq!(found[square as usize], !usable && !kept.contains(&square), "{square}");
            }
        }
    }

    #[test]
    fn boxes_behind_the_last_door_are_seen_before_it_shuts() {
        // Filling the left target shuts the left room.
        let rows = ["##########", "#   #    #", "# $ . $ .#", "#   #@   #", "##########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let at = |row: usize, col: usize| board.square_of[row * 10 + col];
        let steps: Vec<Step> = [at(2, 4), at(2, 8)].into_iter().map(|to| Step { from: None, to }).collect();
        let after = vec![vec![], vec![at(2, 4)], vec![at(2, 4), at(2, 8)]];
        let zones = OutOfPlan::new(&board, &Plan { steps, ..Plan::default() }, &after, &|| true);
        assert_eq!(zones.count(0, &[at(2, 2), at(2, 6)]), 1);
        assert_eq!(zones.away(0, at(2, 2)), 0);
        // Right behind the door a box cannot be pushed on either.
        assert_eq!((zones.away(0, at(2, 5)), zones.away(0, at(2, 6))), (0, 1));
        assert_eq!(zones.count(2, &[at(2, 2)]), 0);
    }
}
