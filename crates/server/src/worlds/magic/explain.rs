//! What the silent players would do from a public state, and why: a question
//! that carries everything everybody sees, so that no secret of a room is
//! needed to answer it.

use crate::api_error::ApiError;
use crate::limits::Limits;
use crate::worlds::Answer;
use dedale_magic::bots::{Guide, Strategy};
use dedale_magic::game::{Open, Phase, Role};
use dedale_magic::{Colour, Market, Spot, Square, market_format};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Write;

/// More tiles than any game has.
const MOST_TILES: usize = 200;

/// A question that works: a start tile, nobody far.
pub const EXAMPLE: &str = r#"{"view":{"market":[[[0,0],{"walls":0,"passages":0,"sites":[[2,"door","yellow"],[4,"door","purple"],[11,"door","green"],[13,"door","orange"],[5,"start","yellow"],[6,"start","purple"],[9,"start","green"],[10,"start","orange"]],"escalator":null}]],"pawns":[5,6,9,10],"roles":[127],"phase":"search","scenario":0,"deadline":180000,"clock":0,"cards_left":11}}"#;

#[derive(Deserialize)]
struct Question {
    view: View,
    #[serde(default)]
    strategy: Option<String>,
}

#[derive(Deserialize)]
struct View {
    market: Vec<((i32, i32), Tile)>,
    pawns: [Option<u32>; 4],
    roles: Vec<u8>,
    #[serde(default)]
    cards: Vec<u8>,
    phase: String,
    scenario: usize,
    #[serde(default)]
    used: Vec<u32>,
    deadline: Option<u64>,
    #[serde(default)]
    clock: u64,
    cards_left: usize,
}

#[derive(Deserialize)]
struct Tile {
    walls: u32,
    passages: u32,
    sites: Vec<(usize, String, Option<String>)>,
    escalator: Option<(usize, usize)>,
}

/// Answers `{"plan": [{"seat", "do", "en", "fr"}]}`.
pub fn explain(question: Value, _: &Limits) -> Result<Answer, ApiError> {
    let Question { view, strategy } = serde_json::from_value(question).map_err(|error| {
        ApiError::refuse(
            format!("found a wrong question: {error}"),
            format!("trouvé une question incorrecte : {error}"),
        )
    })?;
    let strategy = match strategy {
        Some(name) => Strategy::named(&name)
            .ok_or_else(|| ApiError::refuse("expected `base` or `joint`", "attendu `base` ou `joint`"))?,
        None => Strategy::Joint,
    };
    let open = open(&view)?;
    let plan = Guide::default().explain(&open, strategy);
    let steps = plan.iter().map(|step| {
        let seat = step.seat.map(dedale_play::Seat::index);
        json!({"seat": seat, "do": step.action.to_string(), "en": step.why.en, "fr": step.why.fr})
    });
    Ok(Answer::Json(json!({"plan": steps.collect::<Vec<Value>>()})))
}

/// The public state of a view.
fn open(view: &View) -> Result<Open, ApiError> {
    let market = market(&view.market)?;
    let spot = |number: u32| {
        let (tile, square) = (number as usize / 16, Square::new((number % 16) as u8));
        square.filter(|_| tile < market.len()).map(|square| Spot::new(tile, square)).ok_or_else(|| {
            ApiError::refuse(
                format!("found cell {number} off the tiles"),
                format!("trouvé la case {number} hors des tuiles"),
            )
        })
    };
    let phase = match view.phase.as_str() {
        "search" => Phase::Search,
        "escape" => Phase::Escape,
        "won" => Phase::Won,
        "lost" => Phase::Lost,
        _ => return Err(ApiError::refuse("found an unknown phase", "trouvé une phase inconnue")),
    };
    if !(1..=8).contains(&view.roles.len()) {
        return Err(ApiError::refuse("expected 1 to 8 roles", "attendu de 1 à 8 rôles"));
    }
    let mut pawns = [None; 4];
    for pawn in Colour::ALL {
        pawns[pawn.index()] = view.pawns[pawn.index()].map(spot).transpose()?;
    }
    let stands = |at: usize| pawns[at].is_some() && pawns[..at].contains(&pawns[at]);
    if (1..4).any(stands) {
        return Err(ApiError::refuse("found two pawns on one cell", "trouvé deux pions sur une case"));
    }
    let used = view.used.iter().map(|number| spot(*number)).collect::<Result<_, _>>()?;
    Ok(Open {
        pawns,
        // The plan begins here: whatever led here is past.
        marks: pawns,
        since: Vec::new(),
        roles: view.roles.iter().map(|bits| Role(*bits)).collect(),
        cards: view.cards.iter().map(|bits| Role(*bits)).collect(),
        phase,
        scenario: view.scenario,
        used,
        crystal: 0,
        deadline: view.deadline,
        // A view does not tell; this is the usual one.
        glass: 180_000,
        clock: view.clock,
        talking: false,
        pointed: None,
        moves: 0,
        flips: 0,
        cards_left: view.cards_left,
        market,
    })
}

/// The tiles, by way of the common text format, which knows every rule.
fn market(tiles: &[((i32, i32), Tile)]) -> Result<Market, ApiError> {
    if tiles.len() > MOST_TILES {
        return Err(ApiError::limit(
            format!("found {} tiles, expected at most {MOST_TILES}", tiles.len()),
            format!("trouvé {} tuiles, attendu au plus {MOST_TILES}", tiles.len()),
        ));
    }
    let mut text = String::from("supermarche\n");
    for ((row, column), tile) in tiles {
        let _ = writeln!(text, "pose {row} {column}\ntuile");
        for (word, bits) in [("mur", tile.walls), ("passage", tile.passages)] {
            for wall in (0..24).filter(|wall| bits >> wall & 1 == 1) {
                let _ = writeln!(text, "{word} {wall}");
            }
        }
        for (cell, name, colour) in &tile.sites {
            let (Some(name), Some(colour)) = (word(name), colour_word(colour.as_deref())) else {
                return Err(ApiError::refuse(format!("found the site `{name}`"), format!("trouvé le site `{name}`")));
            };
            let _ = writeln!(text, "site {cell} {name} {colour}");
        }
        if let Some((a, b)) = tile.escalator {
            let _ = writeln!(text, "escalator {a} {b}");
        }
        text.push_str("fin\n");
    }
    text.push_str("fin\n");
    market_format::read_market(&text).map_err(|error| ApiError::bad(&error))
}

fn word(name: &str) -> Option<&'static str> {
    Some(match name {
        "door" => "porte",
        "start" => "départ",
        "objective" => "objectif",
        "exit" => "sortie",
        "teleporter" => "téléporteur",
        "timer" => "sablier",
        "crystal" => "cristal",
        "camera" => "caméra",
        _ => return None,
    })
}

fn colour_word(name: Option<&str>) -> Option<&'static str> {
    let Some(name) = name else { return Some("aucune") };
    let named = |colour: &Colour| colour.name(dedale_text::Lang::En) == name;
    Colour::ALL.into_iter().find(named).map(Colour::word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_magic::game::MagicMaze;
    use dedale_play::{Game, Viewer};

    fn asked(view: Value) -> Result<Vec<Value>, ApiError> {
        match explain(json!({"view": view}), &Limits::default())? {
            Answer::Json(answer) => Ok(answer["plan"].as_array().cloned().unwrap_or_default()),
            Answer::File(..) => panic!("a plan is no file"),
        }
    }

    #[test]
    fn the_view_of_a_game_gives_its_plan() {
        for scenario in 0..8 {
            let config = format!("scenario={scenario}").parse().unwrap();
            let state = MagicMaze::start(&config, 7).unwrap();
            let open = MagicMaze::view(&state, Viewer::Spectator);
            let view = serde_json::to_value(&open).unwrap();
            let told = asked(view).unwrap();
            let known = Guide::default().explain(&open, Strategy::Joint);
            assert!(!known.is_empty());
            assert_eq!(told.len(), known.len());
            for (told, known) in told.iter().zip(&known) {
                assert_eq!(told["do"], known.action.to_string());
                assert_eq!(told["fr"], known.why.fr);
            }
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let view = serde_json::from_str::<Value>(EXAMPLE).unwrap()["view"].clone();
        assert!(asked(view.clone()).is_ok());
        for (key, wrong) in [
            ("pawns", json!([99, 6, 9, 10])),
            ("pawns", json!([6, 6, 9, 10])),
            ("phase", json!("nap")),
            ("roles", json!([])),
            ("market", json!([])),
        ] {
            let mut view = view.clone();
            view[key] = wrong;
            assert!(asked(view).is_err(), "{key}");
        }
    }
}
