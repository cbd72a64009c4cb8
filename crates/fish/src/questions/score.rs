//! The walk from each shop to its producer.

use super::board::{BoardSource, at, bounded};
use crate::{Good, Standings, Tile, shops, standings};
use dedale_question::{Answer, At, Control, Question, Reader, Refusal};
use dedale_text::{Say, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Measure the shops.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Score {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSource,

    /// The longest walk that counts: 8, 10, 12 or 14 for 2, 3, 4 or 5 players;
    /// a saved game has its own.
    #[arg(long, value_name = "N", help = tr(
        "The longest walk that counts: 8, 10, 12 or 14 for 2, 3, 4 or 5 players; a saved game has its own",
        "Le plus long chemin compté : 8, 10, 12 ou 14 pour 2, 3, 4 ou 5 joueurs ; une partie enregistrée a le sien"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max: Option<u32>,
}

/// A shop and its walk.
#[derive(Serialize, JsonSchema)]
pub struct ShopMeasured {
    cell: At,
    good: Good,
    /// The free cells and roads walked over, at most the maximum.
    distance: u32,
    /// Whose it is, counted from 1, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<usize>,
}

/// All shops.
#[derive(Serialize, JsonSchema)]
pub struct ShopsMeasured {
    /// Sorted by cell.
    shops: Vec<ShopMeasured>,
    /// The table of a saved game: owners, distances, coins, the winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    standings: Option<Standings>,
}

impl Question for Score {
    type Answer = ShopsMeasured;
    const NAME: &'static str = "score";
    const EXAMPLE: &'static str = r#"{"board":"...\n.A.\n..a\n","max":10}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale fish score board.txt --max 10 --json", "dedale fish score game.jsonl"];

    fn about() -> Text {
        Text::new(
            "Measure the walk from each shop to its producer",
            "Mesurer le chemin de chaque boutique à son producteur",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<ShopsMeasured, Refusal> {
        let subject = self.board.read(control)?;
        let own = subject.game.as_ref().map(|game| u32::from(game.config().max));
        let max = match (self.max, own) {
            (Some(_), Some(_)) => {
                let (en, fr) = ("on a saved game, which has its own", "sur une partie enregistrée, qui a le sien");
                return Err(Refusal::no_effect("max", en, fr));
            }
            (Some(max), None) | (None, Some(max)) => max,
            (None, None) => {
                return Err(Refusal::new(
                    "found a board without `max`, expected the longest walk that counts",
                    "trouvé un plateau sans `max`, attendu le plus long chemin compté",
                ));
            }
        };
        bounded("max", max.into(), 1, u32::MAX.into())?;
        let size = subject.board.size();
        let owner = |cell| match subject.board.tile(cell) {
            Tile::Shop(_, seat) => seat.map(|seat| seat.index() + 1),
            _ => None,
        };
        let measured = shops(&subject.board, max).into_iter().map(|shop| {
            let (cell, good) = (at(size, shop.cell), shop.good);
            let distance = shop.distance.ok_or_else(|| {
                subject.wrong(
                    format!("found a shop of {good} on cell {cell}, expected its producer too"),
                    format!("trouvé une boutique de {good} sur la case {cell}, attendu aussi son producteur"),
                )
            })?;
            // A game whose ways run outside knows more than its board.
            let game = subject.game.as_ref().map(dedale_play::Match::state).filter(|state| state.config().outside > 0);
            let known = game.and_then(|state| Some(state.distance_from(good, state.ground().frame().spot(cell.0)?)));
            Ok(ShopMeasured { cell, good, distance: known.unwrap_or(distance), owner: owner(shop.cell) })
        });
        let shops = measured.collect::<Result<_, Refusal>>()?;
        Ok(ShopsMeasured { shops, standings: subject.game.as_ref().map(|game| standings(game.state())) })
    }
}

impl Answer for ShopsMeasured {
    fn text(&self, reader: &Reader) -> String {
        if let Some(standings) = &self.standings {
            return standings.say(reader.lang);
        }
        let mut text = String::new();
        for ShopMeasured { cell: At(cell), good, distance, owner } in &self.shops {
            let whose =
                owner.map_or_else(String::new, |owner| format!("  {} {owner}", reader.lang.pick("player", "joueur")));
            text += &format!("{good} {:>3},{:<3} {distance}{whose}\n", cell.row, cell.col);
        }
        let total: u64 = self.shops.iter().map(|shop| u64::from(shop.distance)).sum();
        // The word is the same in both languages.
        text += &format!("total {total}\n");
        text
    }
}
