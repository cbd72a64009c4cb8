//! What the silent players would do from a public state, and why.

use super::view::ViewSource;
use crate::bots::{Guide, Strategy};
use crate::game::Action;
use dedale_play::Seat;
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Say, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Explain what to do.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Explain {
    /// What everybody sees of the game.
    #[arg(value_name = "FILE", help = tr(
        "What everybody sees of the game, as JSON; - for standard input",
        "Ce que tous voient de la partie, en JSON ; - pour l'entrée standard"
    ))]
    pub view: ViewSource,

    /// How the players play.
    #[arg(long, value_enum, default_value_t = joint(), help = tr("How the players play", "Comment les joueurs jouent"))]
    #[serde(default = "joint")]
    pub strategy: Strategy,
}

const fn joint() -> Strategy {
    Strategy::Joint
}

/// An action with its reason.
#[derive(Serialize, JsonSchema)]
pub struct ReasonedAction {
    /// Who may do it, from 0; nobody has the role if `null`.
    seat: Option<usize>,
    /// The action as matches write it.
    r#do: String,
    /// The reason in English.
    en: String,
    /// The reason in French.
    fr: String,
}

/// The shared plan.
#[derive(Serialize, JsonSchema)]
pub struct PlanExplained {
    plan: Vec<ReasonedAction>,
}

impl Question for Explain {
    type Answer = PlanExplained;
    const NAME: &'static str = "explain";
    const EXAMPLE: &'static str = r#"{"view":{"market":[[[0,0],{"walls":0,"passages":0,"sites":[[2,"door","yellow"],[4,"door","purple"],[11,"door","green"],[13,"door","orange"],[5,"start","yellow"],[6,"start","purple"],[9,"start","green"],[10,"start","orange"]],"escalator":null}]],"pawns":[5,6,9,10],"roles":[127],"phase":"search","scenario":0,"deadline":180000,"glass":180000,"clock":0,"cards_left":11}}"#;
    const COMMANDS: &'static [&'static str] = &["dedale magic explain view.json --strategy joint"];
    // A planner in a hurry may still take its time where pawns are wedged.
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new(
            "Say what silent players would do from a public state, and why",
            "Dire ce que feraient des joueurs silencieux d'après un état public, et pourquoi",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<PlanExplained, Refusal> {
        let open = self.view.read()?.open(control)?;
        let plan = Guide::default().explain(&open, self.strategy).into_iter().map(|step| ReasonedAction {
            seat: step.seat.map(Seat::index),
            r#do: step.action.to_string(),
            en: step.why.en,
            fr: step.why.fr,
        });
        Ok(PlanExplained { plan: plan.collect() })
    }
}

impl Answer for PlanExplained {
    fn text(&self, reader: &Reader) -> String {
        let mut text = String::new();
        for ReasonedAction { seat, r#do, en, fr } in &self.plan {
            let seat = seat.map_or_else(|| "?".to_owned(), |seat| Seat::new(seat).to_string());
            let deed = r#do.parse::<Action>().map_or_else(|_| r#do.clone(), |action| action.say(reader.lang));
            let _ = writeln!(text, "{seat}: {deed} ({})", reader.lang.pick(en, fr));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MagicMaze;
    use dedale_play::{Game, Viewer};
    use serde_json::{Value, json};

    fn asked(view: Value) -> Result<PlanExplained, String> {
        let question: Explain = serde_json::from_value(json!({"view": view})).map_err(|error| error.to_string())?;
        question.answer(&Control::default()).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn the_view_of_a_game_gives_its_plan() {
        for scenario in 0..=17 {
            let config = format!("scenario={scenario}").parse().unwrap();
            let state = MagicMaze::start(&config, 7).unwrap();
            let open = MagicMaze::view(&state, Viewer::Spectator);
            let found = asked(serde_json::to_value(&open).unwrap()).unwrap().plan;
            let known = Guide::default().explain(&open, Strategy::Joint);
            assert!(!known.is_empty());
            assert_eq!(found.len(), known.len());
            for (found, known) in found.iter().zip(&known) {
                assert_eq!(found.r#do, known.action.to_string());
                assert_eq!(found.fr, known.why.fr);
            }
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let view = serde_json::from_str::<Value>(Explain::EXAMPLE).unwrap()["view"].clone();
        assert!(asked(view.clone()).is_ok());
        for (key, wrong) in [
            ("pawns", json!([99, 6, 9, 10])),
            ("pawns", json!([6, 6, 9, 10])),
            ("phase", json!("nap")),
            ("roles", json!([])),
            ("market", json!([])),
            ("market", json!([[[i32::MIN, 0], view["market"][0][1]]])),
            ("scenario", json!(18)),
            ("cards_left", json!(1_000_000_000)),
        ] {
            let mut view = view.clone();
            view[key] = wrong;
            assert!(asked(view).is_err(), "{key}");
        }
    }
}
