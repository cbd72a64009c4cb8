//! The files of the page, embedded in the program; in debug builds they are
//! read from the folder, so that the page can be edited while it runs.
//!
//! Pages name their files under a stamp of all of them (`/static/@1f2e3d4c5b6a/main.js`),
//! so a browser may keep what it has for ever: what changes has another name.
//! Modules import each other by relative paths and so stay under the stamp
//! they were asked by. The style sheets that every page has are one answer.

use crate::api_error::ApiError;
use axum::extract::{Path, Request};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::fmt::Write;
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/web"]
struct Web;

/// The style sheets of every page, in this order.
const FRAME: [&str; 3] = ["css/tokens.css", "css/base.css", "css/parts.css"];

/// The text of a file of the page.
pub fn text(path: &str) -> Option<String> {
    String::from_utf8(Web::get(path)?.data.into_owned()).ok()
}

/// What a browser gets under a name, and what its tag is made of.
fn file(path: &str) -> Option<(Vec<u8>, [u8; 32])> {
    if path == "css/frame.css" {
        let sheets: Vec<_> = FRAME.iter().filter_map(|sheet| Web::get(sheet)).collect();
        let mut hash = [0; 32];
        for (at, byte) in sheets.iter().flat_map(|sheet| sheet.metadata.sha256_hash()).enumerate() {
            hash[at % 32] ^= byte.rotate_left(at as u32 / 32);
        }
        return Some((sheets.iter().flat_map(|sheet| sheet.data.iter().copied()).collect(), hash));
    }
    // Templates are for pages, not for browsers.
    let file = Web::get(path).filter(|_| !path.ends_with(".html"))?;
    Some((file.data.into_owned(), file.metadata.sha256_hash()))
}

/// Where pages find their files: `/static/@` and the stamp of all of them.
pub fn root() -> &'static str {
    static ROOT: LazyLock<String> = LazyLock::new(|| {
        // FNV-1a over the names and the hashes: a stamp, not a seal.
        let bytes = Web::iter().filter_map(|path| {
            let hash = Web::get(&path)?.metadata.sha256_hash();
            Some(path.bytes().chain(hash).collect::<Vec<u8>>())
        });
        let mix = |stamp: u64, byte: u8| (stamp ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let stamp = bytes.flatten().fold(0xcbf2_9ce4_8422_2325, mix);
        format!("/static/@{stamp:016x}")
    });
    &ROOT
}

/// The modules that a page needs before its first board: these and all they
/// import, each once, so that the browser asks for all of them at once.
pub fn modules(entries: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut waiting: Vec<String> = entries.iter().rev().cloned().collect();
    while let Some(path) = waiting.pop() {
        if found.contains(&path) {
            continue;
        }
        let Some(module) = text(&path) else { continue };
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        waiting.extend(imports(&module).filter_map(|name| resolved(folder, name)));
        found.push(path);
    }
    found
}

/// The names after each `from` of a module; types stand in comments and have
/// no `from`.
fn imports(module: &str) -> impl Iterator<Item = &str> {
    module.split(" from \"").skip(1).filter_map(|rest| rest.split('"').next()).filter(|name| name.starts_with('.'))
}

/// A relative name seen from a folder.
fn resolved(folder: &str, name: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// `GET /static/{path}`. Under today's stamp a file never changes; under
/// another, or none, the browser asks again each time and is told in a few
/// bytes that it has the newest already.
pub async fn get(Path(path): Path<String>, request: Request) -> Result<Response, ApiError> {
    let missing = || ApiError::missing("there is no such file", "ce fichier n'existe pas");
    let (stamp, path) = match path.split_once('/') {
        Some((stamp, rest)) if stamp.starts_with('@') => (Some(stamp), rest),
        _ => (None, path.as_str()),
    };
    let (data, hash) = file(path).ok_or_else(missing)?;
    let mut tag = String::from("W/\"");
    for byte in &hash[..12] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    let named = stamp.is_some_and(|stamp| root().ends_with(stamp));
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
    fn the_sheets_of_every_page_are_one() {
        let (sheet, hash) = file("css/frame.css").expect("a sheet");
        let sheet = String::from_utf8(sheet).expect("text");
        assert_eq!(sheet, FRAME.map(|path| text(path).expect("a sheet")).concat());
        assert!(file("css/tokens.css").is_some_and(|(_, tokens)| tokens != hash));
        assert!(file("shell.html").is_none() && file("css/none.css").is_none());
    }

    #[test]
    fn modules_come_with_all_they_import() {
        let all = modules(&["main.js".to_owned()]);
        assert_eq!(all[0], "main.js");
        for needed in ["app/dom.js", "app/i18n.js", "app/shell.js"] {
            assert_eq!(all.iter().filter(|path| *path == needed).count(), 1, "{needed} in {all:?}");
        }
        // What a page loads only when it is needed is not in the way.
        assert!(!all.iter().any(|path| path.starts_with("worlds/")), "{all:?}");
        assert!(modules(&["none.js".to_owned()]).is_empty());
        assert_eq!(resolved("worlds/race", "../../app/dom.js").as_deref(), Some("app/dom.js"));
        assert_eq!(resolved("", "../x.js"), None);
    }
}
