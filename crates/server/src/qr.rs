//! `GET /qr/…`: the address of a page of this studio as a QR code, so that a
//! phone beside the screen opens it with its camera.
//!
//! Only addresses of this studio are drawn, by the name it goes by. Dark dots on
//! white in every theme: not every reader knows the other way round.

use crate::api_error::ApiError;
use crate::app::App;
use crate::pages::origin;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use dedale_draw::{Theme, png, qr};

/// Pixels a dot.
const DOT: f32 = 8.0;

/// `GET /qr/{path}`
pub async fn get(
    State(app): State<App>,
    headers: HeaderMap,
    Path(path): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let query = query.map_or_else(String::new, |query| format!("?{query}"));
    let address = format!("{}/{path}{query}", origin(&app, &headers));
    let picture = qr(&address).and_then(|scene| png(&scene, DOT, Theme::Light).ok()).ok_or_else(|| {
        ApiError::missing("this address is too long for a QR code", "cette adresse est trop longue pour un QR code")
    })?;
    Ok(([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "public, max-age=3600")], picture).into_response())
}
