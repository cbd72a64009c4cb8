//! Fewer pushes: many solutions, and searches that take turns on them.
//!
//! A pool holds the shortest solutions met so far. Planners add quite different
//! ones, from the start or from somewhere along a solution ([`super::again`]);
//! beams ([`super::beam`]) and windows ([`super::window`]) shorten those there
//! are, each again with more work when it found nothing; and where two
//! solutions pass through the same position, the shorter parts of both make a
//! third. Beside them a search from two ends tries to prove that there is nothing
//! shorter: small levels are settled by it at once. Every kind of search has its share of the
//! work. With one thread the order depends on counted work alone.

use super::OptimizeOptions;
use super::again::Planners;
use super::beam::{Beam, Width};
use super::window::Windows;
use crate::board::{Board, Square};
use crate::control::{Control, Limits};
use crate::deadlock::matching::Assignment;
use crate::expand::Knowledge;
use crate::position::{Position, Push, Zone};
use crate::search::two_ends::TwoEnds;
use crate::search::{Engine, Status};
use crate::solve::{SMALL_BITS, VARIANTS, placements, variant};
use crate::technique::Techniques;
use crate::zobrist::Zobrist;
use dedale_grid::Rng;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};

/// The most solutions held.
const SIZE: usize = 8;
/// Beams and windows grow up to this step, and up to that one when nothing but
/// moves can be saved.
const STEPS: usize = 10;
const LAST_STEPS: usize = 4;
/// So far a solution is tried that is not the shortest.
const FEW_STEPS: usize = 3;
/// What the search for a proof does before all others: small levels are
/// settled then.
const FIRST_PROOF: u64 = 100_000;
/// Positions of one beam, roughly.
const BEAM: usize = 400_000;
/// Work of the first planners, from the start and from further on.
const PLAN: u64 = 100_000;
const LATER_PLAN: u64 = 50_000;

/// The kinds of searches with their shares of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Beam,
    Windows,
    Plan,
    LaterPlan,
    Proof,
}

const KINDS: [(Kind, u64); 5] =
    [(Kind::Beam, 30), (Kind::Windows, 10), (Kind::Plan, 25), (Kind::LaterPlan, 30), (Kind::Proof, 50)];
/// What the search for a proof does on large boards before its share drops to
/// this.
const PROOF_TRY: u64 = 2_000_000;
const LATER_PROOF: u64 = 5;
/// On small boards a proof is likely to end: it has half of the work.
const SMALL_PROOF: u64 = 95;

/// What to do next.
enum Task {
    /// A beam through a stretch of a solution.
    Beam(Line),
    /// All windows of a length.
    Windows(Line),
    /// A planner by number, what it begins with, and its work.
    Plan(usize, Vec<Push>, u64),
    /// The search for a proof, its work, and whether it came to an end.
    Proof(Option<Box<TwoEnds>>, u64, bool),
}

/// A solution in the pool.
#[derive(Clone)]
struct Line {
    pushes: Arc<Vec<Push>>,
    /// The name of every position on the way, the first and last included.
    keys: Arc<Vec<u64>>,
    beam: Pass,
    windows: Pass,
    /// Whether somebody works on it.
    busy: bool,
}

/// How far a kind of search is with a solution. It goes through it stretch by
/// stretch, and again with more work if it has found nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Pass {
    step: usize,
    /// Where the next stretch begins.
    at: usize,
    gained: bool,
}

struct Pool {
    /// The shortest first.
    lines: Vec<Line>,
    /// Work done by each kind.
    spent: [u64; KINDS.len()],
    /// How many plans were asked for, from the start and from further on.
    planned: [usize; 2],
    /// How many beams.
    beams: usize,
    /// The search for a proof, while nobody runs it and so long as there is hope.
    prover: Option<Box<TwoEnds>>,
    /// What it has to be shorter than.
    below: Arc<AtomicU32>,
    /// The part of the work that it has.
    proof: u64,
    /// Whether no solution can have fewer pushes than the first.
    settled: bool,
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
    // The searches ask for the time; it is over when nobody wants more.
    let clock = || if keep_on() { 0.0 } else { 2.0 };
    let control = Control::new(Limits { seconds: 1.0, memory: options.memory, clock: &clock, ..Limits::default() });
    let workshop = Workshop::new(board, pushes, options, &control);
    workshop.prove();
    if options.threads <= 1 {
        let mut worker = workshop.worker();
        while let Some(found) = worker.turn() {
            found.iter().for_each(|found| better(found));
        }
    } else {
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..options.threads {
                let (workshop, sender) = (&workshop, sender.clone());
                scope.spawn(move || {
                    let mut worker = workshop.worker();
                    while let Some(found) = worker.turn() {
                        // Whoever listens does so until all threads are done.
                        found.into_iter().for_each(|found| drop(sender.send(found)));
                    }
                });
            }
            drop(sender);
            receiver.iter().for_each(|found: Arc<Vec<Push>>| better(&found));
        });
    }
    workshop.shortest().map_or_else(|| pushes.to_vec(), |pushes| pushes.to_vec())
}

/// What all threads share.
pub(crate) struct Workshop<'a> {
    board: &'a Board,
    planners: Planners<'a>,
    pool: Mutex<Pool>,
    options: OptimizeOptions,
    work: AtomicU64,
    control: &'a Control<'a>,
}

/// What one thread has of its own.
struct Worker<'a> {
    workshop: &'a Workshop<'a>,
    beam: Beam<'a>,
    windows: Windows<'a>,
    names: Names<'a>,
}

impl<'a> Workshop<'a> {
    pub(crate) fn new(board: &'a Board, pushes: &[Push], options: OptimizeOptions, control: &'a Control<'a>) -> Self {
        let keys = Names::new(board).along(pushes);
        let pool = Pool {
            lines: keys.into_iter().map(|keys| Line::new(pushes.to_vec(), keys)).collect(),
            spent: [0; KINDS.len()],
            planned: [0; 2],
            beams: 0,
            prover: None,
            below: Arc::default(),
            proof: 0,
            settled: Assignment::default().solve(board, &board.boxes) == Some(pushes.len() as u32),
            rng: Rng::new(1),
        };
        Self {
            board,
            planners: Planners::new(board),
            pool: Mutex::new(pool),
            options,
            work: AtomicU64::new(0),
            control,
        }
    }

    /// The same with what is already known of the board.
    pub(crate) fn knowing(self, knowledge: Arc<Knowledge>) -> Self {
        Self { planners: self.planners.knowing(knowledge), ..self }
    }

    /// Lets a search for a proof take part.
    fn prove(&self) {
        let mut pool = self.pool.lock().expect("no thread panics while it holds the pool");
        let prover = TwoEnds::new(self.planners.knowledge(self.control), Techniques::ALL);
        let shortest = pool.lines.first().map_or(u32::MAX, |line| line.pushes.len() as u32);
        pool.below = prover.below();
        pool.below.store(shortest, Ordering::Relaxed);
        pool.prover = Some(Box::new(prover));
        let (small, usual) = (placements(self.board) <= SMALL_BITS, KINDS[Kind::Proof as usize].1);
        pool.proof = if small { SMALL_PROOF } else { usual };
        // Its tables take a while on larger boards: others come first there.
        pool.spent[Kind::Proof as usize] = if small { 0 } else { FIRST_PROOF };
    }

    /// One thread's work of about so much; every improvement is told.
    pub(crate) fn work(&self, work: u64, better: &mut dyn FnMut(&[Push])) {
        let end = self.work.load(Ordering::Relaxed).saturating_add(work);
        let mut worker = self.worker();
        while self.work.load(Ordering::Relaxed) < end {
            let Some(found) = worker.turn() else { break };
            found.iter().for_each(|found| better(found));
        }
    }

    /// The shortest solution so far.
    pub(crate) fn shortest(&self) -> Option<Arc<Vec<Push>>> {
        let pool = self.pool.lock().expect("no thread panics while it holds the pool");
        pool.lines.first().map(|line| Arc::clone(&line.pushes))
    }

    fn worker(&'a self) -> Worker<'a> {
        Worker {
            workshop: self,
            beam: Beam::new(self.board),
            windows: Windows::new(self.board, self.options.goal, self.options.memory / 8),
            names: Names::new(self.board),
        }
    }
}

impl Worker<'_> {
    /// One task; `None` when all is over, otherwise a solution better than all
    /// before, if there is one.
    fn turn(&mut self) -> Option<Option<Arc<Vec<Push>>>> {
        let workshop = self.workshop;
        let lock = || workshop.pool.lock().expect("no thread panics while it holds the pool");
        if !workshop.control.keep_on() || workshop.work.load(Ordering::Relaxed) >= workshop.options.work {
            return None;
        }
        let (kind, mut task) = lock().next()?;
        let (found, work) = self.run(&mut task);
        workshop.work.fetch_add(work, Ordering::Relaxed);
        let keys = found.as_ref().and_then(|found| self.names.along(found));
        let mut pool = lock();
        pool.spent[kind as usize] += work;
        let before = pool.lines.first().map(|line| Arc::clone(&line.pushes));
        pool.put_back(task, found.zip(keys));
        let best = &pool.lines.first()?.pushes;
        Some(before.is_none_or(|before| !Arc::ptr_eq(&before, best)).then(|| Arc::clone(best)))
    }

    /// Does a task: what was found, and the work it took.
    fn run(&mut self, task: &mut Task) -> (Option<Vec<Push>>, u64) {
        let Workshop { board, planners, control, .. } = self.workshop;
        // A position costs some floods.
        let position = (board.squares as u64 / 20).max(1);
        match task {
            Task::Beam(line) => {
                let (width, stretch) = line.next_beam();
                let before = self.beam.looked;
                let found = self.beam.shorter(&line.pushes, stretch.clone(), width, &|| control.keep_on());
                let found = found.map(|shorter| {
                    let mut pushes = line.pushes.to_vec();
                    pushes.splice(stretch, shorter);
                    pushes
                });
                (found, (self.beam.looked - before) * position)
            }
            Task::Windows(line) => {
                let mut best = line.pushes.to_vec();
                let before = self.windows.looked;
                let (length, limit) = (12 << (line.windows.step % 4), 300 << (line.windows.step / 2));
                let improved = super::look_through(&mut self.windows, &mut best, length, limit, &|| control.keep_on());
                (improved.then_some(best), (self.windows.looked - before) * position)
            }
            Task::Plan(number, begin, work) => planners.solve(begin, variant(*number), *work, control),
            Task::Proof(slot, work, over) => {
                let Some(mut prover) = slot.take() else { return (None, *work) };
                let before = prover.used();
                let status = prover.run(*work, control);
                let (found, done) = (prover.news(), prover.used() - before);
                *over = matches!(status, Status::Solved(_) | Status::Exhausted);
                if status == Status::Paused {
                    *slot = Some(prover);
                } else {
                    control.memory(prover.memory(), 0);
                }
                (found, done.max(1))
            }
        }
    }
}

impl Pool {
    /// The next task, of the kind that has had least for its share.
    fn next(&mut self) -> Option<(Kind, Task)> {
        let mut kinds = KINDS;
        kinds[Kind::Proof as usize].1 = self.proof.max(1);
        kinds.sort_by_key(|&(kind, share)| self.spent[kind as usize] / share);
        let first = (self.spent[Kind::Proof as usize] == 0).then_some(Kind::Proof);
        let mut kinds = first.into_iter().chain(kinds.map(|(kind, _)| kind));
        kinds.find_map(|kind| Some((kind, self.task(kind)?)))
    }

    /// A task of a kind, if there is one to do.
    fn task(&mut self, kind: Kind) -> Option<Task> {
        if self.lines.is_empty() || self.settled && kind != Kind::Windows {
            return None;
        }
        match kind {
            Kind::Beam => {
                // The best ever deeper and new ones take turns.
                self.beams += 1;
                let new = self.beams.is_multiple_of(2).then(|| self.newest()).flatten();
                new.or_else(|| self.deepest(|line| line.beam)).or_else(|| self.newest()).map(Task::Beam)
            }
            Kind::Windows => self.deepest(|line| line.windows).map(Task::Windows),
            Kind::Plan => {
                // Beyond those of the portfolio every number is another seed.
                let [asked, _] = &mut self.planned;
                let number = *asked;
                *asked += 1;
                Some(Task::Plan(number, Vec::new(), PLAN << (number / VARIANTS).min(3)))
            }
            Kind::LaterPlan => {
                let [_, asked] = &mut self.planned;
                let work = LATER_PLAN << (*asked / 100).min(4);
                *asked += 1;
                let line = &self.lines[self.rng.index(self.lines.len().min(3))];
                let begin = line.pushes[..self.rng.index(line.pushes.len().max(1))].to_vec();
                Some(Task::Plan(self.rng.index(VARIANTS), begin, work))
            }
            Kind::Proof => {
                let spent = self.spent[Kind::Proof as usize];
                Some(Task::Proof(Some(self.prover.take()?), FIRST_PROOF.max(spent / 2), false))
            }
        }
    }

    /// Of the shortest solutions the one that was tried hardest.
    fn deepest(&mut self, pass: fn(&Line) -> Pass) -> Option<Line> {
        let steps = if self.settled { LAST_STEPS } else { STEPS };
        let shortest = self.lines.first()?.pushes.len();
        let open = self.lines.iter_mut().filter(|line| !line.busy && pass(line).step < steps);
        let next = open.filter(|line| line.pushes.len() == shortest).max_by_key(|line| pass(line))?;
        next.busy = true;
        Some(next.clone())
    }

    /// A solution that was hardly tried yet, short ones first.
    fn newest(&mut self) -> Option<Line> {
        let open = self.lines.iter_mut().filter(|line| !line.busy && line.beam.step < FEW_STEPS);
        let next = open.min_by_key(|line| line.pushes.len() * (24 + line.beam.step))?;
        next.busy = true;
        Some(next.clone())
    }

    /// Takes what a task has found.
    fn put_back(&mut self, task: Task, found: Option<(Vec<Push>, Vec<u64>)>) {
        let gained = found.is_some();
        let new = found.map(|(pushes, keys)| Line::new(pushes, keys));
        let new = match task {
            Task::Beam(old) => {
                let mut beam = Pass { gained: old.beam.gained || gained, ..old.beam };
                let end = old.next_beam().1.end;
                if !gained && end == old.pushes.len() {
                    beam = beam.over();
                } else if !gained {
                    beam.at += (end - beam.at) / 2;
                }
                self.replace(&old, new, Line { beam, ..old.clone() })
            }
            Task::Windows(old) => {
                let windows = Pass { gained, ..old.windows }.over();
                self.replace(&old, new, Line { windows, ..old.clone() })
            }
            Task::Plan(..) => new,
            Task::Proof(prover, _, over) => {
                let best = new.iter().chain(&self.lines).map(|line| line.pushes.len() as u32).min();
                self.settled |= over && best <= Some(self.below.load(Ordering::Relaxed));
                self.prover = prover;
                // On large boards it finds something soon, or hardly ever.
                if !gained && self.proof < SMALL_PROOF && self.spent[Kind::Proof as usize] > PROOF_TRY {
                    self.proof = LATER_PROOF;
                }
                new
            }
        };
        let Some(new) = new else { return };
        self.lines.push(new);
        self.lines.extend(self.cross());
        self.lines.sort_by_key(|line| line.pushes.len());
        self.lines.dedup_by(|one, two| one.pushes == two.pushes);
        let most = self.lines[0].pushes.len() * 5 / 4;
        let fit = self.lines.iter().take(SIZE).take_while(|line| line.pushes.len() <= most).count();
        self.lines.truncate(fit);
        self.below.fetch_min(self.lines[0].pushes.len() as u32, Ordering::Relaxed);
    }

    /// Takes a solution out of the pool, for what has become of it: another
    /// one, or the same with its next pass.
    fn replace(&mut self, old: &Line, new: Option<Line>, same: Line) -> Option<Line> {
        let before = self.lines.len();
        self.lines.retain(|line| !Arc::ptr_eq(&line.pushes, &old.pushes));
        let line = match new {
            Some(new) => Line { beam: same.beam, windows: same.windows, ..new },
            // It was dropped meanwhile.
            None if self.lines.len() == before => return None,
            None => same,
        };
        Some(Line { busy: false, ..line })
    }

    /// The shortest way over the positions of all solutions, if it is shorter
    /// than each.
    fn cross(&self) -> Option<Line> {
        // How soon each position is reached, by which solution, as its how-manieth.
        let mut first: FxHashMap<u64, (u32, usize, usize)> = FxHashMap::default();
        let mut changed = true;
        while changed {
            changed = false;
            for (number, line) in self.lines.iter().enumerate() {
                let mut steps = 0;
                for (index, key) in line.keys.iter().enumerate() {
                    let known = first.entry(*key).or_insert((u32::MAX, 0, 0));
                    if steps < known.0 {
                        *known = (steps, number, index);
                        changed = true;
                    }
                    steps = known.0 + 1;
                }
            }
        }
        let shortest = self.lines.iter().map(|line| line.pushes.len()).min()?;
        let mut at = *self.lines.iter().filter_map(|line| line.keys.last()).min_by_key(|key| first[key].0)?;
        if first[&at].0 as usize >= shortest {
            return None;
        }
        let (mut pushes, mut keys) = (Vec::new(), vec![at]);
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

impl Pass {
    /// The next pass: larger, or small again if there was something to gain.
    fn over(self) -> Self {
        Self { step: if self.gained { 0 } else { self.step + 1 }, ..Self::default() }
    }
}

impl Line {
    fn new(pushes: Vec<Push>, keys: Vec<u64>) -> Self {
        Self {
            pushes: Arc::new(pushes),
            keys: Arc::new(keys),
            beam: Pass::default(),
            windows: Pass::default(),
            busy: false,
        }
    }

    /// The next beam: how wide, and through what.
    fn next_beam(&self) -> (Width, Range<usize>) {
        let Pass { step, at, .. } = self.beam;
        let width =
            Width { positions: 8 << step, lag: 8 << (step / 2), displaced: 2 + step / 2, slack: step as u32 * 2 };
        let length = (BEAM / (width.positions * (width.lag as usize + 8))).max(40);
        // A short rest at the end belongs to the last stretch.
        let most = self.pushes.len();
        let end = if at + length + length / 2 >= most { most } else { at + length };
        (width, at.min(end)..end)
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
        let mut keys = Vec::with_capacity(pushes.len() + 1);
        for &push in pushes {
            keys.push(boxes ^ self.zobrist.player(self.zone.flood(board, &position.solid, position.player)));
            let to: Square = board.next[push.from as usize][push.dir as usize];
            let stand = board.next[push.from as usize][(push.dir as usize + 2) & 3];
            let fits = position.solid[push.from as usize] == 1 && position.solid[to as usize] == 0;
            if !fits || !self.zone.contains(stand) {
                return None;
            }
            position.push(board, push);
            boxes ^= self.zobrist.of(push.from) ^ self.zobrist.of(to);
        }
        keys.push(boxes ^ self.zobrist.player(self.zone.flood(board, &position.solid, position.player)));
        board.solved(&position.boxes).then_some(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimize::Goal;
    use crate::{Level, shipped};

    fn board(rows: &[&str]) -> Board {
        Board::new(&Level::from_rows(rows).expect("a level")).expect("a board")
    }

    fn pushes(board: &Board, text: &str) -> Vec<Push> {
        crate::audit::pushes_of(board, &crate::Moves::parse(text).expect("moves"))
    }

    /// Two solutions with a detour each, at different ends, make one with none.
    #[test]
    fn the_shorter_parts_of_two_solutions_make_a_third() {
        let board = board(&["##########", "#        #", "#@$    . #", "#        #", "#        #", "##########"]);
        let early = pushes(&board, "urDldRdrUluRRRR");
        let late = pushes(&board, "RRRRurDldRdrU");
        assert_eq!((early.len(), late.len()), (7, 7));
        let mut names = Names::new(&board);
        let control = Control::new(Limits::default());
        let workshop = Workshop::new(&board, &early, OptimizeOptions::new(Goal::Pushes), &control);
        let mut pool = workshop.pool.into_inner().expect("a pool");
        assert!(pool.cross().is_none());
        let keys = names.along(&late).expect("a solution");
        pool.lines.push(Line::new(late, keys));
        let crossed = pool.cross().expect("a shorter one");
        assert_eq!(crossed.pushes.len(), 5);
        assert_eq!(names.along(&crossed.pushes).as_ref(), Some(&*crossed.keys));
    }

    /// With one thread the same comes out every time, with two a solution.
    #[test]
    fn answers_are_solutions_and_repeat() {
        for entry in shipped().iter().skip(40).step_by(12).take(2) {
            let board = Board::new(&entry.level).expect("a board");
            let given = crate::audit::pushes_of(&board, &entry.solutions[0].moves);
            let options = OptimizeOptions { work: 300_000, ..OptimizeOptions::new(Goal::Pushes) };
            let run = |threads| {
                let options = OptimizeOptions { threads, ..options };
                fewer_pushes(&board, &given, options, &|| true, &mut |better| {
                    assert!(Names::new(&board).along(better).is_some());
                })
            };
            let (one, again, two) = (run(1), run(1), run(2));
            assert_eq!(one, again);
            for found in [one, two] {
                assert!(found.len() <= given.len());
                assert!(Names::new(&board).along(&found).is_some());
            }
        }
    }

    /// Where pushes cannot be saved, moves still may be, and then it ends.
    #[test]
    fn windows_go_on_when_pushes_are_settled() {
        let board = board(&["########", "#@     #", "# $  $ #", "# .  . #", "#      #", "########"]);
        let given = pushes(&board, "rDurrrD");
        let control = Control::new(Limits::default());
        let workshop = Workshop::new(&board, &given, OptimizeOptions::new(Goal::Pushes), &control);
        let mut worker = workshop.worker();
        let mut turns = 0;
        while worker.turn().is_some() {
            turns += 1;
        }
        assert!(turns >= LAST_STEPS, "{turns}");
    }

    /// A solution that is as short as the bound is not worked on for long.
    #[test]
    fn what_is_settled_ends() {
        let board = board(&["########", "#      #", "#@$   .#", "#      #", "########"]);
        let given = pushes(&board, "RRurrdLulldRRR");
        let found = fewer_pushes(&board, &given, OptimizeOptions::new(Goal::Pushes), &|| true, &mut |_| {});
        assert_eq!(found.len(), 4);
    }
}
