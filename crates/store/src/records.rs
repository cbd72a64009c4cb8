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

/// Who holds a match, for those who run the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The match.
    pub id: String,
    /// The studio that holds it.
    pub owner: String,
    /// The number that its writes name.
    pub fence: u64,
    /// Whether that studio was seen lately.
    pub alive: bool,
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
