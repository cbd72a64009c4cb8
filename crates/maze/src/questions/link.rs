//! What leads to the same maze again: the command, or an address in a studio.

use super::recipe::Recipe;
use super::words::Sides;
use crate::surface::Kind;
use dedale_grid::{BitGrid, Point, Size};
use dedale_question::{Control, Source};
use std::fmt::Write;

/// A longer address makes a QR code that no camera reads from paper.
const LONGEST: usize = 1200;

impl Recipe {
    /// An address in a studio if one is given and its page can make the maze,
    /// else the command; nothing if neither can say what was made.
    pub fn link(&self, seed: u64, studio: Option<&str>, control: &Control<'_>) -> Option<String> {
        studio.and_then(|studio| self.address(seed, studio, control)).or_else(|| self.command(seed))
    }

    /// The command that makes the same maze of a seed. Nothing if it was made
    /// from what is in no file.
    pub fn command(&self, seed: u64) -> Option<String> {
        let usual = Self::default();
        let mut text = format!("dedale maze generate {}", self.algo);
        let mut add = |option: &str, value: &dyn std::fmt::Display| {
            let _ = write!(text, " --{option} {}", quoted(&value.to_string()));
        };
        if self.surface != usual.surface {
            add("surface", &self.surface);
        }
        if let Some(sides) = &self.size {
            add("size", sides);
        }
        if let Some(levels) = &self.levels {
            add("levels", levels);
        }
        add("seed", &seed);
        if self.bias != usual.bias {
            add("bias", &self.bias);
        }
        if self.braid != usual.braid {
            add("braid", &self.braid);
        }
        if self.rooms != usual.rooms {
            add("rooms", &self.rooms);
            if self.room_side != usual.room_side {
                add("room-side", &self.room_side);
            }
        }
        if self.policy != usual.policy {
            add("policy", &self.policy);
        }
        for (option, source) in [("mask", &self.mask), ("walls", &self.walls)] {
            match source {
                Some(Source::File(name)) if name != "-" => add(option, name),
                Some(_) => return None,
                None => {}
            }
        }
        if let Some(letters) = &self.letters {
            add("letters", letters);
        }
        Some(if self.invert { text + " --invert" } else { text })
    }

    /// The page of a studio with these settings; nothing if it does not have
    /// them.
    fn address(&self, seed: u64, studio: &str, control: &Control<'_>) -> Option<String> {
        let usual = Self::default();
        let mask = match (&self.mask, &self.letters) {
            (Some(Source::File(name)), _) if name == "-" => return None,
            (None, None) => None,
            _ => Some(self.mask_text(control)?),
        };
        let sides = self.size?;
        let sizes = if self.surface == Kind::Square { 1..=1000 } else { 3..=100 };
        let known = self.walls.is_none()
            && self.levels.is_none()
            && self.room_side == usual.room_side
            && self.rooms <= 40
            && [sides.columns, sides.rows].iter().all(|side| sizes.contains(side));
        if !known {
            return None;
        }
        let mut link = format!("{}/maze?", studio.trim_end_matches('/'));
        if self.surface != Kind::Square {
            let _ = write!(link, "surface={}&", self.surface);
        }
        let _ = write!(link, "algo={}&size={sides}&seed={seed}", self.algo);
        for (given, name, value) in [
            (self.bias != usual.bias, "bias", self.bias.to_string()),
            (self.braid != usual.braid, "braid", self.braid.to_string()),
            (self.rooms != usual.rooms, "rooms", self.rooms.to_string()),
            (self.policy != usual.policy, "policy", self.policy.to_string()),
            (mask.is_some(), "mask", mask.unwrap_or_default()),
        ] {
            if given {
                let _ = write!(link, "&{name}={}", percent(&value));
            }
        }
        (link.len() <= LONGEST).then_some(link)
    }

    /// The cells that are left out, as text.
    fn mask_text(&self, control: &Control<'_>) -> Option<String> {
        let Sides { columns, rows } = self.size?;
        let size = Size::new(usize::try_from(rows).ok()?, usize::try_from(columns).ok()?).ok()?;
        let shape = self.shape(Some(size).filter(|_| self.surface == Kind::Square), control).ok()??;
        Some(text_of(&shape))
    }
}

fn text_of(shape: &BitGrid) -> String {
    let (rows, columns) = (shape.size().rows() as i32, shape.size().cols() as i32);
    let line = |row| (0..columns).map(move |column| if shape.at(Point::new(row, column)) { '#' } else { '.' });
    (0..rows).map(|row| line(row).collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// A word of a shell's command line.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:,+".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A value of an address.
fn percent(value: &str) -> String {
    let mut text = String::new();
    for byte in value.bytes() {
        match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'_' | b'.' | b'~' | b':' | b',' => text.push(byte.into()),
            _ => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn recipe(value: serde_json::Value) -> Recipe {
        serde_json::from_value(value).expect("a recipe")
    }

    #[test]
    fn commands_and_addresses_keep_every_setting() {
        let control = Control::default();
        let link = |recipe: &Recipe| recipe.link(7, Some("https://host/"), &control);
        let plain = recipe(json!({"algo": "wilson", "size": "9x8"}));
        assert_eq!(plain.command(7).unwrap(), "dedale maze generate wilson --size 9x8 --seed 7");
        assert_eq!(link(&plain).unwrap(), "https://host/maze?algo=wilson&size=9x8&seed=7");
        let rich = recipe(json!({"algo": "growing-tree", "surface": "hex", "size": "9x8", "bias": 0.2, "braid": 0.5,
            "rooms": 2, "policy": "oldest", "mask": "..#\n...\n"}));
        assert_eq!(
            link(&rich).unwrap(),
            "https://host/maze?surface=hex&algo=growing-tree&size=9x8&seed=7&bias=0.2&braid=0.5&rooms=2&policy=oldest&mask=..%23%0A..."
        );
        assert_eq!(rich.command(7), None, "a mask in no file");
        let mut file = recipe(json!({"algo": "prim", "size": "9x8", "levels": 2, "surface": "stack", "invert": true}));
        file.mask = Some(Source::File("my heart's.png".to_owned()));
        let said = "dedale maze generate prim --surface stack --size 9x8 --levels 2 --seed 7 --mask 'my heart'\\''s.png' --invert";
        assert_eq!(file.command(7).unwrap(), said);
        assert_eq!(link(&file).unwrap(), said, "the page has no floors to choose");
        let letters = recipe(json!({"algo": "prim", "size": "30x9", "letters": "A B"}));
        assert!(letters.command(7).unwrap().ends_with("--letters 'A B'"));
        assert!(link(&letters).unwrap().contains("&mask=") && link(&letters).unwrap().contains("%23"));
        let large = recipe(json!({"algo": "prim", "size": "2000x9"}));
        assert_eq!(link(&large), large.command(7));
    }
}
