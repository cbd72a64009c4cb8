//! `dedale sokoban bench`: collections, a table, and a CSV file that grows line
//! by line, so that an interrupted run goes on where it stopped. `--compare`
//! sets such files against each other ([`super::compare`]).

use super::compare;
use super::farm::FarmArgs;
use crate::args::JsonArg;
use crate::ask::refused;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::{output, progress};
use clap::Args;
use dedale_question::{Control, Limits, Reader, Refusal, Seconds, Source};
use dedale_sokoban::questions::{LevelChoice, LevelSolved, Levels, MethodSettings, Numbered, SearchLimits, search};
use dedale_sokoban::{Options, Techniques};
use dedale_text::tr;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub struct BenchArgs {
    #[arg(value_name = "FILE", required_unless_present = "compare", help = tr("The collections", "Les collections"))]
    files: Vec<String>,

    #[arg(long, value_name = "CSV", num_args = 2.., exclusive = false, conflicts_with_all = ["files", "csv"], help = tr(
        "Compare results of earlier runs: who solved what alone, ratios, a sign test",
        "Comparer des résultats antérieurs : qui a résolu quoi seul, rapports, test des signes"
    ))]
    compare: Vec<PathBuf>,

    #[arg(short, long, value_name = "SVG", help = tr(
        "Draw solved levels against time here", "Dessiner ici les niveaux résolus selon le temps"
    ))]
    output: Option<PathBuf>,

    #[arg(long, value_name = "TIME", conflicts_with = "compare", help = tr(
        "Shorten every solution for this long, and count what is left",
        "Raccourcir chaque solution pendant ce temps, et compter ce qui reste"
    ))]
    polish: Option<Seconds>,

    #[command(flatten)]
    level: LevelChoice,

    #[command(flatten)]
    limits: SearchLimits,

    #[command(flatten)]
    method: MethodSettings,

    #[arg(long, value_name = "FILE", help = tr(
        "Append results here; levels already in it are not solved again",
        "Ajouter les résultats ici ; les niveaux déjà présents ne sont pas résolus à nouveau"
    ))]
    csv: Option<PathBuf>,

    #[command(flatten)]
    json: JsonArg,

    #[command(flatten)]
    farm: FarmArgs,
}

/// The columns; those of the deadlocks are named as `Deadlocks::each` does.
const HEADER: &str = "file,level,status,pushes,moves,seconds,cpu,nodes,expansions,dead_pairs,dead_freeze,\
    dead_patterns,dead_diagonals,dead_matching,dead_corrals,dead_walled,dead_learned,memory,engine,settings";

/// What a line of the table is made of.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Row {
    file: String,
    levels: usize,
    solved: usize,
    unsolvable: usize,
    pushes: usize,
    seconds: f64,
    /// Processor seconds of all threads.
    cpu: f64,
    nodes: u64,
    missing: Vec<usize>,
}

/// What is known of a level.
#[derive(Clone, Debug, Default, PartialEq)]
struct Outcome {
    status: String,
    pushes: usize,
    seconds: f64,
    cpu: f64,
    nodes: u64,
}

impl Row {
    fn count(&mut self, level: usize, result: &Outcome) {
        self.levels += 1;
        self.seconds += result.seconds;
        self.cpu += result.cpu;
        self.nodes += result.nodes;
        self.pushes += result.pushes;
        match result.status.as_str() {
            "solved" => self.solved += 1,
            "unsolvable" => self.unsolvable += 1,
            _ => self.missing.push(level),
        }
    }
}

pub fn run(args: &BenchArgs, context: &Context) -> Answer {
    if !args.compare.is_empty() {
        return compare::run(&args.compare, args.output.as_deref(), args.json.json);
    }
    if args.output.is_some() {
        // A plot needs results to set against each other; clap asks for no argument that another one excludes.
        return Err(refused(Refusal::no_effect("output", "without --compare", "sans --compare")));
    }
    let reader = Reader { lang: context.lang, ..Reader::default() };
    let control = || Control::new(Limits::NONE, reader, context.interrupt());
    args.limits.check().map_err(refused)?;
    let options = args.method.options(None).map_err(refused)?;
    let settings = settings(args, &options, &control());
    let done = match &args.csv {
        Some(path) => known(path, &settings)?,
        None => BTreeMap::new(),
    };
    let mut csv = match &args.csv {
        Some(path) => Some(open(path)?),
        None => None,
    };
    let mut work = Vec::new();
    let mut bad = false;
    for file in &args.files {
        let levels = Levels::read(&Source::File(file.clone()), &control()).map_err(refused)?;
        let (chosen, skipped) = levels.sorted(args.level, file).map_err(refused)?;
        work.extend(chosen.into_iter().map(|(number, entry)| (file.clone(), number, entry.clone())));
        if let Some(note) = skipped.note(context.lang) {
            bad = true;
            anstream::eprintln!("{note}");
        }
    }
    let all = work.len();
    let farm = args.farm.open(args.limits, args.limits.threads(&control()), &args.method)?;
    if let Some(farm) = &farm {
        let open = work.iter().filter(|(file, number, _)| !done.contains_key(&(file.clone(), *number)));
        farm.put(open.map(|(_, _, entry)| entry))?;
    }
    let bar = progress::bar(context, all as u64);
    let mut rows: Vec<Row> = Vec::new();
    let mut interrupted = false;
    for (index, (file, number, entry)) in work.into_iter().enumerate() {
        if rows.last().is_none_or(|row| row.file != file) {
            rows.push(Row { file: file.clone(), ..Row::default() });
        }
        let row = rows.last_mut().expect("a row was just added");
        if let Some(result) = done.get(&(file.clone(), number)) {
            row.count(number, result);
            bar.inc(1);
            continue;
        }
        bar.set_message(format!("{file} {number}"));
        let told = control().on_progress(|news| bar.set_message(format!("{file} {number} {}", news.message)));
        let task = Numbered { file: &file, number, entry: &entry, step: (index, all) };
        let line = match &farm {
            Some(farm) => farm.wait(number, &entry, &context.interrupt())?,
            None => search(&args.limits, &options, task, &told),
        };
        let Some(mut line) = line else {
            interrupted = true;
            break;
        };
        if let Some(Seconds(seconds)) = args.polish {
            line.shorten(&entry.level, &args.limits, seconds, &told);
        }
        let text = csv_line(&file, &line, &settings);
        if let Some(csv) = &mut csv {
            csv.write_all(text.as_bytes()).and_then(|()| csv.flush()).map_err(Failure::broken)?;
        }
        let (status, pushes) = (line.status.to_owned(), line.pushes.unwrap_or(0));
        row.count(number, &Outcome { status, pushes, seconds: line.seconds, cpu: line.cpu, nodes: line.nodes });
        bar.inc(1);
    }
    bar.finish_and_clear();
    for row in &mut rows {
        row.seconds = (row.seconds * 1000.0).round() / 1000.0;
        row.cpu = (row.cpu * 1000.0).round() / 1000.0;
    }
    if args.json.json {
        output::json(&rows)?;
    } else {
        output::stdout(table(&rows).as_bytes())?;
    }
    Ok(match (interrupted, bad) {
        (true, _) => Done::Interrupted,
        (false, true) => Done::No,
        (false, false) => Done::Yes,
    })
}

/// What a result depends on; results of other settings do not count.
fn settings(args: &BenchArgs, options: &Options, control: &Control<'_>) -> String {
    let MethodSettings { method, heuristic, .. } = &args.method;
    let mut techniques = options.techniques;
    let off = Techniques::SWITCHES.iter().filter(|(_, switch)| !*switch(&mut techniques));
    let off: String = off.map(|(name, _)| format!("-{name}")).collect();
    let off = if off.is_empty() { off } else { format!(" {off}") };
    let SearchLimits { seconds, memory_limit, .. } = args.limits;
    let polish = args.polish.map(|polish| format!(" polish {}s", polish.0)).unwrap_or_default();
    let threads = args.limits.threads(control);
    format!("{}s {}M {threads}t {method} {heuristic}{off}{polish}", seconds.0, memory_limit.0 >> 20)
}

fn csv_line(file: &str, line: &LevelSolved, settings: &str) -> String {
    let number = |value: Option<usize>| value.map(|value| value.to_string()).unwrap_or_default();
    let deadlocks: String = line.deadlocks.each().iter().map(|(_, count)| format!("{count},")).collect();
    format!(
        "{},{},{},{},{},{:.3},{:.3},{},{},{deadlocks}{},{},{settings}\n",
        quoted(file),
        line.level,
        line.status,
        number(line.pushes),
        number(line.moves),
        line.seconds,
        line.cpu,
        line.nodes,
        line.expansions,
        line.memory,
        line.engine,
    )
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

type Known = BTreeMap<(String, usize), Outcome>;

/// The results of an earlier run with the same settings.
fn known(path: &std::path::Path, settings: &str) -> Result<Known, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Known::new()),
        Err(error) => return Err(Failure::broken(format!("{}: {error}", path.display()))),
    };
    if !text.is_empty() && text.lines().next() != Some(HEADER) {
        let name = path.display();
        return Err(Failure::new(
            format!("{name}:1:1: found another kind of file, expected `{HEADER}`"),
            format!("{name}:1:1: trouvé un autre genre de fichier, attendu « {HEADER} »"),
        ));
    }
    Ok(text.lines().skip(1).filter_map(|line| parse_line(line, settings)).collect())
}

/// A whole line of the right settings; a line cut short by a crash is no line.
fn parse_line(line: &str, settings: &str) -> Option<((String, usize), Outcome)> {
    let fields = compare::fields(line)?;
    let [file, level, status, pushes, _, seconds, cpu, nodes, .., given] = &fields[..] else { return None };
    if given != settings || fields.len() != HEADER.split(',').count() {
        return None;
    }
    let result = Outcome {
        status: status.clone(),
        pushes: pushes.parse().unwrap_or(0),
        seconds: seconds.parse().ok()?,
        cpu: cpu.parse().ok()?,
        nodes: nodes.parse().ok()?,
    };
    Some(((file.clone(), level.parse().ok()?), result))
}

fn open(path: &std::path::Path) -> Result<std::fs::File, Failure> {
    let broken = |error: std::io::Error| Failure::broken(format!("{}: {error}", path.display()));
    let before = std::fs::read(path).unwrap_or_default();
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(broken)?;
    match before.last() {
        None => file.write_all(format!("{HEADER}\n").as_bytes()).map_err(broken)?,
        Some(b'\n') => {}
        // A torn line must not swallow the next one.
        Some(_) => file.write_all(b"\n").map_err(broken)?,
    }
    Ok(file)
}

fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<40} {:>11} {:>8} {:>10} {:>10} {:>12}  {}\n",
        tr("collection", "collection"),
        tr("solved", "résolus"),
        tr("pushes", "poussées"),
        tr("seconds", "secondes"),
        tr("processor", "processeur"),
        tr("nodes", "nœuds"),
        tr("missing", "manquants"),
    );
    for row in rows {
        let missing: Vec<String> = row.missing.iter().map(ToString::to_string).collect();
        let solved = format!("{}/{}", row.solved, row.levels);
        text += &format!(
            "{:<40} {:>11} {:>8} {:>10.2} {:>10.2} {:>12}  {}\n",
            row.file,
            solved,
            row.pushes,
            row.seconds,
            row.cpu,
            row.nodes,
            missing.join(" ")
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_sokoban::Deadlocks;

    #[test]
    fn lines_read_back_and_torn_lines_do_not() {
        let line = LevelSolved {
            level: 3,
            status: "solved",
            pushes: Some(7),
            moves: Some(9),
            seconds: 0.25,
            cpu: 0.5,
            nodes: 12,
            deadlocks: Deadlocks { freeze: 4, ..Deadlocks::default() },
            engine: "fess",
            ..LevelSolved::default()
        };
        for file in ["a.xsb", "odd, \"name\".xsb"] {
            let text = csv_line(file, &line, "10s");
            let text = text.trim_end();
            let result = Outcome { status: "solved".to_owned(), pushes: 7, seconds: 0.25, cpu: 0.5, nodes: 12 };
            assert_eq!(parse_line(text, "10s"), Some(((file.to_owned(), 3), result)));
            assert_eq!(parse_line(text, "20s"), None);
            assert_eq!(parse_line(&text[..text.len() - 6], "10s"), None);
            let named = HEADER.split(',').zip(compare::fields(text).expect("a line"));
            let counts = named.filter_map(|(name, count)| Some((name.strip_prefix("dead_")?.to_owned(), count)));
            let given = line.deadlocks.each().map(|(name, count)| (name.to_owned(), count.to_string()));
            assert!(counts.eq(given));
        }
    }
}
