//! The XML form of collections, `.slc`.
//!
//! `SokobanLevels` holds `Title`, `Description` and a `LevelCollection` of
//! `Level` elements with one `L` element a row. The scanner knows tags,
//! attributes, comments, the five named entities and character numbers; that
//! is all the format uses.

use super::{Collection, Entry, FormatError, FormatProblem, XmlError};
use crate::level::Level;
use std::fmt::Write as _;

/// One piece of the document.
enum Piece {
    Open { name: String, attributes: Vec<(String, String)>, closed: bool },
    Close(String),
    Text(String),
}

struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl Scanner<'_> {
    fn advance(&mut self, bytes: usize) {
        for c in self.rest[..bytes].chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.rest = &self.rest[bytes..];
    }

    /// The text up to a mark, which is skipped too.
    fn until(&mut self, mark: &'static str) -> Result<String, FormatError> {
        let Some(end) = self.rest.find(mark) else {
            let error = FormatProblem::Xml(XmlError::Ends { expected: mark });
            return Err(FormatError::new(self.line, self.column, error));
        };
        let text = self.rest[..end].to_owned();
        self.advance(end + mark.len());
        Ok(text)
    }

    fn piece(&mut self) -> Result<Option<Piece>, FormatError> {
        loop {
            if self.rest.is_empty() {
                return Ok(None);
            }
            if !self.rest.starts_with('<') {
                let end = self.rest.find('<').unwrap_or(self.rest.len());
                let text = unescape(&self.rest[..end]);
                self.advance(end);
                return Ok(Some(Piece::Text(text)));
            }
            if self.rest.starts_with("<!--") {
                self.until("-->")?;
                continue;
            }
            if let Some(data) = self.rest.strip_prefix("<![CDATA[") {
                let _ = data;
                self.advance(9);
                return Ok(Some(Piece::Text(self.until("]]>")?)));
            }
            if self.rest.starts_with("<?") || self.rest.starts_with("<!") {
                self.until(">")?;
                continue;
            }
            let here = (self.line, self.column);
            self.advance(1);
            let tag = self.until(">").map_err(|error| FormatError { line: here.0, column: here.1, ..error })?;
            if let Some(name) = tag.strip_prefix('/') {
                return Ok(Some(Piece::Close(name.trim().to_ascii_lowercase())));
            }
            let closed = tag.ends_with('/');
            let tag = tag.trim_end_matches('/');
            let (name, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            return Ok(Some(Piece::Open { name: name.to_ascii_lowercase(), attributes: attributes(rest), closed }));
        }
    }
}

fn attributes(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while let Some((name, value)) = rest.split_once('=') {
        let value = value.trim_start();
        let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else { break };
        let Some(end) = value[1..].find(quote) else { break };
        found.push((name.trim().to_ascii_lowercase(), unescape(&value[1..=end])));
        rest = value[end + 2..].trim_start();
    }
    found
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let Some(end) = rest.find(';').filter(|&end| end <= 9) else {
            out.push('&');
            rest = &rest[1..];
            continue;
        };
        let code = &rest[1..end];
        let number = code
            .strip_prefix("#x")
            .map(|hex| u32::from_str_radix(hex, 16))
            .or_else(|| code.strip_prefix('#').map(str::parse))
            .and_then(Result::ok)
            .and_then(char::from_u32);
        match (code, number) {
            ("amp", _) => out.push('&'),
            ("lt", _) => out.push('<'),
            ("gt", _) => out.push('>'),
            ("quot", _) => out.push('"'),
            ("apos", _) => out.push('\''),
            (_, Some(c)) => out.push(c),
            _ => out.push_str(&rest[..=end]),
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    out
}

/// Words with one blank between them: names go into files of lines.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The levels, and what is wrong with those that are none; XML that does not
/// fit together is an error.
pub(super) fn read(text: &str) -> Result<(Collection, Vec<FormatError>), FormatError> {
    let mut problems = Vec::new();
    let mut scanner = Scanner { rest: text, line: 1, column: 1 };
    let mut collection = Collection::default();
    let mut open: Vec<String> = Vec::new();
    let mut rows: Vec<(usize, usize, String)> = Vec::new();
    let mut level_start = (1, 1);
    let (mut title, mut author) = (String::new(), String::new());
    loop {
        let here = (scanner.line, scanner.column);
        let Some(piece) = scanner.piece()? else { break };
        match piece {
            Piece::Open { closed: true, name, .. } if name == "l" => rows.push((here.0, here.1, String::new())),
            Piece::Open { closed: true, .. } => {}
            Piece::Open { name, attributes, .. } => {
                let attribute =
                    |key: &str| attributes.iter().find(|(name, _)| name == key).map(|(_, value)| one_line(value));
                match name.as_str() {
                    "level" => {
                        level_start = here;
                        rows.clear();
                        title = attribute("id").unwrap_or_default();
                        author = attribute("author").or_else(|| attribute("copyright")).unwrap_or(author);
                    }
                    "levelcollection" => author = attribute("copyright").unwrap_or_default(),
                    "l" => rows.push((scanner.line, scanner.column, String::new())),
                    _ => {}
                }
                open.push(name);
            }
            Piece::Text(text) => match open.last().map(String::as_str) {
                // A row that holds whole levels has lost its own text.
                Some("l") => {
                    if let Some(row) = rows.last_mut() {
                        row.2.push_str(text.trim_matches(['\r', '\n']).trim_end());
                    }
                }
                Some("title" | "description" | "email" | "url") => {
                    collection.header.extend(text.lines().map(one_line).filter(|line| !line.is_empty()));
                }
                _ => {}
            },
            Piece::Close(name) => {
                let expected = open.pop().unwrap_or_default();
                if expected != name {
                    let error = FormatProblem::Xml(XmlError::Misfit { found: name, expected });
                    return Err(FormatError::new(here.0, here.1, error));
                }
                if name == "level" {
                    // As in a text, a board begins with its first wall.
                    rows.drain(..rows.iter().position(|row| row.2.contains('#')).unwrap_or(0));
                    match Level::from_rows(rows.iter().map(|row| &row.2)) {
                        Ok(level) => collection.entries.push(Entry {
                            level,
                            title: std::mem::take(&mut title),
                            author: author.clone(),
                            notes: Vec::new(),
                            solutions: Vec::new(),
                            line: level_start.0,
                        }),
                        Err(error) => {
                            let (line, column) = error.at().map_or(level_start, |at| {
                                let row = &rows[at.row as usize];
                                (row.0, row.1 + at.col as usize)
                            });
                            problems.push(FormatError::new(line, column, FormatProblem::Level(error)));
                        }
                    }
                    rows.clear();
                }
            }
        }
    }
    match open.pop() {
        Some(_) => {
            let error = FormatProblem::Xml(XmlError::Ends { expected: "</" });
            Err(FormatError::new(scanner.line, scanner.column, error))
        }
        None => Ok((collection, problems)),
    }
}

/// Writes a collection as XML.
pub fn write_slc(collection: &Collection) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<SokobanLevels>\n");
    if let Some(title) = collection.header.first() {
        let _ = writeln!(out, "  <Title>{}</Title>", escape(title));
    }
    if collection.header.len() > 1 {
        let _ = writeln!(out, "  <Description>{}</Description>", escape(&collection.header[1..].join(" ")));
    }
    out.push_str("  <LevelCollection>\n");
    for (index, entry) in collection.entries.iter().enumerate() {
        let title = if entry.title.is_empty() { (index + 1).to_string() } else { escape(&entry.title) };
        let size = entry.level.size();
        let author =
            if entry.author.is_empty() { String::new() } else { format!(" Copyright=\"{}\"", escape(&entry.author)) };
        let _ =
            writeln!(out, "    <Level Id=\"{title}\" Width=\"{}\" Height=\"{}\"{author}>", size.cols(), size.rows());
        for row in entry.level.to_string().lines() {
            let _ = writeln!(out, "      <L>{row}</L>");
        }
        out.push_str("    </Level>\n");
    }
    out.push_str("  </LevelCollection>\n</SokobanLevels>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn xml_reads_back() {
        let text = "#####\n#@$.#\n#####\nTitle: A & B <1>\nAuthor: me\n\n ###\n##+#\n# $#\n#  #\n####\n";
        let collection = read(text).expect("two levels");
        let again = read(&write_slc(&collection)).expect("own XML");
        assert_eq!(again.entries.len(), 2);
        assert_eq!(again.entries[0].title, "A & B <1>");
        assert_eq!(again.entries[0].author, "me");
        assert_eq!(again.entries[1].level, collection.entries[1].level);
    }

    #[test]
    fn broken_xml_is_placed() {
        let place = |text: &str| read(text).map_err(|e| (e.line, e.column)).expect_err("broken");
        assert_eq!(place("<a>\n<Level>\n<L>#@$.#"), (3, 9));
        assert_eq!(place("<a>\n<Level></a>"), (2, 8));
        assert_eq!(place("<a>\n <Level"), (2, 2));
        assert_eq!(place("<a><Level>\n<L>#@x.#</L></Level></a>"), (2, 6));
    }

    proptest! {
        #[test]
        fn no_xml_panics(text in "<(a|Level|L|/|>|<|=|\"|&|;|#|@|[$]|\n| |!--|!\\[CDATA\\[){0,40}") {
            let _ = read(&text);
        }
    }
}
