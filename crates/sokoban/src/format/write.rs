//! Writing collections as text that both `.xsb` and `.sok` readers understand.

use super::text::{is_title, key};
use super::{Collection, Entry};
use crate::Level;
use crate::game::code;
use std::fmt::Write as _;

/// The whole collection.
pub fn write_text(collection: &Collection) -> String {
    let mut out = String::new();
    for line in &collection.header {
        // Text that looks like a key is kept from being one.
        let mark = if key(line).is_some() { "Comment:" } else { ";" };
        let _ = writeln!(out, "{mark} {line}");
    }
    if !collection.header.is_empty() {
        out.push('\n');
    }
    for entry in &collection.entries {
        out.push_str(&write_level(entry));
        out.push('\n');
    }
    out
}

/// One level: title, board, keys, solutions, each block ended by a blank line.
pub fn write_level(entry: &Entry) -> String {
    let mut out = String::new();
    // Above the board, another title would be read as a remark.
    if is_title(&entry.title) {
        let _ = writeln!(out, "; {}\n", entry.title);
    }
    out += &board(&entry.level);
    if !entry.title.is_empty() {
        let _ = writeln!(out, "Title: {}", entry.title);
    }
    if !entry.author.is_empty() {
        let _ = writeln!(out, "Author: {}", entry.author);
    }
    for note in &entry.notes {
        let _ = writeln!(out, "Comment: {}", if note.is_empty() { "-" } else { note });
    }
    for solution in &entry.solutions {
        let slash = if solution.name.is_empty() { "" } else { "/" };
        let _ = write!(out, "\nSolution{slash}{}:\n{}\n", solution.name, solution.moves);
    }
    out
}

/// The board as readers know one. Row by row, an open top might be taken for
/// text above it, so that it is written in run-length code; and without any
/// wall nobody would see a board, so that it gets the edge it has anyway.
fn board(level: &Level) -> String {
    let rows = level.to_string();
    if !rows.contains('#') {
        let cols = level.size().cols();
        let edge = "#".repeat(cols + 2);
        let inner: String = rows.lines().map(|row| format!("#{:<cols$}#\n", row.replace('-', " "))).collect();
        return format!("{edge}\n{inner}{edge}\n");
    }
    match rows.lines().next() {
        Some(top) if !top.contains('#') => code(level) + "\n",
        _ => rows,
    }
}
