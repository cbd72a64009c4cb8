//! A store that forgets everything at the end: for tests and for trying out.

use crate::{
    Board, BoardSummary, Job, Later, Listing, MatchRecord, MatchSummary, MatchUpdate, Old, Status, Store, StoreError,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Everything in maps behind one lock; nothing is awaited while it is held.
#[derive(Default)]
pub struct Memory {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    matches: BTreeMap<String, (MatchRecord, Vec<String>)>,
    jobs: BTreeMap<String, Job>,
    boards: BTreeMap<String, Board>,
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
    fn find(&mut self, id: &str) -> Result<&mut (MatchRecord, Vec<String>), StoreError> {
        self.matches.get_mut(id).ok_or_else(|| StoreError::Missing(id.into()))
    }
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
        kept.matches.insert(record.id.clone(), (record, Vec::new()));
        now(Ok(()))
    }

    fn append(&self, id: &str, from: u64, lines: Vec<String>) -> Later<'_, ()> {
        now(self.kept().find(id).and_then(|(_, log)| {
            let expected = log.len() as u64;
            if from != expected {
                return Err(StoreError::Sequence { id: id.into(), found: from, expected });
            }
            log.extend(lines);
            Ok(())
        }))
    }

    fn cut(&self, id: &str, from: u64) -> Later<'_, ()> {
        now(self.kept().find(id).map(|(_, log)| log.truncate(usize::try_from(from).unwrap_or(usize::MAX))))
    }

    fn update(&self, id: &str, update: MatchUpdate) -> Later<'_, ()> {
        let MatchUpdate { room, over, open, listed, touched } = update;
        now(self.kept().find(id).map(|(record, _)| {
            *record = MatchRecord { room, over, open, listed, touched, ..record.clone() };
        }))
    }

    fn load(&self, id: &str) -> Later<'_, Option<(MatchRecord, Vec<String>)>> {
        now(Ok(self.kept().matches.get(id).cloned()))
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
            .filter(|(record, _)| wanted(record))
            .map(|(record, log)| MatchSummary {
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

    fn keep_job(&self, job: Job) -> Later<'_, ()> {
        self.kept().jobs.insert(job.id.clone(), job);
        now(Ok(()))
    }

    fn job(&self, id: &str) -> Later<'_, Option<Job>> {
        now(Ok(self.kept().jobs.get(id).cloned()))
    }

    fn abandon_jobs(&self, touched: i64) -> Later<'_, u64> {
        let mut count = 0;
        for job in self.kept().jobs.values_mut().filter(|job| !job.status.is_final()) {
            *job = Job { status: Status::Failed, touched, ..job.clone() };
            count += 1;
        }
        now(Ok(count))
    }

    fn keep_board(&self, board: Board) -> Later<'_, ()> {
        let mut kept = self.kept();
        if kept.boards.get(&board.id).is_some_and(|known| known.owner != board.owner) {
            return now(Err(StoreError::Taken(board.id)));
        }
        kept.boards.insert(board.id.clone(), board);
        now(Ok(()))
    }

    fn board(&self, id: &str) -> Later<'_, Option<Board>> {
        now(Ok(self.kept().boards.get(id).cloned()))
    }

    fn boards(&self, owner: &str, world: &str, limit: u32) -> Later<'_, Vec<BoardSummary>> {
        let kept = self.kept();
        let mut found: Vec<BoardSummary> = kept
            .boards
            .values()
            .filter(|board| board.owner == owner && board.world == world)
            .map(|board| BoardSummary {
                id: board.id.clone(),
                name: board.name.clone(),
                notes: board.notes.clone(),
                touched: board.touched,
            })
            .collect();
        found.sort_by(|a, b| b.touched.cmp(&a.touched).then_with(|| a.id.cmp(&b.id)));
        found.truncate(limit as usize);
        now(Ok(found))
    }

    fn drop_board(&self, owner: &str, id: &str) -> Later<'_, bool> {
        let mut kept = self.kept();
        let mine = kept.boards.get(id).is_some_and(|board| board.owner == owner);
        if mine {
            kept.boards.remove(id);
        }
        now(Ok(mine))
    }

    fn remove(&self, old: Old, before: i64) -> Later<'_, u64> {
        let mut kept = self.kept();
        let count = |kept: &Kept| (kept.matches.len() + kept.jobs.len()) as u64;
        let all = count(&kept);
        match old {
            Old::Rooms => kept.matches.retain(|_, (record, _)| record.over || record.touched >= before),
            Old::Replays => kept.matches.retain(|_, (record, _)| !record.over || record.touched >= before),
            Old::Jobs => kept.jobs.retain(|_, job| !job.status.is_final() || job.touched >= before),
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
