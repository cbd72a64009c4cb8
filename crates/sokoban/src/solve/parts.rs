//! Levels that fall apart: part by part.
//!
//! Groups of boxes that can never meet, or that have halls of their own, meet
//! only through the player. Each group with its targets is a level of its own,
//! far easier than all of them at once, and is solved by the whole portfolio:
//! without the others, with the others where they are at the start, and with the
//! others on their targets. The plans found are woven into one solution
//! (`solve::weave`); where that cannot be done, the two nearest groups are joined.

use super::Verdict;
use super::groups::{Group, groups};
use super::portfolio::portfolio;
use super::turns::{Entry, take_turns};
use super::weave::weave;
use crate::board::{Board, Square};
use crate::control::{Control, Stop};
use crate::deadlock::corral::regions;
use crate::expand::Knowledge;
use crate::position::Push;
use crate::search::{Engine, Status};
use crate::technique::Techniques;
use std::collections::VecDeque;
use std::sync::Arc;

/// The work on one task before the next has its turn, at first.
const TURN: u64 = 100_000;

/// The work after which it gives up: parts that take so long are none.
const PATIENCE: u64 = 7_000_000;

/// By how many tenths its share is larger when all groups have plans.
const PROMISE: u64 = 30;

/// Where the other groups are while one is dealt with.
#[derive(Clone, Copy, Debug)]
enum Others {
    /// Nowhere, but their squares are not to be used.
    Away,
    /// At their start.
    Start,
    /// On their targets.
    Home,
}

/// A group to be solved.
struct Task {
    group: usize,
    others: Others,
    /// The searches, and the bytes of what they share, once they have begun.
    running: Option<(Vec<Entry<'static>>, usize)>,
}

impl Task {
    fn bytes(&self) -> usize {
        self.running.as_ref().map_or(0, |(entries, shared)| shared + entries.iter().map(Entry::bytes).sum::<usize>())
    }
}

/// Some groups in all surroundings.
fn tasks(groups: std::ops::Range<usize>) -> VecDeque<Task> {
    let all = [Others::Away, Others::Start, Others::Home];
    all.into_iter().flat_map(|others| groups.clone().map(move |group| Task { group, others, running: None })).collect()
}

/// The search.
pub struct Parts {
    knowledge: Arc<Knowledge>,
    techniques: Techniques,
    memory: usize,
    groups: Vec<Group>,
    /// What was found for each of them.
    plans: Vec<Vec<Vec<Push>>>,
    /// The one in front is next.
    tasks: VecDeque<Task>,
    /// The work of a turn, none before the first, and what is left of this one.
    turn: u64,
    left: u64,
    /// The work until it gives up.
    patience: u64,
}

impl Parts {
    /// A search that has not begun.
    pub fn new(knowledge: Arc<Knowledge>, techniques: Techniques, memory: usize) -> Self {
        let (groups, plans, tasks) = (Vec::new(), Vec::new(), VecDeque::new());
        Self { knowledge, techniques, memory, groups, plans, tasks, turn: 0, left: 0, patience: PATIENCE }
    }

    fn start(&mut self, control: &Control<'_>) {
        self.groups = groups(&self.knowledge.board, &|| control.keep_on());
        self.plans = vec![Vec::new(); self.groups.len()];
        self.tasks = tasks(0..self.groups.len());
        self.memory /= self.groups.len().max(1);
        (self.turn, self.left) = (TURN, TURN);
    }

    /// The first task as a level of its own.
    fn begin(&self, control: &Control<'_>) -> Option<(Vec<Entry<'static>>, usize)> {
        let (board, task) = (&self.knowledge.board, self.tasks.front()?);
        let group = &self.groups[task.group];
        let others = self.groups.iter().enumerate().filter(|(index, _)| *index != task.group).map(|(_, other)| other);
        let (mut walls, mut theirs) = (Vec::new(), vec![false; board.squares]);
        for other in others {
            match task.others {
                Others::Away => other.squares.iter().for_each(|&square| theirs[square as usize] = true),
                Others::Start => walls.extend(&other.boxes),
                Others::Home => walls.extend(&other.targets),
            }
        }
        let (within, keep_on) = (|square: Square| !theirs[square as usize], || control.keep_on());
        let mut stage = board.stage(&group.boxes, board.player, &group.targets, &walls, &within, &keep_on)?;
        if matches!(task.others, Others::Home) {
            stage.player = largest_zone(&stage, &walls)?;
        }
        let pairs = self.knowledge.pairs.is_some();
        let knowledge = Arc::new(Knowledge::with_pairs(stage, pairs, &keep_on));
        let (tables, working) = knowledge.bytes();
        control.memory(0, tables);
        let mut entries = portfolio(&knowledge, self.techniques, self.memory);
        entries.iter_mut().for_each(|entry| entry.working = working);
        Some((entries, tables))
    }

    /// Whether something is left to do. A group for which there is no plan is
    /// joined with the nearest, and if there are plans that cannot be woven the two
    /// nearest groups are.
    fn goes_on(&mut self, control: &Control<'_>) -> bool {
        let stuck = |group: &usize| self.plans[*group].is_empty() && self.tasks.iter().all(|task| task.group != *group);
        let stuck = (0..self.groups.len()).find(stuck);
        if !self.tasks.is_empty() && stuck.is_none() {
            return true;
        }
        let near = |&(one, two): &(usize, usize)| self.groups[one].distance(&self.knowledge.board, &self.groups[two]);
        let pairs = (0..self.groups.len()).flat_map(|two| (0..two).map(move |one| (one, two)));
        let pairs = pairs.filter(|&(one, two)| stuck.is_none_or(|stuck| one == stuck || two == stuck));
        let Some((one, two)) = pairs.min_by_key(near).filter(|_| self.groups.len() > 2) else { return false };
        let gone = self.groups.remove(two);
        self.groups[one].join(gone);
        self.plans.remove(two);
        self.plans[one].clear();
        let held = self.memory();
        self.tasks.retain(|task| task.group != one && task.group != two);
        control.memory(held, self.memory());
        self.tasks.iter_mut().filter(|task| task.group > two).for_each(|task| task.group -= 1);
        self.tasks.extend(tasks(one..one + 1));
        true
    }
}

/// A square of the largest zone of the player.
fn largest_zone(board: &Board, walls: &[Square]) -> Option<Square> {
    let mut solid = board.solid(&board.boxes);
    walls.iter().for_each(|&square| solid[square as usize] = 2);
    let region = regions(board, &solid);
    let mut sizes = vec![0; board.squares];
    let free = |square: &Square| solid[*square as usize] == 0;
    (0..board.squares as Square).filter(free).for_each(|square| sizes[region[square as usize] as usize] += 1);
    (0..board.squares as Square).filter(free).max_by_key(|&square| sizes[region[square as usize] as usize])
}

impl Engine for Parts {
    fn run(&mut self, mut work: u64, control: &Control<'_>) -> Status {
        if self.turn == 0 {
            self.start(control);
        }
        while work > 0 {
            if let Some(stop) = control.stop() {
                return Status::Stopped(stop);
            }
            if self.patience == 0 || !self.goes_on(control) {
                return Status::Exhausted;
            }
            let Some(task) = self.tasks.front_mut() else { continue };
            let Some((entries, _)) = &mut task.running else {
                let running = self.begin(control);
                match self.tasks.front_mut() {
                    Some(task) if running.is_some() => task.running = running,
                    _ => drop(self.tasks.pop_front()),
                }
                continue;
            };
            let used = |entries: &[Entry<'_>]| entries.iter().map(|entry| entry.used).sum::<u64>();
            let (slice, before) = (work.min(self.left).min(self.patience), used(entries));
            let finding = take_turns(entries, control, slice);
            let spent = if finding.is_none() { slice } else { used(entries).saturating_sub(before).min(slice) };
            work -= spent;
            self.left -= spent;
            self.patience -= spent;
            match finding {
                None if self.left > 0 => continue,
                None => {
                    self.tasks.rotate_left(1);
                    self.turn += self.turn / 4;
                }
                Some((Verdict::Unknown(Stop::Time), ..)) => return Status::Stopped(Stop::Time),
                Some((_, found, _)) => {
                    control.memory(task.bytes(), 0);
                    self.plans[task.group].extend(found);
                    self.tasks.pop_front();
                    if self.plans.iter().all(|plans| !plans.is_empty()) {
                        let woven = weave(&self.knowledge.board, &self.plans, &|| control.keep_on());
                        if let Some(pushes) = woven {
                            return Status::Solved(pushes);
                        }
                    }
                }
            }
            self.left = self.turn;
        }
        Status::Paused
    }

    fn complete(&self) -> bool {
        false
    }

    fn memory(&self) -> usize {
        self.tasks.iter().map(Task::bytes).sum()
    }

    /// The more groups have a plan the less is left to find.
    fn promise(&self) -> u64 {
        let planned = self.plans.iter().filter(|plans| !plans.is_empty()).count() as u64;
        10 + PROMISE * planned / self.plans.len().max(1) as u64
    }

    fn name(&self) -> &'static str {
        "parts"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use crate::level::Level;
    use crate::position::Position;
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
        let mut engine = Parts::new(Arc::clone(&knowledge), Techniques::ALL, 1 << 28);
        let control = Control::new(Limits::default());
        let Status::Solved(pushes) = engine.run(u64::MAX, &control) else { panic!("both can be solved") };
        assert_eq!(engine.groups.iter().map(|group| group.boxes.len()).collect::<Vec<_>>(), [2, 2]);
        let board = &knowledge.board;
        let moves = to_moves(board, &Position::start(board), &pushes).expect("the player can walk");
        assert!(replay(&level, &moves).is_ok());
    }

    #[test]
    fn the_more_plans_the_larger_its_share() {
        let rows =
            ["#############", "#     #     #", "# $ . @ . $ #", "# $ . # . $ #", "#     #     #", "#############"];
        let level = Level::from_rows(rows).expect("a level");
        let mut engine = Parts::new(knowledge(&level), Techniques::ALL, 1 << 28);
        engine.start(&Control::new(Limits::default()));
        assert_eq!((engine.groups.len(), engine.promise()), (2, 10));
        for (group, promise) in [(0, 10 + PROMISE / 2), (1, 10 + PROMISE)] {
            engine.plans[group].push(Vec::new());
            assert_eq!(engine.promise(), promise);
        }
    }

    #[test]
    fn what_hangs_together_has_no_parts() {
        let rows = ["########", "#      #", "# $$$$ #", "#@.... #", "########"];
        let level = Level::from_rows(rows).expect("a level");
        let mut engine = Parts::new(knowledge(&level), Techniques::ALL, 1 << 28);
        assert_eq!(engine.run(u64::MAX, &Control::new(Limits::default())), Status::Exhausted);
    }
}
