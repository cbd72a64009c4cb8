//! A store that forgets everything at the end: for tests and for trying out.

use crate::sql::millis;
use crate::{
    Beat, JOB_LEASE, Job, JobCounts, Later, Lease, Listing, MOST_DEATHS, MatchRecord, MatchSummary, MatchUpdate,
    NewJob, Old, Status, Store, StoreError, TakenJob,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Everything in maps behind one lock; nothing is awaited while it is held.
#[derive(Default)]
pub struct Memory {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    matches: BTreeMap<String, Match>,
    jobs: BTreeMap<String, Queued>,
}

struct Match {
    record: MatchRecord,
    log: Vec<String>,
    fence: u64,
    owner: Option<String>,
}

struct Queued {
    job: Job,
    network: String,
    priority: i64,
    inside: bool,
    turn: i64,
    attempts: i64,
    deaths: i64,
    due: i64,
    called_off: bool,
}

impl Memory {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// The match, for whoever holds it under a number.
    fn find(&mut self, id: &str, fence: u64) -> Result<&mut Match, StoreError> {
        let found = self.matches.get_mut(id).ok_or_else(|| StoreError::Missing(id.into()))?;
        if found.fence == fence { Ok(found) } else { Err(StoreError::Fenced(id.into())) }
    }

    fn running(&mut self, id: &str, attempt: i64) -> Option<&mut Queued> {
        self.jobs.get_mut(id).filter(|job| job.attempts == attempt && job.job.status == Status::Running)
    }

    fn unfinished(&self) -> impl Iterator<Item = &Queued> {
        self.jobs.values().filter(|job| !job.job.status.is_final())
    }
}

impl Queued {
    fn place(&self) -> (i64, i64, String) {
        (-self.priority, self.turn, self.job.id.clone())
    }

    fn change(&mut self, status: Status) {
        (self.job.status, self.job.touched) = (status, clock());
    }
}

fn clock() -> i64 {
    millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// An answer that is already there.
fn now<'a, T: Send + 'a>(answer: Result<T, StoreError>) -> Later<'a, T> {
    Box::pin(std::future::ready(answer))
}

impl Store for Memory {
    fn create(&self, record: MatchRecord) -> Later<'_, ()> {
        let mut kept = self.kept();
        if kept.matches.contains_key(&record.id) {
            return now(Err(StoreError::Taken(record.id)));
        }
        kept.matches.insert(record.id.clone(), Match { record, log: Vec::new(), fence: 0, owner: None });
        now(Ok(()))
    }

    fn take(&self, id: &str, node: &str) -> Later<'_, u64> {
        let mut kept = self.kept();
        now(kept.matches.get_mut(id).ok_or_else(|| StoreError::Missing(id.into())).map(|found| {
            (found.fence, found.owner) = (found.fence + 1, Some(node.into()));
            found.fence
        }))
    }

    fn release(&self, id: &str, fence: u64) -> Later<'_, ()> {
        if let Ok(found) = self.kept().find(id, fence) {
            found.owner = None;
        }
        now(Ok(()))
    }

    fn append(&self, id: &str, fence: u64, from: u64, lines: Vec<String>) -> Later<'_, ()> {
        now(self.kept().find(id, fence).and_then(|found| {
            let expected = found.log.len() as u64;
            if from != expected {
                return Err(StoreError::Sequence { id: id.into(), found: from, expected });
            }
            found.log.extend(lines);
            Ok(())
        }))
    }

    fn cut(&self, id: &str, fence: u64, from: u64) -> Later<'_, ()> {
        let length = usize::try_from(from).unwrap_or(usize::MAX);
        now(self.kept().find(id, fence).map(|found| found.log.truncate(length)))
    }

    fn update(&self, id: &str, fence: u64, update: MatchUpdate) -> Later<'_, ()> {
        let MatchUpdate { room, over, open, listed, touched } = update;
        now(self.kept().find(id, fence).map(|found| {
            found.record = MatchRecord { room, over, open, listed, touched, ..found.record.clone() };
        }))
    }

    fn load(&self, id: &str) -> Later<'_, Option<(MatchRecord, Vec<String>)>> {
        now(Ok(self.kept().matches.get(id).map(|found| (found.record.clone(), found.log.clone()))))
    }

    fn exists(&self, id: &str) -> Later<'_, bool> {
        now(Ok(self.kept().matches.contains_key(id)))
    }

    fn recent(&self, listing: Listing, limit: u32) -> Later<'_, Vec<MatchSummary>> {
        let kept = self.kept();
        let wanted = |record: &MatchRecord| match listing {
            Listing::Ended => record.listed,
            Listing::Open => record.open,
        };
        let mut found: Vec<MatchSummary> = kept
            .matches
            .values()
            .filter(|found| wanted(&found.record))
            .map(|Match { record, log, .. }| MatchSummary {
                id: record.id.clone(),
                game: record.game.clone(),
                header: record.header.clone(),
                room: record.room.clone(),
                created: record.created,
                touched: record.touched,
                entries: log.len() as u64,
            })
            .collect();
        found.sort_by(|a, b| b.touched.cmp(&a.touched).then_with(|| a.id.cmp(&b.id)));
        found.truncate(limit as usize);
        now(Ok(found))
    }

    fn beat(&self, node: &str) -> Later<'_, Vec<String>> {
        now(Ok(vec![node.into()]))
    }

    fn leave(&self, _: &str) -> Later<'_, ()> {
        now(Ok(()))
    }

    fn leases(&self, limit: u32) -> Later<'_, Vec<Lease>> {
        let kept = self.kept();
        let held = kept.matches.iter().filter_map(|(id, found)| {
            let owner = found.owner.clone()?;
            Some(Lease { id: id.clone(), owner, fence: found.fence, alive: true })
        });
        let mut held: Vec<Lease> = held.collect();
        held.sort_by(|a, b| (&a.owner, &a.id).cmp(&(&b.owner, &b.id)));
        held.truncate(limit as usize);
        now(Ok(held))
    }

    fn enqueue(&self, new: NewJob) -> Later<'_, bool> {
        let mut kept = self.kept();
        if kept.jobs.contains_key(&new.id) {
            return now(Ok(false));
        }
        let last = kept.unfinished().filter(|job| job.network == new.network).map(|job| job.turn).max();
        let waiting = kept.unfinished().filter(|job| job.job.status == Status::Waiting);
        let served = waiting.map(|job| job.turn - 1).min();
        let turn = 1 + last.unwrap_or(0).max(served.unwrap_or(0));
        let NewJob { id, kind, params, owner, network, priority, inside } = new;
        let (created, status) = (clock(), Status::Waiting);
        let job = Job {
            id: id.clone(),
            kind,
            params,
            owner,
            status,
            progress: None,
            result: None,
            created,
            touched: created,
        };
        let queued = Queued { job, network, priority, inside, turn, attempts: 0, deaths: 0, due: 0, called_off: false };
        kept.jobs.insert(id, queued);
        now(Ok(true))
    }

    fn job_counts(&self, owner: &str, network: &str) -> Later<'_, JobCounts> {
        let (kept, mut counts) = (self.kept(), JobCounts::default());
        for job in kept.unfinished() {
            counts.all += 1;
            counts.owner += u64::from(job.job.owner == owner);
            counts.network += u64::from(job.network == network);
        }
        now(Ok(counts))
    }

    fn take_job(&self, _: &str, inside: bool) -> Later<'_, Option<TakenJob>> {
        let (mut kept, time) = (self.kept(), clock());
        let fit = |job: &&mut Queued| job.job.status == Status::Waiting && job.due <= time && (inside || !job.inside);
        let next = kept.jobs.values_mut().filter(fit).min_by_key(|job| job.place());
        now(Ok(next.map(|job| {
            job.change(Status::Running);
            job.attempts += 1;
            job.due = time + millis(JOB_LEASE);
            let Job { id, kind, params, .. } = job.job.clone();
            TakenJob { id, kind, params, attempt: job.attempts }
        })))
    }

    fn beat_job(&self, id: &str, attempt: i64, progress: Option<String>) -> Later<'_, Beat> {
        now(Ok(self.kept().running(id, attempt).map_or(Beat::Lost, |job| {
            job.due = clock() + millis(JOB_LEASE);
            if progress.is_some() {
                job.job.progress = progress;
            }
            if job.called_off { Beat::Stop } else { Beat::Go }
        })))
    }

    fn finish_job(&self, id: &str, attempt: i64, status: Status, result: String) -> Later<'_, bool> {
        now(Ok(self.kept().running(id, attempt).is_some_and(|job| {
            job.change(status);
            (job.job.result, job.job.progress, job.network) = (Some(result), None, String::new());
            true
        })))
    }

    fn return_job(&self, id: &str, attempt: i64, inside: bool) -> Later<'_, ()> {
        if let Some(job) = self.kept().running(id, attempt) {
            job.change(if job.called_off { Status::Cancelled } else { Status::Waiting });
            (job.due, job.inside) = (0, job.inside || inside);
        }
        now(Ok(()))
    }

    fn cancel_job(&self, id: &str) -> Later<'_, ()> {
        if let Some(job) = self.kept().jobs.get_mut(id).filter(|job| !job.job.status.is_final()) {
            job.called_off = true;
            if job.job.status == Status::Waiting {
                job.change(Status::Cancelled);
            }
        }
        now(Ok(()))
    }

    fn job(&self, id: &str) -> Later<'_, Option<Job>> {
        now(Ok(self.kept().jobs.get(id).map(|queued| queued.job.clone())))
    }

    fn queue(&self, limit: u32) -> Later<'_, Vec<Job>> {
        let kept = self.kept();
        let mut found: Vec<&Queued> = kept.unfinished().collect();
        found.sort_by_key(|job| job.place());
        now(Ok(found.into_iter().take(limit as usize).map(|queued| queued.job.clone()).collect()))
    }

    fn reclaim_jobs(&self, all: bool) -> Later<'_, u64> {
        let (mut kept, time, mut count) = (self.kept(), clock(), 0);
        let silent = |job: &&mut Queued| job.job.status == Status::Running && (all || job.due < time);
        for job in kept.jobs.values_mut().filter(silent) {
            job.deaths += 1;
            job.due = time + 1000 * job.deaths * job.deaths;
            job.change(match job.called_off {
                true => Status::Cancelled,
                false if job.deaths >= MOST_DEATHS => Status::Failed,
                false => Status::Waiting,
            });
            count += 1;
        }
        now(Ok(count))
    }

    fn remove(&self, old: Old, before: i64) -> Later<'_, u64> {
        let mut kept = self.kept();
        let count = |kept: &Kept| (kept.matches.len() + kept.jobs.len()) as u64;
        let all = count(&kept);
        match old {
            Old::Rooms => kept.matches.retain(|_, found| found.record.over || found.record.touched >= before),
            Old::Replays => kept.matches.retain(|_, found| !found.record.over || found.record.touched >= before),
            Old::Jobs => kept.jobs.retain(|_, job| !job.job.status.is_final() || job.job.touched >= before),
        }
        now(Ok(all - count(&kept)))
    }

    fn backup(&self, _: PathBuf) -> Later<'_, ()> {
        now(Err(StoreError::Unsupported("a store in memory has no backup")))
    }

    fn ping(&self) -> Later<'_, ()> {
        now(Ok(()))
    }

    fn close(&self) -> Later<'_, ()> {
        now(Ok(()))
    }
}
