//! A supermarket as a picture.

use super::source::MarketSource;
use crate::market_format::write_market;
use crate::{Market, picture};
use dedale_draw::term::Style;
use dedale_draw::{PictureError, Theme, png, svg};
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Draw a supermarket.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MarketShow {
    /// The supermarket.
    #[command(flatten)]
    #[serde(flatten)]
    pub market: MarketSource,
}

/// A supermarket as a picture.
#[derive(Serialize, JsonSchema)]
pub struct MarketShown {
    /// How many tiles.
    tiles: usize,
    /// Its lines as text.
    picture: Vec<String>,
    #[serde(skip)]
    market: Market,
}

impl Question for MarketShow {
    type Answer = MarketShown;
    const NAME: &'static str = "market show";
    const EXAMPLE: &'static str =
        r#"{"market":"supermarche\npose 0 0\ntuile\nsite 2 porte vert\nsite 13 porte aucune\nfin\nfin\n"}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale magic market show market.txt", "dedale magic market show market.txt -o market.svg"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Draw a supermarket", "Dessiner un supermarché")
    }

    fn answer(&self, control: &Control<'_>) -> Result<MarketShown, Refusal> {
        let market = self.market.market(control)?;
        // Tiles that lie on a diagonal need a picture far larger than they are.
        let (_, rows, cols) = picture::extent(&market);
        control.cells((rows as u64).saturating_mul(cols as u64))?;
        let picture = drawn(&market, Style::PLAIN).lines().map(str::to_owned).collect();
        Ok(MarketShown { tiles: market.len(), picture, market })
    }
}

fn drawn(market: &Market, style: Style) -> String {
    picture::canvas(market, &[None; 4], &[]).to_text(style)
}

impl Answer for MarketShown {
    const FORMATS: &'static [&'static str] = &["svg", "png", "txt"];

    fn text(&self, reader: &Reader) -> String {
        drawn(&self.market, Style { color: reader.color, unicode: reader.unicode })
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        write_as(&self.market, format, out)
    }
}

/// Writes a supermarket as `svg`, `png` or its text.
pub fn write_as(market: &Market, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
    let bytes = match format {
        "svg" => svg(&picture::scene(market, &[None; 4])).into_bytes(),
        "png" => png(&picture::scene(market, &[None; 4]), 24.0, Theme::Light).map_err(|error| match error {
            PictureError::Size { width, height } => Refusal::too_large(
                error.to_string(),
                format!("trouvé une image de {width} sur {height} pixels, c'est trop grand"),
            ),
            error => Refusal::broken(error),
        })?,
        _ => write_market(market).into_bytes(),
    };
    out.write_all(&bytes).map_err(Refusal::broken)
}
