//! `maze generate`.

use super::draw::{Painted, Picture, PictureArg};
use super::file;
use super::recipe::{Recipe, named};
use crate::args::{JsonArg, OutputArg};
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::{output, progress};
use clap::Args;
use dedale_grid::Walls;
use dedale_maze::analysis::{Measure, measure};
use dedale_maze::formats::{self, Origin};
use dedale_maze::picture::{self, Shades};
use dedale_maze::rows::{RowKind, RowMaker};
use dedale_maze::{Algorithm, Generation, Maze, Options, Plan, generate, steps};
use dedale_text::tr;
use serde::Serialize;
use std::sync::atomic::Ordering;

#[derive(Args)]
pub struct Generate {
    #[command(flatten)]
    recipe: Recipe,

    #[command(flatten)]
    output: OutputArg,

    #[command(flatten)]
    json: JsonArg,

    #[command(flatten)]
    picture: PictureArg,

    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), help = tr(
        "Make K mazes with the seeds from N on, keep the one with the most by --by",
        "Créer K labyrinthes avec les graines à partir de N, garder le premier selon --by"
    ))]
    best_of: u32,

    #[arg(long, value_name = "MEASURE", default_value = "decisions", value_parser = named::<Measure>, help = tr(
        "The measure for --best-of; `maze measure` shows all", "La mesure pour --best-of ; « maze measure » les montre toutes"
    ))]
    by: Measure,
}

/// What was made, for scripts that let the maze go to a file.
#[derive(Serialize)]
struct Made {
    algorithm: &'static str,
    columns: u64,
    rows: u64,
    seed: u64,
    parts: usize,
    output: String,
}

impl Generate {
    pub fn run(self, context: &Context) -> Answer {
        let mut format = file::format(&self.output)?;
        if self.json.json && self.output.output.is_none() {
            format = "json";
        }
        let options = self.recipe.options()?;
        let seed = self.recipe.seed.get();
        if let (Some(kind), Some(size), "maz" | "txt", 1) =
            (self.recipe.algorithm.rows(), self.recipe.size, format, self.best_of)
            && self.recipe.is_plain()
        {
            return self.stream(kind, size, seed, &options, context);
        }
        let plan = self.recipe.plan()?;
        let algorithm = self.recipe.algorithm;
        let Some((walls, seed)) = self.best(algorithm, &plan, &options, seed, context)? else {
            return Ok(Done::Interrupted);
        };
        let parts = if plan.is_plain() { 1 } else { plan.parts() };
        let mut maze = Maze::from(walls);
        maze.absent = plan.absent().cloned();
        match format {
            "gif" => self.gif(&maze, &plan, &options, seed)?,
            "steps" => self.steps(&plan, &options, seed)?,
            _ => {
                let origin = Origin { algorithm: Some(algorithm.name().to_owned()), seed: Some(seed) };
                let again = || Generation::new(algorithm, &plan, &options, seed);
                if self.picture.paint == Painted::Age {
                    self.watchable(&plan)?;
                }
                let picture = Picture { args: self.picture, generation: Some(&again), path: None };
                file::write(&maze, &origin, &self.output, format, &picture)?;
            }
        }
        if parts != 1 {
            eprintln!(
                "{}",
                dedale_text::Lang::current().pick(
                    &format!("the board falls into {parts} parts; each is a maze of its own"),
                    &format!("la grille tombe en {parts} parties ; chacune est un labyrinthe à elle")
                )
            );
        }
        let size = plan.size();
        self.say((size.cols() as u64, size.rows() as u64), seed, parts)
    }

    /// The seed, for people or for scripts.
    fn say(&self, (columns, rows): (u64, u64), seed: u64, parts: usize) -> Answer {
        if !self.json.json {
            eprintln!("{} {seed}", tr("seed", "graine"));
        } else if let Some(path) = &self.output.output {
            let (algorithm, output) = (self.recipe.algorithm.name(), path.display().to_string());
            output::json(&Made { algorithm, columns, rows, seed, parts, output })?;
        }
        Ok(Done::Yes)
    }

    /// Makes one maze, or the best of several; nothing if interrupted.
    fn best(
        &self,
        algorithm: Algorithm,
        plan: &Plan,
        options: &Options,
        seed: u64,
        context: &Context,
    ) -> Result<Option<(Walls, u64)>, Failure> {
        if self.best_of == 1 {
            return Ok(Some((generate(algorithm, plan, options, seed), seed)));
        }
        let stop = context.interrupt();
        let bar = progress::bar(context, u64::from(self.best_of));
        let mut best: Option<(f64, Walls, u64)> = None;
        for seed in (0..u64::from(self.best_of)).map(|index| seed.wrapping_add(index)) {
            if stop.load(Ordering::SeqCst) {
                return Ok(None);
            }
            let mut maze = Maze::from(generate(algorithm, plan, options, seed));
            maze.absent = plan.absent().cloned();
            let value = self.by.value(&measure(&maze)).unwrap_or(f64::NEG_INFINITY);
            if best.as_ref().is_none_or(|(most, _, _)| value > *most) {
                best = Some((value, maze.walls, seed));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if let Some((value, _, _)) = &best
            && !self.json.json
        {
            eprintln!("{} {value}", self.by);
        }
        Ok(best.map(|(_, walls, seed)| (walls, seed)))
    }

    /// Writes the rows as they are made.
    fn stream(
        &self,
        kind: RowKind,
        (cols, rows): (u64, u64),
        seed: u64,
        options: &Options,
        context: &Context,
    ) -> Answer {
        if cols == 0 || rows == 0 {
            return Err(dedale_grid::SizeError::Empty.into());
        }
        let what = format!("{} {cols}x{rows}", self.recipe.algorithm);
        // Two arrays of 32-bit numbers, words of walls and a line of text.
        self.recipe.limit.check(&what, cols.saturating_mul(20))?;
        let cols = usize::try_from(cols).map_err(Failure::broken)?;
        let maker = RowMaker::new(kind, cols, seed, options.bias);
        let stop = context.interrupt();
        let bar = progress::bar(context, rows);
        let done = file::through(self.output.output.as_deref(), |mut out| {
            formats::stream(maker, rows, &mut out, |row| {
                if row % 1024 == 0 {
                    bar.set_position(row);
                }
                !stop.load(Ordering::Relaxed)
            })
        })?;
        bar.finish_and_clear();
        if !done {
            return Ok(Done::Interrupted);
        }
        self.say((cols as u64, rows), seed, 1)
    }

    /// Refuses boards too large to be made step by step into a picture.
    fn watchable(&self, plan: &Plan) -> Result<(), Failure> {
        let most = 4_000_000;
        let cells = plan.size().area();
        if cells <= most {
            return Ok(());
        }
        Err(Failure::new(
            format!("found {cells} cells, expected at most {most} for a maze that is watched"),
            format!("trouvé {cells} cases, attendu au plus {most} pour un labyrinthe observé"),
        ))
    }

    fn gif(&self, maze: &Maze, plan: &Plan, options: &Options, seed: u64) -> Result<(), Failure> {
        let most = 40_000;
        if plan.size().area() > most {
            return Err(Failure::new(
                format!("found {} cells, expected at most {most} in a GIF", plan.size().area()),
                format!("trouvé {} cases, attendu au plus {most} dans un GIF", plan.size().area()),
            ));
        }
        let again = || Generation::new(self.recipe.algorithm, plan, options, seed);
        let mut generation = again();
        while generation.next_step().is_some() {}
        let picture = Picture { args: self.picture, generation: None, path: None };
        let scene = picture::scene(maze, &picture::Look::default());
        let pixels = picture.pixels(&scene, 500_000);
        let shades = if self.picture.paint == Painted::Class { Shades::Classes } else { Shades::Marks };
        let mut file = Vec::new();
        picture::animate(again(), maze, generation.steps(), 150, pixels, shades, &mut file).map_err(Failure::broken)?;
        output::result(self.output.output.as_deref(), &file)
    }

    /// The binary stream of steps, for pages that replay it.
    fn steps(&self, plan: &Plan, options: &Options, seed: u64) -> Result<(), Failure> {
        self.watchable(plan)?;
        let mut generation = Generation::new(self.recipe.algorithm, plan, options, seed);
        let header = steps::header(generation.view().walls())?;
        let size = plan.size();
        file::through(self.output.output.as_deref(), |out| {
            out.write_all(&header)?;
            let (mut words, mut bytes) = (Vec::new(), Vec::new());
            while let Some(step) = generation.next_step() {
                steps::encode(step, size, &mut words);
                if words.len() > 1 << 16 {
                    bytes.extend(words.drain(..).flat_map(u32::to_le_bytes));
                    out.write_all(&bytes)?;
                    bytes.clear();
                }
            }
            bytes.extend(words.drain(..).flat_map(u32::to_le_bytes));
            out.write_all(&bytes)
        })?;
        Ok(())
    }
}
