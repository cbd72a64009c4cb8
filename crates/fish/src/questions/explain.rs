//! The search that finds the roads, told step by step.

use super::board::{PICTURES, RuledBoard, at, write_picture};
use crate::{ArcKind, Board, Explanation, Reason, StartError, picture};
use dedale_question::{Answer, At, Control, Question, Reader, Refusal};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Explain the roads.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Explain {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: RuledBoard,

    /// Where the search starts: a free cell or a road; the first unless given.
    #[arg(long, value_name = "R,C", help = tr(
        "Where the search starts: a free cell or a road", "Où commence le parcours : une case libre ou une route"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<At>,
}

/// What the search learnt about an open cell.
#[derive(Serialize, JsonSchema)]
pub struct CellExplained {
    cell: At,
    /// The number of used arcs from the start.
    depth: u32,
    /// The smallest depth within reach of used arcs and then one ignored arc.
    low: u32,
}

/// An arc from an open cell to a neighbour.
#[derive(Serialize, JsonSchema)]
pub struct ArcExplained {
    from: At,
    to: At,
    dir: &'static str,
    kind: ArcKind,
}

/// Why a cell is a road.
#[derive(Serialize, JsonSchema)]
pub struct RoadExplained {
    cell: At,
    reasons: Vec<Reason>,
    /// The numbers of the criteria in the specification.
    criteria: Vec<u8>,
}

/// The whole search.
#[derive(Serialize, JsonSchema)]
pub struct Explained {
    start: At,
    cells: Vec<CellExplained>,
    /// In the order of the search.
    arcs: Vec<ArcExplained>,
    roads: Vec<RoadExplained>,
    #[serde(skip)]
    told: (Board, Explanation),
}

impl Question for Explain {
    type Answer = Explained;
    const NAME: &'static str = "explain";
    const EXAMPLE: &'static str = r#"{"board":"...\n.A.\n..a\n"}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale fish explain board.txt -o search.svg", "dedale fish explain board.txt --start 0,3 --json"];

    fn about() -> Text {
        Text::new(
            "Show the search that finds the roads: depths, low-links, arcs, reasons",
            "Montrer le parcours qui trouve les routes : profondeurs, remontées, arcs, raisons",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<Explained, Refusal> {
        let subject = self.board.read(control)?;
        let start = self.start.map(|At(start)| start);
        let told = Explanation::of(&subject.board, start, subject.access).map_err(|error| match error {
            StartError::Board { cause, .. } => subject.unsound(cause),
            StartError::Start { .. } => error.into(),
        })?;
        let size = subject.board.size();
        let visited = told.visits.iter().filter_map(|(cell, visit)| Some((cell, (*visit)?)));
        Ok(Explained {
            start: at(size, told.start),
            cells: visited
                .map(|(cell, visit)| CellExplained { cell: at(size, cell), depth: visit.depth, low: visit.low })
                .collect(),
            arcs: (told.arcs.iter())
                .map(|arc| ArcExplained {
                    from: at(size, arc.from),
                    to: At(size.point(arc.from).step(arc.dir)),
                    dir: arc.dir.name(),
                    kind: arc.kind,
                })
                .collect(),
            roads: (told.roads.iter())
                .map(|(cell, reasons)| RoadExplained {
                    cell: at(size, *cell),
                    reasons: reasons.clone(),
                    criteria: reasons.iter().map(|reason| reason.criterion()).filter(|number| *number > 0).collect(),
                })
                .collect(),
            told: (subject.board, told),
        })
    }
}

impl Answer for Explained {
    const FORMATS: &'static [&'static str] = PICTURES;

    /// Depth and low-link of each cell as `P/R`, then the roads with their
    /// reasons.
    fn text(&self, reader: &Reader) -> String {
        let (board, told) = &self.told;
        let cols = board.size().cols();
        let mut out = String::new();
        let compact = board.to_string();
        let marks = compact.lines().flat_map(str::chars);
        for ((cell, visit), mark) in told.visits.iter().zip(marks) {
            let text = visit.map_or_else(|| mark.to_string(), |visit| format!("{}/{}", visit.depth, visit.low));
            out += &format!("{text:>7}");
            if (cell.index() + 1).is_multiple_of(cols) {
                out.push('\n');
            }
        }
        for RoadExplained { cell, reasons, .. } in &self.roads {
            let reasons: Vec<&str> = reasons.iter().map(|reason| why(*reason, reader.lang)).collect();
            out += &format!("{cell}: {}\n", reasons.join(reader.lang.pick("; ", " ; ")));
        }
        out
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        let reader = Reader { lang: Lang::current(), ..Reader::default() };
        let (board, told) = &self.told;
        write_picture(format, out, || self.text(&reader), || picture::explained(board, told))
    }
}

fn why(reason: Reason, lang: Lang) -> &'static str {
    match reason {
        Reason::Given => lang.pick("road already", "déjà une route"),
        Reason::SoleAccess => lang.pick("1, the only access to a built cell", "1, seul accès à une case aménagée"),
        Reason::CutBelow => {
            lang.pick("2, a used arc u → v with R(v) ≥ P(u)", "2, un arc utilisé u → v avec R(v) ≥ P(u)")
        }
        Reason::SplitStart => {
            lang.pick("3, the start with several used arcs", "3, le départ avec plusieurs arcs utilisés")
        }
        Reason::LastOpen => lang.pick("the last open cell", "la dernière case ouverte"),
    }
}
