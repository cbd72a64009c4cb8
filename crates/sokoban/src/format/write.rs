//! Writing collections as text that both `.xsb` and `.sok` readers understand.

use super::{Collection, Entry};
use crate::game::code;
use std::fmt::Write as _;

/// The whole collection.
pub fn write_text(collection: &Collection) -> String {
    let mut out = String::new();
    for line in &collection.header {
        let _ = writeln!(out, "; {line}");
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
    if !entry.title.is_empty() {
        let _ = writeln!(out, "; {}\n", entry.title);
    }
    let board = entry.level.to_string();
    match board.lines().next() {
        // Row by row, the reader might take an open top for text above the board.
        Some(top) if !top.contains('#') => out += &(code(&entry.level) + "\n"),
        _ => out += &board,
    }
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
