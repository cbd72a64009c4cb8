//! The store on a database: the same statements on SQLite and PostgreSQL.
//!
//! sqlx knows the two as different types, so the code that runs the
//! statements is a macro; the statements themselves are written once.

use crate::writer::{Engine, Write, Writer, Written};
use crate::{Board, BoardSummary, Job, Later, MatchRecord, MatchSummary, Status, Store, StoreError, Which};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Row, SqlSafeStr};
use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

const CREATE: &str = "INSERT INTO matches (id, game, header, room, is_over, is_open, created, touched, entries) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0) ON CONFLICT DO NOTHING";
const LENGTHEN: &str = "UPDATE matches SET entries = $3 WHERE id = $1 AND entries = $2";
const ENTRY: &str = "INSERT INTO entries (match_id, seq, line) VALUES ($1, $2, $3)";
const LENGTH: &str = "SELECT entries FROM matches WHERE id = $1";
const SHORTEN: &str = "UPDATE matches SET entries = $2 WHERE id = $1 AND entries > $2";
const CUT: &str = "DELETE FROM entries WHERE match_id = $1 AND seq >= $2";
const NOTE: &str = "UPDATE matches SET room = $2, is_over = $3, is_open = $4, touched = $5 WHERE id = $1";
const MATCH: &str = "SELECT id, game, header, room, is_over, is_open, created, touched FROM matches WHERE id = $1";
const LOG: &str = "SELECT line FROM entries WHERE match_id = $1 ORDER BY seq";
const OVER: &str = "SELECT id, game, header, room, created, touched, entries FROM matches WHERE is_over \
    ORDER BY touched DESC, id LIMIT $1";
const OPEN: &str = "SELECT id, game, header, room, created, touched, entries FROM matches WHERE is_open \
    ORDER BY touched DESC, id LIMIT $1";
const KEEP_JOB: &str = "INSERT INTO jobs (id, kind, params, owner, status, result, created, touched) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, result = excluded.result, touched = excluded.touched";
const JOB: &str = "SELECT id, kind, params, owner, status, result, created, touched FROM jobs WHERE id = $1";
const ABANDON: &str = "UPDATE jobs SET status = 'failed', touched = $1 WHERE status IN ('waiting', 'running')";
const KEEP_BOARD: &str = "INSERT INTO boards (id, world, owner, name, text, notes, touched) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) \
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, text = excluded.text, notes = excluded.notes, \
    touched = excluded.touched WHERE boards.owner = excluded.owner";
const BOARD: &str = "SELECT id, world, owner, name, text, notes, touched FROM boards WHERE id = $1";
const BOARDS: &str = "SELECT id, name, notes, touched FROM boards WHERE owner = $1 AND world = $2 \
    ORDER BY touched DESC, id LIMIT $3";
const DROP_BOARD: &str = "DELETE FROM boards WHERE owner = $1 AND id = $2";

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

fn migrations() -> Migrator {
    const FIRST: &str = include_str!("../migrations/1_matches_jobs_boards.sql");
    let first = Migration::new(1, "matches, jobs, boards".into(), MigrationType::Simple, FIRST.into_sql_str(), false);
    Migrator::with_migrations(vec![first])
}

/// Opens an SQLite file, or makes it. Readers have connections of their own
/// and never wait for the writer (write-ahead log).
///
/// `synchronous = normal` hands every commit to the operating system before it
/// is acknowledged, so it survives the death of the process; only a power cut
/// may cost the last commits, never the file's order.
pub async fn sqlite(path: &Path) -> Result<SqliteStore, StoreError> {
    let lock = claim_file(path)?;
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(Duration::from_secs(10))
        .foreign_keys(true);
    let mut writer = SqliteConnection::connect_with(&options).await?;
    migrations().run(&mut writer).await.map_err(|error| StoreError::Broken(error.to_string()))?;
    let readers =
        SqlitePoolOptions::new().max_connections(4).min_connections(1).connect_with(options.read_only(true)).await?;
    Ok(SqliteStore { readers, writer: Writer::start(SqliteWriter { own: writer, lock }) })
}

/// Locks a file beside the database (a lock on the database itself would be in
/// the way of SQLite's own). The system lets go of it when the process dies.
fn claim_file(path: &Path) -> Result<File, StoreError> {
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

/// Opens a PostgreSQL database.
pub async fn postgres(address: &str) -> Result<PostgresStore, StoreError> {
    let options: PgConnectOptions = address.parse()?;
    let mut own = claim(&options).await?.ok_or_else(|| {
        let name = options.get_database().unwrap_or("this database");
        StoreError::Owned(format!("{name} at {}", options.get_host()))
    })?;
    migrations().run(&mut own).await.map_err(|error| StoreError::Broken(error.to_string()))?;
    let readers =
        PgPoolOptions::new().max_connections(8).acquire_timeout(PATIENCE).connect_with(options.clone()).await?;
    Ok(PostgresStore { readers, writer: Writer::start(PostgresWriter { options, own, lost: false }) })
}

/// How long a database may take to answer.
const PATIENCE: Duration = Duration::from_secs(4);

/// How long it may take to notice that the server which owned it is dead.
const GRACE: Duration = Duration::from_secs(2);

/// The advisory lock of the server that owns the database; such locks are the
/// database's own, so that a number is name enough.
const OWNER: i64 = 0x6465_6461_6c65;

/// A connection that owns the database, unless another has it. Whatever is
/// written goes through it: who loses it cannot write any more.
async fn claim(options: &PgConnectOptions) -> Result<Option<PgConnection>, sqlx::Error> {
    let connecting = tokio::time::timeout(PATIENCE, PgConnection::connect_with(options)).await;
    let mut own = connecting.map_err(|_| sqlx::Error::PoolTimedOut)??;
    let until = tokio::time::Instant::now() + GRACE;
    loop {
        let row = sqlx::query("SELECT pg_try_advisory_lock($1)").bind(OWNER).fetch_one(&mut own).await?;
        if row.try_get(0)? {
            return Ok(Some(own));
        }
        if tokio::time::Instant::now() > until {
            return Ok(None);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

struct SqliteWriter {
    own: SqliteConnection,
    lock: File,
}

impl Engine for SqliteWriter {
    async fn write(&mut self, batch: &[Write]) -> Result<Vec<Written>, sqlx::Error> {
        let mut transaction = self.own.begin_with("BEGIN IMMEDIATE").await?;
        let mut answers = Vec::with_capacity(batch.len());
        for write in batch {
            answers.push(sqlite_write(&mut transaction, write).await?);
        }
        transaction.commit().await?;
        Ok(answers)
    }

    async fn close(self) {
        let _ = self.own.close().await;
        drop(self.lock);
    }
}

struct PostgresWriter {
    options: PgConnectOptions,
    own: PgConnection,
    /// The connection broke, and with it the claim.
    lost: bool,
}

impl Engine for PostgresWriter {
    async fn write(&mut self, batch: &[Write]) -> Result<Vec<Written>, sqlx::Error> {
        if self.lost {
            let owned = || sqlx::Error::Protocol("another studio has taken the database".into());
            self.own = claim(&self.options).await?.ok_or_else(owned)?;
            self.lost = false;
        }
        let written = self.transaction(batch).await;
        self.lost = written.is_err() && self.own.ping().await.is_err();
        written
    }

    async fn close(mut self) {
        let _ = sqlx::query("SELECT pg_advisory_unlock_all()").execute(&mut self.own).await;
        let _ = self.own.close().await;
    }
}

impl PostgresWriter {
    async fn transaction(&mut self, batch: &[Write]) -> Result<Vec<Written>, sqlx::Error> {
        let mut transaction = self.own.begin().await?;
        let mut answers = Vec::with_capacity(batch.len());
        for write in batch {
            answers.push(postgres_write(&mut transaction, write).await?);
        }
        transaction.commit().await?;
        Ok(answers)
    }
}

/// Reads a row into a record: its columns in the order of the fields, some of
/// them through a function.
macro_rules! record {
    ($row:expr, $kind:ident { $($field:ident $(through $read:path)?),* }) => {{
        let mut column = 0..;
        $(
            let $field = $row.try_get(column.next().unwrap_or_default())?;
            $(let $field = $read($field)?;)?
        )*
        Ok::<_, StoreError>($kind { $($field),* })
    }};
}

macro_rules! engine {
    ($store:ident, $pool:ty, $connection:ty, $row:ty, $write:ident, $name:literal) => {
        #[doc = concat!("Everything in ", $name, ".")]
        pub struct $store {
            readers: $pool,
            writer: Writer,
        }

        /// Writes one thing inside a transaction. Nothing here makes a
        /// statement fail that the database understands, because a failed
        /// statement would spoil the transaction for the others.
        async fn $write(on: &mut $connection, write: &Write) -> Result<Written, sqlx::Error> {
            Ok(match write {
                Write::Create(new) => {
                    let done = sqlx::query(CREATE)
                        .bind(&new.id)
                        .bind(&new.game)
                        .bind(&new.header)
                        .bind(&new.room)
                        .bind(new.over)
                        .bind(new.open)
                        .bind(new.created)
                        .bind(new.touched)
                        .execute(on)
                        .await?;
                    if done.rows_affected() == 1 { Ok(1) } else { Err(StoreError::Taken(new.id.clone())) }
                }
                Write::Append { id, from, lines } => {
                    let to = from + i64::try_from(lines.len()).unwrap_or(i64::MAX);
                    let done = sqlx::query(LENGTHEN).bind(id).bind(from).bind(to).execute(&mut *on).await?;
                    if done.rows_affected() == 1 {
                        for (seq, line) in (*from..).zip(lines) {
                            sqlx::query(ENTRY).bind(id).bind(seq).bind(line).execute(&mut *on).await?;
                        }
                        Ok(1)
                    } else {
                        let length = sqlx::query(LENGTH).bind(id).fetch_optional(on).await?;
                        Err(match length {
                            None => StoreError::Missing(id.clone()),
                            Some(row) => {
                                let expected: i64 = row.try_get(0)?;
                                StoreError::Sequence {
                                    id: id.clone(),
                                    found: from.unsigned_abs(),
                                    expected: expected.unsigned_abs(),
                                }
                            }
                        })
                    }
                }
                Write::Cut { id, from } => {
                    sqlx::query(CUT).bind(id).bind(from).execute(&mut *on).await?;
                    sqlx::query(SHORTEN).bind(id).bind(from).execute(&mut *on).await?;
                    match sqlx::query(LENGTH).bind(id).fetch_optional(on).await? {
                        Some(_) => Ok(1),
                        None => Err(StoreError::Missing(id.clone())),
                    }
                }
                Write::Note { id, room, over, open, now } => {
                    let done =
                        sqlx::query(NOTE).bind(id).bind(room).bind(over).bind(open).bind(now).execute(on).await?;
                    if done.rows_affected() == 1 { Ok(1) } else { Err(StoreError::Missing(id.clone())) }
                }
                Write::Job(job) => Ok(sqlx::query(KEEP_JOB)
                    .bind(&job.id)
                    .bind(&job.kind)
                    .bind(&job.params)
                    .bind(&job.owner)
                    .bind(job.status.word())
                    .bind(&job.result)
                    .bind(job.created)
                    .bind(job.touched)
                    .execute(on)
                    .await?
                    .rows_affected()),
                Write::Abandon(now) => Ok(sqlx::query(ABANDON).bind(now).execute(on).await?.rows_affected()),
                Write::Board(board) => {
                    let done = sqlx::query(KEEP_BOARD)
                        .bind(&board.id)
                        .bind(&board.world)
                        .bind(&board.owner)
                        .bind(&board.name)
                        .bind(&board.text)
                        .bind(&board.notes)
                        .bind(board.touched)
                        .execute(on)
                        .await?;
                    if done.rows_affected() == 1 { Ok(1) } else { Err(StoreError::Taken(board.id.clone())) }
                }
                Write::DropBoard { owner, id } => {
                    Ok(sqlx::query(DROP_BOARD).bind(owner).bind(id).execute(on).await?.rows_affected())
                }
                Write::Close => Ok(0),
            })
        }

        impl Store for $store {
            fn create(&self, record: MatchRecord) -> Later<'_, ()> {
                self.writer.order(Write::Create(record), |_| ())
            }

            fn append(&self, id: &str, from: u64, lines: Vec<String>) -> Later<'_, ()> {
                self.writer.order(Write::Append { id: id.into(), from: signed(from), lines }, |_| ())
            }

            fn cut(&self, id: &str, from: u64) -> Later<'_, ()> {
                self.writer.order(Write::Cut { id: id.into(), from: signed(from) }, |_| ())
            }

            fn note(&self, id: &str, room: String, over: bool, open: bool, now: i64) -> Later<'_, ()> {
                self.writer.order(Write::Note { id: id.into(), room, over, open, now }, |_| ())
            }

            fn load(&self, id: &str) -> Later<'_, Option<(MatchRecord, Vec<String>)>> {
                let id = id.to_owned();
                Box::pin(async move {
                    let Some(row) = sqlx::query(MATCH).bind(&id).fetch_optional(&self.readers).await? else {
                        return Ok(None);
                    };
                    let record = record!(row, MatchRecord { id, game, header, room, over, open, created, touched })?;
                    let rows: Vec<$row> = sqlx::query(LOG).bind(&id).fetch_all(&self.readers).await?;
                    let log = rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<String>, _>>()?;
                    Ok(Some((record, log)))
                })
            }

            fn recent(&self, which: Which, limit: u32) -> Later<'_, Vec<MatchSummary>> {
                let statement = match which {
                    Which::Over => OVER,
                    Which::Open => OPEN,
                };
                Box::pin(async move {
                    let rows: Vec<$row> =
                        sqlx::query(statement).bind(i64::from(limit)).fetch_all(&self.readers).await?;
                    rows.iter()
                        .map(|row| {
                            record!(row, MatchSummary {
                                id, game, header, room, created, touched, entries through unsigned
                            })
                        })
                        .collect()
                })
            }

            fn keep_job(&self, job: Job) -> Later<'_, ()> {
                self.writer.order(Write::Job(job), |_| ())
            }

            fn job(&self, id: &str) -> Later<'_, Option<Job>> {
                let id = id.to_owned();
                Box::pin(async move {
                    let Some(row) = sqlx::query(JOB).bind(&id).fetch_optional(&self.readers).await? else {
                        return Ok(None);
                    };
                    record!(row, Job { id, kind, params, owner, status through status_of, result, created, touched })
                        .map(Some)
                })
            }

            fn abandon_jobs(&self, now: i64) -> Later<'_, u64> {
                self.writer.order(Write::Abandon(now), |count| count)
            }

            fn keep_board(&self, board: Board) -> Later<'_, ()> {
                self.writer.order(Write::Board(board), |_| ())
            }

            fn board(&self, id: &str) -> Later<'_, Option<Board>> {
                let id = id.to_owned();
                Box::pin(async move {
                    let Some(row) = sqlx::query(BOARD).bind(&id).fetch_optional(&self.readers).await? else {
                        return Ok(None);
                    };
                    record!(row, Board { id, world, owner, name, text, notes, touched }).map(Some)
                })
            }

            fn boards(&self, owner: &str, world: &str, limit: u32) -> Later<'_, Vec<BoardSummary>> {
                let (owner, world) = (owner.to_owned(), world.to_owned());
                Box::pin(async move {
                    let rows: Vec<$row> = sqlx::query(BOARDS)
                        .bind(&owner)
                        .bind(&world)
                        .bind(i64::from(limit))
                        .fetch_all(&self.readers)
                        .await?;
                    rows.iter().map(|row| record!(row, BoardSummary { id, name, notes, touched })).collect()
                })
            }

            fn drop_board(&self, owner: &str, id: &str) -> Later<'_, bool> {
                self.writer.order(Write::DropBoard { owner: owner.into(), id: id.into() }, |count| count > 0)
            }

            fn ping(&self) -> Later<'_, ()> {
                Box::pin(async move {
                    sqlx::query("SELECT 1").fetch_one(&self.readers).await?;
                    Ok(())
                })
            }

            fn close(&self) -> Later<'_, ()> {
                // Orders are taken in turn: once this one is answered, nothing
                // from before is on its way.
                let last = self.writer.order(Write::Close, |_| ());
                Box::pin(async move {
                    last.await?;
                    self.readers.close().await;
                    Ok(())
                })
            }
        }
    };
}

engine!(SqliteStore, SqlitePool, SqliteConnection, sqlx::sqlite::SqliteRow, sqlite_write, "an SQLite file");
engine!(PostgresStore, PgPool, PgConnection, sqlx::postgres::PgRow, postgres_write, "a PostgreSQL database");

fn status_of(word: String) -> Result<Status, StoreError> {
    Status::of(&word).ok_or_else(|| StoreError::Broken(format!("found the status `{word}`")))
}

#[expect(clippy::unnecessary_wraps, reason = "what a column is read through may fail")]
fn unsigned(number: i64) -> Result<u64, StoreError> {
    Ok(number.unsigned_abs())
}

/// Databases count in signed numbers.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
