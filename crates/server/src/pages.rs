//! The pages: one HTML shell each, in the visitor's language, which the
//! world's module fills.
//!
//! A template is HTML with two signs of our own: `[[english|français]]` is the
//! one or the other, and `{{name}}` is a value, escaped. `web/shell.html` is
//! around every page; `web/pages/NAME.html`, or else `wait.html` or `board.html`
//! beside it, is what the page shows before its module has run. The bar, the heading and
//! what a link to the page says elsewhere need no script.

use crate::api_error::ApiError;
use crate::app::App;
use crate::assets;
use crate::replays::samples;
use crate::rooms::{self, Command, record::RoomRecord};
use crate::visitor::Visitor;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{HOST, HeaderMap};
use axum::response::{Html, IntoResponse, Response};
use dedale_text::Lang;
use std::fmt::Write;

/// A page: its path, the module that fills it, its title, and what it is.
pub struct Page {
    /// The name, as in `pages/NAME.html` and `data-page`.
    pub name: &'static str,
    /// The path.
    pub path: &'static str,
    title: [&'static str; 2],
    about: [&'static str; 2],
}

const fn page(name: &'static str, path: &'static str, title: [&'static str; 2], about: [&'static str; 2]) -> Page {
    Page { name, path, title, about }
}

const STUDIO: [&str; 2] = [
    "Five small worlds made of squares: generate boards, play them alone or with friends, watch the algorithms think.",
    "Cinq petits mondes faits de cases : créez des plateaux, jouez seul ou entre amis, regardez penser les algorithmes.",
];

const LEARN: [&str; 2] = [
    "Short pages on the ideas behind the worlds, each with a board you can change and an algorithm you can step through.",
    "De courtes pages sur les idées derrière les mondes, chacune avec un plateau à modifier et un algorithme à suivre pas à pas.",
];

const REPLAYS: [&str; 2] = [
    "Every match that came to its end can be watched again, move by move, and taken up from any moment.",
    "Toute partie terminée peut se revoir coup par coup, et se reprendre à tout moment.",
];

/// Every page.
pub const PAGES: &[Page] = &[
    page("home", "/", ["Dédale", "Dédale"], STUDIO),
    page(
        "maze",
        "/maze",
        ["Maze", "Labyrinthes"],
        [
            "Watch thirteen algorithms carve a maze, step by step and backwards. Then find your own way out.",
            "Regardez treize algorithmes creuser un labyrinthe, pas à pas et à rebours. Puis trouvez la sortie.",
        ],
    ),
    page(
        "race",
        "/race",
        ["Race", "Course"],
        [
            "From the corners to the centre, one step each, in turn. One keyboard, or one link for your friends.",
            "Des coins vers le centre, un pas chacun son tour. Un clavier, ou un lien pour vos amis.",
        ],
    ),
    page(
        "fish",
        "/fish",
        ["Fish", "Poissons"],
        [
            "Build shops, bid in secret. Roads appear by themselves where the town could not live without them.",
            "Bâtissez, enchérissez en secret. Les routes naissent seules, là où la ville ne peut s’en passer.",
        ],
    ),
    page(
        "magic",
        "/magic",
        ["Magic", "Magie"],
        [
            "Four pawns, one sand timer. Everyone moves every pawn, each in their own directions. Nobody speaks.",
            "Quatre pions, un sablier. Chacun déplace tous les pions, mais dans ses directions. Silence.",
        ],
    ),
    page(
        "sokoban",
        "/sokoban",
        ["Sokoban", "Sokoban"],
        [
            "Push every box onto a target, never pull. Undo without end, or let the solver show you.",
            "Poussez chaque caisse sur une cible, sans jamais tirer. Annulez sans fin, ou laissez le solveur montrer.",
        ],
    ),
    page("learn", "/learn", ["Learn", "Apprendre"], LEARN),
    page("topic", "/learn/{topic}", ["Learn", "Apprendre"], LEARN),
    page("replays", "/replays", ["Replays", "Parties"], REPLAYS),
    page("replay", "/replays/{id}", ["Replay", "Partie jouée"], REPLAYS),
    page("room", "/room/{id}", ["Room", "Salle"], STUDIO),
];

/// The pages in the bar, in order.
const TABS: [&str; 7] = ["maze", "race", "fish", "magic", "sokoban", "learn", "replays"];

/// The page of this name.
fn named(name: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.name == name)
}

/// What a page shows.
struct Sight<'a> {
    page: &'a Page,
    /// The template, where it is not that of the page.
    content: Option<String>,
    /// The world whose colours and modules it needs.
    world: Option<String>,
    /// What it is called, where it is not by the page's title.
    title: Option<String>,
    /// The picture that a link to it shows, without its query.
    picture: String,
}

/// Opens a page.
pub async fn open(page: &'static Page, State(app): State<App>, request: Request) -> Result<Response, ApiError> {
    let (parts, _) = request.into_parts();
    let Some(visitor) = parts.extensions.get::<Visitor>().cloned() else {
        return Err(ApiError::broken(&"nobody greeted this visitor"));
    };
    let query = parts.uri.query().unwrap_or_default();
    let last = parts.uri.path().rsplit('/').next().unwrap_or_default();
    let is_world = TABS[..5].contains(&page.name);
    let mut sight = Sight {
        page,
        content: None,
        world: is_world.then(|| page.name.to_owned()),
        title: None,
        picture: if query.is_empty() { page.name.to_owned() + ".png" } else { format!("{}.png?{query}", page.name) },
    };
    match page.name {
        "topic" => {
            let known = last.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
            let name = format!("learn/{last}");
            if !known || assets::text(&format!("pages/{name}.html")).is_none() {
                return Ok(lost(visitor));
            }
            sight.content = Some(name);
            sight.picture = "learn.png".into();
        }
        "room" => match rooms::ask(&app, last, Command::Summary).await {
            Ok(summary) => invite(&mut sight, &serde_json::to_value(summary).unwrap_or_default(), visitor.lang),
            Err(fault) if fault.status == StatusCode::NOT_FOUND => return Ok(lost(visitor)),
            Err(fault) => return Err(fault),
        },
        "replay" => {
            let found = app.store.load(last).await.ok().flatten();
            let (game, by) = match found {
                Some((record, _)) => (Some(record.game), names(RoomRecord::of(&record.room))),
                None => (samples::game(last), String::new()),
            };
            if let Some(game) = game {
                let title = title_of(&game, visitor.lang);
                sight.title = Some(format!("{}{title}{by}", visitor.lang.pick("Replay: ", "Partie : ")));
                sight.world = Some(game);
                sight.picture = format!("replays/{last}.png");
            }
        }
        _ => {}
    }
    let origin = origin(&app, &parts.headers);
    let asked = parts.uri.path_and_query().map_or("/", |asked| asked.as_str());
    Ok(Html(render(&sight, visitor.lang, &origin, asked)).into_response())
}

/// Who played, as a title goes on.
fn names(room: Option<RoomRecord>) -> String {
    let seats = room.map(|room| room.seats).unwrap_or_default();
    let names: Vec<String> = seats.into_iter().map(|seat| seat.name).filter(|name| !name.is_empty()).collect();
    if names.is_empty() { String::new() } else { format!(" · {}", names.join(", ")) }
}

/// A room's page says who invites to what.
fn invite(sight: &mut Sight<'_>, summary: &serde_json::Value, lang: Lang) {
    let game = summary["game"].as_str().unwrap_or_default();
    sight.title = Some(invitation(summary, lang).unwrap_or_else(|| title_of(game, lang).to_owned()));
    sight.picture = format!("room/{}.png", summary["room"].as_str().unwrap_or_default());
    sight.world = Some(game.to_owned());
}

/// Who invites to what, while somebody is there and a seat is free.
pub fn invitation(summary: &serde_json::Value, lang: Lang) -> Option<String> {
    let game = summary["game"].as_str()?;
    let players = summary["players"].as_array()?;
    let free = players.iter().any(|player| player["kind"] == "open") && summary["practice"] == false;
    let host = players.iter().filter_map(|player| player["name"].as_str()).find(|name| !name.is_empty() && free)?;
    let title = title_of(game, lang);
    let to = match (game, lang) {
        ("race", _) => lang.pick("a race", "une course").to_owned(),
        (_, Lang::En) => title.to_owned(),
        (_, Lang::Fr) => format!("une partie de {title}"),
    };
    Some(format!("{host} {} {to}", lang.pick("invites you to", "vous invite à")))
}

/// What a world, or a page, is called.
pub fn title_of(world: &str, lang: Lang) -> &'static str {
    named(world).map_or("Dédale", |page| lang.pick(page.title[0], page.title[1]))
}

/// Where this studio is, for those who read links elsewhere.
pub fn origin(app: &App, headers: &HeaderMap) -> String {
    let host = || headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    app.limits
        .public_url
        .clone()
        .map_or_else(|| format!("http://{}", host()), |url| url.trim_end_matches('/').to_owned())
}

/// What is shown where nothing is.
pub fn lost(visitor: Visitor) -> Response {
    const LOST: Page = page("lost", "", ["Nothing here", "Rien ici"], STUDIO);
    let sight = Sight { page: &LOST, content: None, world: None, title: None, picture: "home.png".into() };
    (StatusCode::NOT_FOUND, Html(render(&sight, visitor.lang, "", "/"))).into_response()
}

fn render(sight: &Sight<'_>, lang: Lang, origin: &str, asked: &str) -> String {
    let Sight { page, content, world, title, picture } = sight;
    let part = |name: &str| assets::text(name).unwrap_or_default();
    let content = content.as_deref().unwrap_or(page.name);
    // A board begins at the top; a page of settings says first what it is about.
    let wait = if asked.contains('?') || matches!(page.name, "room" | "replay") { "board" } else { "wait" };
    let content = assets::text(&format!("pages/{content}.html")).unwrap_or_else(|| part(&format!("pages/{wait}.html")));
    let pick = |texts: [&'static str; 2]| lang.pick(texts[0], texts[1]);
    let world = world.as_deref();
    // A room is called by its game, whatever the link to it says.
    let heading = world.map_or_else(|| pick(page.title), |world| title_of(world, lang));
    let named_so = title.as_deref().unwrap_or(heading);
    let full = if page.name == "home" { heading.to_owned() } else { format!("{named_so} · Dédale") };
    let about = world.and_then(named).map_or_else(|| pick(page.about), |world| pick(world.about));
    let wide = if world.is_some() {
        "wide"
    } else if page.name == "home" {
        "home"
    } else {
        ""
    };
    // The picture has words too.
    let also = if picture.contains('?') { "&lang=" } else { "?lang=" };
    let (url, image) = (format!("{origin}{asked}"), format!("{origin}/preview/{picture}{also}{}", lang.code()));
    let root = assets::root();
    let mut shell = part("shell.html").replace("{{content}}", &content);
    shell =
        shell.replace("{{tabs}}", &tabs(page, world, lang)).replace("{{preload}}", &preload(&root, page, world, asked));
    let mut values = vec![
        ("lang".to_owned(), lang.code()),
        ("root".to_owned(), root.as_str()),
        ("title".to_owned(), full.as_str()),
        ("named".to_owned(), named_so),
        ("heading".to_owned(), heading),
        ("about".to_owned(), about),
        ("page".to_owned(), page.name),
        ("world".to_owned(), world.unwrap_or_default()),
        ("wide".to_owned(), wide),
        ("url".to_owned(), url.as_str()),
        ("image".to_owned(), image.as_str()),
    ];
    for tab in TABS.iter().filter_map(|tab| named(tab)) {
        values.push((format!("about-{}", tab.name), pick(tab.about)));
    }
    fill(&shell, lang, &values)
}

/// The links of the bar; the page one is on is marked.
fn tabs(page: &Page, world: Option<&str>, lang: Lang) -> String {
    let mut tabs = String::new();
    for tab in TABS.iter().filter_map(|tab| named(tab)) {
        let here = match page.name {
            "topic" => tab.name == "learn",
            "replay" if world.is_none() => tab.name == "replays",
            name => tab.name == world.unwrap_or(name),
        };
        let mark = if here { " aria-current=\"page\"" } else { "" };
        let title = lang.pick(tab.title[0], tab.title[1]);
        let _ = write!(tabs, "<a href=\"{}\" data-world=\"{}\"{mark}>{title}</a>", tab.path, tab.name);
    }
    tabs
}

/// The style sheet and the modules that a page needs, asked for at once.
fn preload(root: &str, page: &Page, world: Option<&str>, asked: &str) -> String {
    let mut links = String::new();
    let mut entries = vec!["main.js".to_owned(), format!("{}.js", page.name)];
    if matches!(page.name, "topic" | "learn") {
        let _ = writeln!(links, "<link rel=\"stylesheet\" href=\"{root}/css/learn.css\">");
        entries.push("learn.js".into());
    }
    if let Some(world) = world {
        entries.push(format!("worlds/{world}.js"));
    }
    if world == Some("maze") {
        entries.push(format!("worlds/maze/{}.js", if asked.contains("walk") { "play" } else { "lab" }));
    }
    // Styles first: what is read comes before what is played with.
    for module in assets::modules(&entries) {
        let _ = writeln!(links, "<link rel=\"modulepreload\" fetchpriority=\"low\" href=\"{root}/{module}\">");
    }
    links
}

/// French with the signs that stand apart from their word kept on its line, by
/// a narrow space where printers take one.
fn kept_together(text: &str) -> String {
    let (narrow, wide) = ([" ;", " ?", " !"], [" :", " »"]);
    let bound = |text: String, sign: &&str, space| text.replace(sign, &sign.replace(' ', space));
    let text = narrow.iter().fold(text.replace("« ", "«\u{a0}"), |text, sign| bound(text, sign, "\u{202f}"));
    wide.iter().fold(text, |text, sign| bound(text, sign, "\u{a0}"))
}

/// Fills a template: picks the language, then puts the values in.
fn fill(template: &str, lang: Lang, values: &[(String, &str)]) -> String {
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
        match lang {
            Lang::En => page += en,
            Lang::Fr => page += &kept_together(fr),
        }
        rest = after;
    }
    page += rest;
    // One pass: a value that looks like a sign stays what it is.
    let template = std::mem::take(&mut page);
    let mut rest = template.as_str();
    while let Some((before, after)) = rest.split_once("{{") {
        page += before;
        let known = after.split_once("}}").and_then(|(name, after)| {
            values.iter().find(|(known, _)| known == name).map(|(_, value)| (escape(value), after))
        });
        match known {
            Some((value, after)) => {
                page += &value;
                rest = after;
            }
            None => {
                page += "{{";
                rest = after;
            }
        }
    }
    page + rest
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
        let values = [("lang".to_owned(), "fr"), ("title".to_owned(), "<b>{{lang}}")];
        assert_eq!(fill(template, Lang::Fr, &values), "<html lang=\"fr\"><h1>Bonjour &lt;b&gt;{{lang}}</h1>[[");
        assert!(fill(template, Lang::En, &[]).contains("Hello"));
    }

    #[test]
    fn french_signs_stay_on_the_line_of_their_word() {
        let page = fill("<p>[[Why: a; b?|Pourquoi : « a » ; b ?]]</p>", Lang::Fr, &[]);
        assert_eq!(page, "<p>Pourquoi\u{a0}: «\u{a0}a\u{a0}»\u{202f}; b\u{202f}?</p>");
        assert_eq!(fill("[[Why: a?|b ?]]", Lang::En, &[]), "Why: a?");
    }

    #[test]
    fn a_room_says_who_invites_to_what() {
        let mut sight =
            Sight { page: named("room").unwrap(), content: None, world: None, title: None, picture: String::new() };
        let players = serde_json::json!([{"name": "Ada <3", "kind": "person"}, {"name": "", "kind": "open"}]);
        let room = serde_json::json!({"room": "abc", "game": "fish", "practice": false, "players": players});
        invite(&mut sight, &room, Lang::Fr);
        let html = render(&sight, Lang::Fr, "https://play.example", "/room/abc");
        for part in [
            "property=\"og:title\" content=\"Ada &lt;3 vous invite à une partie de Poissons\"",
            "property=\"og:image\" content=\"https://play.example/preview/room/abc.png?lang=fr\"",
            "data-world=\"fish\" aria-current=\"page\"",
            "joined/worlds-fish.js",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }
}
