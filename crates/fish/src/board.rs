//! A board of any size: what lies on each cell, and whether it is sound.
//!
//! The specification sees it as a directed graph: a free cell or a road leads
//! to its four neighbours, a built cell leads nowhere. A board is sound when
//! someone who walks on free cells and roads can reach every one of them and
//! stand beside every built cell.

mod compact;
mod framed;
mod text;

use crate::Good;
use dedale_grid::{Cell, Dir, Grid, Point, Size};
use dedale_play::Seat;
use dedale_text::messages;

pub use text::{Layout, TextError};

/// The most cells of a board, so that a file cannot ask for all the memory.
pub const MAX_CELLS: usize = 1 << 24;
/// The most players.
pub const MAX_PLAYERS: usize = 5;

/// What lies on a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Nothing yet.
    #[default]
    Free,
    /// A road: nothing will ever be built here.
    Road,
    /// Still free, but a player has reserved it.
    Reserved(Seat),
    /// A tree.
    Tree,
    /// The producer of a good.
    Producer(Good),
    /// A shop, with its owner where that is known.
    Shop(Good, Option<Seat>),
    /// No cell of the board: its outline is no rectangle.
    Outside,
}

impl Tile {
    /// Whether one walks over it: free cells, reserved ones and roads.
    #[inline]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Free | Self::Road | Self::Reserved(_))
    }

    /// Whether something stands on it.
    #[inline]
    pub const fn is_built(self) -> bool {
        !self.is_open() && !matches!(self, Self::Outside)
    }
}

/// Which built cells must keep an open neighbour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Access {
    /// All of them, as in the project's own rules.
    #[default]
    Everything,
    /// Producers and shops only, as in the official rules: a tree may be
    /// walled in.
    Traders,
}

impl Access {
    /// Whether a tile must keep an open neighbour.
    #[inline]
    pub const fn needed(self, tile: Tile) -> bool {
        match self {
            Self::Everything => tile.is_built(),
            Self::Traders => matches!(tile, Tile::Producer(_) | Tile::Shop(..)),
        }
    }
}

messages! {
    /// What is unsound about a board; the cell is where to look.
    pub enum Unsound {
        /// Every cell is built upon.
        Full { at: Point } =>
            "found no free cell or road, expected at least one: cell {at} cannot be reached",
            "trouvé ni case libre ni route, attendu au moins une : la case {at} est inaccessible";
        /// Open cells that cannot reach each other.
        Cut { at: Point } =>
            "found a board cut in pieces, expected one: cell {at} cannot be reached from the first open cell",
            "trouvé un plateau coupé en morceaux, attendu un seul : la case {at} est inaccessible depuis la première case ouverte";
        /// A built cell without open neighbour.
        Closed { at: Point } =>
            "found a built cell without access, expected a free cell or a road beside it: cell {at} cannot be reached",
            "trouvé une case aménagée sans accès, attendu une case libre ou une route à côté : la case {at} est inaccessible";
    }
}

impl Unsound {
    /// The cell that is named.
    pub const fn at(&self) -> Point {
        match self {
            Self::Full { at } | Self::Cut { at } | Self::Closed { at } => *at,
        }
    }
}

/// A board.
///
/// ```
/// use dedale_fish::{Board, roads};
/// let board: Board = "A.\n..\n".parse()?;
/// assert_eq!(board.to_string(), "A.\n..\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    tiles: Grid<Tile>,
}

impl Board {
    /// A board where everything is free.
    pub fn new(size: Size) -> Self {
        Self { tiles: Grid::new(size, Tile::Free) }
    }

    /// The size.
    #[inline]
    pub fn size(&self) -> Size {
        self.tiles.size()
    }

    /// What lies on a cell.
    #[inline]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell]
    }

    /// What lies at a point, `None` outside the board.
    pub fn at(&self, point: Point) -> Option<Tile> {
        self.tiles.get(point).copied()
    }

    /// Puts a tile on a cell, whatever was there.
    pub fn set(&mut self, cell: Cell, tile: Tile) {
        self.tiles[cell] = tile;
    }

    /// All tiles, row by row.
    pub fn tiles(&self) -> impl DoubleEndedIterator<Item = (Cell, Tile)> + ExactSizeIterator {
        self.tiles.iter().map(|(cell, tile)| (cell, *tile))
    }

    /// Whether the graph has an arc from a cell to its neighbour: the
    /// neighbour exists and one can leave the cell.
    pub fn has_arc(&self, from: Cell, dir: Dir) -> bool {
        self.tile(from).is_open() && self.size().step(from, dir).is_some()
    }

    /// Whether every open cell can be reached from every other, and every
    /// built cell that needs it has an open neighbour.
    pub fn check(&self, access: Access) -> Result<(), Unsound> {
        let size = self.size();
        let Some(first) = size.cells().find(|cell| self.tile(*cell).is_open()) else {
            return Err(Unsound::Full { at: Point::new(0, 0) });
        };
        let mut reached = vec![false; size.area()];
        reached[first.index()] = true;
        let mut todo = vec![first];
        while let Some(cell) = todo.pop() {
            for (_, next) in size.neighbours(cell) {
                let seen = std::mem::replace(&mut reached[next.index()], true);
                if !seen && self.tile(next).is_open() {
                    todo.push(next);
                }
            }
        }
        for cell in size.cells().filter(|cell| !reached[cell.index()]) {
            let at = size.point(cell);
            match self.tile(cell) {
                tile if tile.is_open() => return Err(Unsound::Cut { at }),
                tile if access.needed(tile) => return Err(Unsound::Closed { at }),
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_leave_open_cells_only() {
        let board: Board = "T.\n#A\n".parse().unwrap();
        let size = board.size();
        let arcs: Vec<Vec<Dir>> =
            size.cells().map(|cell| Dir::ALL.into_iter().filter(|dir| board.has_arc(cell, *dir)).collect()).collect();
        assert_eq!(arcs, [vec![], vec![Dir::Down, Dir::Left], vec![Dir::Up, Dir::Right], vec![]]);
    }

    #[test]
    fn unsound_boards_name_a_cell() {
        let check = |text: &str, access| text.parse::<Board>().unwrap().check(access).err().map(|error| error.at());
        for (text, at) in [
            ("..\n..\n", None),
            ("T\n", Some((0, 0))),
            (".T.\n", Some((0, 2))),
            (".T.\n.T.\n...\n", None),
            ("TT.\nT..\n...\n", Some((0, 0))),
        ] {
            assert_eq!(check(text, Access::Everything), at.map(|(row, col)| Point::new(row, col)), "{text}");
        }
        assert_eq!(check("TT.\nT..\n...\n", Access::Traders), None);
        assert_eq!(check("AT.\nT..\n...\n", Access::Traders), Some(Point::new(0, 0)));
    }
}
