//! Tiles as text, as the specification draws them.

use crate::{Square, Tile, Wall};
use dedale_grid::Dir;

/// The nine lines of a tile: walls, and `^ v < >` on the doors. `mark` gives
/// the character in the middle of each cell; a space for the plain picture.
pub fn tile_lines(tile: &Tile, mark: impl Fn(Square) -> char) -> [String; 9] {
    let wall = |square: Square, dir| Wall::beside(square, dir).is_none_or(|wall| tile.has_wall(wall));
    std::array::from_fn(|line| {
        let mut text = String::new();
        if line % 2 == 0 {
            for col in 0..4 {
                let part = match line {
                    0 if col == 2 && tile.door(Dir::Up).is_some() => " ^ ",
                    8 if col == 1 && tile.door(Dir::Down).is_some() => " v ",
                    0 | 8 => "---",
                    _ if wall(Square::at(line / 2, col), Dir::Up) => "---",
                    _ => "   ",
                };
                text.push('+');
                text.push_str(part);
            }
            text.push('+');
        } else {
            let row = line / 2;
            text.push(if row == 1 && tile.door(Dir::Left).is_some() { '<' } else { '|' });
            for col in 0..4 {
                let square = Square::at(row, col);
                text.push(' ');
                text.push(mark(square));
                text.push(' ');
                text.push(match col {
                    3 if row == 2 && tile.door(Dir::Right).is_some() => '>',
                    3 => '|',
                    _ if wall(square, Dir::Right) => '|',
                    _ => ' ',
                });
            }
        }
        text
    })
}

/// A tile exactly as the specification draws it.
pub fn plain(tile: &Tile) -> String {
    tile_lines(tile, |_| ' ').map(|line| line + "\n").concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format;

    /// The first tile drawn in the specification.
    #[test]
    fn the_specifications_first_tile() {
        let text = "tuile\nmur 6\nmur 8\nmur 15\nmur 16\nmur 18\nmur 19\nmur 20\nmur 21\n\
                    site 2 porte vert\nsite 13 porte aucune\nfin\n";
        let tile = format::read_tiles(text).unwrap()[0];
        let expected = [
            "+---+---+ ^ +---+",
            "|       |   |   |",
            "+   +   +   +   +",
            "|           |   |",
            "+   +   +---+   +",
            "|       |       |",
            "+---+   +   +   +",
            "|   |   |       |",
            "+---+ v +---+---+",
        ];
        assert_eq!(plain(&tile).lines().collect::<Vec<_>>(), expected);
    }
}
