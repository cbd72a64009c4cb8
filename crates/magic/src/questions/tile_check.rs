//! Whether tiles respect every rule.

use super::source::TilesSource;
use crate::rules::Lie;
use dedale_question::{Answer, Control, Question, Reader, Refusal};
use dedale_text::{Say, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Check tiles.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TileCheck {
    /// The tiles.
    #[command(flatten)]
    #[serde(flatten)]
    pub tiles: TilesSource,

    /// Allow tiles that have been turned.
    #[arg(long, help = tr("Allow tiles that have been turned", "Permettre des tuiles tournées"))]
    #[serde(default)]
    pub turned: bool,
}

/// A rule that a tile breaks.
#[derive(Serialize, JsonSchema)]
pub struct BrokenRule {
    /// Which tile, from 0.
    tile: usize,
    /// The name of the rule.
    rule: &'static str,
    line: usize,
    column: usize,
    /// What was found, in the language of the reader.
    message: String,
}

/// Which tiles are valid.
#[derive(Serialize, JsonSchema)]
pub struct TilesChecked {
    /// How many there are.
    tiles: usize,
    /// Whether all rules are kept.
    valid: bool,
    broken: Vec<BrokenRule>,
    #[serde(skip)]
    file: String,
}

impl Question for TileCheck {
    type Answer = TilesChecked;
    const NAME: &'static str = "tile check";
    const EXAMPLE: &'static str = r#"{"tiles":"tuile\nsite 5 porte vert\nfin\n"}"#;
    const COMMANDS: &'static [&'static str] = &["dedale magic tile check tiles.txt --json"];

    fn about() -> Text {
        Text::new("Check every rule of tiles", "Vérifier toutes les règles des tuiles")
    }

    fn answer(&self, control: &Control<'_>) -> Result<TilesChecked, Refusal> {
        let drafts = self.tiles.drafts(control)?;
        let lie = if self.turned { Lie::Placed } else { Lie::Made };
        let broken: Vec<BrokenRule> = (drafts.iter().enumerate())
            .filter_map(|(tile, draft)| {
                let located = draft.check(lie).err()?;
                let (rule, message) = (located.error.name(), located.error.say(control.reader.lang));
                Some(BrokenRule { tile, rule, line: located.line, column: located.column, message })
            })
            .collect();
        let file = self.tiles.tiles.name().to_owned();
        Ok(TilesChecked { tiles: drafts.len(), valid: broken.is_empty(), broken, file })
    }
}

impl Answer for TilesChecked {
    fn yes(&self) -> bool {
        self.valid
    }

    fn text(&self, reader: &Reader) -> String {
        let (lang, tiles) = (reader.lang, self.tiles);
        let file = if self.file.is_empty() { String::new() } else { format!("{}:", self.file) };
        if self.valid {
            let words = lang.pick("tiles, all rules kept", "tuiles, toutes les règles respectées");
            return format!("{file} {tiles} {words}\n").trim_start().to_owned();
        }
        let (word, colon) = (lang.pick("rule", "règle"), lang.pick(":", " :"));
        let line = |BrokenRule { rule, line, column, message, .. }: &BrokenRule| {
            format!("{file}{line}:{column}: {word} {rule}{colon} {message}\n")
        };
        self.broken.iter().map(line).collect()
    }
}
