//! `dedale race new`.

use super::input::{all_at, at};
use super::show::write_picture;
use crate::args::{JsonArg, OutputArg};
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::output;
use crate::seed::SeedArg;
use dedale_race::picture::Marks;
use dedale_race::{Made, Recipe, RecipeError};
use dedale_text::{Say, tr};
use serde_json::json;

#[derive(clap::Args)]
pub struct BoardArgs {
    #[arg(long, value_name = "N", default_value_t = 31, help = tr(
        "Side of the square board, its ring included", "Côté du plateau carré, bord compris"
    ))]
    pub size: usize,

    #[arg(long, value_name = "D", default_value_t = 0.65, help = tr(
        "Share of the inner cells that are free: above 0, up to 1", "Part des cases intérieures libres : plus de 0, au plus 1"
    ))]
    pub density: f64,

    #[arg(long, value_name = "P", default_value_t = 2, help = tr("Number of players, 1 to 4", "Nombre de joueurs, 1 à 4"))]
    pub players: usize,

    #[arg(long, help = tr(
        "Free the fewest cells that let everybody reach the target instead of drawing again",
        "Libérer le moins de cases pour que chacun atteigne la cible au lieu de retirer un plateau"
    ))]
    pub repair: bool,
}

impl BoardArgs {
    pub fn recipe(&self) -> Recipe {
        Recipe { size: self.size, density: self.density, players: self.players, repair: self.repair }
    }
}

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    json: JsonArg,
    #[command(flatten)]
    output: OutputArg,
}

pub fn run(args: &Args, context: &Context) -> Answer {
    let seed = args.seed.get();
    let made = match args.board.recipe().make(seed) {
        Ok(made) => made,
        // A good question whose answer is no.
        Err(error @ RecipeError::Unplayable { .. }) => {
            anstream::eprintln!("{}", error.say(context.lang));
            return Ok(Done::No);
        }
        Err(error) => return Err(error.into()),
    };
    let path = args.output.output.as_deref();
    match args.output.format(if args.json.json { "json" } else { "txt" }).as_str() {
        "json" => {
            let mut document = serde_json::to_vec(&document(&made, args, seed)).map_err(Failure::broken)?;
            document.push(b'\n');
            output::result(path, &document)?;
        }
        "txt" => output::result(path, made.board.to_string().as_bytes())?,
        format => write_picture(&made.board, &Marks { players: &made.board.starts, ..Marks::default() }, format, path)?,
    }
    if !args.json.json {
        anstream::eprintln!("{} {seed}", tr("seed", "graine"));
    }
    Ok(Done::Yes)
}

fn document(made: &Made, args: &Args, seed: u64) -> serde_json::Value {
    let board = &made.board;
    let size = board.size();
    let players: Vec<_> = (board.starts.iter().zip(&made.best).enumerate())
        .map(|(index, (&start, best))| json!({"id": index + 1, "start": at(size, start), "best": best}))
        .collect();
    let mut document = json!({
        "size": args.board.size,
        "density": args.board.density,
        "seed": seed,
        "board": board.rows(),
        "target": at(size, board.target),
        "players": players,
    });
    if args.board.repair {
        document["opened"] = json!(all_at(size, &made.opened));
    }
    document
}
