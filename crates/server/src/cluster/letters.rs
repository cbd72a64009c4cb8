//! What studios write to each other: a line of JSON, and behind it, where a
//! room says something, the very text that a socket gets.

use crate::rooms::wire::{ClientMessage, Join};
use axum::body::Bytes;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

/// To the studio that holds a room, or from it to where people are connected.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToNode {
    /// Are you there?
    Ping,
    /// Is this room with you? Wakes it if need be.
    Knock { room: String },
    /// Somebody connected here wants into a room.
    Join(Box<Connected>),
    /// Somebody connected here says something.
    Say { from: String, link: u64, message: ClientMessage },
    /// Somebody connected here is gone.
    Left { from: String, link: u64 },
    /// What goes on in a room?
    Summary { room: String },
    /// A room tells these connections something: the text behind this line,
    /// or a piece of it.
    Told { links: Vec<u64>, more: bool },
    /// A room has let go of a connection.
    Closed { link: u64 },
}

/// Somebody connected at another studio.
#[derive(Debug, Serialize, Deserialize)]
pub struct Connected {
    /// The room they want into.
    pub room: String,
    /// The studio they are connected at.
    pub from: String,
    /// The number of their connection there.
    pub link: u64,
    /// What they said first.
    pub join: Join,
    /// The language they read.
    pub lang: String,
    /// The mark that tells visitors apart.
    pub visitor: String,
}

/// Answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Reply {
    /// Done.
    Yes,
    /// The room is not here, or the connection is not known.
    No,
    /// There is no such room at all.
    Missing,
    /// What goes on in a room.
    Summary { summary: Value },
}

/// A letter as bytes.
pub fn write(line: &impl Serialize, text: &str) -> Bytes {
    let mut bytes = serde_json::to_vec(line).expect("letters are plain JSON");
    bytes.push(b'\n');
    bytes.extend_from_slice(text.as_bytes());
    bytes.into()
}

/// The line of a letter and the text behind it.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<(T, &str)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let text = std::str::from_utf8(&bytes[end + 1..]).ok()?;
    Some((serde_json::from_slice(&bytes[..end]).ok()?, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_back() {
        let told = ToNode::Told { links: vec![1, 2], more: false };
        let bytes = write(&told, "{\"a\":\n1}");
        let (ToNode::Told { links, .. }, text) = read(&bytes).unwrap() else { panic!("another letter") };
        assert_eq!((links, text), (vec![1, 2], "{\"a\":\n1}"));
        let say = r#"{"type":"say","from":"n","link":3,"message":{"type":"act","do":"take 1","seen":0}}"#;
        let (letter, _) = read::<ToNode>(format!("{say}\n").as_bytes()).unwrap();
        assert!(matches!(letter, ToNode::Say { message: ClientMessage::Act(act), .. } if act.action == "take 1"));
        assert!(read::<ToNode>(b"nonsense").is_none() && read::<Reply>(b"{}\n").is_none());
    }
}
