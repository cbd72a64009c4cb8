//! What goes wrong, told to those who asked in their own language.
//!
//! Handlers return an [`ApiError`]; the layer in [`crate::visitor`] writes it out
//! as `{"error": {"code", "message"}}` once it knows the reader's language.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dedale_question::{Kind, Refusal};
use dedale_store::StoreError;
use dedale_text::{Lang, Say, Text};
use serde_json::json;

/// An answer that is not what was asked for.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// The HTTP status.
    pub status: StatusCode,
    /// A word for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub text: Text,
    /// The line and column of the text that is wrong, both from 1.
    pub place: Option<(usize, usize)>,
}

impl ApiError {
    /// A fault from its parts.
    pub fn new(status: StatusCode, code: &'static str, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { status, code, text: Text::new(en, fr), place: None }
    }

    /// The request itself is wrong.
    pub fn bad(message: &(impl Say + ?Sized)) -> Self {
        Self { status: StatusCode::BAD_REQUEST, code: "bad-request", text: Text::of(message), place: None }
    }

    /// The request itself is wrong, in two languages.
    pub fn refuse(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-request", en, fr)
    }

    /// There is no such thing.
    pub fn missing(en: &str, fr: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", en, fr)
    }

    /// More than anybody may have.
    pub fn limit(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "limit", en, fr)
    }

    /// Something broke that is not the visitor's doing; the log has the rest.
    pub fn broken(why: &dyn std::fmt::Display) -> Self {
        tracing::error!(%why, "broken");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "broken",
            "something broke on the server; nothing was lost",
            "quelque chose a cassé sur le serveur ; rien n'est perdu",
        )
    }

    /// Too many are waiting; whoever comes back later may find a place.
    pub fn busy() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "too much is being computed just now; try again in a few seconds",
            "trop de calculs sont en cours ; réessayez dans quelques secondes",
        )
    }

    /// A question took more memory than it may, or broke its worker.
    pub fn overstepped() -> Self {
        Self::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "too-large",
            "this question takes more memory than it may here; ask for less",
            "cette question demande plus de mémoire qu'elle n'en a ici ; demandez moins",
        )
    }

    /// A question took more time than it may.
    pub fn too_long() -> Self {
        Self::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "too-long",
            "this question takes longer than it may here; ask for less",
            "cette question prend plus de temps qu'elle n'en a ici ; demandez moins",
        )
    }

    /// The JSON body in a language.
    pub fn body(&self, lang: Lang) -> serde_json::Value {
        let mut body = json!({"error": {"code": self.code, "message": self.text.say(lang)}});
        if let Some((line, column)) = self.place {
            body["error"]["line"] = line.into();
            body["error"]["column"] = column.into();
        }
        body
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::broken(&error)
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let (status, code) = match refusal.kind {
            Kind::Wrong | Kind::No => (StatusCode::UNPROCESSABLE_ENTITY, "refused"),
            Kind::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            Kind::Stopped => return Self::too_long(),
            Kind::Broken => return Self::broken(&refusal),
        };
        let place = refusal.place.as_ref().and_then(|place| place.at);
        Self { status, code, text: Text::new(refusal.message(Lang::En), refusal.message(Lang::Fr)), place }
    }
}

/// Seconds after which somebody who was turned away may come back.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("5");

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        if matches!(self.status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response.extensions_mut().insert(self);
        response
    }
}
