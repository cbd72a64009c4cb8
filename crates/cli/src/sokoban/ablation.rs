//! `dedale sokoban ablation`: every technique and every bound, on and off.

use super::solve::answer;
use super::{LevelArg, LimitArgs, chosen, levels, method};
use crate::args::JsonArg;
use crate::context::Context;
use crate::failure::{Answer, Done};
use crate::{output, progress};
use clap::Args;
use dedale_sokoban::{Heuristic, Method, Options, Techniques};
use dedale_text::tr;
use serde::Serialize;

#[derive(Args)]
pub struct AblationArgs {
    #[arg(value_name = "FILE", help = tr("The levels, `-` for standard input", "Les niveaux, « - » pour l'entrée standard"))]
    file: String,

    #[command(flatten)]
    level: LevelArg,

    #[command(flatten)]
    limits: LimitArgs,

    #[arg(long, value_name = "METHOD", default_value = "astar", value_parser = method, help = tr(
        "The search to measure with", "La recherche avec laquelle mesurer"
    ))]
    method: Method,

    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
struct Row {
    variant: String,
    solved: usize,
    levels: usize,
    nodes: u64,
    seconds: f64,
}

pub fn run(args: &AblationArgs, context: &Context) -> Answer {
    let collection = levels(&args.file)?;
    let numbers = chosen(&collection, args.level.get(), &args.file)?;
    let variants = variants(args.method);
    let bar = progress::bar(context, (variants.len() * numbers.len()) as u64);
    if !args.json.json {
        let heading = format!(
            "{:<24} {:>11} {:>14} {:>10}\n",
            tr("variant", "variante"),
            tr("solved", "résolus"),
            tr("nodes", "nœuds"),
            tr("seconds", "secondes")
        );
        output::stdout(heading.as_bytes())?;
    }
    for (name, options) in variants {
        let mut row = Row { variant: name, solved: 0, levels: numbers.len(), nodes: 0, seconds: 0.0 };
        for &number in &numbers {
            bar.set_message(row.variant.clone());
            let entry = &collection.entries[number - 1];
            let Some(line) = answer(&args.file, number, entry, &options, args.limits, context, &|_| {})? else {
                bar.finish_and_clear();
                return Ok(Done::Interrupted);
            };
            bar.inc(1);
            row.solved += usize::from(line.solved);
            row.nodes += line.nodes;
            row.seconds += line.seconds;
        }
        row.seconds = (row.seconds * 1000.0).round() / 1000.0;
        if args.json.json {
            output::json(&row)?;
        } else {
            let solved = format!("{}/{}", row.solved, row.levels);
            let text = format!("{:<24} {solved:>11} {:>14} {:>10.2}\n", row.variant, row.nodes, row.seconds);
            bar.suspend(|| output::stdout(text.as_bytes()))?;
        }
    }
    bar.finish_and_clear();
    Ok(Done::Yes)
}

fn variants(method: Method) -> Vec<(String, Options)> {
    let base = Options { method, ..Options::default() };
    let mut variants = vec![("all".to_owned(), base)];
    for (name, switch) in Techniques::SWITCHES {
        let mut options = base;
        *switch(&mut options.techniques) = false;
        variants.push((format!("without {name}"), options));
    }
    for (name, switch) in Techniques::SWITCHES {
        let mut options = Options { techniques: Techniques::NONE, ..base };
        *switch(&mut options.techniques) = true;
        variants.push((format!("only {name}"), options));
    }
    variants.push(("nothing".to_owned(), Options { techniques: Techniques::NONE, ..base }));
    for (name, heuristic) in Heuristic::ALL {
        variants.push((format!("bound {name}"), Options { heuristic, ..base }));
    }
    variants
}
