//! A match looked at afterwards: what each move added to the way all have to go.

use crate::bots::{Guide, Strategy};
use crate::game::{Action, MagicMaze};
use dedale_play::{EntryKind, Game, Match, Seat, Viewer, file};
use dedale_question::{Answer, Control, Cost, Progress, Question, Reader, Refusal, Source};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Look at a match afterwards.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MagicReview")]
pub struct Review {
    /// The match.
    #[arg(value_name = "FILE", help = tr("A saved match; - for standard input", "Une partie enregistrée ; - pour l'entrée standard"))]
    pub game: Source,
}

/// What the moves of a match cost.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MagicReviewed")]
pub struct Reviewed {
    /// By entry of the log: moves added to the shared plan; nothing where no
    /// pawn moved, where the aims changed or there was no time to look.
    costs: Vec<Option<u32>>,
    /// By entry of the log: a move of the shared plan, where the one made added
    /// to it; one that the same seat could have made, if there was any.
    best: Vec<Option<String>>,
    #[serde(skip)]
    told: Vec<Option<(Seat, Action)>>,
}

impl Question for Review {
    type Answer = Reviewed;
    const NAME: &'static str = "review";
    const EXAMPLE: &'static str =
        r#"{"game":"{\"dedale\":1,\"game\":\"magic\",\"version\":2,\"config\":\"players=2\",\"seed\":1}\n"}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale magic review game.jsonl", "dedale magic review game.jsonl --json"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new(
            "Look at a match afterwards: what each move added to the way all have to go",
            "Revoir une partie : ce que chaque coup a ajouté au chemin commun",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<Reviewed, Refusal> {
        let input = self.game.read()?;
        let game: Match<MagicMaze> = file::read(input.text()?).map_err(|error| input.at(&error))?.game;
        let mut found = Reviewed { costs: Vec::new(), best: Vec::new(), told: Vec::new() };
        let (mut replay, mut guide) = (game.replay(), Guide::default());
        let all = game.log().len() as u64;
        for entry in game.log() {
            let before = MagicMaze::view(replay.state(), Viewer::Spectator);
            let mut legal = Vec::new();
            if let EntryKind::Act(seat, _) = &entry.kind {
                MagicMaze::legal(replay.state(), *seat, &mut legal);
            }
            replay.step();
            let act = match &entry.kind {
                EntryKind::Act(seat, action) => Some((*seat, *action)),
                EntryKind::Tick => None,
            };
            let moved = act
                .filter(|(_, action)| matches!(action, Action::Move(..) | Action::Escalator(_) | Action::Teleport(..)));
            let judged = moved.filter(|_| !control.stopped()).and_then(|(_, action)| {
                let plan = guide.explain(&before, Strategy::Joint);
                if plan.iter().any(|step| step.action == action) {
                    return Some((0, None));
                }
                let best = plan.iter().find(|step| legal.contains(&step.action)).or(plan.first());
                let best = best.map(|step| step.action.to_string());
                let after = MagicMaze::view(replay.state(), Viewer::Spectator);
                // What stands on an objective has another aim from then on.
                let same = after.phase == before.phase && !plan.is_empty();
                let to_go = guide.to_go(&after, Strategy::Joint);
                let cost = u32::try_from((to_go + 1).saturating_sub(plan.len())).unwrap_or(u32::MAX);
                same.then_some((cost, best.filter(|_| cost > 0)))
            });
            let (cost, best) = judged.unzip();
            found.costs.push(cost);
            found.best.push(best.flatten());
            found.told.push(act);
            control.progress(|| Progress { done: found.costs.len() as u64, total: Some(all), ..Progress::default() });
        }
        Ok(found)
    }
}

impl Answer for Reviewed {
    fn text(&self, _: &Reader) -> String {
        let mut text = String::new();
        for (number, (cost, act)) in self.costs.iter().zip(&self.told).enumerate() {
            if let (Some(cost @ 1..), Some((seat, action))) = (cost, act) {
                let _ = writeln!(text, "{number:>4}  {seat}: {action}  +{cost}");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_grid::Rng;

    fn costs(game: &Match<MagicMaze>) -> Vec<Option<u32>> {
        let question = Review { game: Source::Content(file::write(game).into_bytes()) };
        question.answer(&Control::default()).unwrap().costs
    }

    /// Who follows the plan loses nothing; who walks at random does.
    #[test]
    fn detours_cost_and_the_plan_does_not() {
        let begin = || Match::<MagicMaze>::new("players=1,time=0".parse().unwrap(), 3).unwrap();
        let (mut planned, mut random) = (begin(), begin());
        let mut guide = Guide::default();
        for t in 0..30 {
            let open = MagicMaze::view(planned.state(), Viewer::Spectator);
            let Some(action) = guide.decide(&open, Seat::new(0), Strategy::Joint) else { break };
            planned.act(Seat::new(0), &action, t).unwrap();
        }
        assert!(planned.log().len() > 5);
        let mut rng = Rng::new(1);
        for t in 0..30 {
            let legal = random.legal(Seat::new(0));
            random.act(Seat::new(0), rng.choose(&legal).unwrap(), t).unwrap();
        }
        let total = |game: &Match<MagicMaze>| costs(game).into_iter().flatten().sum::<u32>();
        assert_eq!(costs(&planned).len(), planned.log().len());
        let told =
            Review { game: Source::Content(file::write(&random).into_bytes()) }.answer(&Control::default()).unwrap();
        let named = |(cost, best): (&Option<u32>, &Option<String>)| cost.is_some_and(|cost| cost > 0) == best.is_some();
        assert!(told.costs.iter().zip(&told.best).all(named), "{:?}", told.best);
        assert!(total(&random) > total(&planned) + 3, "{} {}", total(&random), total(&planned));
    }
}
