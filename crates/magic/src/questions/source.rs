//! Tiles and supermarkets as questions take them.

use crate::format::{Draft, Fault, read_drafts, read_tiles};
use crate::market_format::read_market;
use crate::{Market, Spot, Tile};
use dedale_question::{At, Control, Refusal, Source};
use dedale_text::{Located, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tiles as text.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TilesSource {
    /// The tiles in the common text format, `tuile … fin` one after another.
    #[arg(value_name = "FILE", help = tr("The tiles; - for standard input", "Les tuiles ; - pour l'entrée standard"))]
    pub tiles: Source,
}

impl TilesSource {
    /// The tiles as they are written, right or wrong.
    pub fn drafts(&self, control: &Control<'_>) -> Result<Vec<Draft>, Refusal> {
        read(&self.tiles, control, read_drafts)
    }

    /// Tiles that can be built.
    pub fn tiles(&self, control: &Control<'_>) -> Result<Vec<Tile>, Refusal> {
        read(&self.tiles, control, read_tiles)
    }
}

/// A supermarket as text.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MarketSource {
    /// The supermarket as text: `supermarche`, each tile after its `pose ROW
    /// COLUMN`, `fin`.
    #[arg(value_name = "FILE", help = tr("The supermarket; - for standard input", "Le supermarché ; - pour l'entrée standard"))]
    pub market: Source,
}

impl MarketSource {
    /// The supermarket.
    pub fn market(&self, control: &Control<'_>) -> Result<Market, Refusal> {
        read(&self.market, control, read_market)
    }
}

fn read<T>(source: &Source, control: &Control<'_>, parse: fn(&str) -> Result<T, Located<Fault>>) -> Result<T, Refusal> {
    let input = source.read()?;
    let text = input.text()?;
    control.cells(cells(text.matches("tuile").count()))?;
    parse(text).map_err(|error| input.at(&error))
}

/// The cells of so many tiles.
pub fn cells(tiles: usize) -> u64 {
    (tiles as u64).saturating_mul(16)
}

/// The cell at a point, which must lie on a tile.
pub fn spot(market: &Market, At(point): At) -> Result<Spot, Refusal> {
    market.spot(point).ok_or_else(|| {
        Refusal::new(
            format!("found {point}, where there is no tile, expected a cell of the supermarket"),
            format!("trouvé {point}, où il n'y a pas de tuile, attendu une case du supermarché"),
        )
    })
}

/// Refuses a number of things out of bounds.
pub fn within(found: usize, (low, high): (usize, usize), en: &str, fr: &str) -> Result<(), Refusal> {
    if (low..=high).contains(&found) {
        return Ok(());
    }
    Err(Refusal::new(
        format!("found {found} {en}, expected {low} to {high}"),
        format!("trouvé {found} {fr}, attendu {low} à {high}"),
    ))
}
