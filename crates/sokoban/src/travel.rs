//! Where one box can be pushed while the others stand still, for people who
//! point at a box and at a square.

use crate::board::{Board, Square};
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::level::Level;
use crate::moves::Moves;
use crate::position::{Position, Zone};
use crate::search::to_moves;
use dedale_grid::Cell;

/// The ways of one box.
pub struct Travel {
    board: Board,
    carries: Vec<BoxMacro>,
}

impl Travel {
    /// All ways of the box on a cell; `None` if no movable box stands there.
    pub fn new(level: &Level, from: Cell) -> Option<Self> {
        let board = Board::new(level).ok()?;
        let start = board.square_of[from.index()];
        if !board.boxes.contains(&start) {
            return None;
        }
        let mut solid = board.solid(&board.boxes);
        let mut zone = Zone::new(&board);
        zone.flood(&board, &solid, board.player);
        solid[start as usize] = 0;
        let mut carries = Vec::new();
        MacroGenerator::new(&board).push(&board, &solid, start, &zone, None, &mut carries);
        Some(Self { board, carries })
    }

    /// The cells the box can be brought to; dead squares are left out.
    pub fn cells(&self) -> Vec<Cell> {
        let mut squares: Vec<Square> = self.carries.iter().map(|carry| carry.to).collect();
        squares.sort_unstable();
        squares.dedup();
        squares.into_iter().map(|square| self.board.cells[square as usize]).collect()
    }

    /// The moves that bring the box to a cell with the fewest pushes.
    pub fn moves(&self, to: Cell) -> Option<Moves> {
        let square = self.board.square_of[to.index()];
        let best = self.carries.iter().filter(|carry| carry.to == square).min_by_key(|carry| carry.pushes)?;
        let start = Position::start(&self.board);
        let mut zone = Zone::new(&self.board);
        zone.flood(&self.board, &start.solid, start.player);
        let mut solid = start.solid.clone();
        solid[best.from as usize] = 0;
        let pushes = MacroGenerator::new(&self.board).pushes(&self.board, &solid, &zone, *best)?;
        to_moves(&self.board, &start, &pushes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::replay;

    #[test]
    fn round_the_corner() {
        let level = Level::from_rows(["########", "#      #", "# $    #", "#   #@ #", "#    . #", "########"]);
        let level = level.expect("a level");
        let travel = Travel::new(&level, level.boxes()[0]).expect("a box");
        let target = level.targets().next().expect("a target");
        assert!(travel.cells().contains(&target));
        let (_, metrics) = replay(&level, &travel.moves(target).expect("a way")).expect("a solution");
        assert_eq!(metrics.pushes, 5);
        assert!(Travel::new(&level, level.player()).is_none());
    }
}
