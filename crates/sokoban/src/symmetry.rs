//! Levels that are the same under rotation and reflection.
//!
//! The canonical form keeps only what matters for the solution: unreachable
//! cells become wall, the rectangle shrinks to the walls around the inside,
//! the player stands on the first cell it can walk to; of the eight
//! symmetric pictures the smallest in byte order is taken.

use crate::level::{Ground, Level};
use dedale_grid::Cell;
use rustc_hash::FxHashMap;

/// The canonical text of a level: equal for two levels if and only if they are
/// the same puzzle up to symmetry, decoration and the player's free walk.
pub fn canonical(level: &Level) -> String {
    let size = level.size();
    let inside = level.inside();
    let mut boxes = vec![false; size.area()];
    for cell in level.boxes() {
        boxes[cell.index()] = true;
    }
    let mut reach = vec![false; size.area()];
    let mut stack = vec![level.player()];
    reach[level.player().index()] = true;
    while let Some(cell) = stack.pop() {
        for (_, next) in size.neighbours(cell) {
            let index = next.index();
            if !reach[index] && inside[index] && !boxes[index] {
                reach[index] = true;
                stack.push(next);
            }
        }
    }
    let (mut top, mut bottom, mut left, mut right) = (usize::MAX, 0, usize::MAX, 0);
    for (index, _) in inside.iter().enumerate().filter(|(_, inside)| **inside) {
        let (row, col) = (index / size.cols(), index % size.cols());
        (top, bottom) = (top.min(row), bottom.max(row));
        (left, right) = (left.min(col), right.max(col));
    }
    let (rows, cols) = (bottom - top + 1, right - left + 1);
    let picture: Vec<Vec<u8>> = (0..rows)
        .map(|row| {
            (0..cols)
                .map(|col| {
                    let index = (row + top) * size.cols() + col + left;
                    match (inside[index], level.ground(Cell::new(index as u32)), boxes[index], reach[index]) {
                        (false, ..) | (_, Ground::Wall, ..) => b'#',
                        (_, Ground::Floor, true, _) => b'$',
                        (_, Ground::Floor, _, true) => b'@',
                        (_, Ground::Floor, ..) => b' ',
                        (_, Ground::Target, true, _) => b'*',
                        (_, Ground::Target, _, true) => b'+',
                        (_, Ground::Target, ..) => b'.',
                    }
                })
                .collect()
        })
        .collect();
    let pictures = (0..8).map(|turn| {
        let (height, width) = if turn & 4 == 0 { (rows, cols) } else { (cols, rows) };
        let mut text = String::with_capacity(height * (width + 1));
        for row in 0..height {
            for col in 0..width {
                let (row, col) = if turn & 4 == 0 { (row, col) } else { (col, row) };
                let row = if turn & 1 == 0 { row } else { rows - 1 - row };
                let col = if turn & 2 == 0 { col } else { cols - 1 - col };
                text.push(char::from(picture[row][col]));
            }
            text.push('\n');
        }
        text
    });
    pictures.min().expect("there are eight pictures")
}

/// For every level the index of the first level that is the same puzzle, or
/// `None` if it is the first of its kind.
pub fn duplicates<'a>(levels: impl IntoIterator<Item = &'a Level>) -> Vec<Option<usize>> {
    let mut first: FxHashMap<String, usize> = FxHashMap::default();
    levels
        .into_iter()
        .enumerate()
        .map(|(index, level)| {
            let seen = *first.entry(canonical(level)).or_insert(index);
            (seen != index).then_some(seen)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_pictures_one_puzzle() {
        let level = |rows: &[&str]| Level::from_rows(rows).expect("a level");
        let one = level(&["######", "#@ $.#", "#  ###", "####"]);
        let turned = level(&["####", "#  #", "#@ ##", "##$ #", " #. #", " ####"]);
        let upright = level(&["####", "# @#", "#  ##", "##$#", " #.#", " ###"]);
        assert_eq!(canonical(&one), canonical(&one));
        assert_ne!(canonical(&one), canonical(&turned));
        assert_eq!(duplicates([&one, &turned, &one, &upright]), [None, None, Some(0), Some(0)]);
        // A stray box outside the walls is decoration and does not count,
        // but it needs a target of its own to be a level.
        let decorated = level(&["#######", "#.$ @##", "###  #$", "  ####."]);
        assert_eq!(canonical(&one), canonical(&decorated));
    }
}
