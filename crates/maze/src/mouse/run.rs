//! The fastest run through a known maze, by Dijkstra's algorithm over the
//! middles of open walls and eight headings.
//!
//! A mouse that comes in through one side of a cell leaves through another:
//! straight on, or diagonally to a side next to it, half the diagonal of a cell
//! away. Turning on the way costs time for each 45 degrees, so that a staircase
//! run diagonally is one straight line without any.

use crate::maze::Maze;
use dedale_grid::{Cell, Dir};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a run costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Seconds for a cell straight on.
    pub cell: f64,
    /// Seconds for each turn by 45 degrees.
    pub turn: f64,
    /// Whether it may run diagonally; otherwise it turns in the middle of
    /// cells.
    pub diagonals: bool,
}

impl Default for Timing {
    /// A good mouse: five cells of 18 cm a second, a tenth for 45 degrees.
    fn default() -> Self {
        Self { cell: 0.2, turn: 0.1, diagonals: false }
    }
}

/// A run.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Its cells, start to goal.
    pub path: Vec<Cell>,
    /// Seconds.
    pub seconds: f64,
    /// Turns, by 45 degrees each.
    pub turns: u32,
}

/// Millionths of a second, so that times are compared exactly.
fn ticks(seconds: f64) -> u64 {
    (seconds * 1e6).round().max(0.0) as u64
}

/// A mouse that came into a cell by moving in a direction, with a heading: 0 is
/// up, 2 right, 4 down, 6 left; odd ones are diagonal, and then one of the two
/// next to the direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    cell: u32,
    moved: u8,
    heading: u8,
}

impl State {
    fn index(self) -> usize {
        (self.cell as usize * 4 + usize::from(self.moved)) * 8 + usize::from(self.heading)
    }
}

fn turns_between(a: u8, b: u8) -> u8 {
    let apart = a.abs_diff(b);
    apart.min(8 - apart)
}

/// The fastest run from the start of a maze to one of its goals.
///
/// ```
/// use dedale_maze::mouse::{Timing, fastest};
/// use dedale_maze::formats;
/// let stairs = formats::read(b"o---o---o---o\n|       |   |\no---o   o   o\n|   |       |\no---o---o---o\n")?;
/// let straight = fastest(&stairs, &Timing::default()).expect("a way");
/// let diagonal = fastest(&stairs, &Timing { diagonals: true, ..Timing::default() }).expect("a way");
/// assert!(diagonal.seconds < straight.seconds);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fastest(maze: &Maze, timing: &Timing) -> Option<Run> {
    let (start, goals) = (maze.start()?, maze.goals());
    let size = maze.size();
    let mut best = vec![u64::MAX; size.area() * 32];
    let mut from: Vec<Option<State>> = vec![None; size.area() * 32];
    let mut heap = BinaryHeap::new();
    for moved in 0..4 {
        let state = State { cell: start.index() as u32, moved, heading: moved * 2 };
        best[state.index()] = 0;
        heap.push(Reverse((0, state)));
    }
    while let Some(Reverse((time, state))) = heap.pop() {
        if time > best[state.index()] {
            continue;
        }
        let at = Cell::new(state.cell);
        if goals.contains(&at) {
            return Some(traced(&from, time, state));
        }
        for dir in Dir::ALL.into_iter().filter(|&dir| maze.walls.is_open(at, dir)) {
            let Some(next) = size.step(at, dir) else { continue };
            let (leaves, length) = leaving(state.moved, dir.index() as u8, timing.diagonals);
            let cost =
                ticks(timing.cell * length) + u64::from(turns_between(state.heading, leaves)) * ticks(timing.turn);
            let to = State { cell: next.index() as u32, moved: dir.index() as u8, heading: leaves };
            if time + cost < best[to.index()] {
                best[to.index()] = time + cost;
                from[to.index()] = Some(state);
                heap.push(Reverse((time + cost, to)));
            }
        }
    }
    None
}

/// With which heading a mouse that moved in one direction leaves in another,
/// and the cells it covers on the way from side to side.
fn leaving(moved: u8, leaves: u8, diagonals: bool) -> (u8, f64) {
    let (a, b) = (moved * 2, leaves * 2);
    if diagonals && turns_between(a, b) == 2 {
        // The diagonal between the two: up and right is 1, left and up is 7.
        let between = if (a + 2) % 8 == b { a + 1 } else { (a + 7) % 8 };
        return (between, std::f64::consts::FRAC_1_SQRT_2);
    }
    (b, 1.0)
}

fn traced(from: &[Option<State>], time: u64, end: State) -> Run {
    let (mut path, mut turns, mut at) = (vec![Cell::new(end.cell)], 0, end);
    while let Some(before) = from[at.index()] {
        turns += u32::from(turns_between(before.heading, at.heading));
        at = before;
        path.push(Cell::new(at.cell));
    }
    path.reverse();
    Run { path, seconds: time as f64 / 1e6, turns }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::{Method, solve};
    use crate::{Algorithm, Options, Plan, generate};
    use dedale_grid::{Rng, Size};

    #[test]
    fn without_turns_the_fastest_is_the_shortest_and_diagonals_never_lose() {
        let mut rng = Rng::new(3);
        for round in 0..60 {
            let plan = Plan::new(Size::new(2 + rng.index(12), 2 + rng.index(12)).unwrap());
            let options = Options { braid: 0.8, ..Options::default() };
            let maze = Maze::from(generate(Algorithm::Wilson, &plan, &options, rng.bits()));
            let shortest = solve(&maze, Method::Bfs, maze.start().unwrap(), &maze.goals()).path.unwrap();
            let plain = fastest(&maze, &Timing { turn: 0.0, ..Timing::default() }).unwrap();
            assert_eq!(plain.path.len(), shortest.len(), "round {round}");
            assert!((plain.seconds - 0.2 * (shortest.len() - 1) as f64).abs() < 1e-4);
            let turning = fastest(&maze, &Timing::default()).unwrap();
            let diagonal = fastest(&maze, &Timing { diagonals: true, ..Timing::default() }).unwrap();
            assert!(turning.path.len() >= shortest.len() && turning.seconds >= plain.seconds);
            assert!(diagonal.seconds <= turning.seconds + 1e-6, "round {round}");
        }
    }
}
