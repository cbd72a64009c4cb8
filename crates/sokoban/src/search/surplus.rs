//! What is known about boxes that cost more together than the matching says.
//!
//! When a [`Cores`] search shows that some boxes cost more than a position can
//! afford, boxes are left out so long as that stays true; the rest is remembered
//! with the zone of the player. Every later position with these boxes, and the
//! player in that zone, costs as much more. Sets without a common box add up.

use super::core::Cores;
use crate::board::{Board, Square};
use crate::conflicts::Conflicts;
use crate::position::Zone;
use dedale_grid::Marks;

/// The most work of one search, and of those that leave boxes out.
const WORK: (u64, u64) = (10_000, 40_000);
/// The most sets that are remembered.
const MOST: usize = 2_000;
struct Known {
    boxes: Vec<Square>,
    /// A bit for every square of the player's zone.
    zone: Vec<u64>,
    more: u32,
}

/// What is known.
pub(super) struct Surplus {
    cores: Cores,
    conflicts: Conflicts,
    known: Vec<Known>,
    taken: Marks,
    rest: Vec<Square>,
    zone: Zone,
}

impl Surplus {
    pub(super) fn new(board: &Board, conflicts: Conflicts) -> Self {
        Self {
            cores: Cores::new(board),
            conflicts,
            known: Vec::new(),
            taken: Marks::new(board.squares + 1),
            rest: Vec::new(),
            zone: Zone::new(board),
        }
    }

    /// Work done so far.
    pub(super) fn used(&self) -> u64 {
        self.cores.used
    }

    /// Bytes of tables, and of what is remembered.
    pub(super) fn bytes(&self) -> usize {
        let known = self.known.iter().map(|known| known.boxes.len() * 2 + known.zone.len() * 8 + 80);
        self.cores.bytes() + known.sum::<usize>()
    }

    /// Pushes a position needs beyond its matching, as far as that is more than
    /// `slack`; 0 if it is not, or nobody knows and no `search` is wanted. `solid`
    /// has the boxes on it.
    pub(super) fn of(
        &mut self,
        board: &Board,
        solid: &[u8],
        boxes: &[Square],
        player: Square,
        (slack, search): (u32, bool),
    ) -> u32 {
        let known = self.known_of(solid, boxes, player);
        if known > slack {
            return known;
        }
        if !search {
            return 0;
        }
        let (most, again) = WORK;
        let Some(mut core) = self.cores.beyond(board, &mut self.conflicts, boxes, player, (slack, most)) else {
            return 0;
        };
        let last = self.cores.used + again;
        let mut index = 0;
        while index < core.len() && self.cores.used < last {
            let without: Vec<Square> = core.iter().copied().filter(|&square| square != core[index]).collect();
            match self.cores.beyond(board, &mut self.conflicts, &without, player, (slack, most)) {
                Some(smaller) => {
                    core = smaller;
                    index = 0;
                }
                None => index += 1,
            }
        }
        self.zone.flood(board, &board.solid(&core), player);
        let mut zone = vec![0; board.squares / 64 + 1];
        for &square in &self.zone.list {
            zone[square as usize / 64] |= 1 << (square % 64);
        }
        if self.known.len() >= MOST {
            self.known.truncate(MOST / 2);
        }
        // Squares have two colours, so that what is wasted is always even.
        let more = slack + 2 - slack % 2;
        self.known.insert(0, Known { boxes: core, zone, more });
        more
    }

    /// What sets that are known and have no common box, and pairs of the other
    /// boxes, add up to.
    fn known_of(&mut self, solid: &[u8], boxes: &[Square], player: Square) -> u32 {
        self.taken.clear();
        let (mut sum, mut first) = (0, None);
        for (index, known) in self.known.iter().enumerate() {
            let fits = known.zone[player as usize / 64] >> (player % 64) & 1 == 1
                && known
                    .boxes
                    .iter()
                    .all(|&square| solid[square as usize] == 1 && !self.taken.contains(square as usize));
            if fits {
                sum += known.more;
                first = first.or(Some(index));
                for &square in &known.boxes {
                    self.taken.insert(square as usize);
                }
            }
        }
        let Some(first) = first else { return 0 };
        // What was of use is likely to be of use again.
        self.known[..=first].rotate_right(1);
        self.rest.clear();
        self.rest.extend(boxes.iter().copied().filter(|&square| !self.taken.contains(square as usize)));
        sum + self.conflicts.of(&self.rest, player).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::{Bounds, Heuristic};
    use crate::conflicts::tests::truth;
    use crate::level::Level;

    /// Every position of some levels, by what it allows: never too much is said.
    #[test]
    fn what_is_said_is_never_too_much() {
        let levels: [&[&str]; 6] = [
            &["##########", "#    #   #", "# $$   ..#", "#  $#  #.#", "# @ #    #", "##########"],
            &["########", "#.    .#", "# $$ @ #", "#   .$ #", "########"],
            &["########", "#  .   #", "# $#$# #", "# .@ . #", "#  $   #", "########"],
            &["#######", "#  #  #", "# $$@ #", "## #$##", "#  #  #", "#. . .#", "#######"],
            &["#########", "#   #   #", "# $ $ $ #", "#   #@  #", "### ##.##", "#  .  . #", "#########"],
            &["######  ", "#    ###", "# $# $ #", "#  $ @ #", "##.##. #", " #.    #", " #######"],
        ];
        let (mut said, mut all) = (0, 0);
        for rows in levels {
            let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
            let conflicts = Conflicts::new(&board, &|| true).expect("a small board");
            let mut surplus = Surplus::new(&board, conflicts);
            let mut bounds = Bounds::new(&board, Heuristic::Hungarian);
            for ((boxes, player), truth) in truth(&board) {
                let Some(matched) = bounds.of(&board, &boxes) else { continue };
                if boxes.iter().any(|&square| !board.live[square as usize]) {
                    continue;
                }
                for slack in [0, 2, 4, 8] {
                    let more = surplus.of(&board, &board.solid(&boxes), &boxes, player, (slack, true));
                    let fine = truth.is_none_or(|truth| matched + more <= truth);
                    assert!(fine, "{boxes:?} {player}: {matched} + {more} for {truth:?}\n{}", rows.join("\n"));
                    said += u32::from(more > 0);
                    all += 1;
                }
            }
        }
        assert!(said > 500 && all > 3_000, "{said} {all}");
    }
}
