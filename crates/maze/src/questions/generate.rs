//! A new maze.

use super::board::{AnyDocument, Board, BoardDrawing, Making, lifts_note};
use super::drawing::{Look, Paint, collected, is_document};
use super::physical::Physical;
use super::recipe::{Ready, Recipe};
use super::steps::Recorder;
use super::words::{Sides, named};
use crate::analysis::Measure;
use crate::formats::{self, Document, Origin, RowLines, Rows};
use crate::picture::{self, Shades};
use crate::surface;
use dedale_question::{Answer, Control, Cost, Limits, Progress, Question, Reader, Refusal};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::ser::{Error as _, SerializeSeq};
use serde::{Deserialize, Serialize, Serializer};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Make a maze.
#[derive(clap::Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Generate {
    /// How it is made.
    #[command(flatten)]
    #[serde(flatten)]
    pub recipe: Recipe,

    /// What pictures show.
    #[command(flatten)]
    #[serde(flatten)]
    pub look: Look,

    /// How large it is outside the machine.
    #[command(flatten)]
    #[serde(flatten)]
    pub physical: Physical,

    /// Make so many mazes with the seeds from the given one on, keep the one
    /// with the most by `by`.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..), help = tr(
        "Make K mazes with the seeds from N on, keep the one with the most by --by",
        "Créer K labyrinthes avec les graines à partir de N, garder le premier selon --by"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_of: Option<u32>,

    /// The measure for `best_of`; `decisions` unless given.
    #[arg(long, value_name = "MEASURE", value_parser = named::<Measure>, help = tr(
        "The measure for --best-of, decisions unless given; `maze measure` shows all",
        "La mesure pour --best-of, à défaut decisions ; « maze measure » les montre toutes"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Measure>,

    /// Of `best_of` mazes, 50 unless given, keep the one whose difficulty, as
    /// the question `measure` rates it, is nearest to this, 1 to 10.
    #[arg(long, value_name = "1..10", conflicts_with = "by", help = tr(
        "Of --best-of mazes, 50 unless given, keep the one rated nearest to this by `maze measure`",
        "Parmi --best-of labyrinthes, 50 par défaut, garder celui que « maze measure » note au plus près"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<f64>,
}

/// Of how many mazes one is chosen by its difficulty.
const SAMPLES: u32 = 50;

/// A new maze, ready to be written.
pub struct Generated {
    recipe: Recipe,
    sides: Sides,
    seed: u64,
    /// The parts that its board falls into.
    parts: usize,
    /// What made it the best of several.
    best: Option<(Measure, f64)>,
    look: Look,
    physical: Physical,
    lifts: AtomicUsize,
    body: Body,
    limits: Limits,
    cancel: Arc<AtomicBool>,
}

enum Body {
    Whole(Box<(Ready, Board)>),
    /// Rows that are made while they are written, with O(columns) memory; a
    /// format that needs the whole maze makes it from the recipe.
    Rows(Box<Rows>),
}

impl Question for Generate {
    type Answer = Generated;
    const NAME: &'static str = "generate";
    const EXAMPLE: &'static str = r#"{"algo":"prim","size":"5x4","seed":1}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale maze generate wilson --size 40x30 --seed 42",
        "dedale maze generate backtracker --size 60x40 --solution --paint distance -o maze.svg",
        "dedale maze generate prim --size 30x20 -o growing.gif",
        "dedale maze generate eller --size 10000x10000000 -o huge.maz",
        "dedale maze generate dfs --size 40x40 --best-of 50 --by decisions",
        "dedale maze generate wilson --mask heart.png --size 60x60 -o heart.svg",
        "dedale maze generate wilson --surface hex --size 30x20 -o hexagons.svg",
        "dedale maze generate backtracker --surface polar --size 6x12 > rings.json",
        "dedale maze generate prim --letters DEDALE -o letters.svg",
        "dedale maze generate backtracker --size 20x20 --difficulty 8",
        "dedale maze generate wilson --surface hex --size 12x10 --wall-mm 1.6 -o hexagons.stl",
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Make a maze", "Créer un labyrinthe")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Generated, Refusal> {
        let wish = self.wish()?;
        let mut recipe = self.recipe.clone();
        let first = recipe.seed.get();
        recipe.seed.seed = Some(first);
        let made = |sides, seed, parts, best, body| Generated {
            recipe: recipe.clone(),
            sides,
            seed,
            parts,
            best,
            look: self.look,
            physical: self.physical,
            lifts: AtomicUsize::new(0),
            body,
            limits: control.limits,
            cancel: control.cancel_flag(),
        };
        if wish.is_none()
            && let Some((maker, sides)) = recipe.rows(control)?
        {
            return Ok(made(sides, first, 1, None, Body::Rows(Box::new(maker))));
        }
        let mut ready = recipe.ready(control)?;
        let (board, best) = match wish {
            None => (ready.board(first, control)?, None),
            Some(wish) => {
                let (board, seed, value) = best_of(&ready, &wish, control)?;
                ready = ready.with_seed(seed);
                (board, Some((wish.by, value)))
            }
        };
        let (seed, parts) = (ready.seed(), ready.parts());
        let sides = match &board {
            Board::Squares(maze) => Sides { columns: maze.size().cols() as u64, rows: maze.size().rows() as u64 },
            Board::Surface(maze) => {
                let surface = maze.graph().surface();
                Sides { columns: surface.columns().into(), rows: surface.rows().into() }
            }
        };
        Ok(made(sides, seed, parts, best, Body::Whole(Box::new((ready, board)))))
    }
}

/// Of how many mazes the one with the most of a measure is wanted, or the one
/// nearest to a value.
struct Wish {
    count: u32,
    by: Measure,
    nearest: Option<f64>,
}

impl Generate {
    /// Which of several mazes is wanted; nothing if there is only one.
    fn wish(&self) -> Result<Option<Wish>, Refusal> {
        if let Some(wanted) = self.difficulty {
            if self.by.is_some() {
                return Err(Refusal::no_effect("by", "beside `difficulty`", "à côté de `difficulty`"));
            }
            if !(1.0..=10.0).contains(&wanted) {
                return Err(Refusal::new(
                    format!("found difficulty {wanted}, expected a number from 1 to 10"),
                    format!("trouvé la difficulté {wanted}, attendu un nombre de 1 à 10"),
                ));
            }
            let count = self.best_of.unwrap_or(SAMPLES);
            return Ok(Some(Wish { count, by: Measure::Difficulty, nearest: Some(wanted) }));
        }
        if self.best_of.is_none() && self.by.is_some() {
            return Err(Refusal::no_effect("by", "without `best_of`", "sans `best_of`"));
        }
        let by = self.by.unwrap_or(Measure::Decisions);
        Ok(self.best_of.filter(|count| *count != 1).map(|count| Wish { count, by, nearest: None }))
    }
}

/// The maze that is wanted, its seed and its measure. Called off, the best so
/// far is kept.
fn best_of(ready: &Ready, wish: &Wish, control: &Control<'_>) -> Result<(Board, u64, f64), Refusal> {
    let mut best: Option<(Board, u64, f64)> = None;
    let rank = |value: f64| wish.nearest.map_or(value, |wanted| -(value - wanted).abs());
    let quiet = control.quiet();
    for index in 0..u64::from(wish.count) {
        control.progress(|| Progress { done: index, total: Some(wish.count.into()), ..Progress::default() });
        let seed = ready.seed().wrapping_add(index);
        let board = match ready.board(seed, &quiet) {
            Ok(board) => board,
            Err(_) if control.cancelled() && best.is_some() => break,
            Err(error) => return Err(error),
        };
        let value = wish.by.value(&board.measure()).unwrap_or(f64::NEG_INFINITY);
        if best.as_ref().is_none_or(|(_, _, most)| rank(value) > rank(*most)) {
            best = Some((board, seed, value));
        }
    }
    best.ok_or_else(|| Refusal::new("found `best_of` 0, expected at least 1", "trouvé `best_of` 0, attendu au moins 1"))
}

impl Generated {
    fn origin(&self) -> Origin {
        Origin { algorithm: Some(self.recipe.algo.name().to_owned()), seed: Some(self.seed) }
    }

    /// Writes rows as they are made.
    fn stream(&self, maker: &Rows, mut out: &mut dyn Write) -> Result<(), Refusal> {
        let go_on = |_| !self.cancel.load(Ordering::Relaxed);
        formats::stream(maker.clone(), self.sides.rows, &mut out, go_on).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => Refusal::stopped(),
            _ => Refusal::broken(error),
        })
    }

    /// Why a surface too large for memory has one format.
    fn only_text(&self) -> Refusal {
        let (sides, most) = (self.sides, surface::Surface::LARGEST);
        Refusal::too_large(
            format!("{sides} is more than {most} cells, which on a surface are written only as maz"),
            format!("{sides} fait plus de {most} cases, qui sur une surface ne s'écrivent qu'en maz"),
        )
    }

    /// Writes a maze that is there as a whole.
    fn write_whole(&self, ready: &Ready, board: &Board, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        self.look.check(format)?;
        self.physical.check(format)?;
        match format {
            "gif" => return self.gif(ready, board, out),
            "steps" => {
                watchable(board)?;
                return record(ready, out);
            }
            _ if self.look.paint == Paint::Age => watchable(board)?,
            _ => {}
        }
        let (look, memory) = (self.look, self.limits.memory);
        let (title, link) = (self.title(board), self.recipe.command(self.seed));
        let drawing = |generation| BoardDrawing {
            board,
            look,
            path: None,
            generation: Some(generation),
            memory,
            physical: self.physical,
            about: (title.clone(), link.clone()),
            lifts: &self.lifts,
        };
        match ready {
            Ready::Squares(prepared) => drawing(Making::Squares(&|| prepared.generation())).write(format, out),
            Ready::Surface(prepared) => drawing(Making::Surface(&|| prepared.generation())).write(format, out),
        }
    }

    fn title(&self, board: &Board) -> String {
        let surface = match board {
            Board::Squares(maze) => maze.size().to_string(),
            Board::Surface(maze) => maze.graph().surface().to_string(),
        };
        format!("{} {surface}, {} {}", self.recipe.algo, dedale_text::tr("seed", "graine"), self.seed)
    }

    fn gif(&self, ready: &Ready, board: &Board, out: &mut dyn Write) -> Result<(), Refusal> {
        at_most(board, 40_000, ("in a GIF", "dans un GIF"))?;
        let classes = self.look.paint == Paint::Class;
        match (ready, board) {
            (Ready::Squares(prepared), Board::Squares(maze)) => {
                let mut generation = prepared.generation();
                while generation.next_step().is_some() {}
                let pixels = self.look.pixels(&picture::scene(maze, &picture::Look::default()), 500_000);
                let shades = if classes { Shades::Classes } else { Shades::Marks };
                picture::animate(prepared.generation(), maze, generation.steps(), 150, pixels, shades, out)
            }
            (Ready::Surface(prepared), Board::Surface(maze)) => {
                let mut generation = prepared.generation();
                while generation.next_step().is_some() {}
                let scene = surface::picture::scene(maze, &surface::picture::Look::default());
                let pixels = self.look.pixels(&scene, 500_000);
                surface::picture::animate(prepared.generation(), generation.steps(), 150, pixels, classes, out)
            }
            _ => unreachable!("a board is made by its own recipe"),
        }
        .map_err(Refusal::broken)
    }
}

/// Writes how a maze is made, step by step.
fn record(ready: &Ready, out: &mut dyn Write) -> Result<(), Refusal> {
    match ready {
        Ready::Squares(prepared) => {
            let mut generation = prepared.generation();
            let mut recorder = Recorder::new(generation.view().walls(), u64::MAX, out)?;
            while let Some(step) = generation.next_step() {
                recorder.add(step)?;
            }
            recorder.finish().map(drop)
        }
        Ready::Surface(prepared) => {
            let mut generation = prepared.generation();
            let mut recorder = Recorder::on_surface(generation.view().maze(), u64::MAX, out)?;
            while let Some(step) = generation.next_step() {
                recorder.add_surface(step, &Control::default())?;
            }
            recorder.finish().map(drop)
        }
    }
}

/// Refuses boards too large to be made step by step into a file.
fn watchable(board: &Board) -> Result<(), Refusal> {
    at_most(board, 4_000_000, ("for a maze that is watched", "pour un labyrinthe observé"))
}

fn at_most(board: &Board, most: usize, (en, fr): (&str, &str)) -> Result<(), Refusal> {
    let cells = board.cells();
    if cells <= most {
        return Ok(());
    }
    Err(Refusal::too_large(
        format!("found {cells} cells, expected at most {most} {en}"),
        format!("trouvé {cells} cases, attendu au plus {most} {fr}"),
    ))
}

impl Serialize for Generated {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = Some(self.parts).filter(|parts| *parts != 1);
        match &self.body {
            Body::Whole(whole) => match whole.1.document(&self.origin()) {
                AnyDocument::Squares(document) => Document { parts, ..document }.serialize(serializer),
                surface @ AnyDocument::Surface(_) => surface.serialize(serializer),
            },
            Body::Rows(rows) => {
                let Rows::Squares(maker) = &**rows else { return Err(S::Error::custom(self.only_text())) };
                let lines = Streamed { lines: RowLines::new(maker.clone(), self.sides.rows), cancel: &self.cancel };
                let Sides { columns, rows } = self.sides;
                Document::new(columns, rows, &self.origin(), lines).serialize(serializer)
            }
        }
    }
}

/// Lines that are made while they are written.
struct Streamed<'a> {
    lines: RowLines,
    cancel: &'a AtomicBool,
}

impl Serialize for Streamed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for line in self.lines.clone() {
            if self.cancel.load(Ordering::Relaxed) {
                return Err(S::Error::custom(Refusal::stopped()));
            }
            list.serialize_element(&line)?;
        }
        list.end()
    }
}

is_document!(Generated);

impl Answer for Generated {
    const FORMATS: &'static [&'static str] = &[
        "maz", "txt", "num", "svg", "png", "gif", "steps", "pdf", "plotter", "gcode", "stl", "3mf", "tmj", "tmx", "map",
    ];

    fn text(&self, reader: &Reader) -> String {
        collected(|out| self.write_text(reader, out))
    }

    fn write_text(&self, _: &Reader, mut out: &mut dyn Write) -> Result<(), Refusal> {
        if let Body::Whole(whole) = &self.body
            && let Board::Surface(_) = whole.1
        {
            // What can be read back; `maze show` draws it.
            self.look.check("json")?;
            self.physical.check("json")?;
            serde_json::to_writer(&mut out, self).map_err(Refusal::broken)?;
            return out.write_all(b"\n").map_err(Refusal::broken);
        }
        self.write("maz", out)
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        match &self.body {
            Body::Whole(whole) => self.write_whole(&whole.0, &whole.1, format, out),
            Body::Rows(rows) if format == "maz" || format == "txt" && matches!(**rows, Rows::Squares(_)) => {
                self.look.check(format)?;
                self.physical.check(format)?;
                self.stream(rows, out)
            }
            Body::Rows(rows) if !matches!(**rows, Rows::Squares(_)) => Err(self.only_text()),
            Body::Rows(_) => {
                let control = Control::new(self.limits, Reader::default(), Arc::clone(&self.cancel));
                let ready = self.recipe.ready(&control)?;
                let board = ready.board(self.seed, &control)?;
                self.write_whole(&ready, &board, format, out)
            }
        }
    }

    fn bytes(&self, format: Option<&str>) -> Option<u64> {
        // Only rows that are made while they are written take long to write.
        let lines = matches!(format, None | Some("maz" | "txt")) && matches!(self.body, Body::Rows(_));
        let Sides { columns, rows } = self.sides;
        lines.then(|| (columns.saturating_mul(4) + 2).saturating_mul(rows.saturating_mul(2).saturating_add(1)))
    }

    fn note(&self, lang: Lang) -> Option<String> {
        let mut note = String::new();
        if let Some(lifts) = lifts_note(&self.lifts, lang) {
            note += &format!("{lifts}\n");
        }
        if let Some((by, value)) = &self.best {
            note += &format!("{by} {value}\n");
        }
        if self.parts != 1 {
            let parts = self.parts;
            note += lang.pick(
                &format!("the board falls into {parts} parts; each is a maze of its own\n"),
                &format!("la grille tombe en {parts} parties ; chacune est un labyrinthe à elle\n"),
            );
        }
        Some(format!("{note}{} {}", lang.pick("seed", "graine"), self.seed))
    }
}
