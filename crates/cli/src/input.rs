//! Reading a file, or standard input when it is `-`.

use crate::failure::Failure;
use dedale_text::{Located, Say};
use std::fs::File;
use std::io::Read;

/// The most bytes read from one input.
const LARGEST: u64 = 4 << 30;

/// What some editors write before UTF-8.
const BYTE_ORDER_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// What was read, with the name to blame.
pub struct Source {
    /// The file's name, `-` for standard input.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Source {
    /// Reads the whole input.
    pub fn read(name: &str) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        let read = if name == "-" {
            std::io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes)
        } else {
            File::open(name).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        };
        match read {
            Err(error) => Err(Failure::broken(format!("{name}: {error}"))),
            Ok(count) if count as u64 > LARGEST => Err(Failure::new(
                format!("{name}: found more than {LARGEST} bytes"),
                format!("{name} : trouvé plus de {LARGEST} octets"),
            )),
            Ok(_) => {
                // Some editors begin every text with a mark of their own.
                if bytes.starts_with(BYTE_ORDER_MARK) {
                    bytes.drain(..BYTE_ORDER_MARK.len());
                }
                Ok(Self { name: name.to_owned(), bytes })
            }
        }
    }

    /// The input as text; the first byte that is not UTF-8 is named.
    pub fn text(&self) -> Result<&str, Failure> {
        std::str::from_utf8(&self.bytes).map_err(|error| {
            let before = &self.bytes[..error.valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            // Columns are letters: bytes that go on with one do not count.
            let last = before.iter().rev().take_while(|byte| **byte != b'\n');
            let column = last.filter(|byte| **byte & 0xC0 != 0x80).count() + 1;
            Failure::new(
                format!("{}:{line}:{column}: found a byte that is not UTF-8, expected text", self.name),
                format!("{}:{line}:{column}: trouvé un octet hors UTF-8, attendu du texte", self.name),
            )
        })
    }

    /// A failure at a place of this input.
    pub fn at<E: Say>(&self, error: &Located<E>) -> Failure {
        Failure::at(&self.name, error)
    }
}
