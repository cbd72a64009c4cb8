//! Matches that are over: lists, files, any moment of them, and going on
//! from there.
//!
//! A match that is still being played shows nothing here, because its log
//! holds what the players must not know of each other.

pub mod cache;
mod film;
pub mod samples;

use crate::api_error::ApiError;
use crate::app::App;
use crate::body;
use crate::ids;
use crate::rooms::lanes::compute;
use crate::rooms::record::{RoomRecord, SeatRecord};
use crate::rooms::wire::Ended;
use crate::rooms::{self, wire::Player};
use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use cache::Looked;
use dedale_play::{Seat, Table, Viewer, file};
use dedale_store::Listing;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The text of a match file from what the store keeps.
pub fn text(header: &str, log: &[String]) -> String {
    let mut text = String::with_capacity(header.len() + log.iter().map(|line| line.len() + 1).sum::<usize>() + 1);
    text += header;
    text.push('\n');
    for line in log {
        text += line;
        text.push('\n');
    }
    text
}

/// `GET /api/replays`: matches that ended lately.
pub async fn list(State(app): State<App>) -> Result<Json<Value>, ApiError> {
    let found = app.store.recent(Listing::Ended, 100).await?;
    let replays: Vec<Value> = found
        .iter()
        .filter_map(|summary| {
            let header = file::header(&summary.header).ok()?;
            let record = RoomRecord::of(&summary.room)?;
            let names: Vec<&str> = record.seats.iter().map(|seat| seat.bot.as_deref().unwrap_or(&seat.name)).collect();
            Some(json!({
                "id": summary.id, "game": summary.game, "config": header.config, "seed": header.seed,
                "players": names, "seats": record.players(|_| false), "outcome": record.outcome,
                "entries": summary.entries, "created": summary.created, "ended": summary.touched,
            }))
        })
        .collect();
    Ok(Json(json!(replays)))
}

/// `GET /api/replays/{id}`: the match file. One of rules that this version does
/// not know is handed out as it was written.
pub async fn get(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let (game, text) = match load(&app, &id).await {
        Ok(Looked { table, .. }) => {
            let mut text = text(&table.header(), &table.lines(0));
            text += &file::hash_line(table.entries(), table.digest());
            text.push('\n');
            (table.id().game, text)
        }
        Err(error) if error.status == StatusCode::BAD_REQUEST => {
            let (record, log) = app.store.load(&id).await?.filter(|(record, _)| record.over).ok_or(error)?;
            let text = text(&record.header, &log);
            (record.game, text)
        }
        Err(error) => return Err(error),
    };
    let name = format!("attachment; filename=\"{game}-{id}.jsonl\"");
    Ok(([(CONTENT_TYPE, "application/jsonl".to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
}

/// Who looks at a replay.
#[derive(Deserialize)]
pub struct Look {
    viewer: Option<String>,
}

impl Look {
    /// Whose eyes, at a table of so many seats.
    fn viewer(&self, seats: usize) -> Result<Viewer, ApiError> {
        match self.viewer.as_deref() {
            None | Some("spectator") => Ok(Viewer::Spectator),
            Some(seat) => match seat.parse() {
                Ok(seat) if seat < seats => Ok(Viewer::Seat(Seat::new(seat))),
                _ => Err(ApiError::refuse(
                    "expected `spectator` or the number of a seat",
                    "attendu « spectator » ou le numéro d'un siège",
                )),
            },
        }
    }
}

/// `GET /api/replays/{id}/film`: the whole match, ready to be scrubbed.
pub async fn whole(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Response, ApiError> {
    let looked = load(&app, &id).await?;
    let viewer = look.viewer(looked.table.seats())?;
    let film = compute(&app.rooms.lanes.replays, move || film::film(&id, &looked, viewer)).await??;
    Ok(([(CONTENT_TYPE, "application/json")], film).into_response())
}

/// `GET /api/replays/{id}/at/{n}`: a moment of a match, after `n` entries.
pub async fn at(
    State(app): State<App>,
    Path((id, entries)): Path<(String, usize)>,
    Query(look): Query<Look>,
) -> Result<Json<Value>, ApiError> {
    let Looked { table, players } = load(&app, &id).await?;
    let viewer = look.viewer(table.seats())?;
    compute(&app.rooms.lanes.replays, move || {
        let mut moment = moment(table.as_ref(), entries.min(table.entries()), viewer);
        moment["players"] = json!(players.as_ref());
        Json(moment)
    })
    .await
}

fn moment(table: &dyn Table, entries: usize, viewer: Viewer) -> Value {
    let then = table.at(entries);
    let legal = match viewer {
        Viewer::Seat(seat) => then.legal(seat),
        Viewer::Spectator => Vec::new(),
    };
    let entry = entries.checked_sub(1).and_then(|last| table.lines(last).into_iter().next());
    let id = table.id();
    json!({
        "seq": entries, "entries": table.entries(), "view": then.view(viewer), "legal": legal,
        "active": then.active().iter().map(Seat::index).collect::<Vec<_>>(),
        "outcome": then.outcome().map(Ended::from),
        "entry": entry.and_then(|line| serde_json::from_str::<Value>(&line).ok()),
        "game": id.game, "config": id.config, "seed": id.seed.number(), "link": id.to_string(), "seats": table.seats(),
        "deadline": then.deadline(),
    })
}

/// `POST /api/replays`: keeps a match file that somebody has.
pub async fn post(State(app): State<App>, request: Request) -> Result<Response, ApiError> {
    let bytes = body::bytes(request, &app).await?;
    let text = String::from_utf8(bytes.to_vec()).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        ApiError::refuse(
            format!("found a byte that is not UTF-8 at {at}"),
            format!("trouvé un octet hors UTF-8 à {at}"),
        )
    })?;
    let header = file::header(&text).map_err(|error| ApiError::bad(&error))?;
    let game = app.worlds.game(&header.game)?;
    (game.check)(&header.config).map_err(|text| ApiError::bad(&text))?;
    let open = game.open;
    // One upload at a time, from reading it to its last line in the store.
    let _place = app.rooms.lanes.storing.acquire().await;
    let table = compute(&app.rooms.lanes.uploads, move || open(&text)).await?.map_err(|text| ApiError::bad(&text))?;
    let record = RoomRecord {
        practice: true,
        public: false,
        started: true,
        pace: 0,
        seats: vec![SeatRecord::default(); table.seats()],
        host: None,
        rematch: None,
        outcome: None,
        aborted: false,
        chosen_seed: true,
        paused: None,
        limit: None,
    };
    let id = ids::public();
    tracing::info!(id, "a match file was taken in");
    rooms::open(&app, &id, table.as_ref(), &record).await?;
    Ok((StatusCode::CREATED, Json(json!({"id": id, "entries": table.entries()}))).into_response())
}

/// The match as it stood after some entries of a replay, to go on from there.
pub async fn branch(app: &App, game: &str, id: &str, at: Option<usize>) -> Result<Box<dyn Table>, ApiError> {
    let table = load(app, id).await?.table;
    if table.id().game != game {
        return Err(ApiError::refuse("this replay is of another game", "cette partie est d'un autre jeu"));
    }
    compute(&app.rooms.lanes.replays, move || table.at(at.unwrap_or(usize::MAX).min(table.entries()))).await
}

/// A match that may be looked at, over or practice: one in a room that is
/// awake, one looked at lately, one that came with the program, or one from
/// the store.
pub async fn load(app: &App, id: &str) -> Result<Looked, ApiError> {
    if !ids::plausible(id) {
        return Err(missing());
    }
    let looked = |table, players| Looked { table: Arc::from(table), players: Arc::new(players) };
    match rooms::copy(app, id).await {
        Some(copy) if copy.open => return Ok(looked(copy.table, copy.players)),
        Some(_) => return Err(not_over()),
        None => {}
    }
    if let Some(looked) = app.rooms.looked_at.get(id) {
        return Ok(looked);
    }
    if let Some(text) = samples::text(id) {
        let looked = samples::open(app, text).await?;
        app.rooms.looked_at.keep(id, &looked);
        return Ok(looked);
    }
    let (table, players, settled) = from_store(app, id).await?;
    let looked = looked(table, players);
    if settled {
        app.rooms.looked_at.keep(id, &looked);
    }
    Ok(looked)
}

/// A match from the store, whose log has everything that was acknowledged,
/// wherever it is played; and whether it cannot change any more.
async fn from_store(app: &App, id: &str) -> Result<(Box<dyn Table>, Vec<Player>, bool), ApiError> {
    let (record, log) = app.store.load(id).await?.ok_or_else(missing)?;
    let room = RoomRecord::of(&record.room);
    // Practice may be looked at while it goes on, and taken back after its end.
    let practice = room.as_ref().is_some_and(|room| room.practice);
    if !record.over && !practice {
        return Err(not_over());
    }
    let settled = record.over && !practice;
    let open = app.worlds.game(&record.game)?.open;
    let opened = compute(&app.rooms.lanes.replays, move || open(&text(&record.header, &log))).await?;
    let players = room.map_or_else(Vec::new, |room| room.players(|_| true));
    Ok((opened.map_err(|text| ApiError::bad(&text))?, players, settled))
}

fn missing() -> ApiError {
    ApiError::missing("there is no such match", "cette partie n'existe pas")
}

fn not_over() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "not-over", "this match is still being played", "cette partie n'est pas finie")
}
