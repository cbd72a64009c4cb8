//! What is done to a maze on a surface once its generator is through: parts
//! that are several trees are joined, rooms cleared, dead ends opened; as on
//! squares.

use super::Change;
use super::graph::Edge;
use super::growth::{Growth, Maker};
use crate::options::Options;
use dedale_grid::{Cell, Rng, UnionFind};
use std::sync::Arc;

/// What is still to do, the next last.
enum Job {
    Join,
    JoinWalls(Vec<Edge>, UnionFind),
    Rooms { left: u32, side: (u32, u32) },
    Doors,
    DoorWalls(Vec<Edge>, UnionFind),
    Braid(f64),
    DeadEnds(Vec<Cell>),
}

pub(super) struct Finish {
    jobs: Vec<Job>,
    rng: Rng,
    /// The room of each cell, 0 for none; empty without rooms.
    rooms: Vec<u32>,
    cleared: u32,
}

impl Finish {
    /// `join` if the generator may leave several trees, `perfect` if it makes
    /// trees at all.
    pub fn new(join: bool, perfect: bool, options: &Options, seed: u64) -> Self {
        let mut jobs = Vec::new();
        if options.braid > 0.0 {
            jobs.push(Job::Braid(options.braid));
        }
        if options.rooms > 0 {
            if perfect {
                jobs.push(Job::Doors);
            }
            jobs.push(Job::Rooms { left: options.rooms, side: options.room_side });
        }
        if join {
            jobs.push(Job::Join);
        }
        Self { jobs, rng: Rng::stream(seed, 1), rooms: Vec::new(), cleared: 0 }
    }

    /// Clears a room: all cells within some steps of one that is drawn, unless
    /// they touch another room.
    fn room(&mut self, growth: &mut Growth, side: (u32, u32)) -> bool {
        let graph = Arc::clone(growth.graph());
        self.rooms.resize(graph.len(), 0);
        let centre = Cell::new(self.rng.index(graph.len()) as u32);
        let radius = (side.0 + self.rng.below(u64::from(side.1 - side.0) + 1) as u32) / 2;
        if !graph.contains(centre) {
            return false;
        }
        let mut cells = vec![centre];
        let mut seen = std::collections::HashSet::from([centre]);
        let mut begin = 0;
        for _ in 0..radius {
            let end = cells.len();
            for at in begin..end {
                for link in graph.links(cells[at]) {
                    if seen.insert(link.cell) {
                        cells.push(link.cell);
                    }
                }
            }
            begin = end;
        }
        let taken = |cell: Cell| self.rooms[cell.index()] != 0;
        if cells.iter().any(|&cell| taken(cell) || graph.links(cell).iter().any(|link| taken(link.cell))) {
            return false;
        }
        self.cleared += 1;
        let number = self.cleared;
        cells.iter().for_each(|cell| self.rooms[cell.index()] = number);
        growth.onlooker.tell(Change::Current(centre));
        for cell in cells {
            for link in graph.links(cell).iter().filter(|link| link.cell > cell) {
                if self.rooms[link.cell.index()] == number && !growth.maze.is_open(link.edge) {
                    growth.open(link.edge);
                }
            }
        }
        true
    }

    /// The doors of rooms, shuffled, and what is connected without them.
    fn doors(&mut self, growth: &Growth) -> (Vec<Edge>, UnionFind) {
        let graph = growth.graph();
        let (mut doors, mut trees) = (Vec::new(), UnionFind::new(graph.len()));
        self.rooms.resize(graph.len(), 0);
        for edge in growth.maze.open_edges() {
            let [a, b] = graph.ends(edge).map(Cell::index);
            if self.rooms[a] == self.rooms[b] {
                trees.union(a, b);
            } else {
                doors.push(edge);
            }
        }
        self.rng.shuffle(&mut doors);
        (doors, trees)
    }

    /// Opens a dead end towards a neighbour, another dead end if there is one.
    fn open_end(&mut self, growth: &mut Growth, cell: Cell) -> bool {
        if growth.maze.degree(cell) != 1 {
            return false;
        }
        let graph = Arc::clone(growth.graph());
        let walls = || graph.links(cell).iter().filter(|link| !growth.maze.is_open(link.edge));
        let ends: Vec<Edge> = walls().filter(|link| growth.maze.degree(link.cell) == 1).map(|link| link.edge).collect();
        let all: Vec<Edge> = walls().map(|link| link.edge).collect();
        let Some(&edge) = self.rng.choose(if ends.is_empty() { &all } else { &ends }) else { return false };
        growth.onlooker.tell(Change::Current(cell));
        growth.open(edge);
        true
    }
}

impl Maker for Finish {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        while let Some(job) = self.jobs.pop() {
            match job {
                Job::Join => {
                    let mut trees = growth.maze.pieces();
                    let graph = Arc::clone(growth.graph());
                    let mut walls: Vec<Edge> = (0..graph.edges() as u32)
                        .map(Edge::new)
                        .filter(|&edge| {
                            let [a, b] = graph.ends(edge);
                            !trees.same(a.index(), b.index())
                        })
                        .collect();
                    self.rng.shuffle(&mut walls);
                    self.jobs.push(Job::JoinWalls(walls, trees));
                }
                Job::JoinWalls(mut walls, mut trees) => {
                    let Some(edge) = walls.pop() else { continue };
                    let [a, b] = growth.graph().ends(edge);
                    let joined = trees.union(a.index(), b.index());
                    self.jobs.push(Job::JoinWalls(walls, trees));
                    if joined {
                        growth.onlooker.tell(Change::Current(a));
                        growth.open(edge);
                        return true;
                    }
                }
                Job::Rooms { left: 0, .. } => {}
                Job::Rooms { left, side } => {
                    self.jobs.push(Job::Rooms { left: left - 1, side });
                    if self.room(growth, side) {
                        return true;
                    }
                }
                Job::Doors => {
                    let (doors, trees) = self.doors(growth);
                    self.jobs.push(Job::DoorWalls(doors, trees));
                }
                Job::DoorWalls(mut doors, mut trees) => {
                    let Some(edge) = doors.pop() else { continue };
                    let [a, b] = growth.graph().ends(edge);
                    let needed = trees.union(a.index(), b.index());
                    self.jobs.push(Job::DoorWalls(doors, trees));
                    if !needed {
                        growth.onlooker.tell(Change::Current(a));
                        growth.close(edge);
                        return true;
                    }
                }
                Job::Braid(share) => {
                    let graph = Arc::clone(growth.graph());
                    let mut ends: Vec<Cell> = graph.cells().filter(|&cell| growth.maze.degree(cell) == 1).collect();
                    self.rng.shuffle(&mut ends);
                    ends.truncate((ends.len() as f64 * share).round() as usize);
                    self.jobs.push(Job::DeadEnds(ends));
                }
                Job::DeadEnds(mut ends) => {
                    let Some(cell) = ends.pop() else { continue };
                    self.jobs.push(Job::DeadEnds(ends));
                    if self.open_end(growth, cell) {
                        return true;
                    }
                }
            }
        }
        false
    }
}
