//! `maze animate`.

use crate::ask::refused;
use crate::context::Context;
use crate::failure::{Answer, Failure};
use clap::Args;
use dedale_maze::questions::{Board, Ready, Recipe, Steps, read_any};
use dedale_maze::solvers::Solving;
use dedale_maze::surface;
use dedale_question::{Control, Refusal};
use dedale_text::tr;
use dedale_tui::maze::Watching;
use std::io::IsTerminal;

/// The most cells that can be watched.
const MOST: usize = 1_000_000;

/// The same on surfaces, which are drawn anew for every picture.
const MOST_ON_SURFACES: usize = 20_000;

/// What can be filmed can be watched.
#[derive(Args)]
pub struct Animate {
    #[command(flatten)]
    film: Steps,
}

impl Animate {
    pub fn run(self, context: &Context) -> Answer {
        let (mut screen, seed) = self.screen().map_err(refused)?;
        if !std::io::stdout().is_terminal() {
            return Err(Failure::new(
                "there is no terminal to watch in; `maze generate -o maze.gif` makes a film",
                "il n'y a pas de terminal où observer ; « maze generate -o maze.gif » fait un film",
            ));
        }
        let done = context.show(&mut screen);
        if let Some(seed) = seed {
            eprintln!("{} {seed}", tr("seed", "graine"));
        }
        done
    }

    /// What is shown, and the seed of a maze that is made.
    fn screen(&self) -> Result<(Watching, Option<u64>), Refusal> {
        let control = Control::default();
        let Steps { recipe, maze, solver, way } = &self.film;
        if let Some(source) = maze {
            if *recipe != Recipe::default() {
                return Err(Steps::two_mazes());
            }
            let board = read_any(source, &control)?;
            let (method, (from, goals)) = (solver.unwrap_or_default(), way.ends(&board)?);
            let screen = match &board {
                Board::Squares(maze) => {
                    check(maze.size().area(), MOST)?;
                    let solving = Solving::new(maze, method, from, &goals);
                    Watching::solving(maze, solving, format!("{method} {}", maze.size()))
                }
                Board::Surface(maze) => {
                    let graph = maze.graph();
                    check(graph.len(), MOST_ON_SURFACES)?;
                    let goal = goals.first().copied().unwrap_or(from);
                    let solving = surface::Solving::new(maze, method, from, goal);
                    Watching::surface_solving(solving, format!("{method} {}", graph.surface()))
                }
            };
            return Ok((screen, None));
        }
        for (given, setting) in [(way.from, "from"), (way.to, "to")] {
            if given.is_some() {
                return Err(Refusal::no_effect(setting, "without `maze`", "sans `maze`"));
            }
        }
        let ready = recipe.ready(&control)?;
        let seed = ready.seed();
        let title = |size: String| format!("{} {size} {} {seed}", recipe.algo, tr("seed", "graine"));
        let screen = match &ready {
            Ready::Squares(prepared) => {
                let size = prepared.plan.size();
                check(size.area(), MOST)?;
                Watching::generation(&prepared.plan, prepared.generation(), title(size.to_string()), *solver)
            }
            Ready::Surface(prepared) => {
                let graph = &prepared.graph;
                check(graph.len(), MOST_ON_SURFACES)?;
                Watching::surface_generation(prepared.generation(), title(graph.surface().to_string()), *solver)
            }
        };
        Ok((screen, Some(seed)))
    }
}

fn check(cells: usize, most: usize) -> Result<(), Refusal> {
    if cells <= most {
        return Ok(());
    }
    Err(Refusal::too_large(
        format!("found {cells} cells, expected at most {most} to watch"),
        format!("trouvé {cells} cases, attendu au plus {most} à observer"),
    ))
}
