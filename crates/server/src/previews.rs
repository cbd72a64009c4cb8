//! `GET /preview/…png`: the picture that a link shows where it is passed on,
//! 1200 by 630 points: the board of a room or a match as everybody sees it, or
//! the board that the settings in a link give.
//!
//! A picture takes a place among the small questions, and the latest ones are kept. With
//! `?small=light` or `?small=dark` it is two fifths as wide and only the board, for lists.

mod boards;
mod mall;

use crate::api_error::ApiError;
use crate::app::App;
use crate::assets;
use crate::fair_queue::blocking;
use crate::replays;
use crate::rooms;
use crate::visitor::Visitor;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use dedale_draw::{Geometry, Role, Scene, Shape, Theme, png, role};
use dedale_maze::picture;
use dedale_maze::questions::{Board, Recipe};
use dedale_maze::surface::picture as surface;
use dedale_play::{Seed, Viewer};
use dedale_question::Control;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

const WIDE: f32 = 1200.0;
const HIGH: f32 = 630.0;
/// Space around the board.
const RIM: f32 = 36.0;
/// What the mark and the name take beside the board.
const SIDE: f32 = 270.0;
/// The letters of the name, as lines.
const NAME: [&[&[(i32, i32)]]; 6] = [
    &[&[(0, 0), (0, 28), (11, 28), (18, 20), (18, 8), (11, 0), (0, 0)]],
    &[&[(17, 0), (0, 0), (0, 28), (17, 28)], &[(0, 14), (13, 14)], &[(6, -8), (12, -14)]],
    &[&[(0, 0), (0, 28), (11, 28), (18, 20), (18, 8), (11, 0), (0, 0)]],
    &[&[(0, 28), (10, 0), (20, 28)], &[(4, 18), (16, 18)]],
    &[&[(2, 0), (2, 28), (18, 28)]],
    &[&[(17, 0), (0, 0), (0, 28), (17, 28)], &[(0, 14), (13, 14)]],
];
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
    let form = match settings.remove("small").as_deref() {
        None => Form::Sheet,
        Some("dark") => Form::List(Theme::Dark),
        Some(_) => Form::List(Theme::Light),
    };
    let (about, seconds) = match name.split_once('/') {
        Some(("room", id)) => {
            let table = rooms::as_it_stands(&app, id).await?;
            (About::Match { id: id.to_owned(), table }, 30)
        }
        Some(("replays", id)) => {
            let looked = replays::load(&app, id).await?;
            (About::Match { id: id.to_owned(), table: looked.table }, 3600)
        }
        None if known(name) => (About::Link { world: name.to_owned(), settings }, 3600),
        _ => return Err(missing()),
    };
    let key = about.key(form);
    let drawn = match lately(&key) {
        Some(picture) => picture,
        None => {
            let _place = app.small.enter(visitor.address).await?;
            let inner = app.clone();
            let picture = Arc::new(blocking(&app, move || about.draw(&inner, form)).await??);
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
#[derive(Clone, Copy, Debug)]
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

    fn draw(self, app: &App, form: Form) -> Result<Vec<u8>, ApiError> {
        let (world, board) = match self {
            Self::Match { table, .. } => {
                let game = table.id().game;
                let board = of_view(&game, table.view(Viewer::Spectator));
                (game, board)
            }
            Self::Link { world, settings } => {
                let board = of_link(app, &world, &settings);
                (world, board)
            }
        };
        let fine = |scene: &Scene| scene.shapes.len() <= FINEST;
        // What cannot be drawn is shown by another board of its world.
        let board = board.filter(fine).or_else(|| of_link(app, &world, &Settings::new()));
        let board = board.unwrap_or_else(|| Scene::new(1.0, 1.0));
        match form {
            Form::Sheet => png(&framed(&world, board), 1.0, Theme::Light),
            Form::List(theme) => png(&plain(board), SMALL, theme),
        }
        .map_err(|error| ApiError::broken(&error))
    }
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
            Some(picture::scene(&maze, &picture::Look { paints, ends: true, ..Default::default() }))
        }
        Board::Surface(maze) => {
            let start = maze.start()?;
            let ends = maze.goal().map(|goal| (start, goal));
            let paints = Some(surface::by_distance(&maze, start));
            Some(surface::scene(&maze, &surface::Look { paints, ends, ..Default::default() }))
        }
    }
}

/// The board in a view that everybody may have.
fn of_view(game: &str, view: Value) -> Option<Scene> {
    match game {
        "race" => boards::race(&view["course"]),
        "fish" => boards::fish(&view),
        "magic" => {
            let view: dedale_magic::questions::View = serde_json::from_value(view).ok()?;
            let open = view.open(&Control::default()).ok()?;
            Some(mall::mall(&open.market, &open.pawns))
        }
        "sokoban" => boards::sokoban(&view),
        _ => None,
    }
}

/// A board in the middle of nothing else.
fn plain(board: Scene) -> Scene {
    let mut scene = Scene::new(WIDE, HIGH);
    scene.add(Shape::rect(0.0, 0.0, WIDE, HIGH).fill(&role::PAPER));
    let place = fitted(&board, 0.0);
    put(&mut scene, board, place);
    scene
}

/// The scale, left and top of a board in the middle of what is right of a
/// margin.
fn fitted(board: &Scene, side: f32) -> (f32, f32, f32) {
    let scale = ((WIDE - side - 2.0 * RIM) / board.width).min((HIGH - 2.0 * RIM) / board.height);
    (scale, side + (WIDE - side - board.width * scale) / 2.0, (HIGH - board.height * scale) / 2.0)
}

fn put(scene: &mut Scene, board: Scene, (scale, left, top): (f32, f32, f32)) {
    for shape in board.shapes {
        scene.add(moved(shape, scale, left, top));
    }
}

/// A board in the middle of a sheet in its world's colour, with our mark.
fn framed(world: &str, board: Scene) -> Scene {
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
    let place = fitted(&board, SIDE);
    let (scale, left, top) = place;
    let (wide, high) = (board.width * scale, board.height * scale);
    scene.add(Shape::rounded(left - 4.0, top + 2.0, wide + 20.0, high + 20.0, 16.0).fill(&SHADE));
    scene.add(Shape::rounded(left - 10.0, top - 10.0, wide + 20.0, high + 20.0, 14.0).fill(&role::PAPER));
    put(&mut scene, board, place);
    // The mark, a way into a square labyrinth, and the name under it.
    let mark: [&[(i32, i32)]; 2] = [
        &[(15, 29), (3, 29), (3, 3), (29, 3), (29, 29), (21, 29)],
        &[(21, 29), (21, 10), (10, 10), (10, 22), (15, 22), (15, 16)],
    ];
    let drawn = |lines: &[&[(i32, i32)]], scale: f32, left: f32, top: f32| {
        let at = |&(x, y): &(i32, i32)| (left + scale * x as f32, top + scale * y as f32);
        Shape::lines(lines.iter().map(|line| line.iter().map(at).collect()).collect())
    };
    scene.add(drawn(&mark, 4.4, 71.0, 206.0).stroke(&role::PAPER, 12.0));
    for (place, letter) in NAME.iter().enumerate() {
        scene.add(drawn(letter, 1.05, 56.0 + 30.0 * place as f32, 392.0).stroke(&role::PAPER, 5.5));
    }
    scene
}

/// A shape at another place and size.
fn moved(mut shape: Shape, scale: f32, left: f32, top: f32) -> Shape {
    let at = |x: f32, y: f32| (left + x * scale, top + y * scale);
    match &mut shape.geometry {
        Geometry::Rect { x, y, w, h, r } => {
            (*x, *y) = at(*x, *y);
            (*w, *h, *r) = (*w * scale, *h * scale, *r * scale);
        }
        Geometry::Circle { x, y, r } => {
            (*x, *y) = at(*x, *y);
            *r *= scale;
        }
        Geometry::Lines(lines) => {
            for (x, y) in lines.iter_mut().flatten() {
                (*x, *y) = at(*x, *y);
            }
        }
        Geometry::Text { x, y, size, .. } => {
            (*x, *y) = at(*x, *y);
            *size *= scale;
        }
    }
    if let Some((_, width)) = &mut shape.stroke {
        *width *= scale;
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_from_what_everybody_sees() {
        let course = json!({"rows": ["*****", "*   *", "*   *", "*   *", "*****"], "target": [2, 2], "starts": [[1, 1], [1, 3]], "positions": [[1, 2], [1, 3]]});
        let scene = of_view("race", json!({"course": course})).expect("a race");
        assert!(scene.shapes.len() > 30);
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
            if let Geometry::Rect { x, y, w, h, .. } = shape.geometry {
                assert!(x >= 0.0 && y >= 0.0 && x + w <= 4.13 && y + h <= 4.24, "{shape:?}");
            }
        }
    }

    #[test]
    fn a_framed_board_lies_inside_its_sheet() {
        let mut board = Scene::new(40.0, 3.0);
        board.add(Shape::rect(0.0, 0.0, 40.0, 3.0).stroke(&role::WALL, 0.1));
        let scene = framed("maze", board);
        assert_eq!((scene.width, scene.height), (WIDE, HIGH));
        let inside = scene.shapes.iter().any(|shape| {
            matches!(shape.geometry, Geometry::Rect { x, w, .. } if shape.stroke.is_some() && x > 0.0 && x + w < WIDE)
        });
        assert!(inside);
        assert!(png(&scene, 1.0, Theme::Light).expect("a picture").starts_with(b"\x89PNG"));
    }
}
