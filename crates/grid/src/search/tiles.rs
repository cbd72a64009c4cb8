//! Boards cut into tiles of 8 × 8 cells, one 64-bit word each.
//!
//! The front of a breadth-first search in four directions is diagonal: it
//! meets a row in one or two cells, but a tile in up to eight. A word that is
//! a tile therefore moves several cells of the front at once where a word that
//! is a piece of a row moves one.
//!
//! Row `r` and column `c` of a tile are bit `8r + c`. The tiles are surrounded
//! by a frame of empty ones, so that every real tile has four neighbours.

use crate::{BitGrid, Cell, Dir, Point, Size};

/// The first row of a tile, and its first column.
const TOP: u64 = 0xFF;
const LEFT: u64 = 0x0101_0101_0101_0101;

/// Where the cells of a board lie in its tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    size: Size,
    /// Tiles in a row, frame included.
    stride: usize,
}

impl Layout {
    pub fn new(size: Size) -> Self {
        Self { size, stride: size.cols().div_ceil(8) + 2 }
    }

    pub fn size(self) -> Size {
        self.size
    }

    /// How many tiles there are, frame included.
    pub fn tiles(self) -> usize {
        (self.size.rows().div_ceil(8) + 2) * self.stride
    }

    /// The tile one step away.
    #[inline]
    pub fn beside(self, tile: usize, dir: Dir) -> usize {
        match dir {
            Dir::Up => tile - self.stride,
            Dir::Right => tile + 1,
            Dir::Down => tile + self.stride,
            Dir::Left => tile - 1,
        }
    }

    /// The tile and the bit of a cell; `None` outside the board.
    pub fn place(self, cell: Cell) -> Option<(usize, u64)> {
        let Point { row, col } = self.size.point(self.size.cell_at(cell.index())?);
        let (row, col) = (row as usize, col as usize);
        Some(((row / 8 + 1) * self.stride + col / 8 + 1, 1 << (row % 8 * 8 + col % 8)))
    }

    /// Calls `put` with every real tile and its word.
    pub fn read(self, board: &BitGrid, mut put: impl FnMut(usize, u64)) {
        let across = self.stride - 2;
        for top in (0..self.size.rows()).step_by(8) {
            let rows: [&[u64]; 8] =
                std::array::from_fn(|row| if top + row < self.size.rows() { board.row(top + row) } else { &[] });
            let first = (top / 8 + 1) * self.stride + 1;
            for word in 0..board.words_per_row() {
                let strips = transpose(rows.map(|row| row.get(word).copied().unwrap_or(0)));
                for (tile, &strip) in (word * 8..across).zip(&strips) {
                    put(first + tile, strip);
                }
            }
        }
    }

    /// The board whose tiles `get` gives.
    pub fn write(self, board: &mut BitGrid, get: impl Fn(usize) -> u64) {
        let (across, stride) = (self.stride - 2, board.words_per_row());
        board.edit(|words| {
            for (group, rows) in words.chunks_mut(8 * stride).enumerate() {
                let first = (group + 1) * self.stride + 1;
                for word in 0..stride {
                    let strips = transpose(std::array::from_fn(|tile| {
                        let tile = word * 8 + tile;
                        if tile < across { get(first + tile) } else { 0 }
                    }));
                    for (row, strip) in rows.chunks_mut(stride).zip(strips) {
                        row[word] = strip;
                    }
                }
            }
        });
    }
}

/// The 8 × 8 bytes of eight words, rows and columns exchanged.
fn transpose(words: [u64; 8]) -> [u64; 8] {
    let bytes = words.map(u64::to_le_bytes);
    std::array::from_fn(|col| u64::from_le_bytes(std::array::from_fn(|row| bytes[row][col])))
}

/// The cells of a tile beside the given ones, within the tile.
#[inline]
pub(super) fn spread(cells: u64) -> u64 {
    cells << 8 | cells >> 8 | (cells & !(LEFT << 7)) << 1 | (cells & !LEFT) >> 1
}

/// The cells of the neighbouring tile beside the given ones.
#[inline]
pub(super) fn cross(cells: u64, dir: Dir) -> u64 {
    match dir {
        Dir::Up => cells << 56,
        Dir::Right => (cells >> 7) & LEFT,
        Dir::Down => cells >> 56 & TOP,
        Dir::Left => (cells & LEFT) << 7,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_board;
    use super::*;
    use crate::Rng;

    #[test]
    fn boards_survive_the_way_into_tiles_and_back() {
        let mut rng = Rng::new(8);
        for _ in 0..60 {
            let board = random_board(&mut rng, 150);
            let layout = Layout::new(board.size());
            let mut tiles = vec![0; layout.tiles()];
            layout.read(&board, |tile, word| tiles[tile] = word);
            for cell in board.size().cells() {
                let (tile, bit) = layout.place(cell).unwrap();
                assert_eq!(tiles[tile] & bit != 0, board.get(cell));
            }
            assert_eq!(tiles.iter().map(|word| word.count_ones() as usize).sum::<usize>(), board.count());
            let mut back = BitGrid::new(board.size());
            layout.write(&mut back, |tile| tiles[tile]);
            assert_eq!(back, board);
            assert_eq!(layout.place(Cell::new(board.size().area() as u32)), None);
        }
    }

    #[test]
    fn steps_within_and_across_tiles_agree_with_the_board() {
        let size = Size::new(24, 24).unwrap();
        let layout = Layout::new(size);
        let mut cells = vec![0; layout.tiles()];
        layout.read(&BitGrid::full(size), |tile, word| cells[tile] = word);
        for cell in size.cells() {
            let (tile, bit) = layout.place(cell).unwrap();
            let mut found = vec![(tile, spread(bit))];
            found.extend(Dir::ALL.map(|dir| (layout.beside(tile, dir), cross(bit, dir))));
            let count: u32 = found.iter().map(|&(tile, bits)| (bits & cells[tile]).count_ones()).sum();
            assert_eq!(count as usize, size.neighbours(cell).count());
            for (_, next) in size.neighbours(cell) {
                let (tile, bit) = layout.place(next).unwrap();
                assert!(found.iter().any(|&(at, bits)| at == tile && bits & bit != 0));
            }
        }
    }
}
