//! A supermarket grown by exploring doors.

use super::market_show::write_as;
use super::source::{cells, within};
use crate::Market;
use crate::deck::Extras;
use crate::grow::grow;
use crate::market_format::write_market;
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal, Seed};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// The most tiles of a supermarket that is made.
const MOST_TILES: usize = 1_000_000;

/// The most teleporters of each colour: each looks at all cards for a place.
const MOST_TELEPORTERS: usize = 1000;

/// Grow a supermarket.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MarketBuild {
    /// How many tiles, the start tile counted.
    #[arg(long, value_name = "N", help = tr("How many tiles, the start tile counted", "Combien de tuiles, celle de départ comprise"))]
    pub tiles: usize,

    /// Teleporters of each colour.
    #[arg(long, default_value_t = 0, value_name = "N", help = tr("Teleporters of each colour", "Téléporteurs de chaque couleur"))]
    #[serde(default)]
    pub teleporters: usize,

    /// How many escalators.
    #[arg(long, default_value_t = 0, value_name = "N", help = tr("How many escalators", "Combien d'escalators"))]
    #[serde(default)]
    pub escalators: usize,

    /// Its seed.
    #[command(flatten)]
    #[serde(flatten)]
    pub seed: Seed,
}

/// A new supermarket.
#[derive(Serialize, JsonSchema)]
pub struct MarketBuilt {
    seed: u64,
    /// How many tiles.
    tiles: usize,
    /// The supermarket as text.
    market: String,
    #[serde(skip)]
    built: Market,
}

impl Question for MarketBuild {
    type Answer = MarketBuilt;
    const NAME: &'static str = "market build";
    const EXAMPLE: &'static str = r#"{"tiles":5,"seed":1}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale magic market build --tiles 24 --seed 1 -o market.txt",
        "dedale magic market build --tiles 24 -o m.svg",
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Grow a supermarket", "Faire croître un supermarché")
    }

    fn answer(&self, control: &Control<'_>) -> Result<MarketBuilt, Refusal> {
        let Self { tiles, teleporters, escalators, seed } = *self;
        within(tiles, (1, MOST_TILES), "tiles", "tuiles")?;
        control.cells(cells(tiles))?;
        // No tile has two of one kind.
        let most = tiles.min(MOST_TELEPORTERS);
        within(teleporters, (0, most), "teleporters of each colour", "téléporteurs de chaque couleur")?;
        within(escalators, (0, tiles), "escalators", "escalators")?;
        let seed = seed.get();
        let built = grow(tiles, Extras { teleporters, escalators, ..Extras::default() }, seed);
        control.check()?;
        let market = write_market(&built);
        control.bytes(market.len() as u64)?;
        Ok(MarketBuilt { seed, tiles: built.len(), market, built })
    }
}

impl Answer for MarketBuilt {
    const FORMATS: &'static [&'static str] = &["txt", "svg", "png"];

    fn text(&self, _: &Reader) -> String {
        self.market.clone()
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        write_as(&self.built, format, out)
    }

    fn note(&self, lang: Lang) -> Option<String> {
        Some(format!("{} {}", lang.pick("seed", "graine"), self.seed))
    }
}
