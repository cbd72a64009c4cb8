//! The levels that come with the program, with their solutions.

use crate::format::{Entry, read};
use std::sync::OnceLock;

/// The collection as a file.
pub const SHIPPED: &str = include_str!("../levels/dedale.sok");

/// The shipped levels, from easy to hard.
pub fn shipped() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| read(SHIPPED).expect("the shipped collection is sound").entries)
}
