//! The messages between a room and those in it. The page's `messages.d.ts` is
//! made from these types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a client may say.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ClientMessage {
    /// Must be the first message.
    Hello(Join),
    /// Takes a seat.
    Sit {
        /// Which one; any free one if absent.
        seat: Option<usize>,
        /// Under which name.
        name: Option<String>,
        /// A key of the client's own making, by which it finds its seat again
        /// even if the answer never arrives; at least twenty letters and
        /// digits.
        token: Option<String>,
    },
    /// Leaves the seat.
    Stand,
    /// Is ready to begin, or is not.
    Ready {
        /// Which of the two.
        ready: bool,
    },
    /// Does something.
    Act(Act),
    /// Takes back the last action.
    Undo {
        /// The sequence number the client has seen: what has changed since is
        /// not taken back.
        seen: Option<usize>,
    },
    /// Asks what a bot would do.
    Hint {
        /// For which seat, where one person plays several.
        seat: Option<usize>,
    },
    /// Gives a seat to a bot, or takes it from one.
    Bot {
        /// The seat.
        seat: usize,
        /// The bot, or nobody.
        bot: Option<String>,
    },
    /// Opens the seat of somebody who has been gone for long.
    Free {
        /// The seat.
        seat: usize,
    },
    /// Gives up a match that somebody has left, for everybody.
    Abort,
    /// Changes one's name.
    Name {
        /// The new name.
        name: String,
    },
    /// Asks for the same game once more.
    Rematch,
    /// Wants the match to stand, or to go on; it does when everybody wants it.
    Pause {
        /// Which of the two.
        pause: bool,
    },
    /// Gives a sign that everybody sees at the seat.
    Emote {
        /// Which one.
        emote: Emote,
    },
    /// Asks for a snapshot.
    Resync,
    /// Asks for the time.
    Ping {
        /// Whatever the client wants back.
        t: Value,
    },
}

/// An action.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Act {
    /// The action as text.
    #[serde(rename = "do")]
    pub action: String,
    /// The sequence number the client has seen.
    pub seen: usize,
    /// For which seat, where one person plays several.
    pub seat: Option<usize>,
    /// A name of the client's own making: the same action sent again under
    /// the same name is answered and not done again.
    pub id: Option<String>,
}

/// The first message.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// The key to a seat.
    pub token: Option<String>,
    /// The name to be known under.
    pub name: Option<String>,
    /// The language of messages; that of the page if absent.
    pub lang: Option<String>,
    /// The sequence number seen before the connection broke.
    pub seen: Option<usize>,
}

/// What can be said without words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Emote {
    /// A greeting.
    Hello,
    /// Well played.
    Well,
    /// Thank you.
    Thanks,
    /// What a surprise.
    Wow,
    /// What a pity.
    Oops,
    /// Go ahead, it is your turn.
    Hurry,
}

/// Who is in a seat, for everybody to see.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
// Questions have players of their own, and the API's document has one name for each type.
#[schemars(rename = "RoomPlayer")]
pub struct Player {
    /// The seat.
    pub seat: usize,
    /// The name they gave, perhaps empty.
    pub name: String,
    /// `person`, `bot` or `open`.
    #[schemars(extend("enum" = ["person", "bot", "open"]))]
    pub kind: &'static str,
    /// The bot that plays here, perhaps for someone who is away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Whether somebody is connected.
    pub connected: bool,
    /// Whether they are ready to begin.
    pub ready: bool,
    /// Whether they have been gone for so long that the others may give the
    /// seat to a bot, open it, or give up the match.
    #[serde(skip_serializing_if = "is_false")]
    pub absent: bool,
    /// Whether it is they who decide about seats that are nobody's.
    #[serde(skip_serializing_if = "is_false")]
    pub host: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ended {
    /// The seats that won.
    pub winners: Vec<usize>,
    /// The score of each seat.
    pub scores: Vec<i64>,
}

impl From<dedale_play::Outcome> for Ended {
    fn from(outcome: dedale_play::Outcome) -> Self {
        Self { winners: outcome.winners.iter().map(dedale_play::Seat::index).collect(), scores: outcome.scores }
    }
}

/// What changes with every entry of the log.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Now {
    /// The number of entries in the log.
    pub seq: usize,
    /// The seat the reader acts for now, if any: their own, or where one
    /// person plays several the one whose turn it is.
    #[serde(rename = "as")]
    pub acting: Option<usize>,
    /// What that seat may do.
    pub legal: Vec<String>,
    /// What the other seats of the reader may do, where one person plays several.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
    /// The seats that may act.
    pub active: Vec<usize>,
    /// When time itself will act, in milliseconds of the match.
    pub deadline: Option<u64>,
    /// How it ended, once it has.
    pub outcome: Option<Ended>,
    /// The clock of each seat, where thinking time is limited.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<SeatClock>,
}

/// Everything about a room as one reader may know it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Snapshot<'a> {
    /// The room.
    pub room: &'a str,
    /// The game.
    pub game: &'a str,
    /// Its settings.
    pub config: String,
    /// Its seed if it is a number, unless that would give something away.
    pub seed: Option<u64>,
    /// Its secret, once it is none any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// The SHA-256 of its secret, from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// Whether this is practice.
    pub practice: bool,
    /// Whether hints may be asked for.
    pub hints: bool,
    /// Milliseconds of the match.
    pub now: u64,
    /// Whether it has begun.
    pub started: bool,
    /// Whether it was given up.
    #[serde(skip_serializing_if = "is_false")]
    pub aborted: bool,
    /// Whether it stands still by agreement.
    #[serde(skip_serializing_if = "is_false")]
    pub paused: bool,
    /// The seats that want a pause, or in a pause want to go on; absent where
    /// there is nothing to pause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause: Option<Vec<usize>>,
    /// How long people may think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<TimeLimit>,
    /// The reader's seat.
    pub seat: Option<usize>,
    /// The key to the reader's seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<&'a str>,
    /// Who sits where.
    pub players: Vec<Player>,
    /// How many look on.
    pub spectators: usize,
    /// The state as the reader may know it.
    pub view: &'a Value,
    /// A name that begins the same game anywhere: `game:settings#seed`.
    pub link: Option<String>,
    /// The room of the rematch, once there is one.
    pub rematch: Option<&'a str>,
    /// What changes with every entry.
    #[serde(flatten)]
    pub current: Now,
}

/// An entry of the log as one reader may know it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Moved<'a> {
    /// The number of entries before; a reader who has seen fewer asks for a
    /// snapshot.
    pub from: usize,
    /// When, in milliseconds of the match.
    pub t: u64,
    /// Who acted; nobody if time did.
    pub seat: Option<usize>,
    /// What they did, if the reader may know.
    #[serde(rename = "do", skip_serializing_if = "Option::is_none")]
    pub action: Option<&'a str>,
    /// What the client called it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a str>,
    /// What happened, as the reader is told it.
    pub events: Vec<&'a Value>,
    /// The keys of the view that changed, however deep; null for those that
    /// went.
    pub patch: Map<String, Value>,
    /// What changes with every entry.
    #[serde(flatten)]
    pub current: Now,
}

/// What a room says.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ServerMessage<'a> {
    /// Everything.
    Snapshot(Snapshot<'a>),
    /// One entry more.
    Moved(Moved<'a>),
    /// Somebody came, went, sat down, got ready.
    Players {
        /// Who sits where.
        players: Vec<Player>,
        /// Whether the match has begun.
        started: bool,
        /// Whether it was given up.
        #[serde(skip_serializing_if = "is_false")]
        aborted: bool,
        /// How many look on.
        spectators: usize,
        /// Whether it stands still by agreement; who knew otherwise asks for a
        /// snapshot.
        #[serde(skip_serializing_if = "is_false")]
        paused: bool,
        /// The seats that want a pause, or in a pause want to go on.
        #[serde(skip_serializing_if = "Option::is_none")]
        pause: Option<Vec<usize>>,
    },
    /// An action was not taken.
    Refused {
        /// Why.
        message: String,
        /// The number of entries in the log.
        seq: usize,
        /// What the client called it.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
    },
    /// An action was done before, the first time it was sent.
    Done {
        /// The number of its entry in the log, from 0.
        entry: usize,
        /// What the client called it.
        id: Option<&'a str>,
    },
    /// The server cannot save, or can again: until then nobody can act.
    Storage {
        /// Which of the two.
        trouble: bool,
        /// What to tell people.
        message: Option<String>,
    },
    /// What a bot would do.
    Hint {
        /// The action; none if it would wait.
        #[serde(rename = "do")]
        action: Option<String>,
        /// For which seat.
        seat: usize,
    },
    /// The time.
    Pong {
        /// What the client sent.
        t: &'a Value,
        /// Milliseconds of the match.
        now: u64,
    },
    /// The same game goes on elsewhere.
    Rematch {
        /// There.
        room: &'a str,
        /// Who asked for it first, or again.
        seat: usize,
    },
    /// Somebody gives a sign.
    Emote {
        /// Who.
        seat: usize,
        /// Which one.
        emote: Emote,
    },
    /// Something else is wrong.
    Error {
        /// What.
        message: String,
    },
}

/// A name fit to be shown: printable, without odd spaces, not too long.
pub fn clean_name(name: &str) -> String {
    let words: Vec<String> = name
        .split_whitespace()
        .map(|word| word.chars().filter(|c| !c.is_control() && !is_invisible(*c)).collect::<String>())
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ").chars().take(24).collect()
}

/// Marks that change the direction or the look of the text around them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// How long people may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeLimit {
    /// Seconds that every turn has of its own.
    #[serde(default)]
    pub turn: u32,
    /// Seconds for the whole match beyond those.
    #[serde(default)]
    pub bank: u32,
}

/// A seat's clock as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatClock {
    /// Milliseconds left for a turn that begins now.
    pub left: u64,
    /// When the time of the turn under way is up, in milliseconds of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean_name("  Zoé \u{202E} \n <b>  "), "Zoé <b>");
        assert_eq!(clean_name(&"x".repeat(99)).len(), 24);
    }

    /// `DEDALE_WRITE=1 cargo test -p dedale-server --lib fresh` writes them anew.
    #[test]
    fn the_pages_messages_are_fresh() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web/app/messages.d.ts");
        let settings = schemars::generate::SchemaSettings::draft2020_12();
        let settings = settings.with(|settings| settings.definitions_path = "#/".into()).for_serialize();
        let mut generator = settings.into_generator();
        generator.subschema_for::<ServerMessage<'_>>();
        let mut types = generator.take_definitions(true);
        let settings = schemars::generate::SchemaSettings::draft2020_12();
        let mut generator = settings.with(|settings| settings.definitions_path = "#/".into()).into_generator();
        generator.subschema_for::<ClientMessage>();
        types.extend(generator.take_definitions(true));
        let made = dedale_api::types::named_types(&types);
        if std::env::var_os("DEDALE_WRITE").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        assert!(std::fs::read_to_string(&path).unwrap_or_default() == made, "{} is stale", path.display());
    }
}
