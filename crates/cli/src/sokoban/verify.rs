//! `dedale sokoban verify` and `dedale sokoban optimize`.

use super::{LimitArgs, at_level, clock, levels, text_of};
use crate::args::JsonArg;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::input::Source;
use crate::{output, progress};
use clap::Args;
use dedale_sokoban::{
    Collection, Goal, Moves, ReplayError, Solution, audit, read_solutions, replay, shorten, write_text,
};
use dedale_text::{Lang, Located, Say, tr};
use dedale_tui::sokoban::{count_moves, count_pushes};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

#[derive(Args)]
pub struct VerifyArgs {
    #[arg(value_name = "LEVELS", help = tr("The levels", "Les niveaux"))]
    levels: String,

    #[arg(value_name = "SOLUTIONS", help = tr(
        "The solutions: levels with solutions, bare moves in order, or the lines of solve --json; those in LEVELS unless given",
        "Les solutions : des niveaux avec solutions, des coups seuls dans l'ordre, ou les lignes de solve --json ; par défaut celles de LEVELS"
    ))]
    solutions: Option<String>,

    #[arg(long, help = tr(
        "Also check that no rule of the solver calls a position on the way dead",
        "Vérifier aussi qu'aucune règle du solveur ne dit morte une position du chemin"
    ))]
    audit: bool,

    #[command(flatten)]
    json: JsonArg,
}

#[derive(Args)]
pub struct OptimizeArgs {
    #[command(flatten)]
    verify: VerifyArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[arg(long, value_name = "pushes|moves", default_value = "pushes", value_parser = super::solve::goal, help = tr(
        "What to make small", "Ce qu'il faut réduire"
    ))]
    goal: Goal,

    #[arg(short, long, value_name = "FILE", help = tr(
        "Write the levels with the better solutions (.sok)", "Écrire les niveaux avec les meilleures solutions (.sok)"
    ))]
    output: Option<PathBuf>,
}

/// A solution with the number of its level.
struct Pair {
    number: usize,
    moves: Moves,
    line: usize,
}

/// Which solution belongs to which level: by the level it stands with, by
/// being the same puzzle as drawn, or by order.
fn pairs(args: &VerifyArgs) -> Result<(Collection, Vec<Pair>), Failure> {
    let collection = levels(&args.levels)?;
    let name = args.solutions.as_ref().unwrap_or(&args.levels);
    let mut pairs = Vec::new();
    let given = match &args.solutions {
        None => collection.clone(),
        Some(file) => {
            let source = Source::read(file)?;
            let text = text_of(&source);
            if text.trim_start().starts_with('{') {
                pairs = solved(file, &text)?;
                Collection::default()
            } else if let Some(found) = one_a_line(&text, collection.entries.len()) {
                pairs = found;
                Collection::default()
            } else {
                read_solutions(&text).map_err(|error| source.at(&error))?
            }
        }
    };
    for (index, entry) in given.entries.iter().enumerate() {
        let same = collection.entries.iter().position(|other| other.level == entry.level);
        let number = same.unwrap_or(index) + 1;
        pairs.extend(entry.solutions.iter().map(|s| Pair { number, moves: s.moves.clone(), line: s.line }));
    }
    for (index, solution) in given.loose.iter().enumerate() {
        pairs.push(Pair { number: index + 1, moves: solution.moves.clone(), line: solution.line });
    }
    if pairs.is_empty() {
        return Err(Failure::new(
            format!("{name}:1:1: found no solution, expected moves such as rrU"),
            format!("{name}:1:1: trouvé aucune solution, attendu des coups comme rrU"),
        ));
    }
    if let Some(pair) = pairs.iter().find(|pair| !(1..=collection.entries.len()).contains(&pair.number)) {
        let (count, line) = (collection.entries.len(), pair.line);
        return Err(Failure::new(
            format!("{name}:{line}:1: found solution {}, expected at most {count}", pair.number),
            format!("{name}:{line}:1: trouvé la solution {}, attendu au plus {count}", pair.number),
        ));
    }
    Ok((collection, pairs))
}

/// Solutions one a line, if there are just as many lines as levels; otherwise
/// lines that follow each other are one long solution.
fn one_a_line(text: &str, levels: usize) -> Option<Vec<Pair>> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(';')).collect();
    if lines.len() != levels {
        return None;
    }
    let pair = |(index, (line, text)): (usize, (usize, &str))| {
        Moves::parse(text).ok().map(|moves| Pair { number: index + 1, moves, line })
    };
    lines.into_iter().enumerate().map(pair).collect()
}

/// A line of `solve --json`, as far as it matters here.
#[derive(Deserialize)]
struct Solved {
    level: usize,
    solution: Option<String>,
}

fn solved(file: &str, text: &str) -> Result<Vec<Pair>, Failure> {
    let mut pairs = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let number = index + 1;
        let parsed: Solved = serde_json::from_str(line)
            .map_err(|error| Failure::broken(format!("{file}:{number}:{}: {error}", error.column())))?;
        if let Some(solution) = parsed.solution {
            let moves = Moves::parse(&solution)
                .map_err(|error| Failure::at(file, &Located::new(number, error.index() + 1, error)))?;
            pairs.push(Pair { number: parsed.level, moves, line: number });
        }
    }
    Ok(pairs)
}

#[derive(Serialize)]
struct Verified {
    level: usize,
    title: String,
    valid: bool,
    /// The first move that cannot be made, from 1.
    failed_move: Option<usize>,
    error: Option<String>,
    pushes: Option<usize>,
    moves: Option<usize>,
    box_lines: Option<usize>,
    box_changes: Option<usize>,
    pushing_sessions: Option<usize>,
    player_lines: Option<usize>,
}

pub fn verify(args: &VerifyArgs) -> Answer {
    let (collection, pairs) = pairs(args)?;
    let mut all = true;
    for pair in pairs {
        let entry = &collection.entries[pair.number - 1];
        let result = replay(&entry.level, &pair.moves);
        all &= result.is_ok();
        if let (true, Ok((moves, _))) = (args.audit, &result)
            && let Err(wrong) = audit(&entry.level, moves)
        {
            all = false;
            output::stdout(format!("{}: {}\n", pair.number, wrong.say(Lang::current())).as_bytes())?;
        }
        let metrics = result.as_ref().ok().map(|(_, metrics)| *metrics);
        if args.json.json {
            output::json(&Verified {
                level: pair.number,
                title: entry.title.clone(),
                valid: result.is_ok(),
                failed_move: result.as_ref().err().and_then(|error| match error {
                    ReplayError::Wall { number, .. }
                    | ReplayError::Stuck { number, .. }
                    | ReplayError::NoBox { number, .. } => Some(*number),
                    ReplayError::Unfinished { .. } => None,
                }),
                error: result.as_ref().err().map(|error| error.say(Lang::current())),
                pushes: metrics.map(|m| m.pushes),
                moves: metrics.map(|m| m.moves),
                box_lines: metrics.map(|m| m.box_lines),
                box_changes: metrics.map(|m| m.box_changes),
                pushing_sessions: metrics.map(|m| m.pushing_sessions),
                player_lines: metrics.map(|m| m.player_lines),
            })?;
        } else {
            let said = match (&result, metrics) {
                (Err(error), _) => error.say(Lang::current()),
                (_, Some(m)) => format!(
                    "{}, {}, {}, {} {}",
                    tr("valid", "valide"),
                    count_pushes(m.pushes),
                    count_moves(m.moves),
                    m.box_changes,
                    if m.box_changes == 1 {
                        tr("box change", "changement de caisse")
                    } else {
                        tr("box changes", "changements de caisse")
                    },
                ),
                _ => String::new(),
            };
            output::stdout(format!("{}: {said}\n", pair.number).as_bytes())?;
        }
    }
    Ok(if all { Done::Yes } else { Done::No })
}

#[derive(Serialize)]
struct Optimized {
    level: usize,
    title: String,
    before: [usize; 2],
    pushes: usize,
    moves: usize,
    solution: String,
}

pub fn optimize(args: &OptimizeArgs, context: &Context) -> Answer {
    let (mut collection, pairs) = pairs(&args.verify)?;
    for entry in &mut collection.entries {
        entry.solutions.clear();
    }
    output::writable(args.output.as_deref())?;
    let cancel = context.interrupt();
    let bar = progress::bar(context, pairs.len() as u64);
    let mut all = true;
    for pair in pairs {
        let entry = &mut collection.entries[pair.number - 1];
        let (moves, before) = match replay(&entry.level, &pair.moves) {
            Ok(found) => found,
            Err(error) => {
                all = false;
                let said = error.say(Lang::current());
                bar.suspend(|| eprintln!("{}: {said}", pair.number));
                continue;
            }
        };
        let clock = clock();
        let limit = args.limits.time_limit.as_secs_f64();
        let keep_on = || clock() < limit && !cancel.load(Ordering::Relaxed);
        let (moves, metrics) = shorten(&entry.level, &moves, args.goal, &keep_on)
            .map_err(|error| at_level(&args.verify.levels, entry, &error))?;
        bar.inc(1);
        if args.verify.json.json {
            output::json(&Optimized {
                level: pair.number,
                title: entry.title.clone(),
                before: [before.pushes, before.moves],
                pushes: metrics.pushes,
                moves: metrics.moves,
                solution: moves.to_string(),
            })?;
        } else {
            let line = format!(
                "{}: {} → {} {}, {} → {} {}\n{moves}\n",
                pair.number,
                before.pushes,
                metrics.pushes,
                tr("pushes", "poussées"),
                before.moves,
                metrics.moves,
                tr("moves", "coups"),
            );
            bar.suspend(|| output::stdout(line.as_bytes()))?;
        }
        entry.solutions.push(Solution { name: String::new(), moves, line: 0 });
        if cancel.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &args.output {
        output::result(Some(path), write_text(&collection).as_bytes())?;
    }
    let interrupted = cancel.load(Ordering::Relaxed);
    Ok(if interrupted {
        Done::Interrupted
    } else if all {
        Done::Yes
    } else {
        Done::No
    })
}
