//! Did a rule ever call a solvable position dead?
//!
//! A solution is the proof that every position on its way can be solved. The
//! audit replays it and asks every rule about every position; a rule that says
//! "dead" is wrong. For PI-corrals it also checks the promise that pruning
//! rests on: the next push of a corral's box is one of the pushes kept.

use crate::board::{Board, Square};
use crate::deadlock::corral::Corrals;
use crate::deadlock::diagonal;
use crate::deadlock::freeze::Freeze;
use crate::deadlock::matching::{Assignment, Serving};
use crate::deadlock::pairs::Pairs;
use crate::deadlock::patterns::Patterns;
use crate::level::Level;
use crate::moves::Moves;
use crate::position::{Position, Push, Zone};
use dedale_text::messages;

messages! {
    /// A rule that is wrong about a position, counted in pushes from the start.
    pub enum Wrong {
        /// The rule would have pruned the solution.
        Rule { rule: &'static str, pushes: usize } => "the rule `{rule}` is wrong after {pushes} pushes",
            "la règle « {rule} » se trompe après {pushes} poussées";
    }
}

/// Positions a corral is searched for.
const CORRAL_LIMIT: usize = 2_000;

/// Replays a solution, which must be valid, and asks every rule.
pub fn audit(level: &Level, moves: &Moves) -> Result<(), Wrong> {
    let Ok(board) = Board::new(level) else { return Ok(()) };
    let pushes = pushes_of(&board, moves);
    let pairs = Pairs::new(&board, &|| true);
    let mirrored = Pairs::mirrored(&board, &|| true);
    let mut patterns = Patterns::new(&board);
    let mut serving = Serving::new(&board);
    let mut corrals = Corrals::new(&board);
    let mut freeze = Freeze::default();
    let mut zone = Zone::new(&board);
    let mut position = Position::start(&board);
    let mut assignment = Assignment::default();
    for done in 0..=pushes.len() {
        let wrong = |rule| Err(Wrong::Rule { rule, pushes: done });
        let boxes = position.boxes.clone();
        if boxes.iter().any(|&square| !board.live[square as usize]) {
            return wrong("dead-squares");
        }
        if boxes.iter().any(|&square| freeze.kills(&board, &mut position.solid, square)) {
            return wrong("freeze");
        }
        let in_table =
            |table: &Option<Pairs>| table.as_ref().is_some_and(|t| boxes.iter().any(|&b| t.kills(b, &boxes)));
        if in_table(&pairs) || in_table(&mirrored) {
            return wrong("pairs");
        }
        if boxes.iter().any(|&square| patterns.kills(&position.solid, square, position.player, 2)) {
            return wrong("patterns");
        }
        if !serving.complete(&board, &boxes) {
            return wrong("bipartite");
        }
        if assignment.solve(&board, &boxes).is_none_or(|bound| bound as usize > pushes.len() - done) {
            return wrong("hungarian");
        }
        if boxes.iter().any(|&square| diagonal::kills(&board, &position.solid, square, position.player)) {
            return wrong("diagonals");
        }
        zone.flood(&board, &position.solid, position.player);
        if let Some(corral) = corrals.find(&board, &position.solid, boxes.len(), &zone) {
            let next = pushes[done..].iter().find(|push| corral.boxes.contains(&push.from));
            if next.is_none_or(|push| !corral.pushes.contains(push)) {
                return wrong("corral-pruning");
            }
            let player = zone.lowest;
            if corrals.dead(&board, &corral, player, pairs.as_ref(), &mut serving, CORRAL_LIMIT) {
                return wrong("corral-deadlocks");
            }
        }
        if let Some(&push) = pushes.get(done) {
            position.push(&board, push);
        }
    }
    Ok(())
}

/// The pushes among the moves, in squares of the board.
pub fn pushes_of(board: &Board, moves: &Moves) -> Vec<Push> {
    let mut position = Position::start(board);
    let mut pushes = Vec::new();
    for step in &moves.0 {
        let to: Square = board.next[position.player as usize][step.dir.index()];
        if position.solid[to as usize] == 1 {
            let push = Push { from: to, dir: step.dir.index() as u8 };
            position.push(board, push);
            pushes.push(push);
        } else if to != board.wall() {
            position.player = to;
        }
    }
    pushes
}
