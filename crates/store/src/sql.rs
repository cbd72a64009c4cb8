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
pub const LENGTHEN: &str = "UPDATE matches SET entries = $4 WHERE id = $1 AND fence = $2 AND entries = $3";
pub const ENTRY: &str = "INSERT INTO entries (match_id, seq, line) VALUES ($1, $2, $3)";
pub const ENTRIES: &str = "INSERT INTO entries (match_id, seq, line) ";
pub const LENGTH: &str = "SELECT entries, fence FROM matches WHERE id = $1";
pub const SHORTEN: &str =
    "UPDATE matches SET entries = CASE WHEN entries > $3 THEN $3 ELSE entries END WHERE id = $1 AND fence = $2";
pub const CUT: &str = "DELETE FROM entries WHERE match_id = $1 AND seq >= $2";
pub const UPDATE: &str = "UPDATE matches SET room = $3, is_over = $4, is_open = $5, is_listed = $6, touched = $7 \
    WHERE id = $1 AND fence = $2";
pub const RELEASE: &str = "UPDATE matches SET owner = NULL WHERE id = $1 AND fence = $2";
pub const OWNER: &str = "SELECT owner FROM matches WHERE id = $1";
pub const MATCH: &str = "SELECT id, game, header, room, is_over, is_open, is_listed, created, touched FROM matches \
    WHERE id = $1";
pub const LOG: &str = "SELECT line FROM entries WHERE match_id = $1 ORDER BY seq";
pub const EXISTS: &str = "SELECT 1 FROM matches WHERE id = $1";
pub const ENDED: &str = "SELECT id, game, header, room, created, touched, entries FROM matches WHERE is_listed \
    ORDER BY touched DESC, id LIMIT $1";
pub const OPEN: &str = "SELECT id, game, header, room, created, touched, entries FROM matches WHERE is_open \
    ORDER BY touched DESC, id LIMIT $1";
pub const LEAVE: &str = "DELETE FROM nodes WHERE id = $1";
pub const JOB: &str = "SELECT id, kind, params, owner, status, progress, result, created, touched FROM jobs \
    WHERE id = $1";
pub const QUEUE: &str = "SELECT id, kind, params, owner, status, progress, result, created, touched FROM jobs \
    WHERE status IN ('waiting', 'running') ORDER BY priority DESC, turn, id LIMIT $1";
pub const COUNT_JOBS: &str = "SELECT COUNT(*), COUNT(CASE WHEN owner = $1 THEN 1 END), \
    COUNT(CASE WHEN network = $2 THEN 1 END) FROM jobs WHERE status IN ('waiting', 'running')";
pub const REMOVE_ROOMS: &str = "DELETE FROM matches WHERE id IN \
    (SELECT id FROM matches WHERE touched < $1 AND NOT is_over ORDER BY touched LIMIT $2)";
pub const REMOVE_REPLAYS: &str = "DELETE FROM matches WHERE id IN \
    (SELECT id FROM matches WHERE touched < $1 AND is_over ORDER BY touched LIMIT $2)";
pub const REMOVE_JOBS: &str = "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE touched < $1 \
    AND status NOT IN ('waiting', 'running') ORDER BY touched LIMIT $2)";
pub const PING: &str = "INSERT INTO health (id, touched) VALUES (1, 1) \
    ON CONFLICT (id) DO UPDATE SET touched = health.touched + 1";

/// The statements that need the database's own clock, the larger of two
/// numbers, or rows that nobody else has locked: the engines have their own
/// words for these.
macro_rules! clock_statements {
    ($now:literal, $larger:literal, $unlocked:literal) => {
        const TAKE: &str = concat!(
            "UPDATE matches SET owner = $2, fence = fence + 1 WHERE id = $1 AND ($3 OR owner IS NULL OR owner = $2 ",
            "OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = matches.owner AND nodes.seen > ",
            $now,
            " - $4)) ",
            "RETURNING fence"
        );
        const BEAT: &str = concat!(
            "INSERT INTO nodes (id, seen) VALUES ($1, ",
            $now,
            ") ON CONFLICT (id) DO UPDATE SET seen = excluded.seen"
        );
        const BURY: &str = concat!("DELETE FROM nodes WHERE seen < ", $now, " - 60000");
        const ALIVE: &str = concat!("SELECT id FROM nodes WHERE seen > ", $now, " - $1 ORDER BY id");
        const LEASES: &str = concat!(
            "SELECT id, owner, fence, EXISTS (SELECT 1 FROM nodes WHERE nodes.id = matches.owner AND nodes.seen > ",
            $now,
            " - $1) FROM matches WHERE owner IS NOT NULL ORDER BY owner, id LIMIT $2"
        );
        const ENQUEUE: &str = concat!(
            "INSERT INTO jobs (id, kind, params, owner, network, priority, is_inside, status, created, touched, turn) ",
            "VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', ",
            $now,
            ", ",
            $now,
            ", 1 + ",
            $larger,
            "(",
            "COALESCE((SELECT MAX(turn) FROM jobs WHERE network = $5 AND status IN ('waiting', 'running')), 0), ",
            "COALESCE((SELECT MIN(turn) - 1 FROM jobs WHERE status = 'waiting'), 0))) ON CONFLICT DO NOTHING"
        );
        const TAKE_JOB: &str = concat!(
            "UPDATE jobs SET status = 'running', worker = $1, attempts = attempts + 1, due = ",
            $now,
            " + $2, ",
            "touched = ",
            $now,
            " WHERE id = (SELECT id FROM jobs WHERE status = 'waiting' AND due <= ",
            $now,
            " AND ($3 OR NOT is_inside) ORDER BY priority DESC, turn, id LIMIT 1 ",
            $unlocked,
            ") ",
            "RETURNING id, kind, params, attempts"
        );
        const BEAT_JOB: &str = concat!(
            "UPDATE jobs SET due = ",
            $now,
            " + $3, progress = COALESCE($4, progress) ",
            "WHERE id = $1 AND attempts = $2 AND status = 'running' RETURNING is_called_off"
        );
        const FINISH_JOB: &str = concat!(
            "UPDATE jobs SET status = $3, result = $4, progress = NULL, network = '', touched = ",
            $now,
            " WHERE id = $1 AND attempts = $2 AND status = 'running'"
        );
        const RETURN_JOB: &str = concat!(
            "UPDATE jobs SET status = CASE WHEN is_called_off THEN 'cancelled' ELSE 'waiting' END, worker = NULL, ",
            "due = 0, is_inside = is_inside OR $3, touched = ",
            $now,
            " WHERE id = $1 AND attempts = $2 AND status = 'running'"
        );
        const CANCEL_JOB: &str = concat!(
            "UPDATE jobs SET is_called_off = TRUE, status = CASE WHEN status = 'waiting' THEN 'cancelled' ELSE status ",
            "END, touched = ",
            $now,
            " WHERE id = $1 AND status IN ('waiting', 'running')"
        );
        // After the first death a second's pause, then four, then nine.
        const RECLAIM: &str = concat!(
            "UPDATE jobs SET status = CASE WHEN is_called_off THEN 'cancelled' WHEN deaths + 1 >= $2 THEN 'failed' ",
            "ELSE 'waiting' END, deaths = deaths + 1, due = ",
            $now,
            " + 1000 * (deaths + 1) * (deaths + 1), ",
            "worker = NULL, touched = ",
            $now,
            " WHERE status = 'running' AND ($1 OR due < ",
            $now,
            ")"
        );
    };
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

pub fn migrations() -> Migrator {
    const FIRST: &str = include_str!("../migrations/1_matches_jobs_boards.sql");
    const SECOND: &str = include_str!("../migrations/2_listed_health.sql");
    const THIRD: &str = include_str!("../migrations/3_leases_queue.sql");
    let simple = |number, name: &'static str, text: &'static str| {
        Migration::new(number, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        simple(1, "matches, jobs, boards", FIRST),
        simple(2, "listed, health", SECOND),
        simple(3, "leases, queue", THIRD),
    ])
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
            /// Whether no other studio writes to it.
            pub alone: bool,
        }

        /// Why a write to a match under a number touched nothing.
        async fn not_written(on: &mut $connection, id: &str, fence: i64, from: Option<i64>) -> Result<Written, sqlx::Error> {
            let Some(row) = sqlx::query(LENGTH).bind(id).fetch_optional(on).await? else {
                return Ok(Err(StoreError::Missing(id.to_owned())));
            };
            let (expected, known): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            Ok(match from {
                Some(from) if known == fence => Err(StoreError::Sequence {
                    id: id.to_owned(),
                    found: from.unsigned_abs(),
                    expected: expected.unsigned_abs(),
                }),
                _ => Err(StoreError::Fenced(id.to_owned())),
            })
        }

        fn job(row: &$row) -> Result<Job, StoreError> {
            record!(row, Job { id, kind, params, owner, status through status_of, progress, result, created, touched })
        }

        /// Writes one thing inside a transaction. Nothing here makes a
        /// statement fail that the database understands, because a failed
        /// statement would spoil the transaction for the others.
        pub async fn $write(on: &mut $connection, write: &Write) -> Result<Written, sqlx::Error> {
            let count = |count: u64| Ok(Reply::Count(count));
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
                    if done.rows_affected() == 1 { count(1) } else { Err(StoreError::Taken(new.id.clone())) }
                }
                Write::Append { id, fence, from, lines } => {
                    let to = from + i64::try_from(lines.len()).unwrap_or(i64::MAX);
                    let longer = sqlx::query(LENGTHEN).bind(id).bind(fence).bind(from).bind(to);
                    if longer.execute(&mut *on).await?.rows_affected() != 1 {
                        return not_written(on, id, *fence, Some(*from)).await;
                    }
                    if let [line] = &lines[..] {
                        sqlx::query(ENTRY).bind(id).bind(from).bind(line).execute(on).await?;
                    } else if !lines.is_empty() {
                        let mut many = sqlx::QueryBuilder::<$database>::new(ENTRIES);
                        many.push_values((*from..).zip(lines), |mut row, (seq, line)| {
                            row.push_bind(id.clone()).push_bind(seq).push_bind(line.clone());
                        });
                        many.build().persistent(false).execute(on).await?;
                    }
                    count(1)
                }
                Write::Cut { id, fence, from } => {
                    let shorter = sqlx::query(SHORTEN).bind(id).bind(fence).bind(from);
                    if shorter.execute(&mut *on).await?.rows_affected() != 1 {
                        return not_written(on, id, *fence, None).await;
                    }
                    sqlx::query(CUT).bind(id).bind(from).execute(on).await?;
                    count(1)
                }
                Write::Update { id, fence, update } => {
                    let done = sqlx::query(UPDATE)
                        .bind(id)
                        .bind(fence)
                        .bind(&update.room)
                        .bind(update.over)
                        .bind(update.open)
                        .bind(update.listed)
                        .bind(update.touched)
                        .execute(&mut *on)
                        .await?;
                    if done.rows_affected() != 1 {
                        return not_written(on, id, *fence, None).await;
                    }
                    count(1)
                }
                Write::Take { id, node, alone } => {
                    let taken = sqlx::query(TAKE).bind(id).bind(node).bind(alone).bind(millis(NODE_LEASE));
                    if let Some(row) = taken.fetch_optional(&mut *on).await? {
                        return Ok(count(row.try_get::<i64, _>(0)?.unsigned_abs()));
                    }
                    let holder = sqlx::query(OWNER).bind(id).fetch_optional(on).await?;
                    let holder: Option<Option<String>> = holder.map(|row| row.try_get(0)).transpose()?;
                    Err(match holder {
                        None => StoreError::Missing(id.clone()),
                        // It let go between the two statements: whoever asks again has it.
                        Some(by) => StoreError::Held { id: id.clone(), by: by.unwrap_or_default() },
                    })
                }
                Write::Release { id, fence } => {
                    count(sqlx::query(RELEASE).bind(id).bind(fence).execute(on).await?.rows_affected())
                }
                Write::Beat(node) => {
                    sqlx::query(BURY).execute(&mut *on).await?;
                    count(sqlx::query(BEAT).bind(node).execute(on).await?.rows_affected())
                }
                Write::Leave(node) => count(sqlx::query(LEAVE).bind(node).execute(on).await?.rows_affected()),
                Write::Enqueue(job) => count(
                    sqlx::query(ENQUEUE)
                        .bind(&job.id)
                        .bind(&job.kind)
                        .bind(&job.params)
                        .bind(&job.owner)
                        .bind(&job.network)
                        .bind(job.priority)
                        .bind(job.inside)
                        .execute(on)
                        .await?
                        .rows_affected(),
                ),
                Write::TakeJob { worker, inside } => {
                    let taken = sqlx::query(TAKE_JOB).bind(worker).bind(millis(JOB_LEASE)).bind(inside);
                    let taken = match taken.fetch_optional(on).await? {
                        None => None,
                        Some(row) => Some(TakenJob {
                            id: row.try_get(0)?,
                            kind: row.try_get(1)?,
                            params: row.try_get(2)?,
                            attempt: row.try_get(3)?,
                        }),
                    };
                    Ok(Reply::Job(taken))
                }
                Write::BeatJob { id, attempt, progress } => {
                    let beat = sqlx::query(BEAT_JOB).bind(id).bind(attempt).bind(millis(JOB_LEASE)).bind(progress);
                    let row = beat.fetch_optional(on).await?;
                    let called_off: Option<bool> = row.map(|row| row.try_get(0)).transpose()?;
                    count(called_off.map_or(0, |off| if off { 2 } else { 1 }))
                }
                Write::FinishJob { id, attempt, status, result } => count(
                    sqlx::query(FINISH_JOB)
                        .bind(id)
                        .bind(attempt)
                        .bind(status.word())
                        .bind(result)
                        .execute(on)
                        .await?
                        .rows_affected(),
                ),
                Write::ReturnJob { id, attempt, inside } => {
                    let back = sqlx::query(RETURN_JOB).bind(id).bind(attempt).bind(inside);
                    count(back.execute(on).await?.rows_affected())
                }
                Write::CancelJob(id) => count(sqlx::query(CANCEL_JOB).bind(id).execute(on).await?.rows_affected()),
                Write::Reclaim { all } => {
                    count(sqlx::query(RECLAIM).bind(all).bind(MOST_DEATHS).execute(on).await?.rows_affected())
                }
                Write::Remove(old, before) => {
                    let statement = match old {
                        Old::Rooms => REMOVE_ROOMS,
                        Old::Replays => REMOVE_REPLAYS,
                        Old::Jobs => REMOVE_JOBS,
                    };
                    let removed = sqlx::query(statement).bind(before).bind(REMOVED_AT_ONCE);
                    count(removed.execute(on).await?.rows_affected())
                }
                Write::Ping => count(sqlx::query(PING).execute(on).await?.rows_affected()),
                Write::Close => count(0),
            })
        }

        impl Store for $store {
            fn create(&self, record: MatchRecord) -> Later<'_, ()> {
                self.writer.order(Write::Create(record), |_| ())
            }

            fn take(&self, id: &str, node: &str) -> Later<'_, u64> {
                let take = Write::Take { id: id.into(), node: node.into(), alone: self.alone };
                self.writer.order(take, Reply::count)
            }

            fn release(&self, id: &str, fence: u64) -> Later<'_, ()> {
                self.writer.order(Write::Release { id: id.into(), fence: signed(fence) }, |_| ())
            }

            fn append(&self, id: &str, fence: u64, from: u64, lines: Vec<String>) -> Later<'_, ()> {
                self.writer.append(id.into(), signed(fence), signed(from), lines)
            }

            fn cut(&self, id: &str, fence: u64, from: u64) -> Later<'_, ()> {
                let cut = Write::Cut { id: id.into(), fence: signed(fence), from: signed(from) };
                self.writer.order(cut, |_| ())
            }

            fn update(&self, id: &str, fence: u64, update: MatchUpdate) -> Later<'_, ()> {
                self.writer.order(Write::Update { id: id.into(), fence: signed(fence), update }, |_| ())
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

            fn exists(&self, id: &str) -> Later<'_, bool> {
                let id = id.to_owned();
                Box::pin(async move {
                    Ok(!id.contains('\0') && soon(sqlx::query(EXISTS).bind(&id).fetch_optional(&self.readers)).await?.is_some())
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

            fn beat(&self, node: &str) -> Later<'_, Vec<String>> {
                let beat = self.writer.order(Write::Beat(node.into()), |_| ());
                Box::pin(async move {
                    beat.await?;
                    let rows = soon(sqlx::query(ALIVE).bind(millis(NODE_LEASE)).fetch_all(&self.readers)).await?;
                    Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
                })
            }

            fn leave(&self, node: &str) -> Later<'_, ()> {
                self.writer.order(Write::Leave(node.into()), |_| ())
            }

            fn leases(&self, limit: u32) -> Later<'_, Vec<Lease>> {
                Box::pin(async move {
                    let found = sqlx::query(LEASES).bind(millis(NODE_LEASE)).bind(i64::from(limit));
                    let rows: Vec<$row> = soon(found.fetch_all(&self.readers)).await?;
                    rows.iter().map(|row| record!(row, Lease { id, owner, fence through unsigned, alive })).collect()
                })
            }

            fn enqueue(&self, job: NewJob) -> Later<'_, bool> {
                self.writer.order(Write::Enqueue(job), |reply| reply.count() > 0)
            }

            fn job_counts(&self, owner: &str, network: &str) -> Later<'_, JobCounts> {
                let (owner, network) = (owner.to_owned(), network.to_owned());
                Box::pin(async move {
                    let counts = sqlx::query(COUNT_JOBS).bind(&owner).bind(&network);
                    let row = soon(counts.fetch_one(&self.readers)).await?;
                    record!(row, JobCounts { all through unsigned, owner through unsigned, network through unsigned })
                })
            }

            fn take_job(&self, worker: &str, inside: bool) -> Later<'_, Option<TakenJob>> {
                self.writer.order(Write::TakeJob { worker: worker.into(), inside }, |reply| match reply {
                    Reply::Job(job) => job,
                    Reply::Count(_) => None,
                })
            }

            fn beat_job(&self, id: &str, attempt: i64, progress: Option<String>) -> Later<'_, Beat> {
                self.writer.order(Write::BeatJob { id: id.into(), attempt, progress }, |reply| match reply.count() {
                    0 => Beat::Lost,
                    1 => Beat::Go,
                    _ => Beat::Stop,
                })
            }

            fn finish_job(&self, id: &str, attempt: i64, status: Status, result: String) -> Later<'_, bool> {
                let finish = Write::FinishJob { id: id.into(), attempt, status, result };
                self.writer.order(finish, |reply| reply.count() > 0)
            }

            fn return_job(&self, id: &str, attempt: i64, inside: bool) -> Later<'_, ()> {
                self.writer.order(Write::ReturnJob { id: id.into(), attempt, inside }, |_| ())
            }

            fn cancel_job(&self, id: &str) -> Later<'_, ()> {
                self.writer.order(Write::CancelJob(id.into()), |_| ())
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
                    job(&row).map(Some)
                })
            }

            fn queue(&self, limit: u32) -> Later<'_, Vec<Job>> {
                Box::pin(async move {
                    let found = sqlx::query(QUEUE).bind(i64::from(limit)).fetch_all(&self.readers);
                    soon(found).await?.iter().map(job).collect()
                })
            }

            fn reclaim_jobs(&self, all: bool) -> Later<'_, u64> {
                self.writer.order(Write::Reclaim { all }, Reply::count)
            }

            fn remove(&self, old: Old, before: i64) -> Later<'_, u64> {
                self.writer.order(Write::Remove(old, before), Reply::count)
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

pub(crate) use {clock_statements, engine, record};

pub fn status_of(word: String) -> Result<Status, StoreError> {
    Status::of(&word).ok_or_else(|| StoreError::Broken(format!("found the status `{word}`")))
}

#[expect(clippy::unnecessary_wraps, reason = "what a column is read through may fail")]
pub fn unsigned(number: i64) -> Result<u64, StoreError> {
    Ok(number.unsigned_abs())
}

pub fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// Databases count in signed numbers.
pub fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
