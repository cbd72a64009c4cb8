//! Greedy search backwards, from the solved board to the start.
//!
//! Boxes are pulled one square at a time; the position whose boxes are nearest
//! to the squares of the start, by the cheapest matching, comes next, and each
//! position is expanded once. Good at small dense levels, where playing
//! forwards meets many deadlocks and backwards hardly any.

use super::buckets::Buckets;
use super::{Engine, Status};
use crate::board::{Board, FAR, Square};
use crate::control::{Control, Stop};
use crate::deadlock::corral::regions;
use crate::deadlock::matching::Assignment;
use crate::deadlock::pairs::Pairs;
use crate::expand::Knowledge;
use crate::fess::meeting::{MeetingTable, Side};
use crate::position::{Position, Push, Zone};
use crate::store::{Id, NO_ID, Store};
use crate::zobrist::Zobrist;
use dedale_grid::Marks;
use std::sync::Arc;

/// The most ways to choose targets for a start, when there are more of them
/// than boxes.
const MAX_CHOICES: usize = 500;

/// The search.
pub struct Backward {
    knowledge: Arc<Knowledge>,
    /// Pushes from each start square to every square.
    ways: Vec<u16>,
    pairs: Option<Pairs>,
    assignment: Assignment,
    zobrist: Zobrist,
    store: Store,
    open: Buckets,
    goal_player: Square,
    counted: usize,
    started: bool,
    whole: bool,
    /// Positions that searches from the start have seen.
    table: Option<Arc<MeetingTable>>,
}

impl Backward {
    /// A search that has not begun.
    pub fn new(knowledge: Arc<Knowledge>) -> Self {
        let board = &knowledge.board;
        let mut zone = Zone::new(board);
        let goal_player = zone.flood(board, &board.solid(&board.boxes), board.player);
        Self {
            ways: Vec::new(),
            pairs: None,
            assignment: Assignment::default(),
            zobrist: Zobrist::new(board.squares),
            store: Store::new(board),
            open: Buckets::default(),
            goal_player,
            counted: 0,
            started: false,
            whole: true,
            table: None,
            knowledge,
        }
    }

    /// Looks for positions that searches from the start have seen.
    #[must_use]
    pub fn meeting(self, table: Arc<MeetingTable>) -> Self {
        Self { table: Some(table), ..self }
    }

    /// The pushes over a position just found, if a search from the start has
    /// seen it too.
    fn met(&self, key: u64, id: Id) -> Option<Vec<Push>> {
        let table = self.table.as_ref()?;
        let link = table.get(key).filter(|link| link.side == Side::Start)?;
        let mut pushes = table.pushes_to(&self.knowledge.board, key, link)?;
        pushes.extend(self.trace(id));
        Some(pushes)
    }

    fn start(&mut self, control: &Control<'_>) -> Option<Status> {
        self.started = true;
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        if board.solved(&board.boxes) {
            return Some(Status::Solved(Vec::new()));
        }
        if board.boxes.iter().any(|&square| !board.live[square as usize]) {
            return Some(Status::Exhausted);
        }
        self.ways = ways(board);
        self.pairs = Pairs::mirrored(board, &|| control.stop().is_none());
        for targets in choices(&board.targets, board.boxes.len()) {
            if let Some(stop) = control.stop() {
                return Some(Status::Stopped(stop));
            }
            let solid = board.solid(&targets);
            let Some(bound) = self.bound(board, &targets) else { continue };
            let region = regions(board, &solid);
            for square in 0..board.squares as Square {
                if solid[square as usize] == 0 && region[square as usize] == square {
                    self.add(board, &targets, square, NO_ID, bound);
                }
            }
        }
        self.whole = board.targets.len() == board.boxes.len();
        None
    }

    fn bound(&mut self, board: &Board, boxes: &[Square]) -> Option<u32> {
        let count = board.boxes.len();
        let ways = &self.ways;
        self.assignment.solve_with(count, count, |row, col| ways[boxes[row] as usize * count + col])
    }

    fn add(&mut self, board: &Board, boxes: &[Square], player: Square, parent: Id, bound: u32) -> Option<Id> {
        let key = self.zobrist.boxes(boxes) ^ self.zobrist.player(player);
        let (id, new) = self.store.insert(board, key, boxes, player, parent, 0)?;
        if new {
            self.open.push(bound as usize, id);
        }
        Some(id)
    }

    /// The pushes from the start to the solved board: the chain as it is.
    fn trace(&self, found: Id) -> Vec<Push> {
        let board = &self.knowledge.board;
        let (mut here, mut next) = (Vec::new(), Vec::new());
        let mut pushes = Vec::new();
        let mut id = found;
        while self.store.parent(id) != NO_ID {
            self.store.boxes(board, id, &mut here);
            self.store.boxes(board, self.store.parent(id), &mut next);
            let from = here.iter().copied().find(|square| !next.contains(square));
            let to = next.iter().copied().find(|square| !here.contains(square));
            if let (Some(from), Some(to)) = (from, to) {
                let dir = board.direction(from, to).expect("a pull moves a box by one square");
                pushes.push(Push { from, dir: dir as u8 });
            }
            id = self.store.parent(id);
        }
        pushes
    }
}

/// Pushes a lone box from every start square: `ways[square * boxes + box]`.
pub(crate) fn ways(board: &Board) -> Vec<u16> {
    let count = board.boxes.len();
    let mut ways = vec![FAR; (board.squares + 1) * count];
    let mut seen = Marks::new(board.squares * 4);
    for (index, &start) in board.boxes.iter().enumerate() {
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
    ways
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
        let unit = 3 + board.squares as u64 / 40 + (count * count * count) as u64 / 1500;
        let (mut done, mut round) = (0, 0u32);
        loop {
            round += 1;
            if round.is_multiple_of(pace) {
                if let Some(stop) = control.tick(u64::from(pace)) {
                    return Status::Stopped(stop);
                }
                let now = self.store.bytes() + self.open.bytes();
                if !control.memory(self.counted, now) {
                    return Status::Stopped(Stop::Memory);
                }
                self.counted = now;
                if round.is_multiple_of(pace * 16) {
                    control.report("backward");
                }
                if done > work {
                    return Status::Paused;
                }
            }
            let Some(id) = self.open.pop() else {
                control.tick(u64::from(round % pace));
                return Status::Exhausted;
            };
            self.store.boxes(board, id, &mut boxes);
            let player = self.store.player(id);
            if boxes == goal && player == self.goal_player {
                control.tick(u64::from(round % pace));
                return Status::Solved(self.trace(id));
            }
            done += unit;
            position.set(boxes.iter().copied(), player);
            zone.flood(board, &position.solid, player);
            if self.bound(board, &boxes).is_none() {
                continue;
            }
            let base = self.zobrist.boxes(&boxes);
            for row in 0..count {
                let at = boxes[row];
                for dir in 0..4 {
                    let to = board.next[at as usize][dir];
                    let back = board.next[to as usize][dir];
                    if !zone.contains(to) || position.solid[back as usize] != 0 {
                        continue;
                    }
                    if self
                        .pairs
                        .as_ref()
                        .is_some_and(|pairs| boxes.iter().any(|&other| other != at && pairs.dead(to, other)))
                    {
                        continue;
                    }
                    let costs = &self.ways[to as usize * count..(to as usize + 1) * count];
                    position.solid[at as usize] = 0;
                    position.solid[to as usize] = 1;
                    let name = later.flood(board, &position.solid, back);
                    position.solid[at as usize] = 1;
                    position.solid[to as usize] = 0;
                    boxes[row] = to;
                    let key = base ^ self.zobrist.of(at) ^ self.zobrist.of(to) ^ self.zobrist.player(name);
                    done += 1;
                    match self.store.insert(board, key, &boxes, name, id, 0) {
                        None => return Status::Stopped(Stop::Memory),
                        Some((found, true)) => {
                            if let Some(pushes) = self.met(key, found) {
                                control.tick(u64::from(round % 128));
                                return Status::Solved(pushes);
                            }
                            if let Some(bound) = self.assignment.peek(row, costs) {
                                self.open.push(bound as usize, found);
                            }
                        }
                        Some(_) => {}
                    }
                    boxes[row] = at;
                }
            }
            self.store.make_room(board, &self.zobrist);
        }
    }

    fn complete(&self) -> bool {
        self.whole
    }

    fn memory(&self) -> usize {
        self.counted
    }

    fn name(&self) -> &'static str {
        "backward"
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
