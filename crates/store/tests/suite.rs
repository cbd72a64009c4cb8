//! One suite, every store: memory, SQLite, and PostgreSQL where its programs
//! are installed.

#![allow(missing_docs)]

#[path = "suite/postgres.rs"]
mod postgres;

use dedale_store::{Board, Job, MatchRecord, Memory, Status, Store, StoreError, Which, open};
use std::sync::Arc;

#[tokio::test]
async fn memory() {
    suite(&Memory::new()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    let folder = std::env::temp_dir().join(format!("dedale-store-{}", std::process::id()));
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
    server.restart();
    let id = loop {
        let id = format!("after the fall {}", ids.next().unwrap());
        if again.create(record(&id, 1)).await.is_ok() {
            break id;
        }
    };
    assert_eq!(again.load(&id).await.unwrap().unwrap().0, record(&id, 1));
    owned(&server.address()).await;
    again.close().await.unwrap();
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
        created: touched,
        touched,
    }
}

fn lines(from: u64, to: u64) -> Vec<String> {
    (from..to).map(|n| format!("{{\"seq\":{n}}}")).collect()
}

async fn suite(store: &dyn Store) {
    store.ping().await.unwrap();
    matches(store).await;
    jobs(store).await;
    boards(store).await;
}

async fn matches(store: &dyn Store) {
    assert_eq!(store.load("none").await.unwrap(), None);
    store.create(record("one", 10)).await.unwrap();
    assert!(matches!(store.create(record("one", 11)).await, Err(StoreError::Taken(_))));
    store.append("one", 0, lines(0, 3)).await.unwrap();
    store.append("one", 3, lines(3, 4)).await.unwrap();
    for wrong in [0, 3, 5] {
        let refused = store.append("one", wrong, lines(wrong, wrong + 1)).await.unwrap_err();
        assert!(matches!(refused, StoreError::Sequence { expected: 4, .. }), "{refused}");
    }
    assert!(matches!(store.append("none", 0, lines(0, 1)).await, Err(StoreError::Missing(_))));
    assert_eq!(store.load("one").await.unwrap().unwrap(), (record("one", 10), lines(0, 4)));
    store.cut("one", 2).await.unwrap();
    assert_eq!(store.load("one").await.unwrap().unwrap().1, lines(0, 2));
    store.append("one", 2, lines(2, 12)).await.unwrap();
    assert_eq!(store.load("one").await.unwrap().unwrap().1, lines(0, 12), "in the order of numbers, not of text");

    store.create(record("two", 20)).await.unwrap();
    let ids =
        |which| async move { store.recent(which, 10).await.unwrap().into_iter().map(|s| s.id).collect::<Vec<_>>() };
    assert_eq!(ids(Which::Open).await, ["two", "one"]);
    assert!(ids(Which::Over).await.is_empty());
    store.note("one", "new notes".into(), true, false, 30).await.unwrap();
    assert_eq!((ids(Which::Open).await, ids(Which::Over).await), (vec!["two".to_owned()], vec!["one".to_owned()]));
    let listed = &store.recent(Which::Over, 10).await.unwrap()[0];
    assert_eq!((listed.entries, listed.touched, listed.room.as_str()), (12, 30, "new notes"));
    assert!(store.recent(Which::Open, 0).await.unwrap().is_empty());
    assert!(matches!(store.note("none", String::new(), true, true, 0).await, Err(StoreError::Missing(_))));
    assert!(matches!(store.cut("none", 0).await, Err(StoreError::Missing(_))));
}

async fn jobs(store: &dyn Store) {
    let job = |id: &str, status, result: Option<&str>| Job {
        id: id.into(),
        kind: "maze-generate".into(),
        params: "{}".into(),
        owner: "me".into(),
        status,
        result: result.map(Into::into),
        created: 1,
        touched: 2,
    };
    store.keep_job(job("a", Status::Waiting, None)).await.unwrap();
    store.keep_job(job("b", Status::Running, None)).await.unwrap();
    store.keep_job(job("c", Status::Done, Some("[1]"))).await.unwrap();
    store.keep_job(job("a", Status::Cancelled, None)).await.unwrap();
    assert_eq!(store.job("a").await.unwrap().unwrap().status, Status::Cancelled);
    assert_eq!(store.abandon_jobs(9).await.unwrap(), 1);
    let left = store.job("b").await.unwrap().unwrap();
    assert_eq!((left.status, left.touched), (Status::Failed, 9));
    assert_eq!(store.job("c").await.unwrap().unwrap(), job("c", Status::Done, Some("[1]")));
    assert_eq!(store.job("none").await.unwrap(), None);
}

async fn boards(store: &dyn Store) {
    let board = |id: &str, owner: &str, text: &str, touched| Board {
        id: id.into(),
        world: "sokoban".into(),
        owner: owner.into(),
        name: "Été".into(),
        text: text.into(),
        notes: "{}".into(),
        touched,
    };
    store.keep_board(board("a", "me", "###", 1)).await.unwrap();
    store.keep_board(board("b", "me", "# #", 2)).await.unwrap();
    store.keep_board(board("a", "me", "#@#", 3)).await.unwrap();
    assert!(matches!(store.keep_board(board("a", "you", "stolen", 4)).await, Err(StoreError::Taken(_))));
    assert_eq!(store.board("a").await.unwrap().unwrap(), board("a", "me", "#@#", 3));
    let ids = |boards: Vec<dedale_store::BoardSummary>| boards.into_iter().map(|board| board.id).collect::<Vec<_>>();
    assert_eq!(ids(store.boards("me", "sokoban", 10).await.unwrap()), ["a", "b"]);
    assert!(store.boards("me", "maze", 10).await.unwrap().is_empty());
    assert!(!store.drop_board("you", "a").await.unwrap());
    assert!(store.drop_board("me", "a").await.unwrap());
    assert_eq!(store.board("a").await.unwrap(), None);
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
                    assert!(store.append(&id, seq + 7, lines(0, 1)).await.is_err());
                }
                store.append(&id, seq, lines(seq, seq + 1)).await.unwrap();
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
    assert_eq!(store.job("c").await.unwrap().unwrap().status, Status::Done);
    assert_eq!(store.board("b").await.unwrap().unwrap().text, "# #");
}
