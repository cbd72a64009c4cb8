//! Feature-space search backwards, from the solved board to the start.
//!
//! Boxes are pulled, each as far as it goes in one move, and every position falls
//! into a cell by the squares of the start that still want a box, those that are
//! lost (`search::lost`) counted twice, and by the regions into which the boxes
//! cut the floor. The better a cell the more often it is asked, the second half as often as
//! the first and so on; within a cell the position with the least weight comes next,
//! among these the one nearest to the start, where squares that the player cannot
//! walk to count as pushes: a player shut in brings no more boxes home. The best
//! move of a position costs nothing, every other one. Good at boards with boxes and
//! targets all over, where playing forwards ends in deadlocks that nobody notices.
//!
//! A second search of this kind counts boxes at home between the player and the
//! start, too: where all is full in the end, the last hole must be where the player is.
//!
//! It ends at any position around the start (`search::perimeter`) or that a
//! search from there has seen. How many squares are lost is found out when a
//! position's turn comes; until then it counts as what it came from.

use super::home::HomeMatching;
use super::lost::LostSquares;
use super::perimeter::surround;
use super::{Engine, Status, trace_back};
use crate::board::{Board, Square};
use crate::control::{Control, Stop};
use crate::deadlock::corral::regions;
use crate::deadlock::pairs::Pairs;
use crate::expand::Knowledge;
use crate::fess::lifted::Lifted;
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::fess::meeting::{MeetingTable, Side};
use crate::position::{Push, Zone};
use crate::store::{Id, NO_ID, Store};
use crate::technique::Techniques;
use crate::zobrist::Zobrist;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

/// Positions written down around the start.
const PERIMETER: usize = 20_000;

/// The most boxes times squares.
const MOST_MOVES: usize = 60_000;

/// So many squares out of the player's reach are as bad as a push.
const OUT_OF_REACH: u32 = 8;

/// Squares of the start still wanting a box, with those lost, and regions.
type Cell = (u16, u16);

/// A position that waits: its weight, how far it is away, whether its lost
/// squares are a guess.
type Waiting = Reverse<(u32, u32, bool, Id)>;

/// Positions that wait, by cell; how often each cell was asked.
#[derive(Debug, Default)]
struct Cells {
    cells: BTreeMap<Cell, (u64, BinaryHeap<Waiting>)>,
    len: usize,
}

impl Cells {
    fn push(&mut self, cell: Cell, waiting: Waiting) {
        self.cells.entry(cell).or_default().1.push(waiting);
        self.len += 1;
    }

    /// The first of the cell that was asked least for its place.
    fn pop(&mut self) -> Option<(Cell, Waiting)> {
        let full = self.cells.iter_mut().filter(|(_, (_, heap))| !heap.is_empty()).enumerate();
        let (_, (&cell, (asked, heap))) =
            full.min_by_key(|(place, (_, (asked, _)))| (*place as u64 + 1) * (*asked + 1))?;
        *asked += 1;
        self.len -= 1;
        heap.pop().map(|waiting| (cell, waiting))
    }

    fn bytes(&self) -> usize {
        self.len * size_of::<Waiting>()
    }
}

/// What a search has measured before its first position.
struct Measures {
    home: HomeMatching,
    pairs: Option<Pairs>,
    lost: LostSquares,
}

/// The search.
pub struct Homeward {
    knowledge: Arc<Knowledge>,
    table: Arc<MeetingTable>,
    measures: Option<Measures>,
    zobrist: Zobrist,
    store: Store,
    cells: Cells,
    generator: MacroGenerator,
    lifted: Lifted,
    zone: Zone,
    goal: (Vec<Square>, Square),
    /// Whether the best move of a position costs nothing.
    advised: bool,
    /// How many boxes away a lost square counts for.
    lost_weight: u16,
    /// What tells searches apart that count alike; 0 for none.
    seed: u64,
    /// Whether boxes between the player and the start count.
    player_counts: bool,
    counted: usize,
    /// If it heads for a position on the way: the whole level, and the way to it.
    way: Option<(Arc<Knowledge>, Vec<Push>)>,
    /// The best position gone on with: squares that want a box, pushes away.
    nearest: Option<(u16, u32, Id)>,
}

impl Homeward {
    /// A search that has not begun; only for boards that it [fits](Self::fits).
    pub fn new(knowledge: Arc<Knowledge>, table: Arc<MeetingTable>) -> Self {
        let board = &knowledge.board;
        let mut zone = Zone::new(board);
        let player = zone.flood(board, &board.solid(&board.boxes), board.player);
        let mut boxes = board.boxes.clone();
        boxes.sort_unstable();
        Self {
            table,
            measures: None,
            zobrist: Zobrist::new(board.squares),
            store: Store::new(board),
            cells: Cells::default(),
            generator: MacroGenerator::new(board),
            lifted: Lifted::default(),
            zone,
            goal: (boxes, player),
            advised: true,
            lost_weight: 1,
            seed: 0,
            player_counts: false,
            counted: 0,
            way: None,
            nearest: None,
            knowledge,
        }
    }

    /// Does without some techniques.
    #[must_use]
    pub fn with(self, techniques: Techniques) -> Self {
        Self { advised: techniques.advisors, ..self }
    }

    /// Counts a lost square as so many boxes away, and with a seed takes a position
    /// for a little farther than it is, each time another one.
    #[must_use]
    pub fn varied(self, lost_weight: u16, seed: u64) -> Self {
        Self { lost_weight, seed, ..self }
    }

    /// What it solves is a level from where `pushes` lead to; solutions begin
    /// with them.
    #[must_use]
    pub(crate) fn after(self, whole: Arc<Knowledge>, pushes: Vec<Push>) -> Self {
        Self { way: Some((whole, pushes)), ..self }
    }

    /// Counts boxes at home that stand between the player and the start as
    /// squares that want a box: other positions look good then.
    #[must_use]
    pub fn with_player(self) -> Self {
        Self { player_counts: true, ..self }
    }

    /// Whether the method fits a board: as many boxes as targets, at most 128,
    /// and not so many moves that one position takes long.
    pub fn fits(knowledge: &Knowledge) -> bool {
        let board = &knowledge.board;
        let boxes = board.boxes.len();
        boxes == board.targets.len() && boxes <= 128 && boxes * board.squares <= MOST_MOVES
    }

    /// The position nearest to the start: how many squares want a box, the boxes
    /// and the player's zone.
    pub fn nearest(&self) -> Option<(u16, Vec<Square>, Square)> {
        let (wanting, _, id) = self.nearest?;
        let mut boxes = Vec::new();
        self.store.boxes(&self.knowledge.board, id, &mut boxes);
        Some((wanting, boxes, self.store.player(id)))
    }

    /// Measures the board and begins with the solved board, the player in each
    /// of its regions; whether there was time for it.
    fn start(&mut self, control: &Control<'_>) -> Option<()> {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let mut home = HomeMatching::new(board, &|| control.keep_on())?;
        let pairs = Pairs::mirrored(board, &|| control.keep_on());
        // The table is one of the whole level.
        if self.way.is_none() {
            surround(&knowledge, &self.table, PERIMETER, control);
        }
        let lost = LostSquares::new(board);
        let mut lost = if self.player_counts { lost.with_player() } else { lost };
        let solid = board.solid(&board.targets);
        let region = regions(board, &solid);
        let first = home.solve(&board.targets).filter(|_| control.keep_on());
        for square in (0..board.squares as Square).filter(|&square| region[square as usize] == square) {
            let (Some(bound), 0) = (first, solid[square as usize]) else { continue };
            let key = self.zobrist.boxes(&board.targets) ^ self.zobrist.player(square);
            let Some((id, true)) = self.store.insert(board, key, &board.targets, square, NO_ID, 0) else { continue };
            let wanting =
                lost.away(&board.targets) + self.lost_weight * lost.count(board, &self.zobrist, &board.targets, square);
            self.cells.push((wanting, 1), Reverse((0, bound, false, id)));
        }
        self.measures = control.keep_on().then_some(Measures { home, pairs, lost });
        self.measures.as_ref().map(|_| ())
    }

    /// Goes on from a position of a weight; the children it has, and a solution
    /// if one of them is where a search from the start has been.
    fn expand(
        &mut self,
        board: &Board,
        id: Id,
        boxes: &mut [Square],
        wanting: u16,
        weight: u32,
        control: &Control<'_>,
    ) -> (u64, Option<Vec<Push>>) {
        let Some(Measures { home, pairs, lost }) = &mut self.measures else { return (0, None) };
        let mut solid = board.solid(boxes);
        self.zone.flood(board, &solid, self.store.player(id));
        if home.change(boxes, &solid).is_none() {
            return (1, None);
        }
        boxes.copy_from_slice(home.rows());
        let base = self.zobrist.boxes(boxes);
        let before = wanting - lost.away(boxes);
        let free = (board.squares - boxes.len()) as u32;
        let mut children: Vec<(Cell, u32, bool, Id)> = Vec::new();
        let (mut macros, mut looked): (Vec<BoxMacro>, u64) = (Vec::new(), 0);
        for row in 0..boxes.len() {
            if !control.keep_on() {
                break;
            }
            let from = boxes[row];
            solid[from as usize] = 0;
            macros.clear();
            let zone = &self.zone;
            self.generator.pull(board, &solid, from, |square| zone.contains(square), &mut macros);
            if !macros.is_empty() {
                self.lifted.lift(board, &solid);
            }
            solid[from as usize] = 1;
            looked += macros.len() as u64;
            let good = |found: &&BoxMacro| found.to != from && board.live[found.to as usize];
            for &BoxMacro { to, side, .. } in macros.iter().filter(good) {
                let dead = |pairs: &Pairs| boxes.iter().any(|&other| other != from && pairs.dead(to, other));
                if pairs.as_ref().is_some_and(dead) {
                    continue;
                }
                let region = self.lifted.put_down(board, to, board.next[to as usize][side as usize]);
                let key = base ^ self.zobrist.of(from) ^ self.zobrist.of(to) ^ self.zobrist.player(region.name);
                let inserted = self.store.insert_after(board, key, (from, to), region.name, id, 0);
                let Some((child, true)) = inserted else { continue };
                let link = self.table.get(key).filter(|link| link.side == Side::Start);
                let whole = self.way.as_ref().map_or(board, |(whole, _)| &whole.board);
                if let Some(mut pushes) = link.and_then(|link| self.table.pushes_to(whole, key, link)) {
                    pushes.extend(self.trace(child));
                    return (looked, Some(pushes));
                }
                let Some(bound) = home.peek(row, to) else { continue };
                boxes[row] = to;
                let known = lost.peek(board, &self.zobrist, boxes, region.name);
                let wanting = lost.away(boxes) + known.map_or(before, |lost| self.lost_weight * lost);
                let bound = bound + blur(key, self.seed);
                boxes[row] = from;
                let far = bound + (free - u32::from(region.reach)) / OUT_OF_REACH;
                children.push(((wanting, region.count), far, known.is_none(), child));
            }
        }
        let best = children.iter().copied().min().filter(|_| self.advised);
        for child in children {
            let weight = weight + u32::from(Some(child) != best);
            let (cell, bound, guess, id) = child;
            self.cells.push(cell, Reverse((weight, bound, guess, id)));
        }
        (looked, None)
    }

    fn trace(&self, found: Id) -> Vec<Push> {
        trace_back(&self.knowledge.board, &self.store, found)
    }
}

/// By how much a position is taken for farther away.
fn blur(key: u64, seed: u64) -> u32 {
    if seed == 0 { 0 } else { ((key ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61) as u32 }
}

impl Engine for Homeward {
    fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
        let stopped = || Status::Stopped(control.stop().unwrap_or(Stop::Cancelled));
        if self.measures.is_none() && self.start(control).is_none() {
            return stopped();
        }
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let mut boxes: Vec<Square> = Vec::new();
        let pace = Control::pace(board);
        // In microseconds: a walk and a pull for each box, then each child.
        let count = board.boxes.len();
        let (unit, child) = (1 + (count * board.squares) as u64 / 60, 1 + count as u64 / 16);
        let (mut done, mut round) = (0, 0u32);
        loop {
            round += 1;
            if round.is_multiple_of(pace) {
                if let Some(stop) = control.tick(u64::from(pace)) {
                    return Status::Stopped(stop);
                }
                let lost = self.measures.as_ref().map_or(0, |measures| measures.lost.bytes());
                let now = self.store.bytes() + self.cells.bytes() + lost;
                let enough = control.memory(self.counted, now);
                self.counted = now;
                if !enough || !self.table.report(control) {
                    return Status::Stopped(Stop::Memory);
                }
                if round.is_multiple_of(pace * 16) {
                    control.report(self.name());
                }
            }
            if done > work {
                return Status::Paused;
            }
            let Some((cell, Reverse((weight, bound, guess, id)))) = self.cells.pop() else { return Status::Exhausted };
            self.store.boxes(board, id, &mut boxes);
            let player = self.store.player(id);
            if (&boxes, player) == (&self.goal.0, self.goal.1) {
                let mut pushes = self.way.take().map_or_else(Vec::new, |(_, pushes)| pushes);
                pushes.extend(self.trace(id));
                return Status::Solved(pushes);
            }
            let mut wanting = cell.0;
            if let Some(Measures { lost, .. }) = self.measures.as_mut().filter(|_| guess) {
                done += unit;
                wanting = lost.away(&boxes) + self.lost_weight * lost.count(board, &self.zobrist, &boxes, player);
                if wanting > cell.0 {
                    self.cells.push((wanting, cell.1), Reverse((weight, bound, false, id)));
                    continue;
                }
            }
            if self.nearest.is_none_or(|(least, near, _)| (wanting, bound) < (least, near)) {
                self.nearest = Some((wanting, bound, id));
            }
            let (looked, found) = self.expand(board, id, &mut boxes, wanting, weight, control);
            done += unit + looked * child;
            if let Some(pushes) = found {
                return Status::Solved(pushes);
            }
            if !control.keep_on() {
                return stopped();
            }
        }
    }

    fn complete(&self) -> bool {
        false
    }

    fn memory(&self) -> usize {
        self.counted
    }

    fn name(&self) -> &'static str {
        if self.player_counts { "homeward-player" } else { "homeward" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use crate::fess::easy::solves_easy_levels;
    use crate::level::Level;

    #[test]
    fn what_comes_home_is_a_solution() {
        solves_easy_levels(|knowledge| {
            assert!(Homeward::fits(&knowledge));
            Homeward::new(knowledge, Arc::default())
        });
        solves_easy_levels(|knowledge| Homeward::new(knowledge, Arc::default()).with_player());
    }

    /// In a part of a level boxes keep to its squares, though others are free.
    #[test]
    fn boxes_stay_where_they_may() {
        let rows = [
            "##############",
            "#            #",
            "# $ $ $  ... #",
            "#            #",
            "# $ $ $  ... #",
            "#@           #",
            "##############",
        ];
        let level = Level::from_rows(rows).expect("a level");
        let whole = Board::new(&level).expect("a board");
        let within = |square: Square| whole.cells[square as usize].index() / whole.cols != 3;
        let stage = whole.stage(&whole.boxes, whole.player, &whole.targets, &[], &within, &|| true);
        let stage = stage.expect("nobody says stop");
        assert!((0..stage.squares as Square).all(|square| within(square) || !stage.live[square as usize]));
        let control = Control::new(Limits::default());
        let knowledge = Arc::new(Knowledge::new(stage, &|| true));
        let mut engine = Homeward::new(Arc::clone(&knowledge), Arc::default());
        engine.start(&control).expect("nobody says stop");
        // Nothing is known around the start, so that every pull is listed.
        engine.table = Arc::default();
        engine.run(20_000, &control);
        let mut boxes = Vec::new();
        for id in 0..engine.store.len() as Id {
            engine.store.boxes(&knowledge.board, id, &mut boxes);
            assert_eq!(boxes.len(), whole.boxes.len(), "a box on a square that has no place in a record");
            assert!(boxes.iter().all(|&square| within(square)), "{boxes:?}");
        }
        assert!(engine.store.len() > 20);
    }
}
