//! A board filled with trees at random, the roads after each: what the
//! specification's `test_routes` shows.

use super::board::{RuledBoard, at};
use crate::roads::LiveRoads;
use crate::{Board, Tile};
use dedale_grid::{Cell, Rng};
use dedale_question::{Answer, At, Control, Question, Reader, Refusal, Seed};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Fill a board.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fill {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: RuledBoard,

    /// Show the board after every tree.
    #[arg(long, help = tr("Show the board after every tree", "Montrer le plateau après chaque arbre"))]
    #[serde(default)]
    pub steps: bool,

    /// The seed of the order.
    #[command(flatten)]
    #[serde(flatten)]
    pub seed: Seed,
}

/// A tree and the roads that it made.
#[derive(Serialize, JsonSchema)]
pub struct TreeBuilt {
    /// Where it stands.
    cell: At,
    /// The cells that became roads.
    roads: Vec<At>,
}

/// The whole filling.
#[derive(Serialize, JsonSchema)]
pub struct BoardFilled {
    /// The trees in order, until nothing more can be built.
    trees: Vec<TreeBuilt>,
    /// The rows at the end.
    board: Vec<String>,
    seed: u64,
    #[serde(skip)]
    pictures: Vec<String>,
    #[serde(skip)]
    last: String,
}

impl Question for Fill {
    type Answer = BoardFilled;
    const NAME: &'static str = "fill";
    const EXAMPLE: &'static str = r#"{"board":"....\n.A..\n....\n","seed":1}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale fish fill board.txt --seed 1", "dedale fish fill board.txt --steps --seed 1"];

    fn about() -> Text {
        Text::new(
            "Fill a board with trees at random and watch the roads appear",
            "Remplir un plateau d'arbres au hasard et regarder les routes apparaître",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<BoardFilled, Refusal> {
        let subject = self.board.read(control)?;
        let size = subject.board.size();
        let seed = self.seed.get();
        let mut live = LiveRoads::new(subject.board.clone(), subject.access).map_err(|error| subject.unsound(error))?;
        let mut order: Vec<Cell> = size.cells().collect();
        Rng::new(seed).shuffle(&mut order);
        let mut trees = Vec::new();
        let mut pictures = Vec::new();
        for cell in order {
            if control.stopped() {
                break;
            }
            let Some(roads) = live.build(cell, Tile::Tree) else { continue };
            trees.push(TreeBuilt { cell: at(size, cell), roads: roads.iter().map(|road| at(size, *road)).collect() });
            if self.steps {
                pictures.push(subject.layout.write(live.board()));
            }
        }
        let end: &Board = live.board();
        let board = end.to_string().lines().map(str::to_owned).collect();
        Ok(BoardFilled { trees, board, seed, pictures, last: subject.layout.write(end) })
    }
}

impl Answer for BoardFilled {
    fn text(&self, reader: &Reader) -> String {
        let mut text = String::new();
        for (number, tree) in self.trees.iter().enumerate() {
            let roads: Vec<String> = tree.roads.iter().map(|At(at)| at.to_string()).collect();
            let At(cell) = tree.cell;
            let made = if roads.is_empty() { "-".to_owned() } else { roads.join(" ") };
            text += &format!("{:>3} {cell} {} {made}\n", number + 1, reader.lang.pick("roads:", "routes :"));
            if let Some(picture) = self.pictures.get(number) {
                text += picture;
            }
        }
        if self.pictures.is_empty() {
            text += &self.last;
        }
        text
    }

    fn note(&self, lang: dedale_text::Lang) -> Option<String> {
        Some(format!("{} {}", lang.pick("seed", "graine"), self.seed))
    }
}
