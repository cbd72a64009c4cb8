//! `maze animate`.

use super::recipe::{Recipe, named};
use crate::context::Context;
use crate::failure::{Answer, Failure};
use clap::Args;
use dedale_maze::Generation;
use dedale_maze::solvers::Method;
use dedale_text::tr;
use dedale_tui::maze::Watching;
use std::io::IsTerminal;

#[derive(Args)]
pub struct Animate {
    #[command(flatten)]
    recipe: Recipe,

    #[arg(long, value_name = "METHOD", value_parser = named::<Method>, help = tr(
        "Watch this solver afterwards", "Observer ensuite cette méthode de résolution"
    ))]
    method: Option<Method>,
}

impl Animate {
    pub fn run(self, context: &Context) -> Answer {
        let (plan, options, seed) = (self.recipe.plan()?, self.recipe.options()?, self.recipe.seed.get());
        let most = 1_000_000;
        if plan.size().area() > most {
            return Err(Failure::new(
                format!("found {} cells, expected at most {most} to watch", plan.size().area()),
                format!("trouvé {} cases, attendu au plus {most} à observer", plan.size().area()),
            ));
        }
        let title = format!("{} {} {} {seed}", self.recipe.algorithm, plan.size(), tr("seed", "graine"));
        let generation = Generation::new(self.recipe.algorithm, &plan, &options, seed);
        let done = show(Watching::generation(&plan, generation, title, self.method), context);
        eprintln!("{} {seed}", tr("seed", "graine"));
        done
    }
}

/// Shows a screen, if there is a terminal.
pub fn show(mut screen: Watching, context: &Context) -> Answer {
    if !std::io::stdout().is_terminal() {
        return Err(Failure::new(
            "there is no terminal to watch in; `maze generate -o maze.gif` makes a film",
            "il n'y a pas de terminal où observer ; « maze generate -o maze.gif » fait un film",
        ));
    }
    context.show(&mut screen)
}
