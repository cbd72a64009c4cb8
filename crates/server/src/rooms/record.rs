//! What a room remembers besides the log: who sits where, with which key.

use super::NewRoom;
use super::wire::{Ended, Player, TimeLimit};
use crate::api_error::ApiError;
use crate::ids;
use crate::worlds::Hosted;
use dedale_play::Table;
use dedale_store::MatchUpdate;
use serde::{Deserialize, Serialize};

/// How long bots take for a move unless told otherwise, in milliseconds.
const PACE: u64 = 600;

/// What is kept of a room; nobody but the server reads it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoomRecord {
    /// Alone, at once, with undo and hints.
    pub practice: bool,
    /// Whether strangers may find it.
    pub public: bool,
    /// Whether the match has begun.
    pub started: bool,
    /// How long bots take for a move, in milliseconds.
    pub pace: u64,
    /// The seats.
    pub seats: Vec<SeatRecord>,
    /// The seat of the host: who opened the room, or was the first to sit
    /// down; when they stand up, another person who sits.
    #[serde(default)]
    pub host: Option<usize>,
    /// The room of the rematch.
    pub rematch: Option<String>,
    /// How the match ended, for lists.
    #[serde(default)]
    pub outcome: Option<Ended>,
    /// Whether its players gave it up.
    #[serde(default)]
    pub aborted: bool,
    /// Whether a person chose the seed, or it is that of a replay: then it is
    /// no secret to anybody.
    #[serde(default)]
    pub chosen_seed: bool,
    /// The millisecond of the match at which it stands still by agreement.
    #[serde(default)]
    pub paused: Option<u64>,
    /// How long people may think.
    #[serde(default)]
    pub limit: Option<TimeLimit>,
}

/// A seat and who is in it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SeatRecord {
    /// The name of the person.
    pub name: String,
    /// The key of the person whose seat it is.
    pub token: Option<String>,
    /// The bot that plays, for itself or for a person who is away.
    pub bot: Option<String>,
    /// Whether the bot came by itself because the person was gone; it leaves
    /// when they return.
    #[serde(default)]
    pub standing_in: bool,
    /// Whether the person is ready to begin.
    #[serde(default)]
    pub ready: bool,
    /// The mark of the visitor who sat down here.
    #[serde(default)]
    pub visitor: Option<String>,
}

impl SeatRecord {
    /// Whether somebody may sit down here.
    pub fn is_free(&self) -> bool {
        self.token.is_none() && self.bot.is_none()
    }
}

impl RoomRecord {
    /// The record of a new room.
    pub fn new(new: &NewRoom, game: &Hosted, seats: usize) -> Result<Self, ApiError> {
        let mut places = vec![SeatRecord::default(); seats];
        for (seat, bot) in &new.bots {
            let place = seat.parse().ok().and_then(|seat: usize| places.get_mut(seat)).ok_or_else(|| {
                ApiError::refuse(
                    format!("found a bot for seat {seat}, expected 0 to {}", seats.saturating_sub(1)),
                    format!("trouvé un robot pour le siège {seat}, attendu de 0 à {}", seats.saturating_sub(1)),
                )
            })?;
            place.bot = Some(known_bot(game, bot)?.to_owned());
        }
        let limit = new.limit.map(|limit| limit_of(limit, new, game)).transpose()?;
        Ok(Self {
            practice: new.practice,
            public: new.public && !new.practice,
            started: false,
            pace: new.pace.unwrap_or(PACE).min(10_000),
            seats: places,
            host: None,
            rematch: None,
            outcome: None,
            aborted: false,
            chosen_seed: new.seed.is_some() || new.from.is_some(),
            paused: None,
            limit,
        })
    }

    /// The record in a text, if that is what it is.
    pub fn of(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The text to keep.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("records are plain JSON")
    }

    /// What the store is to keep of a match, as it stands.
    pub fn update(&self, table: &dyn Table, now: i64) -> MatchUpdate {
        let outcome = table.outcome().map(Ended::from);
        let ended = outcome.is_some();
        let over = ended || self.aborted;
        let room = if ended { Self { outcome, ..self.clone() }.text() } else { self.text() };
        MatchUpdate { room, over, open: self.is_open() && !over, listed: self.public && ended, touched: now }
    }

    /// Whether the room is listed for strangers.
    pub fn is_open(&self) -> bool {
        self.public && self.seats.iter().any(SeatRecord::is_free)
    }

    /// The same people for another match; nobody is ready yet, and a clock
    /// waits for that even in practice.
    #[must_use]
    pub fn again(&self, game: &Hosted) -> Self {
        let mut record = Self {
            rematch: None,
            outcome: None,
            aborted: false,
            chosen_seed: false,
            paused: None,
            started: self.practice && !game.live,
            ..self.clone()
        };
        for place in &mut record.seats {
            place.ready = false;
        }
        record
    }

    /// Sits somebody down, in a given seat or the first free one.
    pub fn sit(&mut self, seat: Option<usize>, name: &str, visitor: &str, token: Option<String>) -> Option<usize> {
        let seat = match seat {
            Some(seat) => seat,
            None => self.seats.iter().position(SeatRecord::is_free)?,
        };
        let place = self.seats.get_mut(seat).filter(|place| place.is_free())?;
        let token = Some(token.unwrap_or_else(ids::secret));
        *place =
            SeatRecord { name: name.to_owned(), token, visitor: Some(visitor.to_owned()), ..SeatRecord::default() };
        self.host.get_or_insert(seat);
        Some(seat)
    }

    /// Nobody sits here any more; a host is followed by the first who still sits.
    pub fn vacate(&mut self, seat: usize) {
        self.seats[seat] = SeatRecord::default();
        if self.host == Some(seat) {
            self.host = self.seats.iter().position(|place| place.token.is_some());
        }
    }

    /// The seat that a key opens.
    pub fn seat_of(&self, token: &str) -> Option<usize> {
        self.seats.iter().position(|place| place.token.as_deref().is_some_and(|key| ids::same(key, token)))
    }

    /// The seats that a person in a seat plays: in practice all that are not
    /// a bot's or another person's.
    pub fn played_from(&self, seat: usize) -> impl Iterator<Item = usize> {
        let all = self.practice;
        self.seats
            .iter()
            .enumerate()
            .filter(move |(at, place)| place.bot.is_none() && (*at == seat || all && place.token.is_none()))
            .map(|(at, _)| at)
    }

    /// Whether every seat is taken, in practice by the one person, and every
    /// person ready.
    pub fn all_ready(&self) -> bool {
        let ready = |place: &SeatRecord| if place.token.is_some() { place.ready } else { self.practice };
        self.seats.iter().all(|place| place.bot.is_some() || ready(place))
    }

    /// Who sits where, for everybody to see.
    pub fn players(&self, connected: impl Fn(usize) -> bool) -> Vec<Player> {
        let kind = |place: &SeatRecord| match (&place.token, &place.bot) {
            (_, Some(_)) => "bot",
            (Some(_), None) => "person",
            (None, None) => "open",
        };
        self.seats
            .iter()
            .enumerate()
            .map(|(seat, place)| Player {
                seat,
                name: place.name.clone(),
                kind: kind(place),
                bot: place.bot.clone(),
                connected: connected(seat),
                ready: place.ready || place.bot.is_some(),
                absent: false,
                host: false,
            })
            .collect()
    }
}

/// The thinking time of a room; refused where it would have no effect.
fn limit_of(limit: TimeLimit, new: &NewRoom, game: &Hosted) -> Result<TimeLimit, ApiError> {
    if new.practice || game.live || game.bots.is_empty() {
        return Err(ApiError::refuse(
            "found a time limit, expected none in practice and in games with a clock of their own",
            "trouvé une limite de temps, attendu aucune à l'entraînement et dans les jeux qui ont leur horloge",
        ));
    }
    limit.check()
}

/// The bot of this name, if the game has it.
pub fn known_bot(game: &Hosted, name: &str) -> Result<&'static str, ApiError> {
    game.bots.iter().find(|bot| **bot == name).copied().ok_or_else(|| {
        let known = game.bots.join(", ");
        let name: String = name.chars().take(40).collect();
        ApiError::refuse(
            format!("found the bot `{name}`, expected one of {known}"),
            format!("trouvé le robot « {name} », attendu l'un de {known}"),
        )
    })
}
