//! Mazes in the studio: no game for rooms, but a stream of steps to watch.

use super::{Answer, How, HowLong, Verb, Work, World, asked};
use crate::api_error::ApiError;
use crate::command::{Asked, Input};
use crate::limits::Limits;
use dedale_grid::Size;
use dedale_maze::solvers::{Method, Solving};
use dedale_maze::{Algorithm, Generation, Maze, Options, Plan, Step, formats, generate, mask, steps};
use serde::Deserialize;
use serde_json::Value;

const RECIPE: &[(&str, &str)] = &[
    ("size", "size"),
    ("seed", "seed"),
    ("bias", "bias"),
    ("braid", "braid"),
    ("rooms", "rooms"),
    ("room_side", "room-side"),
    ("policy", "policy"),
    ("solution", "solution"),
    ("paint", "paint"),
    ("pixels", "pixels"),
];

static GENERATE: Asked = Asked {
    words: "maze generate",
    bare: &["algo"],
    input: Input::Option("mask"),
    settings: RECIPE,
    formats: &["maz", "txt", "num", "svg", "png", "gif"],
};

/// Wall mazes made step by step.
pub fn world() -> World {
    const SMALL: &str = r#"{"maze":"o---o---o\n|       |\no---o---o\n"}"#;
    // A maze as text, or the recipe of one: that of a million cells has eight
    // megabytes.
    let maze =
        |words, settings, formats| Asked { words, bare: &[], input: Input::Made("maze", &GENERATE), settings, formats };
    let look: &[(&str, &str)] = &[("solution", "solution"), ("paint", "paint"), ("pixels", "pixels")];
    World {
        name: "maze",
        game: None,
        verbs: vec![
            asked(
                "algos",
                "The algorithms",
                "{}",
                Asked { words: "maze algos", bare: &[], input: Input::Nothing, settings: &[], formats: &[] },
            ),
            asked("generate", "A maze", r#"{"algo":"prim","size":"5x4","seed":1}"#, GENERATE),
            asked("check", "Whether a maze is perfect", SMALL, maze("maze check", &[], &[])),
            asked("measure", "A maze and its solution in numbers", SMALL, maze("maze measure", &[], &[])),
            asked(
                "solve",
                "A way through a maze",
                SMALL,
                maze("maze solve", &[("from", "from"), ("to", "to"), ("solver", "method")], &[]),
            ),
            asked("distances", "How far every cell is", SMALL, maze("maze distances", &[("from", "from")], &[])),
            asked(
                "convert",
                "A maze in another format",
                SMALL,
                maze("maze convert", look, &["json", "maz", "txt", "num", "svg", "png"]),
            ),
            Verb {
                name: "steps",
                about: "How a maze is made or solved, as a stream of steps",
                example: r#"{"algo":"prim","size":"5x4","seed":1}"#,
                how: How::Here(stream),
            },
        ],
        work: vec![Work {
            kind: "maze-generate",
            example: r#"{"algo":"wilson","size":"5x4","seed":1}"#,
            how: HowLong::Command(GENERATE),
        }],
    }
}

/// What to watch: a maze being made, a maze being solved, or a maze as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Show {
    algo: Option<String>,
    size: Option<String>,
    seed: Option<u64>,
    bias: Option<f64>,
    braid: Option<f64>,
    rooms: Option<u32>,
    policy: Option<String>,
    mask: Option<String>,
    maze: Option<String>,
    /// To be solved; that of the recipe without one.
    solver: Option<String>,
    from: Option<(i32, i32)>,
    to: Option<(i32, i32)>,
}

fn stream(question: Value, limits: &Limits) -> Result<Answer, ApiError> {
    let show: Show = serde_json::from_value(question).map_err(|error| {
        ApiError::refuse(
            format!("found a wrong question: {error}"),
            format!("trouvé une question incorrecte : {error}"),
        )
    })?;
    let bytes = match (&show.maze, &show.solver) {
        (Some(maze), solver) => {
            let maze = formats::read(maze.as_bytes()).map_err(|error| ApiError::bad(&error))?;
            fits(maze.size(), limits)?;
            match solver {
                Some(solver) => solving(&maze, solver, &show)?,
                None => steps::header(&maze.walls).map_err(|error| ApiError::bad(&error))?,
            }
        }
        (None, None) => making(recipe(&show, limits)?)?,
        (None, Some(solver)) => {
            let Recipe { algorithm, plan, options, seed } = recipe(&show, limits)?;
            let mut maze = Maze::from(generate(algorithm, &plan, &options, seed));
            maze.absent = plan.absent().cloned();
            solving(&maze, solver, &show)?
        }
    };
    Ok(Answer::File("application/octet-stream", bytes))
}

/// What a maze is made of.
struct Recipe {
    algorithm: Algorithm,
    plan: Plan,
    options: Options,
    seed: u64,
}

fn recipe(show: &Show, limits: &Limits) -> Result<Recipe, ApiError> {
    let algorithm: Algorithm =
        show.algo.as_deref().unwrap_or("backtracker").parse().map_err(|error| ApiError::bad(&error))?;
    let mut options = Options::default();
    options.bias = show.bias.unwrap_or(options.bias);
    options.braid = show.braid.unwrap_or(options.braid);
    options.rooms = show.rooms.unwrap_or(options.rooms);
    if let Some(policy) = &show.policy {
        options.policy = policy.parse().map_err(|error| ApiError::bad(&error))?;
    }
    options.check().map_err(|error| ApiError::bad(&error))?;
    let size = show.size.as_deref().map(|size| parse_size(size, limits)).transpose()?;
    let mask = show.mask.as_deref().filter(|mask| !mask.trim().is_empty());
    let mask = mask.map(|text| mask::read(text.as_bytes(), size).map_err(|error| ApiError::bad(&error))).transpose()?;
    let size = size.or_else(|| mask.as_ref().map(dedale_grid::BitGrid::size));
    let size = size.ok_or_else(|| ApiError::refuse("expected a size", "attendu une taille"))?;
    fits(size, limits)?;
    let mut plan = Plan::new(size);
    if let Some(mask) = mask {
        plan.mask(&mask);
    }
    Ok(Recipe { algorithm, plan, options, seed: show.seed.unwrap_or_else(crate::ids::seed) })
}

fn making(recipe: Recipe) -> Result<Vec<u8>, ApiError> {
    let Recipe { algorithm, plan, options, seed } = recipe;
    let size = plan.size();
    let mut generation = Generation::new(algorithm, &plan, &options, seed);
    let header = steps::header(generation.view().walls()).map_err(|error| ApiError::bad(&error))?;
    film(header, size, |each| while generation.next_step().is_some_and(&mut *each) {})
}

fn solving(maze: &Maze, solver: &str, show: &Show) -> Result<Vec<u8>, ApiError> {
    let method: Method = solver.parse().map_err(|error| ApiError::bad(&error))?;
    let cell = |(row, col): (i32, i32)| {
        let cell = maze.size().cell(dedale_grid::Point::new(row, col)).filter(|cell| maze.contains(*cell));
        cell.ok_or_else(|| {
            ApiError::refuse(
                format!("cell {row},{col} is not in the maze"),
                format!("la case {row},{col} n'est pas dans le labyrinthe"),
            )
        })
    };
    let from = match show.from {
        Some(from) => Some(cell(from)?),
        None => maze.start(),
    };
    let from = from.ok_or_else(|| ApiError::refuse("the maze has no cells", "le labyrinthe n'a pas de cases"))?;
    let goals = match show.to {
        Some(to) => vec![cell(to)?],
        None => maze.goals(),
    };
    let mut solving = Solving::new(maze, method, from, &goals);
    let header = steps::header(&maze.walls).map_err(|error| ApiError::bad(&error))?;
    film(header, maze.size(), |each| while solving.next_step().is_some_and(&mut *each) {})
}

/// The most bytes of a film: a random walk over a million cells would take
/// gigabytes, and nobody would watch it to its end.
const LONGEST: usize = 192 << 20;

/// The header and the words of all steps, as long as there are not too many:
/// `play` goes on while it is told to.
fn film(mut bytes: Vec<u8>, size: Size, play: impl FnOnce(&mut dyn FnMut(&Step) -> bool)) -> Result<Vec<u8>, ApiError> {
    let mut words = Vec::new();
    play(&mut |step| {
        steps::encode(step, size, &mut words);
        bytes.extend(words.drain(..).flat_map(u32::to_le_bytes));
        bytes.len() <= LONGEST
    });
    if bytes.len() <= LONGEST {
        return Ok(bytes);
    }
    Err(ApiError::limit(
        "this takes too many steps to watch; choose a smaller maze or a quicker algorithm",
        "cela fait trop d'étapes à regarder ; choisissez un labyrinthe plus petit ou un algorithme plus rapide",
    ))
}

fn parse_size(text: &str, limits: &Limits) -> Result<Size, ApiError> {
    let wrong = || ApiError::refuse("expected COLUMNSxROWS such as 40x30", "attendu COLONNESxLIGNES comme 40x30");
    let (cols, rows) = text.split_once(['x', 'X', '×']).ok_or_else(wrong)?;
    let (cols, rows): (usize, usize) =
        (cols.trim().parse().map_err(|_| wrong())?, rows.trim().parse().map_err(|_| wrong())?);
    let size = Size::new(rows, cols).map_err(|error| ApiError::bad(&error))?;
    fits(size, limits)?;
    Ok(size)
}

fn fits(size: Size, limits: &Limits) -> Result<(), ApiError> {
    if size.area() <= limits.cells {
        return Ok(());
    }
    let (area, most) = (size.area(), limits.cells);
    Err(ApiError::limit(
        format!("found a board of {area} cells, expected at most {most} here"),
        format!("trouvé une grille de {area} cases, attendu au plus {most} ici"),
    ))
}
