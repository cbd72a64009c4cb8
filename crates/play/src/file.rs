//! Match files: JSON Lines that survive a crash.
//!
//! The first line names the game, its version, the settings and the seed; then
//! one line an entry; every [`HASH_EVERY`] entries and at the end a line with
//! the digest of the state, so that a replay that goes astray is noticed where
//! it happens. A line cut short at the very end, as a crash leaves it, is
//! dropped and reported; anything else wrong is refused with its line.

use crate::{Entry, EntryKind, Game, Match, Seat, Seed};
use dedale_text::{Located, Say, messages};
use serde::{Deserialize, Serialize};

/// A digest is written after this many entries.
pub const HASH_EVERY: usize = 16;

/// The version of the file format itself, and that of files with a secret.
const FORMAT: u32 = 1;
const SECRET_FORMAT: u32 = 2;

/// The first line of a match file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the file format.
    pub dedale: u32,
    /// The game's name.
    pub game: String,
    /// The version of the game's rules.
    pub version: u32,
    /// The text form of the settings.
    pub config: String,
    /// The seed; of a secret, a number that tells nothing of it.
    pub seed: u64,
    /// The secret, if the match began with one. It stays with the server until
    /// the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// What was shown of the secret at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// Who sat where, by seat: `human` or the name of a bot. It changes nothing
    /// in the replay; whoever goes on with the match needs it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
}

impl Header {
    /// The seed the match began with; none if the secret is not one, or not
    /// the one that was committed to.
    fn whole_seed(&self) -> Option<Seed> {
        let Some(secret) = &self.secret else { return Some(Seed::Number(self.seed)) };
        let seed: Seed = secret.parse().ok()?;
        let committed = self.commitment.is_none() || self.commitment == seed.commitment();
        (seed.is_secret() && committed && self.dedale == SECRET_FORMAT).then_some(seed)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Act {
        seq: usize,
        t: u64,
        seat: u8,
        #[serde(rename = "do")]
        action: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    Tick {
        seq: usize,
        t: u64,
        tick: bool,
    },
    Hash {
        seq: usize,
        hash: String,
    },
}

messages! {
    /// Why a match file was refused.
    pub enum FileError {
        /// Nothing in it.
        Empty => "found an empty file, expected a match header", "trouvé un fichier vide, attendu un en-tête de partie";
        /// The first line is no header.
        Header { found: String } => "found {found}, expected a match header", "trouvé {found}, attendu un en-tête de partie";
        /// A match of another game.
        Game { found: String, expected: &'static str } =>
            "found a match of `{found}`, expected `{expected}`", "trouvé une partie de « {found} », attendu « {expected} »";
        /// Written by other rules.
        Version { found: u32, expected: u32 } =>
            "found version {found} of the rules, expected {expected}: the release of Dédale that wrote this match replays it",
            "trouvé la version {found} des règles, attendu {expected} : la version de Dédale qui a écrit cette partie la rejoue";
        /// The secret is not the one that was committed to.
        Commitment => "found a secret that is not the one committed to at the start",
            "trouvé un secret qui n'est pas celui engagé au début";
        /// The settings are not valid.
        Config { en: String, fr: String } => "{en}", "{fr}";
        /// Not a line of a match file.
        Line { found: String } => "found {found}, expected an entry of the log", "trouvé {found}, attendu une entrée du journal";
        /// Lines are missing or out of order.
        Sequence { found: usize, expected: usize } =>
            "found entry {found}, expected entry {expected}", "trouvé l'entrée {found}, attendu l'entrée {expected}";
        /// The rules refuse the action.
        Action { action: String, en: String, fr: String } =>
            "found the action `{action}`, which is refused: {en}", "trouvé l'action « {action} », qui est refusée : {fr}";
        /// The replayed state differs from the one written.
        Hash { found: String, expected: String } =>
            "found the state digest {found}, expected {expected}: the log does not replay",
            "trouvé l'empreinte d'état {found}, attendu {expected} : le journal ne se rejoue pas";
    }
}

/// A match read from a file.
pub struct Loaded<G: Game> {
    /// The match with every complete entry replayed.
    pub game: Match<G>,
    /// The number (from 1) of a last line that was cut short and dropped.
    pub cut: Option<usize>,
    /// Who sat where, if the file says it.
    pub players: Vec<String>,
}

impl<G: Game> std::fmt::Debug for Loaded<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loaded").field("game", &self.game).field("cut", &self.cut).finish()
    }
}

/// The header line of a match, without its newline.
pub fn header_line<G: Game>(game: &Match<G>) -> String {
    header_line_of(game, &[])
}

/// As [`header_line`], with who sits where.
pub fn header_line_of<G: Game>(game: &Match<G>, players: &[String]) -> String {
    let seed = game.whole_seed();
    line(&Header {
        dedale: if seed.is_secret() { SECRET_FORMAT } else { FORMAT },
        game: G::NAME.into(),
        version: G::VERSION,
        config: game.config().to_string(),
        seed: game.seed(),
        secret: seed.is_secret().then(|| seed.to_string()),
        commitment: seed.commitment(),
        players: players.to_vec(),
    })
}

/// The line of the log entry with this number (from 0), without its newline.
pub fn entry_line<A: ToString>(seq: usize, entry: &Entry<A>) -> String {
    let t = entry.t_ms;
    line(&match &entry.kind {
        EntryKind::Act(seat, action) => {
            Line::Act { seq, t, seat: seat.index() as u8, action: action.to_string(), id: entry.id.clone() }
        }
        EntryKind::Tick => Line::Tick { seq, t, tick: true },
    })
}

/// The line with the state's digest after `seq` entries, without its newline.
pub fn hash_line(seq: usize, digest: u64) -> String {
    line(&Line::Hash { seq, hash: format!("{digest:016x}") })
}

/// The whole file of a match.
pub fn write<G: Game>(game: &Match<G>) -> String {
    write_of(game, &[])
}

/// As [`write()`], with who sits where.
pub fn write_of<G: Game>(game: &Match<G>, players: &[String]) -> String {
    let mut replay = game.replay();
    let mut text = header_line_of(game, players) + "\n";
    let mut seq = 0;
    while let Some((entry, _)) = replay.step() {
        text += &(entry_line(seq, entry) + "\n");
        seq += 1;
        if seq % HASH_EVERY == 0 || seq == game.log().len() {
            text += &(hash_line(seq, replay.digest()) + "\n");
        }
    }
    text
}

/// The header of a match file, to find out which game to read it with.
pub fn header(text: &str) -> Result<Header, Located<FileError>> {
    let first = text.lines().next().ok_or(Located::new(1, 1, FileError::Empty))?;
    serde_json::from_str(first).map_err(|_| Located::new(1, 1, FileError::Header { found: quote(first) }))
}

/// Reads and replays a match file.
pub fn read<G: Game>(text: &str) -> Result<Loaded<G>, Located<FileError>> {
    let header = header(text)?;
    let refuse = |error| Err(Located::new(1, 1, error));
    if header.game != G::NAME {
        return refuse(FileError::Game { found: header.game, expected: G::NAME });
    }
    let Some(seed) = header.whole_seed() else { return refuse(FileError::Commitment) };
    let players = header.players;
    let config = match header.version {
        version if version == G::VERSION => Some(header.config),
        version => G::upgrade(version, &header.config),
    };
    let Some(config) = config.filter(|_| (FORMAT..=SECRET_FORMAT).contains(&header.dedale)) else {
        return refuse(FileError::Version { found: header.version, expected: G::VERSION });
    };
    let started = config.parse().and_then(|config| Match::begin(config, seed));
    let mut game: Match<G> = match started {
        Ok(game) => game,
        Err(error) => return refuse(FileError::Config { en: error.0.en, fr: error.0.fr }),
    };
    let mut cut = None;
    let mut lines = text.split_inclusive('\n').enumerate().skip(1).peekable();
    while let Some((index, raw)) = lines.next() {
        let number = index + 1;
        match replay_line(&mut game, raw.trim_end()) {
            Ok(()) => {}
            Err(FileError::Line { .. }) if lines.peek().is_none() && !raw.ends_with('\n') => cut = Some(number),
            Err(error) => return Err(Located::new(number, 1, error)),
        }
    }
    Ok(Loaded { game, cut, players })
}

fn replay_line<G: Game>(game: &mut Match<G>, raw: &str) -> Result<(), FileError> {
    let expected = game.log().len();
    let in_order = |seq| if seq == expected { Ok(()) } else { Err(FileError::Sequence { found: seq, expected }) };
    match serde_json::from_str(raw).map_err(|_| FileError::Line { found: quote(raw) })? {
        Line::Act { seq, t, seat, action, id } => {
            in_order(seq)?;
            let refused = |en: String, fr: String| FileError::Action { action: action.clone(), en, fr };
            if usize::from(seat) >= G::seats(game.state()) {
                return Err(refused(format!("there is no seat {seat}"), format!("il n'y a pas de siège {seat}")));
            }
            let parsed: G::Action = action.parse().map_err(|e: <G::Action as std::str::FromStr>::Err| {
                refused(e.say(dedale_text::Lang::En), e.say(dedale_text::Lang::Fr))
            })?;
            game.act_once(Seat::new(seat.into()), &parsed, t, id)
                .map_err(|e| refused(e.say(dedale_text::Lang::En), e.say(dedale_text::Lang::Fr)))?;
            in_order(game.log().len() - 1)
        }
        Line::Tick { seq, t, .. } => {
            in_order(seq)?;
            let tick = Entry { t_ms: t, kind: EntryKind::Tick, id: None };
            drop(game.redo(&tick));
            if game.log().len() == expected { Err(FileError::Line { found: quote(raw) }) } else { Ok(()) }
        }
        Line::Hash { seq, hash } => {
            in_order(seq)?;
            let digest = format!("{:016x}", game.digest());
            if digest == hash { Ok(()) } else { Err(FileError::Hash { found: hash, expected: digest }) }
        }
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("lines are plain JSON")
}

/// The beginning of a line, for a message.
fn quote(raw: &str) -> String {
    let mut start: String = raw.chars().take(40).collect();
    if start.len() < raw.len() {
        start.push('…');
    }
    format!("`{start}`")
}
