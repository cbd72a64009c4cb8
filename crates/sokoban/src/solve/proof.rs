//! The fewest pushes, proved from two ends.
//!
//! From below A* raises what every solution needs at least. From above the
//! portfolio finds some solution and the optimiser shortens it; A* then leaves
//! out everything that would not be shorter, which is most of what it would
//! look at, for the last pushes are the dearest to prove. When A* has nothing
//! left, the shortest solution known is the shortest there is. With one thread
//! the two ends take turns by counted work.

use super::{Entry, Finding, NOTHING, Verdict, portfolio, take_turns};
use crate::bound::Heuristic;
use crate::conflicts::Conflicts;
use crate::control::Control;
use crate::expand::Knowledge;
use crate::optimize::{Goal, OptimizeOptions, optimize};
use crate::position::Push;
use crate::search::best_first::{BestFirst, Order};
use crate::search::{Engine, Status};
use crate::technique::Techniques;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The work of A* before anybody else begins: enough for small levels.
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
    BestFirst::new(Arc::clone(knowledge), techniques, Order::AStar, heuristic).proving(conflicts)
}

/// Looks for the fewest pushes within the limits.
pub(super) fn fewest_pushes(
    knowledge: &Arc<Knowledge>,
    techniques: Techniques,
    heuristic: Heuristic,
    control: &Control<'_>,
) -> Fewest {
    let mut astar = astar(knowledge, techniques, heuristic, control);
    let below = astar.below();
    let mut above = Above { knowledge, entries: Vec::new(), best: None, finding: None, below: &below };
    let mut status = astar.run(FIRST, control);
    if status == Status::Paused {
        above.entries = portfolio(knowledge, techniques, control.limits().memory / 2);
        if control.limits().threads > 1 {
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    above.work(u64::MAX, control);
                    // Without a solution, or with the shortest, A* goes on alone.
                    if above.finding.is_some() {
                        control.finish();
                    }
                });
                status = astar.run(u64::MAX, control);
                control.finish();
            });
        } else {
            let (mut work, mut share) = (FIRST, 2);
            while status == Status::Paused && above.finding.is_none() {
                let before = below.load(Ordering::Relaxed);
                above.work(work / share, control);
                // What is no shorter after all that work is perhaps the shortest.
                let same = before != u32::MAX && before == below.load(Ordering::Relaxed);
                share = if same { share * 2 } else { 2 };
                status = astar.run(work, control);
                work *= 2;
            }
        }
    }
    above.conclude(status, astar.at_least())
}

/// Solutions and how they get shorter.
struct Above<'a> {
    knowledge: &'a Arc<Knowledge>,
    /// The portfolio, until it has found a solution.
    entries: Vec<Entry<'a>>,
    best: Option<Vec<Push>>,
    /// The portfolio may find that there is no solution.
    finding: Option<Finding>,
    below: &'a AtomicU32,
}

impl Above<'_> {
    /// Looks for a solution, or a shorter one, for about so much work.
    fn work(&mut self, work: u64, control: &Control<'_>) {
        if self.best.is_none() && !self.entries.is_empty() {
            let Some((verdict, pushes, name)) = take_turns(&mut self.entries, control, work) else { return };
            control.memory(self.entries.iter().map(Entry::bytes).sum(), 0);
            self.entries.clear();
            if verdict == Verdict::Unsolvable {
                self.finding = Some((verdict, None, name));
            }
            self.keep(pushes.unwrap_or_default());
        }
        let Some(best) = self.best.clone() else { return };
        let memory = control.limits().memory / 8;
        let options = OptimizeOptions { memory, work, ..OptimizeOptions::new(Goal::Pushes) };
        let below = self.below;
        let better = optimize(&self.knowledge.board, &best, options, &|| control.keep_on(), &mut |shorter| {
            below.fetch_min(shorter.len() as u32, Ordering::Relaxed);
        });
        self.keep(better);
    }

    fn keep(&mut self, pushes: Vec<Push>) {
        if !pushes.is_empty() {
            self.below.fetch_min(pushes.len() as u32, Ordering::Relaxed);
            self.best = Some(pushes);
        }
    }

    /// What both ends together know.
    fn conclude(self, status: Status, at_least: u32) -> Fewest {
        let (mut finding, mut proved) = match (status, self.finding) {
            (_, Some(finding)) => (finding, true),
            (Status::Solved(pushes), _) => ((Verdict::Solved, Some(pushes), "astar"), true),
            (Status::Exhausted, _) if self.best.is_none() => ((Verdict::Unsolvable, None, "astar"), true),
            (Status::Exhausted, _) => (NOTHING, true),
            (Status::Stopped(stop), _) => ((Verdict::Unknown(stop), None, "astar"), false),
            (Status::Paused, _) => (NOTHING, false),
        };
        if let Some(best) = self.best.filter(|_| finding.1.is_none()) {
            proved |= best.len() as u32 <= at_least;
            finding = (Verdict::Solved, Some(best), "astar");
        }
        let found = finding.1.as_ref().filter(|_| proved);
        Fewest { at_least: found.map_or(at_least, |pushes| pushes.len() as u32), proved, finding }
    }
}
