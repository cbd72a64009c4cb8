//! The fewest slides between two cells of a supermarket.

use super::pawn_move::PawnMove;
use super::source::{MarketSource, spot};
use crate::doors::DoorFinder;
use crate::joint::{Planner, Task};
use crate::path::Finder;
use crate::{Colour, Market, Site, Spot};
use dedale_question::{Answer, At, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Text, counted, tr};
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

    /// For the pawn of this colour: its teleporters count, and orange passes
    /// the small openings.
    #[arg(long, value_name = "PAWN", help = tr(
        "For this pawn (y, p, g, o): its teleporters count, and orange passes the small openings",
        "Pour ce pion (y, p, g, o) : ses téléporteurs comptent, et orange passe les petits passages"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pawn: Option<Colour>,
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
    const COMMANDS: &'static [&'static str] = &[
        "dedale magic market path market.txt --from 1,1 --to 5,3 --algo doors",
        "dedale magic market path market.txt --from 1,1 --to 5,3 --pawn o",
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Find the fewest slides between two cells", "Trouver le moins de glissades entre deux cases")
    }

    fn answer(&self, control: &Control<'_>) -> Result<MarketPathFound, Refusal> {
        let market = self.market.market(control)?;
        let (from, to) = (spot(&market, self.from)?, spot(&market, self.to)?);
        if let Some(pawn) = self.pawn {
            return self.for_pawn(&market, pawn, from, to);
        }
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

impl MarketPath {
    /// The fewest moves of a pawn with the board to itself, jumps included.
    fn for_pawn(&self, market: &Market, pawn: Colour, from: Spot, to: Spot) -> Result<MarketPathFound, Refusal> {
        if self.algo != Algo::Bfs {
            let (en, fr) = ("beside `pawn`, which has its own search", "à côté de `pawn`, qui a sa recherche");
            return Err(Refusal::no_effect("algo", en, fr));
        }
        let mut task = Task::default();
        (task.pawns[pawn.index()], task.goals[pawn.index()]) = (Some(from), Some(to));
        let jumps = market.sites().filter(|(_, site)| *site == Site::Teleporter(pawn));
        task.teleporters[pawn.index()] = jumps.map(|(spot, _)| spot).collect();
        let plan = Planner::new().solve(market, &task);
        Ok(MarketPathFound {
            count: plan.as_ref().map(|plan| plan.moves.len()),
            expanded: plan.as_ref().map(|plan| plan.expanded),
            moves: plan.iter().flat_map(|plan| &plan.moves).map(|(_, step)| PawnMove::of(market, *step)).collect(),
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
            let _ = writeln!(text, "{}", step.text(lang));
        }
        let moves = counted(lang, count as u64, ["move", "moves"], ["coup", "coups"]);
        let (en, fr) = (["node expanded", "nodes expanded"], ["nœud développé", "nœuds développés"]);
        text + &format!("{moves}, {}\n", counted(lang, expanded as u64, en, fr))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Extras;
    use crate::grow::grow;

    /// With teleporters a pawn never needs more moves than on foot, and one
    /// jump is enough to reach one.
    #[test]
    fn teleporters_shorten_the_way() {
        let mut shorter = 0;
        for seed in 0..20 {
            let market = grow(9, Extras { teleporters: 2, ..Extras::default() }, seed);
            let text = crate::market_format::write_market(&market);
            let doors: Vec<Spot> = market.unused_doors().map(|(spot, ..)| spot).collect();
            let (from, to) = (Spot::new(0, crate::Square::STARTS[0]), doors[doors.len() - 1]);
            let ask = |pawn, from: Spot, to: Spot| {
                let question = MarketPath {
                    market: serde_json::from_value(serde_json::json!({ "market": text })).unwrap(),
                    from: At(market.point(from)),
                    to: At(market.point(to)),
                    algo: Algo::Bfs,
                    pawn,
                };
                question.answer(&Control::default()).unwrap().count.unwrap()
            };
            for pawn in Colour::ALL {
                let (jumping, walking) = (ask(Some(pawn), from, to), ask(None, from, to));
                assert!(jumping <= walking, "seed {seed}");
                shorter += usize::from(jumping < walking);
                let (jump, _) = market.sites().find(|(_, site)| *site == Site::Teleporter(pawn)).unwrap();
                assert!(ask(Some(pawn), from, jump) <= 1, "seed {seed}");
            }
        }
        assert!(shorter > 0);
    }
}
