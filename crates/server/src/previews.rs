//! `GET /preview/…png`: the picture that a link shows where it is passed on,
//! 1200 by 630 points: the board of a room or a match as everybody sees it, or
//! the board that the settings in a link give, and what the link says in words.
//!
//! A picture takes a place among the small questions, and the latest ones are kept. With
//! `?small=light` or `?small=dark` it is two fifths as wide and only the board, for lists.

mod boards;
mod ink;
mod letters;
mod mall;
mod town;

use crate::api_error::ApiError;
use crate::app::App;
use crate::assets;
use crate::fair_queue::blocking;
use crate::pages;
use crate::replays;
use crate::rooms::{self, Command};
use crate::visitor::Visitor;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use dedale_draw::{Color, Role, Scene, Shape, Theme, path, png, role};
use dedale_maze::picture;
use dedale_maze::questions::{Board, Recipe};
use dedale_maze::surface::picture as surface;
use dedale_play::{Seed, Viewer};
use dedale_question::Control;
use dedale_text::Lang;
use letters::Face;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

const WIDE: f32 = 1200.0;
const HIGH: f32 = 630.0;
/// Space around the board.
const RIM: f32 = 36.0;
/// What the name and the words take beside the board at the least.
const SIDE: f32 = 300.0;
/// What is left free at the left of name and words.
const MARGIN: f32 = 56.0;
/// Shapes beyond which a board is too fine to be seen at this size.
const FINEST: usize = 60_000;
/// How much smaller the pictures in lists are.
const SMALL: f32 = 0.4;
/// Pictures that are kept.
const KEPT: usize = 256;

/// What a link says besides its path.
type Settings = BTreeMap<String, String>;

/// The pictures drawn last, the latest first.
static LATELY: Mutex<VecDeque<(String, Arc<Vec<u8>>)>> = Mutex::new(VecDeque::new());

/// `GET /preview/{path}`
pub async fn get(
    State(app): State<App>,
    visitor: Visitor,
    Path(path): Path<String>,
    Query(mut settings): Query<Settings>,
) -> Result<Response, ApiError> {
    let missing = || ApiError::missing("there is no such picture", "cette image n'existe pas");
    let name = path.strip_suffix(".png").ok_or_else(missing)?;
    // The page names a version, so that what it shows is what was played last.
    settings.remove("v");
    let asked = settings.remove("lang").and_then(|lang| lang.parse().ok());
    let lang: Lang = asked.unwrap_or(visitor.lang);
    let form = match settings.remove("small").as_deref() {
        None => Form::Sheet,
        Some("dark") => Form::List(Theme::Dark),
        Some(_) => Form::List(Theme::Light),
    };
    let (about, mut words, seconds) = match name.split_once('/') {
        Some(("room", id)) => {
            let table = rooms::as_it_stands(&app, id).await?;
            let words = if form == Form::Sheet { invitation(&app, id, lang).await } else { Vec::new() };
            (About::Match { id: id.to_owned(), table }, words, 30)
        }
        Some(("replays", id)) => {
            let looked = replays::load(&app, id).await?;
            (About::Match { id: id.to_owned(), table: looked.table }, Vec::new(), 3600)
        }
        None if known(name) => (About::Link { world: name.to_owned(), settings }, Vec::new(), 3600),
        _ => return Err(missing()),
    };
    words.push(pages::title_of(about.world().as_str(), lang).to_owned());
    let key = format!("{} {words:?}", about.key(form));
    let drawn = match lately(&key) {
        Some(picture) => picture,
        None => {
            let _place = app.small.enter(visitor.address).await?;
            let inner = app.clone();
            let picture = Arc::new(blocking(&app, move || about.draw(&inner, form, &words)).await??);
            keep(key, &picture);
            picture
        }
    };
    let keeping = format!("public, max-age={seconds}");
    Ok(([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, keeping.as_str())], drawn.to_vec()).into_response())
}

/// The pages that have a picture of their own.
fn known(name: &str) -> bool {
    ["home", "learn", "replays", "maze", "race", "fish", "magic", "sokoban"].contains(&name)
}

fn lately(key: &str) -> Option<Arc<Vec<u8>>> {
    let kept = LATELY.lock().unwrap_or_else(PoisonError::into_inner);
    kept.iter().find(|(known, _)| known == key).map(|(_, picture)| Arc::clone(picture))
}

fn keep(key: String, picture: &Arc<Vec<u8>>) {
    let mut kept = LATELY.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push_front((key, Arc::clone(picture)));
    kept.truncate(KEPT);
}

/// Where a picture is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Beside a link, on its world's sheet.
    Sheet,
    /// In a list of the page.
    List(Theme),
}

/// What a picture shows.
enum About {
    Match { id: String, table: Arc<dyn dedale_play::Table> },
    Link { world: String, settings: Settings },
}

impl About {
    /// A name that changes with the picture.
    fn key(&self, form: Form) -> String {
        match self {
            Self::Match { id, table } => format!("{form:?} {id} {}", table.entries()),
            Self::Link { world, settings } => format!("{form:?} {world} {settings:?}"),
        }
    }

    /// The world, or the page, that it is of.
    fn world(&self) -> String {
        match self {
            Self::Match { table, .. } => table.id().game,
            Self::Link { world, .. } => world.clone(),
        }
    }

    fn draw(self, app: &App, form: Form, words: &[String]) -> Result<Vec<u8>, ApiError> {
        let world = self.world();
        let board = match self {
            Self::Match { table, .. } => of_view(&world, table.view(Viewer::Spectator)),
            Self::Link { settings, .. } => of_link(app, &world, &settings),
        };
        let fine = |scene: &Scene| scene.shapes.len() <= FINEST;
        // What cannot be drawn is shown by another board of its world.
        let board = board.filter(fine).or_else(|| of_link(app, &world, &Settings::new()));
        let board = board.unwrap_or_else(|| Scene::new(1.0, 1.0));
        match form {
            Form::Sheet => png(&framed(&world, board, words), 1.0, Theme::Light),
            Form::List(theme) => png(&plain(board), SMALL, theme),
        }
        .map_err(|error| ApiError::broken(&error))
    }
}

/// Who invites to what, as the link to a room says it.
async fn invitation(app: &App, id: &str, lang: Lang) -> Vec<String> {
    let summary = rooms::ask(app, id, Command::Summary).await.unwrap_or_default();
    pages::invitation(&summary, lang).into_iter().collect()
}

/// The board that a link leads to.
fn of_link(app: &App, world: &str, settings: &Settings) -> Option<Scene> {
    let seed = settings.get("seed").and_then(|seed| seed.parse().ok()).unwrap_or(7);
    let begun = |game: &str, config: &str| {
        let table = (app.worlds.game(game).ok()?.start)(config, Seed::Number(seed)).ok()?;
        of_view(game, table.view(Viewer::Spectator))
    };
    match world {
        "race" | "fish" | "magic" => {
            // "Play now" has settings of its own, as the page opens it.
            let usual = match (world, settings.contains_key("play")) {
                ("race", true) => "size=21,density=0.65,players=2,rounds=3,fair",
                ("race", false) => "size=21,density=0.65,players=4",
                ("fish", true) => "rules=standard,players=3,practice=true",
                ("fish", false) => "players=3",
                (_, true) => "scenario=1,players=4,time=300",
                (_, false) => "players=4",
            };
            let asked = settings.get("config").map(String::as_str);
            asked.and_then(|config| begun(world, config)).or_else(|| begun(world, usual))
        }
        "sokoban" => {
            let drawn = settings.get("board").map(|board| board.replace('|', "\n").replace(['-', '_'], " "));
            let level = drawn.and_then(|rows| dedale_sokoban::Level::from_rows(rows.lines()).ok());
            let shipped = dedale_sokoban::shipped();
            let number = settings.get("level").and_then(|level| level.parse::<usize>().ok());
            let of_day = || Some(level_of_day(settings.get("day")?, shipped.len())? + 1);
            let number = number.or_else(of_day).unwrap_or(30);
            let level = level.or_else(|| Some(shipped.get(number.checked_sub(1)?)?.level.clone()))?;
            Some(boards::level(&level))
        }
        _ => maze(settings, seed),
    }
}

/// Which of so many levels is that of a day such as `20261118`, from 0: the days
/// since 1970 in turn, as the page counts them.
fn level_of_day(day: &str, levels: usize) -> Option<usize> {
    let day: i64 = day.parse().ok().filter(|day| (19_700_101..=99_991_231).contains(day))?;
    let (year, month, date) = (day / 10_000, day / 100 % 100, day % 100);
    // Years begin in March, so that the odd day is their last.
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + date - 1;
    let days = 365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468;
    usize::try_from(days).ok()?.checked_rem(levels)
}

/// A maze to walk of the page: columns, rows, how it is made. The page's own
/// list is read, which has one a line.
fn level_to_walk(level: &str) -> Option<(u32, u32, String)> {
    let list = assets::text("worlds/maze/levels.js")?;
    let mut rows = list.lines().filter_map(|line| serde_json::from_str(line.trim().trim_end_matches(',')).ok());
    rows.nth(level.parse().ok()?)
}

/// A maze of these settings, if it can be seen at this size, coloured by distance.
fn maze(settings: &Settings, seed: u64) -> Option<Scene> {
    let control = Control::default();
    let mut asked = json!({"seed": seed, "size": "28x18"});
    for (key, value) in settings {
        match key.as_str() {
            "algo" => asked[key] = value.split(',').next().into(),
            "surface" | "size" | "policy" | "mask" => asked[key] = value.as_str().into(),
            "bias" | "braid" => asked[key] = value.parse::<f64>().ok().into(),
            "rooms" => asked[key] = value.parse::<u32>().ok().into(),
            _ => {}
        }
    }
    let level = settings.get("level").filter(|_| settings.contains_key("walk"));
    if let Some((columns, rows, algo)) = level.and_then(|level| level_to_walk(level)) {
        asked["size"] = format!("{columns}x{rows}").into();
        asked["algo"] = algo.into();
    }
    let recipe: Recipe = serde_json::from_value(asked).ok()?;
    if recipe.size.is_none_or(|sides| sides.columns > 90 || sides.rows > 60) {
        return None;
    }
    match recipe.ready(&control).ok()?.board(seed, &control).ok()? {
        Board::Squares(maze) => {
            let paints = maze.start().map(|start| picture::by_distance(&maze, &[start]));
            Some(ink::inked(picture::scene(&maze, &picture::Look { paints, ends: true, ..Default::default() })))
        }
        Board::Surface(maze) => {
            let start = maze.start()?;
            let ends = maze.goal().map(|goal| (start, goal));
            let paints = Some(surface::by_distance(&maze, start));
            Some(ink::inked(surface::scene(&maze, &surface::Look { paints, ends, ..Default::default() })))
        }
    }
}

/// The board in a view that everybody may have.
fn of_view(game: &str, view: Value) -> Option<Scene> {
    match game {
        "race" => boards::race(&view["course"]),
        "fish" => town::fish(&view),
        "magic" => {
            let view: dedale_magic::questions::View = serde_json::from_value(view).ok()?;
            let open = view.open(&Control::default()).ok()?;
            Some(mall::mall(&open.market, &open.pawns))
        }
        "sokoban" => boards::sokoban(&view),
        _ => None,
    }
}

/// A role whose colours let the ground shine through, with how much of them there is.
const fn tinted(name: &'static str, light: (u32, u8), dark: (u32, u8)) -> Role {
    Role { name, light: Color::hex(light.0).alpha(light.1), dark: Color::hex(dark.0).alpha(dark.1) }
}

/// A board in the middle of nothing else.
fn plain(board: Scene) -> Scene {
    let mut scene = Scene::new(WIDE, HIGH);
    scene.add(Shape::rect(0.0, 0.0, WIDE, HIGH).fill(&role::PAPER));
    let place = fitted(&board, 0.0, RIM / 2.0);
    put(&mut scene, board, place);
    scene
}

/// The scale, left and top of a board in the middle of what is right of a
/// margin, with a rim around it.
fn fitted(board: &Scene, side: f32, rim: f32) -> (f32, f32, f32) {
    let scale = ((WIDE - side - 2.0 * rim) / board.width).min((HIGH - 2.0 * rim) / board.height);
    (scale, side + (WIDE - side - board.width * scale) / 2.0, (HIGH - board.height * scale) / 2.0)
}

fn put(scene: &mut Scene, board: Scene, (scale, left, top): (f32, f32, f32)) {
    for shape in board.shapes {
        scene.add(shape.moved(scale, left, top));
    }
}

/// A board at the right of a sheet in its world's colour; at the left our name
/// and what the link says, as far as our typeface has its letters.
fn framed(world: &str, board: Scene, words: &[String]) -> Scene {
    const MAZE: Role = Role::new("sheet-maze", 0x1d6a96, 0x1d6a96);
    const RACE: Role = Role::new("sheet-race", 0x6f7a4c, 0x6f7a4c);
    const FISH: Role = Role::new("sheet-fish", 0x237056, 0x237056);
    const MAGIC: Role = Role::new("sheet-magic", 0x5b4b9a, 0x5b4b9a);
    const SOKOBAN: Role = Role::new("sheet-sokoban", 0xa24a24, 0xa24a24);
    const SHADE: Role = Role::veil("shade", 0x100f16, 70);
    let sheet = match world {
        "race" => &RACE,
        "fish" => &FISH,
        "magic" => &MAGIC,
        "sokoban" => &SOKOBAN,
        _ => &MAZE,
    };
    let mut scene = Scene::new(WIDE, HIGH);
    scene.add(Shape::rect(0.0, 0.0, WIDE, HIGH).fill(sheet));
    let (scale, _, top) = fitted(&board, SIDE, RIM);
    let (wide, high) = (board.width * scale, board.height * scale);
    let left = WIDE - RIM - wide;
    scene.add(Shape::rounded(left - 4.0, top + 2.0, wide + 20.0, high + 20.0, 16.0).fill(&SHADE));
    scene.add(Shape::rounded(left - 10.0, top - 10.0, wide + 20.0, high + 20.0, 14.0).fill(&role::PAPER));
    put(&mut scene, board, (scale, left, top));
    let column = left - 10.0 - 2.0 * MARGIN;
    named(&mut scene, column.min(460.0));
    let sizes = [26.0, if column > 400.0 { 68.0 } else { 52.0 }];
    let set = |words: &String| Face::serif().set(words, column, sizes, 5);
    if let Some((size, lines)) = words.iter().find_map(set) {
        // Down from a little above the middle of what the name leaves.
        let first = 356.0 - (lines.len() as f32 - 1.0) * size * 0.58 + size * 0.3;
        for (number, line) in lines.iter().enumerate() {
            let place = (MARGIN, first + number as f32 * size * 1.16);
            Face::serif().text(line, size, place).into_iter().for_each(|line| scene.add(line.fill(&role::PAPER)));
        }
    }
    scene
}

/// The mark, a way into a square labyrinth, and the name beside it.
fn named(scene: &mut Scene, column: f32) {
    let mark = path("M15 29H3V3H29V29H21M21 29V10H10V22H15V16");
    let size = if column > 300.0 { 46.0 } else { 40.0 };
    let scale = size / 26.0 * 0.94;
    scene.add(Shape::lines(mark).stroke(&role::PAPER, 2.7).moved(scale, MARGIN - 2.0, 50.0));
    let place = (MARGIN + 36.0 * scale, 50.0 + 26.0 * scale);
    Face::serif().text("Dédale", size, place).into_iter().for_each(|name| scene.add(name.fill(&role::PAPER)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_draw::Geometry;

    #[test]
    fn boards_are_drawn_from_what_everybody_sees() {
        let course = json!({"rows": ["*****", "*   *", "*   *", "*   *", "*****"], "target": [2, 2], "starts": [[1, 1], [1, 3]], "positions": [[1, 2], [1, 3]]});
        let scene = of_view("race", json!({"course": course})).expect("a race");
        assert!(scene.shapes.len() > 25);
        let view = json!({"rows": ["#####", "#@$.#", "#####"], "boxes": [[1, 3]], "player": [1, 2]});
        assert!(of_view("sokoban", view).is_some());
        assert!(of_view("fish", json!({"board": ["A.", ".#"]})).is_some());
        for wrong in [json!({}), json!({"rows": 3}), json!({"rows": ["#"], "boxes": [[9, 9]], "player": []})] {
            assert!(
                ["race", "fish", "magic", "sokoban", "chess"].iter().all(|game| of_view(game, wrong.clone()).is_none())
            );
        }
    }

    #[test]
    fn a_link_to_a_maze_shows_that_maze() {
        let of = |link: &str| {
            let pairs = link.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
            maze(&pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(), 3)
        };
        let broad = |link: &str| of(link).map(|scene| scene.width / scene.height);
        assert!(broad("walk&level=2").is_some_and(|ratio| (1.4..1.7).contains(&ratio)), "24 by 15");
        assert_eq!(level_to_walk("2"), Some((24, 15, "backtracker".into())));
        assert_eq!((level_to_walk("5").map(|level| level.0), level_to_walk("6")), (Some(80), None));
        assert!(broad("size=10x30").is_some_and(|ratio| ratio < 0.5));
        let shapes = |link: &str| of(link).expect(link).shapes;
        assert_ne!(shapes("size=9x9&surface=hex").len(), shapes("size=9x9").len());
        assert_ne!(shapes("size=9x9&braid=1"), shapes("size=9x9"));
        for wrong in ["size=900x9", "size=9", "algo=none", "surface=none", "braid=2"] {
            assert!(of(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn boards_wear_the_materials_of_the_page() {
        let course = json!({"rows": ["*******", "*     *", "* * * *", "*     *", "*  *  *", "*     *", "*******"], "target": [3, 3], "starts": [[1, 1]], "positions": [[1, 1], [5, 5]]});
        let level =
            json!({"rows": ["######", "#@$. #", "#  *.#", "######"], "boxes": [[1, 2], [2, 3]], "player": [1, 1]});
        let town = json!({"board": ["A.a", "#T1", "##_"], "players": [{"shops": [{"cell": [0, 2]}]}]});
        for (game, view, roles) in [
            (
                "race",
                json!({"course": course}),
                "grass stone stone-front stone-lit stone-shade halo target-ring player-2",
            ),
            ("sokoban", level, "boards slate slate-front slate-lit wood wood-side home home-lit target-pale"),
            (
                "fish",
                town,
                "water wave fish-1 quay mint plot-free street kerb lane leaves avocado block player-1 names",
            ),
        ] {
            let scene = of_view(game, view).expect(game);
            let named = |name: &str| {
                let of =
                    |paint: &dedale_draw::Paint| matches!(paint, dedale_draw::Paint::Role(role) if role.name == name);
                scene
                    .shapes
                    .iter()
                    .any(|shape| shape.fill.iter().chain(shape.stroke.iter().map(|(paint, _)| paint)).any(of))
            };
            for name in roles.split(' ') {
                assert!(named(name), "{game}: {name}");
            }
        }
    }

    #[test]
    fn days_have_their_levels_in_turn() {
        // Beside a calendar of its own: month by month from the first day on.
        let mut days = 0;
        for year in 1970..2101 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            for (month, length) in
                [31, 28 + usize::from(leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].into_iter().enumerate()
            {
                for date in 1..=length {
                    let day = format!("{year}{:02}{date:02}", month + 1);
                    assert_eq!(level_of_day(&day, 71), Some(days % 71), "{day}");
                    days += 1;
                }
            }
        }
        assert_eq!(level_of_day("20261118", 0), None);
        assert_eq!(level_of_day("tomorrow", 71), None);
    }

    #[test]
    fn a_mall_has_its_shelves_doors_and_pawns() {
        let market = dedale_magic::grow::grow(6, dedale_magic::deck::Extras::default(), 3);
        let pawns = dedale_magic::Square::STARTS.map(|square| Some(dedale_magic::Spot::new(0, square)));
        let (full, empty) = (mall::mall(&market, &pawns), mall::mall(&market, &[None; 4]));
        assert_eq!(full.shapes.len() - empty.shapes.len(), 4 * 5);
        let named = |name: &str| {
            let of = |paint: &dedale_draw::Paint| matches!(paint, dedale_draw::Paint::Role(role) if role.name == name);
            full.shapes
                .iter()
                .filter(|shape| shape.fill.iter().chain(shape.stroke.iter().map(|(paint, _)| paint)).any(of))
                .count()
        };
        for name in ["tile", "tile-2", "shelf", "mall-wall", "mall-wall-front"] {
            assert!(named(name) > 0, "{name}");
        }
        assert!(["yellow", "purple", "green", "orange"].iter().any(|colour| named(&format!("neon-{colour}")) > 0));
    }

    #[test]
    fn of_the_wall_around_a_board_half_is_drawn() {
        // Two rows of walls at the top, and empty columns at the left: neither is seen.
        let view = json!({"rows": ["  #####", "  #####", "  #@$.#", "  #####"], "boxes": [[2, 4]], "player": [2, 3]});
        let scene = of_view("sokoban", view).expect("a level");
        assert_eq!((scene.width, scene.height), (4.0, 2.2));
        let course = json!({"rows": ["*****", "*   *", "* * *", "*   *", "*****"], "target": [1, 1], "starts": [[3, 3]], "positions": [[3, 3]]});
        let scene = of_view("race", json!({"course": course})).expect("a race");
        assert_eq!((scene.width, scene.height), (4.0, 4.2));
        // What is drawn beyond the edge is the wall's shadow.
        for shape in &scene.shapes {
            let inside = |x: f32, y: f32| (0.0..=4.13).contains(&x) && (0.0..=4.24).contains(&y);
            assert!(
                match &shape.geometry {
                    Geometry::Rect { x, y, w, h, .. } => inside(*x, *y) && inside(x + w, y + h),
                    Geometry::Circle { x, y, .. } | Geometry::Text { x, y, .. } => inside(*x, *y),
                    Geometry::Lines(lines) => lines.iter().flatten().all(|(x, y)| inside(*x, *y)),
                },
                "{shape:?}"
            );
        }
    }

    #[test]
    fn a_framed_board_lies_inside_its_sheet() {
        let mut board = Scene::new(40.0, 3.0);
        board.add(Shape::rect(0.0, 0.0, 40.0, 3.0).stroke(&role::WALL, 0.1));
        let scene = framed("maze", board, &["Ada 愛 invites you to Maze".to_owned(), "Maze".to_owned()]);
        assert_eq!((scene.width, scene.height), (WIDE, HIGH));
        let inside = scene.shapes.iter().any(|shape| {
            matches!(shape.geometry, Geometry::Rect { x, w, .. } if shape.stroke.is_some() && x > 0.0 && x + w < WIDE)
        });
        assert!(inside);
        // Name and words in our typeface, beside the board; a name it cannot set is left out.
        let words =
            |scene: &Scene| scene.shapes.iter().filter(|shape| shape.fill == Some((&role::PAPER).into())).count();
        assert_eq!(words(&scene), 1 + 2);
        let square = || Scene::new(10.0, 10.0);
        assert_eq!(words(&framed("fish", square(), &["Ada invites you to Fish".to_owned()])), 1 + 1 + 2);
        let of =
            |words: &str| png(&framed("fish", square(), &[words.to_owned()]), 1.0, Theme::Light).expect("a picture");
        assert_eq!(of("Fish"), of("Fish"));
        assert_ne!(of("Fish"), of("Poissons"));
        assert!(png(&scene, 1.0, Theme::Light).expect("a picture").starts_with(b"\x89PNG"));
    }
}
