//! Micromouse: a mouse that explores a maze it does not know, and the fastest
//! run through one that is known.
//!
//! The mouse floods the board from the goals as if every wall it has not seen
//! were open (the method of most contest mice since the 1980s): it goes to the
//! neighbour nearest to a goal, sees the walls of every cell it enters, and
//! floods anew when one of them is in its way. [`fastest`] is told all walls and
//! takes the time of turns into account, with diagonals if it may.

mod run;

pub use run::{Run, Timing, fastest};

use crate::maze::Maze;
use crate::watch::{Change, Mark, Step, Watch};
use dedale_grid::{BitGrid, Cell, Dir, Walls};

/// How a mouse found the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exploration {
    /// The cells it went through, the start first; ends at a goal if it could
    /// get there.
    pub walk: Vec<Cell>,
    /// Whether it arrived.
    pub arrived: bool,
    /// How many cells it entered at least once.
    pub seen: usize,
    /// How often it had to flood anew.
    pub floods: usize,
    /// The shortest way through the cells it knows, start to goal.
    pub known: Option<Vec<Cell>>,
}

/// Lets a mouse explore a maze from its start until it stands on a goal; then
/// it goes home again, which shows it more, as in a contest.
///
/// ```
/// use dedale_maze::{formats, mouse};
/// let maze = formats::read(b"o---o---o\n| S     |\no---o   o\n| G     |\no---o---o\n")?;
/// let exploration = mouse::explore(&maze).expect("there is a start");
/// assert!(exploration.arrived && exploration.known.expect("a way").len() == 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explore(maze: &Maze) -> Option<Exploration> {
    explore_watched(maze, |_| ())
}

/// The same for an onlooker, who sees what the mouse knows: a board without
/// inner walls at first, then a step for every cell it enters. Cells are
/// visited on the way to the goal, done on the way home.
pub fn explore_watched(maze: &Maze, tell: impl FnMut(&Step)) -> Option<Exploration> {
    let start = maze.start()?;
    let goals = maze.goals();
    let mut mouse = Mouse::new(maze, start, tell);
    let arrived = mouse.go(&goals);
    if arrived {
        mouse.home = true;
        mouse.go(&[start]);
    }
    let known = if arrived { mouse.shortest(start, &goals) } else { None };
    Some(Exploration { arrived, seen: mouse.seen.count(), floods: mouse.floods, walk: mouse.walk, known })
}

struct Mouse<'a, T> {
    maze: &'a Maze,
    tell: T,
    step: Step,
    marks: Vec<Mark>,
    /// Whether it is on its way back.
    home: bool,
    /// The walls it knows of; those it has not seen are open.
    walls: Walls,
    seen: BitGrid,
    walk: Vec<Cell>,
    floods: usize,
}

impl<'a, T: FnMut(&Step)> Mouse<'a, T> {
    fn new(maze: &'a Maze, start: Cell, tell: T) -> Self {
        let mut mouse = Self {
            maze,
            tell,
            step: Step::new(),
            marks: vec![Mark::Fresh; maze.size().area()],
            home: false,
            walls: Walls::opened(maze.size()),
            seen: BitGrid::new(maze.size()),
            walk: vec![start],
            floods: 0,
        };
        mouse.look(start);
        mouse
    }

    /// Enters a cell and sees its walls; whether one of them was unknown.
    fn look(&mut self, cell: Cell) -> bool {
        let mut news = false;
        self.step.clear();
        self.step.change(Change::Current(cell));
        let mark = if self.home { Mark::Done } else { Mark::Visited };
        let before = std::mem::replace(&mut self.marks[cell.index()], mark);
        if before != mark {
            self.step.mark(cell, before, mark);
        }
        if self.seen.set(cell) {
            for dir in Dir::ALL {
                if !self.maze.walls.is_open(cell, dir) && self.walls.close(cell, dir) {
                    self.step.change(Change::Close(cell, dir));
                    news = true;
                }
            }
        }
        (self.tell)(&self.step);
        news
    }

    /// Goes to one of some cells, if it can.
    fn go(&mut self, goals: &[Cell]) -> bool {
        let mut far = self.flood(goals);
        loop {
            let at = *self.walk.last().expect("the walk has its start");
            if goals.contains(&at) {
                return true;
            }
            let size = self.maze.size();
            let open = Dir::ALL.into_iter().filter(|&dir| self.walls.is_open(at, dir));
            let next = open.filter_map(|dir| size.step(at, dir)).min_by_key(|cell| far[cell.index()]);
            let Some(next) = next.filter(|next| far[next.index()] < far[at.index()]) else {
                return false;
            };
            self.walk.push(next);
            if self.look(next) {
                far = self.flood(goals);
            }
        }
    }

    /// The steps from every cell to the nearest goal, through what is open as
    /// far as it knows.
    fn flood(&mut self, goals: &[Cell]) -> Vec<u32> {
        self.floods += 1;
        distances(&self.walls, goals, |_| true)
    }

    /// The shortest way through cells that it has seen.
    fn shortest(&self, from: Cell, goals: &[Cell]) -> Option<Vec<Cell>> {
        let far = distances(&self.walls, goals, |cell| self.seen.get(cell));
        let size = self.maze.size();
        let mut path = vec![from];
        let mut at = from;
        while far[at.index()] != 0 {
            let open = Dir::ALL.into_iter().filter(|&dir| self.walls.is_open(at, dir));
            at = open.filter_map(|dir| size.step(at, dir)).find(|next| far[next.index()] < far[at.index()])?;
            path.push(at);
        }
        Some(path)
    }
}

fn distances(walls: &Walls, goals: &[Cell], counts: impl Fn(Cell) -> bool) -> Vec<u32> {
    let size = walls.size();
    let mut far = vec![u32::MAX; size.area()];
    let mut queue: Vec<Cell> = goals.iter().copied().filter(|&goal| counts(goal)).collect();
    queue.iter().for_each(|goal| far[goal.index()] = 0);
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for dir in Dir::ALL.into_iter().filter(|&dir| walls.is_open(at, dir)) {
            if let Some(other) = size.step(at, dir).filter(|&other| far[other.index()] == u32::MAX && counts(other)) {
                far[other.index()] = far[at.index()] + 1;
                queue.push(other);
            }
        }
    }
    far
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::View;
    use crate::solvers::{Method, solve};
    use crate::{Algorithm, Options, Plan, generate};
    use dedale_grid::{Rng, Size};

    #[test]
    fn mice_arrive_where_there_is_a_way_and_know_one() {
        let mut rng = Rng::new(7);
        for round in 0..60 {
            let mut plan = Plan::new(Size::new(2 + rng.index(14), 2 + rng.index(14)).unwrap());
            if round % 3 == 0 {
                let area = plan.size().area();
                (0..area / 3).for_each(|_| plan.fix(Cell::new(rng.index(area) as u32), Dir::from_index(rng.index(4))));
            }
            let options = Options { braid: [0.0, 0.5, 1.0][round % 3], ..Options::default() };
            let maze = Maze::from(generate(Algorithm::GrowingTree, &plan, &options, rng.bits()));
            let (start, goals) = (maze.start().unwrap(), maze.goals());
            let best = solve(&maze, Method::Bfs, start, &goals).path;
            let mut view = View::new(Walls::opened(maze.size()));
            let exploration = explore_watched(&maze, |step| view.apply(&mut step.clone())).unwrap();
            for cell in exploration.walk.iter().copied() {
                let same = |dir| view.walls().is_open(cell, dir) == maze.walls.is_open(cell, dir);
                assert!(Dir::ALL.into_iter().all(same), "round {round}: what is seen is true");
            }
            assert_eq!(view.current(), exploration.walk.last().copied());
            assert_eq!(exploration.arrived, best.is_some(), "round {round}");
            let through = |path: &[Cell]| {
                path.windows(2).all(|pair| {
                    Dir::ALL
                        .into_iter()
                        .any(|dir| maze.size().step(pair[0], dir) == Some(pair[1]) && maze.walls.is_open(pair[0], dir))
                })
            };
            assert!(through(&exploration.walk), "round {round}: no walking through walls");
            if let (Some(known), Some(best)) = (exploration.known, best) {
                assert!(through(&known) && known.len() >= best.len(), "round {round}");
                assert!(goals.contains(known.last().unwrap()) && known[0] == start);
            }
        }
    }
}
