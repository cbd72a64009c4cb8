//! One suite, every store: memory, SQLite, and PostgreSQL where its programs
//! are installed.

#![allow(missing_docs)]

#[path = "suite/postgres.rs"]
mod postgres;

#[path = "suite/leases.rs"]
mod leases;
#[path = "suite/migrations.rs"]
mod migrations;
#[path = "suite/queue.rs"]
mod queue;

use dedale_store::{
    Listing, MatchRecord, MatchUpdate, Memory, OpenOptions, Removed, Retention, Status, Store, StoreError, backup,
    clean_up, open, open_with,
};
use std::path::PathBuf;
use std::sync::Arc;

#[tokio::test]
async fn memory() {
    suite(&Memory::new()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    let folder = folder("suite");
    let address = format!("sqlite:{}", folder.join("new folder/a b%.sqlite").display());
    let store = open(&address).await.unwrap();
    suite(store.as_ref()).await;
    crowd(&store).await;
    owned(&address).await;
    store.close().await.unwrap();
    let again = open(&address).await.unwrap();
    reopened(again.as_ref()).await;
    again.close().await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql() {
    let Some(server) = postgres::Server::start() else { return };
    let mut ids = 0..;
    let store = open(&server.address()).await.unwrap();
    suite(store.as_ref()).await;
    crowd(&store).await;
    owned(&server.address()).await;
    store.close().await.unwrap();
    let again = open(&server.address()).await.unwrap();
    reopened(again.as_ref()).await;
    // A database that comes back is taken again and written to.
    let mut write_again = async || {
        let id = loop {
            let id = format!("after the fall {}", ids.next().unwrap());
            if again.create(record(&id, 1)).await.is_ok() {
                break id;
            }
        };
        assert_eq!(again.load(&id).await.unwrap().unwrap().0, record(&id, 1));
    };
    server.restart();
    write_again().await;
    // One that hangs is not waited for, and neither is one that went on.
    server.pause(true);
    again.ping().await.unwrap_err();
    server.pause(false);
    write_again().await;
    owned(&server.address()).await;
    again.close().await.unwrap();
}

/// Several studios on one database, and one that wants it for itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shared_postgresql() {
    let Some(server) = postgres::Server::start() else { return };
    let mut schemas = 0;
    migrations::from_every_schema(async || {
        schemas += 1;
        let database = format!("schema{schemas}");
        migrations::create_database(&server.address(), &database).await;
        let address = server.address().replace("/postgres?", &format!("/{database}?"));
        (address.clone(), address)
    })
    .await;
    leases::shared(&server.address()).await;
    // A backup of a database in use is whole.
    let copy = server.address().replace("/postgres?", "/copy?");
    migrations::create_database(&server.address(), "copy").await;
    let studio = open(&server.address()).await.unwrap();
    server.back_up_and_restore("postgres", "copy");
    let restored = open(&copy).await.unwrap();
    for id in ["m", "race"] {
        assert_eq!(restored.load(id).await.unwrap(), studio.load(id).await.unwrap());
    }
    let fence = restored.take("m", "me").await.unwrap();
    restored.append("m", fence, 3, lines(3, 4)).await.unwrap();
    restored.close().await.unwrap();
    studio.close().await.unwrap();
    queue::crowd(&server.address()).await;
}

#[tokio::test]
async fn sqlite_of_every_schema() {
    let folder = folder("schemas");
    let mut schemas = 0;
    migrations::from_every_schema(async || {
        schemas += 1;
        let path = folder.join(format!("{schemas}.sqlite")).display().to_string();
        (format!("sqlite:{path}?mode=rwc"), format!("sqlite:{path}"))
    })
    .await;
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A file that has no room refuses what does not fit, and goes on as soon as
/// there is room.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_sqlite_file_recovers() {
    let folder = folder("full");
    let address = format!("sqlite:{}", folder.join("x.sqlite").display());
    let small = OpenOptions { most_bytes: Some(400 << 10), durable: true, ..OpenOptions::default() };
    let store = open_with(&address, small).await.unwrap();
    let fat = |n: usize| MatchRecord { room: "#".repeat(20_000), ..record(&format!("b{n}"), 1) };
    let mut kept = 0;
    let refused = loop {
        match store.create(fat(kept)).await {
            Ok(()) => kept += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(refused, StoreError::Broken(_)), "{refused}");
    // Again and again, and for everybody who writes at the same time.
    let (a, b, c) = tokio::join!(store.create(fat(kept)), store.create(fat(kept + 1)), store.ping());
    assert!(a.is_err() && b.is_err(), "{a:?} {b:?}");
    c.unwrap();
    for n in 0..kept {
        assert!(store.exists(&format!("b{n}")).await.unwrap(), "what was answered was kept");
    }
    let everything = Retention { rooms: Some(0), ..Retention::default() };
    assert_eq!(clean_up(store.as_ref(), everything, 1000).await.unwrap().rooms, kept as u64);
    store.ping().await.unwrap();
    store.create(fat(0)).await.unwrap();
    store.close().await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

/// After closing, the file alone holds everything; a backup does at any time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copies_of_sqlite_are_whole() {
    let folder = folder("copies");
    let path = |name: &str| folder.join(name);
    let address = |name: &str| format!("sqlite:{}", path(name).display());
    let store = open(&address("a")).await.unwrap();
    store.create(record("one", 1)).await.unwrap();
    store.append("one", 0, 0, lines(0, 12)).await.unwrap();
    store.backup(path("b")).await.unwrap();
    backup(&address("a"), &path("c")).await.unwrap();
    assert!(backup(&address("a"), &path("c")).await.is_err(), "nothing is overwritten");
    store.close().await.unwrap();
    std::fs::copy(path("a"), path("d")).unwrap();
    for name in ["b", "c", "d"] {
        let copy = open(&address(name)).await.unwrap();
        assert_eq!(copy.load("one").await.unwrap().unwrap().1, lines(0, 12), "{name}");
        copy.close().await.unwrap();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A file has one owner, by whatever name it goes.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_lead_to_the_same_lock() {
    let folder = folder("links");
    let address = |name: &str| format!("sqlite:{}", folder.join(name).display());
    std::os::unix::fs::symlink("real.sqlite", folder.join("link.sqlite")).unwrap();
    let store = open(&address("link.sqlite")).await.unwrap();
    owned(&address("real.sqlite")).await;
    owned(&address("link.sqlite")).await;
    store.close().await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn addresses_are_checked() {
    for address in ["", "mysql://x", "sqlite:", "plain.sqlite"] {
        assert!(matches!(open(address).await, Err(StoreError::Address(_))), "{address}");
    }
    assert!(matches!(open("sqlite:/proc/none/x.sqlite").await, Err(StoreError::Broken(_))));
    assert!(matches!(open("postgres://127.0.0.1:1/none").await, Err(StoreError::Broken(_))));
}

/// A database in use has one owner.
async fn owned(address: &str) {
    match open(address).await {
        Err(error @ StoreError::Owned(_)) => assert!(error.to_string().contains("another studio"), "{error}"),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("two servers own one database"),
    }
}

fn record(id: &str, touched: i64) -> MatchRecord {
    MatchRecord {
        id: id.into(),
        game: "nim".into(),
        header: "{\"dedale\":1}".into(),
        room: "{\"é\":\"'; DROP TABLE matches; --\"}".into(),
        over: false,
        open: true,
        listed: false,
        created: touched,
        touched,
    }
}

fn update(room: &str, over: bool, listed: bool, touched: i64) -> MatchUpdate {
    MatchUpdate { room: room.into(), over, open: false, listed, touched }
}

/// A fresh directory for one test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("dedale-store-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn lines(from: u64, to: u64) -> Vec<String> {
    (from..to).map(|n| format!("{{\"seq\":{n}}}")).collect()
}

async fn suite(store: &dyn Store) {
    store.ping().await.unwrap();
    matches(store).await;
    leases::held_by_number(store).await;
    queue::suite(store).await;
    bad_texts(store).await;
    old_things(store).await;
}

/// What no database takes is refused, found nowhere, and harms nobody else.
async fn bad_texts(store: &dyn Store) {
    assert_eq!(store.load("\0").await.unwrap(), None);
    assert!(!store.exists("a\0").await.unwrap());
    assert!(store.job("\0").await.unwrap().is_none());
    let (bad, good) = tokio::join!(store.cancel_job("\0"), store.ping());
    assert!(matches!(bad, Ok(()) | Err(StoreError::Unfit(_))), "{bad:?}");
    good.unwrap();
}

/// Retention removes what is old and nothing else, with all that belongs to it.
async fn old_things(store: &dyn Store) {
    for (id, touched, over) in [("old room", 1, false), ("old replay", 2, true), ("young", 900, true)] {
        store.create(record(id, touched)).await.unwrap();
        store.append(id, 0, 0, lines(0, 3)).await.unwrap();
        store.update(id, 0, update("{}", over, false, touched)).await.unwrap();
    }
    let nothing = clean_up(store, Retention::default(), 1000).await.unwrap();
    assert_eq!(nothing, Removed::default());
    let retention = Retention { rooms: Some(995), replays: Some(995), jobs: Some(i64::MAX) };
    let removed = clean_up(store, retention, 1000).await.unwrap();
    assert_eq!(removed, Removed { rooms: 1, replays: 1, jobs: 0 });
    assert_eq!(store.load("old room").await.unwrap(), None);
    assert_eq!(store.load("young").await.unwrap().unwrap().1, lines(0, 3));
    store.create(record("old room", 950)).await.unwrap();
    assert!(store.load("old room").await.unwrap().unwrap().1.is_empty(), "its entries went with it");
    store.create(record("long", 950)).await.unwrap();
    store.append("long", 0, 0, lines(0, 1234)).await.unwrap();
    assert_eq!(store.load("long").await.unwrap().unwrap().1, lines(0, 1234), "long logs go in pieces");
}

async fn matches(store: &dyn Store) {
    assert_eq!(store.load("none").await.unwrap(), None);
    store.create(record("one", 10)).await.unwrap();
    assert!(matches!(store.create(record("one", 11)).await, Err(StoreError::Taken(_))));
    store.append("one", 0, 0, lines(0, 3)).await.unwrap();
    store.append("one", 0, 3, lines(3, 4)).await.unwrap();
    for wrong in [0, 3, 5] {
        let refused = store.append("one", 0, wrong, lines(wrong, wrong + 1)).await.unwrap_err();
        assert!(matches!(refused, StoreError::Sequence { expected: 4, .. }), "{refused}");
    }
    assert!(matches!(store.append("none", 0, 0, lines(0, 1)).await, Err(StoreError::Missing(_))));
    assert_eq!(store.load("one").await.unwrap().unwrap(), (record("one", 10), lines(0, 4)));
    store.cut("one", 0, 2).await.unwrap();
    assert_eq!(store.load("one").await.unwrap().unwrap().1, lines(0, 2));
    store.append("one", 0, 2, lines(2, 12)).await.unwrap();
    assert_eq!(store.load("one").await.unwrap().unwrap().1, lines(0, 12), "in the order of numbers, not of text");

    store.create(record("two", 20)).await.unwrap();
    let ids =
        |listing| async move { store.recent(listing, 10).await.unwrap().into_iter().map(|s| s.id).collect::<Vec<_>>() };
    assert_eq!(ids(Listing::Open).await, ["two", "one"]);
    assert!(ids(Listing::Ended).await.is_empty());
    store.update("one", 0, update("private", true, false, 29)).await.unwrap();
    assert!(ids(Listing::Ended).await.is_empty(), "what is over is not for that listed");
    store.update("one", 0, update("new record", true, true, 30)).await.unwrap();
    assert_eq!((ids(Listing::Open).await, ids(Listing::Ended).await), (vec!["two".to_owned()], vec!["one".to_owned()]));
    let listed = &store.recent(Listing::Ended, 10).await.unwrap()[0];
    assert_eq!((listed.entries, listed.touched, listed.room.as_str()), (12, 30, "new record"));
    assert!(store.recent(Listing::Open, 0).await.unwrap().is_empty());
    assert!(matches!(store.update("none", 0, update("", true, true, 0)).await, Err(StoreError::Missing(_))));
    assert!(matches!(store.cut("none", 0, 0).await, Err(StoreError::Missing(_))));
}

/// Many writers at once, one of whom is always wrong: everybody gets their own
/// answer and every log is whole.
async fn crowd(store: &Arc<dyn Store>) {
    let mut tasks = Vec::new();
    for room in 0..40 {
        let store = Arc::clone(store);
        tasks.push(tokio::spawn(async move {
            let id = format!("crowd{room}");
            store.create(record(&id, 0)).await.unwrap();
            for seq in 0..20 {
                if room % 4 == 0 {
                    assert!(store.append(&id, 0, seq + 7, lines(0, 1)).await.is_err());
                }
                store.append(&id, 0, seq, lines(seq, seq + 1)).await.unwrap();
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    for room in 0..40 {
        assert_eq!(store.load(&format!("crowd{room}")).await.unwrap().unwrap().1, lines(0, 20));
    }
}

async fn reopened(store: &dyn Store) {
    assert_eq!(store.load("one").await.unwrap().unwrap().1, lines(0, 12));
    assert_eq!(store.job("third").await.unwrap().unwrap().status, Status::Done);
}
