//! The state of every cell while a tree grows.
//!
//! A growing tree joins each cell once to a cell that is already there, so a
//! maze is a direction a cell: the way to its parent. Four bits hold it and
//! everything else the algorithms need to know, and double as their stack: the
//! way back from a cell is its parent.

use crate::nibbles::{Frame, Nibbles, gather};
use crate::plan::Plan;
use crate::watch::{Change, Mark, Watch};
use dedale_grid::{BitGrid, Dir, Walls};

/// Not in the maze; Wilson's walks use 0–3 to remember where they left a cell.
pub(crate) const FRESH: u8 = 0;
/// Not a cell of the maze: beyond the border, or taken out by a mask.
pub(crate) const OUTSIDE: u8 = 4;
/// Beside the maze, in the frontier.
pub(crate) const FRONTIER: u8 = 5;
/// In the maze, without a parent.
pub(crate) const ROOT: u8 = 6;
/// In the maze; the low two bits are the direction of the parent.
pub(crate) const JOINED: u8 = 8;

/// Whether a state means that the cell is in the maze.
#[inline(always)]
pub(crate) fn is_in(state: u8) -> bool {
    state >= ROOT
}

/// Which walls of a cell may be opened at all. Without inner unbreakable walls
/// the states around a cell say enough and the compiler removes the question.
pub(crate) trait Ground {
    /// The sides that may be opened, as a set of directions.
    fn sides(&self, place: usize) -> u8;
}

/// No inner wall is unbreakable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

impl Ground for Plain {
    #[inline(always)]
    fn sides(&self, _: usize) -> u8 {
        15
    }
}

/// Some inner walls are unbreakable.
#[derive(Clone, Debug)]
pub(crate) struct Fenced(pub Nibbles);

impl Ground for Fenced {
    #[inline(always)]
    fn sides(&self, place: usize) -> u8 {
        self.0.get(place)
    }
}

/// The states of all cells.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub states: Nibbles,
}

impl Field {
    pub fn new(plan: &Plan) -> Self {
        let mut states = Nibbles::new(plan.size(), FRESH, OUTSIDE);
        if let Some(absent) = plan.absent() {
            absent.cells().for_each(|cell| states.set(states.frame.place(cell), OUTSIDE));
        }
        Self { states }
    }

    #[inline(always)]
    pub fn frame(&self) -> &Frame {
        &self.states.frame
    }

    #[inline(always)]
    pub fn get(&self, place: usize) -> u8 {
        self.states.get(place)
    }

    /// The sides through which the maze could grow into a fresh cell.
    #[inline(always)]
    pub fn fresh_sides(&self, ground: &impl Ground, place: usize) -> u8 {
        self.states.around(place, |state| state == FRESH) & ground.sides(place)
    }

    /// Makes a cell the root of a tree.
    pub fn plant<W: Watch>(&mut self, place: usize, watch: &mut W) {
        self.states.set(place, ROOT);
        if W::ON {
            let cell = self.frame().cell(place);
            watch.mark(cell, Mark::Fresh, Mark::Visited);
            watch.change(Change::Current(cell));
        }
    }

    /// Joins the neighbour of a cell of the maze to it, and gives its place.
    #[inline(always)]
    pub fn carve<W: Watch>(&mut self, place: usize, dir: usize, watch: &mut W) -> usize {
        let next = self.frame().step(place, dir);
        self.states.set(next, JOINED | (dir as u8 ^ 2));
        if W::ON {
            let (from, to) = (self.frame().cell(place), self.frame().cell(next));
            watch.change(Change::Open(from, Dir::from_index(dir)));
            watch.mark(to, Mark::Fresh, Mark::Visited);
            watch.change(Change::Current(to));
        }
        next
    }

    /// The first fresh cell from a place on, row by row.
    pub fn next_fresh(&self, from: usize) -> Option<usize> {
        let mut place = from;
        let end = self.frame().words(self.frame().size.rows()).start * 16;
        while place < end {
            if self.get(place) == FRESH {
                return Some(place);
            }
            place += 1;
        }
        None
    }

    /// A fresh cell: the one drawn, or the next after it.
    pub fn random_fresh(&self, rng: &mut dedale_grid::Rng) -> Option<usize> {
        let area = self.frame().size.area();
        let drawn = self.frame().size.cell_at(rng.index(area))?;
        self.next_fresh(self.frame().place(drawn)).or_else(|| self.next_fresh(self.frame().first()))
    }

    /// How many cells can be reached from a place through walls that may be
    /// opened, itself included; `each` is called with every one.
    pub fn part(&self, ground: &impl Ground, place: usize, mut each: impl FnMut(usize)) -> usize {
        let mut seen = BitGrid::new(self.frame().size);
        let mut stack = vec![place];
        seen.set(self.frame().cell(place));
        let mut count = 0;
        while let Some(at) = stack.pop() {
            count += 1;
            each(at);
            let sides = self.states.around(at, |state| state != OUTSIDE) & ground.sides(at);
            for dir in (0..4).filter(|dir| sides >> dir & 1 == 1) {
                let next = self.frame().step(at, dir);
                if seen.set(self.frame().cell(next)) {
                    stack.push(next);
                }
            }
        }
        count
    }

    /// The walls that remain.
    pub fn walls(&self, plan: &Plan) -> Walls {
        plan.build(|row, east, south| {
            let (here, below) = (self.states.row(row), self.states.row(row + 1));
            for (index, (east, south)) in east.iter_mut().zip(south).enumerate() {
                let (mut across, mut down) = (0, 0);
                for part in 0..4 {
                    let at = index * 4 + part;
                    let Some(&word) = here.get(at) else { break };
                    // The neighbour to the right of the last nibble is the
                    // first of the next word; past the row there is outside.
                    let next = here.get(at + 1).copied().unwrap_or(0);
                    let right = word >> 4 | next << 60;
                    let east_open = parent_is(word, Dir::Right) | parent_is(right, Dir::Left);
                    let south_open = parent_is(word, Dir::Down) | parent_is(below[at], Dir::Up);
                    across |= gather(east_open) << (16 * part);
                    down |= gather(south_open) << (16 * part);
                }
                *east = !across;
                *south = !down;
            }
        })
    }
}

/// In the lowest bit of each nibble, whether the cell is joined to a parent in
/// this direction.
#[inline(always)]
fn parent_is(word: u64, dir: Dir) -> u64 {
    let (low, high) = (word, word >> 1);
    let matches = match dir {
        Dir::Up => !low & !high,
        Dir::Right => low & !high,
        Dir::Down => !low & high,
        Dir::Left => low & high,
    };
    matches & word >> 3
}
