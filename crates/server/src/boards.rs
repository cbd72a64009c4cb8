//! Boards that visitors keep: mazes they drew, levels they collect.

use crate::api_error::ApiError;
use crate::app::{App, now_ms};
use crate::body::Body;
use crate::ids;
use crate::rooms::wire::clean_name;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use dedale_store::Board;
use serde::Deserialize;
use serde_json::{Value, json};

/// A board to keep.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewBoard {
    /// Replaces this one, if it is the visitor's.
    id: Option<String>,
    world: String,
    name: String,
    text: String,
    #[serde(default)]
    notes: Value,
}

/// `POST /api/boards`
pub async fn post(State(app): State<App>, visitor: Visitor, Body(new): Body<NewBoard>) -> Result<Response, ApiError> {
    app.worlds.named(&new.world)?;
    if new.text.contains('\0') {
        return Err(ApiError::refuse("found a NUL in the board", "trouvé un caractère NUL dans le plateau"));
    }
    let limit = app.limits.boards;
    let known = app.store.boards(&visitor.mark, &new.world, limit).await?;
    let id = match new.id {
        Some(id) if known.iter().any(|board| board.id == id) => id,
        Some(_) => return Err(missing()),
        None if known.len() >= limit as usize => {
            return Err(ApiError::limit(
                format!("found {limit} boards already, which is the most"),
                format!("trouvé {limit} plateaux déjà, c'est le maximum"),
            ));
        }
        None => ids::public(),
    };
    let board = Board {
        id: id.clone(),
        world: new.world,
        owner: visitor.mark,
        name: clean_name(&new.name),
        text: new.text,
        notes: new.notes.to_string(),
        touched: now_ms(),
    };
    app.store.keep_board(board).await?;
    Ok((StatusCode::CREATED, Json(json!({"id": id}))).into_response())
}

/// Whose boards: those of a world.
#[derive(Deserialize)]
pub struct BoardQuery {
    world: String,
}

/// `GET /api/boards?world=…`: the visitor's own, newest first.
pub async fn list(
    State(app): State<App>,
    visitor: Visitor,
    Query(which): Query<BoardQuery>,
) -> Result<Json<Value>, ApiError> {
    let boards = app.store.boards(&visitor.mark, &which.world, app.limits.boards).await?;
    let lines: Vec<Value> = boards
        .iter()
        .map(
            |board| json!({"id": board.id, "name": board.name, "notes": notes(&board.notes), "touched": board.touched}),
        )
        .collect();
    Ok(Json(json!(lines)))
}

/// `GET /api/boards/{id}`: anybody's, for those who know the link.
pub async fn get(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    if !ids::plausible(&id) {
        return Err(missing());
    }
    let board = app.store.board(&id).await?.ok_or_else(missing)?;
    Ok(Json(json!({
        "id": board.id, "world": board.world, "name": board.name, "text": board.text,
        "notes": notes(&board.notes), "touched": board.touched, "mine": board.owner == visitor.mark,
    })))
}

/// `DELETE /api/boards/{id}`
pub async fn delete(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Result<Json<Value>, ApiError> {
    let dropped = ids::plausible(&id) && app.store.drop_board(&visitor.mark, &id).await?;
    if dropped { Ok(Json(json!({"id": id}))) } else { Err(missing()) }
}

fn notes(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn missing() -> ApiError {
    ApiError::missing("there is no such board", "ce plateau n'existe pas")
}
