//! Restarts: short-lived engines one after the other.
//!
//! How long a planner or a search for home takes depends on its plan, weights and ties, and
//! is spread so widely that what has not solved a level after some seconds hardly ever
//! does. Then many short runs are better than one long one (Luby, Sinclair and Zuckerman,
//! *Optimal speedup of Las Vegas algorithms*, 1993): when the engines of the
//! portfolio have had their time, each of a line of others has an unbroken
//! turn, and when all are through they begin anew with other seeds, after every two laps
//! for twice as long. What a run held goes when it ends; what it wrote into the table of
//! both sides and the ways it told stay for the others.

use crate::control::{Control, Stop};
use crate::search::{Engine, Status};

/// One of the line.
#[derive(Clone, Copy)]
pub(super) enum Restarted {
    /// A planner, by number and name.
    Planner(usize, &'static str),
    /// A search for home in which a lost square counts for so many boxes.
    Homeward(u16),
    /// The same, and boxes in the player's way count too.
    HomewardPlayer(u16),
}

/// The line: planners that alone solve few levels which those of the portfolio do
/// not, but these in a few seconds; searches for home that differ.
pub(super) const LINE: [Restarted; 8] = [
    Restarted::Homeward(2),
    Restarted::Planner(10, "fess-10"),
    Restarted::HomewardPlayer(1),
    Restarted::Planner(20, "fess-20"),
    Restarted::Homeward(3),
    Restarted::Planner(19, "fess-19"),
    Restarted::HomewardPlayer(2),
    Restarted::Planner(8, "fess-8"),
];
/// The work of a run in the first laps, some four seconds.
const TURN: u64 = 12_000_000;
/// By how much seeds differ from lap to lap, more than from place to place.
pub(super) const SEEDS: u64 = 16;
/// After how many laps nothing new is to be expected.
const LAPS: usize = 8;

/// Makes the engine of a place in the line for the lap it is in.
type Make = Box<dyn Fn(usize, u64) -> Box<dyn Engine> + Send>;

/// The engines.
pub(super) struct Restarts {
    places: usize,
    make: Make,
    engine: Option<Box<dyn Engine>>,
    /// How many runs have begun, and what is left of the last one.
    runs: usize,
    left: u64,
}

impl Restarts {
    /// A line of so many engines, the next of which `make` makes when its turn comes.
    pub(super) fn new(places: usize, make: impl Fn(usize, u64) -> Box<dyn Engine> + Send + 'static) -> Self {
        Self { places, make: Box::new(make), engine: None, runs: 0, left: 0 }
    }

    /// Puts the engine away.
    fn end(&mut self, control: &Control<'_>) {
        control.memory(self.memory(), 0);
        self.engine = None;
    }
}

impl Engine for Restarts {
    fn run(&mut self, mut work: u64, control: &Control<'_>) -> Status {
        while work > 0 {
            if let Some(stop) = control.stop() {
                return Status::Stopped(stop);
            }
            let Some(engine) = &mut self.engine else {
                let lap = self.runs / self.places;
                if lap >= LAPS {
                    return Status::Exhausted;
                }
                self.engine = Some((self.make)(self.runs % self.places, lap as u64));
                self.left = TURN << (lap / 2);
                self.runs += 1;
                continue;
            };
            let slice = work.min(self.left);
            work -= slice;
            self.left -= slice;
            match engine.run(slice, control) {
                Status::Paused if self.left > 0 => {}
                Status::Paused | Status::Exhausted => self.end(control),
                Status::Stopped(Stop::Memory) => {
                    // Either it is the one that holds too much, or the portfolio finds out who does.
                    self.end(control);
                    return Status::Stopped(Stop::Memory);
                }
                end @ (Status::Solved(_) | Status::Stopped(_)) => return end,
            }
        }
        Status::Paused
    }

    fn complete(&self) -> bool {
        false
    }

    fn memory(&self) -> usize {
        self.engine.as_ref().map_or(0, |engine| engine.memory())
    }

    fn name(&self) -> &'static str {
        self.engine.as_ref().map_or("restarts", |engine| engine.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use std::sync::{Arc, Mutex};

    /// Holds memory and does what it is told, and writes down how long it ran.
    struct Scripted {
        held: usize,
        run: usize,
        end: Status,
        worked: Arc<Mutex<Vec<u64>>>,
    }

    impl Engine for Scripted {
        fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
            control.memory(self.held, 1_000);
            self.held = 1_000;
            let mut worked = self.worked.lock().expect("one thread");
            worked.resize(self.run + 1, 0);
            worked[self.run] += work;
            self.end.clone()
        }

        fn complete(&self) -> bool {
            false
        }

        fn memory(&self) -> usize {
            self.held
        }

        fn name(&self) -> &'static str {
            "scripted"
        }
    }

    /// Three engines, of which the one in the middle ends at once; one run of the third
    /// lap solves, if asked to.
    fn restarts(solves: bool) -> (Restarts, Arc<Mutex<Vec<u64>>>) {
        let worked: Arc<Mutex<Vec<u64>>> = Arc::default();
        let told = Arc::clone(&worked);
        let make = move |place: usize, lap: u64| -> Box<dyn Engine> {
            let end = match (place, lap) {
                (2, 2) if solves => Status::Solved(Vec::new()),
                (1, _) => Status::Exhausted,
                _ => Status::Paused,
            };
            let run = lap as usize * 3 + place;
            Box::new(Scripted { held: 0, run, end, worked: Arc::clone(&told) })
        };
        (Restarts::new(3, make), worked)
    }

    #[test]
    fn each_has_its_turn_and_gives_its_memory_back() {
        let (mut engine, worked) = restarts(true);
        let control = Control::new(Limits::default());
        let status = (0..1_000).map(|_| engine.run(700_000, &control)).find(|status| *status != Status::Paused);
        assert_eq!((status, engine.name()), (Some(Status::Solved(Vec::new())), "scripted"));
        assert_eq!(control.peak(), 1_000, "one at a time");
        let worked = worked.lock().expect("one thread");
        let lasting: Vec<u64> = [0, 2, 3, 5, 6].iter().map(|&run| worked[run]).collect();
        assert_eq!(lasting, [TURN, TURN, TURN, TURN, TURN * 2]);
    }

    #[test]
    fn it_gives_up_at_last() {
        let (mut engine, worked) = restarts(false);
        let control = Control::new(Limits::default());
        assert_eq!(engine.run(u64::MAX, &control), Status::Exhausted);
        assert_eq!(engine.memory(), 0);
        assert_eq!(worked.lock().expect("one thread").len(), 3 * LAPS);
    }
}
