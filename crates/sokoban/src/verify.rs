//! The referee: replays a solution on the level itself.
//!
//! It shares nothing with the solvers, neither their numbering of squares nor
//! their tables, so that a mistake there cannot hide here.

use crate::level::{Ground, Level};
use crate::moves::{Moves, Step};
use dedale_grid::{Cell, Dir};
use dedale_text::messages;

/// What a solution amounts to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metrics {
    /// Steps of the player, pushes included.
    pub moves: usize,
    /// Steps that push a box.
    pub pushes: usize,
    /// Runs of pushes of one box in one direction.
    pub box_lines: usize,
    /// How often another box is pushed than the time before, plus one.
    pub box_changes: usize,
    /// Runs of pushes without a walk in between.
    pub pushing_sessions: usize,
    /// Runs of steps in one direction.
    pub player_lines: usize,
}

messages! {
    /// Why a solution is none. Moves count from 1.
    pub enum ReplayError {
        /// The player runs into a wall or off the board.
        Wall { number: usize, letter: char } => "move {number} ({letter}) runs into a wall",
            "le coup {number} ({letter}) va dans un mur";
        /// The box cannot move.
        Stuck { number: usize, letter: char } => "move {number} ({letter}) pushes a box that cannot move",
            "le coup {number} ({letter}) pousse une caisse qui ne peut pas bouger";
        /// Written as a push, but there is no box.
        NoBox { number: usize, letter: char } => "move {number} ({letter}) is written as a push, but there is no box",
            "le coup {number} ({letter}) est écrit comme une poussée, mais il n'y a pas de caisse";
        /// All moves are fine, but some boxes are not on targets.
        Unfinished { moves: usize, missing: usize } => "after all {moves} moves, boxes not on targets: {missing}",
            "après les {moves} coups, caisses hors des cibles : {missing}";
    }
}

/// A level being played by its plain rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay<'a> {
    level: &'a Level,
    boxes: Vec<bool>,
    player: Cell,
}

impl<'a> Replay<'a> {
    /// The start of a level.
    pub fn new(level: &'a Level) -> Self {
        let mut boxes = vec![false; level.size().area()];
        for cell in level.boxes() {
            boxes[cell.index()] = true;
        }
        Self { level, boxes, player: level.player() }
    }

    /// Makes one step; true if it pushed a box, `None` if it cannot be made.
    pub fn step(&mut self, dir: Dir) -> Option<bool> {
        let size = self.level.size();
        let open = |cell: Cell| self.level.ground(cell) != Ground::Wall;
        let next = size.step(self.player, dir).filter(|&cell| open(cell))?;
        let push = self.boxes[next.index()];
        if push {
            let beyond = size.step(next, dir).filter(|&cell| open(cell) && !self.boxes[cell.index()])?;
            self.boxes[next.index()] = false;
            self.boxes[beyond.index()] = true;
        }
        self.player = next;
        Some(push)
    }

    /// Where the player stands.
    pub fn player(&self) -> Cell {
        self.player
    }

    /// Whether a box stands on a cell.
    pub fn has_box(&self, cell: Cell) -> bool {
        self.boxes[cell.index()]
    }

    /// The boxes, row by row.
    pub fn boxes(&self) -> Vec<Cell> {
        self.level.size().cells().filter(|cell| self.boxes[cell.index()]).collect()
    }

    /// How many boxes the player could ever touch are not on targets.
    pub fn missing(&self) -> usize {
        let inside = self.level.inside();
        let misplaced =
            |cell: &Cell| self.has_box(*cell) && inside[cell.index()] && self.level.ground(*cell) != Ground::Target;
        self.level.size().cells().filter(misplaced).count()
    }
}

/// Replays moves; the answer has every push in upper case.
pub fn replay(level: &Level, moves: &Moves) -> Result<(Moves, Metrics), ReplayError> {
    let lower = moves.pushes() == 0;
    let mut replay = Replay::new(level);
    let mut metrics = Metrics::default();
    let mut done: Vec<Step> = Vec::with_capacity(moves.moves());
    let mut last_box = None;
    for (index, &step) in moves.0.iter().enumerate() {
        let letter = step.letter();
        let ahead = level.size().step(replay.player, step.dir);
        let is_box = ahead.is_some_and(|cell| replay.has_box(cell));
        let Some(push) = replay.step(step.dir) else {
            return Err(if is_box {
                ReplayError::Stuck { number: index + 1, letter }
            } else {
                ReplayError::Wall { number: index + 1, letter }
            });
        };
        if !push && step.push && !lower {
            return Err(ReplayError::NoBox { number: index + 1, letter });
        }
        let before = done.last().copied();
        metrics.moves += 1;
        metrics.player_lines += usize::from(before.is_none_or(|last| last.dir != step.dir));
        if push {
            let changed = last_box != Some(replay.player);
            metrics.pushes += 1;
            metrics.box_changes += usize::from(changed);
            metrics.pushing_sessions += usize::from(before.is_none_or(|last| !last.push));
            metrics.box_lines += usize::from(changed || before.is_none_or(|last| !last.push || last.dir != step.dir));
            last_box = level.size().step(replay.player, step.dir);
        }
        done.push(Step { dir: step.dir, push });
    }
    match replay.missing() {
        0 => Ok((Moves(done), metrics)),
        missing => Err(ReplayError::Unfinished { moves: moves.moves(), missing }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_move() {
        let level = Level::from_rows(["######", "#@ $.#", "######"]).expect("a level");
        let check =
            |text: &str| replay(&level, &Moves::parse(text).expect("moves")).map(|(moves, _)| moves.to_string());
        assert_eq!(check("rr"), Ok("rR".to_owned()));
        assert_eq!(check("rR"), Ok("rR".to_owned()));
        assert_eq!(check("RR"), Err(ReplayError::NoBox { number: 1, letter: 'R' }));
        assert_eq!(check("rRr"), Err(ReplayError::Stuck { number: 3, letter: 'r' }));
        assert_eq!(check("l"), Err(ReplayError::Wall { number: 1, letter: 'l' }));
        assert_eq!(check("r"), Err(ReplayError::Unfinished { moves: 1, missing: 1 }));
    }

    #[test]
    fn counts_lines_and_sessions() {
        let rows = ["#########", "#@$ .   #", "#  $  . #", "#########"];
        let level = Level::from_rows(rows).expect("a level");
        let (_, metrics) = replay(&level, &Moves::parse("RRldRRRu").expect("moves")).expect("a solution");
        let expected =
            Metrics { moves: 8, pushes: 5, box_lines: 2, box_changes: 2, pushing_sessions: 2, player_lines: 5 };
        assert_eq!(metrics, expected);
    }
}
