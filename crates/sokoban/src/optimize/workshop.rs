//! Fewer pushes: threads that work on one pool of solutions.
//!
//! Each takes the next task of the pool ([`super::pool`]), does it, and puts back
//! what came of it. With one thread the order depends on counted work alone.

use super::OptimizeOptions;
use super::again::Planners;
use super::beam::Beam;
use super::line::Names;
use super::pool::{Pool, Task};
use super::window::Windows;
use crate::board::Board;
use crate::control::{Control, Limits};
use crate::deadlock::matching::Assignment;
use crate::expand::Knowledge;
use crate::position::Push;
use crate::search::two_ends::TwoEnds;
use crate::search::{Engine, Status};
use crate::solve::{SMALL_BITS, placements};
use crate::technique::Techniques;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};

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
    // A quarter of the memory is for beams and windows.
    let memory = options.memory - options.memory / 4;
    let control = Control::new(Limits { seconds: 1.0, memory, clock: &clock, ..Limits::default() });
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

/// The work that a beam counts for when there is no room for it.
const BEAM_LEFT_OUT: u64 = 1_000_000;

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
        let keep_on = || control.keep_on();
        let first = Names::new(board).line(pushes.to_vec(), &keep_on);
        let cost = |row: usize, col: usize| board.distance(board.boxes[row], col);
        let least = Assignment::default().solve_while(board.boxes.len(), board.targets.len(), cost, &keep_on);
        let settled = least == Some(pushes.len() as u32);
        Self {
            board,
            planners: Planners::new(board),
            pool: Mutex::new(Pool::new(first, settled)),
            options,
            work: AtomicU64::new(0),
            control,
        }
    }

    /// The same with what is already known of the board.
    pub(crate) fn knowing(self, knowledge: Arc<Knowledge>) -> Self {
        Self { planners: self.planners.knowing(knowledge), ..self }
    }

    /// A sixteenth of the memory for each thread: four of them are for its beams and windows.
    fn part(&self) -> usize {
        self.options.memory / 16 / self.options.threads.max(1)
    }

    /// Whether there is room for what planners and proofs know of the board.
    fn roomy(&self) -> bool {
        self.board.squares * self.board.targets.len() * size_of::<u16>() * 4 <= self.options.memory
    }

    /// Lets a search for a proof take part.
    fn prove(&self) {
        if !self.roomy() {
            return;
        }
        let prover = TwoEnds::new(self.planners.knowledge(self.control), Techniques::ALL);
        self.lock().prove(prover, placements(self.board) <= SMALL_BITS);
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().expect("no thread panics while it holds the pool")
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
        self.lock().lines.first().map(|line| Arc::clone(&line.pushes))
    }

    fn worker(&'a self) -> Worker<'a> {
        Worker {
            workshop: self,
            beam: Beam::new(self.board, self.part() * 2),
            windows: Windows::new(self.board, self.options.goal, self.part()),
            names: Names::new(self.board),
        }
    }
}

impl Worker<'_> {
    /// One task; `None` when all is over, otherwise a solution better than all
    /// before, if there is one.
    fn turn(&mut self) -> Option<Option<Arc<Vec<Push>>>> {
        let workshop = self.workshop;
        if !workshop.control.keep_on() || workshop.work.load(Ordering::Relaxed) >= workshop.options.work {
            return None;
        }
        let (kind, mut task) = workshop.lock().next()?;
        let (found, work) = self.run(&mut task);
        workshop.work.fetch_add(work, Ordering::Relaxed);
        let found = found.and_then(|found| self.names.line(found, &|| workshop.control.keep_on()));
        let mut pool = workshop.lock();
        let before = pool.lines.first().map(|line| Arc::clone(&line.pushes));
        pool.put_back(kind, task, found, work);
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
                if Beam::bytes(board, stretch.len()) > self.workshop.part() {
                    return (None, BEAM_LEFT_OUT);
                }
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
            Task::Plan(assigned) if !self.workshop.roomy() => (None, assigned.work),
            Task::Plan(assigned) => planners.solve(assigned, control),
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
        pool.lines.push(names.line(late, &|| true).expect("a solution"));
        let crossed = pool.cross().expect("a shorter one");
        assert_eq!(crossed.pushes.len(), 5);
        assert_eq!(names.along(&crossed.pushes, &|| true).as_ref(), Some(&*crossed.keys));
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
                    assert!(Names::new(&board).along(better, &|| true).is_some());
                })
            };
            let (one, again, two) = (run(1), run(1), run(2));
            assert_eq!(one, again);
            for found in [one, two] {
                assert!(found.len() <= given.len());
                assert!(Names::new(&board).along(&found, &|| true).is_some());
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
        assert!(turns >= super::super::pool::LAST_STEPS, "{turns}");
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
