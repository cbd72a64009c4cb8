//! Steps as words, played forwards and backwards on any board.

use dedale_grid::Cell;

/// Set in the last word of a step.
pub(crate) const LAST: u32 = 1 << 31;

/// A board that changes word by word.
pub trait Played {
    /// What one word says.
    type Change: Copy;
    /// What a step changes.
    type Step;

    /// What a word says on this board; nothing if it means nothing.
    fn decode(&self, word: u32) -> Option<Self::Change>;

    /// Adds the words of a step.
    fn encode(&self, step: &Self::Step, words: &mut Vec<u32>);

    /// The cell that a change makes current.
    fn current_of(change: Self::Change) -> Option<Cell>;

    /// Does one change.
    fn play(&mut self, change: Self::Change);

    /// Undoes one change. `before` is the cell that was current before it.
    fn take_back(&mut self, change: Self::Change, before: Option<Cell>);
}

/// Plays a stream of steps, forwards and backwards.
#[derive(Clone, Debug)]
pub struct Reel<V> {
    view: V,
    words: Vec<u32>,
    at: usize,
}

impl<V: Played> Reel<V> {
    /// A stream on its first board; the number of the first word that means
    /// nothing there instead.
    pub(crate) fn checked(view: V, words: Vec<u32>) -> Result<Self, usize> {
        match words.iter().position(|&word| view.decode(word).is_none()) {
            Some(at) => Err(at),
            None => Ok(Self { view, words, at: 0 }),
        }
    }

    /// Adds a step at the end of the stream, of a work that is still going on.
    pub fn append(&mut self, step: &V::Step) {
        self.view.encode(step, &mut self.words);
    }

    /// The board as it stands.
    pub fn view(&self) -> &V {
        &self.view
    }

    /// How many words have been played, of how many.
    pub fn position(&self) -> (usize, usize) {
        (self.at, self.words.len())
    }

    fn change(&self, at: usize) -> V::Change {
        self.view.decode(self.words[at]).expect("the words were checked")
    }

    /// Plays one step; false at the end.
    pub fn forward(&mut self) -> bool {
        let begin = self.at;
        while self.at < self.words.len() {
            self.view.play(self.change(self.at));
            self.at += 1;
            if self.words[self.at - 1] & LAST != 0 {
                break;
            }
        }
        self.at > begin
    }

    /// Takes one step back; false at the beginning.
    pub fn back(&mut self) -> bool {
        let begin = self.at;
        while self.at > 0 {
            self.at -= 1;
            let change = self.change(self.at);
            // Only for the current cell one looks back for the last change to it.
            let before =
                V::current_of(change).and_then(|_| (0..self.at).rev().find_map(|at| V::current_of(self.change(at))));
            self.view.take_back(change, before);
            if self.at == 0 || self.words[self.at - 1] & LAST != 0 {
                break;
            }
        }
        self.at < begin
    }
}

/// The words of some bytes; how many there are instead, if something is left
/// over.
pub(crate) fn words_of(bytes: &[u8]) -> Result<Vec<u32>, usize> {
    let (words, rest) = bytes.as_chunks::<4>();
    if rest.is_empty() { Ok(words.iter().map(|four| u32::from_le_bytes(*four)).collect()) } else { Err(words.len()) }
}
