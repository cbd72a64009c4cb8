//! The single depth-first search told step by step.
//!
//! The same search as [`roads::Lowlink`](crate::roads::Lowlink), from any open
//! cell and with everything kept: the depth and the low-link of each cell, the
//! kind of each arc, and why a cell becomes a road. This is the picture of the
//! specification; it is made to be read, not to be fast.

use crate::{Access, Board, Tile, Unsound};
use dedale_grid::{Cell, Dir, Grid, Point};
use dedale_text::messages;
use serde::Serialize;

/// What an arc turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ArcKind {
    /// The search went this way.
    Used,
    /// It leads to an open cell that was already known.
    Ignored,
    /// It leads to a built cell.
    DeadEnd,
}

/// An arc from an open cell to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    /// Where it starts.
    pub from: Cell,
    /// Which way it goes.
    pub dir: Dir,
    /// What it turned out to be.
    pub kind: ArcKind,
}

/// Why a cell is a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It was a road before.
    Given,
    /// It is the only access to a built cell: the first criterion.
    SoleAccess,
    /// A part of the search cannot climb past it: the second criterion.
    CutBelow,
    /// It is the start and the search left it several times: the third.
    SplitStart,
    /// It is the only open cell.
    LastOpen,
}

impl Reason {
    /// The number of the criterion in the specification, 0 for what it does
    /// not number.
    pub const fn criterion(self) -> u8 {
        match self {
            Self::SoleAccess => 1,
            Self::CutBelow => 2,
            Self::SplitStart => 3,
            Self::Given | Self::LastOpen => 0,
        }
    }
}

/// What the search learnt about an open cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The number of used arcs from the start.
    pub depth: u32,
    /// The smallest depth within reach of used arcs and then one ignored arc.
    pub low: u32,
}

/// The whole search.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Where it started.
    pub start: Cell,
    /// What it learnt; nothing on built cells.
    pub visits: Grid<Option<Visit>>,
    /// All arcs, in the order in which they were looked at.
    pub arcs: Vec<Arc>,
    /// Every road with its reasons, sorted by cell.
    pub roads: Vec<(Cell, Vec<Reason>)>,
}

messages! {
    /// Why a search cannot start.
    pub enum StartError {
        /// The board is unsound.
        Board { cause: Unsound, en: String, fr: String } => "{en}", "{fr}";
        /// The start is outside or built upon.
        Start { at: Point } =>
            "found the start {at}, expected a free cell or a road of the board",
            "trouvé le départ {at}, attendu une case libre ou une route du plateau";
    }
}

impl Explanation {
    /// Searches a sound board, from a given cell or from the first open one.
    pub fn of(board: &Board, start: Option<Point>, access: Access) -> Result<Self, StartError> {
        use dedale_text::{Lang, Say};
        board.check(access).map_err(|cause| StartError::Board {
            en: cause.say(Lang::En),
            fr: cause.say(Lang::Fr),
            cause,
        })?;
        let open = |cell: &Cell| board.tile(*cell).is_open();
        let start = match start {
            Some(at) => board.size().cell(at).filter(open).ok_or(StartError::Start { at })?,
            None => board.size().cells().find(open).expect("a sound board has an open cell"),
        };
        let mut told = Self { start, visits: Grid::new(board.size(), None), arcs: Vec::new(), roads: Vec::new() };
        let mut reasons = Grid::new(board.size(), Vec::new());
        told.search(board, &mut reasons);
        find_sole_accesses(board, access, &mut reasons);
        if board.tiles().filter(|(_, tile)| tile.is_open()).count() == 1 {
            reasons[start].push(Reason::LastOpen);
        }
        for (cell, tile) in board.tiles() {
            if tile == Tile::Road && reasons[cell].is_empty() {
                reasons[cell].push(Reason::Given);
            }
            if !reasons[cell].is_empty() {
                told.roads.push((cell, std::mem::take(&mut reasons[cell])));
            }
        }
        Ok(told)
    }

    fn search(&mut self, board: &Board, reasons: &mut Grid<Vec<Reason>>) {
        let size = board.size();
        // The path from the start: a cell and the directions already taken.
        let mut path = vec![(self.start, 0)];
        let mut branches = 0;
        self.visits[self.start] = Some(Visit { depth: 0, low: 0 });
        while let Some((cell, next)) = path.last_mut() {
            let cell = *cell;
            if *next == 4 {
                path.pop();
                let Some((parent, _)) = path.last() else { break };
                let low = self.visit(cell).low;
                self.lower(*parent, low);
                if path.len() == 1 {
                    branches += 1;
                } else if low >= self.visit(*parent).depth && !reasons[*parent].contains(&Reason::CutBelow) {
                    reasons[*parent].push(Reason::CutBelow);
                }
                continue;
            }
            let dir = Dir::from_index(*next);
            *next += 1;
            let Some(to) = size.step(cell, dir) else { continue };
            let kind = if !board.tile(to).is_open() {
                ArcKind::DeadEnd
            } else if let Some(known) = self.visits[to] {
                self.lower(cell, known.depth);
                ArcKind::Ignored
            } else {
                let depth = self.visit(cell).depth + 1;
                self.visits[to] = Some(Visit { depth, low: depth });
                path.push((to, 0));
                ArcKind::Used
            };
            self.arcs.push(Arc { from: cell, dir, kind });
        }
        if branches > 1 {
            reasons[self.start].push(Reason::SplitStart);
        }
    }

    fn visit(&self, cell: Cell) -> Visit {
        self.visits[cell].expect("the search has entered this cell")
    }

    fn lower(&mut self, cell: Cell, depth: u32) {
        let visit = self.visits[cell].as_mut().expect("the search has entered this cell");
        visit.low = visit.low.min(depth);
    }
}

fn find_sole_accesses(board: &Board, access: Access, reasons: &mut Grid<Vec<Reason>>) {
    let size = board.size();
    for (cell, _) in board.tiles().filter(|(_, tile)| access.needed(*tile)) {
        let mut accesses = size.neighbours(cell).filter(|(_, next)| board.tile(*next).is_open());
        if let (Some((_, only)), None) = (accesses.next(), accesses.next())
            && !reasons[only].contains(&Reason::SoleAccess)
        {
            reasons[only].push(Reason::SoleAccess);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roads;

    #[test]
    fn the_reasons_of_a_small_board() {
        let board: Board = "A..\n...\n...\n".parse().unwrap();
        let told = Explanation::of(&board, None, Access::Everything).unwrap();
        assert_eq!(told.roads, []);
        let board: Board = "A.T\n...\n".parse().unwrap();
        let told = Explanation::of(&board, Some(Point::new(1, 1)), Access::Everything).unwrap();
        let size = board.size();
        assert_eq!(told.roads, [(size.cell(Point::new(1, 1)).unwrap(), vec![Reason::SplitStart])]);
        assert_eq!(told.visits[size.cell(Point::new(0, 1)).unwrap()], Some(Visit { depth: 1, low: 0 }));
        assert_eq!(told.arcs.iter().filter(|arc| arc.kind == ArcKind::DeadEnd).count(), 4);
        assert_eq!(told.arcs.iter().filter(|arc| arc.kind == ArcKind::Used).count(), 3);
    }

    #[test]
    fn every_start_finds_the_same_roads() {
        let board: Board = ".T..\n....\nT.T.\n.#..\n".parse().unwrap();
        let expected = roads::find(&board, Access::Everything).unwrap();
        for (cell, tile) in board.tiles() {
            let told = Explanation::of(&board, Some(board.size().point(cell)), Access::Everything);
            match told {
                Ok(told) => assert_eq!(told.roads.iter().map(|(cell, _)| *cell).collect::<Vec<_>>(), expected),
                Err(_) => assert!(tile.is_built()),
            }
        }
    }

    #[test]
    fn a_start_must_be_open() {
        let board: Board = "A.\n..\n".parse().unwrap();
        for at in [Point::new(0, 0), Point::new(-1, 0), Point::new(2, 2)] {
            assert!(matches!(Explanation::of(&board, Some(at), Access::Everything), Err(StartError::Start { .. })));
        }
    }
}
