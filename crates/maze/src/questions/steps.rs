//! How a maze is made or solved, as a stream of steps.

use super::board::Board;
use super::recipe::Recipe;
use super::source::{Way, read_any};
use super::words::named;
use crate::solvers::{Method, Solving};
use crate::surface::{self, Change, GraphMaze};
use crate::{Mark, Maze, Step, Watch, steps};
use dedale_grid::{Cell, Size, Walls};
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal, Source};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// The most bytes of a film: a random walk over a million cells would take
/// gigabytes, and nobody would watch it to its end.
const LONGEST: u64 = 192 << 20;

/// Film how a maze is made, or how it is solved.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Steps {
    /// How it is made.
    #[command(flatten)]
    #[serde(flatten)]
    pub recipe: Recipe,

    /// In its stead a maze in any format that is read: as it is, or solved.
    #[arg(long, value_name = "FILE", help = tr(
        "Take this maze instead of making one, `-` for standard input",
        "Prendre ce labyrinthe au lieu d'en créer un, « - » pour l'entrée standard"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maze: Option<Source>,

    /// Film this method of solving; without it, the making.
    #[arg(long = "method", value_name = "METHOD", value_parser = named::<Method>, help = tr(
        "Show this method of solving",
        "Montrer cette méthode de résolution"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<Method>,

    /// Where the way begins and ends.
    #[command(flatten)]
    #[serde(flatten)]
    pub way: Way,
}

/// A film. Its format `steps` is described in `dedale_maze::steps`; the last
/// step of a maze that was solved marks the cells of the way from its first to
/// its last as walked, which no solver does by itself.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MazeFilm")]
pub struct Film {
    columns: usize,
    rows: usize,
    /// The surface, if it is not of squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    surface: Option<&'static str>,
    /// The seed of a maze that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// The steps, that of the way included.
    steps: u64,
    /// The bytes of the stream.
    bytes: usize,
    /// The steps of the way, if one was looked for and found.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    /// Its cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<[i32; 2]>>,
    /// A way was looked for and not found.
    #[serde(skip)]
    lost: bool,
    #[serde(skip)]
    stream: Vec<u8>,
}

impl Question for Steps {
    type Answer = Film;
    const NAME: &'static str = "steps";
    const EXAMPLE: &'static str = r#"{"algo":"prim","size":"5x4","seed":1,"solver":"bfs"}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale maze steps prim --size 40x30 --seed 1 -o growing.steps",
        "dedale maze steps --maze maze.maz --method tremaux -o solving.steps",
        "dedale maze steps wilson --surface hex --size 20x15 --seed 1 -o hexagons.steps",
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new(
            "Film how a maze is made or solved, as a stream of steps",
            "Filmer la création ou la résolution d'un labyrinthe, en flux d'étapes",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<Film, Refusal> {
        for (given, setting) in [(self.way.from, "from"), (self.way.to, "to")] {
            if self.solver.is_none() && given.is_some() {
                return Err(Refusal::no_effect(setting, "without a method of solving", "sans méthode de résolution"));
            }
        }
        let Some(source) = &self.maze else {
            if let Some(prepared) = self.recipe.surface(control)? {
                let seed = Some(prepared.seed);
                if let Some(method) = self.solver {
                    let board = Board::Surface(prepared.maze(prepared.seed));
                    return Ok(Film { seed, ..self.solved(&board, method, control)? });
                }
                let mut generation = prepared.generation();
                let start = generation.view().maze().clone();
                let film = Film::record_surface(&start, control, |recorder| {
                    while let Some(step) = generation.next_step() {
                        recorder.add_surface(step, control)?;
                    }
                    Ok(())
                })?;
                return Ok(Film { seed, ..film });
            }
            let prepared = self.recipe.prepare(control)?;
            let seed = Some(prepared.seed);
            if let Some(method) = self.solver {
                let board = Board::from(prepared.maze(prepared.seed));
                return Ok(Film { seed, ..self.solved(&board, method, control)? });
            }
            let mut generation = prepared.generation();
            return Film::record(generation.view().walls().clone(), control, |recorder| {
                while let Some(step) = generation.next_step() {
                    recorder.add_under(step, control)?;
                }
                Ok(())
            })
            .map(|film| Film { seed, ..film });
        };
        if self.recipe != Recipe::default() {
            return Err(Self::two_mazes());
        }
        let board = read_any(source, control)?;
        match (self.solver, board) {
            (Some(method), board) => self.solved(&board, method, control),
            (None, Board::Squares(maze)) => Film::record(maze.walls, control, |_| Ok(())),
            (None, Board::Surface(maze)) => Film::record_surface(&maze, control, |_| Ok(())),
        }
    }
}

impl Steps {
    /// Why a maze beside a recipe is refused.
    pub fn two_mazes() -> Refusal {
        Refusal::new(
            "found `maze` and a recipe, expected only one of them",
            "trouvé `maze` et une recette, attendu seulement l'un des deux",
        )
    }

    fn solved(&self, board: &Board, method: Method, control: &Control<'_>) -> Result<Film, Refusal> {
        let (from, goals) = self.way.ends(board)?;
        let (film, path) = match board {
            Board::Squares(maze) => on_squares(maze, method, (from, &goals), control)?,
            Board::Surface(maze) => on_surface(maze, method, (from, goals.first().copied().unwrap_or(from)), control)?,
        };
        Ok(Film {
            length: path.as_ref().map(|path| path.len() - 1),
            lost: path.is_none(),
            path: path.map(|path| board.all_at(&path)),
            ..film
        })
    }
}

/// A film and the way it found.
type Solved = (Film, Option<Vec<Cell>>);

fn on_squares(
    maze: &Maze,
    method: Method,
    (from, goals): (Cell, &[Cell]),
    control: &Control<'_>,
) -> Result<Solved, Refusal> {
    let mut solving = Solving::new(maze, method, from, goals);
    let mut path = None;
    let film = Film::record(maze.walls.clone(), control, |recorder| {
        while let Some(step) = solving.next_step() {
            recorder.add_under(step, control)?;
        }
        path = solving.solution().path;
        let mut walked = Step::new();
        for &cell in path.iter().flatten() {
            walked.mark(cell, solving.view().mark(cell), Mark::Walk);
        }
        recorder.add(&walked)
    })?;
    Ok((film, path))
}

fn on_surface(
    maze: &GraphMaze,
    method: Method,
    (from, goal): (Cell, Cell),
    control: &Control<'_>,
) -> Result<Solved, Refusal> {
    let mut solving = surface::Solving::new(maze, method, from, goal);
    let mut path = None;
    let film = Film::record_surface(maze, control, |recorder| {
        while let Some(step) = solving.next_step() {
            recorder.add_surface(step, control)?;
        }
        path = solving.solution().path;
        let way = path.iter().flatten();
        let walked = way.map(|&cell| Change::Mark { cell, from: solving.view().mark(cell), to: Mark::Walk }).collect();
        recorder.add_surface(&surface::Step::of(walked), control)
    })?;
    Ok((film, path))
}

impl Film {
    fn record(
        start: Walls,
        control: &Control<'_>,
        play: impl FnOnce(&mut Recorder<'_>) -> Result<(), Refusal>,
    ) -> Result<Self, Refusal> {
        let size = start.size();
        let mut stream = Vec::new();
        let mut recorder = Recorder::new(&start, LONGEST.min(control.limits.bytes), &mut stream)?;
        play(&mut recorder)?;
        let steps = recorder.finish()?;
        Ok(Self::of((size.cols(), size.rows()), steps, stream))
    }

    fn record_surface(
        start: &GraphMaze,
        control: &Control<'_>,
        play: impl FnOnce(&mut Recorder<'_>) -> Result<(), Refusal>,
    ) -> Result<Self, Refusal> {
        let surface = start.graph().surface();
        let mut stream = Vec::new();
        let most = LONGEST.min(control.limits.bytes);
        let mut recorder = Recorder::on_surface(start, most, &mut stream)?;
        play(&mut recorder)?;
        let steps = recorder.finish()?;
        let sides = (surface.columns() as usize, surface.rows() as usize);
        Ok(Self { surface: Some(surface.kind().name()), ..Self::of(sides, steps, stream) })
    }

    fn of((columns, rows): (usize, usize), steps: u64, stream: Vec<u8>) -> Self {
        let bytes = stream.len();
        Self { columns, rows, surface: None, seed: None, steps, bytes, length: None, path: None, lost: false, stream }
    }
}

impl Answer for Film {
    const FORMATS: &'static [&'static str] = &["steps"];

    fn yes(&self) -> bool {
        !self.lost
    }

    fn text(&self, reader: &Reader) -> String {
        let Self { columns, rows, steps, bytes, .. } = self;
        let lang = reader.lang;
        let mut text = lang
            .pick(
                &format!("{columns}x{rows}: {steps} steps in {bytes} bytes; `-o film.steps` keeps them\n"),
                &format!("{columns}x{rows} : {steps} étapes en {bytes} octets ; « -o film.steps » les garde\n"),
            )
            .to_owned();
        match self.length {
            Some(length) => text += &format!("{} {length}\n", lang.pick("way:", "chemin :")),
            None if self.lost => text += lang.pick("no way\n", "aucun chemin\n"),
            None => {}
        }
        text
    }

    fn write(&self, _: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        out.write_all(&self.stream).map_err(Refusal::broken)
    }

    fn note(&self, lang: Lang) -> Option<String> {
        self.seed.map(|seed| format!("{} {seed}", lang.pick("seed", "graine")))
    }
}

/// Writes a stream of steps, piece by piece.
pub struct Recorder<'a> {
    out: &'a mut dyn Write,
    /// The size of a board of squares; 1 by 1 on other surfaces.
    size: Size,
    words: Vec<u32>,
    /// Bytes that may still come.
    left: u64,
    steps: u64,
}

impl<'a> Recorder<'a> {
    /// Begins a stream of at most so many bytes on a board.
    pub fn new(start: &Walls, most: u64, out: &'a mut dyn Write) -> Result<Self, Refusal> {
        let header = steps::header(start)?;
        let mut recorder = Self { out, size: start.size(), words: Vec::new(), left: most, steps: 0 };
        recorder.write(&header)?;
        Ok(recorder)
    }

    /// Begins a stream on a surface.
    pub fn on_surface(start: &GraphMaze, most: u64, out: &'a mut dyn Write) -> Result<Self, Refusal> {
        let size = Size::new(1, 1).expect("one cell is a size");
        let mut recorder = Self { out, size, words: Vec::new(), left: most, steps: 0 };
        recorder.write(&surface::header(start))?;
        Ok(recorder)
    }

    /// Adds a step on a surface, of a work that may be called off.
    pub fn add_surface(&mut self, step: &surface::Step, control: &Control<'_>) -> Result<(), Refusal> {
        if self.steps.is_multiple_of(4096) {
            control.check()?;
        }
        self.steps += u64::from(!step.changes().is_empty());
        surface::encode(step, &mut self.words);
        if self.words.len() > 1 << 16 { self.flush() } else { Ok(()) }
    }

    /// Adds a step.
    pub fn add(&mut self, step: &Step) -> Result<(), Refusal> {
        self.steps += u64::from(!step.changes().is_empty());
        steps::encode(step, self.size, &mut self.words);
        if self.words.len() > 1 << 16 { self.flush() } else { Ok(()) }
    }

    /// Adds a step of a work that may be called off.
    pub fn add_under(&mut self, step: &Step, control: &Control<'_>) -> Result<(), Refusal> {
        if self.steps.is_multiple_of(4096) {
            control.check()?;
        }
        self.add(step)
    }

    /// Ends the stream; gives the number of its steps.
    pub fn finish(mut self) -> Result<u64, Refusal> {
        self.flush()?;
        Ok(self.steps)
    }

    fn flush(&mut self) -> Result<(), Refusal> {
        let bytes: Vec<u8> = self.words.drain(..).flat_map(u32::to_le_bytes).collect();
        self.write(&bytes)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        self.left = self.left.checked_sub(bytes.len() as u64).ok_or_else(|| {
            Refusal::too_large(
                "this takes too many steps to watch; choose a smaller maze or a quicker algorithm",
                "cela fait trop d'étapes à regarder ; choisissez un labyrinthe plus petit ou un algorithme plus rapide",
            )
        })?;
        self.out.write_all(bytes).map_err(Refusal::broken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::Replay;
    use dedale_question::Limits;

    fn film(question: serde_json::Value, limits: Limits) -> Result<Film, Refusal> {
        let question: Steps = serde_json::from_value(question).expect("a question");
        question.answer(&Control::new(limits, Reader::default(), Default::default()))
    }

    #[test]
    fn the_last_step_of_a_solver_is_the_way() {
        for method in Method::ALL {
            let question = serde_json::json!({"algo": "wilson", "size": "9x7", "seed": 5, "solver": method});
            let film = film(question, Limits::NONE).expect("a film");
            let path = film.path.expect("a perfect maze has a way");
            let words: Vec<u32> =
                film.stream[16..].chunks(4).map(|w| u32::from_le_bytes(w.try_into().unwrap())).collect();
            let planes = 2 * 7;
            let last = words[planes..].iter().rev().take(path.len()).rev();
            let cells: Vec<[i32; 2]> = last.map(|word| (word & 0x3FF_FFFF) as i32).map(|c| [c / 9, c % 9]).collect();
            assert_eq!(cells, path, "{method}");
            let mut replay = Replay::read(&film.stream).expect("a stream");
            let mut steps = 0;
            while replay.forward() {
                steps += 1;
            }
            assert_eq!((steps, film.length), (film.steps, Some(path.len() - 1)), "{method}");
        }
    }

    #[test]
    fn long_films_are_refused() {
        let question = serde_json::json!({"algo": "random-walk", "size": "40x40", "seed": 1});
        assert!(film(question.clone(), Limits::NONE).is_ok());
        assert!(film(question, Limits { bytes: 5000, ..Limits::NONE }).is_err());
        let mixed = serde_json::json!({"maze": "o---o\n|   |\no---o\n", "algo": "prim"});
        assert!(film(mixed, Limits::NONE).is_err());
    }
}
