//! The fewest slides between two cells of a supermarket.

use super::pawn_move::PawnMove;
use super::source::{MarketSource, spot};
use crate::doors::DoorFinder;
use crate::path::Finder;
use dedale_question::{Answer, At, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Find the fewest slides in a supermarket.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MarketPath {
    /// The supermarket.
    #[command(flatten)]
    #[serde(flatten)]
    pub market: MarketSource,

    /// From this cell.
    #[arg(long, value_name = "R,C", allow_hyphen_values = true, help = tr("From this cell", "De cette case"))]
    pub from: At,

    /// To this cell.
    #[arg(long, value_name = "R,C", allow_hyphen_values = true, help = tr("To this cell", "À cette case"))]
    pub to: At,

    /// The search.
    #[arg(long, value_enum, default_value_t = Algo::Bfs, help = tr("The search", "La recherche"))]
    #[serde(default)]
    pub algo: Algo,
}

/// A search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "MarketSearch")]
pub enum Algo {
    /// Breadth first over all cells.
    #[default]
    Bfs,
    /// A* with the distance of tiles as its lower bound.
    Astar,
    /// From door to door, cells only within the first and the last tile.
    Doors,
}

/// The fewest slides, if there is a path.
#[derive(Serialize, JsonSchema)]
pub struct MarketPathFound {
    count: Option<usize>,
    moves: Vec<PawnMove>,
    /// The nodes that the search expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<usize>,
}

impl Question for MarketPath {
    type Answer = MarketPathFound;
    const NAME: &'static str = "market path";
    const EXAMPLE: &'static str = r#"{"market":"supermarche\npose 0 0\ntuile\nsite 2 porte vert\nsite 13 porte aucune\nfin\nfin\n","from":[0,0],"to":[3,1],"algo":"doors"}"#;
    const COMMANDS: &'static [&'static str] = &["dedale magic market path market.txt --from 1,1 --to 5,3 --algo doors"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Find the fewest slides between two cells", "Trouver le moins de glissades entre deux cases")
    }

    fn answer(&self, control: &Control<'_>) -> Result<MarketPathFound, Refusal> {
        let market = self.market.market(control)?;
        let (from, to) = (spot(&market, self.from)?, spot(&market, self.to)?);
        let path = match self.algo {
            Algo::Bfs => Finder::new().bfs(&market, from, to),
            Algo::Astar => Finder::new().astar(&market, from, to),
            Algo::Doors => DoorFinder::new(&market).path(&market, from, to),
        };
        Ok(MarketPathFound {
            count: path.as_ref().map(|path| path.moves.len()),
            expanded: path.as_ref().map(|path| path.expanded),
            moves: path.iter().flat_map(|path| &path.moves).map(|step| PawnMove::of(&market, *step)).collect(),
        })
    }
}

impl Answer for MarketPathFound {
    fn yes(&self) -> bool {
        self.count.is_some()
    }

    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let (Some(count), Some(expanded)) = (self.count, self.expanded) else {
            return lang.pick("no path\n", "aucun chemin\n").to_owned();
        };
        let mut text = String::new();
        for step in &self.moves {
            let _ = writeln!(text, "{step}");
        }
        let (moves, nodes) = (lang.pick("moves", "coups"), lang.pick("nodes expanded", "nœuds développés"));
        text + &format!("{count} {moves}, {expanded} {nodes}\n")
    }
}
