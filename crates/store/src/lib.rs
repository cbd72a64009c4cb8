//! What the studio keeps: matches with their logs, results of long work, and
//! boards that people saved.
//!
//! A match is a header, a page of room notes that only the server reads, and
//! an append-only log; the entries are the lines of a match file. Everything
//! goes through the [`Store`] trait, so that a server does not know whether it
//! keeps its matches in memory ([`Memory`]), in an SQLite file or in
//! PostgreSQL ([`open`]).
//!
//! When a call that writes has answered, what it wrote survives the death of
//! the process. A database has one owner at a time: rooms live in the memory
//! of the server that woke them, so a second server is refused.

mod memory;
mod place;
mod records;
mod sql;
mod writer;

pub use memory::Memory;
pub use place::{default_path, open};
pub use records::{Board, BoardSummary, Job, MatchRecord, MatchSummary, Status};

use std::pin::Pin;
use thiserror::Error;

/// Why something could not be kept or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Somebody else wrote this entry first, or one before it is missing.
    #[error("found entry {found} of match {id}, expected entry {expected}")]
    Sequence {
        /// The match.
        id: String,
        /// The number of the entry offered.
        found: u64,
        /// The number of the entry that comes next.
        expected: u64,
    },
    /// The id is taken.
    #[error("found the id {0} twice")]
    Taken(String),
    /// There is nothing with this id.
    #[error("found nothing with the id {0}")]
    Missing(String),
    /// The address is of no kind that is known.
    #[error("found the database `{0}`, expected sqlite:PATH or postgres://…")]
    Address(String),
    /// Another server writes to the database.
    #[error("found another studio at work on {0}, expected to be the only one; stop it, or choose another --database")]
    Owned(String),
    /// The database failed.
    #[error("database: {0}")]
    Broken(String),
}

/// The answer of a store, some time later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A place where matches, job results and boards are kept.
pub trait Store: Send + Sync {
    /// Begins a match with an empty log.
    fn create(&self, record: MatchRecord) -> Later<'_, ()>;

    /// Appends entries to a match; the first of them has the number `from`,
    /// which must be the length of the log so far.
    fn append(&self, id: &str, from: u64, lines: Vec<String>) -> Later<'_, ()>;

    /// Drops the entries from a number on: a move taken back in practice.
    fn cut(&self, id: &str, from: u64) -> Later<'_, ()>;

    /// Replaces the room notes of a match, and says whether it is over and
    /// whether it looks for players.
    fn note(&self, id: &str, room: String, over: bool, open: bool, now: i64) -> Later<'_, ()>;

    /// The match with its whole log, if there is one.
    fn load(&self, id: &str) -> Later<'_, Option<(MatchRecord, Vec<String>)>>;

    /// The matches touched last, newest first; only those that are over, or
    /// only those that look for players, if asked.
    fn recent(&self, which: Which, limit: u32) -> Later<'_, Vec<MatchSummary>>;

    /// Keeps a job, or replaces what was kept of it.
    fn keep_job(&self, job: Job) -> Later<'_, ()>;

    /// A job, if there is one.
    fn job(&self, id: &str) -> Later<'_, Option<Job>>;

    /// Marks jobs that a dead server left waiting or running as failed; their
    /// number.
    fn abandon_jobs(&self, now: i64) -> Later<'_, u64>;

    /// Keeps a board, or replaces one of the same owner and id.
    fn keep_board(&self, board: Board) -> Later<'_, ()>;

    /// A board, if there is one.
    fn board(&self, id: &str) -> Later<'_, Option<Board>>;

    /// The boards of an owner in a world, newest first.
    fn boards(&self, owner: &str, world: &str, limit: u32) -> Later<'_, Vec<BoardSummary>>;

    /// Drops a board of an owner; whether there was one.
    fn drop_board(&self, owner: &str, id: &str) -> Later<'_, bool>;

    /// Whether the store answers.
    fn ping(&self) -> Later<'_, ()>;

    /// Writes what is still on its way and closes.
    fn close(&self) -> Later<'_, ()>;
}

/// Which matches [`Store::recent`] lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that are over.
    Over,
    /// Those that look for players.
    Open,
}
