//! How fresh the goods of a shop are: the walk from the shop to its producer.
//!
//! The distance is the number of free cells and roads walked over. A shop that
//! touches its producer is not at distance 0: one cannot leave a built cell,
//! so the walk goes round through at least one open cell. One breadth-first
//! search from a producer serves all its shops.

use crate::{Board, Good, Tile};
use dedale_grid::{Cell, Grid};

/// The distances of all cells from one producer.
#[derive(Clone, Debug)]
pub struct Distances {
    steps: Grid<u32>,
}

impl Distances {
    /// Walks from a producer over all open cells.
    pub fn from(board: &Board, producer: Cell) -> Self {
        let size = board.size();
        let mut steps = Grid::new(size, u32::MAX);
        steps[producer] = 0;
        let mut queue = vec![producer];
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            for (_, beside) in size.neighbours(cell) {
                if steps[beside] == u32::MAX && board.tile(beside).is_open() {
                    steps[beside] = steps[cell] + 1;
                    queue.push(beside);
                }
            }
        }
        Self { steps }
    }

    /// How far a shop on this cell is, whatever lies there now; `None` if no
    /// way leads there.
    pub fn of_shop(&self, cell: Cell) -> Option<u32> {
        let beside = self.steps.size().neighbours(cell).map(|(_, beside)| self.steps[beside]);
        // The producer itself is no cell to walk on.
        beside.filter(|steps| *steps > 0).min().filter(|steps| *steps != u32::MAX)
    }
}

/// A shop and its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShopDistance {
    /// Where the shop stands.
    pub cell: Cell,
    /// What it sells.
    pub good: Good,
    /// The cells walked to its producer, at most the maximum; `None` if the
    /// board has no producer of the good.
    pub distance: Option<u32>,
}

/// The distance of every shop of a board, at most `max` each, sorted by cell.
pub fn shops(board: &Board, max: u32) -> Vec<ShopDistance> {
    let mut from: [Option<Distances>; 5] = Default::default();
    for (cell, tile) in board.tiles() {
        if let Tile::Producer(good) = tile {
            from[good.index()] = Some(Distances::from(board, cell));
        }
    }
    let measure = |cell, good: Good| {
        let distance = from[good.index()].as_ref().map(|from| from.of_shop(cell).unwrap_or(max).min(max));
        ShopDistance { cell, good, distance }
    };
    board
        .tiles()
        .filter_map(|(cell, tile)| match tile {
            Tile::Shop(good, _) => Some(measure(cell, good)),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_round_what_is_built() {
        for (text, expected) in [
            ("A.a\n...\n", Some(1)),
            ("Aa.\n...\n", Some(2)),
            ("A.T\n..a\n", Some(2)),
            ("A..T....a\n.........\n", Some(9)),
            (".........a\nA.........\n", Some(9)),
            ("ATa\n.T.\n...\n", Some(5)),
            ("ATa\n.T.\n", Some(9)),
            ("B.a\n...\n", None),
        ] {
            let board: Board = text.parse().unwrap();
            let distance = shops(&board, 9)[0].distance;
            assert_eq!(distance, expected, "{text}");
        }
    }
}
