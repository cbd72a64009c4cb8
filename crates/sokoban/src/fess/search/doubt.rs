//! Positions of the best cell are doubted while the search is stuck there: a
//! proof that one is dead is learned from.

use super::Fess;
use crate::control::Control;
use crate::fess::learned::DeadlockProver;
use std::sync::Arc;

/// How often the best cell is asked before its positions are doubted.
const PATIENCE: u64 = 8;
/// Positions looked at in the shortest proof, and in the longest of a position
/// whose child is dead.
const SHORT_PROOF: u32 = 100;
const LONG_PROOF: u32 = 20_000;
/// The work of one position in a proof; all proofs together take about a
/// quarter as much as the search.
const PROOF_WORK: u64 = 8;
const PROOF_SHARE: u64 = 4;
/// The most learned patterns that are kept for a board.
const MOST_PATTERNS: usize = 4_096;

impl Fess {
    /// Whether a node is known to be dead, or one it descends from.
    pub(super) fn lost(&mut self, id: u32) -> bool {
        let mut at = id;
        while at != u32::MAX {
            let node = &self.nodes[at as usize];
            if node.dead {
                self.nodes[id as usize].dead = true;
                return true;
            }
            at = node.parent;
        }
        let held = self.nodes[id as usize].held as usize;
        if held < self.learned.len() {
            let (count, player) = (self.knowledge.board.boxes.len(), self.stand(id));
            self.position.set(self.boxes[id as usize * count..][..count].iter().copied(), player);
            self.nodes[id as usize].held = self.learned.len() as u32;
            self.nodes[id as usize].dead = self.learned.kill_since(held, &self.position.solid, player);
        }
        self.nodes[id as usize].dead
    }

    /// Takes over what all searches have learned since.
    pub(super) fn listen(&mut self) {
        let learned = self.knowledge.learned.lock().expect("nobody panics while learning");
        for pattern in &learned[self.learned.len()..] {
            self.learned.add(Arc::clone(pattern));
        }
    }

    /// Tries to prove that a node of the best cell is dead, and with it those
    /// it descends from, and learns why; the work it took.
    pub(super) fn examine(&mut self, id: u32, control: &Control<'_>) -> u64 {
        let looked = self.prover.as_ref().map_or(0, |prover| prover.looked);
        // Mostly short proofs, every second one twice as long, and so on.
        let limit = SHORT_PROOF << (self.proofs + 1).trailing_zeros().min(6);
        let tried = self.nodes[id as usize].tried * 2 > limit;
        if !self.techniques.learned
            || self.stuck < PATIENCE
            || looked * PROOF_WORK * PROOF_SHARE > self.searched
            || tried
        {
            return 0;
        }
        self.proofs += 1;
        let mut prover =
            self.prover.take().unwrap_or_else(|| Box::new(DeadlockProver::new(Arc::clone(&self.knowledge))));
        let mut highest = None;
        let (mut at, mut most) = (id, limit);
        while at != u32::MAX && !self.nodes[at as usize].dead {
            let before = prover.looked;
            self.nodes[at as usize].tried = most;
            if !prover.dead(self.boxes_of(at), self.stand(at), u64::from(most), control) {
                break;
            }
            let cost = prover.looked - before;
            self.nodes[at as usize].dead = true;
            highest = Some((at, cost));
            most = most.max(cost as u32 * 4).min(LONG_PROOF);
            at = self.nodes[at as usize].parent;
        }
        if let Some((at, cost)) = highest {
            let near = self.nodes[at as usize].carry.to;
            let pattern = prover.learn(self.boxes_of(at), self.stand(at), near, cost * 2 + 200, control);
            let mut learned = self.knowledge.learned.lock().expect("nobody panics while learning");
            if learned.len() < MOST_PATTERNS {
                learned.push(Arc::new(pattern));
            }
            drop(learned);
            self.listen();
        }
        let spent = (prover.looked - looked) * PROOF_WORK;
        self.prover = Some(prover);
        spent
    }
}
