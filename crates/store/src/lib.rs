//! What the studio keeps: matches with their logs, results of long work, and
//! boards that people saved.
//!
//! A match is a header, the record of its room that only the server reads, and
//! an append-only log; the entries are the lines of a match file. Everything
//! goes through the [`Store`] trait, so that a server does not know whether it
//! keeps its matches in memory ([`Memory`]), in an SQLite file or in
//! PostgreSQL ([`open`]).
//!
//! When a call that writes has answered, what it wrote survives the death of
//! the process; with [`OpenOptions::durable`] it survives a power cut as well.
//! When a call that writes has failed, nothing was written, or, if the
//! connection died at the wrong moment, all of it: who must know loads it
//! again. After a failure the store recovers by itself as soon as it can.
//!
//! A database has one owner at a time: rooms live in the memory of the server
//! that woke them, so a second server is refused.

mod memory;
mod place;
mod postgres;
mod records;
mod sql;
mod sqlite;
mod writer;

pub use memory::Memory;
pub use place::{OpenOptions, backup, default_path, open, open_with};
pub use records::{
    Board, BoardSummary, Job, Listing, MatchRecord, MatchSummary, MatchUpdate, Old, Removed, Retention, Status,
};

use std::path::PathBuf;
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
    /// Something that no store takes: a NUL in a text, a text without end.
    #[error("{0}")]
    Unfit(String),
    /// This store cannot do that.
    #[error("{0}")]
    Unsupported(&'static str),
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
    /// which must be the length of the log so far. Many of them are written in
    /// pieces, between which others write: a crash may leave the first pieces.
    fn append(&self, id: &str, from: u64, lines: Vec<String>) -> Later<'_, ()>;

    /// Drops the entries from a number on: a move taken back in practice.
    fn cut(&self, id: &str, from: u64) -> Later<'_, ()>;

    /// Replaces what is kept of a match besides its log.
    fn update(&self, id: &str, update: MatchUpdate) -> Later<'_, ()>;

    /// The match with its whole log, if there is one.
    fn load(&self, id: &str) -> Later<'_, Option<(MatchRecord, Vec<String>)>>;

    /// The matches of a listing that were touched last, newest first.
    fn recent(&self, listing: Listing, limit: u32) -> Later<'_, Vec<MatchSummary>>;

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

    /// Removes some of what was last touched before a moment, with all that
    /// belongs to it; how many. Few at a time: again until there are none.
    fn remove(&self, old: Old, before: i64) -> Later<'_, u64>;

    /// Whether the store can be written to and read: it writes a row.
    fn ping(&self) -> Later<'_, ()>;

    /// Copies everything into a new file, while others write.
    fn backup(&self, to: PathBuf) -> Later<'_, ()>;

    /// Writes what is still on its way and closes; gives up on a database
    /// that does not answer.
    fn close(&self) -> Later<'_, ()>;
}

/// Removes everything that is older than it may be.
pub async fn clean_up(store: &dyn Store, retention: Retention, now: i64) -> Result<Removed, StoreError> {
    let all = async |old, age: Option<i64>| -> Result<u64, StoreError> {
        let (Some(age), mut count) = (age, 0) else { return Ok(0) };
        loop {
            match store.remove(old, now.saturating_sub(age)).await? {
                0 => return Ok(count),
                removed => count += removed,
            }
        }
    };
    Ok(Removed {
        rooms: all(Old::Rooms, retention.rooms).await?,
        replays: all(Old::Replays, retention.replays).await?,
        jobs: all(Old::Jobs, retention.jobs).await?,
    })
}
