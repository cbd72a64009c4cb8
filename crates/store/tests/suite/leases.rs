//! Who may write to a match.

use crate::{lines, record, update};
use dedale_store::{Access, NODE_LEASE, OpenOptions, Store, StoreError, open, open_with};
use std::sync::Arc;

/// Whoever takes a match shuts out whoever held it before; every kind of write
/// is refused in the same transaction, and nothing of it is left.
pub async fn held_by_number(store: &dyn Store) {
    store.create(record("held", 900)).await.unwrap();
    let first = store.take("held", "a").await.unwrap();
    store.append("held", first, 0, lines(0, 3)).await.unwrap();
    let second = store.take("held", "a").await.unwrap();
    assert!(second > first);
    for fence in [0, first, second + 1] {
        let refused = [
            store.append("held", fence, 3, lines(3, 4)).await.unwrap_err(),
            store.cut("held", fence, 0).await.unwrap_err(),
            store.update("held", fence, update("stolen", true, true, 9)).await.unwrap_err(),
        ];
        assert!(refused.iter().all(|error| matches!(error, StoreError::Fenced(_))), "{refused:?}");
        store.release("held", fence).await.unwrap();
    }
    assert_eq!(store.load("held").await.unwrap().unwrap(), (record("held", 900), lines(0, 3)));
    let held = |leases: Vec<dedale_store::Lease>| leases.into_iter().any(|lease| lease.id == "held");
    assert!(held(store.leases(100).await.unwrap()), "letting go under an old number lets go of nothing");
    store.append("held", second, 3, lines(3, 4)).await.unwrap();
    store.update("held", second, update("{}", false, false, 900)).await.unwrap();
    store.release("held", second).await.unwrap();
    assert!(!held(store.leases(100).await.unwrap()));
    assert!(matches!(store.take("none", "a").await, Err(StoreError::Missing(_))));
}

async fn shared_store(address: &str) -> Arc<dyn Store> {
    open_with(address, OpenOptions { access: Access::Shared, ..OpenOptions::default() }).await.unwrap()
}

/// Several studios share a database: a match that is held by one that is alive
/// is not given away; one whose studio fell silent is, to exactly one.
pub async fn shared(address: &str) {
    let (a, b) = (shared_store(address).await, shared_store(address).await);
    assert!(matches!(open(address).await, Err(StoreError::Owned(_))), "it is shared");
    assert_eq!(a.beat("a").await.unwrap(), ["a"]);
    assert_eq!(b.beat("b").await.unwrap(), ["a", "b"]);
    a.create(record("m", 1)).await.unwrap();
    let first = a.take("m", "a").await.unwrap();
    match b.take("m", "b").await {
        Err(StoreError::Held { by, .. }) => assert_eq!(by, "a"),
        other => panic!("{other:?}"),
    }
    a.append("m", first, 0, lines(0, 2)).await.unwrap();
    // The clock of the database decides; `b` goes on being there.
    let until = std::time::Instant::now() + NODE_LEASE;
    while std::time::Instant::now() < until {
        b.beat("b").await.unwrap();
    }
    let second = loop {
        match b.take("m", "b").await {
            Ok(fence) => break fence,
            Err(StoreError::Held { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(b.beat("b").await.unwrap(), ["b"]);
    assert!(matches!(a.append("m", first, 2, lines(2, 3)).await, Err(StoreError::Fenced(_))));
    b.append("m", second, 2, lines(2, 3)).await.unwrap();
    // Letting go gives it away at once; so does leaving.
    b.release("m", second).await.unwrap();
    let third = a.take("m", "a").await.unwrap();
    assert!(third > second);
    a.beat("a").await.unwrap();
    assert!(matches!(b.take("m", "b").await, Err(StoreError::Held { .. })));
    a.leave("a").await.unwrap();
    b.take("m", "b").await.unwrap();
    race(&a, &b).await;
    a.close().await.unwrap();
    b.close().await.unwrap();
    let alone = open(address).await.unwrap();
    assert_eq!(alone.load("m").await.unwrap().unwrap().1, lines(0, 3));
    let shared = open_with(address, OpenOptions { access: Access::Shared, ..OpenOptions::default() }).await;
    assert!(matches!(shared, Err(StoreError::Owned(_))), "one studio has it for itself");
    alone.take("m", "c").await.expect("who is alone takes what a dead studio held");
    alone.close().await.unwrap();
}

/// Two studios that both believe to own a match, taking it from each other
/// while they write: every acknowledged entry is there, once, in order.
async fn race(a: &Arc<dyn Store>, b: &Arc<dyn Store>) {
    a.create(record("race", 1)).await.unwrap();
    let one = |store: Arc<dyn Store>, name: &'static str| {
        tokio::spawn(async move {
            let mut acknowledged = Vec::new();
            for round in 0..30 {
                // The same studio's name, so that both may take it at any moment.
                let fence = store.take("race", "both").await.unwrap();
                let mut length = store.load("race").await.unwrap().unwrap().1.len();
                for step in 0..5 {
                    let line = format!("{name} {round} {step}");
                    match store.append("race", fence, length as u64, vec![line.clone()]).await {
                        Ok(()) => acknowledged.push((length, line)),
                        Err(StoreError::Fenced(_)) => break,
                        Err(error) => panic!("{error}"),
                    }
                    length += 1;
                }
            }
            acknowledged
        })
    };
    let (left, right) = (one(Arc::clone(a), "a"), one(Arc::clone(b), "b"));
    let (left, right) = (left.await.unwrap(), right.await.unwrap());
    let log = a.load("race").await.unwrap().unwrap().1;
    assert_eq!(log.len(), left.len() + right.len());
    for (at, line) in left.into_iter().chain(right) {
        assert_eq!(log[at], line);
    }
}
