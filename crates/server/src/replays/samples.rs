//! Matches that come with the program, one a game, so that there is something
//! to watch where nobody has played yet. Bots played them; each is a match file
//! like any other, opened when somebody looks.

use super::cache::Looked;
use super::load;
use crate::api_error::ApiError;
use crate::app::App;
use crate::rooms::lanes::compute;
use crate::rooms::wire::{Ended, Player};
use axum::Json;
use axum::extract::State;
use dedale_play::file;
use serde_json::{Value, json};
use std::sync::Arc;

/// The id of each match and its file. No other match has such an id: an `l` is
/// none of the letters that ids are made of.
const SAMPLES: [(&str, &str); 4] = [
    ("samplefish", include_str!("../../samples/fish.jsonl")),
    ("samplemagic", include_str!("../../samples/magic.jsonl")),
    ("samplerace", include_str!("../../samples/race.jsonl")),
    ("samplesokoban", include_str!("../../samples/sokoban.jsonl")),
];

/// `GET /api/samples`: the matches that come with the program.
pub async fn list(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let mut told = Vec::new();
    for (id, text) in SAMPLES {
        // A studio hosts the games it wants to.
        if file::header(text).map_or(true, |header| app.worlds.game(&header.game).is_err()) {
            continue;
        }
        let Looked { table, players } = load(&app, id).await?;
        let names: Vec<&str> = players.iter().filter_map(|player| player.bot.as_deref()).collect();
        let match_id = table.id();
        told.push(json!({
            "id": id, "game": match_id.game, "config": match_id.config, "seed": match_id.seed.number(),
            "players": names, "seats": players.as_ref(), "outcome": table.outcome().map(Ended::from),
            "entries": table.entries(), "created": 0, "ended": 0,
        }));
    }
    Ok(Json(json!(told)))
}

/// The game of the match of this id, if it is one of them.
pub fn game(id: &str) -> Option<String> {
    file::header(text(id)?).ok().map(|header| header.game)
}

/// The file of the match of this id, if it is one of them.
pub fn text(id: &str) -> Option<&'static str> {
    SAMPLES.into_iter().find_map(|(known, text)| (known == id).then_some(text))
}

/// Opens such a file.
pub async fn open(app: &App, text: &'static str) -> Result<Looked, ApiError> {
    let header = file::header(text).map_err(|error| ApiError::bad(&error))?;
    let open = app.worlds.game(&header.game)?.open;
    let table = compute(&app.rooms.lanes.replays, move || open(text)).await?.map_err(|text| ApiError::bad(&text))?;
    let bot = |(seat, bot)| Player {
        seat,
        name: String::new(),
        kind: "bot",
        bot: Some(bot),
        connected: true,
        ready: true,
        absent: false,
        host: false,
    };
    let players = header.players.into_iter().enumerate().map(bot).collect();
    Ok(Looked { table: Arc::from(table), players: Arc::new(players) })
}
