//! A store that fails on demand: the n-th write is refused, or done and not
//! answered as when the connection dies after the commit, or slow; and nothing
//! works for a while, as when the database is restarted.

use dedale_store::{
    Board, BoardSummary, Job, Later, Listing, MatchRecord, MatchSummary, MatchUpdate, Old, Store, StoreError,
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
    fn append(&self, id: &str, from: u64, lines: Vec<String>) -> Later<'_, ()> {
        let id = id.to_owned();
        late!(self, append, &id, from, lines)
    }
    fn cut(&self, id: &str, from: u64) -> Later<'_, ()> {
        let id = id.to_owned();
        late!(self, cut, &id, from)
    }
    fn update(&self, id: &str, update: MatchUpdate) -> Later<'_, ()> {
        let id = id.to_owned();
        late!(self, update, &id, update)
    }
    fn load(&self, id: &str) -> Later<'_, Option<(MatchRecord, Vec<String>)>> {
        self.read(self.inner.load(id))
    }
    fn recent(&self, listing: Listing, limit: u32) -> Later<'_, Vec<MatchSummary>> {
        self.read(self.inner.recent(listing, limit))
    }
    fn keep_job(&self, job: Job) -> Later<'_, ()> {
        late!(self, keep_job, job)
    }
    fn job(&self, id: &str) -> Later<'_, Option<Job>> {
        self.read(self.inner.job(id))
    }
    fn abandon_jobs(&self, now: i64) -> Later<'_, u64> {
        self.inner.abandon_jobs(now)
    }
    fn keep_board(&self, board: Board) -> Later<'_, ()> {
        late!(self, keep_board, board)
    }
    fn board(&self, id: &str) -> Later<'_, Option<Board>> {
        self.read(self.inner.board(id))
    }
    fn boards(&self, owner: &str, world: &str, limit: u32) -> Later<'_, Vec<BoardSummary>> {
        self.read(self.inner.boards(owner, world, limit))
    }
    fn drop_board(&self, owner: &str, id: &str) -> Later<'_, bool> {
        let (owner, id) = (owner.to_owned(), id.to_owned());
        late!(self, drop_board, &owner, &id)
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
