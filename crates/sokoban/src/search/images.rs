//! Symmetries of a board: reflections and rotations that take it to itself.
//!
//! Of the eight motions of the rectangle around the squares where boxes can be those count under which
//! nearly every square, box and target has an image of its kind: a level that is
//! symmetric but for a door or two is played much like one that is so throughout.
//! Cost: seven walks over the board.

use crate::board::{Board, Square};
use crate::position::Push;

/// One square, box or target in so many may be without its like.
const ODD_ONES: usize = 12;

/// The motions in the order they are tried: half a turn first, which solutions have
/// more often than a mirror, since the player leaves by one side of a mirror only.
const MOTIONS: [usize; 7] = [3, 1, 2, 7, 4, 5, 6];

/// For each symmetry but the identity the image of every square, the wall for squares
/// that have none.
pub(crate) fn images(board: &Board) -> Vec<Vec<Square>> {
    let place = |square: usize| {
        let index = board.cells[square].index() as isize;
        (index / board.cols as isize, index % board.cols as isize)
    };
    // Where boxes can be: a part of a board may be symmetric though the whole is not.
    let live = || board.live_squares.iter().map(|&square| place(square as usize));
    let (Some(top), Some(bottom)) = (live().map(|at| at.0).min(), live().map(|at| at.0).max()) else {
        return Vec::new();
    };
    let (Some(left), Some(right)) = (live().map(|at| at.1).min(), live().map(|at| at.1).max()) else {
        return Vec::new();
    };
    let (height, width) = (bottom - top, right - left);
    let rows = (board.square_of.len() / board.cols) as isize;
    let image = |motion: usize, (row, col): (isize, isize)| {
        let (row, col) = (row - top, col - left);
        let row = if motion & 1 == 0 { row } else { height - row };
        let col = if motion & 2 == 0 { col } else { width - col };
        let (row, col) = if motion & 4 == 0 { (row + top, col + left) } else { (col + top, row + left) };
        if (0..rows).contains(&row) && (0..board.cols as isize).contains(&col) {
            board.square_of[row as usize * board.cols + col as usize]
        } else {
            board.wall()
        }
    };
    let motions = MOTIONS.into_iter().filter(|motion| height == width || motion & 4 == 0);
    let images = motions.map(|motion| (0..board.squares).map(|square| image(motion, place(square))).collect());
    images.filter(|images: &Vec<Square>| holds(board, images)).collect()
}

/// Whether nearly everything has an image of its kind.
fn holds(board: &Board, images: &[Square]) -> bool {
    let mut is_box = vec![false; board.squares + 1];
    board.boxes.iter().for_each(|&square| is_box[square as usize] = true);
    let most = |of: &[Square], kind: &dyn Fn(Square) -> bool| {
        let odd = of.iter().filter(|&&square| !kind(images[square as usize])).count();
        odd * ODD_ONES <= of.len()
    };
    most(&board.live_squares, &|square| board.live[square as usize])
        && most(&board.boxes, &|square| is_box[square as usize])
        && most(&board.targets, &|square| board.is_target[square as usize])
}

/// A push as a symmetry sees it; `None` where that is no push.
pub(crate) fn image_of(board: &Board, images: &[Square], push: Push) -> Option<Push> {
    let to = board.next[push.from as usize][push.dir as usize];
    let (from, to) = (images[push.from as usize], *images.get(to as usize)?);
    let dir = (0..4u8).find(|&dir| from != board.wall() && board.next[from as usize][dir as usize] == to)?;
    (to != board.wall()).then_some(Push { from, dir })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    /// The same in a mirror, but not upside down.
    const UPRIGHT: [&str; 5] = ["########", "#  ..  #", "#@$  $ #", "#      #", "########"];

    fn count(rows: &[&str]) -> usize {
        images(&Board::new(&Level::from_rows(rows).expect("a level")).expect("a board")).len()
    }

    #[test]
    fn reflections_and_rotations_are_found() {
        let square = ["#######", "#     #", "# $.$ #", "# .@. #", "# $.$ #", "#     #", "#######"];
        assert_eq!(count(&square), 7);
        assert_eq!(count(&["########", "#  @   #", "# $..$ #", "#      #", "########"]), 3);
        assert_eq!(count(&UPRIGHT), 1);
        let turned = ["########", "#   .  #", "# $@ $ #", "#  .   #", "########"];
        assert_eq!(count(&turned), 1);
        assert_eq!(count(&["########", "#@ $  .#", "#    $ #", "#   .  #", "########"]), 0);
    }

    #[test]
    fn images_are_where_they_should_be() {
        let board = Board::new(&Level::from_rows(UPRIGHT).expect("a level")).expect("a board");
        let all = images(&board);
        for square in 0..board.squares as Square {
            let image = all[0][square as usize];
            let (one, two) = (board.cells[square as usize].index(), board.cells[image as usize].index());
            assert_eq!((one / 8, one % 8 + two % 8), (two / 8, 7));
        }
    }
}
