//! Solvers on any surface, each of which can be watched: the same six as on
//! squares. A wall follower turns around each cell by the order of its sides.

use super::graph::{Edge, Link};
use super::maze::{GraphMaze, View};
use super::watch::{Change, Onlooker, Step};
use crate::solvers::{Method, Solution};
use crate::watch::Mark;
use crate::watched::{Watched, Work};
use dedale_grid::Cell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Solves a maze at once.
pub fn solve(maze: &GraphMaze, method: Method, from: Cell, goal: Cell) -> Solution {
    let mut work = Search::new(maze.clone(), method, from, goal, Onlooker::default());
    let mut steps = 0;
    while work.advance() {
        steps += 1;
    }
    Solution { path: work.path(), steps }
}

/// A solver to be watched, step by step.
pub type Solving = Watched<Search>;

impl Work for Search {
    type View = View;
    type Step = Step;

    fn work(&mut self, _: &View, step: &mut Step) -> bool {
        let more = self.advance();
        self.onlooker.hand_over(step);
        more
    }

    fn show(view: &mut View, step: &mut Step) {
        view.apply(step);
    }
}

impl Watched<Search> {
    /// Gives a solver its maze.
    pub fn new(maze: &GraphMaze, method: Method, from: Cell, goal: Cell) -> Self {
        let search = Search::new(maze.clone(), method, from, goal, Onlooker::watching());
        Self::begin(search, View::new(maze.clone()))
    }

    /// What was found; the path only once there is no next step.
    pub fn solution(&self) -> Solution {
        Solution { path: self.finished().and_then(Search::path), steps: self.steps() }
    }
}

/// A solver at work on a surface.
pub struct Search {
    maze: GraphMaze,
    from: Cell,
    goal: Cell,
    onlooker: Onlooker,
    method: State,
}

enum State {
    /// Breadth-first search; with two queues from both ends.
    Search {
        queues: Vec<VecDeque<Cell>>,
        parents: [Vec<Option<Cell>>; 2],
        met: Option<Cell>,
    },
    AStar {
        open: BinaryHeap<(Reverse<u64>, u32, u32)>,
        far: Vec<u32>,
        parent: Vec<Option<Cell>>,
        reach: f32,
        found: bool,
    },
    DeadEnds {
        degree: Vec<u32>,
        ends: Vec<Cell>,
    },
    Follower {
        at: Cell,
        came: Option<Edge>,
        left: Vec<bool>,
        exits: Vec<Option<Cell>>,
        done: Option<bool>,
    },
    Tremaux {
        at: Cell,
        came: Option<Edge>,
        marks: Vec<u8>,
        seen: Vec<bool>,
        arrived: bool,
    },
}

impl Search {
    fn new(maze: GraphMaze, method: Method, from: Cell, goal: Cell, onlooker: Onlooker) -> Self {
        let graph = maze.graph();
        let (cells, none) = (graph.len(), || vec![None; graph.len()]);
        let method = match method {
            Method::Bfs | Method::Bidirectional => {
                let mut parents = [none(), none()];
                parents[0][from.index()] = Some(from);
                let mut queues = vec![VecDeque::from([from])];
                if method == Method::Bidirectional {
                    parents[1][goal.index()] = Some(goal);
                    queues.push(VecDeque::from([goal]));
                }
                State::Search { queues, parents, met: (from == goal).then_some(from) }
            }
            Method::AStar => {
                let mut far = vec![u32::MAX; cells];
                far[from.index()] = 0;
                let open = BinaryHeap::from([(Reverse(0), 0, from.index() as u32)]);
                State::AStar { open, far, parent: none(), reach: reach(&maze), found: false }
            }
            Method::DeadEndFilling => {
                let degree: Vec<u32> = graph.all().map(|cell| maze.degree(cell) as u32).collect();
                let is_end = |cell: &Cell| degree[cell.index()] == 1 && *cell != from && *cell != goal;
                let ends = graph.cells().filter(is_end).collect();
                State::DeadEnds { degree, ends }
            }
            Method::WallFollower => {
                let done = (from == goal).then_some(true);
                State::Follower { at: from, came: None, left: vec![false; graph.edges() * 2], exits: none(), done }
            }
            Method::Tremaux => State::Tremaux {
                at: from,
                came: None,
                marks: vec![0; graph.edges()],
                seen: vec![false; cells],
                arrived: from == goal,
            },
        };
        Self { maze, from, goal, onlooker, method }
    }

    /// Does one step; false, and nothing done, at the end.
    fn advance(&mut self) -> bool {
        let Self { maze, goal, onlooker, .. } = self;
        match &mut self.method {
            State::Search { queues, parents, met } => search(maze, *goal, onlooker, queues, parents, met),
            State::AStar { open, far, parent, reach, found } => {
                if *found {
                    return false;
                }
                // Later entries of a cell that was reached in fewer steps are stale.
                let (at, steps) = loop {
                    match open.pop() {
                        None => return false,
                        Some((_, steps, at)) if far[at as usize] == steps => break (Cell::new(at), steps),
                        Some(_) => {}
                    }
                };
                onlooker.tell(Change::Current(at));
                onlooker.mark(at, Mark::Visited);
                *found = at == *goal;
                let [x, y] = maze.graph().centre(*goal);
                for link in maze.around(at) {
                    if steps + 1 < far[link.cell.index()] {
                        far[link.cell.index()] = steps + 1;
                        parent[link.cell.index()] = Some(at);
                        let [u, v] = maze.graph().centre(link.cell);
                        let rest = ((x - u).hypot(y - v) / *reach * 0.999).floor() as u64;
                        let total = (u64::from(steps) + 1 + rest) << 32 | rest;
                        open.push((Reverse(total), steps + 1, link.cell.index() as u32));
                        onlooker.mark(link.cell, Mark::Frontier);
                    }
                }
                true
            }
            State::DeadEnds { degree, ends } => {
                let Some(end) = ends.pop() else { return false };
                onlooker.tell(Change::Current(end));
                onlooker.mark(end, Mark::Done);
                degree[end.index()] = 0;
                for link in maze.around(end) {
                    let left = &mut degree[link.cell.index()];
                    if *left > 0 {
                        *left -= 1;
                        if *left == 1 && link.cell != self.from && link.cell != *goal {
                            ends.push(link.cell);
                        }
                    }
                }
                true
            }
            State::Follower { at, came, left, exits, done } => {
                if done.is_some() {
                    return false;
                }
                let Some(link) = turn(maze, *at, *came) else {
                    *done = Some(false);
                    return false;
                };
                let heading = link.edge.index() * 2 + usize::from(maze.graph().ends(link.edge)[0] == *at);
                if std::mem::replace(&mut left[heading], true) {
                    *done = Some(false);
                    return false;
                }
                onlooker.mark(*at, Mark::Visited);
                onlooker.tell(Change::Current(link.cell));
                exits[at.index()] = Some(link.cell);
                (*at, *came) = (link.cell, Some(link.edge));
                if *at == *goal {
                    *done = Some(true);
                }
                true
            }
            State::Tremaux { at, came, marks, seen, arrived } => {
                if *arrived {
                    return false;
                }
                let Some(link) = unmarked(maze, *at, *came, marks, seen, *at == self.from) else { return false };
                let count = marks[link.edge.index()];
                onlooker.mark(*at, if count > 0 { Mark::Done } else { Mark::Visited });
                onlooker.tell(Change::Current(link.cell));
                if !seen[link.cell.index()] {
                    onlooker.mark(link.cell, Mark::Visited);
                }
                marks[link.edge.index()] += 1;
                seen[at.index()] = true;
                (*at, *came) = (link.cell, Some(link.edge));
                *arrived = *at == *goal;
                true
            }
        }
    }

    fn path(&self) -> Option<Vec<Cell>> {
        let back = |parents: &[Option<Cell>], from: Cell, to: Cell| {
            let mut path = vec![from];
            let mut at = from;
            while at != to {
                at = parents[at.index()]?;
                path.push(at);
            }
            Some(path)
        };
        match &self.method {
            State::Search { parents, met, .. } => {
                let met = (*met)?;
                let mut path = back(&parents[0], met, self.from)?;
                path.reverse();
                if met != self.goal {
                    path.extend(back(&parents[1], met, self.goal)?.into_iter().skip(1));
                }
                Some(path)
            }
            State::AStar { parent, found, .. } => {
                let mut path = found.then(|| back(parent, self.goal, self.from))??;
                path.reverse();
                Some(path)
            }
            State::DeadEnds { degree, .. } => {
                // What is left are ways and loops: a search among them is short.
                let left = |cell: Cell| degree[cell.index()] > 0 || cell == self.from || cell == self.goal;
                let mut parents = vec![None; degree.len()];
                parents[self.from.index()] = Some(self.from);
                let mut queue = VecDeque::from([self.from]);
                while let Some(at) = queue.pop_front() {
                    for link in self.maze.around(at).filter(|link| left(link.cell)) {
                        if parents[link.cell.index()].is_none() {
                            parents[link.cell.index()] = Some(at);
                            queue.push_back(link.cell);
                        }
                    }
                }
                let mut path = back(&parents, self.goal, self.from)?;
                path.reverse();
                Some(path)
            }
            State::Follower { exits, done, .. } => {
                (*done == Some(true)).then(|| back(exits, self.from, self.goal)).flatten()
            }
            State::Tremaux { marks, arrived, .. } => {
                if !arrived {
                    return None;
                }
                // The passages taken once lead from the start to the goal.
                let (mut path, mut last) = (vec![self.from], None);
                let mut at = self.from;
                while at != self.goal {
                    let once = |link: &Link| marks[link.edge.index()] == 1 && Some(link.edge) != last;
                    let link = self.maze.around(at).find(once)?;
                    (at, last) = (link.cell, Some(link.edge));
                    path.push(at);
                }
                Some(path)
            }
        }
    }
}

fn search(
    maze: &GraphMaze,
    goal: Cell,
    onlooker: &mut Onlooker,
    queues: &mut [VecDeque<Cell>],
    parents: &mut [Vec<Option<Cell>>; 2],
    met: &mut Option<Cell>,
) -> bool {
    if met.is_some() || queues.iter().any(VecDeque::is_empty) {
        return false;
    }
    // The side with fewer cells waiting does a whole level, so that the way
    // over the first meeting is a shortest one.
    let side = usize::from(queues.len() == 2 && queues[1].len() < queues[0].len());
    let mut next = VecDeque::new();
    let level = if queues.len() == 2 { queues[side].len() } else { 1 };
    for _ in 0..level {
        let at = queues[side].pop_front().expect("the queue is not empty");
        onlooker.tell(Change::Current(at));
        onlooker.mark(at, Mark::Visited);
        for link in maze.around(at) {
            let known = &mut parents[side][link.cell.index()];
            if known.is_some() {
                continue;
            }
            *known = Some(at);
            onlooker.mark(link.cell, Mark::Frontier);
            next.push_back(link.cell);
            let there =
                if queues.len() == 2 { parents[1 - side][link.cell.index()].is_some() } else { link.cell == goal };
            if there {
                *met = Some(link.cell);
                onlooker.mark(link.cell, Mark::Visited);
                return true;
            }
        }
    }
    queues[side].extend(next);
    true
}

/// The longest step between two centres: no way is shorter than the straight
/// line divided by it.
fn reach(maze: &GraphMaze) -> f32 {
    let graph = maze.graph();
    let length = |edge: Edge| {
        let [[x, y], [u, v]] = graph.ends(edge).map(|cell| graph.centre(cell));
        (x - u).hypot(y - v)
    };
    maze.open_edges().map(length).fold(f32::MIN_POSITIVE, f32::max)
}

/// The next passage to the right of the one that a walker came by; back
/// through it if there is no other.
fn turn(maze: &GraphMaze, at: Cell, came: Option<Edge>) -> Option<Link> {
    let links = maze.graph().links(at);
    let back = came.and_then(|came| links.iter().position(|link| link.edge == came));
    // Sides come clockwise: to the right of who comes in is the side before.
    let begin = back.unwrap_or(0) + links.len();
    let turned = (1..=links.len()).map(|turn| links[(begin - turn) % links.len()]);
    turned.into_iter().find(|link| maze.is_open(link.edge))
}

/// Trémaux's choice: back from a place seen before, else a passage without
/// marks, else one with a single mark.
fn unmarked(maze: &GraphMaze, at: Cell, came: Option<Edge>, marks: &[u8], seen: &[bool], home: bool) -> Option<Link> {
    let count = |edge: Edge| marks[edge.index()];
    if let Some(came) = came
        && (seen[at.index()] || home)
        && count(came) == 1
    {
        return maze.around(at).find(|link| link.edge == came);
    }
    maze.around(at).find(|link| count(link.edge) == 0).or_else(|| maze.around(at).find(|link| count(link.edge) == 1))
}
