//! The common file format of tiles, read and written.
//!
//! ```text
//! tuile
//! mur 1
//! site 2 porte orange
//! site 0 sortie vert
//! fin
//! ```
//!
//! Accents are optional on reading. Beyond the words of the common format we write
//! `site N téléporteur COULEUR`, `site N sablier|cristal|caméra aucune`,
//! `escalator A B` and `passage MUR` (a wall with a small opening for orange).
//! A file may hold many tiles, and supermarkets use the same lines. What was
//! read is a [`Draft`] that knows its lines; a [`Tile`] is what is legal.

use crate::rules::{Lie, Rule};
use crate::{Colour, Openings, Site, Square, Tile, Wall};
use dedale_text::{Lang, Located, Say, messages};
use std::fmt::{self, Write};

messages! {
    /// What is wrong with the words of a file.
    pub enum FormatError {
        /// A word that does not belong there.
        Word { found: String, expected: &'static str } => "found `{found}`, expected {expected}", "trouvé « {found} », attendu {expected}";
        /// The line ends too early.
        Short { expected: &'static str } => "found the end of the line, expected {expected}", "trouvé la fin de la ligne, attendu {expected}";
        /// The line goes on.
        Long { found: String } => "found `{found}`, expected the end of the line", "trouvé « {found} », attendu la fin de la ligne";
        /// A number out of range.
        Range { found: String, what: &'static str, quoi: &'static str, high: usize } =>
            "found `{found}`, expected {what} from 0 to {high}", "trouvé « {found} », attendu {quoi} de 0 à {high}";
        /// Not a whole number.
        Number { found: String } => "found `{found}`, expected a whole number", "trouvé « {found} », attendu un nombre entier";
        /// The file ends inside a tile.
        NoEnd => "found the end of the file, expected `fin`", "trouvé la fin du fichier, attendu « fin »";
        /// Nothing to read.
        Empty => "found no tile, expected `tuile`", "trouvé aucune tuile, attendu « tuile »";
        /// A colour that this site cannot have.
        ColourFor { found: String } => "found `{found}`, expected a colour that this site can have", "trouvé « {found} », attendu une couleur que ce site peut avoir";
        /// Too many tiles.
        TooMany { high: usize } => "found more than {high} tiles, expected at most that", "trouvé plus de {high} tuiles, attendu au plus cela";
    }
}

/// What is wrong with a file: its words, or a rule of tiles or supermarkets.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The words.
    Format(FormatError),
    /// A rule of tiles.
    Rule(Rule),
    /// A rule of supermarkets.
    Place(crate::market::PlaceError),
}

impl Fault {
    /// The name of the broken rule, `format` when the words are wrong.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Format(_) => "format",
            Self::Rule(rule) => rule.name(),
            Self::Place(error) => error.name(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for Fault {}

impl Say for Fault {
    fn say(&self, lang: Lang) -> String {
        let named = |text: String, name: &str| match lang {
            Lang::En => format!("{text} (rule {name})"),
            Lang::Fr => format!("{text} (règle {name})"),
        };
        match self {
            Self::Format(error) => error.say(lang),
            Self::Rule(rule) => named(rule.say(lang), rule.name()),
            Self::Place(error) => named(error.say(lang), error.name()),
        }
    }
}

/// A place in a file, both numbers from 1.
pub type Place = (usize, usize);

/// A tile as it was written down, right or wrong.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    walls: Vec<(Wall, Place)>,
    passages: Vec<(Wall, Place)>,
    sites: Vec<(Square, Site, Place)>,
    escalators: Vec<(Square, Square, Place)>,
    /// Where its `tuile` stands.
    pub begin: Place,
}

impl Draft {
    /// The tile, if its doors are where doors are and no cell has two sites.
    pub fn tile(&self) -> Result<Tile, Located<Rule>> {
        let mut openings = Openings::NONE;
        openings.join(u16::MAX);
        for (wall, _) in &self.walls {
            openings.close(*wall);
        }
        let mut tile = Tile::new(openings);
        for (square, site, place) in &self.sites {
            if !tile.put(*square, *site) {
                let cell = square.index();
                let taken = tile.site(*square).is_some();
                let rule = if taken { Rule::SiteTwice { cell } } else { Rule::DoorPlace { cell } };
                return Err(Located::new(place.0, place.1, rule));
            }
        }
        for (wall, _) in &self.passages {
            tile.set_passage(*wall);
        }
        for (a, b, place) in &self.escalators {
            if a == b {
                return Err(Located::new(place.0, place.1, Rule::Escalator { cell: a.index() }));
            }
            tile.set_escalator(*a, *b);
        }
        Ok(tile)
    }

    /// The tile, if it respects every rule; else the rule and where it breaks.
    pub fn check(&self, lie: Lie) -> Result<Tile, Located<Rule>> {
        let tile = self.tile()?;
        tile.check(lie).map_err(|rule| {
            let site = rule.cell().and_then(|cell| self.sites.iter().find(|site| site.0.index() == cell));
            let wall = match rule {
                Rule::ShopWall { wall } => self.walls.iter().find(|known| known.0.index() == wall),
                _ => None,
            };
            let place = site.map(|site| site.2).or(wall.map(|wall| wall.1)).unwrap_or(self.begin);
            Located::new(place.0, place.1, rule)
        })?;
        Ok(tile)
    }
}

/// The most tiles a file may hold.
pub const MOST_TILES: usize = 10_000_000;

/// Reads tiles one after another, without judging them.
pub fn read_drafts(text: &str) -> Result<Vec<Draft>, Located<Fault>> {
    let mut lines = Lines::new(text);
    let mut drafts = Vec::new();
    while let Some(mut line) = lines.next_line() {
        line.expect(&["tuile"], "`tuile`")?;
        line.end()?;
        if drafts.len() == MOST_TILES {
            return Err(line.fault(FormatError::TooMany { high: MOST_TILES }));
        }
        drafts.push(read_body(&mut lines, line.begin())?);
    }
    if drafts.is_empty() { Err(lines.fault(FormatError::Empty)) } else { Ok(drafts) }
}

/// Reads tiles that respect the structural rules.
pub fn read_tiles(text: &str) -> Result<Vec<Tile>, Located<Fault>> {
    read_drafts(text)?.iter().map(|draft| draft.tile().map_err(rule_fault)).collect()
}

/// Writes a tile in the common format.
pub fn write_tile(tile: &Tile) -> String {
    let mut text = String::from("tuile\n");
    for wall in Wall::all().filter(|wall| tile.has_wall(*wall)) {
        let _ = writeln!(text, "mur {wall}");
    }
    for wall in tile.passages() {
        let _ = writeln!(text, "passage {wall}");
    }
    for (square, site) in tile.sites() {
        let colour = site.colour().map_or("aucune", Colour::word);
        let _ = writeln!(text, "site {square} {} {colour}", site.word());
    }
    if let Some((a, b)) = tile.escalator() {
        let _ = writeln!(text, "escalator {a} {b}");
    }
    text.push_str("fin\n");
    text
}

/// A broken rule as a fault of a file.
pub(crate) fn rule_fault(located: Located<Rule>) -> Located<Fault> {
    Located::new(located.line, located.column, Fault::Rule(located.error))
}

/// Reads the lines of a tile after `tuile`, up to its `fin`.
pub(crate) fn read_body(lines: &mut Lines<'_>, begin: Place) -> Result<Draft, Located<Fault>> {
    let mut draft = Draft { begin, ..Draft::default() };
    while let Some(mut line) = lines.next_line() {
        match line
            .expect(&["mur", "site", "fin", "passage", "escalator"], "`mur`, `site`, `passage`, `escalator` or `fin`")?
        {
            0 => draft.walls.push(line.wall()?),
            1 => {
                let (square, place) = line.square()?;
                draft.sites.push((square, line.site()?, place));
            }
            3 => draft.passages.push(line.wall()?),
            4 => {
                let (a, place) = line.square()?;
                draft.escalators.push((a, line.square()?.0, place));
            }
            _ => {
                line.end()?;
                return Ok(draft);
            }
        }
        line.end()?;
    }
    Err(lines.fault(FormatError::NoEnd))
}

/// The lines of a file that are not blank.
pub(crate) struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    last: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { lines: text.lines().enumerate(), last: 0 }
    }

    pub(crate) fn next_line(&mut self) -> Option<Line<'a>> {
        for (number, text) in self.lines.by_ref() {
            self.last = number + 1;
            if !text.trim().is_empty() {
                return Some(Line { number: number + 1, text, at: 0 });
            }
        }
        None
    }

    /// A fault at the end of the file.
    pub(crate) fn fault(&self, error: FormatError) -> Located<Fault> {
        Located::new(self.last + 1, 1, Fault::Format(error))
    }
}

/// A line being read word by word.
pub(crate) struct Line<'a> {
    number: usize,
    text: &'a str,
    /// The byte after the last word read.
    at: usize,
}

impl<'a> Line<'a> {
    /// Where the first word stands.
    pub(crate) fn begin(&self) -> Place {
        let blank = self.text.len() - self.text.trim_start().len();
        (self.number, self.text[..blank].chars().count() + 1)
    }

    fn place(&self) -> Place {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let start = if start >= self.text.len() { self.text.trim_end().len() } else { start };
        (self.number, self.text[..start].chars().count() + 1)
    }

    pub(crate) fn fault(&self, error: FormatError) -> Located<Fault> {
        let (line, column) = self.place();
        Located::new(line, column, Fault::Format(error))
    }

    fn peek(&self) -> Option<&'a str> {
        self.text[self.at..].split_whitespace().next()
    }

    fn skip(&mut self, word: &str) {
        let rest = &self.text[self.at..];
        self.at += (rest.len() - rest.trim_start().len()) + word.len();
    }

    /// One of the words, by its index.
    pub(crate) fn expect(&mut self, words: &[&str], expected: &'static str) -> Result<usize, Located<Fault>> {
        let found = self.peek().ok_or_else(|| self.fault(FormatError::Short { expected }))?;
        let plain = plain(found);
        let index = words
            .iter()
            .position(|word| *word == plain)
            .ok_or_else(|| self.fault(FormatError::Word { found: found.to_owned(), expected }))?;
        self.skip(found);
        Ok(index)
    }

    /// A whole number.
    pub(crate) fn number(&mut self) -> Result<i32, Located<Fault>> {
        let found = self.peek().ok_or_else(|| self.fault(FormatError::Short { expected: "a number" }))?;
        let number = found.parse().map_err(|_| self.fault(FormatError::Number { found: found.to_owned() }))?;
        self.skip(found);
        Ok(number)
    }

    fn small(&mut self, what: &'static str, quoi: &'static str, high: usize) -> Result<(u8, Place), Located<Fault>> {
        let place = self.place();
        let found = self.peek().ok_or_else(|| self.fault(FormatError::Short { expected: "a number" }))?;
        let digits = found.bytes().all(|byte| byte.is_ascii_digit());
        match found.parse::<u8>() {
            Ok(number) if digits && usize::from(number) <= high => {
                self.skip(found);
                Ok((number, place))
            }
            _ => Err(self.fault(FormatError::Range { found: found.to_owned(), what, quoi, high })),
        }
    }

    fn wall(&mut self) -> Result<(Wall, Place), Located<Fault>> {
        let (number, place) = self.small("a wall", "un mur", 23)?;
        Ok((Wall::new(number).expect("checked to be at most 23"), place))
    }

    fn square(&mut self) -> Result<(Square, Place), Located<Fault>> {
        let (number, place) = self.small("a cell", "une case", 15)?;
        Ok((Square::new(number).expect("checked to be at most 15"), place))
    }

    fn site(&mut self) -> Result<Site, Located<Fault>> {
        const KINDS: [&str; 8] =
            ["porte", "depart", "objectif", "sortie", "teleporteur", "sablier", "cristal", "camera"];
        let kind = self.expect(&KINDS, "porte, départ, objectif, sortie, téléporteur, sablier, cristal or caméra")?;
        let before = (self.at, self.peek().unwrap_or_default().to_owned());
        let colours = ["jaune", "violet", "vert", "orange", "aucune"];
        let colour = self.expect(&colours, "jaune, vert, orange, violet or aucune")?;
        let colour = Colour::ALL.get(colour).copied();
        let site = match (kind, colour) {
            (0, colour) => Site::Door(colour),
            (1, colour) => Site::Start(colour),
            (2, Some(colour)) => Site::Objective(colour),
            (3, Some(colour)) => Site::Exit(colour),
            (4, Some(colour)) => Site::Teleporter(colour),
            (5, None) => Site::Timer,
            (6, None) => Site::Crystal,
            (7, None) => Site::Camera,
            _ => {
                self.at = before.0;
                return Err(self.fault(FormatError::ColourFor { found: before.1 }));
            }
        };
        Ok(site)
    }

    /// Nothing more on the line.
    pub(crate) fn end(&self) -> Result<(), Located<Fault>> {
        match self.peek() {
            None => Ok(()),
            Some(found) => Err(self.fault(FormatError::Long { found: found.to_owned() })),
        }
    }
}

/// A word without its accents, composed or not.
fn plain(word: &str) -> String {
    let letter = |c| if matches!(c, 'é' | 'è' | 'ê') { 'e' } else { c };
    word.chars().filter(|c| *c != '\u{301}').map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;
    use dedale_grid::Rng;

    #[test]
    fn tiles_read_back() {
        let (mut rng, mut generator) = (Rng::new(5), Generator::new());
        let tiles: Vec<Tile> = (0..300)
            .map(|n| {
                let mut tile = if n % 5 == 0 { generator.start(&mut rng) } else { generator.classic(&mut rng) };
                if n % 7 == 0 {
                    tile.set_escalator(Square::of(0), Square::of(5));
                    tile.set_passage(Wall::new(3).unwrap());
                }
                tile
            })
            .collect();
        let text: String = tiles.iter().map(write_tile).collect();
        assert_eq!(read_tiles(&text).unwrap(), tiles);
        // Accents and line ends do not matter.
        assert_eq!(read_tiles(&text.replace('é', "e").replace('\n', "\r\n")).unwrap(), tiles);
    }

    #[test]
    fn faults_are_located() {
        for (text, at, part) in [
            ("", (1, 1), "tuile"),
            ("tile\n", (1, 1), "`tile`"),
            ("tuile\nmur 24\nfin\n", (2, 5), "from 0 to 23"),
            ("tuile\nmur -1\nfin\n", (2, 5), "-1"),
            ("tuile\nmur\nfin\n", (2, 4), "end of the line"),
            ("tuile\n  site 16 porte vert\nfin\n", (2, 8), "from 0 to 15"),
            ("tuile\nsite 2 portail vert\nfin\n", (2, 8), "portail"),
            ("tuile\nsite 2 porte bleu\nfin\n", (2, 14), "bleu"),
            ("tuile\nsite 0 sortie aucune\nfin\n", (2, 15), "aucune"),
            ("tuile\nmur 3 4\nfin\n", (2, 7), "end of the line"),
            ("tuile\nmur 3\n", (3, 1), "`fin`"),
            ("tuile\nsite 3 porte vert\nfin\n", (2, 6), "door-place"),
            ("tuile\nsite 2 porte vert\nsite 2 sortie vert\nfin\n", (3, 6), "site-twice"),
            ("tuile\nescalator 3 3\nfin\n", (2, 11), "escalator"),
            ("tuile\nfin\nfin\n", (3, 1), "tuile"),
        ] {
            let error = read_tiles(text).unwrap_err();
            assert_eq!((error.line, error.column), at, "{text:?}: {error}");
            assert!(error.to_string().contains(part), "{text:?}: {error}");
            assert!(!error.say(Lang::Fr).is_empty());
        }
    }
}
