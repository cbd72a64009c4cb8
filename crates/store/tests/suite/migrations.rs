//! Databases of every schema there ever was are taken on, with what is in
//! them.

use dedale_store::{Listing, Status, Store, open};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, SqlSafeStr};

const SCHEMAS: [(&str, &str); 2] = [
    ("matches, jobs, boards", include_str!("../../migrations/1_matches_jobs_boards.sql")),
    ("listed, health", include_str!("../../migrations/2_listed_health.sql")),
];

/// What a database of the first schema held.
const CONTENT: &str = "
INSERT INTO matches (id, game, header, room, is_over, is_open, created, touched, entries) VALUES
    ('over', 'nim', '{}', '{\"public\":true}', TRUE, FALSE, 1, 2, 2),
    ('open', 'nim', '{}', '{\"public\":true}', FALSE, TRUE, 1, 3, 0);
INSERT INTO entries (match_id, seq, line) VALUES ('over', 0, 'a'), ('over', 1, 'b');
INSERT INTO jobs (id, kind, params, owner, status, result, created, touched) VALUES
    ('done', 'maze/steps', '{}', 'me', 'done', '[1]', 1, 2),
    ('left', 'maze/steps', '{}', 'me', 'running', NULL, 1, 2);
INSERT INTO boards (id, world, owner, name, text, notes, touched) VALUES ('b', 'maze', 'me', 'n', 't', '{}', 1);
";

/// Makes an empty database.
pub async fn create_database(address: &str, name: &str) {
    sqlx::any::install_default_drivers();
    let mut own = AnyConnection::connect(address).await.unwrap();
    own.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.unwrap();
    own.close().await.unwrap();
}

/// The first schemas, as an older program left them.
async fn old(address: &str, schemas: usize) {
    sqlx::any::install_default_drivers();
    let migrations = SCHEMAS[..schemas].iter().zip(1..).map(|((name, text), number)| {
        Migration::new(number, (*name).into(), MigrationType::Simple, text.into_sql_str(), false)
    });
    let mut own = AnyConnection::connect(address).await.unwrap();
    let migrations: Vec<Migration> = migrations.collect();
    let (first, rest) = migrations.split_at(1);
    Migrator::with_migrations(first.to_vec()).run(&mut own).await.unwrap();
    own.execute(CONTENT).await.unwrap();
    if !rest.is_empty() {
        Migrator::with_migrations(migrations.clone()).run(&mut own).await.unwrap();
    }
    own.close().await.unwrap();
}

/// Brings a database of each schema up to the present one; `fresh` gives an
/// empty one each time, as older programs and this one write its address.
pub async fn from_every_schema(mut fresh: impl AsyncFnMut() -> (String, String)) {
    for schemas in 1..=SCHEMAS.len() {
        let (theirs, ours) = fresh().await;
        old(&theirs, schemas).await;
        let store = open(&ours).await.unwrap();
        check(store.as_ref()).await;
        store.close().await.unwrap();
        let again = open(&ours).await.unwrap();
        again.ping().await.unwrap();
        again.close().await.unwrap();
    }
}

async fn check(store: &dyn Store) {
    let (record, log) = store.load("over").await.unwrap().unwrap();
    assert!(record.over && record.listed && log == ["a", "b"]);
    let listed = store.recent(Listing::Ended, 9).await.unwrap();
    assert_eq!(listed.iter().map(|found| found.id.as_str()).collect::<Vec<_>>(), ["over"]);
    let fence = store.take("open", "me").await.unwrap();
    store.append("open", fence, 0, vec!["x".into()]).await.unwrap();
    let done = store.job("done").await.unwrap().unwrap();
    assert_eq!((done.status, done.result.as_deref()), (Status::Done, Some("[1]")));
    assert_eq!(store.job("left").await.unwrap().unwrap().status, Status::Failed, "its server is gone");
    assert_eq!(store.take_job("w", true).await.unwrap(), None);
}
