//! A match looked at afterwards: what each move cost.

use super::board::bounded;
use crate::bots::review::cost;
use crate::{Action, Fish};
use dedale_grid::Rng;
use dedale_play::{EntryKind, Game, Match, Seat, Viewer, file};
use dedale_question::{Answer, Control, Cost, Progress, Question, Reader, Refusal, Source};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Look at a match afterwards.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FishReview")]
pub struct Review {
    /// The match.
    #[arg(value_name = "FILE", help = tr("A saved match; - for standard input", "Une partie enregistrée ; - pour l'entrée standard"))]
    pub game: Source,

    /// Games played out for each choice.
    #[arg(long, value_name = "N", default_value_t = worlds(), help = tr(
        "Games played out for each choice", "Parties simulées par choix"
    ))]
    #[serde(default = "worlds")]
    #[schemars(range(min = 2, max = 10_000))]
    pub worlds: u64,
}

const fn worlds() -> u64 {
    32
}

/// What the moves of a match cost.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FishReviewed")]
pub struct Reviewed {
    /// By entry of the log: points lost against the best move known; nothing
    /// where nobody moved or there was no time to look.
    costs: Vec<Option<f64>>,
    /// By entry of the log: the best move known, where the one made lost points.
    best: Vec<Option<String>>,
    #[serde(skip)]
    told: Vec<Option<(Seat, Action)>>,
}

impl Question for Review {
    type Answer = Reviewed;
    const NAME: &'static str = "review";
    const EXAMPLE: &'static str = r#"{"game":"{\"dedale\":1,\"game\":\"fish\",\"version\":2,\"config\":\"rules=standard,players=2\",\"seed\":1}\n","worlds":4}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale fish review game.jsonl", "dedale fish review game.jsonl --worlds 200 --json"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new(
            "Look at a match afterwards: what each move cost, in points by the strong bot's estimate",
            "Revoir une partie : ce que chaque coup a coûté, en points selon l'estimation du robot fort",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<Reviewed, Refusal> {
        bounded("worlds", self.worlds, 2, 10_000)?;
        let input = self.game.read()?;
        let game: Match<Fish> = file::read(input.text()?).map_err(|error| input.at(&error))?.game;
        let mut replay = game.replay();
        let mut found = Reviewed { costs: Vec::new(), best: Vec::new(), told: Vec::new() };
        let all = game.log().len();
        for (number, entry) in game.log().iter().enumerate() {
            let act = match entry.kind {
                EntryKind::Act(seat, action) => Some((seat, action)),
                EntryKind::Tick => None,
            };
            let judged = act.filter(|_| !control.stopped()).map(|(seat, action)| {
                let view = Fish::view(replay.state(), Viewer::Seat(seat));
                let (lost, best) = cost(&view, seat, action, self.worlds, &mut Rng::stream(game.seed(), number as u64));
                ((lost * 10.0).round() / 10.0, best)
            });
            found.costs.push(judged.map(|(lost, _)| lost));
            found.best.push(judged.filter(|(lost, _)| *lost > 0.0).map(|(_, best)| best.to_string()));
            found.told.push(act);
            replay.step();
            control.progress(|| Progress { done: number as u64 + 1, total: Some(all as u64), ..Progress::default() });
        }
        Ok(found)
    }
}

impl Answer for Reviewed {
    fn text(&self, reader: &Reader) -> String {
        let mut text = String::new();
        for (number, (cost, act)) in self.costs.iter().zip(&self.told).enumerate() {
            let Some((seat, action)) = act else { continue };
            let cost = match cost {
                None => "?".to_owned(),
                Some(cost) if *cost == 0.0 => continue,
                Some(cost) => format!("+{cost:.1}").replace('.', reader.lang.pick(".", ",")),
            };
            let _ = writeln!(text, "{number:>4}  {seat}: {action}  {cost}");
        }
        text
    }
}
