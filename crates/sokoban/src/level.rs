//! A level: walls, targets, boxes and one player.
//!
//! A [`Level`] can only be built from rows that make sense (one player, at
//! least one box, no more boxes than targets), so nothing later checks again.
//! The border of the rectangle counts as wall, so open boards are fine.

use dedale_grid::{Cell, Point, Size};
use dedale_text::messages;
use std::fmt;

/// The most rows or columns of a level.
pub const MAX_SIDE: usize = 2_048;
/// The most cells of a level.
pub const MAX_AREA: usize = 1 << 20;

/// What lies under boxes and player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ground {
    /// Nobody passes.
    Wall,
    /// Plain floor, also outside the walls.
    Floor,
    /// Floor on which a box wants to stand.
    Target,
}

/// A Sokoban level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    size: Size,
    ground: Vec<Ground>,
    boxes: Vec<Cell>,
    player: Cell,
}

messages! {
    /// Why rows are not a level. Rows and columns count from 0.
    pub enum LevelError {
        /// There are no rows.
        Empty => "found an empty board, expected rows of `#`, `@`, `$` and `.`",
            "trouvé un plateau vide, attendu des lignes de « # », « @ », « $ » et « . »";
        /// More rows, columns or cells than anybody needs.
        TooLarge { rows: usize, cols: usize } =>
            "found a board of {rows} rows and {cols} columns, expected at most 2048 of each and 1048576 cells",
            "trouvé un plateau de {rows} lignes et {cols} colonnes, attendu au plus 2048 de chaque et 1048576 cases";
        /// A character that means nothing on a board.
        Character { found: char, at: Point } =>
            "found `{found}`, expected one of `#`, `@`, `+`, `$`, `*`, `.`, space, `-`, `_`",
            "trouvé « {found} », attendu l'un de « # », « @ », « + », « $ », « * », « . », espace, « - », « _ »";
        /// Nobody pushes.
        NoPlayer => "found no player, expected one `@` or `+`", "trouvé aucun joueur, attendu un « @ » ou « + »";
        /// Two players.
        SecondPlayer { at: Point } => "found a second player, expected one `@` or `+`",
            "trouvé un deuxième joueur, attendu un seul « @ » ou « + »";
        /// Nothing to push.
        NoBox => "found no box, expected at least one `$` or `*`",
            "trouvé aucune caisse, attendu au moins un « $ » ou « * »";
        /// Some box can never be at home.
        TooFewTargets { boxes: usize, targets: usize } =>
            "found {boxes} boxes and {targets} targets, expected at least as many targets as boxes",
            "trouvé {boxes} caisses et {targets} cibles, attendu au moins autant de cibles que de caisses";
    }
}

impl LevelError {
    /// The place on the board the error is about, if it is about one.
    pub fn at(&self) -> Option<Point> {
        match self {
            Self::Character { at, .. } | Self::SecondPlayer { at } => Some(*at),
            _ => None,
        }
    }
}

impl Level {
    /// Builds a level from rows of the usual characters; rows may be ragged.
    ///
    /// ```
    /// use dedale_sokoban::Level;
    /// let level = Level::from_rows(["#####", "#@$.#", "#####"])?;
    /// assert_eq!(level.boxes().len(), 1);
    /// # Ok::<(), dedale_sokoban::LevelError>(())
    /// ```
    pub fn from_rows<I: IntoIterator<Item = S>, S: AsRef<str>>(rows: I) -> Result<Self, LevelError> {
        // Floor at the end of a row is not written, and makes no board wider.
        let bare = |row: S| row.as_ref().trim_end_matches([' ', '-', '_']).chars().collect();
        let rows: Vec<Vec<char>> = rows.into_iter().map(bare).collect();
        let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.is_empty() || cols == 0 {
            return Err(LevelError::Empty);
        }
        let too_large = LevelError::TooLarge { rows: rows.len(), cols };
        if rows.len() > MAX_SIDE || cols > MAX_SIDE || rows.len() * cols > MAX_AREA {
            return Err(too_large);
        }
        let size = Size::new(rows.len(), cols).map_err(|_| too_large)?;
        let mut ground = vec![Ground::Floor; size.area()];
        let mut boxes = Vec::new();
        let mut player = None;
        for (row, text) in rows.iter().enumerate() {
            for (col, &found) in text.iter().enumerate() {
                let at = Point::new(row as i32, col as i32);
                let cell = size.cell(at).expect("the size covers every row");
                match found {
                    '#' => ground[cell.index()] = Ground::Wall,
                    '.' | '+' | '*' => ground[cell.index()] = Ground::Target,
                    '@' | '$' | ' ' | '-' | '_' => {}
                    _ => return Err(LevelError::Character { found, at }),
                }
                match found {
                    '$' | '*' => boxes.push(cell),
                    '@' | '+' if player.is_some() => return Err(LevelError::SecondPlayer { at }),
                    '@' | '+' => player = Some(cell),
                    _ => {}
                }
            }
        }
        let player = player.ok_or(LevelError::NoPlayer)?;
        let targets = ground.iter().filter(|&&ground| ground == Ground::Target).count();
        match boxes.len() {
            0 => Err(LevelError::NoBox),
            count if count > targets => Err(LevelError::TooFewTargets { boxes: count, targets }),
            _ => Ok(Self { size, ground, boxes, player }),
        }
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What lies on a cell.
    pub fn ground(&self, cell: Cell) -> Ground {
        self.ground[cell.index()]
    }

    /// The boxes at the start, row by row.
    pub fn boxes(&self) -> &[Cell] {
        &self.boxes
    }

    /// The player at the start.
    pub fn player(&self) -> Cell {
        self.player
    }

    /// The targets, row by row.
    pub fn targets(&self) -> impl Iterator<Item = Cell> {
        self.size.cells().filter(|&cell| self.ground(cell) == Ground::Target)
    }

    /// The cells the player could walk to if boxes were air.
    pub fn inside(&self) -> Vec<bool> {
        let mut inside = vec![false; self.size.area()];
        let mut stack = vec![self.player];
        inside[self.player.index()] = true;
        while let Some(cell) = stack.pop() {
            for (_, next) in self.size.neighbours(cell) {
                if self.ground(next) != Ground::Wall && !inside[next.index()] {
                    inside[next.index()] = true;
                    stack.push(next);
                }
            }
        }
        inside
    }

    /// The rows of the level with these boxes and this player, without
    /// trailing spaces; an empty row is written `-`.
    pub fn rows_with(&self, boxes: &[Cell], player: Cell) -> Vec<String> {
        let mut crates = vec![false; self.size.area()];
        for cell in boxes {
            crates[cell.index()] = true;
        }
        (0..self.size.rows())
            .map(|row| {
                let text: String = (0..self.size.cols())
                    .map(|col| {
                        let cell = Cell::new((row * self.size.cols() + col) as u32);
                        match (self.ground(cell), crates[cell.index()], cell == player) {
                            (Ground::Wall, ..) => '#',
                            (Ground::Floor, true, _) => '$',
                            (Ground::Floor, _, true) => '@',
                            (Ground::Floor, ..) => ' ',
                            (Ground::Target, true, _) => '*',
                            (Ground::Target, _, true) => '+',
                            (Ground::Target, ..) => '.',
                        }
                    })
                    .collect();
                if text.trim_end().is_empty() { "-".to_owned() } else { text.trim_end().to_owned() }
            })
            .collect()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows_with(&self.boxes, self.player) {
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(rows: &[&str]) -> LevelError {
        Level::from_rows(rows).expect_err("these rows are no level")
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(refused(&[]), LevelError::Empty);
        assert_eq!(refused(&["#$.#"]), LevelError::NoPlayer);
        assert_eq!(refused(&["#@.#"]), LevelError::NoBox);
        assert_eq!(refused(&["#@$.#", "#+#"]), LevelError::SecondPlayer { at: Point::new(1, 1) });
        assert_eq!(refused(&["#@$$.#"]), LevelError::TooFewTargets { boxes: 2, targets: 1 });
        assert_eq!(refused(&["#@$.#", "#x#"]), LevelError::Character { found: 'x', at: Point::new(1, 1) });
        assert!(matches!(refused(&vec!["#"; MAX_SIDE + 1]), LevelError::TooLarge { .. }));
    }

    #[test]
    fn text_is_a_fixed_point() {
        let rows = ["  ####", "###  ####", "#     $ #", "# #  #$ #", "# . .#@ #", "#########"];
        let level = Level::from_rows(rows).expect("a level");
        assert_eq!(level.to_string(), rows.join("\n") + "\n");
        let open = Level::from_rows(["@-", "_$", "--", " ."]).expect("an open level");
        assert_eq!(open.to_string(), "@\n $\n-\n .\n");
    }
}
