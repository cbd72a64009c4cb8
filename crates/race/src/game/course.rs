//! One round: its board, where everybody stands, how it ended.

use crate::{Board, Distances, Mode};
use dedale_grid::{BitGrid, Cell, Dir};
use dedale_play::{Seat, Seats};
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// What does not change during a round: the board and the steps to its target.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The board.
    pub board: Board,
    /// The steps to the target from everywhere.
    pub distances: Distances,
    /// The cells that were freed to make it playable.
    pub opened: Vec<Cell>,
}

/// A player in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runner {
    /// Where they stand.
    pub position: Cell,
    /// The steps they made.
    pub moves: u32,
    /// The turns they still sit out.
    pub waits: u32,
}

/// A round in progress, or the one that has just ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The board with its distances, shared by all copies of the state.
    pub track: Arc<Track>,
    /// The players, by seat.
    pub runners: Vec<Runner>,
    /// The order of play.
    pub order: Vec<Seat>,
    /// Whose turn it is, as a place in the order.
    pub turn: usize,
    /// A proposal was refused in this turn.
    pub refused: bool,
    /// How it ended, once it has.
    pub end: Option<End>,
    /// What each player has left or has chosen, where the settings have it.
    pub extras: Extras,
}

/// What the settings add to a round; empty where they add nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// The blocks left, by seat.
    pub walls: Vec<u8>,
    /// The bombs left, by seat.
    pub bombs: Vec<u8>,
    /// The steps chosen and not yet made, by seat; of the others a viewer
    /// knows nothing.
    pub chosen: Vec<Option<Dir>>,
    /// The bets, by seat; of the others a viewer knows nothing before the end.
    pub bets: Vec<Option<u32>>,
    /// What each player has seen, by seat.
    pub seen: Vec<BitGrid>,
    /// The cells that the viewer of this copy has not seen.
    pub unseen: Option<BitGrid>,
}

/// What ended a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// Someone reached the target.
    Won,
    /// All agreed to finish.
    Finished,
    /// All agreed to see the solution.
    Revealed,
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// What ended it.
    pub by: Ended,
    /// Those who scored.
    pub winners: Seats,
    /// By seat, the number that was compared: steps made, with those left and
    /// the handicap when the round was finished by agreement.
    pub totals: Vec<u32>,
}

impl Course {
    /// Whose turn it is.
    pub fn mover(&self) -> Seat {
        self.order[self.turn]
    }

    /// Those who have yet to choose the step that all make at once.
    pub fn choosing(&self) -> Seats {
        let open = |number: &usize| self.extras.chosen.get(*number).is_some_and(Option::is_none);
        (0..self.runners.len()).filter(open).filter(|number| self.runners[*number].waits == 0).map(Seat::new).collect()
    }

    /// Where everybody stands.
    pub fn positions(&self) -> Vec<Cell> {
        self.runners.iter().map(|runner| runner.position).collect()
    }

    /// The steps from a player's position to the target.
    pub fn left(&self, seat: Seat) -> u32 {
        let steps = self.track.distances.get(self.runners[seat.index()].position);
        steps.expect("players never leave the cells from which the target is reached")
    }

    /// The steps of a player's shortest path from the start.
    pub fn best(&self, seat: Seat) -> u32 {
        let steps = self.track.distances.get(self.track.board.starts[seat.index()]);
        steps.expect("the board is playable")
    }

    /// The cell a player would step to; nothing if rubble lies there.
    pub fn step(&self, seat: Seat, dir: Dir) -> Option<Cell> {
        self.track.board.labyrinth.step(self.runners[seat.index()].position, dir)
    }

    /// Another player who stands on a cell.
    pub fn occupant(&self, cell: Cell, but: Seat) -> Option<Seat> {
        let seats = (0..self.runners.len()).map(Seat::new).filter(|&seat| seat != but);
        seats.into_iter().find(|seat| self.runners[seat.index()].position == cell)
    }

    /// The screen that shows how the round ended, or the one of play.
    pub fn mode(&self) -> Mode {
        match self.end.as_ref().map(|end| end.by) {
            None => Mode::Play,
            Some(Ended::Finished) => Mode::FromHere,
            Some(Ended::Won | Ended::Revealed) => Mode::FromStart,
        }
    }

    /// A shortest path of each player, from the position or from the start.
    pub fn solutions(&self, mode: Mode) -> Vec<Vec<Cell>> {
        let from = match mode {
            Mode::Play => return vec![Vec::new(); self.runners.len()],
            Mode::FromHere => self.positions(),
            Mode::FromStart => self.track.board.starts.clone(),
        };
        from.into_iter().map(|cell| self.track.distances.path(cell)).collect()
    }

    /// Gives the turn to the next player who does not sit it out.
    pub(super) fn next_turn(&mut self) {
        self.turn = (self.turn + 1) % self.order.len();
        self.skip_waiting();
    }

    /// Lets those who sit out their turn do so.
    pub(super) fn skip_waiting(&mut self) {
        self.refused = false;
        loop {
            let mover = self.mover().index();
            let waits = &mut self.runners[mover].waits;
            if *waits == 0 {
                return;
            }
            *waits -= 1;
            self.turn = (self.turn + 1) % self.order.len();
        }
    }
}

/// A round as others are told of it: cells as `[row, column]`, the board as
/// rows of `*` and space, `?` where the viewer has not looked.
#[derive(Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "Course"))]
pub(super) struct CourseView {
    rows: Vec<String>,
    target: [i32; 2],
    starts: Vec<[i32; 2]>,
    opened: Vec<[i32; 2]>,
    positions: Vec<[i32; 2]>,
    moves: Vec<u32>,
    waits: Vec<u32>,
    order: Vec<Seat>,
    mover: Seat,
    refused: bool,
    end: Option<EndView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    walls: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bombs: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chosen: Vec<Option<&'static str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bets: Vec<Option<u32>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "End"))]
pub(super) struct EndView {
    by: Ended,
    winners: Vec<Seat>,
    totals: Vec<u32>,
    paths: Vec<Vec<[i32; 2]>>,
}

impl Course {
    fn view(&self) -> CourseView {
        let board = &self.track.board;
        let at = |cell: &Cell| {
            let point = board.point(*cell);
            [point.row, point.col]
        };
        let mut rows: Vec<String> = board.rows_with(&[]).iter().map(|row| row.replace('C', " ")).collect();
        if let Some(unseen) = &self.extras.unseen {
            for (row, text) in rows.iter_mut().enumerate() {
                let hidden = |col: usize| {
                    let cell = board.size().cell(dedale_grid::Point::new(row as i32, col as i32));
                    cell.is_some_and(|cell| unseen.get(cell))
                };
                *text = text.chars().enumerate().map(|(col, letter)| if hidden(col) { '?' } else { letter }).collect();
            }
        }
        CourseView {
            rows,
            target: at(&board.target),
            starts: board.starts.iter().map(at).collect(),
            opened: self.track.opened.iter().map(at).collect(),
            positions: self.positions().iter().map(at).collect(),
            moves: self.runners.iter().map(|runner| runner.moves).collect(),
            waits: self.runners.iter().map(|runner| runner.waits).collect(),
            order: self.order.clone(),
            mover: self.mover(),
            refused: self.refused,
            end: self.end.as_ref().map(|end| EndView {
                by: end.by,
                winners: end.winners.iter().collect(),
                totals: end.totals.clone(),
                paths: self.solutions(self.mode()).iter().map(|path| path.iter().map(at).collect()).collect(),
            }),
            walls: self.extras.walls.clone(),
            bombs: self.extras.bombs.clone(),
            chosen: self.extras.chosen.iter().map(|dir| dir.map(Dir::name)).collect(),
            bets: self.extras.bets.clone(),
        }
    }
}

impl Serialize for Course {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.view().serialize(serializer)
    }
}
