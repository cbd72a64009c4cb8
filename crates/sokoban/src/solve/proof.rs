//! The fewest pushes, proved from below and from above.
//!
//! From below the search from two ends raises what every solution needs at
//! least. From above the portfolio finds some solution and the optimiser
//! shortens it; the search then leaves out everything that would not be
//! shorter, which is most of what it would look at, for the last pushes are the
//! dearest to prove. When it has nothing left, the shortest solution known is
//! the shortest there is. With one thread the two take turns by counted work.

use super::Verdict;
use super::portfolio::portfolio;
use super::turns::{Entry, Finding, NOTHING, take_turns};
use crate::bound::Heuristic;
use crate::conflicts::Conflicts;
use crate::control::Control;
use crate::expand::Knowledge;
use crate::optimize::workshop::Workshop;
use crate::optimize::{Goal, OptimizeOptions};
use crate::search::best_first::{BestFirst, Order};
use crate::search::two_ends::TwoEnds;
use crate::search::{Engine, Status};
use crate::technique::Techniques;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The work from below before anybody else begins: enough for small levels.
const FIRST: u64 = 300_000;

/// The fewest pushes, as far as they were found.
pub(super) struct Fewest {
    /// What came out, with the shortest solution found.
    pub finding: Finding,
    /// Whether there is none shorter.
    pub proved: bool,
    /// No solution has fewer pushes.
    pub at_least: u32,
}

/// An A* with all that is known about pairs.
pub(super) fn astar(
    knowledge: &Arc<Knowledge>,
    techniques: Techniques,
    heuristic: Heuristic,
    control: &Control<'_>,
) -> BestFirst {
    let conflicts = techniques.conflicts.then(|| Conflicts::new(&knowledge.board, &|| control.keep_on())).flatten();
    control.memory(0, conflicts.as_ref().map_or(0, Conflicts::bytes));
    BestFirst::new(Arc::clone(knowledge), techniques, Order::AStar, heuristic).with_conflicts(conflicts)
}

/// Looks for the fewest pushes within the limits.
pub(super) fn fewest_pushes(knowledge: &Arc<Knowledge>, techniques: Techniques, control: &Control<'_>) -> Fewest {
    let mut proof = TwoEnds::new(Arc::clone(knowledge), techniques);
    let below = proof.below();
    let mut above = Above { knowledge, control, entries: Vec::new(), workshop: None, finding: None, below: &below };
    let mut status = proof.run(FIRST, control);
    if status == Status::Paused {
        above.entries = portfolio(knowledge, techniques, control.limits().memory / 2);
        if control.limits().threads > 1 {
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    above.work(u64::MAX);
                    // Without a solution, or with the shortest, the proof goes on alone.
                    if above.finding.is_some() {
                        control.finish();
                    }
                });
                status = proof.run(u64::MAX, control);
                control.finish();
            });
        } else {
            let (mut work, mut share) = (FIRST, 1);
            while status == Status::Paused && above.finding.is_none() {
                let before = below.load(Ordering::Relaxed);
                above.work(work / share);
                // What is no shorter after all that work is perhaps the shortest.
                let same = before != u32::MAX && before == below.load(Ordering::Relaxed);
                share = if same { share * 2 } else { 1 };
                status = proof.run(work, control);
                work *= 2;
            }
        }
    }
    above.conclude(status, proof)
}

/// Solutions and how they get shorter.
struct Above<'a> {
    knowledge: &'a Arc<Knowledge>,
    control: &'a Control<'a>,
    /// The portfolio, until it has found a solution.
    entries: Vec<Entry<'a>>,
    /// Where it is shortened then.
    workshop: Option<Workshop<'a>>,
    /// The portfolio may find that there is no solution.
    finding: Option<Finding>,
    below: &'a AtomicU32,
}

impl Above<'_> {
    /// Looks for a solution, or a shorter one, for about so much work.
    fn work(&mut self, work: u64) {
        let control = self.control;
        if self.workshop.is_none() && !self.entries.is_empty() {
            let Some((verdict, pushes, name)) = take_turns(&mut self.entries, control, work) else { return };
            control.memory(self.entries.iter().map(Entry::bytes).sum(), 0);
            self.entries.clear();
            if verdict == Verdict::Unsolvable {
                self.finding = Some((verdict, None, name));
            }
            let Some(pushes) = pushes else { return };
            self.below.fetch_min(pushes.len() as u32, Ordering::Relaxed);
            let memory = control.limits().memory / 8;
            let options = OptimizeOptions { memory, ..OptimizeOptions::new(Goal::Pushes) };
            let workshop = Workshop::new(&self.knowledge.board, &pushes, options, control);
            self.workshop = Some(workshop.knowing(Arc::clone(self.knowledge)));
        }
        let Some(workshop) = &self.workshop else { return };
        workshop.work(work, &mut |shorter| {
            self.below.fetch_min(shorter.len() as u32, Ordering::Relaxed);
        });
    }

    /// What both together know.
    fn conclude(self, status: Status, mut proof: TwoEnds) -> Fewest {
        let best = [proof.news(), self.workshop.and_then(|workshop| workshop.shortest()).map(|best| best.to_vec())];
        let best = best.into_iter().flatten().min_by_key(Vec::len);
        let shortest = best.as_ref().map(|best| best.len() as u32);
        let (mut finding, mut proved) = match (status, self.finding) {
            (_, Some(finding)) => (finding, true),
            (Status::Solved(pushes), _) => ((Verdict::Solved, Some(pushes), "astar"), true),
            (Status::Exhausted, _) if best.is_none() => ((Verdict::Unsolvable, None, "astar"), true),
            (Status::Exhausted, _) => (NOTHING, shortest <= Some(self.below.load(Ordering::Relaxed))),
            (Status::Stopped(stop), _) => ((Verdict::Unknown(stop), None, "astar"), false),
            (Status::Paused, _) => (NOTHING, false),
        };
        if let Some(best) = best.filter(|_| finding.1.is_none()) {
            proved |= best.len() as u32 <= proof.at_least();
            finding = (Verdict::Solved, Some(best), "astar");
        }
        let found = finding.1.as_ref().filter(|_| proved);
        let at_least = found.map_or(proof.at_least(), |pushes| pushes.len() as u32);
        Fewest { finding, proved, at_least }
    }
}
