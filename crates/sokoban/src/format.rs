//! Collections of levels, as other programs write them.
//!
//! [`read`] takes `.xsb`, `.txt`, `.sok` (levels, solutions, notes), run-length
//! encoded boards, `.slc` (XML) and `.8xv` (for calculators) without being told
//! which; [`write_text`] writes `.sok`, which every reader of `.xsb` understands
//! too, and [`write_slc`] the XML form. What is not a board is kept as title,
//! author or note.

pub(crate) mod calculator;
pub mod rle;
mod slc;
mod text;
mod write;

pub use calculator::CalculatorError;
pub use slc::write_slc;
pub use text::Line;
pub use write::{write_level, write_text};

use crate::level::{Level, LevelError};
use crate::moves::{Moves, MovesError};
use dedale_text::{Lang, Located, Say, messages};
use std::fmt;

/// A level with what is written around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The level.
    pub level: Level,
    /// Its title, perhaps empty.
    pub title: String,
    /// Its author, perhaps empty.
    pub author: String,
    /// Everything else that was said about it.
    pub notes: Vec<String>,
    /// The solutions that came with it, not yet replayed.
    pub solutions: Vec<Solution>,
    /// The line (from 1) on which its board begins.
    pub line: usize,
}

/// A solution as it came in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What follows the word `Solution`, such as `Moves` or a name.
    pub name: String,
    /// The moves.
    pub moves: Moves,
    /// The line (from 1) on which the moves begin.
    pub line: usize,
}

/// Levels in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// What is said before the first level.
    pub header: Vec<String>,
    /// The levels.
    pub entries: Vec<Entry>,
    /// Moves that stand before the first level: a file of solutions only.
    pub loose: Vec<Solution>,
}

/// What is wrong with a file of levels.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FormatProblem {
    /// A board that is not a level.
    Level(LevelError),
    /// Moves that are not moves.
    Moves(MovesError),
    /// A board in run-length code that cannot be expanded.
    Runs(rle::RunError),
    /// XML that breaks off or does not fit together.
    Xml(XmlError),
    /// A calculator's file that breaks off or holds something else.
    Calculator(CalculatorError),
    /// Not one board in the whole text.
    Nothing,
    /// More cells than a file may hold.
    TooMuch,
}

/// The most cells of all boards of a file together.
pub const MAX_FILE_CELLS: usize = 1 << 25;

messages! {
    /// What is wrong with XML.
    pub enum XmlError {
        /// The text ends too early.
        Ends { expected: &'static str } => "found the end of the text, expected `{expected}`",
            "trouvé la fin du texte, attendu « {expected} »";
        /// An end that fits no beginning.
        Misfit { found: String, expected: String } => "found `</{found}>`, expected `</{expected}>`",
            "trouvé « </{found}> », attendu « </{expected}> »";
    }
}

impl fmt::Display for FormatProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for FormatProblem {}

impl Say for FormatProblem {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Level(error) => error.say(lang),
            Self::Moves(error) => error.say(lang),
            Self::Runs(error) => error.say(lang),
            Self::Xml(error) => error.say(lang),
            Self::Calculator(error) => error.say(lang),
            Self::Nothing => lang
                .pick(
                    "found no level, expected rows of `#`, `@`, `$` and `.`",
                    "trouvé aucun niveau, attendu des lignes de « # », « @ », « $ » et « . »",
                )
                .to_owned(),
            Self::TooMuch => lang
                .pick(
                    "found more than 33554432 cells in one file, expected fewer",
                    "trouvé plus de 33554432 cases dans un fichier, attendu moins",
                )
                .to_owned(),
        }
    }
}

/// What is wrong with a file of levels, and where.
pub type FormatError = Located<FormatProblem>;

/// Reads a collection in any of the known forms. A text without a level, even
/// one with solutions, is an error; see [`read_solutions`].
///
/// ```
/// let text = "; easy\n#####\n#@$.#\n#####\n\nSolution:\nR\n";
/// let collection = dedale_sokoban::read(text)?;
/// assert_eq!(collection.entries[0].title, "easy");
/// assert_eq!(collection.entries[0].solutions[0].moves.pushes(), 1);
/// # Ok::<(), dedale_sokoban::FormatError>(())
/// ```
pub fn read(text: &str) -> Result<Collection, FormatError> {
    let collection = read_any(text)?;
    if collection.entries.is_empty() {
        return Err(FormatError::new(1, 1, FormatProblem::Nothing));
    }
    Ok(collection)
}

/// Reads what can be read: the good levels, and what is wrong with the others,
/// in order. A bad board is left out together with what is said about it; only
/// XML that does not fit together, or a file beyond all measure, ends the
/// reading.
///
/// ```
/// let (collection, problems) = dedale_sokoban::read_lenient("#####\n#@$.#\n#####\n\n####\n#@$#\n####\n");
/// assert_eq!((collection.entries.len(), problems.len(), problems[0].line), (1, 1, 5));
/// ```
pub fn read_lenient(text: &str) -> (Collection, Vec<FormatError>) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (collection, mut problems) = match other_form(text) {
        Some(read) => read(text).unwrap_or_else(|error| (Collection::default(), vec![error])),
        None => text::read_lenient(text),
    };
    if collection.entries.is_empty() && problems.is_empty() {
        problems.push(FormatError::new(1, 1, FormatProblem::Nothing));
    }
    (harmless(collection), problems)
}

/// Reads solutions: those of the levels in the text in order, or bare moves.
/// A text of moves only, one solution after another, is fine.
pub fn read_solutions(text: &str) -> Result<Collection, FormatError> {
    let collection = read_any(text)?;
    if !collection.entries.is_empty() || !collection.loose.is_empty() {
        return Ok(collection);
    }
    let mut loose = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_text = line.trim();
        if line_text.is_empty() || line_text.starts_with(';') {
            continue;
        }
        let moves = Moves::parse(line_text)
            .map_err(|error| FormatError::new(index + 1, error.index() + 1, FormatProblem::Moves(error)))?;
        loose.push(Solution { name: String::new(), moves, line: index + 1 });
    }
    Ok(Collection { loose, ..collection })
}

fn read_any(text: &str) -> Result<Collection, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Some(read) = other_form(text) else { return text::read(text).map(harmless) };
    let (collection, problems) = read(text)?;
    problems.into_iter().next().map_or(Ok(harmless(collection)), Err)
}

/// Without signs that steer a terminal, or turn the order of letters around: whoever
/// lists strangers' levels would obey them. Another sign takes the place of each, so that
/// what is written is read as the same again.
fn harmless(mut collection: Collection) -> Collection {
    let steers = |sign: char| sign.is_control() || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let entries = collection.entries.iter_mut();
    let texts = entries.flat_map(|entry| [&mut entry.title, &mut entry.author].into_iter().chain(&mut entry.notes));
    for text in texts.chain(&mut collection.header).filter(|text| text.contains(steers)) {
        *text = text.replace(|sign| sign != '\t' && steers(sign), "\u{fffd}");
    }
    collection
}

/// What was read, and what is wrong with single levels.
type Lenient = Result<(Collection, Vec<FormatError>), FormatError>;

/// The reader of a form that is not rows of signs.
fn other_form(text: &str) -> Option<fn(&str) -> Lenient> {
    match text {
        _ if calculator::is_one(text) => Some(calculator::read),
        _ if text.trim_start().starts_with('<') => Some(slc::read),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_steer_no_terminal() {
        let board = "#####\n#@$.#\n#####\n";
        let text = format!("; \u{1b}]0;gone\u{7} na\u{202e}me\n{board}Author: \u{1b}[31mA\tB\n");
        for collection in [read(&text).expect("a level"), read_lenient(&text).0] {
            let entry = &collection.entries[0];
            assert_eq!(
                (&entry.title[..], &entry.author[..]),
                ("\u{fffd}]0;gone\u{fffd} na\u{fffd}me", "\u{fffd}[31mA\tB")
            );
        }
    }
}
