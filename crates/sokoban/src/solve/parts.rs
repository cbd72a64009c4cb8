//! Levels that fall apart: part by part.
//!
//! Where no box can ever come to a square of another, groups of boxes meet only
//! through the player. Each group with its targets is a level of its own, in
//! which the boxes of the others are walls, and far easier than all of them at
//! once. Parts are solved one after another, each by the whole portfolio; one
//! that cannot be solved while others stand in the way is tried again after
//! them. Where that does not help either, it has to give way to another and the
//! other to it: it is joined with the nearest, and all begins anew.

use super::{Entry, Verdict, portfolio, take_turns};
use crate::board::{Board, Square};
use crate::control::{Control, Stop};
use crate::expand::Knowledge;
use crate::position::{Position, Push};
use crate::search::{Engine, Status};
use crate::technique::Techniques;
use dedale_grid::UnionFind;
use std::sync::Arc;

/// The work on one part before the next has its turn, at first.
const TURN: u64 = 100_000;

/// Boxes that share no square with others, and their targets.
#[derive(Clone)]
struct Group {
    boxes: Vec<Square>,
    targets: Vec<Square>,
}

/// A group that is not solved yet.
struct Part {
    group: Group,
    attempt: Attempt,
}

/// What is known about a part while the others stand as they do.
enum Attempt {
    Fresh,
    /// The searches, and the bytes of what they share.
    Running(Vec<Entry<'static>>, usize),
    Failed,
}

impl Attempt {
    fn bytes(&self) -> usize {
        match self {
            Self::Running(entries, shared) => shared + entries.iter().map(Entry::bytes).sum::<usize>(),
            _ => 0,
        }
    }
}

/// The search.
pub struct Parts {
    knowledge: Arc<Knowledge>,
    techniques: Techniques,
    memory: usize,
    /// As they are at the start.
    groups: Vec<Group>,
    /// Those not solved yet; the one in front is next.
    parts: Vec<Part>,
    /// What was done so far.
    position: Position,
    pushes: Vec<Push>,
    /// The work of a turn, and what is left of this one.
    turn: u64,
    left: u64,
}

impl Parts {
    /// A search that has not begun; `None` if fewer than two parts of the level
    /// have something to do.
    pub fn new(knowledge: &Arc<Knowledge>, techniques: Techniques, memory: usize) -> Option<Self> {
        let mut groups = groups(&knowledge.board);
        if groups.iter().any(|group| group.boxes.len() > group.targets.len()) {
            return None; // Nobody can solve it, which others say.
        }
        groups.retain(|group| !knowledge.board.solved(&group.boxes));
        (groups.len() > 1).then(|| Self {
            position: Position::start(&knowledge.board),
            knowledge: Arc::clone(knowledge),
            techniques,
            memory: memory / groups.len(),
            parts: fresh(&groups),
            groups,
            pushes: Vec::new(),
            turn: TURN,
            left: TURN,
        })
    }

    /// The first part as a level of its own.
    fn begin(&self, control: &Control<'_>) -> Attempt {
        let (board, part) = (&self.knowledge.board, &self.parts[0].group);
        let others: Vec<Square> =
            self.position.boxes.iter().copied().filter(|square| !part.boxes.contains(square)).collect();
        let keep_on = || control.keep_on();
        let stage = board.stage(&part.boxes, self.position.player, &part.targets, &others, &keep_on);
        let Some(stage) = stage else { return Attempt::Fresh };
        let pairs = self.knowledge.pairs.is_some();
        let knowledge = Arc::new(Knowledge::with_pairs(stage, pairs, &keep_on));
        let (tables, working) = knowledge.bytes();
        control.memory(0, tables);
        let mut entries = portfolio(&knowledge, self.techniques, self.memory);
        entries.iter_mut().for_each(|entry| entry.working = working);
        Attempt::Running(entries, tables)
    }

    /// Makes the pushes that solve the first part; the others begin anew.
    fn finish_part(&mut self, pushes: Vec<Push>, control: &Control<'_>) {
        for &push in &pushes {
            self.position.push(&self.knowledge.board, push);
        }
        self.pushes.extend(pushes);
        self.parts.remove(0);
        for part in &mut self.parts {
            control.memory(part.attempt.bytes(), 0);
            part.attempt = Attempt::Fresh;
        }
        self.left = self.turn;
    }

    /// Joins the groups that are left, all of which failed, with those nearest to
    /// them, and begins anew; whether there are still two.
    fn join_groups(&mut self) -> bool {
        let board = &self.knowledge.board;
        let failed: Vec<Square> = self.parts.iter().map(|part| part.group.boxes[0]).collect();
        for square in failed {
            let Some(index) = self.groups.iter().position(|group| group.boxes.contains(&square)) else { continue };
            let group = self.groups.swap_remove(index);
            let Some(near) = self.groups.iter_mut().min_by_key(|other| distance(board, &group, other)) else {
                return false;
            };
            near.boxes.extend(group.boxes);
            near.targets.extend(group.targets);
        }
        self.parts = fresh(&self.groups);
        self.position = Position::start(board);
        self.pushes.clear();
        self.groups.len() > 1
    }

    /// The next part has its turn.
    fn rotate(&mut self) {
        self.parts.rotate_left(1);
        self.turn += self.turn / 4;
        self.left = self.turn;
    }
}

fn fresh(groups: &[Group]) -> Vec<Part> {
    groups.iter().map(|group| Part { group: group.clone(), attempt: Attempt::Fresh }).collect()
}

/// How far two groups are from each other.
fn distance(board: &Board, one: &Group, two: &Group) -> usize {
    let place = |&square: &Square| {
        let index = board.cells[square as usize].index();
        (index / board.cols, index % board.cols)
    };
    let apart = |a: &Square, b: &Square| {
        let ((row, col), (other_row, other_col)) = (place(a), place(b));
        row.abs_diff(other_row) + col.abs_diff(other_col)
    };
    one.boxes.iter().flat_map(|a| two.boxes.iter().map(move |b| apart(a, b))).min().unwrap_or(usize::MAX)
}

impl Engine for Parts {
    fn run(&mut self, mut work: u64, control: &Control<'_>) -> Status {
        while work > 0 {
            if let Some(stop) = control.stop() {
                return Status::Stopped(stop);
            }
            let Some(part) = self.parts.first_mut() else { return Status::Solved(self.pushes.clone()) };
            let entries = match &mut part.attempt {
                Attempt::Fresh => {
                    self.parts[0].attempt = self.begin(control);
                    continue;
                }
                Attempt::Failed => {
                    if !self.parts.iter().all(|part| matches!(part.attempt, Attempt::Failed)) {
                        self.rotate();
                    } else if !self.join_groups() {
                        return Status::Exhausted;
                    }
                    continue;
                }
                Attempt::Running(entries, _) => entries,
            };
            let slice = work.min(self.left);
            match take_turns(entries, control, slice) {
                None => {}
                Some((Verdict::Solved, Some(pushes), _)) => {
                    control.memory(part.attempt.bytes(), 0);
                    self.finish_part(pushes, control);
                    continue;
                }
                Some((Verdict::Unknown(Stop::Time), ..)) => return Status::Stopped(Stop::Time),
                Some(_) => {
                    control.memory(part.attempt.bytes(), 0);
                    part.attempt = Attempt::Failed;
                }
            }
            work -= slice;
            self.left -= slice;
            if self.left == 0 {
                self.rotate();
            }
        }
        Status::Paused
    }

    fn complete(&self) -> bool {
        false
    }

    fn memory(&self) -> usize {
        self.parts.iter().map(|part| part.attempt.bytes()).sum()
    }

    fn name(&self) -> &'static str {
        "parts"
    }
}

/// The groups of boxes and targets between which no box can go, walls alone
/// considered.
fn groups(board: &Board) -> Vec<Group> {
    let mut sets = UnionFind::new(board.squares);
    let mut reached = vec![false; board.squares];
    let mut queue = board.boxes.clone();
    queue.iter().for_each(|&square| reached[square as usize] = true);
    let mut head = 0;
    while let Some(&square) = queue.get(head) {
        head += 1;
        for dir in 0..4 {
            let to = board.next[square as usize][dir];
            let stand = board.next[square as usize][(dir + 2) & 3];
            if board.live[to as usize] && stand != board.wall() {
                sets.union(square as usize, to as usize);
                if !std::mem::replace(&mut reached[to as usize], true) {
                    queue.push(to);
                }
            }
        }
    }
    let mut groups: Vec<(usize, Group)> = Vec::new();
    for &square in &board.boxes {
        let root = sets.find(square as usize);
        match groups.iter_mut().find(|(other, _)| *other == root) {
            Some((_, group)) => group.boxes.push(square),
            None => groups.push((root, Group { boxes: vec![square], targets: Vec::new() })),
        }
    }
    for &square in &board.targets {
        let root = sets.find(square as usize);
        if let Some((_, group)) = groups.iter_mut().find(|(other, _)| *other == root) {
            group.targets.push(square);
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use crate::level::Level;
    use crate::search::to_moves;
    use crate::verify::replay;

    fn knowledge(level: &Level) -> Arc<Knowledge> {
        Arc::new(Knowledge::new(Board::new(level).expect("a board"), &|| true))
    }

    /// Two halls, and a bend between them that no box can pass.
    const HALLS: [&str; 11] = [
        "########         ",
        "#      #         ",
        "# $ .  ######    ",
        "#           #    ",
        "# . $  #### #    ",
        "########### #####",
        "        #  $  . #",
        "        #   @   #",
        "        # . $   #",
        "        #       #",
        "        #########",
    ];

    /// The first hall can be entered only when the second has been dealt with.
    #[test]
    fn parts_are_solved_in_an_order_that_works() {
        let level = Level::from_rows(HALLS).expect("a level");
        let knowledge = knowledge(&level);
        let mut engine = Parts::new(&knowledge, Techniques::ALL, 1 << 28).expect("two parts");
        assert_eq!(engine.groups.iter().map(|group| group.boxes.len()).collect::<Vec<_>>(), [2, 2]);
        let control = Control::new(Limits::default());
        let Status::Solved(pushes) = engine.run(u64::MAX, &control) else { panic!("both can be solved") };
        let board = &knowledge.board;
        let moves = to_moves(board, &Position::start(board), &pushes).expect("the player can walk");
        assert!(replay(&level, &moves).is_ok());
    }

    #[test]
    fn what_hangs_together_has_no_parts() {
        let rows = ["#########", "#   #   #", "# $   $ #", "#.@ # . #", "#########"];
        let level = Level::from_rows(rows).expect("a level");
        assert!(Parts::new(&knowledge(&level), Techniques::ALL, 1 << 28).is_none());
    }
}
