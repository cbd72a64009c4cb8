//! Levels as questions take them and answers give them.

use crate::format::{Line, calculator, rle};
use crate::picture::film;
use crate::{
    Collection, Entry, FormatProblem, Level, MAX_AREA, MAX_MOVES, MAX_SIDE, Moves, Solution, read, read_lenient,
    write_slc, write_text,
};
use dedale_draw::Theme;
use dedale_grid::{Cell, Size};
use dedale_question::{Control, Input, Refusal, Source};
use dedale_text::{Lang, Say, counted, plural, tr};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::io::Write;
use std::str::FromStr;

/// Levels as text.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LevelsSource {
    /// The levels, in any of the usual spellings.
    #[arg(value_name = "FILE", help = tr("The levels, `-` for standard input", "Les niveaux, « - » pour l'entrée standard"))]
    pub levels: Source,
}

impl LevelsSource {
    /// Reads them.
    pub fn read(&self, control: &Control<'_>) -> Result<Collection, Refusal> {
        read_levels(&self.levels, control)
    }

    /// Reads what can be read; a bad level does not keep the others from
    /// being looked at.
    pub fn read_each(&self, control: &Control<'_>) -> Result<Levels, Refusal> {
        Levels::read(&self.levels, control)
    }

    /// The name to blame.
    pub fn name(&self) -> &str {
        self.levels.name()
    }
}

/// A collection of which some levels may be bad. Levels are counted as they
/// stand in the file, the bad ones too.
pub struct Levels {
    /// The good ones, with what is said around them.
    pub collection: Collection,
    /// The number of each good one.
    pub numbers: Vec<usize>,
    /// The number of each bad one, and what is wrong with it.
    bad: Vec<(usize, Refusal)>,
}

impl Levels {
    /// Reads a text that may be this large here.
    pub fn read(source: &Source, control: &Control<'_>) -> Result<Self, Refusal> {
        let input = source.read()?;
        let text = text_of(&input);
        check_size(&text, control)?;
        let (collection, problems) = read_lenient(&text);
        // Bad moves or XML spoil the file, not a level.
        let of_a_level = |error: &FormatProblem| matches!(error, FormatProblem::Level(_) | FormatProblem::Runs(_));
        if let Some(problem) = problems.iter().find(|problem| !of_a_level(&problem.error)) {
            return Err(input.at(problem));
        }
        let (mut numbers, mut bad, mut number) = (Vec::new(), Vec::new(), 0);
        let mut problems = problems.iter().peekable();
        for line in collection.entries.iter().map(|entry| entry.line).chain([usize::MAX]) {
            while let Some(problem) = problems.next_if(|problem| problem.line < line) {
                number += 1;
                bad.push((number, input.at(problem)));
            }
            number += 1;
            numbers.push(number);
        }
        numbers.pop();
        Ok(Self { collection, numbers, bad })
    }

    /// The levels asked for, in order; refused if none of them is a level.
    pub fn chosen(&self, choice: LevelChoice, file: &str) -> Result<Vec<(usize, Result<&Entry, &Refusal>)>, Refusal> {
        let good = self.numbers.iter().zip(&self.collection.entries).map(|(&number, entry)| (number, Ok(entry)));
        let bad = self.bad.iter().map(|(number, refusal)| (*number, Err(refusal)));
        let mut all: Vec<_> = good.chain(bad).collect();
        all.sort_by_key(|(number, _)| *number);
        let count = all.len();
        let range = choice.level.unwrap_or(LevelRange::ALL);
        all.retain(|(number, _)| (range.from..=range.to).contains(number));
        match all.first() {
            None => Err(out_of_range(range, count, file)),
            Some((_, Err(refusal))) if all.iter().all(|(_, entry)| entry.is_err()) => Err((*refusal).clone()),
            Some(_) => Ok(all),
        }
    }

    /// The place of a level among the good ones, or what is wrong with it.
    pub fn place(&self, number: usize) -> Result<usize, &Refusal> {
        let bad = self.bad.iter().find(|(bad, _)| *bad == number);
        bad.map_or_else(|| Ok(self.numbers.partition_point(|&other| other < number)), |(_, refusal)| Err(refusal))
    }

    /// What is wrong with those that are left out.
    pub fn skipped(&self) -> Skipped {
        Skipped(self.bad.iter().map(|(_, refusal)| refusal.clone()).collect())
    }

    /// The good ones among those asked for, and what is wrong with the others.
    pub fn sorted(&self, choice: LevelChoice, file: &str) -> Result<(Vec<(usize, &Entry)>, Skipped), Refusal> {
        let (mut good, mut skipped) = (Vec::new(), Skipped::default());
        for (number, entry) in self.chosen(choice, file)? {
            match entry {
                Ok(entry) => good.push((number, entry)),
                Err(refusal) => skipped.0.push(refusal.clone()),
            }
        }
        Ok((good, skipped))
    }
}

/// What is wrong with levels that were left out.
#[derive(Default)]
pub struct Skipped(Vec<Refusal>);

impl Skipped {
    /// Whether nothing was left out.
    pub fn none(&self) -> bool {
        self.0.is_empty()
    }

    /// What is said of it beside the answer.
    pub fn note(&self, lang: Lang) -> Option<String> {
        let said: Vec<String> = self.0.iter().map(|refusal| refusal.message(lang)).collect();
        let left_out = lang.pick("left out:", "laissé de côté :");
        (!said.is_empty()).then(|| said.iter().map(|said| format!("{left_out} {said}")).collect::<Vec<_>>().join("\n"))
    }
}

/// The levels of a text that may be this large here.
pub fn read_levels(source: &Source, control: &Control<'_>) -> Result<Collection, Refusal> {
    let input = source.read()?;
    let text = text_of(&input);
    check_size(&text, control)?;
    read(&text).map_err(|error| input.at(&error))
}

/// Text in any encoding: what is not UTF-8 is taken as Latin-1, in which many
/// old collections are written.
pub fn text_of(input: &Input) -> Cow<'_, str> {
    match std::str::from_utf8(&input.bytes) {
        Ok(text) => text.into(),
        Err(_) => input.bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(),
    }
}

/// Refuses a text whose boards and moves are too many, before memory is taken
/// for them.
pub fn check_size(text: &str, control: &Control<'_>) -> Result<(), Refusal> {
    match control.limits.cells {
        u64::MAX => Ok(()),
        _ => control.cells(count_cells(text)),
    }
}

/// The cells of all boards of a text and its moves together. Rows are short
/// and boards as wide as their longest row, and runs repeat what they like, so
/// that the length of the text says little.
fn count_cells(text: &str) -> u64 {
    if calculator::is_one(text) {
        return calculator::count_cells(text);
    }
    let (mut boards, mut moves) = (Boards::default(), 0);
    if text.trim_start().starts_with('<') {
        for piece in text.split('<') {
            let (tag, content) = piece.split_once('>').unwrap_or((piece, ""));
            match tag.trim_end() {
                "L" | "l" => boards.row(content),
                "/L" | "/l" => {}
                _ => boards.end(),
            }
        }
    }
    for line in text.lines() {
        match Line::of(line) {
            Line::Row(row) => boards.row(row),
            Line::Runs(code) => {
                let plain = rle::expand(code, MAX_AREA).unwrap_or_default();
                plain.split('|').for_each(|row| boards.row(row));
                // A board on one line ends there.
                if plain.matches('|').count() > 1 {
                    boards.end();
                }
            }
            Line::Moves(text) | Line::Note(text) | Line::Key(_, text) => {
                boards.end();
                moves += count_moves(text);
            }
            Line::Blank => boards.end(),
        }
    }
    boards.end();
    boards.cells + moves
}

/// The boards of a text, as far as they are counted.
#[derive(Default)]
struct Boards {
    cells: u64,
    rows: usize,
    cols: usize,
}

impl Boards {
    fn row(&mut self, row: &str) {
        self.rows += 1;
        self.cols = self.cols.max(row.len());
    }

    /// A board beyond all measure is refused by its reader without taking
    /// memory.
    fn end(&mut self) {
        if self.rows <= MAX_SIDE && self.cols <= MAX_SIDE {
            self.cells += (self.rows * self.cols) as u64;
        }
        (self.rows, self.cols) = (0, 0);
    }
}

/// The moves on a line, runs counted in full.
fn count_moves(text: &str) -> u64 {
    if !text.contains(|letter: char| letter.is_ascii_digit())
        || !text.chars().all(|letter| "lurdLURD0123456789() ".contains(letter))
    {
        return 0;
    }
    match rle::expand(text, MAX_MOVES) {
        Ok(moves) => moves.len() as u64,
        // It may go on on the next line.
        Err(rle::RunError::Unclosed { .. }) => MAX_MOVES as u64,
        Err(_) => 0,
    }
}

/// Which levels of a collection, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelRange {
    /// The first.
    pub from: usize,
    /// The last.
    pub to: usize,
}

impl LevelRange {
    /// All of them.
    pub const ALL: Self = Self { from: 1, to: usize::MAX };
}

impl FromStr for LevelRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (from, to) = text.split_once('-').unwrap_or((text, text));
            let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
            (1 <= from && from <= to).then_some(Self { from, to })
        };
        parse().ok_or_else(|| tr("expected N or A-B, from 1", "attendu N ou A-B, à partir de 1").to_owned())
    }
}

impl fmt::Display for LevelRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from == self.to {
            true => write!(f, "{}", self.from),
            false => write!(f, "{}-{}", self.from, self.to),
        }
    }
}

impl Serialize for LevelRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Number(u64),
    Text(String),
}

impl<'de> Deserialize<'de> for LevelRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = match Written::deserialize(deserializer) {
            Ok(Written::Number(number)) => number.to_string(),
            Ok(Written::Text(text)) => text,
            Err(_) => String::new(),
        };
        text.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for LevelRange {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "LevelRange".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [
            {"type": "integer", "minimum": 1},
            {"type": "string", "pattern": "^[0-9]+(-[0-9]+)?$"},
        ]})
    }
}

/// Which levels are asked about; all unless said.
#[derive(clap::Args, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct LevelChoice {
    /// Only this level (`3`), or these (`"3-5"`).
    #[arg(long, value_name = "N|A-B", help = tr("Only this level, or these", "Seulement ce niveau, ou ceux-ci"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelRange>,
}

impl LevelChoice {
    /// The place of the first of them among so many good levels; refused if there is none.
    pub fn first(self, count: usize, file: &str) -> Result<usize, Refusal> {
        let range = self.level.unwrap_or(LevelRange::ALL);
        if range.from <= count { Ok(range.from - 1) } else { Err(out_of_range(range, count, file)) }
    }
}

fn out_of_range(range: LevelRange, count: usize, file: &str) -> Refusal {
    let found = |lang| counted(lang, count as u64, ["level", "levels"], ["niveau", "niveaux"]);
    Refusal::new(
        format!("found {}, expected level {} to be there", found(Lang::En), range.from),
        format!("trouvé {}, attendu le niveau {}", found(Lang::Fr), range.from),
    )
    .within(file)
}

/// A picture shows one level, and so many are there.
pub fn one_level(found: usize) -> Refusal {
    Refusal::new(
        format!("found {found} levels, expected one for a picture (--level N)"),
        format!("trouvé {found} niveaux, attendu un seul pour une image (--level N)"),
    )
}

/// What is wrong with a level of a file, at the line where its board begins.
pub fn at_level(file: &str, entry: &Entry, error: impl Say) -> Refusal {
    Refusal::from(error).at(entry.line, 1).within(file)
}

/// The board with its boxes and its player, row by row.
pub fn rows(level: &Level) -> Vec<String> {
    level.to_string().lines().map(str::to_owned).collect()
}

/// `[row, column]`.
pub fn at(size: Size, cell: Cell) -> [i32; 2] {
    let point = size.point(cell);
    [point.row, point.col]
}

/// `[[row, column], …]`.
pub fn all_at(size: Size, cells: &[Cell]) -> Vec<[i32; 2]> {
    cells.iter().map(|&cell| at(size, cell)).collect()
}

/// A solution that came from nowhere but here.
pub fn found(moves: Moves) -> Solution {
    Solution { name: String::new(), moves, line: 0 }
}

/// The formats that collections are written in.
pub const FORMATS: [&str; 4] = ["sok", "xsb", "txt", "slc"];

/// Writes levels in one of them.
pub fn write_levels(collection: &Collection, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
    let text = if format == "slc" { write_slc(collection) } else { write_text(collection) };
    out.write_all(text.as_bytes()).map_err(Refusal::broken)
}

/// The formats of levels with their solutions: a collection, or a film of one.
pub const SOLVED_FORMATS: [&str; 5] = ["sok", "xsb", "txt", "slc", "gif"];

/// Writes solved levels in one of them.
pub fn write_solved(collection: &Collection, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
    /// Frames of a film at the most.
    const MOST_MOVES: usize = 10_000;
    if format != "gif" {
        return write_levels(collection, format, out);
    }
    let [entry] = &collection.entries[..] else { return Err(one_level(collection.entries.len())) };
    let moves = entry.solutions.first().map(|solution| &solution.moves);
    let count = moves.map_or(0, Moves::moves);
    match moves {
        Some(moves) if count <= MOST_MOVES => film(&entry.level, moves, Theme::Light, out).map_err(Refusal::broken),
        _ => Err(Refusal::new(
            format!("found a solution of {count} moves, expected 1 to {MOST_MOVES} for a film"),
            format!("trouvé une solution de {count} coups, attendu de 1 à {MOST_MOVES} pour un film"),
        )),
    }
}

/// So many boxes, in words.
pub fn boxes(lang: Lang, count: usize) -> String {
    let word = plural(lang, count as u64, lang.pick("box", "caisse"), lang.pick("boxes", "caisses"));
    format!("{count} {word}")
}

/// So many pushes and moves, in words.
pub fn lengths(lang: Lang, pushes: usize, moves: usize) -> String {
    let push = plural(lang, pushes as u64, lang.pick("push", "poussée"), lang.pick("pushes", "poussées"));
    let step = plural(lang, moves as u64, lang.pick("move", "coup"), lang.pick("moves", "coups"));
    format!("{pushes} {push}, {moves} {step}")
}

/// A number of seconds to the millisecond.
pub fn millis(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_question::{Kind, Limits, Reader};

    #[test]
    fn ranges_are_read_as_people_write_them() {
        assert_eq!("3-5".parse(), Ok(LevelRange { from: 3, to: 5 }));
        assert_eq!(serde_json::from_str::<LevelRange>("3").ok(), "3".parse().ok());
        assert_eq!(serde_json::from_str::<LevelRange>("\"3-5\"").ok(), "3-5".parse().ok());
        for bad in ["0", "5-3", "", "x", "-1"] {
            assert!(bad.parse::<LevelRange>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_bad_level_keeps_its_number_and_no_other_from_being_read() {
        let text = "#####\n#@$.#\n#####\n\n; two\n####\n#@$#\n####\n\n; three\n######\n#@$ .#\n######\n";
        let slc = "<a><Level><L>#####</L><L>#@$.#</L><L>#####</L></Level>\n<Level><L>#@#</L></Level>\n\
                   <Level><L>#####</L><L>#@$.#</L><L>#####</L></Level></a>";
        for text in [text, slc] {
            let levels = Levels::read(&Source::Content(text.into()), &Control::default()).expect("two good levels");
            let all = levels.chosen(LevelChoice::default(), "").expect("levels");
            let told: Vec<_> = all.iter().map(|(number, entry)| (*number, entry.is_ok())).collect();
            assert_eq!(told, [(1, true), (2, false), (3, true)]);
            let (good, skipped) = levels.sorted(LevelChoice::default(), "").expect("levels");
            assert_eq!((good.len(), skipped.none()), (2, false));
            for (range, fine) in [("2", false), ("4", false), ("2-3", true)] {
                let choice = LevelChoice { level: range.parse().ok() };
                assert_eq!(levels.chosen(choice, "").is_ok(), fine, "{range}");
            }
        }
    }

    #[test]
    fn cells_are_counted_before_they_are_made() {
        assert_eq!(count_cells("; one\n\n####\n#@$.#\n###\n\n3#|#@#|3#\n\nSolution:\n9r\n"), 15 + 9 + 9);
        assert_eq!(count_cells("<a><Level>\n<L>###</L>\n<L>#@$.#</L></Level></a>"), 10);
        let wide = format!("{}\n{}", "#".repeat(1000), "#\n".repeat(999));
        assert_eq!(count_cells(&wide), 1_000_000);
        assert!(count_cells("#####\n#@$.#\n#####\nSolution:\n9999999(\nr)\n") > 9_000_000);
        let limits = Limits { cells: 1000, ..Limits::NONE };
        let control = Control::new(limits, Reader::default(), Default::default());
        let refusal = read_levels(&Source::Content("99(99#|)\n".repeat(9).into()), &control).expect_err("too large");
        assert_eq!(refusal.kind, Kind::TooLarge);
    }
}
