//! Boards as questions take them and answers give them.

use crate::{Access, Board, Fish, Good, Layout, Rules, Unsound};
use dedale_draw::{Scene, Theme, png, svg};
use dedale_grid::{Cell, Grid, Size};
use dedale_play::{Match, file};
use dedale_question::{At, Control, Refusal, Source};
use dedale_text::{Located, tr};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::io::Write;

/// The formats of an answer that is a board.
pub const PICTURES: &[&str] = &["txt", "svg", "png"];

/// Pixels of a cell in PNG pictures.
const PIXELS: f32 = 64.0;

/// A board as text, or a saved game.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardSource {
    /// The board, compact (`.` free, `#` road, `T` tree, `A`–`E` producers,
    /// `a`–`e` shops, `1`–`5` reservations) or framed, or a saved game.
    #[arg(value_name = "FILE", help = tr(
        "The board, compact or framed, or a saved game; `-` for standard input",
        "Le plateau, compact ou encadré, ou une partie enregistrée ; « - » pour l'entrée standard"
    ))]
    pub board: Source,
}

/// A board and the rules that decide what a road is.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RuledBoard {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub source: BoardSource,

    /// The rules, `standard` unless given: in `classic`, trees need no access.
    /// A saved game has its own.
    #[arg(long, value_enum, help = tr(
        "The rules, `standard` unless given: in `classic`, trees need no access; a saved game has its own",
        "Les règles, « standard » par défaut : dans « classic », les arbres n'ont pas besoin d'accès ; une partie enregistrée a les siennes"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
}

/// What was read.
pub struct Subject {
    name: String,
    pub layout: Layout,
    pub board: Board,
    pub access: Access,
    /// The whole game, when it was one.
    pub game: Option<Match<Fish>>,
}

impl BoardSource {
    /// The board, of a size that may be asked for here.
    pub fn read(&self, control: &Control<'_>) -> Result<Subject, Refusal> {
        let input = self.board.read()?;
        let text = input.text()?;
        let name = input.name.clone();
        if text.starts_with('{') {
            let game = file::read::<Fish>(text).map_err(|error| input.at(&error))?.game;
            let (board, access) = (game.state().board(), game.state().config().access());
            return Ok(Subject { name, layout: Layout::Compact, board, access, game: Some(game) });
        }
        let layout = Layout::of(text);
        control.cells(announced(layout, text)).map_err(|refusal| refusal.within(&name))?;
        let board = text.parse().map_err(|error| input.at(&error))?;
        Ok(Subject { name, layout, board, access: Access::default(), game: None })
    }
}

/// The cells of a text whose lines are all as long as the first, for which
/// memory is taken before the others are seen.
fn announced(layout: Layout, text: &str) -> u64 {
    let mut lines = text.trim_end().lines();
    let width = lines.next().map_or(0, str::len) as u64;
    let letters = width.saturating_mul(lines.count() as u64 + 1);
    match layout {
        Layout::Compact => letters,
        // Four letters by two lines a cell.
        Layout::Framed => letters / 8,
    }
}

impl RuledBoard {
    /// The board with its rules, of a size that may be asked for here: rules
    /// by which roads appear by themselves.
    pub fn read(&self, control: &Control<'_>) -> Result<Subject, Refusal> {
        let subject = self.read_any(control)?;
        self.roads_appear(&subject)?;
        Ok(subject)
    }

    /// Refuses rules by which roads do not appear by themselves.
    pub fn roads_appear(&self, subject: &Subject) -> Result<(), Refusal> {
        let areas = subject.game.as_ref().is_some_and(|game| game.config().areas);
        if areas || self.rules == Some(Rules::Boxed) {
            return Err(subject.wrong(
                "found the rules of areas, in which roads fill up areas; expected roads that appear by themselves",
                "trouvé les règles à parcelles, où les routes complètent les parcelles ; attendu des routes qui apparaissent d'elles-mêmes",
            ));
        }
        Ok(())
    }

    /// As [`RuledBoard::read`], for what a game with areas can answer too.
    pub fn read_any(&self, control: &Control<'_>) -> Result<Subject, Refusal> {
        let mut subject = self.source.read(control)?;
        match (self.rules, &subject.game) {
            (Some(_), Some(_)) => {
                let (en, fr) = ("on a saved game, which has its own", "sur une partie enregistrée, qui a les siennes");
                return Err(Refusal::no_effect("rules", en, fr));
            }
            (rules, None) => subject.access = rules.unwrap_or_default().access(),
            (None, Some(_)) => {}
        }
        Ok(subject)
    }
}

impl Subject {
    /// A refusal at the place of the cell that an unsound board names.
    pub fn unsound(&self, error: Unsound) -> Refusal {
        let (line, column) = self.layout.position(error.at());
        Refusal::located(&self.name, &Located::new(line, column, error))
    }

    /// A refusal of this input as a whole.
    pub fn wrong(&self, en: impl Into<String>, fr: impl Into<String>) -> Refusal {
        Refusal::new(en, fr).within(&self.name)
    }
}

/// `[row, column]`.
pub fn at(size: Size, cell: Cell) -> At {
    At(size.point(cell))
}

/// Refuses a number outside its bounds.
pub fn bounded(setting: &str, found: u64, least: u64, most: u64) -> Result<(), Refusal> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(Refusal::new(
        format!("found {found} for `{setting}`, expected {least} to {most}"),
        format!("trouvé {found} pour `{setting}`, attendu de {least} à {most}"),
    ))
}

/// Writes a board in one of [`PICTURES`].
pub fn write_picture(
    format: &str,
    out: &mut dyn Write,
    text: impl FnOnce() -> String,
    scene: impl FnOnce() -> Scene,
) -> Result<(), Refusal> {
    let bytes = match format {
        "txt" => text().into_bytes(),
        "svg" => svg(&scene()).into_bytes(),
        _ => png(&scene(), PIXELS, Theme::Light).map_err(Refusal::broken)?,
    };
    out.write_all(&bytes).map_err(Refusal::broken)
}

/// A number for each open cell, the mark of the board elsewhere.
pub fn table<T>(board: &Board, values: &Grid<T>, number: impl Fn(&T) -> String) -> String {
    let compact = board.to_string();
    let mut out = String::new();
    for (line, values) in compact.lines().zip(values.rows()) {
        for (mark, value) in line.chars().zip(values) {
            let free = mark == '.' || mark.is_ascii_digit();
            out += &format!("{:>4}", if free { number(value) } else { mark.to_string() });
        }
        out.push('\n');
    }
    out
}

/// Serialises a grid as its rows.
pub fn by_rows<T: Serialize, S: Serializer>(grid: &Grid<T>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(grid.rows())
}

impl JsonSchema for Good {
    fn schema_name() -> Cow<'static, str> {
        "Good".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"description": "A good.", "enum": ["A", "B", "C", "D", "E"]})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_question::{Kind, Limits, Reader};

    fn read(text: &str, cells: u64) -> Result<Subject, Refusal> {
        let control = Control::new(Limits { cells, ..Limits::NONE }, Reader::default(), Default::default());
        BoardSource { board: Source::Content(text.into()) }.read(&control)
    }

    #[test]
    fn sizes_are_checked_before_memory_is_taken() {
        let framed = Layout::Framed.write(&read("...\n...\n", 6).unwrap().board);
        assert_eq!(read(&framed, 13).unwrap().board.size().area(), 6);
        // A long first line and many short ones announce a large board.
        for text in [format!("{}{}.", ".".repeat(1000), "\n".repeat(1000)), framed.repeat(1000)] {
            assert_eq!(read(&text, 1000).err().map(|refusal| refusal.kind), Some(Kind::TooLarge));
        }
    }

    #[test]
    fn a_saved_game_has_its_own_rules() {
        let game = file::write(&Match::<Fish>::new("rules=classic".parse().unwrap(), 1).unwrap());
        let source = BoardSource { board: Source::Content(game.into()) };
        let board = RuledBoard { source, rules: None };
        assert_eq!(board.read(&Control::default()).unwrap().access, Access::Traders);
        assert!(RuledBoard { rules: Some(Rules::Classic), ..board }.read(&Control::default()).is_err());
    }
}
