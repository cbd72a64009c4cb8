//! Jobs in the queue.

use dedale_store::{
    Access, Beat, Job, JobCounts, MOST_DEATHS, NewJob, OpenOptions, Status, Store, TakenJob, open_with,
};
use std::collections::BTreeMap;
use std::sync::Arc;

fn new(id: &str, network: &str) -> NewJob {
    NewJob {
        id: id.into(),
        kind: "maze/generate".into(),
        params: "{}".into(),
        owner: "me".into(),
        network: network.into(),
        priority: 0,
        inside: false,
    }
}

async fn status(store: &dyn Store, id: &str) -> Status {
    store.job(id).await.unwrap().unwrap().status
}

pub async fn suite(store: &dyn Store) {
    turns(store).await;
    once(store).await;
    called_off(store).await;
    deaths(store).await;
}

/// Turns go round the networks, priorities go first, strangers get only what
/// is for them.
async fn turns(store: &dyn Store) {
    for (id, network) in [("a1", "A"), ("a2", "A"), ("a3", "A"), ("b1", "B")] {
        assert!(store.enqueue(new(id, network)).await.unwrap());
    }
    assert!(!store.enqueue(new("a1", "C")).await.unwrap(), "the same job again");
    store.enqueue(NewJob { inside: true, ..new("house", "D") }).await.unwrap();
    store.enqueue(NewJob { priority: 1, ..new("urgent", "A") }).await.unwrap();
    let counts = store.job_counts("me", "A").await.unwrap();
    assert_eq!(counts, JobCounts { all: 6, owner: 6, network: 4 });
    assert_eq!(store.job_counts("you", "").await.unwrap(), JobCounts { all: 6, owner: 0, network: 0 });
    let take = async |inside| store.take_job("w", inside).await.unwrap().map(|job| job.id);
    assert_eq!(take(false).await.as_deref(), Some("urgent"));
    let mut order = Vec::new();
    while let Some(id) = take(false).await {
        // Whoever comes now has the turn that is served now.
        if id == "b1" {
            store.enqueue(new("c1", "C")).await.unwrap();
        }
        order.push(id);
    }
    assert_eq!(order, ["a1", "b1", "c1", "a2", "a3"]);
    assert_eq!(take(true).await.as_deref(), Some("house"));
    assert_eq!(take(true).await, None);
    let left: Vec<String> = store.queue(100).await.unwrap().into_iter().map(|job| job.id).collect();
    assert_eq!(left.len(), 7, "{left:?}");
    for id in left {
        assert!(store.finish_job(&id, 1, Status::Done, "[]".into()).await.unwrap());
    }
    assert_eq!(store.job_counts("me", "A").await.unwrap(), JobCounts::default());
}

/// A result counts once, from whoever has the job.
async fn once(store: &dyn Store) {
    store.enqueue(new("third", "A")).await.unwrap();
    let TakenJob { id, attempt, kind, params } = store.take_job("w", true).await.unwrap().unwrap();
    assert_eq!((id.as_str(), kind.as_str(), params.as_str(), attempt), ("third", "maze/generate", "{}", 1));
    assert_eq!(store.beat_job("third", 1, Some("{\"done\":1}".into())).await.unwrap(), Beat::Go);
    assert_eq!(store.beat_job("third", 1, None).await.unwrap(), Beat::Go);
    assert_eq!(store.job("third").await.unwrap().unwrap().progress.as_deref(), Some("{\"done\":1}"));
    store.return_job("third", 1, true).await.unwrap();
    assert_eq!(status(store, "third").await, Status::Waiting);
    assert_eq!(store.take_job("w", false).await.unwrap(), None, "it is for the house alone now");
    assert_eq!(store.take_job("w", true).await.unwrap().unwrap().attempt, 2);
    assert_eq!(store.beat_job("third", 1, None).await.unwrap(), Beat::Lost);
    assert!(!store.finish_job("third", 1, Status::Done, "\"late\"".into()).await.unwrap());
    assert!(store.finish_job("third", 2, Status::Done, "[1]".into()).await.unwrap());
    assert!(!store.finish_job("third", 2, Status::Failed, "[2]".into()).await.unwrap());
    let Job { status, result, progress, created, touched, .. } = store.job("third").await.unwrap().unwrap();
    assert_eq!((status, result.as_deref(), progress), (Status::Done, Some("[1]"), None));
    assert!(created > 1_600_000_000_000 && touched >= created, "{created} {touched}");
    assert_eq!(store.job("none").await.unwrap(), None);
}

async fn called_off(store: &dyn Store) {
    for id in ["x1", "x2"] {
        store.enqueue(new(id, "A")).await.unwrap();
    }
    assert_eq!(store.take_job("w", true).await.unwrap().unwrap().id, "x1");
    for id in ["x1", "x2", "third", "none"] {
        store.cancel_job(id).await.unwrap();
    }
    assert_eq!((status(store, "x1").await, status(store, "x2").await), (Status::Running, Status::Cancelled));
    assert_eq!(status(store, "third").await, Status::Done, "what is done stays done");
    assert_eq!(store.beat_job("x1", 1, None).await.unwrap(), Beat::Stop);
    store.return_job("x1", 1, false).await.unwrap();
    assert_eq!(status(store, "x1").await, Status::Cancelled);
}

/// A job whose workers die is tried again, later and later, and given up.
async fn deaths(store: &dyn Store) {
    store.enqueue(new("deadly", "A")).await.unwrap();
    assert_eq!(store.take_job("w", true).await.unwrap().unwrap().attempt, 1);
    assert_eq!(store.reclaim_jobs(false).await.unwrap(), 0, "its worker is alive");
    for death in 1..=MOST_DEATHS {
        assert_eq!(store.reclaim_jobs(true).await.unwrap(), 1);
        if death < MOST_DEATHS {
            assert_eq!(store.take_job("w", true).await.unwrap(), None, "not at once");
            let taken = loop {
                if let Some(taken) = store.take_job("w", true).await.unwrap() {
                    break taken;
                }
            };
            assert_eq!(taken.attempt, death + 1);
        }
    }
    assert_eq!(status(store, "deadly").await, Status::Failed);
}

/// Workers of several programs take from one queue: every job once.
pub async fn crowd(address: &str) {
    const JOBS: usize = 200;
    let guest = OpenOptions { access: Access::Guest, ..OpenOptions::default() };
    let first = open_with(address, guest).await.unwrap();
    let all: Vec<_> = (0..JOBS).map(|n| first.enqueue(new(&format!("job{n}"), &(n % 3).to_string()))).collect();
    for one in all {
        assert!(one.await.unwrap());
    }
    let mut workers = Vec::new();
    for number in 0..4 {
        let store = open_with(address, guest).await.unwrap();
        workers.push(tokio::spawn(async move {
            let mut done = Vec::new();
            while let Some(job) = store.take_job(&format!("w{number}"), true).await.unwrap() {
                assert!(store.finish_job(&job.id, job.attempt, Status::Done, format!("{number}")).await.unwrap());
                done.push(job.id);
            }
            store.close().await.unwrap();
            done
        }));
    }
    let mut times = BTreeMap::<String, usize>::new();
    for worker in workers {
        for id in worker.await.unwrap() {
            *times.entry(id).or_default() += 1;
        }
    }
    assert_eq!(times.len(), JOBS);
    assert!(times.values().all(|times| *times == 1));
    Arc::clone(&first).close().await.unwrap();
}
