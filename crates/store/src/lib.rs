//! What the studio keeps: matches with their logs, and long work with its
//! results.
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
//! **Who may write to a match.** Rooms live in the memory of the studio that
//! woke them. It takes the match first ([`Store::take`]) and gets a fencing
//! number, which grows with every taking and which every write names: in the
//! same transaction the database refuses the number of a former owner, however
//! long that one was paused or cut off. A match that is held is given away
//! when its owner lets go or was not seen for [`NODE_LEASE`], by the clock of
//! the database and nobody else's. An SQLite file, and a PostgreSQL database
//! opened as [`Access::Alone`], have one studio at a time.

mod jobs;
mod memory;
mod place;
mod postgres;
mod records;
mod sql;
mod sqlite;
mod writer;

pub use jobs::{Beat, JOB_LEASE, Job, JobCounts, MOST_DEATHS, NewJob, Status, TakenJob};
pub use memory::Memory;
pub use place::{Access, OpenOptions, backup, default_path, open, open_with};
pub use records::{Lease, Listing, MatchRecord, MatchSummary, MatchUpdate, Old, Removed, Retention};

use std::path::PathBuf;
use std::pin::Pin;
use std::time::Duration;
use thiserror::Error;

/// How long a studio may be silent before others take its matches.
pub const NODE_LEASE: Duration = Duration::from_millis(1500);

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
    /// Another studio has taken the match since.
    #[error("match {0} is another studio's now")]
    Fenced(String),
    /// Another studio holds the match and is alive.
    #[error("match {id} is held by {by}")]
    Held {
        /// The match.
        id: String,
        /// The studio.
        by: String,
    },
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

/// A place where matches and jobs are kept.
pub trait Store: Send + Sync {
    /// Begins a match with an empty log. Nobody holds it: its number is 0.
    fn create(&self, record: MatchRecord) -> Later<'_, ()>;

    /// Takes a match for a studio; the number that its writes name from now
    /// on. Whoever held it before cannot write any more.
    fn take(&self, id: &str, node: &str) -> Later<'_, u64>;

    /// Lets go of a match, so that anybody may take it at once.
    fn release(&self, id: &str, fence: u64) -> Later<'_, ()>;

    /// Appends entries to a match held under a number; the first of them has
    /// the number `from`, which must be the length of the log so far. Many of
    /// them are written in pieces, between which others write: a crash may
    /// leave the first pieces.
    fn append(&self, id: &str, fence: u64, from: u64, lines: Vec<String>) -> Later<'_, ()>;

    /// Drops the entries from a number on: a move taken back in practice.
    fn cut(&self, id: &str, fence: u64, from: u64) -> Later<'_, ()>;

    /// Replaces what is kept of a match besides its log.
    fn update(&self, id: &str, fence: u64, update: MatchUpdate) -> Later<'_, ()>;

    /// The match with its whole log, if there is one.
    fn load(&self, id: &str) -> Later<'_, Option<(MatchRecord, Vec<String>)>>;

    /// Whether there is such a match.
    fn exists(&self, id: &str) -> Later<'_, bool>;

    /// The matches of a listing that were touched last, newest first.
    fn recent(&self, listing: Listing, limit: u32) -> Later<'_, Vec<MatchSummary>>;

    /// A studio says that it is there; which are, itself among them.
    fn beat(&self, node: &str) -> Later<'_, Vec<String>>;

    /// A studio goes; whatever it still held may be taken at once.
    fn leave(&self, node: &str) -> Later<'_, ()>;

    /// Which matches are held, and by whom.
    fn leases(&self, limit: u32) -> Later<'_, Vec<Lease>>;

    /// Puts a job into the queue; false if it was there before.
    fn enqueue(&self, job: NewJob) -> Later<'_, bool>;

    /// How many jobs are waiting or running.
    fn job_counts(&self, owner: &str, network: &str) -> Later<'_, JobCounts>;

    /// The job whose turn it is, for a worker of the house or a stranger.
    fn take_job(&self, worker: &str, inside: bool) -> Later<'_, Option<TakenJob>>;

    /// A worker is still at a job, and perhaps tells how far it is.
    fn beat_job(&self, id: &str, attempt: i64, progress: Option<String>) -> Later<'_, Beat>;

    /// A worker has finished a job; false if it came too late.
    fn finish_job(&self, id: &str, attempt: i64, status: Status, result: String) -> Later<'_, bool>;

    /// A worker gives a job back without an answer, perhaps for workers of the
    /// house alone.
    fn return_job(&self, id: &str, attempt: i64, inside: bool) -> Later<'_, ()>;

    /// Calls a job off: at once if it waits, otherwise its worker is told.
    fn cancel_job(&self, id: &str) -> Later<'_, ()>;

    /// A job, if there is one.
    fn job(&self, id: &str) -> Later<'_, Option<Job>>;

    /// The jobs that wait or run, in the order of their turns.
    fn queue(&self, limit: u32) -> Later<'_, Vec<Job>>;

    /// Puts the jobs of workers that fell silent back into the queue, or gives
    /// them up; how many. `all` where no worker can be alive.
    fn reclaim_jobs(&self, all: bool) -> Later<'_, u64>;

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
