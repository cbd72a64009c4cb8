//! What the settings add to the race: steps made together, fog, blocks, bombs
//! and bets. All of it is off in the document's game.

use super::{Course, Extras, Refusal, Track};
use crate::game::Config;
use crate::{Distances, Labyrinth};
use dedale_grid::{BitGrid, Cell, Dir, Point};
use dedale_play::{Seat, Viewer};
use std::sync::Arc;

/// How far from oneself a block is put or a cell freed, in steps as the crow
/// flies.
pub const REACH: u32 = 3;

/// What a round begins with.
pub(super) fn begin(config: &Config, course: &mut Course) {
    let each = |count: u8| if count > 0 { vec![count; config.players] } else { Vec::new() };
    course.extras = Extras {
        walls: each(config.walls),
        bombs: each(config.bombs),
        chosen: if config.together { vec![None; config.players] } else { Vec::new() },
        bets: if config.bets { vec![None; config.players] } else { Vec::new() },
        seen: Vec::new(),
        unseen: None,
    };
    if config.fog > 0 {
        let size = course.track.board.size();
        course.extras.seen = vec![BitGrid::new(size); config.players];
        look(config, course);
    }
}

/// Everybody looks around from where they stand.
pub(super) fn look(config: &Config, course: &mut Course) {
    let size = course.track.board.size();
    for (seen, runner) in course.extras.seen.iter_mut().zip(&course.runners) {
        for at in around(size.point(runner.position), config.fog) {
            if let Some(cell) = size.cell(at) {
                seen.set(cell);
            }
        }
    }
}

/// The round as a viewer knows it: chosen steps and bets of others hidden, and
/// in fog the cells never seen taken for free, as an explorer hopes.
pub(super) fn shown(config: &Config, course: &Course, viewer: Viewer) -> Course {
    let mut shown = course.clone();
    let over = course.end.is_some();
    for number in 0..course.runners.len() {
        if viewer.is(Seat::new(number)) {
            continue;
        }
        if let Some(chosen) = shown.extras.chosen.get_mut(number) {
            *chosen = None;
        }
        if let Some(bet) = shown.extras.bets.get_mut(number).filter(|_| !over) {
            *bet = None;
        }
    }
    shown.extras.seen.clear();
    if config.together && !over {
        // It is everybody's turn, and first of all one's own.
        let choosing = course.choosing();
        let own = |seat: &Seat| viewer.is(*seat) && choosing.contains(*seat);
        let who = course.order.iter().position(own);
        shown.turn = who.or_else(|| course.order.iter().position(|seat| choosing.contains(*seat))).unwrap_or(0);
    }
    if config.fog == 0 || over {
        return shown;
    }
    let board = &course.track.board;
    let size = board.size();
    // Who looks on sees what all players together have seen.
    let seen = |cell: Cell| match viewer {
        Viewer::Seat(seat) => course.extras.seen.get(seat.index()).is_some_and(|seen| seen.get(cell)),
        Viewer::Spectator => course.extras.seen.iter().any(|seen| seen.get(cell)),
    };
    let mut unseen = BitGrid::new(size);
    let mut hoped = board.clone();
    for cell in size.cells().filter(|cell| board.labyrinth.is_inner(*cell) && !seen(*cell)) {
        unseen.set(cell);
        hoped.labyrinth.open(cell);
    }
    let distances = Distances::to(&hoped.labyrinth, hoped.target);
    shown.track = Arc::new(Track { board: hoped, distances, opened: Vec::new() });
    shown.extras.unseen = Some(unseen);
    shown
}

/// The cell for a block, if it may be put there: free, near, nobody on it, and
/// everybody can still reach the target.
pub(super) fn may_wall(course: &Course, seat: Seat, at: Point) -> Result<(Cell, Labyrinth), Refusal> {
    if course.extras.walls.get(seat.index()).copied().unwrap_or(0) == 0 {
        return Err(Refusal::NoToken);
    }
    let board = &course.track.board;
    let cell = near(course, seat, at)?;
    let taken = cell == board.target || course.runners.iter().any(|runner| runner.position == cell);
    if taken || !board.labyrinth.is_free(cell) {
        return Err(Refusal::NotThere);
    }
    let mut labyrinth = board.labyrinth.clone();
    labyrinth.block(cell);
    let map = Distances::to(&labyrinth, board.target);
    let mut cells = course.runners.iter().map(|runner| runner.position).chain(board.starts.iter().copied());
    if cells.any(|cell| map.get(cell).is_none()) { Err(Refusal::CutOff) } else { Ok((cell, labyrinth)) }
}

/// The cell for a bomb, if there is rubble to clear inside the ring.
pub(super) fn may_bomb(course: &Course, seat: Seat, at: Point) -> Result<Cell, Refusal> {
    if course.extras.bombs.get(seat.index()).copied().unwrap_or(0) == 0 {
        return Err(Refusal::NoToken);
    }
    let labyrinth = &course.track.board.labyrinth;
    let cell = near(course, seat, at)?;
    if labyrinth.is_inner(cell) && !labyrinth.is_free(cell) { Ok(cell) } else { Err(Refusal::NotThere) }
}

/// The points within reach of a player.
pub(super) fn in_reach(course: &Course, seat: Seat) -> impl Iterator<Item = Point> + use<> {
    around(course.track.board.size().point(course.runners[seat.index()].position), REACH)
}

/// The board after a block or a bomb.
pub(super) fn change(course: &mut Course, labyrinth: Labyrinth) {
    let mut board = course.track.board.clone();
    board.labyrinth = labyrinth;
    let distances = Distances::to(&board.labyrinth, board.target);
    course.track = Arc::new(Track { board, distances, opened: course.track.opened.clone() });
}

fn near(course: &Course, seat: Seat, at: Point) -> Result<Cell, Refusal> {
    let size = course.track.board.size();
    let from = size.point(course.runners[seat.index()].position);
    if from.row.abs_diff(at.row) + from.col.abs_diff(at.col) > REACH {
        return Err(Refusal::TooFar { reach: REACH });
    }
    size.cell(at).ok_or(Refusal::NotThere)
}

fn around(from: Point, reach: u32) -> impl Iterator<Item = Point> {
    let reach = reach as i32;
    (-reach..=reach).flat_map(move |down| {
        let across = reach - down.abs();
        (-across..=across).map(move |right| Point::new(from.row + down, from.col + right))
    })
}

/// Where everybody stands after all chosen steps at once. Where players block
/// each other, nobody enters a cell that two want, that someone stays on, or
/// that two would exchange; the target takes any number.
pub(super) fn resolve(course: &Course, block: bool) -> Vec<Cell> {
    let from = course.positions();
    let target = course.track.board.target;
    let wanted: Vec<Cell> = (0..from.len())
        .map(|number| {
            let dir = course.extras.chosen[number];
            dir.and_then(|dir: Dir| course.step(Seat::new(number), dir)).unwrap_or(from[number])
        })
        .collect();
    if !block {
        return wanted;
    }
    let mut to = wanted;
    loop {
        let bumps = |number: usize| {
            let goal = to[number];
            goal != from[number]
                && goal != target
                && (0..from.len()).any(|other| {
                    other != number && (to[other] == goal || from[other] == goal && to[other] == from[number])
                })
        };
        let bumped: Vec<usize> = (0..from.len()).filter(|number| bumps(*number)).collect();
        if bumped.is_empty() {
            return to;
        }
        for number in bumped {
            to[number] = from[number];
        }
    }
}
