//! Mazes in files.
//!
//! | format | read | written | what it is |
//! |---|---|---|---|
//! | text | yes | `maz`, `txt` | posts `o` (or `+` when read), walls `---` and `\|`, letters in cells |
//! | drawn | yes | no | what `maze show` prints, lines that meet, in either kind of characters |
//! | role-playing map | yes | `map` | a character a block, see [`crate::makers::to_dungeon`] |
//! | hexagons | yes | `maz` | a text of bricks, see [`crate::surface::write_hex_text`] |
//! | JSON | yes | `json` | the text lines with everything they cannot say |
//! | Tiled | yes | `tmj`, `tmx` | a map for games, see [`crate::makers`] |
//! | numbers | yes | `num` | a line `X Y N E S W` a cell, as the micromouse simulator mms reads |
//! | bytes | yes | no | 256 bytes for a 16 × 16 contest maze, column by column from the bottom left |
//!
//! What a file is, is seen from its content, not from its name: `.maz` means
//! three different things in the wild.

mod bytes;
mod drawn;
mod json;
mod numbers;
mod stream;
mod text;
mod write;

#[cfg(feature = "questions")]
pub(crate) use json::Document;
pub use json::{Origin, to_json};
pub use numbers::to_numbers;
pub use stream::{Rows, stream};
pub(crate) use write::upright;
pub use write::{Lines, RowLines, write_text};

use crate::maze::Maze;
use dedale_text::{Located, messages};

messages! {
    /// Why a file is not a maze.
    pub enum FormatError {
        /// Nothing there.
        Empty => "found nothing, expected a maze", "rien trouvé, attendu un labyrinthe";
        /// Not the beginning of any format.
        Start { found: String } =>
            "found {found}, expected a post `o` or `+`, blocks `#`, a list of numbers or a JSON document",
            "trouvé {found}, attendu un poteau `o` ou `+`, des blocs `#`, une liste de nombres ou un document JSON";
        /// Not a post.
        Post { found: String, expected: char } =>
            "found {found}, expected a post `{expected}`", "trouvé {found}, attendu un poteau `{expected}`";
        /// Not a horizontal wall.
        Across { found: String } =>
            "found {found}, expected `---` or three spaces", "trouvé {found}, attendu `---` ou trois espaces";
        /// Not a vertical wall.
        Upright { found: String } =>
            "found {found}, expected `|` or a space", "trouvé {found}, attendu `|` ou une espace";
        /// Not the inside of a cell.
        Inside { found: String } =>
            "found {found}, expected a cell: three spaces, or a letter between two",
            "trouvé {found}, attendu une case : trois espaces, ou une lettre entre deux";
        /// Something after the last column.
        Beyond { found: String, cols: usize } =>
            "found {found} after the last of {cols} columns, expected the end of the line",
            "trouvé {found} après la dernière des {cols} colonnes, attendu la fin de la ligne";
        /// The file stops too early.
        End => "found the end of the file, expected a row of walls", "trouvé la fin du fichier, attendu une ligne de murs";
        /// Too many cells.
        TooLarge { rows: usize, cols: usize } =>
            "found {rows} rows of {cols} columns, more cells than a maze may have",
            "trouvé {rows} lignes de {cols} colonnes, plus de cases qu'un labyrinthe n'en peut avoir";
        /// Not a coordinate in a list of numbers.
        Coordinate { found: String } =>
            "found {found}, expected a coordinate, in lines `X Y N E S W`",
            "trouvé {found}, attendu une coordonnée, dans des lignes `X Y N E S W`";
        /// Not a wall in a list of numbers.
        ZeroOrOne { found: String } =>
            "found {found}, expected 0 or 1, in lines `X Y N E S W`",
            "trouvé {found}, attendu 0 ou 1, dans des lignes `X Y N E S W`";
        /// More than six numbers.
        Seventh { found: String } =>
            "found {found} after `X Y N E S W`, expected the end of the line",
            "trouvé {found} après `X Y N E S W`, attendu la fin de la ligne";
        /// A cell twice.
        Twice { x: usize, y: usize } =>
            "found cell {x} {y} for the second time, expected every cell once",
            "trouvé la case {x} {y} pour la seconde fois, attendu chaque case une fois";
        /// A cell is missing.
        Missing { x: usize, y: usize } =>
            "found no line for cell {x} {y}, expected every cell once",
            "aucune ligne pour la case {x} {y}, attendu chaque case une fois";
        /// Two cells disagree about their wall.
        OneSided { x: usize, y: usize } =>
            "found a wall that the neighbouring cell {x} {y} does not have, expected both to agree",
            "trouvé un mur que la case voisine {x} {y} n'a pas, attendu le même des deux côtés";
        /// A contest maze has a closed border.
        OpenBorder => "found a gap in the border of a 256-byte maze, expected it closed",
            "trouvé une brèche dans le bord d'un labyrinthe de 256 octets, attendu un bord fermé";
        /// Not a map that a maze can be read from.
        Map => "expected a map of Tiled with a layer of tiles as numbers (csv), odd across and down, 1 for floor",
            "attendu une carte de Tiled avec une couche de tuiles en nombres (csv), impairs dans les deux sens, 1 pour le sol";
        /// Not a block of a role-playing map.
        Block { found: String } =>
            "found {found}, expected `#` or `.`, in a cell also `<` or `>`",
            "trouvé {found}, attendu `#` ou `.`, dans une case aussi `<` ou `>`";
        /// A role-playing map is not blocks between cells.
        Blocks => "expected lines of the same odd length, and an odd number of them",
            "attendu des lignes de même longueur impaire, et un nombre impair de lignes";
        /// Not the JSON of a maze, with the reason in both languages.
        Json { en: String, fr: String } => "not the JSON of a maze: {en}", "ce n'est pas le JSON d'un labyrinthe : {fr}";
    }
}

type Fault = Located<FormatError>;

/// Reads a maze of any format.
///
/// ```
/// let maze = dedale_maze::formats::read(b"o---o\n| S |\no---o\n")?;
/// assert_eq!(maze.size().area(), 1);
/// assert_eq!(maze.marks.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Maze, Fault> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let plain = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    if bytes.len() == 256 && !bytes.iter().all(plain) {
        return bytes::read(bytes);
    }
    match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => Err(Located::new(1, 1, FormatError::Empty)),
        Some(b'{') if is_map(bytes) => {
            let map = serde_json::from_slice(bytes).ok();
            map.as_ref().and_then(crate::makers::read_tiled).ok_or_else(|| Located::new(1, 1, FormatError::Map))
        }
        Some(b'<') => {
            let map = std::str::from_utf8(bytes).ok();
            map.and_then(crate::makers::read_tmx).ok_or_else(|| Located::new(1, 1, FormatError::Map))
        }
        Some(b'{') => json::read(bytes),
        Some(b'0'..=b'9') => numbers::read(bytes),
        Some(b'#') => crate::makers::read_dungeon(bytes),
        Some(_) => text::read(&drawn::with_posts(bytes)),
    }
}

/// Whether a JSON document is a map of Tiled.
fn is_map(bytes: &[u8]) -> bool {
    let key = b"\"tilesets\"";
    bytes.windows(key.len()).any(|part| part == key)
}

/// A character as an error shows it, the same in every language.
pub(crate) fn shown(letter: Option<char>) -> String {
    format!("`{}`", letter.unwrap_or('\n').escape_debug())
}
