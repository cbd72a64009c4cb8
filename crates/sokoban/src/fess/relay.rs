//! A planner begins, a search backwards ends.
//!
//! Planners often come far and then stay: the position that looks best is dead,
//! and nobody knows since when. A search backwards by novelty
//! (`search::novelty`) finds its way among boxes all over the board, but not to
//! a start from which nearly all of them have moved. So planners write down the
//! ways to their best positions ([`Ways`]), and this search heads backwards for a
//! position in the second half of such a way, drawn at random: what a planner
//! did first is seldom wrong, and much is done by then. It ends there, or at any
//! other position that a search from the start has seen.
//!
//! Later every other of these searches is one for home (`search::homeward`): both fail,
//! but seldom on the same level.
//!
//! Such searches end soon or hardly ever. So most of them are short; every
//! second one is twice as long, every fourth four times.

use super::meeting::MeetingTable;
use crate::control::Control;
use crate::deadlock::matching::Assignment;
use crate::expand::Knowledge;
use crate::position::{Position, Push};
use crate::search::backward::Backward;
use crate::search::homeward::Homeward;
use crate::search::{Engine, Status};
use crate::technique::Techniques;
use dedale_grid::Rng;
use std::sync::{Arc, Mutex};

/// The work of the shortest search.
const SHORT: u64 = 400_000;
/// How often as much is a search for home, whose unit is shorter.
const HOMEWARD_WORK: u64 = 3;
/// After so many searches by novelty those for home take turns with them, as many at a
/// time as there are before the longest comes again; lost squares count for two boxes
/// there.
const ONE_KIND: u32 = 8;
const GROUP: u32 = 1 << DOUBLED;
const LOST_WEIGHT: u16 = 2;
/// How often the work is doubled at most.
const DOUBLED: u32 = 2;
/// Of so many places drawn, the one nearest to the solved board is headed for.
const DRAWN: usize = 2;

/// How often it comes in vain before it gives up: nobody tells ways any more.
const PATIENCE: u8 = 16;

/// The ways of several planners to the best positions they know.
#[derive(Debug, Default)]
pub struct Ways {
    ways: Mutex<Vec<(&'static str, Vec<Push>)>>,
}

impl Ways {
    /// A planner's way, in the place of what it told before.
    pub fn tell(&self, planner: &'static str, way: Vec<Push>) {
        let Ok(mut ways) = self.ways.lock() else { return };
        match ways.iter_mut().find(|(name, _)| *name == planner) {
            Some((_, known)) => *known = way,
            None => ways.push((planner, way)),
        }
    }

    /// The first part of one of them, half of it at least.
    fn draw(&self, rng: &mut Rng) -> Option<Vec<Push>> {
        let ways = self.ways.lock().ok()?;
        let (_, way) = rng.choose(&ways)?;
        let half = way.len() / 2;
        Some(way[..half + rng.index(way.len() - half + 1)].to_vec())
    }
}

/// The search.
pub struct Relay {
    knowledge: Arc<Knowledge>,
    techniques: Techniques,
    ways: Arc<Ways>,
    /// Where planners and searches backwards meet.
    table: Arc<MeetingTable>,
    backward: Option<Box<dyn Engine>>,
    /// Bytes of the tables it stands on.
    tables: usize,
    /// What is left of its work.
    left: u64,
    /// How often it came in vain.
    vain: u8,
    searches: u32,
    rng: Rng,
}

impl Relay {
    /// A search that has not begun.
    pub fn new(knowledge: Arc<Knowledge>, ways: Arc<Ways>, table: Arc<MeetingTable>) -> Self {
        Self {
            knowledge,
            techniques: Techniques::ALL,
            ways,
            table,
            backward: None,
            tables: 0,
            left: 0,
            vain: 0,
            searches: 0,
            rng: Rng::new(1),
        }
    }

    /// Does without some techniques.
    #[must_use]
    pub fn with(self, techniques: Techniques) -> Self {
        Self { techniques, ..self }
    }

    /// Draws a position to head for; whether there is one.
    fn begin(&mut self, control: &Control<'_>) -> bool {
        let whole = Arc::clone(&self.knowledge);
        let mut best: Option<(u32, Position, Vec<Push>)> = None;
        for _ in 0..DRAWN {
            let Some(way) = self.ways.draw(&mut self.rng) else { return false };
            let mut position = Position::start(&whole.board);
            way.iter().for_each(|&push| position.push(&whole.board, push));
            let Some(bound) = Assignment::default().solve(&whole.board, &position.boxes) else { continue };
            if best.as_ref().is_none_or(|(least, ..)| bound < *least) {
                best = Some((bound, position, way));
            }
        }
        let Some((_, Position { boxes, player, .. }, way)) = best else { return false };
        let keep_on = || control.keep_on();
        let stage = whole.board.stage(&boxes, player, &whole.board.targets, &[], &|_| true, &keep_on);
        let Some(mut stage) = stage else { return false };
        if !self.techniques.dead_squares {
            stage.forget_dead();
        }
        let stage = Arc::new(Knowledge::with_pairs(stage, false, &keep_on));
        let (tables, working) = stage.bytes();
        self.tables = tables + working;
        control.memory(0, self.tables);
        let homeward = self.searches >= ONE_KIND && (self.searches / GROUP).is_multiple_of(2) && Homeward::fits(&stage);
        self.searches += 1;
        self.left = SHORT << self.searches.trailing_zeros().min(DOUBLED);
        let table = Arc::clone(&self.table);
        self.backward = Some(if homeward {
            self.left *= HOMEWARD_WORK;
            let search = Homeward::new(stage, table).with(self.techniques);
            Box::new(search.varied(LOST_WEIGHT, 0).after(whole, way))
        } else {
            Box::new(Backward::new(stage).by_novelty().meeting(table).after(whole, way))
        });
        true
    }
}

impl Engine for Relay {
    fn run(&mut self, mut work: u64, control: &Control<'_>) -> Status {
        while work > 0 {
            if let Some(stop) = control.stop() {
                return Status::Stopped(stop);
            }
            if self.backward.is_none() && !self.begin(control) {
                self.vain += 1;
                return if self.vain < PATIENCE { Status::Paused } else { Status::Exhausted };
            }
            let Some(backward) = &mut self.backward else { continue };
            let slice = work.min(self.left);
            match backward.run(slice, control) {
                end @ (Status::Solved(_) | Status::Stopped(_)) => return end,
                // The position headed for is dead.
                Status::Exhausted => self.left = slice,
                Status::Paused => {}
            }
            work -= slice;
            self.left -= slice;
            if self.left == 0 {
                control.memory(self.memory(), 0);
                (self.backward, self.tables) = (None, 0);
            }
        }
        Status::Paused
    }

    fn complete(&self) -> bool {
        false
    }

    fn memory(&self) -> usize {
        self.tables + self.backward.as_ref().map_or(0, |backward| backward.memory())
    }

    fn name(&self) -> &'static str {
        "relay"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::control::Limits;
    use crate::level::Level;
    use crate::search::to_moves;
    use crate::verify::replay;

    const ROWS: [&str; 7] = ["########", "#      #", "# $$ . #", "# @  . #", "# $  . #", "#      #", "########"];

    fn push(board: &Board, row: usize, col: usize, dir: u8) -> Push {
        Push { from: board.square_of[row * board.cols + col], dir }
    }

    /// Solutions begin at the start, whichever way was told and whichever search ends
    /// it; also when it leads where no box comes back from.
    #[test]
    fn a_way_is_taken_to_its_end() {
        let level = Level::from_rows(ROWS).expect("a level");
        let knowledge = Arc::new(Knowledge::new(Board::new(&level).expect("a board"), &|| true));
        let board = &knowledge.board;
        let right =
            (0..4).find(|&dir| board.next[board.player as usize][dir] == board.player + 1).expect("a way") as u8;
        let up = (0..4u8).find(|&dir| board.next[push(board, 4, 2, 0).from as usize][dir as usize] == board.player);
        let up = up.expect("the player stands above that box");
        let good = vec![push(board, 4, 2, right), push(board, 4, 3, right)];
        let bad = vec![push(board, 2, 2, up)];
        let cases =
            [vec![good.clone()], vec![bad, good]].into_iter().flat_map(|ways| [(ways.clone(), 0), (ways, ONE_KIND)]);
        for (ways, searches) in cases {
            let told: Arc<Ways> = Arc::default();
            let relay = Relay::new(Arc::clone(&knowledge), Arc::clone(&told), Arc::default());
            let mut relay = Relay { searches, ..relay };
            let control = Control::new(Limits::default());
            assert_eq!(relay.run(1_000, &control), Status::Paused, "nobody has told a way");
            for (name, way) in ["one", "two"].into_iter().zip(ways) {
                told.tell(name, way);
            }
            let Status::Solved(pushes) = relay.run(u64::MAX, &control) else { panic!("it can be solved") };
            let moves = to_moves(board, &Position::start(board), &pushes).expect("the player can walk");
            assert!(replay(&level, &moves).is_ok());
        }
    }
}
