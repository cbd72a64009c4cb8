//! The files of the page, embedded in the program; in debug builds they are
//! read from the folder, so that the page can be edited while it runs.
//!
//! Pages name their files under a stamp of all of them (`/static/@1f2e3d4c5b6a/favicon.svg`),
//! so a browser may keep what it has for ever: what changes has another name.
//! A page runs joined modules (`assets/joined.rs`) under one style sheet; the
//! files they are made of are there too, for source maps and for tests.

mod joined;
mod module;

use crate::api_error::ApiError;
use axum::extract::{Path, Request};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::response::{IntoResponse, Response};
use joined::Joined;
use rust_embed::RustEmbed;
use std::sync::{Arc, Mutex, PoisonError};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/web"]
struct Web;

/// The sheets that are one, in this order. Lessons have names of their own and
/// so a sheet of their own.
const SHEETS: [&str; 10] = [
    "css/tokens.css",
    "css/base.css",
    "css/parts.css",
    "css/home.css",
    "css/replay.css",
    "worlds/maze.css",
    "worlds/race.css",
    "worlds/fish.css",
    "worlds/magic.css",
    "worlds/sokoban.css",
];

/// Scripts that are no modules to be joined: one runs before the page is
/// painted, the other joins them.
const SCRIPTS: [&str; 2] = ["theme.js", RUNTIME];
const RUNTIME: &str = "joined.js";

/// The text of a file of the page.
pub fn text(path: &str) -> Option<String> {
    String::from_utf8(Web::get(path)?.data.into_owned()).ok()
}

/// What all files of the page are together.
struct Site {
    /// A stamp of all of them.
    stamp: u64,
    joined: Joined,
}

/// The page as it was when somebody last opened one, or as it is now: in debug
/// builds a file may have been edited.
fn site(now: bool) -> Arc<Site> {
    static LAST: Mutex<Option<Arc<Site>>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let look = now && cfg!(debug_assertions);
    match last.as_ref() {
        Some(site) if !look || site.stamp == stamp() => Arc::clone(site),
        _ => {
            let site = Arc::new(Site { stamp: stamp(), joined: Joined::new(module_texts()) });
            Arc::clone(last.insert(site))
        }
    }
}

/// Every module: its path and its text.
fn module_texts() -> impl Iterator<Item = (String, String)> {
    let modules = Web::iter().filter(|path| path.ends_with(".js") && !SCRIPTS.contains(&path.as_ref()));
    modules.filter_map(|path| Some((path.to_string(), text(&path)?)))
}

/// A stamp of all files, and of how they are joined.
fn stamp() -> u64 {
    // FNV-1a over the names and the hashes: a stamp, not a seal.
    let bytes = Web::iter().filter_map(|path| {
        let hash = Web::get(&path)?.metadata.sha256_hash();
        Some(path.bytes().chain(hash).collect::<Vec<u8>>())
    });
    let joiner = [include_str!("assets/module.rs"), include_str!("assets/joined.rs")].concat().into_bytes();
    let mix = |stamp: u64, byte: u8| (stamp ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.flatten().chain(joiner).fold(0xcbf2_9ce4_8422_2325, mix)
}

/// What a browser gets under a name.
fn file(path: &str) -> Option<Vec<u8>> {
    if path == "css/all.css" {
        return SHEETS.iter().map(|sheet| text(sheet)).collect::<Option<String>>().map(String::into_bytes);
    }
    if let Some(name) = path.strip_prefix("joined/") {
        return site(false).joined.file(name, &text(RUNTIME)?).map(String::into_bytes);
    }
    // Templates are for pages, not for browsers.
    Web::get(path).filter(|_| !path.ends_with(".html")).map(|file| file.data.into_owned())
}

/// Where pages find their files: `/static/@` and the stamp of all of them.
pub fn root() -> String {
    format!("/static/@{:016x}", site(true).stamp)
}

/// The joined files that a page needs when it runs these modules.
pub fn modules(entries: &[String]) -> Vec<String> {
    site(false).joined.files_for(entries).iter().map(|file| format!("joined/{file}.js")).collect()
}

/// `GET /static/{path}`. Under today's stamp a file never changes; under
/// another, or none, the browser asks again each time and is told in a few
/// bytes that it has the newest already.
pub async fn get(Path(path): Path<String>, request: Request) -> Result<Response, ApiError> {
    let missing = || ApiError::missing("there is no such file", "ce fichier n'existe pas");
    let (asked, path) = match path.split_once('/') {
        Some((asked, rest)) if asked.starts_with('@') => (Some(asked), rest),
        _ => (None, path.as_str()),
    };
    let data = file(path).ok_or_else(missing)?;
    let stamp = format!("{:016x}", site(false).stamp);
    let named = asked.is_some_and(|asked| asked[1..] == stamp);
    let tag = format!("W/\"{stamp}\"");
    let headers = [(ETAG, tag.clone()), (CACHE_CONTROL, keeping(named, cfg!(debug_assertions)).to_owned())];
    let known = request.headers().get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag)) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    Ok((headers, [(CONTENT_TYPE, kind.to_string())], data).into_response())
}

/// How long a browser may keep a file: for ever under its stamp, unless it
/// may be edited while the program runs.
fn keeping(named: bool, edited: bool) -> &'static str {
    if named && !edited { "public, max-age=31536000, immutable" } else { "no-cache" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_change_is_kept() {
        assert!(keeping(true, false).contains("immutable"));
        assert_eq!((keeping(false, false), keeping(true, true)), ("no-cache", "no-cache"));
        assert!(root().starts_with("/static/@") && root() == super::root());
    }

    #[test]
    fn the_sheets_are_one() {
        let text = |path: &str| String::from_utf8(file(path).expect(path)).expect("text");
        assert_eq!(text("css/all.css"), SHEETS.map(text).concat());
        assert!(file("shell.html").is_none() && file("css/none.css").is_none() && file("joined/none.js").is_none());
    }

    #[test]
    fn a_page_asks_for_few_files() {
        let files = |entries: &[&str]| modules(&entries.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(files(&["main.js"]), ["joined/main.js"]);
        let race = files(&["main.js", "worlds/race.js"]);
        assert_eq!(race, ["joined/main.js", "joined/worlds-race.js", "joined/worlds-race-shared.js"]);
        assert!(files(&["none.js"]).is_empty());
    }
}
