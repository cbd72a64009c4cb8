//! `maze animate`.

use crate::ask::refused;
use crate::context::Context;
use crate::failure::{Answer, Failure};
use clap::Args;
use dedale_maze::questions::{Recipe, Steps, read};
use dedale_maze::solvers::Solving;
use dedale_question::{Control, Refusal};
use dedale_text::tr;
use dedale_tui::maze::Watching;
use std::io::IsTerminal;

/// The most cells that can be watched.
const MOST: usize = 1_000_000;

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
            let maze = read(source, &control)?;
            check(maze.size().area())?;
            let (method, (from, goals)) = (solver.unwrap_or_default(), way.ends(&maze.clone().into())?);
            let solving = Solving::new(&maze, method, from, &goals);
            return Ok((Watching::solving(&maze, solving, format!("{method} {}", maze.size())), None));
        }
        for (given, setting) in [(way.from, "from"), (way.to, "to")] {
            if given.is_some() {
                return Err(Refusal::no_effect(setting, "without `maze`", "sans `maze`"));
            }
        }
        let prepared = recipe.prepare(&control)?;
        let (plan, seed) = (&prepared.plan, prepared.seed);
        check(plan.size().area())?;
        let title = format!("{} {} {} {seed}", recipe.algo, plan.size(), tr("seed", "graine"));
        Ok((Watching::generation(plan, prepared.generation(), title, *solver), Some(seed)))
    }
}

fn check(cells: usize) -> Result<(), Refusal> {
    if cells <= MOST {
        return Ok(());
    }
    Err(Refusal::too_large(
        format!("found {cells} cells, expected at most {MOST} to watch"),
        format!("trouvé {cells} cases, attendu au plus {MOST} à observer"),
    ))
}
