//! Steps on a surface as bytes, to be stored, sent and replayed in either
//! direction: the stream of [`crate::steps`] with walls that have numbers.
//!
//! | bytes | header |
//! |---|---|
//! | 4 | `DMS2` |
//! | 4 | cells |
//! | 4 | walls that may be opened |
//! | 4 | how the board begins: 0 all walls, 1 none of them, 2 as the bits that follow say |
//! | … | only for 2: a bit a wall in whole words of 32, 1 is open |
//!
//! | bits of a word | meaning |
//! |---|---|
//! | 0–25 | the cell, or the wall for 0 and 2 |
//! | 26–30 | 0 open, 2 close, 4 becomes current, 5 + 5·old + new: its mark changes |
//! | 31 | 1 on the last change of a step |

use super::graph::{Edge, Graph};
use super::maze::{GraphMaze, View};
use super::watch::{Change, Step};
use crate::reel::{LAST, Played, Reel, words_of};
use crate::watch::Mark;
use dedale_grid::Cell;
use dedale_text::messages;
use std::sync::Arc;

messages! {
    /// Why bytes are not a stream of steps on a surface.
    pub enum FilmError {
        /// Not the header.
        Header { at: usize } =>
            "byte {at}: not the header of a stream of steps on this surface",
            "octet {at} : ce n'est pas l'en-tête d'un flux d'étapes sur cette surface";
        /// A word that means nothing on this surface.
        Word { at: usize } =>
            "word {at}: not a change on this surface", "mot {at} : ce n'est pas un changement sur cette surface";
    }
}

/// The header of a stream that begins with this board.
pub fn header(start: &GraphMaze) -> Vec<u8> {
    let graph = start.graph();
    let open = start.passages();
    let kind = match open {
        0 => 0,
        _ if open == graph.edges() => 1,
        _ => 2,
    };
    let mut bytes = b"DMS2".to_vec();
    [graph.len() as u32, graph.edges() as u32, kind].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    if kind == 2 {
        let mut words = vec![0u32; graph.edges().div_ceil(32)];
        start.open_edges().for_each(|edge| words[edge.index() / 32] |= 1 << (edge.index() % 32));
        bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
    }
    bytes
}

/// Adds the words of a step to a stream; a step that changes nothing adds
/// nothing.
pub fn encode(step: &Step, words: &mut Vec<u32>) {
    let word = |number: usize, code: u32| number as u32 | code << 26;
    words.extend(step.changes().iter().map(|&change| match change {
        Change::Open(edge) => word(edge.index(), 0),
        Change::Close(edge) => word(edge.index(), 2),
        Change::Current(cell) => word(cell.index(), 4),
        Change::Mark { cell, from, to } => word(cell.index(), 5 + 5 * from as u32 + to as u32),
    }));
    if !step.changes().is_empty()
        && let Some(last) = words.last_mut()
    {
        *last |= LAST;
    }
}

fn decode(word: u32, graph: &Graph) -> Option<Change> {
    let number = word & 0x3FF_FFFF;
    let code = (word & !LAST) >> 26;
    let mark = |number: u32| Mark::ALL.get(number as usize).copied();
    if code < 4 {
        let edge = Edge::new(number);
        return match code {
            _ if edge.index() >= graph.edges() => None,
            0 => Some(Change::Open(edge)),
            2 => Some(Change::Close(edge)),
            _ => None,
        };
    }
    let cell = Cell::new(number);
    if cell.index() >= graph.len() {
        return None;
    }
    Some(match code {
        4 => Change::Current(cell),
        _ => Change::Mark { cell, from: mark((code - 5) / 5)?, to: mark((code - 5) % 5)? },
    })
}

/// Plays a stream of steps, forwards and backwards.
pub type Film = Reel<View>;

impl Played for View {
    type Change = Change;
    type Step = Step;

    fn decode(&self, word: u32) -> Option<Change> {
        decode(word, self.maze().graph())
    }

    fn encode(&self, step: &Step, words: &mut Vec<u32>) {
        encode(step, words);
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
    pub fn new(start: GraphMaze, words: Vec<u32>) -> Result<Self, FilmError> {
        Self::checked(View::new(start), words).map_err(|at| FilmError::Word { at })
    }

    /// A stream from its bytes, header first, and its surface.
    pub fn read(bytes: &[u8], graph: Arc<Graph>) -> Result<Self, FilmError> {
        let number = |at: usize| {
            let four = bytes.get(at..at + 4).ok_or(FilmError::Header { at: bytes.len() })?;
            Ok(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        };
        let expected = [u32::from_le_bytes(*b"DMS2"), graph.len() as u32, graph.edges() as u32];
        for (index, expected) in expected.into_iter().enumerate() {
            if number(index * 4)? != expected {
                return Err(FilmError::Header { at: index * 4 });
            }
        }
        let mut at = 16;
        let start = match number(12)? {
            0 => GraphMaze::closed(graph),
            1 => GraphMaze::opened(graph),
            2 => {
                let mut start = GraphMaze::closed(Arc::clone(&graph));
                for edge in 0..graph.edges() {
                    start.set(Edge::new(edge as u32), number(16 + edge / 32 * 4)? >> (edge % 32) & 1 == 1);
                }
                at += graph.edges().div_ceil(32) * 4;
                start
            }
            _ => return Err(FilmError::Header { at: 12 }),
        };
        let words = words_of(bytes.get(at..).unwrap_or_default()).map_err(|at| FilmError::Word { at })?;
        Self::new(start, words)
    }
}
