//! How the positions of a proof follow each other: by pushes, boldly or not, or
//! by pulls.

use super::bold::Bold;
use super::delivery::Delivery;
use super::walls::Walls;
use crate::board::{Board, Square};
use crate::deadlock::matching::Assignment;
use crate::expand::{Child, Expander, Knowledge};
use crate::position::{Position, Zone};
use crate::technique::Techniques;
use std::sync::Arc;

/// The most bytes for ways between frozen boxes.
const WALLS: usize = 64 << 20;

/// One of them.
pub(super) enum Ways {
    /// By pushes, where boxes may be delivered at once.
    Pushes(Box<Expander>, Option<Box<Walls>>, Option<Box<Delivery>>),
    /// By pushes, where boxes go home for nothing.
    Boldly(Box<Expander>, Box<Walls>, Box<Bold>),
    /// By pulls: the pushes of a lone box from every start square, and working
    /// memory.
    Pulls { ways: Vec<u16>, position: Position, zone: Zone, later: Zone },
}

impl Ways {
    pub(super) fn pushes(knowledge: &Arc<Knowledge>, techniques: Techniques, keep_on: &dyn Fn() -> bool) -> Self {
        let expander = Box::new(Expander::new(Arc::clone(knowledge), techniques, true));
        let board = &knowledge.board;
        let walls = techniques.frozen_walls.then(|| Box::new(Walls::new(board, WALLS)));
        let delivery = techniques.delivery.then(|| Delivery::find(board, keep_on)).flatten().map(Box::new);
        Self::Pushes(expander, walls, delivery)
    }

    pub(super) fn boldly(knowledge: &Arc<Knowledge>, techniques: Techniques) -> Self {
        let expander = Box::new(Expander::new(Arc::clone(knowledge), techniques, true));
        let board = &knowledge.board;
        Self::Boldly(expander, Box::new(Walls::new(board, WALLS)), Box::new(Bold::new(board)))
    }

    pub(super) fn pulls(board: &Board, ways: Vec<u16>) -> Self {
        Self::Pulls { ways, position: Position::start(board), zone: Zone::new(board), later: Zone::new(board) }
    }

    /// Whether they lead from the end to the start.
    pub(super) fn backwards(&self) -> bool {
        matches!(self, Self::Pulls { .. })
    }

    /// The pushes of a lone box between a square and every home.
    pub(super) fn costs<'a>(&'a self, board: &'a Board, square: Square) -> &'a [u16] {
        match self {
            Self::Pushes(..) | Self::Boldly(..) => board.distances(square),
            Self::Pulls { ways, .. } => &ways[square as usize * board.boxes.len()..][..board.boxes.len()],
        }
    }

    /// The bound with frozen boxes, if there is one.
    pub(super) fn walls(&mut self) -> Option<&mut Walls> {
        match self {
            Self::Pushes(_, walls, _) => walls.as_deref_mut(),
            Self::Boldly(_, walls, _) => Some(walls),
            Self::Pulls { .. } => None,
        }
    }

    /// Bytes that grow.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Pushes(expander, walls, _) => expander.bytes() + walls.as_ref().map_or(0, |walls| walls.bytes()),
            Self::Boldly(expander, walls, _) => expander.bytes() + walls.bytes(),
            Self::Pulls { .. } => 0,
        }
    }

    /// The work of one position, measured in microseconds.
    pub(super) fn unit(&self, board: &Board) -> u64 {
        let squares = board.squares as u64;
        if self.backwards() { 2 + squares / 100 } else { 4 + squares / 30 }
    }

    /// Work done beyond that.
    pub(super) fn used(&self) -> u64 {
        match self {
            Self::Pushes(_, walls, _) => walls.as_ref().map_or(0, |walls| walls.used),
            Self::Boldly(_, walls, bold) => walls.used + bold.used,
            Self::Pulls { .. } => 0,
        }
    }

    /// Lists the children of a position; `solid` has the boxes on it and is left
    /// as it was. With the matching of the boxes and what it costs, a bold search
    /// may leave some out; whether it did.
    pub(super) fn list(
        &mut self,
        board: &Board,
        solid: &mut [u8],
        (boxes, player): (&mut [Square], Square),
        matching: Option<(&mut Assignment, u32)>,
        keep_on: &dyn Fn() -> bool,
        children: &mut Vec<Child>,
    ) -> bool {
        children.clear();
        match self {
            Self::Boldly(expander, walls, rule) => {
                let home = matching
                    .and_then(|matching| rule.go_home(board, solid, (&mut *boxes, player), matching, walls, keep_on));
                children.extend(home);
                if home.is_none() {
                    expander.expand(boxes, player, children);
                }
                return home.is_some();
            }
            Self::Pushes(expander, _, delivery) => {
                let sink = delivery.as_mut();
                let sink = sink.and_then(|sink| Some((sink.delivered(board, solid, boxes, player)?, sink)));
                match sink {
                    None => expander.expand(boxes, player, children),
                    Some((filled, sink)) => match sink.deliver(board, solid, boxes, filled) {
                        Some(child) => children.push(child),
                        None => {
                            expander.expand(boxes, player, children);
                            sink.go_on(board, solid, children, filled);
                        }
                    },
                }
            }
            Self::Pulls { position, zone, later, .. } => {
                position.set(boxes.iter().copied(), player);
                zone.flood(board, &position.solid, player);
                for (row, &from) in boxes.iter().enumerate() {
                    for dir in 0..4 {
                        let to = board.next[from as usize][dir];
                        let back = board.next[to as usize][dir];
                        if !zone.contains(to) || position.solid[back as usize] != 0 {
                            continue;
                        }
                        let player = zone.after_pull(board, &position.solid, from, to).unwrap_or_else(|| {
                            (position.solid[from as usize], position.solid[to as usize]) = (0, 1);
                            let name = later.flood(board, &position.solid, back);
                            (position.solid[from as usize], position.solid[to as usize]) = (1, 0);
                            name
                        });
                        children.push(Child { row, from, to, dir: dir as u8, pushes: 1, player });
                    }
                }
            }
        }
        false
    }
}
