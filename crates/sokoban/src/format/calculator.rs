//! Levels for pocket calculators of the TI-83 family, `.8xv`.
//!
//! An application variable: a header of 74 bytes, then what the game Isekai
//! made of a collection: a mark, name and author, a theme, the number of levels
//! and where they begin, and the levels: player, width, height, whether the
//! cells are written in runs, and the cells. At the end two bytes sum up the
//! rest. The text holds one character a byte, as whatever is not UTF-8 is read.

use super::{Collection, Entry, FormatError, FormatProblem, MAX_FILE_CELLS};
use crate::level::Level;
use dedale_text::messages;

/// How such a file begins.
const SIGNATURE: &str = "**TI83F*";
/// Where the variable begins, and the collection in it.
const HEADER: usize = 74;
const MARK: [u8; 3] = [0xfe, 0xdc, 0xba];
/// The bytes of the sum at the end.
const SUM: usize = 2;
/// The bytes of the theme, and of a flag after it.
const THEME: usize = 9;
/// The end of cells in runs.
const END: u8 = 0xff;
/// Floor, wall, box, box on target, target.
const CELLS: [char; 5] = [' ', '#', '$', '*', '.'];

messages! {
    /// What is wrong with a file for calculators.
    pub enum CalculatorError {
        /// The file ends too early.
        Ends { at: usize } => "found the end of the file at byte {at}, expected more of a level",
            "trouvé la fin du fichier à l'octet {at}, attendu la suite d'un niveau";
        /// Another variable than a collection of levels.
        Other => "found a calculator's file without levels, expected the bytes FE DC BA at byte 74",
            "trouvé un fichier de calculatrice sans niveaux, attendu les octets FE DC BA à l'octet 74";
        /// A byte that is no cell.
        Cell { at: usize, found: u8 } => "found {found} at byte {at}, expected a cell from 0 to 4",
            "trouvé {found} à l'octet {at}, attendu une case de 0 à 4";
        /// Cells that do not fill the board, or overfill it.
        Area { at: usize, found: usize, expected: usize } => "found {found} cells at byte {at}, expected {expected}",
            "trouvé {found} cases à l'octet {at}, attendu {expected}";
        /// The player stands outside.
        Player { at: usize } => "found the player outside the board at byte {at}, expected it inside",
            "trouvé le joueur hors du plateau à l'octet {at}, attendu dedans";
    }
}

/// Whether a text is such a file.
pub(crate) fn is_one(text: &str) -> bool {
    text.starts_with(SIGNATURE)
}

/// The cells of all levels together, as far as they can be read.
pub(crate) fn count_cells(text: &str) -> u64 {
    let mut cells = 0;
    let bytes = bytes_of(text);
    // What is wrong is said by whoever reads it.
    let _ = Reader { bytes: &bytes, at: 0 }.levels(&mut |board| cells += board.area() as u64);
    cells
}

/// Reads a collection; what is wrong with single levels stands beside it.
pub(crate) fn read(text: &str) -> Result<(Collection, Vec<FormatError>), FormatError> {
    let bytes = bytes_of(text);
    let mut reader = Reader { bytes: &bytes, at: 0 };
    let (mut collection, mut problems, mut cells) = (Collection::default(), Vec::new(), 0);
    let header = reader.levels(&mut |board| {
        cells += board.area();
        if cells > MAX_FILE_CELLS {
            return;
        }
        match board.level() {
            Ok(level) => collection.entries.push(Entry {
                level,
                title: String::new(),
                author: String::new(),
                notes: Vec::new(),
                solutions: Vec::new(),
                line: 1,
            }),
            Err(problem) => problems.push(FormatError::new(1, board.at + 1, problem)),
        }
    });
    let at = reader.at;
    let said = |problem| FormatError::new(1, at + 1, problem);
    let (name, author) = header.map_err(|error| said(FormatProblem::Calculator(error)))?;
    if cells > MAX_FILE_CELLS {
        return Err(said(FormatProblem::TooMuch));
    }
    for (index, entry) in collection.entries.iter_mut().enumerate() {
        entry.title = format!("{name} {}", index + 1).trim().to_owned();
        entry.author.clone_from(&author);
    }
    Ok((collection, problems))
}

fn bytes_of(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()
}

/// A board as it is written, its cells as runs of one or more.
struct Written<'a> {
    at: usize,
    player: (usize, usize),
    width: usize,
    height: usize,
    runs: bool,
    cells: &'a [u8],
}

impl Written<'_> {
    fn area(&self) -> usize {
        self.width * self.height
    }

    fn level(&self) -> Result<Level, FormatProblem> {
        let wrong = |error| Err(FormatProblem::Calculator(error));
        let mut cells: Vec<char> = Vec::with_capacity(self.area());
        let pairs = self.cells.chunks(if self.runs { 2 } else { 1 });
        for (index, pair) in pairs.enumerate() {
            let (count, cell) = if let [count, cell] = *pair { (count as usize + 1, cell) } else { (1, pair[0]) };
            let at = self.at + 5 + index * pair.len();
            let Some(&cell) = CELLS.get(cell as usize) else { return wrong(CalculatorError::Cell { at, found: cell }) };
            if cells.len() + count > self.area() {
                return wrong(CalculatorError::Area { at, found: cells.len() + count, expected: self.area() });
            }
            cells.extend(std::iter::repeat_n(cell, count));
        }
        if cells.len() != self.area() {
            return wrong(CalculatorError::Area { at: self.at, found: cells.len(), expected: self.area() });
        }
        let (x, y) = self.player;
        if x >= self.width || y >= self.height {
            return wrong(CalculatorError::Player { at: self.at });
        }
        let player = &mut cells[y * self.width + x];
        *player = if *player == '.' { '+' } else { '@' };
        // Screens have empty rows above and below, texts do not.
        let mut rows: Vec<String> = cells.chunks(self.width).map(|row| row.iter().collect()).collect();
        let empty = |row: &String| row.trim().is_empty();
        rows.truncate(rows.len() - rows.iter().rev().take_while(|row| empty(row)).count());
        let top = rows.iter().take_while(|row| empty(row)).count();
        Level::from_rows(&rows[top..]).map_err(FormatProblem::Level)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Shows every level; the name and author of them all.
    fn levels(&mut self, each: &mut dyn FnMut(&Written<'a>)) -> Result<(String, String), CalculatorError> {
        let end = self.bytes.len().saturating_sub(SUM);
        self.bytes = &self.bytes[..end];
        self.take(HEADER)?;
        if self.take(MARK.len())? != MARK {
            self.at = HEADER;
            return Err(CalculatorError::Other);
        }
        let header = (self.word()?, self.word()?);
        self.take(THEME)?;
        let count = self.take(2)?;
        let count = usize::from(u16::from_le_bytes([count[0], count[1]]));
        self.take(count * 2)?;
        for _ in 0..count {
            let at = self.at;
            let head = self.take(5)?;
            let (player, width, height) = ((head[0].into(), head[1].into()), head[2].into(), head[3].into());
            let runs = head[4] == 1;
            let cells = if runs { self.runs()? } else { self.take(usize::from(head[2]) * usize::from(head[3]))? };
            each(&Written { at, player, width, height, runs, cells });
        }
        Ok(header)
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], CalculatorError> {
        let taken = self.bytes.get(self.at..self.at + count);
        let taken = taken.ok_or(CalculatorError::Ends { at: self.bytes.len() })?;
        self.at += count;
        Ok(taken)
    }

    fn word(&mut self) -> Result<String, CalculatorError> {
        let length = self.bytes[self.at..].iter().position(|&byte| byte == 0);
        let length = length.ok_or(CalculatorError::Ends { at: self.bytes.len() })?;
        let word = self.take(length)?;
        self.take(1)?;
        // What is no letter would not come back from a text.
        Ok(word.iter().map(|&byte| char::from(byte)).filter(|c| !c.is_control()).collect::<String>().trim().to_owned())
    }

    /// Pairs of a count and a cell, without their end.
    fn runs(&mut self) -> Result<&'a [u8], CalculatorError> {
        let pairs = self.bytes[self.at..].chunks(2).position(|pair| pair[0] == END);
        let pairs = pairs.ok_or(CalculatorError::Ends { at: self.bytes.len() })?;
        let taken = self.take(pairs * 2)?;
        self.take(1)?;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FormatProblem, read, read_lenient};
    use super::*;
    use dedale_grid::Rng;

    /// A file with levels as they would be written: (player, width, height,
    /// runs, cells).
    fn file(levels: &[(u8, u8, u8, u8, u8, &[u8])]) -> Vec<u8> {
        let mut bytes = SIGNATURE.as_bytes().to_vec();
        bytes.resize(HEADER, 0);
        bytes.extend(MARK);
        bytes.extend(b"Two boards\0A. Nobody\0theme 12\x01");
        bytes.extend((levels.len() as u16).to_le_bytes());
        bytes.extend(vec![0; levels.len() * 2]);
        for &(x, y, width, height, runs, cells) in levels {
            bytes.extend([x, y, width, height, runs]);
            bytes.extend(cells);
        }
        bytes.extend([0, 0]);
        bytes
    }

    fn text(bytes: &[u8]) -> String {
        bytes.iter().map(|&byte| char::from(byte)).collect()
    }

    const PLAIN: (u8, u8, u8, u8, u8, &[u8]) = (1, 1, 5, 3, 0, &[1, 1, 1, 1, 1, 1, 0, 2, 4, 1, 1, 1, 1, 1, 1]);
    const RUNS: (u8, u8, u8, u8, u8, &[u8]) = (3, 1, 5, 3, 1, &[5, 1, 0, 0, 0, 2, 0, 4, 5, 1, 0xff]);

    #[test]
    fn boards_in_cells_and_in_runs_are_read() {
        let collection = read(&text(&file(&[PLAIN, RUNS]))).expect("two levels");
        let said: Vec<_> = collection.entries.iter().map(|entry| (&entry.title[..], &entry.author[..])).collect();
        assert_eq!(said, [("Two boards 1", "A. Nobody"), ("Two boards 2", "A. Nobody")]);
        let rows: Vec<_> = collection
            .entries
            .iter()
            .map(|entry| entry.level.to_string().lines().collect::<Vec<_>>().join("/"))
            .collect();
        assert_eq!(rows, ["#####/#@$.#/#####", "#####/# $+#/#####"]);
        assert_eq!(count_cells(&text(&file(&[PLAIN, RUNS]))), 30);
        // Rows that a screen leaves empty are no part of the board.
        let screen: &[u8] = &[[0; 5].as_slice(), PLAIN.5, &[0; 5]].concat();
        let on_screen = read(&text(&file(&[(1, 2, 5, 5, 0, screen)]))).expect("a level");
        assert_eq!(on_screen.entries[0].level, collection.entries[0].level);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_byte() {
        let problem = |bytes: &[u8]| match read(&text(bytes)).map_err(|error| error.error) {
            Err(FormatProblem::Calculator(error)) => error,
            other => panic!("{other:?}"),
        };
        let mut other = file(&[PLAIN]);
        other[HEADER] = 0;
        assert_eq!(problem(&other), CalculatorError::Other);
        let short = file(&[PLAIN]);
        assert!(matches!(problem(&short[..short.len() - 4]), CalculatorError::Ends { .. }));
        assert!(matches!(problem(b"**TI83F*"), CalculatorError::Ends { at: 6 }));
        let cell = file(&[(1, 1, 2, 1, 0, &[1, 9])]);
        assert!(matches!(problem(&cell), CalculatorError::Cell { found: 9, .. }));
        assert_eq!(problem(&file(&[(9, 1, 2, 1, 0, &[1, 1])])), CalculatorError::Player { at: 111 });
        let over = file(&[(0, 0, 2, 1, 1, &[200, 1, 0xff])]);
        assert!(matches!(problem(&over), CalculatorError::Area { found: 201, expected: 2, .. }));
        // The good one is kept.
        let (collection, problems) = read_lenient(&text(&file(&[(9, 1, 2, 1, 0, &[1, 1]), PLAIN])));
        assert_eq!((collection.entries.len(), problems.len()), (1, 1));
    }

    /// Whatever the bytes, there is an answer.
    #[test]
    fn broken_files_are_refused_and_nothing_more() {
        let whole = file(&[PLAIN, RUNS, PLAIN]);
        let mut rng = Rng::new(7);
        for _ in 0..20_000 {
            let mut bytes = whole.clone();
            for _ in 0..rng.index(4) + 1 {
                let at = SIGNATURE.len() + rng.index(bytes.len() - SIGNATURE.len());
                bytes[at] = rng.index(256) as u8;
            }
            bytes.truncate(SIGNATURE.len() + rng.index(bytes.len()));
            let _ = read_lenient(&text(&bytes));
            assert!(count_cells(&text(&bytes)) <= 3 * 255 * 255);
        }
    }
}
