//! The way to a position: how far the search has come, and by which moves.

use super::{Fess, Node};
use crate::board::Square;
use crate::control::Control;
use crate::fess::features::Features;
use crate::fess::macros::BoxMacro;
use crate::fess::plan::Plan;
use crate::position::{Position, Push};
use crate::search::Status;
use std::sync::Arc;

/// How far a search has come.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The plan it follows.
    pub plan: &'a Plan,
    /// The best features seen, and the first position that has them.
    pub features: Features,
    /// Its boxes.
    pub boxes: &'a [Square],
    /// Where the player stands in it.
    pub player: Square,
    /// Positions gone on with.
    pub nodes: usize,
    /// Cells they fall into.
    pub cells: usize,
    /// Positions in the best of these.
    pub in_best: usize,
    /// After how many positions each number of steps was first done.
    pub milestones: Vec<(usize, u16)>,
}

impl Fess {
    /// The boxes of the node nearest to the picture, and the moves to it.
    pub(in crate::fess) fn nearest(&self) -> Option<(u16, Vec<Square>, Vec<BoxMacro>)> {
        let (gap, _, id) = self.closest?;
        Some((gap, self.boxes_of(id).to_vec(), self.moves_to(id)))
    }

    /// Begins with some moves, as if the search had found them.
    pub(in crate::fess) fn follow(&mut self, moves: &[BoxMacro], control: &Control<'_>) -> Option<Status> {
        if self.nodes.is_empty()
            && let Some(status) = self.start(control)
        {
            return Some(status);
        }
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let mut at = 0;
        for &carry in moves {
            if self.nodes.is_empty() || !control.keep_on() {
                break;
            }
            let player = board.next[carry.to as usize][carry.side as usize];
            let boxes = self.boxes_of(at).to_vec();
            self.position.set(boxes, player);
            self.position.carry(carry.from, carry.to, player);
            let name = self.later.flood(board, &self.position.solid, player);
            self.position.player = name;
            self.seen.insert(self.zobrist.boxes(&self.position.boxes) ^ self.zobrist.player(name));
            let next = self.nodes.len() as u32;
            if let Some(status) = self.add(at, carry, 0, control) {
                return Some(status);
            }
            at = next;
        }
        None
    }

    /// Tells the others the way to the best position not known to be dead.
    pub(super) fn tell_way(&mut self) {
        let Some((name, ways)) = self.ways.clone() else { return };
        let rank = |node: &Node| self.cells[node.cell as usize].features.rank(self.options.order);
        let alive = (0..self.nodes.len()).filter(|&id| !self.nodes[id].dead);
        let Some(best) = alive.min_by_key(|&id| (rank(&self.nodes[id]), id)) else { return };
        if self.told != best as u32 {
            self.told = best as u32;
            let moves = self.moves_to(best as u32);
            ways.tell(name, self.pushes_of(&moves));
        }
    }

    /// How far the search has come.
    pub fn progress(&self) -> Progress<'_> {
        let rank = |node: &Node| self.cells[node.cell as usize].features.rank(self.options.order);
        let best = (0..self.nodes.len()).min_by_key(|&id| (rank(&self.nodes[id]), id)).unwrap_or(0);
        let cell = self.nodes.get(best).map_or(0, |node| node.cell);
        let mut milestones: Vec<(usize, u16)> = Vec::new();
        for (id, node) in self.nodes.iter().enumerate() {
            let packed = self.cells[node.cell as usize].features.packed;
            if milestones.last().is_none_or(|&(_, most)| packed > most) {
                milestones.push((id, packed));
            }
        }
        Progress {
            milestones,
            plan: &self.plan,
            features: self.cells.get(cell as usize).map_or_else(Features::default, |cell| cell.features),
            boxes: if self.nodes.is_empty() { &[] } else { self.boxes_of(best as u32) },
            player: if self.nodes.is_empty() { 0 } else { self.stand(best as u32) },
            nodes: self.nodes.len(),
            cells: self.cells.len(),
            in_best: self.nodes.iter().filter(|node| node.cell == cell).count(),
        }
    }

    /// The pushes from the start to a node and one carry further.
    pub(super) fn trace(&mut self, id: u32, last: BoxMacro) -> Vec<Push> {
        let mut moves = self.moves_to(id);
        moves.push(last);
        self.pushes_of(&moves)
    }

    /// The moves from the start to a node.
    fn moves_to(&self, id: u32) -> Vec<BoxMacro> {
        let mut moves = Vec::new();
        let mut at = id;
        while self.nodes[at as usize].parent != u32::MAX {
            moves.push(self.nodes[at as usize].carry);
            at = self.nodes[at as usize].parent;
        }
        moves.reverse();
        moves
    }

    /// The pushes of moves from the start.
    pub(in crate::fess) fn pushes_of(&mut self, moves: &[BoxMacro]) -> Vec<Push> {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let mut position = Position::start(board);
        let mut pushes = Vec::new();
        for &carry in moves {
            self.zone.flood(board, &position.solid, position.player);
            position.solid[carry.from as usize] = 0;
            let path = self.generator.pushes(board, &position.solid, &self.zone, carry).unwrap_or_default();
            position.solid[carry.from as usize] = 1;
            for push in path {
                position.push(board, push);
                pushes.push(push);
            }
        }
        pushes
    }
}
