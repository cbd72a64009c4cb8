//! Fewer pushes: many solutions, and searches that take turns on them.
//!
//! A pool holds the shortest solutions met so far. Planners add quite different
//! ones, from the start or from somewhere along a solution ([`super::again`]);
//! beams ([`super::beam`]) and windows ([`super::window`]) shorten those there
//! are, each again with more work when it found nothing; and where two
//! solutions pass through the same position, the shorter parts of both make a
//! third. Every kind of search has its share of the work. With one thread the
//! order depends on counted work alone.

use super::OptimizeOptions;
use super::again::Planners;
use super::beam::{Beam, Width};
use super::window::Windows;
use crate::board::{Board, Square};
use crate::position::{Position, Push, Zone};
use crate::solve::{VARIANTS, variant};
use crate::zobrist::Zobrist;
use dedale_grid::Rng;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};

/// The most solutions held.
const SIZE: usize = 8;
/// Beams and windows double in size up to this step.
const STEPS: usize = 9;

/// A solution in the pool.
#[derive(Clone)]
struct Line {
    pushes: Arc<Vec<Push>>,
    /// The name of every position on the way, the first and last included.
    keys: Arc<Vec<u64>>,
    /// How large its next beam and its next windows are.
    beam: usize,
    window: usize,
    /// Whether somebody works on it.
    busy: bool,
}

/// What to do next.
#[derive(Clone)]
enum Task {
    Beam(Line),
    Windows(Line),
    /// A planner by number, what it begins with, and its work.
    Plan(usize, Vec<Push>, u64),
}

/// The kinds of tasks: beams, windows, plans from the start, plans from
/// further on; and their shares of the work.
const SHARES: [u64; 4] = [45, 15, 15, 25];

struct Pool {
    /// The shortest first.
    lines: Vec<Line>,
    /// Work given to each kind.
    spent: [u64; 4],
    /// How many plans were asked for, from the start and from further on.
    planned: [usize; 2],
    rng: Rng,
}

/// Shortens a solution so long as `keep_on` and the work suffices.
pub(super) fn fewer_pushes(
    board: &Board,
    pushes: &[Push],
    options: OptimizeOptions,
    keep_on: &(dyn Fn() -> bool + Sync),
    better: &mut dyn FnMut(&[Push]),
) -> Vec<Push> {
    let workshop = Workshop::new(board, pushes, options, keep_on);
    if options.threads <= 1 {
        let mut worker = workshop.worker();
        while let Some(found) = worker.turn() {
            if let Some(found) = found {
                better(&found);
            }
        }
    } else {
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..options.threads {
                let (workshop, sender) = (&workshop, sender.clone());
                scope.spawn(move || {
                    let mut worker = workshop.worker();
                    while let Some(found) = worker.turn() {
                        if let Some(found) = found {
                            // Nobody listens any more when all is over.
                            let _ = sender.send(found);
                        }
                    }
                });
            }
            drop(sender);
            receiver.iter().for_each(|found| better(&found));
        });
    }
    let pool = workshop.pool.into_inner().expect("no thread panics while it holds the pool");
    pool.lines.first().map_or_else(|| pushes.to_vec(), |line| line.pushes.to_vec())
}

/// What all threads share.
struct Workshop<'a> {
    board: &'a Board,
    planners: Planners<'a>,
    pool: Mutex<Pool>,
    options: OptimizeOptions,
    work: AtomicU64,
    keep_on: &'a (dyn Fn() -> bool + Sync),
}

/// What one thread has of its own.
struct Worker<'a> {
    workshop: &'a Workshop<'a>,
    beam: Beam<'a>,
    windows: Windows<'a>,
    names: Names<'a>,
}

impl<'a> Workshop<'a> {
    fn new(
        board: &'a Board,
        pushes: &[Push],
        options: OptimizeOptions,
        keep_on: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let mut pool = Pool { lines: Vec::new(), spent: [0; 4], planned: [0; 2], rng: Rng::new(1) };
        let keys = Names::new(board).along(pushes);
        pool.lines.extend(keys.map(|keys| Line::new(pushes.to_vec(), keys)));
        Self {
            board,
            planners: Planners::new(board),
            pool: Mutex::new(pool),
            options,
            work: AtomicU64::new(0),
            keep_on,
        }
    }

    fn worker(&'a self) -> Worker<'a> {
        Worker {
            workshop: self,
            beam: Beam::new(self.board),
            windows: Windows::new(self.board, self.options.goal),
            names: Names::new(self.board),
        }
    }
}

impl Worker<'_> {
    /// One task; `None` when all is over, otherwise a solution shorter than
    /// all before, if there is one.
    fn turn(&mut self) -> Option<Option<Vec<Push>>> {
        let workshop = self.workshop;
        let lock = || workshop.pool.lock().expect("no thread panics while it holds the pool");
        if !(workshop.keep_on)() || workshop.work.load(Ordering::Relaxed) >= workshop.options.work {
            return None;
        }
        let (kind, task) = lock().next()?;
        let (found, work) = self.run(&task);
        workshop.work.fetch_add(work, Ordering::Relaxed);
        let keys = found.as_ref().and_then(|found| self.names.along(found));
        let mut pool = lock();
        pool.spent[kind] += work;
        let before = pool.lines.first().map_or(usize::MAX, |line| line.pushes.len());
        pool.put_back(&task, found.zip(keys));
        let best = pool.lines.first()?;
        Some((best.pushes.len() < before).then(|| best.pushes.to_vec()))
    }

    /// Does a task: what was found, and the work it took.
    fn run(&mut self, task: &Task) -> (Option<Vec<Push>>, u64) {
        let workshop = self.workshop;
        let keep_on = workshop.keep_on;
        let position = (workshop.board.squares as u64 / 20).max(1);
        match task {
            Task::Beam(line) => {
                let step = line.beam;
                let width = Width {
                    positions: 8 << step,
                    lag: 8 << (step / 2),
                    displaced: 2 + step / 2,
                    slack: step as u32 * 2,
                };
                let before = self.beam.looked;
                let mut best: Option<Vec<Push>> = None;
                while let Some(shorter) =
                    self.beam.shorter(best.as_deref().unwrap_or(&line.pushes), width, &|| keep_on())
                {
                    best = Some(shorter);
                }
                (best, (self.beam.looked - before) * position)
            }
            Task::Windows(line) => {
                let mut best = line.pushes.to_vec();
                let before = self.windows.looked;
                let (length, limit) = (12 << (line.window % 4), 300 << (line.window / 2));
                let improved = super::look_through(&mut self.windows, &mut best, length, limit, &|| keep_on());
                (improved.then_some(best), (self.windows.looked - before) * position)
            }
            Task::Plan(number, begin, work) => workshop.planners.solve(begin, variant(*number), *work, keep_on),
        }
    }
}

impl Pool {
    /// The next task, of the kind that has had least for its share.
    fn next(&mut self) -> Option<(usize, Task)> {
        let mut kinds = [0, 1, 2, 3];
        kinds.sort_by_key(|&kind| self.spent[kind] / SHARES[kind]);
        kinds.into_iter().find_map(|kind| Some((kind, self.task(kind)?)))
    }

    /// A task of a kind, if there is one to do.
    fn task(&mut self, kind: usize) -> Option<Task> {
        let free = |lines: &mut Vec<Line>, step: fn(&Line) -> usize| {
            // Long solutions and those that were tried hard come later.
            let rank = |line: &Line| line.pushes.len() * (24 + step(line));
            let next =
                lines.iter_mut().filter(|line| !line.busy && step(line) < STEPS).min_by_key(|line| rank(line))?;
            next.busy = true;
            Some(next.clone())
        };
        match kind {
            0 => free(&mut self.lines, |line| line.beam).map(Task::Beam),
            1 => free(&mut self.lines, |line| line.window).map(Task::Windows),
            2 => {
                let [asked, _] = &mut self.planned;
                *asked += 1;
                let (number, round) = ((*asked - 1) % VARIANTS, (*asked - 1) / VARIANTS);
                (round < 4).then(|| Task::Plan(number, Vec::new(), 200_000 << (2 * round)))
            }
            _ => {
                let [_, asked] = &mut self.planned;
                *asked += 1;
                let round = *asked / 100;
                let line = &self.lines[self.rng.index(self.lines.len().min(3))];
                let cut = self.rng.index(line.pushes.len().max(1));
                let begin = line.pushes[..cut].to_vec();
                Some(Task::Plan(self.rng.index(VARIANTS), begin, 50_000 << round.min(4)))
            }
        }
    }

    /// Takes what a task has found.
    fn put_back(&mut self, task: &Task, found: Option<(Vec<Push>, Vec<u64>)>) {
        if let Task::Beam(old) | Task::Windows(old) = task
            && let Some(line) = self.lines.iter_mut().find(|line| Arc::ptr_eq(&line.pushes, &old.pushes))
        {
            line.busy = false;
            match (&found, task) {
                (Some(_), _) => {}
                (None, Task::Beam(_)) => line.beam += 1,
                (None, _) => line.window += 1,
            }
        }
        let Some((pushes, keys)) = found else { return };
        match task {
            Task::Beam(old) | Task::Windows(old) => {
                self.lines.retain(|line| !Arc::ptr_eq(&line.pushes, &old.pushes));
                let line = Line::new(pushes, keys);
                self.lines.push(Line { beam: old.beam, window: old.window, ..line });
            }
            Task::Plan(..) => self.lines.push(Line::new(pushes, keys)),
        }
        if let Some(crossed) = self.cross() {
            self.lines.push(crossed);
        }
        self.lines.sort_by_key(|line| line.pushes.len());
        self.lines.dedup_by(|one, two| one.pushes == two.pushes);
        let most = self.lines[0].pushes.len() * 5 / 4;
        let fits = self.lines.iter().take(SIZE).take_while(|line| line.pushes.len() <= most).count();
        self.lines.truncate(fits);
    }

    /// The shortest way over the positions of all solutions, if it is shorter
    /// than each.
    fn cross(&self) -> Option<Line> {
        let mut first: FxHashMap<u64, (u32, usize, usize)> = FxHashMap::default();
        // Solutions only go on, so that some passes over all of them settle
        // how soon each position can be reached.
        let mut changed = true;
        while changed {
            changed = false;
            for (number, line) in self.lines.iter().enumerate() {
                let mut steps = 0;
                for (index, key) in line.keys.iter().enumerate() {
                    let known = first.entry(*key).or_insert((u32::MAX, 0, 0));
                    if steps < known.0 && (index > 0 || known.0 == u32::MAX) {
                        *known = (steps, number, index);
                        changed = true;
                    }
                    steps = known.0 + 1;
                }
            }
        }
        let shortest = self.lines.iter().map(|line| line.pushes.len()).min()?;
        let ends = self.lines.iter().filter_map(|line| line.keys.last());
        let end = ends.min_by_key(|key| first[key].0)?;
        if first[end].0 as usize >= shortest {
            return None;
        }
        let (mut pushes, mut keys, mut at) = (Vec::new(), vec![*end], *end);
        while let (1.., number, index) = first[&at] {
            pushes.push(self.lines[number].pushes[index - 1]);
            at = self.lines[number].keys[index - 1];
            keys.push(at);
        }
        pushes.reverse();
        keys.reverse();
        Some(Line::new(pushes, keys))
    }
}

impl Line {
    fn new(pushes: Vec<Push>, keys: Vec<u64>) -> Self {
        Self { pushes: Arc::new(pushes), keys: Arc::new(keys), beam: 0, window: 0, busy: false }
    }
}

/// Names positions: boxes and the player's zone.
struct Names<'a> {
    board: &'a Board,
    zobrist: Zobrist,
    zone: Zone,
}

impl<'a> Names<'a> {
    fn new(board: &'a Board) -> Self {
        Self { board, zobrist: Zobrist::new(board.squares), zone: Zone::new(board) }
    }

    /// The names of all positions along some pushes; `None` if they cannot be
    /// made or solve nothing.
    fn along(&mut self, pushes: &[Push]) -> Option<Vec<u64>> {
        let board = self.board;
        let mut position = Position::start(board);
        let mut boxes = self.zobrist.boxes(&position.boxes);
        let name = |position: &Position, boxes: u64, zone: &mut Zone, zobrist: &Zobrist| {
            boxes ^ zobrist.player(zone.flood(board, &position.solid, position.player))
        };
        let mut keys = vec![name(&position, boxes, &mut self.zone, &self.zobrist)];
        for &push in pushes {
            let to: Square = board.next[push.from as usize][push.dir as usize];
            let stand = board.next[push.from as usize][(push.dir as usize + 2) & 3];
            let fits = position.solid[push.from as usize] == 1 && position.solid[to as usize] == 0;
            if !fits || !self.zone.contains(stand) {
                return None;
            }
            position.push(board, push);
            boxes ^= self.zobrist.of(push.from) ^ self.zobrist.of(to);
            keys.push(name(&position, boxes, &mut self.zone, &self.zobrist));
        }
        board.solved(&position.boxes).then_some(keys)
    }
}
