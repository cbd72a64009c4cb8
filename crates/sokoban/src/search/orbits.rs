//! Search backwards on symmetric boards: what is done on one side is done on the other.
//!
//! Many large levels are their own mirror image, and then so is most of a solution. A
//! search that knows nothing of it looks at every combination of how far the sides have come.
//! This one makes, after every pull, the same pull on the other side if the player can
//! (`search::images`): two boxes in one move, half of the depth. Positions in which boxes are
//! without an image count as farther from the start, so that the sides stay alike;
//! single pulls are there for what is not symmetric: the player, the last boxes, boxes on an
//! axis. One symmetry at a time: whole orbits under eight of them can seldom be moved at once.
//!
//! Otherwise it is a search for home (`search::homeward`): cells by the squares of the
//! start that still want a box, with those lost, and by regions; in a cell the least
//! weight, then the nearest; the best move of a position is free. Cost: as there, and a
//! pull for each move of a position.

use super::home::HomeMatching;
use super::homeward::Homeward;
use super::images::images;
use super::lost::LostSquares;
use super::perimeter::surround;
use super::{Engine, Status, trace_back};
use crate::board::{Board, Square};
use crate::control::{Control, Stop};
use crate::deadlock::corral::regions;
use crate::deadlock::pairs::Pairs;
use crate::expand::Knowledge;
use crate::fess::lifted::{Lifted, Region};
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::fess::meeting::{MeetingTable, Side};
use crate::position::{Push, Zone};
use crate::store::{Id, NO_ID, Store};
use crate::zobrist::Zobrist;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

/// Positions written down around the start.
const PERIMETER: usize = 20_000;
/// So many squares out of the player's reach are as bad as a push.
const OUT_OF_REACH: u32 = 8;

/// Squares of the start still wanting a box, with those lost, and regions.
type Cell = (u16, u16);
/// A position that waits: its weight, how far it is away, whether its lost squares are a
/// guess.
type Waiting = Reverse<(u32, u32, bool, Id)>;

/// What a search has measured before its first position.
struct Measures {
    home: HomeMatching,
    pairs: Option<Pairs>,
    lost: LostSquares,
}

/// The search.
pub struct Orbits {
    knowledge: Arc<Knowledge>,
    table: Arc<MeetingTable>,
    /// Where a symmetry takes each square.
    images: Vec<Square>,
    measures: Option<Measures>,
    zobrist: Zobrist,
    store: Store,
    cells: BTreeMap<Cell, (u64, BinaryHeap<Waiting>)>,
    waiting: usize,
    generator: MacroGenerator,
    lifted: Lifted,
    zone: Zone,
    /// The same for the other side.
    twin_lifted: Lifted,
    twin_zone: Zone,
    goal: (Vec<Square>, Square),
    lost_weight: u16,
    player_counts: bool,
    counted: usize,
    nearest: Option<(u16, u32, Id)>,
}

/// A position while boxes are pulled.
struct Work {
    boxes: Vec<Square>,
    solid: Vec<u8>,
    key: u64,
}

/// The position to which a pull leads, and the player's zone there.
struct Pulled {
    id: Id,
    player: Square,
}

/// What came of going on with a position.
#[derive(Default)]
struct Children {
    found: Vec<(Cell, u32, bool, Id)>,
    looked: u64,
    solution: Option<Vec<Push>>,
}

impl Orbits {
    /// A search that knows one of the symmetries, by number; only for boards that it
    /// [fits](Self::fits).
    pub fn new(knowledge: Arc<Knowledge>, table: Arc<MeetingTable>, number: usize) -> Self {
        let board = &knowledge.board;
        let mut zone = Zone::new(board);
        let player = zone.flood(board, &board.solid(&board.boxes), board.player);
        let mut boxes = board.boxes.clone();
        boxes.sort_unstable();
        let mut all = images(board);
        let number = number % all.len().max(1);
        Self {
            table,
            images: if all.is_empty() { vec![board.wall(); board.squares] } else { all.swap_remove(number) },
            measures: None,
            zobrist: Zobrist::new(board.squares),
            store: Store::new(board),
            cells: BTreeMap::new(),
            waiting: 0,
            generator: MacroGenerator::new(board),
            lifted: Lifted::default(),
            twin_lifted: Lifted::default(),
            twin_zone: Zone::new(board),
            zone,
            goal: (boxes, player),
            lost_weight: 1,
            player_counts: false,
            counted: 0,
            nearest: None,
            knowledge,
        }
    }

    /// Counts a lost square as so many boxes away, and if asked to boxes between the
    /// player and the start as lost squares.
    #[must_use]
    pub fn varied(self, lost_weight: u16, player_counts: bool) -> Self {
        Self { lost_weight, player_counts, ..self }
    }

    /// Whether the method fits a board: it is symmetric, with as many boxes as targets,
    /// at most 128, and not so many moves that one position takes long.
    pub fn fits(knowledge: &Knowledge) -> bool {
        Homeward::fits(knowledge) && !images(&knowledge.board).is_empty()
    }

    /// The position nearest to the start: how many squares want a box, the boxes
    /// and the player's zone.
    pub fn nearest(&self) -> Option<(u16, Vec<Square>, Square)> {
        let (wanting, _, id) = self.nearest?;
        let mut boxes = Vec::new();
        self.store.boxes(&self.knowledge.board, id, &mut boxes);
        Some((wanting, boxes, self.store.player(id)))
    }

    fn push(&mut self, cell: Cell, waiting: Waiting) {
        self.cells.entry(cell).or_default().1.push(waiting);
        self.waiting += 1;
    }

    /// The first of the cell that was asked least for its place.
    fn pop(&mut self) -> Option<(Cell, Waiting)> {
        let full = self.cells.iter_mut().filter(|(_, (_, heap))| !heap.is_empty()).enumerate();
        let (_, (&cell, (asked, heap))) =
            full.min_by_key(|(place, (_, (asked, _)))| (*place as u64 + 1) * (*asked + 1))?;
        *asked += 1;
        self.waiting -= 1;
        heap.pop().map(|waiting| (cell, waiting))
    }

    /// Measures the board and begins with the solved board, the player in each
    /// of its regions; whether there was time for it.
    fn start(&mut self, control: &Control<'_>) -> Option<()> {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let mut home = HomeMatching::new(board, &|| control.keep_on())?;
        let pairs = Pairs::mirrored(board, &|| control.keep_on());
        surround(&knowledge, &self.table, PERIMETER, control);
        let lost = LostSquares::new(board);
        let mut lost = if self.player_counts { lost.with_player() } else { lost };
        let solid = board.solid(&board.targets);
        let region = regions(board, &solid);
        let first = home.solve(&board.targets).filter(|_| control.keep_on());
        for square in (0..board.squares as Square).filter(|&square| region[square as usize] == square) {
            let (Some(bound), 0) = (first, solid[square as usize]) else { continue };
            let key = self.zobrist.boxes(&board.targets) ^ self.zobrist.player(square);
            let Some((id, true)) = self.store.insert(board, key, &board.targets, square, NO_ID, 0) else { continue };
            let lost_squares = lost.count(board, &self.zobrist, &board.targets, square);
            let odd = odd_ones(&self.images, &board.targets, &solid);
            let wanting = lost.away(&board.targets) + self.lost_weight * lost_squares + odd;
            self.push((wanting, 1), Reverse((0, bound, false, id)));
        }
        self.measures = control.keep_on().then_some(Measures { home, pairs, lost });
        self.measures.as_ref().map(|_| ())
    }

    /// Pulls a box, after which `region` is the player's, and writes the position down;
    /// `None` if it is dead. `far` is how many pushes it is away, `before` what was lost in
    /// the position gone on with.
    fn pull(
        &mut self,
        work: &mut Work,
        (row, from, to): (usize, Square, Square),
        region: &Region,
        parent: Id,
        (far, before): (u32, u16),
        children: &mut Children,
    ) -> Option<Pulled> {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let Some(Measures { pairs, lost, .. }) = &mut self.measures else { return None };
        let dead = |pairs: &Pairs| work.boxes.iter().any(|&other| other != from && pairs.dead(to, other));
        if !board.live[to as usize] || pairs.as_ref().is_some_and(dead) {
            return None;
        }
        let key = work.key ^ self.zobrist.of(from) ^ self.zobrist.of(to);
        let name = key ^ self.zobrist.player(region.name);
        let (id, new) = self.store.insert_after(board, name, (from, to), region.name, parent, 0)?;
        work.boxes[row] = to;
        work.solid[from as usize] = 0;
        work.solid[to as usize] = 1;
        work.key = key;
        if new {
            let link = self.table.get(name).filter(|link| link.side == Side::Start);
            if let Some(mut pushes) = link.and_then(|link| self.table.pushes_to(board, name, link)) {
                pushes.extend(trace_back(board, &self.store, id));
                children.solution = Some(pushes);
            }
            let known = lost.peek(board, &self.zobrist, &work.boxes, region.name);
            let wanting = lost.away(&work.boxes)
                + known.map_or(before, |lost| self.lost_weight * lost)
                + odd_ones(&self.images, &work.boxes, &work.solid);
            let free = (board.squares - work.boxes.len()) as u32;
            let far = far + (free - u32::from(region.reach)) / OUT_OF_REACH;
            children.found.push(((wanting, region.count), far, known.is_none(), id));
        }
        Some(Pulled { id, player: region.name })
    }

    /// Puts a box back.
    fn undo(&self, work: &mut Work, (row, from, to): (usize, Square, Square)) {
        work.boxes[row] = from;
        work.solid[to as usize] = 0;
        work.solid[from as usize] = 1;
        work.key ^= self.zobrist.of(from) ^ self.zobrist.of(to);
    }

    /// Goes on from a position of a weight.
    fn expand(&mut self, board: &Board, id: Id, boxes: &[Square], wanting: u16, weight: u32) -> Children {
        let mut children = Children::default();
        let Some(Measures { home, lost, .. }) = &mut self.measures else { return children };
        let solid = board.solid(boxes);
        let Some(total) = home.change(boxes, &solid) else { return children };
        let boxes = home.rows().to_vec();
        let before = wanting - lost.away(&boxes) - odd_ones(&self.images, &boxes, &solid);
        let key = self.zobrist.boxes(&boxes);
        let mut work = Work { boxes, solid, key };
        self.zone.flood(board, &work.solid, self.store.player(id));
        let mut macros: Vec<BoxMacro> = Vec::new();
        // Pairs of moves that were made, in one order.
        let mut made: FxHashSet<(Square, Square)> = FxHashSet::default();
        for row in 0..work.boxes.len() {
            let from = work.boxes[row];
            work.solid[from as usize] = 0;
            macros.clear();
            let zone = &self.zone;
            self.generator.pull(board, &work.solid, from, |square| zone.contains(square), &mut macros);
            if !macros.is_empty() {
                self.lifted.lift(board, &work.solid);
            }
            work.solid[from as usize] = 1;
            children.looked += macros.len() as u64;
            for &found in macros.iter().filter(|found| found.to != from) {
                let Some(Measures { home, .. }) = &mut self.measures else { return children };
                let Some(far) = home.peek(row, found.to) else { continue };
                let region = self.lifted.put_down(board, found.to, board.next[found.to as usize][found.side as usize]);
                let pull = (row, from, found.to);
                let Some(pulled) = self.pull(&mut work, pull, &region, id, (far, before), &mut children) else {
                    continue;
                };
                let image = (self.images[from as usize], self.images[found.to as usize]);
                if !made.contains(&image) && children.solution.is_none() {
                    let twice = (2 * far).saturating_sub(total);
                    if self.twin(board, &mut work, found, pulled, (twice, before), &mut children) {
                        made.insert((from, found.to));
                    }
                }
                self.undo(&mut work, pull);
                if children.solution.is_some() {
                    return children;
                }
            }
        }
        let best = children.found.iter().copied().min();
        for child in std::mem::take(&mut children.found) {
            let weight = weight + u32::from(Some(child) != best);
            let (cell, bound, guess, id) = child;
            self.push(cell, Reverse((weight, bound, guess, id)));
        }
        children
    }

    /// Makes the image of a pull just made; whether that was possible.
    fn twin(
        &mut self,
        board: &Board,
        work: &mut Work,
        found: BoxMacro,
        Pulled { id, player }: Pulled,
        far: (u32, u16),
        children: &mut Children,
    ) -> bool {
        let wall = board.wall();
        let (from, to) = (self.images[found.from as usize], self.images[found.to as usize]);
        if from == wall || to == wall || work.solid[to as usize] != 0 {
            return false;
        }
        let Some(row) = work.boxes.iter().position(|&square| square == from) else { return false };
        self.twin_zone.flood(board, &work.solid, player);
        work.solid[from as usize] = 0;
        let mut macros: Vec<BoxMacro> = Vec::new();
        let zone = &self.twin_zone;
        self.generator.pull(board, &work.solid, from, |square| zone.contains(square), &mut macros);
        children.looked += 2;
        // The player on the side that answers to his side there, if that can be.
        let stand = self.images[board.next[found.to as usize][found.side as usize] as usize];
        let there = macros.iter().filter(|twin| twin.to == to);
        let best = there.max_by_key(|twin| board.next[to as usize][twin.side as usize] == stand);
        if best.is_some() {
            self.twin_lifted.lift(board, &work.solid);
        }
        work.solid[from as usize] = 1;
        let Some(&BoxMacro { side, .. }) = best else { return false };
        let region = self.twin_lifted.put_down(board, to, board.next[to as usize][side as usize]);
        let pulled = self.pull(work, (row, from, to), &region, id, far, children);
        if pulled.is_some() {
            self.undo(work, (row, from, to));
        }
        pulled.is_some()
    }
}

/// How many boxes have no image.
fn odd_ones(images: &[Square], boxes: &[Square], solid: &[u8]) -> u16 {
    boxes.iter().filter(|&&square| solid[images[square as usize] as usize] != 1).count() as u16
}

impl Engine for Orbits {
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
        let (unit, child) = (1 + (count * board.squares) as u64 / 60, 2 + count as u64 / 16);
        let (mut done, mut round) = (0, 0u32);
        loop {
            round += 1;
            if round.is_multiple_of(pace) {
                if let Some(stop) = control.tick(u64::from(pace)) {
                    return Status::Stopped(stop);
                }
                let lost = self.measures.as_ref().map_or(0, |measures| measures.lost.bytes());
                let now = self.store.bytes() + self.waiting * size_of::<Waiting>() + lost;
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
            let Some((cell, Reverse((weight, bound, guess, id)))) = self.pop() else { return Status::Exhausted };
            self.store.boxes(board, id, &mut boxes);
            let player = self.store.player(id);
            if (&boxes, player) == (&self.goal.0, self.goal.1) {
                return Status::Solved(trace_back(board, &self.store, id));
            }
            let mut wanting = cell.0;
            if let Some(Measures { lost, .. }) = self.measures.as_mut().filter(|_| guess) {
                done += unit;
                let odd = odd_ones(&self.images, &boxes, &board.solid(&boxes));
                wanting = lost.away(&boxes) + self.lost_weight * lost.count(board, &self.zobrist, &boxes, player) + odd;
                if wanting > cell.0 {
                    self.push((wanting, cell.1), Reverse((weight, bound, false, id)));
                    continue;
                }
            }
            if self.nearest.is_none_or(|(least, near, _)| (wanting, bound) < (least, near)) {
                self.nearest = Some((wanting, bound, id));
            }
            let children = self.expand(board, id, &boxes, wanting, weight);
            done += unit + children.looked * child;
            if let Some(pushes) = children.solution {
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
        "orbits"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use crate::fess::easy::solves_easy_levels;
    use crate::level::Level;
    use crate::position::Position;
    use crate::search::to_moves;
    use crate::verify::replay;

    #[test]
    fn what_it_finds_is_a_solution() {
        solves_easy_levels(|knowledge| Orbits::new(knowledge, Arc::default(), 0));
        solves_easy_levels(|knowledge| Orbits::new(knowledge, Arc::default(), 0).varied(2, true));
    }
    #[test]
    fn both_sides_are_done_at_once() {
        let rows = ["###########", "#         #", "# $ . . $ #", "#    @    #", "###########"];
        let level = Level::from_rows(rows).expect("a level");
        let knowledge = Arc::new(Knowledge::new(Board::new(&level).expect("a board"), &|| true));
        assert!(Orbits::fits(&knowledge));
        let control = Control::new(Limits::default());
        let mut engine = Orbits::new(Arc::clone(&knowledge), Arc::default(), 0);
        engine.start(&control).expect("nobody says stop");
        // Nothing is known around the start, so that it goes all the way.
        engine.table = Arc::default();
        let Status::Solved(pushes) = engine.run(u64::MAX, &control) else { panic!("it can be solved") };
        let board = &knowledge.board;
        let moves = to_moves(board, &Position::start(board), &pushes).expect("the player can walk");
        assert!(replay(&level, &moves).is_ok());
    }
}
