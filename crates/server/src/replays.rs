//! Matches that are over: lists, files, any moment of them, and going on
//! from there.
//!
//! A match that is still being played shows nothing here, because its log
//! holds what the players must not know of each other.

use crate::api_error::ApiError;
use crate::app::{App, now_ms};
use crate::body;
use crate::ids;
use crate::lanes::compute;
use crate::rooms::notes::{Notes, Place};
use crate::rooms::wire::Player;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use dedale_play::{Seat, Table, Viewer, file};
use dedale_store::{MatchRecord, Which};
use serde::Deserialize;
use serde_json::{Value, json};

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
    let found = app.store.recent(Which::Over, 100).await?;
    let replays: Vec<Value> = found
        .iter()
        .filter_map(|summary| {
            let header = file::header(&summary.header).ok()?;
            let names: Vec<String> = Notes::of(&summary.room)
                .map(|notes| notes.seats.into_iter().map(|seat| seat.bot.unwrap_or(seat.name)).collect())
                .unwrap_or_default();
            Some(json!({
                "id": summary.id, "game": summary.game, "config": header.config, "seed": header.seed,
                "players": names, "entries": summary.entries, "created": summary.created, "ended": summary.touched,
            }))
        })
        .collect();
    Ok(Json(json!(replays)))
}

/// `GET /api/replays/{id}`: the match file.
pub async fn get(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let (table, _) = load(&app, &id).await?;
    let mut text = text(&table.header(), &table.lines(0));
    text += &file::hash_line(table.entries(), table.digest());
    text.push('\n');
    let name = format!("attachment; filename=\"{}-{id}.jsonl\"", table.id().game);
    Ok(([(CONTENT_TYPE, "application/jsonl".to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
}

/// Who looks at a replay.
#[derive(Deserialize)]
pub struct Look {
    viewer: Option<String>,
}

/// `GET /api/replays/{id}/at/{n}`: a moment of a match, after `n` entries.
pub async fn at(
    State(app): State<App>,
    Path((id, entries)): Path<(String, usize)>,
    Query(look): Query<Look>,
) -> Result<Json<Value>, ApiError> {
    let (table, players) = load(&app, &id).await?;
    let viewer = match look.viewer.as_deref() {
        None | Some("spectator") => Viewer::Spectator,
        Some(seat) => match seat.parse() {
            Ok(seat) if seat < table.seats() => Viewer::Seat(Seat::new(seat)),
            _ => {
                return Err(ApiError::refuse(
                    "expected `spectator` or the number of a seat",
                    "attendu « spectator » ou le numéro d'un siège",
                ));
            }
        },
    };
    compute(&app, move || {
        let mut moment = moment(table.as_ref(), entries.min(table.entries()), viewer);
        moment["players"] = json!(players);
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
        "outcome": then.outcome().map(|outcome| json!({
            "winners": outcome.winners.iter().map(Seat::index).collect::<Vec<_>>(), "scores": outcome.scores,
        })),
        "entry": entry.and_then(|line| serde_json::from_str::<Value>(&line).ok()),
        "game": id.game, "config": id.config, "seed": id.seed, "link": id.to_string(), "seats": table.seats(),
        "deadline": then.deadline(),
    })
}

/// `POST /api/replays`: keeps a match file that somebody has.
pub async fn post(State(app): State<App>, visitor: Visitor, request: Request) -> Result<Response, ApiError> {
    let bytes = body::bytes(request, &app).await?;
    let text = String::from_utf8(bytes.to_vec()).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        ApiError::refuse(
            format!("found a byte that is not UTF-8 at {at}"),
            format!("trouvé un octet hors UTF-8 à {at}"),
        )
    })?;
    let header = file::header(&text).map_err(|error| ApiError::bad(&error))?;
    let open = app.worlds.game(&header.game)?.open;
    let table = compute(&app, move || open(&text)).await?.map_err(|text| ApiError::bad(&text))?;
    let notes = Notes {
        practice: true,
        public: false,
        started: true,
        pace: 0,
        seats: vec![Place::default(); table.seats()],
        rematch: None,
    };
    let id = ids::public();
    let record = MatchRecord {
        id: id.clone(),
        game: header.game,
        header: table.header(),
        room: notes.text(),
        // A match cut short can be looked at as well; it is not listed.
        over: table.outcome().is_some(),
        open: false,
        created: now_ms(),
        touched: now_ms(),
    };
    tracing::info!(id, visitor = visitor.mark, "a match file was taken in");
    app.store.create(record).await?;
    app.store.append(&id, 0, table.lines(0)).await?;
    Ok((StatusCode::CREATED, Json(json!({"id": id, "entries": table.entries()}))).into_response())
}

/// The match as it stood after some entries of a replay, to go on from there.
pub async fn branch(app: &App, game: &str, id: &str, at: Option<usize>) -> Result<Box<dyn Table>, ApiError> {
    let (table, _) = load(app, id).await?;
    if table.id().game != game {
        return Err(ApiError::refuse("this replay is of another game", "cette partie est d'un autre jeu"));
    }
    compute(app, move || table.at(at.unwrap_or(usize::MAX).min(table.entries()))).await
}

/// A match that may be looked at, over or practice, and who played it.
async fn load(app: &App, id: &str) -> Result<(Box<dyn Table>, Vec<Player>), ApiError> {
    let missing = || ApiError::missing("there is no such match", "cette partie n'existe pas");
    if !ids::plausible(id) {
        return Err(missing());
    }
    let (record, log) = app.store.load(id).await?.ok_or_else(missing)?;
    let notes = Notes::of(&record.room);
    if !record.over && !notes.as_ref().is_some_and(|notes| notes.practice) {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "not-over",
            "this match is still being played",
            "cette partie n'est pas finie",
        ));
    }
    let open = app.worlds.game(&record.game)?.open;
    let table = compute(app, move || open(&text(&record.header, &log))).await?.map_err(|text| ApiError::bad(&text))?;
    Ok((table, notes.map_or_else(Vec::new, |notes| notes.players(|_| true))))
}
