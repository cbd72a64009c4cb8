//! JSON bodies, with api_error in our own words.

use crate::api_error::ApiError;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

/// A request's body, read as JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let bytes = bytes(request, state).await?;
        parse(&bytes).map(Self)
    }
}

/// A request's body as bytes, within the limit.
pub async fn bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    Bytes::from_request(request, state).await.map_err(|_| too_large())
}

/// A request's body as bytes, within a limit of its own.
pub async fn within(request: Request, most: usize) -> Result<Bytes, ApiError> {
    axum::body::to_bytes(request.into_body(), most).await.map_err(|_| too_large())
}

fn too_large() -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-large",
        "found more bytes than are taken in one request",
        "trouvé plus d'octets qu'une requête n'en accepte",
    )
}

/// Reads JSON; what is wrong is said with its line and column.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| {
        ApiError::refuse(
            format!("found a wrong JSON body: {error}"),
            format!("trouvé un corps JSON incorrect : {error}"),
        )
    })
}
