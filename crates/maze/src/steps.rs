//! Steps as bytes, to be stored, sent and replayed in either direction.
//!
//! A stream is a header and one 32-bit word for each change, all little-endian:
//!
//! | bytes | header |
//! |---|---|
//! | 4 | `DMS1` |
//! | 4 | columns |
//! | 4 | rows |
//! | 4 | how the board begins: 0 all walls, 1 only the border, 2 as the planes that follow say |
//! | … | only for 2: the east walls, then the south walls, row by row, each row in whole words of 32 bits, column `c` being bit `c % 32` of word `c / 32`; a bit of 1 is a wall |
//!
//! | bits of a word | meaning |
//! |---|---|
//! | 0–25 | the cell, row-major |
//! | 26–30 | 0 open right, 1 open down, 2 close right, 3 close down, 4 becomes current, 5 + 5·old + new: its mark changes |
//! | 31 | 1 on the last change of a step |
//!
//! Marks are numbered as in [`Mark::ALL`]. Words have one size and name the
//! old mark, so a stream plays backwards as easily as forwards, from any
//! place; only for the current cell one looks back for the last change to it.
//! A page reads the words as a typed array and needs no parser. Boards have at
//! most 2²⁶ cells; a cell costs a generator about four words.

use crate::reel::{LAST, Played, Reel, words_of};
use crate::view::View;
use crate::watch::{Change, Mark, Step};
use dedale_grid::{Cell, Dir, Size, Walls};
use dedale_text::messages;

/// The most cells of a board in a stream.
pub const LARGEST: usize = 1 << 26;

messages! {
    /// Why bytes are not a stream of steps.
    pub enum StepsError {
        /// Too many cells.
        TooLarge { cells: usize } =>
            "found a board of {cells} cells, expected at most 67108864 in a stream of steps",
            "trouvé une grille de {cells} cases, attendu au plus 67108864 dans un flux d'étapes";
        /// Not the header.
        Header { at: usize } =>
            "byte {at}: not the header of a stream of steps",
            "octet {at} : ce n'est pas l'en-tête d'un flux d'étapes";
        /// A word that means nothing on this board.
        Word { at: usize } =>
            "word {at}: not a change on this board",
            "mot {at} : ce n'est pas un changement sur cette grille";
    }
}

/// The header of a stream on a board that begins with these walls.
pub fn header(start: &Walls) -> Result<Vec<u8>, StepsError> {
    let size = start.size();
    if size.area() > LARGEST {
        return Err(StepsError::TooLarge { cells: size.area() });
    }
    let kind = if *start == Walls::closed(size) {
        0
    } else if *start == Walls::opened(size) {
        1
    } else {
        2
    };
    let mut bytes = b"DMS1".to_vec();
    for number in [size.cols() as u32, size.rows() as u32, kind] {
        bytes.extend(number.to_le_bytes());
    }
    if kind == 2 {
        let words = size.cols().div_ceil(32);
        for plane in [start.east(), start.south()] {
            for row in 0..size.rows() {
                let row = plane.row(row);
                let halves = row.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
                halves.take(words).for_each(|half| bytes.extend(half.to_le_bytes()));
            }
        }
    }
    Ok(bytes)
}

/// Adds the words of a step to a stream; a step that changes nothing adds
/// nothing.
pub fn encode(step: &Step, size: Size, words: &mut Vec<u32>) {
    let word = |cell: Cell, code: u32| cell.index() as u32 | code << 26;
    let wall = |cell: Cell, dir: Dir, code: u32| {
        let owner = if matches!(dir, Dir::Right | Dir::Down) { cell } else { size.step(cell, dir).unwrap_or(cell) };
        word(owner, code + u32::from(!dir.is_horizontal()))
    };
    words.extend(step.changes().iter().map(|&change| match change {
        Change::Open(cell, dir) => wall(cell, dir, 0),
        Change::Close(cell, dir) => wall(cell, dir, 2),
        Change::Current(cell) => word(cell, 4),
        Change::Mark { cell, from, to } => word(cell, 5 + 5 * from as u32 + to as u32),
    }));
    if !step.changes().is_empty()
        && let Some(last) = words.last_mut()
    {
        *last |= LAST;
    }
}

fn decode(word: u32, size: Size) -> Option<Change> {
    let cell = size.cell_at((word & 0x3FF_FFFF) as usize)?;
    let code = (word & !LAST) >> 26;
    let mark = |number: u32| Mark::ALL.get(number as usize).copied();
    Some(match code {
        0 => Change::Open(cell, Dir::Right),
        1 => Change::Open(cell, Dir::Down),
        2 => Change::Close(cell, Dir::Right),
        3 => Change::Close(cell, Dir::Down),
        4 => Change::Current(cell),
        _ => Change::Mark { cell, from: mark((code - 5) / 5)?, to: mark((code - 5) % 5)? },
    })
}

/// Plays a stream of steps, forwards and backwards.
///
/// ```
/// use dedale_grid::Size;
/// use dedale_maze::steps::{Replay, encode};
/// use dedale_maze::{Algorithm, Generation, Options, Plan};
/// let plan = Plan::new(Size::new(4, 4)?);
/// let mut generation = Generation::new(Algorithm::Dfs, &plan, &Options::default(), 1);
/// let mut words = Vec::new();
/// while let Some(step) = generation.next_step() {
///     encode(step, plan.size(), &mut words);
/// }
/// let mut replay = Replay::new(plan.closed(), words)?;
/// while replay.forward() {}
/// assert_eq!(replay.view(), generation.view());
/// while replay.back() {}
/// assert_eq!(replay.view().walls(), &plan.closed());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Replay = Reel<View>;

impl Played for View {
    type Change = Change;
    type Step = Step;

    fn decode(&self, word: u32) -> Option<Change> {
        decode(word, self.walls().size())
    }

    fn encode(&self, step: &Step, words: &mut Vec<u32>) {
        encode(step, self.walls().size(), words);
    }

    fn current_of(change: Change) -> Option<Cell> {
        if let Change::Current(cell) = change { Some(cell) } else { None }
    }

    fn play(&mut self, change: Change) {
        self.change(change);
    }

    fn take_back(&mut self, change: Change, before: Option<Cell>) {
        self.undo(change, before);
    }
}

impl Reel<View> {
    /// A stream from its first board and its words, which are checked.
    pub fn new(start: Walls, words: Vec<u32>) -> Result<Self, StepsError> {
        Self::checked(View::new(start), words).map_err(|at| StepsError::Word { at })
    }

    /// A stream from its bytes, header first.
    pub fn read(bytes: &[u8]) -> Result<Self, StepsError> {
        let number = |at: usize| {
            let four = bytes.get(at..at + 4).ok_or(StepsError::Header { at: bytes.len() })?;
            Ok(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        };
        if number(0)?.to_le_bytes() != *b"DMS1" {
            return Err(StepsError::Header { at: 0 });
        }
        let (cols, rows, kind) = (number(4)? as usize, number(8)? as usize, number(12)?);
        let size = Size::new(rows, cols).map_err(|_| StepsError::Header { at: 4 })?;
        if size.area() > LARGEST {
            return Err(StepsError::TooLarge { cells: size.area() });
        }
        let mut start = match kind {
            0 | 2 => Walls::closed(size),
            1 => Walls::opened(size),
            _ => return Err(StepsError::Header { at: 12 }),
        };
        let mut at = 16;
        if kind == 2 {
            let words = cols.div_ceil(32);
            let south_at = at + words * rows * 4;
            // The last word exists before anything is read.
            number(south_at + (words * rows - 1) * 4)?;
            for row in 0..rows {
                let word = |plane: usize, index: usize| -> u64 {
                    let half = |half: usize| {
                        let index = index * 2 + half;
                        let at = plane + (row * words + index) * 4;
                        if index < words { number(at).map_or(0, u64::from) } else { 0 }
                    };
                    half(0) | half(1) << 32
                };
                start.edit_row(row, |index, east, south| (*east, *south) = (word(at, index), word(south_at, index)));
            }
            at = south_at + words * rows * 4;
        }
        let words = words_of(&bytes[at..]).map_err(|at| StepsError::Word { at })?;
        Self::new(start, words)
    }
}
