//! The store on a database: the same statements on SQLite and PostgreSQL.
//!
//! sqlx knows the two as different types, so the code that runs the
//! statements is a macro; the statements themselves are written once.

use crate::Status;
use crate::StoreError;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use std::time::Duration;

/// How long a database may take to answer.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The most matches or jobs that are removed at once.
pub const REMOVED_AT_ONCE: i64 = 100;

pub const CREATE: &str = "INSERT INTO matches (id, game, header, room, is_over, is_open, is_listed, created, touched, \
    entries) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0) ON CONFLICT DO NOTHING";
pub const LENGTHEN: &str = "UPDATE matches SET entries = $3 WHERE id = $1 AND entries = $2";
pub const ENTRY: &str = "INSERT INTO entries (match_id, seq, line) VALUES ($1, $2, $3)";
pub const ENTRIES: &str = "INSERT INTO entries (match_id, seq, line) ";
pub const LENGTH: &str = "SELECT entries FROM matches WHERE id = $1";
pub const SHORTEN: &str = "UPDATE matches SET entries = $2 WHERE id = $1 AND entries > $2";
pub const CUT: &str = "DELETE FROM entries WHERE match_id = $1 AND seq >= $2";
pub const UPDATE: &str = "UPDATE matches SET room = $2, is_over = $3, is_open = $4, is_listed = $5, touched = $6 \
    WHERE id = $1";
pub const MATCH: &str = "SELECT id, game, header, room, is_over, is_open, is_listed, created, touched FROM matches \
    WHERE id = $1";
pub const LOG: &str = "SELECT line FROM entries WHERE match_id = $1 ORDER BY seq";
pub const ENDED: &str = "SELECT id, game, header, room, created, touched, entries FROM matches WHERE is_listed \
    ORDER BY touched DESC, id LIMIT $1";
pub const OPEN: &str = "SELECT id, game, header, room, created, touched, entries FROM matches WHERE is_open \
    ORDER BY touched DESC, id LIMIT $1";
pub const KEEP_JOB: &str = "INSERT INTO jobs (id, kind, params, owner, status, result, created, touched) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, result = excluded.result, touched = excluded.touched";
pub const JOB: &str = "SELECT id, kind, params, owner, status, result, created, touched FROM jobs WHERE id = $1";
pub const ABANDON: &str = "UPDATE jobs SET status = 'failed', touched = $1 WHERE status IN ('waiting', 'running')";
pub const KEEP_BOARD: &str = "INSERT INTO boards (id, world, owner, name, text, notes, touched) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) \
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, text = excluded.text, notes = excluded.notes, \
    touched = excluded.touched WHERE boards.owner = excluded.owner";
pub const BOARD: &str = "SELECT id, world, owner, name, text, notes, touched FROM boards WHERE id = $1";
pub const BOARDS: &str = "SELECT id, name, notes, touched FROM boards WHERE owner = $1 AND world = $2 \
    ORDER BY touched DESC, id LIMIT $3";
pub const DROP_BOARD: &str = "DELETE FROM boards WHERE owner = $1 AND id = $2";
pub const REMOVE_ROOMS: &str = "DELETE FROM matches WHERE id IN \
    (SELECT id FROM matches WHERE touched < $1 AND NOT is_over ORDER BY touched LIMIT $2)";
pub const REMOVE_REPLAYS: &str = "DELETE FROM matches WHERE id IN \
    (SELECT id FROM matches WHERE touched < $1 AND is_over ORDER BY touched LIMIT $2)";
pub const REMOVE_JOBS: &str = "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE touched < $1 \
    AND status NOT IN ('waiting', 'running') ORDER BY touched LIMIT $2)";
pub const PING: &str = "INSERT INTO health (id, touched) VALUES (1, 1) \
    ON CONFLICT (id) DO UPDATE SET touched = health.touched + 1";

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

pub fn migrations() -> Migrator {
    const FIRST: &str = include_str!("../migrations/1_matches_jobs_boards.sql");
    const SECOND: &str = include_str!("../migrations/2_listed_health.sql");
    let simple = |number, name: &'static str, text: &'static str| {
        Migration::new(number, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![simple(1, "matches, jobs, boards", FIRST), simple(2, "listed, health", SECOND)])
}

/// Waits for an answer, but not for ever.
pub async fn soon<T>(answer: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(StoreError::Broken("the database does not answer".into())),
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
    ($store:ident, $database:ty, $pool:ty, $connection:ty, $row:ty, $write:ident, $name:literal) => {
        #[doc = concat!("Everything in ", $name, ".")]
        pub struct $store {
            pub readers: $pool,
            pub writer: Writer,
        }

        /// Writes one thing inside a transaction. Nothing here makes a
        /// statement fail that the database understands, because a failed
        /// statement would spoil the transaction for the others.
        pub async fn $write(on: &mut $connection, write: &Write) -> Result<Written, sqlx::Error> {
            Ok(match write {
                Write::Create(new) => {
                    let done = sqlx::query(CREATE)
                        .bind(&new.id)
                        .bind(&new.game)
                        .bind(&new.header)
                        .bind(&new.room)
                        .bind(new.over)
                        .bind(new.open)
                        .bind(new.listed)
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
                        if let [line] = &lines[..] {
                            sqlx::query(ENTRY).bind(id).bind(from).bind(line).execute(on).await?;
                        } else if !lines.is_empty() {
                            let mut many = sqlx::QueryBuilder::<$database>::new(ENTRIES);
                            many.push_values((*from..).zip(lines), |mut row, (seq, line)| {
                                row.push_bind(id.clone()).push_bind(seq).push_bind(line.clone());
                            });
                            many.build().persistent(false).execute(on).await?;
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
                Write::Update { id, update } => {
                    let done = sqlx::query(UPDATE)
                        .bind(id)
                        .bind(&update.room)
                        .bind(update.over)
                        .bind(update.open)
                        .bind(update.listed)
                        .bind(update.touched)
                        .execute(on)
                        .await?;
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
                Write::Remove(old, before) => {
                    let statement = match old {
                        Old::Rooms => REMOVE_ROOMS,
                        Old::Replays => REMOVE_REPLAYS,
                        Old::Jobs => REMOVE_JOBS,
                    };
                    Ok(sqlx::query(statement).bind(before).bind(REMOVED_AT_ONCE).execute(on).await?.rows_affected())
                }
                Write::Ping => Ok(sqlx::query(PING).execute(on).await?.rows_affected()),
                Write::Close => Ok(0),
            })
        }

        impl Store for $store {
            fn create(&self, record: MatchRecord) -> Later<'_, ()> {
                self.writer.order(Write::Create(record), |_| ())
            }

            fn append(&self, id: &str, from: u64, lines: Vec<String>) -> Later<'_, ()> {
                self.writer.append(id.into(), signed(from), lines)
            }

            fn cut(&self, id: &str, from: u64) -> Later<'_, ()> {
                self.writer.order(Write::Cut { id: id.into(), from: signed(from) }, |_| ())
            }

            fn update(&self, id: &str, update: MatchUpdate) -> Later<'_, ()> {
                self.writer.order(Write::Update { id: id.into(), update }, |_| ())
            }

            fn load(&self, id: &str) -> Later<'_, Option<(MatchRecord, Vec<String>)>> {
                let id = id.to_owned();
                Box::pin(async move {
                    if id.contains('\0') {
                        return Ok(None); // PostgreSQL would call it an error.
                    }
                    let Some(row) = soon(sqlx::query(MATCH).bind(&id).fetch_optional(&self.readers)).await? else {
                        return Ok(None);
                    };
                    let record = record!(row, MatchRecord { id, game, header, room, over, open, listed, created, touched })?;
                    let rows: Vec<$row> = soon(sqlx::query(LOG).bind(&id).fetch_all(&self.readers)).await?;
                    let log = rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<String>, _>>()?;
                    Ok(Some((record, log)))
                })
            }

            fn recent(&self, listing: Listing, limit: u32) -> Later<'_, Vec<MatchSummary>> {
                let statement = match listing {
                    Listing::Ended => ENDED,
                    Listing::Open => OPEN,
                };
                Box::pin(async move {
                    let found = sqlx::query(statement).bind(i64::from(limit)).fetch_all(&self.readers);
                    let rows: Vec<$row> = soon(found).await?;
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
                    if id.contains('\0') {
                        return Ok(None); // PostgreSQL would call it an error.
                    }
                    let Some(row) = soon(sqlx::query(JOB).bind(&id).fetch_optional(&self.readers)).await? else {
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
                    if id.contains('\0') {
                        return Ok(None); // PostgreSQL would call it an error.
                    }
                    let Some(row) = soon(sqlx::query(BOARD).bind(&id).fetch_optional(&self.readers)).await? else {
                        return Ok(None);
                    };
                    record!(row, Board { id, world, owner, name, text, notes, touched }).map(Some)
                })
            }

            fn boards(&self, owner: &str, world: &str, limit: u32) -> Later<'_, Vec<BoardSummary>> {
                let (owner, world) = (owner.to_owned(), world.to_owned());
                Box::pin(async move {
                    let found = sqlx::query(BOARDS).bind(&owner).bind(&world).bind(i64::from(limit));
                    let rows: Vec<$row> = soon(found.fetch_all(&self.readers)).await?;
                    rows.iter().map(|row| record!(row, BoardSummary { id, name, notes, touched })).collect()
                })
            }

            fn drop_board(&self, owner: &str, id: &str) -> Later<'_, bool> {
                self.writer.order(Write::DropBoard { owner: owner.into(), id: id.into() }, |count| count > 0)
            }

            fn remove(&self, old: Old, before: i64) -> Later<'_, u64> {
                self.writer.order(Write::Remove(old, before), |count| count)
            }

            fn ping(&self) -> Later<'_, ()> {
                let written = self.writer.order(Write::Ping, |_| ());
                Box::pin(async move {
                    written.await?;
                    soon(sqlx::query("SELECT 1").fetch_one(&self.readers)).await?;
                    Ok(())
                })
            }

            fn backup(&self, to: PathBuf) -> Later<'_, ()> {
                Box::pin(async move { self.copy_to(&to).await })
            }

            fn close(&self) -> Later<'_, ()> {
                // Orders are taken in turn: once this one is answered, nothing
                // from before is on its way. Readers go first: the last to
                // close an SQLite file tidies it up, and readers may not.
                let last = self.writer.order(Write::Close, |_| ());
                Box::pin(async move {
                    let _ = tokio::time::timeout(PATIENCE / 5, self.readers.close()).await;
                    tokio::time::timeout(PATIENCE, last)
                        .await
                        .map_err(|_| StoreError::Broken("the database does not answer".into()))?
                })
            }
        }
    };
}

pub(crate) use {engine, record};

pub fn status_of(word: String) -> Result<Status, StoreError> {
    Status::of(&word).ok_or_else(|| StoreError::Broken(format!("found the status `{word}`")))
}

#[expect(clippy::unnecessary_wraps, reason = "what a column is read through may fail")]
pub fn unsigned(number: i64) -> Result<u64, StoreError> {
    Ok(number.unsigned_abs())
}

/// Databases count in signed numbers.
pub fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
