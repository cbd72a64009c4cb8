//! Tiles made at random.

use super::source::{cells, within};
use crate::format::{MOST_TILES, write_tile};
use crate::generate::Generator;
use dedale_grid::Rng;
use dedale_question::{Answer, Control, Question, Reader, Refusal, Seed};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Make tiles.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TileGenerate {
    /// The kind of tile.
    #[arg(long, value_enum, help = tr("The kind of tile", "La sorte de tuile"))]
    pub kind: TileKind,

    /// How many.
    #[arg(long, default_value_t = one(), value_name = "N", help = tr("How many", "Combien"))]
    #[serde(default = "one")]
    pub count: usize,

    /// Their seed.
    #[command(flatten)]
    #[serde(flatten)]
    pub seed: Seed,
}

const fn one() -> usize {
    1
}

/// A kind of tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TileKind {
    /// Where the pawns start.
    Start,
    /// All others.
    Classic,
}

/// New tiles.
#[derive(Serialize, JsonSchema)]
pub struct TilesMade {
    seed: u64,
    /// The tiles in the common text format.
    tiles: String,
}

impl Question for TileGenerate {
    type Answer = TilesMade;
    const NAME: &'static str = "tile generate";
    const EXAMPLE: &'static str = r#"{"kind":"classic","count":2,"seed":1}"#;
    const COMMANDS: &'static [&'static str] = &["dedale magic tile generate --kind classic --count 3 --seed 1"];

    fn about() -> Text {
        Text::new("Make tiles at random", "Fabriquer des tuiles au hasard")
    }

    fn answer(&self, control: &Control<'_>) -> Result<TilesMade, Refusal> {
        within(self.count, (0, MOST_TILES), "tiles", "tuiles")?;
        control.cells(cells(self.count))?;
        let seed = self.seed.get();
        let (mut rng, mut generator) = (Rng::new(seed), Generator::new());
        let mut tiles = String::new();
        for number in 0..self.count {
            if number % 1024 == 0 {
                control.check()?;
                control.bytes(tiles.len() as u64)?;
            }
            tiles += &write_tile(&match self.kind {
                TileKind::Start => generator.start(&mut rng),
                TileKind::Classic => generator.classic(&mut rng),
            });
        }
        Ok(TilesMade { seed, tiles })
    }
}

impl Answer for TilesMade {
    const FORMATS: &'static [&'static str] = &["txt"];

    fn text(&self, _: &Reader) -> String {
        self.tiles.clone()
    }

    fn write_text(&self, _: &Reader, out: &mut dyn Write) -> Result<(), Refusal> {
        self.write("txt", out)
    }

    fn write(&self, _: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        out.write_all(self.tiles.as_bytes()).map_err(Refusal::broken)
    }

    fn note(&self, lang: Lang) -> Option<String> {
        Some(format!("{} {}", lang.pick("seed", "graine"), self.seed))
    }
}
