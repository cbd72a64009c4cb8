//! The pages: one HTML shell each, in the visitor's language, which the
//! world's module fills.
//!
//! A template is HTML with two signs of our own: `[[english|français]]` is the
//! one or the other, and `{{name}}` is a value, escaped. `web/shell.html` is
//! around every page; `web/pages/NAME.html`, if it exists, is what the page
//! shows before its module has run.

use crate::api_error::ApiError;
use crate::app::App;
use crate::assets;
use crate::visitor::Visitor;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use dedale_text::Lang;

/// A page: its path, the module that fills it, and its title.
pub struct Page {
    /// The name, as in `pages/NAME.html` and `data-page`.
    pub name: &'static str,
    /// The path.
    pub path: &'static str,
    en: &'static str,
    fr: &'static str,
}

const fn page(name: &'static str, path: &'static str, en: &'static str, fr: &'static str) -> Page {
    Page { name, path, en, fr }
}

/// Every page.
pub const PAGES: &[Page] = &[
    page("home", "/", "Dédale", "Dédale"),
    page("maze", "/maze", "Maze", "Labyrinthes"),
    page("race", "/race", "Race", "Course"),
    page("fish", "/fish", "Fish", "Poissons"),
    page("magic", "/magic", "Magic", "Magie"),
    page("sokoban", "/sokoban", "Sokoban", "Sokoban"),
    page("learn", "/learn", "Learn", "Apprendre"),
    page("topic", "/learn/{topic}", "Learn", "Apprendre"),
    page("replays", "/replays", "Replays", "Parties jouées"),
    page("replay", "/replays/{id}", "Replay", "Partie jouée"),
    page("room", "/room/{id}", "Room", "Salle"),
];

/// Shows a page that has no more to check.
pub async fn show(page: &'static Page, visitor: Visitor) -> Response {
    Html(render(page.name, page, visitor.lang)).into_response()
}

/// `GET /learn/{topic}`: only topics that are written.
pub async fn topic(page: &'static Page, topic: &str, visitor: Visitor) -> Response {
    let known = topic.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let name = format!("learn/{topic}");
    if !known || assets::text(&format!("pages/{name}.html")).is_none() {
        return lost(visitor);
    }
    Html(render(&name, page, visitor.lang)).into_response()
}

/// `GET /room/{id}`: only rooms that exist.
pub async fn room(
    page: &'static Page,
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    if crate::rooms::exists(&app, &id).await? { Ok(show(page, visitor).await) } else { Ok(lost(visitor)) }
}

/// What is shown where nothing is.
pub fn lost(visitor: Visitor) -> Response {
    const LOST: Page = page("lost", "", "Nothing here", "Rien ici");
    (StatusCode::NOT_FOUND, Html(render("lost", &LOST, visitor.lang))).into_response()
}

fn render(content: &str, page: &Page, lang: Lang) -> String {
    let shell = assets::text("shell.html").unwrap_or_default();
    let content = assets::text(&format!("pages/{content}.html")).unwrap_or_default();
    let title = lang.pick(page.en, page.fr);
    let full = if page.name == "home" { title.to_owned() } else { format!("{title} · Dédale") };
    let shell = shell.replace("{{content}}", &content);
    let values = [("lang", lang.code()), ("title", &full), ("heading", title), ("page", page.name)];
    fill(&shell, lang, &values)
}

/// Fills a template: picks the language, then puts the values in.
fn fill(template: &str, lang: Lang, values: &[(&str, &str)]) -> String {
    let mut page = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("[[") {
        page += before;
        let Some((choice, after)) = after.split_once("]]") else {
            page += "[[";
            rest = after;
            continue;
        };
        let (en, fr) = choice.split_once('|').unwrap_or((choice, choice));
        page += lang.pick(en, fr);
        rest = after;
    }
    page += rest;
    for (name, value) in values {
        page = page.replace(&format!("{{{{{name}}}}}"), &escape(value));
    }
    page
}

/// The text as it must stand in HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_speak_both_languages() {
        let template = "<html lang=\"{{lang}}\"><h1>[[Hello|Bonjour]] {{title}}</h1>[[";
        assert_eq!(
            fill(template, Lang::Fr, &[("lang", "fr"), ("title", "<b>")]),
            "<html lang=\"fr\"><h1>Bonjour &lt;b&gt;</h1>[["
        );
        assert!(fill(template, Lang::En, &[]).contains("Hello"));
    }
}
