//! The search that finds the roads, told step by step.

use super::subject::{BoardArg, answer, format};
use crate::args::{self, JsonArg, OutputArg};
use crate::failure::{Answer, Done};
use clap::Args;
use dedale_fish::{Board, Explanation, Reason, StartError, picture};
use dedale_grid::Point;
use dedale_text::tr;

#[derive(Args)]
pub struct Explain {
    #[command(flatten)]
    board: BoardArg,

    #[arg(long, value_name = "R,C", value_parser = args::point, help = tr(
        "Where the search starts: a free cell or a road", "Où commence le parcours : une case libre ou une route"
    ))]
    start: Option<Point>,

    #[command(flatten)]
    json: JsonArg,

    #[command(flatten)]
    output: OutputArg,
}

impl Explain {
    pub fn run(self) -> Answer {
        let subject = self.board.read()?;
        let told = Explanation::of(&subject.board, self.start, subject.access).map_err(|error| match error {
            StartError::Board { cause, .. } => subject.unsound(cause),
            StartError::Start { .. } => error.into(),
        })?;
        answer(
            self.output.output.as_deref(),
            &format(self.json.json, &self.output),
            || text(&subject.board, &told),
            &told,
            || picture::explained(&subject.board, &told),
        )?;
        Ok(Done::Yes)
    }
}

/// Depth and low-link of each cell as `P/R`, then the roads with their
/// reasons.
fn text(board: &Board, told: &Explanation) -> String {
    let size = board.size();
    let compact = board.to_string();
    let marks: Vec<Vec<char>> = compact.lines().map(|line| line.chars().collect()).collect();
    let mut out = String::new();
    for (cell, visit) in told.visits.iter() {
        let at = size.point(cell);
        let text = visit.map_or_else(
            || marks[at.row as usize][at.col as usize].to_string(),
            |visit| format!("{}/{}", visit.depth, visit.low),
        );
        out += &format!("{text:>7}");
        if at.col as usize + 1 == size.cols() {
            out.push('\n');
        }
    }
    for (cell, reasons) in &told.roads {
        let reasons: Vec<&str> = reasons.iter().map(|reason| why(*reason)).collect();
        out += &format!("{}: {}\n", size.point(*cell), reasons.join(tr("; ", " ; ")));
    }
    out
}

fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Given => tr("road already", "déjà une route"),
        Reason::SoleAccess => tr("1, the only access to a built cell", "1, seul accès à une case aménagée"),
        Reason::CutBelow => tr("2, a used arc u → v with R(v) ≥ P(u)", "2, un arc utilisé u → v avec R(v) ≥ P(u)"),
        Reason::SplitStart => tr("3, the start with several used arcs", "3, le départ avec plusieurs arcs utilisés"),
        Reason::LastOpen => tr("the last open cell", "la dernière case ouverte"),
    }
}
