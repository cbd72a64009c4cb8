//! The solutions met so far, and what is to be done with them next.
//!
//! A pool holds the shortest solutions met so far. Planners add quite different
//! ones, from the start or from somewhere along a solution ([`super::again`]);
//! beams ([`super::beam`]) and windows ([`super::window`]) shorten those there
//! are, each again with more work when it found nothing; and where two
//! solutions pass through the same position, the shorter parts of both make a
//! third. Beside them a search from two ends tries to prove that there is nothing
//! shorter: small levels are settled by it at once. Every kind of search has its
//! share of the work.

use super::line::{Line, Pass};
use super::roster::{Assigned, Roster};
use crate::search::two_ends::TwoEnds;
use dedale_grid::Rng;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The most solutions held.
const SIZE: usize = 8;
/// Beams and windows grow up to this step, and up to that one when nothing but
/// moves can be saved.
const STEPS: usize = 10;
pub(super) const LAST_STEPS: usize = 4;
/// So far a solution is tried that is not the shortest.
const FEW_STEPS: usize = 3;
/// What the search for a proof does before all others: small levels are
/// settled then.
const FIRST_PROOF: u64 = 100_000;
/// By so many per cent a planner's solution may be longer than the shortest: it can
/// still be shortened.
const LONGER: usize = 15;
/// What has led to a shorter solution counts only for one part in so many.
const GAINED: u64 = 4;

/// The kinds of searches with their shares of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Beam,
    Windows,
    Plan,
    LaterPlan,
    Proof,
}

const KINDS: [(Kind, u64); 5] =
    [(Kind::Beam, 20), (Kind::Windows, 10), (Kind::Plan, 60), (Kind::LaterPlan, 40), (Kind::Proof, 15)];
/// What the search for a proof does on large boards before its share drops to
/// this.
const PROOF_TRY: u64 = 2_000_000;
const LATER_PROOF: u64 = 5;
/// On small boards a proof is likely to end: it has half of the work.
const SMALL_PROOF: u64 = 130;

/// What to do next.
pub(super) enum Task {
    /// A beam through a stretch of a solution.
    Beam(Line),
    /// All windows of a length.
    Windows(Line),
    /// A planner.
    Plan(Assigned),
    /// The search for a proof, its work, and whether it came to an end.
    Proof(Option<Box<TwoEnds>>, u64, bool),
}

pub(super) struct Pool {
    /// The shortest first.
    pub lines: Vec<Line>,
    /// Work done by each kind.
    spent: [u64; KINDS.len()],
    /// The planners.
    roster: Roster,
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

impl Pool {
    /// A pool with one solution, if it is one; `settled` says that none has fewer
    /// pushes.
    pub(super) fn new(first: Option<Line>, settled: bool) -> Self {
        Self {
            lines: first.into_iter().collect(),
            spent: [0; KINDS.len()],
            roster: Roster::new(),
            beams: 0,
            prover: None,
            below: Arc::default(),
            proof: 0,
            settled,
            rng: Rng::new(1),
        }
    }

    /// Lets a search for a proof take part.
    pub(super) fn prove(&mut self, prover: TwoEnds, small: bool) {
        let shortest = self.lines.first().map_or(u32::MAX, |line| line.pushes.len() as u32);
        self.below = prover.below();
        self.below.store(shortest, Ordering::Relaxed);
        self.prover = Some(Box::new(prover));
        self.proof = if small { SMALL_PROOF } else { KINDS[Kind::Proof as usize].1 };
        // Its tables take a while on larger boards: others come first there.
        self.spent[Kind::Proof as usize] = if small { 0 } else { FIRST_PROOF };
    }

    /// The next task, of the kind that has had least for its share.
    pub(super) fn next(&mut self) -> Option<(Kind, Task)> {
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
            Kind::Plan => self.roster.whole(self.worth()).map(Task::Plan),
            Kind::LaterPlan => {
                let line = &self.lines[self.rng.index(self.lines.len().min(3))];
                // Further on there is nothing to gain.
                let after = 1 + self.rng.index(line.wasteful.max(2) - 1);
                let begin = line.pushes[..after.min(line.pushes.len())].to_vec();
                Some(Task::Plan(self.roster.rest(begin, self.worth(), &mut self.rng)))
            }
            Kind::Proof => {
                let spent = self.spent[Kind::Proof as usize];
                Some(Task::Proof(Some(self.prover.take()?), FIRST_PROOF.max(spent / 2), false))
            }
        }
    }

    /// Solutions of so many pushes are too long to begin with.
    fn worth(&self) -> u32 {
        self.lines.first().map_or(u32::MAX, |line| (line.pushes.len() * (100 + LONGER) / 100) as u32)
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

    /// Takes what a task has found, and the work that it took.
    pub(super) fn put_back(&mut self, kind: Kind, task: Task, found: Option<Line>, work: u64) {
        let shortest = |pool: &Self| pool.lines.first().map(|line| line.pushes.len());
        let before = shortest(self);
        self.take(task, found, work);
        self.spent[kind as usize] += if shortest(self) < before { work / GAINED } else { work };
    }

    fn take(&mut self, task: Task, new: Option<Line>, work: u64) {
        let gained = new.is_some();
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
            Task::Plan(assigned) => {
                self.roster.done(&assigned, gained, work);
                new
            }
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
    pub(super) fn cross(&self) -> Option<Line> {
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
