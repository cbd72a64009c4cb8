//! One end of a proof: A* that pushes from the start, or pulls from the end.
//!
//! Of what promises as much the nearest to the other end comes first, the newest
//! of those. A position found again with fewer pushes is opened again. Memory:
//! one record and one open entry (4 bytes) a position.

use super::buckets::{Closed, Layers};
use super::surplus::Surplus;
use super::trace;
use super::walls::Verdict;
use super::ways::Ways;
use crate::board::{Board, Square};
use crate::conflicts::Conflicts;
use crate::control::{Control, Stop};
use crate::deadlock::corral::regions;
use crate::deadlock::matching::Assignment;
use crate::expand::{Child, Knowledge};
use crate::position::Push;
use crate::store::{Id, NO_ID, Store};
use crate::technique::Techniques;
use crate::zobrist::Zobrist;
use dedale_grid::Marks;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// So many pushes longer must solutions be before a bold end looks at what it
/// has cut.
const PATIENCE: u32 = 6;

/// So much work is done before the clock is asked, however few positions it is.
const LONG: u64 = 10_000;

/// So many boxes squared take about as long to match again.
const LONG_MATCHING: usize = 10_000_000;

/// The work of searches for what boxes cost more together before it has to be
/// earned by other work.
const ADVANCE: u64 = 20_000;

/// How a slice ended.
pub(super) enum Ended {
    /// The slice is used up.
    Paused,
    /// Nothing is left that could be shorter.
    Nothing,
    /// A limit was met.
    Stopped(Stop),
}

/// One end.
pub(super) struct End {
    knowledge: Arc<Knowledge>,
    ways: Ways,
    conflicts: Option<Conflicts>,
    surplus: Option<Box<Surplus>>,
    assignment: Assignment,
    /// The boxes in the order of the matching's rows.
    rows: Vec<Square>,
    inside: Marks,
    zobrist: Zobrist,
    store: Store,
    open: Layers,
    closed: Closed,
    children: Vec<Child>,
    keys: Vec<u64>,
    boxes: Vec<Square>,
    counted: usize,
    /// Work done.
    pub(super) used: u64,
    /// Where a solution shorter than all before was met: the position here and
    /// at the other end, if it was not the end itself.
    pub(super) met: Option<(Id, Option<Id>)>,
}

impl End {
    /// The end that pushes.
    pub(super) fn pushing(
        knowledge: &Arc<Knowledge>,
        techniques: Techniques,
        conflicts: Option<Conflicts>,
        keep_on: &dyn Fn() -> bool,
    ) -> Self {
        let board = &knowledge.board;
        let ways = Ways::pushes(knowledge, techniques, keep_on);
        let surplus =
            conflicts.clone().filter(|_| techniques.cores).map(|conflicts| Box::new(Surplus::new(board, conflicts)));
        Self { surplus, ..Self::new(knowledge, ways, conflicts) }
    }

    /// An end that pushes and cuts more than is right: when nothing is left, that
    /// proves nothing.
    pub(super) fn pushing_boldly(
        knowledge: &Arc<Knowledge>,
        techniques: Techniques,
        conflicts: Option<Conflicts>,
    ) -> Self {
        Self::new(knowledge, Ways::boldly(knowledge, techniques), conflicts)
    }

    /// The end that pulls.
    pub(super) fn pulling(knowledge: &Arc<Knowledge>, ways: Vec<u16>, conflicts: Option<Conflicts>) -> Self {
        Self::new(knowledge, Ways::pulls(&knowledge.board, ways), conflicts)
    }

    fn new(knowledge: &Arc<Knowledge>, ways: Ways, conflicts: Option<Conflicts>) -> Self {
        let board = &knowledge.board;
        Self {
            surplus: None,
            ways,
            conflicts,
            assignment: Assignment::default(),
            rows: Vec::new(),
            inside: Marks::new(board.squares + 1),
            zobrist: Zobrist::new(board.squares),
            store: Store::new(board),
            open: Layers::default(),
            closed: Closed::default(),
            children: Vec::new(),
            keys: Vec::new(),
            boxes: Vec::new(),
            counted: 0,
            used: 0,
            met: None,
            knowledge: Arc::clone(knowledge),
        }
    }

    /// Puts down where it begins; `false` if that is dead, or the time is over.
    pub(super) fn begin(&mut self, board: &Board, keep_on: &dyn Fn() -> bool) -> bool {
        let all_zones = self.ways.backwards();
        let boxes = if all_zones { &board.targets } else { &board.boxes };
        if boxes.iter().any(|&square| !board.live[square as usize]) {
            return false;
        }
        let solid = board.solid(boxes);
        let Some(bound) = self.match_boxes(board, boxes, &solid, keep_on) else { return false };
        let region = regions(board, &solid);
        let mut any = false;
        for square in 0..board.squares {
            let first = solid[square] == 0 && region[square] as usize == square;
            if !first || !all_zones && region[board.player as usize] as usize != square {
                continue;
            }
            let more = self.conflicts.as_mut().map_or(Some(0), |conflicts| conflicts.of(boxes, square as Square));
            let Some(more) = more else { continue };
            let key = self.zobrist.boxes(boxes) ^ self.zobrist.player(square as Square);
            let inserted = self.store.insert(board, key, boxes, square as Square, NO_ID, 0);
            let (id, _) = inserted.expect("the first records fit");
            self.open.push(((bound + more) as usize, (bound + more) as usize), id);
            any = true;
        }
        any
    }

    /// No solution has fewer pushes.
    pub(super) fn at_least(&self) -> u32 {
        self.open.lowest() as u32
    }

    /// Bytes it has reported.
    pub(super) fn counted(&self) -> usize {
        self.counted
    }

    /// Matches the boxes of a position, from the matching of the one before if
    /// few boxes differ. `solid` has the boxes on it.
    fn match_boxes(
        &mut self,
        board: &Board,
        boxes: &[Square],
        solid: &[u8],
        keep_on: &dyn Fn() -> bool,
    ) -> Option<u32> {
        let count = boxes.len();
        let gone = self.rows.iter().filter(|&&square| solid[square as usize] == 0).count();
        if gone * 3 > count || self.rows.len() != count {
            self.rows.clear();
            self.rows.extend_from_slice(boxes);
            let (ways, cols) = (&self.ways, self.ways.costs(board, boxes[0]).len());
            let cost = |row: usize, col: usize| ways.costs(board, boxes[row])[col];
            let total = self.assignment.solve_while(count, cols, cost, keep_on);
            if total.is_none() {
                // It may be half made: the next begins anew.
                self.rows.clear();
            }
            return total;
        }
        self.inside.clear();
        for &square in &self.rows {
            self.inside.insert(square as usize);
        }
        let mut fresh = boxes.iter().copied().filter(|&square| !self.inside.contains(square as usize));
        for (row, square) in self.rows.iter_mut().enumerate().filter(|(_, square)| solid[**square as usize] == 0) {
            *square = fresh.next().expect("as many boxes came as went");
            self.assignment.change(row, self.ways.costs(board, *square));
        }
        self.assignment.total()
    }

    /// Looks at a position again when solutions are as long as that.
    fn wait(&mut self, id: Id, layer: u32, bound: u32) {
        self.open.push((layer as usize, bound as usize), id);
        self.closed.reopen(id);
    }

    /// The bound of a child if it may still lead to something shorter.
    fn promise(&mut self, board: &Board, boxes: &[Square], child: &Child, limit: u32) -> Option<u32> {
        let costs = self.ways.costs(board, child.to);
        let bound = self.assignment.peek(child.row, costs).filter(|&bound| bound < limit)?;
        let more = self.conflicts.as_mut().map_or(Some(0), |conflicts| conflicts.of(boxes, child.player))?;
        Some(bound + more).filter(|&bound| bound < limit)
    }

    fn count_memory(&mut self, control: &Control<'_>) -> bool {
        let own = self.ways.bytes() + self.surplus.as_ref().map_or(0, |surplus| surplus.bytes());
        let fixed = self.knowledge.bytes().1 + Assignment::bytes(self.knowledge.board.targets.len());
        let now = self.store.bytes() + self.closed.bytes() + self.open.bytes() + own + fixed;
        let fine = control.memory(self.counted, now);
        self.counted = now;
        fine
    }

    /// Goes on for about so much work; `other` is the other end, `below` the
    /// shortest solution known.
    pub(super) fn run(&mut self, other: Option<&Self>, below: &AtomicU32, work: u64, control: &Control<'_>) -> Ended {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        // Ways may have to be measured anew, so the clock is asked more often.
        let pace = (Control::pace(board) / 8).max(1);
        let unit = self.ways.unit(board);
        let last = self.used + work;
        let (mut round, mut checked) = (0u32, self.used);
        loop {
            round += 1;
            // Some positions take as long as hundreds of others.
            if self.used - checked > LONG {
                checked = self.used;
                if let Some(stop) = control.stop() {
                    return Ended::Stopped(stop);
                }
            }
            if round.is_multiple_of(pace) {
                if let Some(stop) = control.tick(u64::from(pace)) {
                    return Ended::Stopped(stop);
                }
                if !self.count_memory(control) {
                    return Ended::Stopped(Stop::Memory);
                }
                if round.is_multiple_of(pace * 128) {
                    control.report("astar");
                }
            }
            if self.used > last {
                control.tick(u64::from(round % pace));
                return Ended::Paused;
            }
            let Some(id) = self.open.pop() else {
                control.tick(u64::from(round % pace));
                return Ended::Nothing;
            };
            if !self.closed.close(id) {
                continue;
            }
            if self.at_least() >= below.load(Ordering::Relaxed) {
                control.tick(u64::from(round % pace));
                return Ended::Nothing;
            }
            self.used += unit;
            let before = self.ways.used();
            if self.expand(board, id, other, below, &|| control.keep_on()).is_none() {
                return Ended::Stopped(Stop::Memory);
            }
            self.used += self.ways.used() - before;
        }
    }

    /// Goes on with one position, so long as `keep_on`; `None` when the store is
    /// full.
    fn expand(
        &mut self,
        board: &Board,
        id: Id,
        other: Option<&Self>,
        below: &AtomicU32,
        keep_on: &dyn Fn() -> bool,
    ) -> Option<()> {
        let mut boxes = std::mem::take(&mut self.boxes);
        self.store.boxes(board, id, &mut boxes);
        let (player, pushes, layer) = (self.store.player(id), self.store.pushes(id), self.at_least());
        if !self.list_children(board, &mut boxes, player, u32::from(pushes), id, keep_on) {
            self.children.clear();
        }
        let (base, zobrist) = (self.zobrist.boxes(&boxes), &self.zobrist);
        let key_of =
            |child: &Child| base ^ zobrist.of(child.from) ^ zobrist.of(child.to) ^ zobrist.player(child.player);
        self.keys.clear();
        self.keys.extend(self.children.iter().map(key_of));
        self.store.expect(self.keys.iter().copied());
        // With hundreds of boxes every child takes a while.
        let pace = (LONG_MATCHING / boxes.len().pow(2)).max(1);
        for index in 0..self.children.len() {
            if (index + 1).is_multiple_of(pace) && !keep_on() {
                self.wait(id, layer, 0);
                break;
            }
            let (child, key) = (self.children[index], self.keys[index]);
            let total = pushes.saturating_add(child.pushes);
            let moved = (child.from, child.to);
            let known = self.store.find_after(board, key, moved, child.player, id);
            if known.is_some_and(|known| self.store.pushes(known) <= total) {
                continue;
            }
            boxes[child.row] = child.to;
            let limit = below.load(Ordering::Relaxed).saturating_sub(u32::from(total));
            if let Some(bound) = self.promise(board, &boxes, &child, limit) {
                let found = match known {
                    Some(found) => {
                        self.store.improve(found, id, total);
                        self.closed.reopen(found);
                        found
                    }
                    None => self.store.insert_after(board, key, moved, child.player, id, total)?.0,
                };
                // What the parent needs in all, the child needs too.
                let layer = (u32::from(total) + bound).max(layer) as usize;
                self.open.push((layer, bound as usize), found);
                self.meet(board, &boxes, key, found, other, below);
            }
            boxes[child.row] = child.from;
        }
        self.boxes = boxes;
        Some(())
    }

    /// Lists the children of a position, with the boxes in the order of the
    /// matching; `false` if it is dead or has to wait.
    fn list_children(
        &mut self,
        board: &Board,
        boxes: &mut Vec<Square>,
        player: Square,
        pushes: u32,
        id: Id,
        keep_on: &dyn Fn() -> bool,
    ) -> bool {
        let layer = self.at_least();
        let mut solid = board.solid(boxes);
        let Some(matched) = self.match_boxes(board, boxes, &solid, keep_on) else {
            if !keep_on() {
                self.wait(id, layer, 0);
            }
            return false;
        };
        boxes.clone_from(&self.rows);
        if let Some(walls) = self.ways.walls() {
            match walls.look(board, &solid, boxes) {
                Verdict::Dead => return false,
                Verdict::AtLeast(bound) if pushes + bound > layer => {
                    self.wait(id, pushes + bound, bound);
                    return false;
                }
                _ => {}
            }
        }
        if let Some(surplus) = &mut self.surplus {
            let slack = layer.saturating_sub(pushes + matched);
            let before = surplus.used();
            // Half of the work, and some in advance.
            let search = before * 2 < self.used + ADVANCE;
            let more = surplus.of(board, &solid, boxes, player, (slack, search));
            self.used += surplus.used() - before;
            if more > slack {
                self.wait(id, pushes + matched + more, matched + more);
                return false;
            }
        }
        // What was cut is looked at when longer solutions are looked for.
        let until = pushes + matched + PATIENCE;
        let matching = (layer < until).then_some((&mut self.assignment, matched));
        if self.ways.list(board, &mut solid, (boxes, player), matching, keep_on, &mut self.children) {
            self.wait(id, until, matched);
        }
        true
    }

    /// Whether the other end has seen a position just found, or it is solved.
    fn meet(&mut self, board: &Board, boxes: &[Square], key: u64, id: Id, other: Option<&Self>, below: &AtomicU32) {
        let mine = u32::from(self.store.pushes(id));
        let there = other.and_then(|other| other.store.find(key, self.store.name(id)).map(|id| (other, id)));
        let total = match there {
            Some((other, there)) => mine + u32::from(other.store.pushes(there)),
            None if !self.ways.backwards() && board.solved(boxes) => mine,
            None => return,
        };
        if total < below.fetch_min(total, Ordering::Relaxed) {
            self.met = Some((id, there.map(|(_, there)| there)));
        }
    }

    /// The pushes to a position of the end that pushes.
    pub(super) fn trace_pushes(&self, board: &Board, id: Id) -> Vec<Push> {
        trace(board, &self.store, id)
    }

    /// The pushes from a position of the end that pulls.
    pub(super) fn trace_pulls(&self, board: &Board, mut id: Id) -> Vec<Push> {
        let (mut here, mut next, mut pushes) = (Vec::new(), Vec::new(), Vec::new());
        while self.store.parent(id) != NO_ID {
            self.store.boxes(board, id, &mut here);
            id = self.store.parent(id);
            self.store.boxes(board, id, &mut next);
            let from = here.iter().copied().find(|square| !next.contains(square));
            let to = next.iter().copied().find(|square| !here.contains(square));
            let push =
                from.zip(to).and_then(|(from, to)| board.direction(from, to).map(|dir| Push { from, dir: dir as u8 }));
            pushes.extend(push);
        }
        pushes
    }
}
