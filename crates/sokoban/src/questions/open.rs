//! The levels of a text with their boards and best solutions, and those that
//! come with the program.

use super::levels::{FORMATS, LevelsSource, boxes, lengths, rows, write_levels};
use crate::{Collection, Entry, duplicates, replay, shipped, themes};
use dedale_question::{Answer, Control, Question, Reader, Refusal};
use dedale_text::{Lang, Say, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Open a collection.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Open {
    /// The levels.
    #[command(flatten)]
    #[serde(flatten)]
    pub levels: LevelsSource,
}

/// List the levels that come with the program.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Shipped {}

/// A level with its board; a solution is told only if it is one.
#[derive(Serialize, JsonSchema)]
pub struct OpenedLevel {
    title: String,
    author: String,
    notes: Vec<String>,
    rows: Vec<String>,
    /// The shortest solution that came with it.
    solution: Option<String>,
    pushes: Option<usize>,
    moves: Option<usize>,
    /// The number of the first level that is the same puzzle.
    same_as: Option<usize>,
}

/// Levels with their boards.
#[derive(Serialize, JsonSchema)]
pub struct OpenedLevels {
    levels: Vec<OpenedLevel>,
    #[serde(skip)]
    collection: Collection,
}

/// The levels that come with the program, and what they teach.
#[derive(Serialize, JsonSchema)]
pub struct ShippedLevels {
    /// In the order in which one would play them.
    collections: Vec<Shelf>,
    #[serde(flatten)]
    opened: OpenedLevels,
}

/// Levels that teach one thing, from easy to hard.
#[derive(Serialize, JsonSchema)]
pub struct Shelf {
    name: Words,
    story: Words,
    /// Their numbers.
    levels: &'static [usize],
}

/// A text in both languages.
#[derive(Serialize, JsonSchema)]
pub struct Words {
    en: &'static str,
    fr: &'static str,
}

impl From<&'static Text> for Words {
    fn from(text: &'static Text) -> Self {
        Self { en: &text.en, fr: &text.fr }
    }
}

impl Question for Open {
    type Answer = OpenedLevels;
    const NAME: &'static str = "open";
    const EXAMPLE: &'static str = r#"{"levels":"; easy\n#####\n#@$.#\n#####\n"}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale sokoban open levels.xsb", "dedale sokoban open levels.xsb --json"];

    fn about() -> Text {
        Text::new(
            "List the levels of a file with their boards and best solutions",
            "Lister les niveaux d'un fichier avec leurs plateaux et meilleures solutions",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<OpenedLevels, Refusal> {
        Ok(OpenedLevels::new(self.levels.read(control)?))
    }
}

impl Question for Shipped {
    type Answer = ShippedLevels;
    const NAME: &'static str = "collection";
    const EXAMPLE: &'static str = "{}";
    const COMMANDS: &'static [&'static str] = &["dedale sokoban collection", "dedale sokoban collection -o levels.sok"];

    fn about() -> Text {
        Text::new("List the levels that come with the program", "Lister les niveaux fournis avec le programme")
    }

    fn answer(&self, _: &Control<'_>) -> Result<ShippedLevels, Refusal> {
        let opened = OpenedLevels::new(Collection { entries: shipped().to_vec(), ..Collection::default() });
        let shelf = |theme: &'static crate::Theme| Shelf {
            name: (&theme.name).into(),
            story: (&theme.story).into(),
            levels: theme.levels,
        };
        Ok(ShippedLevels { collections: themes().iter().map(shelf).collect(), opened })
    }
}

impl OpenedLevels {
    fn new(collection: Collection) -> Self {
        let same = duplicates(collection.entries.iter().map(|entry| &entry.level));
        let levels = collection.entries.iter().zip(same).map(|(entry, same)| OpenedLevel::new(entry, same));
        Self { levels: levels.collect(), collection }
    }
}

impl OpenedLevels {
    /// What is told of a level: its number, its title, how large it is and its best.
    fn line(&self, index: usize, title: &str, lang: Lang) -> String {
        let (level, entry) = (&self.levels[index], &self.collection.entries[index]);
        let (size, boxes) = (entry.level.size(), boxes(lang, entry.level.boxes().len()));
        let mut text = format!("{}{title}: {size}, {boxes}", index + 1);
        if let (Some(pushes), Some(moves)) = (level.pushes, level.moves) {
            text += &format!(", {}", lengths(lang, pushes, moves));
        }
        if let Some(same) = level.same_as {
            text += &format!(", {} {same}", lang.pick("the same as", "le même que"));
        }
        text + "\n"
    }
}

impl Answer for ShippedLevels {
    const FORMATS: &'static [&'static str] = &FORMATS;

    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let mut text = String::new();
        for theme in themes() {
            let gap = if text.is_empty() { "" } else { "\n" };
            text += &format!("{gap}{}\n{}\n", theme.name.say(lang), theme.story.say(lang));
            for number in theme.levels {
                text += &format!("  {}", self.opened.line(number - 1, "", lang));
            }
        }
        text
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        self.opened.write(format, out)
    }
}

impl OpenedLevel {
    fn new(entry: &Entry, same: Option<usize>) -> Self {
        let best = entry.solutions.iter().filter_map(|solution| replay(&entry.level, &solution.moves).ok());
        let best = best.min_by_key(|(_, metrics)| (metrics.pushes, metrics.moves));
        Self {
            title: entry.title.clone(),
            author: entry.author.clone(),
            notes: entry.notes.clone(),
            rows: rows(&entry.level),
            solution: best.as_ref().map(|(moves, _)| moves.to_string()),
            pushes: best.as_ref().map(|(_, metrics)| metrics.pushes),
            moves: best.as_ref().map(|(_, metrics)| metrics.moves),
            same_as: same.map(|index| index + 1),
        }
    }
}

impl Answer for OpenedLevels {
    const FORMATS: &'static [&'static str] = &FORMATS;

    fn text(&self, reader: &Reader) -> String {
        let titled = self.levels.iter().map(|level| match level.title.as_str() {
            "" => String::new(),
            title => format!(" ({title})"),
        });
        titled.enumerate().map(|(index, title)| self.line(index, &title, reader.lang)).collect()
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        write_levels(&self.collection, format, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_question::Source;

    #[test]
    fn a_wrong_character_is_named_with_line_and_column() {
        let levels = LevelsSource { levels: Source::Content(b"#####\n#@$x#\n#####\n".to_vec()) };
        let refusal = Open { levels }.answer(&Control::default()).err().expect("a refusal");
        assert!(refusal.to_string().starts_with("2:4:"), "{refusal}");
    }

    #[test]
    fn the_shipped_levels_come_with_their_best() {
        let opened = Shipped {}.answer(&Control::default()).expect("levels");
        assert!(opened.opened.levels.iter().all(|level| level.pushes > Some(0)));
        let said = opened.text(&Reader { lang: Lang::Fr, ..Reader::default() });
        assert!(said.starts_with("Premières poussées\nOn pousse") && said.contains("\n  84: "), "{said}");
    }
}
