//! `dedale sokoban solve`.

use super::{LevelArg, LimitArgs, MethodArgs, chosen, clock, levels, named};
use crate::args::JsonArg;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::{output, progress};
use clap::Args;
use dedale_sokoban::{
    Collection, Entry, Goal, Level, Limits, Moves, Options, Progress, Solution, Stop, Verdict, shorten, solve,
    write_level, write_text,
};
use dedale_text::{Lang, Say, tr};
use dedale_tui::sokoban::{count_moves, count_pushes};
use serde::Serialize;
use std::cell::Cell;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Args)]
pub struct SolveArgs {
    #[arg(value_name = "FILE", help = tr("The levels, `-` for standard input", "Les niveaux, « - » pour l'entrée standard"))]
    pub file: String,

    #[command(flatten)]
    pub level: LevelArg,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub method: MethodArgs,

    #[arg(long, value_name = "pushes|moves", value_parser = goal, help = tr(
        "Prove that there is no shorter solution", "Prouver qu'il n'y a pas de solution plus courte"
    ))]
    pub optimal: Option<Goal>,

    #[arg(long, value_name = "TIME", value_parser = super::duration, help = tr(
        "Spend up to this much of the time left on shortening the solution; a little unless given",
        "Consacrer jusqu'à ce temps, s'il en reste, à raccourcir la solution ; un peu par défaut"
    ))]
    pub polish: Option<std::time::Duration>,

    #[command(flatten)]
    pub json: JsonArg,

    #[arg(short, long, value_name = "FILE", help = tr(
        "Write the levels with their solutions (.sok)", "Écrire les niveaux avec leurs solutions (.sok)"
    ))]
    pub output: Option<PathBuf>,
}

pub fn goal(text: &str) -> Result<Goal, String> {
    named(text, &[("pushes", Goal::Pushes), ("moves", Goal::Moves)])
}

/// One line of the answer.
#[derive(Serialize)]
pub struct Line {
    pub level: usize,
    pub title: String,
    pub solved: bool,
    pub status: &'static str,
    pub pushes: Option<usize>,
    pub moves: Option<usize>,
    pub solution: Option<String>,
    pub seconds: f64,
    pub nodes: u64,
    pub proved: bool,
    pub engine: &'static str,
    /// Why the level was not even tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Solves one level within the limits; `None` if it was interrupted.
pub fn answer(
    file: &str,
    number: usize,
    entry: &Entry,
    options: &Options,
    limits: LimitArgs,
    context: &Context,
    told: &(dyn Fn(&Progress) + Sync),
) -> Result<Option<Line>, Failure> {
    let clock = clock();
    let cancel = context.interrupt();
    let bounds = Limits {
        seconds: limits.time_limit.as_secs_f64(),
        memory: limits.memory_limit,
        threads: limits.threads(),
        clock: &clock,
        cancel: &cancel,
        progress: told,
    };
    // A level too large for the tables does not keep the others from theirs.
    let (answer, reason) = match solve(&entry.level, options, bounds) {
        Ok(answer) => (answer, None),
        Err(error) => {
            let verdict = Verdict::Unknown(Stop::Memory);
            let nothing = dedale_sokoban::Answer { verdict, solution: None, proved: false, nodes: 0, engine: "" };
            (nothing, Some(format!("{file}:{}:1: {}", entry.line, error.say(Lang::current()))))
        }
    };
    if answer.solution.is_none() && cancel.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let status = match answer.verdict {
        Verdict::Solved => "solved",
        Verdict::Unsolvable => "unsolvable",
        Verdict::Unknown(Stop::Memory) => "memory",
        Verdict::Unknown(Stop::Time | Stop::Cancelled) => "time",
    };
    let solution = answer.solution;
    Ok(Some(Line {
        level: number,
        title: entry.title.clone(),
        solved: solution.is_some(),
        status,
        pushes: solution.as_ref().map(|(_, metrics)| metrics.pushes),
        moves: solution.as_ref().map(|(_, metrics)| metrics.moves),
        solution: solution.map(|(moves, _)| moves.to_string()),
        seconds: (clock() * 1000.0).round() / 1000.0,
        nodes: answer.nodes,
        proved: answer.proved,
        engine: answer.engine,
        reason,
    }))
}

/// Shortens a solution by a fixed amount of work, so that the answer does not
/// depend on the machine, so long as the time of the level suffices.
fn polish(line: &mut Line, level: &Level, limit: f64, cancel: &AtomicBool) {
    /// How often the optimiser may ask whether to go on; between two questions
    /// it looks at some hundreds of positions at most.
    const QUESTIONS: u32 = 200;
    let Some(moves) = line.solution.as_deref().filter(|_| !line.proved).and_then(|text| Moves::parse(text).ok()) else {
        return;
    };
    let (clock, asked, spent) = (clock(), Cell::new(0), line.seconds);
    let keep_on = || {
        asked.set(asked.get() + 1);
        asked.get() <= QUESTIONS && spent + clock() < limit && !cancel.load(Ordering::Relaxed)
    };
    if let Ok((better, metrics)) = shorten(level, &moves, Goal::Pushes, &keep_on) {
        line.pushes = Some(metrics.pushes);
        line.moves = Some(metrics.moves);
        line.solution = Some(better.to_string());
        line.seconds = ((spent + clock()) * 1000.0).round() / 1000.0;
    }
}

pub fn run(args: &SolveArgs, context: &Context) -> Answer {
    let collection = levels(&args.file)?;
    let numbers = chosen(&collection, args.level.get(), &args.file)?;
    output::writable(args.output.as_deref())?;
    let options = Options {
        method: args.method.method,
        heuristic: args.method.heuristic,
        techniques: args.method.without.unwrap_or_default(),
        optimal: args.optimal,
        polish: args.polish.unwrap_or_default().as_secs_f64(),
        nodes: None,
    };
    let bar = progress::bar(context, numbers.len() as u64);
    let told = |news: &Progress| {
        bar.set_message(format!("{} {} · {}/{}", news.engine, news.nodes, news.placed.0, news.placed.1));
    };
    let mut solved: Vec<Entry> = Vec::new();
    let (mut all, mut interrupted) = (true, false);
    for number in numbers {
        let entry = &collection.entries[number - 1];
        let Some(mut line) = answer(&args.file, number, entry, &options, args.limits, context, &told)? else {
            interrupted = true;
            break;
        };
        if args.polish.is_none() {
            polish(&mut line, &entry.level, args.limits.time_limit.as_secs_f64(), &context.interrupt());
        }
        bar.inc(1);
        all &= line.solved;
        if args.output.is_some() {
            let mut entry = entry.clone();
            entry.solutions.clear();
            if let Some(text) = &line.solution {
                let moves = Moves::parse(text).map_err(Failure::from)?;
                entry.solutions.push(Solution { name: String::new(), moves, line: 0 });
            }
            solved.push(entry);
        }
        if args.json.json {
            output::json(&line)?;
        } else {
            bar.suspend(|| output::stdout(told_to_people(&line).as_bytes()))?;
        }
        if context.interrupt().load(Ordering::Relaxed) {
            interrupted = true;
            break;
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &args.output {
        let text = match path.extension().and_then(|ending| ending.to_str()) {
            Some("slc") => dedale_sokoban::write_slc(&Collection { entries: solved, ..Collection::default() }),
            _ if solved.len() == 1 => write_level(&solved[0]),
            _ => write_text(&Collection { entries: solved, header: collection.header, ..Collection::default() }),
        };
        output::result(Some(path), text.as_bytes())?;
    }
    Ok(match (interrupted, all) {
        (true, _) => Done::Interrupted,
        (false, true) => Done::Yes,
        (false, false) => Done::No,
    })
}

fn told_to_people(line: &Line) -> String {
    let title = if line.title.is_empty() { String::new() } else { format!(" ({})", line.title) };
    match &line.solution {
        Some(solution) => format!(
            "{}{title}: {}, {}, {:.2} s, {} {}{}\n{solution}\n",
            line.level,
            count_pushes(line.pushes.unwrap_or(0)),
            count_moves(line.moves.unwrap_or(0)),
            line.seconds,
            line.nodes,
            tr("nodes", "nœuds"),
            if line.proved { tr(", proved shortest", ", prouvé le plus court") } else { "" },
        ),
        None => {
            if let Some(reason) = &line.reason {
                return format!("{}{title}: {reason}\n", line.level);
            }
            let status = match line.status {
                "unsolvable" => tr("has no solution", "n'a pas de solution"),
                "memory" => tr("unsolved: out of memory", "non résolu : mémoire épuisée"),
                _ => tr("unsolved: out of time", "non résolu : temps écoulé"),
            };
            format!("{}{title}: {status}, {:.2} s, {} {}\n", line.level, line.seconds, line.nodes, tr("nodes", "nœuds"))
        }
    }
}
