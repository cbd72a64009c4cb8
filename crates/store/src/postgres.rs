//! A store in a PostgreSQL database.

use crate::place::Access;
use crate::sql::*;
use crate::writer::{Engine, Failed, Reply, Write, Writer, Written};
use crate::{
    Beat, JOB_LEASE, Job, JobCounts, Later, Lease, Listing, MOST_DEATHS, MatchRecord, MatchSummary, MatchUpdate,
    NODE_LEASE, NewJob, Old, Status, Store, StoreError, TakenJob,
};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::{Connection, Postgres, Row};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::time::timeout;

clock_statements!("CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)", "GREATEST", "FOR UPDATE SKIP LOCKED");
engine!(PostgresStore, Postgres, PgPool, PgConnection, PgRow, write_one, "a PostgreSQL database");

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(4);

/// How long the database may take to notice that the server which owned it is
/// dead.
const GRACE: Duration = Duration::from_secs(2);

/// The advisory lock of the server that owns the database; such locks are the
/// database's own, so that a number is name enough.
const STUDIO: i64 = 0x6465_6461_6c65;

/// Opens a PostgreSQL database. It is told to give up on what takes too long,
/// and not waited for when it does not answer.
pub async fn open(address: &str, access: Access) -> Result<PostgresStore, StoreError> {
    let millis = PATIENCE.as_millis().to_string();
    let connect: PgConnectOptions = address.parse()?;
    let connect = connect.options([
        ("statement_timeout", millis.as_str()),
        ("lock_timeout", millis.as_str()),
        ("idle_in_transaction_session_timeout", millis.as_str()),
    ]);
    let mut own = claim(&connect, access).await?.ok_or_else(|| {
        let name = connect.get_database().unwrap_or("this database");
        StoreError::Owned(format!("{name} at {}", connect.get_host()))
    })?;
    migrations().run(&mut own).await.map_err(|error| StoreError::Broken(error.to_string()))?;
    let readers =
        PgPoolOptions::new().max_connections(8).acquire_timeout(CONNECT).connect_with(connect.clone()).await?;
    let writer = Writer::start(PostgresWriter { connect, access, own: Some(own) });
    Ok(PostgresStore { readers, writer, alone: access == Access::Alone })
}

/// A connection that may write, unless others are in the way: a studio that
/// wants the database for itself and studios that share it exclude each other
/// by the two kinds of the same lock. Whatever is written goes through this
/// connection: who loses it cannot write any more.
async fn claim(connect: &PgConnectOptions, access: Access) -> Result<Option<PgConnection>, sqlx::Error> {
    let connecting = timeout(CONNECT, PgConnection::connect_with(connect)).await;
    let mut own = connecting.map_err(|_| sqlx::Error::PoolTimedOut)??;
    let lock = match access {
        Access::Alone => "SELECT pg_try_advisory_lock($1)",
        Access::Shared => "SELECT pg_try_advisory_lock_shared($1)",
        Access::Guest => return Ok(Some(own)),
    };
    let until = tokio::time::Instant::now() + GRACE;
    loop {
        let row = sqlx::query(lock).bind(STUDIO).fetch_one(&mut own).await?;
        if row.try_get(0)? {
            return Ok(Some(own));
        }
        if tokio::time::Instant::now() > until {
            return Ok(None);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

impl PostgresStore {
    #[expect(clippy::unused_async, reason = "as SQLite does it")]
    async fn copy_to(&self, _: &Path) -> Result<(), StoreError> {
        Err(StoreError::Unsupported("use pg_dump for a backup of PostgreSQL"))
    }
}

struct PostgresWriter {
    connect: PgConnectOptions,
    access: Access,
    /// None once the connection broke, and with it the claim.
    own: Option<PgConnection>,
}

impl Engine for PostgresWriter {
    async fn write(&mut self, batch: &[Write]) -> Result<Vec<Written>, Failed> {
        let mut own = match self.own.take() {
            Some(own) => own,
            None => match timeout(PATIENCE, claim(&self.connect, self.access)).await {
                Ok(Ok(Some(own))) => own,
                Ok(Ok(None)) => return Err(Failed::Lost("another studio has taken the database".into())),
                Ok(Err(error)) => return Err(Failed::Lost(error.to_string())),
                Err(_) => return Err(Failed::Lost("the database does not answer".into())),
            },
        };
        // A connection that was given up in the middle is not used again.
        let Ok(written) = timeout(PATIENCE, transaction(&mut own, batch)).await else {
            return Err(Failed::Unsure("the database does not answer".into()));
        };
        if matches!(written, Ok(_) | Err(Failed::Refused(_))) {
            self.own = Some(own);
        }
        written
    }

    async fn close(self) {
        if let Some(mut own) = self.own {
            let unlock = sqlx::query("SELECT pg_advisory_unlock_all()").execute(&mut own);
            if timeout(CONNECT, unlock).await.is_ok_and(|unlocked| unlocked.is_ok()) {
                let _ = timeout(CONNECT, own.close()).await;
            }
        }
    }
}

async fn transaction(own: &mut PgConnection, batch: &[Write]) -> Result<Vec<Written>, Failed> {
    let lost = |error: sqlx::Error| Failed::Lost(error.to_string());
    let mut transaction = own.begin().await.map_err(lost)?;
    let mut answers = Vec::with_capacity(batch.len());
    for write in batch {
        match write_one(&mut transaction, write).await {
            Ok(answer) => answers.push(answer),
            Err(error) => {
                let refused = error.as_database_error().is_some() && transaction.rollback().await.is_ok();
                return Err(if refused { Failed::Refused(error.to_string()) } else { lost(error) });
            }
        }
    }
    transaction.commit().await.map_err(|error| Failed::Unsure(error.to_string()))?;
    Ok(answers)
}
