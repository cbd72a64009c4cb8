//! What goes wrong, told to those who asked in their own language.
//!
//! Handlers return an [`ApiError`]; the layer in [`crate::visitor`] writes it out
//! as `{"error": {"code", "message"}}` once it knows the reader's language.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
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
}

impl ApiError {
    /// A fault from its parts.
    pub fn new(status: StatusCode, code: &'static str, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { status, code, text: Text::new(en, fr) }
    }

    /// The request itself is wrong.
    pub fn bad(message: &(impl Say + ?Sized)) -> Self {
        Self { status: StatusCode::BAD_REQUEST, code: "bad-request", text: Text::of(message) }
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

    /// The JSON body in a language.
    pub fn body(&self, lang: Lang) -> serde_json::Value {
        json!({"error": {"code": self.code, "message": self.text.say(lang)}})
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::broken(&error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
