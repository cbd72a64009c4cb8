//! A new maze.

use super::drawing::{Drawing, Look, Paint, collected, is_document};
use super::recipe::{Prepared, Recipe};
use super::steps::Recorder;
use super::words::{Sides, named};
use crate::analysis::{Measure, measure};
use crate::formats::{self, Document, Origin, RowLines};
use crate::picture::{self, Shades};
use crate::rows::RowMaker;
use crate::{Algorithm, Maze};
use dedale_question::{Answer, Control, Cost, Limits, Progress, Question, Reader, Refusal};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::ser::{Error as _, SerializeSeq};
use serde::{Deserialize, Serialize, Serializer};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
}

/// A new maze, ready to be written.
pub struct Generated {
    algorithm: Algorithm,
    sides: Sides,
    seed: u64,
    /// The parts that its board falls into.
    parts: usize,
    /// What made it the best of several.
    best: Option<(Measure, f64)>,
    look: Look,
    body: Body,
    limits: Limits,
    cancel: Arc<AtomicBool>,
}

enum Body {
    Whole(Box<(Prepared, Maze)>),
    /// Rows that are made while they are written, with O(columns) memory; a
    /// format that needs the whole maze makes it from the recipe.
    Rows(Box<(RowMaker, Recipe)>),
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
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Make a maze", "Créer un labyrinthe")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Generated, Refusal> {
        if self.best_of.is_none() && self.by.is_some() {
            return Err(Refusal::no_effect("by", "without `best_of`", "sans `best_of`"));
        }
        let mut recipe = self.recipe.clone();
        let first = recipe.seed.get();
        recipe.seed.seed = Some(first);
        let made = |sides, seed, parts, best, body| Generated {
            algorithm: self.recipe.algo,
            sides,
            seed,
            parts,
            best,
            look: self.look,
            body,
            limits: control.limits,
            cancel: control.cancel_flag(),
        };
        if self.best_of.unwrap_or(1) == 1
            && let Some((maker, sides)) = recipe.rows(control)?
        {
            return Ok(made(sides, first, 1, None, Body::Rows(Box::new((maker, recipe)))));
        }
        let mut prepared = recipe.prepare(control)?;
        let (maze, best) = match self.best_of {
            None | Some(1) => (prepared.maze(first), None),
            Some(count) => {
                let by = self.by.unwrap_or(Measure::Decisions);
                let (maze, seed, value) = best_of(&prepared, count, by, control)?;
                prepared.seed = seed;
                (maze, Some((by, value)))
            }
        };
        control.check()?;
        let (size, seed, parts) = (maze.size(), prepared.seed, prepared.plan.parts());
        let sides = Sides { columns: size.cols() as u64, rows: size.rows() as u64 };
        Ok(made(sides, seed, parts, best, Body::Whole(Box::new((prepared, maze)))))
    }
}

/// The maze with the most of a measure, its seed and how much it has.
fn best_of(prepared: &Prepared, count: u32, by: Measure, control: &Control<'_>) -> Result<(Maze, u64, f64), Refusal> {
    let mut best: Option<(Maze, u64, f64)> = None;
    for index in 0..u64::from(count) {
        control.check()?;
        control.progress(|| Progress { done: index, total: Some(count.into()), ..Progress::default() });
        let seed = prepared.seed.wrapping_add(index);
        let maze = prepared.maze(seed);
        let value = by.value(&measure(&maze)).unwrap_or(f64::NEG_INFINITY);
        if best.as_ref().is_none_or(|(_, _, most)| value > *most) {
            best = Some((maze, seed, value));
        }
    }
    best.ok_or_else(|| Refusal::new("found `best_of` 0, expected at least 1", "trouvé `best_of` 0, attendu au moins 1"))
}

impl Generated {
    fn origin(&self) -> Origin {
        Origin { algorithm: Some(self.algorithm.name().to_owned()), seed: Some(self.seed) }
    }

    /// Writes rows as they are made.
    fn stream(&self, maker: &RowMaker, mut out: &mut dyn Write) -> Result<(), Refusal> {
        let go_on = |_| !self.cancel.load(Ordering::Relaxed);
        formats::stream(maker.clone(), self.sides.rows, &mut out, go_on).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => Refusal::stopped(),
            _ => Refusal::broken(error),
        })
    }

    /// Writes a maze that is there as a whole.
    fn write_whole(&self, prepared: &Prepared, maze: &Maze, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        let again = || prepared.generation();
        match format {
            "gif" => self.gif(prepared, maze, out),
            "steps" => {
                watchable(maze)?;
                let mut generation = again();
                let mut recorder = Recorder::new(generation.view().walls(), u64::MAX, out)?;
                while let Some(step) = generation.next_step() {
                    recorder.add(step)?;
                }
                recorder.finish().map(drop)
            }
            _ => {
                if self.look.paint == Paint::Age {
                    watchable(maze)?;
                }
                let (look, memory) = (self.look, self.limits.memory);
                Drawing { maze, look, path: None, generation: Some(&again), memory }.write(format, out)
            }
        }
    }

    fn gif(&self, prepared: &Prepared, maze: &Maze, out: &mut dyn Write) -> Result<(), Refusal> {
        at_most(maze, 40_000, ("in a GIF", "dans un GIF"))?;
        let mut generation = prepared.generation();
        while generation.next_step().is_some() {}
        let pixels = self.look.pixels(&picture::scene(maze, &picture::Look::default()), 500_000);
        let shades = if self.look.paint == Paint::Class { Shades::Classes } else { Shades::Marks };
        picture::animate(prepared.generation(), maze, generation.steps(), 150, pixels, shades, out)
            .map_err(Refusal::broken)
    }
}

/// Refuses boards too large to be made step by step into a file.
fn watchable(maze: &Maze) -> Result<(), Refusal> {
    at_most(maze, 4_000_000, ("for a maze that is watched", "pour un labyrinthe observé"))
}

fn at_most(maze: &Maze, most: usize, (en, fr): (&str, &str)) -> Result<(), Refusal> {
    let cells = maze.size().area();
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
            Body::Whole(whole) => Document { parts, ..Document::of(&whole.1, &self.origin()) }.serialize(serializer),
            Body::Rows(rows) => {
                let lines = Streamed { lines: RowLines::new(rows.0.clone(), self.sides.rows), cancel: &self.cancel };
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
    const FORMATS: &'static [&'static str] = &["maz", "txt", "num", "svg", "png", "gif", "steps"];

    fn text(&self, reader: &Reader) -> String {
        collected(|out| self.write_text(reader, out))
    }

    fn write_text(&self, _: &Reader, out: &mut dyn Write) -> Result<(), Refusal> {
        self.write("maz", out)
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        match &self.body {
            Body::Whole(whole) => self.write_whole(&whole.0, &whole.1, format, out),
            Body::Rows(rows) if matches!(format, "maz" | "txt") => {
                self.look.check(format)?;
                self.stream(&rows.0, out)
            }
            Body::Rows(rows) => {
                let control = Control::new(self.limits, Reader::default(), Arc::clone(&self.cancel));
                let prepared = rows.1.prepare(&control)?;
                let maze = prepared.maze(self.seed);
                self.write_whole(&prepared, &maze, format, out)
            }
        }
    }

    fn note(&self, lang: Lang) -> Option<String> {
        let mut note = String::new();
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
