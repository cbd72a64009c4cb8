//! A store in an SQLite file.

use crate::place::OpenOptions;
use crate::sql::*;
use crate::writer::{Engine, Failed, Reply, Write, Writer, Written};
use crate::{
    Beat, JOB_LEASE, Job, JobCounts, Later, Lease, Listing, MOST_DEATHS, MatchRecord, MatchSummary, MatchUpdate,
    NODE_LEASE, NewJob, Old, Status, Store, StoreError, TakenJob,
};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{Connection, Row, Sqlite};
use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

clock_statements!("CAST(unixepoch('subsec') * 1000 AS INTEGER)", "MAX", "");
engine!(SqliteStore, Sqlite, SqlitePool, SqliteConnection, SqliteRow, write_one, "an SQLite file");

/// The bytes of a page, SQLite's own default.
const PAGE: u64 = 4096;

/// Opens an SQLite file, or makes it. Readers have connections of their own
/// and never wait for the writer (write-ahead log).
///
/// `synchronous = normal` hands every commit to the operating system before it
/// is acknowledged, so it survives the death of the process; only a power cut
/// may cost the last commits, never the file's order. `full` waits for the
/// disk.
pub async fn open(path: &Path, options: OpenOptions) -> Result<SqliteStore, StoreError> {
    let path = &real(path)?;
    let lock = claim(path)?;
    let synchronous = if options.durable { SqliteSynchronous::Full } else { SqliteSynchronous::Normal };
    let mut connect = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous)
        .busy_timeout(Duration::from_secs(10))
        .foreign_keys(true);
    if let Some(bytes) = options.most_bytes {
        connect = connect.pragma("max_page_count", (bytes / PAGE).max(1).to_string());
    }
    let mut own = SqliteConnection::connect_with(&connect).await?;
    migrations().run(&mut own).await.map_err(|error| StoreError::Broken(error.to_string()))?;
    let readers = SqlitePoolOptions::new()
        .max_connections(4)
        .min_connections(1)
        .acquire_timeout(PATIENCE)
        .connect_with(connect.clone().read_only(true))
        .await?;
    Ok(SqliteStore { readers, writer: Writer::start(SqliteWriter { connect, own: Some(own), lock }), alone: true })
}

/// The path without symbolic links, so that one file has one lock; its folder
/// is made if it is not there.
fn real(path: &Path) -> Result<PathBuf, StoreError> {
    let broken = |error: &dyn Display| StoreError::Broken(format!("{}: {error}", path.display()));
    if let Ok(real) = path.canonicalize() {
        return Ok(real);
    }
    let (folder, name) = (path.parent().unwrap_or(Path::new("")), path.file_name().unwrap_or_default());
    std::fs::create_dir_all(folder).map_err(|error| broken(&error))?;
    // A link to a file that is not there yet leads somewhere as well.
    if let Ok(target) = std::fs::read_link(path) {
        return real(&folder.join(target));
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    Ok(folder.canonicalize().map_err(|error| broken(&error))?.join(name))
}

/// Locks a file beside the database (a lock on the database itself would be in
/// the way of SQLite's own). The system lets go of it when the process dies.
fn claim(path: &Path) -> Result<File, StoreError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push("-lock");
    let broken = |error: &dyn Display| StoreError::Broken(format!("{}: {error}", Path::new(&beside).display()));
    let lock = File::create(&beside).map_err(|error| broken(&error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::Owned(path.display().to_string())),
        Err(TryLockError::Error(error)) => Err(broken(&error)),
    }
}

/// Copies a file that a server may be writing to.
pub async fn backup(path: &Path, to: &Path) -> Result<(), StoreError> {
    let connect = SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(Duration::from_secs(10));
    let mut own = SqliteConnection::connect_with(&connect).await?;
    vacuum_into(&mut own, to).await?;
    own.close().await?;
    Ok(())
}

async fn vacuum_into(own: &mut SqliteConnection, to: &Path) -> Result<(), StoreError> {
    let name = to.to_str().ok_or_else(|| StoreError::Unfit(format!("found the name {}", to.display())))?;
    sqlx::query("VACUUM INTO $1").bind(name).execute(own).await?;
    Ok(())
}

impl SqliteStore {
    async fn copy_to(&self, to: &Path) -> Result<(), StoreError> {
        vacuum_into(&mut *self.readers.acquire().await?, to).await
    }
}

struct SqliteWriter {
    connect: SqliteConnectOptions,
    /// None after a failure: SQLite may have rolled back by itself, and then
    /// sqlx does not know how deep it is in transactions. A new connection
    /// does.
    own: Option<SqliteConnection>,
    lock: File,
}

impl Engine for SqliteWriter {
    async fn write(&mut self, batch: &[Write]) -> Result<Vec<Written>, Failed> {
        let mut own = match self.own.take() {
            Some(own) => own,
            None => {
                SqliteConnection::connect_with(&self.connect).await.map_err(|error| Failed::Lost(error.to_string()))?
            }
        };
        let written = transaction(&mut own, batch).await;
        if written.is_ok() {
            self.own = Some(own);
        } else {
            let _ = own.close_hard().await;
        }
        written
    }

    async fn close(self) {
        if let Some(mut own) = self.own {
            // A copy of the file alone is whole.
            let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut own).await;
            let _ = own.close().await;
        }
        drop(self.lock);
    }
}

async fn transaction(own: &mut SqliteConnection, batch: &[Write]) -> Result<Vec<Written>, Failed> {
    let refused = |error: sqlx::Error| Failed::Refused(error.to_string());
    let mut transaction = own.begin_with("BEGIN IMMEDIATE").await.map_err(refused)?;
    let mut answers = Vec::with_capacity(batch.len());
    for write in batch {
        answers.push(write_one(&mut transaction, write).await.map_err(refused)?);
    }
    transaction.commit().await.map_err(|error| Failed::Unsure(error.to_string()))?;
    Ok(answers)
}
