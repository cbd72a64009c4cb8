//! Jobs: long work that waits in a queue until a worker somewhere takes it.
//!
//! A worker holds a job for [`JOB_LEASE`] at a time and says now and then that
//! it is still there. One that falls silent is taken for dead: its job waits a
//! while and is given to another, a few times. Every time a job is taken its
//! attempt gets a new number, which all that the worker says must name; so a
//! result counts once, whoever comes back from the dead.
//!
//! Turns go round those who ask (start-time fair queueing): a job's turn is
//! one after the last of the same network, or that of whoever is served now if
//! that is later. A hundred jobs of one visitor are a hundred turns; the first
//! job of another comes right behind the first of them.

use std::time::Duration;

/// How long a worker may be silent before its job is given to another.
pub const JOB_LEASE: Duration = Duration::from_secs(15);

/// How many workers a job may outlive before it is given up.
pub const MOST_DEATHS: i64 = 3;

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// In the queue.
    Waiting,
    /// Being worked on.
    Running,
    /// Finished with a result.
    Done,
    /// Finished with an error.
    Failed,
    /// Called off.
    Cancelled,
}

impl Status {
    const ALL: [Self; 5] = [Self::Waiting, Self::Running, Self::Done, Self::Failed, Self::Cancelled];

    /// The word in the database and on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// The status of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }

    /// Whether nothing more will happen.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// Long work to be put into the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// The id in links.
    pub id: String,
    /// What to do, for lists.
    pub kind: String,
    /// What to do and with what, as JSON.
    pub params: String,
    /// Who asked.
    pub owner: String,
    /// Whom they share their turns with; forgotten when the job is finished.
    pub network: String,
    /// Jobs of a higher priority go first.
    pub priority: i64,
    /// Whether only workers of the house may answer, because nobody could
    /// tell a wrong answer of a stranger from a right one.
    pub inside: bool,
}

/// A job and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The id in links.
    pub id: String,
    /// What to do, for lists.
    pub kind: String,
    /// What to do and with what, as JSON.
    pub params: String,
    /// Who asked.
    pub owner: String,
    /// How far it is.
    pub status: Status,
    /// What its worker said last about its progress, as JSON.
    pub progress: Option<String>,
    /// The result or the error, as JSON, once there is one.
    pub result: Option<String>,
    /// When it was asked for, in milliseconds since 1970.
    pub created: i64,
    /// When its status last changed.
    pub touched: i64,
}

/// A job that a worker has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenJob {
    /// The id.
    pub id: String,
    /// What to do, for lists.
    pub kind: String,
    /// What to do and with what, as JSON.
    pub params: String,
    /// The number of this attempt.
    pub attempt: i64,
}

/// What a worker is told when it says that it is still there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// Go on.
    Go,
    /// Nobody wants the result any more.
    Stop,
    /// The job is another's now.
    Lost,
}

/// How many jobs are waiting or running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobCounts {
    /// All of them.
    pub all: u64,
    /// Those of one owner.
    pub owner: u64,
    /// Those of one network.
    pub network: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back() {
        for status in Status::ALL {
            assert_eq!(Status::of(status.word()), Some(status));
        }
        assert_eq!(Status::of("lost"), None);
    }
}
