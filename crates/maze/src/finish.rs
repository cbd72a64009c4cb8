//! What is done to a maze once its generator is through.
//!
//! 1. **Join.** On boards with unbreakable inner walls the row-wise generators
//!    and division may leave several trees; walls between them are opened in
//!    random order until each part of the board is one tree.
//! 2. **Rooms.** Rectangles are cleared; then doors are walled up, in random
//!    order, as long as the way they make is not the only one, so that outside
//!    the rooms a perfect maze stays one.
//! 3. **Braid.** A share of the dead ends, drawn at random, is opened towards a
//!    neighbour, another dead end if there is one.

use crate::algorithm::Algorithm;
use crate::nibbles::Nibbles;
use crate::options::Options;
use crate::plan::Plan;
use crate::watch::{Change, Step, Watch};
use dedale_grid::{BitGrid, Cell, Dir, Point, Rng, Size, UnionFind, Walls};

pub(crate) struct Finish {
    jobs: Vec<Job>,
    absent: Option<BitGrid>,
    rng: Rng,
    rooms: BitGrid,
    /// The walls of a maze that is watched, from the first step on.
    own: Option<Walls>,
}

/// What is still to do, the next last.
enum Job {
    Join,
    JoinWalls(Vec<(Cell, Dir)>, UnionFind),
    Rooms { left: u32, side: (u32, u32) },
    Doors,
    DoorWalls(Vec<(Cell, Dir)>, UnionFind),
    Braid(f64),
    DeadEnds(Vec<Cell>),
}

impl Finish {
    pub fn new(algorithm: Algorithm, plan: &Plan, options: &Options, seed: u64) -> Self {
        let mut jobs = Vec::new();
        if options.braid > 0.0 {
            jobs.push(Job::Braid(options.braid));
        }
        let mut rooms = BitGrid::new(Size::new(1, 1).expect("one cell is a size"));
        if options.rooms > 0 {
            rooms = BitGrid::new(plan.size());
            if algorithm.is_perfect() {
                jobs.push(Job::Doors);
            }
            jobs.push(Job::Rooms { left: options.rooms, side: options.room_side });
        }
        if !plan.is_plain() && (algorithm.rows().is_some() || algorithm == Algorithm::Division) {
            jobs.push(Job::Join);
        }
        Self { jobs, absent: plan.absent().cloned(), rng: Rng::stream(seed, 1), rooms, own: None }
    }

    /// Does one step on walls of its own, which begin as the given ones.
    pub fn advance_watched(&mut self, walls: &Walls, step: &mut Step) -> bool {
        if self.jobs.is_empty() {
            return false;
        }
        let mut own = self.own.take().unwrap_or_else(|| walls.clone());
        let done = self.advance(&mut own, step);
        self.own = Some(own);
        done
    }

    /// Does one step; false at the end.
    pub fn advance<W: Watch>(&mut self, walls: &mut Walls, watch: &mut W) -> bool {
        while let Some(job) = self.jobs.pop() {
            match job {
                Job::Join => {
                    let trees = passages_united(walls, |_, _| true);
                    let mut between: Vec<(Cell, Dir)> = walls
                        .inner()
                        .filter(|&(cell, dir)| !walls.is_open(cell, dir) && !walls.is_unbreakable(cell, dir))
                        .filter(|&(cell, dir)| trees.root(cell.index()) != trees.root(beyond(walls, cell, dir).index()))
                        .collect();
                    self.rng.shuffle(&mut between);
                    self.jobs.push(Job::JoinWalls(between, trees));
                }
                Job::JoinWalls(mut between, mut trees) => {
                    let Some((cell, dir)) = between.pop() else { continue };
                    let joined = trees.union(cell.index(), beyond(walls, cell, dir).index());
                    self.jobs.push(Job::JoinWalls(between, trees));
                    if joined {
                        open(walls, cell, dir, watch);
                        return true;
                    }
                }
                Job::Rooms { left: 0, .. } => {}
                Job::Rooms { left, side } => {
                    self.jobs.push(Job::Rooms { left: left - 1, side });
                    if self.room(walls, side, watch) {
                        return true;
                    }
                }
                Job::Doors => {
                    let rooms = &self.rooms;
                    let is_door = |a: Cell, b: Cell| rooms.get(a) || rooms.get(b);
                    let mut trees = passages_united(walls, |a, b| !is_door(a, b));
                    let mut doors = Vec::new();
                    for (cell, dir) in walls.inner().filter(|&(cell, dir)| walls.is_open(cell, dir)) {
                        let other = beyond(walls, cell, dir);
                        if rooms.get(cell) && rooms.get(other) && self.same_room(walls, cell, dir) {
                            trees.union(cell.index(), other.index());
                        } else if is_door(cell, other) {
                            doors.push((cell, dir));
                        }
                    }
                    self.rng.shuffle(&mut doors);
                    self.jobs.push(Job::DoorWalls(doors, trees));
                }
                Job::DoorWalls(mut doors, mut trees) => {
                    let Some((cell, dir)) = doors.pop() else { continue };
                    let needed = trees.union(cell.index(), beyond(walls, cell, dir).index());
                    self.jobs.push(Job::DoorWalls(doors, trees));
                    if !needed && walls.close(cell, dir) {
                        watch.change(Change::Current(cell));
                        watch.change(Change::Close(cell, dir));
                        return true;
                    }
                }
                Job::Braid(share) => {
                    let mut ends = dead_ends(walls);
                    self.rng.shuffle(&mut ends);
                    ends.truncate((ends.len() as f64 * share).round() as usize);
                    self.jobs.push(Job::DeadEnds(ends));
                }
                Job::DeadEnds(mut ends) => {
                    let Some(cell) = ends.pop() else { continue };
                    self.jobs.push(Job::DeadEnds(ends));
                    if self.unblock(walls, cell, watch) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Clears a room somewhere; false if there was no place for it.
    fn room<W: Watch>(&mut self, walls: &mut Walls, (low, high): (u32, u32), watch: &mut W) -> bool {
        let size = walls.size();
        for _ in 0..20 {
            let side = |rng: &mut Rng| (low as u64 + rng.below(u64::from(high - low) + 1)) as usize;
            let (rows, cols) = (side(&mut self.rng), side(&mut self.rng));
            if rows > size.rows() || cols > size.cols() {
                continue;
            }
            let (top, left) = (self.rng.index(size.rows() - rows + 1), self.rng.index(size.cols() - cols + 1));
            let cell = |row: usize, col: usize| Cell::new(((top + row) * size.cols() + left + col) as u32);
            let absent = |cell: Cell| self.absent.as_ref().is_some_and(|absent| absent.get(cell));
            // A row or column of cells stays between rooms.
            let near = (-1..=rows as i32).any(|row| {
                (-1..=cols as i32).any(|col| self.rooms.at(Point::new(top as i32 + row, left as i32 + col)))
            });
            if near || (0..rows * cols).any(|at| absent(cell(at / cols, at % cols))) {
                continue;
            }
            watch.change(Change::Current(cell(0, 0)));
            for at in 0..rows * cols {
                let (row, col) = (at / cols, at % cols);
                self.rooms.set(cell(row, col));
                for (inside, dir) in [(col + 1 < cols, Dir::Right), (row + 1 < rows, Dir::Down)] {
                    if inside && !walls.is_open(cell(row, col), dir) {
                        open(walls, cell(row, col), dir, watch);
                    }
                }
            }
            return true;
        }
        false
    }

    /// Rooms never touch, so neighbours in rooms are in the same one.
    fn same_room(&self, walls: &Walls, cell: Cell, dir: Dir) -> bool {
        self.rooms.get(cell) && self.rooms.get(beyond(walls, cell, dir))
    }

    /// Opens a dead end towards a neighbour, if it still is one and may be.
    fn unblock<W: Watch>(&mut self, walls: &mut Walls, cell: Cell, watch: &mut W) -> bool {
        let openings = |walls: &Walls, cell| Dir::ALL.into_iter().filter(|&dir| walls.is_open(cell, dir)).count();
        if openings(walls, cell) != 1 {
            return false;
        }
        let closed = Dir::ALL.into_iter().filter(|&dir| !walls.is_open(cell, dir) && !walls.is_unbreakable(cell, dir));
        let mut sides: Vec<Dir> = closed.collect();
        let blind = |dir: &Dir| openings(walls, beyond(walls, cell, *dir)) == 1;
        if sides.iter().any(blind) {
            sides.retain(blind);
        }
        let Some(&dir) = self.rng.choose(&sides) else { return false };
        open(walls, cell, dir, watch);
        true
    }
}

/// The cell beyond an inner wall.
fn beyond(walls: &Walls, cell: Cell, dir: Dir) -> Cell {
    walls.size().step(cell, dir).expect("an inner wall has two sides")
}

fn open<W: Watch>(walls: &mut Walls, cell: Cell, dir: Dir, watch: &mut W) {
    if walls.open(cell, dir) {
        watch.change(Change::Current(cell));
        watch.change(Change::Open(cell, dir));
    }
}

/// The trees that the passages between certain cells make.
fn passages_united(walls: &Walls, counts: impl Fn(Cell, Cell) -> bool) -> UnionFind {
    let mut trees = UnionFind::new(walls.size().area());
    for (cell, dir) in walls.inner().filter(|&(cell, dir)| walls.is_open(cell, dir)) {
        let other = beyond(walls, cell, dir);
        if counts(cell, other) {
            trees.union(cell.index(), other.index());
        }
    }
    trees
}

/// The cells with exactly one passage, row by row.
pub(crate) fn dead_ends(walls: &Walls) -> Vec<Cell> {
    let passages = Nibbles::passages(walls);
    let frame = passages.frame;
    let ends = frame.places_from(frame.first()).filter(|&place| passages.get(place).count_ones() == 1);
    ends.map(|place| frame.cell(place)).collect()
}
