//! `dedale sokoban generate`.

use crate::args::{JsonArg, size};
use crate::context::Context;
use crate::failure::{Answer, Done};
use crate::seed::SeedArg;
use crate::{output, progress};
use clap::Args;
use dedale_grid::Size;
use dedale_sokoban::{Collection, Entry, Generated, Recipe, Solution, generate, write_slc, write_text};
use dedale_text::tr;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

#[derive(Args)]
pub struct GenerateArgs {
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "9x8", value_parser = size, help = tr(
        "Largest size, outer walls included", "Taille au plus, murs extérieurs compris"
    ))]
    size: Size,

    #[arg(long, value_name = "N", default_value_t = 3, help = tr("Boxes", "Caisses"))]
    boxes: usize,

    #[arg(long, value_name = "N", default_value_t = 1, help = tr("How many levels", "Combien de niveaux"))]
    count: u64,

    #[arg(long, value_name = "N", default_value_t = 30, help = tr(
        "Choose each level from this many; more are harder", "Choisir chaque niveau parmi autant ; plus, c'est plus dur"
    ))]
    attempts: u32,

    #[command(flatten)]
    seed: SeedArg,

    #[command(flatten)]
    json: JsonArg,

    #[arg(short, long, value_name = "FILE", help = tr(
        "Write the collection with solutions (.sok, .xsb, .slc)", "Écrire la collection avec solutions (.sok, .xsb, .slc)"
    ))]
    output: Option<PathBuf>,
}

#[derive(Serialize)]
struct Line {
    seed: u64,
    rows: Vec<String>,
    difficulty: f64,
    class: &'static str,
    pushes: usize,
    moves: usize,
    solution: String,
}

pub fn run(args: &GenerateArgs, context: &Context) -> Answer {
    let recipe = Recipe::new(args.size, args.boxes, args.attempts)?;
    output::writable(args.output.as_deref())?;
    let first = args.seed.get();
    let cancel = context.interrupt();
    let bar = progress::bar(context, args.count);
    let mut entries = Vec::new();
    for number in 0..args.count {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let seed = first.wrapping_add(number);
        let Some(made) = patiently(&recipe, seed, &cancel) else { break };
        bar.inc(1);
        if args.json.json {
            output::json(&Line {
                seed,
                rows: made.level.to_string().lines().map(str::to_owned).collect(),
                difficulty: (made.difficulty.score * 10.0).round() / 10.0,
                class: made.difficulty.class(),
                pushes: made.difficulty.metrics.pushes,
                moves: made.difficulty.metrics.moves,
                solution: made.solution.to_string(),
            })?;
        }
        entries.push(entry(seed, &recipe, made));
    }
    bar.finish_and_clear();
    if !args.json.json || args.output.is_some() {
        let collection = Collection { entries, ..Collection::default() };
        let text = match args.output.as_ref().and_then(|path| path.extension()).and_then(|ending| ending.to_str()) {
            Some("slc") => write_slc(&collection),
            _ => write_text(&collection),
        };
        output::result(args.output.as_deref(), text.as_bytes())?;
    }
    Ok(if cancel.load(Ordering::Relaxed) { Done::Interrupted } else { Done::Yes })
}

/// Makes a level; `None` if Ctrl-C came first. One level may take minutes, so
/// it is made beside and left behind.
fn patiently(recipe: &Recipe, seed: u64, cancel: &AtomicBool) -> Option<Generated> {
    let (send, receive) = channel();
    let recipe = *recipe;
    std::thread::spawn(move || {
        // Nobody waits for it after Ctrl-C.
        let _ = send.send(generate(&recipe, seed));
    });
    while !cancel.load(Ordering::Relaxed) {
        match receive.recv_timeout(Duration::from_millis(50)) {
            Ok(made) => return Some(made),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}

fn entry(seed: u64, recipe: &Recipe, made: Generated) -> Entry {
    let note = format!("seed {seed}, {} boxes, {} {:.1}", recipe.boxes, made.difficulty.class(), made.difficulty.score);
    Entry {
        level: made.level,
        title: format!("{} {seed}", recipe.size),
        author: String::new(),
        notes: vec![note],
        solutions: vec![Solution { name: String::new(), moves: made.solution, line: 0 }],
        line: 0,
    }
}
