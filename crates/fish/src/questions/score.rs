//! The walk from each shop to its producer.

use super::board::{BoardSource, at, bounded};
use crate::{Good, shops};
use dedale_question::{Answer, At, Control, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Measure the shops.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Score {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSource,

    /// The longest walk that counts: 8, 10, 12 or 14 for 2, 3, 4 or 5 players.
    #[arg(long, value_name = "N", help = tr(
        "The longest walk that counts: 8, 10, 12 or 14 for 2, 3, 4 or 5 players",
        "Le plus long chemin compté : 8, 10, 12 ou 14 pour 2, 3, 4 ou 5 joueurs"
    ))]
    #[schemars(range(min = 1))]
    pub max: u32,
}

/// A shop and its walk.
#[derive(Serialize, JsonSchema)]
pub struct ShopMeasured {
    cell: At,
    good: Good,
    /// The free cells and roads walked over, at most the maximum.
    distance: u32,
}

/// All shops.
#[derive(Serialize, JsonSchema)]
pub struct ShopsMeasured {
    /// Sorted by cell.
    shops: Vec<ShopMeasured>,
}

impl Question for Score {
    type Answer = ShopsMeasured;
    const NAME: &'static str = "score";
    const EXAMPLE: &'static str = r#"{"board":"...\n.A.\n..a\n","max":10}"#;
    const COMMANDS: &'static [&'static str] = &["dedale fish score board.txt --max 10 --json"];

    fn about() -> Text {
        Text::new(
            "Measure the walk from each shop to its producer",
            "Mesurer le chemin de chaque boutique à son producteur",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<ShopsMeasured, Refusal> {
        bounded("max", self.max.into(), 1, u32::MAX.into())?;
        let subject = self.board.read(control)?;
        let size = subject.board.size();
        let measured = shops(&subject.board, self.max).into_iter().map(|shop| {
            let (cell, good) = (at(size, shop.cell), shop.good);
            let distance = shop.distance.ok_or_else(|| {
                subject.wrong(
                    format!("found a shop of {good} on cell {cell}, expected its producer too"),
                    format!("trouvé une boutique de {good} sur la case {cell}, attendu aussi son producteur"),
                )
            })?;
            Ok(ShopMeasured { cell, good, distance })
        });
        Ok(ShopsMeasured { shops: measured.collect::<Result<_, Refusal>>()? })
    }
}

impl Answer for ShopsMeasured {
    fn text(&self, _: &Reader) -> String {
        let mut text = String::new();
        for ShopMeasured { cell: At(cell), good, distance } in &self.shops {
            text += &format!("{good} {:>3},{:<3} {distance}\n", cell.row, cell.col);
        }
        let total: u64 = self.shops.iter().map(|shop| u64::from(shop.distance)).sum();
        // The word is the same in both languages.
        text += &format!("total {total}\n");
        text
    }
}
