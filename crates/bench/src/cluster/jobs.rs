//! The farm: how many jobs go through the queue, and what a second worker
//! brings.

use super::Outcome;
use super::programs::House;
use dedale_store::{Access, NewJob, OpenOptions, Status, Store, open_with};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Measures both.
pub async fn run(house: &House, jobs: usize) -> Outcome<()> {
    let guest = OpenOptions { access: Access::Guest, ..OpenOptions::default() };
    let store = open_with(&house.database, guest).await?;
    queue(&store, &house.database, jobs).await?;
    let one = farm(house, &store, 1, jobs / 10).await?;
    let two = farm(house, &store, 2, jobs / 10).await?;
    println!("{} simulations: one worker {:.1} s, two {:.1} s: {:.2} times as fast", jobs / 10, one, two, one / two);
    store.close().await?;
    Ok(())
}

fn new(id: String, params: String) -> NewJob {
    let kind = "bench/empty".into();
    NewJob { id, kind, params, owner: "bench".into(), network: "bench".into(), priority: 1, inside: true }
}

/// Empty jobs through the queue: put in, taken, finished.
async fn queue(store: &Arc<dyn Store>, database: &str, jobs: usize) -> Outcome<()> {
    let began = Instant::now();
    let all: Vec<_> = (0..jobs).map(|n| store.enqueue(new(format!("empty{n}"), "{}".into()))).collect();
    for one in all {
        one.await?;
    }
    let put = began.elapsed().as_secs_f64();
    let began = Instant::now();
    let mut workers = tokio::task::JoinSet::new();
    for number in 0..8 {
        let guest = OpenOptions { access: Access::Guest, ..OpenOptions::default() };
        let store = open_with(database, guest).await?;
        workers.spawn(async move {
            let mut done = 0;
            while let Some(job) = store.take_job(&format!("bench{number}"), true).await? {
                store.finish_job(&job.id, job.attempt, Status::Done, "null".into()).await?;
                done += 1;
            }
            store.close().await?;
            Ok::<usize, dedale_store::StoreError>(done)
        });
    }
    let mut done = 0;
    while let Some(one) = workers.join_next().await {
        done += one??;
    }
    let took = began.elapsed().as_secs_f64();
    println!(
        "{done} empty jobs: put in at {:.0} a second, taken and finished by 8 at {:.0} a second, once each",
        jobs as f64 / put,
        done as f64 / took
    );
    Ok(())
}

/// Real questions for so many workers of one thread each; the seconds it took.
async fn farm(house: &House, store: &Arc<dyn Store>, workers: usize, jobs: usize) -> Outcome<f64> {
    let mut children = Vec::new();
    for _ in 0..workers {
        let child = tokio::process::Command::new(&house.plan.dedale)
            .args(["worker", "--threads", "1", "--database", &house.database])
            .kill_on_drop(true)
            .spawn()?;
        children.push(child);
    }
    // The processes behind the pipes start with the first question.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let began = Instant::now();
    for number in 0..jobs {
        let ask = json!({
            "world": "race", "question": "simulate", "format": "json", "lang": "en",
            "settings": {"rounds": 10000, "size": 31, "seed": number},
            "limits": {"cells": 100_000_000_u64, "bytes": 100_000_000_u64, "seconds": 60.0, "memory": 1_000_000_000_u64, "threads": 1},
        });
        store
            .enqueue(NewJob { kind: "race/simulate".into(), ..new(format!("farm{workers}n{number}"), ask.to_string()) })
            .await?;
    }
    for number in 0..jobs {
        let id = format!("farm{workers}n{number}");
        loop {
            let job = store.job(&id).await?.ok_or("a job is gone")?;
            match job.status {
                Status::Done => break,
                Status::Failed | Status::Cancelled => return Err(format!("{id}: {:?}", job.result).into()),
                Status::Waiting | Status::Running => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    }
    let took = began.elapsed().as_secs_f64();
    for mut child in children {
        child.kill().await?;
    }
    Ok(took)
}
