//! `dedale sokoban bench`: collections, a table, and a CSV file that grows line
//! by line, so that an interrupted run goes on where it stopped.

use crate::args::JsonArg;
use crate::ask::refused;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::{output, progress};
use clap::Args;
use dedale_question::{Control, Limits, Reader, Source};
use dedale_sokoban::Techniques;
use dedale_sokoban::questions::{
    LevelChoice, LevelSolved, MethodSettings, Numbered, SearchLimits, read_levels, search,
};
use dedale_text::tr;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub struct BenchArgs {
    #[arg(value_name = "FILE", required = true, help = tr("The collections", "Les collections"))]
    files: Vec<String>,

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
}

const HEADER: &str = "file,level,status,pushes,moves,seconds,nodes,engine,settings";

/// What a line of the table is made of.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Row {
    file: String,
    levels: usize,
    solved: usize,
    unsolvable: usize,
    pushes: usize,
    seconds: f64,
    nodes: u64,
    missing: Vec<usize>,
}

impl Row {
    fn count(&mut self, level: usize, status: &str, pushes: usize, seconds: f64, nodes: u64) {
        self.levels += 1;
        self.seconds += seconds;
        self.nodes += nodes;
        self.pushes += pushes;
        match status {
            "solved" => self.solved += 1,
            "unsolvable" => self.unsolvable += 1,
            _ => self.missing.push(level),
        }
    }
}

pub fn run(args: &BenchArgs, context: &Context) -> Answer {
    let reader = Reader { lang: context.lang, ..Reader::default() };
    let control = || Control::new(Limits::NONE, reader, context.interrupt());
    let limit = settings(args, &control());
    let done = match &args.csv {
        Some(path) => known(path, &limit)?,
        None => BTreeMap::new(),
    };
    let mut csv = match &args.csv {
        Some(path) => Some(open(path)?),
        None => None,
    };
    let mut work = Vec::new();
    for file in &args.files {
        let collection = read_levels(&Source::File(file.clone()), &control()).map_err(refused)?;
        for number in args.level.of(&collection, file).map_err(refused)? {
            work.push((file.clone(), number, collection.entries[number - 1].clone()));
        }
    }
    let (options, all) = (args.method.options(), work.len());
    let bar = progress::bar(context, work.len() as u64);
    let mut rows: Vec<Row> = Vec::new();
    let mut interrupted = false;
    for (index, (file, number, entry)) in work.into_iter().enumerate() {
        if rows.last().is_none_or(|row| row.file != file) {
            rows.push(Row { file: file.clone(), ..Row::default() });
        }
        let row = rows.last_mut().expect("a row was just added");
        if let Some((status, pushes, seconds, nodes)) = done.get(&(file.clone(), number)) {
            row.count(number, status, *pushes, *seconds, *nodes);
            bar.inc(1);
            continue;
        }
        bar.set_message(format!("{file} {number}"));
        let told = control().on_progress(|news| bar.set_message(format!("{file} {number} {}", news.message)));
        let task = Numbered { file: &file, number, entry: &entry, step: (index, all) };
        let Some(line) = search(&args.limits, &options, task, &told) else {
            interrupted = true;
            break;
        };
        if let Some(csv) = &mut csv {
            let text = csv_line(&file, &line, &limit);
            csv.write_all(text.as_bytes()).and_then(|()| csv.flush()).map_err(Failure::broken)?;
        }
        row.count(number, line.status, line.pushes.unwrap_or(0), line.seconds, line.nodes);
        bar.inc(1);
    }
    bar.finish_and_clear();
    for row in &mut rows {
        row.seconds = (row.seconds * 1000.0).round() / 1000.0;
    }
    if args.json.json {
        output::json(&rows)?;
    } else {
        output::stdout(table(&rows).as_bytes())?;
    }
    Ok(if interrupted { Done::Interrupted } else { Done::Yes })
}

/// What a result depends on; results of other settings do not count.
fn settings(args: &BenchArgs, control: &Control<'_>) -> String {
    let MethodSettings { method, heuristic, .. } = &args.method;
    let mut techniques = args.method.options().techniques;
    let off = Techniques::SWITCHES.iter().filter(|(_, switch)| !*switch(&mut techniques));
    let off: String = off.map(|(name, _)| format!("-{name}")).collect();
    let off = if off.is_empty() { off } else { format!(" {off}") };
    let SearchLimits { seconds, memory_limit, .. } = args.limits;
    format!("{}s {}M {}t {method} {heuristic}{off}", seconds.0, memory_limit.0 >> 20, args.limits.threads(control))
}

fn csv_line(file: &str, line: &LevelSolved, limit: &str) -> String {
    let number = |value: Option<usize>| value.map(|value| value.to_string()).unwrap_or_default();
    format!(
        "{},{},{},{},{},{:.3},{},{},{limit}\n",
        quoted(file),
        line.level,
        line.status,
        number(line.pushes),
        number(line.moves),
        line.seconds,
        line.nodes,
        line.engine,
    )
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

type Known = BTreeMap<(String, usize), (String, usize, f64, u64)>;

/// The results of an earlier run with the same settings.
fn known(path: &std::path::Path, limit: &str) -> Result<Known, Failure> {
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
    Ok(text.lines().skip(1).filter_map(|line| parse_line(line, limit)).collect())
}

/// A whole line of the right settings; a line cut short by a crash is no line.
fn parse_line(line: &str, limit: &str) -> Option<((String, usize), (String, usize, f64, u64))> {
    let (file, rest) = match line.strip_prefix('"') {
        Some(quoted) => {
            let end = quoted.find("\",")?;
            (quoted[..end].replace("\"\"", "\""), &quoted[end + 2..])
        }
        None => line.split_once(',').map(|(file, rest)| (file.to_owned(), rest))?,
    };
    let fields: Vec<&str> = rest.split(',').collect();
    let [level, status, pushes, _, seconds, nodes, _, given] = fields[..] else { return None };
    if given != limit {
        return None;
    }
    let result = (status.to_owned(), pushes.parse().unwrap_or(0), seconds.parse().ok()?, nodes.parse().ok()?);
    Some(((file, level.parse().ok()?), result))
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
        "{:<40} {:>11} {:>8} {:>10} {:>12}  {}\n",
        tr("collection", "collection"),
        tr("solved", "résolus"),
        tr("pushes", "poussées"),
        tr("seconds", "secondes"),
        tr("nodes", "nœuds"),
        tr("missing", "manquants"),
    );
    for row in rows {
        let missing: Vec<String> = row.missing.iter().map(ToString::to_string).collect();
        let solved = format!("{}/{}", row.solved, row.levels);
        text += &format!(
            "{:<40} {:>11} {:>8} {:>10.2} {:>12}  {}\n",
            row.file,
            solved,
            row.pushes,
            row.seconds,
            row.nodes,
            missing.join(" ")
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back_and_torn_lines_do_not() {
        let line = LevelSolved {
            level: 3,
            status: "solved",
            pushes: Some(7),
            moves: Some(9),
            seconds: 0.25,
            nodes: 12,
            engine: "fess",
            ..LevelSolved::default()
        };
        for file in ["a.xsb", "odd, \"name\".xsb"] {
            let text = csv_line(file, &line, "10s");
            let text = text.trim_end();
            assert_eq!(parse_line(text, "10s"), Some(((file.to_owned(), 3), ("solved".to_owned(), 7, 0.25, 12))));
            assert_eq!(parse_line(text, "20s"), None);
            assert_eq!(parse_line(&text[..text.len() - 6], "10s"), None);
        }
    }
}
