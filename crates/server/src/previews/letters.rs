//! Words in pictures of links, in the typefaces of the page: Source Serif 4 and,
//! on boards, Inter. Their outlines stand in a text each, a letter a line: the
//! letter, how far it advances, its path, 500 units an em. They were read once
//! from the WOFF2 files in `web/fonts` (both under the OFL, whose text is there): so a
//! picture needs no library for typefaces, and all that is lost is kerning.

use dedale_draw::{Shape, path};
use std::collections::HashMap;
use std::sync::LazyLock;

const EM: f32 = 500.0;

/// A letter: how far it advances, and its outlines.
type Letter = (f32, Vec<Vec<(f32, f32)>>);

/// A typeface.
pub struct Face(HashMap<char, Letter>);

static SERIF: LazyLock<Face> = LazyLock::new(|| Face::read(include_str!("source-serif-600.txt")));
static INTER: LazyLock<Face> = LazyLock::new(|| Face::read(include_str!("inter-700.txt")));

impl Face {
    /// Source Serif 4, semibold: Latin letters.
    pub fn serif() -> &'static Self {
        &SERIF
    }

    /// Inter, bold: the digits, and the letters of goods.
    pub fn inter() -> &'static Self {
        &INTER
    }

    fn read(table: &str) -> Self {
        let letter = |line: &str| {
            let mut parts = line.split('\t');
            let letter = parts.next()?.chars().next()?;
            Some((letter, (parts.next()?.parse().ok()?, path(parts.next().unwrap_or_default()))))
        };
        Self(table.lines().filter_map(letter).collect())
    }

    fn letter(&self, letter: char) -> Option<&Letter> {
        // A space that parts no line is as wide as any.
        self.0.get(&if matches!(letter, '\u{a0}' | '\u{202f}') { ' ' } else { letter })
    }

    /// How long a text is in a size; nothing if a letter is not at hand.
    pub fn width(&self, text: &str, size: f32) -> Option<f32> {
        let advances: Option<Vec<f32>> = text.chars().map(|letter| Some(self.letter(letter)?.0)).collect();
        Some(advances?.iter().sum::<f32>() * size / EM)
    }

    /// A text that begins at a point of its base line.
    pub fn text(&self, text: &str, size: f32, (x, y): (f32, f32)) -> Option<Shape> {
        let mut far = 0.0;
        let mut lines = Vec::new();
        for letter in text.chars() {
            let (advance, outlines) = self.letter(letter)?;
            let shifted = |line: &Vec<(f32, f32)>| line.iter().map(|(dx, dy)| (far + dx, *dy)).collect();
            lines.extend(outlines.iter().map(shifted));
            far += advance;
        }
        Some(Shape::lines(lines).moved(size / EM, x, y))
    }

    /// A text whose base line has its middle at a point.
    pub fn centred(&self, text: &str, size: f32, (x, y): (f32, f32)) -> Option<Shape> {
        self.text(text, size, (x - self.width(text, size)? / 2.0, y))
    }

    /// A text in lines no longer than a width: as large as it can be between two sizes
    /// without parting a word, at most so many lines. Nothing if it cannot be set.
    pub fn set(&self, text: &str, width: f32, [least, most]: [f32; 2], lines: usize) -> Option<(f32, Vec<String>)> {
        let mut size = most;
        while size >= least {
            let mut set: Vec<String> = Vec::new();
            for word in text.split(' ').filter(|word| !word.is_empty()) {
                let longer = set.last().map(|line| format!("{line} {word}"));
                match longer {
                    Some(longer) if self.width(&longer, size)? <= width => *set.last_mut()? = longer,
                    _ => set.push(word.to_owned()),
                }
            }
            let fits = |line: &String| self.width(line, size).is_some_and(|long| long <= width);
            if set.len() <= lines && set.iter().all(fits) {
                return Some((size, set));
            }
            size -= 2.0;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_our_texts_is_at_hand() {
        let serif = Face::serif();
        let all = "Dédale Ada invites you to Fish! Éric vous invite à jouer à « Poissons », cœur Æsir Ærø ñ ß ’ … · 0123456789";
        assert!(serif.width(all, 10.0).is_some_and(|width| width > 300.0));
        assert!(Face::inter().width("0123456789ABCDEabcde", 10.0).is_some());
        // A space is nothing but its advance, and others are as they are not at hand.
        assert!(serif.width(" ", 10.0) > Some(1.0) && serif.text(" ", 10.0, (0.0, 0.0)).is_some());
        assert_eq!(serif.width("愛", 10.0), None);
    }

    #[test]
    fn a_line_is_broken_between_words() {
        let serif = Face::serif();
        let (size, lines) = serif.set("Ada invites you to Fish", 400.0, [20.0, 60.0], 3).expect("a set line");
        assert!(size == 60.0 && lines.concat().len() == 24 - lines.len(), "{lines:?}");
        // A long name makes everything smaller; one that is too long is not set.
        let long = "Wolfeschlegelsteinhausen invites you to Fish";
        assert!(serif.set(long, 400.0, [20.0, 60.0], 3).is_some_and(|(size, _)| size < 50.0));
        assert!(serif.set(long, 100.0, [20.0, 60.0], 3).is_none());
    }
}
