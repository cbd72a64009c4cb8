//! `GET /qr/…`: the address of a page of this studio as a QR code, so that a
//! phone beside the screen opens it with its camera.
//!
//! Only addresses of this studio are drawn, by the name it goes by. Dark dots on
//! white in every theme: not every reader knows the other way round.

use crate::api_error::ApiError;
use crate::app::App;
use crate::fair_queue::blocking;
use crate::pages::origin;
use crate::visitor::Visitor;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use dedale_draw::{Theme, png, qr};

/// Pixels a dot.
const DOT: f32 = 8.0;

/// `GET /qr/{path}`
pub async fn get(State(app): State<App>, visitor: Visitor, headers: HeaderMap, uri: Uri) -> Result<Response, ApiError> {
    let address = address(&origin(&app, &headers), &uri);
    let _place = app.small.enter(visitor.address).await?;
    let drawn = blocking(&app, move || qr(&address).and_then(|scene| png(&scene, DOT, Theme::Light).ok())).await?;
    let picture = drawn.ok_or_else(|| {
        ApiError::missing("this address is too long for a QR code", "cette adresse est trop longue pour un QR code")
    })?;
    Ok(([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "public, max-age=3600")], picture).into_response())
}

/// The page that a request asks for, letter by letter as it was asked: a sign
/// that had to be written as `%3F` in the link has to be in the code too.
fn address(origin: &str, uri: &Uri) -> String {
    let asked = uri.path_and_query().map_or("", PathAndQuery::as_str);
    format!("{origin}{}", asked.strip_prefix("/qr").unwrap_or(asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped_in_a_link_is_escaped_in_its_code() {
        for path in ["/room/ab12", "/sokoban?board=%23%23%7C%40&title=a%20b", "/replays/a%3Fb%2Fc", "/"] {
            let uri: Uri = format!("/qr{path}").parse().expect("an address");
            assert_eq!(address("https://example.org", &uri), format!("https://example.org{path}"));
        }
    }
}
