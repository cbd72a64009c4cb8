//! Who asks: their language, the mark that tells visitors apart, their
//! address; and the layer that greets every request.

use crate::api_error::ApiError;
use crate::app::App;
use crate::{fair_queue, ids, proxies};
use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE, COOKIE, HOST, HeaderMap, HeaderValue, ORIGIN, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use dedale_text::Lang;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Instant;

/// Somebody who asks for something.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The language they read: the cookie `lang`, else what the browser says.
    pub lang: Lang,
    /// A random mark kept in the cookie `visitor`; it opens nothing but the
    /// visitor's own jobs.
    pub mark: String,
    /// Where they come from.
    pub address: IpAddr,
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| ApiError::broken(&"nobody greeted this visitor"))
    }
}

/// Greets a request: finds out who asks, refuses what another site sends in
/// their name, and on the way back writes errors in their language and adds
/// the headers that every answer carries.
pub async fn greet(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let headers = request.headers();
    let known = cookie(headers, "visitor").filter(|mark| ids::plausible(mark)).map(str::to_owned);
    let fresh = known.is_none();
    let address = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(address)| address.ip());
    let address = proxies::origin(&app.limits.trusted_proxies, address, headers);
    let visitor = Visitor { lang: language(headers), mark: known.unwrap_or_else(ids::secret), address };
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let safe = matches!(method, Method::GET | Method::HEAD | Method::OPTIONS);
    let foreign = (!safe || path.starts_with("/ws/")) && !same_origin(headers);
    // Programs that speak HTTP/1.0 name no host and no browser acts for them.
    let host = headers.get(HOST).map(|host| host.to_str().unwrap_or_default());
    let known_host = host.is_none_or(|host| app.limits.is_own_host(host));
    request.extensions_mut().insert(visitor.clone());

    let mut response = if !safe && !app.posts.take(fair_queue::network(address)) {
        ApiError::limit(
            "too many requests from your address; wait a moment",
            "trop de requêtes depuis votre adresse ; attendez un instant",
        )
        .into_response()
    } else if !known_host {
        ApiError::new(
            StatusCode::MISDIRECTED_REQUEST,
            "host",
            "this studio does not go by that name; start it with --public-url",
            "ce studio ne porte pas ce nom ; lancez-le avec --public-url",
        )
        .into_response()
    } else if foreign {
        ApiError::new(
            StatusCode::FORBIDDEN,
            "origin",
            "this request comes from another site",
            "cette requête vient d'un autre site",
        )
        .into_response()
    } else {
        next.run(request).await
    };

    if let Some(fault) = response.extensions_mut().remove::<ApiError>() {
        *response.body_mut() = Body::from(fault.body(visitor.lang).to_string());
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    add_headers(response.headers_mut(), fresh.then_some(&visitor.mark), app.limits.is_encrypted());
    app.metrics.requests.add();
    if response.status().is_server_error() {
        app.metrics.failures.add();
    }
    tracing::debug!(%method, path, status = response.status().as_u16(), took_us = began.elapsed().as_micros() as u64, "request");
    response
}

/// The headers that every answer carries.
fn add_headers(headers: &mut HeaderMap, fresh: Option<&String>, encrypted: bool) {
    const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
        font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
        form-action 'self'; frame-ancestors 'none'";
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry("cache-control").or_insert(HeaderValue::from_static("no-store"));
    if let Some(mark) = fresh {
        let secure = if encrypted { "; Secure" } else { "" };
        let cookie = format!("visitor={mark}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax{secure}");
        if let Ok(cookie) = HeaderValue::try_from(cookie) {
            headers.append(SET_COOKIE, cookie);
        }
    }
}

/// A browser says where a page came from; it must be from here. Programs that
/// are no browser say nothing and act for nobody but themselves.
fn same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origin = origin.to_str().unwrap_or_default();
    origin.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host))
}

fn language(headers: &HeaderMap) -> Lang {
    let accepted = || headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    cookie(headers, "lang").and_then(|lang| lang.parse().ok()).unwrap_or_else(|| Lang::from_accept_language(accepted()))
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn the_switch_wins_over_the_browser() {
        assert_eq!(language(&headers(&[("accept-language", "fr")])), Lang::Fr);
        assert_eq!(language(&headers(&[("accept-language", "fr"), ("cookie", "a=b; lang=en")])), Lang::En);
        assert_eq!(language(&headers(&[("accept-language", "fr"), ("cookie", "lang=klingon")])), Lang::Fr);
    }

    #[test]
    fn other_sites_are_told_apart() {
        for (origin, host, same) in [
            ("http://127.0.0.1:7878", "127.0.0.1:7878", true),
            ("https://Play.example", "play.example", true),
            ("http://evil.example", "127.0.0.1:7878", false),
            ("null", "127.0.0.1:7878", false),
        ] {
            assert_eq!(same_origin(&headers(&[("origin", origin), ("host", host)])), same, "{origin}");
        }
        assert!(same_origin(&headers(&[("host", "x")])));
    }
}
