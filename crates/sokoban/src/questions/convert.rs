//! Collections in other formats, and the duplicates in them.

use super::levels::{LevelChoice, LevelsSource, Skipped, write_levels};
use crate::game::code;
use crate::{Collection, canonical, duplicates, write_text};
use dedale_question::{Answer, Control, Question, Reader, Refusal};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;

/// Convert levels.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Convert {
    /// The levels.
    #[command(flatten)]
    #[serde(flatten)]
    pub levels: LevelsSource,

    /// Which of them.
    #[command(flatten)]
    #[serde(flatten)]
    pub level: LevelChoice,

    /// Leave out levels that are the same puzzle as an earlier one, turned or
    /// mirrored or not.
    #[arg(long, help = tr(
        "Leave out levels that are the same puzzle as an earlier one, turned or mirrored or not",
        "Omettre les niveaux identiques à un précédent, tournés ou en miroir ou non"
    ))]
    #[serde(default)]
    pub unique: bool,
}

/// A level in figures.
#[derive(Serialize, JsonSchema)]
pub struct LevelFigures {
    level: usize,
    title: String,
    author: String,
    columns: usize,
    rows: usize,
    boxes: usize,
    targets: usize,
    solutions: usize,
    /// The number of the first level that is the same puzzle.
    same_as: Option<usize>,
    canonical: String,
}

/// The levels that are left.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Converted {
    levels: Vec<LevelFigures>,
    #[serde(skip)]
    collection: Collection,
    #[serde(skip)]
    skipped: Skipped,
}

impl Question for Convert {
    type Answer = Converted;
    const NAME: &'static str = "convert";
    const EXAMPLE: &'static str = r#"{"levels":"; easy\n#####\n#@$.#\n#####\n","unique":true}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale sokoban convert levels.xsb -o levels.slc", "dedale sokoban convert levels.xsb --unique"];
    const STREAMS: bool = true;

    fn about() -> Text {
        Text::new("Convert collections and find duplicates", "Convertir des collections et trouver les doublons")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Converted, Refusal> {
        let all = self.levels.read_each(control)?;
        let (every, _) = all.sorted(LevelChoice::default(), self.levels.name())?;
        let same = duplicates(every.iter().map(|(_, entry)| &entry.level));
        // The number of the first level that each is the same puzzle as.
        let same: BTreeMap<usize, usize> =
            every.iter().zip(same).filter_map(|((number, _), same)| Some((*number, every[same?].0))).collect();
        let (chosen, skipped) = all.sorted(self.level, self.levels.name())?;
        let (mut levels, mut entries) = (Vec::new(), Vec::new());
        for (number, entry) in chosen {
            let same_as = same.get(&number).copied();
            if self.unique && same_as.is_some() {
                continue;
            }
            let size = entry.level.size();
            let level = LevelFigures {
                level: number,
                title: entry.title.clone(),
                author: entry.author.clone(),
                columns: size.cols(),
                rows: size.rows(),
                boxes: entry.level.boxes().len(),
                targets: entry.level.targets().count(),
                solutions: entry.solutions.len(),
                same_as,
                canonical: canonical(&entry.level),
            };
            control.emit(&level)?;
            levels.push(level);
            entries.push(entry.clone());
        }
        Ok(Converted { levels, collection: Collection { entries, ..all.collection.clone() }, skipped })
    }
}

/// Each level on one line.
fn coded(collection: &Collection) -> String {
    let mut text = String::new();
    for entry in &collection.entries {
        text += &format!("{}\n", code(&entry.level));
        if !entry.title.is_empty() {
            text += &format!("Title: {}\n", entry.title);
        }
        text.push('\n');
    }
    text
}

impl Answer for LevelFigures {
    /// Only programs want figures; people want the levels.
    fn text(&self, _: &Reader) -> String {
        String::new()
    }
}

impl Answer for Converted {
    const FORMATS: &'static [&'static str] = &["sok", "xsb", "txt", "slc", "xml", "rle"];

    fn yes(&self) -> bool {
        self.skipped.none()
    }

    fn note(&self, lang: Lang) -> Option<String> {
        self.skipped.note(lang)
    }

    fn text(&self, _: &Reader) -> String {
        write_text(&self.collection)
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        match format {
            "rle" => out.write_all(coded(&self.collection).as_bytes()).map_err(Refusal::broken),
            "xml" => write_levels(&self.collection, "slc", out),
            _ => write_levels(&self.collection, format, out),
        }
    }
}
