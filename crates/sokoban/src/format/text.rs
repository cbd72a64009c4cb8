//! Boards, notes and solutions in plain text (`.xsb`, `.txt`, `.sok`).
//!
//! Every line is first classified on its own ([`Line::of`]); a small state
//! machine then gathers boards and hangs keys, notes and solutions on them.
//! Text before a board, separated from the previous board by a blank line,
//! belongs to the coming board: its last line with words in it is the title,
//! unless that is a copyright, or a `Title:` follows.

use super::{Collection, Entry, FormatError, FormatProblem, MAX_FILE_CELLS, Solution, rle};
use crate::level::{Level, MAX_AREA};
use crate::moves::Moves;

/// What one line of a text collection is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// Nothing but blanks.
    Blank,
    /// A row of a board.
    Row(&'a str),
    /// A whole board in run-length code.
    Runs(&'a str),
    /// `Key: value`.
    Key(&'a str, &'a str),
    /// Moves on a line of their own.
    Moves(&'a str),
    /// Anything else; a leading `;` is taken away.
    Note(&'a str),
}

const BOARD: &str = "#@+$*. -_";

impl<'a> Line<'a> {
    /// Classifies a line.
    pub fn of(line: &'a str) -> Self {
        let text = line.trim_end();
        let bare = text.trim_start();
        if bare.is_empty() {
            return Self::Blank;
        }
        if let Some(note) = bare.strip_prefix(';') {
            let note = note.trim();
            return match key(note) {
                Some((name, value)) => Self::Key(name, value),
                None => Self::Note(note),
            };
        }
        if text.chars().all(|c| BOARD.contains(c)) {
            return Self::Row(text);
        }
        let coded = |c: char| BOARD.contains(c) || c.is_ascii_digit() || matches!(c, '|' | '(' | ')');
        if text.contains('#') && text.chars().any(|c| c.is_ascii_digit() || c == '|') && text.chars().all(coded) {
            return Self::Runs(bare);
        }
        if let Some((name, value)) = key(bare) {
            return Self::Key(name, value);
        }
        let letters = bare.chars().filter(|c| "lurdLURD".contains(*c)).count();
        if letters >= 6 && bare.chars().all(|c| "lurdLURD0123456789()".contains(c)) {
            return Self::Moves(bare);
        }
        // A row with a stray character is a mistake to report, not a remark.
        let board = text.chars().filter(|c| BOARD.contains(*c)).count();
        if bare.starts_with('#') && bare.len() > 2 && (bare.ends_with('#') || board * 5 > text.chars().count() * 3) {
            return Self::Row(text);
        }
        Self::Note(bare)
    }
}

/// Splits `Key: value` and `Solution/name: value`; keys are one or two words.
pub(super) fn key(text: &str) -> Option<(&str, &str)> {
    let (name, value) = match text.split_once(':') {
        Some((name, value)) => (name.trim_end(), value.trim()),
        None if text.to_ascii_lowercase().split(['/', ' ']).next() == Some("solution") => (text, ""),
        None => return None,
    };
    let first = name.split(['/', ' ']).next()?.to_ascii_lowercase();
    let known = [
        "title",
        "name",
        "author",
        "comment",
        "comments",
        "comment-end",
        "collection",
        "set",
        "solution",
        "copyright",
        "email",
        "url",
        "homepage",
        "date",
        "id",
        "difficulty",
        "snapshot",
        "website",
        "description",
        "moves",
        "pushes",
        "solver",
        "savegame",
        "reverse",
    ];
    known.contains(&first.as_str()).then_some((name, value))
}

/// What is being gathered.
#[derive(Default)]
struct Gather {
    collection: Collection,
    board: Vec<(usize, String)>,
    /// Text since the last board that may belong to the next one.
    waiting: Vec<String>,
    /// Whether a blank line has come since the last board's last word.
    apart: bool,
    /// Inside `Solution:`: its name, the line of its first moves, the moves.
    solution: Option<(String, usize, String)>,
    /// Inside `Comment:` … `Comment-End:`.
    comment: bool,
    author: String,
    /// Whether the last board was left out, and what is said belongs to it.
    lost: bool,
    /// The line above the last board that was taken for its title.
    above: Option<String>,
    /// Rows without a wall that may be the top of the board that follows.
    head: Vec<(usize, String)>,
    /// Cells of all boards so far.
    cells: usize,
}

pub(super) fn read(text: &str) -> Result<Collection, FormatError> {
    let mut gather = Gather::default();
    for (index, line) in text.lines().enumerate() {
        gather.line(index + 1, line)?;
    }
    gather.end_board()?;
    gather.end_solution()?;
    gather.head_is_text();
    let waiting = std::mem::take(&mut gather.waiting);
    match gather.collection.entries.last_mut() {
        Some(entry) => entry.notes.extend(waiting),
        None => gather.collection.header.extend(waiting),
    }
    Ok(gather.collection)
}

/// The good levels and the problems of the others.
pub(super) fn read_lenient(text: &str) -> (Collection, Vec<FormatError>) {
    let mut gather = Gather::default();
    let mut problems = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Err(problem) = gather.line(index + 1, line) {
            let fatal = problem.error == FormatProblem::TooMuch;
            if fatal {
                problems.push(problem);
                return (gather.collection, problems);
            }
            gather.forget(&problem);
            // The line that ended something bad may begin something good.
            let earlier = problem.line <= index;
            problems.push(problem);
            if earlier && let Err(problem) = gather.line(index + 1, line) {
                gather.forget(&problem);
                problems.push(problem);
            }
        }
    }
    for problem in [gather.end_board(), gather.end_solution()].into_iter().filter_map(Result::err) {
        gather.forget(&problem);
        problems.push(problem);
    }
    gather.head_is_text();
    let waiting = std::mem::take(&mut gather.waiting);
    match gather.collection.entries.last_mut() {
        Some(entry) if !gather.lost => entry.notes.extend(waiting),
        _ => {}
    }
    (gather.collection, problems)
}

/// Whether a row without a wall, above a whole board, is a ruler: equal signs.
fn is_ruler(row: &str) -> bool {
    let row = row.trim();
    row.len() > 2 && !row.starts_with('#') && row.chars().all(|c| row.starts_with(c))
}

/// Whether a remark can be a title: words, but no key and no copyright.
pub(super) fn is_title(text: &str) -> bool {
    let lower = text.trim_start().to_lowercase();
    let words = text.chars().any(char::is_alphanumeric);
    words && key(text).is_none() && !["copyright", "(c)", "©"].iter().any(|mark| lower.starts_with(mark))
}

impl Gather {
    /// Drops what was being gathered when something was wrong. What follows a
    /// bad board belongs to it; bad moves leave their level as it is.
    fn forget(&mut self, problem: &FormatError) {
        self.board.clear();
        self.head.clear();
        self.solution = None;
        if !matches!(problem.error, FormatProblem::Moves(_)) {
            self.waiting.clear();
            self.apart = true;
            self.lost = true;
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), FormatError> {
        if self.comment {
            match key(line.trim()) {
                Some((name, _)) if name.eq_ignore_ascii_case("comment-end") => self.comment = false,
                _ => self.note(line.trim()),
            }
            return Ok(());
        }
        let kind = Line::of(line);
        if let (Some((_, start, moves)), false) =
            (&mut self.solution, matches!(kind, Line::Key(..) | Line::Row(_) | Line::Runs(_)))
        {
            if line.trim().is_empty() {
                if moves.is_empty() {
                    return Ok(());
                }
                return self.end_solution();
            }
            if Moves::parse(line.trim()).is_ok() || moves.is_empty() || !moves.ends_with('\n') {
                if moves.is_empty() {
                    *start = number;
                }
                moves.push_str(line.trim());
                moves.push('\n');
                if let Err(error) = Moves::parse(line.trim()) {
                    // Groups may span lines; anything else is a mistake.
                    if !line.contains(['(', ')']) {
                        let column = line.len() - line.trim_start().len() + error.index() + 1;
                        return Err(FormatError::new(number, column, FormatProblem::Moves(error)));
                    }
                }
                return Ok(());
            }
            self.end_solution()?;
        }
        if !matches!(kind, Line::Row(_)) {
            self.end_board()?;
            self.head_is_text();
        }
        match kind {
            Line::Blank => self.apart = true,
            // Dashes without a board are a ruler, not floor; anything else
            // without a wall may be the top of a board that is open there.
            Line::Row(row) if self.board.is_empty() && !row.contains('#') => {
                if row.contains(['@', '+', '$', '*', '.']) {
                    self.head.push((number, row.to_owned()));
                } else {
                    self.head_is_text();
                    self.note(row.trim());
                }
            }
            Line::Row(row) => {
                self.end_solution()?;
                self.board.push((number, row.to_owned()));
            }
            Line::Runs(code) => {
                self.end_solution()?;
                let at = |column: usize, problem| FormatError::new(number, column, problem);
                let indent = line.len() - line.trim_start().len();
                let room = MAX_FILE_CELLS.saturating_sub(self.cells);
                if room == 0 {
                    return Err(at(indent + 1, FormatProblem::TooMuch));
                }
                let plain = rle::expand(code, MAX_AREA.min(room)).map_err(|error| {
                    let full = matches!(error, rle::RunError::TooLong { .. }) && room < MAX_AREA;
                    let place = indent + error.index() + 1;
                    at(place, if full { FormatProblem::TooMuch } else { FormatProblem::Runs(error) })
                })?;
                // A board may be coded on one line, or row by row; floor above
                // it is no part of it.
                let begun = !self.board.is_empty();
                let bare = |row: &&str| !begun && !row.contains(['#', '@', '+', '$', '*', '.']);
                for row in plain.split('|').skip_while(bare) {
                    self.board.push((number, row.to_owned()));
                }
                if plain.contains('|') && plain.matches('|').count() > 1 {
                    self.end_board()?;
                }
            }
            Line::Key(name, value) => self.key(number, name, value)?,
            Line::Moves(text) => {
                self.solution = Some((String::new(), number, format!("{text}\n")));
                self.end_solution()?;
            }
            Line::Note(text) => self.note(text),
        }
        Ok(())
    }

    fn key(&mut self, number: usize, name: &str, value: &str) -> Result<(), FormatError> {
        self.end_solution()?;
        let lower = name.to_ascii_lowercase();
        let waiting_board = self.apart && lower != "solution";
        match lower.split(['/', ' ']).next().unwrap_or_default() {
            "solution" => {
                let label = name[8..].trim_matches(['/', ' ']).to_owned();
                self.solution = Some((label, number, String::new()));
                if !value.is_empty() {
                    self.solution = Some((name[8..].trim_matches(['/', ' ']).to_owned(), number, format!("{value}\n")));
                    if Moves::parse(value).is_err() {
                        self.solution = None;
                        self.note(&format!("{name}: {value}"));
                    }
                }
            }
            "title" | "name" | "author" if self.lost => {}
            // An empty one takes no title away.
            "title" | "name" if value.is_empty() => {}
            "title" | "name" => {
                // What stood above the board was no title, then.
                let remark = self.above.take().filter(|above| above != value);
                let first = self.collection.entries.len() == 1;
                match self.collection.entries.last_mut() {
                    Some(entry) => {
                        entry.title = value.to_owned();
                        if first { &mut self.collection.header } else { &mut entry.notes }.extend(remark);
                    }
                    None => self.waiting.push(value.to_owned()),
                }
            }
            "author" => match self.collection.entries.last_mut() {
                Some(entry) => entry.author = value.to_owned(),
                None => self.author = value.to_owned(),
            },
            "comment" if value.is_empty() => self.comment = true,
            "comment" => self.note(value),
            _ if waiting_board => self.waiting.push(format!("{name}: {value}").trim_end().to_owned()),
            _ => self.note(format!("{name}: {value}").trim_end()),
        }
        Ok(())
    }

    /// Rows that no board followed were text.
    fn head_is_text(&mut self) {
        for (_, row) in std::mem::take(&mut self.head) {
            self.note(row.trim());
        }
    }

    fn note(&mut self, text: &str) {
        match self.collection.entries.last_mut() {
            Some(entry) if !self.apart => entry.notes.push(text.to_owned()),
            _ => self.waiting.push(text.to_owned()),
        }
    }

    fn end_board(&mut self) -> Result<(), FormatError> {
        if self.board.is_empty() {
            return Ok(());
        }
        let mut board = std::mem::take(&mut self.board);
        let head = std::mem::take(&mut self.head);
        if !head.is_empty() {
            let whole = Level::from_rows(board.iter().map(|(_, row)| row)).is_ok();
            if whole && head.iter().all(|(_, row)| is_ruler(row)) {
                self.head = head;
                self.head_is_text();
            } else {
                board.splice(..0, head);
            }
        }
        let first = board[0].0;
        let widest = board.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
        self.cells = self.cells.saturating_add(board.len().saturating_mul(widest));
        if self.cells > MAX_FILE_CELLS {
            return Err(FormatError::new(first, 1, FormatProblem::TooMuch));
        }
        let level = Level::from_rows(board.iter().map(|(_, row)| row)).map_err(|error| {
            let (line, column) = error.at().map_or((first, 1), |at| (board[at.row as usize].0, at.col as usize + 1));
            FormatError::new(line, column, FormatProblem::Level(error))
        })?;
        let mut notes = std::mem::take(&mut self.waiting);
        self.above = notes.iter().rposition(|note| is_title(note)).map(|at| notes.remove(at));
        self.lost = false;
        if self.collection.entries.is_empty() {
            self.collection.header = std::mem::take(&mut notes);
        }
        self.collection.entries.push(Entry {
            level,
            title: self.above.clone().unwrap_or_default(),
            author: self.author.clone(),
            notes,
            solutions: Vec::new(),
            line: first,
        });
        self.apart = false;
        Ok(())
    }

    fn end_solution(&mut self) -> Result<(), FormatError> {
        let Some((name, line, text)) = self.solution.take() else { return Ok(()) };
        if text.is_empty() {
            return Ok(());
        }
        let moves = Moves::parse(&text).map_err(|error| {
            let index = error.index();
            let before: String = text.chars().take(index).collect();
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            FormatError::new(line + before.matches('\n').count(), column, FormatProblem::Moves(error))
        })?;
        // `0R` is no move at all.
        let nothing = moves.0.is_empty();
        let solution = Solution { name, moves, line };
        if self.lost || nothing {
            return Ok(());
        }
        match self.collection.entries.last_mut() {
            Some(entry) => entry.solutions.push(solution),
            None => self.collection.loose.push(solution),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{read, write_text};
    use super::*;
    use proptest::prelude::*;

    const SOK: &str = "Some levels\n\nfirst\n\n#####\n#@$.#\n#####\nAuthor: A\nComment: nice\n\nSolution/Moves\nR\n\n; second\n\
                       7#|#.@-#-#|#$*-$-#|#3-$-#|#-..--#|#--*--#|7#\nTitle: runs\n\nSolution:\nr2(dl)\nRRR\n\nnot a level\n";

    #[test]
    fn keeps_what_is_said() {
        let collection = read(SOK).expect("two levels");
        assert_eq!(collection.header, ["Some levels"]);
        let [one, two] = &collection.entries[..] else { panic!("{collection:?}") };
        assert_eq!((one.title.as_str(), one.author.as_str(), one.line), ("first", "A", 5));
        assert_eq!(one.notes, ["nice"]);
        assert_eq!(one.solutions[0].moves.to_string(), "R");
        assert_eq!((two.title.as_str(), two.level.size().rows()), ("runs", 7));
        assert_eq!(two.solutions[0].moves.to_string(), "rdldlRRR");
        assert_eq!(two.notes, ["second", "not a level"]);
        let again = read(&write_text(&collection)).expect("own text");
        let levels = |c: &Collection| {
            c.entries.iter().map(|e| (e.level.clone(), e.title.clone(), e.author.clone())).collect::<Vec<_>>()
        };
        assert_eq!(levels(&again), levels(&collection));
    }

    #[test]
    fn names_line_and_column() {
        let place = |text: &str| read(text).map_err(|e| (e.line, e.column)).expect_err("a bad file");
        assert_eq!(place("\n#####\n#@$x#\n#####\n"), (3, 4));
        assert_eq!(place("#####\n#@$.#\n#@  #\n#####\n"), (3, 2));
        assert_eq!(place("; a\n\n#####\n# $.#\n#####\n"), (3, 1));
        assert_eq!(place("#####|2(#@$.#|#####"), (1, 7));
        assert_eq!(place("hello"), (1, 1));
        assert_eq!(place("#####\n#@$.#\n#####\nSolution:\nRx\n"), (5, 2));
    }

    #[test]
    fn one_bad_level_spoils_no_collection() {
        let text = "; one\n\n#####\n#@$.#\n#####\n\n; two\n\n#####\n#@$x#\n#####\nTitle: bad\n\nSolution:\nR\n\n\
                    ; three\n\n#####\n#@$*#\n#####\n\n; four\n\n######\n#@ $.#\n######\n";
        assert!(read(text).is_err());
        let (collection, problems) = super::super::read_lenient(text);
        let titles: Vec<&str> = collection.entries.iter().map(|entry| entry.title.as_str()).collect();
        assert_eq!(titles, ["one", "four"]);
        assert!(collection.entries[0].solutions.is_empty());
        let places: Vec<(usize, usize)> = problems.iter().map(|problem| (problem.line, problem.column)).collect();
        assert_eq!(places, [(10, 4), (19, 1)]);
    }

    #[test]
    fn open_tops_belong_to_the_board_and_rulers_do_not() {
        let rows = |text: &str| read(text).expect("a level").entries[0].level.size().rows();
        assert_eq!(rows(" $.\n#@ #\n#$.#\n####\n"), 4);
        assert_eq!(rows("-----\n#####\n#@$.#\n#####\n"), 3);
        assert_eq!(rows("*****\n#####\n#@$.#\n#####\n"), 3);
        assert_eq!(rows("-$.-|#@-#|#$.#|####\n"), 4);
        // Boards whose own top looks like a ruler or a remark are written so that it is none.
        for text in ["5*|#@$.#|5#\n\n", ".|-|#@$#|4#\n\n"] {
            assert_eq!(write_text(&read(text).expect("a level")), text);
        }
        assert_eq!(write_text(&read("0#.$@\n").expect("a level")), "#####\n#.$@#\n#####\n\n");
    }

    #[test]
    fn a_copyright_is_no_title() {
        // Nor is anything where a title is named; it stays what it was, text.
        let named = read("; My levels\n\n#####\n#@$.#\n#####\nTitle: one\n").expect("a level");
        assert_eq!((named.header[0].as_str(), named.entries[0].title.as_str()), ("My levels", "one"));
        let text = "Nice one\n(c) 2001 by somebody\n\n#####\n#@$.#\n#####\n\nCopyright: me\n\n#####\n#@$.#\n#####\n";
        let titles: Vec<String> = read(text).expect("two levels").entries.into_iter().map(|e| e.title).collect();
        assert_eq!(titles, ["Nice one", ""]);
    }

    #[test]
    fn a_short_text_cannot_ask_for_a_thousand_millions_of_cells() {
        let bomb = "1000(1000#|)#@$.#\n".repeat(1_000);
        let (collection, problems) = super::super::read_lenient(&bomb);
        assert!(collection.entries.len() < 40);
        assert_eq!(problems.last().map(|problem| &problem.error), Some(&FormatProblem::TooMuch));
        assert!(problems.last().is_some_and(|problem| (30..40).contains(&problem.line)));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[#@$.* +\\-_;|0-9()lurdLURD:a<>\n]{0,200}") {
            let _ = read(&text);
            let _ = super::super::read_solutions(&text);
            let (lenient, problems) = super::super::read_lenient(&text);
            match read(&text) {
                Ok(strict) => prop_assert!(lenient == strict && problems.is_empty()),
                Err(error) => prop_assert_eq!(problems.first(), Some(&error)),
            }
        }
    }
}
