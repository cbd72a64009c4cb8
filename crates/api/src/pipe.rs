//! What goes through the pipe between a server and its worker.
//!
//! A frame is its kind (one byte), its length (four bytes, little-endian) and
//! so many bytes. One question at a time: the server sends [`Ask`], the worker
//! tells its progress and ends with an answer or a refusal; meanwhile the
//! server may call it off.

use dedale_question::{Kind, Limits, Place, Refusal};
use dedale_text::Text;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::{self, Read, Write};

/// Kinds of frames.
pub mod kind {
    /// A question: [`super::Ask`] as JSON.
    pub const ASK: u8 = b'?';
    /// Stop answering; no content.
    pub const CANCEL: u8 = b'x';
    /// How far it is: `Progress` as JSON.
    pub const PROGRESS: u8 = b'%';
    /// The answer in the format that was asked for.
    pub const ANSWER: u8 = b'=';
    /// Why there is none: [`super::Refused`] as JSON.
    pub const REFUSED: u8 = b'!';
}

/// A question as it is sent to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ask {
    /// The world.
    pub world: String,
    /// The question's path in it.
    pub question: String,
    /// Its settings.
    pub settings: Value,
    /// The format of the answer, `json` for the document.
    pub format: String,
    /// The reader's language.
    pub lang: String,
    /// What it may use.
    pub limits: Limits,
}

/// A refusal as it is sent back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refused {
    kind: String,
    en: String,
    fr: String,
    file: Option<String>,
    at: Option<(usize, usize)>,
}

const KINDS: [(&str, Kind); 5] = [
    ("wrong", Kind::Wrong),
    ("no", Kind::No),
    ("too-large", Kind::TooLarge),
    ("stopped", Kind::Stopped),
    ("broken", Kind::Broken),
];

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let kind = KINDS.iter().find(|(_, kind)| *kind == refusal.kind).map_or("broken", |(name, _)| *name);
        let Text { en, fr } = refusal.text;
        let (file, at) = refusal.place.map_or((None, None), |place| (Some(place.file), place.at));
        Self { kind: kind.to_owned(), en, fr, file, at }
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        let kind = KINDS.iter().find(|(name, _)| *name == refused.kind).map_or(Kind::Broken, |(_, kind)| *kind);
        let place = refused.file.map(|file| Place { file, at: refused.at });
        Self { kind, place, text: Text::new(refused.en, refused.fr) }
    }
}

/// Writes one frame.
pub fn write_frame(out: &mut dyn Write, kind: u8, content: &[u8]) -> io::Result<()> {
    let length = u32::try_from(content.len()).map_err(|_| io::Error::other("a frame of more than 4 GB"))?;
    out.write_all(&[kind])?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(content)?;
    out.flush()
}

/// Reads one frame; nothing at the end.
pub fn read_frame(from: &mut dyn Read) -> io::Result<Option<(u8, Vec<u8>)>> {
    let mut head = [0; 5];
    match from.read_exact(&mut head) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
    let mut content = Vec::new();
    // Not more memory than what really arrives.
    from.take(length.into()).read_to_end(&mut content)?;
    if content.len() != length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some((head[0], content)))
}
