//! The things that are kept.

/// A match without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRecord {
    /// The id in links.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The first line of the match file.
    pub header: String,
    /// What the room needs to come back: seats, names, tokens. Only the
    /// server reads it.
    pub room: String,
    /// Whether it has ended.
    pub over: bool,
    /// Whether it looks for players.
    pub open: bool,
    /// Whether strangers find it among the matches that ended.
    pub listed: bool,
    /// When it was begun, in milliseconds since 1970.
    pub created: i64,
    /// When its record last changed, in milliseconds since 1970.
    pub touched: i64,
}

/// What changes about a match besides its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchUpdate {
    /// What the room needs to come back.
    pub room: String,
    /// Whether it has ended.
    pub over: bool,
    /// Whether it looks for players.
    pub open: bool,
    /// Whether strangers find it among the matches that ended.
    pub listed: bool,
    /// When this was, in milliseconds since 1970.
    pub touched: i64,
}

/// Which matches [`Store::recent`](crate::Store::recent) lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Those that ended and are for everybody to see.
    Ended,
    /// Those that look for players.
    Open,
}

/// How long things are kept after they were last touched, in milliseconds;
/// what has no time is kept for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Matches that never ended.
    pub rooms: Option<i64>,
    /// Matches that ended.
    pub replays: Option<i64>,
    /// Jobs and their results.
    pub jobs: Option<i64>,
}

/// How many of each were removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// Matches that never ended.
    pub rooms: u64,
    /// Matches that ended.
    pub replays: u64,
    /// Jobs.
    pub jobs: u64,
}

/// What is old enough to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Old {
    /// Matches that never ended.
    Rooms,
    /// Matches that ended.
    Replays,
    /// Jobs that are finished.
    Jobs,
}

/// A line in a list of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSummary {
    /// The id in links.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The first line of the match file.
    pub header: String,
    /// The room's record.
    pub room: String,
    /// When it was begun.
    pub created: i64,
    /// When its record last changed.
    pub touched: i64,
    /// How many entries the log has.
    pub entries: u64,
}

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

/// A piece of long work and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The id in links.
    pub id: String,
    /// What to do.
    pub kind: String,
    /// With what, as JSON.
    pub params: String,
    /// Who asked.
    pub owner: String,
    /// How far it is.
    pub status: Status,
    /// The result or the error, as JSON, once there is one.
    pub result: Option<String>,
    /// When it was asked for, in milliseconds since 1970.
    pub created: i64,
    /// When its status last changed.
    pub touched: i64,
}

/// A board that somebody saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The id in links.
    pub id: String,
    /// The world it belongs to.
    pub world: String,
    /// Whose it is.
    pub owner: String,
    /// What they call it.
    pub name: String,
    /// The board in the world's text format.
    pub text: String,
    /// What the world's page wants to remember with it, as JSON.
    pub notes: String,
    /// When it was saved, in milliseconds since 1970.
    pub touched: i64,
}

/// A line in a list of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSummary {
    /// The id in links.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// What the world's page remembers with it.
    pub notes: String,
    /// When it was saved.
    pub touched: i64,
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
