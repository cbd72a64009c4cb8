//! JSON bodies, with errors in our own words.

use crate::api_error::ApiError;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::time::timeout;

/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(20);

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
    match timeout(BODY_TIME, Bytes::from_request(request, state)).await {
        Ok(bytes) => bytes.map_err(|_| too_large()),
        Err(_) => Err(too_slow()),
    }
}

/// A request's body as bytes, within a limit of its own.
pub async fn within(request: Request, most: usize) -> Result<Bytes, ApiError> {
    match timeout(BODY_TIME, axum::body::to_bytes(request.into_body(), most)).await {
        Ok(bytes) => bytes.map_err(|_| too_large()),
        Err(_) => Err(too_slow()),
    }
}

fn too_slow() -> ApiError {
    ApiError::new(
        StatusCode::REQUEST_TIMEOUT,
        "too-slow",
        "the request took too long to arrive",
        "la requête a mis trop de temps à arriver",
    )
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
