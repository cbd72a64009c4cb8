//! The files of the page, embedded in the program; in debug builds they are
//! read from the folder, so that the page can be edited while it runs.

use crate::api_error::ApiError;
use axum::extract::{Path, Request};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::fmt::Write;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/web"]
struct Web;

/// The text of a file of the page.
pub fn text(path: &str) -> Option<String> {
    String::from_utf8(Web::get(path)?.data.into_owned()).ok()
}

/// `GET /static/{path}`: the browser asks again each time and is told in a
/// few bytes that it has the newest already.
pub async fn get(Path(path): Path<String>, request: Request) -> Result<Response, ApiError> {
    let missing = || ApiError::missing("there is no such file", "ce fichier n'existe pas");
    // Templates are for pages, not for browsers.
    let file = Web::get(&path).filter(|_| !path.ends_with(".html")).ok_or_else(missing)?;
    let hash = file.metadata.sha256_hash();
    let mut tag = String::from("W/\"");
    for byte in &hash[..12] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    let headers = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".to_owned())];
    let known = request.headers().get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag)) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let kind = mime_guess::from_path(&path).first_or_octet_stream();
    Ok((headers, [(CONTENT_TYPE, kind.to_string())], file.data.into_owned()).into_response())
}
