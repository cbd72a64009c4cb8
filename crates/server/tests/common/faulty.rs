//! A store that fails on demand: the n-th write is refused, or done and not
//! answered as when the connection dies after the commit, or slow; and nothing
//! works for a while, as when the database is restarted.

use dedale_store::{
    Beat, Job, JobCounts, Later, Lease, Listing, MatchRecord, MatchSummary, MatchUpdate, NewJob, Old, Status, Store,
    StoreError, TakenJob,
};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// This many writes are refused, reads go on: a full disk.
    Full(usize),
    /// This many writes and reads fail.
    Down(usize),
    /// It is written, but the answer is lost.
    LostAnswer,
    /// It is written and the answer is lost, then this many calls fail.
    LostAndDown(usize),
    /// It takes its time.
    Slow,
}

pub struct Faulty {
    inner: Arc<dyn Store>,
    plan: Mutex<Plan>,
}

#[derive(Default)]
struct Plan {
    /// The writes before the fault comes.
    after: Option<usize>,
    fault: Option<Fault>,
    writes: usize,
    refused_writes: usize,
    refused_reads: usize,
}

impl Faulty {
    /// A store that fails after so many writes.
    pub fn new(inner: Arc<dyn Store>, after: usize, fault: Fault) -> Self {
        let plan = Plan { after: Some(after), fault: Some(fault), ..Plan::default() };
        Self { inner, plan: Mutex::new(plan) }
    }

    /// How many writes were tried.
    pub fn writes(&self) -> usize {
        self.plan.lock().unwrap().writes
    }

    /// What is to happen to this write.
    fn next_write(&self) -> Option<Fault> {
        let mut plan = self.plan.lock().unwrap();
        plan.writes += 1;
        if plan.refused_writes > 0 {
            plan.refused_writes -= 1;
            return Some(Fault::Full(1));
        }
        if plan.after.is_none_or(|after| plan.writes <= after) {
            return None;
        }
        plan.after = None;
        let fault = plan.fault;
        match fault {
            Some(Fault::Full(count)) => plan.refused_writes = count - 1,
            Some(Fault::Down(count)) => (plan.refused_writes, plan.refused_reads) = (count - 1, count),
            Some(Fault::LostAndDown(count)) => (plan.refused_writes, plan.refused_reads) = (count, count),
            _ => {}
        }
        fault
    }

    fn write<'a, T: Send + 'a>(&'a self, write: Later<'a, T>) -> Later<'a, T> {
        let fault = self.next_write();
        Box::pin(async move {
            match fault {
                None => write.await,
                Some(Fault::Full(_) | Fault::Down(_)) => Err(StoreError::Broken("no space left on device".into())),
                Some(Fault::LostAnswer | Fault::LostAndDown(_)) => {
                    write.await?;
                    Err(StoreError::Broken("the connection was lost".into()))
                }
                Some(Fault::Slow) => {
                    for _ in 0..1000 {
                        tokio::task::yield_now().await;
                    }
                    write.await
                }
            }
        })
    }

    fn read<'a, T: Send + 'a>(&'a self, read: Later<'a, T>) -> Later<'a, T> {
        let mut plan = self.plan.lock().unwrap();
        if plan.refused_reads > 0 {
            plan.refused_reads -= 1;
            return Box::pin(async { Err(StoreError::Broken("the database is not there".into())) });
        }
        read
    }
}

/// A write that is only begun when it is awaited, though the memory store does
/// everything at once.
macro_rules! late {
    ($self:ident, $name:ident $(, $argument:expr)*) => {{
        let inner = Arc::clone(&$self.inner);
        $self.write(Box::pin(async move { inner.$name($($argument),*).await }))
    }};
}

impl Store for Faulty {
    fn create(&self, record: MatchRecord) -> Later<'_, ()> {
        late!(self, create, record)
    }
    fn take(&self, id: &str, node: &str) -> Later<'_, u64> {
        let (id, node) = (id.to_owned(), node.to_owned());
        late!(self, take, &id, &node)
    }
    fn release(&self, id: &str, fence: u64) -> Later<'_, ()> {
        self.inner.release(id, fence)
    }
    fn append(&self, id: &str, fence: u64, from: u64, lines: Vec<String>) -> Later<'_, ()> {
        let id = id.to_owned();
        late!(self, append, &id, fence, from, lines)
    }
    fn cut(&self, id: &str, fence: u64, from: u64) -> Later<'_, ()> {
        let id = id.to_owned();
        late!(self, cut, &id, fence, from)
    }
    fn update(&self, id: &str, fence: u64, update: MatchUpdate) -> Later<'_, ()> {
        let id = id.to_owned();
        late!(self, update, &id, fence, update)
    }
    fn load(&self, id: &str) -> Later<'_, Option<(MatchRecord, Vec<String>)>> {
        self.read(self.inner.load(id))
    }
    fn exists(&self, id: &str) -> Later<'_, bool> {
        self.read(self.inner.exists(id))
    }
    fn recent(&self, listing: Listing, limit: u32) -> Later<'_, Vec<MatchSummary>> {
        self.read(self.inner.recent(listing, limit))
    }
    fn beat(&self, node: &str) -> Later<'_, Vec<String>> {
        self.inner.beat(node)
    }
    fn leave(&self, node: &str) -> Later<'_, ()> {
        self.inner.leave(node)
    }
    fn leases(&self, limit: u32) -> Later<'_, Vec<Lease>> {
        self.inner.leases(limit)
    }
    // Faults are for rooms; the queue goes on.
    fn enqueue(&self, job: NewJob) -> Later<'_, bool> {
        self.inner.enqueue(job)
    }
    fn job_counts(&self, owner: &str, network: &str) -> Later<'_, JobCounts> {
        self.inner.job_counts(owner, network)
    }
    fn take_job(&self, worker: &str, inside: bool) -> Later<'_, Option<TakenJob>> {
        self.inner.take_job(worker, inside)
    }
    fn beat_job(&self, id: &str, attempt: i64, progress: Option<String>) -> Later<'_, Beat> {
        self.inner.beat_job(id, attempt, progress)
    }
    fn finish_job(&self, id: &str, attempt: i64, status: Status, result: String) -> Later<'_, bool> {
        self.inner.finish_job(id, attempt, status, result)
    }
    fn return_job(&self, id: &str, attempt: i64, inside: bool) -> Later<'_, ()> {
        self.inner.return_job(id, attempt, inside)
    }
    fn cancel_job(&self, id: &str) -> Later<'_, ()> {
        self.inner.cancel_job(id)
    }
    fn job(&self, id: &str) -> Later<'_, Option<Job>> {
        self.read(self.inner.job(id))
    }
    fn queue(&self, limit: u32) -> Later<'_, Vec<Job>> {
        self.inner.queue(limit)
    }
    fn reclaim_jobs(&self, all: bool) -> Later<'_, u64> {
        self.inner.reclaim_jobs(all)
    }
    fn remove(&self, old: Old, before: i64) -> Later<'_, u64> {
        late!(self, remove, old, before)
    }
    fn ping(&self) -> Later<'_, ()> {
        late!(self, ping)
    }
    fn backup(&self, to: PathBuf) -> Later<'_, ()> {
        self.inner.backup(to)
    }
    fn close(&self) -> Later<'_, ()> {
        self.inner.close()
    }
}
