//! The boards of the box, pushed together at random into one market.

use crate::{Frame, Spots};
use dedale_grid::{Point, Rng};

/// Rows, columns and trees of each board.
const BOARDS: [(i32, i32, u8); 7] = [(3, 4, 2), (3, 6, 3), (4, 4, 3), (4, 4, 3), (3, 5, 3), (4, 5, 4), (3, 7, 5)];
/// The most boards of a market: all seven would not fit in a frame.
pub(crate) const MOST_BOARDS: u8 = 6;
/// No more trees than the box has.
const MOST_TREES: u8 = 18;
/// How often a market is begun anew before it counts as impossible.
const TRIES: usize = 5000;

/// Boards that lie together.
pub(super) struct Laid {
    pub frame: Frame,
    /// The cells of each board.
    pub parts: Vec<u128>,
    pub trees: u8,
}

#[derive(Clone, Copy)]
struct Rect {
    row: i32,
    col: i32,
    rows: i32,
    cols: i32,
}

impl Rect {
    fn points(self) -> impl Iterator<Item = Point> {
        (self.row..self.row + self.rows)
            .flat_map(move |row| (self.col..self.col + self.cols).map(move |col| Point::new(row, col)))
    }

    /// How far two rectangles overlap in rows and columns; negative is a gap.
    fn overlap(self, other: Self) -> (i32, i32) {
        let along = |a: i32, an: i32, b: i32, bn: i32| (a + an).min(b + bn) - a.max(b);
        (along(self.row, self.rows, other.row, other.rows), along(self.col, self.cols, other.col, other.cols))
    }

    /// How many sides of cells they share; nothing where they overlap.
    fn contact(self, other: Self) -> Option<i32> {
        match self.overlap(other) {
            (rows, cols) if rows > 0 && cols > 0 => None,
            (0, cols) if cols > 0 => Some(cols),
            (rows, 0) if rows > 0 => Some(rows),
            _ => Some(0),
        }
    }

    fn with(self, other: Self) -> Self {
        let (row, col) = (self.row.min(other.row), self.col.min(other.col));
        let rows = (self.row + self.rows).max(other.row + other.rows) - row;
        let cols = (self.col + self.cols).max(other.col + other.cols) - col;
        Self { row, col, rows, cols }
    }
}

/// So many boards, drawn and laid at random; nothing if they never fit.
pub(super) fn lay(count: usize, rng: &mut Rng) -> Option<Laid> {
    (0..TRIES).find_map(|_| try_to_lay(count, rng))
}

fn try_to_lay(count: usize, rng: &mut Rng) -> Option<Laid> {
    let mut boards = BOARDS;
    rng.shuffle(&mut boards);
    let boards = &boards[..count.min(BOARDS.len())];
    let mut laid: Vec<Rect> = Vec::new();
    for (rows, cols, _) in boards {
        let (rows, cols) = if rng.bits() & 1 == 0 { (*rows, *cols) } else { (*cols, *rows) };
        laid.push(place(&laid, rows, cols, rng)?);
    }
    let whole = laid.iter().copied().reduce(Rect::with)?;
    let frame = Frame::new(whole.rows as usize, whole.cols as usize)?;
    let spots = |rect: &Rect| {
        let cells = rect.points().map(|at| Point::new(at.row - whole.row, at.col - whole.col));
        cells.filter_map(|at| frame.spot(at)).fold(0, |cells, spot| cells | spot.bit())
    };
    let parts: Vec<u128> = laid.iter().map(spots).collect();
    let cells = parts.iter().fold(0, |cells, part| cells | part);
    let trees = boards.iter().map(|board| board.2).sum::<u8>().min(MOST_TREES);
    without_holes(&frame, cells).then(|| Laid { frame: frame.only(cells), parts, trees })
}

/// Puts a board beside the others: where the whole stays smallest, then where
/// it touches most, then anywhere.
fn place(laid: &[Rect], rows: i32, cols: i32, rng: &mut Rng) -> Option<Rect> {
    let Some(whole) = laid.iter().copied().reduce(Rect::with) else {
        return Some(Rect { row: 0, col: 0, rows, cols });
    };
    let mut best: Vec<Rect> = Vec::new();
    let mut least = (i32::MAX, 0);
    for row in whole.row - rows..=whole.row + whole.rows {
        for col in whole.col - cols..=whole.col + whole.cols {
            let rect = Rect { row, col, rows, cols };
            let contacts: Option<Vec<i32>> = laid.iter().map(|other| rect.contact(*other)).collect();
            let Some(contact) = contacts.map(|contacts| contacts.iter().sum::<i32>()).filter(|sum| *sum >= 2) else {
                continue;
            };
            let grown = whole.with(rect);
            if grown.rows * (grown.cols + 1) > 128 {
                continue;
            }
            let key = (grown.rows * grown.cols, -contact);
            if key < least {
                least = key;
                best.clear();
            }
            if key == least {
                best.push(rect);
            }
        }
    }
    rng.choose(&best).copied()
}

/// Whether everything that is not a cell reaches the border.
fn without_holes(frame: &Frame, cells: u128) -> bool {
    let outside = frame.board() & !cells;
    let reached = frame.flow(outside & frame.edge(), outside);
    Spots(outside & !reached).next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_always_fit_and_hang_together() {
        for count in 1..=usize::from(MOST_BOARDS) {
            for seed in 0..60 {
                let laid = lay(count, &mut Rng::new(seed)).unwrap_or_else(|| panic!("{count} boards, seed {seed}"));
                let cells = laid.frame.board();
                assert_eq!(laid.parts.len(), count);
                // No cell twice, none forgotten.
                assert_eq!(laid.parts.iter().map(|part| part.count_ones()).sum::<u32>(), cells.count_ones());
                assert_eq!(laid.parts.iter().fold(0, |all, part| all | part), cells);
                assert_eq!(laid.frame.flow(cells & cells.wrapping_neg(), cells), cells, "{count} boards, seed {seed}");
                let whole = Frame::new(laid.frame.rows(), laid.frame.cols()).unwrap();
                assert!(without_holes(&whole, cells));
                assert!(laid.trees <= MOST_TREES);
            }
        }
    }
}
