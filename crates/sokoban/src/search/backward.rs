//! Greedy search backwards, from the solved board to the start.
//!
//! Boxes are pulled one square at a time; the position whose boxes are nearest
//! to the squares of the start, by the cheapest matching, comes next, and each
//! position is expanded once. Good at small dense levels, where playing
//! forwards meets many deadlocks and backwards hardly any; by novelty
//! (`search::novelty`) also at large ones with boxes and targets all over the
//! board, where many boxes each need some detour.

use super::buckets::Buckets;
use super::home::HomeMatching;
use super::novelty::NoveltyLists;
use super::{Engine, Status, trace_back};
use crate::board::{Board, Square};
use crate::control::{Control, Stop};
use crate::deadlock::corral::regions;
use crate::deadlock::pairs::Pairs;
use crate::deadlock::triples::{Triples, set_of};
use crate::expand::Knowledge;
use crate::fess::meeting::{MeetingTable, Side};
use crate::position::{Position, Push, Zone};
use crate::store::{Id, NO_ID, Store};
use crate::zobrist::Zobrist;
use std::sync::Arc;

/// The most ways to choose targets for a start, when there are more of them
/// than boxes.
const MAX_CHOICES: usize = 500;

/// The most boxes in a portfolio.
const MOST_BOXES: usize = 256;

/// A search with more positions is long enough for a table of triples.
const LASTING: usize = 20_000;

/// A box pulled by one square: its row in the matching, and the zone after it.
#[derive(Clone, Copy, Debug)]
struct Pull {
    row: u16,
    from: Square,
    to: Square,
    player: Square,
}

/// The search.
pub struct Backward {
    knowledge: Arc<Knowledge>,
    /// How far boxes are from the start; made when the search begins.
    home: Option<HomeMatching>,
    pairs: Option<Pairs>,
    triples: Option<Triples>,
    asked_triples: bool,
    zobrist: Zobrist,
    store: Store,
    open: Buckets,
    /// In the place of `open`, in a search by novelty.
    novelty: Option<NoveltyLists>,
    pulls: Vec<Pull>,
    keys: Vec<u64>,
    /// Squares with a box at the start.
    is_start: Vec<bool>,
    goal_player: Square,
    counted: usize,
    started: bool,
    whole: bool,
    /// Positions that searches from the start have seen.
    table: Option<Arc<MeetingTable>>,
    /// Where the player must stand at the end, if it matters.
    ending: Option<Square>,
    /// If it heads for a position on the way: the whole level, and the way to it.
    way: Option<(Arc<Knowledge>, Vec<Push>)>,
}

impl Backward {
    /// A search that has not begun.
    pub fn new(knowledge: Arc<Knowledge>) -> Self {
        let board = &knowledge.board;
        let mut zone = Zone::new(board);
        let goal_player = zone.flood(board, &board.solid(&board.boxes), board.player);
        Self {
            home: None,
            pairs: None,
            triples: None,
            asked_triples: false,
            pulls: Vec::new(),
            keys: Vec::new(),
            zobrist: Zobrist::new(board.squares),
            store: Store::new(board),
            open: Buckets::default(),
            novelty: None,
            is_start: (0..=board.squares).map(|square| board.boxes.contains(&(square as Square))).collect(),
            goal_player,
            counted: 0,
            started: false,
            whole: true,
            table: None,
            ending: None,
            way: None,
            knowledge,
        }
    }

    /// Prefers what is new, by turns, to what is near.
    #[must_use]
    pub fn by_novelty(self) -> Self {
        let squares = self.knowledge.board.squares;
        Self { novelty: Some(NoveltyLists::new(squares)), ..self }
    }

    /// Whether there are few enough boxes: what a position costs grows with
    /// their third power.
    pub fn fits(knowledge: &Knowledge) -> bool {
        knowledge.board.boxes.len() <= MOST_BOXES
    }

    /// Whether a board is small enough for that.
    pub fn fits_novelty(knowledge: &Knowledge) -> bool {
        Self::fits(knowledge) && NoveltyLists::fits(knowledge.board.squares)
    }

    /// Puts a position just stored into the open list.
    fn open(&mut self, id: Id, bound: u32, boxes: &[Square], player: Square) {
        let Some(lists) = &mut self.novelty else { return self.open.push(bound as usize, id) };
        let away = boxes.iter().filter(|&&square| !self.is_start[square as usize]).count() as u32;
        lists.push(id, (bound, away), boxes, player);
    }

    /// Looks for positions that searches from the start have seen.
    #[must_use]
    pub fn meeting(self, table: Arc<MeetingTable>) -> Self {
        Self { table: Some(table), ..self }
    }

    /// Ends with the player in the zone of a square.
    #[must_use]
    pub(crate) fn ending_at(self, player: Square) -> Self {
        Self { ending: Some(player), ..self }
    }

    /// What it solves is a level from where `pushes` lead to; solutions begin
    /// with them.
    #[must_use]
    pub(crate) fn after(self, whole: Arc<Knowledge>, pushes: Vec<Push>) -> Self {
        Self { way: Some((whole, pushes)), ..self }
    }

    /// The pushes over a position just found, if a search from the start has
    /// seen it too.
    fn met(&self, key: u64, id: Id) -> Option<Vec<Push>> {
        let table = self.table.as_ref()?;
        let link = table.get(key).filter(|link| link.side == Side::Start)?;
        let whole = self.way.as_ref().map_or(&self.knowledge, |(whole, _)| whole);
        let mut pushes = table.pushes_to(&whole.board, key, link)?;
        pushes.extend(self.trace(id));
        Some(pushes)
    }

    fn start(&mut self, control: &Control<'_>) -> Option<Status> {
        self.started = true;
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        if board.solved(&board.boxes) && self.ending.is_none() {
            return Some(Status::Solved(Vec::new()));
        }
        if board.boxes.iter().any(|&square| !board.live[square as usize]) {
            return Some(Status::Exhausted);
        }
        let Some(mut home) = HomeMatching::new(board, &|| control.keep_on()) else {
            self.started = false;
            return Some(Status::Stopped(control.stop().unwrap_or(Stop::Cancelled)));
        };
        self.pairs = Pairs::mirrored(board, &|| control.stop().is_none());
        for targets in choices(&board.targets, board.boxes.len()) {
            if let Some(stop) = control.stop() {
                return Some(Status::Stopped(stop));
            }
            let solid = board.solid(&targets);
            let Some(bound) = home.solve(&targets) else { continue };
            let region = regions(board, &solid);
            for square in 0..board.squares as Square {
                let ends = self.ending.is_none_or(|player| region[player as usize] == square);
                if solid[square as usize] == 0 && region[square as usize] == square && ends {
                    self.add(board, &targets, square, NO_ID, bound);
                }
            }
        }
        self.home = Some(home);
        self.whole = board.targets.len() == board.boxes.len();
        None
    }

    fn add(&mut self, board: &Board, boxes: &[Square], player: Square, parent: Id, bound: u32) -> Option<Id> {
        let key = self.zobrist.boxes(boxes) ^ self.zobrist.player(player);
        let (id, new) = self.store.insert(board, key, boxes, player, parent, 0)?;
        if new {
            self.open(id, bound, boxes, player);
        }
        Some(id)
    }

    /// Lists the pulls of a position that are not dead, and brings what the
    /// table knows about them near.
    fn list_pulls(&mut self, board: &Board, boxes: &[Square], solid: &mut [u8], zone: &mut Zone, later: &mut Zone) {
        self.pulls.clear();
        self.keys.clear();
        let base = self.zobrist.boxes(boxes);
        let set = if self.triples.is_some() { set_of(boxes) } else { 0 };
        for (row, &from) in boxes.iter().enumerate() {
            for dir in 0..4 {
                let to = board.next[from as usize][dir];
                let back = board.next[to as usize][dir];
                if !zone.contains(to) || solid[back as usize] != 0 || !board.live[to as usize] {
                    continue;
                }
                let with = |other: &Square, pairs: &Pairs| *other != from && pairs.dead(to, *other);
                if self.pairs.as_ref().is_some_and(|pairs| boxes.iter().any(|other| with(other, pairs))) {
                    continue;
                }
                let rest = set & !(1 << (from & 127));
                if self.triples.as_ref().is_some_and(|triples| triples.kills(to, boxes, rest)) {
                    continue;
                }
                let player = zone.after_pull(board, solid, from, to).unwrap_or_else(|| {
                    solid[from as usize] = 0;
                    solid[to as usize] = 1;
                    let name = later.flood(board, solid, back);
                    solid[from as usize] = 1;
                    solid[to as usize] = 0;
                    name
                });
                self.pulls.push(Pull { row: row as u16, from, to, player });
                self.keys.push(base ^ self.zobrist.of(from) ^ self.zobrist.of(to) ^ self.zobrist.player(player));
            }
        }
        self.store.expect(self.keys.iter().copied());
    }

    /// The pushes from the start to the solved board: the chain as it is.
    fn trace(&self, found: Id) -> Vec<Push> {
        trace_back(&self.knowledge.board, &self.store, found)
    }
}

/// The ways to choose so many of the targets, up to a limit.
fn choices(targets: &[Square], count: usize) -> Vec<Vec<Square>> {
    let mut out = vec![Vec::new()];
    for (index, &target) in targets.iter().enumerate() {
        let left = targets.len() - index - 1;
        let mut next = Vec::new();
        for chosen in out {
            if chosen.len() < count {
                let mut with = chosen.clone();
                with.push(target);
                next.push(with);
            }
            if chosen.len() + left >= count {
                next.push(chosen);
            }
        }
        next.truncate(MAX_CHOICES);
        out = next;
    }
    out.retain(|chosen| chosen.len() == count);
    out
}

impl Engine for Backward {
    fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
        let early = if self.started { None } else { self.start(control) };
        if let Some(status) = early {
            return status;
        }
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let mut position = Position::start(board);
        let mut zone = Zone::new(board);
        let mut later = Zone::new(board);
        let mut boxes: Vec<Square> = Vec::new();
        let mut goal = board.boxes.clone();
        goal.sort_unstable();
        let count = board.boxes.len();
        let pace = Control::pace(board);
        // Measured in microseconds, in eighths: a flood, a row of the matching
        // anew, and a peek at it for each pull.
        let (unit, mut pull) = (4 + board.squares as u64 / 10 + (count * count) as u64 / 40, 1 + count as u64 / 16);
        if self.novelty.is_some() {
            pull += (count * board.squares) as u64 / 200;
        }
        let work = work.saturating_mul(8);
        let (mut done, mut round) = (0, 0u32);
        loop {
            round += 1;
            if round.is_multiple_of(pace) {
                if let Some(stop) = control.tick(u64::from(pace)) {
                    return Status::Stopped(stop);
                }
                let now = self.store.bytes() + self.novelty.as_ref().map_or(self.open.bytes(), NoveltyLists::bytes);
                if !control.memory(self.counted, now) {
                    return Status::Stopped(Stop::Memory);
                }
                self.counted = now;
                if round.is_multiple_of(pace * 16) {
                    control.report(self.name());
                }
                if done > work {
                    return Status::Paused;
                }
                if !self.asked_triples && self.store.len() > LASTING {
                    self.asked_triples = true;
                    let keep_on = || control.keep_on();
                    self.triples = self.pairs.as_ref().and_then(|pairs| Triples::mirrored(board, pairs, &keep_on));
                }
            }
            let Some(id) = self.novelty.as_mut().map_or_else(|| self.open.pop(), NoveltyLists::pop) else {
                control.tick(u64::from(round % pace));
                return Status::Exhausted;
            };
            self.store.boxes(board, id, &mut boxes);
            let player = self.store.player(id);
            if boxes == goal && player == self.goal_player {
                control.tick(u64::from(round % pace));
                let mut pushes = self.way.take().map_or_else(Vec::new, |(_, pushes)| pushes);
                pushes.extend(self.trace(id));
                return Status::Solved(pushes);
            }
            done += unit;
            position.set(boxes.iter().copied(), player);
            zone.flood(board, &position.solid, player);
            let home = self.home.as_mut().expect("measured at the start");
            if home.change(&boxes, &position.solid).is_none() {
                continue;
            }
            boxes.clear();
            boxes.extend_from_slice(home.rows());
            self.list_pulls(board, &boxes, &mut position.solid, &mut zone, &mut later);
            done += self.pulls.len() as u64 * pull;
            for index in 0..self.pulls.len() {
                // With hundreds of boxes a position alone can take seconds.
                if index % 64 == 63 && !control.keep_on() {
                    return Status::Stopped(control.stop().unwrap_or(Stop::Cancelled));
                }
                let pull = self.pulls[index];
                let moved = (pull.from, pull.to);
                match self.store.insert_after(board, self.keys[index], moved, pull.player, id, 0) {
                    None => return Status::Stopped(Stop::Memory),
                    Some((found, true)) => {
                        if let Some(pushes) = self.met(self.keys[index], found) {
                            control.tick(u64::from(round % pace));
                            return Status::Solved(pushes);
                        }
                        let home = self.home.as_mut().expect("measured at the start");
                        if let Some(bound) = home.peek(pull.row as usize, pull.to) {
                            boxes[pull.row as usize] = pull.to;
                            self.open(found, bound, &boxes, pull.player);
                            boxes[pull.row as usize] = pull.from;
                        }
                    }
                    Some(_) => {}
                }
            }
        }
    }

    fn complete(&self) -> bool {
        self.whole
    }

    fn memory(&self) -> usize {
        self.counted
    }

    fn name(&self) -> &'static str {
        if self.novelty.is_some() { "novelty" } else { "backward" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_all_subsets() {
        assert_eq!(choices(&[1, 2, 3], 2), [vec![1, 2], vec![1, 3], vec![2, 3]]);
        assert_eq!(choices(&[1, 2], 2), [vec![1, 2]]);
    }
}
