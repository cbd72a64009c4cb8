//! What can be said about a level without solving it.

use crate::board::{Board, BoardError, Square};
use crate::bound::{Bounds, Heuristic};
use crate::deadlock::corral::regions;
use crate::deadlock::freeze::frozen;
use crate::fess::{Plan, PlanStrategy};
use crate::level::Level;
use crate::position::Zone;
use crate::terrain::Terrain;
use dedale_grid::Cell;
use std::cell::Cell as Counter;

/// A tunnel in cells of the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TunnelCells {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Whether it is the only way between its ends.
    pub one_way: bool,
    /// Whether it bends.
    pub bends: bool,
}

/// A room in cells of the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomCells {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// How many of them are targets.
    pub targets: usize,
    /// The tunnel cells next to it.
    pub entrances: Vec<Cell>,
}

/// A corral at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorralCells {
    /// The free cells the player cannot reach.
    pub cells: Vec<Cell>,
    /// The boxes around them.
    pub boxes: Vec<Cell>,
}

/// What can be said about a level without solving it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Cells the player could walk to if boxes were air.
    pub floor: Vec<Cell>,
    /// Cells on which a box is lost.
    pub dead: Vec<Cell>,
    /// Tunnels.
    pub tunnels: Vec<TunnelCells>,
    /// Rooms.
    pub rooms: Vec<RoomCells>,
    /// Corrals at the start.
    pub corrals: Vec<CorralCells>,
    /// Boxes that cannot move at the start.
    pub frozen: Vec<Cell>,
    /// In which order to fill the targets; a step may come from a parking cell.
    /// Empty if there are more targets than boxes or the level is very large.
    pub packing: Vec<(Option<Cell>, Cell)>,
    /// Lower bounds on the pushes: simple, greedy, Hungarian; `None` if the
    /// bound shows that there is no solution.
    pub bounds: [Option<u32>; 3],
}

/// Positions looked at for the packing order, and boxes pulled for it.
const PLAN_LIMIT: usize = 500;
const PLAN_PULLS: usize = 20_000;
/// The largest product of boxes and squares for which it is sought.
const PLAN_SIZE: usize = 60_000;

impl Analysis {
    /// Looks at a level.
    pub fn new(level: &Level) -> Result<Self, BoardError> {
        Self::within(level, &|| true).map(|analysis| analysis.expect("nobody said stop"))
    }

    /// Looks at a level so long as `keep_on`; `None` if it said stop before
    /// all but the packing order was found.
    pub fn within(level: &Level, keep_on: &dyn Fn() -> bool) -> Result<Option<Self>, BoardError> {
        let Some(board) = Board::prepare(level, keep_on)? else { return Ok(None) };
        let cells =
            |squares: &[Square]| -> Vec<Cell> { squares.iter().map(|&square| board.cells[square as usize]).collect() };
        let terrain = Terrain::new(&board);
        let solid = board.solid(&board.boxes);
        let mut zone = Zone::new(&board);
        let player = zone.flood(&board, &solid, board.player);
        let region = regions(&board, &solid);
        let mut corrals: Vec<CorralCells> = Vec::new();
        for name in 0..board.squares as Square {
            if solid[name as usize] != 0 || region[name as usize] != name || name == player {
                continue;
            }
            let inside: Vec<Square> = (name..board.squares as Square)
                .filter(|&square| solid[square as usize] == 0 && region[square as usize] == name)
                .collect();
            let mut fence: Vec<Square> = inside
                .iter()
                .flat_map(|&square| board.next[square as usize])
                .filter(|&square| solid[square as usize] == 1)
                .collect();
            fence.sort_unstable();
            fence.dedup();
            corrals.push(CorralCells { cells: cells(&inside), boxes: cells(&fence) });
        }
        let mut stuck = Vec::new();
        frozen(&board, &solid, &board.boxes, true, &mut stuck);
        stuck.sort_unstable();
        let bound = |heuristic| Bounds::new(&board, heuristic).of(&board, &board.boxes);
        let bounds = [Heuristic::Simple, Heuristic::Greedy, Heuristic::Hungarian].map(bound);
        let small = board.boxes.len() * board.squares <= PLAN_SIZE;
        let packing = if small && board.targets.len() == board.boxes.len() {
            let strategy = PlanStrategy { limit: PLAN_LIMIT, ..PlanStrategy::default() };
            // The plan asks before every box it pulls.
            let pulls = Counter::new(PLAN_PULLS);
            let keep_on = || {
                pulls.set(pulls.get().saturating_sub(1));
                pulls.get() > 0 && keep_on()
            };
            let plan = Plan::new(&board, &board.targets, strategy, &keep_on);
            let cell = |square: Square| board.cells[square as usize];
            plan.steps.iter().map(|step| (step.from.map(cell), cell(step.to))).collect()
        } else {
            Vec::new()
        };
        let dead: Vec<Square> = (0..board.squares as Square).filter(|&square| !board.live[square as usize]).collect();
        Ok(Some(Self {
            floor: board.cells.clone(),
            dead: cells(&dead),
            tunnels: terrain
                .tunnels
                .iter()
                .map(|t| TunnelCells { cells: cells(&t.squares), one_way: t.one_way, bends: t.bends })
                .collect(),
            rooms: terrain
                .rooms
                .iter()
                .map(|r| RoomCells { cells: cells(&r.squares), targets: r.targets, entrances: cells(&r.entrances) })
                .collect(),
            corrals,
            frozen: cells(&stuck),
            packing,
            bounds,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_level_is_described() {
        let rows = ["#######", "#  #  #", "#@ $. #", "#  #  #", "#######"];
        let level = Level::from_rows(rows).expect("a level");
        let analysis = Analysis::new(&level).expect("a small level");
        assert_eq!(analysis.floor.len(), 13);
        assert_eq!((analysis.rooms.len(), analysis.tunnels.len(), analysis.corrals.len()), (2, 1, 1));
        assert_eq!(analysis.corrals[0].boxes.len(), 1);
        assert_eq!(analysis.bounds, [Some(1); 3]);
        assert_eq!(analysis.packing.len(), 1);
        assert!(analysis.dead.len() >= 4);
    }
}
