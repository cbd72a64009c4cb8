//! How likely each cell is to become a road.

use super::board::{PICTURES, RuledBoard, bounded, by_rows, table, write_picture};
use crate::{Board, hint, picture, roads};
use dedale_grid::{Grid, Rng};
use dedale_question::{Answer, Control, Cost, Progress, Question, Reader, Refusal, Seed};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// The pieces still to be built on a board that does not say it.
const PIECES: usize = 20;

/// Estimate the risk.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Risk {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: RuledBoard,

    /// How many pieces are still to be built, 20 unless given; a saved game
    /// knows it.
    #[arg(long, value_name = "N", help = tr(
        "How many pieces are still to be built, 20 unless given; a saved game knows it",
        "Combien de pièces restent à construire, 20 par défaut ; une partie enregistrée le sait"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<usize>,

    /// How many random completions.
    #[arg(long, value_name = "N", default_value_t = fills(), help = tr(
        "How many random completions", "Combien de complétions au hasard"
    ))]
    #[serde(default = "fills")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub fills: u32,

    /// Where the completions come from.
    #[command(flatten)]
    #[serde(flatten)]
    pub seed: Seed,
}

const fn fills() -> u32 {
    500
}

/// The chance of each cell to become a road.
#[derive(Serialize, JsonSchema)]
pub struct RiskFound {
    seed: u64,
    /// The completions that were made.
    fills: u32,
    /// Row by row; roads are certain, built cells have no chance.
    #[serde(serialize_with = "by_rows")]
    #[schemars(with = "Vec<Vec<f64>>")]
    risk: Grid<f64>,
    /// The board with the roads that it must have.
    #[serde(skip)]
    laid: Board,
}

impl Question for Risk {
    type Answer = RiskFound;
    const NAME: &'static str = "risk";
    const EXAMPLE: &'static str = r#"{"board":"...\n.A.\n..a\n","pieces":2,"fills":50,"seed":1}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale fish risk board.txt --pieces 20 -o risk.svg", "dedale fish risk game.jsonl --json"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new(
            "Show how likely each cell is to become a road",
            "Montrer la probabilité de chaque case de devenir une route",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<RiskFound, Refusal> {
        bounded("fills", self.fills.into(), 1, 1_000_000)?;
        let subject = self.board.read_any(control)?;
        let areas = subject.game.as_ref().is_some_and(|game| game.config().areas);
        if !areas {
            self.board.roads_appear(&subject)?;
        }
        self.check_work(subject.board.size().area() as u64, control)?;
        let seed = self.seed.get();
        let mut rng = Rng::new(seed);
        let mut done = 0;
        let go_on = || {
            done += 1;
            if done % 64 == 0 {
                let total = Some(self.fills.into());
                control.progress(|| Progress { done: done.into(), total, ..Progress::default() });
            }
            !control.stopped()
        };
        let risk = match &subject.game {
            Some(_) if self.pieces.is_some() => {
                let (en, fr) = ("on a saved game, which knows it", "sur une partie enregistrée, qui le sait");
                return Err(Refusal::no_effect("pieces", en, fr));
            }
            Some(game) => game.state().risk_while(self.fills, &mut rng, go_on),
            None => {
                let pieces = self.pieces.unwrap_or(PIECES);
                hint::risk(&subject.board, subject.access, pieces, self.fills, &mut rng, go_on)
                    .map_err(|error| subject.unsound(error))?
            }
        };
        let mut laid = subject.board.clone();
        if !areas {
            let found = roads::find(&laid, subject.access).map_err(|error| subject.unsound(error))?;
            roads::lay(&mut laid, &found);
        }
        Ok(RiskFound { seed, fills: done, risk, laid })
    }
}

impl Risk {
    /// Every completion is a board of its own: together they have no more
    /// cells than may be asked for.
    fn check_work(&self, area: u64, control: &Control<'_>) -> Result<(), Refusal> {
        let (fills, most) = (self.fills, control.limits.cells / area);
        if u64::from(fills) <= most {
            return Ok(());
        }
        Err(Refusal::too_large(
            format!("found {fills} fills of {area} cells, expected at most {most} here"),
            format!("trouvé {fills} complétions de {area} cases, attendu au plus {most} ici"),
        ))
    }
}

impl Answer for RiskFound {
    const FORMATS: &'static [&'static str] = PICTURES;

    fn text(&self, _: &Reader) -> String {
        table(&self.laid, &self.risk, |chance| format!("{:.0}", chance * 100.0))
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        let scene = || {
            let mut scene = picture::board(&self.laid);
            picture::add_risk(&mut scene, &self.laid, &self.risk);
            scene
        };
        write_picture(format, out, || self.text(&Reader::default()), scene)
    }

    fn note(&self, lang: Lang) -> Option<String> {
        Some(format!("{} {}", lang.pick("seed", "graine"), self.seed))
    }
}

#[cfg(test)]
mod tests {
    use super::super::BoardSource;
    use super::*;
    use dedale_question::{Kind, Limits, Source};

    #[test]
    fn fills_are_bounded_by_the_work_they_are() {
        let source = BoardSource { board: Source::Content(b"...\n.A.\n...\n".to_vec()) };
        let board = RuledBoard { source, rules: None };
        let ask = |fills, limits| {
            let question = Risk { board: board.clone(), pieces: None, fills, seed: Seed { seed: Some(1) } };
            question.answer(&Control::new(limits, Reader::default(), Default::default()))
        };
        let limits = Limits { cells: 900, ..Limits::NONE };
        assert!(ask(100, limits).is_ok_and(|found| found.fills == 100));
        assert_eq!(ask(101, limits).err().map(|refusal| refusal.kind), Some(Kind::TooLarge));
        assert_eq!(ask(0, Limits::NONE).err().map(|refusal| refusal.kind), Some(Kind::Wrong));
        // Out of time, what was counted is still an estimate.
        assert!(ask(1000, Limits { seconds: 0.0, ..Limits::NONE }).is_ok_and(|found| found.fills == 1));
    }
}
