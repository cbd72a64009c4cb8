//! A benchmark spread over the workers of a database: a job a level, results
//! in the order of the levels, so that the CSV is the one a single machine
//! writes: processor time and memory are those of the worker.
//!
//! A job's id is made from what it asks. Whoever stops and starts again finds
//! what workers have finished meanwhile.

use crate::failure::Failure;
use clap::Args;
use dedale_api::pipe::Ask;
use dedale_question::{Limits, Seconds, Source};
use dedale_sokoban::questions::{LevelSolved, LevelsSource, MethodSettings, SearchLimits, Solve};
use dedale_sokoban::{Collection, Deadlocks, Entry, Method, write_text};
use dedale_store::{Access, NewJob, OpenOptions, Status, Store};
use dedale_text::tr;
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often a result is looked for.
const LOOK: Duration = Duration::from_millis(100);
/// What a worker may take beyond the time of the search.
const SPARE: f64 = 60.0;

#[derive(Args)]
pub struct FarmArgs {
    #[arg(long, value_name = "URL", help = tr(
        "Spread the levels over the workers of this database: postgres://…",
        "Répartir les niveaux entre les exécutants de cette base : postgres://…"
    ))]
    database: Option<String>,
}

/// The workers of a database.
pub struct Farm {
    runtime: tokio::runtime::Runtime,
    store: Arc<dyn Store>,
    limits: SearchLimits,
    method: MethodSettings,
}

/// A level as a worker answers it.
///
/// An older worker says less.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answered {
    title: String,
    solved: bool,
    status: String,
    pushes: Option<usize>,
    moves: Option<usize>,
    solution: Option<String>,
    seconds: f64,
    nodes: u64,
    proved: bool,
    engine: String,
    reason: Option<String>,
    cpu: f64,
    memory: usize,
    expansions: u64,
    deadlocks: Deadlocks,
}

impl FarmArgs {
    /// The farm, if one is wanted. Every search has as many threads as it
    /// would have here.
    pub fn open(&self, limits: SearchLimits, threads: usize, method: &MethodSettings) -> Result<Option<Farm>, Failure> {
        let Some(database) = &self.database else { return Ok(None) };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(Failure::broken)?;
        let guest = OpenOptions { access: Access::Guest, ..OpenOptions::default() };
        let store = runtime.block_on(dedale_store::open_with(database, guest)).map_err(Failure::broken)?;
        let limits = SearchLimits { threads: Some(threads), ..limits };
        Ok(Some(Farm { runtime, store, limits, method: method.clone() }))
    }
}

impl Farm {
    /// Puts levels into the queue; those that are there already stay.
    pub fn put<'a>(&self, levels: impl Iterator<Item = &'a Entry>) -> Result<(), Failure> {
        self.runtime.block_on(async {
            for level in levels {
                self.store.enqueue(self.job(level)?).await.map_err(Failure::broken)?;
            }
            Ok(())
        })
    }

    fn job(&self, level: &Entry) -> Result<NewJob, Failure> {
        let collection =
            Collection { entries: vec![Entry { solutions: Vec::new(), ..level.clone() }], ..Collection::default() };
        let text = write_text(&collection).into_bytes();
        let question = Solve {
            levels: LevelsSource { levels: Source::Content(text) },
            level: Default::default(),
            limits: self.limits,
            method: self.method.clone(),
            optimal: None,
            // As the benchmark searches: not shortened, and where a search
            // proves its solution shortest there is nothing to shorten.
            polish: (!matches!(self.method.method.0, Method::Ida | Method::AStar)).then_some(Seconds(0.0)),
        };
        let limits = Limits {
            cells: u64::MAX,
            bytes: 16 << 20,
            seconds: self.limits.seconds.0 + SPARE,
            memory: u64::MAX,
            threads: self.limits.threads,
        };
        let ask = Ask {
            world: "sokoban".into(),
            question: "solve".into(),
            settings: serde_json::to_value(&question).map_err(Failure::broken)?,
            format: "json".into(),
            lang: "en".into(),
            limits,
        };
        let params = serde_json::to_string(&ask).map_err(Failure::broken)?;
        let id = name(&params);
        let (kind, owner) = ("sokoban/solve".to_owned(), "bench".to_owned());
        // Visitors go first.
        Ok(NewJob { id, kind, params, network: owner.clone(), owner, priority: -1, inside: true })
    }

    /// Waits for the result of a level; nothing if interrupted.
    pub fn wait(&self, number: usize, level: &Entry, stop: &AtomicBool) -> Result<Option<LevelSolved>, Failure> {
        let id = self.job(level)?.id;
        self.runtime.block_on(async {
            loop {
                if stop.load(Ordering::SeqCst) {
                    return Ok(None);
                }
                let job = self.store.job(&id).await.map_err(Failure::broken)?;
                let job = job.ok_or_else(|| Failure::broken(format!("the job {id} is gone")))?;
                let result = job.result.unwrap_or_default();
                match job.status {
                    Status::Waiting | Status::Running => tokio::time::sleep(LOOK).await,
                    Status::Done => return solved(number, &result).map(Some),
                    Status::Failed | Status::Cancelled => return Err(Failure::broken(format!("{number}: {result}"))),
                }
            }
        })
    }
}

fn solved(number: usize, result: &str) -> Result<LevelSolved, Failure> {
    let answered: Vec<Answered> = serde_json::from_str(result).map_err(Failure::broken)?;
    let one = answered.into_iter().next().ok_or_else(|| Failure::broken("an answer without a level"))?;
    // A handful of words, kept for the rest of the program.
    let word = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    Ok(LevelSolved {
        level: number,
        title: one.title,
        solved: one.solved,
        status: word(one.status),
        pushes: one.pushes,
        moves: one.moves,
        solution: one.solution,
        seconds: one.seconds,
        nodes: one.nodes,
        proved: one.proved,
        at_least: None,
        engine: word(one.engine),
        reason: one.reason,
        cpu: one.cpu,
        memory: one.memory,
        expansions: one.expansions,
        deadlocks: one.deadlocks,
    })
}

/// A name made from a text: the 128 bits of its FNV-1a hash.
fn name(text: &str) -> String {
    let hash = text.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    });
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_become_lines_and_names_differ() {
        let text = r#"[{"level":1,"title":"t","solved":true,"status":"solved","pushes":3,"moves":5,"solution":"RRR",
            "seconds":0.5,"nodes":9,"proved":false,"engine":"fess","cpu":0.25,"memory":4096,
            "expansions":8,"deadlocks":{"pairs":1,"freeze":2,"patterns":3}}]"#;
        let line = solved(7, text).unwrap();
        assert_eq!((line.cpu, line.memory, line.expansions, line.deadlocks.freeze), (0.25, 4096, 8, 2));
        assert_eq!((line.level, line.status, line.pushes, line.engine), (7, "solved", Some(3), "fess"));
        assert!(solved(1, "[]").is_err() && solved(1, "x").is_err());
        assert_eq!(name(""), "6c62272e07bb014262b821756295c58d");
        assert_ne!(name("a"), name("b"));
    }
}
