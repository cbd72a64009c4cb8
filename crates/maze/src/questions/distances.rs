//! How far every cell is.

use super::source::MazeSource;
use dedale_question::{Answer, At, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Print how far every cell is.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Distances {
    /// The maze.
    #[command(flatten)]
    #[serde(flatten)]
    pub source: MazeSource,

    /// From where; the mark S or the first cell without it.
    #[arg(long, value_name = "R,C", allow_hyphen_values = true, help = tr(
        "From where; the mark S or the first cell without it", "D'où ; à défaut la marque S ou la première case"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<At>,
}

/// The steps to every cell.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MazeDistances")]
pub struct Map {
    from: [i32; 2],
    /// The first of the cells that are farthest.
    farthest: [i32; 2],
    /// How far that is.
    longest: u32,
    /// A row of numbers for each row of cells, `null` where there is no way.
    distances: Vec<Vec<Option<u32>>>,
}

impl Question for Distances {
    type Answer = Map;
    const NAME: &'static str = "distances";
    const EXAMPLE: &'static str = r#"{"maze":"o---o---o\n|       |\no---o---o\n"}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale maze distances maze.maz --from 0,0", "dedale maze distances maze.maz --json"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Print how far every cell is", "Afficher la distance de chaque case")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Map, Refusal> {
        let board = self.source.read(control)?;
        let from = board.start(self.from)?;
        let distances = board.distances(from);
        let known = distances.iter().enumerate().flat_map(|(row, steps)| {
            steps.iter().enumerate().filter_map(move |(col, steps)| Some(([row as i32, col as i32], (*steps)?)))
        });
        let first = (board.at(from), 0);
        let (farthest, longest) = known.fold(first, |best, other| if other.1 > best.1 { other } else { best });
        Ok(Map { from: board.at(from), farthest, longest, distances })
    }
}

impl Answer for Map {
    fn text(&self, _: &Reader) -> String {
        let width = self.longest.to_string().len();
        let mut text = String::new();
        for row in &self.distances {
            let shown = |steps: &Option<u32>| steps.map_or_else(|| "-".to_owned(), |steps| steps.to_string());
            let row: Vec<String> = row.iter().map(|steps| format!("{:>width$}", shown(steps))).collect();
            text += &(row.join(" ") + "\n");
        }
        text
    }
}
